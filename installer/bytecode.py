"""Bytecode of the modules in a bundle, so that a program folder that cannot be written starts fast.

Not of all: that would be a fifth of the bundle. What is left out still runs, and is compiled in
memory each time it is loaded.
"""

import re
from pathlib import Path

from installer.steps import run

# Below the packages: patterns of folders whose modules are loaded rarely or never.
_RARELY = (
    "diffusers/modular_pipelines",
    "diffusers/pipelines/(?!stable_diffusion/)",
    "networkx/algorithms",
    "onnx/reference",
    "onnxruntime/tools",
    "onnxruntime/transformers",
    "pygments/lexers",
    "sympy/(physics|stats|parsing|vector|diffgeom|holonomic|liealgebras|categories)",
    "torch/_inductor/(?!__init__|config|runtime/)",
    "torch/_vendor",
    "torch/testing/_internal",
    "transformers/models/(?!auto/|clip/)",
)
LONGEST = 125  # letters in a path of the bundle, so that it stays under 160 where it lies


def compile_modules(interpreter: Path, modules: Path, packages: Path) -> None:
    """Compile modules with an interpreter of the version that will run them.

    `unchecked-hash`: the bytecode is not compared with times of files, which a copy on a stick
    does not keep.
    """
    rarely = re.escape(str(packages)) + f"/(?:{'|'.join(_RARELY)})".replace("/", r"[/\\]")
    command: list[str | Path] = [interpreter, "-I", "-m", "compileall", "-q", "-j", "0"]
    command += ["--invalidation-mode", "unchecked-hash", "-s", modules, "-x", rarely, modules]
    run(command)
    for path in modules.rglob("*.pyc"):
        if len(str(path.relative_to(modules.parent.parent))) > LONGEST:
            path.unlink()
