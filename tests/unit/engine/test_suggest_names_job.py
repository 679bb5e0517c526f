"""Which encoder suggests names; what it suggests is in the tests of likeness and of the window."""

from pathlib import Path

import pytest

from tests.unit.engine.conftest import Desk
from visret_desktop.engine.field_messages import NamesSuggested, SuggestNames
from visret_desktop.engine.fieldwork.suggest_names_job import NoNamesKnown, suggest_names
from visret_desktop.engine.runtime import Library
from visret_desktop.interchange.species.name_lists import ListedName, NameList, NameLists
from visret_desktop.settings import Settings


@pytest.fixture
def noted(indexed_photos: Path, desk: Desk) -> Desk:
    """A library of twelve photos, and a list of one name."""
    names = (ListedName("Ardea cinerea", "grey heron"),)
    NameLists(desk.library.paths.name_lists).put(NameList("birds", "birds.csv", "", names))
    return desk


def request(desk: Desk) -> SuggestNames:
    """Return a request for the first photo."""
    return SuggestNames(1, (desk.library.reader.photo_rows()[0].content_hash,))


def test_an_encoder_that_may_know_names_suggests(noted: Desk) -> None:
    events = list(suggest_names(noted.library, request(noted)))
    (suggested,) = [event for event in events if isinstance(event, NamesSuggested)]
    assert [one.name for one in suggested.names] == ["Ardea cinerea"]


def test_an_encoder_of_things_suggests_none(noted: Desk) -> None:
    settings = Settings(encoder="everyday")
    with (
        Library.open(noted.library.paths, settings) as library,
        pytest.raises(NoNamesKnown, match="does not know species"),
    ):
        list(suggest_names(library, request(noted)))
