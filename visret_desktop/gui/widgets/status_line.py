"""The line at the bottom: how far work on the library is, and how long the last query took."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from visret_desktop.engine.messages import Progress
from visret_desktop.gui.languages import figures
from visret_desktop.gui.languages.figures import decimal
from visret_desktop.gui.widgets.plain_text import ElidedLabel, literally
from visret_desktop.gui.widgets.theme import Text, set_text
from visret_desktop.gui.widgets.window_layout import fill


class StatusLine(QWidget):
    """Indexing at the left, with a pause button; query times at the right."""

    pause_toggled = Signal(bool)
    reading_refused = Signal()  # words in pictures are not to be read any more

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._work, self._times = ElidedLabel(), ElidedLabel()
        self._times.setEnabled(False)
        for label in (self._work, self._times):
            set_text(label, Text.SMALL)
        self._pause = QPushButton(self.tr("Pause"))
        self._pause.setCheckable(True)
        self._pause.toggled.connect(self._on_pause)
        self._pause.hide()
        self._refuse = QPushButton(self.tr("Switch off"))
        self._refuse.setFlat(True)
        tip = self.tr("Read no more words in pictures. The settings switch it on again.")
        why = self.tr("What signs and captions say can be searched for then, as text:exit.")
        self._refuse.setToolTip(literally(f"{why}\n{tip}"))
        self._refuse.setAccessibleName(tip)
        self._refuse.clicked.connect(self.reading_refused)
        self._refuse.hide()
        self._is_reading = False  # whether the line is about words in pictures
        parts = (self._work, self._pause, self._refuse, None, self._times)
        fill(QHBoxLayout(self), *parts, margins=(16, 2, 16, 2), spacing=16)
        self.setMinimumHeight(28)

    def show_progress(self, progress: Progress, folder: str) -> str:
        """Show how far indexing is; return a short form for the library panel."""
        self._refuse.hide()
        self._pause.show()
        self._is_reading = False
        self._work.setEnabled(True)
        if progress.stage == "prepare":
            ready = self.tr("Getting ready to look at photos, once on this computer …")
            waiting = self.tr("%Ln photo(s) wait for it", "", progress.total)
            self._work.setText(f"{ready} · {waiting}" if progress.total else ready)
            return self.tr("getting ready …")
        if progress.stage == "scan":
            seen = self.tr(" · {0} files seen").format(figures.count(progress.done))
            self._work.setText(
                self.tr("Looking through {0} …{1}").format(folder, seen if progress.done else "")
            )
            return self.tr("looking for changes …")
        if progress.stage == "choose":
            self._work.setText(
                self.tr("Trying which way to read photos is quickest here … {0} %").format(
                    progress.done
                )
            )
            return self.tr("trying what is quickest …")
        count = self._count(progress)
        if progress.paused:
            self._work.setText(self.tr("Paused · {0}").format(count))
            return self.tr("paused at {0}").format(count)
        name = f"{folder} " if folder else ""
        parts = [self.tr("Indexing {0}… {1}").format(name, count)]
        parts += [rate] if (rate := self._rate(progress.rate)) else []
        if progress.seconds_left >= 0:
            parts.append(self.tr("{0} left").format(duration(progress.seconds_left)))
        self._work.setText(" · ".join(parts))
        return " · ".join([self.tr("indexing {0}").format(count), *parts[1:]])

    def show_reading(self, progress: Progress) -> None:
        """Show how far the words in pictures are read, which nobody waits for."""
        self._pause.hide()
        self._refuse.show()
        self._is_reading = True
        self._work.setEnabled(False)
        doing = self.tr("Reading words that stand in pictures · {0}")
        words = self.tr("Paused · {0}") if progress.paused else doing
        parts = [words.format(self._count(progress))]
        if progress.seconds_left >= 0 and not progress.paused:
            parts.append(self.tr("{0} left").format(duration(progress.seconds_left)))
        self._work.setText(" · ".join(parts))

    def end_reading(self, summary: object) -> None:
        """Show that the words of all pictures are read, given the engine's summary."""
        if not self._is_reading:  # indexing has the line by now, or nothing was to be read
            return
        count = summary.get("looked_at") if isinstance(summary, dict) else 0
        self.end(self.tr("%Ln picture(s) looked at for words", "", count) if count else "")

    def _count(self, progress: Progress) -> str:
        done, total = figures.count(progress.done), figures.count(progress.total)
        return self.tr("{0} of {1}").format(done, total)

    def _rate(self, rate: float) -> str:
        """Return '31 photos/s', '1.3 photos/s' or '4.2 s a photo'; "" if not known yet."""
        if rate >= 0.95:
            return self.tr("{0} photos/s").format(decimal(rate, 1 if rate < 9.95 else 0))
        return self.tr("{0} s a photo").format(decimal(1 / rate, 1)) if rate > 0 else ""

    def end(self, words: str = "") -> None:
        """Show how indexing ended."""
        self._is_reading = False
        self._refuse.hide()
        self._work.setText(words)
        self._pause.hide()
        self._pause.setChecked(False)

    def finish(self, summary: object) -> None:
        """Show what indexing did, given the engine's summary; nothing if nothing was new."""
        count = summary.get("indexed") if isinstance(summary, dict) else 0
        if not count or not isinstance(summary, dict):
            self.end()
            return
        words = self.tr("%Ln photo(s) indexed in {0}", "", count)
        parts = [words.format(duration(summary["seconds"]))]
        if videos := summary["videos"]:
            parts.append(self.tr("%Ln video(s) not searched", "", videos))
        self.end(" · ".join(parts))

    def toggle_pause(self) -> None:
        """Pause or go on, while indexing runs."""
        if not self._pause.isHidden():
            self._pause.toggle()

    def show_times(self, words: str, explanation: str = "") -> None:
        """Show what a query does or how long it took, in full where the mouse rests on it."""
        self._times.explanation = explanation
        self._times.setText(words)

    def times(self) -> str:
        """Return the words about the last query."""
        return self._times.text()

    def explanation(self) -> str:
        """Return what the words about the last query mean."""
        return self._times.explanation

    def text(self) -> str:
        """Return the words about indexing."""
        return self._work.text()

    def _on_pause(self, paused: bool) -> None:
        self._pause.setText(self.tr("Go on") if paused else self.tr("Pause"))
        self.pause_toggled.emit(paused)


def duration(seconds: float) -> str:
    """Return '8 s', '3 min' or '2 h 5 min'."""
    if round(seconds) < 60:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"
