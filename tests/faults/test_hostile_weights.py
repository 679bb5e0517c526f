"""Files of weights whose headers lie are refused by name before any library reads them."""

import ctypes
import json
import random
import struct
from pathlib import Path
from typing import Any

import pytest

from tests import weights
from tests.faults.rounds import rounds as _rounds
from tests.faults.taking_in import (
    GGUF,
    REFUSED,
    VISUALIZER,
    TallyUp,
    empty_paths,  # noqa: F401 - a fixture
    mutated,
    refusal,
)
from visret_desktop.packs.checks import gguf_header, safetensors_files
from visret_desktop.paths import Paths

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


@_rounds(few=60, many=20_000)
def test_what_passes_is_what_the_library_reads(
    tmp_path: Path, chance: random.Random, tally: TallyUp, rounds: int
) -> None:
    from safetensors import SafetensorError, safe_open

    whole = (VISUALIZER / "vae" / "diffusion_pytorch_model.safetensors").read_bytes()
    size = int.from_bytes(whole[:8], "little") + 8
    path, passed = tmp_path / "model.safetensors", 0
    for _ in range(rounds):
        path.write_bytes(mutated(whole, size, chance))
        try:
            safetensors_files.check(path)
        except ValueError:
            continue
        passed += 1
        try:
            with safe_open(path, framework="numpy") as opened:
                assert opened.keys()
        except SafetensorError as error:
            pytest.fail(f"the check let pass what the library refuses: {error}")
    tally("a safetensors header with changed bytes", rounds, "refused, or read by the library")


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
