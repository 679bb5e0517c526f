"""Train the visualizer's denoiser and put its Stable Diffusion pipeline together.

    python -m training.visualizer --processes 3

Needs the autoencoder and the prompt encoder. Latent diffusion with velocity prediction, loss
weights clamped by the signal-to-noise ratio (min-SNR), a tenth of the prompts empty so that
guidance works, and a running mean of the weights, which is what is kept. A checkpoint every ten
minutes; the same command goes on from it.
"""

import copy
import sys

import numpy as np
import torch
from diffusers import (
    AutoencoderKL,
    DDIMScheduler,
    DDPMScheduler,
    StableDiffusionPipeline,
    UNet2DConditionModel,
)
from torch import nn
from transformers import CLIPTextModel, CLIPTokenizer

from training import autoencoder, pictures, prompt_encoder, tokenizer
from training.captions import prompt
from training.course import (
    Chance,
    Log,
    Schedule,
    chance,
    load_checkpoint,
    save_checkpoint,
    set_rate,
)
from training.ranks import Ranks, run
from training.workplace import workplace
from visret_desktop.fieldbook.spec import Spec

NAME = "visualizer"
# Chosen on validation data: python -m training.evaluate_visualizer --choose
STEPS, GUIDANCE = 12, 2.5
NOISE = {
    "num_train_timesteps": 1_000,
    "beta_schedule": "squaredcos_cap_v2",
    "prediction_type": "v_prediction",
    "clip_sample": False,
}
_SEED = 6
_BATCH = 8  # for each rank
_PORT = 29561
_SAVE_EVERY = 1_000
_SIDE = pictures.SIDE // 4
_EMPTY_PROMPTS = 0.1
_SNR_LIMIT = 5.0
_RUNNING_MEAN = 0.9995


def build() -> UNet2DConditionModel:
    """Return an untrained denoiser of 6.7 million parameters for 4 × 16 × 16 latents."""
    return UNet2DConditionModel(
        sample_size=_SIDE,
        in_channels=autoencoder.CHANNELS,
        out_channels=autoencoder.CHANNELS,
        down_block_types=("DownBlock2D", "CrossAttnDownBlock2D", "CrossAttnDownBlock2D"),
        up_block_types=("CrossAttnUpBlock2D", "CrossAttnUpBlock2D", "UpBlock2D"),
        block_out_channels=(64, 128, 128),
        layers_per_block=1,
        cross_attention_dim=prompt_encoder.WIDTH,
        attention_head_dim=4,
        norm_num_groups=16,
    ).to(memory_format=torch.channels_last)


class Teacher:
    """What is fixed while the denoiser learns: latents, prompts' states, the noise schedule."""

    def __init__(self, ranks: Ranks) -> None:
        self.words: CLIPTokenizer = tokenizer.load()
        self.encoder = _frozen(CLIPTextModel, prompt_encoder.NAME)
        self.noise = DDPMScheduler(**NOISE)
        _, self.specs = pictures.load("train")
        self.latents = _latents(ranks)

    @torch.no_grad()
    def states(self, prompts: list[str]) -> torch.Tensor:
        """Return float32 (n, CONTEXT, WIDTH)."""
        return self.encoder(tokenizer.tokens_of(self.words, prompts)).last_hidden_state

    def loss(self, denoiser: nn.Module, dice: Chance) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the weighted loss to train with and the plain squared error to look at."""
        chosen = np.sort(dice.numbers.integers(0, len(self.specs), _BATCH))
        clean = torch.from_numpy(self.latents[chosen]).float()
        spread = (dice.numbers.permutation(_BATCH) + dice.numbers.random(_BATCH)) / _BATCH
        times = torch.from_numpy((spread * NOISE["num_train_timesteps"]).astype(np.int64))
        prompts = [_prompt(self.specs[number], dice) for number in chosen]
        noise = torch.randn_like(clean)
        noisy = self.noise.add_noise(clean, noise, times)
        noisy = noisy.contiguous(memory_format=torch.channels_last)
        states = self.states(prompts)
        made = denoiser(noisy, times, encoder_hidden_states=states).sample
        error = (made - self.noise.get_velocity(clean, noise, times)).square().mean((1, 2, 3))
        return (error * self._weights(times)).mean(), error.mean()

    def _weights(self, times: torch.Tensor) -> torch.Tensor:
        kept = self.noise.alphas_cumprod[times]
        ratio = kept / (1 - kept)
        return 2 * ratio.clamp(max=_SNR_LIMIT) / (ratio + 1)


def _prompt(spec: Spec, dice: Chance) -> str:
    return "" if dice.words.random() < _EMPTY_PROMPTS else prompt(spec, dice.words)[0]


def _frozen(kind: type, name: str) -> nn.Module:
    model = kind.from_pretrained(workplace(name, "model"), local_files_only=True)
    return model.eval().requires_grad_(False)


@torch.no_grad()
def _latents(ranks: Ranks) -> np.ndarray:
    """Encode all training pictures once, every rank its part, as float16 (n, 4, 16, 16)."""
    images, _ = pictures.load("train")
    path = workplace(NAME, "latents.npy")
    done = path.with_suffix(".done")
    shape = (len(images), autoencoder.CHANNELS, _SIDE, _SIDE)
    if not done.exists():
        model = _frozen(AutoencoderKL, autoencoder.NAME).to(memory_format=torch.channels_last)
        if ranks.is_first:
            np.lib.format.open_memmap(path, mode="w+", dtype=np.float16, shape=shape)
        ranks.wait()
        stored = np.load(path, mmap_mode="r+")
        for start in range(ranks.rank * 100, len(images), ranks.count * 100):
            batch = autoencoder.to_tensor(images[start : start + 100])
            stored[start : start + 100] = model.encode(batch).latent_dist.mean.numpy()
        stored.flush()
        ranks.wait()
        done.touch()
    return np.load(path, mmap_mode="r")


# ---- training -------------------------------------------------------------------------------


def train(ranks: Ranks, steps: int) -> None:
    torch.manual_seed(_SEED)
    denoiser = build()
    schedule = Schedule(steps, rate=1e-3, warm_up=200)
    optimizer = torch.optim.AdamW(denoiser.parameters(), betas=(0.9, 0.99), weight_decay=0.01)
    path = workplace(NAME, "checkpoint.safetensors")
    first = load_checkpoint(path, denoiser, optimizer)
    mean = copy.deepcopy(denoiser).requires_grad_(False)
    load_checkpoint(path.with_name("mean.safetensors"), mean)
    teacher = Teacher(ranks)
    log = Log(workplace(NAME, "log.jsonl"), ranks, every=100)
    for step in range(first, steps):
        set_rate(optimizer, schedule.rate_at(step))
        loss, error = teacher.loss(denoiser, chance(_SEED, step, ranks.rank))
        optimizer.zero_grad()
        loss.backward()
        ranks.average_gradients(denoiser.parameters())
        nn.utils.clip_grad_norm_(denoiser.parameters(), 1.0)
        optimizer.step()
        _follow(mean, denoiser, step)
        log.add(step, {"error": error.item()}, _BATCH * ranks.count)
        if ranks.is_first and ((step + 1) % _SAVE_EVERY == 0 or step + 1 == steps):
            save_checkpoint(path.with_name("mean.safetensors"), mean, None, step + 1)
            save_checkpoint(path, denoiser, optimizer, step + 1)
            assemble(mean)


@torch.no_grad()
def _follow(mean: nn.Module, model: nn.Module, step: int) -> None:
    """Move the running mean towards the weights, faster in the beginning."""
    kept = min(_RUNNING_MEAN, (1 + step) / (10 + step))
    torch._foreach_lerp_(list(mean.parameters()), list(model.parameters()), 1 - kept)


def assemble(denoiser: UNet2DConditionModel) -> None:
    """Save the whole pipeline in full precision, with its few-step scheduler."""
    scheduler = DDIMScheduler(
        **NOISE, set_alpha_to_one=True, steps_offset=1, timestep_spacing="trailing"
    )
    pipeline = StableDiffusionPipeline(
        vae=_frozen(AutoencoderKL, autoencoder.NAME),
        text_encoder=_frozen(CLIPTextModel, prompt_encoder.NAME),
        tokenizer=tokenizer.load(),
        unet=denoiser,
        scheduler=scheduler,
        safety_checker=None,
        feature_extractor=None,
        requires_safety_checker=False,
    )
    pipeline.save_pretrained(workplace(NAME, "model"), safe_serialization=True)


if __name__ == "__main__":
    sys.exit(run(train, _PORT, steps=12_000, processes=3))
