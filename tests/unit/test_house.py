"""The size and the order of the package, as figures that may only fall.

Each table says what stands today. What is made smaller lowers its figure in the same change; what
needs a higher one has to say in the change what pays for it.
"""

import ast
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "visret_desktop"

MOST_LINES = 122_167
MOST_FILES = 730
MOST_IN_A_FOLDER = 26  # files, without `__init__.py`
MOST_IN_A_FILE = 400  # lines
MOST_IMPORTS = 0.08  # of the lines
# Files that are longer, each with its lines.
LONGER = {
    "engine/messages.py": 723,  # a declared table: every message with its fields and bounds
    "errors.py": 425,  # a declared table: every error with its sentence
    "library/catalog/migrations.py": 478,
}
# Names that say the grammar of a value and not what it is: how often they are variables,
# parameters or attributes.
BARE_NAMES = {
    "found": 382,
    "said": 94,
    "told": 12,
    "others": 163,
    "given": 174,
    "asked": 197,
    "known": 833,
}


def test_the_package_does_not_grow() -> None:
    lines = {path: path.read_text("utf-8").count("\n") for path in _files()}
    assert len(lines) <= MOST_FILES
    assert sum(lines.values()) <= MOST_LINES


def test_no_folder_is_too_full() -> None:
    folders = Counter(path.parent for path in _files() if path.name != "__init__.py")
    full = {str(folder): count for folder, count in folders.items() if count > MOST_IN_A_FOLDER}
    assert full == {}


def test_no_file_is_too_long() -> None:
    for path in _files():
        name = path.relative_to(PACKAGE).as_posix()
        lines = path.read_text("utf-8").count("\n")
        assert lines <= LONGER.get(name, MOST_IN_A_FILE), name


def test_the_table_of_long_files_names_no_short_one() -> None:
    short = [name for name, lines in LONGER.items() if lines <= MOST_IN_A_FILE]
    gone = [name for name in LONGER if not (PACKAGE / name).is_file()]
    assert short + gone == []


def test_imports_are_few_of_the_lines() -> None:
    statements = (node for path in _files() for node in ast.walk(_tree(path)))
    imports = [node for node in statements if isinstance(node, ast.Import | ast.ImportFrom)]
    lines = sum((node.end_lineno or node.lineno) - node.lineno + 1 for node in imports)
    assert lines <= MOST_IMPORTS * sum(path.read_text("utf-8").count("\n") for path in _files())


def test_no_two_public_classes_have_one_name() -> None:
    homes = defaultdict(list)
    for path in _files():
        for node in _tree(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].append(path.relative_to(PACKAGE).as_posix())
    assert {name: paths for name, paths in homes.items() if len(paths) > 1} == {}


def test_no_imports_go_in_circles() -> None:
    """Those in functions count, too; those for types alone do not."""
    imports = {_module(path): _imported(_tree(path)) for path in _files()}
    files = {name for name in imports if not (PACKAGE.parent / name.replace(".", "/")).is_dir()}
    left = {name: imports[name] & files for name in files}
    while free := {name for name, names in left.items() if not names & left.keys()}:
        left = {name: names for name, names in left.items() if name not in free}
    assert set(left) == set()


@pytest.mark.parametrize("name", BARE_NAMES)
def test_names_say_what_a_value_is(name: str) -> None:
    count = sum(_names(path)[name] for path in _files())
    assert count <= BARE_NAMES[name]


@cache
def _files() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def _module(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)


def _imported(tree: ast.AST) -> set[str]:
    """Return every name that is imported from a module, with and without the last part."""
    names: set[str] = set()
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ImportFrom):
            names |= {f"{node.module}", *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
            names |= _imported(node)
    return names


@cache
def _names(path: Path) -> Counter[str]:
    names: Counter[str] = Counter()
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.Name):
            names[node.id] += 1
        elif isinstance(node, ast.arg):
            names[node.arg] += 1
        elif isinstance(node, ast.Attribute):
            names[node.attr] += 1
    return names
