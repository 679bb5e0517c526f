"""Words from outside reach no shell, SQL, HTML, format string or terminal as anything but words."""

import logging
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QTextDocument
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from tests.end_to_end.conftest import Profile, write_photo
from tests.gui.driver import WindowDriver
from visret_desktop import logs
from visret_desktop.cli.output import Output
from visret_desktop.engine.answers.answer_builder import composed, with_reading
from visret_desktop.engine.answers.question_split import ComparedEntity
from visret_desktop.engine.messages import Evidence, Progress, QueryTerm
from visret_desktop.errors import UsageError
from visret_desktop.gui.engine.engine_client import EngineClient
from visret_desktop.gui.library.library_panel import LibraryPanel
from visret_desktop.gui.library.problems_page import ProblemsModel
from visret_desktop.gui.models.pack_progress import linked, with_links
from visret_desktop.gui.photo.photo_actions import reveal_folder
from visret_desktop.gui.search.query_chips import ChipRow
from visret_desktop.gui.widgets.banner import Banner
from visret_desktop.gui.widgets.plain_text import literally
from visret_desktop.gui.widgets.status_line import StatusLine
from visret_desktop.gui.window.main_window import MainWindow
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.library.records import Fingerprint, Folder, FolderState, Metadata, Problem
from visret_desktop.models.interfaces import Reading
from visret_desktop.paths import Paths
from visret_desktop.recent_queries import RecentQueries
from visret_desktop.sentences import visible
from visret_desktop.settings import Settings

TallyUp = Callable[[str, int, str], None]
HOSTILE = (
    "<b>bold</b>",
    "<img src=x onerror=alert(1)>",
    '<a href="file:///etc/passwd">click</a>',
    "'; DROP TABLE photo; --",
    '" OR 1=1 --',
    "{0.__class__} %s %n {evil} {}",
    "$(touch pwned) `touch pwned` ; touch pwned &",
    "[red]not red[/red]",
    "\x1b[31mred\x1b]0;title\x07",
    "line\nfeed\rreturn",
    "\u202egnp.exe",
    "photo_text MATCH 'x' NEAR(a b) * ^ : AND OR NOT",
    "*?[a-z]%_",
    "-rf --json",
)


@pytest.fixture(params=HOSTILE, ids=range(len(HOSTILE)))
def words(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def shown_by(label: QLabel) -> str:
    """Return the characters that a person sees."""
    is_rich = label.textFormat() == Qt.TextFormat.RichText or (
        label.textFormat() == Qt.TextFormat.AutoText and looks_rich(label.text())
    )
    return plain_of(label.text()) if is_rich else label.text()


def looks_rich(text: str) -> bool:
    """Tell whether Qt takes a text for HTML: it then shows fewer characters than there are."""
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.AutoText)
    plain = QLabel(text)
    plain.setTextFormat(Qt.TextFormat.PlainText)
    return label.sizeHint() != plain.sizeHint() or text.startswith("<qt>")


def plain_of(rich: str) -> str:
    """Return what a rich text looks like."""
    document = QTextDocument()
    document.setHtml(rich)
    return document.toPlainText()


# ---- the window -----------------------------------------------------------------------------


def test_literal_words_are_shown_letter_by_letter(words: str, qapp: QApplication) -> None:
    shown = literally(words)
    text = plain_of(shown) if shown.startswith("<qt>") else shown
    assert text.split() == words.split()


def test_sentences_and_names_in_the_window(words: str, qtbot: QtBot) -> None:
    banner, status = Banner(), StatusLine()
    for widget in (banner, status):
        qtbot.addWidget(widget)
    banner.say("failed", f"Cannot read {words}")
    assert words in " ".join(map(shown_by, banner.findChildren(QLabel)))
    status.show_progress(Progress(1, "embed", done=1, total=2), words)
    assert words in " ".join(map(shown_by, status.findChildren(QLabel)))
    status.end(words)
    assert words in " ".join(map(shown_by, status.findChildren(QLabel)))


def test_every_label_of_the_window_shows_what_it_is_given(
    tmp_path: Path, qtbot: QtBot, tally: TallyUp
) -> None:
    paths = Paths(tmp_path / "data", tmp_path / "cache", tmp_path / "config")
    window = MainWindow(paths, Settings(watch_folders=False), EngineClient())
    qtbot.addWidget(window)
    labels = window.findChildren(QLabel)
    assert len(labels) > 10
    for label in labels:
        assert label.textFormat() == Qt.TextFormat.PlainText, label.text()
    window.close()
    tally("HTML in names, queries, sentences", len(labels) * len(HOSTILE), "shown letter by letter")


def test_only_plain_labels_are_made() -> None:
    """A label that is not plain is one whose whole text we write, with the rest escaped."""
    package = Path(sys.modules["visret_desktop.gui.widgets.plain_text"].__file__ or "").parent
    made = {
        path.name
        for path in package.glob("*.py")
        if re.search(r"(?<!Plain)\bQLabel\(", path.read_text("utf-8"))
    }
    assert made <= {"models_dialog.py", "own_model_dialog.py"}


def test_folders_problems_and_chips(words: str, qtbot: QtBot) -> None:
    panel, chips = LibraryPanel(), ChipRow()
    qtbot.addWidget(panel)
    qtbot.addWidget(chips)
    folder = Folder(1, Path("/photos") / words, FolderState.ONLINE, 3, "", 0.0)
    panel.show_library([folder], 3, 0)
    role = Qt.ItemDataRole.ToolTipRole
    tips = [str(index.data(role) or "") for index in panel._shown()]
    assert any(plain_of(tip).split() == str(folder.path).split() for tip in tips if tip)
    model = ProblemsModel()
    model.set_problems([Problem(f"/photos/{words}", "unreadable", f"because {words}", False)])
    for column in (0, 1, 2):
        index = model.index(0, column)
        tip = str(model.data(index, Qt.ItemDataRole.ToolTipRole))
        assert plain_of(tip).split() == str(model.data(index)).split()
    chips.add(QueryTerm(text=words), words, None)
    for child in chips.findChildren(QWidget):
        assert "<b>" not in child.toolTip()


def test_questions_show_the_folder_as_it_is(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    monkeypatch.setattr(QMessageBox, "exec", lambda box: asked.append(box.text()))
    paths = Paths(tmp_path / "data", tmp_path / "cache", tmp_path / "config")
    window = MainWindow(paths, Settings(watch_folders=False), EngineClient())
    qtbot.addWidget(window)
    panel = WindowDriver(window).library.panel
    for hostile in HOSTILE:
        path = Path("/photos") / hostile
        panel.show_library([Folder(1, path, FolderState.ONLINE, 1, "", 0.0)], 1, 0)
        panel.remove_requested.emit(1)
        shown = asked[-1]
        text = plain_of(shown) if shown.startswith("<qt>") else shown
        assert "".join(str(path).split()) in "".join(text.split())
    window.close()


def test_links_are_addresses_only() -> None:
    assert linked("MIT", "javascript:alert(1)") == "MIT"
    assert linked("<b>", 'https://a.example/"onclick="x') == (
        '<a href="https://a.example/&quot;onclick=&quot;x">&lt;b&gt;</a>'
    )
    assert "<img" not in with_links("<img src=x> see https://a.example/x.")


def test_photos_are_opened_as_addresses_of_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qapp: QApplication
) -> None:
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    for hostile in HOSTILE:
        reveal_folder(tmp_path / hostile.replace("/", ":"))
    assert all(url.isLocalFile() for url in opened)
    assert [Path(url.toLocalFile()).name for url in opened] == [
        hostile.replace("/", ":") for hostile in HOSTILE
    ]


# ---- catalog --------------------------------------------------------------------------------


def test_words_in_the_catalog(tmp_path: Path, words: str) -> None:
    catalog = Catalog.open(tmp_path / "catalog.db")
    folder = catalog.roots.add(tmp_path)
    title = Metadata(title=words, description=words, keywords=(words,))
    with catalog.batch():
        catalog.put_photo(folder.id, words, Fingerprint(1, 2), "a" * 32, "", title)
        catalog.put_problem(folder.id, f"{words}.bad", Fingerprint(1, 2), "x", words, False)
    recent = RecentQueries(tmp_path / "queries.json")
    recent.add(words)
    (row,) = catalog.photo_rows()
    photo = catalog.photo(row.photo_id)
    assert photo is not None
    assert (photo.metadata.title, photo.metadata.keywords) == (words, (words,))
    assert recent.newest_first() == [words]
    assert catalog.problems()[0].reason == words
    for query in HOSTILE:
        # Never in the language of the index itself.
        catalog.counts(Filter.of(words=[query[:4000]]))
    if re.search(r"\w", words):
        assert catalog.counts(Filter.of(words=[words]))[0] == 1
    assert catalog._db.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok"
    catalog.close()


# ---- terminal, log, errors ------------------------------------------------------------------


def test_what_a_terminal_is_told(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = Output(sys.stdout, as_json=False)
    out.result({}, [f"1  {words}"])
    out.notice(words)
    told = capsys.readouterr()
    assert len(told.out.splitlines()) == 1
    for text in (told.out[:-1], told.err.replace("\n", "")):
        assert not re.search(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e]", text)


def test_what_a_log_is_told(tmp_path: Path, words: str) -> None:
    root = logging.getLogger()
    before = list(root.handlers)
    level = root.level
    path = logs.set_up(tmp_path, "test")
    try:
        logging.getLogger("visret_desktop.test").warning("photo %s: %s", words, words)
    finally:
        for handler in set(root.handlers) - set(before):
            root.removeHandler(handler)
            handler.close()
        root.setLevel(level)
    assert len(path.read_text(encoding="utf-8").splitlines()) == 1


def test_what_a_reader_writes_is_shown_as_words(words: str) -> None:
    """A reader may repeat what stands in a picture, or anything else."""
    reading = Reading(words, reasoning=words, note=words)
    seen = with_reading(Evidence(1), reading, is_cached=False)
    answered = composed("what is it?", [ComparedEntity("what is it?")], [seen], is_settled=True)
    assert answered.verdict == "answer"
    for text in (answered.sentence, answered.reasoning, answered.answer, answered.said[0].text):
        assert text.isprintable()
        assert "\u202e" not in text
    shown = visible(" ".join(words.split()))
    assert answered.sentence.casefold().startswith(shown.rstrip(". ").casefold())


def test_sentences_are_no_templates(words: str) -> None:
    assert str(UsageError(reason=words)) == words


def test_a_whole_session_with_hostile_names(
    visret: Profile, tmp_path: Path, tally: TallyUp
) -> None:
    """Folders and photos of these names are indexed and found, and nothing they say happens."""
    photos = tmp_path / "photos"
    for number, hostile in enumerate(HOSTILE):
        name = hostile.replace("/", ":")
        write_photo(photos / name / f"{name}.jpg", 700 + number)
    summary = visret.index(photos)
    assert (summary["photos"], summary["problems"]) == (len(HOSTILE), [])
    assert visret.found() == {path for path in photos.rglob("*") if path.is_file()}
    for query in (HOSTILE[2], HOSTILE[5], HOSTILE[8]):
        result = visret.run("search", "--top", "30", "--", query)
        assert result.returncode == 0, result.stderr
        assert "\x1b" not in result.stdout + result.stderr
    assert not list(Path.cwd().glob("pwned")) + list(tmp_path.rglob("pwned"))
    tally("names and queries that speak SQL, shell, HTML, FTS", len(HOSTILE), "indexed and found")
