"""Columns as a whole: another club's session, federation numbers, dates, and values far outside all others."""

import datetime as dt
from collections.abc import Callable
from itertools import count

import polars as pl
import pytest
from checks.alone import Row, found, said, season
from club_folders import tables_of
from each import cases, cases_at_once, items

from transforms.checks.ids import of_other_competition
from transforms.intake.people.likely_people import likely_people
from transforms.simulate import parts
from transforms.tables.schemas import CLUB, PERSON, SESSION

SEASON = dt.date(2025, 9, 2)
REGULARS = tuple(str(number) for number in range(101, 113))
STRANGERS = tuple(str(number) for number in range(501, 513))


def of_days(*days: tuple[str, ...], players: str = "", weekly: bool = True) -> pl.DataFrame:
    """The findings about evenings, each with its players."""
    dates = [SEASON + dt.timedelta(days=7 * number if weekly else 0) for number in range(len(days))]
    sessions = "session_id,date\n" + "".join(f"{number},{date}\n" for number, date in enumerate(dates))
    rows = [f"{n},A,{1 + seat // 2},{who}" for n, people in enumerate(days) for seat, who in enumerate(people)]
    files = {"sessions.csv": sessions, "entries.csv": "session_id,line,entrant,player_id\n" + "\n".join(rows) + "\n"}
    files |= {"players.csv": players} if players else {}
    return tables_of(files)["raw.findings"]


def strange(findings: pl.DataFrame) -> list[str]:
    return findings.filter(code="entries.of_other_competition")["value"].to_list()


@cases_at_once(
    ([REGULARS] * 4 + [STRANGERS], ["4"]),
    ([STRANGERS] + [REGULARS] * 4, ["0"]),
    ([REGULARS] * 4 + [STRANGERS[:11] + REGULARS[:1]], ["4"]),
    ([REGULARS] * 4 + [STRANGERS[:9] + REGULARS[:3]], []),  # an evening with guests
    ([REGULARS] * 3 + [STRANGERS], ["3"]),
    ([REGULARS] * 2 + [STRANGERS], []),  # too few evenings to know
    ([REGULARS] * 2 + [STRANGERS] * 2, []),
    ([REGULARS] * 7 + [STRANGERS] * 2, []),  # who comes again is known, while there are few evenings
    ([REGULARS] * 12 + [STRANGERS] * 2, ["12", "13"]),
    ([REGULARS[n:] + STRANGERS[:n] for n in range(0, 12, 2)], []),  # a club that changes,
)
def test_a_session_of_people_whom_nobody_knows_is_reported(days: list[tuple[str, ...]], reported: list[str]) -> None:
    assert strange(of_days(*days)) == reported


def test_who_is_in_a_table_of_players_is_no_stranger_and_names_count_like_numbers() -> None:
    table = "player_id,name\n" + "".join(f"{number},Name of {number}\n" for number in (*REGULARS, *STRANGERS))
    assert strange(of_days(*[REGULARS] * 4, STRANGERS, players=table)) == []
    only = "player_id,name\n" + "".join(f"{number},Ann of {number}\n" for number in REGULARS)
    assert strange(of_days(*[REGULARS] * 4, STRANGERS, players=only)) == ["4"]


def test_a_stand_in_among_strangers_is_not_reported_too() -> None:
    rows = [f"{n},A,{who},{who},\n" for n in range(4) for who in REGULARS]
    rows += [f"4,A,{who},{who},900\n" for who in STRANGERS]
    sessions = "".join(f"{n},{SEASON + dt.timedelta(days=7 * n)}\n" for n in range(5))
    files = {"sessions.csv": "session_id,date\n" + sessions}
    files |= {f"{n}.csv": "session_id,line,entrant,player_id,substitutes_for\n" + "".join(
        row for row in rows if row.startswith(f"{n},")) for n in range(5)}  # fmt: skip
    findings = tables_of(files)["raw.findings"]
    assert strange(findings) == ["4"]
    assert findings.filter(code="entries.replaced").is_empty()


NUMBERED = "player_id,name,federation_id\n" + "".join(f"{n},Name {n},9{n}\n" for n in REGULARS)
FEDERATION = tuple(f"9{number}" for number in REGULARS)


def test_federation_numbers_in_one_evening_are_reported_once_and_people_says_whose_they_are() -> None:
    sessions = "session_id,date\n" + "".join(f"{n},{SEASON + dt.timedelta(days=7 * n)}\n" for n in range(4))
    rows = [(n, who) for n, people in enumerate([REGULARS] * 3 + [FEDERATION]) for who in people]
    entries = "session_id,line,entrant,player_id\n" + "".join(
        f"{n},A,{1 + k % 12 // 2},{who}\n" for k, (n, who) in enumerate(rows)
    )
    tables = tables_of({"sessions.csv": sessions, "entries.csv": entries, "players.csv": NUMBERED})
    (row,) = tables["raw.findings"].filter(pl.col("code").str.starts_with("entries.")).rows(named=True)
    assert row["value"] == "9101 = 101, 9102 = 102, 9103 = 103, 9104 = 104, 9105 = 105"
    assert "of the 12 numbers of players in this session, 12 are federation numbers" in row["message"]
    given = (tables[f"raw.{name}"] for name in ("players", "entries", "sessions", "people", "findings"))
    likely = likely_people(*given)  # ty: the tables are those of the schemas
    assert likely.select("alias", "player_id").sort("alias").rows() == list(zip(FEDERATION, REGULARS, strict=True))
    assert strange(of_days(*[FEDERATION] * 4, players=NUMBERED)) == []


def seats(clubs: int, sessions: int, pairs: int, seed: int, whose: str) -> tuple[pl.DataFrame, pl.DataFrame]:
    from pipelines.cli.simulate import NAMES, stored_deals

    (made,) = parts(clubs, sessions, seed, pairs=pairs, boards=1, store=stored_deals(), names=pl.read_csv(NAMES))
    people = made["players"].select(*PERSON, "name", "federation_id")
    entries = made["entries"].join(people, on=PERSON, maintain_order="left")
    return entries.with_columns(player_id=whose, file_id=pl.col("session_id")), made["sessions"]


@items(
    ("federation_id", 30, 28),
    ("name", 12, 14),
    *(pytest.param(*one, marks=pytest.mark.nightly) for one in (("federation_id", 12, 14), ("name", 30, 28))),
)
def test_only_foreign_evenings_are_strange_to_a_federation(whose: str, sessions: int, pairs: int) -> None:
    entries, days = seats(36, sessions, pairs, 7, whose)

    def judged(seated: pl.DataFrame) -> pl.DataFrame:
        named = seated.with_columns(line_no=pl.int_range(pl.len()))
        people = named.select(
            *PERSON, "name", "file_id", "line_no", public=pl.lit(value=True), federation_id=pl.lit("-")
        )
        return of_other_competition(*(rows.lazy() for rows in (named, people, days, people.clear())))

    assert judged(entries).is_empty()
    last = entries.filter((pl.col("session_id") == pl.col("session_id").max()).over("club"))
    places = last.select(SESSION).unique(maintain_order=True)
    shifted = places.with_columns(source=pl.col("club").shift(-1).fill_null(places["club"][0]))
    foreign = last.drop("competition", "season", "session_id").rename({"club": "source"}).join(shifted, on="source")
    own = entries.join(places, on=SESSION, how="anti", maintain_order="left")
    found_there = judged(pl.concat([own, foreign.select(entries.columns)]))
    assert found_there.select(SESSION).sort(SESSION).equals(places.sort(SESSION))


DATED = "session_id,date\n2025-09-02,2025-09-02\n2025-09-09,2025-09-09\n2025-09-16,2025-09-16\n2025-10-07,{date}\n"
PLAYED = "session_id,line,board,ns,ew,score\n2025-10-07,A,1,1,2,100\n2025-10-07,A,1,3,4,50\n"


@cases_at_once(
    ("2025-10-07", []),
    ("2025-10-28", []),  # played later than planned
    ("2026-07-10", ["sessions.another_day/exchanged"]),  # and in another year
    ("2026-04-21", ["sessions.another_day/called"]),
    ("2026-10-07", ["sessions.no_season"]),
    ("2025-07-10", ["sessions.no_season"]),
)
def test_a_date_far_from_the_name_of_its_session_is_reported_once(date: str, kinds: list[str]) -> None:
    findings = tables_of({"sessions.csv": DATED.format(date=date), "results.csv": PLAYED})["raw.findings"]
    assert [name for name, _ in said(findings) if name.startswith("sessions.")] == kinds
    if kinds:
        message = findings.filter(code=kinds[0].partition("/")[0])["message"].item()
        assert ("date = 2025-10-07" if kinds == ["sessions.no_season"] else "2025-10-07") in message


def test_a_folder_named_after_another_day_is_as_good_as_a_file() -> None:
    at: Row = {"club": "club", "competition": "evening", "counts": True, "is_superseded": False, "season": "2025-26"}
    days = [("2025-10-07", dt.date(2026, 7, 10)), ("2025-10-14", dt.date(2025, 10, 14))]
    rows = [
        {**at, "evening": n, "session_id": f"{day}/a", "file_id": f"{day}/a.pbn", "date": date, "line_no": 1}
        for n, (day, date) in enumerate(days)
    ]
    seasons = pl.DataFrame([{**at, "start": dt.date(2025, 9, 1), "end": dt.date(2026, 8, 31)}]).select(
        *CLUB, "season", "start", "end"
    )
    none = pl.DataFrame(schema={"evening": pl.Int64, "date": pl.Date})
    findings = found("sessions.another_day", ended=pl.DataFrame(rows), seasons=seasons, given_dates=none)
    assert said(findings) == [("sessions.another_day", "2026-07-10")]


@cases(
    ("a", dt.date(2026, 11, 30), False, []),
    ("a", dt.date(2027, 3, 2), False, ["2026-03-02"]),
    ("a", dt.date(2027, 1, 11), False, ["2026-01-11"]),
    ("a", dt.date(2026, 12, 10), False, ["2026-10-12"]),  # day and month exchanged
    ("a", dt.date(2027, 7, 31), False, [None]),  # in no season
    ("2027-03-02", dt.date(2027, 3, 2), False, ["2026-03-02"]),
    ("2026-03-02", dt.date(2027, 3, 2), False, []),  # `another_day` says so
    ("2025-10-07", dt.date(2027, 7, 10), True, ["2025-10-07"]),  # it does not question what the director gave
)
def test_a_future_session_is_reported(session: str, date: dt.date, is_given: bool, meant: list[str | None]) -> None:
    given = season(sessions=[{"session_id": session, "date": date}], results=[{"session_id": session}])
    files = pl.DataFrame(
        [{"club": "club", "competition": "evening", "ingested_at": dt.datetime(2026, 11, 29, tzinfo=dt.UTC)}]
    )
    played = given["sessions"].select(*CLUB).collect().row(0)
    files = files.with_columns(club=pl.lit(played[0]), competition=pl.lit(played[1]))
    tables = {
        name: given[name].with_columns(season=pl.lit("2025-26"))
        for name in ("sessions", "results", "matches", "totals")
    }
    of_club = files.select(*CLUB).lazy()
    settings = of_club.filter(is_given).with_columns(session_id=pl.lit(session), date=pl.lit(date))
    seasons = pl.DataFrame({"start": [dt.date(2025, 9, 1)], "end": [dt.date(2026, 6, 30)]})
    seasons = pl.concat([seasons, pl.DataFrame({"start": [dt.date(2026, 9, 1)], "end": [dt.date(2027, 6, 30)]})])
    competitions = of_club.join(seasons.lazy(), how="cross")
    more = {"files": files, "settings": settings, "competitions": competitions}
    findings = found("sessions.another_day/to_come", **tables, **more)
    assert findings["message"].str.extract(r"did you mean (\S+)\?").to_list() == meant


def test_an_event_written_in_two_ways_is_reported() -> None:
    sessions = "session_id,date,event\n" + "".join(
        f"{n},{SEASON + dt.timedelta(days=n)},{event}\n"
        for n, event in enumerate(("Cup", "cup", "Cup", "CUP 2", "Cup-2"))
    )
    findings = tables_of({"sessions.csv": sessions})["raw.findings"]
    assert findings.filter(code="sessions.event_spelled")["value"].to_list() == ["cup", "Cup-2"]


@cases_at_once(
    ((700,), "", ["70"]),
    ((700, 65, 72, 80), "", ["70"]),
    ((7250, 65, 72), "", ["72.5"]),
    ((99, 65, 72), "", []),
    ((180, 65, 72), "", []),
    ((700, 650, 720), "", []),  # another scale
    ((700, 65), "top = 1000\n", []),
    ((700, 65), "average_a = 700\n", []),
)
def test_a_substitute_ranking_with_a_digit_too_many(values: tuple[int, ...], settings: str, meant: list[str]) -> None:
    rows = "player_id,name,substitute_ranking\n" + "".join(f"{n},Name {n},{v}\n" for n, v in enumerate(values))
    findings = tables_of({"players.csv": rows}, f"[ranking]\n{settings}")["raw.findings"]
    reported = findings.filter(code="players.far_outside")
    assert reported["message"].str.extract(r"did you mean (\S+)\?").to_list() == meant


@cases_at_once((700, ["70"]), (70, []), (150, []))
def test_a_usual_substitute_ranking_with_a_digit_too_many(value: int, meant: list[str]) -> None:
    findings = tables_of({}, f"[ranking]\nsubstitute_ranking = {value}\n")["raw.findings"]
    assert findings.filter(code="settings.far_outside")["message"].str.extract(r"mean (\S+)\?").to_list() == meant


@cases_at_once((15_000, ["1500"]), (1500, []), (2800, []), (95_000, ["950"]), (4500, []))
def test_a_rating_far_above_all_others(first: int, meant: list[str]) -> None:
    rows = "".join(f"2025-08-31,{n},{rating}\n" for n, rating in enumerate((first, 1200, 1300, 900, 1510)))
    files = {"ratings.csv": "list_date,player_id,rating\n" + rows}
    findings = tables_of(files, '[rating]\nsystem = "kndb"\n')["raw.findings"].filter(
        code="ratings.list", field="rating"
    )
    assert findings["message"].str.extract(r"did you mean (\S+)\?").to_list() == meant


@cases_at_once(
    *((10, "penalty", True), (10, "Slow play: PENALTY", True), (-10, "penalty", False)),
    *((10, "penalty given back", False), (10, "carried forward", False), (10, "opponents' penalty", False)),
)
def test_a_penalty_that_gives_is_reported_with_its_sign(amount: int, reason: str, is_reported: bool) -> None:
    files = {
        "sessions.csv": "session_id,date\na,2025-09-02\n",
        "results.csv": "session_id,line,board,ns,ew,score\n"
        + "".join(f"a,A,{b},1,2,100\na,A,{b},3,4,50\n" for b in range(1, 9)),
        "adjustments.csv": f'session_id,line,entrant,amount,unit,reason\na,A,1,{amount},percent_of_top,"{reason}"\n',
    }
    findings = tables_of(files)["raw.findings"].filter(code="adjustments.doubtful")
    assert [message.endswith(f"write -{amount}") for message in findings["message"]] == [True] * is_reported


@cases_at_once(((0.5833, 0.52, 0.5, 0.3967), True), ((58.33, 52, 50, 39.67), False), ((58.33, 0.52, 50, 39.67), False))
def test_percentages_as_fractions_are_reported_once(written: tuple[float, ...], is_reported: bool) -> None:
    rows = "".join(f"a,A,{n},24,{value}\n" for n, value in enumerate(written, start=1))
    files = {
        "sessions.csv": "session_id,date\na,2025-09-02\n",
        "totals.csv": f"session_id,line,entrant,boards,percentage\n{rows}",
    }
    findings = tables_of(files)["raw.findings"].filter(code="totals.fractions")
    assert [message.endswith("write 58.33 for 0.5833") for message in findings["message"]] == [True] * is_reported


IDS = count()


def of_games(*days: int, event: str = "Ladder", name: Callable[[int], str] = str) -> str:
    return "game_id,date,event,player_id,opponent_id,points,opponent_points\n" + "".join(
        f"{name(day)},2025-10-{day:02},{event},a,b,2,0\n" for day in days
    )


@cases_at_once(
    (of_games(*range(1, 9)), of_games(*range(1, 9), name="x{}".format), 8),
    (of_games(*range(1, 9)), of_games(*range(1, 7), 11, 12, name="x{}".format), 10),
    (of_games(*range(1, 9)), of_games(*range(1, 4), name="x{}".format), 11),  # three may be others
    (of_games(*range(1, 9)), of_games(*range(1, 5), *range(11, 20), name="x{}".format), 21),
    (of_games(*range(1, 9)), of_games(*range(1, 9), event="Cup", name="x{}".format), 16),
    (of_games(1, 1, 1, 1, name=lambda _: f"p{next(IDS)}"), of_games(*range(2, 5), name="x{}".format), 7),
)
def test_games_of_a_file_that_another_file_repeats_count_once(first: str, second: str, counted: int) -> None:
    players = "player_id,name\na,Ann\nb,Bob\n"
    files = {"games1.csv": first, "games2.csv": second, "players.csv": players}
    tables = tables_of(files, '[rating]\nsystem = "kndb"\n')
    assert tables["raw.games"].height == counted
    copied = tables["raw.findings"].filter(code="games.left_out")
    assert copied["severity"].to_list() == ["warning"] * (counted in (8, 10))


MOVES = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 1-0\n\n"
PGN = '[Event "Cup"]\n[Date "2025.10.07"]\n[White "Ann"]\n[Black "Bob"]\n[Result "1-0"]\n\n'


@cases_at_once(
    ((PGN + MOVES) * 5, 1),
    (PGN + MOVES + PGN.replace("Bob", "Cas") + MOVES, 2),
    (PGN + MOVES + PGN + MOVES.replace("Be7", "b5"), 2),
    ((PGN + "1. e4 e5 1-0\n\n") * 2, 2),  # nobody knows: they may be two games of one day
    ((PGN + "1-0\n\n") * 2, 2),
)
def test_a_game_that_a_pgn_repeats_with_its_moves_counts_once(text: str, counted: int) -> None:
    tables = tables_of({"games.pgn": text}, '[rating]\nsystem = "kndb"\n')
    assert tables["raw.games"].height == counted
    again = tables["raw.findings"].filter(code="games.left_out")
    assert again.select("severity", "line_no").rows() == ([("warning", 9)] if text.count("[White") > 4 else [])
