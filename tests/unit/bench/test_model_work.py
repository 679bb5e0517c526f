"""The figures from which speeds are estimated are those of the architectures."""

import pytest

from training.studies.model_work import flops
from visret_desktop.packs.offers import find_offer


def test_an_offer_says_what_its_architecture_takes() -> None:
    offer = find_offer("clip-vit-b-32-laion2b")
    assert offer is not None
    assert flops(offer) == pytest.approx(offer.flops, rel=0.01)
