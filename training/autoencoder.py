"""Train the visualizer's autoencoder: 64-pixel pictures to 4 × 16 × 16 latents and back.

    python -m training.autoencoder --processes 4

The latents are kept at mean 0 and deviation 1 and the decoder sees them with noise of deviation
0.1, the posterior's fixed width: so no part of a picture can hide in codes too small for a
denoiser to hit. Mean and deviation are folded into the 1 × 1 convolutions at the end, which makes
it an ordinary AutoencoderKL with a scaling factor of 1. Whole pictures, since crops leave rims.
"""

import math
import sys

import numpy as np
import torch
from diffusers import AutoencoderKL
from torch import nn
from torch.nn import functional

from training import pictures
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

NAME = "autoencoder"
CHANNELS = 4
NOISE = 0.1
_SEED = 2
_BATCH = 4  # for each rank; many small steps teach more than few large ones
_PORT = 29521
_SAVE_EVERY = 500


def build() -> AutoencoderKL:
    """Return an untrained autoencoder, 4 times smaller on a side."""
    widths = (16, 32, 64)
    return AutoencoderKL(
        down_block_types=["DownEncoderBlock2D"] * len(widths),
        up_block_types=["UpDecoderBlock2D"] * len(widths),
        block_out_channels=widths,
        layers_per_block=1,
        latent_channels=CHANNELS,
        norm_num_groups=8,
        sample_size=pictures.SIDE,
        mid_block_add_attention=False,
        force_upcast=False,
        scaling_factor=1.0,
    ).to(memory_format=torch.channels_last)


def to_tensor(batch: pictures.Pictures) -> torch.Tensor:
    """Map uint8 (n, h, w, 3) to float32 (n, 3, h, w) in −1 … 1."""
    tensor = torch.from_numpy(np.array(batch)).permute(0, 3, 1, 2)
    return tensor.float().div_(127.5).sub_(1).contiguous(memory_format=torch.channels_last)


def standardized(latents: torch.Tensor) -> torch.Tensor:
    """Give every channel mean 0 and deviation 1 over the batch."""
    deviation, mean = torch.std_mean(latents, dim=(0, 2, 3), keepdim=True)
    return (latents - mean) / (deviation + 1e-4)


def loss_of(model: AutoencoderKL, images: torch.Tensor) -> torch.Tensor:
    """Reconstruction error: absolute, squared, and absolute after a high-pass for the outlines."""
    latents = standardized(model.encode(images).latent_dist.mean)
    made = model.decode(latents + NOISE * torch.randn_like(latents)).sample
    error = images - made
    outlines = error - functional.avg_pool2d(error, 3, 1, 1)
    return error.abs().mean() + error.square().mean() + 0.7 * outlines.abs().mean()


def train(ranks: Ranks, steps: int) -> None:
    torch.manual_seed(_SEED)
    model = build()
    schedule = Schedule(steps, rate=2e-3)
    optimizer = torch.optim.AdamW(model.parameters(), betas=(0.9, 0.99), weight_decay=1e-3)
    path = workplace(NAME, "checkpoint.safetensors")
    first = load_checkpoint(path, model, optimizer)
    images, _ = pictures.load("train")
    log = Log(workplace(NAME, "log.jsonl"), ranks)
    for step in range(first, steps):
        set_rate(optimizer, schedule.rate_at(step))
        loss = loss_of(model, _batch(images, chance(_SEED, step, ranks.rank)))
        optimizer.zero_grad()
        loss.backward()
        ranks.average_gradients(model.parameters())
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        log.add(step, {"loss": loss.item()}, _BATCH * ranks.count)
        if ranks.is_first and (step + 1) % _SAVE_EVERY == 0:
            save_checkpoint(path, model, optimizer, step + 1)
            log.say({"psnr": validate(model)})
    if ranks.is_first:
        finish(model, log)


def _batch(images: pictures.Pictures, dice: Chance) -> torch.Tensor:
    chosen = np.sort(dice.numbers.integers(0, len(images), _BATCH))
    batch = to_tensor(images[chosen])
    return batch.flip(3) if dice.words.random() < 0.5 else batch


@torch.no_grad()
def validate(model: AutoencoderKL) -> float:
    """Return the mean PSNR in dB of 256 validation pictures, without noise."""
    images = to_tensor(pictures.load("validation")[0][:256])
    made = model.decode(standardized(model.encode(images).latent_dist.mean)).sample.clamp(-1, 1)
    return round(float((10 * torch.log10(4 / (images - made).square().mean((1, 2, 3)))).mean()), 2)


@torch.no_grad()
def finish(model: AutoencoderKL, log: Log) -> None:
    """Fold the latents' mean and deviation into the convolutions and save."""
    images = pictures.load("validation")[0]
    batches = [to_tensor(images[start : start + 100]) for start in range(0, len(images), 100)]
    latents = torch.cat([model.encode(batch).latent_dist.mean for batch in batches])
    deviation, mean = torch.std_mean(latents, dim=(0, 2, 3))
    inner = model.quant_conv
    inner.weight[:CHANNELS] /= deviation[:, None, None, None]
    inner.bias[:CHANNELS] = (inner.bias[:CHANNELS] - mean) / deviation
    inner.weight[CHANNELS:] = 0
    inner.bias[CHANNELS:] = 2 * math.log(NOISE)
    model.save_pretrained(workplace(NAME, "model"))
    made = model.decode(model.encode(batches[0]).latent_dist.mean).sample.clamp(-1, 1)
    psnr = 10 * torch.log10(4 / (batches[0] - made).square().mean((1, 2, 3)))
    log.say({"final_psnr": round(float(psnr.mean()), 2)})


if __name__ == "__main__":
    sys.exit(run(train, _PORT, steps=7_000, processes=4))
