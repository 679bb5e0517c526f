"""Which .gguf files write, which look at pictures, and which of each belong together: by names.

A vision model comes in two files, for which people have a rule: what looks at pictures and turns
them into what the other one reads has "mmproj" in its name.
"""

import re
from collections.abc import Collection
from pathlib import PurePosixPath

from visret_desktop.errors import PackDamaged
from visret_desktop.packs.errors import PackRefused
from visret_desktop.packs.manifest import Pack
from visret_desktop.roles import Role
from visret_desktop.sentences import sentence

_EYE = "mmproj"
# What people publish of one model; the first that is there is a sensible choice. Of an eye, which
# is small, one with all its digits.
_QUANTIZATIONS = ("Q4_K_M", "Q4_K_S", "Q4_0", "Q5_K_M", "Q6_K", "Q8_0", "F16", "BF16")
_OF_EYES = ("F16", "Q8_0", "BF16", "F32")
_SPLIT = re.compile(r"-\d{5}-of-\d{5}(?=\.)")
_PRECISION = re.compile(r"ud|i?q\d[a-z0-9_]*|b?f16|f32|fp16|fp32|mxfp4")
_SAYS_NOTHING = ("", "model")
_BY_PRODUCT = "imatrix"  # figures that were made on the way to a smaller model


def is_gguf(path: str) -> bool:
    """Whether a file's name says that it is of this kind."""
    return path.lower().endswith(".gguf")


def is_eye(path: str) -> bool:
    """Whether a file's name says that it looks at pictures."""
    return is_gguf(path) and _EYE in PurePosixPath(path).name.lower()


def writers(paths: Collection[str]) -> list[str]:
    """Return the .gguf files that write."""
    return sorted(path for path in paths if is_gguf(path) and not _is_other(path))


def _is_other(path: str) -> bool:
    return is_eye(path) or PurePosixPath(path).name.lower().startswith(_BY_PRODUCT)


def eyes(paths: Collection[str]) -> list[str]:
    """Return the .gguf files that look at pictures."""
    return sorted(filter(is_eye, paths))


def writer_of(pack: Pack) -> str:
    """Return the .gguf file of a pack that writes; of a split one the first, which names others.

    Raises:
        PackDamaged: there is none.
    """
    names = writers([file.path for file in pack.files])
    if not names:
        only_sees = any(is_eye(file.path) for file in pack.files)
        reason = "it has no .gguf file" + (" that writes, only an mmproj" if only_sees else "")
        raise PackDamaged(name=pack.name, reason=reason)
    return names[0]


def eye_of(pack: Pack) -> str:
    """Return the .gguf file of a pack that looks at pictures.

    Raises:
        PackDamaged: there is none, or several.
    """
    names = eyes([file.path for file in pack.files])
    if len(names) != 1:
        reason = (
            sentence("it has several mmproj files; one is wanted")
            if names
            else sentence("it has no mmproj file")
        )
        raise PackDamaged(name=pack.name, reason=reason)
    return names[0]


def files_for(role: Role, own: Role, paths: Collection[str], name: str) -> list[str]:
    """Return those files of a model that it needs in `role`, where that is not its `own`.

    Raises:
        PackRefused: it cannot be used for that; `name` is the model's.
    """
    if not own.can_serve_as(role):
        reason = sentence(
            "it is made for {own}, not for {wanted}",
            own=own.purpose,
            wanted=role.purpose,
        )
        raise PackRefused(name=name, reason=reason)
    return [path for path in paths if role.sees or not is_eye(path)]


def best_of(paths: Collection[str]) -> str:
    """Return the sensible choice among files that write."""
    return _first(sorted(paths), _QUANTIZATIONS)


def parts_pattern(path: str) -> str:
    """Return a pattern that fits all parts of a model that is split, or the one file."""
    return _SPLIT.sub("-?????-of-?????", path)


def eye_for(writer: str, paths: Collection[str]) -> str:
    """Return what looks at pictures for a file that writes; '' if nothing beside it does.

    It is in the same folder or one above. Its name is that of the model; one that says no model is
    that of the only one there.
    """
    folder = PurePosixPath(writer).parent
    for place in (folder, *folder.parents):
        here = {path: _stem(path) for path in eyes(paths) if PurePosixPath(path).parent == place}
        below = (path for path in writers(paths) if place in PurePosixPath(path).parents)
        are_one = _are_one({_stem(path) for path in below})
        fitting = [path for path, stem in here.items() if _are_one({stem, _stem(writer)})]
        if are_one:
            fitting += [path for path, stem in here.items() if stem in _SAYS_NOTHING]
        if fitting:
            return _first(fitting, _OF_EYES)
    return ""


def _are_one(stems: Collection[str]) -> bool:
    """Whether names are of one model: the shortest is in all of them."""
    shortest = min(stems, key=len, default="")
    is_named = shortest not in _SAYS_NOTHING
    return len(stems) == 1 or (is_named and all(shortest in stem for stem in stems))


def _stem(path: str) -> str:
    """Return the model's name in a file's: without precision, part and what it is."""
    name = _SPLIT.sub("", PurePosixPath(path).name.lower()).removesuffix(".gguf")
    words = re.split(r"[-.\s]+|_(?=mmproj)|(?<=mmproj)_", name)
    return "".join(word for word in words if word != _EYE and not _PRECISION.fullmatch(word))


def _first(paths: list[str], precisions: tuple[str, ...]) -> str:
    for precision in precisions:
        pattern = re.compile(rf"(?<![a-z0-9]){precision}(?![a-z0-9_])", re.IGNORECASE)
        if fitting := [path for path in paths if pattern.search(path)]:
            return fitting[0]
    return min(paths)
