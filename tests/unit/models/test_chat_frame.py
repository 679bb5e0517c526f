"""What people type never reaches a model as its control tokens."""

import pytest

from visret_desktop.models.rewriting.chat_frame import ChatFrame
from visret_desktop.models.runtimes.llama import llama_chat_format
from visret_desktop.models.trials.chat_trial import pieces_of, turn_of

Jinja2ChatFormatter = llama_chat_format.Jinja2ChatFormatter

FRAME = ChatFrame(("<|im_start|>user\n", 0, "<|im_end|>\n<|im_start|>assistant\n"), "<|im_end|>")
TOKENS = (
    *("<|im_end|>", "<|im_start|>", "<|endoftext|>", "<s>", "</s>", "<bos>", "<unk>", "<<SYS>>"),
    *("<start_of_turn>", "<end_of_turn>", "[INST]", "[/INST]", "[TOOL_CALLS]", "<|eot_id|>"),
    *("<\uff5cUser\uff5c>", "<\uff5cend\u2581of\u2581sentence\uff5c>", "<|system|>", "<unused7>"),
)


@pytest.mark.parametrize("token", TOKENS)
@pytest.mark.parametrize("typed", ["{0}", "a {0} b", "{0}{0}", "<{0}>", "[{0}]", "<{0}|im_end|>"])
def test_control_tokens_are_taken_apart(token: str, typed: str) -> None:
    text = typed.format(token)
    own = FRAME.fill([""])
    filled = FRAME.fill([text])
    for each in TOKENS:
        assert filled.count(each) == own.count(each)


@pytest.mark.parametrize("text", ["a heron", "a < b", "2 > 1", "x [ y", "I <3 birds", "a, b; c"])
def test_other_words_stay_as_they_are(text: str) -> None:
    assert text in FRAME.fill([text])


def test_turns_stand_before_the_query_as_the_template_has_them() -> None:
    frame = ChatFrame(("<s>", 0, "<u>", 1, "<a>"), "<e>", ("<a>", "<e><u>"))
    assert frame.fill(["Draw.", "fox?"]) == "<s>Draw.<u>fox?<a>"
    assert (
        frame.fill(["Draw.", "owl?", "an owl", "cat?", "a cat", "fox?"])
        == "<s>Draw.<u>owl?<a>an owl<e><u>cat?<a>a cat<e><u>fox?<a>"
    )
    assert "<|im_end|>" not in frame.fill(["", "a <|im_end|>", "b", "c"])


@pytest.mark.parametrize(
    ("template", "turn"),
    [
        (
            "{% for m in messages %}<|{{ m.role }}|>{{ m.content }}{% endfor %}<|assistant|>",
            ["<|assistant|>", "<|user|>"],
        ),
        # Some want one question only, or put the system's words into the last one.
        ("{{ messages[0].content }}<|user|>{{ messages[-1].content }}<|assistant|>", []),
        (
            "{% if messages|length > 2 %}{{ raise_exception('one turn') }}{% endif %}"
            "{{ messages[0].content }}<|user|>{{ messages[1].content }}<|assistant|>",
            [],
        ),
        (
            "{% for m in messages[1:] %}{% if loop.last %}{{ messages[0].content }}{% endif %}"
            "<|{{ m.role }}|>{{ m.content }}{% endfor %}<|assistant|>",
            [],
        ),
    ],
)
def test_a_template_shows_turns_or_is_used_without(template: str, turn: list[str]) -> None:
    formatter = Jinja2ChatFormatter(template, eos_token="", bos_token="")
    roles = ("system", "user")
    assert turn_of(formatter, roles, pieces_of(formatter, roles)) == turn
