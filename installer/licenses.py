"""Write the licenses of all that is in a bundle, and refuse what was not agreed to.

The table is `licenses.toml`. Texts come from the packages themselves; what they lack is in
`license_texts/`: `inside/` has those of libraries that are part of a package without a file.
"""

import re
import shutil
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from importlib.metadata import Distribution, distributions
from pathlib import Path
from types import MappingProxyType

from installer.debian import Package
from installer.steps import BuildError

_HERE = Path(__file__).parent
_TEXTS = _HERE / "license_texts"
_TEXT_NAME = re.compile(r"(licen[cs]e|copying|notice|(\w+[-_])?third.?party)[^/]*", re.IGNORECASE)
_LIBRARY = re.compile(r"lib.*\.so(\.[0-9.]+)?|.*\.dll|.*\.dylib", re.IGNORECASE)
_TERMS = re.compile(r"\s+(?:AND|OR)\s+|[()]")
_NOTICE = _HERE / "license_texts" / "README.md"


class NotAgreed(BuildError):
    """A bundle has what the table does not allow, or does not know."""


@dataclass(frozen=True)
class Native:
    """A library with a license of its own, in one or more files.

    Attributes:
        name: as people know it.
        license: an SPDX expression.
        files: patterns of file names, or of ends of paths.
        sources: where its sources are, if its license asks for that.
        largest: bytes that a file may have; 0 for any.
    """

    name: str
    license: str
    files: tuple[str, ...]
    sources: str = ""
    largest: int = 0

    def has(self, file: Path) -> bool:
        """Return whether a file is of this library."""
        path = file.as_posix()
        return any(
            fnmatchcase(path, f"*/{pattern}") if "/" in pattern else fnmatchcase(file.name, pattern)
            for pattern in self.files
        )


@dataclass(frozen=True)
class Table:
    """What bundles ship, and under which licenses.

    Attributes:
        agreed: all licenses that may occur in expressions.
        not_shipped: patterns of distributions that bundles never have.
        distributions: SPDX expressions by normalized name.
        natives: libraries with licenses of their own.
    """

    agreed: frozenset[str]
    not_shipped: tuple[str, ...]
    distributions: dict[str, str]
    natives: tuple[Native, ...]

    def refused(self, expression: str) -> list[str]:
        """Return what of an SPDX expression is not agreed to."""
        return [term for term in terms(expression) if term not in self.agreed]

    def ships(self, name: str) -> bool:
        """Return whether a distribution of that normalized name is for bundles at all."""
        return not any(fnmatchcase(name, pattern) for pattern in self.not_shipped)


def table() -> Table:
    """Read the table beside this file."""
    read = tomllib.loads((_HERE / "licenses.toml").read_text("utf-8"))
    natives = tuple(
        Native(
            name,
            row["license"],
            tuple(row["files"]),
            row.get("sources", ""),
            row.get("largest", 0),
        )
        for name, row in read["native"].items()
    )
    return Table(
        frozenset(read["agreed"]),
        tuple(read["not_shipped"]),
        read["distributions"],
        natives,
    )


def terms(expression: str) -> list[str]:
    """Return the licenses, with their exceptions, that an SPDX expression names."""
    return [term for part in _TERMS.split(expression) if (term := part.strip())]


def normalized(name: str) -> str:
    """Return the name of a distribution as indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


@dataclass(frozen=True)
class Part:
    """A library of the table that a bundle has.

    Attributes:
        native: its row.
        wheels: what its files came with, such as "pillow 13.0.0".
        packages: those that its other files were copied from.
    """

    native: Native
    wheels: tuple[str, ...]
    packages: tuple[Package, ...]

    @property
    def came_with(self) -> str:
        """Where its files are from, with versions, as a table has it."""
        return ", ".join([*self.wheels, *(f"{one.name} {one.version}" for one in self.packages)])


def write(
    bundle: Path, copied: Mapping[str, Package] = MappingProxyType({}), python: str = ""
) -> None:
    """Write the folder LICENSES of a bundle, over what is there.

    Args:
        bundle: all is in it but its bytecode and what is not compiled.
        copied: libraries from packages of the computer that builds, by the names of their files.
        python: version of the bundle's Python; "" where that is not known.

    Raises:
        NotAgreed: the bundle has a distribution or a library without a row, one too large, or one
            for whose license there is no text.
        FileNotFoundError: there is no folder of packages.
    """
    from installer.sbom import write_sbom

    rows = table()
    shipped = sorted(
        distributions(path=[str(packages(bundle))]), key=lambda found: normalized(found.name)
    )
    libraries = _parts(bundle, rows, shipped, copied, f"Python {python}".strip())
    unknown = [d.name for d in shipped if normalized(d.name) not in rows.distributions]
    if unknown:
        raise NotAgreed(f"licenses.toml has no row for {', '.join(unknown)}")
    folder = bundle / "LICENSES"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for found in shipped:
        text = "\n\n".join(_texts(found, rows))
        (folder / f"{normalized(found.name)}.txt").write_text(text, "utf-8")
    used = {term for part in libraries for term in terms(part.native.license)}
    for file in _standard([*used, "GPL-3.0"]):
        shutil.copy(file, folder / f"_{file.name}")
    for package in copied.values():
        (folder / f"_{package.name}.txt").write_text(package.text, "utf-8")
    texts = [*bundle.glob("python/LICENSE.txt"), *bundle.glob("python/lib/python3*/LICENSE.txt")]
    shutil.copy([*texts, _TEXTS / "PSF-2.0.txt"][0], folder / "_Python.txt")
    (folder / "README.md").write_text("\n".join(_readme(shipped, libraries, rows)), "utf-8")
    write_sbom(folder / "sbom.cdx.json", shipped, libraries, rows)


def packages(bundle: Path) -> Path:
    """Return the folder of a bundle that has the Python packages.

    Raises:
        FileNotFoundError: there is none.
    """
    found = [*bundle.glob("python/lib/python3*/site-packages"), bundle / "python/Lib/site-packages"]
    for folder in found:
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"no Python packages in {bundle}")


def _parts(
    bundle: Path,
    rows: Table,
    shipped: Iterable[Distribution],
    copied: Mapping[str, Package],
    python: str,
) -> list[Part]:
    """Return the libraries with licenses of their own that are in a bundle."""
    wheels = {
        Path(str(found.locate_file(file))): f"{normalized(found.name)} {found.version}"
        for found in shipped
        for file in found.files or []
        if _LIBRARY.fullmatch(file.name)
    }
    names = dict[str, set[str]]()
    packages = dict[str, dict[str, Package]]()
    for file in sorted((bundle / "python").rglob("*")):
        if not _LIBRARY.fullmatch(file.name):
            continue
        native = next((row for row in rows.natives if row.has(file)), None)
        if native is None:
            raise NotAgreed(f"licenses.toml has no row for the library {file}")
        if native.largest and file.stat().st_size > native.largest:
            raise NotAgreed(f"{file} is larger than {native.name} may be")
        of_wheels = names.setdefault(native.name, set())
        if file in wheels:
            of_wheels.add(wheels[file])
        elif file.name in copied:
            package = copied[file.name]
            packages.setdefault(native.name, {})[package.name] = package
        else:
            of_wheels.add(python)
    return [
        Part(row, tuple(sorted(names[row.name])), tuple(packages.get(row.name, {}).values()))
        for row in rows.natives
        if row.name in names
    ]


# ---- texts ----------------------------------------------------------------------------------


def _texts(found: Distribution, rows: Table) -> Iterator[str]:
    """Yield the license texts of a distribution, those of what is inside of it last."""
    name = normalized(found.name)
    expression = rows.distributions[name]
    author = found.metadata["Author"] or found.metadata["Author-email"] or "its authors"
    yield f"{found.name} {found.version}, by {author}\nLicense: {expression}"
    own = [path for path in _own_texts(found) if path.is_file()]
    yield from (path.read_text("utf-8", errors="replace").strip() for path in own)
    if not own:
        wanted = [*terms(expression), *(["GPL-3.0"] if "LGPL" in expression else [])]
    else:  # what is compiled into it, and nobody's own words name
        wanted = [term for term in terms(expression) if term.startswith("LicenseRef-")]
    yield from (file.read_text("utf-8").strip() for file in _standard(wanted))
    inside = _TEXTS / "inside" / f"{name.replace('-', '_')}.txt"
    if inside.exists():
        yield inside.read_text("utf-8").strip()


def _own_texts(found: Distribution) -> list[Path]:
    return [
        Path(str(found.locate_file(file)))
        for file in sorted(found.files or [], key=str)
        if _TEXT_NAME.fullmatch(file.name) and not file.name.endswith((".py", ".pyc"))
    ]


def _standard(wanted: Iterable[str]) -> list[Path]:
    """Return the standard texts of licenses and exceptions; "-only" and "-or-later" share one.

    Raises:
        NotAgreed: there is none for one of them.
    """
    names = {re.sub(r"-(only|or-later)$", "", name) for t in wanted for name in t.split(" WITH ")}
    files = [_TEXTS / f"{name}.txt" for name in sorted(names)]
    lacking = [file.stem for file in files if not file.is_file()]
    if lacking:
        raise NotAgreed(f"license_texts has none for {', '.join(lacking)}")
    return files


def _readme(shipped: list[Distribution], libraries: list[Part], rows: Table) -> Iterator[str]:
    yield _NOTICE.read_text("utf-8").rstrip()
    yield ""
    yield "| package | version | license |"
    yield "| --- | --- | --- |"
    for found in shipped:
        name = normalized(found.name)
        yield f"| [{found.name}]({name}.txt) | {found.version} | {rows.distributions[name]} |"
    yield ""
    yield "| library | came with | license | sources |"
    yield "| --- | --- | --- | --- |"
    for part in libraries:
        row = part.native
        yield f"| {row.name} | {part.came_with} | {row.license} | {row.sources} |"
    yield ""
