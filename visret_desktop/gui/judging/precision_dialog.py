"""The dialog that finds out whether the encoder may compute in fewer bits."""

from PySide6.QtWidgets import QWidget

from visret_desktop.gui.judging.trial_dialog import Json, TrialDialog, TrialRun
from visret_desktop.gui.languages.figures import count, decimal

_SIZE = (560, 260)
_WORTH_IT = 1.05  # times as fast


class PrecisionDialog(TrialDialog):
    """Checks that on someone's own photos; offers it only if the ranking stays the same."""

    def __init__(
        self, examination: TrialRun, precision: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(examination, "precision", "", parent)
        self._precision = precision
        self.setWindowTitle(self.tr("Index photos faster"))
        self.intro.setText(
            self.tr(
                "Without a graphics card, photos can be indexed with coarser arithmetic: 8 or 16 "
                "bits instead of 32. That is faster on many computers, but may change what you "
                "find. So it is tried on 300 of your photos first, and offered only if 98 of 100 "
                "photos found stay the same. Then all photos are indexed again, in the background."
            )
        )
        self.begin.setText(self.tr("Try it"))
        self.use.setText(self.tr("Use it"))
        self.back = self.button(self.tr("Go back to 32 bits"), self._go_back)
        self.back.setVisible(precision != "fp32")
        self.buttons.insertWidget(1, self.back)
        self.lay_out()
        self.resize(*_SIZE)

    def show_outcome(self, body: Json) -> None:
        """Show how many nearest photos stay the same, and how much faster it is."""
        super().show_outcome(body)
        self.verdict.setText(self._sentence(body))
        is_worth_it = body["is_allowed"] and body["speed"] >= _WORTH_IT
        self.use.setVisible(is_worth_it and body["precision"] != self._precision)

    def _sentence(self, body: Json) -> str:
        found = self.tr(
            "Of 1,000 photos found {0} stay the same, {1} have to. It is {2} times as "
            "fast. Tried with {3} photos and {4} searches."
        ).format(
            count(round(1000 * body["agreement"])),
            count(round(1000 * body["needed"])),
            decimal(body["speed"], 2),
            count(body["photos"]),
            count(body["photos"] + body["queries"]),
        )
        verdict = self.tr("You can use it.")
        if not body["is_allowed"]:
            verdict = self.tr("It is not offered: you would find other photos.")
        elif body["speed"] < _WORTH_IT:
            verdict = self.tr("It finds the same photos, but is no faster on this computer.")
        return f"{found} {verdict}"

    def _go_back(self) -> None:
        self.use_requested.emit({"encoder_precision": "fp32"})
        self.close()
