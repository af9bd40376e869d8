"""The boards of an evening as markup: the deal, its double-dummy table and par, and what every table made of it."""

import polars as pl

from pipelines.display.deal_words import dealt_as, par_in_words
from pipelines.display.words import dealt, field_name
from pipelines.reports.pages.hand_places import cards_page, numbered
from pipelines.reports.rows import is_given, joined, written
from pipelines.reports.tables.columns import aligned, each, in_short
from transforms.tables import BOARD, FIELD, SESSION, Tables
from transforms.tables.phrases import phrase

_ROWS = "hand_rows.html"
_SEATS = ("North", "West", "East", "South")
"""In the order in which a diagram is read: from the top, left before right."""
_IN_DEAL = ("North", "East", "South", "West")
_OF_EVENING = [*SESSION, "board"]
"""A board of an evening, in whatever lines it was played."""


def boards_of_sessions(report: Tables, fields: pl.DataFrame) -> pl.DataFrame:
    """The boards of these fields, each once an evening: its deals as markup, and what is said of them."""
    played = report["boards"].join(fields, on=FIELD, how="semi", maintain_order="left")
    boards = played.select(_OF_EVENING).unique().sort(_OF_EVENING)
    hands = _dealt_to(report["hands"])
    first = hands.group_by(_OF_EVENING, maintain_order=True).agg(pl.col("dealer", "vulnerable").first())
    known = boards.join(first, on=_OF_EVENING, how="left", maintain_order="left").join(
        joined(hands.select(_OF_EVENING).with_columns(_deals(hands).alias("deals")), _OF_EVENING, "deals"),
        on=_OF_EVENING,
        how="left",
        maintain_order="left",
    )
    told = [
        dealt_as(dealer, vulnerable) if dealer else dealt(board)
        for board, dealer, vulnerable in known.select("board", "dealer", "vulnerable").iter_rows()
    ]
    numbered = known.with_columns(
        dealt=pl.Series(told, dtype=pl.String),
        anchor=phrase("board-{}", "board"),
        number=pl.col("board").cast(pl.String),
    )
    return numbered.with_columns(written(_ROWS, "jump", numbered.select("anchor", "number")).alias("jump"))


def _dealt_to(hands: pl.DataFrame) -> pl.DataFrame:
    """Every deal of a board of an evening, with all lines that had it."""
    others = [name for name in hands.columns if name not in (*_OF_EVENING, "field", "lines", "deal")]
    lines = pl.col("lines").str.split("+").explode(empty_as_null=False, keep_nulls=False).unique().sort().str.join("+")
    return (
        hands.group_by(*_OF_EVENING, "deal", maintain_order=True)
        .agg(lines, pl.col(others).first())
        .sort(*_OF_EVENING, "lines", maintain_order=True)
    )


def brought() -> pl.Expr:
    """The heading of what a board brought."""
    return pl.when(pl.col("top").is_null()).then(pl.lit("IMPs")).otherwise(pl.lit("Points"))


def _deals(hands: pl.DataFrame) -> pl.Series:
    """The diagram of every deal, with its double-dummy table and par: markup."""
    of_seats = hands["deal"].str.strip_prefix("N:").str.split(" ")
    rows = hands.select("deal").with_row_index("row").select("row")
    diagrams = [
        rows.with_columns(_diagram(of_seats.list.get(_IN_DEAL.index(seat)), seat), place=place)
        for place, seat in enumerate(_SEATS)
    ]
    tables = [
        rows.with_columns(
            written(_ROWS, "tricks", hands.select(_tricks_of(seat[0].lower())), seat=seat[0]).alias("markup"),
            place=pl.lit(place),
        )
        for place, seat in enumerate(_IN_DEAL)
    ]
    par = [
        None if score is None else par_in_words(contracts, score)
        for contracts, score in hands.select("par_contracts", "par_score").iter_rows()
    ]
    cells = hands.select(
        several=pl.len().over(_OF_EVENING) > 1,
        known=pl.col("n_nt").is_not_null() & pl.col("par_score").is_not_null(),
        lines="lines",
        par=pl.Series(par, dtype=pl.String),
    ).with_columns(hands=_together(diagrams), tricks=_together(tables))
    return written(_ROWS, "deal", cells)


def _together(parts: list[pl.DataFrame]) -> pl.Series:
    return joined(pl.concat(parts).sort("row", "place"), ["row"])["markup"]


def _diagram(hand: pl.Series, seat: str) -> pl.Series:
    suits = hand.str.split(".")
    cells = pl.DataFrame(
        {
            name: suits.list.get(place).str.replace_all("T", "10", literal=True).replace("", "–")
            for place, name in enumerate(("spades", "hearts", "diamonds", "clubs"))
        }
    )
    return written(_ROWS, "hand", cells, seat=seat).alias("markup")


def _tricks_of(seat: str) -> list[pl.Expr]:
    return [pl.col(f"{seat}_{strain}").cast(pl.String).alias(strain) for strain in ("nt", "s", "h", "d", "c")]


def with_travellers(boards: pl.DataFrame, lines: pl.DataFrame, report: Tables) -> pl.DataFrame:
    """The boards of every evening as markup, each with a table of results a field: the columns of `SESSION`, markup."""
    best_first = lines.sort(*BOARD, -pl.col("score"), nulls_last=True, maintain_order=True)
    cells = best_first.select(
        "red",
        *("ns_card", "ns_names", "ew_card", "ew_names", "contract"),
        *(numbered(side).alias(side) for side in ("ns", "ew")),
        cards=cards_page("field"),
        score=in_short(pl.col("score")),
        ns_points=aligned(pl.col("ns_points"), pl.col("decimals")),
        ew_points=aligned(pl.col("ew_points"), pl.col("decimals")),
    )
    travellers = joined(
        best_first.select(BOARD).with_columns(written(_ROWS, "traveller", cells).alias("travellers")),
        BOARD,
        "travellers",
    ).join(report["boards"].select(*BOARD, "top"), on=BOARD, how="left", maintain_order="left")
    of_fields = travellers.select(
        "travellers",
        several=pl.col("field").n_unique().over(SESSION) > 1,
        line=each(travellers["field"], field_name),
        brought=brought(),
    )
    tables = joined(
        travellers.select(_OF_EVENING).with_columns(written(_ROWS, "results", of_fields).alias("tables")),
        _OF_EVENING,
        "tables",
    )
    table = boards.join(tables, on=_OF_EVENING, how="left", maintain_order="left")
    of_boards = table.select("anchor", "number", "dealt", "deals", "tables", dealt_to=is_given("deals"))
    return joined(table.select(SESSION).with_columns(written(_ROWS, "board", of_boards)), SESSION)
