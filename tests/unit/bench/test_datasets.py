"""Judged queries in the forms in which they are published."""

import json
from pathlib import Path

import pytest

from bench.datasets import inquire_form, look_for_images, read
from visret_desktop.errors import FileMissing, UsageError
from visret_desktop.judging.judged_queries import JudgedQuery, Pool


def test_every_form(tmp_path: Path) -> None:
    images = {"owl/1.jpg": 1, "owl/2.jpg": 0}
    two = {"entity_1": images, "entity_2": {"jay/1.jpg": 1}}
    texts = {
        "visual-rag": json.dumps({"question": "what feet?", "images": images}) + "\n\n",
        "visual-rag-me": json.dumps({"question": "which?", "images": two, "sn": ["A a", "B b"]}),
        "inquire-hard": json.dumps([{"query": "an owl", "images": images}]),
        "own": json.dumps({"query": "my owl", "photos": images}),
    }
    for name, text in texts.items():
        path = tmp_path / name
        path.write_text(text)
        (query,) = read(name, path)
        base = f"{tmp_path}/" if name == "own" else ""
        assert query.pools[0].judged == {f"{base}owl/1.jpg": True, f"{base}owl/2.jpg": False}
        assert query.pools[0].relevant == 1
    (pair,) = read("visual-rag-me", tmp_path / "visual-rag-me")
    assert [pool.entity for pool in pair.pools] == ["A a", "B b"]


@pytest.mark.parametrize(
    "text", ["", "[1]", "{", '[{"query": 3}]', '[{"query": "q", "images": {"a": 2}}]']
)
def test_what_is_no_data_set_is_refused_in_a_sentence(tmp_path: Path, text: str) -> None:
    path = tmp_path / "broken.json"
    path.write_text(text)
    with pytest.raises(UsageError, match=r"broken\.json is not a file of inquire-hard"):
        read("inquire-hard", path)
    with pytest.raises(FileMissing, match="There is no file"):
        read("own", tmp_path / "nowhere")
    with pytest.raises(UsageError, match="Choose one of"):
        read("imagenet", path)


def test_further_keys_of_own_judgments(tmp_path: Path) -> None:
    told = {"kind": "birds", "instruction": "an owl", "pictures": ["drawn.png"]}
    entry = {"query": "my owl", "photos": {"/p/a.jpg": 1}, **told}
    (tmp_path / "own.jsonl").write_text(json.dumps(entry))
    (query,) = read("own", tmp_path / "own.jsonl")
    pictures = (str(tmp_path / "drawn.png"),)
    pool = Pool("", {"/p/a.jpg": True})
    assert query == JudgedQuery("my owl", (pool,), "", "birds", "an owl", pictures)


def test_published_questions_come_with_their_answers(tmp_path: Path) -> None:
    path = tmp_path / "questions.jsonl"
    images = {"owl/1.jpg": 1}
    told: list[object] = [["black", "dark"], "black", None]
    lines = [{"question": "what feet?", "images": images, "sn": "Asio otus"} for _ in told]
    for line, answer in zip(lines, told, strict=True):
        line |= {"answer": answer} if answer else {}
    path.write_text("\n".join(map(json.dumps, lines)))
    found = [query.answers for query in read("visual-rag", path)]
    assert found == [("black", "dark"), ("black",), ()]


ROWS = [("an owl", "a/1.jpg", 1), ("an owl", "a/2.jpg", 0), ("a jay, flying", "a/1.jpg", 0)]


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_inquire_rerank_has_an_image_a_line(tmp_path: Path, form: str) -> None:
    path = tmp_path / f"rerank.{form}"
    if form == "csv":
        head = "\ufeffquery,relevant,clip_score,inat24_file_name,license"
        lines = [head, *(f'"{query}",{grade},0.3,{image},cc0' for query, image, grade in ROWS)]
    else:
        names = ("query", "inat24_file_name", "relevant")
        lines = [json.dumps(dict(zip(names, row, strict=True)) | {"date": ""}) for row in ROWS]
    path.write_text("\n".join(lines))
    assert inquire_form(path) == "inquire-rerank"
    owl, jay = read("inquire-rerank", path)
    assert (owl.text, owl.pools[0].judged) == ("an owl", {"a/1.jpg": True, "a/2.jpg": False})
    assert (jay.text, jay.family, jay.pools[0].relevant) == ("a jay, flying", "description", 0)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("query,relevant\nan owl,1\n", "line 2: it has no 'inat24_file_name'"),
        ("query,relevant,inat24_file_name\nan owl,1,a.jpg\n,1,b.jpg\n", "line 3: its query is"),
        ("query,relevant,inat24_file_name\nan owl,perhaps,a.jpg\n", "line 2: invalid literal"),
        ("query,relevant,inat24_file_name\nan owl,2,a.jpg\n", "neither 0 nor 1"),
    ],
)
def test_a_damaged_line_of_inquire_is_named(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "rerank.csv"
    path.write_text(text)
    with pytest.raises(UsageError, match=said):
        read("inquire-rerank", path)


def test_the_form_of_inquire_is_seen_by_how_it_begins(tmp_path: Path) -> None:
    path = tmp_path / "a.file"
    for text, form in (
        ('[{"query": "an owl", "images": {}}]', "inquire-hard"),
        (",query_id,query_text\n0,3,an owl\n", "inquire-queries"),
    ):
        path.write_text(text)
        assert inquire_form(path) == form
    with pytest.raises(FileMissing):
        inquire_form(tmp_path / "nowhere")


def test_missing_images_are_named(tmp_path: Path) -> None:
    root = tmp_path / "images"
    root.mkdir()
    (root / "here.jpg").touch()
    (tmp_path / "outside.jpg").touch()
    judged = {"here.jpg": True, "gone.jpg": False, "../outside.jpg": False}
    presence = look_for_images([JudgedQuery("q", (Pool("", judged),))], root)
    assert (presence.found, presence.missing) == (1, ("../outside.jpg", "gone.jpg"))


def test_query_lists(tmp_path: Path) -> None:
    path = tmp_path / "queries.csv"
    path.write_text(",query_id,query_text\n0,3,a mongoose \n1,4,a meadowlark\n")
    queries = read("inquire-queries", path)
    assert [(query.text, query.pools) for query in queries] == [
        ("a mongoose", ()),
        ("a meadowlark", ()),
    ]
    path.write_text("a,b\n1,2\n")
    with pytest.raises(UsageError, match="is not a file of inquire-queries"):
        read("inquire-queries", path)


GOOD = '{"question": "What is it?", "images": {"a.jpg": 1}}'


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{broken", r"line 2: no JSON \(Expecting property name .*, at character 2\)"),
        ('{"question": "What is it?"}', "line 2: it has no 'images'"),
        ('{"question": 5, "images": {}}', "line 2: its question is empty, or no text"),
        ('{"question": "x", "images": ["a.jpg"]}', "line 2: something in it is of another kind"),
        ('{"question": "x", "images": {"a.jpg": 7}}', "line 2: a judgment is neither 0 nor 1"),
        ("[]", "line 2: something in it is of another kind"),
    ],
)
def test_a_wrong_line_is_named_with_what_is_wrong(tmp_path: Path, line: str, said: str) -> None:
    file = tmp_path / "queries.jsonl"
    file.write_text(f"{GOOD}\n{line}\n")
    with pytest.raises(UsageError, match=said):
        read("visual-rag", file)
