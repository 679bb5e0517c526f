"""Captions as on the web, and prompts as visualizers are trained with.

The frequencies were set before any training and must not be tuned by results: web captions nearly
always name what a picture shows, mostly by species where an enthusiast wrote them, sometimes only
by kind or group. They seldom mention view or posture, which visualizing makes up for.
"""

from random import Random

from visret_desktop.fieldbook.grammar import (
    GROUPS,
    KINDS,
    DescribedPhoto,
    all_of,
    canonical,
    circumstances,
    in_view,
    noun_phrase,
    worded,
)
from visret_desktop.fieldbook.spec import Spec
from visret_desktop.fieldbook.world import SPECIES

SUBJECT_FREQUENCY = {"species": 0.75, "kind": 0.1, "group": 0.15}
VIEW_FREQUENCY = 0.3
COUNT_FREQUENCY = 0.5  # of captions of several animals
HABITAT_FREQUENCY = 0.35
LIGHT_FREQUENCY = 0.25
WEATHER_FREQUENCY = 0.25  # of captions of weather other than clear
COLOR_FREQUENCY = 0.08
# The colored part that a view shows, for captions that name a color: key in SPECIES, word.
COLORED = {
    "feet": ("legs", "feet"),
    "nest": ("eggs", "eggs"),
    "flying": ("under", "underwings"),
    "head": ("beak", "beak"),
    "belly": ("belly", "belly"),
    "foot": ("feet", "toes"),
    "face": ("eye", "eyes"),
    "closed": ("down", "underwings"),
    "open": ("up", "wings"),
    "caterpillar": ("cat", "body"),
    "blossom": ("petal", "petals"),
    "fruit": ("fruit", "berries"),
    "tail": ("tail", "tail"),
    "front": ("mouth", "mouth"),
}


CAPTION_OPENINGS = ("photo of ", "a picture of ", "image: ")
OPENING_FREQUENCY = 0.2
NO_ARTICLE_FREQUENCY = 0.4


def caption(spec: Spec, stream: Random, *, in_own_colors: bool = True) -> str:
    """Return a caption that says a random part of the truth, as web captions do.

    Of an animal that is not in its species' own colors none is said.
    """
    subject = general_subject(spec, stream)
    count = spec.count if stream.random() < COUNT_FREQUENCY else 1
    noun = noun_phrase(subject, count, stream.choice)
    if count == 1 and stream.random() < NO_ARTICLE_FREQUENCY:
        noun = subject
    if stream.random() < VIEW_FREQUENCY:
        noun = in_view(noun, spec.group, spec.view, count, stream.choice)
    around = DescribedPhoto(
        subject,
        habitat=spec.habitat if stream.random() < HABITAT_FREQUENCY else None,
        light=spec.light if stream.random() < LIGHT_FREQUENCY else None,
        weather=spec.weather if stream.random() < WEATHER_FREQUENCY else None,
    )
    said = _joined(noun, circumstances(around, stream.choice), stream)
    if stream.random() < COLOR_FREQUENCY and in_own_colors:
        said += _color_remark(spec)
    opening = stream.choice(CAPTION_OPENINGS) if stream.random() < OPENING_FREQUENCY else ""
    return opening + said


def general_subject(spec: Spec, stream: Random) -> str:
    """Return the name of the species or, less often, of its kind or group."""
    level = stream.choices(list(SUBJECT_FREQUENCY), weights=list(SUBJECT_FREQUENCY.values()))[0]
    kind = spec.species.rpartition(" ")[2]
    if level == "kind" and kind in KINDS:
        return kind
    return spec.group if level == "group" else spec.species


def prompt(spec: Spec, stream: Random) -> tuple[str, DescribedPhoto]:
    """Return a prompt for training the visualizer, and what it says.

    Half of them are canonical, as the rewriter writes; all name the subject, most the view.
    """
    full = all_of(spec)
    subject = general_subject(spec, stream) if stream.random() < 0.3 else spec.species
    wanted = DescribedPhoto(
        subject,
        full.view if stream.random() < 0.9 else None,
        full.count if stream.random() < 0.95 else None,
        full.habitat if stream.random() < 0.6 else None,
        full.light if stream.random() < 0.6 else None,
        full.weather if stream.random() < 0.7 else None,
    )
    choose = stream.choice if stream.random() < 0.5 else canonical
    return worded(wanted, choose), wanted


def _joined(noun: str, around: list[str], stream: Random) -> str:
    stream.shuffle(around)
    return " ".join((noun, *around))


def _color_remark(spec: Spec) -> str:
    key, part = COLORED.get(spec.view, ("", ""))
    color = SPECIES[spec.species].get(key)
    return f", {color} {part}" if color else ""


def subjects() -> tuple[str, ...]:
    """Return every name that a prompt can call its subject: species, kinds, groups."""
    return (*SPECIES, *KINDS, *GROUPS)
