"""Draw command lines of every command, with names, paths and options as nobody should give them."""

import os
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

Line = list[str]
_NAMES = ("owl", "mine", "starter")
_ODD_NAMES = (
    "photos2024",
    "Owl",
    "starter-rewriter",
    "bare",
    "con",
    ".",
    "",
    "é",
    "a b",
    ".incoming",
)
_WAYS_OUT = ("..", "../..", "../../../Documents", "../../../Pictures/trip", "../../../stick/owl")
_NEW = ("new", "sheet", "a b", "photo000", "-x", "é", "n" * 250)
_PICTURES, _REPORTS = (".png", ".jpg"), (".json", ".json", ".md", ".csv")
_QUERIES = ("an owl", "an owl", "two owls - bird", "2:owl + ./scan.jpg", "+", "a bird + ../in")


def _walked(home: Path) -> Iterator[tuple[str, str]]:
    for directory, folders, files in os.walk(home):
        yield from ((directory, name) for name in (*folders, *files))


@dataclass(frozen=True)
class CommandLines:
    """Draws what is typed by somebody whose current folder is `home / "Documents"`."""

    home: Path
    chance: random.Random

    def draw(self) -> Line:
        """Return one command line."""
        ways, weights = zip(*_WAYS, strict=True)
        (way,) = self.chance.choices(ways, weights)
        return [*way(self), *self.maybe(0.2, "--json")]

    def maybe(self, share: float, *words: str) -> Line:
        """Return words now and then."""
        return list(words) if self.chance.random() < share else []

    def one_of(self, *choices: str) -> str:
        """Return one of some words."""
        return self.chance.choice(choices)

    # ---- names and paths --------------------------------------------------------------------

    def name(self) -> str:
        """Return the name of a pack, or what is none."""
        ways_out = (*_WAYS_OUT, str(self.home / "Documents"), f"{self.one_of(*_NEW)}/x")
        return self.one_of(*self.chance.choices((_NAMES, _ODD_NAMES, ways_out), (6, 2, 2))[0])

    def path(self) -> str:
        """Return a path that was there in the beginning, as it may be typed."""
        return self._typed(self.chance.choice(self._found))

    @cached_property
    def _found(self) -> list[Path]:
        walked = [Path(*found) for found in _walked(self.home)]
        return sorted(path for path in walked if self.home / "profile" not in path.parents)

    def folder(self) -> str:
        """Return a folder, or what is not quite one."""
        if self.chance.random() < 0.1:
            return self.path()
        photos = ("Pictures", "Pictures/trip", "Pictures/2020", "elsewhere", "in")
        others = ("Documents", "Desktop", "stick", "odd/ü", "empty", "around/again", "new/er")
        ours = ("profile/data/packs", "loop", "Documents/thesis.txt")
        kind = self.chance.choices((photos, others, ours), (3, 6, 1))[0]
        return self._typed(self.home / self.one_of(*kind))

    def file(self, *suffixes: str) -> str:
        """Return a file to be written: a new one, or one that somebody has."""
        if self.chance.random() < 0.1:
            return self.path()
        if self.chance.random() < 0.4:
            documents = ("Documents/sheet.png", "Documents/run.json", "Documents/scan.jpg")
            photos = ("Desktop/best.jpg", "Desktop/hard link.jpg", "Pictures/2020/photo000.jpg")
            links = ("Documents/linked.png", "Documents/linked.json")
            return self._typed(self.home / self.one_of(*documents, *photos, *links))
        return f"{self.folder()}/{self.one_of(*_NEW)}{self.one_of(*suffixes)}"

    def _typed(self, path: Path) -> str:
        """Return a path in one of the ways in which people write it."""
        here = self.home / "Documents"
        ways: tuple[Callable[[], str], ...] = (
            lambda: str(path),
            lambda: os.path.relpath(path, here),
            lambda: f"{path.parent}/./{path.name}/",
            lambda: str(self.home / "Pictures" / ".." / path.relative_to(self.home)),
            lambda: str(self.home / "in" / ".." / ".." / path.relative_to(self.home)),
            lambda: f"~/{path.relative_to(self.home)}",
            lambda: str(path.with_name(path.name.swapcase())) if path != self.home else ".",
        )
        return self.chance.choices(ways, (12, 6, 2, 2, 2, 2, 1))[0]()

    # ---- options ----------------------------------------------------------------------------

    def outputs(self, option: str, *suffixes: str) -> Line:
        """Return where something is to be written."""
        return [option, self.file(*suffixes), *self.maybe(0.5, "--overwrite")]

    def search(self) -> Line:
        query = self.one_of(*_QUERIES)
        sheet = self.outputs("--sheet", *_PICTURES) if self.chance.random() < 0.8 else []
        listed = self.outputs("--export", ".csv", ".jsonl") if self.chance.random() < 0.2 else []
        kept = ["--save-sketches", self.folder()] if self.chance.random() < 0.3 else []
        drawn = ["--strategy", "visret", "--m", "1"] if self.chance.random() < 0.05 else []
        below = ["--folder", self.folder()] if self.chance.random() < 0.1 else []
        return ["search", query, *sheet, *listed, *kept, *drawn, *below]

    def ask(self) -> Line:
        named = ["--photo", self.path()] if self.chance.random() < 0.3 else []
        return ["ask", self.one_of(*_QUERIES), *named, *self.outputs("--sheet", *_PICTURES)]

    def similar(self) -> Line:
        photos = ("Pictures/photo000.jpg", "elsewhere/photo000.jpg", "Documents/scan.jpg")
        photo = self._typed(self.home / self.one_of(*photos, "Pictures/best.jpg", "odd"))
        return ["similar", photo, *self.outputs("--sheet", *_PICTURES)]

    def export_photos(self) -> Line:
        below = ["--folder", self.folder()] if self.chance.random() < 0.1 else []
        if self.chance.random() < 0.2:
            named = self.maybe(0.5, "--as", "named")
            return ["export", "copies", "--out", f"{self.folder()}/{self.one_of(*_NEW)}", *named]
        kind = self.one_of("csv", "jsonl", "geojson", "kml", "inaturalist", "html", "pdf")
        rough = self.maybe(0.2, "--obscure", "10")
        file = self.file(".csv", ".jsonl", ".json")
        replacing = self.maybe(0.5, "--overwrite")
        return ["export", kind, "--out", file, *below, *replacing, *rough]

    def index(self) -> Line:
        return ["index", *(self.folder() for _ in range(self.chance.randrange(3)))]

    def folders(self) -> Line:
        return self.chance.choice([["folders", "list"], ["folders", "remove", self.folder()]])

    def take_in(self) -> Line:
        models = ("stick/owl", "stick", "models/bare", "models/looping", "Documents/starter")
        what = self._typed(self.home / self.one_of(*models)) if self.chance.random() < 0.9 else ""
        options = [*self.maybe(0.3, "--link"), *self.maybe(0.5, "--as", self.name())]
        return ["packs", "import", what or self.path(), *options, *self._to(), *self._use()]

    def install(self) -> Line:
        offered = self.one_of("starter", "hf:someone/owl", "open_clip:ViT-B-32/none", self.name())
        return ["packs", "install", offered, *self.maybe(0.4, "--as", self.name()), *self._to()]

    def _to(self) -> Line:
        return ["--to", self.folder()] if self.chance.random() < 0.5 else []

    def _use(self) -> Line:
        return self.maybe(0.1, "--use")

    def export(self) -> Line:
        names = [self.name() for _ in range(self.chance.randrange(1, 3))]
        return ["packs", "export", *names, self.folder()]

    def packs(self) -> Line:
        action = self.one_of("list", "show", "verify", "remove", "remove", "use", "logout")
        named = [] if action in ("list", "logout") else [self.name()]
        return ["packs", action, *named]

    def doctor(self) -> Line:
        option = self.one_of("--check", "--repair", "--restore")
        return ["doctor", option, *([self.path()] if option == "--restore" else [])]

    def bench(self) -> Line:
        file = "judgments.jsonl" if self.chance.random() < 0.8 else self.path()
        judged = ["--file", file, "--strategies", "original"]
        lines = (
            ["speed", "--quick", self.one_of("scan", "none"), *self.outputs("--save", *_REPORTS)],
            ["settings", *judged, "--others", "3", *self.outputs("--save", *_REPORTS)],
            ["quality", "--dataset", "own", *judged, *self.outputs("--save", *_REPORTS)],
        )
        return ["bench", *self.chance.choice(lines)]

    def demo(self) -> Line:
        return ["demo", "--remove"]


_WAYS: tuple[tuple[Callable[[CommandLines], Line], int], ...] = (
    (CommandLines.search, 6),
    (CommandLines.similar, 3),
    (CommandLines.ask, 2),
    (CommandLines.index, 3),
    (CommandLines.folders, 1),
    (CommandLines.take_in, 4),
    (CommandLines.install, 1),
    (CommandLines.export, 4),
    (CommandLines.export_photos, 3),
    (CommandLines.packs, 3),
    (CommandLines.doctor, 1),
    (CommandLines.bench, 3),
    (CommandLines.demo, 1),
)
