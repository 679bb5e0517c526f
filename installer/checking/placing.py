"""A bundle at other places: moved, installed over an older version, removed, carried on a stick."""

import json
import shutil
from pathlib import Path

from installer.checking.empty_system import HOME, PROGRAM, Visit
from installer.checking.outcome import Figures, Wrong, nothing_of
from installer.checking.subject import Subject, differences, put, state
from installer.checking.using import (
    DATA,
    OF_THE_SYSTEM,
    elsewhere,
    find,
    find_first,
    prove_healthy,
    query_of,
    result,
    show,
    sought,
)
from visret_desktop.installation import MARK

_MOVED = Path("/srv/moved")
_STICK = Path("/media/stick")
_SET_BY_HAND = HOME / "Nos programmes"
_OWN_FILES = ("photo of a cat.jpg", "python/my own.py")
# Of the person, in folders where install.sh puts files, too.
_BESIDE_OURS = (".local/bin/mine", ".local/share/applications/mine.desktop")
_DRAWN = ("demo", "--prepare-only", "--photos", "24")


def prove_moved(subject: Subject) -> Figures:
    """At another place it is content, and finds the library that was made before."""
    visit = subject.first
    visit.show(_MOVED, subject.bundle)
    visret = _MOVED / "bin" / "visret"
    prove_healthy(visit, visret)
    find(subject, visit, visret, "--seed", "300")
    return {}


def prove_installed(subject: Subject) -> Figures:
    """install.sh puts in place what is in the bundle, and takes away what an older version had.

    A person's library, and files of theirs in the program folder and beside ours elsewhere, stay.
    """
    visit = subject.visit("installed")
    _write(visit, [HOME / name for name in _BESIDE_OURS])
    visit.run(PROGRAM / "install.sh").checked()
    target = _target(visit)
    place = visit.inside(target)
    nothing_of(_other_than_copied(subject.bundle, place), "installed otherwise than built")
    visret = HOME / ".local" / "bin" / "visret"
    wanted = sought(result(visit, visret, *_DRAWN))
    older = [target / "bin" / "older", target / f"python/lib/python{subject.python}" / "older.py"]
    portable = target / "portable" / "kept"
    mine = [*(HOME / name for name in _BESIDE_OURS), target / "cuda" / "torch" / "kept"]
    _write(visit, [*older, *mine, portable])
    _make_older(place)
    visit.run(PROGRAM / "install.sh").checked()
    nothing_of((path for path in older if visit.inside(path).exists()), "left of the older version")
    nothing_of(_lost(visit, [*mine, portable]), "of the person went with the older version")
    shutil.rmtree(visit.inside(portable.parent))
    nothing_of(_other_than_copied(subject.bundle, place, mine="cuda/"), "not the new version")
    find_first(visit, visret, wanted, "--seed", "500")
    library = [path for path in visit.left_behind() if path.is_relative_to(DATA)]
    visit.run(target / "install.sh", "--remove").checked()
    nothing_of(elsewhere(visit.left_behind(), *mine), "left of the program")
    nothing_of(_lost(visit, [*mine, *library]), "of the person went with the program")
    empty = [path for path in elsewhere(visit.folders_left()) if path.is_relative_to(HOME)]
    nothing_of(empty, "empty folders left of the program")
    visit.forget()
    return {"installed to": str(target)}


def prove_kept(subject: Subject) -> Figures:
    """install.sh neither installs into a folder of the person's nor removes one."""
    visit = subject.visit("kept")
    mine = [_SET_BY_HAND / name for name in _OWN_FILES]
    _write(visit, mine)
    for words in ((), ("--remove",)):
        environment = {"VISRET_PREFIX": str(_SET_BY_HAND)}
        if not visit.run(PROGRAM / "install.sh", *words, environment=environment).code:
            raise Wrong(f"install.sh {' '.join(words)} takes somebody's folder for its own")
        nothing_of(_lost(visit, mine), "gone")
    nothing_of(elsewhere(visit.left_behind(), _SET_BY_HAND), "written though it refused")
    visit.forget()
    return {}


def prove_portable(subject: Subject) -> Figures:
    """With a folder `portable` beside the program everything is written there."""
    visit = subject.visit("portable", with_program=False)
    folder = _STICK / subject.bundle.name
    own = folder / "portable"
    put(subject.bundle, visit, folder)
    visit.inside(own).mkdir()
    visit.give(visit.inside(own))
    program = state(visit.inside(folder))
    before = set(visit.left_behind())
    visret = folder / "bin" / "visret"
    told = result(visit, visret, "doctor")["paths"]
    nothing_of(
        (path for path in told.values() if not Path(path).is_relative_to(own)), "not on the stick"
    )
    wanted = sought(result(visit, visret, *_DRAWN))
    find_first(visit, visret, wanted, "--seed", "600")
    after = set(visit.left_behind())
    written = sorted(after - before)
    nothing_of(
        (
            path
            for path in written
            if not any(path.is_relative_to(place) for place in (own, *OF_THE_SYSTEM))
        ),
        "written elsewhere than on the stick",
    )
    now = {name: seen for name, seen in state(visit.inside(folder)).items() if name in program}
    altered = {name for name in program if now.get(name) != program[name]}
    nothing_of(altered, "of the program were altered")
    if not any(path.is_relative_to(own) for path in written):
        raise Wrong("nothing was written on the stick")
    visit.forget()
    return {"written on the stick": str(len(written))}


def prove_package(subject: Subject) -> Figures:
    """The .deb installs, its window indexes and searches a folder, and it goes without a trace."""
    visit = subject.visit("package", with_program=False)
    package = Path("/tmp/visret.deb")
    visit.show(package, subject.only("visret_*.deb"))
    visit.run("dpkg", "-i", package, administrator=True).checked()
    target = _target(visit)
    nothing_of(
        _other_than_packed(subject.bundle, visit.inside(target)),
        "not what is in the folder",
    )
    prove_healthy(visit, "visret", "--check")
    photos = HOME / "Pictures"
    drawn = subject.first.inside(DATA / "demonstration")
    _copy_photos(drawn, visit.inside(photos))
    visit.give(visit.inside(HOME))
    words = ("visret-desktop", photos, "--query", query_of(subject))
    figures = show(visit, words, subject.report / "window-of-package.png", "window of the .deb")
    find(subject, visit, Path("visret"), "--seed", "400")
    nothing_of(_of_the_person(visit, photos), "written elsewhere by the installed program")
    visit.run("dpkg", "-r", "visret", administrator=True).checked()
    left = [path for path in visit.left_behind() if not path.is_relative_to(HOME)]
    administration = (Path("/var/lib/dpkg"), Path("/var/log"), Path("/var/cache"))
    nothing_of(
        (p for p in left if not any(p.is_relative_to(place) for place in administration)),
        "left after it was removed",
    )
    if not visit.inside(DATA).is_dir():
        raise Wrong("the library went with the program")
    visit.forget()
    return figures


def _target(visit: Visit) -> Path:
    """Return where a program folder was put."""
    found = [path.parent for path in visit.left_behind() if path.name == MARK]
    if len(found) != 1:
        raise Wrong(f"{len(found)} program folders were put in place: {found}")
    return found[0]


def _other_than_copied(bundle: Path, installed: Path, mine: str = "") -> list[str]:
    """Name files that are not as in the bundle; an installed one knows how it was installed."""
    aside = (MARK, "files-outside", *((mine,) if mine else ()))
    return [said for said in differences(bundle, installed) if not said.startswith(aside)]


def _other_than_packed(bundle: Path, installed: Path) -> list[str]:
    """Name files that are not as in the bundle; a package has some elsewhere, or does without."""
    aside = ("share/", "install.sh (only", "README.txt (only")
    return [said for said in _other_than_copied(bundle, installed) if not said.startswith(aside)]


def _write(visit: Visit, paths: list[Path]) -> None:
    for path in paths:
        visit.inside(path).parent.mkdir(parents=True, exist_ok=True)
        visit.inside(path).write_text("import mine\n", encoding="utf-8")
    visit.give(visit.inside(HOME))


def _lost(visit: Visit, paths: list[Path]) -> list[Path]:
    return [path for path in paths if not visit.inside(path).is_file()]


def _make_older(folder: Path) -> None:
    """Let a program folder say that it has an older version."""
    mark = folder / MARK
    told = json.loads(mark.read_text(encoding="utf-8"))
    mark.write_text(json.dumps({**told, "version": "0.0.1"}, indent=1), encoding="utf-8")


def _of_the_person(visit: Visit, photos: Path) -> list[Path]:
    return [
        path
        for path in elsewhere(visit.left_behind(), photos)
        if path.is_relative_to(HOME) or path.is_relative_to("/tmp")
    ]


def _copy_photos(source: Path, target: Path) -> None:
    for photo in sorted(source.rglob("*.jpg")):
        copy = target / photo.relative_to(source)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(photo.read_bytes())
