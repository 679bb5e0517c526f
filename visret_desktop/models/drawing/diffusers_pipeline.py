"""Open a visualizer pack with diffusers: offline, quietly, running none of its code.

A directory in diffusers' layout can name libraries and bring Python files that its loader would
run. Only components of diffusers and transformers are opened, from safetensors. A pack may hold a
checkpoint of one file instead, and a small decoder that takes the place of the model's own.
"""

from pathlib import Path
from typing import Any

from visret_desktop.errors import OutOfMemory, PackDamaged
from visret_desktop.models.drawing.checkpoint import all_half, open_checkpoint
from visret_desktop.models.pack_settings import DrawingSettings
from visret_desktop.models.runtimes import torchvision_parts
from visret_desktop.models.runtimes.devices import is_out_of_memory
from visret_desktop.packs import strict_json
from visret_desktop.packs.checks.descriptions import check_contents
from visret_desktop.packs.manifest import Pack
from visret_desktop.processes import library_environment
from visret_desktop.sentences import sentence

_INDEX_NAME = "model_index.json"
_LIBRARIES = frozenset(("diffusers", "transformers"))
# An encoder looks at sketches; parts that judge pictures for people stay unloaded.
LEFT_OUT = ("safety_checker", "feature_extractor")
_REASON_LENGTH = 200
_NAME_LENGTH = 60


def open_pipeline(pack: Pack, device: Any, settings: DrawingSettings, dtype: Any = None) -> Any:
    """Return the pack's pipeline on the torch device `device`.

    It computes with the settings' dtype; on a CPU always with float32, whatever the weights are
    stored as, because most CPUs have no fast half precision. `dtype` is what `stored_dtypes` says,
    for those who see to that themselves.

    Raises:
        PackDamaged: it cannot be opened; the reason says why.
        OutOfMemory: it does not fit.
    """
    library_environment.fetch_nothing()
    torchvision_parts.stand_in()
    check_contents(pack)
    try:
        _silence()
        pipeline = _load(pack, settings, dtype or _dtype(device, settings))
        _bound_texts(pipeline)
        if settings.scheduler:
            pipeline.scheduler = _scheduler(pipeline.scheduler, settings.scheduler)
        place(pipeline, device)
    except Exception as error:  # the libraries raise anything, also while they are imported
        if is_out_of_memory(error):
            raise OutOfMemory(device=str(device), name=pack.name) from error
        reason = sentence("diffusers cannot use it ({error})", error=first_line(error))
        raise PackDamaged(name=pack.name, reason=reason) from error
    pipeline.set_progress_bar_config(disable=True)
    return pipeline


def _dtype(device: Any, settings: DrawingSettings) -> Any:
    import torch

    return torch.float32 if device.type == "cpu" else getattr(torch, settings.dtype)


def stored_dtypes(pack: Pack, settings: DrawingSettings) -> Any:
    """Return the torch type in which a pack's weights are stored, by part; float32 or float16."""
    import torch

    halves: dict[str, bool] = {}
    for file in pack.files:
        folder, _, name = file.path.rpartition("/")
        is_read = name == settings.checkpoint if settings.checkpoint else bool(folder)
        if is_read and name.endswith(".safetensors"):
            if settings.variant and f".{settings.variant}" not in name:
                continue
            is_half = all_half(pack.directory / file.path)
            halves[folder] = halves.get(folder, True) and is_half
    dtypes = {part: torch.float16 if half else torch.float32 for part, half in halves.items()}
    if settings.checkpoint:
        return next(iter(dtypes.values()), torch.float32)
    return {**dtypes, "default": torch.float32}


def _load(pack: Pack, settings: DrawingSettings, dtype: Any) -> Any:
    """Return the pipeline of a checkpoint or a directory, in main memory."""
    own = dtype.get(settings.decoder, dtype["default"]) if isinstance(dtype, dict) else dtype
    decoder = _decoder(pack, settings.decoder, own) if settings.decoder else None
    if settings.checkpoint:
        pipeline = open_checkpoint(_checkpoint_file(pack, settings.checkpoint), dtype, decoder)
    else:
        pipeline = _open_directory(pack, settings, dtype, decoder)
    _refuse_other_latents(pipeline, decoder)
    return pipeline


def _open_directory(pack: Pack, settings: DrawingSettings, dtype: Any, decoder: Any) -> Any:
    from diffusers import DiffusionPipeline

    index = _read_index(pack)
    if decoder is not None and "vae" not in index:
        raise ValueError(f"its {_INDEX_NAME} names no vae that the decoder could replace")
    return DiffusionPipeline.from_pretrained(
        pack.directory,
        dtype=dtype,
        variant=settings.variant or None,
        use_safetensors=True,
        local_files_only=True,
        **_left_out(index),
        **({"vae": decoder} if decoder is not None else {}),
    )


# ---- the parts that are not in the directory's own list -------------------------------------


def _decoder(pack: Pack, folder: str, dtype: Any) -> Any:
    """Return the AutoencoderTiny in a folder of the pack.

    Raises:
        ValueError: there is none.
    """
    from diffusers import AutoencoderTiny

    if f"{folder}/config.json" not in {file.path for file in pack.files}:
        raise ValueError(f"it has no folder {folder} with a decoder")
    place = pack.directory / folder
    kind = strict_json.read(place / "config.json").get("_class_name")
    if kind != AutoencoderTiny.__name__:
        raise ValueError(f"the decoder in {folder} is no AutoencoderTiny but {kind}")
    return AutoencoderTiny.from_pretrained(
        place, torch_dtype=dtype, use_safetensors=True, local_files_only=True
    )


def _bound_texts(pipeline: Any) -> None:
    """Pad texts to no more tokens than their encoder has positions for.

    Pipelines fill every text up to what the tokenizer's description says, be it a billion.
    """
    for name, tokenizer in pipeline.components.items():
        reader = getattr(pipeline, name.replace("tokenizer", "text_encoder"), None)
        most = getattr(getattr(reader, "config", None), "max_position_embeddings", None)
        if name.startswith("tokenizer") and tokenizer is not None and isinstance(most, int):
            tokenizer.model_max_length = min(tokenizer.model_max_length, most)


def _refuse_other_latents(pipeline: Any, decoder: Any) -> None:
    """Raise ValueError where a decoder reads other latents than the denoiser makes."""
    denoiser = getattr(pipeline, "unet", None)
    if decoder is None or denoiser is None:
        return
    made, read = denoiser.config.out_channels, decoder.config.latent_channels
    if made != read:
        raise ValueError(f"its decoder reads {read} channels and the model makes {made}")


def _checkpoint_file(pack: Pack, name: str) -> Path:
    """Return the file that the settings call `name`, wherever in the pack it lies.

    Raises:
        ValueError: there is none.
    """
    for file in pack.files:
        if file.path == name or file.path.endswith(f"/{name}"):
            return pack.directory / file.path
    raise ValueError(f"it has no file {name}")


# ---- devices ----------------------------------------------------------------------------------


def place(pipeline: Any, device: Any) -> None:
    """Move a pipeline to `device`; where it does not fit, each part only while it computes."""
    try:
        pipeline.to(device)
    except RuntimeError as error:
        if device.type == "cpu" or not is_out_of_memory(error):
            raise
        offload(pipeline, device)


def offload(pipeline: Any, device: Any) -> None:
    """Keep the parts of a pipeline in main memory and bring each to `device` for its turn."""
    import torch

    pipeline.to("cpu")
    getattr(torch, device.type).empty_cache()
    pipeline.enable_model_cpu_offload(device=device)


# ---- directories ------------------------------------------------------------------------------


def _read_index(pack: Pack) -> dict[str, Any]:
    """Return the pack's list of components once it is known to be harmless.

    Raises:
        ValueError: it asks for code that is not diffusers' or transformers' own.
    """
    for code in pack.directory.rglob("*.py"):
        raise ValueError(f"it brings a program, {code.name}")
    index: dict[str, Any] = strict_json.read(pack.directory / _INDEX_NAME)
    _class("diffusers", index["_class_name"])
    for name, made_by in index.items():
        is_component = isinstance(made_by, list) and name not in LEFT_OUT
        if is_component and made_by[0] is not None:
            library, kind = made_by
            if library not in _LIBRARIES:
                raise ValueError(f"its {name} is of the library {library}")
            _class(library, kind)
    return index


def _class(library: str, name: object) -> None:
    """Raise ValueError unless `name` is a class of models, tokenizers or the like there."""
    import diffusers
    import transformers

    module: Any = {"diffusers": diffusers, "transformers": transformers}[library]
    kinds = (
        *(diffusers.DiffusionPipeline, diffusers.ModelMixin, diffusers.SchedulerMixin),
        *(transformers.PreTrainedModel, transformers.PreTrainedTokenizerBase),
        *(transformers.ProcessorMixin, transformers.ImageProcessingMixin),
    )
    kind = getattr(module, name, None) if isinstance(name, str) else None
    if not isinstance(kind, type) or not issubclass(kind, kinds):
        raise ValueError(f"{library} has no model {str(name)[:_NAME_LENGTH]}")


def _left_out(index: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments that keep unwanted components from being loaded."""
    unwanted: dict[str, Any] = dict.fromkeys(name for name in LEFT_OUT if name in index)
    if "requires_safety_checker" in index:
        unwanted["requires_safety_checker"] = False
    return unwanted


def _scheduler(current: Any, options: dict[str, Any]) -> Any:
    """Return a scheduler with other options, of another of diffusers' classes where one is named.

    Raises:
        ValueError: there is no scheduler of that name.
    """
    import diffusers

    name = options.get("_class_name", type(current).__name__)
    kind: Any = getattr(diffusers, str(name), None)
    is_scheduler = isinstance(kind, type) and issubclass(kind, diffusers.SchedulerMixin)
    if not is_scheduler:
        raise ValueError(f"there is no scheduler {name}")
    others = {option: value for option, value in options.items() if option != "_class_name"}
    return kind.from_config(current.config, **others)


def first_line(error: BaseException) -> str:
    """Return what an error says in one line."""
    return (str(error).splitlines() or [type(error).__name__])[0][:_REASON_LENGTH]


def _silence() -> None:
    """Keep progress bars and advice for developers off the standard error of the engine."""
    import diffusers
    import transformers

    for library in (diffusers, transformers):
        library.utils.logging.set_verbosity_error()
        library.utils.logging.disable_progress_bar()
