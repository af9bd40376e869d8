"""Prepare result lines for the checks: find absent pairs, meetings, repeated lines and settled results."""

import polars as pl

from transforms.bridge.contracts import PASSED_OUT, contract_score
from transforms.bridge.rulings import AVERAGE, is_not_played
from transforms.bridge.sessions import NOBODY, PARTNERS, as_in_tables, by_entrant
from transforms.intake.findings import PLACE, RESULTS_ORDER
from transforms.tables.messages import VARIANT
from transforms.tables.raw import SETTLED
from transforms.tables.runs import key_number
from transforms.tables.schemas import CLUB, ENTRANT, LINE, LISTED_RESULT, SESSION

_LINE = (*SESSION, *PLACE)
_OF_RESULT = ("contract", "declarer", "tricks", "score", "ruling")
_SEAT = ("session", "line", "board", "pair", "of_direction", "of_round")
MEETING = ("line", "of_round", "board", "one", "other")
"""Two lines of one meeting are equal in these columns. Round and direction distinguish lines of teams, not of pairs."""


_FEWEST_EMPTY = 3
"""The fewest empty results of a phantom. A pair that sits down passes out only one or two of a hundred boards."""


def phantoms(
    results: pl.LazyFrame, entries: pl.LazyFrame, listed: pl.LazyFrame, sessions: pl.LazyFrame
) -> pl.DataFrame:
    """Return (`ENTRANT`, file_id, line_no, variant): the first row of each phantom, a pair that did not come.

    A phantom has no entry, although others on its line have one. It has no score, no contract and no ruling except
    `not_played`. The variant `passed_out` is for pairs, not teams, to whom the file's list (`listed`) gives no result,
    and whose results, three or more, are all passes, zeros or averages.
    """
    unplayed = pl.col("ruling").is_null() | is_not_played(pl.col("ruling"))
    is_pass = (pl.col("contract").is_null() | (pl.col("contract") == PASSED_OUT)) & (pl.col("score").fill_null(0) == 0)
    is_empty = is_pass & (unplayed | (pl.col("ruling") == AVERAGE))
    has_result = pl.col("score").is_not_null() | pl.col("contract").is_not_null() | ~unplayed
    sides = [
        results.select(*LINE, *PLACE, entrant=side, is_empty=is_empty, has_result=has_result).drop_nulls("entrant")
        for side in ("ns", "ew")
    ]
    # First exclude the many results of pairs with entries, and results that are not empty.
    nameless = pl.concat(side.filter("is_empty") for side in sides).select(ENTRANT).unique()
    nameless = nameless.join(entries, on=LINE, how="semi").join(entries, on=ENTRANT, how="anti")
    absent = nameless.remove(pl.col("entrant").str.contains(PARTNERS, literal=True)).collect().lazy()
    may_be = (
        pl.concat(sides)
        .join(absent, on=ENTRANT, how="semi")
        .sort(PLACE)
        .group_by(ENTRANT, maintain_order=True)
        .agg(pl.col(PLACE).first(), pl.col("is_empty").all(), pl.col("has_result").sum())
        .filter("is_empty")
        .with_columns(pl.when(pl.col("has_result") > 0).then(pl.lit("passed_out")).otherwise(pl.lit("")).alias(VARIANT))
    )
    has_list = listed.filter(pl.any_horizontal(pl.col(LISTED_RESULT).is_not_null()))
    of_pairs = sessions.filter(pl.col("kind") != "teams")
    passing = may_be.filter(pl.col("has_result") >= _FEWEST_EMPTY).join(of_pairs, on=SESSION, how="semi")
    of_none = may_be.filter(pl.col("has_result") == 0)
    found = pl.concat([of_none, passing.join(has_list, on=ENTRANT, how="anti")])
    return found.select(*ENTRANT, *PLACE, VARIANT).collect()


def without_phantoms(results: pl.LazyFrame, phantoms: pl.DataFrame) -> pl.LazyFrame:
    """Turn lines of a pair against a phantom into sit-outs of the pair, and drop lines that have only phantoms."""
    if phantoms.is_empty():
        return results
    concerned = pl.col("session_id").is_in(phantoms["session_id"].unique().to_list())
    one_side = pl.col("ns").is_null() | pl.col("ew").is_null()
    absent = phantoms.select(pl.struct(ENTRANT)).to_series().implode()
    away = [pl.struct(*LINE, pl.col(side).alias("entrant")).is_in(absent) for side in ("ns", "ew")]
    seated = (
        results.filter(concerned)
        .remove(pl.all_horizontal(away) | (pl.any_horizontal(away) & one_side))
        .with_columns(
            ns=pl.when(~away[0]).then("ns"),
            ew=pl.when(~away[1]).then("ew"),
            **{name: pl.when(~pl.any_horizontal(away)).then(name) for name in _OF_RESULT},
        )
    )
    return pl.concat([results.filter(~concerned), seated])


def as_given(results: pl.LazyFrame, sessions: pl.LazyFrame) -> pl.LazyFrame:
    """Return `Results` in order, with null for `NOBODY`, `kind` of the session, and the score `from_contract`."""
    from_contract = contract_score(pl.col("board"), pl.col("contract"), pl.col("declarer"), pl.col("tricks"))
    return (
        results.with_columns(pl.when(pl.col(side) != NOBODY).then(side).alias(side) for side in ("ns", "ew"))
        .join(sessions.select(*SESSION, "kind"), on=SESSION)
        .sort(RESULTS_ORDER, maintain_order=True)
        .with_columns(from_contract=from_contract)
    )


def lines_of_meetings(results: pl.LazyFrame, sessions: pl.LazyFrame) -> pl.LazyFrame:
    """Return the `Results` of two pairs (not of teams or individuals), with the two as `one` and `other`, sorted."""
    not_of_teams = sessions.filter(pl.col("kind") != "teams").select(SESSION)
    return (
        results.filter(
            pl.all_horizontal(pl.col("ns", "ew").is_not_null()),
            ~pl.any_horizontal(pl.col("ns", "ew").str.contains(PARTNERS, literal=True)),
        )
        .join(not_of_teams, on=SESSION, how="semi")
        .with_columns(one=pl.min_horizontal("ns", "ew"), other=pl.max_horizontal("ns", "ew"))
    )


def ends_of_files(read: pl.LazyFrame, given: pl.LazyFrame) -> pl.LazyFrame:
    """Return (club, competition, file_id, end, given): each file's last line number, and its rows with a session."""
    file = [*CLUB, "file_id"]
    ends = read.group_by(file).agg(end=pl.col("line_no").max())
    return ends.join(given.group_by(file).agg(given=pl.len()), on=file)


def repeated(lines: pl.DataFrame) -> pl.DataFrame:
    """Add `pair`, `first_file_id` and `first_line_no` of `seen_before` to the lines; null if a line counts."""
    again = seen_before(lines)
    if again.is_empty():
        added = again.drop(_LINE).schema
        return lines.with_columns(pl.lit(None, dtype).alias(name) for name, dtype in added.items())
    return lines.join(again, on=_LINE, how="left", maintain_order="left")


def with_worth(results: pl.LazyFrame) -> pl.LazyFrame:
    """Add `result` in words, the two sides in one order as `one` and `other`, and `worth`, the score of `one`."""
    is_teams = pl.col("kind") == "teams"
    turned = ~is_teams & (pl.col("ns") > pl.col("ew"))
    return results.with_columns(
        of_round=pl.when(is_teams).then("round"),
        one=pl.when(turned).then("ew").otherwise("ns"),
        other=pl.when(turned).then("ns").otherwise("ew"),
        result=pl.concat_str(*(pl.col(name).cast(pl.String) for name in _OF_RESULT), separator=" ", ignore_nulls=True),
        worth=pl.struct(pl.coalesce("score", "from_contract") * pl.when(turned).then(-1).otherwise(1), "ruling"),
    )


def seen_before(lines: pl.DataFrame) -> pl.DataFrame:
    """Return the lines (`SESSION`, file_id, line_no) on which a `pair` repeats a board.

    The result that counts is at `first_file_id` and `first_line_no`. A line does not count if an earlier line that
    counts has one of its pairs on the same board. Lines are in order of `late`, file and line number; but within a
    file, a result that occurs more often comes first. A team may have each board twice in every round, once in each
    direction.
    """
    numbered_lines = lines.lazy().with_columns(session=key_number(lines, SESSION))
    kept = (*_LINE, "late", "session", "kind", "line", "round", "board")
    sides = pl.concat(numbered_lines.select(*kept, side=side, direction=pl.lit(side)) for side in ("ns", "ew"))
    is_team = pl.col("kind") == "teams"
    seats = by_entrant(sides.drop_nulls("side"), "side").select(
        *(*_LINE, "late", "session", "line", "board"),
        pair="entrant",
        # Fill nulls, since a null equals nothing in a join.
        of_direction=pl.when(is_team).then("direction").otherwise(pl.lit("")),
        of_round=pl.when(is_team).then("round").fill_null(-1),
    )
    contested = seats.filter(pl.len().over(_SEAT) > 1).collect()
    with_fewer = with_worth(lines.lazy().join(contested.lazy(), on=_LINE, how="semi")).select(
        *_LINE, fewer=-pl.len().over(*SESSION, "file_id", *MEETING, "worth").cast(pl.Int64)
    )
    number = pl.struct("late", *SESSION, "file_id", "fewer", "line_no").rank("dense")
    numbered = contested.join(with_fewer.collect(), on=_LINE).with_columns(
        number=number, seat=pl.struct(_SEAT).rank("dense")
    )
    numbered = numbered.sort("number", "seat")
    places = numbered.select("number", *_LINE).unique("number")
    before = places.select(first="number", first_file_id="file_id", first_line_no="line_no")
    return (
        _beaten(numbered.select("number", "seat", "pair"))
        .join(places, on="number")
        .join(before, on="first")
        .sort("number")
        .select(*_LINE, "pair", "first_file_id", "first_line_no")
    )


def _beaten(undecided: pl.DataFrame) -> pl.DataFrame:
    """Return (number, pair, first): the lines that do not count, each with the earlier line that counts instead."""
    # Each pass decides some lines. A line that is first in all its seats counts, and other lines in these seats do not.
    beaten = []
    while not undecided.is_empty():
        comes_first = pl.col("number") == pl.col("number").min().over("seat")
        counts = undecided.with_columns(comes_first=comes_first).filter(pl.col("comes_first").all().over("number"))
        lost = (
            undecided.join(counts.select("seat", first="number"), on="seat")
            .filter(pl.col("number") != pl.col("first"))
            .sort("number", "first", "pair")
            .unique("number", keep="first", maintain_order=True)
        )
        beaten.append(lost.select("number", "pair", "first"))
        decided = pl.concat([counts.select("number"), lost.select("number")])
        undecided = undecided.join(decided, on="number", how="anti")
    return pl.concat(beaten) if beaten else undecided.select("number", "pair", first="number")


def settled_results(settings: pl.LazyFrame, results: pl.LazyFrame) -> pl.LazyFrame:
    """Return (`LINE`, board, ns, ew, file_id, line_no) of the `Results` that the director settled, each once."""
    written = written_as_settled(settings)
    at = [*CLUB, "session_id", "line", "board"]
    found = [results.join(written.select(*at, pl.col("pair").alias(side)), on=[*at, side]) for side in ("ns", "ew")]
    return pl.concat(found).select(*LINE, "board", "ns", "ew", "file_id", "line_no").unique()


def written_as_settled(settings: pl.LazyFrame) -> pl.LazyFrame:
    """Return (club, competition, session_id, line, board, pair, written) of each result listed in `settled`."""
    return (
        settings.filter(pl.col("session_id").is_not_null())
        .select(*CLUB, "session_id", written="settled")
        .explode("written", empty_as_null=False, keep_nulls=False)
        .select(
            *(*CLUB, "session_id", "written"),
            line=pl.col("written").str.extract(SETTLED, 1),
            board=pl.col("written").str.extract(SETTLED, 2).cast(pl.Int32),
            pair=as_in_tables(pl.col("written").str.extract(SETTLED, 3)),
        )
        .unique(maintain_order=True)
    )
