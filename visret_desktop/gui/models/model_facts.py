"""What a person wants to know about a model before choosing it, in words."""

from collections.abc import Collection, Mapping, Sequence
from html import escape
from typing import Any

from PySide6.QtCore import QObject

from visret_desktop.gui.languages.figures import size
from visret_desktop.gui.languages.sentences import translated
from visret_desktop.gui.models.pack_progress import linked
from visret_desktop.packs.offers import Offer, accepted_licenses
from visret_desktop.packs.pack_list import PackEntry, State
from visret_desktop.packs.sources import PackSource
from visret_desktop.packs.speed_estimates import Machine, Speed, memory_of, speed_of
from visret_desktop.paths import Paths
from visret_desktop.roles import ROLES, Role

_WORTH_TELLING = 10**5  # bytes


class ModelFacts(QObject):
    """Facts on one computer; `machine` is None while nothing is known of it."""

    def __init__(self, paths: Paths, machine: Machine | None, parent: QObject | None) -> None:
        super().__init__(parent)
        self._paths = paths
        self.machine = machine
        self.needs: Mapping[str, int] = {}  # bytes by installed pack, from the engine

    def purpose(self, role: Role | None) -> str:
        """Return what a model of a role does."""
        return translated(role.purpose) if role else ""

    def size(self, choice: PackEntry) -> str:
        """Return the size on disk."""
        if not choice.size_bytes:
            return ""
        is_exact = choice.pack is not None or choice.model is not None
        return size(choice.size_bytes) if is_exact else f"~ {size(choice.size_bytes)}"

    def memory(self, choice: PackEntry) -> str:
        """Return the memory that a model takes where it would run."""
        needed = self._needed(choice)
        return f"~ {size(needed)}" if needed else ""

    def speed(self, choice: PackEntry) -> Speed | None:
        """Return how fast a model is here."""
        return speed_of(choice, self.machine, self._paths)

    def speed_in_short(self, choice: PackEntry) -> str:
        """Return how fast a model is here, marked where it is an estimate."""
        speed = self.speed(choice)
        if speed is None:
            return ""
        words = translated(speed.in_short)
        return words if speed.is_measured else f"~ {words}"

    def license(self, known: PackEntry | Offer) -> str:
        """Return the license's name without prefixes that say nothing."""
        return known.license.replace("LicenseRef-", "").replace("-Community", "")

    def speeds_of(self, choices: Sequence[PackEntry]) -> str:
        """Return how fast several models are here, in a line; '' if that is not known."""
        speeds = [speed for choice in choices if (speed := self.speed(choice))]
        if len(speeds) < len(choices) or not speeds:
            return ""
        words = ", ".join(self._of_several(speed, speeds) for speed in speeds)
        is_measured = all(speed.is_measured for speed in speeds)
        here = self.tr("Here: {0}") if is_measured else self.tr("Here, estimated: {0}")
        return here.format(words)

    def _of_several(self, speed: Speed, speeds: Sequence[Speed]) -> str:
        """Return a speed in words, with what it is for where another counts the same."""
        words = translated(speed.in_short)
        is_alone = [each.role.unit for each in speeds].count(speed.role.unit) == 1
        whole = self.tr("{0} for {1}").format(words, self.purpose(speed.role))
        return words if is_alone else whole

    def taking(self, one: Offer | PackSource) -> str:
        """Return what a model that is not here yet will take, as rich text."""
        state: State = "on offer"
        known = (one.name, one.title, one.role, state, one.size_bytes, one.license)
        choice = PackEntry(*known, offer=one if isinstance(one, Offer) else None)
        disk = self.tr("{0} on disk.").format(size(one.size_bytes))
        parts = (disk, self._memory_sentence(choice), self._speed_sentence(choice))
        return " ".join(filter(None, parts))

    def about(self, choice: PackEntry) -> str:
        """Return some sentences about a model, as rich text with the license's link."""
        offer = choice.offer
        made_by = offer.made_by if offer else (choice.pack.made_by if choice.pack else "")
        parts = (
            self._state(choice),
            escape(translated(offer.summary) if offer else ""),
            escape(self.tr("By {0}.").format(translated(made_by))) if made_by else "",
            escape(self.tr("Languages: {0}.").format(translated(offer.languages))) if offer else "",
            escape(self._other_uses(choice.role)),
        )
        here = (
            self._speed_sentence(choice),
            self._memory_sentence(choice),
            self._license_sentence(choice),
        )
        lines = (" ".join(filter(None, parts)), " ".join(filter(None, here)))
        return "<br>".join(filter(None, lines))

    def _other_uses(self, role: Role | None) -> str:
        """Return what a model can be used for beside what it is made for."""
        if role is None or not role.serves:
            return ""
        others = ", ".join(self.purpose(ROLES[name]) for name in role.serves)
        return self.tr("It can be used for {0}, too.").format(others)

    def _state(self, choice: PackEntry) -> str:
        if choice.state == "elsewhere" and choice.model:
            words = self.tr("{0} keeps it here: {1}. It can be used from there without a copy.")
            return escape(words.format(choice.reason, choice.model.path))
        if choice.state == "unfinished":
            if choice.gathered_bytes < _WORTH_TELLING:
                return ""
            words = self.tr("{0} are here already.")
            return escape(words.format(size(choice.gathered_bytes)))
        if choice.state == "offline":
            words = self.tr("{0}. Plug in its drive, or get it again.")
            return escape(words.format(translated(choice.reason)))
        return escape(f"{translated(choice.reason)}.") if choice.reason else ""

    def _speed_sentence(self, choice: PackEntry) -> str:
        speed = self.speed(choice)
        if speed is None:
            return ""
        if speed.is_measured:
            return escape(
                self.tr("On this computer {0}, as measured in use.").format(
                    translated(speed.message)
                )
            )
        return escape(self.tr("On this computer {0} (estimate).").format(translated(speed.message)))

    def _memory_sentence(self, choice: PackEntry) -> str:
        needed = self._needed(choice)
        if not needed or self.machine is None or choice.role is None:
            return ""
        there = self.machine.memory.get(self.machine.devices[choice.role.name], 0)
        words = self.tr("Takes about {0} of {1} memory.")
        if needed > there:
            words = self.tr("<b>Takes about {0} of memory; {1} are there.</b>")
        return words.format(size(needed), size(there))

    def _license_sentence(self, choice: PackEntry) -> str:
        offer, pack = choice.offer, choice.pack
        url = offer.license_url if offer else (pack.license_url if pack else "")
        if not self.license(choice):
            return ""
        name = linked(self.license(choice), url)
        words = self.tr("License: {0}.")
        if offer and offer.must_accept:
            is_accepted = url in accepted_licenses(self._paths)
            words = (
                self.tr("License: {0}, accepted.")
                if is_accepted
                else self.tr("License: {0}, to be accepted.")
            )
        if offer and offer.is_gated:
            words += " " + self.tr("The hub gives it to people with an account only.")
        return words.format(name)

    def conditions(self, asking: Sequence[Offer]) -> str:
        """Return the question whether licenses are accepted, as rich text with links."""
        links = "<br>".join(
            f"{escape(offer.title)}: {linked(self.license(offer), offer.license_url)}"
            for offer in asking
        )
        words = self.tr("These models come with conditions. Do you accept them?")
        return f"{words}<br><br>{links}"

    def use(self, roles: Collection[str], *, has_pictures: bool) -> str:
        """Return what follows from the use of other models for roles, in words; or ""."""
        sentences = []
        if "encoder" in roles:
            words = self.tr(
                "In use from now on. Your photos are read again in the background; until that is"
                " done, the old model goes on answering."
            )
            sentences.append(words)
        if not has_pictures:
            sentences.append(
                self.tr("The built-in models do not know your photos: no sketches for now.")
            )
        return " ".join(sentences)

    def removal(self, removed: Mapping[str, Any]) -> str:
        """Return what was removed and what stays, in words."""
        sentences = [self.tr("{0} freed.").format(size(removed["freed_bytes"]))]
        if removed["left"]:
            words = self.tr("Not of the model, so it stays: {0}.")
            sentences.append(words.format(", ".join(removed["left"])))
        if removed["vectors_left"]:
            words = self.tr(
                "What it made of your photos stays for now, because photos are being read;"
                " `visret packs remove {0}` deletes it later."
            )
            sentences.append(words.format(removed["name"]))
        return " ".join(sentences)

    def _needed(self, choice: PackEntry) -> int:
        if choice.name in self.needs and choice.pack:
            return self.needs[choice.name]
        return memory_of(choice, self.machine) if self.machine else 0
