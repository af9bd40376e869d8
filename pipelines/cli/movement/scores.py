"""What players write results on: score slips, one for each table and round, and travellers, one for each board."""

import polars as pl

from pipelines.cli.movement.matter import title_of
from pipelines.cli.movement.paper import NOBODY, Card, PrintedMatter, Sittings
from transforms.balance.book.cards import plays_of
from transforms.balance.book.offers import Offer
from transforms.balance.movement import BOARD_SET, NS
from transforms.tables.messages import gettext

_BLANK = " " * 6


def slips(offer: Offer, boards_in_set: int, absent: int | None, sittings: Sittings = NOBODY) -> PrintedMatter:
    """Return a slip for each table and round, with a row for each board. Nobody has a slip who sits out."""
    headings = (
        *(gettext("Board"), gettext("Contract"), gettext("By"), gettext("Lead"), gettext("Tricks")),
        *(gettext("N-S"), gettext("E-W")),
    )
    found = [
        Card(
            gettext("Table {table}, round {round}: N-S {ns}, E-W {ew}", table=table, round=round_, ns=ns, ew=ew),
            headings,
            [(board, *[_BLANK] * (len(headings) - 1)) for board in _boards(board_set, copy, boards_in_set)],
        )
        for round_, table, ns, ew, board_set, copy in _plays(offer, absent).iter_rows()
    ]
    return _matter(offer, boards_in_set, sittings)._replace(guides=found, heading=gettext("Score slips"))


def travellers(offer: Offer, boards_in_set: int, absent: int | None, sittings: Sittings = NOBODY) -> PrintedMatter:
    """Return a traveller for each copy of a board, with a row for each table that plays it, in order of rounds."""
    headings = (
        *(gettext("Round"), gettext("Table"), gettext("N-S"), gettext("E-W"), gettext("Contract"), gettext("By")),
        *(gettext("Lead"), gettext("Tricks"), gettext("Score N-S"), gettext("Score E-W"), gettext("Points")),
    )
    of = ["board_set", "copy"]
    found = [
        Card(
            gettext("Board {number}", number=board),
            headings,
            [(*map(str, row), *[_BLANK] * (len(headings) - len(row))) for row in played.drop(*of).iter_rows()],
        )
        for (board_set, copy), played in _plays(offer, absent).sort(of).group_by(of, maintain_order=True)
        for board in _boards(int(str(board_set)), str(copy), boards_in_set)
    ]
    return _matter(offer, boards_in_set, sittings)._replace(tables=found, heading=gettext("Travellers"))


def _plays(offer: Offer, absent: int | None) -> pl.DataFrame:
    there = (offer.movement.plays[:, NS:BOARD_SET] + 1 != (absent or 0)).all(axis=1)
    plays = plays_of(offer.movement._replace(plays=offer.movement.plays[there]), 1, has_copies=offer.copies > 1)
    return plays.select("round", "table", "ns", "ew", "board_set", "copy")


def _boards(board_set: int, copy: str, in_set: int) -> list[str]:
    return [f"{board} {copy}".rstrip() for board in range((board_set - 1) * in_set + 1, board_set * in_set + 1)]


def _matter(offer: Offer, boards_in_set: int, sittings: Sittings) -> PrintedMatter:
    title = title_of(offer.name, offer.movement.tables, offer.rounds, offer.sets_a_round * boards_in_set)
    line = "" if sittings.line is None else gettext("Line {line}", line=sittings.line)
    return PrintedMatter(title, [], Card("", (), []), [], [], line=line)
