"""Which encoder serves which folders, and which one answers while vectors are being made.

The demonstration uses the encoder that was trained for its drawings; all other folders use the
chosen one. An encoder that a person chose serves everything. After a change of encoder, the old
one answers until every photo has a vector of the new one. None of this is stored: it follows from
the folders, the settings and the catalog.
"""

import logging
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from visret_desktop.errors import PackDamaged, PackMissing
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.models.encoders.compiled import find_compiled
from visret_desktop.models.encoders.encoder import name_of
from visret_desktop.models.encoders.precision_comparison import find_choice
from visret_desktop.models.encoders.precisions import PRECISIONS, Precision
from visret_desktop.packs import registry
from visret_desktop.packs.manifest import Pack
from visret_desktop.packs.registry import BrokenPack
from visret_desktop.paths import Paths, absolute
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
