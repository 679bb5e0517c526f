"""Which size the selected model draws sketches at, with what that saves."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QWidget

from visret_desktop.gui.widgets.plain_text import literally
from visret_desktop.packs.pack_list import PackEntry
from visret_desktop.packs.sketch_size import cost_of_side, made_for
from visret_desktop.settings import Settings

_SIDES = (256, 384, 512, 768, 1024)


class SketchSideBox(QComboBox):
    """Shown for a model that draws; `side_chosen` carries its name and a side, or None: as made."""

    side_chosen = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = ""
        self.setAccessibleName(self.tr("Size of sketches"))
        self.activated.connect(self._on_activated)
        self.hide()

    def show_choice(self, choice: PackEntry | None, settings: Settings) -> None:
        """Show the sizes of a model that is here."""
        pack = choice.pack if choice and choice.state == "ready" else None
        usual = pack.settings.get("pixels") if pack and pack.role.draws else None
        self.setVisible(isinstance(usual, int))
        if pack is None or not isinstance(usual, int):
            return
        self._name = pack.name
        chosen = settings.pixels_of(pack.name)
        known = {*made_for(pack), *(side for side in _SIDES if side < usual), chosen or usual}
        self.clear()
        self.addItem(self.tr("Sketches of {0} × {0}, as made").format(usual), None)
        for side in sorted(known - {usual}):
            share = f"{(side / usual) ** 2:.2g}"
            words = self.tr("Sketches of {0} × {0}, about {1} × the work")
            self.addItem(words.format(side, share), side)
        self.setCurrentIndex(max(0, self.findData(chosen)) if chosen else 0)
        self.setToolTip(literally(cost_of_side(pack, chosen)))

    def _on_activated(self, _index: int) -> None:
        self.side_chosen.emit(self._name, self.currentData())
