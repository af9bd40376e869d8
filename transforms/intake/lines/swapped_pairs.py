"""Pairs that are swapped on one board of their round: mostly a slip of the pen, or of who entered the score.

Two pairs of one table are turned, or pairs of two tables change places. Pairs turn by whole rounds, or turn the same
board at every table. Of 5,248 meetings of two boards or more on 97 real evenings, three have one board turned among
others that are not, each of an evening where no other is turned; and nobody plays one board of a round elsewhere.
"""

import dataframely as dy
import polars as pl

from transforms.bridge.sessions import NOBODY, by_entrant
from transforms.intake.findings import PLACE, warning_on
from transforms.tables import LINE, SESSION, Findings
from transforms.tables.phrases import phrase

_ROUND = (*LINE, "round")
_MEETING = (*_ROUND, "one", "other")
_FEWEST_OTHERS = 2
"""So many other meetings of the round, at least, have all their boards in one direction."""
_MOST_OF_ROUND = 1 / 4
"""Of the meetings of a round; where more have a board turned, that is how the round was played."""
_MOST_OF_SESSION = 1 / 8
_SEVERAL = 2
"""Boards of a meeting, of which one can differ."""
_FEWEST_OF_PAIRS = 2
"""Other meetings of two pairs that say together how they sit, where each pair always sits the same way."""
_NAMED = 3


def swapped_pairs(met: pl.LazyFrame, settled: pl.LazyFrame) -> list[dy.LazyFrame[Findings]]:
    """A warning for each file of a session in which pairs are turned on one board, or in which they change tables.

    Args:
        met: `lines_of_meetings`.
        settled: (`LINE`, file_id, line_no) of results about which nobody is asked any more; of a meeting of two boards
            of which either is asked about one is enough.
    """
    both = met.filter(pl.all_horizontal(pl.col("ns", "ew") != NOBODY))
    places = settled.select(*LINE, *PLACE)
    return [*_turned(both, places), _elsewhere(both, places)]


def _not_settled(asked: pl.LazyFrame, settled: pl.LazyFrame) -> pl.LazyFrame:
    """The lines without those of meetings with a line that is settled."""
    meetings = asked.join(settled, on=[*LINE, *PLACE], how="semi").select(_MEETING).unique()
    return asked.join(meetings, on=_MEETING, how="anti", nulls_equal=True, maintain_order="left")


def _turned(met: pl.LazyFrame, settled: pl.LazyFrame) -> list[dy.LazyFrame[Findings]]:
    """Where a file gives no rounds, the boards of two pairs count as one round, of three boards or more.

    Of two boards of a round, one each way, the one is told on which the pairs do not sit as they always do; where the
    other rounds do not say that, both are told as one of two.
    """
    lines = met.with_columns(is_forth=pl.col("ns") == pl.col("one"))
    # At hand, as there are many fewer of them than lines; and mostly none is odd.
    all_meetings = lines.group_by(_MEETING).agg(boards=pl.len(), forth=pl.col("is_forth").sum()).collect().lazy()
    meetings = (
        all_meetings.filter(pl.col("boards") >= _SEVERAL)
        .with_columns(fewer=pl.min_horizontal("forth", pl.col("boards") - pl.col("forth")))
        .with_columns(is_both=pl.col("fewer") > 0)
        .with_columns(
            of_session=pl.col("is_both").mean().over(SESSION),
            of_round=pl.col("is_both").mean().over(_ROUND),
            others=(~pl.col("is_both")).sum().over(_ROUND),
        )
    )
    odd = meetings.filter(
        pl.col("fewer") == 1,
        (pl.col("boards") > _SEVERAL) | pl.col("round").is_not_null(),
        pl.col("others") >= _FEWEST_OTHERS,
        pl.col("of_round") <= _MOST_OF_ROUND,
        pl.col("of_session") <= _MOST_OF_SESSION,
    ).collect()
    if odd.is_empty():
        return []
    turned = (
        lines.join(_with_turned(odd.lazy(), all_meetings), on=_MEETING, nulls_equal=True)
        .filter((pl.col("is_forth") == pl.col("turned_forth")).fill_null(value=True))
        .pipe(_not_settled, settled)
        .sort(*_MEETING, "board", *PLACE, nulls_last=True, maintain_order=True)
        .collect()
        .lazy()  # at hand, as both findings look at them
    )
    told = _of_sessions(turned.filter(pl.col("turned_forth").is_not_null()))
    of_two = _of_sessions(turned.filter(pl.col("turned_forth").is_null()))
    return [
        warning_on(
            told,
            "results.turned",
            "pairs sit the other way round on one board of their round, unlike the others, how often: {times}"
            " ({met_at}); the scores count as they stand: mend ns and ew of the row; or, if they sat so, say it with"
            " settled in competition.toml",
            field="ns",
            at_lines="at_lines",
        ),
        warning_on(
            of_two,
            "results.turned_either",
            "pairs sit one way round on one board of their round and the other way round on the second, unlike the"
            " others, how often: {times} ({met_at}); the scores count as they stand: mend ns and ew of the row that is"
            " wrong; or, if they sat so, say it with settled in competition.toml",
            field="ns",
            at_lines="at_lines",
        ),
    ]


def _with_turned(odd: pl.LazyFrame, meetings: pl.LazyFrame) -> pl.LazyFrame:
    """`_MEETING` and `turned_forth` of these: whether `one` is North-South on the board that is turned; null: unknown.

    Args:
        odd: meetings with one board turned.
        meetings: all, with `boards` and `forth`, the number of those on which `one` is North-South.
    """
    one_way = meetings.filter((pl.col("forth") == 0) | (pl.col("forth") == pl.col("boards")))
    is_forth = pl.col("forth") > 0
    sides = {"one": is_forth, "other": ~is_forth}
    sat = pl.concat(one_way.select(*LINE, pair=side, is_ns=is_ns) for side, is_ns in sides.items())
    always = (
        sat.group_by(*LINE, "pair")
        .agg(times=pl.len().cast(pl.Int64), ns=pl.col("is_ns").sum().cast(pl.Int64))
        .filter((pl.col("ns") == 0) | (pl.col("ns") == pl.col("times")))
        .select(*LINE, "pair", sits=2 * pl.col("ns") - pl.col("times"))
    )
    for side in sides:
        of_side = always.rename({"pair": side, "sits": f"{side} sits"})
        odd = odd.join(of_side, on=[*LINE, side], how="left")
    one, other = pl.col("one sits").fill_null(0), -pl.col("other sits").fill_null(0)
    is_known = (one * other >= 0) & ((one + other).abs() >= _FEWEST_OF_PAIRS)
    of_two = pl.when(is_known).then(one + other < 0)
    turned = pl.when(pl.col("boards") > _SEVERAL).then(pl.col("forth") == 1).otherwise(of_two)
    return odd.select(*_MEETING, turned_forth=turned)


def _elsewhere(met: pl.LazyFrame, settled: pl.LazyFrame) -> dy.LazyFrame[Findings]:
    """Of lines without tables; those with tables show by them that a pair is at two (`out_of_place`)."""
    of_round = met.filter(pl.col("round").is_not_null(), pl.col("table").is_null())
    meetings = of_round.group_by(_MEETING).agg(boards=pl.len())
    of_pair = pl.concat(by_entrant(meetings.with_columns(side=side), "side") for side in ("one", "other"))
    most = of_pair.group_by(*_ROUND, "entrant").agg(most=pl.col("boards").max())
    judged = meetings
    for side in ("one", "other"):
        judged = judged.join(most.rename({"entrant": side, "most": f"most_of_{side}"}), on=[*_ROUND, side])
    odd = (
        judged.with_columns(
            is_odd=(pl.col("boards") == 1) & (pl.max_horizontal("most_of_one", "most_of_other") >= _SEVERAL)
        )
        .with_columns(of_session=pl.col("is_odd").mean().over(SESSION))
        .filter(pl.col("is_odd"), pl.col("of_session") <= _MOST_OF_SESSION)
    )
    asked = of_round.join(odd.select(_MEETING), on=_MEETING, how="semi").pipe(_not_settled, settled)
    rows = asked.sort(*_MEETING, "board", *PLACE)
    told = _of_sessions(rows)
    return warning_on(
        told,
        "results.other_opponents",
        "pairs meet on one board of a round in which they have other opponents, how often: {times} ({met_at}); the"
        " scores count as they stand: mend ns or ew of these rows, which may be exchanged, or the round; or, if they"
        " met so, say it with settled in competition.toml",
        field="ns",
        at_lines="at_lines",
    )


def _of_sessions(lines: pl.LazyFrame) -> pl.LazyFrame:
    """One row for each file of a session: place and `ns` of the first of these lines, and what is said of all.

    `times` is how many meetings they are of, `met_at` the first of these, and `at_lines` the numbers of all lines.
    """
    shown = pl.coalesce(
        phrase("{}, round {}, board {}: {} - {}", "line", "round", "boards", "ns", "ew"),
        phrase("{}, board {}: {} - {}", "line", "boards", "ns", "ew"),
    )
    numbers = pl.col("line_no").drop_nulls().cast(pl.String)
    return (
        lines.group_by(*_MEETING, "file_id", maintain_order=True)
        .agg(
            pl.col("line_no", "ns", "ew").first(),
            boards=pl.col("board").cast(pl.String).unique(maintain_order=True).str.join(" / "),
            at_lines=numbers.str.join(", "),
        )
        .with_columns(shown=shown)
        .group_by(*SESSION, "file_id", maintain_order=True)
        .agg(
            pl.col("line_no", "ns").first(),
            times=pl.len(),
            met_at=pl.col("shown").head(_NAMED).str.join("; "),
            at_lines=pl.col("at_lines").str.join(", "),
        )
    )
