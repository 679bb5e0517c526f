"""Child processes never find modules in the current folder."""

import os
import sys

import pytest

from visret_desktop import own_python


def _is_safe(_number: int) -> bool:
    return sys.flags.safe_path


@pytest.mark.parametrize("before", [None, "", "1"])
def test_a_pool_is_safe_and_leaves_the_environment_alone(
    monkeypatch: pytest.MonkeyPatch, before: str | None
) -> None:
    if before is None:
        monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    else:
        monkeypatch.setenv("PYTHONSAFEPATH", before)
    with own_python.pool(1) as pool:
        assert pool.map(_is_safe, [1]) == [True]
    assert os.environ.get("PYTHONSAFEPATH") == before
