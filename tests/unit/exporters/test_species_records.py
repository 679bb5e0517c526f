"""Records come back as they were kept, and take little memory."""

import random
import tracemalloc

from visret_desktop.exporters.camera_traps.species_records import Records, SpeciesRecord

NAMES = ("Lutra lutra", "Vulpes vulpes", "Ardea cinerea")


def drawn(count: int) -> list[SpeciesRecord]:
    chance = random.Random(44)
    return [
        SpeciesRecord(
            station=f"station {number // 50}",
            species=chance.choice(NAMES),
            common=chance.choice(("otter", "")),
            time=chance.randrange(-10, 2**31),
            photo_id=number,
            since=chance.randrange(3),
            frames=1,
            individuals=chance.choice((None, 0, 3)),
            light=chance.choice(("night", "")),
        )
        for number in range(count)
    ]


def test_records_are_as_they_were() -> None:
    records, those = Records(), drawn(200)
    assert list(records.by_species()) == []
    for one in those:
        records.append(one)
    assert list(records) == those
    assert (records[-1], records[5:9], len(records)) == (those[-1], those[5:9], 200)
    ordered = sorted(those, key=lambda one: (one.species, one.time))
    assert list(records.by_species()) == ordered


def test_records_take_no_more_than_their_numbers() -> None:
    those = drawn(20_000)
    tracemalloc.start()
    records = Records()
    for one in those:
        records.append(one)
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert taken / len(records) < 100  # bytes; objects take 300
