"""Where packs may come to lie, and what of a person's folder is ours: only the pack."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import weights
from visret_desktop import file_changes
from visret_desktop.cli.main import main
from visret_desktop.errors import (
    AlreadyThere,
    AmongPhotos,
    FolderOfOthers,
    UsageError,
    VisretError,
)
from visret_desktop.file_changes import MARK, identity
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.packs.errors import PackLiesInIt, PackNameTaken, PackNotOffered
from visret_desktop.packs.events import PackReady
from visret_desktop.packs.fetching.importing import export, take_in
from visret_desktop.packs.fetching.staging import INCOMING
from visret_desktop.packs.manifest import FILE_NAME, Pack, read_pack, verify
from visret_desktop.packs.pack_list import choices
from visret_desktop.packs.registry import check_name, find, installed, remembering, remove
from visret_desktop.packs.sources import PackSource, sources_in
from visret_desktop.paths import Paths, bundled
from visret_desktop.roles import Role

GGUF = weights.gguf(bytes(range(256)) * 40)


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return Paths(tmp_path / "data", tmp_path / "cache", tmp_path / "config")


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """A model's folder, with something of its owner's beside the model."""
    folder = tmp_path / "models" / "talk"
    folder.mkdir(parents=True)
    (folder / "talk.gguf").write_bytes(GGUF)
    (folder / "thesis.txt").write_text("mine")
    return folder


@pytest.fixture
def chat_model(model: Path) -> Path:
    """The same with a chat model that can be opened, as commands open what they import."""
    (model / "talk.gguf").write_bytes(bundled("starter", "rewriter", "rewriter.gguf").read_bytes())
    return model


def census(folder: Path) -> dict[str, bytes]:
    """Return all that lies in a folder."""
    files = (path for path in folder.rglob("*") if path.is_symlink() or path.is_file())
    return {
        str(path.relative_to(folder)): (
            os.fsencode(path.readlink()) if path.is_symlink() else path.read_bytes()
        )
        for path in files
    }


def only(path: Path) -> PackSource:
    (source,) = sources_in(path)
    return source


def take(root: Path, source: PackSource, **more: object) -> Pack:
    *_, last = take_in(root, source, lambda: False, **more)  # type: ignore[arg-type]
    assert isinstance(last, PackReady)
    return last.pack


def put(pack: Pack, folder: Path, **more: object) -> Pack:
    *_, last = export(pack, folder, lambda: False, **more)  # type: ignore[arg-type]
    assert isinstance(last, PackReady)
    return last.pack


def refusal(error: type[VisretError], folder: Path, work: Callable[[], object]) -> str:
    """Let something be refused, and see that nothing in a folder changed."""
    before = census(folder)
    with pytest.raises(error) as caught:
        work()
    assert census(folder) == before
    return str(caught.value)


# ---- what exists -----------------------------------------------------------------------------


def test_a_folder_that_is_no_pack_is_never_replaced(
    paths: Paths, model: Path, someones_home: Path
) -> None:
    (someones_home / "talk").mkdir()
    (someones_home / "talk" / "thesis.txt").write_text("mine")
    pack = take(paths.packs, only(model))
    refusal(AlreadyThere, someones_home, lambda: put(pack, someones_home))
    refusal(AlreadyThere, someones_home, lambda: take(someones_home, only(model)))
    refusal(AlreadyThere, someones_home, lambda: take(someones_home, only(model), as_links=True))


@pytest.mark.parametrize("kind", ["file", "link to a folder", "broken link", "empty folder"])
def test_whatever_has_the_name_stays(
    paths: Paths, model: Path, someones_home: Path, kind: str
) -> None:
    target = someones_home / "talk"
    (someones_home / "other").mkdir()
    if kind == "file":
        target.write_text("mine")
    elif kind == "empty folder":
        target.mkdir()
    else:
        target.symlink_to("other" if kind == "link to a folder" else "nowhere")
    refusal(AlreadyThere, someones_home, lambda: take(someones_home, only(model)))
    assert os.path.lexists(target)


def test_the_same_pack_is_replaced_but_not_one_with_files_beside_it(
    paths: Paths, model: Path, someones_home: Path
) -> None:
    pack = take(paths.packs, only(model))
    copied = put(pack, someones_home)
    (copied.directory / "talk.gguf").write_bytes(b"damaged")
    assert verify(put(pack, someones_home)) == []
    assert set(census(someones_home)) == {f"talk/{n}" for n in ("talk.gguf", FILE_NAME, MARK)}
    (copied.directory / "notes.txt").write_text("mine")
    refusal(FolderOfOthers, someones_home, lambda: put(pack, someones_home))


def test_a_pack_of_before_without_our_mark_is_replaced_and_removed(
    paths: Paths, model: Path, someones_home: Path
) -> None:
    pack = take(paths.packs, only(model))
    copied = put(pack, someones_home)
    (copied.directory / MARK).unlink()
    put(pack, someones_home)
    (copied.directory / MARK).unlink()
    remove(paths, "talk")
    list(remembering(paths, someones_home, copied, iter([PackReady(copied)])))
    remove(paths, "talk")
    assert list(someones_home.iterdir()) == []


def test_another_pack_of_that_name_stays(paths: Paths, model: Path, someones_home: Path) -> None:
    first = take(paths.packs, only(model))
    put(first, someones_home)
    (model / "talk.gguf").write_bytes(weights.gguf(bytes(64)))
    said = refusal(PackNameTaken, paths.packs, lambda: take(paths.packs, only(model)))
    assert "another model pack talk" in said
    (model / "talk.gguf").write_bytes(GGUF[:-1] + b"x")  # of the same size
    refusal(PackNameTaken, paths.packs / "talk", lambda: take(paths.packs, only(model)))
    assert not (paths.packs / INCOMING / "talk").exists()
    remove(paths, "talk")
    other = take(paths.packs, only(model))
    refusal(PackNameTaken, someones_home, lambda: put(other, someones_home))


def test_exports_are_for_everybody_and_packs_of_the_profile_are_not(
    paths: Paths, model: Path, someones_home: Path
) -> None:
    pack = take(paths.packs, only(model))
    copied = put(pack, someones_home)
    assert [path.name for path in someones_home.iterdir()] == ["talk"], "nothing beside it"
    assert (copied.directory / "talk.gguf").stat().st_mode & 0o044 == 0o044
    assert (copied.directory / FILE_NAME).stat().st_mode & 0o044 == 0o044
    assert (pack.directory / "talk.gguf").stat().st_mode & 0o077 == 0


# ---- one in the other ------------------------------------------------------------------------


@pytest.mark.parametrize("as_links", [False, True])
def test_a_pack_is_never_made_of_its_own_place(model: Path, as_links: bool) -> None:
    def work() -> Pack:
        return take(model.parent, only(model), as_links=as_links)

    refusal(PackLiesInIt, model.parent, work)
    refusal(PackLiesInIt, model.parent, lambda: take(model, only(model), as_links=as_links))


def test_links_do_not_hide_that_one_lies_in_the_other(
    model: Path, someones_home: Path, tmp_path: Path
) -> None:
    (someones_home / "way").symlink_to(model.parent)
    refusal(PackLiesInIt, model.parent, lambda: take(someones_home / "way", only(model)))
    (tmp_path / "file.gguf").symlink_to(model / "talk.gguf")
    source = only(tmp_path / "file.gguf")
    (someones_home / "file").symlink_to(model)
    refusal(PackLiesInIt, model.parent, lambda: take(someones_home, source, as_links=True))


# ---- among photos ----------------------------------------------------------------------------


def test_nothing_is_written_among_photos(paths: Paths, model: Path, someones_home: Path) -> None:
    photos = someones_home / "Pictures"
    (photos / "2024").mkdir(parents=True)
    (photos / "2024" / "IMG_1.jpg").write_bytes(b"jpeg")
    (someones_home / "way").symlink_to(photos / "2024")
    known = [known] if (known := identity(photos)) else []
    pack = take(paths.packs, only(model))
    for folder in (photos, photos / "2024", photos / "new", someones_home / "way"):
        refusal(AmongPhotos, someones_home, lambda f=folder: put(pack, f, photos=known))
        refusal(AmongPhotos, someones_home, lambda f=folder: take(f, only(model), photos=known))
    assert not (photos / "new").exists()


# ---- folders called as ours ------------------------------------------------------------------


def test_a_foreign_folder_called_incoming_stays(model: Path, someones_home: Path) -> None:
    (someones_home / INCOMING / "talk").mkdir(parents=True)
    (someones_home / INCOMING / "talk" / "thesis.txt").write_text("mine")
    refusal(FolderOfOthers, someones_home, lambda: take(someones_home, only(model)))


def test_a_link_called_incoming_is_not_followed(model: Path, someones_home: Path) -> None:
    (someones_home / "empty").mkdir()
    (someones_home / INCOMING).symlink_to("empty")
    refusal(FolderOfOthers, someones_home, lambda: take(someones_home, only(model)))


def test_a_link_called_as_our_lock_is_not_followed(model: Path, someones_home: Path) -> None:
    (someones_home / "thesis.txt").write_text("mine")
    for text in ("mine", ""):
        (someones_home / "thesis.txt").write_text(text)
        (someones_home / INCOMING).mkdir(exist_ok=True)
        (someones_home / INCOMING / "talk.lock").unlink(missing_ok=True)
        (someones_home / INCOMING / "talk.lock").symlink_to(someones_home / "thesis.txt")
        refusal(FolderOfOthers, someones_home, lambda: take(someones_home, only(model)))
    file_changes.claim(someones_home / INCOMING, known=("talk.lock",))
    with pytest.raises(OSError):
        take(someones_home, only(model))
    assert (someones_home / "thesis.txt").read_text() == ""


def test_what_an_earlier_version_left_there_is_gone_on_with(
    model: Path, someones_home: Path
) -> None:
    files = someones_home / INCOMING / "talk" / "files"
    files.mkdir(parents=True)
    (files / "talk.gguf").write_bytes(b"half")
    (someones_home / INCOMING / "talk.lock").touch()
    assert verify(take(someones_home, only(model))) == []


# ---- removing --------------------------------------------------------------------------------


def test_removing_leaves_what_is_not_the_packs_and_tells_it(
    paths: Paths, model: Path, someones_home: Path
) -> None:
    pack = take(someones_home, only(model))
    list(remembering(paths, someones_home, pack, iter([PackReady(pack)])))
    (pack.directory / "notes").mkdir()
    (pack.directory / "notes" / "thesis.txt").write_text("mine")
    removed = remove(paths, "talk")
    assert removed.left == (pack.directory / "notes",)
    assert removed.freed_bytes > len(GGUF)
    assert set(census(someones_home)) == {"talk/notes/thesis.txt"}
    assert "talk" not in [each.name for each in installed(paths)]


def test_a_link_in_a_pack_is_no_way_to_files_elsewhere(
    paths: Paths, starter_pack: Callable[[Role], Pack], someones_home: Path
) -> None:
    pack = put(starter_pack(Role.VISUALIZER), someones_home)
    list(remembering(paths, someones_home, pack, iter([PackReady(pack)])))
    victim = paths.config
    shutil.copytree(pack.directory / "unet", victim)
    before = census(victim)
    shutil.rmtree(pack.directory / "unet")
    (pack.directory / "unet").symlink_to(victim)
    manifest = pack.directory / FILE_NAME
    text = manifest.read_text().replace("starter-visualizer", "drawer")
    manifest.write_text(text)
    drawer = pack.directory.rename(someones_home / "drawer")
    file_changes.write(
        paths.packs / "drawer.elsewhere.json",
        b'{"directory": "%s", "role": "visualizer", "license": "", "size_bytes": 1}'
        % os.fsencode(drawer),
    )
    assert remove(paths, "drawer").left == (drawer / "unet",)
    assert census(victim) == before


def test_a_pack_that_took_anothers_place_is_not_removed_for_it(
    paths: Paths, model: Path, someones_home: Path
) -> None:
    pack = take(someones_home, only(model))
    list(remembering(paths, someones_home, pack, iter([PackReady(pack)])))
    manifest = pack.directory / FILE_NAME
    manifest.write_text(manifest.read_text().replace('"name": "talk"', '"name": "starter"'))
    with pytest.raises(VisretError, match="another pack, starter, lies in"):
        find(paths, "talk")
    before = census(someones_home)
    remove(paths, "talk")
    assert census(someones_home) == before
    assert "talk" not in [each.name for each in installed(paths)]


# ---- names -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["..", "../..", "../../../victim", "/etc", "a/b", ".incoming", "", "con", "x" * 65]
)
def test_a_path_is_no_name_of_a_pack(paths: Paths, model: Path, name: str) -> None:
    victim = paths.data.parent / "victim"
    victim.mkdir()
    (victim / "thesis.txt").write_text("mine")
    take(paths.packs, only(model))
    source = PackSource(name, "x", Role.REWRITER, {"talk.gguf": model / "talk.gguf"})
    refusal(UsageError, paths.data.parent, lambda: remove(paths, name))
    refusal(UsageError, paths.data.parent, lambda: check_name(paths, name))
    if name not in ("con", "x" * 65):  # those are refused by who asks
        refusal(VisretError, paths.data.parent, lambda: take(paths.packs, source))


@pytest.mark.parametrize("name", ["TALK", "Starter", "standard", "Standard", "SigLIP2-b-16-256"])
def test_names_that_some_systems_take_for_another_are_refused(
    paths: Paths, model: Path, name: str
) -> None:
    take(paths.packs, only(model))
    with pytest.raises(UsageError, match="too much like"):
        check_name(paths, name)


def test_commands_refuse_paths_before_anything_is_touched(
    profile: Path, chat_model: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    victim = profile.parent / "victim"
    victim.mkdir()
    (victim / "thesis.txt").write_text("mine")
    assert main(["packs", "import", str(chat_model)]) == 0
    before = census(profile / "data")
    for words in (
        ("remove", "../../../victim"),
        ("remove", "talk", "../../../victim"),
        ("import", str(chat_model), "--as", ".."),
        ("import", str(chat_model), "--as", "../.."),
        ("import", str(chat_model), "--as", ""),
        ("import", str(chat_model), "--as", "../../../victim"),
        ("install", "hf:nobody/nothing", "--as", "../x"),
        ("export", "talk", str(profile / "data")),
        ("import", str(chat_model), "--as", "backups", "--to", str(profile / "data")),
    ):
        assert main(["packs", *words]) == 2, words
        assert "mistake" not in capsys.readouterr().err
        assert census(profile / "data") == before
        assert (victim / "thesis.txt").read_text() == "mine"


def test_a_pack_on_a_drive_is_not_hidden_by_one_of_its_name(
    profile: Path, chat_model: Path, someones_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["packs", "import", str(chat_model)]) == 0
    assert main(["packs", "import", str(chat_model), "--to", str(someones_home)]) == 2
    assert "There is another model pack talk in" in capsys.readouterr().err
    assert list(someones_home.iterdir()) == []


def test_a_command_writes_no_pack_among_photos(
    profile: Path, chat_model: Path, someones_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photos = someones_home / "Pictures"
    photos.mkdir()
    assert main(["packs", "import", str(chat_model)]) == 0
    catalog = Catalog.open(profile / "data" / "catalog.db")
    catalog.roots.add(photos)
    catalog.close()
    for words in (
        ("export", "talk", str(photos)),
        ("import", str(chat_model), "--as", "x", "--to", str(photos)),
    ):
        assert main(["packs", *words]) == 2
        assert "is among your photos" in capsys.readouterr().err
    assert list(photos.iterdir()) == []


# ---- what it says it is ----------------------------------------------------------------------


def test_a_pack_is_not_an_offer_by_its_name_alone(
    paths: Paths, starter_pack: Callable[[Role], Pack], tmp_path: Path
) -> None:
    stick = tmp_path / "stick" / "siglip2-b-16-256"
    shutil.copytree(starter_pack(Role.ENCODER).directory, stick)
    manifest = stick / FILE_NAME
    text = manifest.read_text().replace('"name": "starter"', '"name": "siglip2-b-16-256"')
    manifest.write_text(text)
    with pytest.raises(PackNotOffered, match="name of a model on offer"):
        take(paths.packs, only(stick))
    shutil.copytree(stick, paths.packs / stick.name)  # as versions before took it in
    (choice,) = [each for each in choices(paths) if each.name == stick.name]
    assert choice.offer is None


def test_a_pack_does_not_show_under_an_offers_title(
    paths: Paths, starter_pack: Callable[[Role], Pack], tmp_path: Path
) -> None:
    stick = tmp_path / "stick" / "poser"
    shutil.copytree(starter_pack(Role.ENCODER).directory, stick)
    manifest = stick / FILE_NAME
    text = manifest.read_text().replace('"name": "starter"', '"name": "poser"')
    manifest.write_text(
        text.replace("Starter encoder (for the demonstration only)", "SigLIP 2 B/16, 256 px")
    )
    take(paths.packs, only(stick))
    (choice,) = [each for each in choices(paths) if each.name == "poser"]
    assert choice.title == "poser"


def test_a_pack_of_ours_is_read_with_its_mark(paths: Paths, model: Path) -> None:
    pack = take(paths.packs, only(model))
    assert (pack.directory / MARK).is_file()
    assert read_pack(pack.directory) == pack
    assert MARK not in {file.path for file in pack.files}
