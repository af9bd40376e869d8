"""Write one session as PBN 2.1, with a game per board: its deal, if known, and its `ScoreTable`.

The first game also has the result list, as `TotalScoreTable`. The columns follow the standard and Ruter.
"""

from collections.abc import Mapping

import polars as pl

from pipelines.intake.writers.as_json import OF_ENTRANT, Tables, entrants, is_individual, number, people
from transforms.bridge.rulings import AVERAGE, NOT_PLAYED
from transforms.tables.phrases import phrase

_SCORING = {"pairs": "MP", "butler": "IMP;Butler", "cross_imp": "IMP;Cross", "teams": "IMP"}
_DROPPED = {1: "-2", 100: ";Median"}
"""The end of `IMP;Butler` if the datum leaves out one result at each end, or all but the results in the middle."""
_POINTS = {"pairs": "MP", "butler": "IMP", "cross_imp": "IMP", "teams": "IMP"}
_VULNERABLE = {"none": "None", "ns": "NS", "ew": "EW", "both": "All"}
_ORDER_OF_DIGITS = "NSEW"
_SHARES = {"+": "A+", "-": "A-", "50": "A="}
_DASH = "-"
_MEANS_NOTHING = {word: f"({word})" for word in ("", "-", "?")}
"""Texts that would read back as an empty cell, with the text to write instead. A remark keeps the original text."""


def written(tables: Tables, about: Mapping[str, str]) -> str:
    """Return one session as a PBN file. Arguments as for `pipelines.intake.writers.written`."""
    session = tables["sessions"].row(0, named=True)
    kind, date = str(session["kind"]), session["date"]
    lines = pl.concat(tables[name]["line"] for name in ("results", "totals"))
    several = lines.n_unique() > 1 or lines.head(1).to_list() != ["A"]
    who = "Teams" if kind == "teams" else "Individuals" if is_individual(tables["results"]) else "Pairs"
    dropped = _DROPPED.get(session["datum_drop"], "") if kind == "butler" else ""
    scoring = "BAM" if session["team_scoring"] == "point_a_board" else _SCORING[kind] + dropped
    head = {
        "Event": session["title"] or "",
        "Site": about.get("club_name") or about.get("club") or "",
        "Date": f"{date:%Y.%m.%d}" if date else "?",
    }
    of_game = {
        **dict.fromkeys(("West", "North", "East", "South"), "?"),
        "Dealer": "?",
        "Vulnerable": "?",
        "Deal": "",
        "Scoring": scoring,
        **dict.fromkeys(("Declarer", "Contract", "Result"), "?"),
        "Competition": who,
    }
    points = "VP" if kind == "teams" and scoring == "IMP" else _POINTS[kind]
    ranked = _table(
        "TotalScoreTable", _standings(tables, points, with_section=several, with_direction=session["winners"] == 2)
    )
    games = _games(tables, kind, head, of_game, with_section=several)
    first, *others = games or ["".join(f'[{name} "{_plain(text)}"]\n' for name, text in {**head, "Board": "?"}.items())]
    return "\n".join(["% PBN 2.1\n% EXPORT", *(part for part in (first + ranked, *others)), ""])


def _plain(text: str) -> str:
    return " ".join(text.replace('"', "'").split())


def _cell(text: pl.Expr, *, quoted: bool = False) -> pl.Expr:
    """Return a cell of a row: if possible a bare word, otherwise a text in quotes. A null is `-`."""
    plain = text.str.replace_all('"', "'", literal=True).str.replace_all(r"\s+", " ")
    plain = plain.replace(_MEANS_NOTHING)
    is_word = plain.str.contains(r"^[\p{L}\p{N}+%=#.*/-]+$") & ~pl.lit(quoted)
    return pl.when(is_word).then(plain).otherwise(phrase('"{}"', plain)).fill_null(_DASH)


def _table(tag: str, rows: pl.DataFrame) -> str:
    if rows.is_empty():
        return ""
    lines = rows.select(pl.concat_str(pl.all(), separator=" ")).to_series()
    return f'[{tag} "{";".join(rows.columns)}"]\n' + "".join(f"{line}\n" for line in lines)


def _standings(tables: Tables, points: str, *, with_section: bool, with_direction: bool) -> pl.DataFrame:
    named = people(tables).with_columns(name=pl.coalesce("name", "player_id"))
    seated = named.with_columns(pl.col("name", "player_id").str.replace_all(";", ",", literal=True))
    of = seated.group_by(OF_ENTRANT, maintain_order=True).agg(
        names=pl.col("name").str.join(";"),
        ids=pl.col("player_id").str.replace_all(";", ",", literal=True).str.join(";"),
    )
    listed = entrants(tables).join(of, on=OF_ENTRANT, how="left", maintain_order="left")
    columns = {
        "Rank": _cell(pl.col("rank")),
        "PairId": _cell(pl.col("entrant")),
        f"TotalScore{points}": _cell(pl.col("points")),
        "TotalPercentage": _cell(pl.col("score")),
        "Names": _cell(pl.col("names"), quoted=True),
        "MemberID": _cell(pl.col("ids"), quoted=True),
    }
    if listed["boards"].count():
        columns["NrBoards"] = _cell(pl.col("boards"))
    if with_direction:
        columns = {"Direction": _cell(pl.col("direction")), **columns}
    if with_section:
        columns = {"Section": pl.col("line"), **columns}
    return listed.select(**columns)


def _games(
    tables: Tables, kind: str, head: Mapping[str, str], of_game: Mapping[str, str], *, with_section: bool
) -> list[str]:
    rows = _rows(tables["results"], kind, with_section=with_section)
    header = f'[ScoreTable "{";".join(name for name in rows.columns if name != "board")}"]\n'
    scores = rows.group_by("board", maintain_order=True).agg(
        scores=pl.lit(header) + pl.concat_str(pl.exclude("board"), separator=" ").str.join("\n") + "\n"
    )
    dealt = _of_deals(tables["deals"])
    boards = scores.join(dealt, on="board", how="full", coalesce=True).sort("board", maintain_order=True)
    first = pl.int_range(pl.len()).over("board") == 0
    tags = {
        **{name: pl.lit(_plain(text)) for name, text in head.items()},
        "Board": pl.col("board").cast(pl.String),
        **{
            name: pl.coalesce(name, pl.lit(text)) if name in dealt.columns else pl.lit(text)
            for name, text in of_game.items()
        },
        **{name: pl.col(name) for name in ("DoubleDummyTricks", "Section")},
    }
    written = pl.concat_str(
        *(pl.concat_str(pl.lit(f'[{name} "'), text, pl.lit('"]\n')) for name, text in tags.items()), ignore_nulls=True
    )
    return boards.select(pl.concat_str(written, pl.when(first).then("scores"), ignore_nulls=True)).to_series().to_list()


def _of_deals(deals: pl.DataFrame) -> pl.DataFrame:
    """Return the PBN tags of each deal as columns: (board, Dealer, Vulnerable, Deal, DoubleDummyTricks, Section)."""
    of_seat = {seat: pl.col("double_dummy").str.slice(5 * place, 5) for place, seat in enumerate("NESW")}
    return deals.select(
        "board",
        Dealer="dealer",
        Vulnerable=pl.col("vulnerable").replace(_VULNERABLE),
        Deal="deal",
        DoubleDummyTricks=pl.concat_str(of_seat[seat] for seat in _ORDER_OF_DIGITS),
        Section=pl.col("lines").str.split("+"),
    ).explode("Section")


def _rows(results: pl.DataFrame, kind: str, *, with_section: bool) -> pl.DataFrame:
    score, points = pl.col("score"), _POINTS[kind]
    is_played = pl.col("ruling").is_null()
    is_ns = score >= 0
    cells = {
        "Section": pl.col("line") if with_section else pl.lit(None, pl.String),
        "Round": pl.col("round").cast(pl.String),
        "Table": pl.col("table"),
        "PairId_NS": pl.col("ns"),
        "PairId_EW": pl.col("ew"),
        "Contract": pl.col("contract").str.replace("^([1-7])N", "${1}NT").str.replace("PASS", "Pass"),
        "Declarer": pl.col("declarer"),
        "Result": pl.col("tricks").cast(pl.String),
        "Lead": pl.col("lead"),
        "Score_NS": pl.when(is_played).then(pl.when(is_ns).then(score.cast(pl.String))).otherwise(_ruled(1)),
        "Score_EW": pl.when(is_played).then(pl.when(~is_ns).then((-score).cast(pl.String))).otherwise(_ruled(2)),
        f"{points}_NS": number("official_ns_points"),
        f"{points}_EW": number("official_ew_points"),
    }
    needed = ("board", "PairId_NS", "PairId_EW", "Score_NS", "Score_EW")
    rows = results.sort("board", "line", maintain_order=True).select("board", **cells)
    kept = [name for name in rows.columns if name in needed or rows[name].null_count() < rows.height]
    return rows.select("board", *(_cell(pl.col(name)).alias(name) for name in kept if name != "board"))


def _ruled(side: int) -> pl.Expr:
    share = pl.col("ruling").str.extract(r"^a([^_]+)_(.+)$", side)
    return (
        pl.when(pl.col("ruling") == AVERAGE)
        .then(pl.lit("A="))
        .when(pl.col("ruling") == NOT_PLAYED)
        .then(pl.lit("NP" if side == 1 else None, pl.String))
        .otherwise(share.replace(_SHARES).str.replace(r"^([0-9.]+)$", "${1}%"))
    )
