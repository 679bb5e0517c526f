"""Read the open_clip_config.json of an encoder pack."""

from typing import Any

from visret_desktop.errors import PackDamaged
from visret_desktop.models.encoders.conse import ConseSettings, is_conse
from visret_desktop.models.encoders.gemma import gemma_settings, is_gemma
from visret_desktop.models.encoders.preprocess import Preprocess
from visret_desktop.packs import strict_json
from visret_desktop.packs.checks import config_rules
from visret_desktop.packs.checks.layouts import OPEN_CLIP_CONFIG
from visret_desktop.packs.manifest import Pack
from visret_desktop.sentences import sentence


def read_config(pack: Pack) -> dict[str, Any]:
    """Return the content of the file.

    Raises:
        PackDamaged: there is none or it is not JSON.
    """
    try:
        path = pack.place_of(OPEN_CLIP_CONFIG)
        config: dict[str, Any] = strict_json.read(path, config_rules.most_bytes(path.name))
    except (OSError, ValueError) as error:
        reason = sentence(
            "its {open_clip_config} cannot be read ({error})",
            open_clip_config=OPEN_CLIP_CONFIG,
            error=error,
        )
        raise PackDamaged(name=pack.name, reason=reason) from error
    return config


def read_preprocess(pack: Pack) -> Preprocess:
    """Return how the pack's pictures are prepared.

    Raises:
        PackDamaged: its configuration makes no sense.
    """
    if is_conse(pack):
        return ConseSettings.of(pack).preprocess
    if is_gemma(pack):
        return gemma_settings(pack).preprocess
    try:
        return Preprocess.from_config(read_config(pack))
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        reason = sentence(
            "its {open_clip_config} cannot be used ({name}: {error})",
            open_clip_config=OPEN_CLIP_CONFIG,
            name=type(error).__name__,
            error=error,
        )
        raise PackDamaged(name=pack.name, reason=reason) from error
