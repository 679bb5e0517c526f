"""Which encoders a search is asked to use, and what is set for all searches."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from visret_desktop import settings as settings_file
from visret_desktop.cli.engine_jobs import encoders_of
from visret_desktop.cli.main import main
from visret_desktop.errors import PackMissing, UsageError
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import default_paths
from visret_desktop.roles import Role


@pytest.fixture
def other(profile: Path, starter_pack: Callable[[Role], Pack]) -> str:
    """The built-in encoder under another name."""
    directory = profile / "data" / "packs" / "other"
    directory.mkdir(parents=True)
    for file in starter_pack(Role.ENCODER).directory.iterdir():
        text = file.read_bytes()
        (directory / file.name).write_bytes(text.replace(b'"name": "starter"', b'"name": "other"'))
    return "other"


def test_options_stand_for_settings(other: str) -> None:
    assert encoders_of(None, None) == {}
    assert encoders_of("starter", None) == {"encoder": "starter", "second_encoder": ""}
    both = {"encoder": "starter", "second_encoder": other}
    assert encoders_of(None, f"starter, {other}") == both


@pytest.mark.parametrize(
    ("encoder", "encoders"),
    [("starter", "starter,other"), (None, "starter"), (None, "starter,starter"), (None, "a,b,c")],
)
def test_other_numbers_of_encoders_are_refused(
    other: str, encoder: str | None, encoders: str | None
) -> None:
    with pytest.raises(UsageError, match="two different ones"):
        encoders_of(encoder, encoders)


def test_what_is_no_encoder_is_refused(other: str) -> None:
    with pytest.raises(PackMissing):
        encoders_of("nowhere", None)
    with pytest.raises(UsageError, match="no encoder"):
        encoders_of("starter-rewriter", None)


def test_a_second_encoder_is_set_and_taken_away(
    other: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["packs", "use", "--second", other, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"used": {"second encoder": other}}
    assert settings_file.load(default_paths().settings).second_encoder == other
    assert main(["packs", "use", "--second", "none"]) == 0
    assert settings_file.load(default_paths().settings).second_encoder == ""
    assert main(["packs", "use", "--second", "starter-rewriter"]) == 2
    assert main(["packs", "use"]) == 2
