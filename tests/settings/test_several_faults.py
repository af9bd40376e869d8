"""All that is wrong in a competition.toml is told at once, and nothing that only follows from it."""

from pathlib import Path

import pytest

from pipelines.settings.competition import settings_in
from pipelines.settings.problems import SettingsError

SEASON = '[[season]]\nname = "2025-26"\nstart = 2025-09-01\nend = 2026-08-31\n'


def told(text: str) -> list[tuple[int | None, str]]:
    with pytest.raises(SettingsError) as wrong:
        settings_in(text, Path("competition.toml"))
    return [(one.line_no, one.sentence) for one in wrong.value.problems]


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        (
            f"{SEASON}[ranking]\nhand_on = nee\n[championship.pairs]\nmin = 6\n",
            [(6, "value/true_false"), (8, "unknown_key/nearly")],
        ),
        (
            f"{SEASON}[ranking]\nhand_on = nee\nwindow = six\n[scoring]\nprofile = “ruter”\n",
            [(6, "value/true_false"), (7, "value/kind"), (9, "quotes/curly")],
        ),
        (
            f"{SEASON}[championship.individual]\nmin = 6   half of the evenings\ndrop = -1\n",
            [(6, "line/remark_behind"), (7, "value/range")],
        ),
        (f"{SEASON}[ranking]\nwindow = 6\nwindow = 5\nmethd = 1\n", [(7, "twice/on_lines"), (8, "unknown_key/nearly")]),
        (
            f"{SEASON}[[session]]\nfiles = a.pbn\ndate = 2-9-2025\n[[session]]\ndate = 2025-09-09\n",
            [(6, "value/list"), (7, "value/date"), (8, "value")],
        ),
        (
            f'{SEASON}[[season]]\nname = "2026"\nstart = 2026-01-01\nend = "2026-12-31"\n[ranking]\nwindow = "six"\n',
            [(8, "value/date"), (10, "value/kind")],
        ),
        (f"{SEASON}{SEASON}[ranking]\nwindow = true\n", [(10, "value/kind"), (7, "value"), (6, "value")]),
    ],
)
def test_every_fault_is_told_at_once(text: str, faults: list[tuple[int | None, str]]) -> None:
    """They were told one by one, each after another check."""
    assert told(text) == faults


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        (f'{SEASON}[[session]]\nfiles = ["a.pbn",\n  "b.pbn" "c.pbn"]\ndate = 2025-09-02\n', [(7, "value/list_open")]),
        (f'{SEASON}[[session]]\nfiles = ["a.pbn"\ndate = 2025-09-02\n', [(7, "value/list_open")]),
        (f"{SEASON}[ranking\nwindow = 6\nmethod = place\n", [(5, "heading/bracket")]),
        (f'{SEASON}[ranking]\nname = """\nold = new\n', [(8, "toml")]),
    ],
)
def test_what_may_lead_to_more_is_told_by_itself(text: str, faults: list[tuple[int | None, str]]) -> None:
    assert told(text) == faults


def test_a_file_of_words_is_told_as_one() -> None:
    """Each of its lines was told to be a setting without its value."""
    assert told("Dear club,\nwe play on Tuesdays.\n\n" + "And so on\n" * 70) == [(1, "file/no_settings")]
