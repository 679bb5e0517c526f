"""Encoders compiled to ONNX, once per pack: where they lie, whether they are whole, making them.

Compiling needs torch, which weighs 640 MB, so it happens in a process of its own.
"""

from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from visret_desktop.errors import PackDamaged
from visret_desktop.models.encoders.tokenizer import TokenizerRules
from visret_desktop.models.runtimes import compiled_files
from visret_desktop.models.runtimes.compiled_files import ENCODER
from visret_desktop.models.variants import Precision
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths
from visret_desktop.sentences import sentence

# Half precision is OpenVINO's, where a processor has instructions for it. 8 bits are ONNX
# Runtime's: of all ways that were measured the quickest whose ranges need no photos to be found.
VISUAL_FILES: dict[Precision, str] = {
    "fp32": "visual.onnx",
    "int8": "visual.int8.onnx",
    "fp16": "visual.fp16.xml",
    "bf16": "visual.bf16.xml",
}
_COMPILER = "visret_desktop.models.encoders.compiling"
_TASK = sentence("the export to ONNX")


@dataclass(frozen=True)
class CompiledEncoder:
    """An encoder's two ONNX towers, each a graph and its .weights, and its tokenizer."""

    directory: Path
    rules: TokenizerRules
    dimension: int
    cosine: float  # worst agreement with open_clip when it was made
    is_causal: bool  # the text tower takes texts without their padding, with the same result

    @property
    def visual(self) -> Path:
        """Image tower: float32 (n, 3, side, side) to unit rows (n, dimension)."""
        return self.visual_in("fp32")

    def visual_in(self, precision: Precision) -> Path:
        """Image tower in a precision; others than fp32 exist only where they rank as before."""
        return self.directory / VISUAL_FILES[precision]

    @property
    def textual(self) -> Path:
        """Text tower: int64 (n, length) to unit rows (n, dimension)."""
        return self.directory / "textual.onnx"

    @property
    def tokenizer(self) -> Path:
        """Rules of the tokenizers library."""
        return self.directory / "tokenizer.json"


def find_compiled(pack: Pack, paths: Paths) -> CompiledEncoder | None:
    """Return the pack's compiled encoder if it is there and whole."""
    return _read(_place(pack, paths))


def ensure_compiled(pack: Pack, paths: Paths) -> CompiledEncoder:
    """Return the pack's compiled encoder, compiling first where it is missing, broken or too old.

    Raises:
        PackDamaged: the pack cannot be compiled; the reason says why.
        PartNotLoading: a library does not load that compiles it.
        DiskFull, FileTooLarge: there is no room for it.
    """
    directory = _place(pack, paths)
    compiled = compiled_files.ensure(
        paths,
        "compiled.lock",
        partial(_read, directory),
        partial(_make, pack, directory, paths.cache),
    )
    if compiled is None:
        raise PackDamaged(name=pack.name, reason=sentence("its export to ONNX came out incomplete"))
    return compiled


def write_record(
    directory: Path, rules: TokenizerRules, dimension: int, cosine: float, is_causal: bool
) -> None:
    """Describe the files in `directory`; the last step of compiling."""
    fields: dict[str, Any] = {"dimension": dimension, "cosine": cosine}
    fields |= {"tokenizer": asdict(rules), "is_causal": is_causal}
    compiled_files.write_record(directory, ENCODER, fields)


def renew_if_damaged(pack: Pack, paths: Paths) -> bool:
    """Compile again if files were altered; return whether they were.

    Raises:
        as `ensure_compiled`.
    """
    make_again = partial(ensure_compiled, pack, paths)
    return compiled_files.renew_if_damaged(pack, _place(pack, paths), make_again)


def _place(pack: Pack, paths: Paths) -> Path:
    return paths.compiled / f"{pack.name}-{pack.digest}"


def _read(directory: Path) -> CompiledEncoder | None:
    record = compiled_files.read_record(directory, ENCODER)
    if record is None:
        return None
    try:
        rules = TokenizerRules(**record["tokenizer"])
        dimension, cosine = int(record["dimension"]), float(record["cosine"])
        return CompiledEncoder(directory, rules, dimension, cosine, bool(record["is_causal"]))
    except (ValueError, LookupError, TypeError):
        return None


def _make(pack: Pack, directory: Path, cache: Path) -> None:
    def compile_into(out: Path) -> None:
        compiled_files.run_compiler(_COMPILER, _TASK, pack, out, cache)

    compiled_files.make(pack, directory, compile_into)
