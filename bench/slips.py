"""Make plausible slips in simulated evenings; count those found, those corrected rightly, and false alarms.

    python -m bench.slips 1000 SEED

Each evening is a competition of its own, so one call of the transforms holds all of them. Half of them are Bridgemate
tables, with their movement. The others are rows with round and table, as in CSV files. A slip is found if the evening
has a finding that the clean evening lacks; it is corrected rightly if a finding names the row and the right value.
"""

import argparse
import datetime as dt
import json
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from pipelines.intake.readers import bws
from pipelines.intake.readers.reading import reading
from pipelines.settings.competition import Settings
from pipelines.settings.season_rows import competitions_frame
from transforms.balance.generators import known_plays
from transforms.bridge.contracts import contract_score
from transforms.checks.assembly import assemble
from transforms.tables.schemas import LANDING, Competitions, as_read
from transforms.tables.shared import in_shape

FEWEST_PAIRS, MOST_PAIRS = 6, 40
MOST_BOARDS = 28
EVENING = dt.datetime(2025, 9, 2)
UNIT = ("evening", "round", "table")
STRAINS = ("C", "D", "H", "S", "N")


class Slip(NamedTuple):
    """The rows with a slip, and for each row that it changed, what findings should say: (evening, row, off, right)."""

    rows: pl.DataFrame
    truth: pl.DataFrame
    of_tables: bool = True


def main() -> None:
    """Print the shares by kind of slip."""
    parser = argparse.ArgumentParser(prog="slips", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("evenings", type=int)
    parser.add_argument("seed", type=int)
    given = parser.parse_args()
    random = np.random.default_rng(given.seed)
    clean = evenings(given.evenings, random)
    plan(clean)
    names = {number: f"{number:05}" for number in range(given.evenings)}
    before, _ = findings_of(clean, set())
    alarmed = before.filter(_is_of_schedule())["competition"].n_unique()
    print(f"{'clean':<16} false alarms {alarmed / given.evenings:6.1%} of {given.evenings}")
    for kind, make in KINDS.items():
        slip = make(clean, random)
        absent = {(one, pair) for one, pair in slip.truth.filter(off="phantom").select("evening", "right").rows()}
        found, results = findings_of(slip.rows, absent)
        known = before.select("competition", "code", "message")
        new = found.join(known, on=known.columns, how="anti")
        of = slip.truth["evening"].unique()
        if not slip.of_tables:
            of = of.filter(of % 2 == 1)
        asked = [names[one] for one in of]
        said = new.filter(pl.col("competition").is_in(asked))
        right = rightly(said, results, slip.truth.filter(pl.col("evening").is_in(of.implode())))
        shares = (said["competition"].n_unique() / len(asked), right / len(asked))
        print(f"{kind:<16} found {shares[0]:6.1%}, corrected rightly {shares[1]:6.1%}, of {len(asked)}")
    print(f"{'foreign file':<16} n/a")


def _is_of_schedule() -> pl.Expr:
    others = ("results.missing", "results.seen_before", "results.turned", "results.out_of_place", "results.lone_board")
    return pl.col("code").is_in(["results.off_schedule", "results.one_side", *others])


def evenings(many: int, random: np.random.Generator) -> pl.DataFrame:
    """Return the rows of this many evenings: evening, row, section, round, table, board, ns, ew, contract, and so on.

    In every third evening that consists of rows, a pair is missing.
    """
    tables = random.integers(FEWEST_PAIRS // 2, MOST_PAIRS // 2 + 1, many)
    plays = known_plays(sorted({*tables.tolist()}))
    movements = plays.group_by("tables").agg(pl.col("movement").unique().sort())
    chosen = (
        pl.DataFrame({"evening": range(many), "tables": tables}, schema={"evening": pl.Int64, "tables": pl.Int32})
        .join(movements, on="tables", maintain_order="left")
        .with_columns(
            each=pl.Series(random.integers(2, 5, many)),
            is_switched=pl.Series(random.random(many)) < 1 / 3,
            nth=(pl.Series(random.random(many)) * pl.col("movement").list.len()).cast(pl.Int32),
        )
        .with_columns(movement=pl.col("movement").list.get(pl.col("nth")))
    )
    turned = pl.col("is_switched") & (pl.col("round") % 4 == 0)
    units = (
        chosen.join(plays, on=["tables", "movement"])
        .filter(pl.col("round") * pl.col("each") <= pl.max_horizontal(MOST_BOARDS, 4 * pl.col("each")))
        .with_columns(ns=pl.when(turned).then("ew").otherwise("ns"), ew=pl.when(turned).then("ns").otherwise("ew"))
        .pipe(_with_own_numbers, random)
        .remove(pl.col("evening") % 6 == 5, pl.max_horizontal("ns", "ew") == 2 * pl.col("tables"))
    )
    of_unit = pl.int_ranges(1 + (pl.col("board_set") - 1) * pl.col("each"), 1 + pl.col("board_set") * pl.col("each"))
    rows = (
        units.with_columns(board=of_unit)
        .explode("board", empty_as_null=True, keep_nulls=True)
        .sort("evening", "round", "table", "board")
    )
    size = rows.height
    level, over = random.integers(1, 5, size), random.integers(-2, 3, size)
    return rows.select(
        *(pl.col(name).cast(pl.Int64) for name in ("evening", "round", "table", "board", "ns", "ew")),
        section=pl.lit(1),
        row=pl.int_range(1, pl.len() + 1).over("evening"),
        contract=pl.Series(level).cast(pl.String) + pl.Series(np.array(STRAINS)[random.integers(0, 5, size)]),
        declarer=pl.Series(np.array(["N", "E", "S", "W"])[random.integers(0, 4, size)]),
        tricks=pl.Series(np.minimum(6 + level + over, 13)),
        over=pl.Series(np.minimum(over, 7 - level)),
        sign=pl.lit(1),
    )


def _with_own_numbers(units: pl.DataFrame, random: np.random.Generator) -> pl.DataFrame:
    """Number the pairs of every fourth evening in another order than that of the movement."""
    of = pl.concat(units.select("evening", pair=side) for side in ("ns", "ew")).unique().sort("evening", "pair")
    drawn = pl.when(pl.col("evening") % 4 == 1).then("drawn").otherwise("pair")
    with_drawn = of.with_columns(drawn=pl.Series(random.random(of.height)))
    given = with_drawn.with_columns(number=drawn.rank("ordinal").over("evening").cast(pl.Int32))
    for side in ("ns", "ew"):
        of_side = given.select("evening", pl.col("pair").alias(side), new="number")
        units = units.join(of_side, on=["evening", side], maintain_order="left").with_columns(pl.col("new").alias(side))
        units = units.drop("new")
    return units


def _one_of(rows: pl.DataFrame, key: tuple[str, ...], random: np.random.Generator) -> pl.DataFrame:
    """Draw one value of the key from each evening."""
    units = rows.select("evening", *key).unique(maintain_order=True)
    drawn = units.with_columns(drawn=pl.Series(random.random(units.height)))
    return drawn.sort("evening", "drawn").unique("evening", keep="first", maintain_order=True).drop("drawn")


def _changed(rows: pl.DataFrame, new: pl.DataFrame, *columns: str) -> pl.DataFrame:
    """Replace columns of the rows that `new` has, by evening and row."""
    values = new.select("evening", "row", pl.col(columns).name.suffix("_new"))
    joined = rows.join(values, on=["evening", "row"], how="left", maintain_order="left")
    return joined.with_columns(pl.coalesce(f"{name}_new", name).alias(name) for name in columns).select(rows.columns)


def _truth(rows: pl.DataFrame, off: pl.Expr | str, right: pl.Expr) -> pl.DataFrame:
    variant = pl.lit(off) if isinstance(off, str) else off
    return rows.select("evening", "row", off=variant, right=right.cast(pl.String))


def wrong_board(rows: pl.DataFrame, random: np.random.Generator) -> Slip:
    """Type another board of the evening in one row."""
    one = rows.join(_one_of(rows, ("row",), random), on=["evening", "row"])
    boards = rows.select("evening", other="board").unique(maintain_order=True)
    wrong = one.join(boards, on="evening").filter(pl.col("other") != pl.col("board"))
    wrong = wrong.join(_one_of(wrong, ("other",), random), on=["evening", "other"])
    return Slip(_changed(rows, wrong.with_columns(board="other"), "board"), _truth(wrong, "board", pl.col("board")))


def pairs_exchanged(rows: pl.DataFrame, random: np.random.Generator) -> Slip:
    """Exchange the North-South pairs of two tables in a round."""
    one = _one_of(rows, ("round", "table"), random)
    others = rows.select(*UNIT, other_ns="ns").unique(maintain_order=True).rename({"table": "other"})
    both = one.join(rows.select(*UNIT, "ns").unique(), on=UNIT).join(others, on=["evening", "round"])
    both = both.filter(pl.col("table") != pl.col("other"))
    both = both.join(_one_of(both, ("other",), random), on=["evening", "other"])
    there = both.select("evening", "round", table="other", new="ns")
    new = pl.concat([both.select(*UNIT, new="other_ns"), there])
    wrong = rows.join(new, on=UNIT)
    return Slip(_changed(rows, wrong.with_columns(ns="new"), "ns"), _truth(wrong, "ns", pl.col("ns")))


def table_turned(rows: pl.DataFrame, random: np.random.Generator) -> Slip:
    """Exchange the two pairs of a table in a round."""
    wrong = rows.join(_one_of(rows, ("round", "table"), random), on=UNIT)
    new = wrong.with_columns(ns="ew", ew="ns")
    return Slip(_changed(rows, new, "ns", "ew"), _truth(wrong, "turned", pl.lit(None, pl.String)))


def phantom(rows: pl.DataFrame, random: np.random.Generator) -> Slip:
    """Enter a pair without players, with all its boards passed out."""
    pairs = pl.concat(rows.select("evening", pair=side) for side in ("ns", "ew"))
    one = _one_of(pairs, ("pair",), random)
    wrong = rows.join(one, on="evening").filter((pl.col("ns") == pl.col("pair")) | (pl.col("ew") == pl.col("pair")))
    return Slip(
        _changed(rows, wrong.with_columns(contract=pl.lit("PASS")), "contract"),
        _truth(wrong, "phantom", pl.col("pair")),
    )


def number_reused(rows: pl.DataFrame, random: np.random.Generator) -> Slip:
    """Type the number of another pair in one row."""
    one = rows.join(_one_of(rows, ("row",), random), on=["evening", "row"])
    pairs = pl.concat(rows.select("evening", pair=side) for side in ("ns", "ew")).unique(maintain_order=True)
    wrong = one.join(pairs, on="evening").filter(pl.col("pair") != pl.col("ns"), pl.col("pair") != pl.col("ew"))
    wrong = wrong.join(_one_of(wrong, ("pair",), random), on=["evening", "pair"])
    is_ns = pl.col("pair") % 2 == 0
    new = wrong.with_columns(
        ns=pl.when(is_ns).then("pair").otherwise("ns"), ew=pl.when(is_ns).then("ew").otherwise("pair")
    )
    off = pl.when(is_ns).then(pl.lit("ns")).otherwise(pl.lit("ew"))
    return Slip(_changed(rows, new, "ns", "ew"), _truth(wrong, off, pl.when(is_ns).then("ns").otherwise("ew")))


def sign(rows: pl.DataFrame, random: np.random.Generator) -> Slip:
    """Give one score the wrong sign. Bridgemate tables hold no scores."""
    wrong = rows.join(_one_of(rows, ("row",), random), on=["evening", "row"])
    new = wrong.with_columns(sign=pl.lit(-1))
    return Slip(_changed(rows, new, "sign"), _truth(wrong, "score", pl.lit(None, pl.String)), of_tables=False)


def section_apart(rows: pl.DataFrame, random: np.random.Generator) -> Slip:
    """Enter the results of a table in a round under another section."""
    wrong = rows.join(_one_of(rows, ("round", "table"), random), on=UNIT)
    new = wrong.with_columns(section=pl.lit(2))
    return Slip(_changed(rows, new, "section"), _truth(wrong, "line", pl.lit("A")))


KINDS: dict[str, Callable[[pl.DataFrame, np.random.Generator], Slip]] = {
    "wrong board": wrong_board,
    "pairs exchanged": pairs_exchanged,
    "table turned": table_turned,
    "phantom": phantom,
    "number reused": number_reused,
    "sign": sign,
    "section apart": section_apart,
}


def findings_of(rows: pl.DataFrame, absent: set[tuple[int, str]]) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return all findings about these evenings, and the results that count."""
    of_tables, of_rows = rows.filter(pl.col("evening") % 2 == 0), rows.filter(pl.col("evening") % 2 == 1)
    read = _as_csv(of_rows, absent)
    findings: list[pl.DataFrame] = []
    for (evening,), given in of_tables.partition_by("evening", as_dict=True, maintain_order=True).items():
        found = reading("bws", bws.sheets(_tables(given, absent), f"{evening:05}"), f"{evening:05}.bws")
        club = (pl.lit("club").alias("club"), pl.lit(f"{evening:05}").alias("competition"))
        for name, table in found.tables.items():
            if table.height:
                read[name].append(table.with_columns(*club))
        findings.append(found.findings.with_columns(*club))
    tables = {
        name: pl.concat([pl.DataFrame(schema=as_read(name)), *parts], how="diagonal").select(*as_read(name))
        for name, parts in read.items()
    }
    names = rows.select(pl.col("evening").cast(pl.String).str.zfill(5)).unique().to_series().sort()
    one = competitions_frame("club", "-", Settings.model_validate({"season": [SEASON]}))
    competitions = one.drop("competition").join(pl.DataFrame({"competition": names}), how="cross").select(one.columns)
    made, across = assemble(tables, in_shape(Competitions, competitions))
    columns = ("competition", "line_no", "code", "arguments", "message")
    return pl.concat([across.select(columns), *(some.select(columns) for some in findings)]), made["results"]


SEASON = {"name": "2025-26", "start": dt.date(2025, 9, 1), "end": dt.date(2026, 8, 31)}


def _as_csv(rows: pl.DataFrame, absent: set[tuple[int, str]]) -> dict[str, list[pl.DataFrame]]:
    is_pass = pl.col("contract") == "PASS"
    id_ = pl.col("evening").cast(pl.String).str.zfill(5)
    at = {"club": pl.lit("club"), "competition": id_, "session_id": id_, "file_id": pl.lit("results.csv")}
    cells = rows.with_columns(
        pl.when(~is_pass).then("declarer"),
        pl.when(~is_pass).then("tricks").cast(pl.Int8),
        pl.col("board", "round").cast(pl.Int32),
    )
    due = contract_score(pl.col("board"), pl.col("contract"), pl.col("declarer"), pl.col("tricks"))
    results = cells.select(
        "round", "board", "contract", "declarer", "tricks", pl.col("table", "ns", "ew").cast(pl.String),
        line=pl.when(section=1).then(pl.lit("A")).otherwise(pl.lit("B")),
        score=pl.when(is_pass).then(0).otherwise(due * pl.col("sign")).cast(pl.Int32), line_no="row", **at,
    )  # fmt: skip
    sessions = rows.select(date=pl.lit(EVENING.date()), kind=pl.lit("pairs"), line_no=pl.lit(1), **at).unique()
    pairs = pl.concat(rows.select("evening", pair=side) for side in ("ns", "ew")).unique(maintain_order=True)
    gone = pl.DataFrame([*absent], schema={"evening": pl.Int64, "pair": pl.String}, orient="row")
    there = pairs.with_columns(pl.col("pair").cast(pl.String)).join(gone, on=["evening", "pair"], how="anti")
    entries = there.join(pl.DataFrame({"player": ["a", "b"]}), how="cross").select(
        line=pl.lit("A"), entrant="pair", player_id=pl.concat_str("pair", "player"),
        line_no=pl.int_range(pl.len()), **at,
    )  # fmt: skip
    given = {"results": results, "sessions": sessions, "entries": entries}
    return {
        name: [given[name].with_columns(pl.col("line_no").cast(pl.Int64))] if name in given else [] for name in LANDING
    }


def _tables(rows: pl.DataFrame, absent: set[tuple[int, str]]) -> dict[str, list[dict[str, Any]]]:
    planned = _PLANS[rows["evening"][0]]
    evening = rows["evening"][0]
    received = [
        {
            **{"ID": row["row"], "Section": row["section"], "Table": row["table"], "Round": row["round"]},
            **{"Board": row["board"], "PairNS": row["ns"], "PairEW": row["ew"], "DateLog": EVENING, "Erased": False},
            **{"NS/EW": row["declarer"], "Contract": f"{row['contract'][0]} {row['contract'][1:]}", "LeadCard": ""},
            "Result": "=" if not row["over"] else f"{row['over']:+}",
        }
        | ({"Contract": "PASS", "Result": "", "NS/EW": ""} if row["contract"] == "PASS" else {})
        for row in rows.iter_rows(named=True)
    ]
    people = [
        {"Section": 1, "Table": row["Table"], "Direction": seat, "Number": f"{pair}{seat}", "Name": f"{pair} {seat}"}
        for row in planned
        if row["Round"] == 1
        for pair, seats in ((row["NSPair"], "NS"), (row["EWPair"], "EW"))
        if (evening, str(pair)) not in absent
        for seat in seats
    ]
    section = {"ID": 1, "Letter": "A", "Tables": max(row["Table"] for row in planned), "MissingPair": 0, "Winners": 1}
    return {"ReceivedData": received, "Section": [section], "RoundData": planned, "PlayerNumbers": people}


_PLANS: dict[int, list[dict[str, int]]] = {}


def plan(rows: pl.DataFrame) -> None:
    """Keep the movement of each evening as Bridgemate tables hold it."""
    units = rows.group_by(*UNIT, "ns", "ew", maintain_order=True).agg(
        low=pl.col("board").min(), high=pl.col("board").max()
    )
    for (evening,), of in units.partition_by("evening", as_dict=True, maintain_order=True).items():
        _PLANS[int(evening)] = of.select(
            Section=pl.lit(1), Table="table", Round="round", NSPair="ns", EWPair="ew", LowBoard="low", HighBoard="high"
        ).to_dicts()


def rightly(found: pl.DataFrame, results: pl.DataFrame, truth: pl.DataFrame) -> int:
    """Return in how many evenings a finding gives every changed row its right value."""
    said: set[tuple[int, int, str, str | None]] = set()
    for competition, line_no, code, arguments in found.select("competition", "line_no", "code", "arguments").rows():
        given = json.loads(arguments or "{}")
        if code == "results.off_schedule":
            off = given.get("off", "")
            right = None if off == "turned" else given.get("right")
            said |= {(int(competition), int(no), off, right) for no in given.get("at_lines", "").split(", ") if no}
        elif code == "results.score_of_contract":
            said.add((int(competition), line_no, "score", None))
    absent = {
        (int(competition), line_no, "phantom")
        for competition, line_no in results.filter(pl.any_horizontal(pl.col("ns", "ew").is_null()))
        .select("competition", "line_no")
        .rows()
    }
    marked = truth.with_columns(
        is_right=pl.Series(
            [
                (one, row, off, right) in said or (one, row, off) in absent
                for one, row, off, right in truth.select("evening", "row", "off", "right").rows()
            ],
            dtype=pl.Boolean,
        )
    )
    return marked.group_by("evening").agg(pl.col("is_right").all()).filter("is_right").height


if __name__ == "__main__":
    main()
