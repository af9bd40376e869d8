"""Compare each result line with its deal: tricks with double dummy, the score with par, and the contracts missed."""

import dataframely as dy
import polars as pl

from transforms.bridge.contracts import PASSED_OUT, contract_score
from transforms.tables.deals import TABLE
from transforms.tables.schemas import VULNERABLE, BoardScores, DealLines, Deals, DoubleDummy, Par, Results
from transforms.tables.shared import SEATS, SESSION, Frame, in_shape

DEAL = ("club", "competition", "season", "deal_id")
_LINE = (*SESSION, "file_id", "line_no")
_STRAINS = {"N": 0, "S": 1, "H": 2, "D": 3, "C": 4}
BOARD_OF = dict(zip(VULNERABLE, (1, 2, 3, 4), strict=True))


def deal_lines(
    scores: Frame[BoardScores],
    results: Frame[Results],
    deals: Frame[Deals],
    double_dummy: Frame[DoubleDummy],
    par: Frame[Par],
) -> dy.LazyFrame[DealLines]:
    """Return the lines with a known double-dummy table, except lines with a ruling and lines of fouled boards."""
    played = scores.lazy().filter(
        pl.col("ruling").is_null(), pl.col("subfield").is_null(), pl.col("contract").is_not_null()
    )
    dealt = with_deals(played, deals)
    # One list per deal, not one per line of the deal.
    tables = double_dummy.lazy().select(*DEAL, table=pl.concat_list(TABLE))
    known = dealt.join(tables, on=DEAL, maintain_order="left").join(
        par.lazy(), on=[*DEAL, "dealer", "vulnerable"], maintain_order="left"
    )
    lead = results.lazy().filter(pl.col("lead").is_not_null()).select(*_LINE, "lead")
    led = known.join(lead, on=_LINE, how="left", maintain_order="left").with_columns(double_dummy_tricks=_tricks())
    board = pl.col("vulnerable").replace_strict(BOARD_OF, return_dtype=pl.Int32)
    score = contract_score(board, pl.col("contract"), pl.col("declarer"), pl.col("double_dummy_tricks"))
    gained = pl.col("tricks") - pl.col("double_dummy_tricks")
    measured = led.with_columns(gained=gained, double_dummy_score=score).filter(
        pl.col("double_dummy_score").is_not_null()
    )
    lines = measured.with_columns(par_difference=pl.col("score") - pl.col("par_score"), missed=_missed())
    return in_shape(DealLines, lines.sort(DealLines.primary_key()))


def with_deals(lines: pl.LazyFrame, deals: Frame[Deals]) -> pl.LazyFrame:
    """Return the lines (session, line, board, …) whose deal is known, with `deal_id`, `dealer` and `vulnerable`."""
    dealt = deals.lazy().select(*SESSION, "board", "lines", "deal_id", "dealer", "vulnerable")
    is_of_line = pl.col("lines").is_null() | pl.col("lines").str.split("+").list.contains(pl.col("line"))
    return lines.join(dealt, on=[*SESSION, "board"], maintain_order="left").filter(is_of_line).drop("lines")


def _tricks() -> pl.Expr:
    strain = pl.col("contract").str.slice(1, 1).replace_strict(_STRAINS, default=None, return_dtype=pl.Int32)
    places = dict(zip(SEATS, range(4), strict=True))
    seat = pl.col("declarer").replace_strict(places, default=None, return_dtype=pl.Int32)
    return pl.col("table").list.get(5 * seat + strain, null_on_oob=True)


def _missed() -> pl.Expr:
    by_ns = pl.col("declarer").is_in(["N", "S"])
    passed_out, for_ns = pl.col("contract") == PASSED_OUT, pl.col("double_dummy_score")
    of_ns = pl.when(pl.col("ns_best_score") > for_ns).then("ns_best")
    of_ew = pl.when(pl.col("ew_best_score") > -for_ns).then("ew_best")
    by_par = pl.when(pl.col("par_score") > 0).then("ns_best").when(pl.col("par_score") < 0).then("ew_best")
    return pl.when(passed_out).then(by_par).when(by_ns).then(of_ns).otherwise(of_ew)
