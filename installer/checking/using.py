"""What a person does first with visret in an empty system: look, make a library, search it, ask."""

import json
import os
import shutil
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from installer.checking import screenshots
from installer.checking.empty_system import HOME, PROGRAM, Visit
from installer.checking.outcome import Figures, Wrong, nothing_of
from installer.checking.subject import Subject

VISRET = PROGRAM / "bin" / "visret"
DESKTOP = PROGRAM / "bin" / "visret-desktop"
DATA, CACHE, CONFIG = (
    HOME / ".local" / "share" / "visret",
    HOME / ".cache" / "visret",
    HOME / ".config" / "visret",
)
# The system's own library of fonts keeps its list there, for all programs of a person; and for all
# persons, where the person is the administrator.
OF_THE_SYSTEM = (HOME / ".cache" / "fontconfig", Path("/var/cache/fontconfig"))
_PHOTOS, _FEW_PHOTOS = 60, 24
_QUESTION = "What colour are the feet of the tarn heron?"
_WINDOW_SECONDS, _SEARCH_SECONDS = 90, 240
_SKETCHES = 2  # of each search at least; a third is left out where it would change little


def result(visit: Visit, *words: str | Path, **options: Any) -> dict[str, Any]:
    """Run a command of visret and return the JSON that it prints.

    Raises:
        Wrong: it failed, or said nothing.
    """
    ended = visit.run(*words, "--json", **options).checked()
    try:
        said: dict[str, Any] = json.loads(ended.out)
    except json.JSONDecodeError as error:
        raise Wrong(f"`{ended.command}` prints no JSON: {ended.out[:200]!r}") from error
    return said


def prove_healthy(visit: Visit, visret: str | Path, *words: str, **options: Any) -> str:
    """Run `visret doctor`, and return its line about the program.

    Raises:
        Wrong: a line is bad.
    """
    ended = visit.run(visret, "doctor", *words, "--json", **options)
    try:
        checks = json.loads(ended.out)["checks"]
    except (json.JSONDecodeError, KeyError):
        ended.checked()
        raise Wrong(f"`{ended.command}` prints no JSON: {ended.out[:200]!r}") from None
    bad = (f"{check['name']}: {check['detail']}" for check in checks if not check["ok"])
    nothing_of(bad, "doctor says")
    ended.checked()
    return next((str(check["detail"]) for check in checks if check["name"] == "program"), "")


def prove_start(subject: Subject) -> Figures:
    """The system is as empty as it is said to be; the program folder cannot be written."""
    visit = subject.first
    for name in ("python", "python3", "gcc", "cc", "curl"):
        if not visit.run("sh", "-c", f"command -v {name}").code:
            raise Wrong(f"the system is not empty: it has {name}")
    written = visit.run("touch", PROGRAM / "written", administrator=True)
    if not written.code:
        raise Wrong("the program folder can be written")
    times = []
    for _ in range(2):
        begun = time.monotonic()
        said = visit.run(VISRET, "--version").checked().out.strip()
        times.append(time.monotonic() - begun)
    expected = subject.bundle.name.split("-")[1]
    if said != f"visret {expected}":
        raise Wrong(f"`visret --version` says {said!r}, not {expected}")
    nothing_of(visit.left_behind(), "`visret --version` wrote")
    begun = time.monotonic()
    if visit.run(DESKTOP, "--version").checked().out.strip() != said:
        raise Wrong(f"`visret-desktop --version` does not say {said!r}")
    desktop = time.monotonic() - begun
    opened = {"visret-desktop --version": f"{desktop:.2f} s"}
    return {"version": expected, **_seconds("--version", times), **opened}


def prove_doctor(subject: Subject) -> Figures:
    """`visret doctor` is content; the short form does not let it read every byte."""
    more, rounds = ((), 1) if subject.short else (("--check",), 2)
    times = []
    for _ in range(rounds):
        begun = time.monotonic()
        versions = prove_healthy(subject.first, VISRET, *more)
        times.append(time.monotonic() - begun)
    return {"versions": versions, **_seconds(" ".join(("doctor", *more)), times)}


def prove_demo(subject: Subject) -> Figures:
    """A library is drawn, indexed and searched, with sketches."""
    photos = _FEW_PHOTOS if subject.short else _PHOTOS
    begun = time.monotonic()
    shown = result(subject.first, VISRET, "demo", "--headless", "--photos", str(photos))
    seconds = time.monotonic() - begun
    sketches = len(shown["sketches"])
    if sketches < _SKETCHES:
        raise Wrong(f"the demonstration draws {sketches} sketches, not {_SKETCHES}")
    subject.notes.update(sought(shown))
    return {f"demo of {photos} photos": f"{seconds:.1f} s"}


def sought(shown: dict[str, Any]) -> dict[str, str]:
    """Return what a demonstration says can be searched for, as `find_first` takes it."""
    return {"query": shown["example_query"], "relevant": json.dumps(shown["relevant"])}


def prove_search(subject: Subject) -> Figures:
    """A search with sketches finds what it should."""
    begun = time.monotonic()
    find(subject, subject.first, VISRET, "--seed", "100")
    return {"search with sketches": f"{time.monotonic() - begun:.1f} s"}


def find(subject: Subject, visit: Visit, visret: Path, *more: str, **options: Any) -> None:
    """Search for what the demonstration says, and compare with what it says is right.

    Raises:
        Wrong: the first that was found is not right, or a model did not do its part.
    """
    query_of(subject)
    find_first(visit, visret, subject.notes, *more, **options)


def query_of(subject: Subject) -> str:
    """Return what the demonstration says can be searched for.

    Raises:
        Wrong: it failed.
    """
    if "query" not in subject.notes:
        raise Wrong("there is no library, as the proof `demo` failed")
    return subject.notes["query"]


def find_first(
    visit: Visit, visret: str | Path, wanted: Mapping[str, str], *more: str, **options: Any
) -> None:
    """Search, and judge the first photo that is found.

    What earlier searches wrote and drew is not used, so that all models have to run.

    Raises:
        Wrong: it is not right, or a model did not do its part.
    """
    search = ("search", wanted["query"], "--strategy", "visret", "--m", "1", "--top", "5")
    visit.inside(CACHE / "rewrites.json").unlink(missing_ok=True)
    found = result(visit, visret, *search, *more, **options)
    judge_models(found)
    judge_hits([hit["path"] for hit in found["hits"]], json.loads(wanted["relevant"]))


def judge_hits(found: Sequence[str], relevant: Sequence[str]) -> None:
    """Judge a search by what is right: that comes first, wherever the photos lie.

    Raises:
        Wrong: something else does.
    """
    names = [Path(path).name for path in found]
    right = {Path(path).name for path in relevant}
    if not names or names[0] not in right:
        raise Wrong(f"the search finds {names}, where {sorted(right)} should come first")


def judge_models(found: dict[str, Any]) -> None:
    """Judge whether the rewriter wrote and the visualizer drew: a search goes on without them.

    Raises:
        Wrong: they did not.
    """
    if found["instructions"] in ([], [found["query"]]):
        raise Wrong("the rewriter wrote nothing: the instruction is the query itself")
    if not found["sketches"] or any(sketch["cached"] for sketch in found["sketches"]):
        raise Wrong("the visualizer drew nothing new")


def prove_ask(subject: Subject) -> Figures:
    """A question is answered from photos."""
    begun = time.monotonic()
    asked = result(subject.first, VISRET, "ask", _QUESTION)
    if not asked["settled"] or not asked["evidence"]:
        raise Wrong("the photos do not settle the question")
    return {"ask": f"{time.monotonic() - begun:.1f} s"}


def prove_window(subject: Subject) -> Figures:
    """The window opens, searches, and shows what it found; a picture of it is kept."""
    words = (DESKTOP, "--query", query_of(subject))
    return show(subject.first, words, subject.report / "window.png", "window")


def show(
    visit: Visit, words: Sequence[str | Path], picture: Path, name: str, **options: Any
) -> Figures:
    """Open the window, wait until it has searched, and keep a picture.

    Its sketches are removed before, so that it is known when it drew them anew.

    Raises:
        Wrong: it ends by itself, or does not search.
    """
    sketches = visit.inside(CACHE / "sketches")
    shutil.rmtree(sketches, ignore_errors=True)
    log = visit.work / "window.log"
    with screenshots.screen() as display, log.open("wb") as said:
        command = visit.command(*words, display=display, **options)
        window = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=said, stderr=said)
        try:
            first = screenshots.seconds_until(
                lambda: screenshots.is_painted(display), window, _WINDOW_SECONDS
            )
            drawn = first + screenshots.seconds_until(
                lambda: len(list(sketches.glob("**/*.png"))) >= _SKETCHES, window, _SEARCH_SECONDS
            )
            screenshots.seconds_until(
                lambda: screenshots.shows_photos(display), window, _SEARCH_SECONDS
            )
            screenshots.seconds_until(screenshots.settles(display), window, _SEARCH_SECONDS)
        except Wrong as error:
            last = log.read_text(errors="replace").strip().splitlines()[-3:]
            raise Wrong(f"the window: {error}; it said: {' / '.join(last) or 'nothing'}") from error
        finally:
            screenshots.keep(display, picture)
            window.kill()
            window.wait()
    asked = visit.inside(CONFIG / "queries.json")
    if not asked.is_file() or str(words[-1]) not in asked.read_text(encoding="utf-8"):
        raise Wrong("the window does not remember the query")
    return {f"{name}: first paint": f"{first:.1f} s", f"{name}: all sketches": f"{drawn:.1f} s"}


def prove_census(subject: Subject) -> Figures:
    """Nothing was written but in the folders for data, cache and settings."""
    left = subject.first.left_behind()
    nothing_of(elsewhere(left), "written elsewhere")
    if not any(path.is_relative_to(DATA) for path in left):
        raise Wrong("nothing was written at all, not even a library")
    return {"files written": str(len(left))}


def elsewhere(left: list[Path], *own: Path) -> list[Path]:
    """Return what lies neither in the person's folders for visret nor in some that are named."""
    allowed = (DATA, CACHE, CONFIG, *OF_THE_SYSTEM, *own)
    return [path for path in left if not any(path.is_relative_to(place) for place in allowed)]


def _seconds(name: str, times: list[float]) -> Figures:
    figures = {f"{name}, first time": f"{times[0]:.2f} s"}
    if len(times) > 1:
        figures[f"{name}, again"] = f"{times[-1]:.2f} s"
    return figures


def processors() -> str:
    """Return what the times were measured on, as the table has it."""
    names = [
        line.partition(":")[2].strip()
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        if line.startswith("model name")
    ]
    return f"{os.cpu_count()} cores, {names[0] if names else 'unknown'}"
