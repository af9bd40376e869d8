"""Numbers in a terminal stand as the language writes them; what is no number keeps its points."""

from pipelines.words.languages import speaking
from pipelines.words.plain_text import short, shown


def test_decimals_stand_behind_the_sign_of_the_language() -> None:
    assert (shown(-1.5), short(0.5)) == ("-1.50", "0.5")
    with speaking("nl"):
        assert (shown(-1.5), short(0.5)) == ("-1,50", "0,5")
        assert shown("2025-09-02.pbn") == "2025-09-02.pbn"
