"""What the banner says about the engine: lost, given up, or a model missing."""

from PySide6.QtCore import QObject, Signal

from visret_desktop.engine.messages import EncoderState
from visret_desktop.gui.engine.engine_client import EngineClient
from visret_desktop.gui.engine.session import Session
from visret_desktop.gui.languages.figures import size
from visret_desktop.gui.widgets.banner import Banner
from visret_desktop.gui.window.window_state import WindowState

_STARTER = "starter"


class EngineNotices(QObject):
    """Turns states of the engine into sentences, with a button where something can be done."""

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
        self._is_starter = self._has_own_photos = False
        self._is_renewing = False
        client.lost.connect(self._on_given_up)
        client.state_changed.connect(self._on_state)
        session.encoder_state.connect(self._on_encoder)
        session.failed.connect(lambda sentence: banner.say("failed", sentence))
        banner.dismissed.connect(self._on_dismissed)

    def renew(self) -> None:
        """Restart the engine because settings changed, without calling it lost."""
        self._is_renewing = True
        self._client.renew()

    def _on_encoder(self, state: EncoderState) -> None:
        if not state.ready:
            self._banner.say("encoder", state.sentence)
            return
        self._banner.clear("encoder")
        self._is_starter = state.name == _STARTER
        self._offer_models()

    def note_own_photos(self, has_own: bool) -> None:
        """Note whether there are photos other than the demonstration's."""
        if has_own != self._has_own_photos:
            self._has_own_photos = has_own
            self._offer_models()

    def note_slow_encoder(self, name: str) -> None:
        """Say once of an encoder why photos do not follow the typing; "": they do."""
        if not name:
            self._banner.clear("typing")
            return
        key = f"slow/{name}"
        if self._state.is_dismissed(key):
            return
        self._state.dismiss(key)
        words = self.tr(
            "Photos do not follow your typing with this encoder, because it reads words too slowly."
            " Press Enter to search."
        )
        self._banner.say("typing", words, is_hint=True)

    def _offer_models(self) -> None:
        is_wanted = self._is_starter and self._has_own_photos
        if not is_wanted or self._state.is_dismissed(_STARTER):
            self._banner.clear(_STARTER)
            return
        words = self.tr(
            "The built-in models know only the demonstration's drawings: words hardly find your own"
            " photos. Models that do are a download of {0}."
        )
        self._banner.say(
            _STARTER,
            words.format(_smallest_download()),
            is_hint=True,
            button=self.tr("Get models"),
            action=self.models_requested.emit,
        )

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


def _smallest_download() -> str:
    """Return the size of the smallest set of models."""
    from visret_desktop.packs.offers import offer_sets, size_of_set  # read only when needed

    return size(min(size_of_set(group) for group in offer_sets()))
