"""From the first start to sketches for one's own photos, by one choice and one click."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox
from pytestqt.qtbot import QtBot

from bench.random_pack import write_random_visualizer
from tests.gui.driver import WindowDriver, confirm
from tests.hub.server import Hub
from tests.unit.models.tiny_families import TINY_DECODER, write_tiny_families
from visret_desktop import settings
from visret_desktop.gui.models.models_dialog import ModelsDialog
from visret_desktop.gui.models.pack_worker import PackWorker
from visret_desktop.gui.sketches.sketch_view_model import READY
from visret_desktop.packs.manifest import Pack
from visret_desktop.packs.offers import Offer, find_offer, find_set
from visret_desktop.paths import Paths
from visret_desktop.roles import ROLES, Role
from visret_desktop.settings import Settings

PHOTOS = 6


@pytest.fixture
def hub(
    starter_pack: Callable[[Role], Pack], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Hub]:
    """A hub with a whole set: the built-in language models, a visualizer of few weights."""
    served = Hub()
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", False)
    monkeypatch.setattr("huggingface_hub.constants.HF_TOKEN_PATH", str(tmp_path / "token"))
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "hub"))
    encoder, rewriter, visualizer, reader = offers_of("light")
    served.add(encoder.repo, content_of(starter_pack(Role.ENCODER).directory))
    model = starter_pack(Role.REWRITER).directory / "rewriter.gguf"
    served.add(rewriter.repo, {rewriter.files[0].path: model.read_bytes()})
    seer = starter_pack(Role.READER).directory
    names = zip(("model.gguf", "mmproj.gguf"), reader.files[:2], strict=True)
    served.add(reader.repo, {file.path: (seer / name).read_bytes() for name, file in names})
    family = write_tiny_families(tmp_path / "families") / "sd21"
    made = tmp_path / "visualizer"
    write_random_visualizer(family, made, visualizer.settings, TINY_DECODER)
    decoder = made / visualizer.settings["decoder"]
    served.add("madebyollin/taesd", content_of(decoder))
    shutil.rmtree(decoder)
    served.add(visualizer.repo, content_of(made))
    try:
        yield served
    finally:
        served.close()


def offers_of(name: str) -> list[Offer]:
    """Return what a set consists of, by role."""
    group = find_set(name)
    assert group is not None
    found = [offer for pack in group.packs if (offer := find_offer(pack))]
    return sorted(found, key=lambda offer: list(ROLES.values()).index(offer.role))


def content_of(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    root = tmp_path / "photos"
    root.mkdir()
    for number in range(PHOTOS):
        coarse = np.random.default_rng(number).integers(0, 256, (4, 5, 3), np.uint8)
        picture = Image.fromarray(coarse).resize((160, 120), Image.Resampling.BICUBIC)
        picture.save(root / f"{number:02}.jpg")
    return root


@pytest.fixture
def encoder_made_ready(
    starter_pack: Callable[[Role], Pack], compiled: Path, tmp_path: Path
) -> Path:
    """What is made of the offered encoder: it has the weights of the built-in one."""
    pack = starter_pack(Role.ENCODER)
    place = tmp_path / "data" / "compiled" / f"{offers_of('light')[0].name}-{pack.digest}"
    place.parent.mkdir(parents=True)
    place.symlink_to(compiled / f"{pack.name}-{pack.digest}")
    return place


@pytest.fixture
def driver(
    qapp: QApplication,
    hub: Hub,
    encoder_made_ready: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[WindowDriver]:
    """The window of somebody who has just installed the program."""
    paths = Paths(tmp_path / "data", tmp_path / "cache", tmp_path / "config")
    for name, directory in (("DATA", paths.data), ("CACHE", paths.cache), ("CONFIG", paths.config)):
        directory.mkdir(exist_ok=True)
        monkeypatch.setenv(f"VISRET_{name}_DIR", str(directory))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    chosen = Settings(hub_endpoint=hub.address, watch_folders=False, m=2, drawing="diffusers")
    settings.save(paths.settings, chosen)
    shown = WindowDriver.open(paths, chosen)
    shown.window.begin([], "")
    yield shown
    shown.close()


@pytest.mark.slow("A visualizer is fetched, made ready and drawn with.")
def test_one_choice_and_one_click_lead_to_sketches_for_own_photos(
    driver: WindowDriver,
    qtbot: QtBot,
    hub: Hub,
    photos: Path,
    encoder_made_ready: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(QMessageBox, "exec", confirm)
    driver.click("Get models for your photos")
    dialog, work = driver.child(ModelsDialog), driver.child(PackWorker)
    card = dialog.cards["light"]
    with qtbot.waitSignal(work.ended) as ended:
        card.click()
    assert ended.args == [""]
    used = driver.settings
    assert [used.pack_of(role) for role in ROLES.values()] == [
        offer.name for offer in offers_of("light")
    ]
    labels = card.findChildren(QLabel)
    driver.until(lambda: any("estimated" in label.text() for label in labels))
    dialog.done(0)
    hub.close()  # from here on there is no network

    driver.library.add([photos])
    driver.until_indexed(PHOTOS)
    driver.ask("What colour are the feet of the tarn heron?")
    cards = driver.strip.cards()
    assert {card.slot.sketch.name: card.slot.state for card in cards} == {"A": READY, "B": READY}
    entries = driver.entries()
    assert len(entries) == PHOTOS
    assert all({"text", "instruction", "A", "B"} <= set(entry.ranks) for entry in entries)
    assert driver.banner.text() == ""
    encoders = encoder_made_ready.parent.glob(f"{driver.settings.encoder}-*")
    assert list(encoders) == [encoder_made_ready], "the encoder was made ready again"
