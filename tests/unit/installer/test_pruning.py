"""The table of what is taken away: it takes what it says, and says when it finds nothing."""

from pathlib import Path

import pytest

from installer.pruning import EVERYWHERE, LINUX, Rule, prune
from installer.steps import BuildError


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    for name in ("torch/include/a.h", "torch/bin/test_api", "torch/bin/torch_shm_manager"):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(bytes(1000))
    return tmp_path


def test_what_rules_name_is_gone_and_the_rest_stays(
    packages: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = [
        Rule("headers", ("torch/include", "torch/include/*.h")),
        Rule("programs", ("torch/bin/*",), keeps=("torch_shm*",)),
    ]
    prune(packages, rules)
    left = [path for path in packages.rglob("*") if path.is_file()]
    assert left == [packages / "torch/bin/torch_shm_manager"]
    assert [line.split() for line in capsys.readouterr().out.splitlines()] == [
        ["0.0", "MB", "headers"],
        ["0.0", "MB", "programs"],
    ]


@pytest.mark.parametrize(
    "rule",
    [
        Rule("one of two", ("torch/include", "torch/gone")),
        Rule("all is kept", ("torch/bin/torch_*",), keeps=("torch_shm_manager",)),
    ],
)
def test_a_rule_that_finds_nothing_is_an_error(packages: Path, rule: Rule) -> None:
    with pytest.raises(BuildError):
        prune(packages, [rule])


def test_each_rule_says_why_once() -> None:
    reasons = [rule.why for rule in LINUX]
    assert len(set(reasons)) == len(reasons)
    assert set(EVERYWHERE) <= set(LINUX)
