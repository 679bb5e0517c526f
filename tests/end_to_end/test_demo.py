"""The demonstration: drawn, indexed, searched, reused and taken away."""

from pathlib import Path

import pytest

from tests import indexed
from tests.end_to_end.conftest import Profile, state_of


@pytest.mark.slow("A demonstration is drawn.")
def test_demo_draws_once_searches_and_goes_away(visret: Profile) -> None:
    (visret.home / "config" / "settings.json").unlink()  # as on a fresh machine
    first = visret.json("demo", "--headless", "--photos", "40")
    sketches = [Path(sketch["path"]) for sketch in first["sketches"]]
    assert len(sketches) + len(first["sketches_left_out"]) == 3
    assert len(sketches) >= 2
    library = Path(first["library"])
    assert library.is_relative_to(visret.home)
    assert first["photos"] >= 40, "and a few odd ones"
    assert first["photos"] == len(visret.found())
    assert first["example_entity"]
    assert first["example_query"] == first["query"]
    best = {hit["path"] for hit in first["hits"][:5]}
    assert best & set(first["relevant"]), "the built-in encoder knows what is drawn"
    assert Path(first["sheet"]).stat().st_size > 20_000
    drawn = state_of(library)

    again = visret.json("demo", "--headless")
    assert again["hits"] == first["hits"]
    assert state_of(library) == drawn, "the second run draws nothing"

    assert visret.search(first["example_query"])["hits"] == first["hits"]
    asked = ("ask", first["example_query"], "--images", "1")
    both = visret.json(*asked, "--knowledge", "photos+sketch")
    assert [one["sketch"] for one in both["evidence"]] == [False, *[True] * len(sketches)]
    assert {one["path"] for one in both["evidence"][1:]} == set(map(str, sketches))
    drawn_only = visret.run(*asked, "--knowledge", "sketch").stdout
    assert drawn_only.count("(sketch, not a record)") == len(sketches)
    assert "not from photos" in drawn_only or "sketches read" in drawn_only
    removed = visret.json("demo", "--remove")
    assert removed == {"removed": str(library), "photos": first["photos"]}
    assert not library.exists()
    assert not Path(first["sheet"]).exists()
    assert not any(sketch.exists() for sketch in sketches)
    assert visret.json("folders", "list") == {"folders": []}


def test_demo_without_a_display_says_so_and_goes_on(drawn: Profile) -> None:
    prepared = drawn.json("demo", "--prepare-only")
    assert prepared["photos"] >= indexed.DRAWN
    assert prepared["hits"] == []
    (drawn.home / "config").mkdir(exist_ok=True)
    (drawn.home / "config" / "settings.json").write_text('{"strategy": "original"}')
    result = drawn.run("demo")  # the profile's environment has an offscreen screen only
    assert result.returncode == 0, result.stderr
    assert "no display" in result.stderr
    assert "know only what was drawn here" in result.stderr
    assert result.stdout.startswith(f"{prepared['photos']} drawn pictures in ")


def test_an_unfinished_demonstration_is_drawn_anew(drawn: Profile) -> None:
    library = drawn.home / "data" / "demonstration"
    (library / "fieldbook.json").unlink()
    left = library / "of before.jpg"
    left.write_bytes(b"half")
    again = drawn.json("demo", "--prepare-only", "--photos", "20")
    assert 20 <= again["photos"] < indexed.DRAWN
    assert all(Path(path).exists() for path in again["relevant"])
    assert not left.exists()
