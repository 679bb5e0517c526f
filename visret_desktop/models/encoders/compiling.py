"""Turn the directory of an encoder into two ONNX towers, and prove that they agree with its own.

Its own are open_clip's, or those of transformers for an EmbeddingGemma 2. Run as a process apart,
`python -m visret_desktop.models.encoders.compiling PACK_DIR OUT_DIR`: it loads torch, which the
engine never does on a CPU. The last line on stderr is the reason when the exit code is not 0.
"""

import json
import logging
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image

from visret_desktop import file_changes
from visret_desktop.models.encoders.compiled import write_record
from visret_desktop.models.encoders.conse import is_conse
from visret_desktop.models.encoders.conse_compiling import compile_conse
from visret_desktop.models.encoders.gemma import gemma_settings, is_gemma
from visret_desktop.models.encoders.preprocess import Preprocess
from visret_desktop.models.encoders.tokenizer import Tokenizer, without_padding
from visret_desktop.models.encoders.tokenizer_compiling import compile_tokenizer
from visret_desktop.models.encoders.torch_encoder import open_model
from visret_desktop.models.interfaces import Pixels
from visret_desktop.models.runtimes import compiled_files, torchvision_parts
from visret_desktop.packs.checks import descriptions
from visret_desktop.packs.checks.layouts import OPEN_CLIP_CONFIG
from visret_desktop.packs.manifest import Pack, read_pack
from visret_desktop.processes import malloc_tuning
from visret_desktop.processes.child_process import leave

MINIMUM_COSINE = 0.9999
_OPSET = 18
_OPSET_WITH_GELU = 20  # in one node, as EmbeddingGemma 2 has it
_TEXT_PARTS = frozenset(("text", "transformer", "token_embedding"))  # in open_clip's models
_log = logging.getLogger(__name__)
# Of very different length, because some text towers read their answer off at the end mark.
_SENTENCES = (
    "a",
    "two red kites over a snowy ridge at dusk",
    "",
    "photo 17: " + "a long walk along the river " * 40,
)


def compile_encoder(directory: Path, out: Path) -> float:
    """Write towers, tokenizer and record to the empty directory `out`; return the worst cosine.

    Raises:
        ValueError: the pack lacks something, or the towers do not agree with open_clip.
    """
    pack = read_pack(directory)
    if is_gemma(pack):
        return _compile_gemma(pack, out)
    if not is_conse(pack):
        return _compile_open_clip(directory, out)
    towers = out / "visual.onnx", out / "textual.onnx"
    rules, dimension, cosine = compile_conse(pack, out, *towers)
    if not cosine >= MINIMUM_COSINE:
        raise ValueError(f"texts alone and together agree only to a cosine of {cosine:.5f}")
    write_record(out, rules, dimension, cosine, is_causal=True)
    return cosine


def _compile_open_clip(pack: Path, out: Path) -> float:
    """Write both towers as open_clip computes them.

    Raises:
        ValueError: the pack lacks something, or the towers do not agree with open_clip.
    """
    _check_files(pack)
    config = json.loads((pack / OPEN_CLIP_CONFIG).read_text(encoding="utf-8"))
    rules = compile_tokenizer(pack, config["model_cfg"], out)
    model = _load(pack)
    tokens = Tokenizer(out / "tokenizer.json", rules)(_SENTENCES)
    side = model.visual.image_size
    height, width = (side, side) if isinstance(side, int) else side
    pixels = np.random.default_rng(0).normal(size=(len(tokens), 3, height, width))
    textual, is_causal = _export_textual(model, out / "textual.onnx", tokens, rules.pad_id)
    _drop_text_tower(model)
    visual = _export_tower(model, "encode_image", out / "visual.onnx", pixels.astype(np.float32))
    worst = min(visual, textual)
    if not worst >= MINIMUM_COSINE:  # not a number is no agreement either
        raise ValueError(f"ONNX and open_clip agree only to a cosine of {worst:.5f}")
    write_record(out, rules, int(config["model_cfg"]["embed_dim"]), worst, is_causal)
    return worst


def _compile_gemma(pack: Pack, out: Path) -> float:
    """Write both towers as transformers computes them.

    Raises:
        ValueError: the pack lacks something, or the towers do not agree with transformers.
    """
    import torch

    from visret_desktop.models.encoders import gemma_towers

    _check_files(pack.directory)
    settings = gemma_settings(pack)
    rules = gemma_towers.rules_of(pack.directory, settings)
    file_changes.copy(pack.directory / "tokenizer.json", out / "tokenizer.json")
    towers = gemma_towers.open_towers(pack.directory, settings)
    tokens = Tokenizer(out / "tokenizer.json", rules)(_SENTENCES)
    with torch.no_grad():
        worst = towers.worst_cosine(torch.from_numpy(tokens))
    cut = partial(without_padding, pad_id=rules.pad_id)
    export = partial(_export_tower, towers, opset=_OPSET_WITH_GELU)
    worst = min(worst, export("encode_text", out / "textual.onnx", tokens, cut))
    shapes = ((400, 300), (300, 400), (1, 900), (90, 90))
    pictures = [_noise(shape, settings.preprocess) for shape in shapes]
    visual = export("encode_image", out / "visual.onnx", np.stack(pictures), is_single=True)
    if not min(worst, visual) >= MINIMUM_COSINE:
        raise ValueError(f"ONNX and transformers agree only to {worst:.5f} and {visual:.5f}")
    write_record(out, rules, settings.dimension, min(worst, visual), is_causal=True)
    return min(worst, visual)


def _noise(shape: tuple[int, int], preprocess: Preprocess) -> Pixels:
    levels = np.random.default_rng(shape[0]).integers(0, 256, (*shape, 3), np.uint8)
    return preprocess(Image.fromarray(levels))


def _drop_text_tower(model: Any) -> None:
    """Give its memory back: exporting a tower takes twice its weights."""
    for name in _TEXT_PARTS & dict(model.named_children()).keys():
        delattr(model, name)
    malloc_tuning.give_back()


def _load(pack: Path) -> Any:
    import torch

    torch.backends.mha.set_fastpath_enabled(False)  # the fused kernel has no ONNX form
    return open_model(pack)


def _check_files(pack: Path) -> None:
    """Refuse files that are damaged or not what they seem, before torch loads."""
    if not list(pack.glob("*.safetensors")):
        raise ValueError("it has no .safetensors file with weights")
    files = {path.name: path for path in sorted(pack.iterdir()) if path.is_file()}
    if fault := descriptions.fault(files):
        raise ValueError(fault)


def _export_textual(
    model: Any, path: Path, tokens: npt.NDArray[np.int64], pad_id: int
) -> tuple[float, bool]:
    """Write the text tower; return its worst cosine and whether it takes texts of any length.

    A short query in a tower for any length costs an eighth of what it costs with its padding.
    """
    if _is_causal(model):
        cut = partial(without_padding, pad_id=pad_id)
        try:
            cosine = _export_tower(model, "encode_text", path, tokens, cut)
        except RuntimeError as error:  # ONNX Runtime's own errors are of this kind
            _log.info("the text tower is kept at its full length: %s", error)
        else:
            if cosine >= MINIMUM_COSINE:
                return cosine, True
    return _export_tower(model, "encode_text", path, tokens), False


def _is_causal(model: Any) -> bool:
    """Tell whether the text tower looks back only and reads its answer at the end mark.

    Then what stands behind the mark changes nothing, and need not be computed.
    """
    part = getattr(model, "text", model)
    pool = getattr(part, "pool_type", None) or getattr(part, "text_pool_type", "")
    has_mask = getattr(part, "attn_mask", None) is not None
    has_extra_token = getattr(part, "cls_emb", None) is not None
    return has_mask and not has_extra_token and pool in ("argmax", "eos")


def _export_tower(
    model: Any,
    method: str,
    path: Path,
    example: npt.NDArray[Any],
    cut: Callable[[npt.NDArray[Any]], npt.NDArray[Any]] | None = None,
    *,
    is_single: bool = False,
    opset: int = _OPSET,
) -> float:
    """Write one tower with unit-length output; return its worst cosine against open_clip.

    With `cut`, which shortens tokens, the tower takes texts of any length. One that `is_single`
    takes one at a time.
    """
    import torch

    tower, given = _tower(model, method, is_any_length=cut is not None), torch.from_numpy(example)
    batch = {} if is_single else {0: "batch"}
    axes = batch if cut is None else {**batch, 1: "length"}
    with tempfile.TemporaryDirectory(dir=path.parent) as temporary, torch.no_grad():
        raw = Path(temporary) / path.name
        # The newer exporter (dynamo=True) takes 2 to 6 times as long, is no faster afterwards,
        # and names two values of these text towers alike, which ONNX Runtime refuses.
        torch.onnx.export(
            tower,
            (given[: 1 if is_single else 2],),
            str(raw),
            input_names=["input"],
            output_names=["embedding"],
            dynamic_axes={"input": axes, "embedding": batch},
            opset_version=opset,
            dynamo=False,
        )
        _save(raw, path, example.shape[1] if cut is not None else None)
        theirs = torch.nn.functional.normalize(getattr(model, method)(given), dim=-1).numpy()
    return _worst_cosine(path, example, theirs, cut, is_single=is_single)


def _tower(model: Any, method: str, *, is_any_length: bool) -> Any:
    import torch

    class Tower(torch.nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.model = model

        def forward(self, given: Any) -> Any:
            return torch.nn.functional.normalize(getattr(self.model, method)(given), dim=-1)

    class AnyLength(Tower):
        """A text tower whose tables are cut to the length of the text."""

        def forward(self, given: Any) -> Any:
            part, length = getattr(model, "text", model), given.shape[1]
            # What lies in the instance itself goes before a module's parameters and buffers.
            own = vars(part)
            own["positional_embedding"] = part.positional_embedding[:length]
            own["attn_mask"] = part.attn_mask[:length, :length]
            try:
                return super().forward(given)
            finally:
                del own["positional_embedding"], own["attn_mask"]

    has_tables = hasattr(getattr(model, "text", model), "positional_embedding")
    return (AnyLength() if is_any_length and has_tables else Tower()).eval()


def _save(raw: Path, path: Path, traced_length: int | None) -> None:
    """Store a tower as a small graph beside one file of weights.

    ONNX Runtime maps such a file instead of reading it into memory: 220 MB less for ViT-B-32.
    """
    import onnx

    model = onnx.load_model(str(raw))
    if traced_length is not None:
        _free_length(model.graph, traced_length)
    weights = path.with_suffix(".weights")
    file_changes.remove(weights)
    onnx.save_model(model, str(path), save_as_external_data=True, location=weights.name)


def _free_length(graph: Any, traced_length: int) -> None:
    """Let reshapes that begin with the traced length begin with that of their input instead.

    WORKAROUND: the exporter writes the length of keys and values down as a number. To ONNX, 0 means
    "as in the input".
    """
    import onnx

    makers = {name: node for node in graph.node for name in node.output}
    for node in graph.node:
        shape = makers.get(node.input[1]) if node.op_type == "Reshape" else None
        first = makers.get(shape.input[0]) if shape and shape.op_type == "Concat" else None
        if first is None or first.op_type != "Constant":
            continue
        if onnx.numpy_helper.to_array(first.attribute[0].t).tolist() == [traced_length]:
            first.attribute[0].t.CopyFrom(onnx.numpy_helper.from_array(np.zeros(1, np.int64)))


def _worst_cosine(
    path: Path,
    given: npt.NDArray[Any],
    theirs: npt.NDArray[Any],
    cut: Callable[[npt.NDArray[Any]], npt.NDArray[Any]] | None,
    *,
    is_single: bool,
) -> float:
    """Compare alone, cut short, and in a batch of another size than was traced."""
    import onnxruntime

    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    rows = [row[None] if cut is None else cut(row[None]) for row in given]
    alone = np.concatenate([session.run(None, {"input": row})[0] for row in rows])
    made = [alone] if is_single else [alone, session.run(None, {"input": given})[0]]
    return float(min(np.sum(one * theirs, axis=1).min() for one in made))


def main() -> int:
    """Compile the directory that argv names; if that fails, say why on stderr and by the code."""
    directory, out = map(Path, sys.argv[1:3])
    torchvision_parts.leave_out_compiler()
    return compiled_files.run(lambda: compile_encoder(directory, out))


if __name__ == "__main__":
    leave(main())
