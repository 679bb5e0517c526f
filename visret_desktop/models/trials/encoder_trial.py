"""Try an encoder pack in GGUF in llama.cpp, in a process where a crash or a hang costs nothing.

Run as a process of its own:

    python -m visret_desktop.models.trials.encoder_trial PACK FRAME

with the pack's folder and the frame of the chat template in JSON. The last line that it prints is
JSON, or else the reason why it ended; before each step it says what is at fault if it dies there.
"""

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from visret_desktop.models.encoders.llama_encoder import EncoderSettings, load_llama_encoder
from visret_desktop.models.pack_settings import read_settings
from visret_desktop.models.rewriting.chat_frame import read_frame
from visret_desktop.models.runtimes.model_trial import at_fault, run_trial
from visret_desktop.models.trials.reader_trial import load_files
from visret_desktop.packs.manifest import read_pack
from visret_desktop.processes.child_process import leave
from visret_desktop.sentences import sentence


def try_out(directory: Path, frame: Any) -> dict[str, int]:
    """Load a pack, embed a text and a picture; return how many numbers an embedding has.

    Raises:
        VisretError: it cannot be used.
    """
    pack = read_pack(directory)
    settings = read_settings(pack, EncoderSettings)
    _, mmproj = files = load_files(pack)
    encoder = load_llama_encoder(pack, files, settings, read_frame(frame), threads=1)
    encoder.embed_texts(["a bird"])
    at_fault(sentence("llama.cpp crashes when it looks at a picture with {file}", file=mmproj.name))
    encoder.embed_images(np.full((1, 3, settings.side, settings.side), 0.5, np.float32))
    return {"dimension": encoder.dimension}


def main() -> int:
    """Try what argv names; end with the process that wants to know."""
    return run_trial(lambda: try_out(Path(sys.argv[1]), json.loads(sys.argv[2])))


if __name__ == "__main__":
    leave(main())
