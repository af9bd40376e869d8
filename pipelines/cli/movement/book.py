"""The book of movements as pages: an index of all that come with the project, and a page with the cards of each."""

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
from transforms.balance.book.offers import LeftEmpty, Offer, best_left_empty
from transforms.balance.generators import cyclic
from transforms.balance.movement import BOARD_SET, ROUND, Movement, sets_a_round
from transforms.balance.quality import quality, vacancy
from transforms.balance.schedule import parse_schedule, write_schedule
from transforms.tables.messages import gettext, gettext_noop
from transforms.tables.phrases import phrase

_BOARDS = 24
"""Of a session, about: what the cards are for."""
_COMMENT = re.compile(r"^# ([^:\n]+): (.+)$", re.MULTILINE)
_NUMBERS = re.compile(r"\d+")
_LIBRARY = gettext_noop("The library")
_PROVED = gettext_noop("Mitchells with tables turned, proved to be the best")
_HOWELLS = gettext_noop("Howells")


class Entry(NamedTuple):
    """A movement of the book: under which heading, the name of its file, its title, and what its schedule file says."""

    heading: str
    name: str
    title: str
    movement: Movement
    sessions: list[int]
    """The rounds of each session."""
    told: list[str]
    """Sentences on where it comes from."""


class Line(NamedTuple):
    """A line of the index; numbers that cannot be told are None."""

    entry: Entry
    qf: float | None
    qf_highest_absent: float | None
    words: str
    shared: int
    left_empty: LeftEmpty | None

    @property
    def rounds(self) -> int:
        """How many rounds of all sessions, as people count them."""
        return self.entry.movement.rounds // sets_a_round(self.entry.movement)


def write_book(folder: Path, *, replaces: bool = False) -> list[Path]:
    """Write `index.html`, and for each movement a page and its schedule file, into a folder, which is made."""
    lines = [_line(entry) for entry in entries()]
    places = [(folder / f"{line.entry.name}.html", folder / f"{line.entry.name}.txt") for line in lines]
    written = [folder / "index.html", *(place for both in places for place in both)]
    with naming(folder):
        refuse_to_write_over(written, replaces=replaces, kind=MADE_TO_PRINT)
        folder.mkdir(parents=True, exist_ok=True)
        for line, (page, schedule) in zip(lines, places, strict=True):
            write_page(page, "movement.html", matter=_matter(line), up="index.html", schedule=schedule.name)
            text = write_schedule(line.entry.movement)
            put_whole(schedule, schedule_of(MADE_TO_PRINT, line.entry.title, text))
        by_heading = groupby(lines, key=lambda line: gettext(line.entry.heading))
        write_page(written[0], "movements.html", headings=[(heading, list(of)) for heading, of in by_heading])
    return written


def entries() -> Iterator[Entry]:
    """All movements of the book: those of the library by pairs and rounds, proved Mitchells, Howells."""

    def in_order(file: Path) -> tuple[list[int], str]:
        return [int(number) for number in _NUMBERS.findall(file.stem)], file.stem

    for file in sorted(LIBRARY.glob("*.txt"), key=in_order):
        text = file.read_text(encoding="utf-8")
        said, movement = dict(_COMMENT.findall(text)), parse_schedule(text)
        told = [
            gettext("Proof: {proof}.", proof=proof(said["proof"])),
            gettext("Found by: {found_by}", found_by=said["found by"]),
        ]
        sessions = [int(one) for one in said["rounds of each session"].split()]
        yield Entry(_LIBRARY, file.stem, file.stem, movement, sessions, told)
    for file in sorted(CERTIFICATES.glob("complete-*.txt"), key=in_order):
        movement = parse_schedule(file.read_text(encoding="utf-8"))
        title = gettext("Mitchell, tables turned, {tables} tables", tables=movement.tables)
        told = [gettext("Proof: no directions of these tables bring a better balance.")]
        yield Entry(_PROVED, f"mitchell-{movement.tables}-tables-turned", title, movement, [movement.rounds], told)
    for (pairs, rounds), first in sorted(first_rounds().items()):
        kind = gettext_noop("Howell") if rounds == pairs - 1 else gettext_noop("Three-quarter Howell")
        name = f"{kind.lower().replace(' ', '-')}-{pairs}-pairs-{rounds}-rounds"
        title = gettext("{kind}, {pairs} pairs, {rounds} rounds", kind=gettext(kind), pairs=pairs, rounds=rounds)
        yield Entry(_HOWELLS, name, title, cyclic(pairs, rounds, first), [rounds], [])


def _line(entry: Entry) -> Line:
    movement = entry.movement
    in_round = {(play[ROUND], play[BOARD_SET]) for play in movement.plays.tolist()}
    qf, absent = quality(movement).qf, vacancy(movement)
    shared = len(movement.plays) - len(in_round)
    return Line(entry, qf, absent.highest, balance_said(qf), shared, best_left_empty(absent.by_absent))


def _matter(line: Line) -> PrintedMatter:
    entry, movement = line.entry, line.entry.movement
    boards = max(1, _BOARDS // (max(entry.sessions) * sets_a_round(movement)))
    if movement.individual:
        matter = _of_players(entry, boards, line)
    else:
        matter = printed_matter(
            Offer(
                entry.title,
                gettext("pairs and boards as on the cards"),
                *(movement, (), 1, line.shared, line.qf, line.left_empty),
            ),
            boards,
            None,
        )
    sessions = [
        gettext("Session {number}: rounds {first} to {last}.", number=number, first=last - many + 1, last=last)
        for number, (many, last) in enumerate(zip(entry.sessions, accumulate(entry.sessions), strict=True), start=1)
        if len(entry.sessions) > 1
    ]
    return matter._replace(told=[*matter.told, *sessions, *entry.told])


def _of_players(entry: Entry, boards_in_set: int, line: Line) -> PrintedMatter:
    movement = entry.movement
    cell = phrase("{}+{} - {}+{}\n{}", "north", "south", "east", "west", "boards")
    plays = plays_of(movement, boards_in_set).with_columns(cell=cell)
    sheet = plays.pivot("table", index="round", values="cell").sort("round").cast(pl.String).fill_null("")
    cards = player_cards(movement, boards_in_set)
    seat = (gettext("Round"), gettext("Table"), gettext("You sit"))
    headings = (*seat, gettext("Partner"), gettext("Against"), gettext("Boards"))
    return PrintedMatter(
        title=title_of(entry.title, movement.tables, movement.rounds, boards_in_set),
        told=[
            gettext("Balance: {evenness}.", evenness=how_even(line.qf)),
            gettext("Everybody partners everybody once.") + " " + gettext("One winner."),
            shares(line.shared),
        ],
        sheet=round_sheet(sheet),
        tables=[],
        guides=[
            Card(gettext("Player {number}", number=player), headings, rows.drop("player").cast(pl.String).rows())
            for (player,), rows in cards.group_by("player", maintain_order=True)
        ],
    )
