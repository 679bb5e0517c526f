"""Links in the documents lead somewhere, what they name exists, and the first ones stay short."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FIRST = ("README.md", "CONTRIBUTING.md")
FURTHER = ("CHANGELOG.md", "training/README.md", "tests/README.md", "tests/faults/README.md")
PAGES = tuple(path.relative_to(ROOT).as_posix() for path in sorted(ROOT.glob("docs/**/*.md")))
DOCUMENTS = (*FIRST, *FURTHER, *PAGES)
SOURCES = tuple(
    path.as_posix()
    for folder in ("visret_desktop", "bench", "tests", "training", "docs", "installer")
    for ending in ("py", "c")
    for path in ROOT.glob(f"{folder}/**/*.{ending}")
)
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ +(.+?) *$", re.MULTILINE)
_CODE = re.compile(r"^ {4}.*$", re.MULTILINE)
_MOST_LINES = 200
# They name files that are gone, and files to write: `test_recipes.py` writes those.
_NAMING_FILES = [each for each in DOCUMENTS if each not in ("CHANGELOG.md", "docs/recipes.md")]


def text_of(document: str | Path) -> str:
    return (ROOT / document).read_text(encoding="utf-8")


def links(document: str) -> list[str]:
    return [link for link in _LINK.findall(text_of(document)) if "://" not in link]


def anchors(page: Path) -> set[str]:
    """The anchors that GitHub makes of headings."""
    headings = _HEADING.findall(_CODE.sub("", page.read_text(encoding="utf-8")))
    return {re.sub(r"[^\w\- ]", "", heading).lower().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_each_link_leads_to_something(document: str) -> None:
    for link in links(document):
        path, _, anchor = link.partition("#")
        target = (ROOT / document).parent / path if path else ROOT / document
        assert target.exists(), f"{document}: {link}"
        assert not anchor or anchor in anchors(target), f"{document}: {link}"


def test_links_are_found() -> None:
    assert {"docs/models.md", "docs/data.md#drives"} <= set(links("README.md"))
    assert {"drives", "damage-and-backups"} <= anchors(ROOT / "docs" / "data.md")


@pytest.mark.parametrize("page", PAGES)
def test_the_readme_leads_to_each_page(page: str) -> None:
    assert page in links("README.md")


@pytest.mark.parametrize("document", FIRST)
def test_the_first_documents_stay_short(document: str) -> None:
    assert len(text_of(document).splitlines()) <= _MOST_LINES


def sources_named(document: str | Path) -> list[str]:
    text = text_of(document)
    files = re.findall(r"`([\w./-]+\.(?:py|c))`", text)
    modules = re.findall(r"python -m ((?:visret_desktop|bench|training|tests)\.[\w.]*\w)", text)
    return [*files, *(f"{module.replace('.', '/')}.py" for module in modules)]


@pytest.mark.parametrize("document", _NAMING_FILES)
def test_each_source_file_and_module_that_is_named_exists(document: str) -> None:
    for name in sources_named(document):
        assert any(source.endswith(f"/{name}") for source in SOURCES), f"{document}: {name}"


def test_sources_name_each_other_as_they_are_called() -> None:
    package = [
        source for source in SOURCES if source.startswith(f"{ROOT.as_posix()}/visret_desktop/")
    ]
    named = [(source, name) for source in package for name in sources_named(source)]
    assert len(named) > 20
    wrong = [pair for pair in named if not any(one.endswith(f"/{pair[1]}") for one in SOURCES)]
    assert wrong == []


def test_the_screenshot_is_small_enough_to_be_fetched_with_the_source() -> None:
    assert 10_000 < (ROOT / "docs" / "images" / "search.png").stat().st_size < 400_000
