"""Gather all that the window says, and build its languages.

    uv run python docs/make_languages.py

Writes in resources/languages/: `sentences.json`, the sentences that other parts of the program say;
`LANGUAGE.ts`, in which they and those of the window wait for a translator, with what was translated
before; and `LANGUAGE.qm`, what the window reads. Translate in the .ts, with Qt's Linguist or any
editor, and run this again. README.md there has the words to use.
"""

import ast
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from string import Formatter

import PySide6

from visret_desktop.gui.languages.sentences import CONTEXT, is_form
from visret_desktop.gui.photo.photo_rows import ROWS, SHARED_ROWS
from visret_desktop.packs.offers import offer_sets, offers
from visret_desktop.roles import ROLES
from visret_desktop.sentences import parsed
from visret_desktop.settings import declared

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "visret_desktop"
FOLDER = ROOT / "resources" / "languages"
# English has only what is one and what are many: the rest is in the code.
LANGUAGES = {"en": ["-pluralonly"], "de": []}

_OTHER_VOICES = ("gui", "cli", "judging", "fieldbook", "prompts")  # not shown, or by `tr`
_REASONS = ("reason", "fault", "why", "damage", "loss", "note")  # names of parts of sentences
# Put together from pieces, in `packs/speeds.py`, `engine/search/` and `engine/answers/wording.py`.
_SPEEDS = tuple(
    f"{about}{{0}} {what}"
    for about in ("about ", "")
    for what in (
        "a query", "a photo", "a sketch", "a word",
        "photos a second", "sketches a second", "words a second",
    )
)  # fmt: skip
_COUNTED_ANSWERS = tuple(
    form.format(one=one, many=many, One=one.capitalize(), Many=many.capitalize())
    for one, many in (("photo", "photos"), ("sketch", "sketches"))
    for form in (
        "Reading 1 {one} …",
        "Reading {{0}} {many} …",
        "{{0}}, in {one} {{1}}.",
        "{{0}}, in {many} {{1}}.",
        "{{0}}, in {one} {{1}}; but {{2}}.",
        "{{0}}, in {many} {{1}}; but {{2}}.",
        "{{0}}. That is from {one} {{1}}.",
        "{{0}}. That is from {many} {{1}}.",
        "{{0}}. That is from {one} {{1}}; but {{2}}.",
        "{{0}}. That is from {many} {{1}}; but {{2}}.",
        "{{0}} in {one} {{1}}",
        "{{0}} in {many} {{1}}",
        "{{0}} in {one} {{1}}; but {{2}}",
        "{{0}} in {many} {{1}}; but {{2}}",
        "The {one} read does not show it.",
        "The {one} read does not show it; {{0}}.",
        "None of the {{0}} {many} read shows it.",
        "None of the {{0}} {many} read shows it; {{1}}.",
        "What the reader says of the {one} cannot be used.",
        "What the reader says of the {many} cannot be used.",
        "No {one} could be read.",
        "{{0}}: {{1}} ({one} {{2}}).",
        "{{0}}: {{1}} ({many} {{2}}).",
        "{{0}}: {{1}} ({one} {{2}}); but {{3}}.",
        "{{0}}: {{1}} ({many} {{2}}); but {{3}}.",
        "{{0}}: the {many} differ, {{1}}.",
        "{{0}}: the {many} disagree, {{1}}.",
        "{{0}}: the {one} read does not show it.",
        "{{0}}: the {one} read does not show it; {{1}}.",
        "{{0}}: none of the {{1}} {many} read shows it.",
        "{{0}}: none of the {{1}} {many} read shows it; {{2}}.",
        "{{0}}: what the reader says of the {one} cannot be used.",
        "{{0}}: what the reader says of the {many} cannot be used.",
        "{{0}}: no {one} could be read.",
        "{{0}}: no {one} of it was found.",
    )
)
_ANSWERS = (
    "The first photo does not show it; reading {0} more …",
    "The first {0} photos do not show it; reading {1} more …",
    "The photos differ: {0}.",
    "The photos disagree: {0}.",
    "what the reader says of {0} more cannot be used",
    "From a sketch, not from photos: {0}.",
    "From sketches, not from photos: {0}.",
    "Sketch {0} says so, too.",
    "Sketches {0} say so, too.",
    "Sketch {0} says otherwise: {1}.",
    "Sketches {0} say otherwise: {1}.",
    "{0}: being read …",
    "{0} and {1}",
    "They are the same.",
    "They differ.",
    "There is no photo to read.",
    "There is no sketch to read.",
    "Asking the reader's memory, without photos …",
    "Without photos the reader has no answer.",
    "From the reader's memory, not from photos: {0}.",
)
_OTHERS = (
    "Sketches are not drawn: {0}",
    "The rewriter left out “{0}”",
    "The rewriter added “{0}”",
    "The rewriter drew the answer (“{0}”)",
    "The rewriter drew what is excluded (“{0}”)",
    "The rewriter took “{0}” from “{1}”",
    "The rewriter answered instead of saying what to draw",
    "The rewriter named one thing twice",
    "The rewriter mixed up two things",
    "no graphics processor with a driver was found",
    "unpack the new version and run its install.sh; where you only keep the folder, put the new"
    " one in its place",
    "install the new .deb over this one",
    "run the new setup; it replaces this version",
    "drag the new visret over this one",
    "install the new version in place of this one",
    "Preparing {0}",
    "With the encoder {0}.",
    "Encoders {0} of {1}: {2}",
    "{0} of the judged photos are not there now.",
    "a value such as {0}",
    "a value, such as {0}",
)
_COMPOSED = (*_SPEEDS, *_COUNTED_ANSWERS, *_ANSWERS, *_OTHERS)


def main() -> int:
    """Write all files."""
    build(FOLDER)
    return 0


def build(folder: Path) -> None:
    """Bring the files in a folder up to date."""
    forms = {form for text in _of_code() if is_form(form := _form(text))}
    sentences = sorted({*marked(), *forms, *_of_tables(), *_COMPOSED})
    text = json.dumps(sentences, indent=1, ensure_ascii=False) + "\n"
    (folder / "sentences.json").write_text(text, "utf-8")
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
    """Yield the words of settings, roles and offers."""
    for line in declared().values():
        yield from filter(None, (line.metadata["help"], line.metadata["unit"]))
    for role in ROLES.values():
        yield from (role.purpose, role.kind)
    for offer in offers():
        yield from filter(None, (offer.summary, offer.languages))
    for one_set in offer_sets():
        yield from (one_set.title, one_set.summary, one_set.needs)


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
            if isinstance(line, ast.Assign) and ast.unparse(line.targets[0]) == "sentence":
                return line.value
    return None


def _of_code() -> Iterator[str]:
    """Yield each text in the code that is a sentence or the reason in one."""
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).parts
        if parts[0] not in _OTHER_VOICES and parts[-1] != "wording.py":
            tree = ast.parse(path.read_text("utf-8"))
            passed_over = set(_not_said(tree))
            for node in ast.walk(tree):
                if id(node) not in passed_over and _is_sentence(text := _text(node)):
                    yield text
                yield from _reasons(node)


def _not_said(tree: ast.AST) -> Iterator[int]:
    """Yield what is a docstring, goes to the log, or is a part of an f-string."""
    for node in ast.walk(tree):
        if (marked := _form_in(node)) is not None:
            yield id(marked)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield id(node.value)
        elif isinstance(node, ast.JoinedStr):
            yield from map(id, node.values)
        elif isinstance(node, ast.Call) and ast.unparse(node.func).startswith("_log."):
            yield from map(id, ast.walk(node))


def _is_sentence(text: str) -> bool:
    begins = text[:1].isupper() or text.startswith(("{", "“", "1 "))
    ends = re.search(r"[.!?…]( ?\{\w*\})?$", text) is not None
    is_other = re.search(r" = | \?|\n", text)  # SQL, or a text file
    return begins and ends and not is_other and " " in text


def _reasons(node: ast.AST) -> Iterator[str]:
    """Yield texts that a name such as `reason` gets."""
    value: ast.expr | None = None
    if isinstance(node, ast.keyword) and node.arg in _REASONS:
        value = node.value
    elif isinstance(node, ast.Assign):
        names = [target.id for target in node.targets if isinstance(target, ast.Name)]
        value = node.value if set(names) & set(_REASONS) else None
    for part in _branches(value):
        text = _text(part)
        if sum(letter.isalpha() for letter in text.replace("{}", "")) > 8 and " " in text:
            yield text


def _branches(value: ast.expr | None) -> Iterable[ast.expr]:
    """Return what a value can be: both sides of a choice, the text that is filled in."""
    if isinstance(value, ast.IfExp):
        return (*_branches(value.body), *_branches(value.orelse))
    if isinstance(value, ast.BoolOp):
        return [part for each in value.values for part in _branches(each)]
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
        return _branches(value.func.value) if value.func.attr == "format" else ()
    return () if value is None else (value,)


def _text(node: ast.AST) -> str:
    """Return a text, with `{}` for what an f-string puts in; "" if it is none."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    if isinstance(node, ast.JoinedStr):
        return "".join(
            str(part.value).replace("{", "{{").replace("}", "}}")
            if isinstance(part, ast.Constant)
            else "{}"
            for part in node.values
        )
    return ""


def _form(text: str) -> str:
    """Return a text with `{0}`, `{1}` and so on for its fields, in the order in which they come."""
    names: list[str] = []
    parts = []
    for literal, field, _, _ in _parsed(text):
        parts.append(literal.replace("{", "{{").replace("}", "}}"))
        if field is not None:
            if not field or field not in names:
                names.append(field or f" {len(names)}")
            parts.append("{%d}" % names.index(field or names[-1]))  # noqa: UP031
    return "".join(parts)


def _parsed(text: str) -> list[tuple[str, str | None, str | None, str | None]]:
    try:
        return list(Formatter().parse(text))
    except ValueError:  # braces that are meant as such
        return [(text, None, None, None)]


if __name__ == "__main__":
    sys.exit(main())
