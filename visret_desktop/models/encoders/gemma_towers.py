"""EmbeddingGemma 2 in torch, as two towers that take what our other encoders take.

Its layers are in `gemma_blocks`. What lies between them is written here, so that it has a fixed
form: transformers lets through the tokens of pictures one by one, and looks for them among words.
Places and rotations come from tables, which are exact in any precision.
"""

from pathlib import Path
from typing import Any

import numpy as np
import torch
from PIL import Image
from torch import Tensor, nn

from visret_desktop.models.encoders.gemma import GemmaSettings
from visret_desktop.models.encoders.gemma_blocks import Block, norm, reshape
from visret_desktop.models.encoders.mosaic import BITS, TILE
from visret_desktop.models.encoders.preprocess import Preprocess
from visret_desktop.models.encoders.tokenizer import TokenizerRules, read_engine
from visret_desktop.processes import library_environment

MOST_WORDS = 512  # tokens of a text
_NEVER = -1e30  # added to the score of what is not to be looked at; half precision has it, too
_SHAPES = ((400, 300), (31, 700), (1, 4_000))  # of pictures, in pixels
_CLASS = "EmbeddingGemma2Model"


def open_towers(directory: Path, settings: GemmaSettings, device: Any = "cpu") -> "GemmaTowers":
    """Load the folder of a pack, in 32 bits, without what listens.

    Raises:
        ValueError: the files are of another shape, or transformers does not know the model.
        Exception: whatever transformers and torch raise.
    """
    library_environment.fetch_nothing()
    import transformers

    if not hasattr(transformers, _CLASS):
        raise ValueError(
            f"transformers {transformers.__version__} does not know EmbeddingGemma 2; "
            "transformers 5.23 does"
        )
    kind: Any = getattr(transformers, _CLASS)
    config = kind.config_class.from_pretrained(directory, audio_config=None)
    if config.vision_config is None:
        raise ValueError("its config.json describes no part that looks at pictures")
    model, loading = kind.from_pretrained(
        directory,
        config=config,
        dtype=torch.float32,
        attn_implementation="eager",  # the other kinds have no form in ONNX
        local_files_only=True,
        use_safetensors=True,
        output_loading_info=True,
    )
    if lacking := sorted(loading["missing_keys"]):  # transformers would take random ones
        raise ValueError(f"its weights lack {lacking[0]} and {len(lacking) - 1} others")
    towers = GemmaTowers(model.eval(), directory, settings)
    towers.to(device)
    return towers


def rules_of(directory: Path, settings: GemmaSettings) -> TokenizerRules:
    """Return how the tokenizer of a pack is used."""
    engine = read_engine(directory / "tokenizer.json")
    pad = engine.token_to_id("<pad>")
    if pad is None:
        raise ValueError("its tokenizer.json has no <pad>")
    frames = settings.prompt_text, dict(settings.prompt_focus)
    return TokenizerRules(MOST_WORDS, "whitespace", pad, None, *frames)


class GemmaTowers(nn.Module):  # type: ignore[misc]
    """The model with `encode_image` and `encode_text`, as open_clip's have them."""

    def __init__(self, model: Any, directory: Path, settings: GemmaSettings) -> None:
        """Take a model apart.

        Raises:
            ValueError: it is not of the shape that this is written for.
        """
        super().__init__()
        self.model = model
        vision, language = model.config.vision_config, model.config.text_config
        self.tokens, self.dimension = settings.soft_tokens, settings.dimension
        self._pooled, self._patch = vision.pooling_kernel_size, vision.patch_size
        self._marks = before, after = _marks(directory, model.config)
        length = max(MOST_WORDS, len(before) + self.tokens + len(after))
        if self._pooled * self._patch != TILE:
            raise ValueError(f"it cuts pictures into other tiles than of {TILE} pixels")
        if language.sliding_window < length - 1:
            raise ValueError(f"its window of {language.sliding_window} tokens is too narrow")
        if language.embedding_dim < self.dimension:
            raise ValueError(f"its vectors have {language.embedding_dim} numbers")
        if vision.position_embedding_size < self._pooled * self.tokens:
            raise ValueError("its table of places is too short for the number of tokens")
        words, text = model.language_model.embed_tokens, model.language_model
        self._keep("before", words(torch.tensor([before])))
        self._keep("after", words(torch.tensor([after])))
        for kind in set(language.layer_types):
            turns = text.rotary_emb(words.weight, torch.arange(length)[None], kind)
            self._keep(f"turns_{kind}", torch.stack([_half(turn[0]) for turn in turns]))
        across = torch.arange(self._pooled * self.tokens)
        turns = model.vision_tower.encoder.rotary_emb(
            words.weight, torch.stack([across, across], -1)[None]
        )
        # The first half of a head is turned by the column, the second by the row.
        self._keep("turns_of_patches", torch.stack([_half(_half(turn[0])) for turn in turns]))
        order = torch.arange(vision.head_dim).reshape(2, 2, -1).transpose(0, 1).flatten()
        self._patch_blocks = nn.ModuleList(
            Block(layer, order) for layer in model.vision_tower.encoder.layers
        )
        self._word_blocks = nn.ModuleList(map(Block, text.layers))

    def _keep(self, name: str, numbers: Tensor) -> None:
        self.register_buffer(name, numbers.detach().clone(), persistent=False)

    # ---- pictures ---------------------------------------------------------------------------

    def encode_image(self, mosaics: Tensor) -> Tensor:
        """Map mosaics, float32 (n, 3, side, side) of 0 to 1, to float32 (n, dimension).

        Those that become as many tokens are looked at together, so that nothing is padded.
        """
        if len(mosaics) == 1:
            return self._encode_alike(mosaics)
        columns, rows = self._shapes(self._patches(mosaics))
        counts = (columns * rows).tolist()
        made = mosaics.new_empty(len(mosaics), self.dimension)
        for count in set(counts):
            chosen = [number for number, one in enumerate(counts) if one == count]
            made[chosen] = self._encode_alike(mosaics[chosen])
        return made

    def _encode_alike(self, mosaics: Tensor) -> Tensor:
        """Encode mosaics of pictures that become equally many tokens."""
        patches, k = self._patches(mosaics), self._pooled
        columns, rows = (count[:, None, None] for count in self._shapes(patches))
        count = (columns * rows)[0, 0, 0]
        tile = torch.arange(self.tokens, device=mosaics.device)[:count, None]
        inner = torch.arange(k * k, device=mosaics.device)
        across = (tile % columns * k + inner % k).flatten(1)
        down = (tile // columns * k + inner // k).flatten(1)
        sides = 0, -1, 3 * self._patch**2
        seen = self._seen(reshape(patches[:, :count], sides), across, down)
        tokens = self._picture_tokens(seen)
        before, after = (one.expand(tokens.shape[0], -1, -1) for one in (self.before, self.after))
        return self._read(torch.cat([before, tokens, after], 1))

    def _patches(self, mosaics: Tensor) -> Tensor:
        """Cut mosaics into (n, tiles, patches of a tile, levels)."""
        side, k, p = mosaics.shape[-1] // TILE, self._pooled, self._patch
        cut = mosaics.reshape(-1, 3, side, k, p, side, k, p).permute(0, 2, 5, 3, 6, 4, 7, 1)
        return cut.reshape(-1, side * side, k * k, p * p * 3)

    def _shapes(self, patches: Tensor) -> tuple[Tensor, Tensor]:
        """Read columns and rows, int64 (n,), off the first patches of the last tiles."""
        lines = patches[:, self.tokens, 0].reshape(-1, self._patch, self._patch, 3)
        weights = 2 ** torch.arange(BITS, device=patches.device)
        counts = ((lines[:, :2, :BITS, 0] > 0.5).long() * weights).sum(-1)
        columns, rows = counts.clamp(1, self.tokens).unbind(1)  # without a shape it is one tile
        return columns, rows

    def _seen(self, patches: Tensor, across: Tensor, down: Tensor) -> Tensor:
        """Map patches (n, length, levels) at places (n, length) to (n, length, width)."""
        tower = self.model.vision_tower
        places, is_patch = (
            torch.stack([across, down], -1),
            torch.ones_like(across, dtype=torch.bool),
        )
        value = tower.patch_embedder(patches, places, ~is_patch)
        # Pictures of other shapes turn otherwise: each has lines of its own in the tables.
        half = tower.config.head_dim // 2
        cosine, sine = (
            torch.cat([turn[across], turn[down]], -1).reshape(-1, half)
            for turn in self.turns_of_patches
        )
        lines = torch.arange(cosine.shape[0], device=patches.device)
        turns = lines.reshape(len(across), -1), cosine, sine  # OpenVINO wants a fixed rank
        for block in self._patch_blocks:
            value = block(value, turns)
        return value

    def _picture_tokens(self, seen: Tensor) -> Tensor:
        """Make of patches (n, patches, width) the tokens (n, tokens, width of the language)."""
        tower, embedder = self.model.vision_tower, self.model.embed_vision
        pooled = reshape(seen, (0, -1, self._pooled**2, tower.config.hidden_size)).mean(2)
        pooled = pooled * tower.pooler.root_hidden_size
        if tower.config.standardize:
            pooled = (pooled - tower.std_bias) * tower.std_scale
        scale, width = embedder.embedding_pre_projection_norm, tower.config.hidden_size
        return embedder.embedding_projection(norm(scale, pooled, width))

    # ---- words ------------------------------------------------------------------------------

    def encode_text(self, tokens: Tensor) -> Tensor:
        """Map tokens, int64 (n, length), padded behind, to float32 (n, dimension)."""
        text = self.model.language_model
        return self._read(text.embed_tokens(tokens), tokens != text.padding_idx)

    def _read(self, value: Tensor, is_token: Tensor | None = None) -> Tensor:
        """Run the language model over (n, length, width); return the mean of what it makes."""
        text, ple = self.model.language_model, self.model.language_model.ple
        extra = ple.per_layer_model_projection(value) * ple.per_layer_model_projection_scale
        extra = norm(ple.per_layer_projection_norm, reshape(extra, (0, 0, len(text.layers), -1)))
        extra = extra.unbind(2)
        mask = None if is_token is None else torch.where(is_token, 0.0, _NEVER)[:, None, None]
        places = torch.arange(value.shape[1], device=value.device)[None].expand(value.shape[:2])
        for number, block in enumerate(self._word_blocks):
            turns = getattr(self, f"turns_{text.config.layer_types[number]}")
            value = block(value, (places, *turns), mask, extra[number])
        made = text.embedding_projection(norm(text.norm, value))
        if is_token is None:
            return made.mean(1)[:, : self.dimension]
        share = is_token[..., None].to(made.dtype)
        return ((made * share).sum(1) / share.sum(1))[:, : self.dimension]

    # ---- proof ------------------------------------------------------------------------------

    def worst_cosine(self, tokens: Tensor) -> float:
        """Compare with what transformers makes of the same texts, and of pictures of any shape."""
        ours, theirs = [], []
        for row in tokens:
            ours.append(self.encode_text(row[None]))
            theirs.append(self._theirs(row[row != self.model.language_model.padding_idx]))
        for width, height in _SHAPES:
            levels = np.random.default_rng(width).integers(0, 256, (height, width, 3), np.uint8)
            picture = Image.fromarray(levels)
            mosaic = torch.from_numpy(Preprocess.of_tiles(self.tokens)(picture))
            ours.append(self.encode_image(mosaic[None]))
            theirs.append(self._theirs_of(picture))
        cosine = torch.nn.functional.cosine_similarity(torch.cat(ours), torch.cat(theirs))
        return float(cosine.min())

    def _theirs_of(self, picture: Image.Image) -> Tensor:
        from transformers.models.gemma4.image_processing_pil_gemma4 import Gemma4ImageProcessorPil

        prepare = Gemma4ImageProcessorPil(max_soft_tokens=self.tokens)
        seen = prepare(picture, input_data_format="channels_last", return_tensors="pt")
        (count,) = seen.pop("num_soft_tokens_per_image")
        before, after = self._marks
        tokens = torch.tensor([*before, *[self.model.config.image_token_id] * int(count), *after])
        return self._theirs(tokens, **seen)

    def _theirs(self, tokens: Tensor, **seen: Tensor) -> Tensor:
        made = self.model(input_ids=tokens[None], **seen).last_hidden_state
        return made.mean(1)[:, : self.dimension]


def _half(turns: Tensor) -> Tensor:
    """Return the first half of the last side: the second is the same."""
    return turns[..., : turns.shape[-1] // 2]


def _marks(directory: Path, config: Any) -> tuple[list[int], list[int]]:
    """Return the tokens before and after those of a picture."""
    engine = read_engine(directory / "tokenizer.json")
    ids = [getattr(config, f"{mark}_token_id") for mark in ("boi", "image", "eoi")]
    names = [name for number in ids if (name := engine.id_to_token(number))]
    if len(names) < len(ids):
        raise ValueError("its tokenizer.json has no tokens for pictures")
    tokens = list(engine.encode("".join(names)).ids)
    if tokens.count(config.image_token_id) != 1:
        raise ValueError("its tokenizer.json takes the marks of pictures for words")
    at = tokens.index(config.image_token_id)
    return tokens[:at], tokens[at + 1 :]
