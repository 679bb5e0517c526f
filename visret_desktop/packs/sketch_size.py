"""What it means to draw at another size than a model was made for, in words."""

from visret_desktop.packs.manifest import Pack
from visret_desktop.sentences import sentence


def made_for(pack: Pack) -> tuple[int, ...]:
    """Return the sides, in pixels, that a visualizer's model was made for."""
    sizes = pack.settings.get("sizes") or [pack.settings.get("pixels")]
    return tuple(side for side in sizes if isinstance(side, int))


def cost_of_side(pack: Pack, side: int | None) -> str:
    """Return what drawing at `side` pixels costs and saves; None: the size of the pack.

    The work of a step grows with the number of pixels, and where all look at all others faster.
    """
    usual = pack.settings.get("pixels")
    if not side or side == usual or not isinstance(usual, int):
        return sentence("{title} draws at {usual} × {usual} pixels.", title=pack.title, usual=usual)
    share = (side / usual) ** 2
    times = sentence(
        "about {share:.2g} times the work of {usual} × {usual}", share=share, usual=usual
    )
    if side in made_for(pack):
        return sentence(
            "{title} draws at {side} × {side} pixels, {times}; it was made for that, too.",
            title=pack.title,
            side=side,
            times=times,
        )
    sides = ", ".join(map(str, made_for(pack)))
    return sentence(
        "{title} draws at {side} × {side} pixels, {times}. It was made for "
        "{sides}, and may draw worse at this size: `visret bench quality "
        "--pixels {side}` measures it.",
        title=pack.title,
        side=side,
        times=times,
        sides=sides,
    )
