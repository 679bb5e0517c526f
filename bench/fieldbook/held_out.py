"""Which combinations of the drawn world are kept from training, so that they can test it."""

from zlib import crc32

from visret_desktop.fieldbook.spec import Spec


def is_held_out(spec: Spec) -> bool:
    """Return whether this combination is kept from training, to test composition.

    About a tenth of the (species, habitat, light) and a tenth of the (species, view, habitat).
    """
    scene = f"{spec.species}|{spec.habitat}|{spec.light}"
    subject = f"{spec.species}|{spec.view}|{spec.habitat}"
    return crc32(scene.encode()) % 10 == 0 or crc32(subject.encode()) % 10 == 0


def is_held_out_question(species: str, view: str | None) -> bool:
    """Return whether questions about this view of this species are kept from training."""
    return crc32(f"question|{species}|{view}".encode()) % 8 == 0
