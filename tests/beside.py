"""Which tests stand beside a file: by what imports what, not by names."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property
from pathlib import PurePosixPath

import grimp

from tests.changes import ROOT

_ROOMS = ("visret_desktop", "bench", "installer", "training", "tests")
# These look at all files of the checkout, so they stand beside each of them.
OF_ALL = (
    "tests/unit/test_documents.py",
    "tests/unit/test_import_budgets.py",
    "tests/unit/test_languages.py",
    "tests/unit/test_one_door.py",
)
# How processes begin with modules that are not named for it.
_BEGUN = {
    "visret_desktop.__main__": r'(?:"-m", |module\()"visret_desktop"',
    "visret_desktop.engine.server": r'"-m", "visret_desktop", "engine"',
}


class Imports:
    """Who imports whom in this checkout."""

    def __init__(self) -> None:
        rooms = [one for one in _ROOMS if (ROOT / one).is_dir()]
        self._graph = grimp.build_graph(*rooms, cache_dir=None)
        self._tests = {one for one in self._graph.modules if _is_test(one)}

    def beside(self, path: str) -> set[str]:
        """Return the test files nearest to a file: itself, or those that take the fewest imports.

        A `conftest.py` counts as imported by all test files in its folder and below it, a module
        also by what begins a process with it, and by the tests of a folder that ask for a fixture
        made with it there. A file that is no module, or that nothing imports, counts as imported by
        what names it, or else its folder.
        """
        module = _module(path)
        found = self._nearest({module}) if module in self._graph.modules else set()
        return found or self._nearest(self._naming(PurePosixPath(path)))

    def _nearest(self, now: set[str]) -> set[str]:
        seen = set(now)
        while now and not now & self._tests:
            now = {user for one in now for user in self._users(one)} - seen
            seen |= now
        return {_file(one) for one in now & self._tests}

    def _users(self, module: str) -> set[str]:
        """Return what imports a module, and what names it or its package to begin or open it."""
        users = set(self._graph.find_modules_that_directly_import(module))
        package, _, name = module.rpartition(".")
        if name == "conftest":
            users |= self._below(package)
        for folder in [user.removesuffix(".conftest") for user in users if user in self._fixtures]:
            made = self._fixtures[f"{folder}.conftest"].made_with(module)
            users |= {test for test in self._below(folder) if made & self._words[test]}
        users |= self._quoting[module]
        while not users and "." in package:
            users = self._quoting[package]
            package = package.rpartition(".")[0]
        return users - {module}

    def _below(self, package: str) -> set[str]:
        return {test for test in self._tests if test.startswith(f"{package}.")}

    @cached_property
    def _fixtures(self) -> dict[str, "Fixtures"]:
        """By their `conftest.py`; without what all folders share."""
        of_folders = [one for one in self._texts if re.fullmatch(r"tests\..+\.conftest", one)]
        return {one: Fixtures(self._texts[one]) for one in of_folders}

    @cached_property
    def _words(self) -> dict[str, set[str]]:
        return {test: set(re.findall(r"\w+", self._texts[test])) for test in self._tests}

    def _naming(self, path: PurePosixPath) -> set[str]:
        for name in (path.name if path.suffix else "", *(one.name for one in path.parents)):
            users = self._texts_with(rf"""["'/]{re.escape(name)}["'/]""") if name else set()
            if users:
                return users
        return set()

    def _texts_with(self, pattern: str) -> set[str]:
        named = re.compile(pattern)
        return {one for one, text in self._texts.items() if named.search(text)}

    @cached_property
    def _quoting(self) -> dict[str, set[str]]:
        """By a module's name: the modules that have it in quotes, to open it or begin with it."""
        quoting = defaultdict[str, set[str]](set)
        for one, text in self._texts.items():
            for name in re.findall(r'"([\w.]+)(?=[":])', text):
                quoting[name].add(one)
        quoting.update({name: self._texts_with(begun) for name, begun in _BEGUN.items()})
        return quoting

    @cached_property
    def _texts(self) -> dict[str, str]:
        files = {one: ROOT / _file(one) for one in self._graph.modules}
        return {one: file.read_text("utf-8") for one, file in files.items() if file.exists()}


class Fixtures:
    """What the fixtures of a `conftest.py` are made with."""

    def __init__(self, text: str) -> None:
        tree = ast.parse(text)
        self._imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        parts = [one for one in tree.body if isinstance(one, ast.FunctionDef | ast.ClassDef)]
        self._uses = {part.name: _names_in(part) for part in parts}
        self._names = {part.name for part in parts if "fixture" in _decorators(part)}

    def made_with(self, module: str) -> set[str]:
        """Return the names of those that use a module, or what else is in the file and does."""
        reached = {
            name.asname or name.name
            for node in self._imports
            for name in node.names
            if module in (node.module, f"{node.module}.{name.name}")
        }
        while found := {name for name, uses in self._uses.items() if uses & reached} - reached:
            reached |= found
        return reached & self._names


def beside_all(paths: Iterable[str]) -> list[str]:
    """Return the test files beside these files and those that look at every file, in order."""
    imports = Imports()
    return sorted(set(OF_ALL).union(*(imports.beside(path) for path in paths)))


def _names_in(part: ast.AST) -> set[str]:
    nodes = list(ast.walk(part))
    names = {one.id for one in nodes if isinstance(one, ast.Name)}
    return names | {one.arg for one in nodes if isinstance(one, ast.arg)}


def _decorators(part: ast.FunctionDef | ast.ClassDef) -> str:
    return " ".join(map(ast.unparse, part.decorator_list))


def _is_test(module: str) -> bool:
    return module.startswith("tests.") and module.rpartition(".")[2].startswith("test_")


def _module(path: str) -> str:
    """Return the module that a file may be."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _file(module: str) -> str:
    """Return the path of a module that is no package."""
    return f"{module.replace('.', '/')}.py"
