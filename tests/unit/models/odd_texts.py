"""Strings that people and file names really bring, and some that only mischief does."""

import random

ODD_TEXTS = (
    "",
    "   ",
    "a tarn heron standing",
    "A Photo  of\ta\nDOG!!",
    "naïve café",
    "ﬁne ﬀ ſt 'ſ it'ſ IT'S we'LL",
    "l’été “quotes” – dash…",
    "שלום עולם",
    "مرحبا بالعالم ٣٤",
    "日本語の写真",
    "한국어 사진",
    "👩‍👩‍👧‍👦 family 🇩🇪 👍🏽 🏳️‍🌈",
    "&amp;lt;b&amp;gt; &lt;3 &eacute;",
    "schÃ¶n Ã©tÃ©",
    "a_b_c.d,e;f",
    "<start_of_text>",
    "a<end_of_text>b",
    "!!<start_of_text>",
    "<START_OF_TEXT>",
    "'s<start_of_text>x",
    "<start_of_text",
    "<|startoftext|> x <|endoftext|>",
    "<pad></s>",
    "x" * 10_000,
    "word " * 5_000,
    "!" * 10_000,
    "\x00\x01\x7f\x1b[31m",
    "\u200b\u200d\ufeff zero",
    "e\u0301\u0327 combining",
    "İstanbul ıI ß ẞ Σς \u0345",
    "１２３ ½ ² ⅷ Ⅷ ᾳ ǅ",
    "\U0001f9ff\U000e0001",
    "a\u2028b\u00a0c",
    "100% $5 #tag @me",
    "don't I'd they're 'tis 'S 'RE",
    "ᏣᎳᎩ ꭰ 𝔘𝔫𝔦𝔠𝔬𝔡𝔢 ｈａｌｆ ｶﾞ",
    "1st 2nd 3rd 1234567 ...---...",
    "\u0600\u0601 \U00018f0c",
)

# What takes the square of its length, or the cube, where somebody was not careful.
NASTY_UNITS = {
    "entities in entities": ("&", "amp;", ""),
    "entities by number": ("&", "#38;", ""),
    "tags and entities": ("<&", "amp;", ""),
    "wide entities": ("", "＆ａｍｐ；", ""),
    "lost encodings": ("", "Ãƒâ€š", ""),
    "half lost encodings": ("", "â€", ""),
    "accents": ("a", "\u0301\u0323", ""),
    "terminal escapes": ("", "\x1b[1;", ""),
    "lines": ("", "é\n", ""),
    "blanks": ("é", " ", "b"),
    "ligatures": ("", "ﬃ", ""),
    "ampersands": ("", "&", ""),
    "and": ("is it ", "and ", ""),
    "same": ("is it ", "same ", ""),
    "the and like": ("which ", "the the like like ", ""),
    "which of": ("", "which of ", ""),
    "distinguish": ("", "distinguish ", ""),
    "tell": ("", "tell the ", ""),
    "questions": ("", "what: ", ""),
    "one word": ("", "x", ""),
    "signs": ("", "a - ", "b"),
    "pictures": ("", "x.jpg - ", "b"),
    "quotes": ("", "'a' ", "b"),
    "open quotes": ("", "' - ", "b"),
    "weights": ("", "1:", "b"),
}


def nasty_text(name: str, length: int) -> str:
    """Return about `length` characters of a pattern of `NASTY_UNITS`."""
    head, unit, tail = NASTY_UNITS[name]
    return head + unit * (length // len(unit)) + tail


def random_texts(count: int, seed: int) -> list[str]:
    """Return letters of every script, and words of ordinary ones, run together."""
    chance = random.Random(seed)
    planes = ((32, 0x2FF), (0x300, 0x3000), (0x3000, 0xD7FF), (0xE000, 0x1FFFF))
    letters = "abcdefghij klmn opqrstuvwxyz 'stm!<>_.0129 éü&;"
    texts = []
    for _ in range(count):
        length = chance.randint(1, 40)
        strange = "".join(chr(chance.randint(*chance.choice(planes))) for _ in range(length))
        texts += [strange, "".join(chance.choice(letters) for _ in range(length))]
    return texts
