"""What a reader's manifest may say about talking to its model."""

import math
from dataclasses import dataclass, replace

from visret_desktop.models.reader_regions import BOX_FORMATS

_MOST_CONTEXT = 131_072  # tokens
_MOST_SIDE = 4_096
_MOST_PICTURES = 20
_TOKENS_OF_A_WORD = 2  # at most, of English prose


@dataclass(frozen=True)
class ReaderSettings:
    """Lengths in tokens, sides in pixels. Prompts that are "" are the bundled ones.

    Prompts hold `{question}`; that for regions may hold `{answer}` and `{format}`, the words for
    the numbers that are expected.
    """

    context_length: int = 4096
    max_tokens: int = 256
    side: int = 1024  # what the longer side of a picture is made, at most
    most_pictures: int = 1  # in one prompt
    prompt: str = ""
    prompt_steps: str = ""
    prompt_memory: str = ""
    prompt_regions: str = ""
    not_shown: tuple[str, ...] = ()  # sentences that mean: these pictures do not show it
    box_format: str = ""  # one of BOX_FORMATS; "": it draws no boxes
    stop: tuple[str, ...] = ()
    answer_after: str = ""  # what ends a model's thinking aloud, such as </think>

    def __post_init__(self) -> None:
        if not 0 < self.max_tokens < self.context_length <= _MOST_CONTEXT:
            raise ValueError(f"max_tokens must be below context_length, that below {_MOST_CONTEXT}")
        if not 0 < self.side <= _MOST_SIDE:
            raise ValueError(f"side must be 1 to {_MOST_SIDE}")
        if not 0 < self.most_pictures <= _MOST_PICTURES:
            raise ValueError(f"most_pictures must be 1 to {_MOST_PICTURES}")
        for prompt in (self.prompt, self.prompt_steps, self.prompt_memory, self.prompt_regions):
            if prompt and "{question}" not in prompt:
                raise ValueError("a prompt lacks {question}")
        if self.box_format and self.box_format not in BOX_FORMATS:
            raise ValueError(f"box_format must be one of: {', '.join(BOX_FORMATS)}")

    def with_room(self, pictures: int, words: int) -> "ReaderSettings":
        """Return a copy that takes at least so many pictures, and answers of so many words.

        The context grows with both, up to the most that there may be.
        """
        most_pictures, tokens = max(pictures, self.most_pictures), words * _TOKENS_OF_A_WORD
        max_tokens = max(self.max_tokens, tokens)
        wanted = self.context_length * math.ceil(most_pictures / self.most_pictures)
        wanted += max_tokens - self.max_tokens
        return replace(
            self,
            most_pictures=min(most_pictures, _MOST_PICTURES),
            max_tokens=max_tokens,
            context_length=min(wanted, _MOST_CONTEXT),
        )
