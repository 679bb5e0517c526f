"""What each process may load, asked of fresh interpreters."""

import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from tests.conftest import IMPORTED_BY_FILES
from visret_desktop.library.catalog.catalog import Catalog

HEAVY = ("torch", "diffusers", "open_clip", "llama_cpp", "hnswlib", "onnxruntime", "openvino")


def modules_after(statement: str) -> set[str]:
    """Return the top-level modules that a fresh interpreter has loaded after `statement`."""
    script = f"{statement}\nimport sys; print(*sorted({{m.split('.')[0] for m in sys.modules}}))"
    result = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=120
    )
    return set(result.stdout.split())


def test_window_loads_no_model_library() -> None:
    loaded = modules_after("import visret_desktop.gui.app, visret_desktop.gui.window.main_window")
    assert "PySide6" in loaded
    late = {"asyncio", "csv", "email", "http", "multiprocessing", "numpy", "psutil", "ssl"}
    assert not loaded & {*HEAVY, *late}


def test_nothing_is_collected_while_the_window_loads() -> None:
    """It was a tenth of the start, for garbage that is not there yet."""
    loaded = modules_after(
        "import gc, io; from visret_desktop.__main__ import _open_window; from contextlib import *;"
        " gc.collect(); collected = []; gc.callbacks.append(lambda *_: collected.append(1));"
        "\nwith suppress(SystemExit), redirect_stdout(io.StringIO()): _open_window(['--version'])"
        "\nassert not collected"
    )
    assert "PySide6" in loaded


@pytest.mark.parametrize(
    "module", ["visret_desktop.engine.server", "visret_desktop.cli.main", "visret_desktop.__main__"]
)
def test_engine_and_command_line_load_neither_qt_nor_torch(module: str) -> None:
    loaded = modules_after(f"import {module}")
    assert not loaded & {"PySide6", "shiboken6", "torch", "diffusers", "open_clip", "openvino"}


def test_command_line_starts_light() -> None:
    loaded = modules_after("import visret_desktop.cli.main")
    assert not loaded & {*HEAVY, "numpy", "PIL"}


def test_a_question_for_the_catalog_loads_no_model_and_no_pictures() -> None:
    asking = "visret_desktop.cli.asking.catalog_answers, visret_desktop.cli.asking.ask"
    loaded = modules_after(f"import {asking}, visret_desktop.engine.answers.catalog_answer")
    assert not loaded & {*HEAVY, "PIL", "PySide6", "tokenizers"}


def test_a_decoder_starts_with_what_most_photos_need() -> None:
    late = "PIL.AvifImagePlugin", "PIL.TiffImagePlugin", "PIL.ImageCms", "pillow_heif", "rawpy"
    check = f"import sys; print(*set({late}) & set(sys.modules))"
    loaded = modules_after(f"import visret_desktop.decoding.child\n{check}")
    assert not loaded & {*HEAVY, *late, "numpy", "sqlite3", "PySide6"}


def test_tests_and_not_their_files_import_what_takes_seconds(pytestconfig: pytest.Config) -> None:
    """Each worker imports all files of tests; `training` imports torch and transformers."""
    late = {"accelerate", "diffusers", "open_clip", "torch", "torchvision", "transformers"}
    assert not late & pytestconfig.stash[IMPORTED_BY_FILES]


@pytest.mark.parametrize("kind", ["webp", "avif", "tiff", "jp2"])
def test_formats_that_load_late_do_so_with_their_first_photo(kind: str, tmp_path: Path) -> None:
    Image.new("RGB", (40, 30), "red").save(tmp_path / f"first.{kind}")
    imports = "from pathlib import Path; from visret_desktop.library.photos import imaging"
    opening = f"print(imaging.decode_file(Path({str(tmp_path)!r}) / 'first.{kind}').image.size[0])"
    assert "40" in modules_after(f"{imports}; {opening}")


def test_a_catalog_that_is_up_to_date_is_checked_and_opened_without_what_makes_one(
    tmp_path: Path,
) -> None:
    path = tmp_path / "catalog.db"
    Catalog.open(path).close()
    loaded = modules_after(
        "from pathlib import Path; from visret_desktop.library.catalog.catalog import Catalog;"
        " from visret_desktop.library.repair.catalog_check import find_damage;"
        f" place = Path({str(path)!r}); assert not find_damage(place, is_thorough=False);"
        " Catalog.open(place).close()"
    )
    assert "sqlite_utils" not in loaded


def test_what_compiles_encoders_does_without_the_compiler_of_torch() -> None:
    """It takes 6 s of a processor; whoever does need it gets it (both tried in one process)."""
    loaded = modules_after(
        "import sys; from visret_desktop.models.runtimes import torchvision_parts;"
        " torchvision_parts.leave_out_compiler(); torchvision_parts.stand_in(); import torchvision;"
        " assert 'torch._dynamo.convert_frame' not in sys.modules;"
        " assert 'sympy' not in sys.modules;"
        " import torch._dynamo.config; import torch._dynamo;"
        " assert torch._dynamo.__spec__ and sys.modules['torch._dynamo'] is torch._dynamo"
    )
    assert "torchvision" in loaded


def test_a_search_by_words_loads_what_it_needs() -> None:
    """No modules of other commands, nor what compiles, draws or downloads."""
    loaded = modules_after(
        "import sys; from visret_desktop.cli.main import function_of;"
        " function_of('search'); import visret_desktop.engine.runtime;"
        " import visret_desktop.engine.search.search_job;"
        " import visret_desktop.models.encoders.compiled;"
        " others = ('packs.commands', 'packs.fetching', 'packs.login', 'doctor', 'demo', 'export');"
        " late = ['visret_desktop.cli.' + one for one in others];"
        " late += ['visret_desktop.packs.fetching.connection'];"
        " late += ['visret_desktop.models.drawing.variant_choice'];"
        " assert not set(late) & set(sys.modules), set(late) & set(sys.modules)"
    )
    assert not loaded & {"filelock", "asyncio", "ssl", "http", *HEAVY}
