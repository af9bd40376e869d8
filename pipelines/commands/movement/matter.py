"""What is printed for a movement, in words: the round sheet, the cards of the tables, and those of the pairs."""

from typing import NamedTuple

import polars as pl

from transforms.arithmetic.as_text import in_decimals
from transforms.balance.book.cards import guide_cards, table_cards
from transforms.balance.book.offers import Offer, in_words

_DECIMALS = 2


class Card(NamedTuple):
    """A card: its title, the headings of its columns, and its rows of words."""

    title: str
    headings: tuple[str, ...]
    rows: list[tuple[str, ...]]


class PrintedMatter(NamedTuple):
    """All that is printed for a movement.

    `told` is a sentence a line. `sheet` has a row a round and a column a table, of two lines: pairs and boards.
    """

    title: str
    told: list[str]
    sheet: Card
    tables: list[Card]
    guides: list[Card]


def printed_matter(offer: Offer, boards_in_set: int, absent: int | None) -> PrintedMatter:
    """What is printed, in words."""
    movement = offer.movement
    at_tables = table_cards(movement, boards_in_set, absent)
    many = offer.sets_a_round
    title = f"{offer.name}: {movement.tables} tables, {offer.rounds} rounds of {many * boards_in_set} boards"
    return PrintedMatter(
        title=title,
        told=_told(offer, boards_in_set, absent),
        sheet=_sheet(at_tables, many),
        tables=[_table_card(table, rows, many) for (table,), rows in at_tables.group_by("table", maintain_order=True)],
        guides=[
            _guide(pair, rows, many)
            for (pair,), rows in guide_cards(movement, boards_in_set, absent).group_by("pair", maintain_order=True)
        ],
    )


def _told(offer: Offer, boards_in_set: int, absent: int | None) -> list[str]:
    how_even = in_words(offer.qf) + (
        ", since a board comes to one table only" if offer.qf is None else f", {in_decimals(offer.qf, 1)} of 100"
    )
    laid_out, without, less = offer.board_sets * boards_in_set, "", ""
    if absent is not None:
        without, less = f", without pair {absent}", f", or {offer.sets_a_round * boards_in_set} fewer where it sits out"
    told = [
        f"How it goes: {offer.moves}.",
        f"Boards to lay out: {laid_out}; a pair plays {offer.movement.rounds * boards_in_set}{less}.",
        f"Balance{without}: {how_even}.{_of_left_empty(offer, absent)}",
        "One winner." if offer.winners == 1 else "Two winners: North-South and East-West each have a result list.",
    ]
    if offer.turned:
        rounds = " and ".join(map(str, offer.turned))
        which = "round" if len(offer.turned) == 1 else "rounds"
        told.insert(1, f"Arrows turned in {which} {rounds}: so it stands on the cards; leave the boards as they are.")
    if offer.sets_a_round > 1:
        told.append(
            f"A round has {offer.sets_a_round} sets of boards, one line of the cards each (1a, 1b): the same pairs stay"
            " at the table for all of them, and change places where the cards say so."
        )
    if offer.shared:
        told.append(f"Tables share boards {offer.shared} times: the cards say which have the same.")
    if absent is not None:
        told.append(f"Whoever meets pair {absent} sits out.")
    return told


def _of_left_empty(offer: Offer, absent: int | None) -> str:
    """Which number is best left empty, where that can be told; it begins with a blank."""
    left = offer.left_empty
    if left is None:
        return ""
    best, least = (f"{in_words(qf)}, {in_decimals(qf, 1)} of 100" for qf in (left.qf, left.least))
    if absent is None:
        if left.is_any:
            return f" With a pair missing, any number may stay empty: {best}."
        return f" With a pair missing, leave number {left.number} empty: {best}; with the worst number {least}."
    if offer.qf is None or round(left.qf, _DECIMALS) > round(offer.qf, _DECIMALS):
        return f" With number {left.number} left empty it would be {best}."
    return "" if left.is_any else " No other number is better left empty."


def _sheet(at_tables: pl.DataFrame, many: int) -> Card:
    plays = pl.concat_str("ns", pl.lit(" - "), "ew", pl.lit("\n"), "boards")
    sits_out = pl.concat_str(pl.coalesce("ns", "ew"), pl.lit("\nsits out"))
    cells = at_tables.with_columns(cell=pl.coalesce(plays, sits_out))
    sheet = (
        cells.pivot("table", index="round", values="cell")
        .sort("round")
        .with_columns(_round(many))
        .cast(pl.String)
        .fill_null("")
    )
    return Card("Round sheet", ("Round", *(f"Table {name}" for name in sheet.columns[1:])), sheet.rows())


def _table_card(table: object, rows: pl.DataFrame, many: int) -> Card:
    shown = rows.select(
        _round(many), _shown("ns"), _shown("ew"), "boards",
        *(pl.col(column).fill_null("") for column in ("ns_then", "ew_then", "boards_then")),
    )  # fmt: skip
    headings = ("Round", "N-S", "E-W", "Boards", "N-S then", "E-W then", "Boards then")
    return Card(f"Table {table}", headings, shown.rows())


def _guide(pair: object, rows: pl.DataFrame, many: int) -> Card:
    sits_out = pl.col("opponent").is_null()
    shown = rows.select(
        _round(many),
        pl.col("table").cast(pl.String).fill_null("-"),
        pl.col("direction").fill_null(""),
        pl.col("opponent").cast(pl.String).fill_null("sit out"),
        pl.when(sits_out).then(None).otherwise("boards").fill_null("").alias("boards"),
    )
    return Card(f"Pair {pair}", ("Round", "Table", "You sit", "Against", "Boards"), shown.rows())


def _round(many: int) -> pl.Expr:
    """The number of the round of a line, and where it has `many` sets the letter of the set: `1a`."""
    line = pl.col("round").cast(pl.Int64) - 1
    number = (line // many + 1).cast(pl.String)
    letters = {one: chr(ord("a") + one) for one in range(many)}
    return (number if many == 1 else number + (line % many).replace_strict(letters, return_dtype=pl.String)).alias(
        "round"
    )


def _shown(side: str) -> pl.Expr:
    return pl.col(side).cast(pl.String).fill_null("nobody")
