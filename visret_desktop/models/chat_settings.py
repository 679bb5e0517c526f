"""What the manifest of a rewriter may say."""

from dataclasses import dataclass

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
