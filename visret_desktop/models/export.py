"""Turn an open_clip directory into two ONNX towers and prove that they agree with open_clip.

Run as a process of its own, `python -m visret_desktop.models.export PACK_DIR OUT_DIR`, because it
loads torch and open_clip, which the engine never does on a CPU. The last line on stderr is the
reason when the exit code is not 0.
"""

import json
import logging
import os
import sys
import tempfile
import traceback
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from visret_desktop.models.exports import CONFIG_NAME, write_record
from visret_desktop.models.tokenizer import Tokenizer
from visret_desktop.models.tokenizer_export import export_tokenizer

MINIMUM_COSINE = 0.9999
_OPSET = 18
# Of very different length, because some text towers read their answer off at the end mark.
_SENTENCES = (
    "a",
    "two red kites over a snowy ridge at dusk",
    "",
    "photo 17: " + "a long walk along the river " * 40,
)


def export(pack: Path, out: Path) -> float:
    """Write towers, tokenizer and record to the empty directory `out`; return the worst cosine.

    Raises:
        ValueError: the pack lacks something, or the towers do not agree with open_clip.
    """
    _check_weights(pack)
    config = json.loads((pack / CONFIG_NAME).read_text(encoding="utf-8"))
    rules = export_tokenizer(pack, config["model_cfg"], out)
    model = _load(pack)
    tokens = Tokenizer(out / "tokenizer.json", rules)(_SENTENCES)
    side = model.visual.image_size
    height, width = (side, side) if isinstance(side, int) else side
    pixels = np.random.default_rng(0).normal(size=(len(tokens), 3, height, width))
    cosines = [
        _export_tower(model, "encode_image", out / "visual.onnx", pixels.astype(np.float32)),
        _export_tower(model, "encode_text", out / "textual.onnx", tokens),
    ]
    worst = min(cosines)
    if not worst >= MINIMUM_COSINE:  # not a number is no agreement either
        raise ValueError(f"ONNX and open_clip agree only to a cosine of {worst:.5f}")
    write_record(out, rules, int(config["model_cfg"]["embed_dim"]), worst)
    return worst


def _load(pack: Path) -> Any:
    os.environ["HF_HUB_OFFLINE"] = "1"
    import open_clip
    import torch

    torch.backends.mha.set_fastpath_enabled(False)  # the fused kernel has no ONNX form
    model = open_clip.create_model(f"local-dir:{pack}", device="cpu", precision="fp32")
    return model.eval()


def _check_weights(pack: Path) -> None:
    """Find obvious damage before torch loads; without weights open_clip takes random ones."""
    from safetensors import SafetensorError, safe_open

    weights = list(pack.glob("*.safetensors"))
    if not weights:
        raise ValueError("it has no .safetensors file with weights")
    for path in weights:
        try:
            with safe_open(path, framework="np"):
                pass
        except SafetensorError as error:
            raise ValueError(f"its weights cannot be read ({error})") from error


def _export_tower(model: Any, method: str, path: Path, example: npt.NDArray[Any]) -> float:
    """Write one tower with unit-length output; return its worst cosine against open_clip."""
    import torch

    class Tower(torch.nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.model = model

        def forward(self, given: Any) -> Any:
            return torch.nn.functional.normalize(getattr(self.model, method)(given), dim=-1)

    tower, given = Tower().eval(), torch.from_numpy(example)
    with tempfile.TemporaryDirectory(dir=path.parent) as temporary, torch.no_grad():
        raw = Path(temporary) / path.name
        # The newer exporter (dynamo=True) takes 2 to 6 times as long, is no faster afterwards,
        # and names two values of these text towers alike, which ONNX Runtime refuses.
        torch.onnx.export(
            tower,
            (given[:2],),
            str(raw),
            input_names=["input"],
            output_names=["embedding"],
            dynamic_axes={"input": {0: "batch"}, "embedding": {0: "batch"}},
            opset_version=_OPSET,
            dynamo=False,
        )
        _move_weights_out(raw, path)
        theirs = torch.nn.functional.normalize(getattr(model, method)(given), dim=-1).numpy()
    return _worst_cosine(path, example, theirs)


def _move_weights_out(raw: Path, path: Path) -> None:
    """Store a tower as a small graph beside one file of weights.

    ONNX Runtime maps such a file instead of reading it into memory: 220 MB less for ViT-B-32.
    """
    import onnx

    onnx.save_model(
        onnx.load_model(str(raw)),
        str(path),
        save_as_external_data=True,
        location=path.with_suffix(".weights").name,
    )


def _worst_cosine(path: Path, given: npt.NDArray[Any], theirs: npt.NDArray[Any]) -> float:
    """Compare alone and in a batch of another size than the export was traced with."""
    import onnxruntime

    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    batch = session.run(None, {"input": given})[0]
    alone = np.concatenate([session.run(None, {"input": row[None]})[0] for row in given])
    return float(min(np.sum(batch * theirs, axis=1).min(), np.sum(alone * theirs, axis=1).min()))


def main() -> int:
    """Export the directory that argv names; 1 and a reason on stderr where that fails."""
    warnings.simplefilter("ignore")
    logging.disable(logging.WARNING)
    try:
        export(Path(sys.argv[1]), Path(sys.argv[2]))
    except Exception as error:  # noqa: BLE001 - the edge of this process; torch raises anything
        traceback.print_exc()
        first = (str(error).strip().splitlines() or [type(error).__name__])[0]
        sys.stderr.write(f"{first}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
