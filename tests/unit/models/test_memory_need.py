"""What a model will need is counted from its files, and refused where it is not there."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from visret_desktop.errors import MemoryShort
from visret_desktop.models import memory_need
from visret_desktop.models.memory_need import check_fits, free, need
from visret_desktop.packs.manifest import Pack, PackFile, Role


@pytest.mark.parametrize("role", list(Role))
def test_need_is_more_than_the_weights(role: Role, starter_pack: Callable[[Role], Pack]) -> None:
    pack = starter_pack(role)
    assert (
        pack.size_bytes < need(pack, "cpu") < 3 * pack.size_bytes + 2 * memory_need._WORKING_BYTES
    )


def test_stored_halves_are_computed_with_as_whole_numbers(
    starter_pack: Callable[[Role], Pack],
) -> None:
    """The visualizer is stored as float16: twice the bytes on a CPU, as many on a card."""
    pack = starter_pack(Role.VISUALIZER)
    stored = sum(file.size for file in pack.files if file.path.endswith(".safetensors"))
    on_cpu = need(pack, "cpu") - memory_need._WORKING_BYTES
    on_card = need(pack, "cuda") - memory_need._WORKING_BYTES
    assert on_cpu == pytest.approx(2 * on_card)
    assert on_card == pytest.approx(1.4 * stored, rel=0.02)


def test_what_does_not_fit_is_refused_with_what_to_do(
    starter_pack: Callable[[Role], Pack], monkeypatch: pytest.MonkeyPatch
) -> None:
    pack = starter_pack(Role.ENCODER)
    check_fits(pack, "cpu")
    monkeypatch.setattr(memory_need, "free", lambda _: 1_000_000)
    with pytest.raises(MemoryShort, match="choose a smaller pack"):
        check_fits(pack, "cpu")


def test_damaged_weights_are_left_to_the_loader(
    starter_pack: Callable[[Role], Pack], tmp_path: object
) -> None:
    pack = replace(
        starter_pack(Role.ENCODER), files=(PackFile("nowhere.safetensors", 9, "0" * 64),)
    )
    assert need(pack, "cpu") == memory_need._WORKING_BYTES


def test_free_memory_is_told() -> None:
    assert free("cpu") > 10_000_000
