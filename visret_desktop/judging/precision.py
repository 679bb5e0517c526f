"""`visret bench precision`: may encoder or sketches be coarser? The person's own photos tell."""

from collections.abc import Generator, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from visret_desktop.decoding.decoders import FOR_PEOPLE
from visret_desktop.decoding.messages import Order
from visret_desktop.decoding.views import view_for
from visret_desktop.engine.messages import Message, Notice, Progress
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.search.sketch_forms import FEWEST_PHOTOS, check_forms
from visret_desktop.errors import PhotoUnreadable, UsageError
from visret_desktop.judgments import Judgments, judgments_file
from visret_desktop.models.drawing.variant_choice import SketchCheck, measured_speeds
from visret_desktop.models.encoders.compiled import ensure_compiled
from visret_desktop.models.encoders.open_clip_config import read_preprocess
from visret_desktop.models.encoders.precision_selection import (
    FEWEST,
    PrecisionChoice,
    choose_precision,
)
from visret_desktop.models.encoders.preprocess import Preprocess
from visret_desktop.models.interfaces import Pixels
from visret_desktop.models.runtimes.devices import place
from visret_desktop.models.variants import MINIMUM_AGREEMENT, reported
from visret_desktop.packs import registry
from visret_desktop.paths import Paths
from visret_desktop.processes.limited_run import NOBODY
from visret_desktop.recent_queries import RecentQueries
from visret_desktop.roles import Role
from visret_desktop.sentences import Sentence, form, sentence
from visret_desktop.settings import Settings

Json = dict[str, Any]
PHOTOS = 300
_MOST_QUERIES = 100
_ON_GPU = form(
    "The encoder runs on {device}, which has a precision of its own. Others are for computers"
    " without a graphics processor."
)
_AS_IT_IS = form(
    "The encoder {encoder} is in GGUF, whose precision was chosen when it was made. Files in"
    " several precisions are packs of their own; `visret bench settings` compares encoders."
)
_TOO_FEW = form(
    "The check needs {needed} photos that are there and can be read; the library has {count}."
)

_ONE_FORM = form(
    "{visualizer} draws in one form only on this computer, so there is nothing to compare."
)
_SKETCHES = (
    "In {form} {agreement:.1%} of the ten photos nearest to {sketches} sketches are the same, "
    "{needed:.0%} are needed; this processor multiplies {speed:.1f} times as fast. {outcome}"
)


def check(home: Paths, settings: Settings) -> Generator[Message, None, Json]:
    """Embed a sample of the photos in several precisions; yield progress, return what came out.

    The quickest in which the rankings agree well enough is kept, and may be set.

    Raises:
        UsageError: there are too few photos, or the encoder is not on the CPU.
    """
    pack = registry.find(home, settings.encoder)
    if pack.computed_by == "llama":
        raise UsageError(reason=Sentence(_AS_IT_IS, {"encoder": pack.title}))
    device = place(pack, settings.encoder_device).device
    if device != "cpu":
        raise UsageError(reason=Sentence(_ON_GPU, {"device": device}))
    yield Notice(sentence=sentence("Preparing {model}", model=pack.title))
    compiled = ensure_compiled(pack, home)
    with Library.open(home, settings) as library:
        paths = _sample(library)
        texts = _queries(library, judgments_file(home, settings))
    pixels = yield from _read(paths, read_preprocess(pack), settings)
    choosing = choose_precision(pack, compiled, pixels, texts, least_speed=0)
    choice, _ = yield from reported(choosing, _progress)
    return _body(choice, pack.title, len(texts))


def _progress(share: float) -> Message:
    return Progress(stage="measure", done=round(100 * share), total=100)


def _sketched(drawn: tuple[int, int]) -> Message:
    return Progress(stage="measure", done=drawn[0], total=drawn[1])


def check_sketches(home: Paths, settings: Settings) -> Generator[Message, None, Json]:
    """Compare sketches in each quicker form with those of diffusers; what is accepted is used.

    Raises:
        UsageError: there are too few photos, no form is quicker here, or diffusers draws.
    """
    with Library.open(home, settings) as library:
        if (photos := len(library.indexes.contents())) < FEWEST_PHOTOS:
            raise UsageError(reason=Sentence(_TOO_FEW, {"needed": FEWEST_PHOTOS, "count": photos}))
        title = library.pack(Role.VISUALIZER).title
        yield Notice(sentence=sentence("Preparing {model}", model=title))
        library.prepare_visualizer(NOBODY)
        checking = check_forms(library, lambda: False, is_anew=True)
        checks = yield from reported(checking, _sketched)
    if not checks:
        raise UsageError(reason=Sentence(_ONE_FORM, {"visualizer": title}))
    speeds = measured_speeds(home)
    forms = [_form_body(each, speeds[each.precision]) for each in checks]
    sentences = [_SKETCHES.format(**each) for each in forms]
    return {"visualizer": title, "photos": photos, "forms": forms, "sentence": " ".join(sentences)}


def _form_body(check: SketchCheck, speed: float) -> Json:
    return {
        "form": check.precision,
        "agreement": round(check.lowest, 4),
        "needed": MINIMUM_AGREEMENT,
        "speed": speed,
        "sketches": check.sketches,
        "is_accepted": check.is_accepted,
        "outcome": "It is used." if check.is_accepted else "It is not used.",
    }


def _sample(library: Library) -> list[str]:
    """Return paths of photos in an order that follows from their bytes: always the same sample."""
    rows = {row.content_hash: row.path for row in library.reader.photo_rows() if row.online}
    return [rows[content_hash] for content_hash in sorted(rows)]


def _queries(library: Library, judgments: Path) -> list[str]:
    """Return what the person asked: judged queries and recent ones."""
    recent = RecentQueries(library.paths.recent_queries)
    judged = [entry["query"] for entry in Judgments.open(judgments).entries]
    return list(dict.fromkeys([*judged, *recent.newest_first()]))[:_MOST_QUERIES]


def _read(
    paths: Sequence[str], preprocess: Preprocess, settings: Settings
) -> Generator[Message, None, Pixels]:
    made = []
    total = min(PHOTOS, len(paths))
    for pixels in islice(_decoded(paths, preprocess, settings), PHOTOS):
        made.append(pixels)
        yield Progress(stage="read", done=len(made), total=total)
    if len(made) < FEWEST:
        raise UsageError(reason=Sentence(_TOO_FEW, {"needed": FEWEST, "count": len(made)}))
    return np.stack(made)


def _decoded(paths: Sequence[str], preprocess: Preprocess, settings: Settings) -> Iterator[Pixels]:
    for path in paths:
        order = Order(
            path,
            max_megapixels=settings.max_megapixels,
            views=(view_for(preprocess),),
            seconds=settings.decode_seconds,
        )
        try:
            (square,) = FOR_PEOPLE.decode(order).pictures
        except PhotoUnreadable:
            continue
        yield preprocess.normalize(square.rgb)


def _body(choice: PrecisionChoice, encoder: str, queries: int) -> Json:
    # the one that is accepted, or that is refused like all before it
    check = choice.checks[-1]
    figures = {
        "precision": check.precision,
        "agreement": check.agreement,
        "agreement_by_photos": check.by_photos,
        "agreement_by_words": check.by_words,
        "needed": check.minimum,
        "speed": check.speed,
        "photos": choice.photos,
        "queries": queries,
        "is_allowed": check.is_accepted,
    }
    chosen = {"settings": {"encoder_precision": check.precision}} if check.is_accepted else {}
    return {"encoder": encoder, **figures, **chosen, "sentence": _sentence(choice)}


def _sentence(choice: PrecisionChoice) -> str:
    check = choice.checks[-1]
    verdict = (
        f"In {check.precision} {check.agreement:.1%} of the ten nearest are the same on "
        f"{choice.photos} of your photos, {check.minimum:.0%} are needed; it is {check.speed:.2f} "
        "times as fast as fp32."
    )
    if len(choice.checks) > 1:
        refused = ", ".join(f"{one.precision} {one.agreement:.1%}" for one in choice.checks[:-1])
        verdict += f" Quicker ones change more: {refused}."
    if not check.is_accepted:
        return f"{verdict} It is not used: it would change what you find."
    faster = "" if check.speed > 1.05 else " But it brings nothing on this computer."
    return f"{verdict} It may be used.{faster}"
