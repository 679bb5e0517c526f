"""Put the trained models into resources/starter as model packs, with cards written from the runs.

    python -m training.pack [encoder] [rewriter] [visualizer] [reader]

Weights are stored in half precision; everything else is what the libraries' own loaders read.
"""

import argparse
import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch
from diffusers import StableDiffusionPipeline

from bench.pack_writing import write_manifest
from training import encoder, reader, rewriter, visualizer
from training.cards import card
from training.contrasts import contrasts
from training.photo_questions import NOT_SHOWN
from training.reader_pictures import SIDE
from training.reader_proof import write_proof
from training.workplace import workplace
from visret_desktop import file_changes
from visret_desktop.packs.manifest import write_description
from visret_desktop.roles import ROLES, Role, role_named

_STARTER = Path(__file__).parent.parent / "resources" / "starter"
_LICENSE = "Apache-2.0"
_LICENSE_URL = "https://www.apache.org/licenses/LICENSE-2.0"
_MADE_BY = "the visret_desktop maintainers, from pictures of a drawn world"


def pack_encoder(directory: Path) -> dict[str, Any]:
    shutil.copytree(workplace(encoder.NAME, "model"), directory, dirs_exist_ok=True)
    return {}


def pack_rewriter(directory: Path) -> dict[str, Any]:
    source = workplace(rewriter.NAME, "model", "rewriter.gguf")
    shutil.copyfile(source, directory / "rewriter.gguf")
    return {
        "context_length": 512,
        "max_tokens": 96,
        "translates": False,
        "describes": False,
        "examples": False,
    }


def pack_visualizer(directory: Path) -> dict[str, Any]:
    source = workplace(visualizer.NAME, "model")
    pipeline = StableDiffusionPipeline.from_pretrained(source, local_files_only=True)
    pipeline.to(torch.float16).save_pretrained(directory, safe_serialization=True)
    for description in directory.rglob("*.json"):
        _forget_where_it_was_made(description)
    return {
        "steps": visualizer.STEPS,
        "guidance": visualizer.GUIDANCE,
        "pixels": 64,
        "prompt_template": "{instruction}",
    }


def pack_reader(directory: Path) -> dict[str, Any]:
    for name in ("model.gguf", "mmproj.gguf"):
        shutil.copyfile(workplace(reader.NAME, "model", name), directory / name)
    settings = {
        "context_length": 512,
        "max_tokens": 96,
        "side": SIDE,
        "most_pictures": 1,
        "prompt": "{question}",
        "prompt_steps": "{question}",
        "prompt_memory": "{question}",
        "prompt_regions": "where: {question}",
        "not_shown": [NOT_SHOWN],
        "box_format": "hundredths of the padded square",
    }
    write_proof(directory, settings)
    return settings


def _forget_where_it_was_made(description: Path) -> None:
    """Take the folder of this computer that diffusers notes out of a description."""
    noted = json.loads(description.read_text(encoding="utf-8"))
    if noted.pop("_name_or_path", None):
        description.write_text(json.dumps(noted, indent=2) + "\n", encoding="utf-8")


_PACKS = {
    Role.ENCODER: ("starter", "Starter encoder (for the demonstration only)", pack_encoder),
    Role.REWRITER: (
        "starter-rewriter",
        "Starter rewriter (for the demonstration only)",
        pack_rewriter,
    ),
    Role.VISUALIZER: (
        "starter-visualizer",
        "Starter visualizer (for the demonstration only)",
        pack_visualizer,
    ),
    Role.READER: ("starter-reader", "Starter reader (for the demonstration only)", pack_reader),
}


def make_pack(role: Role) -> None:
    """Write one role's pack anew."""
    name, title, fill = _PACKS[role]
    directory = _STARTER / role.name
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir(parents=True)
    settings = fill(directory)
    (directory / "README.md").write_text(card(role), encoding="utf-8")
    describe(directory, name, title, role, settings)
    size = sum(path.stat().st_size for path in directory.rglob("*") if path.is_file())
    print(json.dumps({"pack": name, "bytes": size}))


def describe(directory: Path, name: str, title: str, role: Role, settings: dict[str, Any]) -> None:
    """Write the manifest of a pack whose files lie in `directory`."""
    for path in directory.rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)  # safetensors writes for its owner alone
    file_changes.claim(directory, known=("*",))  # for a moment: only what is ours is written to
    pack = write_manifest(
        directory,
        name=name,
        title=title,
        role=role,
        spdx=_LICENSE,
        license_url=_LICENSE_URL,
        made_by=_MADE_BY,
        settings=settings,
    )
    named = contrasts() if role is Role.ENCODER else []
    tells_apart = tuple(tuple(map(tuple, one)) for one in named)
    write_description(replace(pack, knows="drawings", tells_apart=tells_apart), is_private=False)
    file_changes.remove(directory / file_changes.MARK)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    roles = list(ROLES)
    parser.add_argument("roles", nargs="*", choices=[*roles, []], default=roles)
    for role in parser.parse_args().roles:
        make_pack(role_named(role))


if __name__ == "__main__":
    main()
