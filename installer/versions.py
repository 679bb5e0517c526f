"""Versions as systems want them that know only numbers."""


def numbers(version: str, count: int) -> str:
    """Return the numbers of a version: for four of them "0.2.0rc1" is "0.2.0.0"."""
    release = version.split("+")[0]
    parts = []
    for part in release.split(".")[: min(count, 3)]:
        digits = part[: next((at for at, one in enumerate(part) if not one.isdigit()), len(part))]
        parts.append(digits or "0")
    return ".".join([*parts, *["0"] * count][:count])
