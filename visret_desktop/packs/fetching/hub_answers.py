"""The forms that a hub's answers may have; an answer of any other form is refused here.

Only what is declared is ever built in memory, whatever else an answer holds.
"""

from typing import Annotated, Any, TypeVar

from msgspec import Meta, Raw, Struct, ValidationError

from visret_desktop import typed_values
from visret_desktop.packs.fetching.connection import OddAnswer
from visret_desktop.sentences import sentence

Shape = TypeVar("Shape")
MOST_SIZE = 2**50  # bytes of one file
_MOST_LICENSE = 100

Size = Annotated[int, Meta(ge=0, le=MOST_SIZE)]
Commit = Annotated[str, Meta(pattern=r"\A[0-9a-zA-Z]{1,64}\Z")]
FilePath = Annotated[str, Meta(min_length=1, max_length=1024)]


class Revision(Struct):
    """What a branch, tag or commit stands for; `cardData` is what the owner wrote, in any shape."""

    sha: Commit
    cardData: Raw = Raw(b"null")  # noqa: N815 - the hub's name for it

    @property
    def license(self) -> str:
        """The license that the owner names; '' if there is none or it has an unusual form."""
        try:
            card = read(self.cardData, _Card | None)
        except (OddAnswer, AnswerNotJson):
            return ""
        named = card.license if card is not None else None
        return (named if isinstance(named, str) else ", ".join(named or ()))[:_MOST_LICENSE]


class _Card(Struct):
    license: str | list[str] | None = None


class LargeFile(Struct):
    """A file that lies beside the repository."""

    oid: Annotated[str, Meta(pattern=r"\A(sha256:)?[0-9a-f]{64}\Z")]
    size: Size


class RepositoryEntry(Struct):
    """A file or folder of a repository."""

    type: str
    path: FilePath
    size: Size
    oid: Annotated[str, Meta(pattern=r"\A([0-9a-f]{40})?\Z")] = ""
    lfs: LargeFile | None = None


class _Token(Struct):
    displayName: str | None = None  # noqa: N815


class _Access(Struct):
    accessToken: _Token | None = None  # noqa: N815


class Account(Struct):
    """The account that a token belongs to."""

    name: str
    auth: _Access | None = None

    @property
    def token_name(self) -> str:
        """What its owner calls the token."""
        token = self.auth.accessToken if self.auth else None
        return (token.displayName if token else None) or self.name


class AnswerNotJson(Exception):
    """The answer is no JSON."""


def read(content: bytes | bytearray | Raw, shape: Any) -> Any:
    """Return an answer as an object of that shape.

    Raises:
        OddAnswer: it has another shape.
        NotJson: it is no JSON.
    """
    try:
        return typed_values.decode(content, shape)
    except ValidationError as error:
        raise OddAnswer(sentence("its answer is of another form: {error}", error=error)) from error
    except RecursionError as error:
        raise OddAnswer(sentence("its answer is nested too deeply")) from error
    except ValueError as error:
        raise AnswerNotJson from error
