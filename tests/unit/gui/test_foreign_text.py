"""What the window shows of others' names is never read as HTML: it goes through `literally`."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

GUI = Path(__file__).parents[3] / "visret_desktop" / "gui"
PLAIN = GUI / "widgets" / "plain_text.py"  # makes the plain labels
QUESTIONS = GUI / "widgets" / "dialog.py"
_SENTENCES = ("literally", "tr", "translate")


def test_tooltips_are_literal() -> None:
    unsure = [
        f"{path.relative_to(GUI)}:{call.lineno}"
        for path, call in _calls("setToolTip")
        if not _is_literal(call.args[-1])
    ]
    assert unsure == []


def test_labels_are_plain_and_questions_have_one_home() -> None:
    labels = [path for path, call in _calls("QLabel") if call.args and path != PLAIN]
    boxes = [path for path, _ in _calls("QMessageBox") if path != QUESTIONS]
    assert labels + boxes == []


def _calls(name: str) -> Iterator[tuple[Path, ast.Call]]:
    return ((path, call) for path, call in _all_calls() if _name_of(call.func) == name)


@cache
def _all_calls() -> list[tuple[Path, ast.Call]]:
    trees = {path: ast.parse(path.read_text("utf-8")) for path in sorted(GUI.rglob("*.py"))}
    nodes = ((path, node) for path, tree in trees.items() for node in ast.walk(tree))
    return [(path, node) for path, node in nodes if isinstance(node, ast.Call)]


def _is_literal(words: ast.expr) -> bool:
    """Tell whether words are a sentence of ours as it stands, or literal."""
    if isinstance(words, ast.IfExp):
        return _is_literal(words.body) and _is_literal(words.orelse)
    is_sentence = isinstance(words, ast.Call) and _name_of(words.func) in _SENTENCES
    return is_sentence or isinstance(words, ast.Constant)


def _name_of(called: ast.expr) -> str:
    if isinstance(called, ast.Attribute):
        return called.attr
    return called.id if isinstance(called, ast.Name) else ""
