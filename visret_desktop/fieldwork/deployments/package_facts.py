"""What a person may say of a package as a whole, each fact by its name and with its choices."""

import re
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from visret_desktop.errors import UsageError
from visret_desktop.library.catalog.catalog_deployments import PackageFacts
from visret_desktop.library.records import LONGEST_TEXT
from visret_desktop.sentences import sentence

# Those that GBIF takes data under; photos may have any.
LICENSES = ("CC0-1.0", "CC-BY-4.0", "CC-BY-NC-4.0")
CHOICES: Mapping[str, tuple[str, ...]] = {
    "by": ("folder", "drive", "outing"),
    "license": LICENSES,
    "sampling_design": (
        *("simpleRandom", "systematicRandom", "clusteredRandom"),
        *("experimental", "targeted", "opportunistic"),
    ),
    "capture_method": ("activityDetection", "timeLapse", "activityDetection,timeLapse"),
}
NAMES = tuple(one.name for one in fields(PackageFacts))
_EMAIL = re.compile(r"[^@\s]+@[^@\s]+")
_LICENSE = re.compile(r"[-a-zA-Z0-9._]+|https?://\S+")


def with_fact(facts: PackageFacts, name: str, text: str) -> PackageFacts:
    """Return facts with something else said; "" says nothing.

    Raises:
        UsageError: there is no such fact, or it cannot have this value.
    """
    text = " ".join(text.split())
    if name not in NAMES:
        raise UsageError(
            reason=sentence(
                "A package has no {name}. It has: {names}.", name=repr(name), names=", ".join(NAMES)
            )
        )
    fault = ""
    choices = CHOICES.get(name, ())
    if choices and text not in choices and (text or name == "by"):
        fault = sentence("it is none of {choices}", choices=", ".join(choices))
    elif name == "email" and text and not _EMAIL.fullmatch(text):
        fault = sentence("it is no address")
    elif name == "media_license" and text and not _LICENSE.fullmatch(text):
        fault = sentence("it is neither a name such as CC-BY-4.0 nor an address")
    elif len(text) > LONGEST_TEXT:
        fault = sentence("it is longer than {longest_text:,} letters", longest_text=LONGEST_TEXT)
    if fault:
        raise UsageError(
            reason=sentence(
                "{text} cannot be the {name} of a package: {fault}.",
                text=repr(text[:60]),
                name=name,
                fault=fault,
            )
        )
    said: dict[str, Any] = {name: text}
    return replace(facts, **said)
