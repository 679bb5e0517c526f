"""The encoder that made a library's vectors, opened on this machine."""

from visret_desktop.engine.models.encoder_choice import EncoderForm
from visret_desktop.engine.models.loaded_models import LoadedModels
from visret_desktop.errors import VisretError
from visret_desktop.institution.store import EmbeddingSpace
from visret_desktop.models.interfaces import Encoder
from visret_desktop.models.variants import PRECISIONS
from visret_desktop.packs import registry
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths
from visret_desktop.roles import Role
from visret_desktop.settings import Settings


class LibraryEncoderMissing(VisretError):
    """A library's encoder is not installed here."""

    code = "library-encoder-missing"
    sentence = (
        "The library's vectors were made by {encoder}, which is not installed here. Take it over "
        "from a computer that has it: `visret packs export` there, `visret packs import` here."
    )
    exit_code = 3


def open_library_encoder(space: EmbeddingSpace, paths: Paths, settings: Settings) -> Encoder:
    """Return the encoder of a space, in the precision of its vectors.

    Raises:
        LibraryEncoderMissing: it is not installed.
        VisretError: as `LoadedModels.open`.
    """
    form = form_of(space, paths)
    models = LoadedModels(paths, settings)
    options = {"precision": form.precision, "is_used": True}
    opened: Encoder = models.open(Role.ENCODER, form.pack, **options)
    return opened


def space_of_settings(paths: Paths, settings: Settings) -> EmbeddingSpace:
    """Return the space that a new library gets: of the encoder of the settings, in fp32.

    Raises:
        VisretError: there is no such encoder, or it cannot be opened.
    """
    encoder: Encoder = LoadedModels(paths, settings).open(Role.ENCODER)
    return EmbeddingSpace(encoder.name, encoder.dimension)


def form_of(space: EmbeddingSpace, paths: Paths) -> EncoderForm:
    """Return the installed encoder, in the precision, that makes vectors of a space.

    Raises:
        LibraryEncoderMissing: there is none.
    """
    packs = (one for one in registry.installed(paths) if isinstance(one, Pack))
    for pack in packs:
        for precision in PRECISIONS if pack.role is Role.ENCODER else ():
            form = EncoderForm(pack, precision)
            if form.name == space.encoder:
                return form
    raise LibraryEncoderMissing(encoder=space.encoder)
