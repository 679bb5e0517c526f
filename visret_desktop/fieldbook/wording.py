"""The words for what a picture shows. Tables only.

The first wording of every list is the canonical one, which instructions are written in. `{n}` is
the animals with their number or article, `{be}`, `{do}` and `{look}` are verbs in the number of the
part. What stands under HELD_OUT is in no training: it tests how models take new wordings.
"""

VIEWS: dict[str, dict[str, tuple[str, ...]]] = {
    "bird": {
        "standing": (
            "{n} standing",
            "{n} standing on its legs",
            "{n} on the ground",
            "{n} seen from the side",
        ),
        "flying": (
            "{n} flying with wings spread",
            "{n} in flight",
            "{n} flying",
            "{n} on the wing showing the underwing",
        ),
        "head": (
            "a close-up of the head of {n}",
            "{n} head portrait",
            "the face of {n} up close",
            "{n}, head and beak",
        ),
        "feet": (
            "a close-up of the feet of {n}",
            "{n} feet and legs",
            "the legs of {n} up close",
            "{n}, detail of the feet",
        ),
        "nest": (
            "{n} on a nest with eggs",
            "{n} nest with eggs",
            "eggs in the nest of {n}",
            "{n} brooding its eggs",
        ),
    },
    "frog": {
        "sitting": ("{n} sitting", "{n} seen from the side", "{n} at rest", "{n} sitting still"),
        "above": (
            "{n} seen from above",
            "{n} from above, back showing",
            "top view of {n}",
            "the back of {n}",
        ),
        "belly": ("the belly of {n}", "{n} underside", "{n} seen from below", "{n}, belly up"),
        "face": (
            "a close-up of the face of {n}",
            "{n} face portrait",
            "the eyes and throat of {n}",
            "{n} looking at the camera",
        ),
        "foot": (
            "a close-up of the foot of {n}",
            "{n} foot",
            "the toes of {n} up close",
            "{n}, detail of the toes",
        ),
    },
    "butterfly": {
        "open": (
            "{n} with open wings",
            "{n} wings spread open",
            "upper side of the wings of {n}",
            "{n} with its wings laid flat",
        ),
        "closed": (
            "{n} with closed wings",
            "{n} at rest, underside of the wings",
            "the wing undersides of {n}",
            "{n} perched with folded wings",
        ),
        "caterpillar": (
            "the caterpillar of {n}",
            "{n} caterpillar",
            "larva of {n}",
            "{n}, young caterpillar on a twig",
        ),
    },
    "flower": {
        "plant": ("{n} plant", "{n} growing", "{n}, whole plant", "{n} with stem and leaves"),
        "blossom": (
            "a close-up of the blossom of {n}",
            "{n} blossom",
            "the petals of {n} up close",
            "{n} in bloom, macro",
        ),
        "leaf": (
            "a close-up of the leaf of {n}",
            "{n} leaf",
            "leaf shape of {n}",
            "{n}, detail of a leaf",
        ),
        "fruit": ("the fruit of {n}", "{n} berries", "{n} with ripe fruit", "{n}, fruiting"),
    },
    "fish": {
        "side": ("{n} swimming", "{n} seen from the side", "{n} side view", "{n} under water"),
        "front": (
            "the face of {n} from the front",
            "{n} face",
            "{n} looking at the camera",
            "the mouth of {n}",
        ),
        "tail": (
            "a close-up of the tail of {n}",
            "{n} tail",
            "the tail fin of {n} up close",
            "{n}, detail of the tail",
        ),
    },
}
HABITATS = {
    "meadow": ("in a meadow", "on the grass", "in a green field"),
    "pond": ("by a pond", "at the water", "by the lake"),
    "forest": ("in a forest", "in the woods", "under the trees"),
    "snow": ("in the snow", "in winter", "on snowy ground"),
    "rocks": ("among rocks", "in the mountains", "on stony ground"),
    "dunes": ("in the dunes", "on the sand", "in the desert"),
    "reef": ("on a reef", "among corals", "at the coral reef"),
    "kelp": ("in the kelp", "among seaweed", "in a kelp forest"),
    "pebbles": ("over pebbles", "above a pebble bed", "over river stones"),
}
LIGHTS = {
    "day": ("by day", "in daylight", "on a sunny day"),
    "dusk": ("at dusk", "at sunset", "in the evening"),
    "night": ("at night", "in the dark", "under the moon"),
}
WEATHERS = {
    "rain": ("in the rain", "while it rains", "in a shower"),
    "fog": ("in fog", "in the mist", "in thick fog"),
    "murky": ("in murky water", "in cloudy water"),
}
NUMBERS = {2: ("two", "a pair of"), 3: ("three", "a group of three")}


# Parts that are visible in one view only, as people call them in questions.
PARTS: dict[str, dict[str, tuple[str, ...]]] = {
    "bird": {
        "feet": ("feet", "legs", "toes"),
        "nest": ("eggs",),
        "flying": ("wing undersides", "underwings"),
        "head": ("beak", "bill"),
    },
    "frog": {
        "belly": ("belly", "underside"),
        "foot": ("toes", "feet", "toe pads"),
        "face": ("eyes", "throat"),
        "above": ("back",),
    },
    "butterfly": {
        "closed": ("wing undersides", "folded wings"),
        "open": ("upper wings", "wing uppersides"),
        "caterpillar": ("caterpillar", "larva"),
    },
    "flower": {
        "blossom": ("petals", "blossom"),
        "leaf": ("leaves", "leaf"),
        "fruit": ("berries", "fruit", "ripe fruit"),
    },
    "fish": {"front": ("mouth", "lips"), "tail": ("tail", "tail fin"), "side": ("body", "scales")},
}
PLURAL_PARTS = frozenset(
    "feet,legs,toes,toe pads,eggs,underwings,wing undersides,folded wings,upper wings,"
    "wing uppersides,eyes,petals,leaves,berries,lips,scales,fins".split(",")
)

QUESTIONS = (
    "what colour {be} the {part} of the {name}?",
    "what is the colour of the {part} of {a_name}?",
    "which colour {be} {a_name}'s {part}?",
    "what do you know about the {part} of the {name}?",
    "how {do} the {part} of {a_name} look?",
    "tell me what colour the {name} has on its {part}",
    "i want to know how the {part} of the {name} {look}",
    "describe the {part} of {a_name}",
    "{name}: what colour {be} the {part}?",
    "does the {name} have bright {part}?",
    "are there markings on the {part} of {a_name}?",
    "can you show me the {part} of the {name}?",
)
QUESTIONS_HELD_OUT = (
    "what {be} the {part} of {a_name} like?",
    "i wonder what colour the {name}'s {part} {be}",
    "what shade {be} the {part} of the {name}?",
)
COMPARISONS = (
    "which {be} brighter, the {part} of the {name} or of the {other}?",
    "do the {name} and the {other} have the same colour of {part}?",
    "compare the {part} of {a_name} and {an_other}",
    "how do the {part} of the {name} and the {other} differ?",
    "{name} or {other}: which has the darker {part}?",
    "which of the {name} and the {other} has the brighter {part}?",
    "comparing the {part} of {a_name} with {an_other}",
    "how do the {part} of {a_name} differ from those of {an_other}?",
    "tell the {name} from the {other} by the {part}",
    "{be} the {name}'s {part} the same as the {other}'s?",
    "show me the {part} of both the {name} and the {other}",
    "who has the more colourful {part}, the {name} or the {other}?",
    "the {name}'s {part} versus the {other}'s {part}",
    "what sets the {part} of the {name} apart from the {other}?",
)
COMPARISONS_HELD_OUT = (
    "what is the difference between the {part} of the {name} and the {other}?",
    "whose {part} {be} lighter, the {name}'s or the {other}'s?",
)
