"""The numbered table of the movements that fit tonight, and the movement that is chosen from it."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain
from math import floor
from pathlib import Path
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from pipelines.cli.balance.schedules import CERTIFICATES, LIBRARY
from pipelines.cli.terminal.options import in_range
from pipelines.machine.errors import UnusableError
from pipelines.settings.federations import Federation, federations
from pipelines.words.desk_words import balance_said
from pipelines.words.languages.numbers import written
from transforms.balance.book.mitchell_offers import extended, webs
from transforms.balance.book.offers import Known, Offer, each_with_one_missing, offers, share
from transforms.balance.forms import has_team_form, with_boards_staying
from transforms.balance.mitchells import of_hexadecimal, webs_of
from transforms.balance.movement import BOARD_SET, EW, NS, Movement, sets_a_round
from transforms.balance.schedule import parse_schedule
from transforms.tables.arithmetic.as_text import in_decimals
from transforms.tables.finding_words import message_of
from transforms.tables.messages import gettext, gettext_noop


def known(tables: int) -> Known:
    """Return the movements that are known for this number of tables."""
    of_so_many = LIBRARY.glob(f"{2 * tables}-pairs-*.txt")
    proved = CERTIFICATES / f"complete-{tables}.txt"
    return Known(
        howells=first_rounds(),
        library={
            file.stem: _read(file)
            for file in sorted(of_so_many, key=lambda file: file.stem)
            if "-sessions" not in file.stem
        },
        proved={tables: _read(proved)} if proved.exists() else {},
    )


def first_rounds() -> dict[tuple[int, int], list[tuple[int, int, int]]]:
    """Return the first rounds of Howells by (pairs, rounds), in the form that `cyclic` takes."""
    text = (LIBRARY / "howells" / "first-rounds.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    rounds = (parse_schedule(f"{head}\n{first}") for head, first in zip(lines[::2], lines[1::2], strict=True))
    return {
        (one.pairs, one.board_sets): [(ns, ew, of) for ns, ew, of in one.plays[:, [NS, EW, BOARD_SET]].tolist()]
        for one in rounds
    }


def turned_webs(tables: int) -> dict[int, NDArray[np.bool_]]:
    """Return at which plays of the Web Mitchells for so many tables the pairs change places, by number of rounds."""
    text = (LIBRARY / "webs" / "turned.txt").read_text(encoding="utf-8")
    lines = (line.split() for line in text.splitlines() if line.startswith(f"{tables} "))
    return {int(rounds): of_hexadecimal(number, tables * int(rounds)) for _, rounds, _, number in lines}


def _read(file: Path) -> Movement:
    return parse_schedule(file.read_text(encoding="utf-8"))


MOST_TABLES, MOST_BOARDS = 40, 100
_FEWEST_ROUNDS, _FEWEST_IN_A_ROUND, _MAY_BE_FEWER, _MAY_BE_MORE = 4, 2, 4, 2
_DECIMALS = 2
_SHOWN_OF_A_KIND = 6


class Evening(NamedTuple):
    """The facts about tonight. If `lacks_a_pair`, the pair number that is best for the balance stays empty.

    With `boards_stay`, movements of the library have the form in which boards stay at their tables.
    """

    tables: int
    boards: int
    rounds: int | None = None
    absent: int | None = None
    lacks_a_pair: bool = False
    boards_stay: bool = False
    federation: Federation | None = None

    def number_away(self, offer: Offer) -> int | None:
        """Return the number of the pair that is missing from a movement, if one is."""
        if self.lacks_a_pair:
            return offer.left_empty.number if offer.left_empty else offer.movement.pairs
        return self.absent

    def keeps_rule(self, offer: Offer) -> bool:
        """Return whether a movement keeps to the rule of the federation, if one is named."""
        return self.federation is None or 100 * self.share(offer) >= self.federation.least_share

    def share(self, offer: Offer) -> Fraction:
        """Return the part of the boards in use that every pair plays at least."""
        return share(offer, self.number_away(offer))


def federation_named(word: str | None) -> Federation | None:
    """Return the federation of this name in data/reference/federations.toml."""
    word = word and word.lower()
    if word is not None and word not in federations():
        known = ", ".join(sorted(federations()))
        raise UnusableError("--federation {word}: no rule of it is known; give one of {known}", word=word, known=known)
    return None if word is None else federations()[word]


def tables_of(tables: int | None, pairs: int | None) -> int:
    """Return the number of tables. If the number of pairs is odd, the last table lacks a pair."""
    if (tables is None) == (pairs is None):
        raise UnusableError("give either --tables or --pairs: the number of tables or pairs tonight")
    return tables if tables is not None else ((pairs or 0) + 1) // 2


def fitting(evening: Evening) -> list[Offer]:
    """Return the movements that can be played, by kind as in `offers`, and within each kind the most even first."""
    in_range("--tables", evening.tables, 2, MOST_TABLES)
    here = known(evening.tables)
    if evening.boards_stay:
        forms = {name: with_boards_staying(one) if has_team_form(one) else one for name, one in here.library.items()}
        here = here._replace(library=forms)
    of_library = (one.rounds // sets_a_round(one) for one in here.library.values())
    most = max([2 * evening.tables - 1, *of_library])
    in_range("--boards", evening.boards, 1, MOST_BOARDS)
    in_range("--rounds", evening.rounds, 1, min(most, evening.boards))
    in_range("--absent", evening.absent, 1, 2 * evening.tables)
    rounds = _rounds(evening, most)
    more = chain(
        webs(evening.tables, _rounds_of_webs(evening), turned_webs(evening.tables)),
        extended(evening.tables, rounds, evening.absent, lacks_a_pair=evening.lacks_a_pair),
    )
    every = offers(evening.tables, rounds, here, evening.absent, more)
    fewest = 1 if evening.rounds is not None else max(1, evening.boards - _MAY_BE_FEWER)
    found = [offer for offer in every if _boards_of_a_pair(evening, offer) >= fewest]
    if not found:
        raise UnusableError(
            "no movement is known for {tables} tables with these numbers of rounds and boards; change or leave "
            "out --rounds, or change --boards",
            tables=evening.tables,
        )
    return each_with_one_missing(found) if evening.lacks_a_pair else found


def usual_choice(evening: Evening, found: Sequence[Offer]) -> int:
    """Return the number of the first movement that gives each pair exactly the wanted boards; 1 if none does.

    Movements that keep to the rule of the federation come before others.
    """
    keeping = [number for number, offer in enumerate(found, 1) if evening.keeps_rule(offer)] or [1]
    exact = [number for number in keeping if _boards_of_a_pair(evening, found[number - 1]) == evening.boards]
    return (exact or keeping)[0]


def chosen(found: Sequence[Offer], number: int) -> Offer:
    """Return the movement that has this number in the table."""
    if not 1 <= number <= len(found):
        sentence = gettext_noop(
            "--choose {number}: give a number from 1 to {count}; the same command with --all instead of "
            "--choose lists the movements"
        )
        raise UnusableError(sentence, number=number, count=len(found))
    return found[number - 1]


def _boards_of_a_pair(evening: Evening, offer: Offer) -> int:
    return offer.movement.rounds * boards_in_set(evening, offer)


def boards_in_set(evening: Evening, offer: Offer) -> int:
    """Return the number of boards in each set; the sets of a whole Web Mitchell may have a little more than asked."""
    is_whole_web = offer.copies > 1 and offer.board_sets == offer.movement.rounds
    return (evening.boards + _MAY_BE_MORE * is_whole_web) // offer.movement.rounds


def as_table(evening: Evening, found: Sequence[Offer]) -> pl.DataFrame:
    """Return one row per movement.

    `boards` counts the boards of a pair that never sits out, `lay_out` the boards to deal. `qf` is 0 to 100, without a
    missing pair. `shared` is how often tables share boards; `turned` names the rounds with turned tables: `7+8`.
    `copies` counts the identical sets in play. `share` is the part of the boards in use that each pair plays, in
    percent rounded down; `keeps_rule` says whether that is enough for the federation.
    `leave_empty` is the best number to leave empty, with its Qf and the worst Qf. Null means unknown.
    """
    return pl.DataFrame(
        [
            {
                "number": number,
                "movement": offer.name,
                "rounds": offer.rounds,
                "boards_a_round": offer.sets_a_round * boards_in_set(evening, offer),
                "boards": _boards_of_a_pair(evening, offer),
                "lay_out": offer.board_sets * boards_in_set(evening, offer),
                "copies": offer.copies,
                "share": floor(100 * evening.share(offer)),
                "keeps_rule": evening.keeps_rule(offer) if evening.federation else None,
                "winners": offer.winners,
                "balance": balance_said(offer.qf),
                "qf": None if offer.qf is None else round(offer.qf, _DECIMALS),
                "shared": offer.shared,
                "turned": "+".join(map(str, offer.turned)) or None,
                "moves": offer.moves,
                **dict(zip(_OF_NUMBER_LEFT_EMPTY, offer.left_empty or [None] * 3, strict=True)),
            }
            for number, offer in enumerate(found, 1)
        ],
        schema_overrides={"turned": pl.String, "qf": pl.Float64, "keeps_rule": pl.Boolean, **_OF_NUMBER_LEFT_EMPTY},
    ).with_columns(pl.col("qf_left_empty", "qf_left_empty_least").round(_DECIMALS))


_OF_NUMBER_LEFT_EMPTY = {"leave_empty": pl.Int64, "qf_left_empty": pl.Float64, "qf_left_empty_least": pl.Float64}


def best_of_each_kind(rows: pl.DataFrame) -> pl.DataFrame:
    """Return the first few rows of each kind. The kinds are one or two winners, with or without shared boards."""
    return rows.filter(pl.int_range(pl.len()).over(*_KIND) < _SHOWN_OF_A_KIND)


def by_kind(rows: pl.DataFrame) -> list[tuple[str, pl.DataFrame]]:
    """Return the rows of `as_table` by kind: the kind in words, and the rows as a director reads them."""
    kinds = rows.group_by(*_KIND, maintain_order=True)
    return [
        (gettext(_KINDS[winners][2 if has_copies else int(is_shared)]), for_people(of_kind))
        for (winners, is_shared, has_copies), of_kind in kinds
    ]


_KIND = ("winners", pl.col("shared") > 0, pl.col("copies") > 1)
_KINDS = {
    1: (
        gettext_noop("One winner"),
        gettext_noop("One winner; tables share boards"),
        gettext_noop("One winner; several identical sets of boards"),
    ),
    2: (
        gettext_noop("Two winners: North-South and East-West each have a list"),
        gettext_noop("Two winners: North-South and East-West each have a list; tables share boards"),
        gettext_noop("Two winners: North-South and East-West each have a list; several identical sets of boards"),
    ),
}
"""By number of winners, the kinds of movements in words: without and with shared boards, and with copies of boards."""


def for_people(rows: pl.DataFrame) -> pl.DataFrame:
    """Return rows of `as_table` as a director reads them. `shared` and `turned` are left out if no row needs them.

    `boards` becomes `8 x 3 (33)`: rounds, boards in each, boards to lay out. `leave_empty` becomes `6: 100.00 (62.50)`.
    """
    has_any = {"shared": pl.col("shared") > 0, "turned": pl.col("turned").is_not_null()}
    said = [name for name, is_there in has_any.items() if rows.select(is_there.any()).item()]
    left_empty = [_in_numbers(*of) for of in rows.select(*_OF_NUMBER_LEFT_EMPTY).iter_rows()]
    balance = [
        words if qf is None else f"{words} {written(in_decimals(qf, _DECIMALS))}"
        for words, qf in rows.select("balance", "qf").iter_rows()
    ]
    copies = pl.when(pl.col("copies") > 1).then(pl.concat_str(pl.lit(" x "), "copies")).otherwise(pl.lit(""))
    boards = pl.concat_str("rounds", pl.lit(" x "), "boards_a_round", pl.lit(" ("), "lay_out", copies, pl.lit(")"))
    return rows.select(
        no="number",
        movement=pl.col("movement").str.strip_prefix(gettext("Library: {name}", name="")),
        boards=boards,
        balance=pl.Series(balance, dtype=pl.String),
        **{name: name for name in said},
        **_share_in_words(rows),
        leave_empty=pl.Series(left_empty, dtype=pl.String),
    )


def _share_in_words(rows: pl.DataFrame) -> dict[str, pl.Expr]:
    """Return the column `share`, if a federation has a rule about it: `92 %`, or `60 %: too little`."""
    if rows["keeps_rule"].is_null().all():
        return {}
    enough, too_little = (
        message_of(gettext(words), {"share": pl.col("share").cast(pl.String)})
        for words in (gettext_noop("{share} %"), gettext_noop("{share} %: too little"))
    )
    return {"share": pl.when("keeps_rule").then(enough).otherwise(too_little)}


def rule_in_words(evening: Evening, found: Sequence[Offer]) -> list[str]:
    """Return what the federation asks, and a sentence if no movement keeps to it; nothing without a federation."""
    federation = evening.federation
    if federation is None:
        return []
    sentence = gettext_noop(
        "share: the part of the boards in use that each pair plays; {federation} gives master points from {percent} % "
        "on ({source})"
    )
    gaps = {"federation": federation.name, "percent": federation.least_share}
    said = [gettext(sentence, source=federation.source, **gaps)]
    if not any(map(evening.keeps_rule, found)):
        none = gettext_noop(
            "None of these movements gives each pair {percent} % of the boards in use, as {federation} wants; try "
            "other numbers of rounds or boards"
        )
        said.append(gettext(none, **gaps))
    return said


def _in_numbers(number: int | None, qf: float, least: float) -> str | None:
    if number is None:
        return None
    best, worst = (written(in_decimals(value, _DECIMALS)) for value in (qf, least))
    return gettext("any: {qf}", qf=best) if best == worst else f"{number}: {best} ({worst})"


def how_they_go(rows: pl.DataFrame) -> list[str]:
    """Return a line per way of moving. Each begins with the numbers of its movements: `1, 3: the boards ...`."""
    numbers = pl.col("number").cast(pl.String).str.join(", ")
    said = rows.group_by("moves", maintain_order=True).agg(said=numbers + ": " + pl.col("moves").first())
    return said["said"].to_list()


def _rounds_of_webs(evening: Evening) -> list[int]:
    if evening.rounds is not None:
        return [evening.rounds]
    rounds = webs_of(evening.tables)
    return [count for count in rounds if (evening.boards + _MAY_BE_MORE) // count >= _FEWEST_IN_A_ROUND]


def _rounds(evening: Evening, most: int) -> list[int]:
    if evening.rounds is not None:
        return [evening.rounds]
    rounds = range(min(_FEWEST_ROUNDS, 2 * evening.tables - 1), most + 1)
    in_a_round = ((count, evening.boards // count) for count in rounds)
    enough = evening.boards - _MAY_BE_FEWER
    return [count for count, boards in in_a_round if boards >= _FEWEST_IN_A_ROUND and count * boards >= enough]
