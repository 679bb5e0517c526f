"""Try a reader pack in llama.cpp, in a process where a crash or a hang costs nothing.

Run as a process of its own:

    python -m visret_desktop.models.trials.reader_trial PACK CONFIG FRAME

with the pack's folder, that of a person's own prompts, and the frame of the chat template in JSON.
The last line that it prints is JSON, or else the reason why it ended; before each step it says what
is at fault if it dies there.
"""

import json
import sys
from pathlib import Path
from typing import Any

from visret_desktop.errors import PackDamaged
from visret_desktop.models.answering.box_check import (
    drawn_proofs,
    kinds_passed,
    proofs_of,
    reads_together,
    right_boxes,
)
from visret_desktop.models.answering.llama_reader import TOO_MUCH, LlamaReader
from visret_desktop.models.answering.reader import load_reader, model_files
from visret_desktop.models.pack_settings import ReaderSettings, read_settings
from visret_desktop.models.rewriting.chat_frame import read_frame
from visret_desktop.models.runtimes.model_trial import at_fault, run_trial
from visret_desktop.packs.manifest import Pack, read_pack
from visret_desktop.paths import Paths
from visret_desktop.processes.child_process import leave
from visret_desktop.sentences import sentence


def try_out(directory: Path, config: Path, frame: Any) -> dict[str, Any]:
    """Load a pack, look at pictures, draw boxes; return what it passed and how many were right.

    Raises:
        VisretError: it cannot be used.
    """
    pack = read_pack(directory)
    settings = read_settings(pack, ReaderSettings)
    _, mmproj = files = load_files(pack)
    paths = Paths(config, config, config)
    chat_frame = read_frame(frame)
    reader = load_reader(pack, files, settings, chat_frame, paths, draws_boxes=True)
    at_fault(sentence("llama.cpp crashes when it looks at a picture with {file}", file=mmproj.name))
    _look(reader, pack)
    proofs = proofs_of(pack)
    sure_of = sorted(kinds_passed(reader, proofs))
    right, tried = 0, 0
    if settings.box_format:
        at_fault(sentence("llama.cpp crashes when it draws boxes"))
        right, tried = right_boxes(reader, proofs)
    together = reader.most_pictures > 1 and reads_together(reader, proofs)
    return {"sure_of": sure_of, "right": right, "tried": tried, "reads_together": together}


def load_files(pack: Pack) -> tuple[Path, Path]:
    """Load the model of a pack alone; return its file, and that of what sees for it.

    What is said to be at fault from then on is the second.
    """
    from visret_desktop.models.runtimes.llama import Llama

    model, mmproj = model_files(pack)
    at_fault(sentence("llama.cpp crashes over {file}", file=model.name))
    Llama(model_path=str(model), n_ctx=16, n_gpu_layers=0, verbose=False).close()
    at_fault(
        sentence("llama.cpp crashes over {file}, or it belongs to another model", file=mmproj.name)
    )
    return model, mmproj


def _look(reader: LlamaReader, pack: Pack) -> None:
    """Read a picture; whatever is said of it is right.

    Raises:
        PackDamaged: it could not be looked at.
    """
    reading = reader.read("what is this?", [drawn_proofs()[0].picture])
    if not reading.is_final or reading.note.startswith(TOO_MUCH):
        raise PackDamaged(
            name=pack.name,
            reason=sentence("it read no picture: {note}", note=reading.note),
        )


def main() -> int:
    """Try what argv names; end with the process that wants to know."""
    return run_trial(lambda: try_out(Path(sys.argv[1]), Path(sys.argv[2]), json.loads(sys.argv[3])))


if __name__ == "__main__":
    leave(main())
