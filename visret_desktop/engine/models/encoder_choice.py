"""Which encoder serves which folders, and which one answers while vectors are being made.

The demonstration uses the encoder that was trained for its drawings; all other folders use the
chosen one. An encoder that a person chose serves everything. After a change of encoder, the old
one answers until every photo has a vector of the new one. None of this is stored: it follows from
the folders, the settings and the catalog.

There may be a second encoder beside the one that answers, such as one that knows nature. Its
vectors lie beside the first one's in the catalog, and in an index of their own. Contents go by the
first encoder's labels everywhere else. It takes part in answers once it has looked at every photo;
what is added later counts as average for it until then.

Making an encoder ready for this computer takes long the first time. Which pictures it looks at is
known before, so photos can be decoded meanwhile.
"""

import logging
import threading
from collections.abc import Callable, Collection, Iterable
from concurrent.futures import Future
from dataclasses import dataclass
from threading import Thread

from visret_desktop.errors import PackDamaged, PackMissing
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.models.encoders.compiled import find_compiled
from visret_desktop.models.encoders.encoder import name_of
from visret_desktop.models.encoders.open_clip_config import read_preprocess
from visret_desktop.models.encoders.precision_selection import find_choice
from visret_desktop.models.interfaces import Encoder, Pixels, Vectors
from visret_desktop.models.variants import PRECISIONS, Precision
from visret_desktop.packs import registry
from visret_desktop.packs.manifest import Pack
from visret_desktop.packs.registry import BrokenPack
from visret_desktop.paths import Paths, absolute
from visret_desktop.retrieval.content_index import ContentIndex
from visret_desktop.retrieval.vector_index import VectorIndex
from visret_desktop.roles import Role
from visret_desktop.sentences import sentence
from visret_desktop.settings import DRAWN, Settings

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Division:
    """Folders, by their ids, and the encoder for them.

    Attributes:
        encoder: the name of its pack; "": that of the settings.
        folders: None: all.
    """

    encoder: str = ""
    folders: frozenset[int] | None = None


def divided(
    paths: Paths, settings: Settings, reader: CatalogReader
) -> tuple[Division, Division | None]:
    """Return what a person's own folders go with, and the demonstration if that is another one.

    Without the files of the built-in encoder for photos, all goes with that for drawings.
    """
    if settings.encoder == DRAWN or not settings.uses_built_in("encoder"):
        return Division(), None
    folders = reader.folder_paths()
    drawn = {number for number, path in folders.items() if path == absolute(paths.demo)}
    own = folders.keys() - drawn
    if drawn and not own:
        return Division(DRAWN), None
    try:
        registry.find(paths, settings.encoder)
    except (PackMissing, PackDamaged) as error:
        _log.warning("photos are looked at by %s: %s", DRAWN, error)
        return Division(DRAWN), None
    if not drawn:
        return Division(), None
    return Division("", frozenset(own)), Division(DRAWN, frozenset(drawn))


AUTOMATIC = "automatic"


@dataclass(frozen=True)
class EncoderForm:
    """An encoder pack in one precision: what one set of vectors is made by."""

    pack: Pack
    precision: Precision = "fp32"

    @property
    def name(self) -> str:
        """What the catalog calls it."""
        return name_of(self.pack, self.precision)


def answering_form(
    wanted: EncoderForm,
    installed: Iterable[Pack | BrokenPack],
    reader: CatalogReader,
    lacking: Callable[[str], Collection[str]],
) -> EncoderForm:
    """Return what answers queries: `wanted`, unless another form is ahead of it.

    Another one is ahead if it has embedded every photo and `wanted` has not; another precision of
    the same pack comes before other packs. `lacking` returns the photos that a space lacks.
    """
    names = set(reader.embeddings.spaces())
    encoders = [p for p in installed if isinstance(p, Pack) and p.role is Role.ENCODER]
    forms = [EncoderForm(pack, precision) for pack in encoders for precision in PRECISIONS]
    others = [form for form in forms if form != wanted and form.name in names]
    if not others or (wanted.name in names and not lacking(wanted.name)):
        return wanted
    others.sort(key=lambda form: form.pack.name != wanted.pack.name)
    return next((form for form in others if not lacking(form.name)), wanted)


def wanted_form(
    pack: Pack,
    device: str,
    settings: Settings,
    paths: Paths,
    reader: CatalogReader,
    chosen: Precision = "fp32",
) -> EncoderForm:
    """Return the form that the settings name, as far as it was accepted on this computer.

    Where that is "automatic", vectors keep the form that they have: of several the one that lacks
    the fewest photos, and of equal ones not fp32, beside which another was made because it is
    quicker. Without any it is what this run has `chosen` (`engine/indexing/initial_precision.py`).
    """
    plain = EncoderForm(pack)
    if device != "cpu" or pack.computed_by == "llama":
        return plain
    used = used_forms(pack, reader)
    if settings.encoder_precision == AUTOMATIC:
        if len(used) > 1:
            used.sort(key=lambda one: one.precision == "fp32")
            used.sort(key=lambda one: len(reader.embeddings.lacking(one.name)))
        return used[0] if used else EncoderForm(pack, chosen)
    wished = next(one for one in PRECISIONS if one == settings.encoder_precision)
    form, compiled = EncoderForm(pack, wished), find_compiled(pack, paths)
    is_there = compiled is not None and compiled.visual_in(wished).exists()
    return form if is_there or form in used else plain


def told_form(
    pack: Pack, device: str, settings: Settings, paths: Paths, reader: CatalogReader
) -> str:
    """Say in which precision a pack looks at photos, and why."""
    if pack.computed_by == "llama":
        return "that of its file"
    if device != "cpu":
        return f"that of {device}"
    form = wanted_form(pack, device, settings, paths, reader)
    choice, wish = find_choice(pack, paths), settings.encoder_precision
    if wish == AUTOMATIC and not used_forms(pack, reader):
        return "chosen when the first photos are indexed"
    if choice is not None and choice.precision == form.precision:
        return f"{form.precision}: {choice.sentence()}"
    if wish == AUTOMATIC:
        return f"{form.precision}, as the vectors that there are"
    why = (
        "as set" if wish == form.precision else sentence("{wish} was not accepted here", wish=wish)
    )
    return f"{form.precision}, {why}"


def used_forms(pack: Pack, reader: CatalogReader) -> list[EncoderForm]:
    """Return the forms of a pack that there are vectors of, that with the most first."""
    names = set(reader.embeddings.spaces())
    forms = [form for one in PRECISIONS if (form := EncoderForm(pack, one)).name in names]
    return sorted(forms, key=lambda form: -reader.embeddings.count(form.name))


def second_pack(settings: Settings, installed: Iterable[Pack | BrokenPack]) -> Pack | None:
    """Return the encoder pack that answers beside the first, if one is set and usable."""
    name = settings.second_encoder
    packs = (p for p in installed if isinstance(p, Pack) and p.role is Role.ENCODER)
    wanted = (pack for pack in packs if pack.name == name != settings.encoder)
    return next(wanted, None)


class SecondEncoder:
    """The encoder, its index, and whether it has looked at all photos. Thread-safe."""

    def __init__(
        self, pack: Pack, model: Callable[[], Encoder], paths: Paths, reader: CatalogReader
    ) -> None:
        self.pack = pack
        self._model = model
        self._paths, self._reader = paths, reader
        self._lock = threading.RLock()
        self._is_whole: bool | None = None
        self._index: ContentIndex | None = None
        self._generation = ""

    @property
    def encoder(self) -> Encoder:
        """The model, loaded on first use.

        Raises:
            PackDamaged, OutOfMemory, DeviceMissing: it cannot be used.
        """
        return self._model()

    def is_whole(self) -> bool:
        """Tell whether it had looked at every photo when the last indexing run ended."""
        with self._lock:
            if self._is_whole is None:
                self._is_whole = not self._reader.embeddings.lacking(self.encoder.name)
            return self._is_whole

    def missing(self) -> int:
        """Return how many photos it has still to look at."""
        return len(self._reader.embeddings.lacking(self.encoder.name))

    def index(self, first: str, is_writing: bool) -> ContentIndex:
        """Return the index by the labels of the encoder named `first`.

        It is level with the catalog, except for what a run of this process is writing.
        """
        with self._lock:
            generation = f"{self._reader.embeddings.generation(self.encoder.name)} {first}"
            if self._index is None or not (is_writing or generation == self._generation):
                self._index, self._generation = self._opened(first), generation
            return self._index

    def level(self, first: str) -> None:
        """Look again whether it is whole, make the index equal to the catalog and save it."""
        with self._lock:
            self._is_whole = None
            index = self.index(first, is_writing=False).index
            index.save(self._reader.embeddings.generation(self.encoder.name))

    def _opened(self, first: str) -> ContentIndex:
        name = self.encoder.name
        index = VectorIndex(self._paths.index_dir / name, name, self.encoder.dimension)
        rows = self._reader.embeddings.live
        index.open(
            self._reader.embeddings.generation(name),
            lambda: ((labels, vectors) for labels, _, vectors in rows(name)),
        )
        return ContentIndex(index, *self._reader.embeddings.label_pairs(first, name))


class EncoderPreparation:
    """Stands for an encoder of a pack, in fp32, while a thread opens it.

    Attributes:
        name, preprocess: those of the encoder.
    """

    def __init__(self, pack: Pack, open_encoder: Callable[[], Encoder]) -> None:
        """Begin to open it.

        Raises:
            PackDamaged: the pack's configuration makes no sense.
        """
        self.name, self.preprocess = name_of(pack), read_preprocess(pack)
        self._open = open_encoder
        self._opened: Future[Encoder] = Future()
        Thread(target=self._run, name="preparing", daemon=True).start()

    def is_ready(self) -> bool:
        """Tell whether nobody has to wait for it any more."""
        return self._opened.done()

    def embed_images(self, pixels: Pixels) -> Vectors:
        """Do what the encoder does, once it is there. Raises what opening it raises, too."""
        return self._opened.result().embed_images(pixels)

    def _run(self) -> None:
        try:
            self._opened.set_result(self._open())
        except BaseException as error:  # noqa: BLE001 - raised again where it is waited for
            self._opened.set_exception(error)
