"""A hub that serves the starter encoder, and the means to install from it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tests.hub.server import Hub
from tests.left_logs import no_log_is_left
from visret_desktop.errors import VisretError
from visret_desktop.packs.events import PackProgress, PackReady
from visret_desktop.packs.fetching.hub import Hub as Client
from visret_desktop.packs.fetching.hub import Patience
from visret_desktop.packs.fetching.install import install
from visret_desktop.packs.manifest import Pack
from visret_desktop.packs.offers import Offer, WantedFile
from visret_desktop.roles import Role

REPOSITORY = "fieldbook/starter-encoder"
WEIGHTS = "open_clip_model.safetensors"
QUICK = Patience(connect=2.0, silence=1.0, tries=4, first_wait=0.02, longest_wait=3.0)


@pytest.fixture(autouse=True)
def _online(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Let huggingface_hub talk to loopback, without this person's token."""
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", False)
    monkeypatch.setattr("huggingface_hub.constants.HF_TOKEN_PATH", str(tmp_path / "token"))
    monkeypatch.setattr("huggingface_hub.constants.HF_STORED_TOKENS_PATH", str(tmp_path / "tokens"))
    monkeypatch.delenv("HF_TOKEN", raising=False)


@pytest.fixture(autouse=True)
def _no_log_is_left() -> Iterator[None]:
    with no_log_is_left():
        yield


@pytest.fixture(scope="session")
def files(starter_pack: Callable[[Role], Pack]) -> dict[str, bytes]:
    pack = starter_pack(Role.ENCODER)
    return {file.path: (pack.directory / file.path).read_bytes() for file in pack.files}


@pytest.fixture
def hub(files: dict[str, bytes]) -> Iterator[Hub]:
    hub = Hub()
    # What real repositories hold beside it, and what must never be fetched.
    hub.add(REPOSITORY, {**files, ".gitattributes": b"*", "pytorch_model.bin": b"\x80pickle" * 10})
    try:
        yield hub
    finally:
        hub.close()


OFFER = Offer(
    name="fieldbook",
    title="Fieldbook encoder",
    role=Role.ENCODER,
    repo=REPOSITORY,
    files=(
        WantedFile("open_clip_config.json"),
        WantedFile(WEIGHTS),
        WantedFile("tokenizer*.json"),
        WantedFile("special_tokens_map.json", is_optional=True),
        WantedFile("README.md", is_optional=True),
    ),
    license="Apache-2.0",
)


@dataclass
class Shelf:
    """A folder of packs that installs from the hub."""

    root: Path
    hub: Hub
    offer: Offer = OFFER

    def events(
        self, is_stopped: Callable[[], bool] = lambda: False
    ) -> Iterator[PackProgress | PackReady]:
        def open_hub() -> Client:
            return Client(self.hub.address, patience=QUICK)

        return install(self.root, self.offer, open_hub, is_stopped)

    def install(self) -> PackReady:
        last = list(self.events())[-1]
        assert isinstance(last, PackReady)
        return last

    def wanting(self, *files: WantedFile) -> "Shelf":
        return Shelf(self.root, self.hub, replace(self.offer, files=files))

    @property
    def part(self) -> Path:
        """What there is of the weights."""
        return self.root / ".incoming" / self.offer.name / "files" / f"{WEIGHTS}.part"


@pytest.fixture
def shelf(tmp_path: Path, hub: Hub) -> Shelf:
    return Shelf(tmp_path / "packs", hub)


def refusal(shelf: Shelf, kind: type[VisretError]) -> str:
    """Let an installation fail and return its sentence; nothing counts as installed then."""
    with pytest.raises(kind) as caught:
        shelf.install()
    assert not (shelf.root / OFFER.name).exists()
    sentence = str(caught.value)
    assert sentence.endswith(".")
    return sentence
