"""The values of operators that are names which the library has: cameras, keywords, folders."""

import difflib
import re
from collections.abc import Callable, Sequence
from pathlib import PurePath

from visret_desktop.facts.fact import UNKNOWN, Known, Note, folded
from visret_desktop.facts.folder_words import folders_with, plain_names, words_of
from visret_desktop.facts.values import (
    FieldChoice,
    Misread,
    Surroundings,
    detected_text,
    quoted,
    short,
    unquoted,
)
from visret_desktop.library.catalog.filter_values import ANY_NAME, Detected
from visret_desktop.library.keyword_paths import typed_path, with_all_around
from visret_desktop.sentences import sentence

_MOST_NAMED = 8  # of the values that a note names
_KINDS = {"jpg": "jpeg", "tif": "tiff", "heic": "heif", "heif": "heic", "dng": "raw"}


def _known(
    field: str, plural: str, known: Callable[[Known], Sequence[str]]
) -> Callable[[str, Surroundings], FieldChoice]:
    def read(value: str, around: Surroundings) -> FieldChoice:
        name = unquoted(value)
        have = known(around.known)
        found = matching(name, have)
        if not found:
            raise unknown_value(around.operator, plural, name, have)
        text = found[0] if folded(found[0]) == folded(name) else name
        return FieldChoice(field, tuple(found), quoted(text))

    return read


def matching(name: str, have: Sequence[str]) -> list[str]:
    """Return the names that are `name`, or else those that have all its words."""
    wanted = folded(name).strip()
    if same := [one for one in have if folded(one) == wanted]:
        return [name] if name in same else same
    words = re.findall(r"[\w./]+", wanted)
    return [one for one in have if words and all(_has_word(word, folded(one)) for word in words)]


def _has_word(word: str, text: str) -> bool:
    return re.search(rf"(?<![^\W_]){re.escape(word)}", text) is not None


def unknown_value(operator: str, plural: str, name: str, have: Sequence[str]) -> Misread:
    """Return that the library has no such value; the note names some that it has."""
    close = difflib.get_close_matches(name, have[:1000], _MOST_NAMED, 0.4)
    shown = list(dict.fromkeys([*close, *have]))[:_MOST_NAMED]
    if shown:
        listed = ", ".join(map(short, shown)) + (", …" if len(have) > len(shown) else "")
        known = (
            sentence("There are: {names}", names=listed)
            if listed.endswith("…")
            else sentence("There are: {names}.", names=listed)
        )
    else:
        listed, known = "", sentence("It has no {plural} yet.", plural=plural)
    reason = sentence(
        "The library has no {operator} {name}. {known}",
        operator=operator,
        name=repr(short(name)),
        known=known,
    )
    return Misread(Note(UNKNOWN, (operator, short(name), listed), reason))


camera = _known("camera", "cameras", lambda known: known.cameras())
lens = _known("lens", "lenses", lambda known: known.lenses())


def label(value: str, around: Surroundings) -> FieldChoice:
    """Read a color label; case does not matter, so any of them will do."""
    return _known("label", "labels", lambda known: known.labels())(value, around)


def kind(value: str, around: Surroundings) -> FieldChoice:
    """Read the kind of a file: 'raw', 'jpg'."""
    name = folded(unquoted(value)).removeprefix(".")
    have = around.known.kinds()
    found = [one for one in have if folded(one) in (name, _KINDS.get(name))]
    if not found:
        raise unknown_value("type", "files", name, have)
    return FieldChoice(
        "kind", tuple(found), name if re.fullmatch(r"[\w.-]+", name) else quoted(name)
    )


def keyword(value: str, around: Surroundings) -> FieldChoice:
    """Read a keyword, one around others, or the last part of one.

    Of 'animal|bird|owl' that is also 'animal|bird', 'animal/bird', or 'owl'.
    """
    name = unquoted(value)
    have = around.known.keywords()
    if name in have:
        return FieldChoice("keyword", (name,), quoted(name))
    wanted, path, nodes = folded(name), folded(typed_path(name)), with_all_around(have)
    found = [one for one in dict.fromkeys([*have, *nodes]) if folded(one) == wanted]
    found = found or [one for one in nodes if folded(one) == path]
    found = found or [one for one in nodes if folded(re.split(r"[|/]", one)[-1]) == wanted]
    if not found:
        raise unknown_value("keyword", "keywords", name, have)
    return FieldChoice("keyword", tuple(found), quoted(name))


def detected(value: str, around: Surroundings) -> FieldChoice:
    """Read what detectors found, by its name or common name: 'animal', '"red fox">=0.4'."""
    match = re.fullmatch(r"(?s)(.*?)\s*(?:>=\s*([0-9]*\.?[0-9]+)(\s?%)?)?", value)
    assert match is not None
    name, least = unquoted(match[1]), float(match[2] or 0) / (100 if match[3] else 1)
    if least > 1:
        raise around.bad(value)
    have = dict(around.known.detections())
    wanted = folded(name)
    found = [one for one in have if folded(one) == wanted]
    found = found or [one for one, common in have.items() if folded(common) == wanted]
    if not found:
        raise unknown_value("detected", "detections", name, list(have))
    values = tuple(Detected(one, least) for one in found)
    return FieldChoice("detected", values, detected_text(Detected(name, least)))


def species(value: str, around: Surroundings) -> FieldChoice:
    """Read a name that was accepted, or the common one for it; `any` is any name.

    What lists of species say is read, too: a synonym, a name in another language, a family.
    """
    name = unquoted(value)
    if folded(name) == ANY_NAME:
        return FieldChoice("species", (ANY_NAME,), ANY_NAME)
    common = around.known.common_names()
    have = [*around.known.species(), *common]
    found = list(dict.fromkeys(common.get(one, one) for one in matching(name, have)))
    other = around.known.other_names()
    called = [one for one in other if folded(one) == folded(name).strip()]
    called = called or ([] if found else matching(name, list(other)))
    found = list(dict.fromkeys([*found, *(one for word in called for one in other[word])]))
    if not found:
        raise unknown_value("species", "accepted names", name, have)
    return FieldChoice("species", tuple(found), quoted(name))


def folder(value: str, around: Surroundings) -> FieldChoice:
    """Read the path of a folder, the end of it, or words of its name.

    'Trash' or '2019/Kenya'; else 'Tuscany' is '2015 Trip to Tuscany', too.
    """
    name = unquoted(value)
    if number := re.fullmatch(r"#(\d{1,18})", name):
        return FieldChoice("folder", (int(number[1]),), name)
    have = around.known.photos_in_folders()
    paths = tuple(have)
    parts = [folded(part) for part in re.split(r"[\\/]+", name.rstrip("\\/")) if part]
    found = [name] if name in have else []
    found = found or [
        one
        for one, last in zip(paths, plain_names(paths), strict=True)
        if last in parts[-1:]
        and [folded(part) for part in PurePath(one).parts][-len(parts) :] == parts
    ]
    found = found or (folders_with(words_of(name), paths) if len(parts) == 1 else [])
    if not found:
        raise unknown_value("folder", "folders", name, paths)
    return FieldChoice("below", tuple(found), quoted(name))
