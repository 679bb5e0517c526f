"""The recipe of CONTRIBUTING for another field of metadata, all but its reading."""

import subprocess
from pathlib import Path

from visret_desktop.processes.own_python import statements

# A program with one more line in `Metadata` and one more migration.
_PROGRAM = """
import json, sqlite3, sys
from dataclasses import asdict, dataclass
from pathlib import Path
from visret_desktop.library import records

@dataclass(frozen=True)
class Metadata(records.Metadata):
    direction: float | None = None

records.Metadata = Metadata
records.METADATA_COLUMNS = (*records.METADATA_COLUMNS, "direction")

from visret_desktop.decoding import messages
from visret_desktop.exporters.photos import Outgoing
from visret_desktop.exporters.photos import row_of
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.migrations import step
from visret_desktop.library.repair.catalog_check import find_damage

@step
def directions(db):
    db.execute("ALTER TABLE photo ADD COLUMN direction REAL")

said = messages.DecodeReply(Metadata(direction=270.5), None, ())
assert messages.answer_from_json(messages.answer_to_json(said), (), 250) == said
for lie in ("west", True):
    lying = asdict(said) | {"metadata": asdict(Metadata()) | {"direction": lie}}
    try:
        messages.answer_from_json(json.dumps({"answer": lying}).encode(), (), 250)
    except ValueError:
        continue
    raise AssertionError(lie)

folder = Path(sys.argv[1])
catalog = Catalog.open(folder / "catalog.db")
number = catalog.put_photo(
    catalog.add_folder(folder).id, "a.jpg", records.Fingerprint(1, 1), "a" * 32, "", said.metadata
)
photo = catalog.photo(number)
assert photo.metadata == said.metadata
assert row_of(Outgoing(photo, photo))["direction"] == 270.5
catalog.close()
assert find_damage(folder / "catalog.db", is_thorough=True) == ""
with sqlite3.connect(folder / "catalog.db") as db:
    db.execute("UPDATE photo SET direction = 'west'")
assert "1 rows of photo" in find_damage(folder / "catalog.db", is_thorough=True)
"""


def test_a_field_is_declared_once(tmp_path: Path) -> None:
    subprocess.run(statements(_PROGRAM, str(tmp_path)), check=True, timeout=60)
