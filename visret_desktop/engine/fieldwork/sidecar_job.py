"""Write notes to XMP sidecars beside photos, where a person allowed it, and put them back.

For each photo: read its sidecar, merge the notes into it, keep the old bytes, note what is ours,
and only then replace the file, if it still is as it was read. One that fails is said, and the work
goes on. Whatever ends the program, each file is the old one or the new one.
"""

import os
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import msgspec

from visret_desktop import file_changes
from visret_desktop.engine.control import NO_CONTROL, Control
from visret_desktop.engine.field_messages import SidecarSaid, UndoSidecars, WriteSidecars
from visret_desktop.engine.fieldwork.online_check import OnlineCheck
from visret_desktop.engine.messages import Finished, Message, Progress
from visret_desktop.engine.runtime import Library
from visret_desktop.errors import Cancelled, SidecarChanged, VisretError
from visret_desktop.interchange.sidecars.merging import Merged, Ours, merged
from visret_desktop.interchange.sidecars.packet import MOST_BYTES, SidecarUnreadable
from visret_desktop.interchange.sidecars.sidecar_files import (
    SeveralNames,
    SidecarBackups,
    Style,
    Undoable,
    hash_of,
    sidecar_of,
)
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_connection import CHUNK, batched
from visret_desktop.library.folders.folder_probe import FolderProbe
from visret_desktop.library.records import Folder, Photo
from visret_desktop.library.stored_values import read, read_text
from visret_desktop.plain_files import open_plain
from visret_desktop.sentences import Sentence, sentence

_SHOWN_EVERY = 50  # photos


class SidecarsNotAllowed(VisretError):
    """The setting that allows sidecars to be written is off."""

    code = "sidecars-not-allowed"
    sentence = (
        "Nothing is written beside photos unless you allow it, in the window's settings or by "
        "`visret export xmp --allow`. `--dry-run` shows what would be written."
    )
    exit_code = 2


class _Refused(VisretError):
    """A sidecar stays as it is."""

    sentence = "{reason}"

    def __init__(self, code: str, reason: Sentence) -> None:
        super().__init__(reason=reason)
        self.reason_code = code


def write_sidecars(
    library: Library, request: WriteSidecars, control: Control = NO_CONTROL
) -> Iterator[Message]:
    """Write, or with `is_dry_run` plan, the sidecars of photos; yield what becomes of each.

    Without photos in the request, those of the whole library. Photos without notes,
    whose sidecars have nothing of ours, are not spoken of.

    Raises:
        SidecarsNotAllowed: the setting is off, and it is no dry run.
        LibraryBusy: another process is writing.
        Cancelled: what was written until then stays, and can be undone.
    """
    if not (library.settings.write_sidecars or request.is_dry_run):
        raise SidecarsNotAllowed
    counts: dict[str, Any] = {"written": 0, "unchanged": 0, "refused": 0}
    backups = SidecarBackups(library.paths.sidecar_backups)
    style = Style(request.preferred) if request.preferred else None
    done = 0
    with FolderProbe(library.settings.folder_seconds) as probe:
        work = _SidecarWriter(library, probe, backups, style, request.job)
        asked = request.photos or library.reader.photo_ids("date").tolist()
        for chunk in batched(asked, CHUNK):
            photos = sorted(library.reader.photos(chunk), key=lambda one: one.path)
            with nullcontext() if request.is_dry_run else library.adding() as catalog:
                for photo in photos:
                    if control.is_cancelled():
                        raise Cancelled
                    change = work.treat(photo, photo.path, catalog)
                    counts[_outcome(change)] += 1
                    of_raw = work.treat_raw(photo, catalog)
                    counts[_outcome(of_raw)] += of_raw is not None
                    yield from filter(None, (change, of_raw))
                    done += 1
                    if done % _SHOWN_EVERY == 0:
                        yield Progress(request.job, "sidecars", done, len(asked))
    if not request.is_dry_run:
        backups.drop_old()
    yield Finished(request.job, {**counts, "dry_run": request.is_dry_run})


def _outcome(change: SidecarSaid | None) -> str:
    return "unchanged" if change is None else "refused" if change.refusal else "written"


class _SidecarWriter:
    """What is needed to treat one photo after the other."""

    def __init__(
        self,
        library: Library,
        probe: FolderProbe,
        backups: SidecarBackups,
        style: Style | None,
        job: int,
    ) -> None:
        self._library, self._backups, self._style, self._job = library, backups, style, job
        self._reach = OnlineCheck(library, probe)
        self._listed: tuple[Path, list[str]] | None = None

    def treat(self, photo: Photo, file: Path, catalog: Catalog | None) -> SidecarSaid | None:
        """Write the sidecar of one photo, or of its RAW; only plan it without a catalog.

        Return what is to be said of it; None: it stays as it is.
        """
        sidecar = file
        try:
            folder = self._folder_of(photo)
            sidecar = self._sidecar_of(file)
            relative = sidecar.relative_to(folder.path).as_posix()
            stored = self._library.reader.notes.of_sidecar(folder.id, relative)
            if not (photo.notes or stored):
                return None
            before = _read(sidecar)
            ours = read(read_text(stored), Ours) or Ours()
            new = merged(before, photo, ours)
            if not new.changes:
                return None
            if catalog is not None:
                self._write(catalog, folder, sidecar, before, new, stored)
        except SidecarUnreadable as error:
            known = SidecarUnreadable(error.reason, sidecar)
            return self._refusal(file, sidecar, error.code, known.message)
        except _Refused as error:
            return self._refusal(file, sidecar, error.reason_code, error.message)
        except VisretError as error:
            return self._refusal(file, sidecar, error.code, error.message)
        except OSError as error:
            reason = sentence(
                "{sidecar} stays as it is: {error}.", sidecar=sidecar, error=error.strerror or error
            )
            return self._refusal(file, sidecar, "unreadable", reason)
        changes = tuple((one.label, one.before, one.after) for one in new.changes)
        is_new = before is None
        return SidecarSaid(self._job, str(file), str(sidecar), is_new, changes)

    def treat_raw(self, photo: Photo, catalog: Catalog | None) -> SidecarSaid | None:
        """Treat the RAW beside a photo, which other programs show in its place, as `treat`."""
        raw = photo.path.with_name(photo.companion or photo.name)
        if not photo.companion or raw.name not in self._names_beside(raw):
            return None
        return self.treat(photo, raw, catalog)

    def _refusal(self, file: Path, sidecar: Path, code: str, reason: Sentence) -> SidecarSaid:
        return SidecarSaid(self._job, str(file), str(sidecar), code=code, refusal=reason)

    def _folder_of(self, photo: Photo) -> Folder:
        """Return the photo's folder of the library.

        Raises:
            _Refused: it, or the photo, is out of reach.
        """
        folder = self._reach.folder_of(photo)
        if folder is None:
            raise _Refused(
                "offline", sentence("{path} is out of reach. Plug in its drive.", path=photo.path)
            )
        return folder

    def _names_beside(self, file: Path) -> list[str]:
        if self._listed is None or self._listed[0] != file.parent:
            self._listed = file.parent, _names_beside(file)
        return self._listed[1]

    def _sidecar_of(self, file: Path) -> Path:
        names = self._names_beside(file)
        if file.name not in names:
            raise _Refused(
                "offline",
                sentence("{path} is not there, so nothing is written beside it.", path=file),
            )
        try:
            return sidecar_of(file, names, self._style)
        except SeveralNames as error:
            full, stem = f"{file.name}.xmp", f"{file.stem}.xmp"
            reason = (
                sentence(
                    "{path} has two sidecars, {full} and {stem}. Say which one is to be used.",
                    path=file,
                    full=full,
                    stem=stem,
                )
                if error.both
                else sentence(
                    "{stem} may belong to several photos beside {path}. Say whether "
                    "it, or {full}, is to be used.",
                    stem=stem,
                    path=file,
                    full=full,
                )
            )
            raise _Refused("several-sidecars", reason) from None

    def _write(
        self,
        catalog: Catalog,
        folder: Folder,
        sidecar: Path,
        before: bytes | None,
        new: Merged,
        stored: str,
    ) -> None:
        """Keep the old file, note what is ours, write the new one, and read it again."""
        relative = sidecar.relative_to(folder.path).as_posix()
        self._backups.keep(sidecar, (folder.id, relative), before, new.content, stored)
        ours = msgspec.json.encode(new.ours).decode() if new.ours else ""
        catalog.annotations.put_sidecars(folder.id, {relative: ours})
        try:
            file_changes.replace_sidecar(sidecar, before, new.content, [folder.path])
        except (VisretError, OSError):
            catalog.annotations.put_sidecars(folder.id, {relative: stored})
            raise
        if _read(sidecar) != new.content:
            raise _Refused(
                "not-kept",
                sentence(
                    "{sidecar} does not hold what was written. Check its disk.", sidecar=sidecar
                ),
            )


def _names_beside(path: Path) -> list[str]:
    """Return the names in the folder of a file; none if there is no such folder."""
    try:
        return os.listdir(path.parent)  # noqa: PTH208
    except FileNotFoundError:
        return []


def _read(sidecar: Path) -> bytes | None:
    """Return the bytes of a sidecar; None if there is none.

    Raises:
        SidecarUnreadable: it is too large.
        NotPlainFile: it is a pipe, or anything but a file.
        OSError: it cannot be read.
    """
    try:
        with open_plain(sidecar) as file:
            content = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        return None
    if len(content) > MOST_BYTES:
        raise SidecarUnreadable(
            sentence("it is larger than {most} MB", most=MOST_BYTES // 1000000), sidecar
        )
    return content


def undo_sidecars(
    library: Library, request: UndoSidecars, _control: Control = NO_CONTROL
) -> Iterator[Message]:
    """Put back what the last writing changed; a sidecar that others changed since stays.

    What cannot be put back now is kept, and tried again the next time. A writing of which only such
    sidecars are left does not stand in the way of the one before it.

    Raises:
        SidecarsNotAllowed: the setting is off.
        LibraryBusy: another process is writing.
    """
    if not library.settings.write_sidecars:
        raise SidecarsNotAllowed
    backups = SidecarBackups(library.paths.sidecar_backups)
    counts: dict[str, Any] = {"written": 0, "unchanged": 0, "refused": 0}
    with FolderProbe(library.settings.folder_seconds) as probe, library.adding() as catalog:
        undoing = _Undoing(catalog, OnlineCheck(library, probe), request.job)
        for writing in backups.newest_first():
            changed = backups.of(writing)
            is_left_over = bool(changed) and all(one.line.was_refused for one in changed)
            left: list[Undoable] = []
            for one in changed:
                change = undoing.put_back(one)
                counts[_outcome(change)] += 1
                if change is not None:
                    yield change
                    left += [one] if change.refusal else []
            backups.keep_only(writing, left)
            if len(left) < len(changed) or not is_left_over:
                break
    yield Finished(request.job, counts)


class _Undoing:
    """What is needed to put back one sidecar after the other."""

    def __init__(self, catalog: Catalog, reach: OnlineCheck, job: int) -> None:
        self._catalog, self._reach, self._job = catalog, reach, job

    def put_back(self, one: Undoable) -> SidecarSaid | None:
        """Put a sidecar back; return what is to be said of it, None: it is as it was already."""
        path = one.path
        try:
            folder = self._reach.folder(one.line.folder_id)
            if folder is None:
                raise _Refused(
                    "offline", sentence("{path} is out of reach. Plug in its drive.", path=path)
                )
            if not path.is_relative_to(folder.path):  # the drive is mounted elsewhere now
                path = folder.path / one.line.relative
            if not any(_names_beside(path)):  # an empty mount point, or a folder that is away
                raise _Refused(
                    "offline", sentence("{path} is out of reach. Plug in its drive.", path=path)
                )
            before, now = one.before(), _read(path)
            is_new = now != before
            if is_new:
                if hash_of(now) != one.line.after:
                    raise SidecarChanged(path=path)
                file_changes.replace_sidecar(path, now, before, [folder.path])
                if _read(path) != before:
                    reason = sentence(
                        "{path} does not hold what was put back. Check its disk.", path=path
                    )
                    raise _Refused("not-kept", reason)
            relative = path.relative_to(folder.path).as_posix()
            self._catalog.annotations.put_sidecars(folder.id, {relative: one.line.ours})
        except _Refused as error:
            return self._refusal(path, error.reason_code, error.message)
        except VisretError as error:
            return self._refusal(path, error.code, error.message)
        except OSError as error:
            reason = sentence(
                "{path} stays as it is: {error}.", path=path, error=error.strerror or error
            )
            return self._refusal(path, "unreadable", reason)
        return SidecarSaid(self._job, sidecar=str(path), is_new=before is None) if is_new else None

    def _refusal(self, path: Path, code: str, reason: Sentence) -> SidecarSaid:
        return SidecarSaid(self._job, sidecar=str(path), code=code, refusal=reason)
