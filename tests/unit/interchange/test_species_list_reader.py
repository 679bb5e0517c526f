"""Lists of species: read from what others write, kept, and compared with photos."""

import random
import zipfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from visret_desktop.engine.fieldwork.suggest_names_job import (
    Situation,
    possible,
    prompts_of,
    ranked,
    situation_of,
)
from visret_desktop.errors import UsageError, VisretError
from visret_desktop.interchange.species.name_lists import (
    ListedName,
    ListUnknown,
    NameList,
    NameLists,
)
from visret_desktop.interchange.species.species_list_reader import (
    ListUnreadable,
    read_list,
    read_months,
    title_of,
)
from visret_desktop.interchange.species.table_columns import without_author

META = """<archive xmlns="http://rs.tdwg.org/dwc/text/">
<core encoding="UTF-8" fieldsTerminatedBy="\\t" linesTerminatedBy="\\n" fieldsEnclosedBy=""
 ignoreHeaderLines="1" rowType="http://rs.tdwg.org/dwc/terms/Taxon">
<files><location>taxon.txt</location></files><id index="0"/>
<field index="0" term="http://rs.tdwg.org/dwc/terms/taxonID"/>
<field index="1" term="http://rs.tdwg.org/dwc/terms/scientificName"/>
<field index="2" term="http://rs.tdwg.org/dwc/terms/taxonRank"/>
<field index="3" term="http://rs.tdwg.org/dwc/terms/acceptedNameUsageID"/></core>
<extension encoding="UTF-8" fieldsTerminatedBy="\\t" fieldsEnclosedBy="" ignoreHeaderLines="1"
 rowType="http://rs.gbif.org/terms/1.0/VernacularName">
<files><location>names.txt</location></files><coreid index="0"/>
<field index="1" term="http://rs.tdwg.org/dwc/terms/vernacularName"/>
<field index="2" term="http://purl.org/dc/terms/language"/></extension>
<extension encoding="UTF-8" fieldsTerminatedBy="\\t" fieldsEnclosedBy="" ignoreHeaderLines="1"
 rowType="http://rs.gbif.org/terms/1.0/Distribution">
<files><location>places.txt</location></files><coreid index="0"/>
<field index="1" term="http://rs.tdwg.org/dwc/terms/countryCode"/>
<field index="2" term="http://rs.tdwg.org/dwc/terms/occurrenceStatus"/></extension></archive>"""
TAXA = (
    "id\tname\trank\taccepted\n1\tArdea cinerea\tSPECIES\t1\n2\tArdea rhenana\tspecies\t1\n"
    '3\tStrix "aluco\tspecies\t\n'
)
VERNACULAR = "id\tname\tlanguage\n1\tGraureiher\tde\n1\tGrey heron\ten\n3\tWaldkauz\tde\n"
PLACES = "id\tcountry\tstatus\n1\tDE\tpresent\n1\tKE\tpresent\n1\tUS\tabsent\n"


def archive(path: Path, meta: str = META, **files: str) -> Path:
    inside = {"taxon.txt": TAXA, "names.txt": VERNACULAR, "places.txt": PLACES}
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("meta.xml", meta)
        for name, text in (inside | {f"{key}.txt": value for key, value in files.items()}).items():
            made.writestr(name, text)
    return path


def read(path: Path) -> dict[str, ListedName]:
    return {one.name: one for one in read_list(path, "mine").names}


def test_a_darwin_core_archive_is_a_list(tmp_path: Path) -> None:
    found = read(archive(tmp_path / "a.zip"))
    assert found == {
        "Ardea cinerea": ListedName(
            *("Ardea cinerea", "Grey heron", "species", (), ("DE", "KE")),
            also=("Ardea rhenana", "Graureiher"),
        ),
        'Strix "aluco': ListedName('Strix "aluco', "Waldkauz", "species"),
    }


def test_synonyms_languages_and_families_are_kept(tmp_path: Path) -> None:
    """Of tables as GBIF, Clements and national lists have them; typed, they mean the name."""
    gbif = (
        "scientificName,acceptedScientificName,family,order\n"
        '"Felis lynx Linnaeus, 1758","Lynx lynx (Linnaeus, 1758)",Felidae,Carnivora\n'
        '"Lynx lynx (Linnaeus, 1758)","Lynx lynx (Linnaeus, 1758)",Felidae,Carnivora\n'
    )
    clements = "SCI_NAME,PRIMARY_COM_NAME,ORDER,FAMILY\nStrix aluco,Tawny Owl,Strigiformes,"
    clements += "Strigidae (Owls)\n"
    national = "Wissenschaftlicher Name;Deutsch;English;Italiano;Synonyme\n"
    national += "Mareca strepera;Schnatterente;Gadwall;Canapiglia;Anas strepera Linnaeus, 1758\n"
    tables = (gbif, clements, national)
    lists = NameLists(tmp_path / "lists")
    for number, text in enumerate(tables):
        (tmp_path / f"{number}.csv").write_text(text, "utf-8")
        lists.put(read_list(tmp_path / f"{number}.csv", f"list-{number}"))
    assert [(one.name, one.also, one.taxa) for one in lists.names()] == [
        ("Lynx lynx", ("Felis lynx",), ("Carnivora", "Felidae")),
        ("Strix aluco", (), ("Strigiformes", "Strigidae", "Owls")),
        ("Mareca strepera", ("Anas strepera", "Schnatterente", "Canapiglia"), ()),
    ]
    typed = ("felis lynx", "schnatterente", "Gadwall", "Anas strepera", "Owls")
    meant = [lists.named(text) for text in typed]
    assert [one.name if one else "" for one in meant] == [
        *("Lynx lynx", "Mareca strepera", "Mareca strepera", "Mareca strepera", "")
    ]


def test_occurrences_say_when_and_where(tmp_path: Path) -> None:
    meta = META[: META.index("<extension")] + "</archive>"
    meta = meta.replace("taxonRank", "eventDate").replace("acceptedNameUsageID", "stateProvince")
    rows = (
        "id\tname\tdate\tplace\n1\tApus apus\t2020-05-03\tBavaria\n2\tApus apus\t2021-07\tDE-HH\n"
        "3\tBubo bubo\t2020\tNowhere at all\n"
    )
    found = read(archive(tmp_path / "a.zip", meta, taxon=rows))
    assert found["Apus apus"].months == (5, 7)
    assert set(found["Apus apus"].regions) == {"DE-BY", "DE-HH"}
    assert found["Bubo bubo"].regions == ()


def test_texts_and_tables_are_lists(tmp_path: Path) -> None:
    text = tmp_path / "own.txt"
    text.write_text("# mine\nArdea cinerea; Grey heron\n\nBubo bubo\n", encoding="utf-16")
    assert read(text) == {
        "Ardea cinerea": ListedName("Ardea cinerea", "Grey heron"),
        "Bubo bubo": ListedName("Bubo bubo"),
    }
    table = tmp_path / "own.csv"
    table.write_bytes(
        "Common name;Scientific name;Months;Country\nGraurei\xdfer;Ardea cinerea;March-Oct;Kenya\n"
        ";Bubo bubo;;\n".encode("cp1252")
    )
    assert read(table) == {
        "Ardea cinerea": ListedName(
            "Ardea cinerea", "Graureißer", "", tuple(range(3, 11)), ("KE",)
        ),
        "Bubo bubo": ListedName("Bubo bubo"),
    }


@pytest.mark.parametrize(
    ("text", "months"),
    [("5", {5}), ("May - July", {5, 6, 7}), ("11..2", {11, 12, 1, 2}), ("3;sept.", {3, 9}),
     ("all year", set()), ("13;0;²", set())],
)  # fmt: skip
def test_months_are_read(text: str, months: set[int]) -> None:
    assert read_months(text) == months


def test_what_is_no_list_is_a_sentence(tmp_path: Path) -> None:
    bomb = '<!DOCTYPE a [<!ENTITY x "ha">]><archive>&x;</archive>'
    wrong = {
        "empty.txt": b"\n# nothing\n",
        "picture.jpg": b"\xff\xd8\xff\0\0\0",
        "cut.zip": archive(tmp_path / "a.zip").read_bytes()[:-40] + b"PK\x05\x06" + b"\0" * 18,
    }
    for name, content in wrong.items():
        (tmp_path / name).write_bytes(content)
    archive(tmp_path / "bomb.zip", bomb)
    archive(tmp_path / "none.zip", "<archive/>")
    archive(tmp_path / "away.zip", META.replace("taxon.txt", "../../etc/passwd"))
    archive(tmp_path / "far.zip", META.replace('index="1"', 'index="-7"'))
    for name in (*wrong, "bomb.zip", "none.zip", "away.zip", "far.zip"):
        with pytest.raises(ListUnreadable, match="cannot be used as a list"):
            read(tmp_path / name)
    with pytest.raises(VisretError, match="no file"):
        read(tmp_path / "nowhere.txt")


def test_lists_are_kept_by_their_titles(tmp_path: Path) -> None:
    lists = NameLists(tmp_path / "names")
    from visret_desktop import file_changes

    file_changes.claim(tmp_path)
    kept = NameList("own", "own.txt", "2026-05-01T00:00:00Z", (ListedName("Bubo bubo", "Uhu"),))
    lists.put(kept)
    assert lists.titles() == ["own"]
    assert lists.get("own") == kept
    assert lists.named("uhu") == lists.named("BUBO BUBO") == kept.names[0]
    assert lists.named("Kauz") is None
    (tmp_path / "names" / "broken.json").write_text('{"title": 1}')
    assert [one.title for one in lists.all()] == ["own"]
    for title in ("broken", "../../x", "none"):
        with pytest.raises(ListUnknown):
            lists.get(title)
    with pytest.raises(UsageError):
        lists.put(NameList("../x", "", "", kept.names))
    lists.drop("own")
    assert not list(lists.names())
    assert title_of(Path("/a/Vögel von 2024!.csv")) == "V-gel-von-2024"
    assert title_of(Path("/a/….csv")) == "names"


@given(some.integers(1, 30), some.integers(0, 2**32), some.integers(1, 12))
def test_the_likest_possible_names_come_first(count: int, seed: int, most: int) -> None:
    chance = np.random.default_rng(seed)
    names = chance.normal(size=(count, 8)).astype(np.float32)
    names /= np.linalg.norm(names, axis=1, keepdims=True)
    photos = chance.normal(size=(3, 8)).astype(np.float32)
    is_possible = [bool(one) for one in chance.integers(0, 2, count)]
    found = ranked(photos, names, is_possible, most)
    mean = photos.mean(axis=0) / np.linalg.norm(photos.mean(axis=0))
    expected = sorted((row for row in range(count) if is_possible[row]),
                      key=lambda row: (-float(names[row] @ mean), row))[:most]  # fmt: skip
    assert [likeness for _, likeness in found] == pytest.approx(
        [float(names[row] @ mean) for row in expected], abs=1e-5
    )
    assert len(found) == len(expected)
    assert all(is_possible[row] for row, _ in found)


def test_place_and_season_exclude_only_what_the_list_says() -> None:
    names = [
        ListedName("everywhere"),
        ListedName("Kenya", regions=("KE",)),
        ListedName("Bavaria", regions=("DE-BY",)),
        ListedName("May", months=(5,)),
    ]
    chance = random.Random(1)
    assert possible(names, Situation()) == [True] * 4
    assert possible(names, Situation("KE", "KE-30", 6)) == [True, True, False, False]
    assert possible(names, Situation("DE", "", 5)) == [True, False, True, True]
    assert possible(names, Situation("DE", "DE-HH", 5)) == [True, False, False, True]
    told = [("DE", "DE-BY", 5), ("DE", "DE-HH", 5)]
    chance.shuffle(told)
    assert situation_of(told) == Situation("DE", "", 5)
    assert situation_of([]) == Situation()
    assert prompts_of(ListedName("A b"), ["a {common}", "{name}"]) == ["a A b", "A b"]


EBIRD = """TAXON_ORDER,CATEGORY,SPECIES_CODE,PRIMARY_COM_NAME,SCI_NAME,ORDER,FAMILY,SPECIES_GROUP
2,species,ostric2,Common Ostrich,Struthio camelus,Struthioniformes,Struthionidae (Ostriches),
3,species,ostric3,Somali Ostrich,Struthio molybdophanes,Struthioniformes,Struthionidae (Ostriches),
5,slash,y00934,Common/Somali Ostrich,Struthio camelus/molybdophanes,Struthioniformes,Struthionidae,
9,domestic,mallar2,Mallard (Domestic type),Anas platyrhynchos (Domestic type),Anseriformes,Anatidae,
"""


@pytest.mark.parametrize(
    "text",
    [
        "Scientific name,Common name\nArdea cinerea,Grey heron\nBubo bubo,Eagle owl\n",
        "English name,scientific name,family\nGrey heron,Ardea cinerea,x\nEagle owl,Bubo bubo,y\n",
        "taxonKey\tscientificName\tvernacularName\n1\tArdea cinerea Linnaeus, 1758\tGrey heron\n"
        "2\tBubo bubo (Linnaeus, 1758)\tEagle owl\n",
        "id,scientific_name,common_name\n1,Ardea cinerea,Grey heron\n2,Bubo bubo,Eagle owl\n",
        "Deutscher Name;Wissenschaftlicher Name\nGrey heron;Ardea cinerea\nEagle owl;Bubo bubo\n",
        "Nom scientifique;Nom français\nArdea cinerea;Grey heron\nBubo bubo;Eagle owl\n",
        "Nombre científico;Nombre común\nArdea cinerea;Grey heron\nBubo bubo;Eagle owl\n",
        "Nome comune;Nome scientifico\nGrey heron;Ardea cinerea\nEagle owl;Bubo bubo\n",
        "Nederlandse naam;Wetenschappelijke naam\nGrey heron;Ardea cinerea\nEagle owl;Bubo bubo\n",
        "Genus,Species,Common name\nArdea,cinerea,Grey heron\nBubo,bubo,Eagle owl\n",
    ],
)
def test_headers_of_others_are_known(tmp_path: Path, text: str) -> None:
    (tmp_path / "list.csv").write_text(text, "utf-8")
    assert {name: one.common for name, one in read(tmp_path / "list.csv").items()} == {
        "Ardea cinerea": "Grey heron",
        "Bubo bubo": "Eagle owl",
    }


def test_the_table_of_ebird_is_known(tmp_path: Path) -> None:
    (tmp_path / "ebird.csv").write_text(EBIRD, "utf-8")
    found = read(tmp_path / "ebird.csv")
    assert set(found) == {
        *("Struthio camelus", "Struthio molybdophanes", "Struthio camelus/molybdophanes"),
        "Anas platyrhynchos (Domestic type)",
    }
    assert found["Struthio camelus"].common == "Common Ostrich"


def test_a_table_of_unknown_headers_is_asked_about(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_text("nr,Tier,Wer\n1,Ardea cinerea,Graureiher\n2,Bubo bubo,Uhu\n")
    with pytest.raises(ListUnreadable, match=r"columns are 1 “nr”, 2 “Tier”, 3 “Wer”.*--column"):
        read(path)
    for columns in ({"name": "2", "common": "3"}, {"name": "tier", "common": "Wer"}):
        named = {one.name: one.common for one in read_list(path, "x", "", columns).names}
        assert named == {"Ardea cinerea": "Graureiher", "Bubo bubo": "Uhu"}
    with pytest.raises(UsageError, match=r"no column 'Art'.*2 “Tier”"):
        read_list(path, "x", "", {"name": "Art"})
    with pytest.raises(UsageError, match="no 'color' that is read"):
        read_list(path, "x", "", {"color": "1"})
    path.write_text("Tier,Wer\nArdea cinerea,Graureiher\nBubo bubo,Uhu\n")
    with pytest.raises(ListUnreadable, match="1 “Tier”"):
        read(path)
    path.write_text("Ardea cinerea,Graureiher\nBubo bubo,Uhu\n")
    assert set(read(path)) == {"Ardea cinerea", "Bubo bubo"}, "a list of lines"
    assert len(read_list(path, "x", "", {"name": "1"}).names) == 2


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("Lynx lynx (Linnaeus, 1758)", "Lynx lynx"),
        ("Anas strepera Linnaeus, 1758", "Anas strepera"),
        ("Quercus robur L.", "Quercus robur"),
        ("Festuca rubra subsp. arenaria (Osbeck) F. Aresch.", "Festuca rubra subsp. arenaria"),
        ("Myotis (Leuconoe) daubentonii (Kuhl, 1817)", "Myotis (Leuconoe) daubentonii"),
        ("Mentha x piperita L.", "Mentha x piperita"),
        *((kept, kept) for kept in (
            "Lynx lynx", "Great spotted Woodpecker", "Grey Heron", "Larus sp. (gull)", "Aves",
            "Anas platyrhynchos (Domestic type)", "Struthio camelus/molybdophanes", "St. Mark's",
        )),
    ],
)  # fmt: skip
def test_who_named_it_is_no_part_of_a_name(name: str, plain: str) -> None:
    assert without_author(name) == plain
