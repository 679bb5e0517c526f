"""In idle time: another form of the encoder, where the first photos were too few to choose one.

The quickest form that finds the same photos is chosen by them all, as `form_choosing.py` does it
for a first folder that is large enough. Then each photo is looked at once more. Until all have a
vector in the new form nothing uses these; from then on a run of indexing, or the next start, opens
the encoder in it (`encoder_choice.py`).
"""

from collections.abc import Iterator

from visret_desktop.engine.control import Control
from visret_desktop.engine.indexing.form_choosing import compare_forms, spread_out, view_in_run
from visret_desktop.engine.indexing.idle_pass import IdlePass
from visret_desktop.engine.indexing.passes import Embedding, needed_passes
from visret_desktop.engine.messages import Message
from visret_desktop.engine.runtime import Library
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.models.encoder import name_of, open_encoder
from visret_desktop.models.precision_choice import FEWEST
from visret_desktop.models.quantization import find_choice

_MOST = 5_000  # photos: to look at them again takes minutes, and a larger library keeps its form


def choose_when_idle(library: Library, job: int, control: Control) -> Iterator[Message]:
    """Compare the forms of the encoder if that was not done and there are enough photos now.

    Raises:
        Cancelled: `control` was; nothing was chosen.
    """
    pack = library.pack_in_its_first_form()
    if pack is None or not FEWEST <= library.reader.embeddings.count(name_of(pack)) <= _MOST:
        return
    if find_choice(pack, library.paths) is not None:
        return
    rows = library.reader.rows_of_ids(library.reader.photo_ids("date").tolist())
    paths = {row.content_hash: row.path for row in rows.values() if row.online}
    if len(paths) < FEWEST:
        return
    sample = spread_out(list(paths.values()))
    yield from compare_forms(library, pack, sample, needed_passes(library), job, control)


class AnotherForm(Embedding, IdlePass):
    """Vectors of the encoder in the form that was chosen later."""

    def photos_lacking(self, reader: CatalogReader) -> list[int]:
        """Return the ids of photos without one."""
        rows = reader.rows_by_hash(sorted(self.lacking(reader)))
        return [row.photo_id for copies in rows.values() for row in copies]


def another_form(library: Library) -> AnotherForm | None:
    """Open the pass that makes vectors in the form that was chosen later; None: none was."""
    pack = library.pack_in_any_form()
    choice = None if pack is None else find_choice(pack, library.paths)
    if pack is None or choice is None or choice.precision == "fp32":
        return None
    plain = name_of(pack)
    if library.encoder.name != plain or library.reader.embeddings.count(plain) > _MOST:
        return None
    encoder = open_encoder(pack, library.paths, precision=choice.precision, is_used=True)
    made = AnotherForm(encoder)
    made.view = view_in_run(encoder.preprocess, needed_passes(library))
    return made
