"""The packs on offer are what the libraries that run them know them as."""

import inspect
import json
from pathlib import Path
from typing import Any

import pytest

from training.studies.model_work import flops
from visret_desktop.models.drawing.visualizer import DrawingSettings
from visret_desktop.models.encoders.gemma import GemmaSettings
from visret_desktop.models.encoders.llama_encoder import EncoderSettings
from visret_desktop.models.encoders.mosaic import TILE
from visret_desktop.models.pack_settings import ReaderSettings, read_settings
from visret_desktop.models.rewriting.rewriter import ChatSettings
from visret_desktop.packs.checks.file_rules import path_fault
from visret_desktop.packs.checks.layouts import recognize
from visret_desktop.packs.manifest import Pack
from visret_desktop.packs.offers import (
    Offer,
    find_offer,
    offer_sets,
    offers,
    reads_only_english,
)
from visret_desktop.paths import bundled
from visret_desktop.roles import ROLES, Role
from visret_desktop.settings import Settings


def of(role: Role) -> list[Any]:
    return [pytest.param(offer, id=offer.name) for offer in offers() if offer.role is role]


def everything() -> list[Any]:
    return [param for role in ROLES.values() for param in of(role)]


def as_pack(offer: Offer) -> Pack:
    described = (offer.name, offer.title, offer.role, offer.license, offer.license_url)
    return Pack(*described, Path(), (), offer.settings)


@pytest.mark.parametrize("offer", everything())
def test_every_offer_says_what_a_person_must_know(offer: Offer) -> None:
    assert offer.title
    assert offer.summary.endswith(".")
    assert offer.made_by
    assert offer.languages
    assert offer.license != "unknown"
    assert offer.license_url.startswith("https://")
    assert offer.size_bytes > 100_000_000
    assert set(offer.memory) == {"cpu", "cuda", "mps"}
    assert all(size > 0 for needs in offer.memory.values() for size in needs.values())


@pytest.mark.parametrize("offer", everything())
def test_every_offer_names_files_that_may_be_loaded(offer: Offer) -> None:
    for wanted in offer.files:
        assert path_fault(wanted.path.replace("*", "x")) == ""
        assert not wanted.save_as or path_fault(wanted.save_as) == ""
        assert not wanted.path.startswith("*"), "a star at the top takes in anything"
    assert any(not wanted.is_optional for wanted in offer.files)


def test_names_are_those_of_the_files_and_differ() -> None:
    names = [offer.name for offer in offers()]
    assert len(set(names)) == len(names)
    assert all(find_offer(name) is not None for name in names)
    assert not set(names) & {group.name for group in offer_sets()}
    assert not set(names) & {Settings().pack_of(role) for role in ROLES.values()}


IN_SET = {
    "words": {"encoder"},
    "many-languages": {"encoder"},
    "sketches": {"rewriter", "visualizer"},
}


def test_sets_have_one_pack_of_each_role_that_they_are_for_and_none_for_research_only() -> None:
    names = [group.name for group in offer_sets()]
    assert names == ["words", "many-languages", "sketches", "light", "standard", "quality"]
    for group in offer_sets():
        members = [offer for name in group.packs if (offer := find_offer(name))]
        roles = [offer.role.name for offer in members]
        assert sorted(roles) == sorted(IN_SET.get(group.name, set(ROLES)))
        assert not any(offer.is_research_only or offer.is_gated for offer in members)


@pytest.mark.parametrize("offer", of(Role.ENCODER))
def test_libraries_know_the_encoders(offer: Offer) -> None:
    if "llama_cpp" in offer.libraries:
        return _check_in_llama_cpp(offer)
    if "transformers" in offer.libraries:
        return _check_in_transformers(offer)
    import open_clip

    names = offer.libraries["open_clip"]
    config = open_clip.get_model_config(names["model"])
    if "tag" in names:
        known = open_clip.get_pretrained_cfg(names["model"], names["tag"])
        assert known["hf_hub"].rstrip("/") == offer.repo
        made_for = {key: offer.settings[key] for key in ("interpolation", "resize_mode")}
        assert made_for == {key: known[key] for key in made_for}
        assert (tuple(offer.settings["mean"]), tuple(offer.settings["std"])) == (
            known["mean"],
            known["std"],
        )
    assert offer.settings["image_size"] == config["vision_cfg"]["image_size"]
    has_own_tokenizer = "hf_tokenizer_name" in config["text_cfg"]
    required = {wanted.path for wanted in offer.files if not wanted.is_optional}
    assert has_own_tokenizer == ("tokenizer.json" in required)
    assert {"open_clip_config.json", "open_clip_model.safetensors"} <= required
    return None


def _check_in_llama_cpp(offer: Offer) -> None:
    settings = read_settings(as_pack(offer), EncoderSettings)
    paths = [wanted.path for wanted in offer.files if not wanted.is_optional]
    layout = recognize(paths, lambda _: b"")
    assert layout is not None
    assert list(layout.files) == paths
    assert (settings.side // 32) ** 2 + 64 < settings.context_length, "a photo fits in"
    assert offer.flops == pytest.approx(flops(offer), rel=0.05)


def _check_in_transformers(offer: Offer) -> None:
    import transformers

    kind = getattr(transformers, offer.libraries["transformers"]["model"])
    required = [wanted for wanted in offer.files if not wanted.is_optional]
    description = json.dumps({"model_type": kind.config_class.model_type}).encode()
    layout = recognize([wanted.path for wanted in required], lambda _: description)
    assert layout is not None
    assert (layout.role, layout.files) == (offer.role, tuple(wanted.path for wanted in required))
    assert all(len(wanted.sha256) == 64 for wanted in required), "its commit is fixed"
    settings = read_settings(as_pack(offer), GemmaSettings)
    text, vision = kind.config_class().text_config, transformers.Gemma4VisionConfig()
    assert settings.dimension == text.embedding_dim
    assert vision.patch_size * vision.pooling_kernel_size == TILE
    assert offer.flops == pytest.approx(flops(offer), rel=0.05)


@pytest.mark.parametrize("offer", of(Role.VISUALIZER))
def test_diffusers_knows_the_visualizers(offer: Offer) -> None:
    import diffusers

    settings = read_settings(as_pack(offer), DrawingSettings)
    pipeline = getattr(diffusers, offer.libraries["diffusers"]["pipeline"])
    assert issubclass(pipeline, diffusers.DiffusionPipeline)
    accepted = set(inspect.signature(pipeline.__call__).parameters)
    assert {"prompt", "callback_on_step_end", "num_inference_steps", "guidance_scale"} <= accepted
    if settings.scheduler:
        scheduler = getattr(diffusers, settings.scheduler["_class_name"])
        assert issubclass(scheduler, diffusers.SchedulerMixin)
        options = {name: value for name, value in settings.scheduler.items() if name[0] != "_"}
        assert scheduler(**options)
    parts = set(inspect.signature(pipeline.__init__).parameters)
    folders = {wanted.save_as or wanted.path for wanted in offer.files}
    named = {path.partition("/")[0].rstrip("*") for path in folders if "/" in path}
    assert named - {"tiny_decoder"} <= parts, "a folder that is no part of the pipeline"
    if settings.variant:
        assert any(f".{settings.variant}." in path for path in folders)


@pytest.mark.parametrize("offer", of(Role.REWRITER))
def test_llama_cpp_knows_how_to_talk_to_the_rewriters(offer: Offer) -> None:
    from llama_cpp.llama_chat_format import LlamaChatCompletionHandlerRegistry

    settings = read_settings(as_pack(offer), ChatSettings)
    assert settings.context_length >= 2048
    name = offer.libraries["llama_cpp"]["chat_format"]
    assert LlamaChatCompletionHandlerRegistry().get_chat_completion_handler_by_name(name)
    (model,) = [wanted for wanted in offer.files if not wanted.is_optional]
    assert model.path.endswith(".gguf")


@pytest.mark.parametrize("offer", of(Role.READER))
def test_llama_cpp_knows_how_to_show_readers_a_photo(offer: Offer) -> None:
    from llama_cpp import llama_chat_format

    settings = read_settings(as_pack(offer), ReaderSettings)
    handler = getattr(llama_chat_format, offer.libraries["llama_cpp"]["handler"])
    assert issubclass(handler, llama_chat_format.MTMDChatHandler)
    paths = [wanted.save_as or wanted.path for wanted in offer.files if not wanted.is_optional]
    layout = recognize(paths, lambda _: b"")
    assert layout is not None
    assert (layout.role, list(layout.files)) == (Role.READER, paths)
    assert 512 <= settings.side <= 2048
    least_tokens = settings.most_pictures * (settings.side // 48) ** 2 * 3 // 4
    assert least_tokens + settings.max_tokens < settings.context_length, "they fit in one prompt"


@pytest.mark.parametrize("offer", of(Role.READER))
def test_the_settings_of_readers_are_those_of_rewriters_too(offer: Offer) -> None:
    settings = read_settings(as_pack(offer), ChatSettings)
    assert settings.context_length == offer.settings["context_length"]
    assert settings.max_tokens < settings.context_length


def test_the_work_of_readers_is_what_their_owners_describe() -> None:
    for offer in offers():
        if offer.role is Role.READER:
            assert offer.flops == pytest.approx(flops(offer), rel=0.05), offer.name


def test_all_that_is_built_in_reads_only_english() -> None:
    manifests = list(bundled("starter").glob("*/manifest.json"))
    names = [json.loads(path.read_text("utf-8"))["name"] for path in manifests]
    assert "everyday" in names
    assert [name for name in names if not reads_only_english(name)] == []
    assert not reads_only_english("things")
