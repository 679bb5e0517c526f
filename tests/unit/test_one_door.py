"""Nothing but `file_changes` creates, replaces, moves or deletes files."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TypeGuard

import pytest

import visret_desktop

PACKAGE = Path(visret_desktop.__file__).parent
BENCH = PACKAGE.parent / "bench"
DOOR = "file_changes/"

# By file and line of code: why it may.
ALLOWED = {
    ("decoding/child.py", 'FileIO(private, "w")'): "a pipe, by its number",
    ("exporters/darwin_core/archive_writer.py", 'archive.open(about, "w", force_zip64=True)'): (
        "an entry of a zip, in a file that the door opened"
    ),
    ("institution/private_server.py", "os.chown"): (
        "as root: the folder of the private server goes to the user who runs it"
    ),
    ("institution/private_server.py", "apart.rmdir()"): (
        "the empty folder that its socket had, which it made itself"
    ),
    ("models/encoders/tokenizer_compiling.py", "engine.save(str(path), pretty=False)"): (
        "a library writes it, into the folder that an export is made in"
    ),
    ("plain_files.py", "os.open(path, _READ)"): "it only reads",
    ("retrieval/vector_index.py", "np.save(path, ...)"): (
        "NumPy writes it, into the folder of the index"
    ),
}

_ANY_ARGUMENTS = {"unlink", "rmdir", "write_text", "write_bytes", "symlink_to", "hardlink_to"}
_ONE_ARGUMENT = {"rename", "replace"}  # `str.replace` takes two, `dataclasses.replace` a name
_OF_MODULE = {
    "os": {
        *("remove", "unlink", "rename", "renames", "replace", "link", "symlink", "truncate"),
        *("rmdir", "removedirs", "mknod", "mkfifo", "chmod", "chown"),
    },
    "shutil": {"rmtree", "move", "copy", "copy2", "copyfile", "copytree", "copymode", "copystat"},
}
_READS_ONLY = {"O_RDONLY", "O_DIRECTORY", "O_CLOEXEC", "O_NOFOLLOW", "O_BINARY"}
_OPENERS = {"open", "FileIO"}
_MODE = re.compile(r"[rwaxbtU+]{1,4}")
_WRITING = re.compile(r"[wax+]")
# What is saved by these is ours, or an open file.
_OWN_SAVES = {"settings", "settings_file", "index", "_index", "judgments"}
_OPEN_FILES = {"buffer", "file"}


def changes(source: str) -> Iterator[tuple[int, str]]:
    """Yield line and text of whatever would change a disk."""
    for node in ast.walk(ast.parse(source)):
        if _is_change(node):
            yield node.lineno, ast.unparse(node)


def _is_change(node: ast.AST) -> TypeGuard[ast.expr | ast.stmt]:
    if isinstance(node, ast.Attribute):  # also where it is not called: `way in (os.link, …)`
        return _is_of_module(node)
    if isinstance(node, ast.ImportFrom):
        forbidden = _OF_MODULE.get(node.module or "", set())
        return any(alias.name in forbidden for alias in node.names)
    return isinstance(node, ast.Call) and not _is_of_module(node.func) and _is_calling(node)


def _is_of_module(node: ast.expr) -> bool:
    if not (isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)):
        return False
    return node.attr in _OF_MODULE.get(node.value.id, ())


def _is_calling(call: ast.Call) -> bool:
    name = _name(call.func)
    if isinstance(call.func, ast.Attribute):
        if name in _ANY_ARGUMENTS:
            return True
        if name in _ONE_ARGUMENT:
            return len(call.args) == 1 and not call.keywords
        if name == "touch":
            return not call.args and {k.arg for k in call.keywords} <= {"mode", "exist_ok"}
        if name == "save":
            return _is_save_to_path(call)
        if _name(call.func.value) == "os" and name == "open":
            return _may_write(call)
    return name in _OPENERS and any(map(_is_writing_mode, _modes(call)))


def _is_save_to_path(call: ast.Call) -> bool:
    assert isinstance(call.func, ast.Attribute)
    is_own = _name(call.func.value) in _OWN_SAVES
    return bool(call.args) and not is_own and _name(call.args[0]) not in _OPEN_FILES


def _may_write(call: ast.Call) -> bool:
    """Tell whether `os.open` might be asked to write; `/dev/null` keeps nothing."""
    if ast.unparse(call.args[0]) == "os.devnull":
        return False
    flags = {node.attr for node in ast.walk(call.args[1]) if isinstance(node, ast.Attribute)}
    others = [node for node in ast.walk(call.args[1]) if isinstance(node, ast.Name | ast.Call)]
    is_known = all(isinstance(node, ast.Name) and node.id == "os" for node in others)
    return not is_known or not flags <= _READS_ONLY


def _modes(call: ast.Call) -> Iterator[ast.expr]:
    if call.args and ast.unparse(call.args[0]) == "os.devnull":
        return
    yield from call.args[:2]
    yield from (keyword.value for keyword in call.keywords if keyword.arg == "mode")


def _is_writing_mode(node: ast.expr) -> bool:
    if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
        return False
    return bool(_MODE.fullmatch(node.value) and _WRITING.search(node.value))


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""


def _is_form(row: tuple[str, str], file: str, text: str) -> bool:
    def plain(words: str) -> str:
        return words.replace('"', "'").partition("...")[0]

    allowed, form = row
    return file == allowed and plain(text).startswith(plain(form))


def _is_allowed(file: str, text: str) -> bool:
    return any(_is_form(row, file, text) for row in ALLOWED)


def test_only_the_door_changes_files() -> None:
    found = [
        f"{path}:{line}: {text}"
        for folder in (PACKAGE, BENCH)
        for path in sorted(folder.rglob("*.py"))
        if not (file := path.relative_to(folder).as_posix()).startswith(DOOR)
        for line, text in sorted(changes(path.read_text(encoding="utf-8")))
        if not _is_allowed(file, text)
    ]
    assert not found, "let `file_changes` do it:\n" + "\n".join(found)


def test_what_is_allowed_is_still_done() -> None:
    done = [
        (file, text)
        for file in sorted({file for file, _ in ALLOWED})
        for _, text in changes((PACKAGE / file).read_text(encoding="utf-8"))
    ]
    assert [row for row in ALLOWED if not any(_is_form(row, *one) for one in done)] == []


@pytest.mark.parametrize(
    "source",
    [
        "path.unlink()",
        "path.unlink(missing_ok=True)",
        "path.rmdir()",
        "path.rename(other)",
        "path.replace(other)",
        "path.with_name('x').write_text('y', encoding='utf-8')",
        "path.write_bytes(b'')",
        "path.touch()",
        "path.touch(exist_ok=False)",
        "path.symlink_to(other)",
        "path.hardlink_to(other)",
        "os.remove(path)",
        "os.unlink(path)",
        "os.rename(path, other)",
        "os.replace(path, other)",
        "os.link(path, other)",
        "os.symlink(path, other)",
        "os.truncate(path, 0)",
        "os.rmdir(path)",
        "for way in (os.link,): way(path, other)",
        "from os import replace",
        "from shutil import copyfile as copy_it, disk_usage",
        "os.open(path, os.O_WRONLY)",
        "os.open(path, os.O_RDONLY | os.O_CREAT)",
        "os.open(path, flags)",
        "os.open(path, getattr(os, name))",
        "shutil.rmtree(path)",
        "shutil.rmtree(path, ignore_errors=True)",
        "shutil.copyfile(path, other)",
        "shutil.copytree(path, other)",
        "shutil.copy2(path, other)",
        "shutil.move(path, other)",
        "open(path, 'w')",
        "open(path, mode='ab')",
        "io.open(path, 'r+b')",
        "gzip.open(path, 'wt')",
        "path.open('x')",
        "path.open(encoding='utf-8', mode='a')",
        "FileIO(path, 'w')",
        "picture.save(path)",
        "Image.fromarray(pixels).save(folder / 'x.png', 'PNG')",
        "np.save(path, vectors)",
    ],
)
def test_a_change_is_seen(source: str) -> None:
    assert list(changes(source)), source


@pytest.mark.parametrize(
    "source",
    [
        "'a-b'.replace('-', '+')",
        "dataclasses.replace(settings, m=2)",
        "replace(settings, m=2)",
        "when.replace(tzinfo=None)",
        "open(path)",
        "path.open('rb')",
        "path.open(encoding='utf-8', newline='')",
        "Library.open(paths, settings)",
        "os.open(path, os.O_RDONLY | os.O_DIRECTORY)",
        "os.open(os.devnull, os.O_WRONLY)",
        "open(os.devnull, 'w')",
        "shutil.disk_usage(path)",
        "painter.save()",
        "picture.save(buffer, 'PNG')",
        "settings.save(paths.settings, chosen)",
        "catalog.touch(photos, online=True)",
        "path.mkdir(parents=True)",
        "file_changes.remove(path)",
    ],
)
def test_what_changes_nothing_is_let_through(source: str) -> None:
    assert not list(changes(source)), source
