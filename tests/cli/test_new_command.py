"""`barometer new`: a folder of result files becomes a competition, whatever lies in it."""

import datetime as dt
import itertools
import re
import shutil
from pathlib import Path

import pytest
from each import items
from hypothesis import given
from hypothesis import strategies as st
from result_files import REAL_DATA, needs_real_data
from typer.testing import CliRunner

from pipelines.cli.app import app
from pipelines.cli.new import new as command
from pipelines.cli.new.new import landing_to_build
from pipelines.cli.new.proposing import Sure, next_after, seasons_of
from pipelines.intake.landing.folders import competition_folders
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import SAMPLE, Paths
from pipelines.settings.competition import Settings, checked, read_settings
from pipelines.settings.toml_files import parsed
from pipelines.warehouse import Warehouse

USEBIO = """<?xml version="1.0" encoding="UTF-8"?>
<USEBIO Version="1.2"><CLUB><CLUB_NAME>{club}</CLUB_NAME></CLUB><EVENT EVENT_TYPE="MP_PAIRS">
<PROGRAM_NAME>{program}</PROGRAM_NAME><EVENT_DESCRIPTION>{title}</EVENT_DESCRIPTION><DATE>{day}</DATE>
<BOARD><BOARD_NUMBER>1</BOARD_NUMBER>
<TRAVELLER_LINE><NS_PAIR_NUMBER>1</NS_PAIR_NUMBER><EW_PAIR_NUMBER>2</EW_PAIR_NUMBER><SCORE>50</SCORE></TRAVELLER_LINE>
<TRAVELLER_LINE><NS_PAIR_NUMBER>3</NS_PAIR_NUMBER><EW_PAIR_NUMBER>4</EW_PAIR_NUMBER><SCORE>90</SCORE></TRAVELLER_LINE>
</BOARD></EVENT></USEBIO>
"""
RUTER = """% PBN 2.0
% <META  name=Generator  content="Ruter i Norge">
% <META  name=Arranger  content="{club}">
[Event "{title}"]
[Date "{day}"]
[Board "1"]
[ScoreTable "Table\\1R;Round\\1R;PairId_NS\\2R;PairId_EW\\2R;Contract\\3L;Declarer\\1R;Result\\2R"]
1 1  1  2 4S  N 10
2 1  3  4 4S  N  9
"""
FIRST, SECOND = dt.date(2025, 9, 2), dt.date(2025, 9, 9)
SEASON = '[[season]]\nname = "2025-26"\nstart = 2025-09-01\nend = 2026-08-31\n'


def usebio(
    folder: Path,
    day: dt.date,
    *,
    program: str = "EBUScore Pairs",
    club: str = "Harbour Bridge Club",
    title: str = "Tuesday evening",
) -> Path:
    return _written(folder / f"{day}.xml", USEBIO, program=program, club=club, title=title, day=f"{day:%d/%m/%Y}")


def ruter(folder: Path, day: dt.date, *, club: str = "Harbour Bridge Club", title: str = "Tuesday evening") -> Path:
    return _written(folder / f"{day}.pbn", RUTER, club=club, title=title, day=f"{day:%Y.%m.%d}")


def _written(path: Path, text: str, **gaps: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text.format(**gaps), encoding="utf-8")
    return path


def run(*arguments: object) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, ["new", *(str(argument) for argument in arguments)])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.stdout, done.stderr


def written(folder: Path) -> Settings:
    return read_settings(folder / "competition.toml")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder in that of a club."""
    made = tmp_path / "harbour" / "tuesday"
    made.mkdir(parents=True)
    return made


@pytest.mark.long
@pytest.mark.usefixtures("without_pages")
def test_from_files_to_a_page(folder: Path, tmp_path: Path, opened: list[str]) -> None:
    files = [usebio(folder, day) for day in (FIRST, SECOND)]
    before = [path.read_bytes() for path in files]
    places = ("--warehouse", tmp_path / "w.duckdb", "--reports", tmp_path / "reports")
    status, printed, said = run(folder, *places)
    assert status == 0, said
    page = tmp_path / "reports" / "index.html"
    assert printed.splitlines() == [
        "2 files: 2 USEBIO of EBUScore Pairs",
        "2 evenings, from 2025-09-02 to 2025-09-09",
        "club         Harbour Bridge Club  (sure: every file names it)",
        "competition  Tuesday evening  (sure: 2 of 2 sessions have this title)",
        "seasons      2025-26  (likely: from September to August, as is usual)",
        "scoring      ebu  (sure: every file was written by EBUScore Pairs)",
        "lines        1  (sure: 2 of 2 sessions had 1 line)",
        "people       nobody  (sure: no file names a player: give names in players.csv, and who played in entries.csv)",
        f"Written: {folder / 'competition.toml'}",
        f"Report: {page}",
    ]
    assert said.endswith(f"run: barometer build {folder} {' '.join(map(str, places))}\n")
    assert opened == [page.resolve().as_uri()]
    assert [path.read_bytes() for path in files] == before
    with Warehouse(tmp_path / "w.duckdb", read_only=True) as warehouse:
        sessions = warehouse.read("raw.sessions")
    assert set(sessions.select("club", "competition", "season").iter_rows()) == {("harbour", "tuesday", "2025-26")}

    other = tmp_path / "harbour" / "thursday"
    usebio(other, FIRST)
    status, printed, said = run(other, *places)
    assert (status, "Report:" in printed) == (0, False)
    assert (
        f"Not built, because this would replace the pages in {tmp_path / 'reports'}, which belong to {folder}." in said
    )
    assert written(other).club == "Harbour Bridge Club"


def test_the_text_explains_each_choice_and_its_remarks_are_keys_too(folder: Path) -> None:
    usebio(folder, FIRST)
    assert run(folder, "--no-build")[0] == 0
    text = (folder / "competition.toml").read_text(encoding="utf-8")
    assert '# sure: the file was written by EBUScore Pairs\n[scoring]\nprofile = "ebu"' in text
    assert 'name = "2025-26"   # 1 evening, 2025-09-02\n' in text
    all_of_it = checked(parsed(re.sub(r"^#(?=\S)", "", text, flags=re.MULTILINE)), "uncommented")
    assert [season.name for season in all_of_it.season] == ["2025-26", "2026-27"]
    assert all_of_it.ranking == written(folder).ranking
    assert all_of_it.championship.individual.min == "60%"  # recommended; the usual value is a number
    assert all_of_it.championship.pairs == written(folder).championship.pairs
    assert all_of_it.session[0].files == ["2025-09-02.xml"]


def test_files_of_three_programs(folder: Path) -> None:
    usebio(folder, FIRST, program="Compscore3", club="One", title="Pairs")
    usebio(folder, SECOND, program="PairsScorer", club="Two", title="Aces")
    ruter(folder, dt.date(2025, 9, 16), club="One", title="Kings")
    usebio(folder, dt.date(2025, 9, 23), program="PairsScorer", club="One", title="Queens")
    status, printed, _ = run(folder, "--no-build")
    assert status == 0
    assert "4 files: 2 USEBIO of PairsScorer, 1 PBN of Ruter i Norge, 1 USEBIO of Compscore3" in printed
    settings = written(folder)
    assert (settings.club, settings.competition, settings.scoring.profile) == ("One", "Tuesday", "ebu")
    assert (
        "club         One  (likely: 3 of 4 files name it, but the files have 2 names; if these are several clubs"
        in printed
    )
    assert (
        "scoring      ebu  (a guess: 2 of 4 files follow these rules; the programs of all files are "
        "Compscore3, PairsScorer, Ruter i Norge"
    ) in printed


@needs_real_data
def test_real_files_of_ruter(folder: Path) -> None:
    for path in sorted(REAL_DATA.glob("pbn/spiren/2016-0[5-9]-*.pbn"))[::3]:
        shutil.copy(path, folder)
    assert run(folder, "--no-build")[0] == 1  # a stand-in without a number sits down twice
    settings = written(folder)
    assert (settings.club, settings.scoring.profile) == ("Club 003", "ruter")
    assert (settings.ranking.lines, settings.ranking.substitute_ranking) == (1, 80)


def test_no_folder_a_file_and_the_folder_of_a_club_are_refused(folder: Path, tmp_path: Path) -> None:
    assert run(folder / "absent")[2].startswith(f"barometer: {folder / 'absent'}: there is no such folder")
    file = usebio(folder, FIRST)
    assert run(file)[::2] == (2, f"barometer: {file}: this is a file; name its folder, {folder}\n")
    for settings in (folder / "competition.toml", tmp_path / "clubs" / "one" / "tuesday" / "competition.toml"):
        settings.parent.mkdir(parents=True, exist_ok=True)
        settings.write_text(SEASON, encoding="utf-8")
    with pytest.raises(UnusableError) as of_build:
        competition_folders(folder.parent)
    assert run(folder.parent)[2] == f"barometer: {of_build.value}\n"


@items(
    ("ABC ABC", "3  (sure: 2 of 2 sessions had 3 lines)", 70),
    ("ABC A A A", "1  (likely: 3 of 4 sessions had 1 line)", 80),
    ("AB A", "2  (a guess: 1 of 2 sessions had 2 lines)", 75),
)
def test_lines_and_an_average_evening(folder: Path, lines: str, proposed: str, average: float) -> None:
    evenings = lines.split()
    dated = "".join(f"{number},2025-09-0{number}\n" for number, _ in enumerate(evenings, 1))
    (folder / "s.csv").write_text(f"session_id,date\n{dated}", encoding="utf-8")
    rows = "".join(f"{number},{line},1,1,2,50\n" for number, of in enumerate(evenings, 1) for line in of)
    (folder / "r.csv").write_text(f"session_id,line,board,ns,ew,score\n{rows}", encoding="utf-8")
    _, printed, _ = run(folder, "--no-build")
    assert f"lines        {proposed}\n" in printed
    assert written(folder).ranking.substitute_ranking == average


def test_people_of_tables(folder: Path) -> None:
    usebio(folder, FIRST)
    (folder / "players.csv").write_text("player_id,name\na,Ann\nb,Bob\n", encoding="utf-8")
    entries = "session_id,line,entrant,player_id\n2025-09-02,A,1,a\n2025-09-02,A,1,b\n"
    (folder / "entries.csv").write_text(entries, encoding="utf-8")
    _, printed, _ = run(folder, "--no-build")
    assert "people       2 people  (sure: the files name them, with details in players.csv)" in printed
    assert "# People: 2 people; the files name them" in (folder / "competition.toml").read_text(encoding="utf-8")


def test_the_folder_of_last_year(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command.clock, "today", lambda: dt.date(2026, 11, 24))
    year = tmp_path / "Harbour" / "2024-25"
    for day in (dt.date(2024, 10, 1), dt.date(2025, 3, 4), dt.date(2025, 7, 1)):
        usebio(year, day, title=f"Evening of {day}")
    assert run(year, "--no-build")[0] == 0
    settings = written(year)
    assert [(season.name, str(season.end)) for season in settings.season] == [("2024-25", "2025-08-31")]
    assert settings.competition == "Tuesday"
    assert '#name = "2025-26"' in (year / "competition.toml").read_text(encoding="utf-8")


def test_nonsense_among_good_files_costs_itself_alone(folder: Path) -> None:
    usebio(folder, FIRST)
    (folder / "notes.txt").write_text("lorem ipsum", encoding="utf-8")
    (folder / "shut.pbn").symlink_to(folder / "nowhere")
    status, printed, _ = run(folder, "--no-build")
    assert status == 1
    assert "2 files not read:\n  notes.txt: this is not PBN" in printed
    assert "  shut.pbn: this link leads to itself, or to something that does not exist" in printed
    assert f"  to see all of them afterwards, run: barometer check {folder}\n" in printed
    assert written(folder).scoring.profile == "ebu"


def test_where_nothing_can_be_read_the_errors_are_shown(folder: Path) -> None:
    (folder / "evening.csv").write_text("session_id,line,board,ns,ew\na,A,1,1,2\n", encoding="utf-8")
    (folder / "more.csv").write_text("session_id,line,board,ns,ew,score\n" + "a,A,x,1,2,50\n" * 3, encoding="utf-8")
    status, printed, failed = run(folder, "--no-build")
    assert status == 2
    assert "  evening.csv: this file looks like the table results, but lacks score" in printed
    assert "  more.csv: this is not understood, so the row is left out: write a whole number" in printed
    assert "    … and 2 more\n" in printed
    assert "none of its files has results" in failed


def test_a_landing_folder_is_pointed_out(folder: Path) -> None:
    usebio(folder, FIRST)
    run(folder, "--no-build")
    landing = folder.parents[1]
    for place in (landing, folder.parent):
        status, _, said = run(place)
        assert status == 2
        assert f"To build all of them, run: barometer build {landing}." in said
        assert not (place / "competition.toml").exists()
    (folder / "2025-26").mkdir()
    assert f"this folder belongs to the competition in {folder}" in run(folder / "2025-26")[2]


def test_names_with_quotes_and_markup(tmp_path: Path) -> None:
    odd = tmp_path / '\'t "Hof" <b>&amp;\\ #1' / 'x"; [ranking] = \\u0000'
    usebio(odd, FIRST, club="&lt;b&gt;'t &quot;Hof&quot;&#10; \\n #1 \u202e", title="Pairs")
    assert run(odd, "--no-build")[0] == 0
    settings = written(odd)
    assert settings.club == '<b>\'t "Hof" \\n #1 \N{REPLACEMENT CHARACTER}'
    assert settings.competition == 'x"; [ranking] = \\u0000'.capitalize()


@items(
    ("club.toml", '[page]\nname = "Harbour bridge club"\n', "Harbour bridge club  (sure: club.toml names it)"),
    ("club.toml", '[page]\nlanguage = "en"\n', "Harbour Bridge Club  (sure: the file names it)"),
    ("club.toml", "[page\n", "Harbour Bridge Club  (sure: the file names it)"),
    (
        "friday/competition.toml",
        f'club = "The Harbour"\n{SEASON}',
        "The Harbour  (a guess: no file names the club: this is the name in friday/competition.toml)",
    ),
)
def test_the_club_has_the_name_that_settings_next_to_it_give(folder: Path, where: str, text: str, club: str) -> None:
    usebio(folder, FIRST, club="" if "guess" in club else "Harbour Bridge Club")
    (folder.parent / where).parent.mkdir(exist_ok=True)
    (folder.parent / where).write_text(text, encoding="utf-8")
    _, printed, _ = run(folder, "--no-build")
    assert f"club         {club}" in printed.splitlines()


def test_settings_that_are_there_stay(folder: Path, tmp_path: Path) -> None:
    usebio(folder, FIRST)
    usebio(folder, dt.date(2026, 9, 1))
    path = folder / "competition.toml"
    path.write_text(f'club = "Ours"\n{SEASON}[scoring]\nprofile = "ebu"\n', encoding="utf-8")
    before = path.read_bytes()
    places = ("--warehouse", tmp_path / "w.duckdb", "--reports", tmp_path / "reports")
    status, printed, _ = run(folder, *places)
    assert (status, path.read_bytes()) == (0, before)
    stays, otherwise, *found, build = printed.splitlines()[-7:]
    assert (
        stays == f"{path} already exists, and stays as it is. To begin again, delete or rename it, and run this again"
    )
    assert otherwise == "The files disagree with these settings; change those that are wrong:"
    assert found == [
        "  club is now Ours, but the files give Harbour Bridge Club (sure: every file names it); to change it, run:"
        f" barometer set club 'Harbour Bridge Club' {folder}",
        "  competition is now not given, but the files give Tuesday evening (sure: 2 of 2 sessions have this title);"
        " to change it, run:"
        f" barometer set competition 'Tuesday evening' {folder}",
        "  ranking.lines is now 3, but the files give 1 (sure: 2 of 2 sessions had 1 line); to change it, run:"
        f" barometer set ranking.lines 1 {folder}",
        "  season: add 2026-27, 2026-09-01 to 2027-08-31, for 1 evening outside all seasons, the first on 2026-09-01",
    ]
    assert build == f"To build it: barometer build {folder} --warehouse {places[1]} --reports {places[3]}"
    path.write_text("club = Ours\n", encoding="utf-8")
    status, _, said = run(folder)
    assert (status, path.read_text(encoding="utf-8")) == (2, "club = Ours\n")
    assert "It cannot be used: " in said


def test_what_a_kill_left_is_written_over(folder: Path) -> None:
    usebio(folder, FIRST)
    left, elsewhere = folder / ".writing-competition.toml", folder.parent / "elsewhere"
    elsewhere.write_text("mine", encoding="utf-8")
    for leave in (lambda: left.write_text("[[seas", encoding="utf-8"), lambda: left.symlink_to(elsewhere)):
        leave()
        assert run(folder, "--no-build")[0] == 0
        assert sorted(path.name for path in folder.iterdir()) == ["2025-09-02.xml", "competition.toml"]
        (folder / "competition.toml").unlink()
    assert elsewhere.read_text(encoding="utf-8") == "mine"


def test_it_is_built_with_the_landing_folder_in_which_it_lies(folder: Path, tmp_path: Path) -> None:
    places = tmp_path / "none.duckdb", tmp_path / "reports"
    assert landing_to_build(folder, Paths(SAMPLE, *places)) == (folder, [])
    landing, why = landing_to_build(folder, Paths(folder.parents[1], *places))
    assert (landing, why) == (tmp_path.resolve(), [f"It is built together with everything in {tmp_path.resolve()}."])


def test_evenings_without_a_day(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command.clock, "today", lambda: dt.date(2026, 11, 24))
    path = ruter(folder, FIRST)
    path.write_text(path.read_text(encoding="utf-8").replace('[Date "2025.09.02"]\n', ""), encoding="utf-8")
    path.rename(folder / "evening.pbn")
    _, printed, _ = run(folder, "--no-build")
    assert "1 file without a date: evening.pbn; write the date under [[session]]" in printed
    assert [season.name for season in written(folder).season] == ["2026-27"]
    text = (folder / "competition.toml").read_text(encoding="utf-8")
    assert '#[[session]]\n#files = ["evening.pbn"]\n' in text


def test_a_second_time_evenings_have_the_days_that_settings_give_them(folder: Path, tmp_path: Path) -> None:
    usebio(folder, FIRST)
    file = usebio(folder, SECOND)
    given = f'{SEASON}[[session]]\nfiles = ["{file.name}"]\ndate = 2025-10-14\n'
    (folder / "competition.toml").write_text(given, encoding="utf-8")
    status, printed, _ = run(folder, "--warehouse", tmp_path / "w.duckdb")
    assert (status, printed.splitlines()[1]) == (0, "2 evenings, from 2025-09-02 to 2025-10-14")


TODAY = dt.date(2026, 11, 24)


@items(
    ("2025-09-02 2026-06-23", "2025-26", "2025-09-01", Sure.LIKELY),
    ("2024-10-01 2025-07-29, 2025-09-02 2026-05-26", "2024-25, 2025-26", "2024-09-01", Sure.LIKELY),
    ("2025-01-07 2025-07-01, 2025-08-12 2025-12-16", "2024-25, 2025-26", "2024-08-01", Sure.LIKELY),
    ("2025-08-05 2026-06-09, 2026-07-14 2026-10-06", "2025-26, 2026-27", "2025-07-01", Sure.LIKELY),
    ("2025-02-04 2025-12-09, 2026-01-27 2026-12-08", "2025, 2026", "2025-01-01", Sure.LIKELY),
    ("2024-09-03 2026-11-17", "2024-25, 2025-26, 2026-27", "2024-09-01", Sure.GUESS),
    ("2026-07-15 2026-07-15", "2025-26", "2025-09-01", Sure.LIKELY),
    ("", "2026-27", "2026-09-01", Sure.GUESS),
    ids=["one", "two", "a break in July", "from July", "calendar years", "no break", "an evening in July", "no date"],
)
def test_seasons_turn_in_the_break(weeks: str, names: str, start: str, sure: Sure) -> None:
    spans = (map(dt.date.fromisoformat, span.split()) for span in weeks.split(", ") if span)
    dates = [first + dt.timedelta(days) for first, last in spans for days in range(0, (last - first).days + 1, 7)]
    seasons, choice = seasons_of(dates, TODAY)
    assert ", ".join(season.name for season in seasons) == choice.value == names
    assert (seasons[0].start.isoformat(), choice.sure) == (start, sure)


@given(st.lists(st.dates(dt.date(1900, 1, 1), dt.date(2199, 12, 31)), max_size=30, unique=True))
def test_every_evening_is_in_one_season_and_seasons_are_apart(dates: list[dt.date]) -> None:
    seasons, _ = seasons_of(sorted(dates), TODAY)
    assert [day for season in seasons for day in season.evenings] == sorted(dates)
    assert all(season.start <= day <= season.end for season in seasons for day in season.evenings)
    assert all(one.end < two.start for one, two in itertools.pairwise(seasons))
    assert len({season.name for season in [*seasons, next_after(seasons[-1])]}) == len(seasons) + 1
    assert (next_after(seasons[-1]).start - seasons[-1].end).days == 1
