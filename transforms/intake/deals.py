"""Deals: which of those handed in are 52 cards, fit the number of their board, and were played in the session."""

from typing import NamedTuple

import dataframely as dy
import polars as pl

from transforms.bridge.cards import CARDS, cards_of, from_north, ids_of
from transforms.bridge.contracts import vulnerable
from transforms.bridge.tricks_as_digits import can_be_right
from transforms.intake.findings import PLACE, Checked, error_on, warning_on
from transforms.tables import CLUB, SEATS, SESSION, VULNERABLE, Findings
from transforms.tables.phrases import phrase

_ON_BOARD = (*SESSION, "board")
_CARDS_NAMED = 5
_PBN = "pbn"


class _Cards(NamedTuple):
    """Deals with their ids, and the findings on those that are none."""

    rows: pl.DataFrame
    findings: list[dy.LazyFrame[Findings]]


def one_line_each(deals: pl.LazyFrame) -> pl.LazyFrame:
    """The deals with a column `line` in the place of `lines`: a row for each line, null where none is named."""
    apart = deals.with_columns(line=pl.col("lines").str.split("+")).drop("lines")
    return apart.explode("line", empty_as_null=True, keep_nulls=True)


def checked_deals(deals: pl.LazyFrame, results: pl.LazyFrame, files: pl.LazyFrame) -> Checked:
    """Keep each deal that has all its cards; a row a board, or as many as there were deals on it.

    Where a board has several deals, those that name a line hold for it, and one that names none holds for the lines of
    which its own file has results. Where that leaves two for one line, the deal in the file with the results counts,
    or else the first.

    Args:
        deals: the rows of deals that belong to a session, with `line` (null: none is named) and the rest of `Deals` as
            read; dealer and vulnerability may be null.
        results: the result lines of these sessions.
        files: `Files`.
    """
    given = deals.collect()
    if given.is_empty():
        return Checked(given.with_columns(lines=pl.lit(None, pl.String)).lazy(), [])
    whole = _whole(given)
    played = results.select(*SESSION, "board", "line", "file_id").unique().collect()
    told = files.select(*CLUB, "file_id", is_pbn=pl.col("format") == _PBN).collect()
    dealt = _with_dealer(whole.rows.drop("deal").rename({"canonical": "deal"}), played, told)
    once = _one_deal_a_line(dealt.rows, played)
    return Checked(
        _with_lines(once.rows, played).lazy(),
        [*whole.findings, *dealt.findings, *once.findings, *_suspicions(once.rows, played)],
    )


# --- the cards ----------------------------------------------------------------------------------


def _whole(given: pl.DataFrame) -> _Cards:
    """The rows with `canonical` and `deal_id`, where the deal has 52 cards; errors on the others."""
    texts = given.select("deal").unique(maintain_order=True).with_columns(canonical=from_north(pl.col("deal")))
    cards = cards_of(texts["canonical"])
    counted = texts.with_row_index("row").join(_counts(cards), on="row", how="left", maintain_order="left")
    is_whole = (pl.col("twice").list.len() == 0) & (pl.col("held") == [13] * 4).fill_null(value=False)
    ids = ids_of(cards.join(counted.filter(is_whole).select("row"), on="row", how="semi"))
    known = counted.with_columns(is_whole=is_whole.fill_null(value=False)).join(ids, on="row", how="left")
    rows = given.drop("deal_id").join(known.drop("row"), on="deal", how="left", maintain_order="left")
    lost = rows.filter(~pl.col("is_whole")).lazy()
    value = phrase("board {}: {}", "board", pl.col("deal").str.head(80))
    unread = pl.col("canonical").is_null() | pl.col("held").is_null()
    has_twice = pl.col("twice").list.len() > 0
    held = pl.col("held").cast(pl.List(pl.String)).list.join(", ")
    return _Cards(
        rows.filter("is_whole").drop("is_whole", "held", "twice", "missing"),
        [
            error_on(
                lost.filter(unread),
                "deals.not_understood",
                "the cards are not understood, so the deal is left out, and the results stay: write them as"
                " N:KJ7.AQ.T9532.Q84 and the three hands that follow clockwise",
                field="deal",
                value=value,
            ),
            error_on(
                lost.filter(~unread, has_twice),
                "deals.card_twice",
                "cards that are there twice: {twice}, and not at all: {missing}; the deal is left out, and the results"
                " stay: mend the hands",
                field="deal",
                value=value,
                twice=_named("twice"),
                missing=_named("missing"),
            ),
            error_on(
                lost.filter(~unread, ~has_twice),
                "deals.number_of_cards",
                "North, East, South and West have {held} cards, where each has 13 (not there: {missing}); the deal is"
                " left out, and the results stay: mend the hands",
                field="deal",
                value=value,
                held=held,
                missing=_named("missing"),
            ),
        ],
    )


def _counts(cards: pl.DataFrame) -> pl.DataFrame:
    """(`row`, how many cards each seat `held`, the cards that are there `twice`, those that are `missing`)."""
    of_deals = cards.group_by("row").agg(
        pl.col("card").n_unique().alias("of_deck"),
        pl.len().alias("cards"),
        *((pl.col("seat") == seat).sum().cast(pl.Int64).alias(str(seat)) for seat in range(4)),
    )
    # Cards are told apart in deals that are not a whole deck alone: mostly there are none.
    odd = of_deals.filter((pl.col("of_deck") != len(CARDS)) | (pl.col("cards") != len(CARDS))).select("row")
    times = cards.join(odd, on="row", how="semi").group_by("row", "card").len()
    of_cards = (
        odd.join(
            pl.DataFrame({"card": range(len(CARDS)), "name": CARDS}, schema_overrides={"card": pl.UInt8}), how="cross"
        )
        .join(times, on=["row", "card"], how="left")
        .with_columns(pl.col("len").fill_null(0))
        .sort("row", "card")
        .group_by("row")
        .agg(
            twice=pl.col("name").filter(pl.col("len") > 1),
            missing=pl.col("name").filter(pl.col("len") == 0),
        )
    )
    none = pl.lit([], pl.List(pl.String))
    return of_deals.join(of_cards, on="row", how="left").select(
        "row", pl.col("twice", "missing").fill_null(none), held=pl.concat_list(map(str, range(4)))
    )


def _named(column: str) -> pl.Expr:
    """The first cards of a list; `-` where there are none."""
    first = pl.col(column).list.head(_CARDS_NAMED).list.join(", ")
    more = pl.when(pl.col(column).list.len() > _CARDS_NAMED).then(pl.lit(", ...")).otherwise(pl.lit(""))
    return pl.when(pl.col(column).list.len() == 0).then(pl.lit("-")).otherwise(first + more)


# --- dealer and vulnerability -------------------------------------------------------------------


def dealer_of(board: pl.Expr) -> pl.Expr:
    """The dealer of a board by its number (Law 2): String."""
    seats = dict(enumerate(SEATS))
    return ((board.cast(pl.Int32) - 1) % 4).replace_strict(seats, return_dtype=pl.String)


def vulnerable_of(board: pl.Expr) -> pl.Expr:
    """Who is vulnerable on a board by its number (Law 2), as in `VULNERABLE`: String."""
    ns, ew = (vulnerable(board, pl.lit(seat)) for seat in ("N", "E"))
    none, only_ns, only_ew, both = VULNERABLE
    words = pl.when(ns & ew).then(pl.lit(both)).when(ns).then(pl.lit(only_ns)).when(ew).then(pl.lit(only_ew))
    return words.otherwise(pl.lit(none))


def _with_dealer(rows: pl.DataFrame, played: pl.DataFrame, files: pl.DataFrame) -> _Cards:
    """The rows with dealer and vulnerability, as given or else as the number of the board has them."""
    due = rows.with_columns(due_dealer=dealer_of(pl.col("board")), due_vulnerable=vulnerable_of(pl.col("board")))
    odd_dealer = (pl.col("dealer") != pl.col("due_dealer")).fill_null(value=False)
    odd_vulnerable = (pl.col("vulnerable") != pl.col("due_vulnerable")).fill_null(value=False)
    # The reader of PBN tells of the vulnerability of boards with results, and what became of their scores.
    with_results = played.select(*SESSION, "board", "file_id").unique().with_columns(has_results=pl.lit(value=True))
    judged = (
        due.with_columns(odd_dealer=odd_dealer, odd_vulnerable=odd_vulnerable)
        .join(with_results, on=[*_ON_BOARD, "file_id"], how="left", maintain_order="left")
        .join(files, on=[*CLUB, "file_id"], how="left", maintain_order="left")
        .unique([*_ON_BOARD, *PLACE], keep="first", maintain_order=True)
        .lazy()
    )
    by_reader = (pl.col("has_results") & pl.col("is_pbn")).fill_null(value=False)
    value = phrase("board {}", "board")
    fits = _fitting_board()
    return _Cards(
        due.with_columns(
            pl.coalesce("dealer", "due_dealer").alias("dealer"),
            pl.coalesce("vulnerable", "due_vulnerable").alias("vulnerable"),
        ).drop("due_dealer", "due_vulnerable"),
        [
            warning_on(
                judged.filter(odd_dealer, odd_vulnerable),
                "deals.other_board",
                "dealer {dealer} and vulnerable {vulnerable} are those of board {fits}, not of this number"
                " ({due_dealer} and {due_vulnerable}); they are taken as given: see that the deal stands at"
                " its own board",
                field="board",
                value=value,
                fits=fits,
            ),
            warning_on(
                judged.filter(odd_dealer, ~odd_vulnerable),
                "deals.dealer",
                "dealer {dealer}, where a board of this number has dealer {due}; taken as given: mend the dealer or the"
                " number of the board",
                field="dealer",
                value=value,
                due="due_dealer",
            ),
            warning_on(
                judged.filter(~odd_dealer, odd_vulnerable, ~by_reader),
                "deals.vulnerable",
                "vulnerable: {vulnerable}, where a board of this number has {due}; taken as given for par, and scores"
                " do not change: mend the vulnerability or the number of the board",
                field="vulnerable",
                value=value,
                due="due_vulnerable",
            ),
        ],
    )


def _fitting_board() -> pl.Expr:
    """The lowest board with this dealer and vulnerability, as text: each has one among the first sixteen."""
    boards = pl.DataFrame({"board": range(1, 17)}).select(
        key=dealer_of(pl.col("board")) + vulnerable_of(pl.col("board")), board=pl.col("board").cast(pl.String)
    )
    return (pl.col("dealer") + pl.col("vulnerable")).replace_strict(boards["key"], boards["board"], default="-")


# --- one deal a board and line ------------------------------------------------------------------


def _one_deal_a_line(rows: pl.DataFrame, played: pl.DataFrame) -> _Cards:
    """The rows, without those that give another deal for a board of a line that has one."""
    several = (pl.col("deal_id").n_unique() > 1).over(_ON_BOARD)
    alone, contested = rows.filter(~several), rows.filter(several)
    if contested.is_empty():
        return _Cards(alone, [])
    lines = played.select(*SESSION, "line", "file_id").unique()
    unnamed = contested.filter(pl.col("line").is_null()).drop("line")
    own = unnamed.join(lines, on=[*SESSION, "file_id"]).with_columns(rank=pl.lit(1))
    elsewhere = unnamed.join(lines, on=[*SESSION, "file_id"], how="anti")
    any_line = elsewhere.join(lines.select(*SESSION, "line").unique(), on=SESSION, how="left")
    claims = pl.concat(
        [
            contested.filter(pl.col("line").is_not_null()).with_columns(rank=pl.lit(0)),
            own.with_columns(rank=pl.lit(1)),
            any_line.with_columns(rank=pl.lit(2)),
        ],
        how="diagonal_relaxed",
    ).sort(*_ON_BOARD, "line", "rank", *PLACE, nulls_last=True, maintain_order=True)
    at = [*_ON_BOARD, "line"]
    first = claims.with_columns(
        counting=pl.col("deal_id").first().over(at),
        in_file=pl.col("file_id").first().over(at),
        hands=pl.col("deal").str.strip_prefix("N:").str.split(" ").list.sort(),
    ).with_columns(of_first=pl.col("hands").first().over(at))
    is_other = pl.col("deal_id") != pl.col("counting")
    others = first.filter(is_other).unique([*_ON_BOARD, *PLACE], keep="first", maintain_order=True).lazy()
    turned = pl.col("hands") == pl.col("of_first")
    value = phrase("board {}", "board")
    kept = first.filter(~is_other).drop("rank", "counting", "in_file", "hands", "of_first")
    return _Cards(
        pl.concat([alone, kept.select(alone.columns)]),
        [
            error_on(
                others.filter(turned),
                "deals.turned",
                "the same hands in another order than in {file}, which counts; left out here, and the results stay:"
                " see who had which hand",
                field="deal",
                value=value,
                file="in_file",
            ),
            error_on(
                others.filter(~turned),
                "deals.another",
                "another deal than {file} has for this board, which counts; left out here, and the results stay: see"
                " which one was played, or name the lines that played each",
                field="deal",
                value=value,
                file="in_file",
            ),
        ],
    )


def _with_lines(rows: pl.DataFrame, played: pl.DataFrame) -> pl.DataFrame:
    """A row a board and deal, with the `lines` that played it; null where that is all of them.

    Of rows with the same deal, that with a table that can be right counts, or else with any, or else the first.
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


def _suspicions(rows: pl.DataFrame, played: pl.DataFrame) -> list[dy.LazyFrame[Findings]]:
    """Warnings on a deal that stands at two boards, and on deals of boards that nobody played.

    More boards are often dealt than played. So of a file of deals alone these are told only where they are all of it,
    and of one with results only those below the highest board of its results.
    """
    twice = (
        rows.sort(*SESSION, "deal_id", "board", *PLACE)
        .filter((pl.col("board").n_unique() > 1).over(*SESSION, "deal_id"))
        .with_columns(first_board=pl.col("board").first().over(*SESSION, "deal_id"))
        .filter(pl.col("board") != pl.col("first_board"))
        .unique([*_ON_BOARD, *PLACE], keep="first", maintain_order=True)
    )
    boards = played.select(_ON_BOARD).unique()
    unplayed = rows.join(boards, on=_ON_BOARD, how="left", maintain_order="left").join(
        rows.join(boards, on=_ON_BOARD, how="semi").select(*SESSION, "file_id").unique(),
        on=[*SESSION, "file_id"],
        how="anti",
        maintain_order="left",
    )
    of_results = played.group_by(*SESSION, "file_id").agg(highest=pl.col("board").max())
    beside = (
        rows.join(boards, on=_ON_BOARD, how="anti", maintain_order="left")
        .join(of_results, on=[*SESSION, "file_id"], maintain_order="left")
        .filter(pl.col("board") < pl.col("highest"))
        .join(
            unplayed.select(*SESSION, "file_id").unique(), on=[*SESSION, "file_id"], how="anti", maintain_order="left"
        )
        .unique([*_ON_BOARD, *PLACE], keep="first", maintain_order=True)
        .sort(*_ON_BOARD, *PLACE, nulls_last=True, maintain_order=True)
        .group_by(*CLUB, "session_id", "file_id", maintain_order=True)
        .agg(pl.col("line_no", "board").first(), boards=pl.col("board").n_unique())
    )
    files = unplayed.join(boards.select(SESSION).unique(), on=SESSION, how="semi").group_by(
        *CLUB, "session_id", "file_id", maintain_order=True
    )
    return [
        warning_on(
            twice.lazy(),
            "deals.on_two_boards",
            "the same 52 cards as on board {first} of this session: see that each deal stands at its own board",
            field="board",
            value=phrase("board {}", "board"),
            first="first_board",
        ),
        warning_on(
            files.agg(pl.col("line_no").min(), boards=pl.col("board").n_unique()).lazy(),
            "deals.none_played",
            "none of these boards ({boards}) was played in this session: see that these are the deals of this evening",
            field="board",
            value="session_id",
        ),
        warning_on(
            beside.lazy(),
            "deals.not_played",
            "a deal in the file with the results, of a board that nobody played (such boards in this file: {boards}):"
            " see that the number of the board is right, and that no result is missing",
            field="board",
            value=phrase("board {}", "board"),
        ),
    ]
