"""A Llama of about a million parameters and its byte-level tokenizer, for rewriter and reader."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from random import Random

from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import LlamaConfig, LlamaForCausalLM

MARKERS = ("<|begin|>", "<|user|>", "<|assistant|>", "<|end|>")


@dataclass
class Words:
    """The tokenizer with its four markers."""

    tokenizer: Tokenizer

    def encoded(self, text: str, answer: str | None = None) -> tuple[list[int], list[int]]:
        """Return the ids of the prompt and, if there is one, of the answer with its end."""
        begin, user, assistant, end = (self.tokenizer.token_to_id(m) for m in MARKERS)
        prompt = [begin, user, *self.tokenizer.encode(text).ids, assistant]
        if answer is None:
            return prompt, []
        return prompt, [*self.tokenizer.encode(answer).ids, end]

    def random_text(self, stream: Random) -> str:
        """Return one to twelve tokens of letters in no order."""
        made = "".join(stream.choice(self._syllables) for _ in range(stream.randint(1, 12)))
        return made.strip() or "a"

    @cached_property
    def _syllables(self) -> list[str]:
        tokens = range(len(MARKERS), self.tokenizer.get_vocab_size())
        every = (self.tokenizer.decode([token]) for token in tokens)
        return [text for text in every if text.strip().isalpha() and text.isascii()]

    @property
    def end(self) -> int:
        return self.tokenizer.token_to_id(MARKERS[3])


def learn_words(corpus: Iterable[str], tokens: int) -> Words:
    """Make a byte-level tokenizer of so many tokens from texts."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=tokens,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        special_tokens=list(MARKERS),
        show_progress=False,
    )
    tokenizer.train_from_iterator(corpus, trainer)
    return Words(tokenizer)


def build(
    words: Words, width: int = 160, inner: int = 448, heads: int = 5, layers: int = 4
) -> LlamaForCausalLM:
    """Return a Llama with random weights that shares the matrix of its words with its output."""
    ids = [words.tokenizer.token_to_id(marker) for marker in MARKERS]
    config = LlamaConfig(
        vocab_size=words.tokenizer.get_vocab_size(),
        hidden_size=width,
        intermediate_size=inner,
        num_hidden_layers=layers,
        num_attention_heads=heads,
        num_key_value_heads=heads,
        max_position_embeddings=512,
        rms_norm_eps=1e-5,
        tie_word_embeddings=True,
        bos_token_id=ids[0],
        eos_token_id=ids[3],
        pad_token_id=ids[3],
    )
    return LlamaForCausalLM(config)
