"""Models of a person's own choice: any repository, any file in one, any open_clip name."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests import weights
from tests.hub.conftest import QUICK, REPOSITORY, Shelf
from tests.hub.server import Hub
from visret_desktop.errors import VisretError
from visret_desktop.packs.checks.descriptions import check_contents
from visret_desktop.packs.custom_models import own_offer
from visret_desktop.packs.errors import PackRefused, PackUnknown
from visret_desktop.packs.fetching.hub import Hub as Client
from visret_desktop.packs.manifest import Pack, verify
from visret_desktop.packs.offers import Offer, WantedFile, find_offer
from visret_desktop.roles import Role

GGUF, OTHER = weights.gguf(bytes(20_000)), weights.gguf(bytes(19_000))
SAFETENSORS = weights.safetensors(20_000)
DIFFUSERS = {
    "model_index.json": json.dumps(
        {"_class_name": "StableDiffusionPipeline", "unet": ["diffusers", "UNet2DConditionModel"]}
    ).encode(),
    "unet/config.json": b'{"sample_size": 64}',
    "unet/diffusion_pytorch_model.safetensors": SAFETENSORS,
    "unet/diffusion_pytorch_model.fp16.safetensors": weights.safetensors(19_000),
    "unet/diffusion_pytorch_model.bin": b"\x80",
}


@pytest.fixture
def client(hub: Hub) -> Iterator[Client]:
    client = Client(hub.address, patience=QUICK)
    yield client
    client.close()


def own(client: Client, text: str, **options: str) -> Offer:
    return own_offer(text, client, lambda: False, **options)


def test_a_chat_model_file_of_several(client: Client, hub: Hub, tmp_path: Path) -> None:
    files = {"Talk-Q8_0.gguf": GGUF, "Talk-Q4_K_M.gguf": OTHER, "README.md": b"#"}
    hub.add("some/Talk-GGUF", files, license="mit")
    offer = own(client, "hf:some/Talk-GGUF")
    assert (offer.role, offer.license, offer.name) == (Role.REWRITER, "mit", "talk-gguf")
    assert offer.files == (WantedFile("Talk-Q4_K_M.gguf"),)
    named = own(client, "hf:some/Talk-GGUF/Talk-Q8_0.gguf")
    assert (named.name, named.files) == ("talk-q8_0", (WantedFile("Talk-Q8_0.gguf"),))
    pack = Shelf(tmp_path / "packs", hub, named).install().pack
    assert verify(pack) == []
    assert pack.license_url == f"{hub.address}/some/Talk-GGUF"


@pytest.fixture
def seer(hub: Hub, starter_pack: Callable[[Role], Pack]) -> str:
    """A repository with a vision model in two sizes."""
    directory = starter_pack(Role.READER).directory
    writes, sees = ((directory / name).read_bytes() for name in ("model.gguf", "mmproj.gguf"))
    files = {"Seer-Q4_K_M.gguf": writes, "Seer-F16.gguf": writes, "README.md": b"#"}
    eyes = {"mmproj-Seer-BF16.gguf": sees, "mmproj-Seer-F16.gguf": sees}
    hub.add("some/Seer-GGUF", {**files, **eyes}, license="apache-2.0")
    return "hf:some/Seer-GGUF"


def test_a_vision_model_is_fetched_as_two_files(
    client: Client, hub: Hub, tmp_path: Path, seer: str
) -> None:
    offer = own(client, seer)
    assert (offer.role, offer.name) == (Role.READER, "seer-gguf")
    assert [file.path for file in offer.files] == ["Seer-Q4_K_M.gguf", "mmproj-Seer-F16.gguf"]
    named = own(client, f"{seer}/Seer-F16.gguf")
    assert [file.path for file in named.files] == ["Seer-F16.gguf", "mmproj-Seer-F16.gguf"]
    pack = Shelf(tmp_path / "packs", hub, offer).install().pack
    assert (pack.role, verify(pack)) == (Role.READER, [])
    assert pack.size_bytes == offer.size_bytes
    check_contents(pack)


def test_of_a_vision_model_what_writes_can_be_taken_alone(
    client: Client, hub: Hub, tmp_path: Path, seer: str
) -> None:
    offer = own_offer(seer, client, lambda: False, role=Role.REWRITER)
    assert (offer.role, [file.path for file in offer.files]) == (
        Role.REWRITER,
        ["Seer-Q4_K_M.gguf"],
    )
    assert offer.size_bytes == Shelf(tmp_path / "packs", hub, offer).install().pack.size_bytes
    with pytest.raises(PackRefused, match="made for answering, not for finding"):
        own_offer(seer, client, lambda: False, role=Role.ENCODER)


def test_an_eye_of_another_model_is_refused_when_both_came(
    client: Client, hub: Hub, tmp_path: Path, starter_pack: Callable[[Role], Pack]
) -> None:
    sees = (starter_pack(Role.READER).directory / "mmproj.gguf").read_bytes()
    writes = (starter_pack(Role.REWRITER).directory / "rewriter.gguf").read_bytes()
    hub.add("some/Mix", {"Mix.gguf": writes, "mmproj-Mix.gguf": sees})
    shelf = Shelf(tmp_path / "packs", hub, own(client, "hf:some/Mix"))
    with pytest.raises(PackRefused, match="are of different models; get both files"):
        shelf.install()
    assert not (shelf.root / shelf.offer.name).exists()


def test_an_embedding_gemma_repository(client: Client, hub: Hub, tmp_path: Path) -> None:
    files = {
        "config.json": b'{"model_type": "embedding_gemma2"}',
        "model.safetensors": SAFETENSORS,
        "tokenizer.json": b'{"model": {}}',
    }
    beside = {"processor_config.json": b"{}", "chat_template.jinja": b"{{ 1 }}"}
    hub.add("google/embeddinggemma-2", {**files, **beside}, license="apache-2.0")
    offer = own_offer(
        "hf:google/embeddinggemma-2", client, lambda: False, settings={"soft_tokens": 140}
    )
    assert (offer.role, offer.name) == (Role.ENCODER, "embeddinggemma-2-own")
    assert {file.path for file in offer.files} == files.keys()
    pack = Shelf(tmp_path / "packs", hub, offer).install().pack
    assert (pack.settings, verify(pack)) == ({"soft_tokens": 140}, [])

    official = find_offer("embeddinggemma-2")
    assert official is not None
    hub.add(official.repo, files, license="apache-2.0")  # other bytes than the offer names
    shelf = Shelf(tmp_path / "official", hub, replace(official, revision="main"))
    with pytest.raises(VisretError, match="embeddinggemma-2"):
        shelf.install()
    assert not (shelf.root / official.name).exists()


def test_a_diffusers_repository(client: Client, hub: Hub, tmp_path: Path) -> None:
    hub.add("some/drawer", DIFFUSERS)
    offer = own(client, "hf:some/drawer", name="mine")
    assert (offer.role, offer.name) == (Role.VISUALIZER, "mine")
    assert (offer.settings["variant"], offer.settings["pixels"]) == ("fp16", 512)
    pack = Shelf(tmp_path / "packs", hub, offer).install().pack
    assert {file.path for file in pack.files} == {
        "model_index.json",
        "unet/config.json",
        "unet/diffusion_pytorch_model.fp16.safetensors",
    }


def test_a_single_checkpoint(client: Client, hub: Hub) -> None:
    hub.add("some/model", {"a.safetensors": SAFETENSORS, "b.safetensors": SAFETENSORS})
    offer = own(client, "hf:some/model/b.safetensors")
    assert (offer.role, offer.settings["checkpoint"]) == (Role.VISUALIZER, "b.safetensors")


def test_addresses_as_people_copy_them(client: Client, hub: Hub) -> None:
    commit = hub.add("some/Talk", {"talk.gguf": GGUF}).commit
    for text in (
        f"hf:some/Talk@{commit}",
        f"{hub.address}/some/Talk",
        f"{hub.address}/some/Talk/tree/main",
        f"{hub.address}/some/Talk/blob/main/talk.gguf",
        f"{hub.address}/some/Talk/resolve/{commit}/talk.gguf?download=true",
    ):
        assert own(client, text).files == (WantedFile("talk.gguf"),)


@pytest.mark.parametrize("text", ["hf:", "hf:justname", "https://example.org"])
def test_what_is_no_address_is_unknown(client: Client, text: str) -> None:
    with pytest.raises(PackUnknown):
        own(client, text)


def test_what_can_run_code_is_refused_by_name(client: Client, hub: Hub) -> None:
    hub.add("some/old", {"pytorch_model.bin": b"\x80", "config.json": b"{}"})
    with pytest.raises(PackRefused, match="it has none of"):
        own(client, "hf:some/old")
    with pytest.raises(PackRefused, match=r"pytorch_model\.bin is of a kind that is never loaded"):
        own(client, "hf:some/old/pytorch_model.bin")
    with pytest.raises(PackRefused, match=r"has no gone\.gguf"):
        own(client, "hf:some/old/gone.gguf")


def test_weights_that_are_something_else_are_refused_when_they_came(
    client: Client, hub: Hub, tmp_path: Path
) -> None:
    hub.add("some/trap", {"talk.gguf": b"\x80\x04pickle" * 3000})
    shelf = Shelf(tmp_path / "packs", hub, own(client, "hf:some/trap"))
    with pytest.raises(PackRefused, match=r"talk\.gguf is no GGUF file"):
        shelf.install()
    assert not (shelf.root / shelf.offer.name).exists()


def test_an_own_pack_never_takes_the_name_of_an_offer(client: Client, hub: Hub) -> None:
    hub.add("someone/sd-turbo", DIFFUSERS)
    assert own(client, "hf:someone/sd-turbo").name == "sd-turbo-own"


def test_an_open_clip_name_is_looked_up_in_its_registry(client: Client, hub: Hub) -> None:
    files = hub.repositories[REPOSITORY].files
    hub.add("laion/CLIP-ViT-B-32-laion2B-s34B-b79K", files)
    offer = own(client, "open_clip:ViT-B-32/laion2b_s34b_b79k")
    assert (offer.repo, offer.role) == ("laion/CLIP-ViT-B-32-laion2B-s34B-b79K", Role.ENCODER)


def test_an_offer_may_take_files_of_several_repositories(hub: Hub, tmp_path: Path) -> None:
    turbo = find_offer("sd-turbo")
    assert turbo is not None
    config, shared = b'{"x": 1}', SAFETENSORS
    small = weights.safetensors(500)
    half = "model.fp16.safetensors"
    files = dict.fromkeys(("model_index.json", "scheduler/scheduler_config.json"), config)
    files |= {f"{part}/config.json": config for part in ("text_encoder", "unet", "vae")}
    files |= {"tokenizer/tokenizer.json": b'{"model": {}}', "tokenizer/merges.txt": b"a b"}
    files |= {f"text_encoder/{half}": shared}
    files |= {
        f"{part}/diffusion_pytorch_model.fp16.safetensors": shared for part in ("unet", "vae")
    }
    files |= {"unet/diffusion_pytorch_model.safetensors": shared, "sd_turbo.safetensors": shared}
    hub.add(turbo.repo, files)
    tiny = {"config.json": config, "diffusion_pytorch_model.safetensors": small}
    hub.add("madebyollin/taesd", {**tiny, "taesd_decoder.pth": b"\x80"})
    shelf = Shelf(tmp_path / "packs", hub, turbo)
    pack = shelf.install().pack
    assert pack.settings["decoder"] == "tiny_decoder"
    decoder = pack.directory / "tiny_decoder/diffusion_pytorch_model.safetensors"
    assert decoder.read_bytes() == small
    assert "sd_turbo.safetensors" not in {file.path for file in pack.files}
    origins = {file.origin.repo for file in pack.files if file.origin}
    assert origins == {turbo.repo, "madebyollin/taesd"}
