"""Holds the settings, saves changes, and opens the dialogs that make them."""

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QWidget

from visret_desktop import settings as settings_file
from visret_desktop.gui.widgets import theme
from visret_desktop.gui.window.settings_dialog import SettingsDialog
from visret_desktop.packs import registry
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths
from visret_desktop.roles import ROLES, Role
from visret_desktop.settings import WITHOUT_RESTART, Settings


class SettingsController(QObject):
    """`changed` carries the settings; `engine_outdated` comes first if the engine must restart."""

    changed = Signal(object)
    engine_outdated = Signal()
    packs_changed = Signal()
    machine_wanted = Signal()
    machine_described = Signal(object)

    def __init__(self, paths: Paths, settings: Settings, window: QWidget) -> None:
        super().__init__(window)
        self._paths, self._window = paths, window
        self.settings = settings
        self._engine_draws = settings.pictures_enabled

    def edit(self) -> None:
        """Open the dialog."""
        packs = [pack for pack in registry.installed(self._paths) if isinstance(pack, Pack)]
        names = {
            role.name: [pack.name for pack in packs if pack.role.can_serve_as(role)]
            for role in ROLES.values()
        }
        names["second_encoder"] = ["", *names[Role.ENCODER.name]]
        dialog = SettingsDialog(self.settings, names, self._window)
        dialog.appearance_chosen.connect(_wear)
        dialog.accepted.connect(lambda: self.apply(dialog.settings()))
        dialog.rejected.connect(lambda: _wear(self.settings.appearance))
        dialog.open()

    def choose_models(self) -> None:
        """Open the window of models."""
        from visret_desktop.gui.models.models_dialog import ModelsDialog  # loads downloads

        if (shown := self._window.findChild(ModelsDialog)) is not None:
            shown.raise_()
            shown.activateWindow()
            return
        dialog = ModelsDialog(self._paths, self.settings, self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.use_requested.connect(lambda chosen: self.change(**chosen))
        dialog.packs_changed.connect(self.packs_changed)
        self.changed.connect(dialog.show_settings)
        self.machine_described.connect(dialog.show_machine)
        dialog.show()
        self.machine_wanted.emit()

    def show_privacy(self) -> None:
        """Say what leaves this computer."""
        from visret_desktop.gui.window.about_page import PrivacyPage  # rarely opened

        page = PrivacyPage(self._paths, self.settings.pictures_enabled, self._window)
        page.pictures_switched.connect(lambda on: self.change(pictures_enabled=on))
        page.open()

    def show_about(self) -> None:
        """Say what this program is, and offer to look for a newer one."""
        from visret_desktop.gui.window.about_page import AboutPage  # rarely opened

        page = AboutPage(self.settings.hub_proxy, self._window)
        page.open()

    def change(self, **values: Any) -> None:
        """Change some settings."""
        self.apply(self.settings.changed(**values))

    def apply(self, chosen: Settings) -> None:
        """Save settings and emit `changed`."""
        before = self.settings
        chosen = settings_file.save_changes(self._paths.settings, before, chosen)
        self.settings = chosen
        if before.appearance != chosen.appearance:
            _wear(chosen.appearance)
        if self._needs_new_engine(before, chosen):
            self._engine_draws = chosen.pictures_enabled
            self.engine_outdated.emit()
        self.changed.emit(chosen)

    def _needs_new_engine(self, before: Settings, chosen: Settings) -> bool:
        """Return whether the engine, which reads the settings when it starts, has to restart.

        An engine that draws can be asked not to, but one started without pictures cannot draw.
        """
        same = {name: getattr(before, name) for name in WITHOUT_RESTART}
        is_switched_on = chosen.pictures_enabled and not self._engine_draws
        return replace(chosen, **same) != before or is_switched_on


def _wear(appearance: str) -> None:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    theme.use(application, appearance)
