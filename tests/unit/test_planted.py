"""Planted faults are small, of four kinds, the same for a seed, and only in functions."""

import ast
from pathlib import Path

from tests.planted import KINDS, drawn, faults_of

SOURCE = b'''"""A docstring of 3 lines."""

LIMIT = 7


def kept(photos: list[str], most: int = 5) -> list[str]:
    """A docst\xc3\xa4ring."""
    if len(photos) > most and photos:
        raise ValueError("too many")
    _log.info("%s", 8)
    photos.sort()
    return photos[1:]
'''


def test_all_that_can_be_planted_is_code_that_differs() -> None:
    faults = list(faults_of("kept.py", SOURCE))
    assert sorted((one.kind, " ".join(one.before.split()), one.after) for one in faults) == [
        ("comparison turned", "len(photos) > most", "(len(photos) <= most)"),
        ("condition dropped", "len(photos) > most and photos", "(len(photos) > most)"),
        ("condition dropped", "len(photos) > most and photos", "True"),
        ("one too large", "1", "(2)"),
        ("one too large", "8", "(9)"),
        ("statement left out", "photos.sort()", "pass"),
        ("statement left out", 'raise ValueError("too many")', "pass"),
    ]
    whole = ast.dump(ast.parse(SOURCE))
    for fault in faults:
        assert ast.dump(ast.parse(fault.planted_in(SOURCE))) != whole


def test_a_seed_draws_the_same_faults_of_all_kinds(tmp_path: Path) -> None:
    (tmp_path / "room").mkdir()
    for name in ("a.py", "b.py"):
        (tmp_path / "room" / name).write_bytes(SOURCE)
    faults = drawn(["room"], 8, 3, tmp_path)
    assert faults == drawn(["room"], 8, 3, tmp_path)
    assert faults != drawn(["room"], 8, 4, tmp_path)
    assert len(set(faults)) == len(faults)
    assert {fault.kind for fault in faults} == set(KINDS)
    assert {fault.path for fault in faults} == {"room/a.py", "room/b.py"}


def test_what_is_left_is_drawn_where_there_are_fewer(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(SOURCE)
    assert len(drawn(["a.py"], 100, 3, tmp_path)) == 7


def test_a_fault_is_planted_into_another_form_of_its_file() -> None:
    """Where what stands before its function changed, but the function did not."""
    longer = SOURCE.replace(b"LIMIT = 7\n", b"LIMIT = 7\nMORE = 8\n")
    for fault in faults_of("kept.py", SOURCE):
        moved = fault.moved(SOURCE, longer)
        assert moved in list(faults_of("kept.py", longer))
        assert fault.moved(SOURCE, SOURCE.replace(b"[1:]", b"[2:]")) is None
        assert fault.moved(SOURCE, SOURCE + SOURCE) is None


def test_only_what_other_checkouts_have_alike_is_drawn(tmp_path: Path) -> None:
    for name, source in (("one", SOURCE), ("other", SOURCE.replace(b"[1:]", b"[2:]"))):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.py").write_bytes(source)
        (tmp_path / name / "b.py").write_bytes(SOURCE)
    (tmp_path / "one" / "c.py").write_bytes(SOURCE)
    faults = drawn([""], 100, 3, tmp_path / "one", tmp_path / "other")
    assert len(faults) == 7
    assert {fault.path for fault in faults} == {"b.py"}
