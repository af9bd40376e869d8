"""Events of several clubs: which sessions belong to one, and one field over all of them, as if it were one session."""

import datetime as dt
from pathlib import Path
from random import Random

import polars as pl
import pytest
from factories import NOTHING_KEPT, Tables, competitions, frame, in_warehouse

from pipelines.intake.landing.raw_tables import read_landing
from pipelines.settings.scoring import profile_table
from transforms.federation.simultaneous import simultaneous_sessions
from transforms.season import season_tables
from transforms.tables.schemas import WAREHOUSE, Deals, Results, Sessions

SEASON = '[[season]]\nname = "2025-26"\nstart = 2025-09-01\nend = 2026-08-31\n'
KINDS = {
    "pairs": ("kind = 'pairs'", "profile = 'fonteintje'"),
    "mitchell": ("kind = 'pairs'\nwinners = 2", "profile = 'ruter'"),
    "butler": ("kind = 'butler'", "datum_drop = 1"),
    "cross": ("kind = 'cross_imp'", "cross_imps = 'sum'"),
}
BIG = "one big club"
PAIRS, BOARDS = 6, 8
SCORES = (*(-1100, -430, -100, -50), *(50, 110, 140, 170, 420, 430, 620, 980, 1430))


def boards_of(random: Random, club: int) -> list[tuple[int, int, int, str, str]]:
    """Board, both pairs, score and ruling of a club; pairs of each club have the numbers 1 to 6."""
    rows = []
    for board in range(1, BOARDS + 1):
        for ns in range(1, PAIRS // 2 + 1):
            ew = PAIRS // 2 + 1 + (ns + board + club) % (PAIRS // 2)
            ruling = random.choice(["", "", "", "", "", "average", "a60_40", "not_played"])
            score = "" if ruling else str(random.choice(SCORES))
            rows.append((board, ns, ew, score, ruling))
    return rows


def write(folder: Path, kind: str, clubs: dict[int, list[tuple[int, int, int, str, str]]], *, named: bool) -> None:
    folder.mkdir(parents=True)
    how, rules = KINDS[kind]
    name = f'simultaneous = "{kind}"\n' if named else ""
    session = f'[[session]]\nsession = "1"\n{how}\n{name}'
    (folder / "competition.toml").write_text(f"{SEASON}{session}[scoring]\n{rules}\n")
    (folder / "sessions.csv").write_text("session_id,date\n1,2025-10-07\n")
    results, entries = ["session_id,line,board,ns,ew,score,ruling"], ["session_id,line,entrant,player_id"]
    for club, rows in clubs.items():
        results += [f"1,A,{board},{club}{ns},{club}{ew},{score},{ruling}" for board, ns, ew, score, ruling in rows]
        entries += [f"1,A,{club}{pair},{club}{pair}{one}" for pair in range(1, PAIRS + 1) for one in "ab"]
    (folder / "results.csv").write_text("\n".join(results))
    (folder / "entries.csv").write_text("\n".join(entries))


@pytest.fixture(scope="module")
def both_ways(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    """Four clubs with an evening of each kind, and one club that has their lines as one evening."""
    landing, random = tmp_path_factory.mktemp("landing"), Random(11)  # noqa: S311 - the same evenings each time
    for kind in KINDS:
        played = {club: boards_of(random, club) for club in range(1, 5)}
        for club, rows in played.items():
            write(landing / f"club {club}" / kind, kind, {club: rows}, named=True)
        write(landing / BIG / kind, kind, played, named=False)
    raw = in_warehouse(read_landing(landing, NOTHING_KEPT))
    made = ("federation.simultaneous_scores", "federation.simultaneous_results", "scored.board_scores")
    return raw | season_tables({**raw, "profiles": profile_table()}, (*made, "scored.session_results"))


OF_LIST = ("competition", "entrant", "boards", "points", "maximum", "score", "rank", "scoring")
OF_LINE = ("competition", "board", "ns", "ew", "ns_points", "ew_points", "top", "datum")


def test_a_simultaneous_event_equals_one_big_field_to_the_last_digit(both_ways: Tables) -> None:
    for ours, whole, columns in (
        ("federation.simultaneous_results", "scored.session_results", OF_LIST),
        ("federation.simultaneous_scores", "scored.board_scores", OF_LINE),
    ):
        expected = both_ways[whole].filter(club=BIG).select(columns).sort(columns)
        assert expected.height > len(KINDS) * 20
        assert both_ways[ours].select(columns).sort(columns).equals(expected)


def test_the_own_list_of_a_club_stays(both_ways: Tables) -> None:
    own = both_ways["scored.session_results"].filter(pl.col("club") != BIG)
    key = ["club", "competition", "entrant"]
    over_all = both_ways["federation.simultaneous_results"].join(own, on=key)
    assert over_all.height == own.height
    assert own["rank"].max() == PAIRS
    assert over_all["rank"].max() > 4 * (PAIRS - 1)


DAY = dt.date(2025, 10, 7)


def cards(*numbers: int) -> list[str]:
    return [f"{number:026x}" for number in numbers]


def events_of(*evenings: tuple[str, dt.date, list[str], str | None]) -> list[tuple[str, str, str, int | None]]:
    """Club, event, `by` and boards of the sessions in events; an evening is club, date, deals and name."""
    sessions, deals = list[dict[str, object]](), list[dict[str, object]]()
    for place, (club, date, dealt, name) in enumerate(evenings):
        key = {"club": club, "session_id": str(place)}
        sessions.append({**key, "date": date, "kind": "pairs", "simultaneous": name})
        deals += [{**key, "board": board, "deal_id": deal} for board, deal in enumerate(dealt, start=1)]
    found = simultaneous_sessions(frame(Sessions, *sessions), frame(Deals, *deals)).collect()
    return found.sort("session_id").select("club", "simultaneous", "by", "boards").rows()


def test_sessions_of_one_event_share_half_of_their_cards_within_a_week() -> None:
    week = dt.timedelta(days=7)
    ours, event = cards(*range(16)), "2025-10-07 a/evening 0"
    half, fewer = cards(*range(8), *range(50, 58)), cards(*range(7), *range(60, 69))
    assert events_of(("a", DAY, ours, None), ("b", DAY + week, half, None), ("c", DAY, fewer, None)) == [
        ("a", event, "cards", 8),
        ("b", event, "cards", 8),
    ]
    assert events_of(("a", DAY, ours, None), ("b", DAY + week + dt.timedelta(days=1), ours, None)) == []
    assert events_of(("a", DAY, ours, None), ("a", DAY, ours, None)) == []
    assert events_of(("a", DAY, ours[:7], None), ("b", DAY, ours[:7], None)) == []
    through_another = cards(*range(8, 16), *range(70, 78))
    linked = [("a", DAY, half, None), ("b", DAY, ours, None), ("c", DAY, through_another, None)]
    assert {event for _, event, *_ in events_of(*linked)} == {event}
    assert len(events_of(*linked)) == 3


def test_a_name_makes_an_event_for_a_week_and_the_same_cards_join_it() -> None:
    later = DAY + dt.timedelta(days=365)
    named = [("a", DAY, list[str](), "Cup"), ("b", DAY, cards(*range(8)), "Cup"), ("c", DAY, cards(*range(8)), None)]
    again = [("a", later, list[str](), "Cup"), ("b", later, list[str](), "Cup"), ("a", later, list[str](), "Alone")]
    assert events_of(*named, *again) == [
        ("a", "Cup", "named", None),
        ("b", "Cup", "named", 8),
        ("c", "Cup", "cards", 8),
        ("a", f"Cup {later}", "named", None),
        ("b", f"Cup {later}", "named", None),
    ]


def test_a_board_is_the_same_by_its_cards_whatever_its_number() -> None:
    rows, deals, sessions = list[dict[str, object]](), list[dict[str, object]](), list[dict[str, object]]()
    for club, first in (("a", 1), ("b", 17)):
        sessions.append({"club": club, "date": DAY, "kind": "pairs"})
        for board in range(first, first + 8):
            rows.append({"club": club, "board": board, "ns": "1", "ew": "2", "score": 50 if club == "a" else 100})
            deals.append({"club": club, "board": board, "deal_id": f"{(board - 1) % 16:026x}"})
    rules = pl.concat(competitions(club) for club in "ab")
    raw = {"results": frame(Results, *rows), "deals": frame(Deals, *deals), "sessions": frame(Sessions, *sessions)}
    given = in_warehouse({**raw, "competitions": rules})
    empty = {
        f"raw.{name}": WAREHOUSE[f"raw.{name}"].create_empty()
        for name in ("entries", "adjustments", "official_results")
    }
    made = season_tables({**given, **empty}, ["federation.simultaneous_results"])["federation.simultaneous_results"]
    assert made.select("club", "entrant", "score", "rank").rows() == [
        *[("a", "1", 0, 3), ("a", "2", 100, 1)],
        *[("b", "1", 100, 1), ("b", "2", 0, 3)],
    ]


def test_what_does_not_fit_an_event_is_found() -> None:
    evenings = {
        **{"a": (cards(*range(8)), "Cup", "pairs"), "b": (cards(*range(8)), "Cup", "pairs")},
        **{
            "c": (cards(*range(20, 28)), "Cup", "butler"),
            "d": (cards(), "Copa", "pairs"),
            "e": (cards(), "Cup", "teams"),
            "f": (cards(*range(8)), "Cupola", "pairs"),
        },
    }
    sessions = [
        {"club": club, "date": DAY, "kind": kind, "simultaneous": name} for club, (_, name, kind) in evenings.items()
    ]
    deals = [
        {"club": club, "board": board, "deal_id": deal}
        for club, (dealt, *_) in evenings.items()
        for board, deal in enumerate(dealt, start=1)
    ]
    rules = pl.concat(competitions(club) for club in evenings)
    given = in_warehouse({"sessions": frame(Sessions, *sessions), "deals": frame(Deals, *deals), "competitions": rules})
    given |= {
        name: WAREHOUSE[name].create_empty()
        for name in ("raw.players", "raw.games", "raw.ratings", "raw.rating_seasons")
    }
    found = season_tables(given, ["federation.findings"])["federation.findings"]
    assert found.select("club", "code", "value").sort("club", "code").rows() == [
        ("c", "federation.other_cards", "Cup"),
        ("c", "federation.other_rules", "Cup"),
        ("d", "federation.no_event", "Copa"),
        ("e", "federation.teams_in_event", "Cup"),
        ("f", "federation.two_names", "Cupola"),
    ]
    assert "has the deals of Cup," in found.filter(code="federation.two_names")["message"][0]
    assert "differ from its own in kind:" in found.filter(code="federation.other_rules")["message"][0]
