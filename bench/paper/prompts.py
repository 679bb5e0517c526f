"""What language models are asked in paper mode: the aims and the order of the paper's prompts.

The paper's are in its figures 3 to 8, the words here are ours (`resources/prompts/paper/`). A
person's own prompts have no part in it.
"""

from collections.abc import Sequence
from functools import cache

from bench.paper.questions import Asked, Question
from visret_desktop.models.interfaces import SeenPicture
from visret_desktop.paths import bundled

Message = list[str | SeenPicture]


@cache
def text_of(name: str) -> str:
    """Return one of the prompts of paper mode."""
    return bundled("prompts", "paper", f"{name}.txt").read_text(encoding="utf-8").strip()


def to_rewrite(asked: Asked) -> tuple[str, str]:
    """Return the instruction and the text by which a chat model rewrites a query."""
    family, query = asked.query.family, asked.query.text
    if family == "description":
        return text_of(family), f"Query: {query}\nNew query:"
    organism = f"\nOrganism: {asked.species}" if family == "comparison" else ""
    return text_of(family), f"Question: {query}{organism}\nPhrase:"


def reading(question: Question, has_images: bool) -> str:
    """Return the name of the prompt by which a reader answers a question."""
    if not has_images:
        return "reader-memory"
    return "reader-comparison" if len(question.things) > 1 else "reader-question"


def to_answer(question: Question, pictures: Sequence[Sequence[SeenPicture]]) -> Message:
    """Return the message that a reader answers: all pictures in it, by thing; there may be none."""
    prompt = text_of(reading(question, bool(pictures)))
    message: Message = [f"{prompt}\n\nQuestion: {question.text}\n"]
    for thing, own in zip(question.things, pictures, strict=False):
        message.append(f"\nImages related to {thing.species}:\n")
        for number, picture in enumerate(own, start=1):
            message += [f"Image {number}: ", picture, "\n"]
    return message


def to_judge(question: Question, answer: str) -> tuple[str, str]:
    """Return the instruction and the text by which a chat model judges an answer."""
    right = ", or ".join(question.things[0].query.answers)
    text = f"Question: {question.text}\nRight answer: {right}\nStudent's answer: {answer}\nScore:"
    return text_of("judge"), text
