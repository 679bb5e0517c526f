"""Turn a visualizer pack into OpenVINO networks and prove that they draw as diffusers does.

Run as a process of its own, `python -m … PACK_DIR OUT_DIR`: it loads torch and diffusers. It says
"done total" on stdout now and then; the last line on stderr is the reason when the exit code is
not 0. Parts are opened as they are stored and given up one by one, so that it takes little more
memory than drawing does.
"""

import gc
import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image

from visret_desktop import file_changes
from visret_desktop.models.drawing.compiled_visualizer import (
    TASK_NAME,
    CompiledVisualizer,
    PipelinePlan,
    TextPart,
    settings_of,
    task_of,
    write_plan,
)
from visret_desktop.models.drawing.converting import compute_in_float32, write_network
from visret_desktop.models.drawing.diffusers_pipeline import open_pipeline, stored_dtypes
from visret_desktop.models.drawing.diffusion_visualizer import DiffusionVisualizer
from visret_desktop.models.drawing.int8 import write_int8
from visret_desktop.models.drawing.noise_schedule import Schedule
from visret_desktop.models.drawing.openvino_visualizer import OpenVinoVisualizer
from visret_desktop.models.drawing.reference_sketches import (
    REFERENCES,
    CompileProgress,
    PipelineRecording,
    draw_references,
    latents_to_decoder,
)
from visret_desktop.models.drawing.scheduler_probe import ProbeResult, find_schedule
from visret_desktop.models.pack_settings import DrawingSettings
from visret_desktop.models.runtimes import compiled_files
from visret_desktop.models.runtimes.devices import is_out_of_memory, sensible_threads
from visret_desktop.models.runtimes.openvino_runtime import open_network
from visret_desktop.packs.manifest import Pack, read_pack
from visret_desktop.processes import malloc_tuning
from visret_desktop.processes.child_process import leave, private_stdout

_XL = "StableDiffusionXLPipeline"
PIPELINES = ("StableDiffusionPipeline", _XL, "LatentConsistencyModelPipeline")
_TOLERANCE = 1e-3  # of what a network gives, in float32
_MOST_LEVELS = 2.0  # of 255, by which a whole sketch differs on average


def compile_visualizer(pack: Pack, out: Path, progress: CompileProgress) -> None:
    """Write networks, tokenizers, references and record to `out`, which has the task.

    Raises:
        ValueError: diffusers cannot be followed in this, or does not agree.
    """
    settings = settings_of(out / TASK_NAME)
    pack = replace(pack, settings=json.loads((out / TASK_NAME).read_bytes()))
    plan, seen = _convert(pack, settings, out, progress)
    gc.collect()
    malloc_tuning.give_back()
    threads = sensible_threads(pack.size_bytes)
    compiled = CompiledVisualizer(out, plan)
    _check_parts(compiled, seen, threads)
    progress.advance()
    _check_sketch(compiled, replace(settings, pixels=plan.pixels), threads)
    progress.advance()
    _write_int8(compiled, seen, threads)
    progress.advance()
    file_changes.remove(out / TASK_NAME)
    write_plan(out, task_of(pack), plan)


def _convert(
    pack: Pack, settings: DrawingSettings, out: Path, progress: CompileProgress
) -> tuple[PipelinePlan, PipelineRecording]:
    import torch

    device = torch.device("cpu")
    pipeline = open_pipeline(pack, device, settings, stored_dtypes(pack, settings))
    kind = type(pipeline).__name__
    if kind not in PIPELINES:
        raise ValueError(f"OpenVINO does not draw with a {kind}")
    for name in ("unet", "vae", "text_encoder", "text_encoder_2"):
        if (part := getattr(pipeline, name, None)) is not None:
            compute_in_float32(part)
    settings = replace(settings, pixels=_side(pipeline, settings.pixels))
    visualizer = DiffusionVisualizer(
        pack, pipeline, settings, device, sensible_threads(pack.size_bytes)
    )
    progress.advance()
    schedule, result = find_schedule(pipeline, visualizer.arguments())
    plan = _plan(pipeline, settings, schedule, result)
    seen = PipelineRecording()
    references = draw_references(visualizer, pipeline, seen, out, progress)
    plan = replace(plan, references=references, texts=_write_texts(pipeline, seen, out))
    progress.advance()
    _write_decoder(pipeline, seen, out)
    progress.advance()
    _write_denoiser(pipeline, seen, out)
    progress.advance()
    return plan, seen


def _side(pipeline: Any, wanted: int) -> int:
    """Return the side of the reference sketches: one that the networks can be made for."""
    divisor = _divisor(pipeline)
    return max(divisor, wanted // divisor * divisor)


def _divisor(pipeline: Any) -> int:
    """Return what sides have to be multiples of; at others a denoiser computes in another way."""
    halvings = int(pipeline.unet.num_upsamplers)
    return int(pipeline.vae_scale_factor) << halvings


def _plan(
    pipeline: Any, settings: DrawingSettings, schedule: Schedule, result: ProbeResult
) -> PipelinePlan:
    """Return the plan as far as it follows from a pipeline's description and one drawing."""
    unet, shrinking = pipeline.unet, int(pipeline.vae_scale_factor)
    inputs = {name: value[-1] for name, value in result.conditions.items()}
    words = result.conditions["encoder_hidden_states"]
    is_blank = schedule.rows > 1 and not words[0].any()
    for name in ("encoder_hidden_states", "text_embeds"):
        inputs.pop(name, None)
    unknown = inputs.keys() - {"timestep_cond", "time_ids"}
    if unknown or schedule.rows > 2:
        raise ValueError(f"its denoiser is told {', '.join(unknown) or 'several texts'}")
    size_of = "time_ids" if "time_ids" in inputs else ""
    side = float(result.side)
    places = [number for number, value in enumerate(inputs.get(size_of, ())) if value == side]
    decoder = getattr(pipeline.vae, "decoder", pipeline.vae)
    return PipelinePlan(
        schedule=schedule,
        texts=(),
        negative=None if is_blank else settings.negative_prompt,
        told={name: tuple(map(float, value)) for name, value in inputs.items()},
        told_size=size_of,
        size_places=tuple(places),
        channels=int(unet.config.in_channels),
        shrinking=shrinking,
        divisor=_divisor(pipeline),
        decoder_weights=sum(int(weights.numel()) for weights in decoder.parameters()),
        pixels=settings.pixels,
        references=(),
    )


# ---- networks -----------------------------------------------------------------------------------


def _write_texts(pipeline: Any, seen: PipelineRecording, out: Path) -> tuple[TextPart, ...]:
    import torch

    parts = []
    is_xl = type(pipeline).__name__ == _XL
    for ending in ("", "_2"):
        reader = getattr(pipeline, f"text_encoder{ending}", None)
        words = getattr(pipeline, f"tokenizer{ending}", None)
        if reader is None or words is None:
            continue
        if getattr(reader.config, "use_attention_mask", False):
            raise ValueError("its text encoder is told which words are padding")
        part = TextPart(
            network=f"text_encoder{ending}.xml",
            tokenizer=f"tokenizer{ending}.json",
            length=int(words.model_max_length),
            pad_id=int(words.pad_token_id),
        )
        rules = words.backend_tokenizer.to_str(pretty=True).encode()
        file_changes.write(out / part.tokenizer, rules, is_durable=False)
        tokens = torch.tensor(words([REFERENCES[0]], padding="max_length").input_ids)
        compute = _second_last(reader) if is_xl else _last(reader)
        with torch.no_grad():
            seen.texts.append(({"tokens": tokens.numpy()}, compute(tokens)[0].numpy()))
        write_network(compute, reader, {"tokens": tokens}, out / part.network)
        setattr(pipeline, f"text_encoder{ending}", None)
        parts.append(part)
    if not parts:
        raise ValueError("it has no text encoder")
    return tuple(parts)


def _last(reader: Any) -> Callable[[Any], Any]:
    return lambda tokens: (reader(tokens, return_dict=False)[0],)


def _second_last(reader: Any) -> Callable[[Any], Any]:
    """Return the states before the last layer, and the summary where there is one."""

    def compute(tokens: Any) -> Any:
        made = reader(tokens, output_hidden_states=True, return_dict=True)
        states = made.hidden_states[-2]
        return (states, made[0]) if made[0].ndim == 2 else (states,)

    return compute


def _write_decoder(pipeline: Any, seen: PipelineRecording, out: Path) -> None:
    import torch

    vae = pipeline.vae
    scale, shift = latents_to_decoder(vae)

    def compute(latents: Any) -> Any:
        return vae.decode(latents * scale + shift, return_dict=False)[0]

    given, _ = seen.decoder[0]
    example = {name: torch.from_numpy(value) for name, value in given.items()}
    write_network(compute, vae, example, out / "decoder.xml")
    pipeline.vae = None


def _write_denoiser(pipeline: Any, seen: PipelineRecording, out: Path) -> None:
    import torch

    unet = pipeline.unet
    given, _ = seen.denoiser[0]
    example = {name: torch.from_numpy(value) for name, value in given.items()}
    names = tuple(example)

    def compute(*tensors: Any) -> Any:
        inputs = dict(zip(names, tensors, strict=True))
        first = (inputs.pop("sample"), inputs.pop("timestep"), inputs.pop("encoder_hidden_states"))
        condition = inputs.pop("timestep_cond", None)
        made = unet(*first, timestep_cond=condition, added_cond_kwargs=inputs, return_dict=False)
        return made[0]

    write_network(compute, unet, example, out / "denoiser.xml")
    pipeline.unet = None


# ---- checks -------------------------------------------------------------------------------------


def _check_parts(compiled: CompiledVisualizer, seen: PipelineRecording, threads: int) -> None:
    """Raise ValueError unless each network gives what its part in diffusers gave."""
    pairs = zip(compiled.plan.texts, seen.texts, strict=True)
    networks = [(compiled.directory / part.network, made) for part, made in pairs]
    networks += [(compiled.decoder("fp32"), made) for made in seen.decoder[-1:]]
    networks += [(compiled.denoiser("fp32"), made) for made in seen.denoiser[-1:]]
    for path, (given, theirs) in networks:
        _check_network(path, given, theirs, threads)


def _check_network(
    path: Path, given: Mapping[str, npt.NDArray[Any]], theirs: npt.NDArray[Any], threads: int
) -> None:
    shapes = {name: value.shape for name, value in given.items()}
    ours = open_network(path, "fp32", threads, shapes)(given)[0].reshape(theirs.shape)
    wrong = float(np.linalg.norm(ours - theirs) / max(float(np.linalg.norm(theirs)), 1e-9))
    if not wrong <= _TOLERANCE:  # not a number is no agreement either
        raise ValueError(f"{path.stem} and diffusers differ by {wrong:.1%}")


def _check_sketch(compiled: CompiledVisualizer, settings: DrawingSettings, threads: int) -> None:
    """Raise ValueError unless a whole sketch is what diffusers drew."""
    visualizer = OpenVinoVisualizer(compiled, settings, "fp32", threads, "new")
    ((_, picture),) = visualizer.visualize(compiled.references[:1], lambda _: False)
    theirs = np.asarray(Image.open(compiled.reference_picture(0)), np.float32)
    wrong = float(np.abs(np.asarray(picture, np.float32) - theirs).mean())
    if not wrong <= _MOST_LEVELS:
        raise ValueError(f"a sketch differs from that of diffusers by {wrong:.1f} of 255 levels")


def _write_int8(compiled: CompiledVisualizer, seen: PipelineRecording, threads: int) -> None:
    """Write the networks in 8 bits, too. How well they draw is found out on the person's photos."""
    parts = ((compiled.denoiser, seen.denoiser), (compiled.decoder, seen.decoder))
    for network_in, inputs in parts:
        write_int8(network_in("fp32"), network_in("int8"), [given for given, _ in inputs], threads)


def main() -> int:
    """Compile the directory that argv names; if that fails, say why on stderr and by the code."""
    directory, out = map(Path, sys.argv[1:3])
    progress = CompileProgress(private_stdout(), len(REFERENCES) + 7)
    return compiled_files.run(
        lambda: compile_visualizer(read_pack(directory), out, progress), _is_refusal
    )


def _is_refusal(error: Exception) -> bool:
    return not (is_out_of_memory(error) or isinstance(error, OSError))


if __name__ == "__main__":
    leave(main())
