"""What was said of deployments stays with folders that move, and leaves with those that go."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.unit.exporters.made_library import FACTS, OTTER, hash_of, put_photo
from visret_desktop.interchange.deployments.survey import survey
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_deployments import (
    DeploymentKey,
    PackageFacts,
    StoredDeployment,
)
from visret_desktop.library.records import Metadata, Notes

WEIR = StoredDeployment(DeploymentKey("folder", 1, "weir"), "W1", fields={"habitat": "reeds"})
TAKEN = Metadata(taken_at="2026-05-01T10:00:00")


@pytest.fixture
def catalog(tmp_path: Path) -> Iterator[Catalog]:
    opened = Catalog.open(tmp_path / "catalog.db")
    (tmp_path / "outer" / "otters").mkdir(parents=True)
    opened.roots.add(tmp_path / "outer" / "otters")
    put_photo(opened, 1, "weir/1.JPG", TAKEN)
    yield opened
    opened.close()


def named(catalog: Catalog) -> dict[str, str]:
    found = survey(catalog, catalog.photo_ids().tolist()).deployments
    return {one.name: one.value("habitat") for one in found}


def test_saying_again_takes_the_place_and_nothing_drops_it(catalog: Catalog) -> None:
    catalog.annotations.put_deployments([WEIR])
    catalog.annotations.put_deployments([WEIR])
    assert named(catalog) == {"W1": "reeds"}
    assert len(catalog.deployments.stored()) == 1
    catalog.annotations.put_deployments([StoredDeployment(WEIR.key)])
    assert catalog.deployments.stored() == []
    assert named(catalog) == {"otters/weir": ""}


def test_a_folder_that_becomes_part_of_another_keeps_it(catalog: Catalog, tmp_path: Path) -> None:
    catalog.annotations.put_deployments([WEIR])
    catalog.roots.add(tmp_path / "outer")
    assert named(catalog) == {"W1": "reeds"}


def test_it_goes_with_its_folder(catalog: Catalog) -> None:
    catalog.annotations.put_deployments([WEIR])
    key = DeploymentKey("package", inside="P1", began="theirs")
    of_package = {"P1": StoredDeployment(key, "P1", "theirs", {"habitat": "river"})}
    content = hash_of("weir/1.JPG")
    catalog.annotations.take_package(
        of_package, {"P1": {content: {}}}, {content: Notes(names=(OTTER,))}
    )
    assert named(catalog) == {"P1": "river"}
    catalog.roots.remove(1)
    assert catalog.deployments.stored() == []


def test_an_outing_to_which_earlier_photos_come_keeps_its_name(catalog: Catalog) -> None:
    catalog.annotations.put_package(PackageFacts(by="outing"))
    (first,) = catalog.photo_ids().tolist()
    with catalog.batch():
        catalog.put_groups([(first, None, first)])
    (one,) = survey(catalog, [first]).deployments
    catalog.annotations.put_deployments([one.with_field("deploymentID", "the morning").stored()])
    put_photo(catalog, 1, "weir/0.JPG", Metadata(taken_at="2026-05-01T09:50:00"))
    both = catalog.photo_ids().tolist()
    with catalog.batch():
        catalog.put_groups([(number, None, max(both)) for number in both])
    assert set(named(catalog)) == {"the morning"}


def test_what_cannot_be_read_of_packages_counts_as_not_said(catalog: Catalog) -> None:
    catalog.annotations.put_package(FACTS)
    assert catalog.deployments.package() == FACTS
    catalog._db.execute("UPDATE meta SET value = '[' WHERE key = 'package'")
    assert catalog.deployments.package() == PackageFacts()
