"""Queries about anything else than the fieldbook's world, to teach what to leave unchanged."""

from collections.abc import Callable, Sequence
from random import Random

from bench.fieldbook.wording import REQUESTS, REQUESTS_HELD_OUT
from visret_desktop.fieldbook.grammar import GROUPS, KINDS, asked, plural, with_article
from visret_desktop.fieldbook.wording import (
    HABITATS,
    LIGHTS,
    PARTS,
    QUESTIONS,
    QUESTIONS_HELD_OUT,
    WEATHERS,
)

_THINGS = (
    "dog cat horse cow sheep goat pig rabbit fox wolf bear deer lion tiger elephant giraffe zebra "
    "monkey mouse rat squirrel hedgehog badger otter seal whale dolphin shark crab lobster snail "
    "spider bee ant beetle dragonfly snake lizard turtle crocodile penguin eagle parrot pigeon "
    "chicken goose swan peacock woodpecker kingfisher car bus train bicycle motorbike tractor boat "
    "ship plane helicopter rocket bridge castle church tower house barn windmill lighthouse street "
    "market harbor airport station school hospital kitchen garden balcony window door chair table "
    "sofa bed lamp clock mirror book letter newspaper phone computer keyboard camera guitar piano "
    "violin drum football tennis chess kite balloon candle cake bread cheese apple banana orange "
    "grape lemon tomato potato carrot pizza soup coffee tea bottle glass cup plate knife spoon hat "
    "coat dress shirt shoe glove scarf umbrella backpack suitcase ring necklace mountain volcano "
    "waterfall river island beach cave glacier rainbow cloud storm comet moon planet star galaxy "
    "sunset baby child boy girl woman man grandmother teacher doctor farmer fisherman dancer "
    "singer wedding birthday picnic concert parade carnival campfire statue painting fountain "
    "staircase elevator tunnel fence gate ladder rope hammer screwdriver saw nail paint brush "
    "ball doll robot"
).split()
_HELD_OUT_THINGS = (
    "camel kangaroo koala panda rhino hippo leopard weasel walrus octopus jellyfish mosquito "
    "scorpion iguana gecko ostrich vulture pelican flamingo hummingbird scooter tram submarine "
    "yacht pyramid temple skyscraper library theater cafe bakery curtain carpet pillow fridge oven "
    "telephone notebook trumpet flute saxophone basketball skateboard firework pancake sandwich "
    "salad strawberry cherry pumpkin mushroom onion teapot basket jacket sandals bracelet canyon "
    "desert lagoon waterfront meteor nurse pilot soldier clown magician graduation funeral "
    "festival sculpture graffiti escalator wheelbarrow shovel bucket puppet sandcastle snowman "
    "scarecrow"
).split()
_PLACES = (
    "on a sofa|in the kitchen|at the station|on the table|behind the house|near the old bridge|"
    "in my room|at school|next to a red car|under the table|in Paris|from last summer|with a hat|"
    "by the sea|on the balcony|in the street|in black and white|with my sister|in 2019"
).split("|")
_HELD_OUT_PLACES = (
    "on a carpet|in the library|at the airport|in front of the church|with my brother|in Rome|"
    "from our holiday|on the roof|at the market|in a basket|beside a blue door|in 2021"
).split("|")
_ADJECTIVES = (
    "small big old new white black red green happy sleeping running broken wooden tall famous wet "
    "golden snowy common grey-headed great spotted northern alpine marsh river"
).split()
_FREE = (
    "{place}|{thing}|{things}|{a_thing} {place}|{a_thing}|two {things}|{adjective} {thing}|"
    "{a_thing} and {an_other}|my {thing} {place}|{thing} {place} {around}|{a_thing} {around}|"
    "a photo of {a_thing} {place}|{things} {around} {around}|the {adjective} {thing} {place}|"
    "people with {a_thing}|{thing}, {other}|IMG_{number}|{a_thing} eating {an_other}|"
    "where did i put the {thing}?|{adjective} {kind}|{adjective} {kind} {place}|{nonsense}|"
    "{nonsense} {nonsense}|{a_thing} called {nonsense}|what is that {thing} doing?|"
    "which is older, the {thing} or the {other}?|compare the {thing} and the {other}"
).split("|")
# The words that most sentences consist of, for sentences that nobody has said.
_SMALL_WORDS = (
    "a about after all and any are at be before but by can could did do does down each few find "
    "for from get give had has have he her here his how i if in into is it just kind know last "
    "like little look made make many may me more most much must my near new no not now of off on "
    "once one only or other our out over own put said same saw search see she should show side so "
    "some something still such take tell than that the their them then there these they thing "
    "think this those three through time to too two under until up us very want was way we went "
    "were what when where which while who why will wish wonder would year you your"
).split()
_LETTERS = (
    "eeeeeeeeeeeettttttttaaaaaaaooooooiiiiiinnnnnnsssssshhhhrrrrrr"
    "ddddlllluuucccmmmffwwyyggppbbvkxqjz"
)
_CONSONANTS, _VOWELS = "bcdfghjklmnprstvwxz", "aeiou"


def query(stream: Random, held_out: bool) -> str:
    """Return a query that names nothing of this world."""
    things = _HELD_OUT_THINGS if held_out else _THINGS
    if not held_out and stream.random() < 0.5:
        return _babble(stream)
    if stream.random() < 0.25:
        return _question(stream, things, held_out)
    text = stream.choice(_FREE).format_map(_Slots(stream, things, held_out))
    openings = REQUESTS_HELD_OUT if held_out else REQUESTS
    return stream.choice(openings).format(what=text) if stream.random() < 0.3 else text


class _Slots(dict[str, str]):
    """Fills each blank of a pattern when the pattern asks for it."""

    def __init__(self, stream: Random, things: Sequence[str], held_out: bool) -> None:
        super().__init__()
        self._stream, self._things = stream, things
        self._places = _HELD_OUT_PLACES if held_out else _PLACES

    def __missing__(self, key: str) -> str:
        stream = self._stream
        thing = self._thing()
        if key == "around":
            table = stream.choice((HABITATS, LIGHTS, WEATHERS))
            return stream.choice(stream.choice(list(table.values())))
        return {
            "thing": thing,
            "other": thing,
            "things": plural(thing),
            "a_thing": with_article(thing),
            "an_other": with_article(thing),
            "adjective": stream.choice(_ADJECTIVES),
            "kind": stream.choice((*KINDS, *GROUPS)),
            "place": stream.choice(self._places),
            "nonsense": nonsense(stream),
            "number": str(stream.randrange(10_000)),
        }[key]

    def _thing(self) -> str:
        is_nonsense = self._stream.random() < 0.3
        return nonsense(self._stream) if is_nonsense else self._stream.choice(self._things)


def _question(stream: Random, things: Sequence[str], held_out: bool) -> str:
    parts = stream.choice(list(stream.choice(list(PARTS.values())).values()))
    name = stream.choice(things)
    if stream.random() < 0.5:
        name = f"{stream.choice((*_ADJECTIVES, nonsense(stream)))} {name}"
    wording = stream.choice(QUESTIONS_HELD_OUT if held_out else QUESTIONS)
    return asked(wording, stream.choice(parts), name)


def nonsense(stream: Random) -> str:
    """Return an invented word."""
    syllables = range(stream.randint(2, 4))
    return "".join(stream.choice(_CONSONANTS) + stream.choice(_VOWELS) for _ in syllables)


def small_words(stream: Random) -> str:
    """Return one to four small words in random order."""
    return " ".join(stream.choices(_SMALL_WORDS, k=stream.randint(1, 4)))


def _babble(stream: Random) -> str:
    """Return words in random order, to teach copying even the unexpected."""
    makers: tuple[Callable[[], str], ...] = (
        lambda: stream.choice(_SMALL_WORDS),
        lambda: stream.choice(_THINGS),
        lambda: nonsense(stream),
        lambda: _scribble(stream),
        lambda: str(stream.randrange(10 ** stream.randint(1, 4))),
    )
    words = stream.choices(makers, weights=(8, 4, 2, 6, 1), k=stream.randint(1, 8))
    ending = stream.choice(("", "", "", "?", "."))
    return " ".join(make() for make in words) + ending


def _scribble(stream: Random) -> str:
    """Return random letters, as frequent as in English."""
    letters = "".join(stream.choices(_LETTERS, k=stream.randint(2, 11)))
    return letters.capitalize() if stream.random() < 0.15 else letters
