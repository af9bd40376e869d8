"""The printed matter of a movement: the round sheet, table cards and guide cards; also the book of all movements."""

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby
from pathlib import Path
from typing import NamedTuple

import polars as pl

from pipelines.cli.balance.schedules import CERTIFICATES, LIBRARY
from pipelines.cli.movement.fitting import first_rounds
from pipelines.cli.movement.paper import NOBODY, Card, PrintedMatter, Sittings
from pipelines.cli.terminal.files import refuse_to_write_over
from pipelines.machine import clock
from pipelines.machine.disks import naming
from pipelines.machine.files import put_whole
from pipelines.reports.html import as_file, filled, write_page
from pipelines.words.desk_words import balance_said, proof
from pipelines.words.words import counted, fixed, spoken_date
from transforms.balance.book.cards import guide_cards, on_stands, player_cards, plays_of, table_cards
from transforms.balance.book.offers import Offer, judged
from transforms.balance.generators import cyclic
from transforms.balance.movement import Movement, sets_a_round
from transforms.balance.quality import vacancy
from transforms.balance.schedule import parse_schedule, write_schedule
from transforms.tables.messages import gettext, gettext_noop, ngettext
from transforms.tables.phrases import phrase

_DECIMALS = 2
MADE_TO_PRINT = "Barometer movement"
"""The maker named in the pages, PDFs and schedule files of movements. A file that names it may be overwritten."""


def cards(offer: Offer, boards_in_set: int, absent: int | None = None, sittings: Sittings = NOBODY) -> str:
    """Return a web page with everything that is printed for a movement; it is dated today.

    `absent` is the number of the missing pair, from 1. `sittings` may lack the names of pairs.
    """
    return _page(dated(printed_matter(offer, boards_in_set, absent, sittings)))


def _page(matter: PrintedMatter) -> str:
    return filled("movement.html", {"matter": matter, "up": None, "schedule": None})


def dated(matter: PrintedMatter) -> PrintedMatter:
    """Return printed matter of which each card has the title and today's date at its foot."""
    return matter._replace(foot=f"{matter.title} · {spoken_date(clock.today())}")


def printed_matter(offer: Offer, boards_in_set: int, absent: int | None, sittings: Sittings = NOBODY) -> PrintedMatter:
    """Return everything that is printed for a movement; the arguments are those of `cards`."""
    names, line = sittings
    movement = offer.movement
    at_tables = table_cards(movement, boards_in_set, absent, has_copies=offer.copies > 1)
    many = offer.sets_a_round
    title = title_of(_for_players(offer, absent), movement.tables, offer.rounds, many * boards_in_set)
    matter = PrintedMatter(
        title=title if line is None else gettext("Line {line}: {sentence}", line=line, sentence=title),
        sentences=_sentences(offer, boards_in_set, absent),
        sheet=_sheet(at_tables, many),
        tables=[_table_card(table, rows, many) for (table,), rows in at_tables.group_by("table", maintain_order=True)],
        guides=[
            _guide(pair, rows, many)
            for (pair,), rows in guide_cards(movement, boards_in_set, absent).group_by("pair", maintain_order=True)
        ],
        names={str(pair): " ".join(name.split()) for pair, name in sorted(names.items())},
        line="" if line is None else gettext("Line {line}", line=line),
        turned=tuple(many * (number - 1) + one for number in offer.turned for one in range(many)),
    )
    note = gettext("Bold: arrow switch; do not turn the boards.")
    return matter._replace(note=note) if matter.turned else matter


def in_short(offer: Offer, boards_in_set: int) -> str:
    """Return a line such as `Howell: 4 tables, 7 rounds of 4 boards; good, 84.2 of 100`."""
    title = title_of(offer.name, offer.movement.tables, offer.rounds, offer.sets_a_round * boards_in_set)
    return f"{title}; {how_even(offer.qf)}"


def _for_players(offer: Offer, absent: int | None) -> str:
    is_of_library = offer.name.startswith(gettext("Library: {name}", name=""))
    if absent is None:
        return counted(offer.movement.pairs, "pair") if is_of_library else offer.name
    present = counted(offer.movement.pairs - 1, "pair")
    pairs = gettext("{pairs} (number {number} is empty)", pairs=present, number=absent)
    return pairs if is_of_library else f"{offer.name}, {pairs}"


def title_of(name: str, tables: int, rounds: int, boards: int) -> str:
    """Return a title such as `Howell: 4 tables, 7 rounds of 4 boards`."""
    sentence = gettext_noop("{name}: {tables} tables, {rounds} rounds of {boards} boards")
    return gettext(sentence, name=name, tables=tables, rounds=rounds, boards=boards)


def how_even(qf: float | None) -> str:
    """Return words such as `excellent, 94.2 of 100`."""
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
    if offer.copies > 1:
        sentences += [
            gettext("Each board is needed {number} times: the copies are identical.", number=offer.copies),
            *(
                gettext("On the stand at table {table}, at the start: {boards}.", table=table, boards=boards)
                for table, boards in on_stands(offer.movement, boards_in_set).iter_rows()
            ),
        ]
    if offer.shared:
        sentences.append(shares(offer.shared))
    if absent is not None:
        sentences.append(gettext("The opponents of pair {pair} sit out.", pair=absent))
    return sentences


def shares(times: int) -> str:
    """Return a sentence that says how often tables share boards."""
    return gettext("Tables share boards {number} times: the cards say which tables have the same boards.", number=times)


def _of_left_empty(offer: Offer, absent: int | None) -> list[str]:
    left = offer.left_empty
    if left is None:
        return []
    best, least = (how_even(qf) for qf in (left.qf, left.least))
    if absent is None and left.is_any:
        return [gettext("If a pair is missing, any number may stay empty; the balance is then {best}.", best=best)]
    if absent is None:
        sentence = gettext_noop(
            "If a pair is missing, leave number {number} empty; the balance is then {best}. With the worst "
            "number empty it is {least}."
        )
        return [gettext(sentence, number=left.number, best=best, least=least)]
    if offer.qf is None or round(left.qf, _DECIMALS) > round(offer.qf, _DECIMALS):
        return [gettext("With number {number} empty, the balance would be {best}.", number=left.number, best=best)]
    return [] if left.is_any else [gettext("No other empty number gives a better balance.")]


def _sheet(at_tables: pl.DataFrame, many: int) -> Card:
    plays = pl.concat_str("ns", pl.lit(" - "), "ew", pl.lit("\n"), "boards")
    sits_out = pl.concat_str(pl.coalesce("ns", "ew"), pl.lit("\n" + gettext("sits out")))
    return round_sheet(at_tables.with_columns(cell=pl.coalesce(plays, sits_out)), many)


def round_sheet(cells: pl.DataFrame, many: int = 1) -> Card:
    """Return the card with all rounds; `cells` has a `cell` for each round and table."""
    sheet = cells.pivot("table", index="round", values="cell").sort("round").with_columns(_round(many))
    sheet = sheet.cast(pl.String).fill_null("")
    headings = (gettext("Round"), *(gettext("Table {number}", number=name) for name in sheet.columns[1:]))
    return Card(gettext("Round sheet"), headings, sheet.rows())


def _table_card(table: object, rows: pl.DataFrame, many: int) -> Card:
    shown = rows.select(
        _round(many), _shown("ns"), _shown("ew"), "boards",
        *(pl.col(column).fill_null("") for column in ("ns_then", "ew_then", "boards_then")),
    )  # fmt: skip
    now = (gettext("Round"), gettext("N-S"), gettext("E-W"), gettext("Boards"))
    headings = (*now, gettext("N-S next"), gettext("E-W next"), gettext("Boards next"))
    return Card(gettext("Table {number}", number=table), headings, shown.rows(), pairs=(1, 2))


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
    return Card(gettext("Pair {number}", number=pair), headings, shown.rows(), pairs=(3,), of=str(pair))


def _round(many: int) -> pl.Expr:
    """Return the round of each row, with the letter of the set if rounds have several sets (`many`): `1a`."""
    line = pl.col("round").cast(pl.Int64) - 1
    number = (line // many + 1).cast(pl.String)
    letters = {one: chr(ord("a") + one) for one in range(many)}
    letter = (line % many).replace_strict(letters, return_dtype=pl.String)
    return (number if many == 1 else number + letter).alias("round")


def _shown(side: str) -> pl.Expr:
    return pl.col(side).cast(pl.String).fill_null(gettext("nobody"))


def print_cards(
    offer: Offer,
    boards_in_set: int,
    absent: int | None,
    files: Sequence[Path],
    sittings: Sittings = NOBODY,
    *,
    replaces: bool = False,
) -> None:
    """Write the cards and round sheet of a movement to `.html` or `.pdf` files, and its schedule to `.txt` files."""
    matter = dated(printed_matter(offer, boards_in_set, absent, sittings))
    schedule = schedule_of(in_short(offer, boards_in_set), offer.movement)
    put_all([(file, schedule if file.suffix.lower() == ".txt" else matter) for file in files], replaces=replaces)


def put_all(contents: Sequence[tuple[Path, PrintedMatter | str | bytes]], *, replaces: bool) -> None:
    """Write files, all or none of which may exist: printed matter as PDF or HTML, and other content as it is."""
    from pipelines.cli.movement.pdf import as_pdf  # not at the top: pages and the book do not need it

    files = [file for file, _ in contents]
    with naming(files[-1].parent):
        refuse_to_write_over(files, replaces=replaces, kind=MADE_TO_PRINT)
        made = dict[Path, bytes | str]()
        for file, content in contents:
            if isinstance(content, str | bytes):
                made[file] = content
            elif file.suffix.lower() == ".pdf":
                made[file] = as_pdf(content, MADE_TO_PRINT, file)
            else:
                made[file] = as_file(_page(content))
        for file, content in made.items():
            file.parent.mkdir(parents=True, exist_ok=True)
            put_whole(file, content)


def schedule_of(title: str, movement: Movement) -> str:
    """Return the text of a schedule file that begins with this one-line title."""
    return f"# {title}\n# {MADE_TO_PRINT}\n{write_schedule(movement)}"


_BOARDS = 24
_COMMENT = re.compile(r"^# ([^:\n]+): (.+)$", re.MULTILINE)
_NUMBERS = re.compile(r"\d+")
_LIBRARY = gettext_noop("The library")
_PROVED = gettext_noop("Mitchells with tables turned, proved to be the best")
_HOWELLS = gettext_noop("Howells")


class Entry(NamedTuple):
    """A movement in the book: its heading, the name of its file, and the facts that its schedule file states."""

    heading: str
    name: str
    offer: Offer
    """The movement. The page has its name as title."""
    sessions: list[int]
    sentences: list[str]
    found_by: str
    """The command that finds it."""

    @property
    def qf_highest_absent(self) -> float | None:
        """The balance (Qf) when the pair with the highest number is absent."""
        return vacancy(self.offer.movement).highest

    @property
    def words(self) -> str:
        """The balance in words."""
        return balance_said(self.offer.qf)


def write_book(folder: Path, *, replaces: bool = False) -> list[Path]:
    """Write `index.html`, and a page and a schedule file per movement; make the folder if needed."""
    book = [entry._replace(offer=judged(entry.offer)) for entry in entries()]
    places = [(folder / f"{entry.name}.html", folder / f"{entry.name}.txt") for entry in book]
    written = [folder / "index.html", *(place for both in places for place in both)]
    with naming(folder):
        refuse_to_write_over(written, replaces=replaces, kind=MADE_TO_PRINT)
        folder.mkdir(parents=True, exist_ok=True)
        for entry, (page, schedule) in zip(book, places, strict=True):
            write_page(page, "movement.html", matter=_matter(entry), up="index.html", schedule=schedule.name)
            put_whole(schedule, schedule_of(entry.offer.name, entry.offer.movement))
        by_heading = groupby(book, key=lambda entry: gettext(entry.heading))
        write_page(written[0], "movements.html", headings=[(heading, list(of)) for heading, of in by_heading])
    return written


def entries() -> Iterator[Entry]:
    """Yield all movements of the book: the library by pairs and rounds, proved Mitchells, and then Howells."""
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
        yield Entry(_LIBRARY, file.stem, Offer(file.stem, moves, movement), sessions, sentences, said["found by"])
    for file in sorted(CERTIFICATES.glob("complete-*.txt"), key=in_order):
        movement = parse_schedule(file.read_text(encoding="utf-8"))
        title = gettext("Mitchell with tables turned, {tables} tables", tables=movement.tables)
        sentences = [gettext("Proof: no directions of these tables give a better balance.")]
        name = f"mitchell-{movement.tables}-tables-turned"
        found_by = "barometer balance optimise --prove"
        yield Entry(_PROVED, name, Offer(title, moves, movement), [movement.rounds], sentences, found_by)
    for (pairs, rounds), first in sorted(first_rounds().items()):
        kind = gettext_noop("Howell") if rounds == pairs - 1 else gettext_noop("Three-quarter Howell")
        name = f"{kind.lower().replace(' ', '-')}-{pairs}-pairs-{rounds}-rounds"
        title = gettext("{kind}, {pairs} pairs, {rounds} rounds", kind=gettext(kind), pairs=pairs, rounds=rounds)
        offer = Offer(title, moves, cyclic(pairs, rounds, first))
        yield Entry(_HOWELLS, name, offer, [rounds], [], "barometer balance howells")


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
        sheet=round_sheet(plays_of(movement, boards_in_set).with_columns(cell=cell)),
        tables=[],
        guides=[
            Card(gettext("Player {number}", number=player), headings, rows.drop("player").cast(pl.String).rows())
            for (player,), rows in cards.group_by("player", maintain_order=True)
        ],
    )
