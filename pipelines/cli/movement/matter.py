"""The printed matter of a movement, in words: the round sheet, the table cards, and the guide cards."""

import io
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import polars as pl
from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure

from pipelines.cli.terminal.files import MADE_TO_PRINT, refuse_to_write_over, schedule_of
from pipelines.machine import clock
from pipelines.machine.disks import naming
from pipelines.machine.files import put_whole
from pipelines.reports.html import write_page
from pipelines.words.desk_words import balance_said
from pipelines.words.words import counted, fixed, spoken_date
from transforms.balance.book.cards import guide_cards, table_cards
from transforms.balance.book.offers import Offer
from transforms.balance.schedule import write_schedule
from transforms.tables.messages import gettext, ngettext

_DECIMALS = 2


class Card(NamedTuple):
    """A card: its title, the headings of its columns, and its rows of words."""

    title: str
    headings: tuple[str, ...]
    rows: list[tuple[str, ...]]


class PrintedMatter(NamedTuple):
    """Everything printed for a movement. `sheet` has a row per round and a column per table."""

    title: str
    sentences: list[str]
    sheet: Card
    tables: list[Card]
    guides: list[Card]
    foot: str = ""


def printed_matter(offer: Offer, boards_in_set: int, absent: int | None) -> PrintedMatter:
    """Return everything that is printed for a movement, in words."""
    movement = offer.movement
    at_tables = table_cards(movement, boards_in_set, absent)
    many = offer.sets_a_round
    title = title_of(_for_players(offer, absent), movement.tables, offer.rounds, many * boards_in_set)
    return PrintedMatter(
        title=title,
        sentences=_sentences(offer, boards_in_set, absent),
        sheet=_sheet(at_tables, many),
        tables=[_table_card(table, rows, many) for (table,), rows in at_tables.group_by("table", maintain_order=True)],
        guides=[
            _guide(pair, rows, many)
            for (pair,), rows in guide_cards(movement, boards_in_set, absent).group_by("pair", maintain_order=True)
        ],
    )


def in_short(offer: Offer, boards_in_set: int) -> str:
    """Return a line like `Howell: 4 tables, 7 rounds of 4 boards; good, 84.2 of 100`."""
    title = title_of(offer.name, offer.movement.tables, offer.rounds, offer.sets_a_round * boards_in_set)
    return f"{title}; {how_even(offer.qf)}"


def _for_players(offer: Offer, absent: int | None) -> str:
    """Return the name of the movement for players, with the number that stays empty, if any."""
    is_of_library = offer.name.startswith(gettext("Library: {name}", name=""))
    if absent is None:
        return counted(offer.movement.pairs, "pair") if is_of_library else offer.name
    present = counted(offer.movement.pairs - 1, "pair")
    pairs = gettext("{pairs} (number {number} is empty)", pairs=present, number=absent)
    return pairs if is_of_library else f"{offer.name}, {pairs}"


def title_of(name: str, tables: int, rounds: int, boards: int) -> str:
    """Return a title like `Howell: 4 tables, 7 rounds of 4 boards`."""
    return gettext(
        "{name}: {tables} tables, {rounds} rounds of {boards} boards",
        name=name, tables=tables, rounds=rounds, boards=boards,
    )  # fmt: skip


def how_even(qf: float | None) -> str:
    """Return words like `excellent, 94.2 of 100`."""
    evenness = balance_said(qf)
    return evenness if qf is None else gettext("{evenness}, {factor} of 100", evenness=evenness, factor=fixed(qf, 1))


def _sentences(offer: Offer, boards_in_set: int, absent: int | None) -> list[str]:
    evenness = how_even(offer.qf)
    if offer.qf is None:
        evenness = gettext("{evenness}, because a board is played at only one table", evenness=evenness)
    gaps = {"boards": offer.board_sets * boards_in_set, "played": offer.movement.rounds * boards_in_set}
    less = offer.sets_a_round * boards_in_set
    sentences = [
        gettext("How pairs and boards move: {moves}.", moves=offer.moves),
        gettext("Boards to lay out: {boards}. Each pair plays {played}.", **gaps)
        if absent is None
        else gettext(
            "Boards to lay out: {boards}. Each pair plays {played}, or {less} fewer if it sits out.", less=less, **gaps
        ),
        gettext("Balance: {evenness}.", evenness=evenness)
        if absent is None
        else gettext("Balance, without pair {pair}: {evenness}.", pair=absent, evenness=evenness),
        *_of_left_empty(offer, absent),
        gettext("One winner.")
        if offer.winners == 1
        else gettext("Two winners: North-South and East-West each have a result list."),
    ]
    if offer.turned:
        turned = ngettext(
            "Arrow switch in round {rounds}: the cards already show it, so do not turn the boards.",
            "Arrow switch in rounds {rounds}: the cards already show it, so do not turn the boards.",
            len(offer.turned),
            rounds=", ".join(map(str, offer.turned)),
        )
        sentences.insert(1, turned)
    if offer.sets_a_round > 1:
        several = gettext(
            "A round has {number} sets of boards, each with its own line on the cards (1a, 1b). The same pairs "
            "stay at the table for all sets, and change places if the cards say so.",
            number=offer.sets_a_round,
        )
        sentences.append(several)
    if offer.shared:
        sentences.append(shares(offer.shared))
    if absent is not None:
        sentences.append(gettext("The opponents of pair {pair} sit out.", pair=absent))
    return sentences


def shares(times: int) -> str:
    """Return the sentence that says how often tables share boards."""
    return gettext("Tables share boards {number} times: the cards say which tables have the same boards.", number=times)


def _of_left_empty(offer: Offer, absent: int | None) -> list[str]:
    left = offer.left_empty
    if left is None:
        return []
    best, least = (how_even(qf) for qf in (left.qf, left.least))
    if absent is None and left.is_any:
        return [gettext("If a pair is missing, any number may stay empty; the balance is then {best}.", best=best)]
    if absent is None:
        return [
            gettext(
                "If a pair is missing, leave number {number} empty; the balance is then {best}. With the worst "
                "number empty it is {least}.",
                number=left.number,
                best=best,
                least=least,
            )
        ]
    if offer.qf is None or round(left.qf, _DECIMALS) > round(offer.qf, _DECIMALS):
        return [gettext("With number {number} empty, the balance would be {best}.", number=left.number, best=best)]
    return [] if left.is_any else [gettext("No other empty number gives a better balance.")]


def _sheet(at_tables: pl.DataFrame, many: int) -> Card:
    plays = pl.concat_str("ns", pl.lit(" - "), "ew", pl.lit("\n"), "boards")
    sits_out = pl.concat_str(pl.coalesce("ns", "ew"), pl.lit("\n" + gettext("sits out")))
    cells = at_tables.with_columns(cell=pl.coalesce(plays, sits_out))
    sheet = (
        cells.pivot("table", index="round", values="cell")
        .sort("round")
        .with_columns(_round(many))
        .cast(pl.String)
        .fill_null("")
    )
    return round_sheet(sheet)


def round_sheet(sheet: pl.DataFrame) -> Card:
    """Return the card of all rounds, from a table with `round` and one column per table number."""
    headings = (gettext("Round"), *(gettext("Table {number}", number=name) for name in sheet.columns[1:]))
    return Card(gettext("Round sheet"), headings, sheet.rows())


def _table_card(table: object, rows: pl.DataFrame, many: int) -> Card:
    shown = rows.select(
        _round(many), _shown("ns"), _shown("ew"), "boards",
        *(pl.col(column).fill_null("") for column in ("ns_then", "ew_then", "boards_then")),
    )  # fmt: skip
    headings = (
        gettext("Round"),
        gettext("N-S"),
        gettext("E-W"),
        gettext("Boards"),
        gettext("N-S next"),
        gettext("E-W next"),
        gettext("Boards next"),
    )
    return Card(gettext("Table {number}", number=table), headings, shown.rows())


def _guide(pair: object, rows: pl.DataFrame, many: int) -> Card:
    sits_out = pl.col("opponent").is_null()
    shown = rows.select(
        _round(many),
        pl.col("table").cast(pl.String).fill_null("-"),
        pl.col("direction").fill_null(""),
        pl.col("opponent").cast(pl.String).fill_null(gettext("sit out")),
        pl.when(sits_out).then(None).otherwise("boards").fill_null("").alias("boards"),
    )
    headings = (gettext("Round"), gettext("Table"), gettext("You sit"), gettext("Against"), gettext("Boards"))
    return Card(gettext("Pair {number}", number=pair), headings, shown.rows())


def _round(many: int) -> pl.Expr:
    """Return the round of each row, followed by the letter of the set if a round has `many`: `1a`."""
    line = pl.col("round").cast(pl.Int64) - 1
    number = (line // many + 1).cast(pl.String)
    letters = {one: chr(ord("a") + one) for one in range(many)}
    return (number if many == 1 else number + (line % many).replace_strict(letters, return_dtype=pl.String)).alias(
        "round"
    )


def _shown(side: str) -> pl.Expr:
    return pl.col(side).cast(pl.String).fill_null(gettext("nobody"))


def print_cards(
    offer: Offer, boards_in_set: int, absent: int | None, files: Sequence[Path], *, replaces: bool = False
) -> None:
    """Write the cards and round sheet of a movement to `.html` or `.pdf` files, or its schedule to `.txt` files."""
    matter = printed_matter(offer, boards_in_set, absent)
    matter = matter._replace(foot=f"{matter.title} · {spoken_date(clock.today())}")
    with naming(files[-1].parent):
        refuse_to_write_over(files, replaces=replaces, kind=MADE_TO_PRINT)
        for file in files:
            file.parent.mkdir(parents=True, exist_ok=True)
            if file.suffix.lower() == ".pdf":
                write_pdf(file, matter)
            elif file.suffix.lower() == ".txt":
                movement = write_schedule(offer.movement)
                put_whole(file, schedule_of(MADE_TO_PRINT, in_short(offer, boards_in_set), movement))
            else:
                write_page(file, "movement.html", matter=matter, up=None, schedule=None)


_UPRIGHT, _ACROSS = (8.27, 11.69), (11.69, 8.27)
"""The sizes of A4 paper, upright and across, in inches."""
_LARGEST, _LEADING, _POINTS_AN_INCH = 11, 1.75, 72
_LETTER = 0.62
"""The greatest width of a letter, as a share of its height."""
_BASELINE, _NEXT_PART = 0.45, 0.75
"""Distances in lines: from the top of a row to its first baseline, and from the baseline of one part of a cell to the
baseline of the next part."""
_FAINT = "0.75"
"""The grey of the lines between rows."""


def write_pdf(path: Path, matter: PrintedMatter) -> None:
    """Write all printed matter to a PDF file with sheets of A4."""
    sheets = io.BytesIO()
    with PdfPages(sheets, metadata={"Title": matter.title, "Creator": MADE_TO_PRINT}) as pdf:
        pdf.savefig(_first_page(matter))
        for cards, across, down in ((matter.tables, 1, 3), (matter.guides, 2, 3)):
            for first in range(0, len(cards), across * down):
                pdf.savefig(_page(cards[first : first + across * down], across, down, matter.foot))
    put_whole(path, sheets.getvalue())


def _first_page(matter: PrintedMatter) -> Figure:
    figure = Figure(figsize=_ACROSS)
    figure.text(0.05, 0.94, matter.title, size=15, weight="bold")
    figure.text(0.05, 0.925, "\n".join(matter.sentences), size=9, va="top", linespacing=1.4, wrap=True)
    _draw(figure, (0.05, 0.04, 0.9, 0.74), matter.sheet)
    return figure


def _page(cards: Sequence[Card], across: int, down: int, foot: str) -> Figure:
    figure = Figure(figsize=_UPRIGHT)
    width, height = 1 / across, 1 / down
    for place, card in enumerate(cards):
        row, column = divmod(place, across)
        left, bottom = (column + 0.07) * width, (down - row - 0.95) * height
        _draw(figure, (left, bottom, 0.86 * width, 0.88 * height), card)
        figure.text(left, bottom - 0.02 * height, foot, size=6, color="0.4", va="top")
    return figure


def _draw(figure: Figure, box: tuple[float, float, float, float], card: Card) -> None:
    """Draw a card into a box, which is (left, bottom, width, height) as shares of the page."""
    axes = figure.add_axes(box)
    axes.axis("off")
    lines = [[cell.split("\n") for cell in line] for line in (card.headings, *card.rows)]
    heights = [max(map(len, line)) for line in lines]
    longest = [max(len(part) for cell in column for part in cell) + 2 for column in zip(*lines, strict=True)]
    points = figure.get_size_inches() * _POINTS_AN_INCH
    high, wide = box[3] * points[1], box[2] * points[0]
    size = min(_LARGEST, high / _LEADING / (sum(heights) + 2), wide / _LETTER / sum(longest))
    step = size * _LEADING / high
    axes.text(0, 1, card.title, size=1.3 * size, weight="bold", va="top")
    top = 1 - 1.8 * step
    for line, height in zip(lines, heights, strict=True):
        left, weight = 0.0, "bold" if line is lines[0] else "normal"
        for cell, letters in zip(line, longest, strict=True):
            for number, part in enumerate(cell):
                below = top - (_BASELINE + _NEXT_PART * number) * step
                axes.text(left, below, part, size=size, weight=weight, va="baseline")
            left += letters / sum(longest)
        top -= height * step
        axes.axhline(top + 0.3 * step, color=_FAINT, linewidth=0.5)
    axes.set(xlim=(0, 1), ylim=(0, 1))
