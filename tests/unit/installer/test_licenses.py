"""All that a bundle ships has a license that was agreed to; what has no row is refused."""

import json
import os
import re
import tomllib
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

import pytest
from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression
from packaging.markers import default_environment
from packaging.requirements import Requirement

from installer import elf, licenses
from installer.debian import Package
from installer.licenses import NotAgreed, normalized, terms
from installer.systems import SYSTEMS

ROWS = licenses.table()
PROGRAM = "visret-desktop"
PROJECT = Path(licenses.__file__).parent.parent
_SYSTEM_MARKERS = {
    "linux": {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix"},
    "windows": {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt"},
    "macos": {"sys_platform": "darwin", "platform_system": "Darwin", "os_name": "posix"},
}


def required() -> set[str]:
    """What a person gets who installs visret on one of the three systems, itself included."""
    found: set[tuple[str, str]] = set()
    for system in SYSTEMS.values():
        kind, _, machine = system.name.partition("-")
        environment = {**default_environment(), **_SYSTEM_MARKERS[kind]}
        environment |= {"python_version": system.python, "platform_machine": machine}
        environment["python_full_version"] = f"{system.python}.0"
        found |= _closure(environment)
    return {name for name, _ in found}


def _closure(environment: dict[str, str]) -> set[tuple[str, str]]:
    """Return distributions with the extra by which each is asked for, "" for none."""
    found, waiting = set[tuple[str, str]](), [(PROGRAM, "")]
    while waiting:
        name, extra = waiting.pop()
        if (name, extra) in found or not ROWS.ships(name):
            continue
        found.add((name, extra))
        for requirement in _requirements(name):
            marker = requirement.marker
            if marker is None or marker.evaluate({**environment, "extra": extra}):
                other = normalized(requirement.name)
                waiting += [(other, ""), *((other, wanted) for wanted in requirement.extras)]
    return found


@cache
def _requirements(name: str) -> list[Requirement]:
    if name == PROGRAM:
        project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
        return [Requirement(line) for line in project["dependencies"]]
    try:
        return [Requirement(line) for line in distribution(name).requires or []]
    except PackageNotFoundError:  # of another system
        return []


def test_each_has_a_row_and_each_row_is_needed() -> None:
    needed, rows = required(), set(ROWS.distributions)
    assert needed - rows == set()
    assert rows - needed == set()


def test_all_licenses_are_agreed_to() -> None:
    rows = ROWS.distributions | {native.name: native.license for native in ROWS.natives}
    for name, expression in rows.items():
        assert not ROWS.refused(expression), name
        assert canonicalize_license_expression(expression) == expression, name


def test_nothing_is_under_the_gpl() -> None:
    assert ROWS.refused("GPL-3.0-or-later") == ["GPL-3.0-or-later"]
    assert ROWS.refused("MIT AND (GPL-2.0-only OR AGPL-3.0-only)") == [
        "GPL-2.0-only", "AGPL-3.0-only",
    ]  # fmt: skip
    under = [term for term in ROWS.agreed if re.match("A?GPL", term)]
    assert under == ["GPL-3.0-or-later WITH GCC-exception-3.1"]


def test_no_agreement_is_left_over() -> None:
    rows = [*ROWS.distributions.values(), *(native.license for native in ROWS.natives)]
    assert {term for row in rows for term in terms(row)} == ROWS.agreed


@pytest.mark.parametrize("name", sorted(ROWS.distributions))
def test_rows_say_what_packages_say(name: str) -> None:
    try:
        said = distribution(name).metadata
    except PackageNotFoundError:  # of another system
        return
    expression = said["License-Expression"] or said["License"] or ""
    try:
        expression = canonicalize_license_expression(expression)
    except InvalidLicenseExpression:
        return  # said in words; the row is what they were read as
    choices = expression.split(" OR ") if "(" not in expression else [expression]
    row = terms(ROWS.distributions[name])
    assert any(set(terms(choice)) <= set(row) for choice in choices), expression


# ---- bundles --------------------------------------------------------------------------------


def installed(bundle: Path, name: str, version: str = "1.0") -> Path:
    """Put a distribution with nothing in it into a bundle, and return its folder."""
    packages = bundle / "python" / "lib" / "python3.11" / "site-packages"
    folder = packages / f"{name.replace('-', '_')}-{version}.dist-info"
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text(f"Metadata-Version: 2.4\nName: {name}\nVersion: {version}\n")
    (folder / "RECORD").write_text("")
    return folder


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    installed(tmp_path, PROGRAM)
    folder = installed(tmp_path, "rich", "15.0.0")
    (folder / "licenses").mkdir()
    (folder / "licenses" / "LICENSE").write_text("Copyright (c) 2020 Will McGugan")
    (folder / "RECORD").write_text(f"{folder.name}/licenses/LICENSE,,\n")
    installed(tmp_path, "pyside6")
    return tmp_path


def library(bundle: Path, name: str, size: int = 10) -> None:
    path = bundle / "python" / "lib" / name
    path.touch()
    os.truncate(path, size)


def test_a_bundle_gets_its_texts(bundle: Path) -> None:
    library(bundle, "libgomp-962b742a.so.1.0.0")
    lacking = installed(bundle, "pylibjxl")
    (lacking / "LICENSE.txt").write_text("of a package")
    (lacking.parent.parent / "LICENSE.txt").write_text("of Python")
    licenses.write(bundle)
    folder = bundle / "LICENSES"
    assert "Will McGugan" in (folder / "rich.txt").read_text()
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in (folder / "pyside6.txt").read_text()
    assert "the JPEG XL Project Authors" in (folder / "pylibjxl.txt").read_text()
    assert (folder / "_Python.txt").read_text() == "of Python"
    assert "GCC RUNTIME LIBRARY EXCEPTION" in (folder / "_GCC-exception-3.1.txt").read_text()
    table = (folder / "README.md").read_text()
    assert "| [rich](rich.txt) | 15.0.0 | MIT |" in table
    assert "other versions in their place" in table


def test_a_bundle_says_what_is_in_it_for_programs(bundle: Path) -> None:
    library(bundle, "libheif-e72ea93c.so.1.23.6")
    licenses.write(bundle)
    said = json.loads((bundle / "LICENSES" / "sbom.cdx.json").read_text())
    assert said["bomFormat"] == "CycloneDX"
    assert said["metadata"]["component"]["name"] == PROGRAM
    found = {part["name"]: part for part in said["components"]}
    assert found["rich"]["purl"] == "pkg:pypi/rich@15.0.0"
    assert found["libheif"]["licenses"][0]["license"]["id"] == "LGPL-3.0-or-later"


def test_writing_again_leaves_nothing_old(bundle: Path) -> None:
    licenses.write(bundle)
    (bundle / "LICENSES" / "gone.txt").touch()
    licenses.write(bundle)
    assert not (bundle / "LICENSES" / "gone.txt").exists()


def test_a_distribution_without_a_row_is_refused(bundle: Path) -> None:
    installed(bundle, "pillow-jxl-plugin")
    with pytest.raises(NotAgreed, match="pillow-jxl-plugin"):
        licenses.write(bundle)


@pytest.mark.parametrize(
    ("name", "size"),
    [("libreadline.so.8", 10), ("libx265-4883ecb5.so.217", 22_000_000), ("avcodec-61.dll", 10)],
)
def test_a_library_that_nobody_agreed_to_is_refused(bundle: Path, name: str, size: int) -> None:
    library(bundle, name, size)
    with pytest.raises(NotAgreed, match=re.escape(name)):
        licenses.write(bundle)


def test_each_library_that_is_copied_has_a_row() -> None:
    for name in elf.BUNDLED:
        assert any(native.has(Path(name)) for native in ROWS.natives), name


def test_each_license_of_a_library_has_a_text() -> None:
    for native in ROWS.natives:
        for text in licenses._standard(terms(native.license)):
            assert len(text.read_text("utf-8")) > 100, text.name


def test_a_license_without_a_text_is_refused() -> None:
    with pytest.raises(NotAgreed, match="X11"):
        licenses._standard(["MIT", "X11"])
    with pytest.raises(NotAgreed, match="font-exception"):
        licenses._standard(["LGPL-2.1-only WITH font-exception"])


def test_what_is_compiled_into_torch_has_its_text(bundle: Path) -> None:
    folder = installed(bundle, "torch")
    (folder / "LICENSE").write_text("From PyTorch:")
    (folder / "RECORD").write_text(f"{folder.name}/LICENSE,,\n")
    licenses.write(bundle)
    text = (bundle / "LICENSES" / "torch.txt").read_text()
    assert "From PyTorch:" in text
    assert "Intel Simplified Software License" in text


def test_each_library_says_what_it_came_with(bundle: Path) -> None:
    library(bundle, "libffi.so.8")
    library(bundle, "libpython3.11.so.1.0")
    folder = installed(bundle, "rawpy", "0.28.0")
    inside = folder.parent / "rawpy.libs" / "libtiff-20b7e810.so.6.3.0"
    inside.parent.mkdir()
    inside.touch()
    (folder / "RECORD").write_text("rawpy.libs/libtiff-20b7e810.so.6.3.0,,\n")
    copied = {"libffi.so.8": Package("libffi8", "3.4.4-1", "1996-2022 Anthony Green", "debian")}
    licenses.write(bundle, copied, "3.11.7")
    written = bundle / "LICENSES"
    assert "Sam Leffler" in (written / "_libtiff.txt").read_text()
    assert (written / "_libffi8.txt").read_text() == "1996-2022 Anthony Green"
    table = (written / "README.md").read_text()
    assert "| libffi | libffi8 3.4.4-1 | MIT |" in table
    parts = json.loads((written / "sbom.cdx.json").read_text())["components"]
    found = {part["name"]: part for part in parts}
    assert found["libtiff"]["version"] == "in rawpy 0.28.0"
    assert found["Python"]["version"] == "3.11.7"
    assert found["libffi8"]["purl"] == "pkg:deb/debian/libffi8@3.4.4-1"
    assert all("version" in part for part in parts)


def test_each_lgpl_library_says_where_its_sources_are() -> None:
    for native in ROWS.natives:
        if "GPL" in native.license:
            assert native.sources.startswith("https://"), native.name


def test_a_text_is_found_where_packages_lack_one() -> None:
    lacking = [name for name in ROWS.distributions if not _has_text(name)]
    assert lacking
    for name in lacking:
        assert licenses._standard(terms(ROWS.distributions[name])), name


def _has_text(name: str) -> bool:
    try:
        found: Distribution = distribution(name)
    except PackageNotFoundError:  # of another system
        return True
    return any(path.is_file() for path in licenses._own_texts(found))
