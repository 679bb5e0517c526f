"""What is compared: encoders, and for each of them strategies and weights."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from visret_desktop.errors import PackDamaged, PackMissing, UsageError
from visret_desktop.packs import registry
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths
from visret_desktop.roles import Role
from visret_desktop.sentences import sentence
from visret_desktop.settings import Settings
from visret_desktop.strategies import STRATEGIES

WEIGHTS = (0.1, 0.2, 0.3, 0.5, 0.8)


@dataclass(frozen=True)
class Configuration:
    """One way to search.

    `is_drawn`: the pictures that come with the queries stand in for sketches, which shows what a
    perfect visualizer would reach. `draws_all`: also where fewer sketches are enough.
    """

    name: str
    strategy: str
    weight: float
    is_drawn: bool = False
    draws_all: bool = False


@dataclass(frozen=True)
class WantedComparison:
    """What a person wants compared; an empty tuple stands for all there is."""

    encoders: tuple[str, ...] = ()
    strategies: tuple[str, ...] = ()
    weights: tuple[float, ...] = ()


def encoders(home: Paths, comparison: WantedComparison) -> list[Pack]:
    """Return the encoder packs to compare.

    Raises:
        UsageError: one that was named is not installed.
    """
    packs = [pack for pack in registry.installed(home) if isinstance(pack, Pack)]
    packs_by_name = {pack.name: pack for pack in packs if pack.role is Role.ENCODER}
    unknown = [name for name in comparison.encoders if name not in packs_by_name]
    if unknown:
        reason = sentence(
            "There is no encoder {name}. Installed are {names}.",
            name=repr(unknown[0]),
            names=", ".join(packs_by_name),
        )
        raise UsageError(reason=reason)
    return [packs_by_name[name] for name in comparison.encoders or packs_by_name]


@dataclass(frozen=True)
class EncoderSet:
    """One encoder, or two that answer side by side."""

    first: Pack
    second: Pack | None = None

    @property
    def name(self) -> str:
        """The key that no other set has."""
        return f"{self.first.name}+{self.second.name}" if self.second else self.first.name

    @property
    def title(self) -> str:
        """Their names in a sentence."""
        return f"{self.first.title} and {self.second.title}" if self.second else self.first.title

    def chosen(self) -> dict[str, str]:
        """Return the settings that select them, by name."""
        return {
            "encoder": self.first.name,
            "second_encoder": self.second.name if self.second else "",
        }

    def in_settings(self, settings: Settings) -> Settings:
        """Return settings that search with them, otherwise unchanged."""
        second = self.second.name if self.second else ""
        return replace(settings, encoder=self.first.name, second_encoder=second)


def encoder_sets(packs: Sequence[Pack], settings: Settings) -> list[EncoderSet]:
    """Return each encoder alone, and the present one with each other beside it.

    The pairs come first: the sketches that are drawn for them serve both.
    """
    first = next((pack for pack in packs if pack.name == settings.encoder), packs[0])
    pairs = [EncoderSet(first, pack) for pack in packs if pack is not first]
    return [*pairs, *(EncoderSet(pack) for pack in packs)]


def ways(home: Paths, settings: Settings, comparison: WantedComparison) -> list[Configuration]:
    """Return the ways to search that the installed models and the settings allow."""
    strategies = [
        name for name in _possible(home, settings) if name in _or_all(comparison.strategies)
    ]
    if not strategies:
        raise UsageError(
            reason=sentence("None of these strategies can be tried with what is installed.")
        )
    weights = comparison.weights or tuple(sorted({*WEIGHTS, settings.hybrid_weight}))
    return [way for name in strategies for way in _ways_of(name, weights)]


def _ways_of(strategy: str, weights: Sequence[float]) -> list[Configuration]:
    if strategy != "hybrid":
        return [Configuration(strategy, strategy, weights[0])]
    return [Configuration(f"hybrid {weight:g}", strategy, weight) for weight in weights]


def _or_all(strategies: Sequence[str]) -> Sequence[str]:
    return strategies or tuple(STRATEGIES)


def _possible(home: Paths, settings: Settings) -> Iterator[str]:
    yield "original"
    if _has(home, settings.rewriter):
        yield "rephrase"
    if settings.pictures_enabled and _has(home, settings.visualizer):
        yield from ("visret-single", "visret", "hybrid")


def _has(home: Paths, name: str) -> bool:
    try:
        registry.find(home, name)
    except (PackMissing, PackDamaged):
        return False
    return True


def current(
    home: Paths, settings: Settings, tried: Sequence[Configuration]
) -> Configuration | None:
    """Return the way that the settings search in, if it was tried.

    Where nothing can be drawn, both is the instruction.
    """
    strategies = set(_possible(home, settings))
    strategy = settings.strategy
    if strategy not in strategies and strategy in ("hybrid", "visret", "visret-single"):
        strategy = "rephrase" if "rephrase" in strategies else "original"
    fitting = [way for way in tried if way.strategy == strategy]
    if strategy == "hybrid":
        fitting = [way for way in fitting if way.weight == settings.hybrid_weight]
    return fitting[0] if fitting else None
