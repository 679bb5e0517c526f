"""Turn an open_clip directory into two ONNX towers, once per pack, and prove that they agree.

Run as a process of its own, `python -m visret_desktop.models.export PACK_DIR OUT_DIR`, because it
loads torch and open_clip, which the engine never does on a CPU.
"""

import json
import os
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np

MINIMUM_COSINE = 0.9999
_OPSET = 18


def export(pack: Path, out: Path) -> float:
    """Write visual.onnx, textual.onnx, tokenizer.json and export.json; return the worst cosine."""
    os.environ["HF_HUB_OFFLINE"] = "1"
    import open_clip
    import torch

    torch.manual_seed(0)
    torch.backends.mha.set_fastpath_enabled(False)  # the fused kernel has no ONNX form
    model, _, _ = open_clip.create_model_and_transforms(f"local-dir:{pack}")
    model.eval()
    side = model.visual.image_size
    side = side if isinstance(side, int) else side[0]
    images = torch.rand(3, 3, side, side) * 2 - 1
    texts = torch.randint(0, int(model.vocab_size) - 1, (3, int(model.context_length)))
    texts[:, -1] = int(model.vocab_size) - 1  # the end mark, which some towers pool at
    towers = {
        "visual": (_tower(model, "encode_image"), images),
        "textual": (_tower(model, "encode_text"), texts),
    }
    worst = 1.0
    for name, (tower, example) in towers.items():
        with torch.no_grad():
            torch.onnx.export(
                tower,
                (example,),
                str(out / f"{name}.onnx"),
                input_names=["input"],
                output_names=["embedding"],
                dynamic_axes={"input": {0: "batch"}, "embedding": {0: "batch"}},
                opset_version=_OPSET,
                dynamo=False,
            )
            worst = min(worst, _agreement(out / f"{name}.onnx", tower, example))
    length = int(model.context_length)
    (out / "export.json").write_text(json.dumps({"cosine": worst, "context_length": length}))
    return worst


def _tower(model: Any, method: str) -> Any:
    import torch

    class Tower(torch.nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.model = model

        def forward(self, given: Any) -> Any:
            return torch.nn.functional.normalize(getattr(self.model, method)(given), dim=-1)

    return Tower().eval()


def _agreement(path: Path, tower: Any, example: Any) -> float:
    """Return the worst cosine between both, on a batch size that the export did not see."""
    import onnxruntime

    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    given = example[:2]
    ours = session.run(None, {"input": given.numpy()})[0]
    theirs = tower(given).numpy()
    return float(np.min(np.sum(ours * theirs, axis=1)))


def main() -> int:
    """Export, and exit with 1 where the towers do not agree."""
    warnings.simplefilter("ignore")
    worst = export(Path(sys.argv[1]), Path(sys.argv[2]))
    sys.stderr.write(f"worst cosine {worst:.6f}\n")
    return 0 if worst >= MINIMUM_COSINE else 1


if __name__ == "__main__":
    sys.exit(main())
