"""Packages come in and go out again: ours to the byte, the official example with all it says."""

import csv
import json
import zipfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.unit.exporters.made_library import FACTS, HERON, export, fill, hash_of, put_photo
from tests.unit.exporters.test_camtrap_dp import check, rows
from visret_desktop.interchange.camtrap.import_plan import ImportPlan, plan_import, without_source
from visret_desktop.interchange.camtrap.observations import is_summary
from visret_desktop.interchange.camtrap.reading import CamtrapPackage, PackageUnreadable
from visret_desktop.interchange.deployments.survey import survey
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_deployments import (
    DeploymentKey,
    PackageFacts,
    StoredDeployment,
    put_description,
)
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.library.records import (
    MOST_KEYWORDS,
    AcceptedName,
    Fingerprint,
    Metadata,
    Notes,
)

_TABLES = ("deployments.csv", "media.csv", "observations.csv")
_words = st.text(st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp")), min_size=1, max_size=8)
_names = st.builds(
    AcceptedName,
    name=st.sampled_from(["Lutra lutra", "Ardea cinerea", "blank", "vehicle", "Homo sapiens"])
    | _words,
    count=st.none() | st.integers(0, 9),
    sex=st.sampled_from(["", "male", "Female", "both"]),
    life_stage=st.sampled_from(["", "adult", "pullus"]),
    behavior=_words | st.just(""),
    by=_words | st.just(""),
    at=st.sampled_from(["", "2026-05-01T10:00:00Z", "2026-05-01T12:00:00+02:00", "long ago"]),
)
_photos = st.lists(
    st.tuples(
        st.sampled_from(["a", "a/b", "c d"]),
        st.datetimes(datetime(2026, 3, 1), datetime(2026, 3, 3)),
        st.lists(_names, max_size=3),
    ),
    min_size=1,
    max_size=8,
)


def take_in(catalog: Catalog, path: Path) -> ImportPlan:
    with CamtrapPackage(path) as package:
        plan = plan_import(package, catalog)
    notes = plan.notes(catalog)
    catalog.annotations.take_package(
        plan.deployments, plan.media, notes, plan.machines, plan.description
    )
    return plan


@given(_photos)
@settings(
    max_examples=10,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow],
)
def test_an_import_of_our_own_package_is_the_identity(
    photos: list[tuple[str, datetime, list[AcceptedName]]],
) -> None:
    with TemporaryDirectory() as name:
        here = Path(name)
        for copy in ("one", "two"):
            with closing(Catalog.open(here / f"{copy}.db")) as catalog:
                catalog.roots.add(here / "photos")
                catalog.annotations.put_package(FACTS)
                for number, (folder, time, names) in enumerate(photos):
                    taken = time.isoformat(timespec="seconds")
                    place = {"latitude": 45.9 + number / 1e4, "longitude": 15.5}
                    metadata = Metadata(taken_at=taken, **place)
                    given_names = names if copy == "one" else []
                    put_photo(catalog, 1, f"{folder}/IMG_{number}.JPG", metadata, *given_names)
                if copy == "two":
                    plan = take_in(catalog, here / "out one")
                    assert plan.matched == len(photos)
                report = export(catalog, "camtrap-dp", here / f"out {copy}")
                assert not report.remarks
        for table in _TABLES:
            first, second = ((here / f"out {copy}" / table).read_bytes() for copy in ("one", "two"))
            assert first == second, table


def test_a_photo_that_a_package_left_out_makes_no_second_deployment(tmp_path: Path) -> None:
    place = Metadata(taken_at="2026-05-01T10:00:00", latitude=45.9, longitude=15.5)
    for copy in ("one", "two"):
        with closing(Catalog.open(tmp_path / f"{copy}.db")) as catalog:
            catalog.roots.add(tmp_path / "st")
            catalog.annotations.put_package(FACTS)
            put_photo(catalog, 1, "StationA/1.JPG", place, *([HERON] if copy == "one" else []))
            put_photo(catalog, 1, "StationA/undated.JPG", Metadata())
            if copy == "two":
                take_in(catalog, tmp_path / "out one")
                (station,) = survey(catalog, catalog.photo_ids().tolist()).deployments
                assert (station.name, station.photos) == ("st/StationA", 2)
            export(catalog, "camtrap-dp", tmp_path / f"out {copy}")
    for table in _TABLES:
        first, second = ((tmp_path / f"out {copy}" / table).read_bytes() for copy in ("one", "two"))
        assert first == second, table


def test_a_given_name_goes_before_a_guessed_one(tmp_path: Path) -> None:
    with closing(Catalog.open(tmp_path / "one.db")) as catalog:
        catalog.roots.add(tmp_path / "st")
        put_photo(catalog, 1, "a/1.JPG", Metadata())
        put_photo(catalog, 1, "b/2.JPG", Metadata())
        catalog.annotations.put_deployments(
            [StoredDeployment(DeploymentKey("folder", 1, "b"), "st/a")]
        )
        found = survey(catalog, catalog.photo_ids().tolist()).deployments
    assert {one.key.inside: one.name for one in found} == {"a": "st/a (2)", "b": "st/a"}


# ---- the official example ---------------------------------------------------------------------


@pytest.fixture
def example(material: Path) -> Path:
    return material / "camtrap-dp" / "example"


@pytest.fixture
def catalog(tmp_path: Path) -> Iterator[Catalog]:
    opened = Catalog.open(tmp_path / "catalog.db")
    opened.roots.add(tmp_path / "cards")
    opened.annotations.put_package(FACTS)
    yield opened
    opened.close()


def put_media(catalog: Catalog, example: Path, leave_out: int = 0) -> None:
    """Put photos of the names that the example's media have; they say nothing themselves."""
    with catalog.batch():
        for row in rows(example, "media")[leave_out:]:
            path = f"{row['deploymentID']}/{row['fileName']}"
            told = Fingerprint(10, 10**18), hash_of(path), "uid", Metadata(format="JPEG")
            catalog.put_photo(1, path, *told)


def test_the_official_example_comes_in_and_goes_out(
    catalog: Catalog, example: Path, tmp_path: Path
) -> None:
    put_media(catalog, example)
    plan = take_in(catalog, example)
    assert (plan.matched, plan.unmatched, len(plan.deployments)) == (423, [], 4)
    assert len(plan.events) == 34
    found = catalog.contents(Filter.of(species=["Anas platyrhynchos"]))
    notes = catalog.notes.of(found)
    danny = [one for each in notes.values() for one in each.names if one.event]
    assert {one.by for one in danny} == {"Danny Van der beeck", "Peter Desmet"}
    assert "2020-07-09T09:39:52Z" in {one.at for one in danny}
    assert danny[0].common == "mallard"
    report = export(catalog, "camtrap-dp", tmp_path / "out")
    assert not report.remarks
    check(tmp_path / "out")
    after = [row for row in rows(tmp_path / "out", "observations") if not is_summary(row)]
    assert plan.counts["machine"] == 22
    told = ("observationLevel", "observationType", "scientificName", "count", "sex", "lifeStage")
    told += ("behavior", "classifiedBy", "observationTags", "observationComments")
    told += ("cameraSetupType", "individualID", "bboxX")
    told += ("observationID", "eventID", "mediaID", "classificationMethod")

    def essence(row: dict[str, str]) -> tuple[str, ...]:
        return tuple(row[column] for column in told)

    assert sorted(map(essence, rows(example, "observations"))) == sorted(map(essence, after))
    places = {row["deploymentID"]: row for row in rows(tmp_path / "out", "deployments")}
    for row in rows(example, "deployments"):
        assert places[row["deploymentID"]] == row
    files = {row["fileName"]: row for row in rows(tmp_path / "out", "media")}
    for row in rows(example, "media"):
        assert files[row["fileName"]] == row
    linked = {row["eventID"] for row in after if row["observationLevel"] == "media"}
    assert {row["eventID"] for row in after if row["observationLevel"] == "event"} <= linked


def test_what_a_package_says_of_itself_goes_out_again(
    catalog: Catalog, example: Path, tmp_path: Path
) -> None:
    put_media(catalog, example)
    catalog.annotations.put_package(PackageFacts())
    take_in(catalog, example)
    assert not export(catalog, "camtrap-dp", tmp_path / "out").remarks, (
        "nothing is to be said again"
    )
    before = json.loads((example / "datapackage.json").read_text("utf-8"))
    after = json.loads((tmp_path / "out" / "datapackage.json").read_text("utf-8"))
    for name in ("id", "name", "title", "contributors", "licenses", "keywords", "version"):
        assert after[name] == before[name], name
    assert {name: after["project"][name] for name in ("id", "acronym", "description")} == {
        name: before["project"][name] for name in ("id", "acronym", "description")
    }
    assert [one["title"] for one in after["sources"]] == ["Agouti", "visret"]
    mallard = after["taxonomic"][0]
    assert mallard["vernacularNames"]["nld"] == "wilde eend"
    assert mallard["taxonID"].endswith("/DGP6")
    own = replace(FACTS, title="Ours", license="", contributor="Ana")
    catalog.annotations.put_package(own)
    export(catalog, "camtrap-dp", tmp_path / "mine")
    mine = json.loads((tmp_path / "mine" / "datapackage.json").read_text("utf-8"))
    assert (mine["title"], mine["licenses"][0]["name"]) == ("Ours", "CC0-1.0")
    assert [one["title"] for one in mine["contributors"]][-1] == "Ana"
    assert len(mine["contributors"]) == len(before["contributors"]) + 1
    rough = export(catalog, "camtrap-dp", tmp_path / "rough", obscure_km=20.0)
    assert "package-license" in rough.remarks, "of a package nothing is told with obscured places"
    catalog.annotations.put_package(FACTS)
    export(catalog, "camtrap-dp", tmp_path / "rough", obscure_km=20.0)
    whole = b"".join(path.read_bytes() for path in (tmp_path / "rough").iterdir())
    ids = {
        row[column].encode()
        for row in rows(example, "observations")
        for column in ("observationID", "eventID", "mediaID")
    }
    assert len(ids) > 900
    assert [told for told in (b"Agouti", b"7cca70f5", *filter(None, ids)) if told in whole] == []


def test_no_description_of_a_package_stands_in_the_way_of_an_export(
    catalog: Catalog, tmp_path: Path
) -> None:
    odd = {
        "contributors": [{"title": ["Ana"]}],
        "sources": [{"title": {"en": "Agouti"}}],
        "taxonomic": [{"scientificName": ["Anas"]}],
        "description": "a\ud800b\0c",
        "project": {"title": "Otters\udfff", "notes": "\ud800"},
    }
    (tmp_path / "cards").mkdir()
    fill(catalog, tmp_path / "cards")
    catalog.annotations.put_package(FACTS)
    export(catalog, "camtrap-dp", tmp_path / "p")
    said = json.loads((tmp_path / "p" / "datapackage.json").read_text("utf-8"))
    (tmp_path / "p" / "datapackage.json").write_text(json.dumps(said | odd))
    take_in(catalog, tmp_path / "p")
    for is_of_older_program in (False, True):
        if is_of_older_program:
            (source,) = catalog.deployments.sources()
            put_description(catalog._db, source, json.dumps(said | odd | {"x": float("inf")}))
        for name in ("camtrap-dp", "darwin-core"):
            report = export(catalog, name, tmp_path / f"{name}-{is_of_older_program}")
            assert not any(one.lack.is_needed for one in report.remarks.values())
        text = (tmp_path / f"camtrap-dp-{is_of_older_program}" / "datapackage.json").read_text()
        assert json.loads(text)["title"] == FACTS.title


def test_a_description_with_numbers_that_are_none_is_no_json(example: Path, tmp_path: Path) -> None:
    for number in ("NaN", "-Infinity", "1e999"):
        said = f'{{"resources": [], "version": {number}}}'
        broken = altered(example, tmp_path / number, datapackage_json=said)
        with pytest.raises(PackageUnreadable, match="is no JSON"):
            CamtrapPackage(broken)


def test_a_file_that_is_no_package_is_told_as_that(tmp_path: Path) -> None:
    (tmp_path / "walk.gpx").write_text("<gpx/>")
    with pytest.raises(
        PackageUnreadable, match=r"it is no folder, no zip and no datapackage\.json"
    ):
        CamtrapPackage(tmp_path / "walk.gpx")


def test_names_without_room_are_told(catalog: Catalog, example: Path, tmp_path: Path) -> None:
    put_media(catalog, example)
    lines = (example / "observations.csv").read_text("utf-8").splitlines()
    rest = next(line for line in lines if ",media,animal," in line).partition(",")[2]
    more = [f"more-{number},{rest}" for number in range(MOST_KEYWORDS)]
    full = altered(example, tmp_path / "full", observations_csv="\n".join([*lines, *more]))
    plan = take_in(catalog, full)
    most = max(map(len, plan.names.values()))
    assert plan.counts["crowded"] == most - MOST_KEYWORDS > 0
    assert plan.counts["taken"] + most - MOST_KEYWORDS == sum(map(len, plan.names.values()))
    assert any("no more than 200 names" in told for told in plan.sentences())
    kept = catalog.notes.of(plan.names)
    assert max(len(notes.names) for notes in kept.values()) == MOST_KEYWORDS


def test_two_packages_may_have_the_same_ids(
    catalog: Catalog, example: Path, tmp_path: Path
) -> None:
    put_media(catalog, example)
    plan = take_in(catalog, example)
    others = {f"other-{name}": one for name, one in plan.deployments.items()}
    renamed = {}
    media = {}
    for name, one in others.items():
        key = one.key._replace(inside=name, began="other")
        renamed[name] = replace(one, key=key, name=name, source="other")
        content = put_photo(catalog, 1, f"{name}/1.JPG", Metadata(format="JPEG"))
        first = next(iter(plan.media[name.removeprefix("other-")].values()))
        media[name] = {content: first}
    catalog.annotations.take_package(renamed, media, {})
    report = export(catalog, "camtrap-dp", tmp_path / "out")
    assert not report.remarks
    check(tmp_path / "out")


def test_an_import_is_dropped_by_its_source(catalog: Catalog, example: Path) -> None:
    put_media(catalog, example)
    own = Notes(("pond",), names=(HERON,))
    content = hash_of(f"00a2c20d/{rows(example, 'media')[0]['fileName']}")
    catalog.annotations.put_notes({content: own})
    plan = take_in(catalog, example)
    assert take_in(catalog, example).notes(catalog) == {}, "twice is as once"
    assert catalog.deployments.sources() == {plan.source: 4}
    catalog.annotations.drop_package(plan.source, without_source(catalog, plan.source))
    assert catalog.notes.of(catalog.contents()) == {content: own}
    assert catalog.deployments.stored() == []


def test_what_matches_no_photo_is_counted(catalog: Catalog, example: Path) -> None:
    put_media(catalog, example, leave_out=100)
    plan = take_in(catalog, example)
    assert (plan.matched, plan.counts["media"], len(plan.unmatched)) == (323, 423, 100)
    assert plan.counts["elsewhere"] > 100
    assert any("not in the library" in sentence for sentence in plan.sentences())


def test_names_alone_do_not_match_against_the_time(catalog: Catalog, example: Path) -> None:
    first = rows(example, "media")[0]
    other = Metadata(taken_at="2011-01-01T00:00:00")
    put_photo(catalog, 1, f"elsewhere/{first['fileName']}", other)
    assert take_in(catalog, example).matched == 0
    put_photo(catalog, 1, f"x/{first['fileName']}", Metadata(taken_at=first["timestamp"][:19]))
    assert take_in(catalog, example).matched == 1


def test_photos_are_known_by_the_names_that_they_had_before_agouti(
    catalog: Catalog, example: Path
) -> None:
    """It writes the time of the upload before the name; the cameras all begin at RCNX0001."""
    with catalog.batch():
        for row in rows(example, "media"):
            name = row["fileName"].partition("-")[2]
            for folder, taken in (("card", row["timestamp"][:19]), ("undated", None)):
                path = f"{folder} {row['deploymentID'][0]}/{name}"
                told = Metadata(format="JPEG", taken_at=taken)
                catalog.put_photo(1, path, Fingerprint(10, 10**18), hash_of(path), "uid", told)
    plan = take_in(catalog, example)
    assert (plan.matched, plan.unmatched) == (423, [])
    assert len(plan.events) == 34
    for media in plan.media.values():
        paths = [row[0].path for row in catalog.rows_by_hash(list(media)).values()]
        assert len({str(path).split("/")[-2] for path in paths}) == 1


# ---- packages that are none -----------------------------------------------------------------


def altered(example: Path, out: Path, **changes: str | bytes) -> Path:
    out.mkdir()
    for name in ("datapackage.json", *_TABLES):
        (out / name).write_bytes((example / name).read_bytes())
    for name, content in changes.items():
        data = content.encode() if isinstance(content, str) else content
        (out / name.replace("_", ".")).write_bytes(data)
    return out


def test_a_zip_is_a_package(catalog: Catalog, example: Path, tmp_path: Path) -> None:
    put_media(catalog, example)
    with zipfile.ZipFile(tmp_path / "x.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name in ("datapackage.json", *_TABLES):
            archive.write(example / name, f"package/{name}")
    assert take_in(catalog, tmp_path / "x.zip").matched == 423
    assert take_in(catalog, example / "datapackage.json").matched == 423


def _description(example: Path, path: str) -> str:
    said = json.loads((example / "datapackage.json").read_text())
    said["resources"][1]["path"] = path
    return json.dumps(said)


def test_what_is_no_package_is_a_sentence(catalog: Catalog, example: Path, tmp_path: Path) -> None:
    cases: list[dict[str, str | bytes]] = [
        {"datapackage_json": "no json"},
        {"datapackage_json": "[]"},
        {"datapackage_json": '{"resources": []}'},
        {"datapackage_json": "[" * 100_000},
        {"media_csv": "mediaID,deploymentID\n1,2\n"},
        {"media_csv": b"\xff\xfe\x00"},
        {"media_csv": "x" * 2_000_000},
        *({"datapackage_json": _description(example, path)} for path in (
            "../media.csv", "/etc/passwd", "https://example.org/media.csv", "none.csv", "C:\\x.csv"
        )),
    ]  # fmt: skip
    for number, changes in enumerate(cases):
        broken = altered(example, tmp_path / str(number), **changes)
        with pytest.raises(PackageUnreadable) as error:
            take_in(catalog, broken)
        assert str(error.value).endswith("."), changes
    with pytest.raises(PackageUnreadable):
        take_in(catalog, tmp_path / "nowhere")
    description = (example / "datapackage.json").read_text()
    before = description.replace("/camtrap-dp/1.0.2", "/camtrap-dp/0.1.6")
    old = altered(example, tmp_path / "old", datapackage_json=before)
    with pytest.raises(PackageUnreadable, match=r"version 0\.1\.6 of the standard"):
        take_in(catalog, old)


def test_a_link_that_leads_out_is_refused(catalog: Catalog, example: Path, tmp_path: Path) -> None:
    broken = altered(example, tmp_path / "linked")
    (broken / "media.csv").unlink()
    (broken / "media.csv").symlink_to(example / "media.csv")
    with pytest.raises(PackageUnreadable, match="inside"):
        take_in(catalog, broken)


def test_rows_that_are_wrong_are_left_out(catalog: Catalog, example: Path, tmp_path: Path) -> None:
    put_media(catalog, example)
    lines = (example / "media.csv").read_text().splitlines()
    lines[1] = lines[1].replace("2020-05-30T04:57:37+02:00", "yesterday")
    broken = altered(example, tmp_path / "broken", media_csv="\n".join(lines))
    plan = take_in(catalog, broken)
    assert (plan.matched, plan.counts["invalid"]) == (422, 1)


def test_odd_packages_come_in_with_a_list_of_what_is_left_out(
    catalog: Catalog, example: Path, tmp_path: Path
) -> None:
    """As others write them: no filePublic, a sex of their own, a count of 0, odd numbers."""
    put_media(catalog, example)

    def without(table: str, *gone: str, **cells: dict[int, str]) -> str:
        lines = rows(example, table)
        for column, by_row in cells.items():
            for number, text in by_row.items():
                lines[number][column] = text
        out = StringIO()
        names = [name for name in lines[0] if name not in gone]
        writer = csv.DictWriter(out, names, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(lines)
        return out.getvalue()

    odd = altered(
        example,
        tmp_path / "odd",
        media_csv=without("media", "filePublic", "fileMediatype"),
        deployments_csv=without("deployments", "latitude", cameraHeight={0: "high"}),
        observations_csv=without(
            "observations",
            "cameraSetupType",
            sex={0: "unknown", 1: "cock"},
            count={1: "0", 2: "many"},
            observationType={3: "bird"},
            eventStart={4: "then"},
            deploymentID={5: ""},
        ),
    )
    plan = take_in(catalog, odd)
    assert plan.matched == 423
    assert plan.counts["taken"] == 526, "all but the one that is of no deployment"
    names = {
        dict(one.more).get("observationID"): one for each in plan.names.values() for one in each
    }
    ids = [row["observationID"] for row in rows(example, "observations")]
    assert (names[ids[0]].sex, names[ids[1]].sex, names[ids[1]].count) == ("unknown", "cock", 0)
    assert names[ids[2]].count is None
    assert names[ids[3]].name == "Anas platyrhynchos"
    values, rest = plan.sentences()[1], plan.sentences()[0]
    assert rest.startswith("1 row is left out")
    assert ids[5] in rest
    for told in (
        f"observations {ids[2]}, count",
        f"observations {ids[3]}, observationType",
        "deployments 00a2c20d, cameraHeight",
    ):
        assert told in values
    report = export(catalog, "camtrap-dp", tmp_path / "out")
    assert set(report.remarks) == {"deployment-place"}, "which a person may fill in"


def test_machines_accept_no_names(catalog: Catalog, example: Path, tmp_path: Path) -> None:
    put_media(catalog, example)
    said = (example / "observations.csv").read_text().replace(",human,", ",machine,")
    plan = take_in(catalog, altered(example, tmp_path / "machine", observations_csv=said))
    assert plan.counts["machine"] > 500
    assert all(one.by != "Peter Desmet" for names in plan.names.values() for one in names)
