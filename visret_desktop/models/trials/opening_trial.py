"""Open a pack of somebody's files once, in a process where a crash or a hang costs nothing.

Run as a process of its own:

    python -m visret_desktop.models.trials.opening_trial PACK DATA CACHE CONFIG

with the pack's folder and those of the profile. The last line that it prints is JSON, whether the
model could be tried on this computer, or else the reason why no model came of it. What is made on
the way, such as an encoder's compiled form, is kept for the first use.
"""

import sys
from pathlib import Path

import numpy as np

from visret_desktop.errors import (
    DiskFull,
    FileTooLarge,
    MemoryShort,
    OutOfMemory,
    PackDamaged,
    PartNotLoading,
)
from visret_desktop.models.memory_need import check_fits
from visret_desktop.models.runtimes.model_trial import at_fault, run_trial
from visret_desktop.packs.manifest import Pack, read_pack
from visret_desktop.paths import Paths
from visret_desktop.processes import library_environment
from visret_desktop.processes.child_process import leave
from visret_desktop.roles import Role, function_at
from visret_desktop.sentences import sentence

# They say nothing of the pack.
_OF_THE_COMPUTER = (DiskFull, FileTooLarge, MemoryShort, OutOfMemory, PartNotLoading)


def try_out(directory: Path, paths: Paths) -> bool:
    """Open a pack; return whether it could be tried here.

    Raises:
        PackDamaged: no model comes of it.
    """
    pack = read_pack(directory)
    at_fault(sentence("the library that reads it crashes over it"))
    library_environment.fetch_nothing()
    try:
        check_fits(pack, "cpu")
        _open(pack, paths)
    except (*_OF_THE_COMPUTER, ImportError):
        return False
    except (RuntimeError, ValueError, LookupError, TypeError, AttributeError, OSError) as error:
        first = (str(error).strip().splitlines() or [type(error).__name__])[0]
        raise PackDamaged(
            name=pack.name,
            reason=sentence("it cannot be opened ({error})", error=first),
        ) from error
    return True


def _open(pack: Pack, paths: Paths) -> None:
    if pack.role.draws:  # compiling it takes minutes; that is for whoever draws with it
        _open_pipeline(pack)
        return
    model = function_at(pack.role.opener)(pack, paths, "cpu")
    if pack.role is Role.ENCODER:
        side = model.input_pixels
        model.embed_images(np.full((1, 3, side, side), 0.5, np.float32))
        model.embed_texts(["a bird"])


def _open_pipeline(pack: Pack) -> None:
    """Load a picture model as it is stored, which takes no more memory than its files."""
    import torch

    from visret_desktop.models.drawing.diffusers_pipeline import open_pipeline, stored_dtypes
    from visret_desktop.models.pack_settings import DrawingSettings, read_settings

    settings = read_settings(pack, DrawingSettings)
    open_pipeline(pack, torch.device("cpu"), settings, stored_dtypes(pack, settings))


def main() -> int:
    """Try what argv names; end with the process that wants to know."""
    directory, data, cache, config = map(Path, sys.argv[1:5])
    return run_trial(lambda: try_out(directory, Paths(data, cache, config)))


if __name__ == "__main__":
    leave(main())
