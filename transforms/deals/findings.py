"""What a director is told of deals: results that double dummy makes very unlikely, and wrong tables in files.

Nobody else is told: a result far from what was possible is mostly a slip of the pen, and no reproach.
"""

import dataframely as dy
import polars as pl

from transforms.deals.double_dummy import can_be_right, digits_of, first_of_files
from transforms.deals.lines import DEAL
from transforms.intake.findings import finding, sorted_findings
from transforms.tables import CLUB, SESSION, DealLines, Deals, DoubleDummy, Findings, Frame, Results
from transforms.tables.deals import TABLE
from transforms.tables.phrases import phrase

UNLIKELY = 6
"""So many tricks more or fewer than double dummy are a slip more often than play."""
_NEAR = 2
_OF_A_WRONG_TABLE = 3
"""A table is more likely wrong than a third of the results of its board, if these are two or more."""
_LINE = (*SESSION, "line", "board", "ns", "ew")


def deal_findings(
    lines: Frame[DealLines], double_dummy: Frame[DoubleDummy], deals: Frame[Deals], results: Frame[Results]
) -> dy.LazyFrame[Findings]:
    """Warnings, of all seasons.

    Args:
        lines: `DealLines`.
        double_dummy: `DoubleDummy`.
        deals: `Deals`.
        results: `Results`, for the place of each line.
    """
    place = results.lazy().select(*_LINE, "file_id", "line_no").unique(_LINE, keep="first", maintain_order=True)
    doubted = _doubted(lines, double_dummy)
    unlikely = (
        lines.lazy()
        .filter(pl.col("gained").abs() >= UNLIKELY)
        .join(doubted, on=DEAL, how="anti")
        .join(place, on=_LINE)
        .join(double_dummy.lazy(), on=DEAL)
        .with_columns(by_others=_by_others())
    )
    is_near = ((pl.col("tricks") - pl.col("by_others")).abs() <= _NEAR).fill_null(value=False)
    told = {
        "tricks": pl.col("tricks"),
        "possible": pl.col("double_dummy_tricks"),
        "difference": pl.col("gained").abs(),
        "how": pl.when(pl.col("gained") < 0).then(pl.lit("fewer")).otherwise(pl.lit("more")),
    }
    value = phrase("board {}, {} - {}: {} by {}", "board", "ns", "ew", "contract", "declarer")
    return sorted_findings(
        [
            finding(
                unlikely.filter(is_near),
                "warning",
                "declarer",
                value,
                "a result that double dummy makes very unlikely: {tricks} tricks, {difference} {how} than possible; the"
                " other side can win {by_others} in this strain, so see whether they declared: mend the declarer, or"
                " leave it if it was so",
                code="deals.unlikely_side",
                **told,
                by_others=pl.col("by_others"),
            ),
            finding(
                unlikely.filter(~is_near),
                "warning",
                "tricks",
                value,
                "a result that double dummy makes very unlikely: {tricks} tricks, {difference} {how} than possible"
                " ({possible}): see that contract, declarer, tricks and board are right, or leave it if it was so",
                code="deals.unlikely",
                **told,
            ),
            _doubtful_tables(deals, doubted),
            _wrong_tables(deals, double_dummy),
            _impossible_tables(deals, double_dummy),
        ]
    )


def _doubted(lines: Frame[DealLines], double_dummy: Frame[DoubleDummy]) -> pl.LazyFrame:
    """The deals of which a table in a file makes many results unlikely, with how many of how many results."""
    is_unlikely = pl.col("gained").abs() >= UNLIKELY
    counted = lines.lazy().group_by(DEAL).agg(unlikely=is_unlikely.sum(), results=pl.col("gained").count())
    is_many = (pl.col("unlikely") > 1) & (_OF_A_WRONG_TABLE * pl.col("unlikely") >= pl.col("results"))
    return counted.filter(is_many).join(double_dummy.lazy().filter(source="file"), on=DEAL, how="semi")


def _doubtful_tables(deals: Frame[Deals], doubted: pl.LazyFrame) -> dy.LazyFrame[Findings]:
    """A warning for each table of a file that makes many results of its board unlikely: it is doubted before these."""
    return finding(
        first_of_files(deals.lazy()).join(doubted, on=DEAL),
        "warning",
        "double_dummy",
        phrase("board {}", "board"),
        "a double-dummy table in the file by which {unlikely} of {results} results of this deal are very unlikely: see"
        " that the table is that of this deal, or solve it: barometer deals solve --verify",
        code="deals.table_unlikely",
        unlikely=pl.col("unlikely"),
        results=pl.col("results"),
    )


def _by_others() -> pl.Expr:
    """The most tricks of the other side in the strain of the contract."""
    strain = pl.col("contract").str.slice(1, 1)
    choice = pl.when(pl.lit(value=False)).then(pl.lit(None, pl.Int8))
    for letter, column in (("N", "nt"), ("S", "s"), ("H", "h"), ("D", "d"), ("C", "c")):
        for declarers, (one, other) in ((("N", "S"), ("e", "w")), (("E", "W"), ("n", "s"))):
            most = pl.max_horizontal(f"{one}_{column}", f"{other}_{column}")
            choice = choice.when((strain == letter) & pl.col("declarer").is_in(declarers)).then(most)
    return choice.otherwise(pl.lit(None, pl.Int8))


def _wrong_tables(deals: Frame[Deals], double_dummy: Frame[DoubleDummy]) -> dy.LazyFrame[Findings]:
    """One warning a file for tables that contradict what was solved."""
    solved = double_dummy.lazy().filter(source="solved").select(*DEAL, solved=digits_of())
    given = deals.lazy().filter(pl.col("double_dummy").is_not_null())
    wrong = given.join(solved, on=DEAL).filter(pl.col("double_dummy") != pl.col("solved"))
    differing = pl.sum_horizontal(
        (pl.col("double_dummy").str.slice(at, 1) != pl.col("solved").str.slice(at, 1)).cast(pl.Int32)
        for at in range(len(TABLE))
    )
    files = (
        wrong.with_columns(differing=differing)
        .sort(*CLUB, "file_id", "line_no", "board", nulls_last=True)
        .group_by(*CLUB, "file_id", maintain_order=True)
        .agg(pl.first("line_no", "board", "differing"), tables=pl.len())
    )
    return finding(
        files,
        "warning",
        "double_dummy",
        phrase("board {}", "board"),
        "the double-dummy table in the file differs from the deal as solved here in {differing} of 20 numbers (such"
        " tables in this file: {tables}); what was solved counts: see that the table is that of this deal",
        code="deals.table_differs",
        differing=pl.col("differing"),
        tables=pl.col("tables"),
    )


def _impossible_tables(deals: Frame[Deals], double_dummy: Frame[DoubleDummy]) -> dy.LazyFrame[Findings]:
    """One warning a file for tables that are not taken; what was solved since says whether they are right."""
    solved = double_dummy.lazy().filter(source="solved")
    given = deals.lazy().filter(pl.col("double_dummy").is_not_null())
    refused = given.filter(~can_be_right(pl.col("double_dummy"))).join(solved, on=DEAL, how="anti")
    files = (
        refused.sort(*CLUB, "file_id", "line_no", "board", nulls_last=True)
        .group_by(*CLUB, "file_id", maintain_order=True)
        .agg(pl.first("line_no", "board", "double_dummy"), tables=pl.len())
    )
    return finding(
        files,
        "warning",
        "double_dummy",
        phrase("board {}: {}", "board", "double_dummy"),
        "a double-dummy table that can hardly be that of a deal, so it is not taken (such tables in this file:"
        " {tables}); it should have the tricks of all four declarers, not levels, and also below seven: mend it, or"
        " leave it, since barometer deals solve solves the deal",
        code="deals.table_impossible",
        tables=pl.col("tables"),
    )
