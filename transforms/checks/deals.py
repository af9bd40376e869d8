"""Checks of deals: results that double dummy makes very unlikely, and wrong tables. Only directors see the findings."""

import dataframely as dy
import polars as pl

from transforms.bridge.cards import SUITS
from transforms.bridge.tricks_as_digits import can_be_right, digits_of
from transforms.deals.bid_and_played import with_auction_or_play
from transforms.deals.lines import DEAL, with_deals
from transforms.deals.par import first_of_files
from transforms.intake.check import check, collected, in_variants, judged, says, which
from transforms.intake.deals import deals_claimed, deals_with_cards, deals_with_dealer, deals_with_lines, fitting_board
from transforms.intake.findings import PLACE, Checked, sorted_findings
from transforms.intake.result_lines import settled_results
from transforms.tables.deals import TABLE
from transforms.tables.messages import VARIANT
from transforms.tables.phrases import phrase
from transforms.tables.schemas import (
    Auctions,
    DealLines,
    Deals,
    DoubleDummy,
    Findings,
    Play,
    Results,
    SessionSettings,
)
from transforms.tables.shared import CLUB, SEATS, SESSION, Frame, Rows

UNLIKELY = 6
"""A result at least this number of tricks from double dummy is more often due to a slip of the pen than to the play."""
_OF_WRONG_HANDS = 3
"""If at least two results of a board are doubtful, and at least one in this number, its hands or table are more likely
to be wrong."""
_BOARD = (*SESSION, "board", "deal_id")
_OF_BOARD = phrase("board {}", "board")
_OF_FILE = (*SESSION, "file_id")
_LINE = (*_OF_FILE, "line_no")


def deal_findings(
    lines: Frame[DealLines],
    double_dummy: Frame[DoubleDummy],
    deals: Frame[Deals],
    results: Frame[Results],
    settings: Frame[SessionSettings],
    *,
    auctions: Frame[Auctions],
    play: Frame[Play],
) -> dy.LazyFrame[Findings]:
    """Return warnings about results, tables and deals of all seasons, except about results that a director settled."""
    tables = {"lines": lines, "double_dummy": double_dummy, "deals": deals}
    led = with_deals(results.lazy().drop_nulls(["lead", "declarer"]), deals)
    led = led.join(deals.lazy().select(*DEAL, "deal").unique(DEAL), on=DEAL)
    of_director = settled_results(settings.lazy(), results.lazy())
    given = {**tables, "settled": of_director, "led": led}
    known = with_auction_or_play(results)
    given |= dict.fromkeys(("bid", "played"), known)
    if not known.is_empty():
        others = known.lazy().join(of_director, on=_LINE, how="anti", maintain_order="left")
        of_play = with_deals(others.drop_nulls(["declarer", "contract", "play"]), deals)
        given |= {"bid": _cut_off(others, "auction", auctions), "played": _cut_off(of_play, "play", play)}
    at_hand = dict(zip(given, collected(given.values()), strict=True))
    return sorted_findings([judged("deals", at_hand)[1]])


_VERY_UNLIKELY = "{unlikely} of {results} results very unlikely"
_LEFT_OUT = "the deal is left out, and the results stay"


@check("deals.unlikely", stage="deals", field="tricks", possible="double_dummy_tricks")
@says(
    "double dummy makes this result very unlikely ({contract} by {declarer} on board {board}, {ns} - {ew}; tricks won:"
    " {tricks}, with perfect play by all four: {possible}): check contract, declarer, tricks and board, or ignore this"
    " warning if the result is right"
)
def unlikely(lines: pl.LazyFrame, double_dummy: pl.LazyFrame, settled: pl.LazyFrame) -> pl.LazyFrame:
    return (
        lines.filter(pl.col("gained").abs() >= UNLIKELY)
        .join(_doubted(lines, double_dummy, "file", DEAL), on=DEAL, how="anti")
        .join(_doubted(lines, double_dummy, "solved", _BOARD), on=_BOARD, how="anti")
        .join(settled, on=_LINE, how="anti")
    )


@check("deals.unlikely/lead", stage="deals", field="lead", one_per=_OF_FILE, at_lines="at_lines")
@says(
    "on board {board} ({ns} - {ew}) {declarer} declared {contract}, but {holder} holds the card that was led, {lead}"
    " (such leads of this session: {leads}, on board {boards}): check declarer, lead and board"
)
def led_by_another(led: pl.LazyFrame, settled: pl.LazyFrame) -> pl.LazyFrame:
    """Find sessions with leads from another hand than that on declarer's left; a lead changes no score."""
    hands = pl.col("deal").str.strip_prefix("N:").str.split(" ")
    suit, rank = pl.col("lead").str.head(1), pl.col("lead").str.tail(1)
    place_of_suit = pl.coalesce(pl.when(suit == of).then(place) for place, of in enumerate(SUITS))
    held = {seat: hands.list.get(at).str.split(".").list.get(place_of_suit) for at, seat in enumerate(SEATS)}
    holder = pl.coalesce(pl.when(of.str.contains(rank, literal=True)).then(pl.lit(seat)) for seat, of in held.items())
    leader = pl.col("declarer").replace_strict(dict(zip(SEATS, (*SEATS[1:], SEATS[0]), strict=True)))
    named = led.with_columns(holder=holder).filter(pl.col("holder") != leader)
    own_leads = named.join(settled, on=_LINE, how="anti")
    in_order = own_leads.sort("file_id", "line_no", maintain_order=True)
    each = {name: pl.col(of).cast(pl.String) for name, of in (("at_lines", "line_no"), ("boards", "board"))}
    listed = {name: of.unique(maintain_order=True).str.join(", ").over(_OF_FILE) for name, of in each.items()}
    return in_order.with_columns(leads=pl.len().over(_OF_FILE), **listed)


def _cut_off(results: pl.LazyFrame, column: str, rows: Rows) -> pl.LazyFrame:
    """Return the lines whose auction or play has more calls or cards than rows, with the number of the first other."""
    known = results.filter(pl.col(column).is_not_null())
    counted = known.join(rows.lazy().group_by(_LINE).len("fitting"), on=_LINE, how="left", maintain_order="left")
    words, fitting = pl.col(column).str.split(" "), pl.col("fitting").fill_null(0)
    others = counted.filter(words.list.len() > fitting)
    return others.with_columns(no=fitting + 1, first=words.list.get(fitting, null_on_oob=True))


@check("deals.cut_off/call", stage="deals", field="auction", value="first", merged=True)
@says(
    "call {no} of the auction on board {board} ({ns} - {ew}), {first}, is not allowed at this place; it and the calls"
    " after it are left out, and the result stays: correct the auction, or ignore this warning if the call was accepted"
)
def call_not_allowed(bid: pl.LazyFrame) -> pl.LazyFrame:
    return bid


@check("deals.cut_off/card", stage="deals", field="play", value="first", merged=True)
@says(
    "card {no} of the play on board {board} ({ns} - {ew}), {first}, cannot be played at this place: another seat holds"
    " it or is to play, it was played before, or it revokes; it and the cards after it are left out, and the result"
    " stays: correct the play, the deal or the declarer, or ignore this warning if it happened so"
)
def card_not_playable(played: pl.LazyFrame) -> pl.LazyFrame:
    """Find plays that do not fit the deal. If the first card is the lead, `deals.unlikely/lead` reports it."""
    return played.filter((pl.col("no") > 1) | (pl.col("first") != pl.col("lead")).fill_null(value=True))


@check("deals.doubted", field={"table": "double_dummy", "hands": "deal"}, value=_OF_BOARD)
@says(
    table=f"the double-dummy table in the file makes {_VERY_UNLIKELY}: check that hands and table belong to"
    " this board, or solve the deal: barometer deals solve --verify",
    hands=f"these hands make {_VERY_UNLIKELY}: check that they belong to this board; if they do, ignore this warning",
)
def doubted(deals: pl.LazyFrame, lines: pl.LazyFrame, double_dummy: pl.LazyFrame) -> pl.LazyFrame:
    columns = (*CLUB, "file_id", "line_no", "board", "unlikely", "results")
    tables = first_of_files(deals).join(_doubted(lines, double_dummy, "file", DEAL), on=DEAL)
    hands = deals.join(_doubted(lines, double_dummy, "solved", _BOARD), on=_BOARD)
    return in_variants({"table": tables.select(columns), "hands": hands.select(columns)})


def _doubted(lines: pl.LazyFrame, double_dummy: pl.LazyFrame, source: str, key: tuple[str, ...]) -> pl.LazyFrame:
    of_source = lines.join(double_dummy.filter(source=source), on=DEAL, how="semi")
    is_unlikely = pl.col("gained").abs() >= UNLIKELY
    counted = of_source.group_by(key).agg(unlikely=is_unlikely.sum(), results=pl.col("gained").count())
    return counted.filter(pl.col("unlikely") > 1, _OF_WRONG_HANDS * pl.col("unlikely") >= pl.col("results"))


@check(
    "deals.doubted/of_file", field="double_dummy", value="shown", one_per=(*CLUB, "file_id", VARIANT), tables="lines"
)
@says(
    differs="the double-dummy table in the file differs from the solved deal in {differing} of 20 numbers (such tables"
    " in this file: {tables}); the solved deal counts: check that the table belongs to this deal; if it does, ignore"
    " this warning",
    impossible="this double-dummy table can hardly belong to a real deal, so it is ignored (such tables in this file:"
    " {tables}): give the number of tricks, not the level, for all four declarers, even if it is below seven; or solve"
    " the deal: barometer deals solve",
)
def wrong_table(deals: pl.LazyFrame, double_dummy: pl.LazyFrame) -> pl.LazyFrame:
    """Find double-dummy tables that contradict the solution, and implausible tables of deals that are not solved."""
    solved = double_dummy.filter(source="solved").select(*DEAL, solved=digits_of())
    given = deals.filter(pl.col("double_dummy").is_not_null()).join(solved, on=DEAL, how="left")
    table, other, is_taken = pl.col("double_dummy"), pl.col("solved"), can_be_right(pl.col("double_dummy"))
    unlike = [(table.str.slice(at, 1) != other.str.slice(at, 1)).cast(pl.Int32) for at in range(len(TABLE))]
    shown = pl.when(is_taken).then(_OF_BOARD).otherwise(phrase("board {}: {}", "board", "double_dummy"))
    variant = which(differs=is_taken & (table != other), impossible=~is_taken & other.is_null())
    marked = given.with_columns(variant, differing=pl.sum_horizontal(unlike), shown=shown)
    return marked.filter(pl.col(VARIANT).is_not_null()).sort(*CLUB, "file_id", "line_no", "board", nulls_last=True)


_ON_BOARD = (*SESSION, "board")
_CARDS_NAMED = 5


def checked_deals(deals: pl.LazyFrame, results: pl.LazyFrame, files: pl.LazyFrame) -> Checked:
    """Return the deals that have all their cards; a board with several deals has a row for each.

    `deals` are rows of `Deals` that belong to a session, with `line` (null if no line is named); dealer and
    vulnerability may be null. `results` are the result lines of these sessions.
    """
    given = deals.collect()
    if given.is_empty():
        return Checked(given.with_columns(lines=pl.lit(None, pl.String)).lazy(), [])
    played = results.select(*SESSION, "board", "line", "file_id").unique().collect()
    of_files = files.select(*CLUB, "file_id", is_pbn=pl.col("format") == "pbn").collect()
    tables, no_cards = judged("cards of deals", {"handed_in": deals_with_cards(given)})
    whole = tables["handed_in"].drop("is_whole", "held", "twice", "missing", "deal").rename({"canonical": "deal"})
    dealt = deals_with_dealer(whole, played, of_files)
    _, odd = judged("dealers of deals", {"handed_in": dealt})
    known = dealt.with_columns(
        pl.coalesce("dealer", "due_dealer").alias("dealer"),
        pl.coalesce("vulnerable", "due_vulnerable").alias("vulnerable"),
    ).select(whole.columns)
    tables, others = judged("deals of boards", {"handed_in": deals_claimed(known, played)})
    once = tables["handed_in"].select(whole.columns)
    _, doubtful = judged("deals that count", {"handed_in": once, "played": played})
    return Checked(deals_with_lines(once, played).lazy(), [no_cards, odd, others, doubtful])


@check(
    "deals.cards",
    stage="cards of deals",
    row="left out",
    field="deal",
    value=phrase("board {}: {}", "board", pl.col("deal").str.head(80)),
)
@says(
    not_understood=f"the cards are not understood; {_LEFT_OUT}: write them as N:KJ7.AQ.T9532.Q84 and the three hands"
    " that follow clockwise",
    twice=f"these cards are in the deal twice: {{twice}}, and these are missing: {{missing}}; {_LEFT_OUT}: correct"
    " the hands",
    number="North, East, South and West have {held} cards, but each should have 13 (missing: {missing});"
    f" {_LEFT_OUT}: correct the hands",
)
def deals_without_cards(handed_in: pl.LazyFrame) -> pl.LazyFrame:
    variant = which(
        "number",
        not_understood=pl.any_horizontal(pl.col("canonical", "held").is_null()),
        twice=pl.col("twice").list.len() > 0,
    )
    held = pl.col("held").cast(pl.List(pl.String)).list.join(", ")
    lost = handed_in.filter(~pl.col("is_whole")).with_columns(variant)
    return lost.with_columns(held=held, twice=_named("twice"), missing=_named("missing"))


def _named(column: str) -> pl.Expr:
    first = pl.col(column).list.head(_CARDS_NAMED).list.join(", ")
    more = pl.when(pl.col(column).list.len() > _CARDS_NAMED).then(pl.lit(", ...")).otherwise(pl.lit(""))
    return pl.when(pl.col(column).list.len() == 0).then(pl.lit("-")).otherwise(first + more)


@check(
    "deals.dealer",
    stage="dealers of deals",
    field={"vulnerable": "vulnerable", "dealer": "dealer", "board": "board"},
    value=_OF_BOARD,
    due=pl.when(variant="dealer").then("due_dealer").otherwise("due_vulnerable"),
)
@says(
    board="dealer {dealer} and vulnerability {vulnerable} belong to board {fits}, not to a board with this number,"
    " which has {due_dealer} and {due_vulnerable}; they are used as given: check that the deal is on the right board",
    dealer="the dealer is {dealer}, but a board with this number has dealer {due}; the dealer is used as given:"
    " correct the dealer or the number of the board",
    vulnerable="the vulnerability is {vulnerable}, but a board with this number has {due}; par uses it as given, and"
    " scores do not change: correct the vulnerability or the number of the board",
)
def dealer_of_another_board(handed_in: pl.LazyFrame) -> pl.LazyFrame:
    """Find deals whose dealer or vulnerability belongs to another board."""
    # A wrong vulnerability alone is not reported if the board has results in a PBN file, because the PBN reader already
    # reports it, and says what happens to the scores.
    odd_dealer, odd_vulnerable = (
        (pl.col(name) != pl.col(f"due_{name}")).fill_null(value=False) for name in ("dealer", "vulnerable")
    )
    by_reader = (pl.col("has_results") & pl.col("is_pbn")).fill_null(value=False)
    variant = which(board=odd_dealer & odd_vulnerable, dealer=odd_dealer, vulnerable=odd_vulnerable & ~by_reader)
    return (
        handed_in.with_columns(variant, fits=fitting_board())
        .filter(pl.col(VARIANT).is_not_null())
        .unique([*_ON_BOARD, *PLACE], keep="first", maintain_order=True)
    )


@check(
    "deals.cards/another",
    stage="deals of boards",
    row="left out",
    field="deal",
    value=_OF_BOARD,
    one_per=(*_ON_BOARD, *PLACE),
    file="in_file",
)
@says(
    "{file} has another deal for this board, which counts; this deal is left out, and the results stay: check which"
    " one was played, or name the lines that played each"
)
def another_deal(handed_in: pl.LazyFrame) -> pl.LazyFrame:
    return handed_in.filter(pl.col("deal_id") != pl.col("counting"))


@check("deals.dealer/on_two_boards", stage="deals that count", field="board", value=_OF_BOARD, first="first_board")
@says("this board has the same 52 cards as board {first} of this session: check that each deal is on the right board")
def on_two_boards(handed_in: pl.LazyFrame) -> pl.LazyFrame:
    return (
        handed_in.sort(*SESSION, "deal_id", "board", *PLACE)
        .filter((pl.col("board").n_unique() > 1).over(*SESSION, "deal_id"))
        .with_columns(first_board=pl.col("board").first().over(*SESSION, "deal_id"))
        .filter(pl.col("board") != pl.col("first_board"))
        .unique([*_ON_BOARD, *PLACE], keep="first", maintain_order=True)
    )


@check("deals.dealer/not_played", stage="deals that count", field="board", value=_OF_BOARD)
@says(
    "the file with the results has a deal for a board that nobody played (such boards in this file: {boards}): check"
    " the number of the board, and that no result is missing"
)
def not_played(handed_in: pl.LazyFrame, played: pl.LazyFrame) -> pl.LazyFrame:
    """Find deals of boards that nobody played, if they are below the highest board played in their file."""
    of_file = (*SESSION, "file_id")
    highest = played.group_by(of_file).agg(highest=pl.col("board").max())
    boards = played.select(_ON_BOARD).unique().with_columns(is_played=True)
    return (
        handed_in.join(boards.select(SESSION).unique(), on=SESSION, how="semi")
        .join(boards, on=_ON_BOARD, how="left")
        .join(highest, on=of_file, how="left")
        .filter(pl.col("is_played").is_null(), pl.col("board") < pl.col("highest"))
        .sort(*_ON_BOARD, *PLACE, nulls_last=True)
        .group_by(*CLUB, "session_id", "file_id", maintain_order=True)
        .agg(pl.col("line_no", "board").first(), boards=pl.col("board").n_unique())
    )
