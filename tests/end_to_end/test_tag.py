"""What `visret tag` notes follows the photo, and goes with its folder."""

from pathlib import Path

from tests.end_to_end.conftest import Profile, fill, state_of


def test_notes_follow_a_photo_that_moves_and_a_copy_elsewhere(
    visret: Profile, tmp_path: Path
) -> None:
    folder, other = fill(tmp_path / "photos", 2), tmp_path / "other"
    other.mkdir()
    photo = folder / "photo000.jpg"
    visret.index(folder)
    before = state_of(folder)
    visret.json("tag", photo, "--add", "Animals/Owl", "--name", "Strix aluco", "--by", "Ada")
    assert state_of(folder) == before
    visret.json("tag", folder / "trip", "--add", "secretpond")
    moved = folder / "trip" / "moved.jpg"
    photo.rename(moved)
    (other / "copy.jpg").write_bytes(moved.read_bytes())
    visret.index(folder, other)
    told = visret.json("tag", moved)
    assert told["notes"][0]["notes"]["tags"] == ["Animals|Owl"]
    visret.json("folders", "remove", folder)
    (left,) = visret.json("tag", "keyword:animals")["notes"]
    assert left["path"] == str(other / "copy.jpg")
    assert left["notes"]["names"][0]["name"] == "Strix aluco"
    files = [path for path in visret.home.rglob("*") if path.is_file() and not path.is_symlink()]
    assert not [path for path in files if b"secretpond" in path.read_bytes()]
