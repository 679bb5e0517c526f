"""The tests beside a file are those that reach it by the fewest imports."""

import pytest

from tests.beside import OF_ALL, Imports, beside_all
from tests.changed import main
from tests.changes import ROOT


@pytest.fixture(scope="module")
def imports() -> Imports:
    return Imports()


def test_what_imports_a_module_itself_is_nearest(imports: Imports) -> None:
    beside = imports.beside("visret_desktop/retrieval/query.py")
    assert "tests/unit/retrieval/test_query.py" in beside
    for test in beside:
        assert "retrieval.query" in (ROOT / test).read_text()


def test_a_file_of_tests_is_beside_itself(imports: Imports) -> None:
    assert imports.beside("tests/unit/test_names.py") == {"tests/unit/test_names.py"}


def test_through_other_modules_where_no_test_imports_it_itself(imports: Imports) -> None:
    """Tests of the window reach its parts through what drives it."""
    assert imports.beside("tests/gui/driver.py") >= {"tests/gui/test_main_window.py"}
    beside = imports.beside("visret_desktop/gui/window/interchange_controllers.py")
    assert beside
    assert not [test for test in beside if "export_work" in (ROOT / test).read_text()]


def test_fixtures_are_beside_all_that_may_use_them(imports: Imports) -> None:
    beside = imports.beside("tests/unit/exporters/conftest.py")
    files = (ROOT / "tests/unit/exporters").glob("test_*.py")
    assert beside == {file.relative_to(ROOT).as_posix() for file in files}


def test_what_a_fixture_is_made_with_is_used_by_those_who_ask_for_it(imports: Imports) -> None:
    """They import neither the job nor what calls it: `desk` indexes for them."""
    beside = imports.beside("visret_desktop/engine/indexing/index_job.py")
    through_desk = "tests/unit/engine/test_idle_looking.py"
    assert through_desk in beside
    assert "index_job" not in (ROOT / through_desk).read_text()
    assert "tests/unit/engine/test_messages.py" not in beside  # which asks for no desk


@pytest.mark.parametrize(
    ("path", "test"),
    [
        ("resources icons heart.svg", "tests/gui/test_theme.py"),
        ("installer wheels sources.txt", "tests/unit/test_wheel_recipes.py"),
    ],
)
def test_a_file_that_is_no_module_has_the_tests_of_what_names_it(
    imports: Imports, path: str, test: str
) -> None:
    assert test in imports.beside(path.replace(" ", "/"))  # or else this names it, too


def test_what_begins_a_process_is_imported_by_what_names_it(imports: Imports) -> None:
    assert "tests/hub/test_login.py" in imports.beside("visret_desktop/__main__.py")
    assert "tests/unit/engine/test_server.py" in imports.beside("visret_desktop/engine/server.py")
    assert imports.beside("visret_desktop/models/trials/chat_trial.py")


def test_every_module_has_tests_beside_it(imports: Imports) -> None:
    modules = (ROOT / "visret_desktop").rglob("*.py")
    paths = [path.relative_to(ROOT).as_posix() for path in modules if path.stat().st_size > 200]
    assert [path for path in paths if not imports.beside(path)] == []


def test_what_looks_at_all_files_is_beside_each() -> None:
    assert beside_all([]) == list(OF_ALL)
    assert all((ROOT / test).exists() for test in OF_ALL)


def test_a_commit_that_git_does_not_know_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["no-such-commit"]) == 2
    assert "no-such-commit" in capsys.readouterr().err
