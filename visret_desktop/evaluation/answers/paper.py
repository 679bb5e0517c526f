"""Figures of the Visualize-then-Retrieve paper's tables 3, 6 and 7, to stand beside ours.

Three readers of the paper answered with reasoning ("steps" here), from photos found by CLIP with
three sketches; of Visual-RAG ours are questions, of Visual-RAG-ME comparisons. The prompt without
images is in its authors' repository (`ZEROSHOT_QA_PROMPT`); a prompt without reasoning is not
published, so that row of ours stands alone.
"""

READERS = ("GPT-4o mini", "GPT-4o", "GPT-4.1")
OF_KIND = {"question": "Visual-RAG", "comparison": "Visual-RAG-ME"}
# Kind, knowledge and images; the paper's least for two things is two.
ACCURACY: dict[tuple[str, str, int], tuple[float, float, float]] = {
    ("question", "none", 0): (38.49, 48.47, 49.23),
    ("question", "text", 1): (40.92, 47.44, 51.53),
    ("question", "text", 10): (46.04, 51.79, 57.06),
    ("question", "visret", 1): (41.81, 49.23, 57.16),
    ("question", "visret", 10): (46.42, 53.84, 56.65),
    ("question", "sketch", 1): (43.09, 42.45, 44.37),
    ("comparison", "none", 0): (41.0, 51.0, 47.0),
    ("comparison", "text", 1): (49.0, 59.0, 61.0),
    ("comparison", "text", 10): (48.0, 63.0, 65.0),
    ("comparison", "visret", 1): (53.0, 64.0, 62.0),
    ("comparison", "visret", 10): (55.0, 70.0, 71.0),
    ("comparison", "sketch", 1): (59.0, 58.0, 80.0),
}
STATISTICS = {  # queries, images per entity, positives per entity
    "question": (391, 264, 14.3),
    "comparison": (50, 263, 20.8),
}


def beside(kind: str, knowledge: str, images: int, style: str) -> tuple[float, ...]:
    """Return what the paper's readers reach where a row of ours corresponds; else nothing."""
    return ACCURACY.get((kind, knowledge, images), ()) if style == "steps" else ()
