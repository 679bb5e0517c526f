"""A role that is added in this file alone is one everywhere: the table is all that is asked."""

import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from bench.pack_writing import write_manifest
from visret_desktop import settings as settings_file
from visret_desktop.cli.main import main
from visret_desktop.engine.models import loaded_models
from visret_desktop.engine.models.loaded_models import LoadedModels
from visret_desktop.errors import MemoryShort
from visret_desktop.gui.models.models_dialog import ModelsDialog
from visret_desktop.gui.window.settings_dialog import SettingsDialog
from visret_desktop.models.memory_need import need
from visret_desktop.models.runtimes.machine_speed import describe
from visret_desktop.packs.checks.layouts import Layout
from visret_desktop.packs.manifest import Pack, read_pack
from visret_desktop.packs.pack_list import choices
from visret_desktop.packs.sources import sources_in
from visret_desktop.packs.speed_estimates import read_machine, speed_of
from visret_desktop.paths import Paths, claim, default_paths
from visret_desktop.roles import ROLES, Role, role_named
from visret_desktop.settings import Settings, declared

WORDS = "words.txt"


@dataclass
class Counter:
    """A model that counts the words of a text, of which it knows those in its file."""

    known: Collection[str]
    device: str

    def count(self, text: str) -> int:
        return sum(word in self.known for word in text.split())


def open_counter(pack: Pack, _paths: Paths, device: str) -> Counter:
    return Counter((pack.directory / WORDS).read_text().split(), device)


def counter_in(paths: Collection[str], _read: object, _wanted: str) -> Layout | None:
    return Layout(ROLES["counter"], (WORDS,)) if WORDS in paths else None


COUNTER = Role(
    "counter",
    opener=f"{__name__}:open_counter",
    default_pack="",
    does="counts words",
    purpose="counting",
    kind="A counter, for counting",
    recognizer=f"{__name__}:counter_in",
    unit="text",
    times="drawing_times",
)


@pytest.fixture
def paths(profile: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Paths:
    """A profile in which a pack of a new role is installed."""
    monkeypatch.setitem(ROLES, COUNTER.name, COUNTER)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "hub"))
    paths = default_paths()
    claim(paths)
    directory = paths.packs / "abacus"
    directory.mkdir(parents=True)
    (directory / WORDS).write_text("an owl in the snow")
    write_manifest(
        directory, name="abacus", title="Abacus", role=COUNTER, spdx="CC0-1.0", settings={}
    )
    return paths


@pytest.fixture
def dialog(paths: Paths, qtbot: QtBot) -> Iterator[ModelsDialog]:
    shown = ModelsDialog(paths, Settings())
    qtbot.addWidget(shown)
    yield shown
    shown.done(0)


def test_the_four_roles_of_the_program_are_rows() -> None:
    assert list(ROLES) == ["encoder", "rewriter", "visualizer", "reader"]
    assert role_named("rewriter") is Role.REWRITER
    with pytest.raises(ValueError, match="'counter' is no role"):
        role_named("counter")


def test_a_reader_can_rewrite_and_nothing_else_does_what_it_is_not_made_for() -> None:
    can = {(a.name, b.name) for a in ROLES.values() for b in ROLES.values() if a.can_serve_as(b)}
    assert can == {*((name, name) for name in ROLES), ("reader", "rewriter")}
    assert all(name in ROLES for role in ROLES.values() for name in role.serves)


def test_a_manifest_of_a_new_role_is_accepted_and_files_are_recognized(paths: Paths) -> None:
    assert read_pack(paths.packs / "abacus").role is COUNTER
    (paths.packs / "abacus" / "manifest.json").unlink()
    (source,) = sources_in(paths.packs / "abacus")
    assert (source.role, set(source.files)) == (COUNTER, {WORDS})


def test_its_settings_are_kept_in_the_file(paths: Paths) -> None:
    assert Settings().pack_of(COUNTER) == ""
    assert main(["packs", "use", "abacus"]) == 0
    chosen = settings_file.load(paths.settings)
    assert chosen.pack_of(COUNTER) == "abacus"
    assert chosen.device_of(COUNTER) == "auto"
    settings_file.save_changes(paths.settings, chosen, chosen.changed(counter_device="cpu", m=5))
    stored = json.loads(paths.settings.read_text())
    assert (stored["counter"], stored["counter_device"], stored["m"]) == ("abacus", "cpu", 5)
    assert settings_file.load(paths.settings).defaults_instead_of("abacus") == {"counter": ""}
    paths.settings.write_text(json.dumps({**stored, "counter": 3, "counter_device": "moon"}))
    assert settings_file.load(paths.settings).of_other_roles == {}


def test_it_is_listed_with_memory_and_the_speed_of_its_use(
    paths: Paths, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("visret_desktop.models.runtimes.machine_speed._SECONDS", 0.05)
    machine = describe(paths, Settings().changed(counter_device="cpu"))
    assert machine.devices["counter"] == "cpu"
    pack = read_pack(paths.packs / "abacus")
    paths.drawing_times.write_text(json.dumps({f"abacus-{pack.digest}": 2.0}))
    assert main(["packs", "list", "--json"]) == 0
    listed = {each["name"]: each for each in json.loads(capsys.readouterr().out)["packs"]}
    assert listed["abacus"]["role"] == "counter"
    assert listed["abacus"]["state"] == "ready"
    assert listed["abacus"]["memory_bytes"] == need(pack, "cpu") == COUNTER.working_bytes
    (choice,) = (each for each in choices(paths) if each.name == "abacus")
    assert str(speed_of(choice, read_machine(paths), paths)) == "about 2 s a text"


def test_the_window_of_models_says_what_it_is_for_and_uses_it(
    dialog: ModelsDialog, qtbot: QtBot
) -> None:
    table = dialog.view.model()
    cells = [
        [table.index(row, column).data() for column in (0, 1)] for row in range(table.rowCount())
    ]
    assert ["Abacus", "counting"] in cells
    dialog.view.selectRow(cells.index(["Abacus", "counting"]))
    with qtbot.waitSignal(dialog.use_requested) as asked:
        dialog.buttons["use"].click()
    assert asked.args == [{"counter": "abacus"}]


def test_the_form_of_settings_has_its_pack_and_its_processor(paths: Paths, qtbot: QtBot) -> None:
    assert "Model that counts words" in {line.metadata["help"] for line in declared().values()}
    form = SettingsDialog(Settings(), {"counter": ["", "abacus"]})
    qtbot.addWidget(form)
    form._editors["counter"].setCurrentText("abacus")  # type: ignore[attr-defined]
    form._editors["counter_device"].setCurrentText("Processor (CPU)")  # type: ignore[attr-defined]
    assert form.settings() == Settings().changed(counter="abacus", counter_device="cpu")


def test_it_is_loaded_on_demand_and_gives_way(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    models = LoadedModels(paths, Settings().changed(counter="abacus", counter_device="cpu"))
    counter = models.get(COUNTER)
    assert isinstance(counter, Counter)
    assert (counter.device, counter.count("an owl on a rock")) == ("cpu", 2)
    assert models.get(COUNTER) is counter
    models.unload_unused(3600)
    assert models.get(COUNTER) is counter
    models.unload_unused(0)
    again = models.get(COUNTER)
    assert again is not counter

    is_short = iter([True])

    def check(pack: Pack, device: str, role: Role | None = None, **_: object) -> None:
        if next(is_short, False):
            raise MemoryShort(name=pack.name, device=device, needed="9 GB", free="1 GB")

    monkeypatch.setattr(loaded_models, "check_fits", check)
    models.get(Role.REWRITER)
    assert models.get(COUNTER) is not again, "it made room for the rewriter"
