"""Deals from the files: their cards, the dealer of their board, and the lines that played them."""

import polars as pl

from transforms.bridge.cards import CARDS, cards_of, from_north, ids_of
from transforms.bridge.contracts import vulnerable
from transforms.bridge.tricks_as_digits import can_be_right
from transforms.intake.findings import PLACE
from transforms.tables.schemas import CLUB, SEATS, SESSION, VULNERABLE

_ON_BOARD = (*SESSION, "board")


def one_line_each(deals: pl.LazyFrame) -> pl.LazyFrame:
    """Return the deals with `line` instead of `lines`: one row per line, or one row with null if no line is named."""
    apart = deals.with_columns(line=pl.col("lines").str.split("+")).drop("lines")
    return apart.explode("line", empty_as_null=True, keep_nulls=True)


def deals_with_cards(given: pl.DataFrame) -> pl.DataFrame:
    """Add `canonical`, `deal_id`, `is_whole`, `twice`, `missing` and `held` to the deals.

    `canonical` is the deal as written from North. `is_whole` is true if each seat has 13 cards and no card occurs
    twice; otherwise `deal_id` is null. The lists `twice` and `missing` name the cards that occur more than once or not
    at all. `held` is the number of cards of each seat, null if the cards are not understood.
    """
    texts = given.select("deal").unique(maintain_order=True).with_columns(canonical=from_north(pl.col("deal")))
    cards = cards_of(texts["canonical"])
    counted = texts.with_row_index("row").join(_counts(cards), on="row", how="left", maintain_order="left")
    is_whole = (pl.col("twice").list.len() == 0) & (pl.col("held") == [13] * 4).fill_null(value=False)
    ids = ids_of(cards.join(counted.filter(is_whole).select("row"), on="row", how="semi"))
    known = counted.with_columns(is_whole=is_whole.fill_null(value=False)).join(ids, on="row", how="left")
    return given.drop("deal_id").join(known.drop("row"), on="deal", how="left", maintain_order="left")


def _counts(cards: pl.DataFrame) -> pl.DataFrame:
    of_deals = cards.group_by("row").agg(
        pl.col("card").n_unique().alias("of_deck"),
        pl.len().alias("cards"),
        *((pl.col("seat") == seat).sum().cast(pl.Int64).alias(str(seat)) for seat in range(4)),
    )
    # Look at single cards only in deals that are not a whole deck; usually there are none.
    odd = of_deals.filter((pl.col("of_deck") != len(CARDS)) | (pl.col("cards") != len(CARDS))).select("row")
    times = cards.join(odd, on="row", how="semi").group_by("row", "card").len()
    deck = pl.DataFrame({"card": range(len(CARDS)), "name": CARDS}, schema_overrides={"card": pl.UInt8})
    each = odd.join(deck, how="cross").join(times, on=["row", "card"], how="left").sort("row", "card")
    of_cards = each.group_by("row").agg(
        twice=pl.col("name").filter(pl.col("len") > 1), missing=pl.col("name").filter(pl.col("len").is_null())
    )
    none = pl.lit([], pl.List(pl.String))
    return of_deals.join(of_cards, on="row", how="left").select(
        "row", pl.col("twice", "missing").fill_null(none), held=pl.concat_list(map(str, range(4)))
    )


def dealer_of(board: pl.Expr) -> pl.Expr:
    """Return the dealer of a board, as a string, from its number (Law 2)."""
    seats = dict(enumerate(SEATS))
    return ((board.cast(pl.Int32) - 1) % 4).replace_strict(seats, return_dtype=pl.String)


def vulnerable_of(board: pl.Expr) -> pl.Expr:
    """Return who is vulnerable on a board, as a string of `VULNERABLE`, from its number (Law 2)."""
    ns, ew = (vulnerable(board, pl.lit(seat)) for seat in ("N", "E"))
    none, only_ns, only_ew, both = VULNERABLE
    words = pl.when(ns & ew).then(pl.lit(both)).when(ns).then(pl.lit(only_ns)).when(ew).then(pl.lit(only_ew))
    return words.otherwise(pl.lit(none))


def deals_with_dealer(rows: pl.DataFrame, played: pl.DataFrame, files: pl.DataFrame) -> pl.DataFrame:
    """Add the dealer and the vulnerability that belong to the board number: `due_dealer` and `due_vulnerable`.

    `has_results` is true if the file of the deal has results of the board; the columns of `files` are added too.
    `played` is (`SESSION`, board, line, file_id) of the results, and `files` is (club, competition, file_id, is_pbn).
    """
    with_results = played.select(*SESSION, "board", "file_id").unique().with_columns(has_results=pl.lit(value=True))
    return (
        rows.with_columns(due_dealer=dealer_of(pl.col("board")), due_vulnerable=vulnerable_of(pl.col("board")))
        .join(with_results, on=[*_ON_BOARD, "file_id"], how="left", maintain_order="left")
        .join(files, on=[*CLUB, "file_id"], how="left", maintain_order="left")
    )


def fitting_board() -> pl.Expr:
    """Return the first board from 1 to 16 with this dealer and vulnerability, as text; `-` if there is none."""
    boards = pl.DataFrame({"board": range(1, 17)}).select(
        key=dealer_of(pl.col("board")) + vulnerable_of(pl.col("board")), board=pl.col("board").cast(pl.String)
    )
    return (pl.col("dealer") + pl.col("vulnerable")).replace_strict(boards["key"], boards["board"], default="-")


def deals_claimed(rows: pl.DataFrame, played: pl.DataFrame) -> pl.DataFrame:
    """Return the rows; if a board has several deals, repeat each row for every line that it claims.

    A row claims the line that it names, or else the lines with results in its own file, or else all lines of its
    session. If rows claim one line with different deals, they take precedence in that order, and then in the order of
    files: `counting` is the deal that counts, and `in_file` its file. These are null on boards with one deal.
    """
    several = (pl.col("deal_id").n_unique() > 1).over(_ON_BOARD)
    alone, contested = rows.filter(~several), rows.filter(several)
    lines = played.select(*SESSION, "line", "file_id").unique()
    unnamed = contested.filter(pl.col("line").is_null()).drop("line")
    own = unnamed.join(lines, on=[*SESSION, "file_id"])
    elsewhere = unnamed.join(lines, on=[*SESSION, "file_id"], how="anti")
    any_line = elsewhere.join(lines.select(*SESSION, "line").unique(), on=SESSION, how="left")
    ranked = enumerate((contested.drop_nulls("line"), own, any_line))
    claims = pl.concat((each.with_columns(rank=rank) for rank, each in ranked), how="diagonal_relaxed")
    claims = claims.sort(*_ON_BOARD, "line", "rank", *PLACE, nulls_last=True, maintain_order=True)
    at = [*_ON_BOARD, "line"]
    counting = claims.with_columns(
        counting=pl.col("deal_id").first().over(at), in_file=pl.col("file_id").first().over(at)
    )
    return pl.concat([alone, counting.drop("rank")], how="diagonal_relaxed")


def deals_with_lines(rows: pl.DataFrame, played: pl.DataFrame) -> pl.DataFrame:
    """Return a row per board and deal, with `lines`: the lines that played the deal, or null if all lines did.

    If several rows have the same deal, one whose double-dummy table can be right is kept, or else one with any table,
    or else any row. Of several such rows, the first is kept.
    """
    of_session = played.group_by(SESSION).agg(every=pl.col("line").unique().sort())
    table = pl.col("double_dummy")
    best = (~can_be_right(table), table.is_null())
    in_order = rows.sort(*_ON_BOARD, "deal_id", *best, *PLACE, nulls_last=True, maintain_order=True)
    named = in_order.group_by(*_ON_BOARD, "deal_id", maintain_order=True).agg(
        pl.col("line").unique().sort().alias("named"), pl.exclude("line").first()
    )
    known = named.join(of_session, on=SESSION, how="left", maintain_order="left")
    is_all = pl.col("named").list.contains(None) | (pl.col("every").list.set_difference("named").list.len() == 0)
    lines = pl.when(~is_all.fill_null(value=False)).then(pl.col("named").list.drop_nulls().list.join("+"))
    return known.with_columns(lines=lines).drop("named", "every")
