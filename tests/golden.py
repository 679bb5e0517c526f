"""Record what a person or a program sees, so that a reorganization can show that nothing changed.

python -m tests.golden FOLDER [PHOTOS] writes one text file for each view: what every command says
as text and as JSON on a drawn library and on the photos in PHOTOS, each export, the messages of the
engine with their fields, the schema of the catalog, the settings, and every text of the window in
English and in German. Run it on the state before and on the state after, each into a folder of its
own, and compare the two: `diff -r BEFORE AFTER`. What differs from run to run is masked.
"""

import hashlib
import io
import json
import os
import re
import shutil
import sqlite3
import sys
import tempfile
import typing
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import closing, redirect_stderr, redirect_stdout
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from tests.gui.driver import WindowDriver
from visret_desktop import settings as settings_file
from visret_desktop.cli.main import main
from visret_desktop.engine.messages import KINDS
from visret_desktop.gui.languages import language as languages
from visret_desktop.paths import claim, default_paths
from visret_desktop.settings import Settings

Line = tuple[str, ...]
ROOT = Path(__file__).parents[1]
PHOTOS = 40  # of the drawn library
_SEARCHED = ("search", "--strategy", "original", "--top", "8")
# The lines depend on each other from the top down: the later ones find what the earlier ones left.
SAID: tuple[Line, ...] = (
    ("folders", "list"),
    ("index", "PHOTOS"),
    (*_SEARCHED, "a moss owl on a branch"),
    (*_SEARCHED, "heron -snow"),
    (*_SEARCHED, "owl AND NOT forest"),
    (*_SEARCHED, "owl AND ("),
    (*_SEARCHED, "last winter at the heron marsh"),
    (*_SEARCHED, "rated 4 or more"),
    (*_SEARCHED, "Eule im Schnee"),
    (*_SEARCHED, "a galaxy", "--where", "in 2024"),
    ("search", "What color are the feet of the tarn heron?", "--plan"),
    ("search", "a nest with three eggs", "--strategy", "rephrase", "--top", "5"),
    ("search", "a moss owl", "--m", "1", "--top", "5"),
    ("similar", "ONE", "--top", "5"),
    ("ask", "What color are the feet of the tarn heron?", "--m", "1"),
    ("tag", "ONE", "--add", "pond", "--rate", "4"),
    ("tag", "ONE", "--name", "Ardea cinerea", "--count", "2"),
    ("tag", "ONE"),
    (*_SEARCHED, "rated 4 or more"),
    (*_SEARCHED, "keyword:pond"),
    ("tag", "ONE", "--remove", "pond"),
    ("tag", "--undo"),
    ("saved", "add", "Herons", "tarn heron"),
    ("saved", "list"),
    ("saved", "run", "Herons", "--top", "3"),
    ("saved", "export", "OUT/saved.json"),
    ("saved", "remove", "Herons"),
    ("names", "list"),
    ("deployments",),
    ("deployments", "--package", "project=Owls", "contributor=Ada"),
    ("deployments", "--package", "sampling_design=opportunistic", "capture_method=timeLapse"),
    ("duplicates",),
    ("packs", "list"),
    ("packs", "show", "everyday"),
    ("packs", "show", "starter"),
    ("packs", "verify"),
    ("doctor",),
    ("doctor", "--check"),
    ("folders", "remove", "NOWHERE"),
    ("search",),
    ("index", "NOWHERE"),
    ("similar", "NOWHERE/a.jpg"),
    ("packs", "show", "nothing"),
    ("ask", "a heron"),
)
EXPORTS = {
    "csv": "csv",
    "jsonl": "jsonl",
    "geojson": "geojson",
    "kml": "kml",
    "inaturalist": "csv",
    "ebird": "csv",
    "copies": "",
    "html": "html",
    "camtrap-dp": "zip",
    "darwin-core": "zip",
}
_TEXTS = (
    *("windowTitle", "title", "text", "placeholderText", "toolTip", "statusTip", "prefix"),
    *("accessibleName", "accessibleDescription", "whatsThis", "suffix"),
)
_SOON_MS = 300
_MASKS = (
    (re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?"), "TIME"),
    (re.compile(r'("(?:\w+_)?(?:seconds|ms|rate|pid|memory\w*|bytes|free\w*)": )[-\d.e]+'), r"\1N"),
    (re.compile(r"\b\d[\d.,]* ?(s|ms|seconds|minutes|MB|GB|MiB|GiB|KB|photos/s)\b"), r"N \1"),
    (re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}\b"), "UUID"),
)


def record(folder: Path, photos: Path | None) -> None:
    """Write everything that is seen into `folder`, which must not be there yet."""
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory(prefix="golden-") as home:
        _use_profile(Path(home))
        _write(folder / "messages.txt", _messages())
        _write(folder / "settings.txt", _settings())
        drawn = Path(home, "drawn")
        _run(("demo", "--prepare-only", "--photos", str(PHOTOS)), home)
        for name, own in (("drawn", None), ("real", photos)):
            if name == "real" and own is None:
                continue
            view = _View(folder / name, Path(home), own or drawn)
            view.record()
        _write(folder / "schema.txt", _schema())
        for language in ("en", "de"):
            _write(folder / f"window.{language}.txt", _window(language))


class _View:
    """What the commands say of a library."""

    def __init__(self, folder: Path, home: Path, photos: Path) -> None:
        self._folder, self._home = folder, home
        (home / "out").mkdir(exist_ok=True)
        self._photos = photos if photos.is_dir() else _demonstration()
        pictures = (".jpg", ".jpeg", ".png")
        found = (p for p in self._photos.rglob("*") if p.suffix.lower() in pictures)
        self._one = min(found, key=str)

    def record(self) -> None:
        """Write a file for each command, and one for each export."""
        for number, line in enumerate(SAID):
            words = " ".join(line)
            name = f"{number:02}-" + re.sub(r"\W+", "-", words)[:50].strip("-")
            for suffix, more in (("txt", ()), ("json", ("--json",))):
                is_change = line[0] in ("saved", "tag") and len(line) > 2
                if suffix == "json" and is_change:
                    continue  # it would be done twice
                text = _run((*self._typed(line), *more), str(self._home))
                _write(
                    self._folder / f"{name}.{suffix}", [f"$ visret {words}", *self._masked(text)]
                )
        for kind, suffix in EXPORTS.items():
            out = self._home / "out" / (f"{kind}.{suffix}" if suffix else kind)
            text = _run(("export", kind, "--out", str(out), "--allow"), str(self._home))
            lines = [*self._masked(text), *self._masked("\n".join(_content(out)))]
            _write(self._folder / f"export-{kind}.txt", lines)
            _forget(out)

    def _typed(self, line: Line) -> Iterator[str]:
        stands_for = {"PHOTOS": str(self._photos), "ONE": str(self._one)}
        for word in line:
            typed = word.replace("OUT/", f"{self._home}/out/")
            yield stands_for.get(word, typed.replace("NOWHERE", f"{self._home}/nowhere"))

    def _masked(self, text: str) -> list[str]:
        for path, name in ((self._photos, "PHOTOS"), (self._home, "HOME"), (ROOT, "CHECKOUT")):
            text = text.replace(str(path), name)
        return _masked(text).splitlines()


def _masked(text: str) -> str:
    for pattern, mask in _MASKS:
        text = pattern.sub(mask, text)
    return text


def _use_profile(home: Path) -> None:
    for name in ("data", "cache", "config"):
        os.environ[f"VISRET_{name.upper()}_DIR"] = str(home / "profile" / name)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ["COLUMNS"] = "100"


def _run(line: Sequence[str], home: str) -> str:
    """Return what a command said on both streams, and its exit code."""
    said, errors = io.StringIO(), io.StringIO()
    here = Path.cwd()
    os.chdir(home)
    try:
        with redirect_stdout(said), redirect_stderr(errors):
            code = main(list(line))
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 2
    finally:
        os.chdir(here)
    return f"{said.getvalue()}--- stderr\n{errors.getvalue()}--- exit {code}\n"


def _demonstration() -> Path:

    with closing(sqlite3.connect(default_paths().catalog)) as db:
        ((path,),) = db.execute("SELECT path FROM folder LIMIT 1").fetchall()
    return Path(path)


def _content(out: Path) -> Iterator[str]:
    """Name what an export wrote: texts as they are, other bytes by their hash."""
    if out.is_dir():
        for one in sorted(p for p in out.rglob("*") if p.is_file()):
            yield from _named(str(one.relative_to(out)), one.read_bytes())
    elif zipfile.is_zipfile(out):
        with zipfile.ZipFile(out) as archive:
            for name in sorted(archive.namelist()):
                yield from _named(name, archive.read(name))
    elif out.exists():
        yield from _named(out.name, out.read_bytes())


def _named(name: str, content: bytes) -> Iterator[str]:
    yield f"=== {name}"
    try:
        yield content.decode()
    except UnicodeDecodeError:
        yield f"{len(content)} bytes, {hashlib.sha256(content).hexdigest()}"


def _forget(out: Path) -> None:
    if out.is_dir():
        shutil.rmtree(out)
    else:
        out.unlink(missing_ok=True)


def _messages() -> Iterator[str]:

    for kind, cls in sorted(KINDS.items(), key=lambda one: str(one[0])):
        yield f"{kind}"
        for name, hint in typing.get_type_hints(cls, include_extras=True).items():
            yield f"    {name}: {re.sub(r'[a-z_]+[.]', '', str(hint))}"


def _settings() -> Iterator[str]:

    claim(default_paths())
    settings_file.save(default_paths().settings, Settings())
    stored = json.loads(default_paths().settings.read_text())
    yield json.dumps(stored, indent=1, sort_keys=True)


def _schema() -> Iterator[str]:

    with closing(sqlite3.connect(default_paths().catalog)) as db:
        rows = db.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")
        yield from (sql for (sql,) in rows)


def _window(language: str) -> Iterator[str]:
    """Name every text of the window and of the dialogs that its menus open, in a language."""

    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    languages.use(app, language)
    chosen = settings_file.load(default_paths().settings)
    chosen = replace(chosen, language=language, watch_folders=False, pictures_enabled=False)
    settings_file.save(default_paths().settings, chosen)
    driver = WindowDriver.open(default_paths(), chosen)
    window = driver.window
    window.begin([], "")
    driver.until(lambda: driver.model.rowCount() >= PHOTOS and not driver.session.indexing)
    driver.ask("a moss owl")
    driver.view.select_row(0)
    driver.settle()
    yield "== the window"
    yield from _texts(window)
    for action in window.findChildren(QAction):
        if action.isEnabled() and action.text().split("\t")[0].endswith("…"):
            yield f"== {action.text()}"
            yield from _texts_of_opened(action)
    driver.close()


def _texts_of_opened(action: QAction) -> list[str]:
    """Choose what opens a dialog; return the texts of the dialog, and close it."""
    there = QApplication.topLevelWidgets()
    said: list[str] = []

    def take() -> None:
        opened = [w for w in QApplication.topLevelWidgets() if w not in there and w.isVisible()]
        for made in opened:
            if not isinstance(made, QFileDialog):  # its texts are Qt's own
                said.extend(_texts(made))
            made.close()

    QTimer.singleShot(_SOON_MS, take)  # also while the dialog has a loop of its own
    action.trigger()
    loop = QEventLoop()
    QTimer.singleShot(2 * _SOON_MS, loop.quit)
    loop.exec()
    return said


def _texts(top: QWidget) -> Iterator[str]:
    """Name each text of a widget and of what is in it once, whatever the widgets' classes are."""
    parts = (top, *top.findChildren(QWidget), *top.findChildren(QAction))
    texts = {(name, _called(each, name)) for each in parts for name in _TEXTS}
    yield from sorted({f"{name}: {_masked(text)!r}" for name, text in texts if text})


def _called(each: object, name: str) -> str:
    method = getattr(each, name, None)
    try:
        value = method() if callable(method) else ""
    except (TypeError, RuntimeError):
        return ""
    return value if isinstance(value, str) else ""


def _write(file: Path, lines: Iterator[str] | Sequence[str]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    record(Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else None)
