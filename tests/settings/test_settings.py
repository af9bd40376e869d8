"""competition.toml: defaults of the sources, and errors that name file, key and what is allowed."""

import datetime as dt
import re
from pathlib import Path

import pytest

from pipelines.settings.competition import checked, read_settings
from pipelines.settings.problems import SettingsError
from pipelines.settings.ratings import rating_systems
from pipelines.settings.scoring import scoring_profiles
from pipelines.settings.season_rows import as_written, competitions_frame
from pipelines.settings.seasons import AcceptAtMost, of_a_year
from pipelines.settings.toml_lines import Lines
from transforms.tables.schemas import DIFFERING, METHODS, STATED, Competitions

SEASON = '[[season]]\nname = "2025-26"\nstart = 2025-09-01\nend = 2026-08-31\n'


def written(folder: Path, text: str) -> Path:
    path = folder / "competition.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_every_key_but_the_seasons_has_the_default_of_its_source(tmp_path: Path) -> None:
    frame = competitions_frame("harbour", "tuesday", read_settings(written(tmp_path, SEASON)))
    row = Competitions.validate(frame).row(0, named=True)
    assert (row["club_name"], row["competition_name"], row["season"]) == ("harbour", "tuesday", "2025-26")
    assert (row["start"], row["end"]) == (dt.date(2025, 9, 1), dt.date(2026, 8, 31))
    assert (row["method"], row["lines"], row["top"], row["width"], row["step"]) == ("balanced", 3, 100, 40, 10)
    assert (row["top_score_pairs"], row["top_score_butler"], row["top_score_teams"]) == (63.5, 2.0, 17)
    assert (row["window"], row["individual_min"], row["individual_drop"]) == (6, 20, 5)
    assert (row["pairs_together"], row["pairs_substitutes"], row["pairs_drop"]) == (20, 5, 0)
    assert (row["individual_min_share"], row["pairs_together_share"]) == (None, None)
    assert (row["individual_show"], row["pairs_show"]) == (True, True)
    assert (row["profile"], row["average"]) == ("fonteintje", "tie")


def test_average_a_replaces_top(tmp_path: Path) -> None:
    settings = read_settings(written(tmp_path, SEASON + "[ranking]\naverage_a = 64\nwidth = 28\nstep = 7\n"))
    assert settings.ranking.highest == 78


def test_how_many_must_count_may_be_a_share_of_the_evenings(tmp_path: Path) -> None:
    words = '[championship.individual]\nmin = " 60 %"\n[championship.pairs]\ntogether = "62.25%"\nshow = false\n'
    frame = competitions_frame("harbour", "tuesday", read_settings(written(tmp_path, SEASON + words)))
    row = Competitions.validate(frame).row(0, named=True)
    assert (row["individual_min"], row["individual_min_share"], row["individual_show"]) == (None, 60, True)
    assert (row["pairs_together"], row["pairs_together_share"], row["pairs_show"]) == (None, 62.25, False)
    again = checked(as_written(frame), "again")
    assert competitions_frame("harbour", "tuesday", again).equals(frame)
    assert (again.championship.individual.min, again.championship.pairs.together) == ("60%", "62.25%")


def test_a_rule_of_the_rating_system_can_be_overridden_and_switched_off(tmp_path: Path) -> None:
    words = '[rating]\nsystem = "fide"\ngames = "matches"\nk_games_cap = "none"\nlist_day = "12-31"\nlist_games = 5\n'
    rating = read_settings(written(tmp_path, SEASON + words)).rating
    assert (rating.system, rating.games) == ("fide", "matches")
    changed = {"k_games_cap": None, "list_day": "12-31", "list_games": 5}
    assert rating.rules.model_dump() == rating_systems()["fide"].model_dump() | changed


@pytest.mark.parametrize("profile", scoring_profiles())
def test_every_profile_gives_rules_that_are_allowed(tmp_path: Path, profile: str) -> None:
    settings = read_settings(written(tmp_path, SEASON + f'[scoring]\nprofile = "{profile}"\n'))
    assert settings.scoring.rules.model_dump(exclude_unset=True) == scoring_profiles()[profile]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[awards]\nschemes = "club points"', """write a list, between [ and ], as schemes = ["club_points"]"""),
        (
            '[[session]]\nsession = "1"\naccept = true',
            """write the reason between quotes, as accept = "board 5 was taken out\"""",
        ),
        ("[ranking]\nwindw = 6", "ranking.windw = '6': there is no such key: did you mean window?"),
        ("[ranking]\nwindow = 0", "ranking.window = '0': write a number from 1 to 10000"),
        ('[ranking]\nmethod = "best"', f"ranking.method = 'best': write one of {', '.join(map(repr, METHODS))}"),
        ("[ranking]\ntop = 100\naverage_a = 80", "ranking: give either top or average_a, not both"),
        ('[scoring]\nprofile = "rutr"', "scoring.profile = 'rutr': there is no such profile: did you mean ruter?"),
        (
            '[scoring]\nline_decimals = "two"',
            "scoring.line_decimals = 'two': write a whole number of decimals from 0 to 6, or",
        ),
        ("[ranking]\nwidth = 0", "ranking.width = '0': write a number above 0"),
        ('[ranking]\nwindow = "six"', "ranking.window = 'six': write a whole number"),
        (
            "[weather]\nrain = true",
            "weather: there is no such section; write one of [[season]], [[session]], [scoring]",
        ),
        (
            '[[season]]\nname = "2026"\nstart = 2026-01-01\nend = 2026-12-31',
            "season.2.start = '2026-01-01': season 2026 starts within season 2025-26",
        ),
        ("[scoring]\nrules = {average = 'tie'}", "scoring.rules: there is no such key; allowed here: profile, "),
        (
            "[championship.individual]\nmin = 0",
            "championship.individual.min = '0': write a number from 1 to 10000, or a share of the evenings as \"60%\"",
        ),
        ('[championship.pairs]\ntogether = "60"', "championship.pairs.together = '60': write a number from 1 to 10000"),
        ('[rating]\nsystem = "fid"', "rating.system = 'fid': did you mean 'fide'? Write one of 'kndb', 'fmjd', 'fide'"),
        ("[rating]\nturbo_k = 7.3", "rating.turbo_k = '7.3': write a multiple of 0.5, or \"none\""),
        ('[rating]\nturbo_k = "off"', "rating.turbo_k = 'off': write a number, or \"none\""),
        ('[ranking]\nwindow = "6"', "ranking.window = '6': write a whole number, without quotes"),
        (
            '[rating]\nlist_day = "02-29"',
            "rating.list_day = '02-29': write month and day of the yearly list, a day that",
        ),
        (
            "[rating]\nk_steps = [{ k = 5.0, game_to = 3 }]",
            "rating.k_steps.1.game_to = '3': there is no such key: did you mean games_to?",
        ),
        (f"[rating]\nk_steps = [{'{ k = 5.0 }, ' * 21}]", "rating.k_steps: write fewer of them"),
        (
            "[rating]\nk_steps = [{ games_to = 9, k = 7.5 }]",
            "rating.k_steps: the last step, 1, has a limit, so the rest has no K: end with a step of k alone",
        ),
        (
            "[rating]\nk_steps = [{ k = 7.5 }, { rating_below = 2400, k = 10.0 }, { k = 5.0 }]",
            "rating.k_steps: step 2 is for nobody, since step 1 has all of them: put it before step 1, or take it out",
        ),
        ("[rating]\nk_steps = []", "rating.k_steps: write at least one"),
        ('[rating]\nnationalities = "NED"', "rating.nationalities = 'NED': write a list, between [ and ], or \"none\""),
        (
            '[[season]]\nname = "2016"\nstart = "1/8/2016"\nend = 2017-07-31',
            "write dates as 2016-08-01, without quotes",
        ),
        ("[[ranking]]\nlines = 3", "ranking: write [ranking], in one bracket, and only once"),
    ],
)
def test_what_cannot_be_is_told_with_file_and_key(tmp_path: Path, text: str, told: str) -> None:
    path = written(tmp_path, SEASON + text)
    with pytest.raises(SettingsError) as error:
        read_settings(path)
    assert re.match(rf"{re.escape(str(path))}:\d+: ", str(error.value))
    assert told in str(error.value)


@pytest.mark.parametrize(
    ("text", "line_no", "told"),
    [
        ("start=01-08-2016", 5, "start = '01-08-2016': write dates as 2016-08-01"),
        ("start = 12/31/2016 # the last", 5, "write dates as 2016-12-31"),
        ("[ranking", 5, "the brackets do not match: write [ranking]"),
        ("[ranking]\nmethod = place", 6, "method = 'place': write words between quotes: method = \"place\""),
        ("[ranking]\nmethod: place", 6, 'write a key and its value: method = "place"'),
        ('[ranking]\nmethod = "place', 6, 'the quotes are not closed: write method = "place"'),
        ("[ranking]\nmethod = “place”", 6, 'write straight quotes: method = "place"'),
        ("[ranking]\nround_stretch = Yes", 6, "write true"),
        ("[ranking]\ntop_score_pairs = 63,5", 6, "write a point in numbers: 63.5"),
        ("[championship.individual]\nmin = 60%", 6, 'write "60%", in quotes'),
        ("[ranking]\nlines = 3\nlines = 4", 7, "given twice, on lines 6 and 7: delete one of the two"),
        ('mark = "C:\\harbour.png"', 5, 'write / in place of \\: mark = "C:/harbour.png"'),
        ("[ranking]\nlines = \x01", 6, "not readable as TOML"),
        (f"a = {'[' * 20_000}", 5, "nested too deep to be read"),
        (f"{'a.' * 200_000}a = 1", 5, "a key of more than 50 parts"),
        (f"[ranking]\nwindow = {'9' * 5_000}", 6, "a number with more digits than can be read: write a shorter one"),
    ],
)
def test_what_is_no_toml_is_told_with_its_line_and_what_was_meant(
    tmp_path: Path, text: str, line_no: int, told: str
) -> None:
    path = written(tmp_path, SEASON + text)
    with pytest.raises(SettingsError) as error:
        read_settings(path)
    (problem,) = error.value.problems
    assert str(error.value).startswith(f"{path}:{line_no}: ")
    assert told in str(error.value)
    assert problem.line_no == line_no
    assert problem.code.startswith("settings.")


@pytest.mark.parametrize(
    ("text", "line_no", "key"),
    [
        ("[ranking]\n\n# the last six\nwindow = 0", 8, "ranking.window"),
        ("ranking.window = 0", 5, "season.1.ranking"),
        ('[[season]]\nname = "2026-27"\nstart = 2026-09-01', 5, "season.2.end"),
        ('[[season]]\nname = "2026-27"\nstart = 2026-09-01\nend = 2026-01-01', 8, "season.2.end"),
        ('[[season]]\nname = "2025-26"\nstart = 2026-09-01\nend = 2027-01-01', 6, "season.2.name"),
        (
            '[[session]]\nsession = "1"\n[[session]]\nsession = "2"\naccept = "seen"\n'
            "[session.accept_at_most]\nboards = -1",
            11,
            "session.2.accept_at_most.boards",
        ),
        ('[movement]\nname = "none.txt"', 6, "movement.name"),
    ],
)
def test_a_key_that_cannot_be_is_told_with_its_line(tmp_path: Path, text: str, line_no: int, key: str) -> None:
    try:
        (problem,) = read_settings(written(tmp_path, SEASON + text)).set_aside
    except SettingsError as error:
        (problem,) = error.problems
    assert (problem.key, problem.line_no) == (key, line_no)


def test_a_file_in_which_there_is_nothing_is_told_with_what_to_write(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"competition.toml: the file is empty: put back a copy .* barometer new"):
        read_settings(written(tmp_path, ""))
    with pytest.raises(SettingsError, match=r"competition.toml:1: season: missing: add \[\[season\]\] at the end"):
        read_settings(written(tmp_path, 'club = "Ours"'))


@pytest.mark.parametrize(("left_out", "example"), [("end = 2027-08-31", "end = 2027-08-31")])
def test_what_a_season_lacks_is_told_as_it_is_written_and_at_its_season(
    tmp_path: Path, left_out: str, example: str
) -> None:
    second = '\n[[season]]\nname = "2026-27"\nstart = 2026-09-01\nend = 2027-08-31\n'
    line_no = SEASON.count("\n") + 2
    with pytest.raises(SettingsError) as raised:
        read_settings(written(tmp_path, SEASON + second.replace(f"{left_out}\n", "")))
    (problem,) = raised.value.problems
    assert (problem.message, problem.line_no) == (f"missing: write {example} below this [[season]]", line_no)


@pytest.mark.parametrize(
    ("key", "season", "line"),
    [
        ("end", {"start": dt.date(2024, 2, 29)}, "end = 2025-02-28"),
        ("name", {"start": dt.date(2025, 1, 1), "end": dt.date(2025, 12, 31)}, 'name = "2025"'),
        ("end", {"start": "soon"}, None),
        ("end", {"start": dt.date(9999, 1, 1)}, None),
        ("start", {"end": dt.date(1, 5, 1)}, None),
        ("end", {"start": dt.datetime(2025, 9, 1, tzinfo=dt.UTC)}, "end = 2026-08-31"),
    ],
)
def test_a_season_is_taken_as_a_year(key: str, season: dict[str, object], line: str | None) -> None:
    assert of_a_year(key, season) == line


def test_lines_are_found_in_time_that_grows_with_the_text() -> None:
    assert Lines(" " * 1_000_000 + "\n[" + "[" * 1_000_000 + "\n" + "\"" * 1_000_000).sections == ["", "", ""]


@pytest.mark.parametrize("letters", ["utf-8-sig", "utf-16"])
def test_text_as_windows_programs_write_it_is_read(tmp_path: Path, letters: str) -> None:
    path = tmp_path / "competition.toml"
    path.write_bytes(f'club = "Café"\n{SEASON}'.encode(letters))
    assert read_settings(path).club == "Café"


def test_what_is_no_file_of_settings_is_told_and_never_opened(tmp_path: Path) -> None:
    path = tmp_path / "competition.toml"
    path.mkdir()
    with pytest.raises(SettingsError, match="this is a folder, not a file"):
        read_settings(path)
    path.rmdir()
    path.write_bytes(b"#" * 50_000_000)
    with pytest.raises(SettingsError, match="larger than 1 MB, so it is not read"):
        read_settings(path)
    path.write_bytes(SEASON.encode() + b'club = "Caf\xe9"')
    with pytest.raises(SettingsError, match="toml:5: not UTF-8 text: save the file again as UTF-8"):
        read_settings(path)


def test_a_missing_file_and_a_missing_season_are_told(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="not found"):
        read_settings(tmp_path / "competition.toml")
    with pytest.raises(SettingsError, match="season: missing"):
        read_settings(written(tmp_path, 'club = "Harbour"'))


def test_lines_together_are_kept_in_one_spelling(tmp_path: Path) -> None:
    given = '[[session]]\nsession = "1"\ntogether = "a + c; B+D"\n'
    assert read_settings(written(tmp_path, SEASON + given)).session[0].together == "A+C;B+D"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("accept_at_most = { boards = 1 }", "give the reason"),
        ('accept = "   "', "session.1.accept"),
        ('accept = "known"\naccept_at_most = { bords = 1 }', "did you mean boards"),
        ('accept = "known"\naccept_at_most = { boards = -1 }', "accept_at_most.boards"),
        ('accept = "known"\naccept_at_most = { boards = "one" }', "accept_at_most.boards"),
    ],
)
def test_accept_at_most_that_says_nothing_is_an_error(tmp_path: Path, given: str, said: str) -> None:
    with pytest.raises(SettingsError, match=said):
        read_settings(written(tmp_path, f'{SEASON}[[session]]\nsession = "1"\n{given}\n'))


def test_accept_at_most_has_every_kind_of_doubt() -> None:
    assert set(AcceptAtMost.model_fields) == {*DIFFERING, *STATED}
