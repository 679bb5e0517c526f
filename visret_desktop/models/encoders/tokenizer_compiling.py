"""Decide, while compiling, how a pack's words become tokens, so that searching need not.

open_clip has two tokenizers: the pack's own tokenizer.json, read through transformers, and a
built-in byte-pair vocabulary. The first is copied with its rules, the second written out as an
equal tokenizer.json. Only the built-in vocabulary needs open_clip (and with it torch).
"""

from pathlib import Path
from typing import Any, get_args

from visret_desktop import file_changes
from visret_desktop.models.encoders.tokenizer import Clean, TokenizerRules, read_engine
from visret_desktop.models.runtimes import torchvision_parts
from visret_desktop.packs import strict_json
from visret_desktop.packs.checks.config_rules import most_bytes

FILE_NAME = "tokenizer.json"
_DEFAULT_CONTEXT = 77
_MOST_CONTEXT = 1024
_KNOWN_OPTIONS = frozenset(("clean", "strip_sep_token"))


def compile_tokenizer(pack: Path, model_config: dict[str, Any], out: Path) -> TokenizerRules:
    """Write `out/tokenizer.json` for an open_clip directory and return how to use it.

    `out` is a folder of ours.

    Raises:
        ValueError: the pack asks for something that only open_clip itself can do.
    """
    text = model_config["text_cfg"]
    options = dict(text.get("tokenizer_kwargs") or {})
    unknown = options.keys() - _KNOWN_OPTIONS
    if unknown or text.get("tokenizer_mode"):
        raise ValueError(f"unknown tokenizer options: {sorted(unknown) or 'tokenizer_mode'}")
    length = int(text.get("context_length") or _DEFAULT_CONTEXT)
    if not 1 <= length <= _MOST_CONTEXT:
        raise ValueError(f"context_length is {length}")
    if text.get("hf_tokenizer_name"):
        clean = _known_clean(options.get("clean", "whitespace"))
        return _copy_own(pack, out, length, clean, bool(options.get("strip_sep_token")))
    clean = _known_clean(options.get("clean", "lower"))
    write_built_in(out / FILE_NAME)
    return TokenizerRules(length, clean, pad_id=0)


def _known_clean(name: str) -> Clean:
    for known in get_args(Clean):
        if name == known:
            return known  # type: ignore[no-any-return]
    raise ValueError(f"unknown way of cleaning text: {name}")


def _copy_own(
    pack: Path, out: Path, length: int, clean: Clean, blanks_separator: bool
) -> TokenizerRules:
    if not (pack / FILE_NAME).is_file():
        raise ValueError(f"{FILE_NAME} is missing")
    file_changes.copy(pack / FILE_NAME, out / FILE_NAME)
    engine = read_engine(pack / FILE_NAME)
    named = _named_tokens(pack)

    def token_id(role: str) -> int:
        number = engine.token_to_id(named.get(role, ""))
        if number is None:
            raise ValueError(f"its tokenizer files name no {role}")
        return int(number)

    blank = token_id("sep_token") if blanks_separator else None
    return TokenizerRules(length, clean, token_id("pad_token"), blank)


def _named_tokens(pack: Path) -> dict[str, str]:
    """Return the special tokens by role; later files take precedence, as in transformers."""
    named: dict[str, str] = {}
    for file in ("special_tokens_map.json", "tokenizer_config.json"):
        if (pack / file).is_file():
            stored = strict_json.read(pack / file, most_bytes(file))
            for role, token in stored.items():
                content = token.get("content") if isinstance(token, dict) else token
                if role.endswith("_token") and isinstance(content, str):
                    named[role] = content
    return named


def write_built_in(path: Path) -> None:
    """Write open_clip's built-in vocabulary as a tokenizer.json that gives the same tokens."""
    torchvision_parts.stand_in()
    from open_clip.tokenizer import SimpleTokenizer
    from tokenizers import Regex, models, pre_tokenizers, processors
    from tokenizers import Tokenizer as Engine

    source = SimpleTokenizer()
    vocabulary = dict(source.encoder)
    merges = sorted(source.bpe_ranks, key=source.bpe_ranks.__getitem__)
    marks = [(source.decoder[n], n) for n in (source.sot_token_id, source.eot_token_id)]
    source.cache.clear()  # it holds the marks as if they were spelled in one piece
    for mark, number in marks:
        del vocabulary[mark]  # one number, one spelling
        vocabulary[f"{mark}</w>"] = number
        merges += _spell_mark(source.bpe(mark).split(), vocabulary)
    engine = Engine(models.BPE(vocab=vocabulary, merges=merges, end_of_word_suffix="</w>"))
    words = pre_tokenizers.Split(Regex(_word_pattern(marks)), "removed", invert=True)
    letters = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    engine.pre_tokenizer = pre_tokenizers.Sequence([words, letters])
    (start, _), (end, _) = marks
    engine.post_processor = processors.TemplateProcessing(
        single=f"{start} $A {end}", special_tokens=marks
    )
    engine.save(str(path), pretty=False)


def _word_pattern(marks: list[tuple[str, int]]) -> str:
    """Return what open_clip takes for a word, with its own library's idea of letters.

    The library behind tokenizer.json knows fewer of the newer letters and takes capitals another
    way, so every class is spelled out.
    """
    fixed = "|".join([*(mark for mark, _ in marks), "'s", "'t", "'re", "'ve", "'m", "'ll", "'d"])
    letters, digits, others = map(_ranges, (r"[\p{L}]", r"[\p{N}]", r"[^\s\p{L}\p{N}]"))
    return f"(?i:{fixed})|[{letters}]+|[{digits}]|[{others}]+"


def _ranges(bracket: str) -> str:
    """Return the characters of a class as the inside of a bracket expression."""
    import regex

    every = "".join(map(chr, (*range(0xD800), *range(0xE000, 0x110000))))
    runs = [match.group() for match in regex.finditer(f"{bracket}+", every, regex.IGNORECASE)]
    return "".join(f"\\x{{{ord(run[0]):x}}}-\\x{{{ord(run[-1]):x}}}" for run in runs)


def _spell_mark(pieces: list[str], vocabulary: dict[str, int]) -> list[tuple[str, str]]:
    """Return merges that make the pieces of a typed mark one token again.

    No other word mixes brackets with letters, so merges ranked last cannot touch anything else.
    """
    merges = []
    whole = pieces[0]
    for piece in pieces[1:]:
        merges.append((whole, piece))
        whole += piece
        vocabulary.setdefault(whole, len(vocabulary))
    return merges
