"""A pack that a person names: any repository on a hub, any open_clip model, any file in one."""

import json
import re
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from visret_desktop import names
from visret_desktop.packs.checks import gguf_files
from visret_desktop.packs.checks.file_rules import path_fault
from visret_desktop.packs.checks.layouts import Layout, recognize
from visret_desktop.packs.errors import PackRefused, PackUnknown
from visret_desktop.packs.fetching.hub import Hub
from visret_desktop.packs.offers import Offer, WantedFile, find_offer
from visret_desktop.processes import own_python
from visret_desktop.roles import Role
from visret_desktop.sentences import sentence

UNKNOWN_LICENSE = "LicenseRef-unknown"
_PREFIXES = ("hf:", "open_clip:", "https://", "http://")
_ADDRESS = re.compile(
    r"(?:hf:|https?://[^/]+/)(?P<repo>[\w.-]+/[\w.-]+)(?:@(?P<revision>[^/]+))?"
    r"(?:/(?:(?:blob|resolve|tree)/(?P<branch>[^/]+)/?)?(?P<file>.*))?"
)
_SECONDS = 120
# In a process of its own, because it brings torch; and without the rest of open_clip, which takes
# five times as long.
_ASK_OPEN_CLIP = """
import importlib.util, json, sys, types
package = types.ModuleType("open_clip")
package.__path__ = importlib.util.find_spec("open_clip").submodule_search_locations
sys.modules["open_clip"] = package
from open_clip.pretrained import get_pretrained_cfg
print(json.dumps(get_pretrained_cfg(sys.argv[1], sys.argv[2])))
"""


def is_address(text: str) -> bool:
    """Whether a person means a model of their own choice rather than one on offer."""
    return text.startswith(_PREFIXES)


def own_offer(
    text: str,
    hub: Hub,
    is_stopped: Callable[[], bool],
    name: str = "",
    settings: Mapping[str, Any] | None = None,
    role: Role | None = None,
) -> Offer:
    """Return an offer for `open_clip:MODEL/TAG`, `hf:OWNER/REPOSITORY[@REVISION][/FILE]` or a link.

    `role` says what for, where a model could be for several things.

    Raises:
        PackUnknown: there is no such model, or it is not written like this.
        PackRefused: the repository holds nothing that can be used.
        VisretError: the hub cannot be reached, or refuses.
        Cancelled: `is_stopped` returned True.
    """
    repo, revision, file = _parse(text)
    described = hub.look_up(repo, revision, is_stopped)
    tree = {entry.path: entry for entry in hub.files_of(repo, described.commit, is_stopped)}

    def read(path: str) -> bytes:
        return hub.read(tree[path], is_stopped)

    layout = layout_of(repo, tree, read, file)
    if role is not None:
        files = gguf_files.files_for(role, layout.role, layout.files, repo)
        layout = replace(layout, role=role, files=tuple(files))
    return Offer(
        name=name or free_name(file.rpartition("/")[2] or repo.rpartition("/")[2]),
        title=f"{repo}, {file}" if file else repo,
        role=layout.role,
        repo=repo,
        revision=described.commit,
        files=tuple(WantedFile(path) for path in layout.files),
        license=described.license or UNKNOWN_LICENSE,
        license_url=f"{hub.endpoint}/{repo}",
        made_by=repo.partition("/")[0],
        size_bytes=sum(tree[path].size for path in layout.files),
        settings={**layout.settings, **(settings or {})},
    )


def layout_of(
    place: str, paths: Mapping[str, object], read: Callable[[str], bytes], file: str = ""
) -> Layout:
    """Return what lies in a repository or folder.

    Raises:
        PackRefused: nothing that can be used.
    """
    if file and file in paths and (fault := path_fault(file)):
        raise PackRefused(name=place, reason=fault)
    try:
        layout = recognize(paths, read, file)
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise PackRefused(
            name=place, reason=sentence("it cannot be read ({error})", error=error)
        ) from error
    if layout is None:
        raise PackRefused(name=place, reason=_lack(paths, file))
    for path in layout.files:
        if fault := path_fault(path):
            raise PackRefused(name=place, reason=fault)
    return layout


def _lack(paths: Mapping[str, object], file: str) -> str:
    """Say why a repository or folder holds nothing that can be used."""
    if file and file not in paths:
        return sentence("it has no {file}", file=file)
    if gguf_files.eyes(paths) and not gguf_files.writers(paths):
        return sentence(
            "an mmproj file looks at pictures for a model that writes, whose .gguf file it lacks"
        )
    return sentence(
        "it has none of open_clip_config.json with .safetensors, "
        "model_index.json, a .gguf file, or a single .safetensors file"
    )


def free_name(text: str) -> str:
    """Return a pack's name for what a person or a repository calls it; never that of an offer."""
    stem = re.sub(r"\.(gguf|safetensors)$", "", text, flags=re.IGNORECASE)
    name = re.sub(r"[^a-z0-9._-]+", "-", stem.lower()).strip("-._")[:56].rstrip("-._") or "own"
    if names.fault(name):  # a device of Windows
        name = f"own-{name}"
    is_taken = name.startswith("starter") or find_offer(name) is not None
    return f"{name}-own" if is_taken else name


def _parse(text: str) -> tuple[str, str, str]:
    """Return repository, revision and file ('' if none is named)."""
    if text.startswith("open_clip:"):
        return _open_clip_repository(text), "main", ""
    match = _ADDRESS.fullmatch(text.partition("?")[0])
    if match is None:
        raise PackUnknown(name=text)
    revision = match["revision"] or match["branch"] or "main"
    return match["repo"], revision, match["file"] or ""


def _open_clip_repository(text: str) -> str:
    model, _, tag = text.removeprefix("open_clip:").rpartition("/")
    try:
        result = own_python.run(own_python.statements(_ASK_OPEN_CLIP, model, tag), _SECONDS)
    except subprocess.TimeoutExpired as error:
        raise PackUnknown(name=text) from error
    answer = json.loads(result.stdout) if result.returncode == 0 else {}
    if not answer:
        raise PackUnknown(name=text)
    repo, _, file = str(answer.get("hf_hub", "")).rstrip("/").partition(":")
    if not repo or file:
        reason = sentence("open_clip has it only as a pickled file, which can run code")
        raise PackRefused(name=text, reason=reason)
    return repo
