"""Measure the rewriter through llama.cpp on what no training saw.

    python -m training.evaluate_rewriter

Held-out wordings of held-out combinations, three hundred of each kind; exact answers only.
"""

import statistics
import time

from bench.fieldbook.queries import KINDS_OF_QUERIES
from training.rewriter import NAME, test_queries
from training.workplace import workplace, write_json
from visret_desktop.judging.metrics import summary
from visret_desktop.models.runtimes.llama import Llama

_QUERIES = 300
_SEED = 2_026


def main() -> None:
    path = workplace(NAME, "model", "rewriter.gguf")
    model = Llama(str(path), n_ctx=512, n_threads=1, n_threads_batch=1, verbose=False, seed=0)
    milliseconds: list[float] = []
    figures: dict[str, object] = {}
    for kind in KINDS_OF_QUERIES:
        right = []
        for query, wanted in test_queries(kind, _QUERIES, _SEED):
            started = time.perf_counter()
            given = _answer(model, query)
            milliseconds.append(1000 * (time.perf_counter() - started))
            right.append(float(given == wanted))
            if given != wanted and sum(1 - r for r in right) <= 8:
                print(f"{kind}: {query!r} -> {given!r}, not {wanted!r}")
        figures[kind] = {"queries": _QUERIES, "exact": summary(right)}
    milliseconds.sort()
    figures["milliseconds"] = {
        "median": round(statistics.median(milliseconds), 1),
        "p95": round(milliseconds[int(len(milliseconds) * 0.95)], 1),
    }
    figures["bytes"] = path.stat().st_size
    write_json(workplace("figures", "rewriter.json"), figures)
    print(figures)


def _answer(model: Llama, query: str) -> str:
    messages = [{"role": "user", "content": query}]
    made = model.create_chat_completion(messages=messages, temperature=0.0, max_tokens=96)
    return str(made["choices"][0]["message"]["content"])


if __name__ == "__main__":
    main()
