"""`visret bench quality` on a world of forty pictures, with all models."""

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from visret_desktop.cli.main import main
from visret_desktop.packs.manifest import Pack
from visret_desktop.roles import Role

TINY = ["bench", "quality", "--photos", "40", "--queries", "2", "--m", "1"]


@pytest.fixture
def packs(profile: Path, starter_pack: Callable[[Role], Pack], compiled: Path) -> Path:
    """Install the starter packs that draw and rewrite, and the encoder as made ready already."""
    folder = profile / "data" / "packs"
    folder.mkdir(parents=True)
    (profile / "data" / "compiled").symlink_to(compiled)
    for role in (Role.REWRITER, Role.VISUALIZER):
        pack = starter_pack(role)
        (folder / pack.name).symlink_to(pack.directory)
    return folder


@pytest.mark.benchmark
def test_the_contract_and_all_files(
    packs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = [tmp_path / f"found{suffix}" for suffix in (".json", ".md", ".csv", ".svg", ".png")]
    saves = [word for name in names for word in ("--save", str(name))]
    chosen = ["--strategies", "original,visret-single,hybrid", "--ceilings"]
    assert main([*TINY, *chosen, *saves, "--json"]) == 0
    body = json.loads(capsys.readouterr().out)
    assert json.loads(names[0].read_text()) == body
    ways = ["original", "visret-single", "hybrid", "visret-single (drawn)", "hybrid (drawn)"]
    assert [row["strategy"] for row in body["results"]] == ways
    for row in body["results"]:
        assert row["queries"] == 2
        for name in ("ndcg@10", "recall@10", "success@1", "paper-ndcg@10", "map", "mrr"):
            low, high = row["ci95"][name]
            assert 0 <= low <= row[name] <= high <= 1
    original, single = body["results"][:2]
    assert (original["cost"]["rewriter_calls"], original["cost"]["sketches"]) == (0.0, 0.0)
    assert (single["cost"]["rewriter_calls"], single["cost"]["sketches"]) == (1.0, 1.0)
    assert single["cost"]["seconds"] > original["cost"]["seconds"]
    assert {test["to"] for test in body["tests"]} == {"visret-single", "hybrid"}
    text = names[1].read_text()
    assert "### Quality on fieldbook" in text
    assert "| visret-single (drawn) | 2 |" in text
    with names[2].open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 2 * len(ways)
    assert float(rows[0]["ndcg@10"]) >= 0
    assert "<svg" in names[3].read_text()
    assert names[4].read_bytes().startswith(b"\x89PNG")
    # Again, out of the cache: the same figures at the same price.
    assert main([*TINY, "--strategies", "visret-single", "--json"]) == 0
    (again,) = json.loads(capsys.readouterr().out)["results"]
    assert again["ci95"] == single["ci95"]
    assert again["cost"]["sketches"] == 1.0
    assert again["cost"]["seconds"] > 2 * original["cost"]["seconds"]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--save", "found.txt"], "endings"),
        (["--save", "/nowhere/found.json"], "no directory /nowhere"),
        (["--strategies", "best"], "not strategies"),
        (["--dataset", "own"], "--file"),
        (["--queries", "0"], "1 or more"),
    ],
)
def test_mistakes_are_usage_errors(
    profile: Path, arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*TINY, *arguments]) == 2
    assert reason in capsys.readouterr().err


def test_a_missing_pack_is_named(profile: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*TINY, "--strategies", "visret", "--visualizer", "dreamer"]) == 3
    assert "dreamer" in capsys.readouterr().err
