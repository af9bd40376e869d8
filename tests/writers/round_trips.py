"""Sessions such as directors make, by Hypothesis, and what is written and read again next to what it was made from."""

import datetime as dt
from collections.abc import Mapping
from typing import Any

import polars as pl
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

from pipelines.intake.readers import Reading, read_bytes
from pipelines.intake.readers.reading import shape
from pipelines.intake.writers import SUFFIXES, Form, written

Tables = Mapping[str, pl.DataFrame]
FORMS: tuple[Form, ...] = ("json", "usebio", "pbn")
SAME = ("sessions", "entries", "results", "adjustments", "matches", "totals")


def of_session(tables: Tables, session_id: str) -> dict[str, pl.DataFrame]:
    return {
        name: rows.filter(session_id=session_id) if "session_id" in rows.columns else rows
        for name, rows in tables.items()
    }


def read_again(tables: Tables, form: Form) -> Reading:
    session_id = tables["sessions"]["session_id"].item()
    return read_bytes(written(tables, form), f"{session_id}{SUFFIXES[form]}")


def assert_comes_back(tables: Tables, form: Form) -> None:
    again = read_again(tables, form)
    assert again.findings.filter(severity="error").is_empty(), again.findings["message"].to_list()
    for name in SAME:
        assert_frame_equal(cells_of(again.tables[name]), cells_of(tables[name]))
    if form != "usebio":
        assert_frame_equal(deals_of(again.tables), deals_of(tables))
    assert named(again.tables) == named(tables)


def cells_of(rows: pl.DataFrame) -> pl.DataFrame:
    """The rows in some order, without what is not to come back."""
    return rows.select(pl.exclude("^(official_.*|file_id|line_no|reason)$")).sort(pl.all())


def deals_of(tables: Tables) -> pl.DataFrame:
    """The deals; a date of their own, which PBN always has, is left out where it is that of the session.

    So is the round, which a deal in PBN has from the scores below it.
    """
    of_session = pl.lit(tables["sessions"]["date"].item())
    return cells_of(tables["deals"].drop("round").with_columns(date=pl.when(pl.col("date") != of_session).then("date")))


def named(tables: Tables) -> set[tuple[str, str | None]]:
    people = tables["players"].join(tables["entries"].select("player_id"), on="player_id", how="semi")
    return set(people.select("player_id", "name").rows())


KINDS = ("pairs", "butler", "cross_imp", "teams", "individual")
RULINGS = (
    *("not_played", "average", "reversed", "a60_40", "a62.5_50", "a+_-", "a50_+", "w30:420/70:-50"),
    *("s420_-100", "s30:420/70:-50_a40"),
)
ODD = (
    *(
        *("Anna <b>Kok</b>", 'Jan "de Rots" Smit', "Ann & Bob", "=1+1", "O'Neill; Pat", "  ", "Ærø Ünal", "x]]>", "?>"),
        "-",
    ),
    *("A - B", "Tab\there", "guest", "[Event]", "% PBN", "{brace", "^up", "0", "Łucja\u2028Sikora", "<?barometer {}?>"),
)
CONTRACTS = ("PASS", "1C", "3N", "3NX", "4S", "4HXX", "7D")
DEAL = "N:AQ64.AQ5.A9765.4 KJ932.83.Q3.KQ86 T875.K92.KJ.AJ72 .JT764.T842.T953"


def words() -> st.SearchStrategy[str]:
    letters = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=8)
    return st.one_of(st.sampled_from(ODD), letters).map(str.strip).filter(bool)


def rows(name: str, given: list[dict[str, Any]]) -> pl.DataFrame:
    """Rows of a table as readers return it; columns that are not given are null."""
    filled = [{"session_id": "evening", "file_id": "f", "line_no": at, **row} for at, row in enumerate(given, 1)]
    columns = shape(name)
    return pl.DataFrame([[row.get(column) for column in columns] for row in filled], schema=columns, orient="row")


@st.composite
def sessions(draw: st.DrawFn) -> dict[str, pl.DataFrame]:
    form = draw(st.sampled_from(KINDS))
    lines = draw(st.sampled_from((["A"], ["A", "B"], ["B"], ["C", "A"])))
    winners = draw(st.sampled_from((1, 2))) if form in ("pairs", "butler", "cross_imp") else 1
    of = {line: _entrants(draw, winners) for line in lines}
    results = [row for line in lines for row in _results(draw, form, line, of[line])]
    people = [row for line in lines for row in _people(draw, form, line, of[line], winners)]
    names = {row["player_id"]: draw(st.none() | words()) for row in people}
    together = draw(st.sampled_from((None, "+".join(sorted(lines))))) if len(lines) > 1 else None
    session = {
        "date": draw(st.dates(dt.date(1999, 1, 1), dt.date(2030, 1, 1))),
        "kind": "pairs" if form == "individual" else form,
        "winners": winners,
        "title": draw(st.none() | words()),
        "together": together,
        "event": draw(st.sampled_from((None, "Cup"))),
        "carry": draw(st.sampled_from((None, 0.5))),
        "team_scoring": draw(st.sampled_from((None, "imps", "point_a_board"))) if form == "teams" else None,
    }
    dealt: dict[str, Any] = {"board": 1, "dealer": "N", "vulnerable": "none", "deal": DEAL}
    dealt["lines"] = draw(st.sampled_from((None, lines[0])))
    entrants = [(line, entrant) for line in lines for entrant in of[line]]
    return {
        "sessions": rows("sessions", [session]),
        "players": rows("players", [{"player_id": each, "name": name} for each, name in names.items()]),
        "entries": rows("entries", people),
        "results": rows("results", results),
        "official_results": rows(
            "official_results",
            [{"line": line, "entrant": who, "points": 10.5, "score": 50.126, "rank": 1} for line, who in entrants],
        ),
        "adjustments": rows(
            "adjustments",
            [{"line": line, "entrant": who, "amount": -2.5, "unit": "percent_of_top"} for line, who in entrants[:1]]
            if draw(st.booleans())
            else [],
        ),
        "matches": rows("matches", _matches(results) if form == "teams" and draw(st.booleans()) else []),
        "totals": rows("totals", []),
        "deals": rows("deals", [dealt] if draw(st.booleans()) else []),
    }


def _entrants(draw: st.DrawFn, winners: int) -> list[str]:
    style = draw(st.sampled_from(("number", "direction", "name")))
    if style == "name":
        given = draw(st.lists(words().filter(lambda word: "+" not in word), min_size=4, max_size=5, unique=True))
        return [word for word in given if word]
    if style == "direction" and winners == 2:
        return ["1NS", "2NS", "1EW", "2EW"]
    return ["1", "2", "3", "4", "5"]


def _results(draw: st.DrawFn, form: str, line: str, of: list[str]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for board in (1, 2, 3):
        order = draw(st.permutations(of))
        sides: list[tuple[str, str | None]] = [(order[0], order[1]), (order[2], order[3])]
        if form == "individual":
            sides = [("+".join(order[:2]), "+".join(order[2:4]))]
        if form == "teams":
            sides = [(order[0], order[1]), (order[1], order[0])]
        elif draw(st.booleans()) and form != "individual":
            sides.append((order[4 % len(order)], None) if len(order) > 4 else (order[0], order[2]))
        for ns, ew in sides:
            found.append({"line": line, "board": board, "ns": ns, "ew": ew, **_outcome(draw, is_bye=ew is None)})
    return found


def _outcome(draw: st.DrawFn, *, is_bye: bool) -> dict[str, Any]:
    where = {"round": draw(st.sampled_from((None, 1, 2))), "table": draw(st.sampled_from((None, "1", "Table 2", "-")))}
    if is_bye:
        return where
    how = draw(st.sampled_from(("played", "score", "ruled", "played and ruled")))
    played = {
        "contract": draw(st.sampled_from(CONTRACTS)),
        "declarer": draw(st.sampled_from("NESW")),
        "tricks": draw(st.integers(0, 13)),
        "score": draw(st.sampled_from((-1100, -50, 0, 420, 630))),
        "lead": draw(st.sampled_from((None, "SQ", "HT"))),
        **draw(st.sampled_from(({}, {"auction": "Pass 1NT! X"}, {"auction": "Pass Pass", "play": "SQ S2 ST"}))),
    }
    if played["contract"] == "PASS":
        played |= {"declarer": None, "tricks": None, "score": 0, "lead": None, "auction": None, "play": None}
    ruled = {"ruling": draw(st.sampled_from(RULINGS)), "subfield": draw(st.sampled_from((None, "a")))}
    points = {"official_ns_points": 2.125, "official_ew_points": 1.875, "official_centred": False}
    parts = {"played": played, "score": {"score": played["score"]}, "ruled": ruled, "played and ruled": played | ruled}
    return {**where, **parts[how], **points}


def _people(draw: st.DrawFn, form: str, line: str, of: list[str], winners: int) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    style = draw(st.sampled_from(("number", "word")))
    for place, entrant in enumerate(of):
        for seat in range({"individual": 1, "teams": 5}.get(form, 2)):
            each = f"{line}{place}{seat}" if style == "number" else f"person {line} {place} {seat}"
            row: dict[str, Any] = {"line": line, "entrant": entrant, "player_id": each}
            row["substitutes_for"] = draw(st.sampled_from((None, None, "0007")))
            row["seat"] = draw(st.sampled_from((None, "N", "W")))
            row["rounds"] = draw(st.sampled_from((None, "1+3"))) if form == "teams" else None
            row["direction"] = ("NS" if place % 2 else "EW") if winners == 2 else None
            found.append(row)
    return found


def _matches(results: list[dict[str, Any]]) -> list[dict[str, Any]]:
    met = {(row["line"], row["round"], row["ns"], row["ew"]) for row in results if row["round"] is not None}
    return [
        {
            "line": line,
            "round": number,
            "team": team,
            "opponent": other,
            "vp": 12.25 if team < other else 7.75,
            "boards": 3,
        }
        for line, number, team, other in sorted(met)
    ]
