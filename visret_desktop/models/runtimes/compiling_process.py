"""The edge of a process that compiles a pack: it says on stderr, and by its exit code, what failed.

`compiled_files.run_compiler` starts such processes and reads that.
"""

import logging
import sys
import traceback
import warnings
from collections.abc import Callable

from visret_desktop.errors import PartNotLoading
from visret_desktop.models.runtimes.compiled_files import REFUSED
from visret_desktop.processes.child_process import end_with_parent


def run(
    compile_now: Callable[[], object], is_refusal: Callable[[Exception], bool] = lambda _: False
) -> int:
    """Compile, and return the exit code; `is_refusal` tells what would fail again."""
    end_with_parent()
    warnings.simplefilter("ignore")
    logging.disable(logging.WARNING)
    try:
        compile_now()
    except ImportError as error:
        sys.stderr.write(f"{error}\n")
        return PartNotLoading.exit_code
    except Exception as error:  # noqa: BLE001 - the edge of this process; torch raises anything
        traceback.print_exc()
        first = (str(error).strip().splitlines() or [type(error).__name__])[0]
        sys.stderr.write(f"{first}\n")
        return REFUSED if is_refusal(error) else 1
    return 0
