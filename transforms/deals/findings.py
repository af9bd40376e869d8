"""What a director is told of deals: results that double dummy makes very unlikely, and wrong tables in files.

Nobody else is told: a result far from what was possible is mostly a slip of the pen, and no reproach.
"""

import dataframely as dy
import polars as pl

from transforms.bridge.contracts import contract_score
from transforms.bridge.tricks_as_digits import can_be_right, digits_of
from transforms.deals.double_dummy import first_of_files
from transforms.deals.lines import DEAL, with_deals
from transforms.intake.findings import sorted_findings, warning_on
from transforms.intake.lines.meetings import lines_of_meetings
from transforms.intake.lines.questions import without_question
from transforms.intake.lines.settled_results import settled_results, settled_unasked
from transforms.tables import (
    CLUB,
    SESSION,
    DealLines,
    Deals,
    DoubleDummy,
    Findings,
    Frame,
    Results,
    SessionSettings,
)
from transforms.tables.deals import TABLE
from transforms.tables.phrases import phrase

UNLIKELY = 6
"""So many tricks more or fewer than double dummy are a slip more often than play."""
_ALONE, _ALONE_BY, _FEWEST_OTHERS = 2, 1000, 4
"""So many tricks more, with a score so far beyond the best of so many others, are asked about too: of 10,805 results of
real evenings none is (the farthest is 990 points beyond); by 500 points 24 are, and they read as play."""
_NEAR = 2
_OF_WRONG_HANDS = 3
"""Hands, or their table, are more likely wrong than a third of the results of their board, if these are two or more."""
_BOARD = (*SESSION, "board", "deal_id")
_LINE = (*SESSION, "file_id", "line_no")


def deal_findings(
    lines: Frame[DealLines],
    double_dummy: Frame[DoubleDummy],
    deals: Frame[Deals],
    results: Frame[Results],
    settings: Frame[SessionSettings],
) -> dy.LazyFrame[Findings]:
    """Warnings, of all seasons.

    Args:
        lines: `DealLines`.
        double_dummy: `DoubleDummy`.
        deals: `Deals`.
        results: `Results`, for those that a director has settled.
        settings: `SessionSettings`, for the results about which nobody is asked any more.
    """
    settled = settled_results(settings.lazy(), results.lazy()).collect().lazy()
    tables = _doubted(lines, double_dummy, "file", DEAL)
    hands = _doubted(lines, double_dummy, "solved", _BOARD)
    unlikely = (
        lines.lazy()
        .filter(pl.col("gained").abs() >= UNLIKELY)
        .join(tables, on=DEAL, how="anti")
        .join(hands, on=_BOARD, how="anti")
        .join(settled, on=_LINE, how="anti")
        .join(double_dummy.lazy(), on=DEAL)
        .with_columns(by_others=_by_others())
    )
    is_near = ((pl.col("tricks") - pl.col("by_others")).abs() <= _NEAR).fill_null(value=False)
    return sorted_findings(
        [
            warning_on(
                unlikely.filter(is_near),
                "deals.unlikely_side",
                "a result that double dummy makes very unlikely (board {board}, {ns} - {ew}, {contract} by {declarer}):"
                " tricks won by declarer: {tricks}, where perfect play by all four brings {possible}, and the other"
                " side {by_others} in this strain, so see whether they declared: mend the declarer, or leave it if it"
                " was so",
                field="declarer",
                possible="double_dummy_tricks",
            ),
            warning_on(
                unlikely.filter(~is_near),
                "deals.unlikely",
                "a result that double dummy makes very unlikely (board {board}, {ns} - {ew}, {contract} by {declarer}):"
                " tricks won by declarer: {tricks}, where perfect play by all four brings {possible}: see that"
                " contract, declarer, tricks and board are right, or leave it if it was so",
                field="tricks",
                possible="double_dummy_tricks",
            ),
            _alone(lines, settled),
            _doubtful_tables(deals, tables),
            _doubtful_hands(deals, hands),
            _wrong_tables(deals, double_dummy),
            _impossible_tables(deals, double_dummy),
            *_settled_unasked(_of_no_question(settled, lines, deals, double_dummy), settled, results, settings),
        ]
    )


def _alone(lines: Frame[DealLines], settled: pl.LazyFrame) -> dy.LazyFrame[Findings]:
    """A warning for each result of a few tricks more than possible, which no other on its board comes near."""
    scores = pl.col("score").drop_nulls().sort()
    boards = (
        lines.lazy()
        .group_by(_BOARD)
        .agg(others=scores.len() - 1, of_ns=scores.get(-2, null_on_oob=True), of_ew=-scores.get(1, null_on_oob=True))
    )
    by_ns = pl.col("declarer").is_in(["N", "S"])
    own = pl.when(by_ns).then("score").otherwise(-pl.col("score"))
    alone = (
        lines.lazy()
        .filter(pl.col("gained").is_between(_ALONE, UNLIKELY - 1))
        .join(boards, on=_BOARD)
        .with_columns(own=own, best=pl.when(by_ns).then("of_ns").otherwise("of_ew"))
        .filter(pl.col("others") >= _FEWEST_OTHERS, pl.col("own") - pl.col("best") >= _ALONE_BY)
        .join(settled, on=_LINE, how="anti")
    )
    return warning_on(
        alone,
        "deals.alone",
        "no other result comes near this one (board {board}, {ns} - {ew}, {contract} by {declarer}): {own} points where"
        " the next best of that side has {best}; tricks won by declarer: {tricks}, where perfect play by all four"
        " brings {possible}: see that contract, declarer and tricks are right, or leave it if it was so",
        field="score",
        possible="double_dummy_tricks",
    )


def _of_no_question(
    settled: pl.LazyFrame, lines: Frame[DealLines], deals: Frame[Deals], double_dummy: Frame[DoubleDummy]
) -> pl.DataFrame:
    """The settled results of boards with cards about which these do not ask, nor will once their deal is solved."""
    of_cards = settled.join(deals.lazy(), on=[*SESSION, "board"], how="semi")
    unsolved = with_deals(of_cards, deals).join(double_dummy.lazy(), on=DEAL, how="anti")
    asked = lines.lazy().filter(pl.col("gained").abs() >= _ALONE)
    return of_cards.join(unsolved, on=_LINE, how="anti").join(asked, on=_LINE, how="anti").collect()


def _settled_unasked(
    others: pl.DataFrame, settled: pl.LazyFrame, results: Frame[Results], settings: Frame[SessionSettings]
) -> list[dy.LazyFrame[Findings]]:
    """A warning for each settled result of a board with cards about which neither these nor the results ask.

    Args:
        others: `_of_no_question`.
        settled: `settled_results`.
        results: `Results`.
        settings: `SessionSettings`.
    """
    if others.is_empty():
        return []
    due = contract_score(pl.col("board"), pl.col("contract"), pl.col("declarer"), pl.col("tricks"))
    concerned = (
        results.lazy().join(others.lazy(), on=SESSION, how="semi").with_columns(from_contract=due).collect().lazy()
    )
    as_pairs = concerned.select(SESSION).unique().with_columns(kind=pl.lit("pairs"))
    met = lines_of_meetings(concerned, as_pairs).collect().lazy()
    return [settled_unasked(settings.lazy(), settled, without_question(concerned, met, others.lazy()))]


def _doubted(
    lines: Frame[DealLines], double_dummy: Frame[DoubleDummy], source: str, key: tuple[str, ...]
) -> pl.LazyFrame:
    """Where the tables of a source make many results unlikely: the key, and how many of how many results."""
    of_source = lines.lazy().join(double_dummy.lazy().filter(source=source), on=DEAL, how="semi")
    is_unlikely = pl.col("gained").abs() >= UNLIKELY
    counted = of_source.group_by(key).agg(unlikely=is_unlikely.sum(), results=pl.col("gained").count())
    return counted.filter(pl.col("unlikely") > 1, _OF_WRONG_HANDS * pl.col("unlikely") >= pl.col("results"))


def _doubtful_tables(deals: Frame[Deals], doubted: pl.LazyFrame) -> dy.LazyFrame[Findings]:
    """A warning for each table of a file that makes many results of its board unlikely: it is doubted before these."""
    return warning_on(
        first_of_files(deals.lazy()).join(doubted, on=DEAL),
        "deals.table_unlikely",
        "a double-dummy table in the file by which {unlikely} of {results} results are very unlikely with these hands:"
        " see that the hands are those of this board, and that the table is theirs, or solve them: barometer deals"
        " solve --verify",
        field="double_dummy",
        value=phrase("board {}", "board"),
    )


def _doubtful_hands(deals: Frame[Deals], doubted: pl.LazyFrame) -> dy.LazyFrame[Findings]:
    """A warning for each deal on a board that makes many of its results unlikely, whose table was solved."""
    return warning_on(
        deals.lazy().join(doubted, on=_BOARD),
        "deals.hands_unlikely",
        "{unlikely} of {results} results are very unlikely with these hands: see that they are those of this board, or"
        " leave it if they are",
        field="deal",
        value=phrase("board {}", "board"),
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
    """One warning a file for tables that contradict what was solved, of those that are taken for tables at all."""
    solved = double_dummy.lazy().filter(source="solved").select(*DEAL, solved=digits_of())
    given = deals.lazy().filter(pl.col("double_dummy").is_not_null(), can_be_right(pl.col("double_dummy")))
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
    return warning_on(
        files,
        "deals.table_differs",
        "the double-dummy table in the file differs from the deal as solved here in {differing} of 20 numbers (such"
        " tables in this file: {tables}); what was solved counts: see that the table is that of this deal, or leave it",
        field="double_dummy",
        value=phrase("board {}", "board"),
    )


def _impossible_tables(deals: Frame[Deals], double_dummy: Frame[DoubleDummy]) -> dy.LazyFrame[Findings]:
    """One warning a file for tables that are not taken, until their deals are solved: then nothing rests on them."""
    solved = double_dummy.lazy().filter(source="solved")
    given = deals.lazy().filter(pl.col("double_dummy").is_not_null())
    refused = given.filter(~can_be_right(pl.col("double_dummy"))).join(solved, on=DEAL, how="anti")
    files = (
        refused.sort(*CLUB, "file_id", "line_no", "board", nulls_last=True)
        .group_by(*CLUB, "file_id", maintain_order=True)
        .agg(pl.first("line_no", "board", "double_dummy"), tables=pl.len())
    )
    return warning_on(
        files,
        "deals.table_impossible",
        "a double-dummy table that can hardly be that of a deal, so it is not taken (such tables in this file:"
        " {tables}); it should have the tricks of all four declarers, not levels, and also below seven: mend it, or"
        " solve the deal, and it is told no more: barometer deals solve",
        field="double_dummy",
        value=phrase("board {}: {}", "board", "double_dummy"),
    )
