"""What is changed in the published sources, and how each is compiled."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

# The kinds of x86-64 processors that llama.cpp gets a library for; it takes the best at run time.
# Without matrix tiles (AMX): compiled by GCC 12 they end the process over quantized weights. What
# is older than the first, or between two, takes the one before. NumPy asks for the first as well.
PROCESSORS = ("sse42", "haswell", "skylakex", "icelake", "alderlake")
_VARIANT = re.compile(r"^ *ggml_add_cpu_backend_variant\((\w+)[^)]*\)\n", re.MULTILINE)
_OF_X86 = re.compile(r'if \(GGML_SYSTEM_ARCH STREQUAL "x86"\)\n +ggml_add_.*?\n +elseif', re.DOTALL)
_COMMON = 'set(LLAMA_BUILD_COMMON ON CACHE BOOL "Build llama.cpp common library" FORCE)'
_FOUND_WHEN_COMPILED = """#ifdef __AVX__
#define USE_AVX
#ifdef __AVX512F__
#define USE_AVX512
#endif
#endif
"""
_FOUND_WHEN_RUN = """#define USE_AVX
#define USE_AVX512
#ifdef _MSC_VER
#define TARGET_AVX
#define TARGET_AVX512
#else
#define TARGET_AVX __attribute__((target("avx")))
#define TARGET_AVX512 __attribute__((target("avx512f")))
#endif
"""
_AVX_FUNCTION = re.compile(r"^static float\n(\w+?(AVX512|AVX)\()", re.MULTILINE)
_LIBRARIES = "llama_cpp/lib"
_OPENMP = "libgomp.so.1"  # of the compiler's runtime
_IS_X86 = sys.platform != "darwin"  # there is no bundle for Intel Macs
# llama.cpp's own threads wait by spinning: on two busy cores, rewriting a query with two of them
# took 20 to 437 ms at best, 70 to 2,400 ms usually; with those of OpenMP 7 to 34 and 8 to 80 ms.
_HAS_OPENMP = sys.platform == "linux"


class SourceChanged(Exception):
    """A source is not as it was when its change was written."""


@dataclass(frozen=True)
class Recipe:
    """How one source becomes a portable wheel.

    Attributes:
        change: edits the unpacked source.
        settings: for its build backend, as `pip wheel --config-settings` takes them.
        environment: variables that its build looks at.
    """

    change: Callable[[Path], None]
    settings: Mapping[str, str] = field(default_factory=dict)
    environment: Mapping[str, str] = field(default_factory=dict)


def _replace(file: Path, change: Callable[[str], tuple[str, int]], expected: int) -> None:
    """Rewrite a file; `change` returns its new text and how many places it changed.

    Raises:
        SourceChanged: there were more or fewer places than `expected`.
    """
    text, count = change(file.read_text(encoding="utf-8"))
    if count != expected:
        raise SourceChanged(f"{file}: {count} places to change, {expected} expected")
    file.write_text(text, encoding="utf-8")


def choose_distances_at_run_time(source: Path) -> None:
    """Compile hnswlib's distances for AVX and AVX-512 too; it asks the processor which to take."""
    if not _IS_X86:
        return
    folder = source / "hnswlib"
    _replace(
        folder / "hnswlib.h",
        lambda text: (
            text.replace(_FOUND_WHEN_COMPILED, _FOUND_WHEN_RUN),
            text.count(_FOUND_WHEN_COMPILED),
        ),
        expected=1,
    )
    for name, functions in (("space_ip.h", 6), ("space_l2.h", 2)):
        _replace(
            folder / name,
            lambda text: _AVX_FUNCTION.subn(r"TARGET_\2 static float\n\1", text),
            expected=functions,
        )


def choose_processors(source: Path) -> None:
    """Leave out the processors that are not in `PROCESSORS`; add the library of OpenMP."""
    _replace(
        source / "CMakeLists.txt",
        lambda text: (text.replace(_COMMON, _COMMON.replace(" ON ", " OFF ")), text.count(_COMMON)),
        expected=1,
    )
    kept: list[str] = []

    def line(found: re.Match[str]) -> str:
        if found[1] not in PROCESSORS:
            return ""
        kept.append(found[1])
        return found[0]

    _replace(
        source / "vendor/llama.cpp/ggml/src/CMakeLists.txt",
        lambda text: (
            _OF_X86.sub(lambda section: _VARIANT.sub(line, section[0]), text),
            len(kept),
        ),
        expected=len(PROCESSORS),
    )
    if _HAS_OPENMP:
        asked = [os.environ.get("CXX", "g++"), f"-print-file-name={_OPENMP}"]
        found = subprocess.run(asked, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
        with (source / "CMakeLists.txt").open("a", encoding="utf-8") as file:
            file.write(
                f'install(FILES "{Path(found).resolve()}" DESTINATION {_LIBRARIES} '
                f"RENAME {_OPENMP})\n"
            )


_LLAMA_OPTIONS = {
    "GGML_NATIVE": "OFF",
    "GGML_BACKEND_DL": "ON" if _IS_X86 else "OFF",
    "GGML_CPU_ALL_VARIANTS": "ON" if _IS_X86 else "OFF",
    "GGML_OPENMP": "ON" if _HAS_OPENMP else "OFF",
    # Each library once: not under three names, and not beside the package as well.
    "CMAKE_PLATFORM_NO_VERSIONED_SONAME": "ON",
    "CMAKE_INSTALL_BINDIR": _LIBRARIES,
    "CMAKE_INSTALL_LIBDIR": _LIBRARIES,
    "CMAKE_INSTALL_RPATH": "@loader_path" if sys.platform == "darwin" else "$ORIGIN",
    # Neither programs nor what only they need.
    "LLAMA_BUILD_TOOLS": "OFF",
    "LLAMA_BUILD_EXAMPLES": "OFF",
    "LLAMA_BUILD_TESTS": "OFF",
    "LLAMA_BUILD_SERVER": "OFF",
    "LLAMA_BUILD_APP": "OFF",
    "LLAMA_OPENSSL": "OFF",
    "LLAMA_SUBPROCESS": "OFF",
    "MTMD_VIDEO": "OFF",
}
_NOT_PACKED = (
    *("include/**", "llama_cpp/server/**"),
    *(f"{_LIBRARIES}/{name}" for name in ("cmake/**", "pkgconfig/**", "*.py", "*.lib")),
)
RECIPES = {
    "hnswlib": Recipe(
        choose_distances_at_run_time,
        environment={"HNSWLIB_NO_NATIVE": "1"}
        # Stripped, and without OpenMP, which it asks the compiler for and does not use.
        | ({"LDFLAGS": "-s -Wl,--as-needed"} if sys.platform == "linux" else {}),
    ),
    "llama-cpp-python": Recipe(
        choose_processors,
        settings={f"cmake.define.{name}": value for name, value in _LLAMA_OPTIONS.items()}
        | {"wheel.exclude": ";".join(_NOT_PACKED)},
    ),
}
