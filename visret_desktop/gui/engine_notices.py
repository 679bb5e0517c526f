"""What the banner says of the engine: lost, given up, a model missing, a mere start."""

from PySide6.QtCore import QObject, Signal

from visret_desktop.engine.messages import EncoderState
from visret_desktop.gui.banner import Banner
from visret_desktop.gui.engine_client import EngineClient
from visret_desktop.gui.session import Session
from visret_desktop.gui.window_state import WindowState

_STARTER = "starter"


class EngineNotices(QObject):
    """Turns states of the engine into sentences, and a given-up engine into a button."""

    start_requested = Signal()
    models_requested = Signal()

    def __init__(
        self,
        client: EngineClient,
        session: Session,
        banner: Banner,
        state: WindowState,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._client, self._banner, self._state = client, banner, state
        self._is_renewing = False
        client.lost.connect(self._on_given_up)
        client.state_changed.connect(self._on_state)
        session.encoder_state.connect(self._on_encoder)
        session.failed.connect(lambda sentence: banner.say("failed", sentence))
        banner.dismissed.connect(self._on_dismissed)

    def renew(self) -> None:
        """Start the engine anew because settings changed; that is no misfortune."""
        self._is_renewing = True
        self._client.renew()

    def _on_encoder(self, state: EncoderState) -> None:
        if not state.ready:
            self._banner.say("encoder", state.sentence)
            return
        self._banner.clear("encoder")
        if state.name == _STARTER and not self._state.is_dismissed(_STARTER):
            words = self.tr(
                "The built-in encoder knows only the demonstration's drawn wildlife; real models"
                " for your photos come with model packs."
            )
            self._banner.say(
                _STARTER,
                words,
                is_hint=True,
                button=self.tr("Get models"),
                action=self.models_requested.emit,
            )
        else:
            self._banner.clear(_STARTER)

    def _on_state(self, state: str) -> None:
        if state == "ready":
            self._is_renewing = False
            self._banner.clear("engine")
        elif state == "lost" and not self._is_renewing:
            words = self.tr("The search engine ended and is being restarted. Nothing is lost.")
            self._banner.say("engine", words)

    def _on_given_up(self, sentence: str) -> None:
        words = self.tr("{0} Your photos and the library are safe.").format(sentence)
        self._banner.say(
            "engine", words, button=self.tr("Start it again"), action=self.start_requested.emit
        )

    def _on_dismissed(self, key: str) -> None:
        if key == _STARTER:
            self._state.dismiss(key)
