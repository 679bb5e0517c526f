"""Choose, get, check and remove models: three sets by one click, every pack by itself below."""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QMessageBox,
    QProgressBar,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from visret_desktop.errors import VisretError
from visret_desktop.gui.models_table import ModelsTable
from visret_desktop.gui.pack_jobs import check, free_bytes, get, take_in
from visret_desktop.gui.pack_work import PackWork, Run
from visret_desktop.gui.set_card import SetCard
from visret_desktop.packs import registry
from visret_desktop.packs.events import PackProgress, PackReady
from visret_desktop.packs.offers import Offer, find_offer, offer_sets
from visret_desktop.packs.shelf import Choice, choices
from visret_desktop.packs.staging import in_units
from visret_desktop.paths import Paths
from visret_desktop.settings import Settings

_RECOMMENDED = "standard"
_ROLES = ("encoder", "rewriter", "visualizer")


class ModelsDialog(QDialog):
    """`use_requested` carries settings to change: a pack's name by role."""

    use_requested = Signal(object)

    def __init__(self, paths: Paths, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Models"))
        self.resize(860, 640)
        self._paths, self._settings = paths, settings
        self._wanted: tuple[str, ...] = ()  # what is to be used once it is here
        self._work = PackWork(self)
        self._table = ModelsTable(self)
        self._build()
        self._work.progressed.connect(self._on_progress)
        self._work.ready.connect(self._on_ready)
        self._work.ended.connect(self._on_ended)
        self.finished.connect(self._work.close)
        self.refresh()

    # ---- looks ------------------------------------------------------------------------------

    def _build(self) -> None:
        words = self.tr(
            "The built-in models know the drawn demonstration only. For your own photos get a set:"
            " it is fetched once, checked, and works without a network from then on."
        )
        intro = QLabel(words)
        intro.setWordWrap(True)
        cards = QHBoxLayout()
        cards.setSpacing(12)
        self._cards = [
            SetCard(group, is_recommended=group.name == _RECOMMENDED) for group in offer_sets()
        ]
        for card in self._cards:
            card.chosen.connect(self.get_set)
            cards.addWidget(card, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 16)
        column.setSpacing(12)
        column.addWidget(intro)
        column.addLayout(cards)
        column.addWidget(self._build_view(), 1)
        column.addWidget(self._about)
        column.addLayout(self._build_buttons())
        column.addLayout(self._build_progress())

    def _build_view(self) -> QWidget:
        self.view = QTableView()
        self.view.setModel(self._table)
        self.view.setAccessibleName(self.tr("All models"))
        self.view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.view.setShowGrid(False)
        self.view.setWordWrap(False)
        self.view.verticalHeader().hide()
        header = self.view.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.view.selectionModel().currentRowChanged.connect(self._on_row)
        self._about = QLabel()
        self._about.setWordWrap(True)
        self._about.setEnabled(False)
        self._about.setMinimumHeight(2 * self._about.fontMetrics().lineSpacing())
        return self.view

    def _build_buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        self.buttons = {
            name: QPushButton(text)
            for name, text in (
                ("get", self.tr("Get")),
                ("use", self.tr("Use")),
                ("check", self.tr("Check every byte")),
                ("remove", self.tr("Remove")),
                ("import", self.tr("From a folder …")),
            )
        }
        slots = (self._get, self._use, self._check, self._remove, self._import)
        for button, slot in zip(self.buttons.values(), slots, strict=True):
            button.setAutoDefault(False)
            button.clicked.connect(slot)
            row.addWidget(button)
        row.addStretch()
        self._free = QLabel()
        self._free.setEnabled(False)
        row.addWidget(self._free)
        return row

    def _build_progress(self) -> QHBoxLayout:
        row = QHBoxLayout()
        self.said = QLabel()
        self.said.setWordWrap(True)
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(180)
        self._cancel = QPushButton(self.tr("Stop"))
        self._cancel.setAutoDefault(False)
        self._cancel.clicked.connect(self._work.stop)
        row.addWidget(self.said, 1)
        row.addWidget(self._bar)
        row.addWidget(self._cancel)
        return row

    # ---- what is there ----------------------------------------------------------------------

    def refresh(self) -> None:
        """Show what is here and on offer now."""
        selected = self._selected()
        found = choices(self._paths)
        used = {getattr(self._settings, role) for role in _ROLES}
        here = {choice.name for choice in found if choice.state == "ready"}
        self._table.show_choices(found, used)
        for card in self._cards:
            names = set(card.group.packs)
            is_free = not self._work.is_running
            card.show_state(is_here=names <= here, is_used=names <= used, can_start=is_free)
        self.view.selectRow(max(0, self._table.row_of(selected.name) if selected else 0))
        free = in_units(free_bytes(self._paths))
        self._free.setText(self.tr("{0} free on this disk").format(free))
        self._show_buttons()

    def _selected(self) -> Choice | None:
        return self._table.choice(self.view.currentIndex().row())

    def _on_row(self, _new: QModelIndex, _old: QModelIndex) -> None:
        self._show_buttons()

    def _show_buttons(self) -> None:
        choice, is_free = self._selected(), not self._work.is_running
        state = choice.state if choice else ""
        is_used = (
            choice is not None
            and choice.role is not None
            and choice.name in {getattr(self._settings, role) for role in _ROLES}
        )
        can_get = choice is not None and choice.offer is not None
        words = {"unfinished": self.tr("Go on"), "damaged": self.tr("Repair")}
        self.buttons["get"].setText(words.get(state, self.tr("Get")))
        self.buttons["get"].setEnabled(is_free and can_get and state not in ("ready", "offline"))
        self.buttons["use"].setEnabled(state == "ready" and not is_used)
        self.buttons["check"].setEnabled(is_free and state in ("ready", "damaged"))
        can_remove = choice is not None and not choice.is_built_in and state != "on offer"
        self.buttons["remove"].setEnabled(is_free and can_remove)
        self.buttons["import"].setEnabled(is_free)
        self._about.setText(_about(choice) if choice else "")
        self._bar.setVisible(not is_free)
        self._cancel.setVisible(not is_free)

    # ---- wishes -----------------------------------------------------------------------------

    def get_set(self, name: str) -> None:
        """Fetch what is missing of a set, and use it then."""
        group = next(card.group for card in self._cards if card.group.name == name)
        here = {choice.name for choice in choices(self._paths) if choice.state == "ready"}
        offers = (find_offer(pack) for pack in group.packs if pack not in here)
        missing = [offer for offer in offers if offer]
        if self._has_consent(missing):
            self._wanted = group.packs
            self._start(partial(get, self._paths, self._settings, missing))

    def _get(self) -> None:
        choice = self._selected()
        if choice and choice.offer and self._has_consent([choice.offer]):
            self._start(partial(get, self._paths, self._settings, [choice.offer]))

    def _use(self) -> None:
        if choice := self._selected():
            self._use_packs([choice.name])

    def _check(self) -> None:
        if choice := self._selected():
            self.said.setText(self.tr("Reading every byte of {0} …").format(choice.title))
            self._start(partial(check, self._paths, choice.name))

    def _remove(self) -> None:
        choice = self._selected()
        if choice is None:
            return
        words = self.tr("Remove {0} ({1})? It can be fetched again.")
        question = words.format(choice.title, in_units(choice.size_bytes))
        answer = QMessageBox.question(self, self.tr("Remove model"), question)
        if answer != QMessageBox.StandardButton.Yes:
            return
        try:
            freed = registry.remove(self._paths, choice.name)
        except VisretError as error:
            self.said.setText(str(error))
            return
        self._fall_back(choice.name)
        self.said.setText(self.tr("{0} freed.").format(in_units(freed)))
        self.refresh()

    def _import(self) -> None:
        title = self.tr("A folder with models, or a stick that packs were exported to")
        if folder := QFileDialog.getExistingDirectory(self, title):
            self._start(partial(take_in, self._paths, Path(folder)))

    def _has_consent(self, offers: Sequence[Offer]) -> bool:
        """Ask for consent where a license wants it."""
        asking = [offer for offer in offers if offer.must_accept]
        if not asking:
            return True
        links = "<br>".join(
            f'{offer.title}: <a href="{offer.license_url}">{offer.license}</a>' for offer in asking
        )
        words = self.tr("These models come with conditions. Do you accept them?")
        answer = QMessageBox.question(self, self.tr("Licenses"), f"{words}<br><br>{links}")
        return answer == QMessageBox.StandardButton.Yes

    # ---- work -------------------------------------------------------------------------------

    def _start(self, run: Run) -> None:
        self._bar.setRange(0, 0)
        self._work.start(run)
        self.refresh()

    def _on_progress(self, progress: PackProgress) -> None:
        self.said.setText(_said(self, progress))
        self._bar.setRange(0, 1000 if progress.total_bytes else 0)
        if progress.total_bytes:
            self._bar.setValue(int(1000 * progress.done_bytes / progress.total_bytes))

    def _on_ready(self, event: PackReady) -> None:
        self.said.setText(self.tr("{0} is here and whole.").format(event.pack.title))
        self.refresh()

    def _on_ended(self, sentence: str) -> None:
        wanted, self._wanted = self._wanted, ()
        here = {choice.name for choice in choices(self._paths) if choice.state == "ready"}
        if sentence:
            self.said.setText(sentence)
        elif wanted and set(wanted) <= here:
            self._use_packs(wanted)
        self.refresh()

    def _use_packs(self, names: Sequence[str]) -> None:
        roles = {choice.name: choice.role for choice in choices(self._paths)}
        chosen = {role.value: name for name in names if (role := roles.get(name))}
        self._change(chosen)
        if "encoder" in chosen:
            words = self.tr(
                "In use from now on. Your photos are read again in the background; until that is"
                " done, the old model goes on answering."
            )
            self.said.setText(words)

    def _fall_back(self, name: str) -> None:
        """Use the built-in model instead of one that was removed."""
        defaults = Settings()
        used = {role: getattr(defaults, role) for role in _ROLES}
        self._change({r: n for r, n in used.items() if getattr(self._settings, r) == name})

    def _change(self, chosen: dict[str, str]) -> None:
        if chosen:
            self.use_requested.emit(chosen)

    def show_settings(self, settings: Settings) -> None:
        """Know settings that changed."""
        self._settings = settings
        self.refresh()


def _about(choice: Choice) -> str:
    """Return a sentence or two about a pack."""
    offer = choice.offer
    told: Iterator[Any] = iter(
        (
            choice.reason,
            offer.summary if offer else choice.title,
            f"By {offer.made_by}." if offer else "",
            f"Languages: {offer.languages}." if offer and offer.languages else "",
            f"Memory on a CPU: about {_memory(offer)}." if offer and _memory(offer) else "",
        )
    )
    return " ".join(part for part in told if part)


def _memory(offer: Offer) -> str:
    needs = list(offer.memory.get("cpu", {}).values())
    return in_units(needs[0]) if needs else ""


def _said(dialog: QDialog, progress: PackProgress) -> str:
    stages = {
        "ask": dialog.tr("Asking the hub"),
        "check": dialog.tr("Checking"),
        "copy": dialog.tr("Copying"),
        "fetch": dialog.tr("Fetching"),
    }
    parts = [f"{stages[progress.stage]} {progress.name}"]
    if progress.total_bytes:
        done, total = in_units(progress.done_bytes), in_units(progress.total_bytes)
        parts.append(dialog.tr("{0} of {1}").format(done, total))
    if progress.bytes_per_second > 0:
        parts.append(f"{in_units(int(progress.bytes_per_second))}/s")
    if progress.seconds_left > 0:
        parts.append(dialog.tr("{0} min left").format(max(1, round(progress.seconds_left / 60))))
    return ", ".join(parts)
