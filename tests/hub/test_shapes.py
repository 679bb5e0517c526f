"""Answers of any other shape end in a sentence: hubs whose answers are mutated by chance."""

import copy
import json
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests import weights
from tests.hub.conftest import OFFER, QUICK, Shelf
from tests.hub.server import Fault, Hub, head, tree_of
from visret_desktop.errors import VisretError
from visret_desktop.packs.custom_models import own_offer
from visret_desktop.packs.errors import HubAnswerUnusable, HubUnreachable, PackRefused
from visret_desktop.packs.fetching.connection import OddAnswer
from visret_desktop.packs.fetching.hub import Hub as Client
from visret_desktop.packs.fetching.hub import RemoteFile
from visret_desktop.packs.fetching.hub_answers import AnswerNotJson, Revision, read
from visret_desktop.packs.fetching.install import install
from visret_desktop.packs.fetching.plan import (
    PackPlan,
    PlannedFile,
    plan_body,
    planned_offer,
    read_plan,
)
from visret_desktop.packs.offers import WantedFile

REPOSITORY = "some/drawer"
FILES = {
    "model_index.json": b'{"_class_name": "StableDiffusionPipeline", "unet": ["a", "b"]}',
    "unet/config.json": b'{"sample_size": 64}',
    "unet/diffusion_pytorch_model.safetensors": weights.safetensors(20_000),
}
HASTY = replace(
    QUICK, silence=0.5, answer=0.5, tries=2, asks=2, first_wait=0.001, longest_wait=0.01
)
WHOLE = settings(
    max_examples=120,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def never() -> bool:
    return False


def deep(levels: int = 3000) -> bytes:
    return b"[" * levels + b"]" * levels


# ---- what is drawn ----------------------------------------------------------------------------

ODD = st.sampled_from(
    [
        *(None, True, -1, 0, 1.5, 1e308, 10**30, 2**63, "", "1", "²", "-1", [], {}, [None], [[]]),
        *("/etc/passwd", "../../x.json", "a\\b.json", "con.json", "\0", "\ud800", "x" * 3000),
        *("a/" * 400 + "b.json", "n" * 300 + ".json", "model_index.json/x", "MODEL_INDEX.JSON"),
        *({"oid": "0" * 64}, {"oid": "0" * 64, "size": -5}, {"size": "20"}, {"license": 5}),
    ]
)
KEYS = st.sampled_from(["type", "path", "size", "oid", "lfs", "sha", "cardData", "license", "x"])


@st.composite
def changed(draw: st.DrawFn, original: Any) -> bytes:
    """Draw the JSON of an answer in which one to three things are others or gone."""
    body = copy.deepcopy(original)
    for _ in range(draw(st.integers(1, 3))):
        body = draw(changed_once(body))
    text = json.dumps(body).encode()
    spoil = draw(st.sampled_from(["no", "no", "no", "cut", "byte", "deep", "number"]))
    at = draw(st.integers(0, len(text)))
    if spoil == "cut":
        return text[:at]
    if spoil == "byte":
        return text[:at] + draw(st.binary(min_size=1, max_size=3)) + text[at + 1 :]
    inserted = {"deep": deep(), "number": b"9" * 5000}.get(spoil, b"null")
    return text.replace(b"null", inserted)


@st.composite
def changed_once(draw: st.DrawFn, body: Any) -> Any:
    if isinstance(body, list) and body and draw(st.integers(0, 5)):
        at = draw(st.integers(0, len(body) - 1))
        return [*body[:at], draw(changed_once(body[at])), *body[at + 1 :]]
    if isinstance(body, dict) and draw(st.integers(0, 5)):
        key = draw(st.sampled_from(sorted(body)) if body else KEYS)
        if draw(st.booleans()):
            return {name: value for name, value in body.items() if name != key}
        return {**body, key: draw(changed_once(body.get(key)))}
    return draw(ODD)


NUMBERS = ["²", "٣", "1_0", "+5", "-1", "9" * 30, "9" * 5000, "1e3", "0x10", "", "nan"]
HEADERS = st.sampled_from(
    [("Retry-After", text) for text in [*NUMBERS, "Wed, 21 Oct 2026 07:28:00 GMT", "Wed"]]
    + [("Content-Range", f"bytes 0-5/{text}") for text in NUMBERS]
    + [("Content-Range", text) for text in ["bytes /²³", "bytes", "/", "bytes */*", "items 1-2/3"]]
    + [("Content-Length", text) for text in NUMBERS]
    + [("Link", text) for text in ["<", "<>", "next", '<::>; rel="next"', ";;=", '<²>; rel="next"']]
    + [("Location", text) for text in ["", "//", "http://[", "\xff", "::", "data:,x", "/²", "#"]]
    + [("Transfer-Encoding", text) for text in ["chunked", "gzip", "chunked, chunked"]]
    + [("Content-Encoding", "gzip"), ("Set-Cookie", "=;;=" * 50), ("X-Error-Code", "²")]
    + [("Ratelimit", f'"api";r=0;t={"9" * 5000}'), ("X-HF-Warning", "a;b"), ("Upgrade", "h2c")]
)
STATUSES = st.sampled_from(
    [
        *("200 OK", "206 Part", "204 None", "302 Go", "307 Go", "304 Same", "401 No", "404 No"),
        *("416 No", "429 Later", "503 No", "101 Other", "999 What", "200 \xff"),
    ]
)
BODIES = st.sampled_from(
    [
        *(b"", b"null", b"[]", b"{}", b"[[]]", b'"x"', b"5", b"<html>", b"\xff", b"\xef\xbb\xbf{}"),
        *(b'{"error": 5}', b'{"errors": [5, null]}', b'[{"error": []}]', b"9" * 5000),
        deep(100_000),
    ]
)


@st.composite
def raw_answers(draw: st.DrawFn) -> bytes:
    headers = draw(st.lists(HEADERS, max_size=2))
    lines = [f"{name}: {text}".encode("utf-8", "surrogateescape") for name, text in headers]
    start = head(status=draw(STATUSES))[:-2]
    return start + b"".join(line + b"\r\n" for line in lines) + b"\r\n" + draw(BODIES)


# ---- what must hold ---------------------------------------------------------------------------


@pytest.fixture
def drawer(hub: Hub) -> Hub:
    hub.add(REPOSITORY, FILES)
    return hub


def take_all(hub: Hub) -> None:
    """Install what the hub offers; whatever it answers ends well or in a sentence."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / ".visret-own").touch()
        client = Client(hub.address, patience=HASTY)
        root = Path(folder) / "packs"
        try:
            offer = own_offer(f"hf:{REPOSITORY}", client, never)
            for _ in install(root, offer, lambda: Client(hub.address, patience=HASTY), never):
                pass
        except VisretError as error:
            sentence = str(error)
            assert sentence.endswith(".")
            assert len(sentence) < 600
        finally:
            client.close()
        assert {path.name for path in Path(folder).iterdir()} <= {".visret-own", "packs"}


def _info(hub: Hub) -> dict[str, Any]:
    sha = hub.repositories[REPOSITORY].commit
    return {"sha": sha, "cardData": {"license": "mit"}, "siblings": [None]}


@WHOLE
@given(data=st.data())
def test_any_change_to_what_a_hub_says(drawer: Hub, data: st.DataObject) -> None:
    name, original = data.draw(
        st.sampled_from(
            [
                (f"info:{REPOSITORY}", _info(drawer)),
                (f"tree:{REPOSITORY}", tree_of(drawer.repositories[REPOSITORY])),
                ("model_index.json", json.loads(FILES["model_index.json"])),
                ("unet/config.json", {"sample_size": 64, "x": None}),
            ]
        )
    )
    drawer.always = {name: Fault(status=200, body=data.draw(changed(original)))}
    take_all(drawer)


@WHOLE
@given(
    name=st.sampled_from(
        [f"info:{REPOSITORY}", f"tree:{REPOSITORY}", "model_index.json", ".safetensors"]
    ),
    raw=raw_answers(),
)
@example(name=".safetensors", raw=head("Content-Range: bytes /\xb2\xb3", status="206 Part"))
@example(name=f"info:{REPOSITORY}", raw=head("Retry-After: \xb2", status="429 Later"))
def test_any_status_header_and_body(drawer: Hub, name: str, raw: bytes) -> None:
    drawer.always = {name: Fault(raw=raw)}
    take_all(drawer)


# ---- each shape by itself -----------------------------------------------------------------------

ENTRY = {"type": "file", "path": "a", "size": 1}


@pytest.mark.parametrize(
    "body",
    [[], None, 5, "x", {}, {"sha": 5}, {"sha": None}, {"sha": []}, {"sha": "../x"}, {"sha": ""}],
)
def test_a_revision_of_another_shape_is_odd(drawer: Hub, body: Any) -> None:
    drawer.always[f"info:{REPOSITORY}"] = Fault(status=200, body=json.dumps(body).encode())
    with pytest.raises(HubAnswerUnusable, match="another form"):
        look_at(drawer)


@pytest.mark.parametrize(
    "body",
    [
        *({}, None, 5, [None], [[]], [5], ["a"], [{}], [{"type": "file"}]),
        *([{**ENTRY, "path": path}] for path in (5, None, "", "x" * 2000)),
        *([{**ENTRY, "size": size}] for size in (-1, "1", 1.5, None, True, 10**30, 2**60)),
        *([{**ENTRY, "lfs": lfs}] for lfs in ([], 5, {"oid": 5, "size": 1}, {"oid": "0" * 64})),
        *([{**ENTRY, "oid": oid}] for oid in (None, 5, "x")),
    ],
)
def test_a_list_of_files_of_another_shape_is_odd(drawer: Hub, body: Any) -> None:
    drawer.always[f"tree:{REPOSITORY}"] = Fault(status=200, body=json.dumps(body).encode())
    with pytest.raises(HubAnswerUnusable, match="another form"):
        look_at(drawer)


def look_at(hub: Hub) -> None:
    client = Client(hub.address, patience=QUICK)
    try:
        own_offer(f"hf:{REPOSITORY}", client, never)
    finally:
        client.close()


def test_what_nobody_reads_may_be_anything() -> None:
    told = read(b'{"sha": "1", "siblings": ' + deep(300) + b', "gated": "\xff"}', Revision)
    assert told.license == ""
    with pytest.raises(OddAnswer, match="nested too deeply"):
        read(b'{"sha": "1", "siblings": ' + deep(100_000) + b"}", Revision)


@pytest.mark.parametrize(
    ("card", "named"),
    [
        ('{"license": "mit"}', "mit"),
        ('{"license": ["mit", "gpl-3.0"]}', "mit, gpl-3.0"),
        ('{"license": {"name": "mit"}}', ""),
        ('{"license": null}', ""),
        ("[]", ""),
        ("5", ""),
        (json.dumps({"license": "m" * 5000}), "m" * 100),
    ],
)
def test_an_owners_card_may_have_any_shape(card: str, named: str) -> None:
    assert read(f'{{"sha": "1", "cardData": {card}}}'.encode(), Revision).license == named


@pytest.mark.parametrize("body", [b"<html>", b"", b"\xff", b"{", b"NaN", b'{"sha": "\\ud800"}'])
def test_what_is_no_json_is_for_people(body: bytes) -> None:
    with pytest.raises(AnswerNotJson):
        read(body, Revision)


@pytest.mark.parametrize("text", [*NUMBERS, "Wed, 21 Oct 2026 07:28:00 GMT"])
def test_a_wait_that_is_no_number_is_not_obeyed(drawer: Hub, text: str) -> None:
    later = f"HTTP/1.1 429 Later\r\nRetry-After: {text}\r\n\r\n".encode()
    drawer.always[f"info:{REPOSITORY}"] = Fault(raw=later)
    with pytest.raises(HubUnreachable, match="429"):
        look_at(drawer)


# ---- names in a listing -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        (["n" * 250 + ".json"], "too long"),
        (["é" * 130 + ".json"], "too long"),
        (["a.json", "A.JSON"], "same name"),
        (["a.json", "a.json/b.json"], "same name"),
        (["a.json/b/c.json", "A.json"], "same name"),
        (["/etc/a.json"], "leaves"),
        (["a/../../b.json"], "leaves"),
        (["a\0.json"], "leaves"),
    ],
)
def test_names_that_no_folder_can_hold_are_refused(
    shelf: Shelf, hub: Hub, names: list[str], reason: str
) -> None:
    hub.add(REPOSITORY, dict.fromkeys(names, b"{}"))
    wanted = tuple(WantedFile(name) for name in names)
    offer = replace(shelf.offer, repo=REPOSITORY, files=wanted)
    with pytest.raises(PackRefused, match=reason):
        Shelf(shelf.root, hub, offer).install()
    assert not any("/resolve/" in request.path for request in hub.requests)


# ---- a plan that somebody changed ---------------------------------------------------------------

REMOTE = RemoteFile(REPOSITORY, "c0ffee", "a.json", 5, "0" * 64)
PLAN = PackPlan("key", (PlannedFile("a.json", REMOTE),))


def stored_plan() -> Any:
    return json.loads(json.dumps(plan_body(PLAN, OFFER)))


def test_a_kept_plan_is_read_as_it_was() -> None:
    assert read_plan(stored_plan(), "key") == PLAN
    assert read_plan(stored_plan(), "other") is None
    assert planned_offer(stored_plan()) == OFFER


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("size", size) for size in ("5", -1, None, 1.5, 2**60)),
        *(("repo", repo) for repo in (5, "", "a", "../..//", "a/b/c")),
        *(("path", path) for path in (5, "", None)),
        *(("commit", commit) for commit in (5, "", "../x")),
    ],
)
def test_a_plan_that_makes_no_sense_is_none(field: str, value: Any) -> None:
    stored = stored_plan()
    stored["files"][0]["remote"][field] = value
    assert read_plan(stored, "key") is None


@pytest.mark.parametrize("stored", [None, [], 5, {}, {"offer": 5}, {"offer": {"role": []}}])
def test_a_plan_of_another_shape_is_none(stored: Any) -> None:
    assert read_plan(stored, "key") is None
    assert planned_offer(stored) is None
