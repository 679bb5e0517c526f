"""The values of operators that are places: names, circles, areas and outlines."""

import re

from visret_desktop.facts.fact import Note
from visret_desktop.facts.place_names import places_named
from visret_desktop.facts.values import (
    NEAR_KILOMETERS,
    FieldChoice,
    Misread,
    Surroundings,
    bad_value,
    checked,
    number_text,
    quoted,
    short,
    unquoted,
)
from visret_desktop.library.catalog.filter_values import Area, Circle, Outline
from visret_desktop.sentences import sentence

_KILOMETERS = {"km": 1.0, "mi": 1.609344, "m": 0.001}


def inside_place(value: str, around: Surroundings) -> FieldChoice:
    """Read the name of a country, region or town; the most likely one is meant."""
    name = unquoted(value)
    found = places_named(name, around.names)
    if not found:
        raise _unknown_place(around, name)
    place = found[0]
    codes = place.parts if place.kind == "region" else ()
    code = int(place.code) if place.kind == "town" else place.code
    return FieldChoice(place.kind, codes or (code,), quoted(name))


def near(value: str, around: Surroundings) -> FieldChoice:
    """Read a town or coordinates, with a distance."""
    match = re.fullmatch(r"(.*?)(?:\s+([0-9]+(?:\.[0-9]+)?)\s?(km|mi|m))?", value, re.DOTALL)
    assert match is not None
    kilometers = float(match[2]) * _KILOMETERS[match[3]] if match[2] else NEAR_KILOMETERS
    if point := re.fullmatch(r"(-?[0-9.]+),(-?[0-9.]+)", match[1]):
        latitude, longitude, text = float(point[1]), float(point[2]), match[1]
    else:
        name = unquoted(match[1])
        found = places_named(name, around.names)
        towns = [place for place in found if place.kind == "town"]
        if not towns:
            raise (
                _unknown_place(around, name)
                if not found
                else bad_value(
                    "near", name, f"a town or coordinates; in:{quoted(name)} finds all of it"
                )
            )
        latitude, longitude, text = towns[0].latitude, towns[0].longitude, quoted(name)
    circle = checked(around, value, lambda: Circle(latitude, longitude, kilometers))
    return FieldChoice("near", (circle,), f"{text} {number_text(kilometers)}km")


def area(value: str, around: Surroundings) -> FieldChoice:
    """Read south, west, north and east in degrees."""
    found = checked(around, value, lambda: Area(*map(float, value.split(","))))
    return FieldChoice("area", (found,), value)


def outline(value: str, around: Surroundings) -> FieldChoice:
    """Read the points of an outline: latitude and longitude, separated by semicolons."""

    def read() -> Outline:
        points = [tuple(map(float, point.split(","))) for point in value.split(";")]
        return Outline(tuple((latitude, longitude) for latitude, longitude in points))

    return FieldChoice("inside", (checked(around, value, read),), value)


def _unknown_place(around: Surroundings, name: str) -> Misread:
    near_names = tuple(around.names.completions(name[:4], 5))
    shown = repr(short(name))
    if near_names:
        reason = sentence(
            "No place is called {name}. Did you mean {names}?",
            name=shown,
            names=", ".join(near_names),
        )
    else:
        reason = sentence("No place is called {name}.", name=shown)
    return Misread(Note("unknown-place", (short(name), ", ".join(near_names)), reason))
