"""Every setting, declared once: type, default, limits and help; loaded and saved with a version."""

import json
import logging
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import Field, asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from visret_desktop import file_changes
from visret_desktop.roles import ROLES, Role
from visret_desktop.strategies import STRATEGIES

VERSION = 2
DEVICES = ("auto", "cpu", "cuda", "mps", "xpu")
# The encoder and the rewriter that were trained for the demonstration's drawings.
DRAWN, DRAWN_REWRITER = "starter", "starter-rewriter"
DRAWN_PACKS = {Role.ENCODER.name: DRAWN, Role.REWRITER.name: DRAWN_REWRITER}
_SWITCHES = {"visualizer": "pictures_enabled", "reader": "answers_enabled"}
SKETCH_SIDES = range(8, 4097, 8)  # pixels; models compute in blocks of eight
DRAWINGS = ("automatic", "diffusers")
APPEARANCES = ("system", "light", "dark")
LANGUAGES = ("system", "en", "de")
_log = logging.getLogger(__name__)


def _setting(
    default: Any,
    help_text: str,
    low: float | None = None,
    high: float | None = None,
    choices: tuple[str, ...] = (),
    page: str = "photos",
    unit: str = "",
    restarts: bool = True,
) -> Any:
    limits = {"low": low, "high": high, "choices": choices, "unit": unit}
    metadata = {"help": help_text, "page": page, "restarts": restarts, **limits}
    return field(default=default, metadata=metadata)


def _pack_of(role: Role) -> Any:
    # Tests of the drawn world set the variable, as they set those of the three directories.
    default = os.environ.get(f"VISRET_{role.name.upper()}") or role.default_pack
    return _setting(default, f"Model that {role.does}", page="models")


def _device_of(role: Role) -> Any:
    help_text = f"Processor for the {role.name}"
    return _setting("auto", help_text, choices=DEVICES, page="models")


@dataclass(frozen=True)
class Settings:
    """What a person can change. Read-only: `changed` makes a changed copy."""

    appearance: str = _setting(
        "system", "Appearance", choices=APPEARANCES, page="general", restarts=False
    )
    language: str = _setting(
        "system", "Language, from the next start on", choices=LANGUAGES, page="general"
    )
    encoder: str = _pack_of(Role.ENCODER)
    # "automatic": the quickest that ranks the first photos as fp32 does; vectors keep theirs. No
    # form offers it: others are set by `visret bench precision`, which compares them.
    encoder_precision: str = _setting(
        "automatic",
        "Precision of the image tower on processors",
        choices=("automatic", "fp32", "int8", "fp16", "bf16"),
        page="",
    )
    second_encoder: str = _setting(
        "", "Second encoder that answers beside it, such as one for nature", page="models"
    )
    free_cores: int = _setting(
        0, "Processor cores that indexing leaves to other programs", 0, 64, restarts=False
    )
    max_megapixels: int = _setting(
        250, "Photos larger than this are not read", 1, 2000, unit=" megapixels"
    )
    decode_seconds: int = _setting(
        30, "A photo that takes longer to read is given up", 1, 600, unit=" s"
    )
    folder_seconds: int = _setting(
        30, "A folder whose disk does not answer for longer counts as offline", 1, 600, unit=" s"
    )
    excluded: tuple[str, ...] = _setting((), "Folder names or patterns that scans leave out")
    watch_folders: bool = _setting(
        True, "Notice new and changed photos while the program runs", page="general", restarts=False
    )
    read_words: bool = _setting(
        True, "Read the words in pictures while there is nothing else to do"
    )
    write_sidecars: bool = _setting(
        False,
        "Allow tags, ratings, names and places from here to be written to .xmp files beside photos",
    )
    observer: str = _setting(
        "", "Your name, kept with the names that you accept for photos", restarts=False
    )
    search_as_typed: bool = _setting(
        True, "Search by the words while you type, without Enter", page="searching", restarts=False
    )
    top_k: int = _setting(
        1000, "Photos that a search shows at most", 1, 100_000, page="searching", restarts=False
    )
    thumbnail_pixels: int = _setting(
        384, "Longer side of cached thumbnails", 128, 1024, unit=" pixels"
    )
    rrf_k: float = _setting(
        1.0, "Damping of later places when rankings are joined", 0.0, 1000.0, page="searching"
    )
    bursts_as_one: bool = _setting(
        True, "Show photos taken in quick succession as one picture", restarts=False
    )
    # Triggers of camera traps and fingers on a button come within seconds; of the Camtrap DP
    # example's 423 photos 10 seconds make 38 groups, 2 make 42, 60 make 34.
    burst_seconds: int = _setting(
        10, "Photos of a burst are taken at most so long after one another", 0, 600, unit=" s"
    )
    burst_likeness: float = _setting(
        0.6,
        "Photos of a burst are at least so alike: 0 as any two photos are, 1 the same",
        0.0,
        1.0,
    )
    # What ecologists count as independent visits; longer pauses join what one calls an outing.
    event_seconds: int = _setting(
        1800, "A longer pause than this begins another event", 1, 604_800, unit=" s"
    )
    events_as_one: bool = _setting(
        False,
        "Show the best photo of each event only, with the number of its photos",
        page="searching",
        restarts=False,
    )
    rewriter: str = _pack_of(Role.REWRITER)
    visualizer: str = _pack_of(Role.VISUALIZER)
    reader: str = _pack_of(Role.READER)
    encoder_device: str = _device_of(Role.ENCODER)
    rewriter_device: str = _device_of(Role.REWRITER)
    visualizer_device: str = _device_of(Role.VISUALIZER)
    reader_device: str = _device_of(Role.READER)
    drawing: str = _setting(
        "automatic",
        "What draws sketches on processors: what suits this one best, or diffusers as published",
        choices=DRAWINGS,
        page="models",
    )
    unload_minutes: int = _setting(
        15,
        "Models that are not used leave the memory after; 0: never",
        0,
        999,
        page="models",
        unit=" minutes",
    )
    pictures_enabled: bool = _setting(
        True,
        "Draw sketches of what is searched, and search by them too",
        page="general",
        restarts=False,
    )
    answers_enabled: bool = _setting(
        True, "Answer questions from the photos that are found", page="general", restarts=False
    )
    answer_images: int = _setting(
        5, "Photos that are read for an answer at most", 1, 100, page="searching", restarts=False
    )
    strategy: str = _setting(
        "hybrid", "What is searched by", choices=tuple(STRATEGIES), page="searching", restarts=False
    )
    # Off: on the drawn world it helped nothing (`python -m training.studies.details`).
    add_details: bool = _setting(
        False,
        "Describe what is searched in more detail, too: shown beside, without a part in the order",
        page="searching",
    )
    m: int = _setting(
        3, "Sketches that are drawn of each instruction", 1, 26, page="searching", restarts=False
    )
    draw_all: bool = _setting(
        False, "Draw all of them, also where fewer are enough", page="searching"
    )
    # Chosen beside the model, so no form offers it: `pixels_of` reads it, `with_pixels` writes it.
    sketch_pixels: tuple[str, ...] = _setting(
        (), "Sides of sketches where they are not what the model was made for", page=""
    )
    # Best of 0.1 to 0.5 on the fieldbook's validation queries (`visret bench quality --seed 5`).
    hybrid_weight: float = _setting(
        0.3, "Weight of the sketches beside the words", 0.0, 10.0, page="searching"
    )
    sketch_cache_mb: int = _setting(
        200, "Disk space that kept sketches may take", 1, 100_000, page="searching", unit=" MB"
    )
    judgments: str = _setting(
        "",
        "File of your marks of right and wrong; empty: in the data folder",
        page="searching",
        restarts=False,
    )
    hub_endpoint: str = _setting(
        "", "Address of the model hub; empty: HF_ENDPOINT or its default", page="models"
    )
    hub_proxy: str = _setting(
        "", "Proxy for downloads; empty: that of the system, if any", page="models"
    )
    # Pack and device of the roles that have no line above, by name.
    of_other_roles: Mapping[str, Any] = field(default_factory=dict)

    def value(self, name: str) -> Any:
        """Return a setting that is declared here or by the table of roles."""
        if name in _lines():
            return getattr(self, name)
        return self.of_other_roles.get(name, declared()[name].default)

    @property
    def stacks(self) -> bool:
        """Whether some photos are shown as one picture: those of a burst, or of an event."""
        return self.bursts_as_one or self.events_as_one

    def pack_of(self, role: Role) -> str:
        """Return the name of the pack that is used for a role."""
        return str(self.value(role.name))

    def device_of(self, role: Role) -> str:
        """Return which of `DEVICES` is to compute a role's model."""
        return str(self.value(role.device_setting))

    def pixels_of(self, pack: str) -> int | None:
        """Return the side of a visualizer's sketches; None: as its pack says."""
        sides = (entry.rpartition("=") for entry in self.sketch_pixels)
        pixels = [side for name, _, side in sides if name == pack]
        return next((side for side in SKETCH_SIDES if pixels[-1:] == [str(side)]), None)

    def with_pixels(self, pack: str, pixels: int | None) -> "Settings":
        """Return a copy in which a visualizer's sketches have this side; None: as its pack says."""
        others = tuple(e for e in self.sketch_pixels if e.rpartition("=")[0] != pack)
        return self.changed(sketch_pixels=(*others, f"{pack}={pixels}") if pixels else others)

    def changed(self, **values: Any) -> "Settings":
        """Return a copy with other values of settings that `declared` knows."""
        own = {name: values.pop(name) for name in _lines().keys() & values.keys()}
        return replace(self, **own, of_other_roles={**self.of_other_roles, **values})

    def using(self, packs: Mapping[str, str]) -> dict[str, Any]:
        """Return what to change so that these packs, by role, are used.

        What is built in draws and answers for the demonstration only: beside an encoder for real
        photos it is switched off, until one that can do it for them is used.
        """
        changes: dict[str, Any] = dict(packs)
        after = self.changed(**packs)
        sees_real_photos = not after.uses_built_in("encoder")
        for name, switch in _SWITCHES.items():
            if sees_real_photos and after.uses_built_in(name):
                changes[switch] = False
            elif after.value(name) != self.value(name):
                changes[switch] = True
        return changes

    def uses_built_in(self, role: str) -> bool:
        """Tell whether the pack that is used for a role came with the program."""
        return self.value(role) in (ROLES[role].default_pack, DRAWN_PACKS.get(role))

    def defaults_instead_of(self, pack: str) -> dict[str, str]:
        """Return what to change so that nothing uses a pack that is gone."""
        names = [name for name in (*ROLES, "second_encoder") if self.value(name) == pack]
        return {name: str(declared()[name].default) for name in names}

    def stored(self) -> dict[str, Any]:
        """Return all values by name, as the file has them."""
        values = asdict(self)
        others: dict[str, Any] = values.pop("of_other_roles")
        return values | others


def _lines() -> dict[str, "Field[Any]"]:
    """Return the settings that are declared above, by name."""
    return {line.name: line for line in fields(Settings) if line.metadata}


# What the window itself acts on, or says in each search: the engine need not restart for it.
WITHOUT_RESTART = [name for name, line in _lines().items() if not line.metadata["restarts"]]


def declared() -> dict[str, "Field[Any]"]:
    """Return every setting by name: those above, then those of other roles."""
    lines, others = _lines(), dict[str, "Field[Any]"]()
    for role in ROLES.values():
        others |= {role.name: _pack_of(role), role.device_setting: _device_of(role)}
    return lines | others | lines  # in the order of the form; a line above counts


def load(path: Path) -> Settings:
    """Read settings; unknown keys are dropped, wrong values become their default.

    A file that cannot be read counts as what was saved before it, else as the defaults.
    """
    for file in (path, _previous(path)):
        try:
            return _of(_read(file))
        except FileNotFoundError:
            break
        except (OSError, ValueError) as error:
            _log.warning("settings %s are unreadable (%s)", file, error)
    return Settings()


def damage_of(path: Path) -> str:
    """Return why a settings file cannot be read; "" if it can, or is not there."""
    try:
        _read(path)
    except FileNotFoundError:
        return ""
    except (OSError, ValueError) as error:
        return str(error)
    return ""


def save(path: Path, settings: Settings) -> None:
    """Write settings atomically, keeping the previous file as `.bak`.

    One that cannot be read is kept as `.damaged`, so that it is not taken for a previous one. What
    a newer program keeps in the file stays there.

    Raises:
        OSError: no room or no permission; the settings of before still hold.
    """
    stored: dict[str, Any] = {}
    if path.exists():
        kept = path.with_suffix(".damaged") if damage_of(path) else _previous(path)
        file_changes.write(kept, path.read_bytes())
        with suppress(OSError, ValueError):
            stored = _read(path)
    version = stored.get("version")
    newest = max(VERSION, version) if isinstance(version, int) else VERSION
    text = json.dumps({**stored, "version": newest, **settings.stored()}, indent=2)
    file_changes.write(path, text.encode())


def save_changes(path: Path, before: Settings, after: Settings) -> Settings:
    """Save what is different in `after`, and return what holds now.

    What somebody else changed in the file meanwhile stays theirs.

    Raises:
        OSError: as `save`.
    """
    old, new = before.stored(), after.stored()
    different = {name: new[name] for name in new if new[name] != old.get(name)}
    merged = load(path).changed(**different)
    save(path, merged)
    return merged


def _previous(path: Path) -> Path:
    return path.with_suffix(".bak")


def _read(path: Path) -> dict[str, Any]:
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    if not isinstance(stored, dict):
        raise ValueError("it holds no settings")
    return stored


def _of(stored: dict[str, Any]) -> Settings:
    accepted = {}
    if stored.get("version") == 1:
        # These were the defaults of that version.
        stored = {k: v for k, v in stored.items() if v != DRAWN_PACKS.get(k, object)}
    if isinstance(minutes := stored.get("event_minutes"), int):  # as it was once called
        stored = {"event_seconds": 60 * minutes} | stored
    for name, line in declared().items():
        if name in stored and (value := _accept(line, stored[name])) is not None:
            accepted[name] = value
    return Settings().changed(**accepted)


def _accept(line: "Field[Any]", value: Any) -> Any:
    default: Any = line.default
    if isinstance(default, tuple):
        ok = isinstance(value, list) and all(isinstance(entry, str) for entry in value)
        return tuple(value) if ok else None
    number = isinstance(default, int | float) and not isinstance(default, bool)
    if number and isinstance(value, int | float) and not isinstance(value, bool):
        if value != value:  # NaN, which JSON of others may hold
            return None
        low, high = line.metadata["low"], line.metadata["high"]
        return type(default)(min(max(value, low), high))
    choices = line.metadata["choices"]
    is_wrong = type(value) is not type(default) or (choices and value not in choices)
    return None if is_wrong else value
