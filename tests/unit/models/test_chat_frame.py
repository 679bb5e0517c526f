"""What people type never reaches a model as its control tokens."""

import pytest

from visret_desktop.models.chat_frame import ChatFrame

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
