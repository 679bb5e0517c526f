"""Write the trained reader as two GGUF files, and compare them with what was trained.

    python -m training.reader_export

Run once the training has ended, or before: it takes the last checkpoint.
"""

from pathlib import Path
from random import Random

import torch

from training import reader_pictures
from training.course import load_checkpoint
from training.evaluate_reader import ReaderInLlama, as_address
from training.eye import as_seen
from training.gguf_export import write_gguf
from training.mmproj_export import write_mmproj
from training.photo_questions import KINDS, ask
from training.reader import NAME, Reader, untrained
from training.workplace import workplace

_TITLE = "fieldbook reader"
_COMPARED = 20  # pictures
# MTMDChatHandler puts a text part in place of each picture, and adds the first marker itself.
_TEMPLATE = (
    "{% for message in messages %}{% if message['role'] == 'user' and loop.last %}<|user|>"
    "{% if message['content'] is string %}{{ message['content'] }}{% else %}"
    "{% for part in message['content'] %}{{ part['text'] }}{% endfor %}{% endif %}"
    "{% endif %}{% endfor %}<|assistant|>"
)


def write(reader: Reader, directory: Path) -> None:
    """Write the text model as Hugging Face has it, and the two GGUF files."""
    reader.text.save_pretrained(directory / "hf")
    reader.words.tokenizer.save(str(directory / "hf" / "tokenizer.json"))
    write_gguf(directory / "hf", directory / "model.gguf", _TITLE, _TEMPLATE)
    write_mmproj(reader.eye, reader.bridge, directory / "mmproj.gguf", _TITLE)


def agreement(reader: Reader, directory: Path, pictures: int) -> float:
    """Return the share of questions that torch and llama.cpp answer letter by letter the same."""
    pixels, _, truths = reader_pictures.load("validation")
    in_llama, stream = ReaderInLlama(directory), Random(0)
    same = []
    for number in range(pictures):
        photo, picture = as_address(pixels[number]), as_seen(pixels[[number]])[0]
        for kind in KINDS:
            if question := ask(kind, truths[number], stream, held_out=True):
                told = in_llama.answer(question.text, photo)
                same.append(told == reader.answer(picture, question.text))
    in_llama.close()
    return sum(same) / len(same)


def main() -> None:
    torch.set_num_threads(1)
    reader = untrained(reader_pictures.load("train")[2]).eval()
    step = load_checkpoint(workplace(NAME, "checkpoint.safetensors"), reader)
    directory = workplace(NAME, "model")
    write(reader, directory)
    size = sum(path.stat().st_size for path in directory.glob("*.gguf"))
    same = agreement(reader, directory, _COMPARED)
    print(f"{step} steps, {size} bytes; llama.cpp answers as torch: {same:.1%}")


if __name__ == "__main__":
    main()
