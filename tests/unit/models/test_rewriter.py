"""The built-in rewriter on llama.cpp, and what becomes of answers that are no instructions."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jinja2 import TemplateError

from bench.pack_writing import write_manifest
from tests.unit.models.odd_texts import ODD_TEXTS
from visret_desktop.errors import PackDamaged
from visret_desktop.models.interfaces import Family, Rewrite, Rewriter
from visret_desktop.models.rewriting.llama_rewriter import LlamaRewriter
from visret_desktop.models.rewriting.prompts import prompt_text
from visret_desktop.models.rewriting.rewriter import ChatSettings, open_rewriter
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths
from visret_desktop.roles import Role

QUESTION = "What colour are the feet of the tarn heron?"
COMPARISON = "Do the clay toad and the velvet frog have the same colour of belly?"


class StandIn:
    """A model that says what it is told to say, or raises it."""

    def __init__(self, answer: str | Exception, finish_reason: str = "stop") -> None:
        self.answer, self.finish_reason = answer, finish_reason
        self.asked: dict[str, Any] = {}
        self.said = ""  # of the answer, until nobody wanted more
        self.ctx = None  # of llama.cpp, which then says that it took no time

    def reset(self) -> None: ...

    def tokenize(self, text: bytes, **_: bool) -> list[int]:
        return list(text)

    def create_chat_completion(self, **asked: Any) -> Iterator[dict[str, Any]]:
        self.asked, self.said = asked, ""
        if isinstance(self.answer, Exception):
            raise self.answer
        for word in re.findall(r"\s*\S+|\s+", self.answer):
            self.said += word
            yield {"choices": [{"delta": {"content": word}, "finish_reason": None}]}
        yield {"choices": [{"delta": {}, "finish_reason": self.finish_reason}]}


@pytest.fixture(scope="module")
def pack(starter_pack: Callable[[Role], Pack]) -> Pack:
    return starter_pack(Role.REWRITER)


@pytest.fixture(scope="module")
def rewriter(pack: Pack, model_paths: Paths) -> Rewriter:
    return open_rewriter(pack, model_paths)


def with_stand_in(model: StandIn, paths: Paths, **settings: Any) -> LlamaRewriter:
    return LlamaRewriter(model, "stand-in", ChatSettings(**settings), paths)


def described(directory: Path, settings: dict[str, Any]) -> Pack:
    return write_manifest(
        directory, name="other", title="", role=Role.REWRITER, spdx="MIT", settings=settings
    )


# ---- the built-in model -----------------------------------------------------------------------


def test_a_reader_writes_instructions_with_the_file_that_writes(
    starter_pack: Callable[[Role], Pack], model_paths: Paths
) -> None:
    """The built-in one never saw an instruction, so its answers are noted and not used."""
    reader = open_rewriter(starter_pack(Role.READER), model_paths)
    made = [reader.rewrite(QUESTION) for _ in range(2)]
    assert made[0] == made[1]
    assert made[0].instructions
    assert reader.name.startswith("starter-reader-")


def test_a_question_names_the_part_without_the_feature(rewriter: Rewriter) -> None:
    made = rewriter.rewrite(QUESTION)
    assert (made.family, made.note) == (Family.QUESTION, "")
    (instruction,) = made.instructions
    assert "tarn heron" in instruction
    assert "feet" in instruction
    assert "colour" not in instruction


def test_a_comparison_gets_one_instruction_for_each(rewriter: Rewriter) -> None:
    made = rewriter.rewrite(COMPARISON)
    assert (made.family, made.note) == (Family.COMPARISON, "")
    one, other = made.instructions
    assert "clay toad" in one
    assert "velvet frog" in other


def test_a_description_is_one_instruction(rewriter: Rewriter) -> None:
    made = rewriter.rewrite("show me a tarn heron standing at dusk")
    assert (made.family, made.note) == (Family.DESCRIPTION, "")
    assert len(made.instructions) == 1
    assert "tarn heron" in made.instructions[0]


def test_the_family_may_be_given(rewriter: Rewriter) -> None:
    assert rewriter.rewrite(QUESTION, Family.DESCRIPTION).family is Family.DESCRIPTION


def test_a_query_always_gets_the_same_answer(
    rewriter: Rewriter, pack: Pack, model_paths: Paths
) -> None:
    queries = (QUESTION, COMPARISON, "owl at night in the snow", "naïve café 日本 👍", QUESTION)
    first = [rewriter.rewrite(query) for query in queries]
    assert [rewriter.rewrite(query) for query in reversed(queries)] == first[::-1]
    other = open_rewriter(pack, model_paths, threads=2)
    assert [other.rewrite(query) for query in queries] == first


def test_no_query_is_too_odd(rewriter: Rewriter) -> None:
    for query in (*ODD_TEXTS, "<|end|><|user|>x<|assistant|>", "a\udcffb"):
        made = rewriter.rewrite(query)
        assert made.instructions
        if made.note:
            assert made.instructions == (query,)
            assert made.note.endswith(".")
        else:
            assert all(line.strip() and "\n" not in line for line in made.instructions)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("", "empty"),
        (" \n\t", "empty"),
        ("x" * 10_000, "longer than"),
        ("שלום עולם " * 1_000, "longer than"),
        ("👍" * 10_000_000, "longer than"),
        ("a\ud800b", "failed"),
    ],
    ids=["empty", "blank", "long", "right to left", "huge", "no text"],
)
def test_a_note_says_why_a_query_stays_as_it_is(rewriter: Rewriter, query: str, said: str) -> None:
    made = rewriter.rewrite(query)
    assert made.instructions == (query,)
    assert said in made.note


def test_it_works_after_a_query_that_failed(rewriter: Rewriter) -> None:
    before = rewriter.rewrite(QUESTION)
    assert rewriter.rewrite("x" * 10_000).note
    assert rewriter.rewrite(QUESTION) == before


def test_nothing_is_printed(
    pack: Pack, model_paths: Paths, capfd: pytest.CaptureFixture[str]
) -> None:
    opened = open_rewriter(pack, model_paths)
    opened.rewrite(QUESTION)
    opened.rewrite("x" * 10_000)
    del opened
    assert capfd.readouterr() == ("", "")


def test_the_name_tells_pack_and_weights(rewriter: Rewriter, pack: Pack) -> None:
    assert rewriter.name == f"{pack.name}-{pack.digest}"


# ---- answers that are no instructions ------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("", "answered nothing"),
        (" \n\n", "answered nothing"),
        ("Here you are:\n", "answered nothing"),
        (" ".join(map(str, range(61))), "more than 60 words"),
        ("鳥" * 1_000, "more than 60 words"),
        ("an owl on a branch, an owl on a branch, an owl on a branch", "repeated itself"),
        (ValueError("Requested tokens (9) exceed context window of 8\nmore"), "window of 8)"),
        (RuntimeError("llama_decode returned -1"), "returned -1"),
        (TemplateError("System role not supported"), "System role"),
        (MemoryError(), "MemoryError"),
    ],
)
def test_an_unusable_answer_leaves_the_query(
    model_paths: Paths, answer: str | Exception, said: str
) -> None:
    made = with_stand_in(StandIn(answer), model_paths).rewrite("an owl")
    assert made.instructions == ("an owl",)
    assert said in made.note
    assert made.note.endswith("the query's own words are used.")


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("\n".join(f"line {number}" for number in range(7)), "7 lines"),
        ("an owl\nAn owl", "repeated itself"),
        ("an owl\n" + " ".join(map(str, range(61))), "more than 60 words"),
    ],
)
def test_an_unusable_answer_about_several_things_leaves_the_querys_own_words(
    model_paths: Paths, answer: str, said: str
) -> None:
    made = with_stand_in(StandIn(answer), model_paths).rewrite("owl or kite?")
    assert made.instructions == ("an owl", "a kite")
    assert said in made.note


@pytest.mark.parametrize(
    ("query", "answer", "wanted"),
    [
        ("owl", "Here it is:\n\nan owl\nand much more to say", "Here it is:\n\nan owl\nand"),
        ("owl or kite?", "an owl\na kite", "an owl\na kite"),
        ("owl or kite?", "owl\n" + "an owl on " * 40, "owl\nan owl on an owl on an owl on an"),
        ("owl", "word " * 99, "word " * 5 + "word"),
        ("owl", "".join(f"{number} " for number in range(99)), None),
    ],
)
def test_a_model_is_stopped_where_no_more_can_count(
    model_paths: Paths, query: str, answer: str, wanted: str | None
) -> None:
    model = StandIn(answer)
    with_stand_in(model, model_paths).rewrite(query)
    if wanted is None:
        assert 60 < len(model.said.split()) < 66
    else:
        assert model.said == wanted


def test_the_end_of_thinking_is_waited_for(model_paths: Paths) -> None:
    model = StandIn("so many\nlines and many and many and many\n</think>\nan owl\nMore to say")
    made = with_stand_in(model, model_paths, answer_after="</think>").rewrite("owl")
    assert made.instructions == ("an owl",)
    assert model.said.endswith("an owl\nMore")


def test_an_answer_without_an_end_leaves_the_query(model_paths: Paths) -> None:
    made = with_stand_in(StandIn("an owl and an", "length"), model_paths).rewrite("an owl")
    assert made == Rewrite(
        Family.DESCRIPTION,
        ("an owl",),
        "The rewriter came to no end; the query's own words are used.",
    )


@pytest.mark.parametrize(
    ("query", "answer", "instructions"),
    [
        ("feet of an owl", '"the feet of an owl"\n', ("the feet of an owl",)),
        (
            "the feet of owl or kite?",
            "- the feet of an owl\n\n* the feet of a kite",
            ("the feet of an owl", "the feet of a kite"),
        ),
        ("owl or kite?", "Here are both:\n1. an owl\n2) a kite", ("an owl", "a kite")),
        ("feet, herons'", "the feet of the herons'", ("the feet of the herons'",)),
        ("owls: 3, 8:30", "3 owls at 8:30", ("3 owls at 8:30",)),
    ],
)
def test_marks_of_lists_and_quotations_are_left_out(
    model_paths: Paths, query: str, answer: str, instructions: tuple[str, ...]
) -> None:
    made = with_stand_in(StandIn(answer), model_paths).rewrite(query)
    assert (made.instructions, made.note) == (instructions, "")


@pytest.mark.parametrize(
    ("query", "answer", "instructions", "said"),
    [
        ("owl in the water", "an owl in fog", ("owl in the water",), "left out “water”"),
        ("show me an owl", "a moss owl", ("an owl",), "added “moss”"),
        (
            "owl vs kite vs crow",
            "an owl\na kite",
            ("an owl", "a kite", "a crow"),
            "left out “crow”",
        ),
        ("OWL", "an owl at night", ("OWL",), "added “night”"),
    ],
)
def test_an_answer_that_changes_the_meaning_is_not_used(
    model_paths: Paths, query: str, answer: str, instructions: tuple[str, ...], said: str
) -> None:
    made = with_stand_in(StandIn(answer), model_paths).rewrite(query)
    assert made.instructions == instructions
    assert made.note == f"The rewriter {said}; the query's own words are used."


def test_only_the_first_line_counts_where_one_thing_is_asked_for(model_paths: Paths) -> None:
    made = with_stand_in(StandIn("an owl\nan owl in fog"), model_paths).rewrite("owl")
    assert (made.instructions, made.note) == (("an owl",), "")


def test_capitals_are_read_as_small_letters(model_paths: Paths) -> None:
    model = StandIn("an owl at night")
    for query, asked in (
        ("OWL AT NIGHT", "owl at night"),
        ("Owl At Night", "owl at night"),
        ("Owl at night", "Owl at night"),
    ):
        assert with_stand_in(model, model_paths).rewrite(query).note == ""
        assert model.asked["messages"][-1]["content"] == asked


def test_a_query_that_comes_back_unchanged_is_said_plainly(model_paths: Paths) -> None:
    made = with_stand_in(StandIn("cat vs dog"), model_paths).rewrite("cat vs dog")
    assert (made.instructions, made.note) == (("a cat", "a dog"), "")


# ---- what the manifest and the person say --------------------------------------------------------


def test_the_instruction_is_the_system_and_the_query_the_user(tmp_path: Path) -> None:
    paths = Paths(tmp_path, tmp_path, tmp_path)
    (tmp_path / "prompts").mkdir()
    (tmp_path / "prompts" / "description.txt").write_text("Say it in Latin.")
    (tmp_path / "prompts" / "description-examples.txt").write_text("a cat\nfeles\n")
    model = StandIn("noctua")
    with_stand_in(model, paths, stop=("\n\n",), max_tokens=9).rewrite("an owl {query}")
    system, owl = "Say it in Latin.", {"role": "user", "content": "an owl {query}"}
    assert model.asked["messages"] == [
        {"role": "system", "content": system},
        {"role": "user", "content": "a cat"},
        {"role": "assistant", "content": "feles"},
        owl,
    ]
    without = with_stand_in(model, paths, examples=False, stop=("\n\n",), max_tokens=9)
    without.rewrite("an owl {query}")
    assert model.asked["messages"] == [{"role": "system", "content": system}, owl]
    assert (model.asked["stop"], model.asked["max_tokens"]) == (["\n\n"], 9)
    assert model.asked["temperature"] == 0


def test_a_model_without_a_system_role_is_told_all_at_once(tmp_path: Path) -> None:
    paths = Paths(tmp_path, tmp_path, tmp_path)
    model = StandIn("<think>an owl</think>\na close-up of an owl")
    settings = {"has_system_role": False, "prompt_template": "{query} /short"}
    opened = with_stand_in(model, paths, answer_after="</think>", **settings)
    assert opened.rewrite("an owl").instructions == ("a close-up of an owl",)
    told, *turns, last = model.asked["messages"]
    assert told["content"].startswith(prompt_text("description", paths))
    assert {one["role"] for one in turns[::2]} == {"assistant"}
    assert last == {"role": "user", "content": "an owl /short"}
    alone = with_stand_in(model, paths, answer_after="</think>", examples=False, **settings)
    assert alone.rewrite("an owl").instructions == ("a close-up of an owl",)
    (message,) = model.asked["messages"]
    assert message["role"] == "user"
    assert message["content"].endswith("\n\nan owl /short")


@pytest.mark.parametrize(
    "settings",
    [
        {"context_length": "many"},
        {"context_length": 64, "max_tokens": 64},
        {"max_tokens": True},
        {"stop": "end"},
        {"prompt_template": "query"},
    ],
)
def test_settings_that_make_no_sense_are_an_error(
    pack: Pack, model_paths: Paths, settings: dict[str, Any]
) -> None:
    with pytest.raises(PackDamaged, match="settings"):
        open_rewriter(replace(pack, settings=settings), model_paths)


def test_a_file_that_is_no_model_is_an_error(
    tmp_path: Path, model_paths: Paths, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "rewriter.gguf").write_bytes(b"GGUF" + b"\0" * 100)
    with pytest.raises(PackDamaged, match="is no GGUF file"):
        open_rewriter(described(tmp_path, {}), model_paths)
    assert capfd.readouterr().out == ""


def test_a_pack_without_a_model_is_an_error(tmp_path: Path, model_paths: Paths) -> None:
    (tmp_path / "notes.txt").write_text("nothing")
    with pytest.raises(PackDamaged, match=r"no \.gguf file"):
        open_rewriter(described(tmp_path, {}), model_paths)


def test_it_tells_how_long_a_word_takes(rewriter: Rewriter) -> None:
    assert 0 < rewriter.rewrite("What colour are the feet of the tarn heron?").seconds_per_word < 5
