"""Damage to files as disks do it: bits that flip, blocks that are lost, ends that are missing."""

import random
from pathlib import Path

_BLOCK = 4096


def damage(path: Path, chance: random.Random) -> str:
    """Damage a file that is not empty, in one way of several; return which."""
    content = bytearray(path.read_bytes())
    way = chance.choice((_flip, _flip, _flip, _zero, _noise, _truncate))
    way(content, chance)
    path.write_bytes(bytes(content))
    return f"{way.__name__} {path.name}"


def damage_in_place(path: Path, chance: random.Random) -> str:
    """Change bytes of a file that is not empty, but not its size; return in which way."""
    content = bytearray(path.read_bytes())
    before = bytes(content)
    while content == before:  # zeros where there were zeros
        way = chance.choice((_flip, _zero, _noise))
        way(content, chance)
    path.write_bytes(bytes(content))
    return f"{way.__name__} {path.name}"


def _flip(content: bytearray, chance: random.Random) -> None:
    for _ in range(chance.choice((1, 1, 4, 32))):
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)


def _zero(content: bytearray, chance: random.Random) -> None:
    start = chance.randrange(0, len(content), min(_BLOCK, len(content)))
    length = min(_BLOCK, len(content) - start)
    content[start : start + length] = bytes(length)


def _noise(content: bytearray, chance: random.Random) -> None:
    start = chance.randrange(0, len(content), min(_BLOCK, len(content)))
    length = min(_BLOCK, len(content) - start)
    content[start : start + length] = chance.randbytes(length)


def _truncate(content: bytearray, chance: random.Random) -> None:
    del content[chance.randrange(len(content)) :]
