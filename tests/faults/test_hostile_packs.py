"""Model files made to harm: each is refused by name before a library sees it, or tried aside."""

import ctypes
import json
import os
import pickle
import random
import shutil
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests import weights
from tests.faults.rounds import rounds as _rounds
from tests.unit.models.conftest import model_paths  # noqa: F401 - a fixture
from visret_desktop.assets import bundled
from visret_desktop.errors import VisretError
from visret_desktop.models.rewriter import ChatSettings, open_rewriter
from visret_desktop.models.visualizer import open_visualizer
from visret_desktop.packs import gguf_header, safetensors_header
from visret_desktop.packs.events import PackReady
from visret_desktop.packs.importing import take_in
from visret_desktop.packs.manifest import FILE_NAME, Pack, Role, write_manifest
from visret_desktop.packs.registry import BrokenPack, installed
from visret_desktop.packs.sources import sources_in
from visret_desktop.paths import Paths

TallyUp = Callable[[str, int, str], None]
REFUSED = "refused by name, nothing of it ran or was kept"
ENCODER, VISUALIZER = bundled("starter", "encoder"), bundled("starter", "visualizer")
GGUF = bundled("starter", "rewriter", "rewriter.gguf").read_bytes()


class Payload:
    """Whoever unpickles it writes a file."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, (str(self.mark),)


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    made = Paths(tmp_path / "data", tmp_path / "cache", tmp_path / "config")
    made.packs.mkdir(parents=True)
    return made


def refusal(paths: Paths, path: Path) -> str:
    """Take in what lies at `path` and return the sentence that refuses it."""
    with pytest.raises(VisretError) as caught:
        _take_all(paths, path)
    assert not list(paths.packs.glob(f"*/{FILE_NAME}"))
    return str(caught.value)


def _take_all(paths: Paths, path: Path) -> None:
    for source in sources_in(path):
        list(take_in(paths.packs, source, lambda: False))


def taken(paths: Paths, path: Path) -> Pack:
    """Take in what lies at `path`."""
    (source,) = sources_in(path)
    *_, last = take_in(paths.packs, source, lambda: False)
    assert isinstance(last, PackReady)
    return last.pack


def model_folder(directory: Path, original: Path) -> Path:
    """Copy a model without its manifest, as other programs keep it."""
    return Path(
        shutil.copytree(original, directory, ignore=shutil.ignore_patterns(FILE_NAME, "README.md"))
    )


# ---- pickles ------------------------------------------------------------------------------------


def _zipped(path: Path, content: bytes) -> None:
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("archive/data.pkl", content)


@pytest.mark.parametrize("is_zipped", [False, True], ids=["bare", "in a zip, as torch writes it"])
@pytest.mark.parametrize(
    "name",
    [
        *("model.safetensors", "model.gguf", "Model.SafeTensors", "model.bin", "model.pt"),
        *("model.ckpt", "model.pth", "model.pkl", "model.onnx", "model.zip", "model"),
    ],
)
def test_a_pickle_under_any_name(
    paths: Paths, tmp_path: Path, tally: TallyUp, name: str, is_zipped: bool
) -> None:
    mark = tmp_path / "it ran"
    content = pickle.dumps(Payload(mark))
    (tmp_path / "stick").mkdir()
    path = tmp_path / "stick" / name
    _zipped(path, content) if is_zipped else path.write_bytes(content)
    assert name in refusal(paths, path)
    refusal(paths, path.parent)
    assert not mark.exists()
    tally("a pickle under the name of a model", 2, REFUSED)


@pytest.mark.parametrize("name", ["pytorch_model.bin", "open_clip_pytorch_model.bin", "own.py"])
def test_a_pickle_beside_a_model_is_left_behind(
    paths: Paths, tmp_path: Path, tally: TallyUp, name: str
) -> None:
    folder = model_folder(tmp_path / "model", ENCODER)
    (folder / name).write_bytes(pickle.dumps(Payload(tmp_path / "it ran")))
    pack = taken(paths, folder)
    assert not (pack.directory / name).exists()
    shutil.copy(folder / name, pack.directory)  # and put there later it disables the pack
    (broken,) = (each for each in installed(paths) if each.name == pack.name)
    assert isinstance(broken, BrokenPack)
    assert name in broken.reason
    tally("a pickle or program beside a model", 2, "left behind; found in a pack, disables it")


# ---- manifests ----------------------------------------------------------------------------------


def _manifest(folder: Path, **changed: Any) -> dict[str, Any]:
    stored: dict[str, Any] = json.loads((ENCODER / FILE_NAME).read_text("utf-8"))
    return stored | {"name": folder.name} | changed


def _file(**changed: Any) -> dict[str, Any]:
    return {"path": "a.json", "size": 2, "sha256": "0" * 64} | changed


@pytest.mark.parametrize(
    "path", ["../a.json", "/etc/a.json", "a\\..\\b.json", "C:/a.json", "", "a//b.json", "nul.json"]
)
def test_a_path_that_leaves_the_folder(
    paths: Paths, tmp_path: Path, tally: TallyUp, path: str
) -> None:
    (tmp_path / "a.json").write_text("{}")
    _refused_everywhere(paths, tmp_path, json.dumps(_manifest(tmp_path, files=[_file(path=path)])))
    tally("a path that leaves the pack's folder", 2, REFUSED)


@pytest.mark.parametrize("adopted", ["", "/elsewhere/a.json"])
def test_a_link_that_leaves_the_folder(
    paths: Paths, tmp_path: Path, tally: TallyUp, adopted: str
) -> None:
    (tmp_path / "secret.json").write_text("{}")
    folder = tmp_path / "stick" / "linked"
    folder.mkdir(parents=True)
    (folder / "a.json").symlink_to(tmp_path / "secret.json")
    stored = _manifest(folder, files=[_file(adopted_from=adopted)])
    (folder / FILE_NAME).write_text(json.dumps(stored))
    assert "leads out of its folder" in refusal(paths, folder)
    tally("a link that leaves the pack's folder", 1, REFUSED)


def test_other_bytes_than_the_manifest_says(paths: Paths, tmp_path: Path, tally: TallyUp) -> None:
    for number, changed in enumerate(({"size": 3}, {"sha256": "1" * 64})):
        folder = tmp_path / f"stick{number}"
        folder.mkdir()
        (folder / "a.json").write_text("{}")
        stored = _manifest(folder, files=[_file(**changed)])
        (folder / FILE_NAME).write_text(json.dumps(stored))
        assert "other bytes than its manifest says" in refusal(paths, folder)
    tally("wrong sizes and hashes", 2, REFUSED)


_ABSURD = {
    "size 1e999": '{"files": [{"path": "a.json", "size": 1e999, "sha256": "%s"}]}' % ("0" * 64),
    "size NaN": '{"files": [{"path": "a.json", "size": NaN, "sha256": "%s"}]}' % ("0" * 64),
    "size below 0": json.dumps({"files": [_file(size=-1)]}),
    "size of 400 digits": json.dumps({"files": [_file(size=10**400)]}),
    "size of 9,000 digits": '{"size": ' + "9" * 9_000 + "}",
    "size true": json.dumps({"files": [_file(size=True)]}),
    "settings 1e999": '{"settings": {"steps": 1e999}}',
    "depth 100,000": "[" * 100_000 + "]" * 100_000,
    "deep settings": '{"settings": ' + '{"a":' * 50_000 + "1" + "}" * 50_001,
    "a list": "[]",
    "no text": "\udcff",
    "5 MB": '{"title": "' + "x" * 5_000_000 + '"}',
    "files a number": '{"files": 7}',
    "role unknown": '{"role": "virus"}',
    "name a path": '{"name": "../../x"}',
    "name a list": '{"name": [[[[]]]]}',
}


@pytest.mark.parametrize("said", _ABSURD.values(), ids=_ABSURD.keys())
def test_a_manifest_that_makes_no_sense(
    paths: Paths, tmp_path: Path, tally: TallyUp, said: str
) -> None:
    stored = said
    if said.startswith("{") and said.endswith("}"):
        stored = json.dumps(_manifest(tmp_path))[:-1] + ", " + said[1:]  # the last of a name rules
    _refused_everywhere(paths, tmp_path, stored)
    tally("a manifest that makes no sense", 2, REFUSED)


def _refused_everywhere(paths: Paths, tmp_path: Path, manifest: str) -> None:
    """Offered on a stick it is refused, lying among the packs it is a broken one."""
    for folder in (tmp_path / "stick", paths.packs / "planted"):
        folder.mkdir()
        (folder / "a.json").write_text("{}")
        (folder / FILE_NAME).write_text(manifest, "utf-8", "surrogateescape")
    (planted,) = (each for each in installed(paths) if each.directory.parent == paths.packs)
    assert isinstance(planted, BrokenPack)
    assert planted.reason
    shutil.rmtree(paths.packs / "planted")
    assert refusal(paths, tmp_path / "stick")


# ---- safetensors --------------------------------------------------------------------------------


def _tensor(dtype: Any = "U8", shape: Any = (64,), offsets: Any = (0, 64)) -> dict[str, Any]:
    return {"dtype": dtype, "shape": shape, "data_offsets": offsets}


_LYING_SAFETENSORS = {
    "header of 2^63 bytes": (2**63).to_bytes(8, "little") + b"{}",
    "header beyond the file": (1_000).to_bytes(8, "little") + b"{}",
    "header of no bytes": bytes(8),
    "no header": b"",
    "three bytes": b"abc",
    "offsets beyond the file": weights.safetensors(a=_tensor(offsets=(0, 65), shape=(65,))),
    "offsets of 2^63": weights.safetensors(a=_tensor(offsets=(2**63, 2**63 + 64))),
    "offsets below 0": weights.safetensors(a=_tensor(offsets=(-64, 0))),
    "offsets backwards": weights.safetensors(a=_tensor(offsets=(64, 0), shape=(0,))),
    "overlapping": weights.safetensors(a=_tensor(), b=_tensor()),
    "a hole": weights.safetensors(
        a=_tensor(shape=(8,), offsets=(0, 8)), b=_tensor(shape=(54,), offsets=(10, 64))
    ),
    "less than the file": weights.safetensors(a=_tensor(shape=(8,), offsets=(0, 8))),
    "another shape": weights.safetensors(a=_tensor(shape=(63,))),
    "a shape of 2^32 x 2^32": weights.safetensors(a=_tensor(shape=(2**32, 2**32))),
    "a shape below 0": weights.safetensors(a=_tensor(shape=(-8, -8))),
    "a shape of floats": weights.safetensors(a=_tensor(shape=(64.0,))),
    "a shape of true": weights.safetensors(a=_tensor(shape=(64, True))),
    "an unknown type": weights.safetensors(a=_tensor(dtype="PICKLE")),
    "a type that is a list": weights.safetensors(a=_tensor(dtype=["U8"])),
    "a tensor that is text": weights.safetensors(a="tensor"),
    "three offsets": weights.safetensors(a=_tensor(offsets=(0, 32, 64))),
    "a name twice": weights.safetensors_of(
        b'{"a":%b,"a":%b}' % ((json.dumps(_tensor()).encode(),) * 2)
    ),
    "notes that are no text": weights.safetensors(a=_tensor(), __metadata__={"x": [1]}),
    "depth 100,000": weights.safetensors_of(b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}"),
    "1e999": weights.safetensors_of(b'{"a":1e999}'),
    "a list": weights.safetensors_of(b"[[]]"),
    "not even JSON": weights.safetensors_of(b"{evil}"),
    "no text": weights.safetensors_of(b'{"\xff": 1}'),
}


@pytest.mark.parametrize("content", _LYING_SAFETENSORS.values(), ids=_LYING_SAFETENSORS.keys())
def test_a_safetensors_header_that_lies(
    paths: Paths, tmp_path: Path, tally: TallyUp, content: bytes
) -> None:
    path = tmp_path / "stick" / "model.safetensors"
    path.parent.mkdir()
    path.write_bytes(content)
    assert "model.safetensors is no safetensors file" in refusal(paths, path)
    tally("a safetensors header that lies", 1, REFUSED)


@_rounds(quick=300, long=20_000)
def test_what_passes_is_what_the_library_reads(
    tmp_path: Path, chance: random.Random, tally: TallyUp, rounds: int
) -> None:
    from safetensors import SafetensorError, safe_open

    whole = (VISUALIZER / "vae" / "diffusion_pytorch_model.safetensors").read_bytes()
    size = int.from_bytes(whole[:8], "little") + 8
    path, passed = tmp_path / "model.safetensors", 0
    for _ in range(rounds):
        path.write_bytes(_mutated(whole, size, chance))
        try:
            safetensors_header.check(path)
        except ValueError:
            continue
        passed += 1
        try:
            with safe_open(path, framework="numpy") as opened:
                assert opened.keys()
        except SafetensorError as error:
            pytest.fail(f"the check let pass what the library refuses: {error}")
    tally("a safetensors header with changed bytes", rounds, "refused, or read by the library")


def _mutated(whole: bytes, size: int, chance: random.Random) -> bytes:
    """Change a few bytes among the first `size`, or cut the file."""
    changed = bytearray(whole)
    for _ in range(chance.randrange(1, 4)):
        changed[chance.randrange(size)] = chance.choice((0, 1, 0x22, 0x30, 0x7F, 0xFF))
    if chance.random() < 0.1:
        del changed[chance.randrange(size) :]
    return bytes(changed)


# ---- GGUF ---------------------------------------------------------------------------------------


def _array(kind: int, count: int, content: bytes = b"") -> bytes:
    return struct.pack("<IQ", kind, count) + content


def _one(shape: Any = (64,), kind: int = weights.I8, offset: int = 0, name: str = "a") -> bytes:
    return weights.gguf(tensors=[weights.tensor(name, shape, kind, offset)])


def _with(key: str, kind: int, content: bytes) -> bytes:
    return weights.gguf(entries=[weights.entry(key, kind, content)])


_LYING_GGUF = {
    "no header": b"",
    "four bytes": b"GGUF",
    "version 1": weights.gguf(version=1),
    "version of other machines": weights.gguf(version=0x03000000),
    "2^63 tensors": weights.gguf(tensor_count=2**63),
    "1,000,000 tensors in a small file": weights.gguf(tensor_count=1_000_000),
    "2^63 values": weights.gguf(value_count=2**63),
    "one value too many": weights.gguf(value_count=2),
    "a key of 2^63 letters": weights.gguf(entries=[struct.pack("<QI", 2**63, 4)]),
    "a text of 2^63 letters": _with("a", weights.TEXT, struct.pack("<Q", 2**63)),
    "a text beyond the file": _with("a", weights.TEXT, struct.pack("<Q", 10_000)),
    "an array of 2^63 numbers": _with("a", weights.ARRAY, _array(4, 2**63)),
    "an array of 2^61 numbers": _with("a", weights.ARRAY, _array(10, 2**61)),
    "an array of 2^63 texts": _with("a", weights.ARRAY, _array(8, 2**63)),
    "arrays in arrays": _with("a", weights.ARRAY, _array(9, 1) * 1_000),
    "an array of an unknown type": _with("a", weights.ARRAY, _array(99, 1)),
    "a value of an unknown type": _with("a", 99, bytes(8)),
    "a value twice": _with("general.architecture", weights.TEXT, weights.text("llama")),
    "aligned to 0": _with("general.alignment", weights.U32, struct.pack("<I", 0)),
    "aligned to 3": _with("general.alignment", weights.U32, struct.pack("<I", 3)),
    "aligned to 2^31": _with("general.alignment", weights.U32, struct.pack("<I", 2**31)),
    "aligned to a word": _with("general.alignment", weights.TEXT, weights.text("32")),
    "no dimensions": _one(shape=()),
    "9 dimensions": _one(shape=(1,) * 9),
    "a shape of 0": _one(shape=(0,)),
    "a shape of 2^63": _one(shape=(2**63,)),
    "a shape that overflows to 0": _one(shape=(2**32, 2**32)),
    "a broken block": _one(shape=(33,), kind=2),
    "a tensor of an unknown type": _one(kind=4_000),
    "a type that was removed": _one(kind=4),
    "a tensor beyond the file": _one(shape=(65,)),
    "an offset of 2^63": _one(offset=2**63),
    "an offset in between": _one(shape=(8,), offset=7),
    "overlapping": weights.gguf(tensors=[weights.tensor(name, (64,)) for name in "ab"]),
    "a name twice": weights.gguf(
        bytes(128), tensors=[weights.tensor("a", (64,), offset=64 * n) for n in range(2)]
    ),
    "a name of 64 letters": _one(name="a" * 64),
}


@pytest.mark.parametrize("content", _LYING_GGUF.values(), ids=_LYING_GGUF.keys())
def test_a_gguf_header_that_lies(
    paths: Paths, tmp_path: Path, tally: TallyUp, content: bytes
) -> None:
    path = tmp_path / "stick" / "model.gguf"
    path.parent.mkdir()
    path.write_bytes(content)
    assert "model.gguf is no GGUF file" in refusal(paths, path)
    tally("a GGUF header that lies", 1, REFUSED)


def test_true_headers_are_believed(tmp_path: Path) -> None:
    (tmp_path / "a.gguf").write_bytes(weights.gguf())
    (tmp_path / "b.gguf").write_bytes(GGUF)
    assert gguf_header.read(tmp_path / "a.gguf").tensors[0].shape == (64,)
    assert gguf_header.read(tmp_path / "b.gguf").values["llama.block_count"] == 4


def test_types_are_those_of_llama_cpp() -> None:
    import llama_cpp

    (library, *_) = sorted(Path(llama_cpp.__file__).parent.glob("lib/*ggml-base.*"))
    ggml = ctypes.CDLL(str(library))
    ggml.ggml_blck_size.restype = ctypes.c_int64
    ggml.ggml_type_size.restype = ctypes.c_size_t
    last = max(gguf_header.BLOCKS)
    theirs = {kind: (ggml.ggml_blck_size(kind), ggml.ggml_type_size(kind)) for kind in range(last)}
    ours = {kind: gguf_header.BLOCKS.get(kind, (0, 0)) for kind in range(last)}
    assert ours == theirs


def _poisoned(key: str, number: int) -> bytes:
    """Return the built-in rewriter with another number in its header."""
    place = GGUF.index(weights.text(key)) + len(weights.text(key)) + 4
    return GGUF[:place] + struct.pack("<I", number) + GGUF[place + 4 :]


def _rewriter(directory: Path, content: bytes, **settings: Any) -> Pack:
    directory.mkdir(parents=True)
    (directory / "rewriter.gguf").write_bytes(content)
    said = {"context_length": 512, "max_tokens": 96, **settings}
    return write_manifest(
        directory, name="hostile", title="", role=Role.REWRITER, spdx="MIT", settings=said
    )


def _sentence_or_answer(pack: Pack, paths: Paths) -> str:
    try:
        return open_rewriter(pack, paths).rewrite("an owl").instructions[0]
    except VisretError as error:
        return str(error)


_POISON = {
    "no heads": ("llama.attention.head_count", 0),
    "4 billion heads": ("llama.attention.head_count", 2**32 - 1),
    "4 billion layers": ("llama.block_count", 2**32 - 1),
    "4 billion rotations": ("llama.rope.dimension_count", 2**32 - 1),
    "a last token that is none": ("tokenizer.ggml.eos_token_id", 2**31 - 1),
}


@pytest.mark.parametrize(("key", "number"), _POISON.values(), ids=_POISON.keys())
def test_numbers_that_make_llama_cpp_fail_are_tried_aside(
    tmp_path: Path, paths: Paths, tally: TallyUp, key: str, number: int
) -> None:
    pack = _rewriter(tmp_path / "pack", _poisoned(key, number))
    assert _sentence_or_answer(pack, paths)
    tally("a GGUF model with poisoned numbers", 1, "a sentence, or an answer; no process lost")


@pytest.mark.long
def test_changed_bytes_in_a_gguf_header(
    tmp_path: Path, paths: Paths, chance: random.Random, tally: TallyUp
) -> None:
    size = GGUF.index(b"token_embd.weight")
    tried = 0
    for number in range(3_000):
        folder = tmp_path / str(number)
        try:
            pack = _rewriter(folder, _mutated(GGUF, size, chance))
            gguf_header.read(folder / "rewriter.gguf")
        except ValueError:
            shutil.rmtree(folder)
            continue
        if tried < 40:
            tried += 1
            assert _sentence_or_answer(pack, paths)
        shutil.rmtree(folder)
    tally("a GGUF header with changed bytes", 3_000, "refused, or tried aside; no process lost")


# ---- chat templates -----------------------------------------------------------------------------


def _with_template(template: str) -> bytes:
    """Return the built-in rewriter with another chat template, as long as its own."""
    start = GGUF.index(weights.text("tokenizer.chat_template")) + 8 + 23 + 4
    length = int.from_bytes(GGUF[start : start + 8], "little")
    encoded = template.encode()
    assert len(encoded) <= length
    return GGUF[: start + 8] + encoded.ljust(length) + GGUF[start + 8 + length :]


_ASKED = "{{messages[-1].content}}"
_BOMBS = {
    "loops for hours": "{%for a in range(99999)%}{%for b in range(99999)%}{%endfor%}{%endfor%}",
    "a text of gigabytes": "{{'a'*99999999999}}",
    "a text that doubles": (
        "{%set n=namespace(a='aaaa')%}{%for i in range(60)%}{%set n.a=n.a~n.a%}{%endfor%}{{n.a}}"
    ),
    "a million letters": "{%for a in range(99999)%}aaaaaaaaaaaaa{%endfor%}" + _ASKED,
    "leaves the query out": "an answer",
    "an error": "{{raise_exception('no')}}",
    "broken": "{% for %}",
    "another answer each time": "{{range(9)|random}}{{lipsum(n=20)}}" + _ASKED,
    "the machine": "{{cycler.__init__.__globals__.os.mkdir('MARK')}}" + _ASKED,
    "its own classes": "{{''.__class__.__mro__[1].__subclasses__()}}" + _ASKED,
}


_SLOW = {
    "a number of gigabytes, while compiling": "{% set a = 9**999999999 %}" + _ASKED,
    "a regular expression of years": "{{(('a'*9999)~'!')|replace('aa','aaa'*99999)|wordwrap(1)}}",
}


@pytest.mark.long
@pytest.mark.parametrize("template", _SLOW.values(), ids=_SLOW.keys())
def test_a_chat_template_that_takes_long(
    tmp_path: Path, paths: Paths, tally: TallyUp, template: str
) -> None:
    with pytest.raises(VisretError, match="chat template"):
        open_rewriter(_rewriter(tmp_path / "pack", _with_template(template)), paths)
    tally("a chat template that means harm", 1, "a sentence within 6 seconds of computing")


@pytest.mark.parametrize("template", _BOMBS.values(), ids=_BOMBS.keys())
def test_a_chat_template_that_means_harm(
    tmp_path: Path,
    paths: Paths,
    tally: TallyUp,
    template: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    pack = _rewriter(tmp_path / "pack", _with_template(template))
    with pytest.raises(VisretError, match="chat template"):
        open_rewriter(pack, paths)
    assert not (tmp_path / "MARK").exists()
    tally("a chat template that means harm", 1, "a sentence within 6 seconds of computing")


def test_a_query_does_not_reach_the_template(tmp_path: Path, paths: Paths) -> None:
    """A template may not do one thing when it is tried and another with a certain query."""
    sly = "{%if 'x' in messages[-1].content%}{{'a'*99999999999}}{%endif%}" + _ASKED
    opened = open_rewriter(_rewriter(tmp_path / "pack", _with_template(sly)), paths)
    assert opened.rewrite("a fox in the snow").instructions


@pytest.mark.parametrize("length", [2**31, 10**12, -1, 131_073])
def test_a_context_of_any_length_is_not_made(length: int) -> None:
    with pytest.raises(ValueError, match="context_length"):
        ChatSettings(context_length=length)


# ---- descriptions -------------------------------------------------------------------------------


def _in(name: str, **changed: Any) -> Callable[[Path], None]:
    """Return what changes a JSON file of a model."""

    def change(folder: Path) -> None:
        path = folder / name
        stored = json.loads(path.read_text("utf-8")) if path.exists() else {}
        path.write_text(json.dumps(stored | changed))

    return change


_GROWING = {"type": "Replace", "pattern": {"String": "a"}, "content": "aa"}
_TEXT_PIECES = [{"Sequence": {"id": "A", "type_id": 0}}] * 10_000
_ENCODERS = {
    "a word of 2^60 letters": _in(
        "tokenizer.json", normalizer={"type": "Sequence", "normalizers": [_GROWING] * 60}
    ),
    "10,000 rules": _in(
        "tokenizer.json", normalizer={"type": "Sequence", "normalizers": [{"type": "NFC"}] * 10_000}
    ),
    "one letter becomes a million": _in(
        "tokenizer.json",
        normalizer={"type": "Replace", "pattern": {"Regex": ""}, "content": "a" * 1_000_000},
    ),
    "every text 10,000 times": _in(
        "tokenizer.json",
        post_processor={"type": "TemplateProcessing", "single": _TEXT_PIECES, "pair": []},
    ),
    "code of its own": _in("tokenizer_config.json", auto_map={"AutoTokenizer": "own.Tokenizer"}),
    "trust": _in("open_clip_config.json", trust_remote_code=True),
    "a model from elsewhere": _in(
        "open_clip_config.json", model_cfg={"vision_cfg": {"timm_model_name": "hf-hub:evil/model"}}
    ),
    "too deep": lambda folder: (folder / "tokenizer.json").write_text("[" * 200_000),
    "infinite": lambda folder: (folder / "open_clip_config.json").write_text('{"a": Infinity}'),
}


@pytest.mark.parametrize("change", _ENCODERS.values(), ids=_ENCODERS.keys())
def test_a_description_of_an_encoder_that_means_harm(
    paths: Paths, tmp_path: Path, tally: TallyUp, change: Callable[[Path], None]
) -> None:
    folder = model_folder(tmp_path / "model", ENCODER)
    change(folder)
    assert ".json" in refusal(paths, folder)
    tally("a description of an encoder that means harm", 1, REFUSED)


_CLASS = ["transformers", "CLIPTextModel"]
_VISUALIZERS = {
    "a foreign library": _in("model_index.json", unet=["os", "system"]),
    "a foreign pipeline": _in("model_index.json", _class_name="evil/pipeline"),
    "a pipeline in parts": _in("model_index.json", _class_name=["own", "Pipeline"]),
    "a class that is no model": _in("model_index.json", unet=["transformers", "Trainer"]),
    "a function": _in("model_index.json", unet=["transformers", "pipeline"]),
    "a class that asks others": _in("model_index.json", text_encoder=["transformers", "AutoModel"]),
    "no class": _in("model_index.json", unet=["diffusers", None]),
    "three of them": _in("model_index.json", unet=["diffusers", "UNet2DConditionModel", "x"]),
    "its own code": _in("unet/config.json", auto_map={"UNet": "own.py"}),
    "trust": _in("text_encoder/config.json", trust_remote_code=True),
    "kernels from elsewhere": _in("text_encoder/config.json", _attn_implementation="evil/kernel"),
    "absurd sizes": _in("unet/config.json", block_out_channels=[10**9, 10**9]),
    "sizes below 0": _in("unet/config.json", block_out_channels=[-32, -64]),
    "sizes that are no numbers": _in("unet/config.json", block_out_channels="many"),
    "absurd words": _in("text_encoder/config.json", vocab_size=10**12),
    "too deep": lambda folder: (folder / "unet/config.json").write_text("[" * 200_000),
}


@pytest.mark.parametrize("change", _VISUALIZERS.values(), ids=_VISUALIZERS.keys())
def test_a_description_of_a_visualizer_that_means_harm(
    paths: Paths, tmp_path: Path, tally: TallyUp, change: Callable[[Path], None]
) -> None:
    folder = tmp_path / "hostile"
    shutil.copytree(VISUALIZER, folder)
    (folder / FILE_NAME).unlink()
    change(folder)
    settings = {"steps": 2, "guidance": 1.0, "pixels": 96}
    pack = write_manifest(
        folder, name="hostile", title="", role=Role.VISUALIZER, spdx="MIT", settings=settings
    )
    with pytest.raises(VisretError, match="hostile"):
        open_visualizer(pack, paths)
    tally("a description of a visualizer that means harm", 1, "a sentence; no code ran")
