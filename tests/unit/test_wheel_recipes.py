"""Each pinned source has a recipe, is what the tests run with, and is not changed blindly."""

import importlib.metadata
import re
from pathlib import Path

import pytest

from installer import wheels
from installer.wheels.recipes import RECIPES, SourceChanged, choose_processors

_SOURCES = Path(wheels.__file__).with_name("sources.txt").read_text(encoding="utf-8")


def test_sources_are_those_that_the_tests_run_with() -> None:
    pinned = dict(re.findall(r"^([\w-]+)==(\S+) \\\n    --hash=sha256:\w{64}$", _SOURCES, re.M))
    assert pinned == {name: importlib.metadata.version(name) for name in RECIPES}


def test_a_source_that_is_not_as_it_was_is_refused(tmp_path: Path) -> None:
    (tmp_path / "CMakeLists.txt").write_text("project(llama_cpp)\n")
    with pytest.raises(SourceChanged, match=r"CMakeLists\.txt: 0 places to change, 1 expected"):
        choose_processors(tmp_path)
