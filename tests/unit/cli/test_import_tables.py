"""`visret import-stations` and `import-observations`: shown, kept, taken back."""

import json
from contextlib import closing
from pathlib import Path

import pytest

from tests.unit.exporters.made_library import fill
from visret_desktop.cli.main import main
from visret_desktop.library.catalog.catalog import Catalog


@pytest.fixture
def table(tmp_path: Path, profile: Path) -> Path:
    (tmp_path / "otters").mkdir()
    (profile / "data").mkdir(parents=True)
    catalog = Catalog.open(profile / "data" / "catalog.db")
    fill(catalog, tmp_path / "otters")
    catalog.close()
    table = tmp_path / "stations.csv"
    table.write_text(
        "Station,Setup_date,Retrieval_date,Latitude,Longitude\n"
        "Weir,2026-04-30,2026-05-10,45.9,15.5\n",
        "utf-8",
    )
    return table


def test_a_table_is_kept_and_taken_back(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def deployments() -> list[tuple[str, str]]:
        assert main(["deployments", "--json"]) == 0
        rows = json.loads(capsys.readouterr().out)["deployments"]
        return [(one["id"], one["fields"].get("deploymentStart", "")) for one in rows]

    before = deployments()
    assert main(["import-stations", str(table), "--dry-run", "--json"]) == 0
    body = json.loads(capsys.readouterr().out)
    assert (body["matched"], body["deployments"]) == (5, [["Weir", "Weir", 5, 5]])
    assert deployments() == before
    assert main(["import-stations", str(table)]) == 0
    assert "5 photos belong to 1 deployment:" in capsys.readouterr().out
    assert ("Weir", "2026-04-30T12:00:00+02:00") in deployments()
    assert main(["import-stations", str(table), "--undo"]) == 0
    assert ": 1 deployment is forgotten." in capsys.readouterr().out
    assert deployments() == before
    assert main(["import-stations", str(table), "--undo"]) == 2


def test_names_of_a_table_are_kept_and_taken_back(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`visret import-observations`: shown, kept, taken back; names that were there stay."""

    def named() -> list[str]:
        with closing(Catalog.open(table.parent / "profile" / "data" / "catalog.db")) as catalog:
            photos = catalog.photos(catalog.photo_ids().tolist())
            (photo,) = [one for one in photos if one.path.match("weir/IMG_0.JPG")]
            return [one.name for one in photo.notes.names]

    before = named()
    table.write_text(
        "File,RelativePath,Species,Count\nIMG_0.JPG,weir,Lynx lynx,2\nIMG_9.JPG,weir,Lynx lynx,1\n"
    )
    assert main(["import-stations", str(table)]) == 2
    assert "`visret import-observations` takes" in capsys.readouterr().err
    given = ["import-observations", str(table)]
    assert main([*given, "--dry-run", "--json"]) == 0
    body = json.loads(capsys.readouterr().out)
    assert (body["matched"], body["media"], body["taken"]) == (1, 2, 1)
    assert (body["names"], body["unmatched"]) == ([["Lynx lynx", 1]], ["weir/IMG_9.JPG"])
    assert main(given) == 0
    assert "1 of the 2 names that they noted are accepted:" in capsys.readouterr().out
    assert named() == [*before, "Lynx lynx"]
    assert main([*given, "--undo"]) == 0
    assert named() == before
    assert ": the names that it gave 1 photo are forgotten." in capsys.readouterr().out
    assert main([*given, "--undo"]) == 2
