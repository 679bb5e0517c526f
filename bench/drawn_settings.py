"""Settings for measurements on the drawn world."""

from visret_desktop.settings import DRAWN_PACKS, Settings


def for_drawings(settings: Settings) -> Settings:
    """Return these settings with the built-in models that know the drawn world.

    A pack that a person chose stays.
    """
    built_in = (role for role in DRAWN_PACKS if settings.uses_built_in(role))
    return settings.changed(**{role: DRAWN_PACKS[role] for role in built_in})
