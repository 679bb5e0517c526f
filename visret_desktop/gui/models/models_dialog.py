"""Choose, get, check and remove models: sets by one click, single packs in a table below."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from visret_desktop.engine.messages import MachineDescribed
from visret_desktop.gui.languages.figures import size
from visret_desktop.gui.languages.sentences import translated
from visret_desktop.gui.models.login_dialog import LoginDialog
from visret_desktop.gui.models.model_facts import ModelFacts
from visret_desktop.gui.models.models_table import LICENSE, ModelsTable, SetCard
from visret_desktop.gui.models.own_command import CommandAnswer, OwnCommand
from visret_desktop.gui.models.own_model_dialog import OwnModelDialog
from visret_desktop.gui.models.pack_progress import LinkLabel, PackProgressLine, login_helps
from visret_desktop.gui.models.pack_worker import PackWorker, Run, check, get
from visret_desktop.gui.models.sketch_side_box import SketchSideBox
from visret_desktop.gui.widgets import tables
from visret_desktop.gui.widgets.background import Background
from visret_desktop.gui.widgets.dialog import Dialog, is_agreed, is_confirmed
from visret_desktop.gui.widgets.plain_text import PlainLabel
from visret_desktop.gui.widgets.window_layout import fill, room_on, scrolled
from visret_desktop.packs import external_models, registry
from visret_desktop.packs.events import PackReady
from visret_desktop.packs.external_models import ExternalModel
from visret_desktop.packs.fetching.login import Login
from visret_desktop.packs.fetching.pack_fetch import Wanted
from visret_desktop.packs.offers import Offer, accept_licenses, offer_sets, unaccepted
from visret_desktop.packs.pack_list import PackEntry, choices, with_found
from visret_desktop.packs.sketch_size import cost_of_side
from visret_desktop.packs.speed_estimates import Machine, read_machine
from visret_desktop.paths import Paths
from visret_desktop.roles import ROLES
from visret_desktop.settings import Settings

_SIZE = (960, 720)
_REMOVAL_SECONDS = 20  # that a window being closed waits
_RECOMMENDED = "words"
_CARDS_IN_A_ROW = 3
_LICENSE_PIXELS = 120  # the line below the table has the whole name


class ModelsDialog(Dialog):
    """`use_requested` carries settings to change: packs by role, and what is on with them."""

    use_requested = Signal(object)
    packs_changed = Signal()  # something was got or repaired, perhaps of a name already in use

    def __init__(self, paths: Paths, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Models"))
        self.resize(QSize(*_SIZE).boundedTo(room_on(self)))
        self._paths, self._settings = paths, settings
        self._to_use: tuple[str, ...] = ()  # what is to be used once it is here
        self._found: list[ExternalModel] = []  # in other programs
        self._facts = ModelFacts(paths, read_machine(paths), self)
        self._work = PackWorker(self)
        self._removal = OwnCommand(self, paths)
        self._removed = ""  # what is being removed
        self._background = Background(self, threads=1)
        self._table = ModelsTable(self._facts, self)
        self.line = PackProgressLine()
        self._build()
        self._work.progressed.connect(self.line.show_progress)
        self.line.stop_requested.connect(self._on_stop)
        self.line.login_requested.connect(self.open_login)
        self._work.ready.connect(self._on_ready)
        self._work.ended.connect(self._on_ended)
        self._removal.ended.connect(self._on_removed)
        self.finished.connect(self._close)
        self.refresh()
        self._background.run("found", external_models.found, self._on_found)

    # ---- looks ------------------------------------------------------------------------------

    def _build(self) -> None:
        words = self.tr(
            "A built-in encoder finds things in your own photos; the other built-in models know"
            " only the drawn demonstration. A set does more: it is fetched once, checked, and works"
            " without a network from then on."
        )
        intro = PlainLabel(words, is_wrapped=True)
        cards = QGridLayout()
        cards.setSpacing(12)
        self.cards = {
            group.name: SetCard(group, is_recommended=group.name == _RECOMMENDED)
            for group in offer_sets()
        }
        for number, card in enumerate(self.cards.values()):
            card.chosen.connect(self.get_set)
            cards.addWidget(card, *divmod(number, _CARDS_IN_A_ROW))
        content = QWidget()
        parts = (intro, cards, self._build_view(), None)
        fill(QVBoxLayout(content), *parts, margins=(24, 20, 24, 0), spacing=12)
        below, self._area = QVBoxLayout(), scrolled(content)
        rest = (self._about, self._build_buttons(), self.line)
        fill(below, *rest, margins=(24, 0, 24, 16), spacing=12)
        fill(QVBoxLayout(self), (self._area, 1), below, margins=(0, 0, 0, 0), spacing=12)
        self.setTabOrder(self.view, self._about)

    def _build_view(self) -> QWidget:
        self.view = QTableView()
        self.view.setModel(self._table)
        tables.frame(self.view, self.tr("All models"))
        # All rows at once: the page around it scrolls.
        self.view.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.view.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.view.selectionModel().currentRowChanged.connect(self._on_row)
        self._about = LinkLabel(self)
        self._about.setMinimumHeight(3 * self._about.fontMetrics().lineSpacing())
        return self.view

    def _fit_columns(self) -> None:
        """Make the columns as wide as what they say now; the first takes what is left."""
        for column in range(1, self._table.columnCount()):
            self.view.resizeColumnToContents(column)
        self.view.setColumnWidth(LICENSE, _LICENSE_PIXELS)

    def _build_buttons(self) -> QHBoxLayout:
        self.buttons = {
            "get": self.button(self.tr("Get"), self._get),
            "use": self.button(self.tr("Use"), self._use),
            "serve": self.button("", self._use_otherwise),
            "check": self.button(self.tr("Check every byte"), self._check),
            "remove": self.button(self.tr("Remove"), self._remove),
            "add": self.button(self.tr("Add another …"), self._add),
            "account": self.button(self.tr("Log in …"), self.open_login),
        }
        self.sides = SketchSideBox()
        self.sides.side_chosen.connect(self._choose_side)
        self._free = PlainLabel()
        self._free.setEnabled(False)
        row = QHBoxLayout()
        fill(row, *self.buttons.values(), self.sides, None, self._free, spacing=8)
        return row

    # ---- what is there ----------------------------------------------------------------------

    def refresh(self) -> None:
        """Show what is here, on offer and in other programs now."""
        selected = self._selected()
        entries = with_found(choices(self._paths), self._found)
        by_name = {choice.name: choice for choice in entries}
        used = self._used()
        here = {choice.name for choice in entries if choice.state == "ready"}
        self._table.show_choices(entries, used)
        self._fit_columns()
        tables.fit_height(self.view)
        for card in self.cards.values():
            names = set(card.group.packs)
            card.show_state(
                is_here=names <= here,
                is_used=names <= set(used.values()),
                can_start=not self._is_busy(),
                speeds=self._facts.speeds_of([by_name[name] for name in card.group.packs]),
            )
        self.view.selectRow(max(0, self._table.row_of(selected.name) if selected else 0))
        free = size(registry.free_bytes(self._paths))
        self._free.setText(self.tr("{0} free on this disk").format(free))
        self._show_buttons()

    def show_machine(self, machine: MachineDescribed) -> None:
        """Show what the engine found out about this computer."""
        self._facts.machine = Machine(machine.devices, machine.rates, machine.memory)
        self._facts.needs = machine.needs
        self.refresh()

    def show_settings(self, settings: Settings) -> None:
        """Show which models are in use after settings changed."""
        self._settings = settings
        self.refresh()

    def _on_found(self, result: object) -> None:
        if isinstance(result, list):  # an error means that nothing more is found
            self._found = result
            self.refresh()
            count = sum(choice.state == "elsewhere" for choice in self._table.choices())
            if count and not self._is_busy():
                self.line.say(
                    self.tr(
                        "%Ln model(s) of other programs can be used from where they are.", "", count
                    )
                )

    def _is_busy(self) -> bool:
        return self._work.is_running or self._removal.is_running

    def _used(self) -> dict[str, str]:
        return {name: self._settings.value(name) for name in ROLES}

    def _selected(self) -> PackEntry | None:
        return self._table.choice(self.view.currentIndex().row())

    def _on_row(self, new: QModelIndex, _old: QModelIndex) -> None:
        self._show_buttons()
        place = self.view.visualRect(new)
        content = self._area.widget()
        if new.isValid() and content is not None and self._area.isVisible():
            point = self.view.viewport().mapTo(content, place.center())
            self._area.ensureVisible(point.x(), point.y(), 0, place.height())

    def _show_buttons(self) -> None:
        choice, is_free = self._selected(), not self._is_busy()
        state = choice.state if choice else ""
        used = self._used()
        is_used = bool(choice and choice.role and used[choice.role.name] == choice.name)
        other = choice.other_role if choice else None
        words = {
            "unfinished": self.tr("Go on"),
            "damaged": self.tr("Repair"),
            "elsewhere": self.tr("Use from there"),
        }
        self.buttons["get"].setText(words.get(state, self.tr("Get")))
        self.buttons["get"].setEnabled(is_free and bool(choice and choice.source))
        self.buttons["use"].setEnabled(state == "ready" and not is_used)
        if choice and other:
            self.buttons["serve"].setText(self.tr("Use for {0}").format(self._facts.purpose(other)))
            self.buttons["serve"].setEnabled(used[other.name] != choice.name)
        self.buttons["serve"].setVisible(other is not None)
        self.buttons["check"].setEnabled(is_free and state in ("ready", "damaged"))
        is_here = state not in ("", "on offer", "elsewhere")
        can_remove = choice is not None and not choice.is_built_in and is_here
        self.buttons["remove"].setEnabled(is_free and can_remove)
        self.buttons["add"].setEnabled(is_free)
        self._about.setText(self._facts.about(choice) if choice else "")
        self.sides.show_choice(choice, self._settings)
        self.line.set_busy(self._work.is_running)

    # ---- what a person asks for -------------------------------------------------------------

    def get_set(self, name: str) -> None:
        """Get what is missing of a set, and use the set then."""
        group = self.cards[name].group
        known = {each.name: each for each in with_found(choices(self._paths), self._found)}
        members = [known[name] for name in group.packs]
        wanted = [each for member in members if (each := member.source)]
        if self._has_consent(wanted):
            self._to_use = group.packs
            self._start(wanted)

    def _get(self) -> None:
        if (choice := self._selected()) and (each := choice.source) and self._has_consent([each]):
            self._to_use = (choice.name,) if choice.state == "elsewhere" else ()
            self._start([each])

    def _use(self) -> None:
        if choice := self._selected():
            self._use_packs([choice.name])

    def _use_otherwise(self) -> None:
        if (choice := self._selected()) and (other := choice.other_role):
            self._change({other.name: choice.name})

    def _choose_side(self, name: str, side: int | None) -> None:
        self._change({"sketch_pixels": self._settings.with_pixels(name, side).sketch_pixels})
        if (choice := self._selected()) and choice.pack:
            self.line.say(cost_of_side(choice.pack, side))

    def _check(self) -> None:
        if choice := self._selected():
            words = self.tr("Reading every byte of {0} …")
            self.line.say(words.format(translated(choice.title)))
            self._run(partial(check, self._paths, choice.name))

    def _remove(self) -> None:
        choice = self._selected()
        if choice is None:
            return
        words = self.tr("Remove {0} ({1})? It can be fetched again.")
        question = words.format(choice.title, size(choice.size_bytes))
        if not is_confirmed(self, self.tr("Remove model"), question, self.tr("Remove model")):
            return
        self._removed = choice.name
        self._removal.start("packs", "remove", choice.name)
        self.line.say(self.tr("Removing {0} …").format(choice.title))
        self.refresh()

    def _on_removed(self, answer: CommandAnswer) -> None:
        if answer.sentence:
            self.line.say(answer.sentence)
        else:
            self._change(self._settings.using(self._settings.defaults_instead_of(self._removed)))
            (removed,) = answer.body["removed"]
            self.line.say(self._facts.removal(removed))
        self.refresh()

    def _add(self) -> None:
        dialog = OwnModelDialog(self._paths, self._settings, self._facts, self)
        dialog.accepted.connect(lambda: self._add_wanted(dialog))
        dialog.open()

    def open_login(self) -> None:
        """Log in to the hub, or out."""
        dialog = LoginDialog(self._settings.hub_endpoint, self)
        dialog.changed.connect(self._on_login)
        dialog.open()

    def _on_login(self, login: Login) -> None:
        if not self._is_busy():
            is_for_more = self.line.login.isVisible()
            now = self.tr("Logged in; now try again.") if is_for_more else self.tr("Logged in.")
            self.line.say(now if login.token_name else self.tr("Logged out."))

    def _add_wanted(self, dialog: OwnModelDialog) -> None:
        wanted = dialog.wanted()
        if self._has_consent(wanted):
            self._to_use = tuple(w.name for w in wanted) if dialog.is_used.isChecked() else ()
            self._start(wanted, as_links=dialog.stays.isChecked())

    def _has_consent(self, wanted: Sequence[Wanted]) -> bool:
        """Ask for consent where a license requires it and it was not given yet."""
        asking = unaccepted(self._paths, (w for w in wanted if isinstance(w, Offer)))
        if not asking:
            return True
        question = self._facts.conditions(asking)
        is_given = is_agreed(self, self.tr("Licenses"), question, self.tr("Accept"))
        if is_given:
            accept_licenses(self._paths, asking)
        return is_given

    # ---- work -------------------------------------------------------------------------------

    def _start(self, wanted: Sequence[Wanted], *, as_links: bool = True) -> None:
        self._run(partial(get, self._paths, self._settings, wanted, as_links=as_links), wanted)

    def _run(self, run: Run, wanted: Sequence[Wanted] = ()) -> None:
        self.line.begin(wanted)
        self._work.start(run)
        self.refresh()

    def _on_stop(self) -> None:
        self.line.say(self.tr("Stopping …"))
        self._work.stop()

    def _on_ready(self, event: PackReady) -> None:
        self.line.say(self.tr("{0} is here and whole.").format(translated(event.pack.title)))
        self.refresh()

    def _on_ended(self, sentence: str) -> None:
        names, self._to_use = self._to_use, ()
        here = {choice.name for choice in choices(self._paths) if choice.state == "ready"}
        if sentence:
            self.line.say(sentence, offers_login=login_helps(self._work.failure))
        elif self._work.is_stopped:
            self.line.say(self.tr("Stopped; what was fetched is kept."))
        elif names and set(names) <= here:
            self._use_packs(names)
        self.refresh()
        self.packs_changed.emit()

    def _use_packs(self, names: Sequence[str]) -> None:
        roles = {choice.name: choice.role for choice in choices(self._paths)}
        chosen = {role.name: name for name in names if (role := roles.get(name))}
        changes = self._settings.using(chosen)
        self._change(changes)
        if words := self._facts.use(chosen, has_pictures=changes.get("pictures_enabled", True)):
            self.line.say(words)

    def _change(self, chosen: dict[str, Any]) -> None:
        if chosen:
            self.use_requested.emit(chosen)

    def _close(self) -> None:
        self._work.close()
        self._removal.wait(_REMOVAL_SECONDS)
        self._background.close()
