"""Lines that are no messages: what a broken window or an adversary says to the engine."""


def _filtered(field: bytes, values: bytes) -> bytes:
    condition = b'{"field": "%b", "values": [%b]}' % (field, values)
    return b'{"kind": "search", "job": 7, "filter": {"conditions": [%b]}}' % condition


# Each stands for job 7, as far as that can be told.
MALFORMED: dict[str, bytes] = {
    "cut off": b'{"kind": "search", "job": 7, "terms": [',
    "nested deep": b'{"kind": "search", "job": 7, "terms": ' + b"[" * 100_000,
    "nested deep and closed": b'{"kind": "search", "job": 7, "terms": %b}'
    % (b"[" * 100_000 + b"]" * 100_000),
    "not UTF-8": b'{"kind": "search", "job": 7, "terms": [{"text": "caf\xe9"}]}',
    "not a number": b'{"kind": "search", "job": 7, "terms": [{"text": "a", "weight": NaN}]}',
    "infinite": b'{"kind": "search", "job": 7, "terms": [{"text": "a", "weight": -Infinity}]}',
    "beyond all numbers": b'{"kind": "search", "job": 7, "terms": [{"weight": 1e999}]}',
    "of 5,000 digits": b'{"kind": "search", "job": 7, "m": ' + b"9" * 5000 + b"}",
    "too many sketches": b'{"kind": "search", "job": 7, "m": 1000000000}',
    "fewer than no sketches": b'{"kind": "search", "job": 7, "m": -1}',
    "a seed too large": b'{"kind": "search", "job": 7, "seed": 18446744073709551616}',
    "terms that are text": b'{"kind": "search", "job": 7, "terms": "red"}',
    "terms of text": b'{"kind": "search", "job": 7, "terms": ["red"]}',
    "words that are a number": b'{"kind": "search", "job": 7, "terms": [{"text": 3}]}',
    "a folder's number too large": _filtered(b"folder", b"9e30"),
    "a folder's name for its number": _filtered(b"folder", b'"a"'),
    "a folder to search from here": _filtered(b"below", b'"photos"'),
    "a field that photos do not have": _filtered(b"online = 0; DROP TABLE photo; --", b"1"),
    "a condition without values": _filtered(b"folder", b""),
    "an area beyond the earth": _filtered(
        b"area", b'{"south": -91, "west": 0, "north": 0, "east": 0}'
    ),
    "an area with three edges": _filtered(b"area", b'{"south": 1, "west": 0, "north": 0}'),
    "a span that ends before it starts": _filtered(b"taken", b'{"start": "2025", "end": "2024"}'),
    "a date in words": _filtered(b"taken", b'{"start": "May", "end": null}'),
    "more stars than there are": _filtered(b"rating", b'{"low": 1, "high": 6}'),
    "an unknown thing to have": _filtered(b"has", b'"colors"'),
    "a filter that is a list": b'{"kind": "search", "job": 7, "filter": []}',
    "a filter with an unknown field": b'{"kind": "search", "job": 7, "filter": {"not": 1}}',
    "too many values": _filtered(b"camera", b", ".join([b'"a"'] * 1001)),
    "a hash with a strange letter": b'{"kind": "search", "job": 7, "exclude_hashes": ["z"]}',
    "a switch that is a number": b'{"kind": "search", "job": 7, "plan_only": 1}',
    "a strategy that is a list": b'{"kind": "search", "job": 7, "strategy": []}',
    "a folder that is a number": b'{"kind": "index", "job": 7, "folders": [7]}',
    "a folder with a zero in it": b'{"kind": "index", "job": 7, "folders": ["/a\\u0000b"]}',
    "a folder from here": b'{"kind": "index", "job": 7, "folders": ["photos"]}',
    "folders that are none": b'{"kind": "index", "job": 7, "folders": null}',
    "fewer than no photos to read": b'{"kind": "ask", "job": 7, "images": -1}',
    "too many photos to read": b'{"kind": "ask", "job": 7, "images": 101}',
    "a photo for a thing that cannot be": b'{"kind": "ask", "job": 7, "photos": [{"entity": -2}]}',
    "a photo by its path": b'{"kind": "ask", "job": 7, "photos": [{"content_hash": "/a.jpg"}]}',
    "an unknown knowledge": b'{"kind": "ask", "job": 7, "knowledge": "everything"}',
    "a sketch with a zero in its path": b'{"kind": "ask", "job": 7, "sketches": ["a\\u0000"]}',
    "a question that is a list": b'{"kind": "ask", "job": 7, "question": ["a"]}',
    "an endless question": b'{"kind": "ask", "job": 7, "question": "%b"}' % (b"a" * 4001),
    "an unknown subject": b'{"kind": "examine", "job": 7, "subject": "everything"}',
    "a subject that is a list": b'{"kind": "examine", "job": 7, "subject": ["settings"]}',
    "a target that is an object": b'{"kind": "cancel", "job": 7, "target": {}}',
    "cores that are none": b'{"kind": "set-indexing", "job": 7, "free_cores": null}',
    "cores in words": b'{"kind": "set-indexing", "job": 7, "free_cores": "two"}',
    "a folder's number that is text": b'{"kind": "remove-folder", "job": 7, "folder_id": "1"}',
    "an unknown kind": b'{"kind": "nonsense", "job": 7}',
    "a kind that is a list": b'{"kind": ["search"], "job": 7}',
    "no kind": b'{"job": 7}',
    "an unknown field": b'{"kind": "search", "job": 7, "unknown": 1}',
}
# In these there is no number to tell.
NUMBERLESS = {
    "nothing": b"",
    "null": b"null",
    "a list": b"[]",
    "words": b"nonsense",
    "only depth": b"[" * 100_000,
    "bytes": bytes(range(128, 256)),
    "a job that is text": b'{"kind": "search", "job": "7"}',
    "a job below nought": b'{"kind": "search", "job": -7}',
    "a job too large": b'{"kind": "search", "job": 99999999999999999999}',
    "a job that is a switch": b'{"kind": "search", "job": true}',
}
