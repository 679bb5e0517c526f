"""Gather all that the window says, and build its languages.

    uv run python docs/make_languages.py

Writes in resources/languages/: `LANGUAGE.ts`, in which the sentences of the window and the forms of
all others wait for a translator, with what was translated before; and `LANGUAGE.qm`, which the
window reads. Translate in the .ts, with Qt's Linguist or any editor, and run this again. README.md
there has the words to use.
"""

import ast
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import PySide6

from visret_desktop.paths import bundled
from visret_desktop.gui.languages.sentences import CONTEXT
from visret_desktop.gui.photo.photo_rows import ROWS, SHARED_ROWS
from visret_desktop.packs.manifest import read_description
from visret_desktop.packs.offers import offer_sets, offers
from visret_desktop.roles import ROLES
from visret_desktop.sentences import parsed
from visret_desktop.settings import declared

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "visret_desktop"
FOLDER = ROOT / "resources" / "languages"
# English has only what is one and what are many: the rest is in the code.
LANGUAGES = {"en": ["-pluralonly"], "de": []}


def main() -> int:
    """Write all files."""
    build(FOLDER)
    return 0


def build(folder: Path) -> None:
    """Bring the files in a folder up to date."""
    sentences = sorted({*marked(), *_of_tables()})
    with tempfile.TemporaryDirectory() as beside:
        said = Path(beside, "sentences.py")
        kept = [_noop(CONTEXT, one) for one in sentences]
        kept += [_noop("PhotoRows", title) for title in {**ROWS, **SHARED_ROWS}]
        said.write_text("".join(kept), "utf-8")
        files = [str(path) for path in sorted((PACKAGE / "gui").rglob("*.py"))]
        for name, options in LANGUAGES.items():
            into = folder / f"{name}.ts"
            how = ("-locations", "none", "-no-obsolete", "-no-ui-lines", *options)
            _run("lupdate", *how, *files, str(said), "-source-language", "en",
                 "-target-language", name, "-ts", str(into))  # fmt: skip
            _run("lrelease", "-silent", str(into), "-qm", str(into.with_suffix(".qm")))


def _noop(context: str, text: str) -> str:
    return f'QT_TRANSLATE_NOOP("{context}", {json.dumps(text, ensure_ascii=False)})\n'


def _run(tool: str, *arguments: str) -> None:
    folder = PySide6.__path__[0]
    program = shutil.which(tool, path=folder) or shutil.which(tool, path=f"{folder}/Qt/libexec")
    if program is None:
        sys.exit(f"PySide6 here lacks {tool}.")
    subprocess.run([program, *arguments], check=True, stdout=subprocess.DEVNULL)


# ---- what other parts say ---------------------------------------------------------------------


def _of_tables() -> Iterator[str]:
    """Yield the words of settings, roles, offers and what is built in."""
    for line in declared().values():
        yield from filter(None, (line.metadata["help"], line.metadata["unit"]))
    for role in ROLES.values():
        yield from (role.purpose, role.kind)
    for offer in offers():
        yield from filter(None, (offer.summary, offer.languages))
    for one_set in offer_sets():
        yield from (one_set.title, one_set.summary, one_set.needs)
    for directory in sorted(bundled("starter").iterdir()):
        pack = read_description(directory)
        yield from (pack.title, pack.made_by)


def marked() -> Iterator[str]:
    """Yield each form: what `sentence` and `form` are called with, and those of errors."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (given := _form_in(node)) is not None:
                text = ast.literal_eval(given)
                if any(letter.isalpha() for literal, *_ in parsed(text) for letter in literal):
                    yield text


def _form_in(node: ast.AST) -> ast.expr | None:
    """Return where a form stands in a call of `sentence` or `form`, or in a class of errors."""
    if isinstance(node, ast.Call) and ast.unparse(node.func) in ("sentence", "form"):
        return node.args[0]
    if isinstance(node, ast.ClassDef):
        for line in node.body:
            if isinstance(line, ast.Assign | ast.AnnAssign) and isinstance(
                line.value, ast.Constant
            ):
                name = line.target if isinstance(line, ast.AnnAssign) else line.targets[0]
                if ast.unparse(name) == "sentence":
                    return line.value
    return None


if __name__ == "__main__":
    sys.exit(main())
