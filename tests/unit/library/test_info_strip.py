"""What info strips of cameras say."""

from datetime import datetime

import pytest

from visret_desktop.library.photos.info_strip import read_strip


@pytest.mark.parametrize(
    ("words", "moments"),
    [
        ("RECONYX\n2018-10-19 10:35:09 PM\nM 2/3", ["2018-10-19T22:35:09"]),
        ("2018-10-19 12:05:09 AM", ["2018-10-19T00:05:09"]),
        ("2010-11-064:04:00 AM", ["2010-11-06T04:04:00"]),  # as it is read now and then
        ("5℃ 41℉ 2024/01/21 15:19:15 0007", ["2024-01-21T15:19:15"]),
        ("08-04-2010 08:43:15", ["2010-08-04T08:43:15", "2010-04-08T08:43:15"]),
        ("13.4.2010 08:43", []),
        ("25.04.2010 08:43", ["2010-04-25T08:43:00"]),
        ("08:43 25/04/2010", ["2010-04-25T08:43:00"]),
        ("2018-10-19 25:35:09", []),
        ("2018-13-19 10:35:09", []),
        ("1018-10-19 10:35:09", []),
        ("2018-10-19 14:35:09 PM", []),
        ("open 10:00 to 18:00", []),
        ("", []),
    ],
)
def test_moments(words: str, moments: list[str]) -> None:
    assert list(read_strip(words).moments) == [datetime.fromisoformat(one) for one in moments]


def test_two_digits_for_the_year_leave_all_usual_orders() -> None:
    assert len(read_strip("05/06/07 10:00:00").moments) == 3


@pytest.mark.parametrize(
    ("words", "celsius"),
    [
        ("24°C", 24.0),
        ("5℃ 41℉", 5.0),
        ("34°F", 1.1),
        ("-7 °C", -7.0),
        ("40710℉", None),
        ("24°C 24°F", None),
        ("999°C", None),
        ("24C", None),
    ],
)
def test_temperatures(words: str, celsius: float | None) -> None:
    assert read_strip(words).celsius == celsius
