"""Find models that other programs keep on this computer, so that nobody has them twice.

They are looked for in the programs' default folders, or where environment variables say; a model in
any other folder is named by its path.
"""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from visret_desktop.packs import strict_json
from visret_desktop.packs.checks import gguf_files
from visret_desktop.packs.checks.layouts import matching
from visret_desktop.packs.checks.safetensors_files import checkpoint_fault
from visret_desktop.packs.custom_models import free_name
from visret_desktop.packs.errors import PackRefused
from visret_desktop.packs.manifest import Origin
from visret_desktop.packs.offers import Offer, offers
from visret_desktop.packs.sources import PackSource, from_folder, leads_out, sources_in
from visret_desktop.roles import Role

_OLLAMA_LAYER = "application/vnd.ollama.image."
_CHECKPOINTS = (
    *("ComfyUI/models/checkpoints", "Documents/ComfyUI/models/checkpoints"),
    *("stable-diffusion-webui/models/Stable-diffusion",),
    *("stable-diffusion-webui-forge/models/Stable-diffusion",),
)
# Settings of an offer that a copy of its repository needs too.
_MADE_FOR = (
    *("steps", "guidance", "pixels", "sizes", "scheduler", "dtype"),
    *("context_length", "max_tokens", "answer_after", "side", "most_pictures", "box_format"),
    *("in_chat_frame", "prompt_picture", "prompt_text"),
)
_LM_STUDIO = (".lmstudio/models", ".cache/lm-studio/models")


@dataclass(frozen=True)
class ExternalModel:
    """A model that another program keeps, and what it would be as a pack."""

    program: str
    path: Path
    source: PackSource


def found(home: Path | None = None) -> list[ExternalModel]:
    """Return every model of other programs that could be adopted. Reads no weights."""
    home = home or Path.home()
    everything = (*_hugging_face(), *_lm_studio(home), *_ollama(home), *_checkpoints(home))
    return sorted(everything, key=lambda each: (each.source.role.name, each.source.name))


def _hugging_face() -> Iterator[ExternalModel]:
    for repo, snapshot in _snapshots():
        try:
            source = _of_repository(repo, snapshot)
        except (PackRefused, OSError):
            continue  # something else, or not all of it
        if _draws_if_it_should(source):
            yield ExternalModel("Hugging Face cache", snapshot, source)


def _snapshots() -> Iterator[tuple[str, Path]]:
    """Yield the name and the files of each repository that huggingface_hub keeps."""
    from huggingface_hub import constants

    for folder in _folders(Path(constants.HF_HUB_CACHE), "models--*--*"):
        repo = folder.name.removeprefix("models--").replace("--", "/", 1)
        for snapshot in _folders(folder / "snapshots", "*"):
            yield repo, snapshot


def _of_repository(repo: str, snapshot: Path) -> PackSource:
    """Return a snapshot as the offer that it holds all files of, else as what it looks like."""
    offered = [offer for offer in offers() if offer.repo == repo]
    for offer in offered:
        if files := _files_of(offer, snapshot):
            known = (offer.name, offer.title, offer.role, files.paths, dict(offer.settings))
            source = PackSource(*known, offer.license, offer.license_url, offer.made_by)
            return replace(source, origins=files.origins)
    source = from_folder(snapshot, repo)
    for offer in offered:  # some files of the offer are missing; what it was made for still holds
        made_for = {name: offer.settings[name] for name in _MADE_FOR if name in offer.settings}
        source = replace(source, settings={**source.settings, **made_for}, license=offer.license)
    origins = {path: Origin(repo, snapshot.name, path) for path in source.files}
    return replace(source, origins=origins)


@dataclass(frozen=True)
class _Files:
    """By path in the pack: where files lie, and which commit of which repository they are of."""

    paths: dict[str, Path] = field(default_factory=dict)
    origins: dict[str, Origin] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.paths)


def _files_of(offer: Offer, snapshot: Path) -> _Files:
    """Return the offer's files, also those of other repositories; none if one is missing."""
    files = _Files()
    for wanted in offer.files:
        others = [place for repo, place in _snapshots() if repo == wanted.repo]
        places = others if wanted.repo else [snapshot]
        fitting = [(place, path) for place in places for path in matching(wanted.path, _in(place))]
        if not fitting and not wanted.is_optional:
            return _Files()
        for place, path in fitting:
            name = wanted.save_as or path
            files.paths[name] = place / path
            files.origins[name] = Origin(wanted.repo or offer.repo, place.name, path)
    return files


def _in(folder: Path) -> list[str]:
    files = (path for path in folder.rglob("*") if path.is_file() and not leads_out(path, folder))
    return [path.relative_to(folder).as_posix() for path in files]


def _lm_studio(home: Path) -> Iterator[ExternalModel]:
    for models in _LM_STUDIO:
        for path in _files(home / models, "*/*/*.gguf"):
            if gguf_files.writers([path.name]) and "-of-" not in path.name:
                yield from _single("LM Studio", path)


def _ollama(home: Path) -> Iterator[ExternalModel]:
    """Yield models of Ollama, which keeps GGUF files under the hash of their bytes."""
    chosen = os.environ.get("OLLAMA_MODELS")
    places = [Path(chosen)] if chosen else [home / ".ollama/models"]
    for models in (*places, Path("/usr/share/ollama/.ollama/models")):
        for manifest in _files(models / "manifests", "*/*/*/*"):
            if source := _ollama_source(models, manifest):
                yield ExternalModel("Ollama", next(iter(source.files.values())), source)


def _ollama_source(models: Path, manifest: Path) -> PackSource | None:
    """Return a model with what looks at pictures for it, where it has that."""
    title = f"{manifest.parent.name}:{manifest.name}"
    name = free_name(f"{manifest.parent.name}-{manifest.name}")
    try:
        layers = strict_json.read(manifest)["layers"]
        writer, eye = (_ollama_blob(models, layers, kind) for kind in ("model", "projector"))
    except (OSError, ValueError, LookupError, TypeError):
        return None
    if writer is None:
        return None
    files = {f"{name}.gguf": writer} | ({f"mmproj-{name}.gguf": eye} if eye else {})
    return PackSource(name, title, Role.READER if eye else Role.REWRITER, files)


def _ollama_blob(models: Path, layers: list[dict[str, Any]], kind: str) -> Path | None:
    """Return the GGUF file of a layer, None if there is no such layer."""
    digests = [str(each["digest"]) for each in layers if each["mediaType"] == _OLLAMA_LAYER + kind]
    if not digests:
        return None
    blob = models / "blobs" / digests[0].replace(":", "-")
    with blob.open("rb") as file:
        return blob if file.read(4) == b"GGUF" else None


def _checkpoints(home: Path) -> Iterator[ExternalModel]:
    for folder in _CHECKPOINTS:
        program = "ComfyUI" if "ComfyUI" in folder else "AUTOMATIC1111"
        for path in _files(home / folder, "**/*.safetensors"):
            yield from _single(program, path)


def _single(program: str, path: Path) -> Iterator[ExternalModel]:
    try:
        for source in sources_in(path):
            if _draws_if_it_should(source):
                yield ExternalModel(program, path, source)
    except (PackRefused, OSError):
        return


def _draws_if_it_should(source: PackSource) -> bool:
    """Whether what looks like a checkpoint has a denoiser: most single files are something else."""
    try:
        return not checkpoint_fault(source.settings, source.files)
    except ValueError:
        return False


def _files(folder: Path, pattern: str) -> Iterable[Path]:
    return [path for path in sorted(folder.glob(pattern)) if path.is_file()]


def _folders(folder: Path, pattern: str) -> Iterable[Path]:
    return [path for path in sorted(folder.glob(pattern)) if path.is_dir()]
