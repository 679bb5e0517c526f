"""The table of roles: what models are for, and all that differs between one role and another.

A new role is one row in `_TABLE` and one function that opens its models. The rest of the program
asks the table: settings and their form, manifests, memory, speed, the window of models.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pkgutil import resolve_name
from typing import Any, ClassVar, Literal

_MB = 2**20


@dataclass(frozen=True, eq=False)
class Role:
    """One row. Functions are written 'module:name', so that reading the table loads no library."""

    ENCODER: ClassVar["Role"]
    REWRITER: ClassVar["Role"]
    VISUALIZER: ClassVar["Role"]
    READER: ClassVar["Role"]

    name: str  # in manifests and messages; the setting of this name says which pack is used
    opener: str  # called with (pack, paths, device); returns the model
    default_pack: str  # built in; "" where there is none
    does: str  # ends the sentence "Model that …"
    purpose: str  # one word, for the table of models
    kind: str  # a noun phrase, for a model that a person is about to add
    # Called with ('/'-separated paths, read, wanted file or ""); returns a Layout or None.
    recognizer: str = ""
    # Called with (pack, paths, device, watch=…, …) before the opener: does once what takes minutes.
    preparer: str = ""
    # Called as the opener: the bytes that it would take, None: as many as the weights tell.
    measurer: str = ""
    # On a CPU ONNX Runtime maps the weights of an encoder, and each core indexes by itself.
    computed_by: Literal["onnx", "torch", "llama"] = "torch"
    # Unloaded when another model needs room, or when long unused; a model that stays has
    # `unload_unused(seconds)` for its parts.
    gives_way: bool = True
    draws: bool = False  # in steps, pictures of a side in pixels; in half precision on graphics
    sees: bool = False  # a language model that looks at pictures: one .gguf writes, one sees
    serves: tuple[str, ...] = ()  # other roles that its packs can be used for, too
    # Memory beside the weights: a share of them and some bytes; no estimate is below what
    # `training.studies.model_sizes` measures.
    working_share: float = 0.2
    working_bytes: int = 300 * _MB
    # Speed: what a person counts, the property of `Paths` where measured seconds are kept, and the
    # share of the processor's rates that models of real size reach.
    unit: str = "word"
    units_a_query: int = 0  # 0: not each query needs some, so speed is told by the unit
    words_a_unit: int = 1  # that a language model writes for one
    times: str = ""
    share_of_cores: float = 0.4

    @property
    def device_setting(self) -> str:
        """The name of the setting that says which processor computes it."""
        return f"{self.name}_device"

    def can_serve_as(self, other: "Role") -> bool:
        """Tell whether packs of this role can be used where one of `other` is wanted."""
        return self is other or other.name in self.serves

    def __reduce__(self) -> tuple[Callable[[str], "Role"], tuple[str]]:
        """Copy and pickle as a name: there is one row of each role."""
        return role_named, (self.name,)


_TABLE = (
    Role(
        "encoder",
        opener="visret_desktop.models.encoders.encoder:open_encoder",
        default_pack="everyday",
        does="turns photos and words into vectors",
        purpose="finding",
        kind="An encoder, for finding",
        recognizer="visret_desktop.packs.checks.layouts:encoder_in",
        computed_by="onnx",
        gives_way=False,
        working_bytes=150 * _MB,
        unit="photo",
        times="indexing_times",
        share_of_cores=0.9,
    ),
    Role(
        "rewriter",
        opener="visret_desktop.models.rewriting.rewriter:open_rewriter",
        default_pack="smollm2",
        does="turns queries into instructions",
        purpose="rewriting",
        kind="A chat model, for rewriting",
        recognizer="visret_desktop.packs.checks.layouts:chat_model_in",
        computed_by="llama",
        units_a_query=20,
        times="rewriting_times",
    ),
    Role(
        "visualizer",
        opener="visret_desktop.models.drawing.visualizer:open_visualizer",
        default_pack="starter-visualizer",
        does="draws sketches of a query",
        purpose="sketching",
        kind="A picture model, for sketching",
        recognizer="visret_desktop.packs.checks.layouts:picture_model_in",
        preparer="visret_desktop.models.drawing.visualizer:prepare_visualizer",
        measurer="visret_desktop.models.drawing.visualizer:bytes_needed",
        draws=True,
        working_share=0.05,
        working_bytes=200 * _MB,
        unit="sketch",
        times="drawing_times",
        share_of_cores=0.3,  # half of the cores draw, and convolutions are slower
    ),
    Role(
        "reader",
        opener="visret_desktop.models.answering.reader:open_reader",
        default_pack="starter-reader",
        does="answers questions from photos",
        purpose="answering",
        kind="A vision model, for answers from photos",
        recognizer="visret_desktop.packs.checks.layouts:vision_model_in",
        computed_by="llama",
        sees=True,
        serves=("rewriter",),
        working_share=0.1,
        working_bytes=150 * _MB,  # and what `memory_need` knows of its words and pictures
        unit="photo",
        words_a_unit=25,
        times="reading_times",
    ),
)
ROLES = {role.name: role for role in _TABLE}  # in the order that people see
for _role in _TABLE:
    setattr(Role, _role.name.upper(), _role)


def role_named(name: str) -> Role:
    """Return the role of that name.

    Raises:
        ValueError: there is none.
    """
    if name not in ROLES:
        raise ValueError(f"{str(name)[:64]!r} is no role")
    return ROLES[name]


def time_key(model: str, device: str) -> str:
    """Return what the times of a model on a device are kept under."""
    return model if device == "cpu" else f"{model} on {device}"


def function_at(place: str) -> Any:
    """Return the function that a row names as 'module:name'; loads the module."""
    return resolve_name(place)
