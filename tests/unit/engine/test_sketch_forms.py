"""Quicker forms are checked on the library's own photos before they draw."""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bench.speed.desk import write_catalog
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.search.sketch_forms import check_forms, prepare
from visret_desktop.errors import Cancelled
from visret_desktop.models.drawing.compiled_visualizer import CompiledVisualizer, place
from visret_desktop.models.drawing.openvino_visualizer import OpenVinoVisualizer
from visret_desktop.models.drawing.variant_choice import SketchCheck
from visret_desktop.models.runtimes.openvino_runtime import processor
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths
from visret_desktop.processes.limited_run import Watch
from visret_desktop.roles import Role
from visret_desktop.settings import Settings


@pytest.fixture
def open_library(
    paths: Paths, tmp_path: Path, starter_pack: Callable[[Role], Pack], drawing: CompiledVisualizer
) -> Iterator[Callable[[int], Library]]:
    """Open a library of made-up photos on a processor that is quicker in 8 bits."""
    folder = place(starter_pack(Role.VISUALIZER), paths)
    folder.unlink()
    shutil.copytree(drawing.directory, folder)  # verdicts are kept in it
    known = {"processor": processor(), "speeds": {"fp32": 1.0, "int8": 3.0}}
    paths.form_speeds.write_text(json.dumps(known))
    opened: list[Library] = []

    def make(photos: int) -> Library:
        library = Library(paths, Settings())
        opened.append(library)
        write_catalog(
            paths.catalog, tmp_path, photos, library.encoder.name, library.encoder.dimension
        )
        return library

    yield make
    for library in opened:
        library.close()


def checked(
    library: Library, *, is_anew: bool = False
) -> tuple[list[tuple[int, int]], tuple[SketchCheck, ...]]:
    """Return the steps of a check, and its outcomes."""
    outcomes: list[tuple[SketchCheck, ...]] = []

    def checking() -> Iterator[tuple[int, int]]:
        outcomes.append((yield from check_forms(library, lambda: False, is_anew=is_anew)))

    steps = list(checking())
    return steps, outcomes[0]


def form_of(library: Library) -> str:
    visualizer = library.visualizer
    assert isinstance(visualizer, OpenVinoVisualizer)
    return visualizer.form


@pytest.mark.slow("Twelve sketches are drawn in two forms, some of them twice.")
def test_a_check_has_an_outcome_that_stays(open_library: Callable[[int], Library]) -> None:
    library = open_library(120)
    assert form_of(library) == "fp32"
    steps, (found,) = checked(library)
    assert steps == [(number, 12) for number in range(1, len(steps) + 1)]
    assert found.sketches == len(steps)
    assert set(found.agreement) == {library.encoder.name}
    assert form_of(library) == ("int8" if found.is_accepted else "fp32")
    assert checked(library) == ([], ())  # known by now
    # When somebody asks, all sketches are compared.
    found = checked(library, is_anew=True)[1][-1]
    assert (found.precision, found.sketches) == ("int8", 12)
    assert 0.5 < found.lowest <= 1.0


def test_few_photos_tell_nothing(open_library: Callable[[int], Library]) -> None:
    assert checked(open_library(99)) == ([], ())


def test_a_stopped_check_begins_anew(open_library: Callable[[int], Library]) -> None:
    library = open_library(120)
    told: list[str] = []
    with pytest.raises(Cancelled):
        prepare(library, Watch(told.append, lambda: bool(told)))
    assert told == ["1 12"]
    assert form_of(library) == "fp32"
    assert next(check_forms(library, lambda: False)) == (1, 12)


def test_what_diffusers_draws_until_then_is_checked_too(
    open_library: Callable[[int], Library], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "visret_desktop.models.drawing.visualizer._LARGE", 0
    )  # as if the pack were large
    assert next(check_forms(open_library(120), lambda: False)) == (1, 12)
