"""Keywords that are paths, such as "Animals|Birds|Grey heron", and the tree that they make.

Programs write the same keyword flat and as a path, each in its own way: here a path has `|` between
its parts. A keyword stands for all below it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

SEPARATOR = "|"
_OTHERS = "/"  # in digiKam's list, and as people type it
_MOST_PARTS = 20
_TAXON = re.compile(r'"?taxonomy:(\w+)=(.+?)"?')  # naturtag quotes what has a space
# As iNaturalist orders them; keywords such as "taxonomy:order=Diptera" come in any order.
_RANKS = (
    "kingdom", "phylum", "subphylum", "superclass", "class", "subclass", "infraclass",
    "subterclass", "superorder", "order", "suborder", "infraorder", "parvorder", "zoosection",
    "zoosubsection", "superfamily", "epifamily", "family", "subfamily", "supertribe", "tribe",
    "subtribe", "genus", "genushybrid", "subgenus", "section", "subsection", "complex", "species",
    "hybrid", "subspecies", "variety", "form", "infrahybrid",
)  # fmt: skip
_PLACE = {rank: place for place, rank in enumerate(_RANKS)}


def joined(parts: Iterable[str]) -> str:
    """Return the path with these parts; those without a word are left out."""
    return SEPARATOR.join(part.strip() for part in parts if part.strip())


def typed_path(text: str, known: Iterable[str] = ()) -> str:
    """Return the keyword that a person typed: `Animals/Birds` is a path, too.

    What is known in just these words is that, such as "b/w".
    """
    text = text.strip()
    if text in known:
        return text
    return joined(text.split(SEPARATOR if SEPARATOR in text else _OTHERS))


def last_part(keyword: str) -> str:
    """Return what a keyword itself is called, without what lies around it."""
    return keyword.rpartition(SEPARATOR)[2]


def around_and(keyword: str) -> list[str]:
    """Return the keywords around one, the widest first, and itself."""
    if SEPARATOR not in keyword:
        return [keyword]
    parts = keyword.split(SEPARATOR)
    keywords = [SEPARATOR.join(parts[:depth]) for depth in range(1, min(len(parts), _MOST_PARTS))]
    return [around for around in keywords if around] + [keyword]


def with_all_around(keywords: Iterable[str]) -> list[str]:
    """Return keywords and those around them, each once and sorted."""
    return sorted({around for keyword in keywords for around in around_and(keyword)})


def paths_written(
    hierarchies: Sequence[str], listed: Sequence[str], flat: Sequence[str]
) -> list[str]:
    """Return the paths that a photo's keywords make; one that goes on further counts alone.

    `hierarchies` are Lightroom's, with `|`, `listed` digiKam's, with `/`. Among the `flat` ones may
    be those of a taxonomy ("taxonomy:order=Diptera"), which make a path together.
    """
    paths = [joined(one.split(SEPARATOR)) for one in hierarchies]
    paths += [joined(one.split(_OTHERS)) for one in listed]
    paths.append(_taxonomy(flat))
    written = [path for path in dict.fromkeys(paths) if SEPARATOR in path]
    inner = {around for path in written for around in around_and(path)[:-1]}
    return [path for path in written if path not in inner]


def _taxonomy(flat: Iterable[str]) -> str:
    ranked = {}
    for keyword in flat:
        match = _TAXON.fullmatch(keyword)
        if match and match[1].lower() in _PLACE:
            ranked[_PLACE[match[1].lower()]] = match[2].replace(SEPARATOR, " ")
    return joined(ranked[place] for place in sorted(ranked))


def told_once(keywords: Sequence[str]) -> list[str]:
    """Return a photo's keywords without those that one of its paths says, too."""
    parts = {part for one in keywords if SEPARATOR in one for part in one.split(SEPARATOR)}
    return [one for one in keywords if SEPARATOR in one or called(one) not in parts]


def called(flat: str) -> str:
    """Return what a flat keyword is called; one of a taxonomy without its rank."""
    match = _TAXON.fullmatch(flat)
    return match[2] if match else flat


def completions(begun: str, known: Mapping[str, int], most: int) -> Iterator[str]:
    """Yield keywords for what was typed so far, the likeliest first.

    Those whose last part begins so come before those with another part or word that does, each
    by how many photos have it (`known`). Of a keyword that is there flat and as the end of a path,
    only the path is meant.
    """
    wanted = joined(re.split(r"[|/]", begun)).casefold() if begun.strip() else ""
    if not wanted:
        return
    in_paths = {last_part(one) for one in known if SEPARATOR in one}
    word = re.compile(rf"(?<![^\W_]){re.escape(wanted)}")
    ranked = []
    for keyword, photos in known.items():
        if SEPARATOR not in keyword and keyword in in_paths:
            continue
        plain = keyword.casefold()
        if last_part(plain).startswith(wanted):
            ranked.append((0, -photos, keyword))
        elif plain.startswith(wanted):
            ranked.append((1, -photos, keyword))
        elif word.search(plain):
            ranked.append((2, -photos, keyword))
    for _, _, keyword in sorted(ranked)[:most]:
        yield keyword
