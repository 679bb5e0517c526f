"""What a query describes in more detail is a list beside the instruction, which changes nothing."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.unit.engine.conftest import Desk
from tests.unit.models.parrot import parrot_pack
from visret_desktop.engine.messages import Planned, QueryTerm, Ranked, Search
from visret_desktop.paths import Paths

QUERY, DETAILS = "heron in fog", "a heron in fog, standing on long legs, reeds around it"


@pytest.fixture
def desk(open_desk: Callable[..., Desk], indexed_photos: Path, paths: Paths) -> Desk:
    parrot_pack(paths.packs / "parrot", DETAILS)
    return open_desk(rewriter="parrot", add_details=True)


def asked(desk: Desk, *terms: QueryTerm, **fields: object) -> tuple[Planned, Ranked]:
    request = Search(3, terms or (QueryTerm(QUERY),), strategy="rephrase")
    events = desk.ask(replace(request, **fields))  # type: ignore[arg-type]
    (plan,) = [event for event in events if isinstance(event, Planned)]
    return plan, [event for event in events if isinstance(event, Ranked)][-1]


def test_details_stand_beside_the_instruction_and_do_not_count(desk: Desk) -> None:
    plan, ranked = asked(desk)
    assert (plan.instructions, plan.details) == ((QUERY,), DETAILS)
    assert ranked.lists == ("text", "details", "instruction")
    assert set(ranked.hits[0].ranks) == {"text", "details", "instruction"}
    assert asked(desk, instructions=(QUERY,))[0].details == DETAILS  # as long as it is this one
    assert asked(desk, instructions=("a heron",))[0].details == ""
    desk.library.settings = replace(desk.library.settings, add_details=False)
    without, plain = asked(desk)
    assert (without.details, plain.lists) == ("", ("text", "instruction"))
    assert [(hit.path, hit.score) for hit in plain.hits] == [
        (hit.path, hit.score) for hit in ranked.hits
    ]


def test_details_show_nothing_that_is_excluded(desk: Desk) -> None:
    plan, ranked = asked(desk, QueryTerm(QUERY), QueryTerm("reeds", weight=-1.0))
    assert (plan.details, ranked.lists) == ("", ("text", "instruction"))


def test_questions_and_models_that_cannot_describe_have_none(
    desk: Desk, open_desk: Callable[..., Desk]
) -> None:
    assert asked(desk, QueryTerm("Does the heron have long legs?"))[0].details == ""
    assert asked(open_desk(add_details=True))[0].details == ""  # the built-in one
