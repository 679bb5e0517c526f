"""What was made ready for this computer, as tests share and spoil it."""

from pathlib import Path

from visret_desktop.models.runtimes.compiled_files import RECORD_NAME, note_files


def forget_forms(compiled: Path) -> None:
    """Take away all precisions but fp32 of the encoders there, as if none had been chosen yet."""
    for directory in {record.resolve().parent for record in compiled.glob(f"*/{RECORD_NAME}")}:
        forms = [*directory.glob("visual.*.*"), *directory.glob("choice.json")]
        for form in forms:
            form.unlink()
        if forms:  # a record of files that are not there has all of it made anew
            note_files(directory)
