"""The book of movements as pages: an index of all the project's movements, and a page of cards for each movement."""

import re
from collections.abc import Iterator
from itertools import accumulate, groupby
from pathlib import Path
from typing import NamedTuple

import polars as pl

from pipelines.cli.balance.schedules import CERTIFICATES, LIBRARY
from pipelines.cli.movement.fitting import first_rounds
from pipelines.cli.movement.matter import Card, PrintedMatter, how_even, printed_matter, round_sheet, shares, title_of
from pipelines.cli.terminal.files import MADE_TO_PRINT, refuse_to_write_over, schedule_of
from pipelines.machine.disks import naming
from pipelines.machine.files import put_whole
from pipelines.reports.html import write_page
from pipelines.words.desk_words import balance_said, proof
from transforms.balance.book.cards import player_cards, plays_of
from transforms.balance.book.offers import Offer, judged
from transforms.balance.generators import cyclic
from transforms.balance.movement import sets_a_round
from transforms.balance.quality import vacancy
from transforms.balance.schedule import parse_schedule, write_schedule
from transforms.tables.messages import gettext, gettext_noop
from transforms.tables.phrases import phrase

_BOARDS = 24
"""The approximate number of boards in a session for which cards are made."""
_COMMENT = re.compile(r"^# ([^:\n]+): (.+)$", re.MULTILINE)
_NUMBERS = re.compile(r"\d+")
_LIBRARY = gettext_noop("The library")
_PROVED = gettext_noop("Mitchells with tables turned, proved to be the best")
_HOWELLS = gettext_noop("Howells")


class Entry(NamedTuple):
    """A movement of the book: its heading, the name of its file, and facts from its schedule file."""

    heading: str
    name: str
    offer: Offer
    """The movement; its name is the title of the page."""
    sessions: list[int]
    """The number of rounds in each session."""
    sentences: list[str]
    """Sentences on the origin of the movement."""

    @property
    def qf_highest_absent(self) -> float | None:
        """The balance (Qf) if the pair with the highest number is absent."""
        return vacancy(self.offer.movement).highest

    @property
    def words(self) -> str:
        """The balance in words."""
        return balance_said(self.offer.qf)


def write_book(folder: Path, *, replaces: bool = False) -> list[Path]:
    """Write `index.html`, and a page and a schedule file for each movement; create the folder if needed."""
    book = [entry._replace(offer=judged(entry.offer)) for entry in entries()]
    places = [(folder / f"{entry.name}.html", folder / f"{entry.name}.txt") for entry in book]
    written = [folder / "index.html", *(place for both in places for place in both)]
    with naming(folder):
        refuse_to_write_over(written, replaces=replaces, kind=MADE_TO_PRINT)
        folder.mkdir(parents=True, exist_ok=True)
        for entry, (page, schedule) in zip(book, places, strict=True):
            write_page(page, "movement.html", matter=_matter(entry), up="index.html", schedule=schedule.name)
            text = write_schedule(entry.offer.movement)
            put_whole(schedule, schedule_of(MADE_TO_PRINT, entry.offer.name, text))
        by_heading = groupby(book, key=lambda entry: gettext(entry.heading))
        write_page(written[0], "movements.html", headings=[(heading, list(of)) for heading, of in by_heading])
    return written


def entries() -> Iterator[Entry]:
    """Yield all movements of the book: the library by pairs and rounds, then proved Mitchells, then Howells."""
    moves = gettext("pairs and boards move as the cards say")

    def in_order(file: Path) -> tuple[list[int], str]:
        return [int(number) for number in _NUMBERS.findall(file.stem)], file.stem

    for file in sorted(LIBRARY.glob("*.txt"), key=in_order):
        text = file.read_text(encoding="utf-8")
        said, movement = dict(_COMMENT.findall(text)), parse_schedule(text)
        sentences = [
            gettext("Proof: {proof}.", proof=proof(said["proof"])),
            gettext("Found by: {found_by}", found_by=said["found by"]),
        ]
        sessions = [int(one) for one in said["rounds of each session"].split()]
        yield Entry(_LIBRARY, file.stem, Offer(file.stem, moves, movement), sessions, sentences)
    for file in sorted(CERTIFICATES.glob("complete-*.txt"), key=in_order):
        movement = parse_schedule(file.read_text(encoding="utf-8"))
        title = gettext("Mitchell with tables turned, {tables} tables", tables=movement.tables)
        sentences = [gettext("Proof: no directions of these tables give a better balance.")]
        name = f"mitchell-{movement.tables}-tables-turned"
        yield Entry(_PROVED, name, Offer(title, moves, movement), [movement.rounds], sentences)
    for (pairs, rounds), first in sorted(first_rounds().items()):
        kind = gettext_noop("Howell") if rounds == pairs - 1 else gettext_noop("Three-quarter Howell")
        name = f"{kind.lower().replace(' ', '-')}-{pairs}-pairs-{rounds}-rounds"
        title = gettext("{kind}, {pairs} pairs, {rounds} rounds", kind=gettext(kind), pairs=pairs, rounds=rounds)
        yield Entry(_HOWELLS, name, Offer(title, moves, cyclic(pairs, rounds, first)), [rounds], [])


def _matter(entry: Entry) -> PrintedMatter:
    movement = entry.offer.movement
    boards = max(1, _BOARDS // (max(entry.sessions) * sets_a_round(movement)))
    matter = _of_players(entry.offer, boards) if movement.individual else printed_matter(entry.offer, boards, None)
    sessions = [
        gettext("Session {number}: rounds {first} to {last}.", number=number, first=last - many + 1, last=last)
        for number, (many, last) in enumerate(zip(entry.sessions, accumulate(entry.sessions), strict=True), start=1)
        if len(entry.sessions) > 1
    ]
    return matter._replace(sentences=[*matter.sentences, *sessions, *entry.sentences])


def _of_players(offer: Offer, boards_in_set: int) -> PrintedMatter:
    movement = offer.movement
    cell = phrase("{}+{} - {}+{}\n{}", "north", "south", "east", "west", "boards")
    plays = plays_of(movement, boards_in_set).with_columns(cell=cell)
    sheet = plays.pivot("table", index="round", values="cell").sort("round").cast(pl.String).fill_null("")
    cards = player_cards(movement, boards_in_set)
    seat = (gettext("Round"), gettext("Table"), gettext("You sit"))
    headings = (*seat, gettext("Partner"), gettext("Against"), gettext("Boards"))
    return PrintedMatter(
        title=title_of(offer.name, movement.tables, movement.rounds, boards_in_set),
        sentences=[
            gettext("Balance: {evenness}.", evenness=how_even(offer.qf)),
            gettext("Everybody partners everybody else once.") + " " + gettext("One winner."),
            shares(offer.shared),
        ],
        sheet=round_sheet(sheet),
        tables=[],
        guides=[
            Card(gettext("Player {number}", number=player), headings, rows.drop("player").cast(pl.String).rows())
            for (player,), rows in cards.group_by("player", maintain_order=True)
        ],
    )
