"""Getting, using and removing models in the window, from a hub on this machine."""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from tests import weights
from tests.gui.driver import confirm
from tests.hub.server import Fault, Hub
from visret_desktop.engine.messages import MachineDescribed
from visret_desktop.gui.models.models_dialog import ModelsDialog
from visret_desktop.gui.models.models_table import LICENSE, STATE
from visret_desktop.gui.models.own_model_dialog import OwnModelDialog
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.packs import registry
from visret_desktop.packs.events import PackReady
from visret_desktop.packs.manifest import Pack
from visret_desktop.packs.offers import find_offer
from visret_desktop.paths import Paths
from visret_desktop.roles import ROLES, Role
from visret_desktop.settings import Settings

ENCODER = "siglip2-b-32-256"
WEIGHTS = "open_clip_model.safetensors"
MEMORY = 3  # column, before the speed
# What is built in beside an encoder for real photos.
OFF = {"pictures_enabled": False, "answers_enabled": False}


@pytest.fixture
def hub(
    starter_pack: Callable[[Role], Pack], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[Hub]:
    """A hub that gives the built-in encoder where the offered one lies."""
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", False)
    monkeypatch.setattr("huggingface_hub.constants.HF_TOKEN_PATH", str(tmp_path / "token"))
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "hub"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    pack, offer = starter_pack(Role.ENCODER), find_offer(ENCODER)
    assert offer is not None
    served = Hub()
    served.add(
        offer.repo, {file.path: (pack.directory / file.path).read_bytes() for file in pack.files}
    )
    try:
        yield served
    finally:
        served.close()


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    made = Paths(tmp_path / "data", tmp_path / "cache", tmp_path / "config")
    made.data.mkdir()
    return made


@pytest.fixture
def open_dialog(qtbot: QtBot, paths: Paths, hub: Hub) -> Iterator[Callable[[], ModelsDialog]]:
    opened: list[ModelsDialog] = []

    def show() -> ModelsDialog:
        shown = ModelsDialog(paths, Settings(hub_endpoint=hub.address))
        qtbot.addWidget(shown)
        shown.show()
        opened.append(shown)
        return shown

    yield show
    for shown in opened:
        shown.done(0)


@pytest.fixture
def dialog(open_dialog: Callable[[], ModelsDialog]) -> ModelsDialog:
    return open_dialog()


def choose(dialog: ModelsDialog, name: str) -> None:
    dialog.view.selectRow(dialog._table.row_of(name))


def state(dialog: ModelsDialog, name: str) -> str:
    table = dialog._table
    return str(table.data(table.index(table.row_of(name), STATE)))


def cells(dialog: ModelsDialog, name: str) -> list[str]:
    table, row = dialog._table, dialog._table.row_of(name)
    return [str(table.data(table.index(row, column))) for column in range(table.columnCount())]


def press(dialog: ModelsDialog, qtbot: QtBot, button: str) -> None:
    """Press a button and wait until the work is done."""
    with qtbot.waitSignal(dialog._work.ended):
        dialog.buttons[button].click()


def test_a_pack_is_fetched_used_checked_and_removed(
    dialog: ModelsDialog, qtbot: QtBot, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(dialog, ENCODER)
    assert not dialog.buttons["use"].isEnabled()
    press(dialog, qtbot, "get")
    assert registry.find(paths, ENCODER).role is Role.ENCODER
    assert state(dialog, ENCODER) == "here"

    with qtbot.waitSignal(dialog.use_requested) as used:
        dialog.buttons["use"].click()
    assert used.args == [{"encoder": ENCODER, **OFF}]
    assert "no sketches for now" in dialog.line.label.text()
    dialog.show_settings(Settings(encoder=ENCODER))
    assert state(dialog, ENCODER) == "in use"

    press(dialog, qtbot, "check")
    assert "whole" in dialog.line.label.text()

    monkeypatch.setattr(QMessageBox, "exec", confirm)
    with qtbot.waitSignal(dialog.use_requested) as used:
        dialog.buttons["remove"].click()
        assert dialog.line.label.text().startswith("Removing")
        assert not dialog.buttons["remove"].isEnabled()
    assert used.args == [{"encoder": "starter"}], "the built-in one takes over"
    assert state(dialog, ENCODER) == ""


def install_other(paths: Paths, pack: Pack) -> None:
    """Install the built-in encoder under another name."""
    shutil.copytree(pack.directory, paths.packs / "other")
    manifest = paths.packs / "other" / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"name": "starter"', '"name": "other"'))


def test_what_a_removed_model_made_of_the_photos_goes_too(
    open_dialog: Callable[[], ModelsDialog],
    qtbot: QtBot,
    paths: Paths,
    starter_pack: Callable[[Role], Pack],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    install_other(paths, starter_pack(Role.ENCODER))
    name = f"other-{registry.find(paths, 'other').digest}"
    catalog = Catalog.open(paths.catalog)
    with catalog.batch():
        for encoder in (name, "starter-12345678"):
            catalog.put_embedding("0" * 32, encoder, np.ones(4, np.float32) / 2)
    dialog = open_dialog()
    choose(dialog, "other")
    monkeypatch.setattr(QMessageBox, "exec", confirm)
    with qtbot.waitSignal(dialog._removal.ended):
        dialog.buttons["remove"].click()
    assert dialog.line.label.text().endswith("freed.")
    assert catalog.embeddings.spaces() == ["starter-12345678"]
    catalog.close()


def test_a_window_that_is_closed_waits_for_a_removal(
    open_dialog: Callable[[], ModelsDialog],
    qtbot: QtBot,
    paths: Paths,
    starter_pack: Callable[[Role], Pack],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    install_other(paths, starter_pack(Role.ENCODER))
    dialog = open_dialog()
    dialog.show_settings(Settings(encoder="other"))
    choose(dialog, "other")
    monkeypatch.setattr(QMessageBox, "exec", confirm)
    with qtbot.waitSignal(dialog.use_requested) as used:
        dialog.buttons["remove"].click()
        dialog.close()
    assert used.args == [{"encoder": "starter"}]
    assert registry.known(paths, "other") is None


def test_a_failure_is_a_sentence_and_the_next_try_goes_on(
    dialog: ModelsDialog, qtbot: QtBot, hub: Hub
) -> None:
    hub.faults[WEIGHTS] += [Fault(status=404)]
    choose(dialog, ENCODER)
    press(dialog, qtbot, "get")
    assert dialog.line.label.text().endswith(".")
    assert state(dialog, ENCODER) == "begun"
    assert dialog.buttons["get"].text() == "Go on"
    press(dialog, qtbot, "get")
    assert state(dialog, ENCODER) == "here"


def test_damage_is_found_and_repaired(dialog: ModelsDialog, qtbot: QtBot, paths: Paths) -> None:
    choose(dialog, ENCODER)
    press(dialog, qtbot, "get")
    weights = paths.packs / ENCODER / WEIGHTS
    altered = bytearray(weights.read_bytes())
    altered[-1] ^= 1
    weights.write_bytes(altered)
    press(dialog, qtbot, "check")
    assert WEIGHTS in dialog.line.label.text()
    assert state(dialog, ENCODER) == "damaged"
    press(dialog, qtbot, "get")
    assert state(dialog, ENCODER) == "here"


def test_without_consent_nothing_is_fetched(
    dialog: ModelsDialog, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    monkeypatch.setattr(QMessageBox, "exec", lambda box: asked.append(box.text()))
    dialog.get_set("light")
    assert "Llama" in asked[0]
    assert not dialog._work.is_running
    assert hub.requests == []


def test_a_set_that_is_not_whole_is_not_used(
    dialog: ModelsDialog, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hub lacks two of the set's models: what came is kept, and nothing is changed over."""
    monkeypatch.setattr(QMessageBox, "exec", confirm)
    ended = qtbot.waitSignal(dialog._work.ended)
    with qtbot.assertNotEmitted(dialog.use_requested), ended:
        dialog.get_set("light")
    assert state(dialog, ENCODER) == "here"
    assert "has no" in dialog.line.label.text()


def test_closing_stops_the_work(dialog: ModelsDialog, qtbot: QtBot, hub: Hub) -> None:
    hub.faults[WEIGHTS] += [Fault(seconds_per_piece=0.2, piece=2048)]
    choose(dialog, ENCODER)
    with qtbot.waitSignal(dialog._work.progressed):
        dialog.buttons["get"].click()
    dialog.done(0)
    assert not dialog._work.is_running


# ---- what is told ---------------------------------------------------------------------------


def test_each_model_says_what_it_takes_and_how_fast_it_is_here(
    dialog: ModelsDialog, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(dialog, "sd-turbo")
    assert "to be accepted" in dialog._about.text()
    assert cells(dialog, "sd-turbo")[MEMORY:LICENSE] == ["", ""], "nothing is known yet"
    rates = {"cpu": (330e9, 46e9)}
    devices = dict.fromkeys(ROLES, "cpu")
    needs = {"starter": 183_000_000}
    dialog.show_machine(MachineDescribed(1, devices, rates, {"cpu": 4_000_000_000}, needs))
    assert cells(dialog, "sd-turbo")[MEMORY] == "~ 6.0 GB"
    assert cells(dialog, "sd-turbo")[MEMORY + 1] == "~ 10 s a sketch"
    assert cells(dialog, "starter")[MEMORY] == "~ 183 MB"
    about = dialog._about.text()
    assert "about 10 s a sketch (estimate)" in about
    assert "<b>Takes about 6.0 GB of memory; 4.0 GB are there.</b>" in about
    assert 'href="https://stability.ai/' in about
    monkeypatch.setattr(QMessageBox, "exec", confirm)
    assert dialog._has_consent([find_offer("sd-turbo")])  # type: ignore[list-item]
    dialog.refresh()
    assert ", accepted" in dialog._about.text()


def test_what_was_measured_in_use_is_no_estimate(dialog: ModelsDialog, paths: Paths) -> None:
    pack = registry.find(paths, "starter-visualizer")
    paths.cache.mkdir()
    paths.drawing_times.write_text(json.dumps({f"{pack.name}-{pack.digest}": 0.5}))
    dialog.refresh()
    choose(dialog, pack.name)
    assert "as measured in use" in dialog._about.text()
    assert not cells(dialog, pack.name)[MEMORY + 1].startswith("~")


def test_a_reader_can_be_used_for_rewriting_too(dialog: ModelsDialog, qtbot: QtBot) -> None:
    choose(dialog, "starter")
    assert not dialog.buttons["serve"].isVisible()
    choose(dialog, "qwen3-vl-2b")
    assert "It can be used for rewriting, too." in dialog._about.text()
    assert not dialog.buttons["serve"].isVisible(), "it is not here yet"
    choose(dialog, "starter-reader")
    assert cells(dialog, "starter-reader")[1] == "answering"
    assert state(dialog, "starter-reader") == "in use"
    assert dialog.buttons["serve"].text() == "Use for rewriting"
    with qtbot.waitSignal(dialog.use_requested) as asked:
        dialog.buttons["serve"].click()
    assert asked.args == [{"rewriter": "starter-reader"}]
    dialog.show_settings(Settings(rewriter="starter-reader"))
    assert state(dialog, "starter-reader") == "in use for both"
    assert not dialog.buttons["serve"].isEnabled()
    dialog.show_settings(Settings(rewriter="starter-reader", reader="another"))
    assert state(dialog, "starter-reader") == "in use for rewriting"
    assert dialog.buttons["use"].isEnabled()


# ---- what other programs have ---------------------------------------------------------------


def test_a_model_of_another_program_is_used_from_there_by_one_click(
    open_dialog: Callable[[], ModelsDialog], qtbot: QtBot, paths: Paths, tmp_path: Path
) -> None:
    model = tmp_path / "home/.lmstudio/models/a/b/Chatty-1B.gguf"
    model.parent.mkdir(parents=True)
    shutil.copy(registry.find(paths, "starter-rewriter").directory / "rewriter.gguf", model)
    dialog = open_dialog()
    qtbot.waitUntil(lambda: dialog._table.row_of("chatty-1b") >= 0)
    assert "can be used from where it is" in dialog.line.label.text()
    assert state(dialog, "chatty-1b") == "in LM Studio"
    choose(dialog, "chatty-1b")
    assert str(model) in dialog._about.text()
    with qtbot.waitSignal(dialog.use_requested) as used:
        dialog.buttons["get"].click()
    assert used.args == [{"rewriter": "chatty-1b"}]
    pack = registry.find(paths, "chatty-1b")
    assert (pack.directory / model.name).samefile(model), "no byte was copied"
    assert state(dialog, "chatty-1b") == "here"


# ---- models of one's own --------------------------------------------------------------------


def look(dialog: OwnModelDialog, qtbot: QtBot, text: str) -> str:
    """Type and wait until it was looked at; return what is said."""
    dialog.line.setText(text)
    qtbot.waitUntil(lambda: dialog.status.text() not in ("Looking …", dialog._hint()))
    return dialog.status.text()


def own(dialog: ModelsDialog, qtbot: QtBot) -> OwnModelDialog:
    dialog.buttons["add"].click()
    (opened,) = dialog.findChildren(OwnModelDialog)
    qtbot.waitUntil(opened.isVisible)
    return opened


def test_a_repository_is_recognized_as_typed_and_added(
    dialog: ModelsDialog, qtbot: QtBot, hub: Hub, paths: Paths
) -> None:
    offer = find_offer(ENCODER)
    assert offer is not None
    adding = own(dialog, qtbot)
    assert not adding.add.isEnabled()
    said = look(adding, qtbot, offer.repo)
    assert "An encoder, for finding" in said
    assert "apache-2.0" in said
    assert "8.0 MB on disk" in said
    assert not adding.steps.isVisible()
    adding.name.setText("Mine, of course")
    with qtbot.waitSignal(dialog.use_requested) as used:
        adding.add.click()
    assert used.args == [{"encoder": "mine-of-course", **OFF}]
    assert registry.find(paths, "mine-of-course").settings == {}


def test_a_checkpoint_of_nothing_is_not_taken_in_and_the_reason_is_shown(
    dialog: ModelsDialog, qtbot: QtBot, paths: Paths, tmp_path: Path
) -> None:
    checkpoint = tmp_path / "dreams.safetensors"
    checkpoint.write_bytes(weights.safetensors())
    adding = own(dialog, qtbot)
    assert "A picture model" in look(adding, qtbot, str(checkpoint))
    assert adding.steps.isVisible()
    with qtbot.waitSignal(dialog._work.ended) as ended:
        adding.add.click()
    assert "dreams is not taken in" in ended.args[0]
    assert "dreams" not in {pack.name for pack in registry.installed(paths)}


@pytest.mark.slow("The library that opens picture models takes seconds to load.")
def test_a_picture_model_has_its_few_settings(
    dialog: ModelsDialog, qtbot: QtBot, paths: Paths, tmp_path: Path
) -> None:
    drawing = registry.find(paths, "starter-visualizer").directory
    shutil.copytree(drawing, tmp_path / "dreams", ignore=shutil.ignore_patterns("manifest.json"))
    adding = own(dialog, qtbot)
    assert "A picture model" in look(adding, qtbot, str(tmp_path / "dreams"))
    assert adding.steps.isVisible()
    adding.steps.setValue(6)
    adding.guidance.setValue(1.5)
    adding.is_used.setChecked(False)
    with qtbot.waitSignal(dialog._work.ended):
        adding.add.click()
    settings = registry.find(paths, "dreams").settings
    assert (settings["steps"], settings["guidance"]) == (6, 1.5)


def test_of_a_vision_model_what_writes_can_be_added_alone(
    dialog: ModelsDialog, qtbot: QtBot, paths: Paths
) -> None:
    adding = own(dialog, qtbot)
    path = registry.find(paths, "starter-reader").directory / "model.gguf"
    assert "A vision model, for answers from photos" in look(adding, qtbot, str(path))
    assert adding.serves.text() == "Only for rewriting; leave out what looks at photos"
    adding.serves.setChecked(True)
    qtbot.waitUntil(lambda: "A chat model, for rewriting" in adding.status.text())
    (alone,) = adding.wanted()
    assert (alone.role, len(alone.files)) == (Role.REWRITER, 1)
    adding.serves.setChecked(False)
    qtbot.waitUntil(lambda: "A vision model" in adding.status.text())
    (both,) = adding.wanted()
    assert (both.role, len(both.files)) == (Role.READER, 2)
    adding.reject()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("something", "open_clip:NAME/TAG"),
        ("no/where", "has no repository no/where"),
        ("/no/where.gguf", "There is no"),
        ("{tmp}/model.ckpt", "can run code"),
    ],
)
def test_what_cannot_be_used_is_said_at_once(
    dialog: ModelsDialog, qtbot: QtBot, tmp_path: Path, text: str, said: str
) -> None:
    (tmp_path / "model.ckpt").write_bytes(b"\x80")
    adding = own(dialog, qtbot)
    assert said in look(adding, qtbot, text.format(tmp=tmp_path))
    assert not adding.add.isEnabled()
    adding.reject()


def test_a_name_that_is_taken_is_no_name(
    dialog: ModelsDialog, qtbot: QtBot, paths: Paths, tmp_path: Path
) -> None:
    checkpoint = tmp_path / "starter-visualizer.safetensors"
    checkpoint.write_bytes(weights.safetensors())
    adding = own(dialog, qtbot)
    look(adding, qtbot, str(checkpoint))
    assert adding.add.isEnabled(), "it gets a name of its own"
    assert adding.name.text() == "starter-visualizer-own"
    (paths.packs / "mine").mkdir(parents=True)
    (paths.packs / "mine" / "manifest.json").write_text("{")
    adding.name.setText("Mine")
    assert not adding.add.isEnabled()
    adding.name.setText("Mine too")
    assert adding.add.isEnabled()
    adding.reject()


# ---- what goes wrong ------------------------------------------------------------------------


def fail(dialog: ModelsDialog, qtbot: QtBot) -> str:
    """Try to get the encoder and return what is said."""
    choose(dialog, ENCODER)
    press(dialog, qtbot, "get")
    assert state(dialog, ENCODER) != "here"
    assert dialog.buttons["get"].isEnabled(), "it can be tried again"
    return dialog.line.label.text()


def test_without_a_network_it_says_what_else_can_be_done(
    dialog: ModelsDialog, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    assert "add the model from a folder or a stick" in fail(dialog, qtbot)


def test_a_gated_model_shows_the_page_to_open(
    dialog: ModelsDialog, qtbot: QtBot, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    offer = find_offer(ENCODER)
    assert offer is not None
    hub.repositories[offer.repo].readers = frozenset(("hf_reader",))
    assert f'<a href="{hub.address}/{offer.repo}">' in fail(dialog, qtbot)
    monkeypatch.setenv("HF_TOKEN", "hf_stranger")
    assert "Your account may not read" in fail(dialog, qtbot)
    monkeypatch.setenv("HF_TOKEN", "hf_reader")
    press(dialog, qtbot, "get")
    assert state(dialog, ENCODER) == "here"


def test_a_full_disk_is_said_before_anything_comes(
    dialog: ModelsDialog, qtbot: QtBot, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Usage:
        free = 5_000_000

    monkeypatch.setattr("shutil.disk_usage", lambda _: Usage)
    said = fail(dialog, qtbot)
    assert "5.0 MB free" in said
    assert "Make room and try again" in said
    assert dialog.buttons["get"].text() == "Go on"
    assert "5.0 MB free" in dialog._free.text()
    assert hub.sent_bytes == 0


def test_wrong_bytes_are_named(dialog: ModelsDialog, qtbot: QtBot, hub: Hub) -> None:
    hub.always[WEIGHTS] = Fault(alter=True)
    assert f"{WEIGHTS} arrived altered twice" in fail(dialog, qtbot)


def test_stopped_it_goes_on_in_another_window_where_it_was(
    open_dialog: Callable[[], ModelsDialog], qtbot: QtBot, hub: Hub, paths: Paths
) -> None:
    hub.always[WEIGHTS] = Fault(seconds_per_piece=0.02)
    first = open_dialog()
    choose(first, ENCODER)
    first.buttons["get"].click()
    part = paths.packs / ".incoming" / ENCODER / "files" / f"{WEIGHTS}.part"
    qtbot.waitUntil(lambda: part.exists() and part.stat().st_size > 500_000)
    with qtbot.waitSignal(first._work.ended):
        first.line.stop.click()
    assert "what was fetched is kept" in first.line.label.text()
    first.done(0)
    kept = part.stat().st_size
    hub.always.clear()
    second = open_dialog()
    assert state(second, ENCODER) == "begun"
    choose(second, ENCODER)
    press(second, qtbot, "get")
    assert state(second, ENCODER) == "here"
    assert hub.asked(WEIGHTS)[-1].range == f"bytes={kept}-"


def test_two_windows_do_not_meet(
    open_dialog: Callable[[], ModelsDialog], qtbot: QtBot, hub: Hub
) -> None:
    hub.always[WEIGHTS] = Fault(seconds_per_piece=0.02)
    first, second = open_dialog(), open_dialog()
    choose(first, ENCODER)
    with qtbot.waitSignal(first._work.progressed):
        first.buttons["get"].click()
    assert "Wait until it is done, or stop it there" in fail(second, qtbot)


def test_a_model_on_a_missing_drive_is_offline(
    dialog: ModelsDialog, qtbot: QtBot, paths: Paths, tmp_path: Path
) -> None:
    choose(dialog, ENCODER)
    press(dialog, qtbot, "get")
    drive = tmp_path / "drive"
    drive.mkdir()
    pack = registry.find(paths, ENCODER)
    list(registry.remembering(paths, drive, pack, iter([PackReady(pack)])))
    pack.directory.rename(drive / ENCODER)
    dialog.refresh()
    assert state(dialog, ENCODER) == "here"
    drive.rename(tmp_path / "pulled")
    dialog.refresh()
    assert state(dialog, ENCODER) == "offline"
    assert "Plug in its drive" in dialog._about.text()
    assert not dialog.buttons["use"].isEnabled()


def test_of_several_it_says_which_one_and_how_far(
    dialog: ModelsDialog, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, hub: Hub
) -> None:
    monkeypatch.setattr(QMessageBox, "exec", confirm)
    hub.always[WEIGHTS] = Fault(seconds_per_piece=0.02)
    said: list[str] = []
    dialog._work.progressed.connect(lambda _: said.append(dialog.line.label.text()))
    with qtbot.waitSignal(dialog._work.ended):
        dialog.cards["light"].click()
    assert any(words.startswith("1 of 4: Fetching SigLIP 2 B/32, 256 px, ") for words in said)
