"""Whatever comes in by an import or a command, what was stored before and after can be read."""

import csv
import io
import json
import zipfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.unit.exporters.made_library import FACTS, HERON, OTTER, export, fill, hash_of
from visret_desktop import file_changes
from visret_desktop.cli import repair
from visret_desktop.cli.checks import CHECKS, CheckContext
from visret_desktop.engine.control import Control
from visret_desktop.engine.field_messages import (
    ChangeNotes,
    DropPackage,
    ImportDetections,
    ImportPackage,
    KeepDeployments,
    KeepPlaces,
    PutNotes,
    WriteSidecars,
)
from visret_desktop.engine.fieldwork.annotations_job import (
    change_notes,
    keep_deployments,
    keep_places,
    put_notes,
)
from visret_desktop.engine.fieldwork.import_job import DETECTIONS, PACKAGES
from visret_desktop.engine.fieldwork.sidecar_job import write_sidecars
from visret_desktop.engine.repair.stored_records import unreadable_records
from visret_desktop.engine.runtime import Library
from visret_desktop.errors import Cancelled, VisretError
from visret_desktop.exporters.exporter import FORMATS
from visret_desktop.interchange.deployments.deployment import NAMES, with_fact
from visret_desktop.interchange.species.species_list_reader import read_list
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_deployments import (
    DeploymentKey,
    PackageFacts,
    StoredDeployment,
    put_deployed,
    put_machine_observations,
)
from visret_desktop.library.records import AcceptedName, Notes, OwnPlace
from visret_desktop.library.stored_values import ValueUnfit
from visret_desktop.paths import Paths
from visret_desktop.settings import Settings

_TABLES = ("deployments.csv", "media.csv", "observations.csv")
_PHOTOS = tuple(hash_of(f"weir/IMG_{number}.JPG") for number in range(5))


class Desk:
    """A library of eight photos with names, and a package that was made of it."""

    def __init__(self, root: Path) -> None:
        self.root, self.paths = root, Paths(root / "data", root / "cache", root / "config")
        for place in (self.paths.data, self.paths.cache, self.paths.config):
            file_changes.claim(place)
        (root / "cards").mkdir()
        with closing(Catalog.open(self.paths.catalog)) as catalog:
            fill(catalog, root / "cards")
            catalog.annotations.put_package(FACTS)
            export(catalog, "camtrap-dp", root / "package")
        self.library = Library(self.paths, Settings())

    def package(self, odd: dict[str, str]) -> Path:
        """Write the package as a zip, with other values in some of its cells."""
        with zipfile.ZipFile(self.root / "odd.zip", "w") as packed:
            described = json.loads((self.root / "package" / "datapackage.json").read_bytes())
            described |= {name: odd[name] for name in ("name", "title") if name in odd}
            for one in described.get("taxonomic", ()):
                one["vernacularNames"] = {"eng": odd.get("vernacular", "x")}
                one["taxonRank"] = odd.get("rank", "")
            packed.writestr("datapackage.json", json.dumps(described))
            for name in _TABLES:
                text = (self.root / "package" / name).read_text("utf-8")
                header, *rows = csv.reader(io.StringIO(text))
                header += [column for column in ("count", "behavior") if column not in header]
                out = io.StringIO()
                writer = csv.writer(out, lineterminator="\n")
                writer.writerow(header)
                for row in rows:
                    cells = dict(zip(header, row, strict=False))
                    cells |= {column: odd[column] for column in header if column in odd}
                    writer.writerow([cells.get(column, "") for column in header])
                packed.writestr(name, out.getvalue().encode("utf-8", "surrogatepass"))
        return self.root / "odd.zip"

    def all_is_readable(self) -> None:
        reader = self.library.reader
        assert unreadable_records(self.paths.catalog) == []
        with closing(Catalog.open(self.paths.catalog)) as catalog:
            for number, name in enumerate(FORMATS):
                export(catalog, name, self.root / f"exported-{number}")
        photos = tuple(reader.photo_ids().tolist())
        list(write_sidecars(self.library, WriteSidecars(photos=photos)))


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    made = Desk(tmp_path_factory.mktemp("stored"))
    yield made
    made.library.close()


@pytest.fixture
def own_desk(tmp_path: Path) -> Iterator[Desk]:
    """One that no other test stores anything in."""
    made = Desk(tmp_path)
    yield made
    made.library.close()


def done(events: Iterator[Any]) -> bool:
    """Do some work; tell whether it was done, or refused with a sentence."""
    try:
        list(events)
    except VisretError:
        return False
    return True


# ---- the steps in which it was first seen -------------------------------------------------------


@pytest.mark.parametrize(
    ("odd", "left_out"),
    [
        ({"count": "1000001"}, True),
        ({"behavior": "a\0b"}, True),
        ({"name": "bad\0name"}, False),
        ({"vernacular": "bad\0name"}, False),
        ({"observationTags": "\0"}, True),
    ],
)
def test_a_package_with_a_value_that_is_not_kept(
    desk: Desk, odd: dict[str, str], left_out: bool
) -> None:
    path = desk.package(odd)
    request = ImportPackage(path=str(path), is_dry_run=False)
    said = next(e for e in PACKAGES.run(desk.library, request) if e.kind == "package-said")
    assert any("left out" in sentence for sentence in said.sentences) == left_out
    desk.all_is_readable()
    assert done(PACKAGES.undo(desk.library, DropPackage(source=said.source)))
    desk.all_is_readable()


def test_an_import_that_is_stopped_keeps_nothing(own_desk: Desk) -> None:
    control = Control()
    request = ImportPackage(path=str(own_desk.package({})), is_dry_run=False)
    events = PACKAGES.run(own_desk.library, request, control)
    assert next(events).kind == "progress"
    control.cancel()
    with pytest.raises(Cancelled):
        list(events)
    assert own_desk.library.reader.deployments.package_sources() == []


def test_what_an_older_program_wrote_costs_itself_only(tmp_path: Path) -> None:
    paths = Paths(*(tmp_path / name for name in ("data", "cache", "config")))
    file_changes.claim(paths.data)
    (tmp_path / "cards").mkdir()
    with closing(Catalog.open(paths.catalog)) as catalog:
        fill(catalog, tmp_path / "cards")
        many = json.dumps([{"name": "Lutra lutra", "count": 1_000_001}, {"name": "Alcedo atthis"}])
        db = catalog._db
        db.execute("UPDATE note SET names = ? WHERE content_hash = ?", (many, _PHOTOS[0]))
        db.execute("UPDATE note SET tags = ?, rating = 99", (json.dumps(["fine", "bad\0"]),))
        db.execute("INSERT INTO meta VALUES ('package', '{\"title\": 3}')")
        db.execute("INSERT INTO sidecar VALUES (1, 'a.xmp', '[1]')")
        key = DeploymentKey("package", inside="x", began="p")
        catalog.annotations.put_deployments([StoredDeployment(key, "x", "p", {"habitat": "pond"})])
        (number,) = db.execute("SELECT id FROM deployment").fetchone()
        put_deployed(db, number, {_PHOTOS[0]: {}})
        put_machine_observations(db, number, [(_PHOTOS[0], {"a": "b"})])
        db.execute("UPDATE machine_observation SET fields = '{\"a\": [1]}'")
        assert catalog.deployments.machine_observations(_PHOTOS[:1]) == {}
        db.execute("UPDATE deployment SET fields = '[]'")
        noted = catalog.notes.of(_PHOTOS[:1])[_PHOTOS[0]]
        assert [one.name for one in noted.names] == ["Alcedo atthis"]
        assert (noted.tags, noted.rating) == (("fine",), None)
        export(catalog, "csv", tmp_path / "csv")
        assert "Alcedo atthis" in (tmp_path / "csv").read_text("utf-8")
    (look,) = (each for each in CHECKS if each.__name__ == "_catalog")
    (check,) = (one for one in look(CheckContext(paths, Settings(), True)) if not one.ok)
    assert "stored records cannot be read" in check.detail
    assert "weir/IMG_0.JPG" in check.detail
    told = list(repair.set_records_aside(paths))
    (file,) = paths.data.glob("damaged/*/records.jsonl")
    assert str(file) in told[-1]
    kept = [json.loads(line) for line in file.read_text().splitlines()]
    assert {one["table"] for one in kept} == {
        *("note", "meta", "sidecar", "deployment", "machine_observation"),
    }
    assert any("1000001" in str(one["row"]) for one in kept)
    assert unreadable_records(paths.catalog) == []
    assert all(one.ok for one in look(CheckContext(paths, Settings(), True)))
    assert list(repair.set_records_aside(paths)) == []
    with closing(Catalog.open_readonly(paths.catalog)) as reader:
        assert reader.notes.of(_PHOTOS[:1])[_PHOTOS[0]].tags == ("fine",)


def test_the_door_refuses_what_its_type_would_not_read(own_desk: Desk) -> None:
    bad = Notes(names=(replace(OTTER, count=1_000_001),))
    with own_desk.library.adding() as catalog:
        with pytest.raises(ValueUnfit, match=r"^.{1,200}\.$"):
            catalog.annotations.put_notes({_PHOTOS[2]: bad})
        with pytest.raises(ValueUnfit):
            catalog.annotations.put_package(PackageFacts(title="x" * 3000))
        assert catalog.notes.of([_PHOTOS[2]])[_PHOTOS[2]].names == (OTTER, HERON)
        assert catalog.deployments.package() == FACTS


# ---- whatever comes -----------------------------------------------------------------------------

_texts = st.sampled_from(
    (
        *("\0", "a\0b", "\ud800", "x" * 3000, "1000001", "9" * 40, "-1", "nan", "inf", "1e999"),
        *("=1+1", "\u202eabc", "a\nb", "９０", "\x85", "\u2028", "", "blank", "90", "2026-05-01"),
    )
) | st.text(st.characters(), max_size=10)
_numbers = st.floats() | st.integers(-(2**70), 2**70)
_counts = st.none() | st.integers(-10, 2**40)
_accepted = st.builds(
    AcceptedName,
    *(_texts, _texts, _texts, _counts, _texts, _texts, _texts, _texts, _texts),
    more=st.lists(st.tuples(_texts, _texts), max_size=2).map(tuple),
)
_columns = st.sampled_from(
    (
        *("name", "title", "vernacular", "rank", "count", "behavior", "sex", "lifeStage"),
        *("scientificName", "classifiedBy", "observationTags", "observationComments", "fileName"),
        *("locationName", "latitude", "longitude", "deploymentID", "timestamp", "eventID"),
    )
)
_jobs = st.one_of(
    st.tuples(st.just("package"), st.dictionaries(_columns, _texts, min_size=1, max_size=3)),
    st.tuples(st.just("notes"), st.builds(Notes, st.tuples(_texts), _counts, st.tuples(_accepted))),
    st.tuples(st.just("change"), st.tuples(st.tuples(_texts), _counts, st.tuples(_accepted))),
    st.tuples(st.just("place"), st.builds(OwnPlace, _numbers, _numbers, _numbers, _texts)),
    st.tuples(st.just("deployment"), st.tuples(_texts, st.dictionaries(_columns, _texts))),
    st.tuples(st.just("facts"), st.tuples(st.sampled_from(NAMES), _texts)),
    st.tuples(st.just("detections"), st.tuples(_texts, _texts, _texts, _numbers)),
    st.tuples(st.just("list"), st.lists(st.tuples(_texts, _texts), max_size=3)),
)


def do(desk: Desk, kind: str, value: Any) -> None:
    library = desk.library
    if kind == "package":
        path = str(desk.package(value))
        done(PACKAGES.run(library, ImportPackage(path=path, is_dry_run=False)))
    elif kind == "notes":
        done(put_notes(library, PutNotes(notes={_PHOTOS[1]: value})))
    elif kind == "change":
        tags, rating, names = value
        change = ChangeNotes(1, _PHOTOS[1:3], add_tags=tags, rating=rating, add_names=names)
        done(change_notes(library, change))
    elif kind == "place":
        done(keep_places(library, KeepPlaces(places={_PHOTOS[3]: value})))
    elif kind == "deployment":
        said = StoredDeployment(DeploymentKey("folder", 1, "weir"), value[0], "", value[1])
        done(keep_deployments(library, KeepDeployments(said=(said,))))
    elif kind == "facts":
        try:
            facts = with_fact(library.reader.deployments.package(), *value)
        except VisretError:
            return
        done(keep_deployments(library, KeepDeployments(package=facts)))
    elif kind == "detections":
        _detect(desk, *value)
    elif kind == "list":
        _list(desk, value)


def _detect(desk: Desk, name: str, model: str, failure: str, share: Any) -> None:
    one = {"category": "1", "conf": 0.9, "bbox": [0, 0, share, 1]}
    content: dict[str, Any] = {
        "detection_categories": {"1": name},
        "info": {"detector": model},
        "images": [
            {"file": "weir/IMG_0.JPG", "detections": [one]},
            {"file": "weir/IMG_1.JPG", "failure": failure},
        ],
    }
    (desk.root / "found.json").write_text(json.dumps(content))
    request = ImportDetections(path=str(desk.root / "found.json"), is_dry_run=False)
    done(DETECTIONS.run(desk.library, request))
    for content_hash in _PHOTOS[:2]:
        for look in desk.library.reader.detections.of(content_hash):
            for found in look.found:
                named = AcceptedName(*found.label[:3], source=look.file.source)
                assert done(
                    put_notes(desk.library, PutNotes(notes={_PHOTOS[4]: Notes((), None, (named,))}))
                )


def _list(desk: Desk, rows: list[tuple[str, str]]) -> None:
    text = "name,common\n" + "".join(f"{name},{common}\n" for name, common in rows)
    (desk.root / "list.csv").write_bytes(text.encode("utf-8", "surrogatepass"))
    try:
        listed = read_list(desk.root / "list.csv", "list")
    except VisretError:
        return
    for one in listed.names:
        name = AcceptedName(one.name, one.common, one.rank)
        assert done(put_notes(desk.library, PutNotes(notes={_PHOTOS[4]: Notes((), None, (name,))})))


@given(st.lists(_jobs, min_size=2, max_size=6))
@settings(
    max_examples=15,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
def test_whatever_was_done_every_export_works(desk: Desk, jobs: list[tuple[str, Any]]) -> None:
    for kind, value in jobs:
        do(desk, kind, value)
    desk.all_is_readable()
    assert done(change_notes(desk.library, ChangeNotes(1, _PHOTOS[:1], add_names=(HERON,))))
