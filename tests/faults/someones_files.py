"""A home folder as people have them, with all that could lead a program astray."""

import json
import os
import shutil
from contextlib import suppress
from pathlib import Path

from tests.end_to_end.conftest import fill, write_photo
from visret_desktop.paths import bundled

LONG_AGO = 1_000_000_000_123_456_789


def fill_home(home: Path) -> None:
    """Write photos, documents, models, odd names, links in, out and around, below `home`."""
    pictures = fill(home / "Pictures", 4, side=96)
    elsewhere = fill(home / "elsewhere", 2, first_seed=20, side=96)
    (pictures / "2020").symlink_to(elsewhere)
    (pictures / "best.jpg").symlink_to(write_photo(home / "Desktop" / "best.jpg", 30, (96, 72)))
    (pictures / "photo000.xmp").write_text("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>")
    _write_documents(home / "Documents")
    _write_models(home)
    _write_odd_things(home)
    (home / "in").symlink_to(pictures / "trip")
    (home / "out").symlink_to("/usr/share")
    (home / "loop").symlink_to(home / "loop")
    (home / "around").mkdir()
    (home / "around" / "again").symlink_to(home / "around")
    os.link(pictures / "photo002.jpg", home / "Desktop" / "hard link.jpg")
    os.link(home / "Documents" / "thesis.txt", home / "Desktop" / "thesis, too.txt")
    (home / "Documents" / "thesis.txt").chmod(0o444)
    for path in (*home.rglob("*"), home):
        with suppress(OSError):
            os.utime(path, ns=(0, LONG_AGO), follow_symlinks=False)


def _write_documents(folder: Path) -> None:
    for name in ("thesis.txt", "starter/chapter.txt", "packs/list.txt", "sheet.png", "run.json"):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"somebody's {name}")
    write_photo(folder / "scan.jpg", 40, (96, 72))
    (folder / "photos2024").mkdir()
    write_photo(folder / "photos2024" / "one.jpg", 41, (96, 72))
    (folder / "catalog.db").write_text("notes on a catalog")
    (folder / "linked.png").symlink_to("scan.jpg")
    (folder / "linked.json").symlink_to("run.json")
    (folder / "judgments.jsonl").write_text('{"query": "owl", "photos": {"scan.jpg": 1}}\n')


def _write_models(home: Path) -> None:
    """A pack on a stick, a model with a secret behind a link, and one with a link loop."""
    shutil.copytree(bundled("starter", "encoder"), home / "stick" / "owl")
    manifest = home / "stick" / "owl" / "manifest.json"
    manifest.write_text(json.dumps(json.loads(manifest.read_text()) | {"name": "owl"}))
    bare = home / "models" / "bare"
    shutil.copytree(bundled("starter", "encoder"), bare)
    (bare / "manifest.json").unlink()
    (bare / "LICENSE.txt").symlink_to(home / "Documents" / "thesis.txt")
    shutil.copytree(home / "stick" / "owl", home / "models" / "looping")
    (home / "models" / "looping" / "loop").symlink_to("loop")


def _write_odd_things(home: Path) -> None:
    for name in ("a\nb", "-x", "--sheet", "*", "con", " ", "ü", "u\N{COMBINING DIAERESIS}"):
        (home / "odd" / name).mkdir(parents=True)
        (home / "odd" / name / "notes.txt").write_text(name)
    with suppress(OSError):  # a file system that keeps text only
        Path(home / "odd" / os.fsdecode(b"caf\xe9.jpg")).write_bytes(b"no photo")
    os.mkfifo(home / "odd" / "pipe.jpg")
    (home / "empty").mkdir()
