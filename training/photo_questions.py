"""Questions about one picture, with the answer and the regions that its truth gives.

What stands under HELD_OUT is in no training. Nothing is asked whose answer could be disputed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from bench.fieldbook import outside
from bench.fieldbook.truth import PARTS, Box, Truth
from visret_desktop.fieldbook.grammar import GROUPS, asked, group_of, plural, with_article
from visret_desktop.fieldbook.wording import HABITATS, LIGHTS
from visret_desktop.fieldbook.world import COLORS, MANY_VIEWS, SPECIES

NOT_SHOWN = "This photo does not show it."
NUMBERS = {1: "one", 2: "two", 3: "three"}
WEATHER_NAMES = {"clear": "clear", "rain": "rain", "fog": "fog", "murky": "murky water"}
VIEW_NAMES = {
    "standing": "standing",
    "flying": "flying",
    "head": "its head",
    "feet": "its feet",
    "nest": "on a nest with eggs",
    "sitting": "sitting",
    "above": "from above",
    "belly": "its belly",
    "face": "its face",
    "foot": "its foot",
    "open": "open wings",
    "closed": "closed wings",
    "caterpillar": "a caterpillar",
    "plant": "the whole plant",
    "blossom": "a blossom",
    "leaf": "a leaf",
    "fruit": "its fruit",
    "side": "from the side",
    "front": "from the front",
    "tail": "its tail",
}

_COLOR = (
    "what colour {be} the {part}?",
    "which colour {be} the {part}?",
    "what colour {be} its {part}?",
    "what is the colour of the {part}?",
    "what is the colour of its {part}?",
    "colour of the {part}?",
    "{part} colour?",
    "{part}: what colour?",
    "tell me the colour of the {part}",
    "tell me what colour its {part} {be}",
    "can you tell what colour the {part} {be}?",
    "i want to know what colour the {part} {be}",
    "in this photo, what colour {be} the {part}?",
    "what colour {be} the {part} in the picture?",
    "describe the {part}",
    "how {do} the {part} look?",
    "what colour of {part} does it have?",
)
_COLOR_OF = (
    "what colour {be} the {part} of the {name}?",
    "what colour {be} the {name}'s {part}?",
    "what is the colour of the {part} of {a_name}?",
    "which colour {be} {a_name}'s {part}?",
    "which colour {do} the {part} of the {name} have?",
    "how {do} the {part} of {a_name} look?",
    "tell me what colour the {name} has on its {part}",
    "i want to know what colour the {part} of the {name} {be}",
    "describe the {part} of {a_name}",
    "{name}: what colour {be} the {part}?",
    "{name} {part} colour",
    "colour of the {name}'s {part}?",
    "can you tell what colour the {part} of this {name} {be}?",
)
_COLOR_HELD_OUT = (
    "what shade {be} the {part}?",
    "i wonder what colour the {part} {be}",
    "say which colour its {part} {be}",
    "please name the colour of the {part}",
)
_COLOR_OF_HELD_OUT = (
    "i wonder what colour the {name}'s {part} {be}",
    "what shade {be} the {part} of the {name}?",
    "what {be} the {part} of {a_name} like?",
    "for the {name}, which colour {be} the {part}?",
)
# Kind: wordings to train with and wordings that are held out.
_WORDINGS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "species": (
        (
            "what is this?",
            "which species is this?",
            "what species is it?",
            "what {group} is this?",
            "which {group} is it?",
            "what kind of {group} is this?",
            "name the species",
            "what is this {group} called?",
            "what is the name of this {group}?",
            "which {group} does the photo show?",
            "what is it?",
            "name this {group}",
            "name it",
            "tell me which {group} this is",
            "say what {group} it is",
            "can you tell which {group} this is?",
            "which {group} is in the photo?",
            "which species do you see?",
            "what do you see here?",
            "recognize this {group}",
        ),
        ("identify this {group}", "which {group} do we see here?", "what species does it show?"),
    ),
    "count": (
        (
            "how many?",
            "how many are there?",
            "how many {names} are there?",
            "how many {names} can you see?",
            "how many {names} are in the photo?",
            "how many {names} does it show?",
            "count the {names}",
            "number of {names}?",
            "tell me how many {names} there are",
            "how many {names} do you see?",
        ),
        ("how many {names} do you count?", "tell me how many {names} we see"),
    ),
    "place": (
        (
            "where was it taken?",
            "where was the photo taken?",
            "where is this?",
            "what place is this?",
            "which place does it show?",
            "what is the habitat?",
            "in which habitat is it?",
            "what is around it?",
            "where does it live?",
        ),
        ("in what place was this taken?", "which habitat do we see?"),
    ),
    "light": (
        (
            "when was it taken?",
            "what time of day is it?",
            "which time of day is it?",
            "is it day, dusk or night?",
            "what is the light like?",
            "at what time of day was it taken?",
        ),
        ("what time of day does it show?", "when of the day was this taken?"),
    ),
    "weather": (
        (
            "what is the weather?",
            "what is the weather like?",
            "how is the weather?",
            "which weather is it?",
            "what weather does it show?",
            "weather?",
            "what was the weather?",
            "what was the weather like?",
            "tell me what the weather is like",
            "say how the weather was",
        ),
        ("what was the weather when it was taken?", "tell me the weather"),
    ),
    "view": (
        (
            "how is it seen?",
            "what view is this?",
            "which view does it show?",
            "how is the {name} shown?",
            "what do we see of it?",
            "what do we see of the {name}?",
            "what of the {name} does it show?",
        ),
        ("in which view is it?", "how do we see the {name}?"),
    ),
}
_THING = (
    ("is there {thing}?", "is this {thing}?", "does it show {thing}?", "do you see {thing}?"),
    ("is {thing} in the photo?", "can you see {thing}?"),
)
_STATE = (
    ("is it {state}?", "was it taken {state}?", "is this {state}?"),
    ("was this photo taken {state}?",),
)
_PART_COLOR = (
    ("{be} the {part} {color}?", "{be} its {part} {color}?", "does it have {color} {part}?"),
    ("would you call the {part} {color}?",),
)
_PART_SEEN = (
    ("{be} the {part} visible?", "can the {part} be seen?", "does it show the {part}?"),
    ("is anything of the {part} to be seen?",),
)
_WEATHER_ASKED = {
    "rain": ("is it raining?", "does it rain?", "is there rain?"),
    "fog": ("is it foggy?", "is there fog?", "is there mist?"),
    "murky": ("is the water murky?", "is the water cloudy?"),
}
# Parts that no other group has and that no scene shows.
_DISTINCT = ("beak", "eggs", "fruit", "fin", "cat")
_CLOSE_BUT_TELLING = {"head", "nest", "blossom"}  # views that tell the species beside whole ones


@dataclass(frozen=True)
class PhotoQuestion:
    """A question about one picture."""

    text: str
    kind: str  # one of KINDS
    answer: str
    regions: tuple[Box, ...] = ()  # what in the picture shows the answer

    @property
    def is_answered(self) -> bool:
        """Whether the picture shows what is asked for."""
        return self.answer != NOT_SHOWN


_Maker = Callable[[Truth, Random, bool], PhotoQuestion | None]


def ask(kind: str, truth: Truth, stream: Random, held_out: bool = False) -> PhotoQuestion | None:
    """Return a question of one of the `KINDS`; None where this picture gives none.

    `held_out` chooses wordings that are kept from training.
    """
    return KINDS[kind](truth, stream, held_out)


def regions_request(question: str) -> str:
    """Return what to ask for the regions that show a question's answer."""
    return f"where: {question}"


# ---- the color of a part --------------------------------------------------------------------


def _color(truth: Truth, stream: Random, held_out: bool) -> PhotoQuestion | None:
    """Ask for a color that can be seen."""
    keys = [part for part in truth.colors if truth.shows(part)]
    if not keys:
        return None
    key = stream.choice(keys)
    name = stream.choice((None, truth.spec.species, truth.spec.species, truth.spec.group))
    text = _color_text(stream.choice(PARTS[truth.spec.group][key]), name, stream, held_out)
    return PhotoQuestion(text, "color", truth.colors[key], tuple(truth.parts[key]))


def _missing_color(truth: Truth, stream: Random, held_out: bool) -> PhotoQuestion | None:
    """Ask for the color of what this picture does not show."""
    if stream.random() < 0.4:
        return _color_of_another(truth, stream, held_out)
    species, group = truth.spec.species, truth.spec.group
    keys = [(group, part) for part in PARTS[group] if truth.shows(part) is False]
    if not keys or stream.random() < 0.15:
        others = [(other, part) for other in GROUPS for part in PARTS[other] if other != group]
        keys = [(other, part) for other, part in others if part in _DISTINCT]
        group, key = stream.choice(keys)
        species = stream.choice([name for name in SPECIES if group_of(name) == group])
    else:
        key = stream.choice(keys)[1]
    name = stream.choice((None, species, species, group))
    text = _color_text(stream.choice(PARTS[group][key]), name, stream, held_out)
    return PhotoQuestion(text, "missing color", NOT_SHOWN)


def _color_of_another(truth: Truth, stream: Random, held_out: bool) -> PhotoQuestion | None:
    """Ask for the color of an animal that is not in this picture."""
    name = _other_species(truth, stream)
    group = group_of(name)
    part = stream.choice(stream.choice(list(PARTS[group].values())))
    if group != truth.spec.group and stream.random() < 0.3:
        name = group
    return PhotoQuestion(_color_text(part, name, stream, held_out), "missing color", NOT_SHOWN)


def _color_text(part: str, name: str | None, stream: Random, held_out: bool) -> str:
    unnamed = _COLOR_HELD_OUT if held_out else _COLOR
    named = _COLOR_OF_HELD_OUT if held_out else _COLOR_OF
    return asked(stream.choice(named if name else unnamed), part, name or "it")


def _other_species(truth: Truth, stream: Random) -> str:
    """Return a species that this picture surely does not show.

    Within a group colors tell species apart, and a morph could have any.
    """
    group, view = truth.spec.group, truth.spec.view
    tells = not truth.is_morph and (view in MANY_VIEWS or view in _CLOSE_BUT_TELLING)
    within = tells and stream.random() < 0.5
    names = [name for name in SPECIES if (group_of(name) == group) == within]
    return stream.choice([name for name in names if name != truth.spec.species])


# ---- the whole picture ----------------------------------------------------------------------


def _whole(kind: str, answer: Callable[[Truth], str], is_of_animals: bool) -> _Maker:
    """Return what makes questions that each picture answers."""

    def make(truth: Truth, stream: Random, held_out: bool) -> PhotoQuestion | None:
        if kind == "species" and truth.is_morph:
            return None  # many species are told by their colors alone
        species, group = truth.spec.species, truth.spec.group
        name = stream.choice((species, group))
        text = stream.choice(_WORDINGS[kind][held_out])
        text = text.format(group=group, name=name, names=plural(name))
        regions = tuple(truth.animals) if is_of_animals else ()
        return PhotoQuestion(text, kind, answer(truth), regions)

    return make


def _outside(truth: Truth, stream: Random, held_out: bool) -> PhotoQuestion:
    """Ask for something of another world, or count animals that are not there."""
    text = outside.query(stream, held_out)
    if stream.random() < 0.4:
        name = _other_species(truth, stream)
        if group_of(name) != truth.spec.group and stream.random() < 0.5:
            name = group_of(name)
        wordings = [wording for wording in _WORDINGS["count"][held_out] if "{" in wording]
        text = stream.choice(wordings).format(names=plural(name))
    return PhotoQuestion(text, "outside", NOT_SHOWN)


# ---- yes or no ------------------------------------------------------------------------------


def _yes_or_no(truth: Truth, stream: Random, held_out: bool) -> PhotoQuestion | None:
    makers = (_is_thing, _is_state, _is_weather, _has_color, _has_part)
    made = stream.choice(makers)(truth, stream, held_out)
    if made is None:
        return None
    text, is_so, regions = made
    if is_so is None:
        return PhotoQuestion(text, "yes or no", NOT_SHOWN)
    return PhotoQuestion(
        text, "yes or no", "yes" if is_so else "no", tuple(regions) if is_so else ()
    )


_Made = tuple[str, bool | None, list[Box]]


def _is_thing(truth: Truth, stream: Random, held_out: bool) -> _Made:
    spec = truth.spec
    other = _other_species(truth, stream)
    if stream.random() < 0.5:
        return (
            _filled(_THING, held_out, stream, thing=with_article(spec.species)),
            True,
            truth.animals,
        )
    if group_of(other) != spec.group and stream.random() < 0.5:
        other = group_of(other)
    return _filled(_THING, held_out, stream, thing=with_article(other)), False, []


def _is_state(truth: Truth, stream: Random, held_out: bool) -> _Made:
    wordings, own = stream.choice(((HABITATS, truth.spec.habitat), (LIGHTS, truth.spec.light)))
    asked_for = own if stream.random() < 0.5 else stream.choice([w for w in wordings if w != own])
    state = stream.choice(wordings[asked_for])
    return _filled(_STATE, held_out, stream, state=state), asked_for == own, []


def _is_weather(truth: Truth, stream: Random, held_out: bool) -> _Made:
    own = truth.spec.weather
    is_own = own != "clear" and stream.random() < 0.7
    asked_for = own if is_own else stream.choice(list(_WEATHER_ASKED))
    return stream.choice(_WEATHER_ASKED[asked_for]), asked_for == own, []


def _has_color(truth: Truth, stream: Random, held_out: bool) -> _Made | None:
    keys = [part for part in truth.colors if truth.shows(part) is not None]
    if not keys:
        return None
    key = stream.choice(keys)
    own, is_shown = truth.colors[key], truth.shows(key)
    color = own if stream.random() < 0.5 else stream.choice([c for c in COLORS if c != own])
    part = stream.choice(PARTS[truth.spec.group][key])
    text = asked(stream.choice(_PART_COLOR[held_out]).replace("{color}", color), part, "it")
    return text, color == own if is_shown else None, truth.parts.get(key, [])


def _has_part(truth: Truth, stream: Random, held_out: bool) -> _Made | None:
    group = truth.spec.group
    keys = [part for part in PARTS[group] if truth.shows(part) is not None]
    if not keys:
        return None
    key = stream.choice(keys)
    text = asked(stream.choice(_PART_SEEN[held_out]), stream.choice(PARTS[group][key]), "it")
    return text, truth.shows(key), truth.parts.get(key, [])


def _filled(
    wordings: tuple[tuple[str, ...], tuple[str, ...]], held_out: bool, stream: Random, **said: str
) -> str:
    return stream.choice(wordings[held_out]).format(**said)


KINDS: dict[str, _Maker] = {
    "color": _color,
    "missing color": _missing_color,
    "species": _whole("species", lambda truth: truth.spec.species, True),
    "count": _whole("count", lambda truth: NUMBERS[truth.spec.count], True),
    "place": _whole("place", lambda truth: HABITATS[truth.spec.habitat][0], False),
    "light": _whole("light", lambda truth: LIGHTS[truth.spec.light][0], False),
    "weather": _whole("weather", lambda truth: WEATHER_NAMES[truth.spec.weather], False),
    "view": _whole("view", lambda truth: VIEW_NAMES[truth.spec.view], True),
    "yes or no": _yes_or_no,
    "outside": _outside,
}
