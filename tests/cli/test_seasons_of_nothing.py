"""Seasons in which nothing can be compared yet are built all the same: their pages stand, and say so."""

import html
import re

import polars as pl
import pytest

from pipelines.cli.build import build
from pipelines.machine.paths import Paths
from pipelines.warehouse import Warehouse

pytestmark = pytest.mark.long

SETTINGS = '[[season]]\nname = "2025-26"\nstart = 2025-09-01\nend = 2026-08-31\n'
SCHEMES = '[awards]\nschemes = ["ffb", "ebu", "fsb", "club_points"]\n'

PAIRS, BUTLER, CROSS_IMPS, TEAMS = (
    f"session_id,date,kind\n1,2025-09-02,{kind}\n" for kind in ("pairs", "butler", "cross_imp", "teams")
)
POINT_A_BOARD = "session_id,date,kind,team_scoring\n1,2025-09-02,teams,point_a_board\n"
TWO_OF_AN_EVENT = "session_id,date,kind,event\n1,2025-09-02,pairs,cup\n2,2025-09-09,pairs,cup\n"
TWO_WINNERS = "session_id,date,kind,winners\n1,2025-09-02,pairs,2\n"


def results(*lines: str) -> str:
    """Each line as `board ns ew score-or-ruling`, of session 1."""
    rows = []
    for line in lines:
        board, ns, ew, outcome = line.split()
        is_score = outcome.lstrip("-").isdigit()
        said = f"{outcome}," if is_score else f",{'' if outcome == 'none' else outcome}"
        rows.append(f"1,A,1,{board},{ns},{ew.replace('nobody', '')},{said}\n")
    return "session_id,line,round,board,ns,ew,score,ruling\n" + "".join(rows)


def entries(*seats: str, session: int = 1) -> str:
    """Each as `entrant:players`, a letter a player."""
    rows = [
        f"{session},A,{entrant},{entrant}{player}\n"
        for entrant, players in (seat.split(":") for seat in seats)
        for player in players
    ]
    return "session_id,line,entrant,player_id\n" + "".join(rows)


TWO_PAIRS, FOUR_PAIRS = entries("1:ab", "2:ab"), entries("1:ab", "2:ab", "3:ab", "4:ab")
TWO_TEAMS = entries("1:abcd", "2:abcd")
GUESTS = "player_id,name,member\n" + "".join(f"{pair}{player},Guest,false\n" for pair in "1234" for player in "ab")
ONE_OF_TWO_MATCHES = "session_id,line,round,team,opponent,boards,imps,vp\n1,A,1,1,2,24,0,10\n1,A,1,2,1,24,0,10\n"

SEASONS: dict[str, dict[str, str]] = {
    "drawn_match": {"sessions": TEAMS, "entries": TWO_TEAMS, "results": results("1 1 2 420", "1 2 1 420")},
    "drawn_as_given": {"sessions": TEAMS, "entries": TWO_TEAMS, "matches": ONE_OF_TWO_MATCHES},
    "drawn_at_point_a_board": {
        "sessions": POINT_A_BOARD,
        "entries": TWO_TEAMS,
        "results": results("1 1 2 420", "1 2 1 420"),
    },
    "teams_without_a_match": {"sessions": TEAMS, "entries": TWO_TEAMS},
    "averages_only": {
        "sessions": PAIRS,
        "entries": FOUR_PAIRS,
        "results": results("1 1 2 average", "1 3 4 average", "2 1 3 average", "2 2 4 average"),
    },
    "averages_at_butler": {"sessions": BUTLER, "entries": TWO_PAIRS, "results": results("1 1 2 average")},
    "averages_at_cross_imps": {"sessions": CROSS_IMPS, "entries": TWO_PAIRS, "results": results("1 1 2 average")},
    "all_equal": {"sessions": PAIRS, "entries": FOUR_PAIRS, "results": results("1 1 2 420", "1 3 4 420")},
    "one_pair_with_names": {
        "sessions": PAIRS,
        "entries": entries("1:ab"),
        "results": results("1 1 2 420", "1 3 4 50"),
    },
    "one_pair": {"sessions": PAIRS, "entries": entries("1:ab"), "results": results("1 1 nobody none")},
    "one_board": {"sessions": PAIRS, "entries": TWO_PAIRS, "results": results("1 1 2 420")},
    "one_board_at_butler": {"sessions": BUTLER, "entries": TWO_PAIRS, "results": results("1 1 2 420")},
    "nobody_has_a_score": {"sessions": PAIRS, "entries": TWO_PAIRS, "results": results("1 1 2 not_played")},
    "no_results": {"sessions": PAIRS, "entries": TWO_PAIRS},
    "no_entries": {"sessions": PAIRS, "results": results("1 1 2 420", "1 3 4 50")},
    "no_sessions": {"players": "player_id,name\na,Ann\n"},
    "nothing_at_all": {},
    "all_guests": {
        "players": GUESTS,
        "sessions": PAIRS,
        "entries": FOUR_PAIRS,
        "results": results("1 1 2 420", "1 3 4 50"),
    },
    "an_individual": {
        "sessions": PAIRS,
        "entries": entries("1:a", "2:a", "3:a", "4:a"),
        "results": results("1 1+2 3+4 420"),
    },
    "an_event_of_one": {"sessions": TWO_OF_AN_EVENT, "entries": entries("1:ab"), "results": results("1 1 2 420")},
    "one_pair_a_direction": {
        "sessions": TWO_WINNERS,
        "entries": "session_id,line,entrant,player_id,direction\n1,A,1,a,NS\n1,A,1,b,NS\n1,A,2,c,EW\n1,A,2,d,EW\n",
        "results": results("1 1 2 420"),
    },
    "a_penalty_and_no_board": {
        "sessions": PAIRS,
        "entries": TWO_PAIRS,
        "adjustments": "session_id,line,entrant,amount,unit\n1,A,1,-10,percent_of_top\n",
    },
}
"""A club each: its tables."""

RULED = ("a60_40", "a60_60", "a+_-", "average", "not_played", "w30:420/70:-50", "s420_-100", "s420_a40")
PENALTY = "session_id,line,entrant,amount,unit\n1,A,1,-1,points\n"
MATCHES_WITH_RULINGS = {
    f"match_{number}_{name}": {
        "sessions": sessions,
        "entries": TWO_TEAMS,
        "adjustments": PENALTY,
        "results": results(
            *(f"{board} 1 2 {ruling}" for board, ruling in enumerate(RULED, start=1)),
            *(f"{board} 2 1 {there}" for board, there in enumerate(others, start=1)),
        ),
    }
    for name, sessions in (("imps", TEAMS), ("point_a_board", POINT_A_BOARD))
    for number, others in enumerate((["-50"] * len(RULED), RULED[::-1], RULED), start=1)
}
"""Every kind of ruling at one table, at both, and both alike; with a penalty."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Paths:
    """All these clubs, built together."""
    folder = tmp_path_factory.mktemp("seasons_of_nothing")
    for club, tables in {**SEASONS, **MATCHES_WITH_RULINGS}.items():
        competition = folder / "landing" / club / "evening"
        competition.mkdir(parents=True)
        (competition / "competition.toml").write_text(SETTINGS + SCHEMES, encoding="utf-8")
        for name, rows in tables.items():
            (competition / f"{name}.csv").write_text(rows, encoding="utf-8")
    paths = Paths(folder / "landing", folder / "warehouse.duckdb", folder / "reports")
    build(paths)
    return paths


def page_of(paths: Paths, club: str) -> str:
    """The words of the pages of the season, but for those of its sessions and players."""
    season = paths.reports / club / "evening" / "2025-26"
    page = " ".join(page.read_text(encoding="utf-8") for page in sorted(season.glob("*.html")))
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<svg.*?</svg>|<[^>]*>", " ", page, flags=re.DOTALL)))


@pytest.mark.parametrize("club", SEASONS)
def test_a_season_in_which_nothing_can_be_compared_has_its_pages(built: Paths, club: str) -> None:
    page = page_of(built, club)
    assert "Player ranking" in page
    assert not re.search(r"\b(None|nan|inf|Undefined)\b", page)
    sessions = SEASONS[club].get("sessions", "").count("2025-09-")
    assert f"{sessions} session" in page
    assert len(list((built.reports / club).rglob("sessions/*.html"))) == sessions


@pytest.mark.parametrize(
    ("club", "said"),
    [
        ("drawn_match", "There is nothing to compare yet"),
        ("drawn_as_given", "There is nothing to compare yet"),
        ("drawn_at_point_a_board", "There is nothing to compare yet"),
        ("all_equal", "There is nothing to compare yet"),
        ("one_pair_with_names", "There is nothing to compare yet"),
        ("averages_at_butler", "There is nothing to compare yet"),
        ("drawn_match", "1 session · 2 September 2025 · 8 players"),
        ("nobody_has_a_score", "Nobody has ranking points yet."),
        ("nobody_has_a_score", "Nobody has a result that counts yet."),
        ("no_sessions", "No session has been played yet."),
        ("no_sessions", "No pair or trio has a ranking yet."),
    ],
)
def test_the_page_says_what_there_is_not_yet(built: Paths, club: str, said: str) -> None:
    assert said in page_of(built, club)


def test_no_club_lost_its_season(built: Paths) -> None:
    with Warehouse(built.warehouse, read_only=True) as warehouse:
        seasons = warehouse.read("raw.competitions")
        errors = warehouse.read("raw.findings").filter(pl.col("severity") == "error")
    assert set(seasons["club"]) == {*SEASONS, *MATCHES_WITH_RULINGS}
    assert errors.is_empty(), errors.to_dicts()
