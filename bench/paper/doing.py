"""What models do with one item of each kind; what comes out goes to the ledger."""

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

from bench.answers.chat_judge import score_in
from bench.paper import prompts
from bench.paper.questions import Asked, Question
from bench.paper.setup import MOST_IMAGES, SKETCHES, Answering, Way
from visret_desktop.engine.answers.pictures import seen_photo, seen_sketch
from visret_desktop.engine.messages import QueryTerm, Search
from visret_desktop.engine.runtime import Library
from visret_desktop.judging.corpus import Corpus
from visret_desktop.judging.measuring import answered
from visret_desktop.judging.tasks import RankingTask, TaskMaker
from visret_desktop.library.records import PhotoRow
from visret_desktop.models.answering.llama_reader import LlamaReader
from visret_desktop.models.answering.reader_answers import UnusableAnswer, parts
from visret_desktop.models.interfaces import SeenPicture

Json = dict[str, Any]
Item = TypeVar("Item")
ANSWER_WORDS = 500  # of reasoning and answer
_OF_STRATEGY = {"visret": SKETCHES, "visret-single": 1}


# Does one item. Raises `UnusableAnswer`, or what the model raises, if nothing comes out.
Do = Callable[[Item], Json]


class Chat(Protocol):
    """A chat model."""

    def reply(self, instruction: str, text: str) -> str:
        """Return what it says to a text; "" where it fails."""
        ...


def rewriting(model: Chat) -> Do[Asked]:
    """Return what makes an instruction of a query, without a guard."""

    def rewritten(asked: Asked) -> Json:
        said = " ".join(model.reply(*prompts.to_rewrite(asked)).split())
        if not said:
            raise UnusableAnswer("The rewriter said nothing")
        return {"instruction": said}

    return rewritten


def ranking(
    library: Library, corpus: Corpus, instruction_of: Callable[[str, Asked], str | None]
) -> Do[tuple[Way, Asked]]:
    """Return what ranks the images of a query, through the program's own search.

    An instruction that is handed over is searched for as it is, and all its sketches are drawn.
    """
    tasks = _tasks(library, corpus)

    def ranked(item: tuple[Way, Asked]) -> Json:
        way, asked = item
        task = tasks[asked.number, asked.place]
        instruction = instruction_of(way.rewriter, asked) if way.rewriter else None
        request = Search(
            terms=(QueryTerm(task.text),),
            top_k=task.depth,
            filter=task.only,
            strategy=way.strategy,
            m=SKETCHES,
            draw_all=True,
            family=task.family,
            instructions=(instruction,) if instruction else (),
            by_names=False,
        )
        found = answered(library, request)
        hashes = [hit.content_hash for hit in found.hits]
        wanted = _OF_STRATEGY.get(way.strategy, 0)
        if len(found.ready) < wanted:
            raise UnusableAnswer(f"{len(found.ready)} of {wanted} sketches were drawn")
        return {
            "relevant": len(task.relevant),
            "ranked": len(hashes),
            "ranks": [n for n, one in enumerate(hashes, start=1) if one in task.relevant],
            "first": hashes[:MOST_IMAGES],
            "sketches": [Path(sketch.path).name for sketch in found.ready],
        }

    return ranked


def _tasks(library: Library, corpus: Corpus) -> dict[tuple[int, int], RankingTask]:
    """Return the task of each thing of each query, by their numbers."""
    found: dict[tuple[int, int], RankingTask] = {}
    places: Counter[int] = Counter()
    for task in TaskMaker(library, corpus, whole_library=False).tasks():
        found[task.query, places[task.query]] = task
        places[task.query] += 1
    return found


def answering(
    model: LlamaReader,
    library: Library,
    images_of: Callable[[Answering, Question], list[list[str]] | None],
) -> Do[tuple[Answering, Question]]:
    """Return what answers a question from all its images in one prompt."""
    by_hash: dict[str, list[PhotoRow]] = {}
    for row in library.reader.photo_rows():
        by_hash.setdefault(row.content_hash, []).append(row)

    def shown(image: str) -> SeenPicture:
        if image in by_hash:
            return seen_photo(library, image, by_hash[image], model.side)
        return seen_sketch(library, library.paths.sketches / image, model.side)

    def answer(item: tuple[Answering, Question]) -> Json:
        one, question = item
        images: Sequence[Sequence[str]] = images_of(one, question) or []
        pictures = [[shown(image) for image in own] for own in images]
        said = model.reply(prompts.to_answer(question, pictures))
        model.forget()
        return {"answer": parts(said)[1] or said.strip(), "said": said}

    return answer


def judging(
    model: Chat, said_of: Callable[[Answering, Question], str | None]
) -> Do[tuple[Answering, Question]]:
    """Return what grades an answer; `score` is None where the judge gave none."""

    def graded(item: tuple[Answering, Question]) -> Json:
        one, question = item
        said = model.reply(*prompts.to_judge(question, said_of(one, question) or ""))
        if not said:
            raise UnusableAnswer("The judge said nothing")
        is_whole = "score" in said.casefold()  # the prompt ends in "Score:"
        return {"score": score_in(said if is_whole else f"Score: {said}"), "said": said}

    return graded
