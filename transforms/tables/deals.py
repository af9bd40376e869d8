"""Deals: the cards of each board, their double-dummy tricks, and the results."""

import dataframely as dy

from transforms.tables.raw import HIGHEST_BOARD
from transforms.tables.shared import SEATS, InCompetition, InLine, InSession, OfPlayer, one_of, usual, warehouse_table

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
    """One row per board of a session and deal that was played on it: its 52 cards, as files give them.

    A board has one deal, unless its lines played different deals under the same number; `lines` then says which.
    """

    board = dy.Int32(primary_key=True, min=1, max=HIGHEST_BOARD)
    lines = dy.String(nullable=True, regex="^[A-Z]([+][A-Z])*$")
    """The lines that played this deal, as `A+B`; null: all lines of the session."""
    dealer = one_of(*SEATS)
    vulnerable = one_of(*VULNERABLE)
    deal = dy.String()
    """The cards in PBN: `N:` and the hands of North, East, South and West, each as spades.hearts.diamonds.clubs."""
    deal_id = dy.String(primary_key=True, regex="^[0-9a-f]{26}$")
    double_dummy = dy.String(nullable=True, regex=_TRICKS)
    """The double-dummy table in the file, unchecked: a digit (a is 10) for each column of deals.double_dummy."""
    date = dy.Date(nullable=True, description="The day that the file gives for this deal; null where it gives none.")
    file_id = dy.String(metadata=usual("-"))
    line_no = dy.Int64(nullable=True)


class InDeal(InCompetition):
    """Rows that each belong to one deal of a competition; the same cards in several clubs have the same id."""

    deal_id = dy.String(primary_key=True)


_WithTable = type(InDeal)("_WithTable", (InDeal,), {**_TRICKS_OF})


@warehouse_table("deals.double_dummy")
class DoubleDummy(_WithTable):  # pyrefly: ignore - made of data
    """One row per deal with a known table: the tricks of each declarer in each strain, if all four see all cards."""

    source = one_of("file", "solved")
    """file: a file has the table next to the deal; solved: it was solved here."""


@warehouse_table("deals.par")
class Par(InDeal):
    """One row per deal, dealer and vulnerability: the result when both sides bid and play double dummy."""

    dealer = one_of(*SEATS, primary_key=True)
    vulnerable = one_of(*VULNERABLE, primary_key=True)
    par_score = dy.Int32(description="Seen from North-South.")
    par_contracts = dy.String()
    """Who declares (a seat, or a side where either may), contract and result: `NS 4S=`, `E 5DX-2`, several with `; `
    between; PASS where nobody can make anything."""
    ns_best = dy.String(nullable=True)
    """The contract that brings North-South most, were the others silent, as `N 4S=`; null: they can make nothing."""
    ns_best_score = dy.Int32(nullable=True, min=0, description="What it brings North-South.")
    ew_best = dy.String(nullable=True)
    """The contract that brings East-West most, were the others silent; null: they can make nothing."""
    ew_best_score = dy.Int32(nullable=True, min=0, description="What it brings East-West.")


@warehouse_table("deals.lines")
class DealLines(InLine):
    """One row per result line of a board simply played whose deal and double-dummy table are known."""

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
    """Tricks that declarer won beyond those, or fell short of them if negative."""
    double_dummy_score = dy.Int32(description="What the contract brings with these tricks, seen from North-South.")
    par_score = dy.Int32(description="Seen from North-South.")
    par_difference = dy.Int32(nullable=True, description="The score less the par score, seen from North-South.")
    missed = dy.String(nullable=True)
    """The contract that brings declarer's side most, double dummy, as `S 4H=`, where that is more than the contract
    played brings; null: there is none. Where the board was passed out, that of the side that can make one."""
    lead = dy.String(nullable=True, regex="^[SHDC][2-9TJQKA]$", description="The card led, as `SQ`; null: not known.")
    file_id = dy.String(primary_key=True)
    line_no = dy.Int64(primary_key=True)


def _results(description: str | None = None) -> dy.Int32:
    return dy.Int32(min=0, description=description)


class _AtTheTable(OfPlayer):
    """What was made of deals with the cards seen, against what double dummy allows."""

    declared = _results("Boards declared whose double dummy is known.")
    declarer_gained = dy.Float64(nullable=True)
    """Tricks won as declarer beyond double dummy, a board; null where none was declared."""
    declarer_sd = dy.Float64(nullable=True)
    """The standard deviation of these tricks; null for fewer than two boards."""
    defended = _results("Boards defended whose double dummy is known.")
    defence_gained = dy.Float64(nullable=True)
    """Tricks that the defence won beyond double dummy, a board; null where none was defended."""
    defence_sd = dy.Float64(nullable=True)
    """The standard deviation of these tricks; null for fewer than two boards."""
    bid = _results()
    """Boards on which the par score is for the player's side, so that there is a level to bid to."""
    reached = _results()
    """Of these: where the side played at par's level (part score, game, small or grand slam), or was paid its price."""
    over = _results("Of these: where the side bid a level higher.")
    under = _results("Of these: where the side stayed a level lower, or let the opponents play for less.")
    few = dy.Bool()
    """Whether these are so few boards (declared, defended and bid together) that chance outweighs skill."""


@warehouse_table("deals.players")
class DealPlayers(_AtTheTable):
    """One row per player and season: tricks gained as declarer and in defence, and levels bid, against double dummy."""


@warehouse_table("deals.partnerships")
class DealPartnerships(_AtTheTable):
    """One row per two players who sat together, and season: as `deals.players`, of the boards played together."""

    partner_id = dy.String(primary_key=True)
