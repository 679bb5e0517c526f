"""The recipes of docs/recipes.md are followed to the letter, in a copy of the program."""

import shlex
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.recipes import Copy, Recipe, Run, recipes

RECIPES = recipes()


def follow(folder: Path, followed: Iterable[Recipe]) -> None:
    """Follow recipes, and run what they name: files of tests once, in one run."""
    copy = Copy(folder)
    files: dict[str, None] = {}
    german: dict[str, str] = {}
    for recipe in followed:
        copy.follow(recipe)
        german |= recipe.german
    if german:
        copy.translate(german)
        files["tests/unit/test_languages.py::test_no_sentence_is_missing_or_unfinished"] = None
    for recipe in followed:
        for run in recipe.runs:
            if run.line.startswith("uv run pytest "):
                files |= dict.fromkeys(shlex.split(run.line)[3:])
            else:
                copy.run(run)
    copy.run(Run(shlex.join(["uv", "run", "pytest", *files])))


@pytest.mark.slow("it follows all recipes in one copy, and runs the tests that they name")
def test_all_recipes_can_be_followed_in_one_copy(tmp_path: Path) -> None:
    follow(tmp_path / "copy", RECIPES)


@pytest.mark.long
@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.title)
def test_a_recipe_needs_no_other(tmp_path: Path, recipe: Recipe) -> None:
    follow(tmp_path / "copy", [recipe])
