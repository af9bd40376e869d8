"""Deals: the cards of each board, their double-dummy tables, and how the results compare with these tables."""

import dataframely as dy

from transforms.tables.raw import HIGHEST_BOARD, MOST_ROUNDS
from transforms.tables.shared import (
    CALL,
    CARD,
    SEATS,
    InCompetition,
    InLine,
    InSession,
    OfPlayer,
    one_of,
    usual,
    warehouse_table,
)

VULNERABLE = ("none", "ns", "ew", "both")

_STRAINS = {"nt": "no trump", "s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
_TRICKS_OF = {
    f"{declarer[0].lower()}_{strain}": dy.Int8(
        min=0, max=13, description=f"Tricks of {declarer} as declarer in {name}."
    )
    for declarer in ("North", "East", "South", "West")
    for strain, name in _STRAINS.items()
}
TABLE = tuple(_TRICKS_OF)
"""The columns of a double-dummy table: the tricks of each seat as declarer in each strain."""

_TRICKS = "^[0-9a-d]{20}$"


@warehouse_table("raw.deals")
class Deals(InSession):
    """One row per board of a session and deal played on it, with its 52 cards as the file gives them.

    A board has one deal, unless its lines played different deals under the same number. Then `lines` has the lines that
    played this deal.
    """

    board = dy.Int32(primary_key=True, min=1, max=HIGHEST_BOARD)
    lines = dy.String(nullable=True, regex="^[A-Z]([+][A-Z])*$")
    """The lines that played this deal, such as `A+B`; null means all lines of the session."""
    round = dy.Int32(nullable=True, min=0, max=MOST_ROUNDS)
    """The round of the deal, needed if board numbers start again in later rounds; null if the file does not give it."""
    dealer = one_of(*SEATS)
    vulnerable = one_of(*VULNERABLE)
    deal = dy.String()
    """The cards in PBN: `N:` and the hands of North, East, South and West, each as spades.hearts.diamonds.clubs."""
    deal_id = dy.String(primary_key=True, regex="^[0-9a-f]{26}$")
    double_dummy = dy.String(nullable=True, regex=_TRICKS)
    """The double-dummy table in the file, unchecked: one digit (a is 10) for each tricks column of deals.double_dummy.
    """
    date = dy.Date(nullable=True, description="The day that the file gives for this deal; null where it gives none.")
    file_id = dy.String(metadata=usual("-"))
    line_no = dy.Int64(nullable=True)


class InDeal(InCompetition):
    """Rows that each belong to one deal of a competition. The same cards have the same id in every club."""

    deal_id = dy.String(primary_key=True)


_WithTable = type(InDeal)("_WithTable", (InDeal,), {**_TRICKS_OF})


@warehouse_table("deals.double_dummy")
class DoubleDummy(_WithTable):  # pyrefly: ignore - made of data
    """One row per deal with a known double-dummy table: the tricks of each declarer in each strain."""

    source = one_of("file", "solved")
    """Where the table is from. file: a file gives it with the deal; solved: Barometer solved the deal."""


@warehouse_table("deals.par")
class Par(InDeal):
    """One row per deal, dealer and vulnerability: the result when both sides bid and play double dummy."""

    dealer = one_of(*SEATS, primary_key=True)
    vulnerable = one_of(*VULNERABLE, primary_key=True)
    par_score = dy.Int32(description="The par score, seen from North-South.")
    par_contracts = dy.String()
    """The par contracts, each with declarer (a seat, or a side if either partner can declare) and result, such as `NS
    4S=` or `E 5DX-2`. Several are separated by `; `. PASS if no side can make a contract."""
    ns_best = dy.String(nullable=True)
    """The contract that scores most for North-South if East-West always pass, such as `N 4S=`; null if none can be
    made."""
    ns_best_score = dy.Int32(nullable=True, min=0, description="The score of that contract for North-South.")
    ew_best = dy.String(nullable=True)
    """The contract that scores most for East-West if North-South always pass; null if none can be made."""
    ew_best_score = dy.Int32(nullable=True, min=0, description="The score of that contract for East-West.")


class _AtTable(InLine):
    """Rows that each belong to a result line. File and line number identify the result line."""

    board = dy.Int32(min=1, max=HIGHEST_BOARD)
    ns = dy.String(nullable=True)
    ew = dy.String(nullable=True)
    file_id = dy.String(primary_key=True)
    line_no = dy.Int64(primary_key=True)


@warehouse_table("deals.auctions")
class Auctions(_AtTable):
    """One row per call of each known auction, up to the first call that the laws do not allow."""

    call_no = dy.Int16(primary_key=True, min=1, description="The number of the call; the dealer's first call is 1.")
    seat = one_of(*SEATS, description="The seat that called: N, E, S or W.")
    call = dy.String(regex=f"^{CALL}$", description="The call, such as `1NT`, `Pass`, `X` or `XX`.")
    alerted = dy.Bool(description="Whether the call was alerted.")


@warehouse_table("deals.play")
class Play(_AtTable):
    """One row per card of each known play, up to the first card that the laws do not allow.

    The deal, contract and declarer must be known.
    """

    card_no = dy.Int16(primary_key=True, min=1, max=52, description="The number of the card; the card led is 1.")
    trick = dy.Int8(min=1, max=13, description="The number of the trick.")
    seat = one_of(*SEATS, description="The seat that held the card: N, E, S or W.")
    card = dy.String(regex=f"^{CARD}$", description="The card, as `SQ`.")
    won = dy.Bool(nullable=True, description="Whether the card won its trick; null for a trick without four cards.")


@warehouse_table("deals.lines")
class DealLines(InLine):
    """One row per result line with a known deal and double-dummy table.

    Lines with a ruling, and lines of fouled boards, are left out.
    """

    board = dy.Int32(primary_key=True, min=1)
    ns = dy.String(primary_key=True)
    ew = dy.String(primary_key=True)
    deal_id = dy.String()
    contract = dy.String()
    declarer = one_of(*SEATS, nullable=True, description="Null where the board was passed out.")
    tricks = dy.Int8(nullable=True, min=0, max=13)
    score = dy.Int32(nullable=True, description="The score, seen from North-South.")
    double_dummy_tricks = dy.Int8(nullable=True, min=0, max=13)
    """The tricks that this declarer can win in this strain, double dummy."""
    gained = dy.Int8(nullable=True, min=-13, max=13)
    """The tricks that declarer won beyond double dummy; negative if declarer won fewer."""
    double_dummy_score = dy.Int32(description="What the contract brings with these tricks, seen from North-South.")
    par_score = dy.Int32(description="The par score, seen from North-South.")
    par_difference = dy.Int32(nullable=True, description="The score less the par score, seen from North-South.")
    missed = dy.String(nullable=True)
    """The contract that scores most for declarer's side double dummy, such as `S 4H=`; null if it does not score more
    than the contract played. If the board was passed out, the best contract of the side with a positive par score."""
    lead = dy.String(nullable=True, regex=f"^{CARD}$", description="The card led, as `SQ`; null: not known.")
    file_id = dy.String(primary_key=True)
    line_no = dy.Int64(primary_key=True)


def _results(description: str | None = None) -> dy.Int32:
    return dy.Int32(min=0, description=description)


class _AtTheTable(OfPlayer):
    """How well players did on their deals, compared with double dummy, where everyone sees all cards."""

    declared = _results("Number of boards declared for which the double-dummy table is known.")
    declarer_gained = dy.Float64(nullable=True)
    """The mean number of tricks per board that the player won as declarer beyond double dummy; null if there is no such
    board."""
    declarer_sd = dy.Float64(nullable=True)
    """The standard deviation, between boards, of the tricks beyond double dummy; null for fewer than two boards."""
    defended = _results("Number of boards defended for which the double-dummy table is known.")
    defence_gained = dy.Float64(nullable=True)
    """The mean number of tricks per board that the player's side won in defence beyond double dummy; null without
    boards."""
    defence_sd = dy.Float64(nullable=True)
    """The standard deviation, between boards, of the tricks beyond double dummy; null for fewer than two boards."""
    bid = _results()
    """The number of boards on which the par score is positive for the player's side, so that it has a best level to
    bid."""
    reached = _results()
    """The number of boards of `bid` on which the side declared at its best level (part score, game, small or grand
    slam), or defended a contract that, double dummy, gives it at least par."""
    over = _results("On how many of these boards the side bid to a higher level than par.")
    under = _results(
        "On how many of these boards the side bid to a lower level than par, or let the opponents play for less than"
        " par."
    )
    few = dy.Bool()
    """Whether the player declared and defended fewer than 100 boards in total, so that chance outweighs skill."""


@warehouse_table("deals.players")
class DealPlayers(_AtTheTable):
    """One row per player and season: tricks won and levels bid, compared with double dummy."""


@warehouse_table("deals.partnerships")
class DealPartnerships(_AtTheTable):
    """One row per season and two players who sat together: the numbers of `deals.players` for their joint boards."""

    partner_id = dy.String(primary_key=True)
