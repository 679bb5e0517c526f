"""The languages of the window: nothing missing, nothing that a translator could not translate."""

import ast
import re
import shutil
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, QTranslator
from PySide6.QtWidgets import QApplication, QDialogButtonBox

from visret_desktop import errors, roles
from visret_desktop.engine.answers.answer_aggregation import Combined, Group
from visret_desktop.engine.answers.answer_sentences import AnswerPart, of_one, of_several
from visret_desktop.engine.field_messages import SidecarSaid
from visret_desktop.engine.messages import Failed, LibraryChanged
from visret_desktop.gui.languages import figures, language
from visret_desktop.gui.languages.sentences import message_in_words, translated
from visret_desktop.packs.fetching.staging import in_units
from visret_desktop.packs.speed_estimates import Speed
from visret_desktop.sentences import sentence
from visret_desktop.settings import LANGUAGES

_ROOT = Path(__file__).parents[2]
_FOLDER = _ROOT / "resources" / "languages"
_GUI = sorted((_ROOT / "visret_desktop" / "gui").rglob("*.py"))
_PACKAGE = _ROOT / "visret_desktop"
_NOT_SHOWN = {  # in the window: what models are asked, what files for others say, what is measured
    "amount_words.py": ["{}(?: ?mm)?", "{}(?: ?{})?", "{}(?: {})?"],  # patterns
    "records.py": ["The time is when the picture was last changed (ModifyDate)."],
    "answer_job.py": ["Photo {}: {}."],
    "eml.py": ["This work is licensed under {}.", "The box around all places in the data."],
    "observations.py": ["Summary of the observations of its media, made by visret."],
    "precision.py": [
        "It is used.",
        "It is not used.",
        "{} It is not used: it would change what you find.",
    ],
    "box_check.py": [
        "Where is {}?",
        "What color is the square?",
        "Is the disc red?",
        "Which of them is red, the disc or the square?",
        "How many discs are there?",
    ],
    "premises.py": [
        "What color {be} {thing}?",
        "What {be} {thing} made of?",
        "What shape {be} {thing}?",
        "How many {noun} are there?",
        "{} the {} visible?",
        "{} {}?",
    ],
    "report.py": [
        "{} judged queries, {} judged photos among {} others, {}.",
        "{}, over judged photos alone; what nobody judged is left out of each ranking.",
        "No photo is marked as wrong: all that is not marked as right counts as wrong.",
    ],
    "verdict.py": [
        "Your current settings were not among them.",
        "{} is beyond chance (p = {}): change them.",
        "{} may be chance (p = {}).",
        "That is what you have: leave it as it is.",
    ],
    "archive_writer.py": ["Coordinates are moved to a grid of {} km."],
}
_FIELDS = re.compile(r"\{[^{}]*\}")


@pytest.fixture(params=LANGUAGES[1:])
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def german(qapp: QApplication) -> Iterator[None]:
    language.use(qapp, "de")
    yield
    language.use(qapp, "en")


def _maker() -> ModuleType:
    spec = spec_from_file_location("make_languages", _ROOT / "docs" / "make_languages.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _messages(path: Path) -> dict[tuple[str, str, bool], tuple[str, ...]]:
    """Return the translations by context, sentence and whether it counts; () if unfinished."""
    found = {}
    for context in ElementTree.parse(path).getroot().iter("context"):
        for message in context.iter("message"):
            counts = message.get("numerus") == "yes"
            said = message.find("translation")
            assert said is not None
            texts = [form.text or "" for form in said.iter("numerusform")] or [said.text or ""]
            is_done = said.get("type") is None and all(texts)
            key = (context.findtext("name", ""), message.findtext("source", ""), counts)
            found[key] = tuple(texts) if is_done else ()
    return found


def test_no_sentence_is_missing_or_unfinished(tmp_path: Path) -> None:
    """`docs/make_languages.py` finds nothing that the files here lack, or have too much."""
    for path in _FOLDER.glob("*.ts"):
        shutil.copy(path, tmp_path)
    _maker().build(tmp_path)
    for path in sorted(_FOLDER.glob("*.ts")):
        fresh = _messages(tmp_path / path.name)
        assert [key for key, texts in fresh.items() if not texts] == [], path.name
        assert fresh == _messages(path), f"{path.name}: run docs/make_languages.py"


def test_no_sentence_stands_inside_of_another() -> None:
    """What gathers sentences does not look into f-strings."""
    found = [
        f"{path.name}:{call.lineno}"
        for path in (Path(__file__).parents[2] / "visret_desktop" / "gui").rglob("*.py")
        for text in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(text, ast.JoinedStr)
        for call in ast.walk(text)
        if isinstance(call, ast.Call) and ast.unparse(call.func) in ("self.tr", "translate")
    ]
    assert found == []


def test_what_is_filled_in_is_the_same_in_a_translation(name: str) -> None:
    for (_, source, counts), texts in _messages(_FOLDER / f"{name}.ts").items():
        assert len(texts) == (2 if counts else 1)
        for text in texts:
            assert set(_FIELDS.findall(text)) == set(_FIELDS.findall(source)), source
            assert ("%Ln" in text) == ("%Ln" in source), source
            assert text[:1].isspace() == source[:1].isspace(), source
            assert ("&" in text) == ("&" in source), source


def test_what_the_window_reads_is_what_was_translated(name: str) -> None:
    translator = QTranslator()
    assert translator.load(str(_FOLDER / f"{name}.qm"))
    for (context, source, counts), texts in _messages(_FOLDER / f"{name}.ts").items():
        said = [translator.translate(context, source, "", n) for n in ((1, 7) if counts else (-1,))]
        assert tuple(said) == texts


def test_sentences_of_the_window_are_literals() -> None:
    """What is put together before it is translated is in no file that a translator sees."""
    for path in _GUI:
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(call, ast.Call):
                continue
            called = ast.unparse(call.func)
            if called == "self.tr":
                texts = call.args[:1]
            elif called.endswith(".tr") or called == "tr":
                pytest.fail(f"{path.name}: {called} has a context that nobody finds")
            elif called.split(".")[-1] == "translate" and len(call.args) > 1:
                texts = call.args[:2]
            else:
                continue
            if path.name in ("sentences.py", "photo_rows.py") and isinstance(texts[-1], ast.Name):
                continue  # what `docs/make_languages.py` gathers from tables
            assert all(isinstance(text, ast.Constant) for text in texts), (
                f"{path.name}:{call.lineno}"
            )


def test_what_people_read_is_marked() -> None:
    """A sentence, or the reason in an error, that is no form has no German and none asks for it."""
    found = [
        f"{path.relative_to(_PACKAGE)}:{line}: {text}"
        for path in sorted(_PACKAGE.rglob("*.py"))
        if path.relative_to(_PACKAGE).parts[0] not in ("gui", "cli", "fieldbook")
        for line, text in _unmarked(ast.parse(path.read_text("utf-8")))
        if text not in _NOT_SHOWN.get(path.name, [])
        and path.name not in ("settings.py", "roles.py")  # whose tables are gathered
    ]
    assert found == []


def _unmarked(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the line and text of sentences and reasons that are no forms."""
    known: set[ast.AST] = set()
    reasons: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            known.add(node.value)  # a docstring
        elif isinstance(node, ast.JoinedStr):
            known.update(node.values)
        elif isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            if called in ("sentence", "form") or called.startswith("_log."):
                known.update(ast.walk(node))
            reasons.update(one.value for one in node.keywords if one.arg == "reason")
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            names = [node.target] if isinstance(node, ast.AnnAssign) else node.targets
            if "sentence" in map(ast.unparse, names) and node.value is not None:
                known.add(node.value)  # of an error
            elif "reason" in map(ast.unparse, names) and node.value is not None:
                reasons.add(node.value)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant | ast.JoinedStr) and node not in known:
            text = _text(node)
            is_sentence = re.match(r"[A-Z{“].* .*[a-z}”)][.!?…]\Z", text) is not None
            if is_sentence or (node in reasons and " " in text):
                yield node.lineno, text


def _text(node: ast.Constant | ast.JoinedStr) -> str:
    """Return a text with {} for what is filled in, "" if it is none."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    return "".join(
        str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values
    )


@pytest.mark.usefixtures("german")
def test_reasons_in_sentences_are_translated_and_names_are_not() -> None:
    reason = sentence("its export to ONNX came out incomplete")
    damaged = errors.PackDamaged(name="finding", reason=reason)
    told = message_in_words(Failed(3, damaged.code, damaged.message))
    assert isinstance(told, Failed)
    assert told.sentence.startswith(
        "Das Modellpaket finding ist beschädigt: sein Export nach ONNX ist unvollständig."
    )
    missing = translated(errors.FolderMissing(path="/fotos/finding"))
    assert missing.startswith("Den Ordner /fotos/finding gibt es nicht.")
    speed = Speed(roles.Role.ENCODER, 1 / 7.4, is_measured=True)
    assert translated(speed.message) == "etwa 7,4 Fotos pro Sekunde"
    later = ValueError(sentence("there is no encoding {encoding}", encoding="'x'"))
    assert translated(errors.PackDamaged(name="x", reason=later)).startswith(
        "Das Modellpaket x ist beschädigt: es gibt keine Kodierung 'x'."
    )
    short = errors.MemoryShort(
        name="x", device="cpu", needed=in_units(1_500_000_000), free=in_units(9 * 10**8)
    )
    assert "etwa 1,5 GB auf cpu, und 900 MB sind frei" in translated(short)
    strange = "Something that nobody has ever said: (("
    assert translated(strange) == strange
    assert translated("") == ""
    reason = errors.NotOurs(path="/x").message
    refused = message_in_words(SidecarSaid(1, "/a.jpg", "/a.xmp", refusal=reason))
    assert isinstance(refused, SidecarSaid)
    assert refused.refusal == translated(reason) != reason
    same = LibraryChanged()
    assert message_in_words(same) is same


@pytest.mark.usefixtures("german")
def test_answers_are_told_in_german() -> None:
    """The reader's words stay as they are; ours around them are German."""
    green, brown = Group("Green", (1, 2), 2), Group("Brown", (4,))
    one = AnswerPart(Combined("answer", (green, brown)), read=3)
    assert translated(of_one(one)) == "„Green“, in den Fotos 1 und 2; aber „Brown“ in Foto 4."
    frogs = AnswerPart(Combined("answer", (green,)), read=2, name="frogs")
    toads = AnswerPart(Combined("not-shown", ()), read=3, name="toads")
    assert translated(of_several((frogs, toads), None)) == (
        "Frogs: „Green“ (Fotos 1 und 2). Toads: Keins der 3 gelesenen Fotos zeigt es."
    )


@pytest.mark.usefixtures("german")
def test_numbers_buttons_and_counts_follow_the_language() -> None:
    assert figures.count(1234567) == "1.234.567"
    assert figures.decimal(1.25, 2) == "1,25"
    assert figures.in_short(0.3) == "0,3"
    assert figures.size(1_500_000_000) == "1,5 GB"
    counted = [QCoreApplication.translate("GridPage", "%Ln photo(s)", "", n) for n in (1, 1500)]
    assert counted == ["1 Foto", "1.500 Fotos"]
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    assert box.buttons()[0].text() == "Abbrechen"
    assert QLocale().standaloneMonthName(3) == "März"


def test_english_tells_one_from_many(qapp: QApplication) -> None:
    assert language.use(qapp, "en") == "en"
    counted = [QCoreApplication.translate("GridPage", "%Ln photo(s)", "", n) for n in (1, 1500)]
    assert counted == ["1 photo", "1,500 photos"]


@pytest.mark.parametrize(
    ("chosen", "system", "expected"),
    [
        ("system", "de_AT", "de"),
        ("system", "en_GB", "en"),
        ("system", "fr_FR", "en"),
        ("de", "en_US", "de"),
        ("en", "de_DE", "en"),
    ],
)
def test_the_system_s_language_counts_unless_one_is_chosen(
    chosen: str, system: str, expected: str
) -> None:
    assert language.spoken(chosen, QLocale(system)) == expected


def test_dates_are_those_of_the_territory_or_of_the_world(qapp: QApplication) -> None:
    """Where the system says no territory, as in a container, no one gets American dates."""
    language.use(qapp, "en")
    made = QLocale()
    assert made.language() == QLocale.Language.English
    is_american = QLocale.system().territory() == QLocale.Country.UnitedStates
    assert (made.territory() == QLocale.Country.UnitedStates) == is_american
