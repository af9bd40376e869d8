"""Rules that a season has of its own: which count, their faults, and the way back from the rows to the keys."""

from itertools import product
from pathlib import Path

import pytest
from each import cases

from pipelines.settings.awards import award_choices
from pipelines.settings.changing import changed
from pipelines.settings.competition import checked, keys_of_columns, settings_in
from pipelines.settings.problems import SettingsError
from pipelines.settings.season_rows import as_written, competitions_frame

FILE = Path("competition.toml")
FIRST = '[[season]]\nname = "2024-25"\nstart = 2024-09-01\nend = 2025-08-31\n'
SECOND = '[[season]]\nname = "2025-26"\nstart = 2025-09-01\nend = 2026-08-31\n'
OF_SEASON = (
    "",
    "[season.ranking]\nlines = 3\naverage_a = 70\n[season.championship.pairs]\ntogether = '60%'\n",
    "[season.ranking]\ntop = 90\n[season.scoring]\naverage_plus = 70\nline_decimals = 'none'\n",
    "[season.scoring]\nprofile = 'ebu'\naverage_minus = 35\n",
)
OF_ALL = (
    "",
    "[ranking]\nlines = 2\naverage_a = 64\n[scoring]\naverage_plus = 65\n",
    "[scoring]\nprofile = 'ruter'\naverage_minus = 30\n[championship.pairs]\ntogether = '50%'\ndrop = 2\n",
)


def rows(text: str) -> list[dict[str, object]]:
    return competitions_frame("club", "evening", settings_in(text, FILE)).rows(named=True)


def test_a_season_has_its_own_rules_and_else_those_of_the_competition() -> None:
    own, other = rows(FIRST + OF_SEASON[1] + SECOND + OF_ALL[1])
    assert (own["lines"], own["top"], own["pairs_together_share"], own["average_plus"]) == (3, 90, 60, 65)
    assert (other["lines"], other["top"], other["pairs_together"], other["average_plus"]) == (2, 84, 20, 65)
    by_top, _ = rows(FIRST + OF_SEASON[2] + SECOND + OF_ALL[1])
    assert (by_top["top"], by_top["average_a"], by_top["average_plus"]) == (90, None, 70)


def test_a_season_has_its_own_awards() -> None:
    own = "[season.awards]\nschemes = ['ffb']\nties = 'rank'\n"
    settings = settings_in(FIRST + own + SECOND + "[awards]\nschemes = ['club_points']\nof = 'event'", FILE)
    chosen = award_choices("club", "evening", {season.name: season.awards for season in settings.season})
    assert chosen.select("season", "scheme", "ties", "of").rows() == [
        *(("2024-25", "ffb", "rank", "event"), ("2025-26", "club_points", "mean", "event"))
    ]


def test_a_profile_of_a_season_leaves_the_exceptions_of_the_competition_behind() -> None:
    own, other = rows(FIRST + OF_SEASON[3] + SECOND + OF_ALL[1])
    assert (own["profile"], own["average_plus"], own["average_minus"]) == ("ebu", 60, 35)
    assert (other["profile"], other["average_plus"]) == ("fonteintje", 65)


def test_rows_lead_back_to_keys_that_lead_to_the_same_rows() -> None:
    for one, other, of_all in product(OF_SEASON, OF_SEASON, OF_ALL):
        found = competitions_frame("c", "e", settings_in(FIRST + one + SECOND + other + of_all, FILE))
        assert competitions_frame("c", "e", checked(as_written(found), "again")).equals(found)


@cases(
    ("[season.ranking]\nlinse = 3", ":6: season.1.ranking.linse = '3': there is no such key: did you mean lines?"),
    ("[season.scoring]\naverage_plus = 7", ":6: season.1.scoring.average_plus = '7': write a number from 50 to"),
    ("[season.scoring]\nlines = 3", "lines = '3': this key belongs below [season.ranking]: put that heading"),
    ("[season.rankin]\nlines = 3", ":5: season.1.rankin: there is no such section: did you mean [season.ranking]?"),
    ("[[season.ranking]]\nlines = 3", ":5: season.1.ranking: write [season.ranking], in single brackets"),
    ("[season.awards]\nschemes = ['ffbb']", "season.1.awards.schemes.1 = 'ffbb': "),
    ("[season.ranking\nlines = 3", ":5: write the heading as [season.ranking]"),
    ("[season.ranking]\ntop = 3\naverage_a = 4", ":5: season.1.ranking: give either top or average_a, not both"),
    ("[season.championship.pairs]\nmin = 3", "pairs.min = '3': there is no such key: did you mean together?"),
)
def test_a_fault_is_reported_as_in_the_section_of_the_competition(text: str, said: str) -> None:
    with pytest.raises(SettingsError) as error:
        settings_in(FIRST + text, FILE)
    assert said in str(error.value)


@cases(
    ("season.2024-25.ranking.lines", "5", "lines"),
    ("season.2024-25.ranking.window", "5", "window"),
    ("season.2024-25.championship.individual.drop", "5", "individual_drop"),
    ("season.2024-25.scoring.line_decimals", "5", "line_decimals"),
)
def test_a_rule_of_a_season_can_be_set(key: str, value: str, column: str) -> None:
    text = FIRST + OF_SEASON[1] + SECOND + OF_ALL[1]
    own, other = rows(changed(text, FILE, key, value).text)
    assert own[column] == 5
    assert other == rows(text)[1]


def test_each_rule_has_the_key_that_sets_it() -> None:
    keys = keys_of_columns()
    assert (keys["lines"], keys["profile"], keys["average_plus"], keys["pairs_together"]) == (
        *("ranking.lines", "scoring.profile", "scoring.average_plus"),
        "championship.pairs.together",
    )
