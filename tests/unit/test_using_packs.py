"""What is on once other models are used: the built-in ones know the demonstration only."""

from dataclasses import replace

import pytest

from visret_desktop.roles import ROLES
from visret_desktop.settings import Settings, declared

BUILT_IN = Settings()
REAL = replace(BUILT_IN, encoder="seer", pictures_enabled=False, answers_enabled=False)
OFF = {"pictures_enabled": False, "answers_enabled": False}


@pytest.mark.parametrize(
    ("before", "packs", "switched"),
    [
        (BUILT_IN, {"encoder": "seer"}, OFF),
        (BUILT_IN, {"rewriter": "writer"}, {}),
        (BUILT_IN, {"visualizer": "drawer"}, {"pictures_enabled": True}),
        (
            BUILT_IN,
            {"encoder": "seer", "visualizer": "drawer"},
            {"pictures_enabled": True, "answers_enabled": False},
        ),
        (REAL, {"visualizer": "drawer"}, {"pictures_enabled": True, "answers_enabled": False}),
        (replace(REAL, visualizer="drawer", reader="reader"), {"encoder": "other"}, {}),
        (replace(REAL, visualizer="drawer", reader="reader"), {"visualizer": "drawer"}, {}),
        (
            replace(REAL, visualizer="drawer", reader="reader", pictures_enabled=True),
            {"visualizer": BUILT_IN.visualizer},
            {"pictures_enabled": False},
        ),
    ],
)
def test_what_packs_switch_on_and_off(
    before: Settings, packs: dict[str, str], switched: dict[str, bool]
) -> None:
    assert before.using(packs) == {**packs, **switched}


def test_switched_off_by_a_person_stays_off_with_the_models_that_are_used() -> None:
    chosen = replace(BUILT_IN, pictures_enabled=False, visualizer="drawer")
    assert chosen.using({"encoder": "seer", "reader": "reader"})["answers_enabled"] is True
    assert "pictures_enabled" not in chosen.using({"encoder": "seer"})


def test_every_role_knows_what_is_built_in() -> None:
    for name in ROLES:
        assert BUILT_IN.uses_built_in(name)
        assert not BUILT_IN.changed(**{name: "another"}).uses_built_in(name)
        assert name in declared()
