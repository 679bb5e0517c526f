"""Models come when they are asked for, make room for each other and go when nobody uses them."""

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.unit.engine.conftest import Desk, Models
from visret_desktop.engine.messages import Planned, QueryTerm, Search
from visret_desktop.engine.models import loaded_models
from visret_desktop.engine.models.loaded_models import LoadedModels, OnDemand
from visret_desktop.errors import MemoryShort, PackOfOtherRole
from visret_desktop.models.encoders.encoder import OnnxEncoder
from visret_desktop.packs.manifest import Pack
from visret_desktop.roles import Role

OpenDesk = Callable[..., Desk]


def short_for(*roles: Role, times: int = 1) -> Callable[..., None]:
    """Return a check that refuses packs of these roles so many times."""
    left = dict.fromkeys(roles, times)

    def check(pack: Pack, device: str, role: Role | None = None, **more: object) -> None:
        assert more.keys() <= {"in_turns", "needed"}
        if left.get(pack.role, 0):
            left[pack.role] -= 1
            raise MemoryShort(name=pack.name, device=device, needed="9.0 GB", free="1.0 GB")

    return check


def loaded(library: Any) -> set[str]:
    owned = library.models._by_role.items()
    return {role.name for role, model in owned if model._model is not None}


def test_two_that_are_loaded_at_once_do_not_wait_for_each_other_to_make_room() -> None:
    both = threading.Barrier(2)
    dropped: list[bool] = []

    def load(other: str) -> str:
        both.wait(10)  # both are being loaded
        dropped.append(models[other].drop())
        both.wait(10)  # and still are
        return f"beside the {other}"

    models: dict[str, OnDemand[str]] = {
        "rewriter": OnDemand(Role.REWRITER, lambda: load("visualizer")),
        "visualizer": OnDemand(Role.VISUALIZER, lambda: load("rewriter")),
    }
    threads = [threading.Thread(target=model.get, daemon=True) for model in models.values()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert dropped == [False, False]
    assert models["rewriter"].get() == "beside the visualizer"


def test_a_pack_that_is_made_for_something_else_is_told_from_one_that_is_missing(
    desk: Desk,
) -> None:
    wrong = replace(desk.library.settings, rewriter="starter")
    models = LoadedModels(desk.library.paths, wrong)
    with pytest.raises(
        PackOfOtherRole, match="starter is made to be the encoder, not the rewriter"
    ):
        models.pack(Role.REWRITER)


def test_a_reader_may_be_named_as_the_rewriter(desk: Desk) -> None:
    chosen = replace(desk.library.settings, rewriter="starter-reader")
    models = LoadedModels(desk.library.paths, chosen)
    assert models.pack(Role.REWRITER) == models.pack(Role.READER)
    wrong = LoadedModels(desk.library.paths, replace(chosen, reader="starter-rewriter"))
    with pytest.raises(PackOfOtherRole, match="made to be the rewriter, not the reader"):
        wrong.pack(Role.READER)


def test_unused_models_go_and_come_back(desk: Desk, models: Models) -> None:
    library = desk.library
    assert library.visualizer is models.visualizer
    assert library.rewriter is models.rewriter
    library.models.unload_unused(3600)
    assert loaded(library) == {"rewriter", "visualizer"}
    library.models.unload_unused(0)
    assert loaded(library) == set()
    assert library.visualizer is models.visualizer


def test_what_looks_at_photos_goes_unless_it_is_used_and_comes_back_the_same(desk: Desk) -> None:
    encoder = desk.library.encoder
    assert isinstance(encoder, OnnxEncoder)
    side = encoder.input_pixels
    pixels = np.random.default_rng(1).normal(size=(1, 3, side, side)).astype(np.float32)
    before = encoder.embed_images(pixels), encoder.embed_texts(["a bird"])
    desk.library.models.unload_unused(3600)
    assert encoder._visual._session is not None
    desk.library.models.unload_unused(0)
    assert encoder._visual._session is None
    assert encoder._textual._session is not None, "queries are to be answered at once"
    after = encoder.embed_images(pixels), encoder.embed_texts(["a bird"])
    assert all(np.array_equal(old, new) for old, new in zip(before, after, strict=True))


def test_one_makes_room_for_the_other(
    desk: Desk, models: Models, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert desk.library.rewriter is models.rewriter
    monkeypatch.setattr(loaded_models, "check_fits", short_for(Role.VISUALIZER))
    assert desk.library.visualizer is models.visualizer
    assert loaded(desk.library) == {"visualizer"}


def test_what_does_not_fit_even_alone_is_refused(
    desk: Desk, models: Models, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert desk.library.rewriter is models.rewriter
    monkeypatch.setattr(loaded_models, "check_fits", short_for(Role.VISUALIZER, times=2))
    with pytest.raises(MemoryShort, match=r"9\.0 GB"):
        _ = desk.library.visualizer


def test_a_rewriter_that_does_not_fit_never_stops_a_search(
    desk: Desk, models: Models, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loaded_models, "check_fits", short_for(Role.REWRITER, times=2))
    request = Search(terms=(QueryTerm(text="an owl"),), strategy="rephrase", plan_only=True)
    (plan,) = [event for event in desk.ask(request) if isinstance(event, Planned)]
    assert plan.instructions == ("an owl",)
    assert "1.0 GB are free" in plan.note
