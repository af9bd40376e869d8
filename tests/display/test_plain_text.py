"""Numbers in a terminal stand as the language writes them, in tables as in formulas."""

from pipelines.display.plain_text import short, shown, with_decimal_sign
from pipelines.languages import speaking


def test_decimals_stand_behind_the_sign_of_the_language() -> None:
    assert (shown(-1.5), short(0.5), with_decimal_sign("(96.01 + 80) / 2")) == ("-1.50", "0.5", "(96.01 + 80) / 2")
    with speaking("nl"):
        assert (shown(-1.5), short(0.5), with_decimal_sign("(96.01 + 80) / 2")) == ("-1,50", "0,5", "(96,01 + 80) / 2")


def test_what_is_no_number_keeps_its_points() -> None:
    with speaking("nl"):
        assert shown("2025-09-02.pbn") == "2025-09-02.pbn"
        assert with_decimal_sign("A. de Boer, 2. Runde") == "A. de Boer, 2. Runde"
