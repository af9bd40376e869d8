"""`barometer movement`: list the movements that fit tonight's tables, and write the cards of the chosen movement."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

from typer import Option

from pipelines.cli.terminal.options import ReplaceOption
from pipelines.cli.terminal.output import Format, print_lines, print_rows, say
from pipelines.machine.errors import UnusableError
from pipelines.words.languages import ENGLISH, speaking
from transforms.tables.messages import gettext, gettext_noop

if TYPE_CHECKING:
    from pipelines.cli.movement.attendance import Attendance
    from pipelines.cli.movement.fitting import Evening
    from pipelines.cli.movement.paper import Sittings
    from transforms.balance.book.offers import LeftEmpty, Offer


def movement(
    tables: int | None = None,
    *,
    pairs: int | None = None,
    rounds: int | None = None,
    boards: int = 24,
    absent: Annotated[list[str] | None, Option(metavar="NUMBER")] = None,
    boards_stay: Annotated[bool, Option("--boards-stay")] = False,
    every: Annotated[bool, Option("--all")] = False,
    choose: int | None = None,
    out: Path | None = None,
    print_to: Annotated[Path | None, Option("--print")] = None,
    slips: Path | None = None,
    travellers: Path | None = None,
    bws: Path | None = None,
    names: Annotated[list[Path] | None, Option("--names")] = None,
    line: str | None = None,
    seed_by: Annotated[str | None, Option(metavar="COLUMN")] = None,
    federation: str | None = None,
    replaces: ReplaceOption = False,
    output: Annotated[Format, Option("--format")] = Format.TABLE,
) -> None:
    """List the movements that fit, sorted by number of winners, shared boards (none first) and balance (best first).

    With --choose, write guide cards, table cards and the round sheet. With --names, they carry the names of the pairs.
    """
    from pipelines.cli.balance.schedules import number_left_empty
    from pipelines.cli.movement import fitting

    with speaking(None if output is Format.TABLE else ENGLISH):
        away = number_left_empty(absent)
        present = _present(names, line, seed_by)
        if present is not None:
            if tables is None and pairs is None:
                pairs = len(present.pairs)
            away = away or present.left_empty(2 * fitting.tables_of(tables, pairs))
        lacks_a_pair = pairs is not None and pairs % 2 == 1 and away is None
        evening = fitting.Evening(
            fitting.tables_of(tables, pairs),
            boards,
            rounds,
            away,
            lacks_a_pair,
            boards_stay,
            fitting.federation_named(federation),
        )
        found = fitting.fitting(evening)
        if any(one is not None for one in (choose, print_to, slips, travellers, bws)):
            from pipelines.cli.movement.matter import in_short
            from pipelines.cli.movement.paper import NOBODY
            from transforms.balance.book.offers import with_one_missing

            number = fitting.usual_choice(evening, found) if choose is None else choose
            offer = fitting.chosen(found, number)
            if lacks_a_pair:
                offer, away = with_one_missing(offer)
            cards = offer, fitting.boards_in_set(evening, offer), away
            printed = _Printed(print_to, out, {"--slips": slips, "--travellers": travellers, "--bws": bws})
            if present is not None and seed_by is not None:
                present = present.seeded(offer.movement, offer.winners, away)
            sittings = NOBODY if present is None else present.seated(offer.movement.pairs, away)
            for file in _put(cards, printed, sittings, replaces=replaces):
                say(gettext("Written: {file}", file=file))
            say(in_short(*cards[:2]))
            if lacks_a_pair:
                say(_of_one_missing(pairs, away, offer.left_empty))
            if choose is None and len(found) > 1:
                words = gettext_noop(
                    "No movement was chosen, so this is number {chosen} of {number}. The same command "
                    "without --print lists them; --choose NUMBER chooses another."
                )
                say(gettext(words, chosen=number, number=len(found)))
            return
        rows = fitting.as_table(evening, found)
    if output is not Format.TABLE:
        print_rows(rows, output, title="")
        return
    from pipelines.words.terminal import print_table

    shown = rows if every else fitting.best_of_each_kind(rows)
    kinds = fitting.by_kind(shown)
    has_more = any({"shared", "turned"} & {*of_kind.columns} for _, of_kind in kinds)
    legend = [*_legend()[: 3 if has_more else 2], *fitting.rule_in_words(evening, found)]
    print_lines(_title(evening, pairs), legend)
    for words, of_kind in kinds:
        print_table(of_kind, f"\n{words}", narrowest=_NARROWEST)
    print_lines(f"\n{gettext('How pairs and boards move')}", fitting.how_they_go(shown))
    _say_what_to_type(away, rows.height - shown.height)


class _Printed(NamedTuple):
    """Where to write: the cards, the folder with all that belongs to a movement, and other files by option."""

    cards: Path | None
    folder: Path | None
    others: Mapping[str, Path | None]


def _put(
    cards: "tuple[Offer, int, int | None]", printed: _Printed, sittings: "Sittings", *, replaces: bool
) -> list[Path]:
    """Write cards, score slips, travellers and the file for Bridgemate, as far as they are wanted; return the files."""
    from pipelines.cli.movement import scores
    from pipelines.cli.movement.matter import dated, print_cards, put_all
    from pipelines.intake.writers.as_bws import as_bws
    from transforms.balance.book.cards import plays_of

    for option, file in {"--print": printed.cards, **printed.others}.items():
        if file is None:
            continue
        if option == "--bws" and file.suffix.lower() != ".bws":
            raise UnusableError("--bws {file}: end the name in .bws", file=file)
        if option != "--bws" and file.suffix.lower() not in (".pdf", ".html", ".htm"):
            raise UnusableError("{option} {file}: end the name in .pdf or .html", option=option, file=file)
    files: list[Path] = [] if printed.cards is None else [printed.cards]
    has_others = any(printed.others.values())
    if printed.folder is not None or not (files or has_others):
        folder = printed.folder or Path("movement")
        files += [folder / f"movement{suffix}" for suffix in (".html", ".pdf", ".txt")]
    if files:
        print_cards(*cards, files, sittings, replaces=replaces)
    if not has_others:
        return files
    offer, boards, away = cards
    plays, line = plays_of(offer.movement, boards), sittings.line or ""
    made = {
        "--slips": lambda: dated(scores.slips(*cards, sittings)),
        "--travellers": lambda: dated(scores.travellers(*cards, sittings)),
        "--bws": lambda: as_bws(plays, boards, winners=offer.winners, missing=away, section=line),
    }
    wanted = [(file, made[option]()) for option, file in printed.others.items() if file is not None]
    put_all(wanted, replaces=replaces)
    return files + [file for file, _ in wanted]


def _present(names: list[Path] | None, line: str | None, seed_by: str | None) -> "Attendance | None":
    if not names:
        if seed_by is not None:
            raise UnusableError("--seed-by {column}: add --names FILE, a file that has this column", column=seed_by)
        if line is not None:
            raise UnusableError("--line {line}: add --names FILE, a file that has this line", line=line)
        return None
    from pipelines.cli.movement.attendance import attendance

    return attendance(names, line, seed_by)


def _say_what_to_type(away: int | None, more: int) -> None:
    if away is not None:
        words = gettext_noop(
            'You chose which number stays empty. The column "leave empty" shows the best number; to use that '
            "one, give it with --absent."
        )
        say(gettext(words))
    say(gettext("Within each kind, the most even movements come first."))
    if more:
        say(gettext("{number} more: add --all to list them", number=more))
    say(gettext("To write the cards of a movement, add --choose NUMBER"))


def _of_one_missing(pairs: int | None, number: int | None, left: "LeftEmpty | None") -> str:
    if left is None:
        why = gettext("the best number is not known here")
    else:
        why = gettext("all numbers are equally good here") if left.is_any else gettext("the best number here")
    sentence = gettext_noop(
        "With {pairs} pairs, number {number} stays empty ({why}), and its opponents sit out. To leave another number "
        "empty, list the movements with --absent NUMBER, and choose from that list, because its order may differ."
    )
    return gettext(sentence, pairs=pairs, number=number, why=why)


_NARROWEST = 11
"""The narrowest width in characters of a column of words that is wrapped to fit the table into 80 characters."""


def _title(evening: "Evening", pairs: int | None) -> str:
    if evening.lacks_a_pair:
        sentence = gettext_noop(
            'Movements for {pairs} pairs at {tables} tables. The number in the column "leave empty" stays empty '
            '("any" means whichever you like), and the balance is given without that number'
        )
        return gettext(sentence, pairs=pairs, tables=evening.tables)
    if evening.absent is None:
        return gettext("Movements for {tables} tables", tables=evening.tables)
    return gettext("Movements for {tables} tables, without pair {pair}", tables=evening.tables, pair=evening.absent)


def _legend() -> tuple[str, ...]:
    return (
        gettext(
            "boards: rounds x boards per round, with the boards to lay out in brackets; balance: in words, and "
            "out of 100"
        ),
        gettext(
            "leave empty: the best number to leave empty if a pair is missing, then the balance without it, "
            "and in brackets the balance without the worst number"
        ),
        gettext("shared: how often tables share boards; turned: the rounds with an arrow switch"),
    )
