"""The precisions in which an image tower may compute on a processor, and their files.

Each other than fp32 is kept only where it ranks photos as before (`precision_selection.py`).
"""

from typing import Literal

Precision = Literal["fp32", "int8", "fp16", "bf16"]
# Half precision is OpenVINO's, where a processor has instructions for it. 8 bits are ONNX
# Runtime's: of all ways that were measured the quickest whose ranges need no photos to be found.
VISUAL_FILES: dict[Precision, str] = {
    "fp32": "visual.onnx",
    "int8": "visual.int8.onnx",
    "fp16": "visual.fp16.xml",
    "bf16": "visual.bf16.xml",
}
PRECISIONS: tuple[Precision, ...] = tuple(VISUAL_FILES)


def suffix_of(precision: Precision) -> str:
    """Return what the name of a space ends with: another precision makes other vectors."""
    return "" if precision == "fp32" else f"-{precision}"
