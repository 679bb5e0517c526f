"""Numbers and sizes as one writes them in the window's language."""

from PySide6.QtCore import QLocale


def count(number: int) -> str:
    """Return '1,234', or '1.234' in German."""
    return _locale().toString(int(number))


def decimal(number: float, digits: int) -> str:
    """Return a number with so many digits after the point, or after the comma in German."""
    return _locale().toString(float(number), "f", digits)


def in_short(number: float) -> str:
    """Return '0.3' or '2', with as few digits as say it."""
    return f"{number:g}".replace(".", _locale().decimalPoint())


def size(size_bytes: int) -> str:
    """Return '1.5 GB', or '1,5 GB' in German."""
    from visret_desktop.packs.fetching.staging import in_units  # not at the start: it loads much

    number, _, unit = in_units(size_bytes).partition(" ")
    return f"{number.replace('.', _locale().decimalPoint())} {unit}"


def _locale() -> QLocale:
    locale = QLocale()  # without `language.use`, and where no locale is set, it groups no digits
    return QLocale("en") if locale.language() == QLocale.Language.C else locale
