"""Do questions that take something wrong for granted come to no answer, and true ones to one?

Each line of `answers/sets/premises_*.jsonl` is a question, whether what it takes for granted is
wrong of a photo, and what a reader that sees the photo replies, in the words of real readers, to a
check with a word in it. To the question itself it always has an answer.
"""

from pathlib import Path
from typing import Any

from visret_desktop.json_lines import read_lines
from visret_desktop.models.answering.premises import premises_of

Json = dict[str, Any]
# Rules were chosen on the first alone. The third has names with a color that no table knows.
SETS = ("choosing", "held_out", "names")
_FOLDER = Path(__file__).parent / "answers" / "sets"


def is_stopped(line: Json) -> bool:
    """Tell whether a photo's replies deny what a question takes for granted."""
    return any(
        word in premise.question and premise.is_denied_by(reply)
        for premise in premises_of(line["question"])
        for word, reply in line["replies"].items()
    )


def measure() -> Json:
    """Return figures by set, and what goes wrong of the questions chosen on."""
    lines = {
        name: list(read_lines((_FOLDER / f"premises_{name}.jsonl").read_text("utf-8"), dict))
        for name in SETS
    }
    wrong = [one for one in lines["choosing"] if is_stopped(one) != one["is_false"]]
    return {"rows": [_row(name, lines[name]) for name in SETS], "wrong": wrong}


def _row(name: str, lines: list[Json]) -> Json:
    false = [one for one in lines if one["is_false"]]
    true = [one for one in lines if not one["is_false"]]
    return {
        "set": name,
        "false": len(false),
        "stopped": sum(map(is_stopped, false)),
        "true": len(true),
        "let_through": sum(not is_stopped(one) for one in true),
    }
