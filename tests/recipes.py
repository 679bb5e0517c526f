"""Follow the recipes of docs/recipes.md in a copy of the program, as a person would."""

import ast
import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).parents[1]
_LEFT_OUT = {".git", ".venv", "build", "dist", "shared"}
_PLACE = re.compile(
    r"(?:In `(?P<file>[^`]+)`, (?P<how>below|above|in place of) "
    r"(?:``(?P<long>.+?)``|`(?P<line>[^`]+)`)"
    r"|At the end of (?:`(?P<name>\w+)` in )?`(?P<of>[^`]+)`"
    r"|New file `(?P<new>[^`]+)`)"
)
_GERMAN = re.compile(r"^German of `([^`]+)`:\s`([^`]+)`", re.MULTILINE)
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass
class Run:
    """A command line, and what its output has."""

    line: str
    has: list[str] = field(default_factory=list)


@dataclass
class Edit:
    """A change of a file. `written` is the text, or the command that prints it."""

    place: "re.Match[str]"
    written: str | Run


@dataclass
class Recipe:
    """What to write, what it is called in German, and what to run then."""

    title: str
    edits: list[Edit] = field(default_factory=list)
    german: dict[str, str] = field(default_factory=dict)
    runs: list[Run] = field(default_factory=list)


def recipes() -> list[Recipe]:
    """Read docs/recipes.md."""
    _, *parts = (ROOT / "docs" / "recipes.md").read_text("utf-8").split("\n## ")
    return [_read(part) for part in parts]


def _read(part: str) -> Recipe:
    title, _, text = part.partition("\n")
    recipe, end = Recipe(title, german=dict(_GERMAN.findall(text))), 0
    for block in _BLOCK.finditer(text):
        before = text[end : block.start()].rstrip().split("\n\n")[-1].replace("\n", " ")
        end = block.end()
        place, runs = _PLACE.match(before), _runs(block[2]) if block[1] == "console" else []
        if place is not None:
            recipe.edits.append(Edit(place, runs[0] if runs else block[2]))
        else:
            assert before.endswith("Run:"), f"{title}: nothing says where this belongs: {block[0]}"
            recipe.runs += runs
    assert recipe.edits, title
    assert recipe.runs, title
    return recipe


def _runs(block: str) -> list[Run]:
    runs: list[Run] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            runs.append(Run(line[2:]))
        else:
            runs[-1].has.append(line)
    return runs


class Copy:
    """A copy of the program, in which recipes are followed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(ROOT, folder, ignore=lambda *_: _LEFT_OUT)

    def follow(self, recipe: Recipe) -> None:
        """Make the changes of a recipe, but for its German."""
        for edit in recipe.edits:
            written = edit.written
            self._change(edit.place, self.run(written) if isinstance(written, Run) else written)

    def translate(self, german: dict[str, str]) -> None:
        """Write the German of what is new."""
        make = Run("uv run python docs/make_languages.py")
        self.run(make)
        text = self._read("resources/languages/de.ts")
        for english, translated in german.items():
            source = f"<source>{escape(english)}</source>"
            open_one = f'{source}\n        <translation type="unfinished"></translation>'
            assert open_one in text, f"nothing waits for the German of {english!r}"
            text = text.replace(
                open_one, f"{source}\n        <translation>{escape(translated)}</translation>"
            )
        self._write("resources/languages/de.ts", text)
        self.run(make)

    def run(self, run: Run) -> str:
        """Run a command, look for what its output has, and return the output."""
        words = shlex.split(run.line)
        if words[:2] == ["uv", "run"]:
            words = words[2:]
        if words[0] != "mkdir":
            program = {
                "python": [],
                "visret": ["-m", "visret_desktop"],
                "pytest": ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0"],
            }
            words = [sys.executable, *program[words[0]], *words[1:]]
        own = {
            f"VISRET_{name}_DIR": str(self.folder / "profile" / name.lower())
            for name in ("DATA", "CACHE", "CONFIG")
        }
        own |= {"PYTHONPATH": str(self.folder), "VISRET_TEST_FORMS_OF": str(ROOT)}
        ended = subprocess.run(
            words,
            cwd=self.folder,
            env={**os.environ, **own},
            capture_output=True,
            text=True,
            check=False,
        )
        output = ended.stdout + ended.stderr
        assert ended.returncode == 0, f"{run.line}\n{output[-5000:]}"
        for piece in run.has:
            assert piece in output, f"{run.line}\n{piece!r} is not in\n{output[-2000:]}"
        return ended.stdout

    def _change(self, place: "re.Match[str]", written: str) -> None:
        if place["new"]:
            assert not (self.folder / place["new"]).exists(), place[0]
            self._write(place["new"], written)
        elif place["of"]:
            text = self._read(place["of"])
            lines = text.splitlines(keepends=True)
            end = _end_of(text, place["name"]) if place["name"] else len(lines)
            self._write(place["of"], "".join([*lines[:end], written, *lines[end:]]))
        else:
            lines = self._read(place["file"]).splitlines(keepends=True)
            start = place["long"] or place["line"]
            (at,) = [i for i, line in enumerate(lines) if line.lstrip().startswith(start)] or [-1]
            assert at >= 0, f"no line begins like this: {place[0]}"
            first, after = {"below": (at + 1, at + 1), "above": (at, at)}.get(
                place["how"], (at, at + 1)
            )
            self._write(place["file"], "".join([*lines[:first], written, *lines[after:]]))

    def _read(self, name: str) -> str:
        return (self.folder / name).read_text("utf-8")

    def _write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text, "utf-8")


def _end_of(text: str, name: str) -> int:
    """Return the number of the line before which the end of a class or of a table is."""
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef) and node.name == name:
            return node.end_lineno or 0
        targets = node.targets if isinstance(node, ast.Assign) else ()
        if isinstance(node, ast.AnnAssign):
            targets = [node.target]
        if any(isinstance(each, ast.Name) and each.id == name for each in targets):
            return (node.end_lineno or 1) - 1
    raise AssertionError(f"there is no {name}")
