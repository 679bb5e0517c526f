"""A processor that is too old is named before anything needs it."""

from pathlib import Path

import pytest

from visret_desktop.processes.processor import refuse_if_too_old

_OLD = "fpu vme de pse tsc msr pae mce cx8 apic sep mtrr sse sse2 syscall nx lm pni cx16"
_NEW = f"{_OLD} ssse3 sse4_1 sse4_2 popcnt lahf_lm"


def _told(folder: Path, line: str) -> Path:
    file = folder / "cpuinfo"
    file.write_text(f"processor\t: 0\nmodel name\t: Some Processor\n{line}\nbogomips\t: 1\n")
    return file


def test_an_old_one_is_told_what_it_lacks(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"lacks SSSE3, SSE4\.1, SSE4\.2, POPCNT, which"):
        refuse_if_too_old(_told(tmp_path, f"flags\t\t: {_OLD}"))


@pytest.mark.parametrize("line", [f"flags\t\t: {_NEW}", "Features\t: fp asimd", ""])
def test_others_run(tmp_path: Path, line: str) -> None:
    refuse_if_too_old(_told(tmp_path, line))
    refuse_if_too_old(tmp_path / "nothing")
