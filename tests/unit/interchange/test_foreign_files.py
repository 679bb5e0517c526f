"""Texts of others: known encodings are read, others are asked about and never read as nonsense."""

import pytest

from visret_desktop.interchange.foreign_files import EncodingUnknown, decoded

_WESTERN = (
    "Ardea cinerea,Graureiher\nParus major,Kohlmeise\nÖdlandschrecke\nMäusebussard,Grünfink",
    "Mésange charbonnière\nGrèbe huppé\nOutarde canepetière\nForêt créée – l’été\nŒdicnème criard",
    "Águila imperial ibérica\nCigüeña blanca\n¿Búho?\nÑandú",
    "Blåmejse\nRødhals\nHåb og ære\nÆrfugl\nGråand",
    "Gaivota-de-asa-escura\nCoruja-das-torres\nFalcão\nAçor\nPilrito-das-praias",
    "Törnskata\nGröngöling\nBlå kärrhök\nÄngspiplärka",
    "Ánær\nÍsfugl",
)
_OTHERS = {
    "gb18030": (
        "苍鹭\n大山雀\n普通翠鸟\n喜鹊",
        "Ardea cinerea,苍鹭",
        "Parus major,大山雀\nPica pica,喜鹊",
    ),
    "shift_jis": (
        "アオサギ\nシジュウカラ\nカワセミ",
        "Ardea cinerea,アオサギ",
        "青鷺\n四十雀\nひばり",
    ),
    "euc_kr": ("왜가리\n박새\n물총새", "Pica pica,까치"),
    "big5": ("蒼鷺\n大山雀\n翠鳥", "Ardea cinerea,蒼鷺\nAlcedo atthis,翠鳥"),
    "windows-1251": ("Серая цапля\nБольшая синица", "Ardea cinerea,Серая цапля"),
    "windows-1253": ("Σταχτοτσικνιάς", "Ardea cinerea,Σταχτοτσικνιάς"),
    "euc_jp": ("アオサギ\nシジュウカラ",),
}


@pytest.mark.parametrize("text", _WESTERN)
@pytest.mark.parametrize("encoding", ["cp1252", "utf-8", "utf-8-sig", "utf-16", "utf-16-le"])
def test_what_is_known_is_read(text: str, encoding: str) -> None:
    assert decoded(text.encode(encoding)) == text


@pytest.mark.parametrize(
    ("encoding", "text"), [(name, text) for name, texts in _OTHERS.items() for text in texts]
)
def test_what_is_not_known_is_asked_about(encoding: str, text: str) -> None:
    with pytest.raises(EncodingUnknown, match="--encoding"):
        decoded(text.encode(encoding))
    assert decoded(text.encode(encoding), encoding) == text


def test_an_encoding_that_is_wrong_is_a_sentence() -> None:
    for encoding in ("klingon", "ascii", "rot13", "gb18030"):
        with pytest.raises(ValueError, match="encoding"):
            decoded(b"\xff\xff\x80", encoding)
