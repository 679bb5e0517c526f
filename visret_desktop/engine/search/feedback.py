"""Photos that were marked right or wrong make the query better.

The query moves towards the mean of the right ones and away from that of the wrong ones. Source:
Rocchio, "Relevance feedback in information retrieval", in The SMART Retrieval System, 1971.
"""

from collections.abc import Sequence
from dataclasses import replace

from visret_desktop.engine.messages import HASH_PREFIX, QueryTerm, Search
from visret_desktop.engine.runtime import Library

# Of all marks together, where the words weigh 1. Chosen on the fieldbook's validation queries:
# python -m training.studies.feedback
TOWARDS, AWAY = 0.5, -0.25
_MOST_MARKS = 40  # of each kind that count; a query has a hundred parts at most


def with_marks(library: Library, request: Search) -> Search:
    """Return a request with its marks as terms; wrong photos are left out of the answer.

    Photos that the encoder does not know, or not any more, do not count.
    """
    if not (request.right_hashes or request.wrong_hashes):
        return request
    terms = (
        *request.terms,
        *_terms(library, request.right_hashes, TOWARDS),
        *_terms(library, request.wrong_hashes, AWAY),
    )
    exclude = (*request.exclude_hashes, *request.wrong_hashes)
    return replace(request, terms=terms, exclude_hashes=exclude)


def _terms(library: Library, hashes: Sequence[str], weight: float) -> list[QueryTerm]:
    known = library.reader.embeddings.labels_of_hashes(hashes, library.encoder.name)
    counted = [content for content in hashes if content in known][:_MOST_MARKS]
    return [QueryTerm(image=HASH_PREFIX + each, weight=weight / len(counted)) for each in counted]
