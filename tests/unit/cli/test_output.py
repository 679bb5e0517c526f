import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from visret_desktop.cli import output, search_results
from visret_desktop.cli.output import Output

SUMMARY = {
    "photos": 3,
    "indexed": 2,
    "unchanged": 1,
    "known": 0,
    "moved": 0,
    "removed": 0,
    "offline": 0,
    "videos": 0,
    "problems": [],
    "seconds": 0.5,
}


def test_native_writes_to_stdout_do_not_reach_the_result() -> None:
    script = """
import os
from visret_desktop.cli.output import Output, guarded_stdout
with guarded_stdout() as results:
    os.write(1, b"native noise\\n")
    print("python noise")
    Output(results, as_json=True).result({"answer": 42}, [])
"""
    result = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60
    )
    assert json.loads(result.stdout) == {"answer": 42}
    assert "native noise" in result.stderr
    assert "python noise" in result.stderr


def test_errors_are_sentences_and_with_json_objects(capsys: pytest.CaptureFixture[str]) -> None:
    stream = io.StringIO()
    Output(stream, as_json=False).error("code", "It broke.")
    assert stream.getvalue() == ""
    Output(stream, as_json=True).error("code", "It broke.")
    assert json.loads(stream.getvalue()) == {"error": {"code": "code", "sentence": "It broke."}}
    assert capsys.readouterr().err == "It broke.\nIt broke.\n"


def test_file_names_that_are_no_text_survive_json() -> None:
    stream = io.StringIO()
    Output(stream, as_json=True).result({"path": "a\udcff.jpg"}, [])
    assert json.loads(stream.getvalue().encode("ascii"))["path"] == "a\udcff.jpg"


def test_index_lines_leave_out_what_did_not_happen() -> None:
    assert list(search_results.index_lines(SUMMARY)) == [
        "3 photos: 2 indexed, 1 unchanged, in 0 s."
    ]
    (one,) = search_results.index_lines({**SUMMARY, "photos": 1})
    assert one.startswith("1 photo: ")
    copies = {**SUMMARY, "indexed": 0, "unchanged": 0, "known": 3}
    told = "3 photos: 0 indexed, 0 unchanged, 3 known by their bytes, in 0 s."
    assert list(search_results.index_lines(copies)) == [told]
    of_videos = list(search_results.index_lines({**SUMMARY, "videos": 4}))
    assert of_videos[1:] == ["Not searched: 4 videos."]
    problem = {"path": "/x.jpg", "code": "empty", "reason": "It is empty.", "indexed": False}
    lines = list(search_results.index_lines({**SUMMARY, "problems": [problem] * 30}))
    assert lines[1] == "30 files with a problem:"
    assert len(lines) == 23
    assert "10 more" in lines[-1]


def _hit(rank: int, band: str, **more: object) -> dict[str, object]:
    plain = {"path": f"/{rank}.jpg", "online": True, "ranks": {}, "named": "", "column": 0}
    plain["stands_for"] = 1
    return {"rank": rank, "score": 1 / rank, "band": band, **plain, **more}


def _lines(hits: list[dict[str, object]], **more: object) -> list[str]:
    answer = {"hits": hits, "found": len(hits), "nothing_matches": False}
    body = {"strategy": "original", **answer, **more}
    return list(search_results.hit_lines(body))


def test_hits_come_under_their_bands() -> None:
    hits = [
        _hit(1, "weak", named="keywords", ranks={"text": 9, "A": 3}),
        _hit(2, "confident"),
        _hit(3, "maybe", online=False),
    ]
    lines = _lines(hits)
    headings = ["── named or tagged so ──", "── confident ──", "── maybe ──"]
    assert [line for line in lines if line.startswith("──")] == headings
    assert lines[1].endswith("/1.jpg  (by its keywords, 9 by text, 3 by A)")
    assert lines[-1].endswith("/3.jpg  (offline)")
    assert list(search_results.hit_lines({"hits": [], "found": -1})) == ["Nothing found."]


def test_only_a_verdict_says_that_nothing_stands_out() -> None:
    hits = [_hit(1, "")]
    assert _lines(hits, found=0)[0] == "None is certain; these are the closest."
    assert _lines(hits, found=0, nothing_matches=True)[0].startswith("Nothing matches")
    assert len(_lines(hits, found=-1)) == 1


def test_what_is_compared_comes_under_its_own_heading() -> None:
    hits = [
        _hit(1, "maybe", named="name", column=-1),
        _hit(2, "confident", column=1),
        _hit(3, "maybe", column=0),
        _hit(4, "weak", column=-1),
    ]
    lines = _lines(hits, instructions=["a heron", "a stork"])
    assert [line.split()[-1] if "/" in line else line for line in lines] == [
        "── named or tagged so ──",
        "name)",
        "══ a heron ══",
        "── maybe ──",
        "/3.jpg",
        "══ a stork ══",
        "── confident ──",
        "/2.jpg",
        "══ less likely ══",
        "── weak ──",
        "/4.jpg",
    ]


def test_quiet_progress_writes_a_line_only_now_and_then(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr(output.time, "monotonic", lambda: now[0])
    with output.progress_display() as display:
        display.show("scan", 1, 0, 0.0, -1.0)
        assert capsys.readouterr().err == ""
        now[0] += 11
        display.show("embed", 50, 200, 25.0, 120.0)
        display.show("embed", 51, 200, 25.0, 120.0)
    assert capsys.readouterr().err == "Indexing: 50 of 200, 25 photos/s, 2 min left\n"


def test_a_bar_names_each_part_and_counts_only_what_it_knows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr(output.sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    with output.progress_display() as display:
        for shown in (("prepare", 0, 0, 0.0, -1.0), ("draw", 20, 1000, 0.0, 70.0)):
            display.show(*shown)
            display._bar.refresh()  # type: ignore[attr-defined]
    said = re.sub(r"\x1b\[[\d;?]*[a-zA-Z]", "", terminal.getvalue())
    assert re.search(r"Preparing the encoder \S+ +\r", said), "no figures, as none are known"
    assert re.search(r"Drawing \S+ +\S* *20/1000 70 s left", said)


def test_table_aligns_columns() -> None:
    lines = list(output.table(("name", "n"), [("a long name", "1"), ("b", "22")]))
    assert lines == ["name         n", "a long name  1", "b            22"]


@pytest.mark.parametrize(
    ("size", "text"), [(12, "12 bytes"), (1500, "1.5 kB"), (8_040_000, "8.0 MB"), (78e9, "78.0 GB")]
)
def test_sizes_read_well(size: int, text: str) -> None:
    assert output.size_of(size) == text


_ANSWER = """
import sys
from visret_desktop.cli.output import AnswerLost, Output, guarded_stdout, open_missing_streams
open_missing_streams()
with guarded_stdout() as results:
    out = Output(results, as_json=True)
    out.notice("a notice")
    try:
        out.result({"answer": 42}, [])
    except AnswerLost as error:
        out.error(error.code, str(error))
        sys.exit(7)
"""


_START = """
import os, sys
for number in map(int, sys.argv[2:]):
    os.close(number)
os.execv(sys.executable, [sys.executable, "-c", sys.argv[1]])
"""


def _answer(*closed: int, stdout: int = subprocess.PIPE) -> "subprocess.CompletedProcess[str]":
    """Tell an answer in a process that begins with some descriptors closed."""
    command = [sys.executable, "-c", _START, _ANSWER, *map(str, closed)]
    return subprocess.run(
        command, stdout=stdout, stderr=subprocess.PIPE, text=True, check=False, timeout=60
    )


@contextmanager
def _full_disk() -> Iterator[int]:
    """Open what refuses each byte: the system's own full disk, else what may only be read."""
    full = Path("/dev/full")
    descriptor = os.open(full, os.O_WRONLY) if full.exists() else os.open(os.devnull, os.O_RDONLY)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def test_an_answer_that_no_disk_takes_is_a_sentence() -> None:
    with _full_disk() as disk:
        result = _answer(stdout=disk)
    assert (result.returncode, "Traceback" in result.stderr) == (7, False)
    assert "The answer could not be written to standard output" in result.stderr


def test_closed_streams_are_no_mistake_of_the_program() -> None:
    closed = _answer(1)
    assert (closed.returncode, "standard output is closed" in closed.stderr) == (7, True)
    assert "Traceback" not in closed.stderr
    unheard = _answer(2)
    assert (unheard.returncode, json.loads(unheard.stdout)) == (0, {"answer": 42})
