"""What lists and packages call names that were accepted."""

import json
from pathlib import Path

from visret_desktop.library.listed_names import names_by_word


def test_families_and_synonyms_mean_the_accepted_names(tmp_path: Path) -> None:
    names = [
        {"name": "Mustela erminea", "common": "Stoat", "taxa": ["Mustelidae"]},
        {"name": "Lutra lutra", "common": "Otter", "also": ["Fischotter"], "taxa": ["Mustelidae"]},
        {"name": "Lynx lynx", "also": ["Felis lynx"], "taxa": ["Felidae"]},
        {"name": "Bubo bubo", "taxa": ["Strigidae"]},
    ]
    (tmp_path / "own.json").write_text(json.dumps({"title": "own", "names": names}), "utf-8")
    (tmp_path / "broken.json").write_text("{", "utf-8")
    package = {
        "taxonomic": [
            {
                "scientificName": "Meles meles",
                "family": "Mustelidae",
                "vernacularNames": {"nld": "das"},
            }
        ]
    }
    accepted = ("Mustela erminea", "Lutra lutra", "Felis lynx", "Meles meles")
    other = names_by_word(tmp_path, [json.dumps(package), "no JSON"], accepted)
    assert other["Mustelidae"] == ("Mustela erminea", "Lutra lutra", "Meles meles")
    assert other["Fischotter"] == ("Lutra lutra",)
    assert other["Lynx lynx"] == other["Felidae"] == ("Felis lynx",)
    assert other["das"] == ("Meles meles",)
    assert "Strigidae" not in other
    assert names_by_word(tmp_path / "none", (), accepted) == {}
