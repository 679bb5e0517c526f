"""Find models that other programs keep on this computer, so that nobody has them twice.

Looked for where the programs put them by default or their environment variables say; a model in
any other folder is named by its path.
"""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from visret_desktop.packs import strict_json
from visret_desktop.packs.errors import PackRefused
from visret_desktop.packs.layouts import matching
from visret_desktop.packs.manifest import Origin, Role
from visret_desktop.packs.offers import Offer, offers
from visret_desktop.packs.own import free_name
from visret_desktop.packs.sources import Source, from_folder, sources_in

_OLLAMA_MODEL = "application/vnd.ollama.image.model"
_CHECKPOINTS = (
    *("ComfyUI/models/checkpoints", "Documents/ComfyUI/models/checkpoints"),
    *("stable-diffusion-webui/models/Stable-diffusion",),
    *("stable-diffusion-webui-forge/models/Stable-diffusion",),
)
_LM_STUDIO = (".lmstudio/models", ".cache/lm-studio/models")


@dataclass(frozen=True)
class Found:
    """A model that another program keeps, and what it would be as a pack."""

    program: str
    path: Path
    source: Source


def found(home: Path | None = None) -> list[Found]:
    """Return every model of other programs that could be adopted. Reads no weights."""
    home = home or Path.home()
    everything = (*_hugging_face(), *_lm_studio(home), *_ollama(home), *_checkpoints(home))
    return sorted(everything, key=lambda each: (each.source.role, each.source.name))


def _hugging_face() -> Iterator[Found]:
    from huggingface_hub import constants

    for folder in _folders(Path(constants.HF_HUB_CACHE), "models--*--*"):
        repo = folder.name.removeprefix("models--").replace("--", "/", 1)
        for snapshot in _folders(folder / "snapshots", "*"):
            try:
                yield Found("Hugging Face cache", snapshot, _of_repository(repo, snapshot))
            except (PackRefused, OSError):
                continue  # something else, or not all of it


def _of_repository(repo: str, snapshot: Path) -> Source:
    """Return a snapshot as the offer that it holds all files of, else as what it looks like."""
    for offer in offers():
        if offer.repo == repo and (files := _files_of(offer, snapshot)):
            source = Source(offer.name, offer.title, offer.role, files, dict(offer.settings))
            licensed = replace(source, license=offer.license, license_url=offer.license_url)
            return _with_origins(replace(licensed, made_by=offer.made_by), repo, snapshot)
    return _with_origins(from_folder(snapshot, repo), repo, snapshot)


def _with_origins(source: Source, repo: str, snapshot: Path) -> Source:
    """Note where the files came from: the cache names its folders after the commits."""
    origins = {path: Origin(repo, snapshot.name, path) for path in source.files}
    return replace(source, origins=origins)


def _files_of(offer: Offer, snapshot: Path) -> dict[str, Path]:
    """Return the offer's files in a folder, none if one is missing there."""
    paths = [
        path.relative_to(snapshot).as_posix() for path in snapshot.rglob("*") if path.is_file()
    ]
    files: dict[str, Path] = {}
    for wanted in offer.files:
        fitting = [] if wanted.repo else matching(wanted.path, paths)
        if not fitting and not wanted.is_optional:
            return {}
        files |= {path: snapshot / path for path in fitting}
    return files


def _lm_studio(home: Path) -> Iterator[Found]:
    for models in _LM_STUDIO:
        for path in _files(home / models, "*/*/*.gguf"):
            if "mmproj" not in path.name and "-of-" not in path.name:
                yield from _single("LM Studio", path)


def _ollama(home: Path) -> Iterator[Found]:
    """Yield models of Ollama, which keeps GGUF files under the hash of their bytes."""
    chosen = os.environ.get("OLLAMA_MODELS")
    places = [Path(chosen)] if chosen else [home / ".ollama/models"]
    for models in (*places, Path("/usr/share/ollama/.ollama/models")):
        for manifest in _files(models / "manifests", "*/*/*/*"):
            blob = _ollama_blob(models, manifest)
            if blob is not None:
                title = f"{manifest.parent.name}:{manifest.name}"
                name = free_name(f"{manifest.parent.name}-{manifest.name}")
                source = Source(name, title, Role.REWRITER, {f"{name}.gguf": blob})
                yield Found("Ollama", blob, source)


def _ollama_blob(models: Path, manifest: Path) -> Path | None:
    try:
        stored = strict_json.read(manifest)
        layers = [layer for layer in stored["layers"] if layer["mediaType"] == _OLLAMA_MODEL]
        blob = models / "blobs" / str(layers[0]["digest"]).replace(":", "-")
        with blob.open("rb") as file:
            return blob if file.read(4) == b"GGUF" else None
    except (OSError, ValueError, LookupError, TypeError):
        return None


def _checkpoints(home: Path) -> Iterator[Found]:
    for folder in _CHECKPOINTS:
        program = "ComfyUI" if "ComfyUI" in folder else "AUTOMATIC1111"
        for path in _files(home / folder, "**/*.safetensors"):
            yield from _single(program, path)


def _single(program: str, path: Path) -> Iterator[Found]:
    try:
        yield from (Found(program, path, source) for source in sources_in(path))
    except (PackRefused, OSError):
        return


def _files(folder: Path, pattern: str) -> Iterable[Path]:
    return [path for path in sorted(folder.glob(pattern)) if path.is_file()]


def _folders(folder: Path, pattern: str) -> Iterable[Path]:
    return [path for path in sorted(folder.glob(pattern)) if path.is_dir()]
