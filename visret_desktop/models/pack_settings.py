"""The settings that a pack's manifest may contain, by role: rewriter, reader, visualizer.

Each is a dataclass, and `read_settings` reads a manifest's section as one.
"""

import math
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Literal, TypeVar

from msgspec import Meta

from visret_desktop import typed_values
from visret_desktop.errors import PackDamaged
from visret_desktop.models.answering.reader_regions import BOX_FORMATS
from visret_desktop.packs.checks.config_rules import scheduler_fault
from visret_desktop.packs.manifest import Pack
from visret_desktop.sentences import sentence

Declared = TypeVar("Declared")


def read_settings(pack: Pack, declared: type[Declared]) -> Declared:
    """Return the pack's settings as the dataclass `declared`; other settings are ignored.

    `declared` raises ValueError in `__post_init__` for values that do not fit together.

    Raises:
        PackDamaged: a setting is missing, of another type, or makes no sense.
    """
    try:
        return typed_values.convert(pack.settings, declared)
    except (ValueError, TypeError) as error:
        reason = sentence("the settings in its manifest cannot be used ({error})", error=error)
        raise PackDamaged(name=pack.name, reason=reason) from error


_MOST_CONTEXT = 131_072  # tokens; a query and its answer have hundreds


@dataclass(frozen=True)
class ChatSettings:
    """What a rewriter's manifest may say about talking to its model."""

    context_length: int = 4096
    max_tokens: int = 160
    prompt_template: str = "{query}"  # what the user role says
    has_system_role: bool = True  # False: the instruction goes in front of the query
    stop: tuple[str, ...] = ()
    answer_after: str = ""  # what ends a model's thinking aloud, such as </think>
    max_lines: int = 6
    max_words: int = 60  # of one line
    continues: bool = False  # it follows no instructions, but continues worked examples
    translates: bool = True  # False: it knows no language but that of its training
    describes: bool = True  # False: it cannot say more of what a query describes
    examples: bool = True  # False: it was trained on the instruction alone

    def __post_init__(self) -> None:
        if not 0 < self.max_tokens < self.context_length <= _MOST_CONTEXT:
            raise ValueError(f"max_tokens must be below context_length, that below {_MOST_CONTEXT}")
        if "{query}" not in self.prompt_template:
            raise ValueError("prompt_template lacks {query}")


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


SMALL_DECODER = 2_000_000  # parameters; it decodes in a fifth to a third of a denoising step
DECODE_EVERY = 3  # steps; at each it would add a third to the time


@dataclass(frozen=True)
class DrawingSettings:
    """What a visualizer's manifest says about drawing with its model."""

    steps: Annotated[int, Meta(ge=1, le=1000)]
    guidance: float
    pixels: Annotated[int, Meta(ge=8, le=4096)]  # side of the square pictures
    sizes: tuple[int, ...] = ()  # sides that the model was made for; none are named: `pixels`
    prompt_template: str = "{instruction}"
    negative_prompt: str = ""
    scheduler: dict[str, Any] = field(default_factory=dict)  # options, or another `_class_name`
    # Of the computation on a graphics processor.
    dtype: Literal["float16", "bfloat16", "float32"] = "float16"
    variant: str = ""  # middle part of the weights' file names, such as fp16
    latent_rgb: tuple[tuple[float, float, float], ...] = ()  # previews: (r, g, b) of each channel
    checkpoint: str = ""  # the one .safetensors file that holds the whole model, if it is one
    decoder: str = ""  # folder with an AutoencoderTiny that decodes in place of the model's own

    def __post_init__(self) -> None:
        if not math.isfinite(self.guidance):
            raise ValueError("guidance is no number")
        if "{instruction}" not in self.prompt_template:
            raise ValueError("prompt_template lacks {instruction}")
        if fault := scheduler_fault(self.scheduler):
            raise ValueError(f"scheduler {fault}")
        if self.checkpoint and not self.checkpoint.endswith(".safetensors"):
            raise ValueError("checkpoint is no .safetensors file")
