"""Another encoder takes over when it has embedded everything; the old one answers until then."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.unit.engine.conftest import Desk, write_photo
from visret_desktop.engine.control import Control
from visret_desktop.engine.indexing.index_job import index_folders
from visret_desktop.engine.messages import IndexFolders, QueryTerm, Search
from visret_desktop.errors import Cancelled

OpenDesk = Callable[..., Desk]
ALL = Search(terms=(QueryTerm(text="a bird"),), strategy="original")


def answering(desk: Desk) -> str:
    return desk.library.encoder.name.partition("-")[0]


def found(desk: Desk) -> set[str]:
    return {hit.name for hit in desk.search(ALL).hits}


@pytest.mark.usefixtures("indexed_photos")
def test_the_old_encoder_answers_until_the_new_one_has_all(
    open_desk: OpenDesk, photos: Path, other: str
) -> None:
    desk = open_desk(encoder=other)
    assert answering(desk) == "starter"
    assert len(found(desk)) == 12
    summary = desk.index(photos)
    assert summary["indexed"] == 12
    assert answering(desk) == other
    assert len(found(desk)) == 12
    assert answering(open_desk(encoder=other)) == other


@pytest.mark.usefixtures("indexed_photos")
def test_going_back_costs_nothing(open_desk: OpenDesk, photos: Path, other: str) -> None:
    open_desk(encoder=other).index(photos)
    desk = open_desk()
    assert answering(desk) == "starter"
    assert desk.index(photos)["unchanged"] == 12


@pytest.mark.usefixtures("indexed_photos")
def test_an_interrupted_change_leaves_the_old_one_answering(
    open_desk: OpenDesk, photos: Path, other: str
) -> None:
    desk, control = open_desk(encoder=other), Control(1)
    events = index_folders(desk.library, IndexFolders(1, (str(photos),)), control)
    next(events)
    control.cancel()
    with pytest.raises(Cancelled):
        list(events)
    assert answering(desk) == "starter"
    assert len(found(desk)) == 12
    assert answering(open_desk(encoder=other)) == "starter"


@pytest.mark.usefixtures("indexed_photos")
def test_a_new_photo_is_found_as_soon_as_the_new_encoder_answers(
    open_desk: OpenDesk, photos: Path, other: str
) -> None:
    write_photo(photos / "new.jpg", 77)
    desk = open_desk(encoder=other)
    desk.index(photos)
    assert "new.jpg" in found(desk)


@pytest.mark.usefixtures("indexed_photos")
def test_photos_out_of_reach_come_along_by_their_thumbnails(
    open_desk: OpenDesk, photos: Path, other: str, tmp_path: Path
) -> None:
    photos.rename(tmp_path / "unplugged")
    desk = open_desk(encoder=other)
    desk.index()
    assert answering(desk) == other
    hits = desk.search(ALL).hits
    assert len(hits) == 12
    assert not any(hit.online for hit in hits)
    first = hits[0]
    example = str(tmp_path / "unplugged" / Path(first.path).relative_to(photos))
    again = desk.search(Search(terms=(QueryTerm(image=example),), strategy="original")).hits[0]
    assert again.name == first.name
    assert again.score > 0.95, "a thumbnail's vector is nearly that of the photo"
