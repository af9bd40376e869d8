"""From who is here tonight to lines, movements and seats, by the functions of `barometer lines` and `movement`."""

import random
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

import polars as pl

from pipelines.cli.desk.desk import Competition
from pipelines.cli.desk.tonight_kept import BY_DRAW, BY_SEASON, Evening, Here, Seating
from pipelines.cli.lines import BETWEEN_NAMES, IDS, People, Present, SoFar, in_lines, so_far
from pipelines.cli.movement import fitting
from pipelines.cli.movement.matter import in_short, printed_matter
from pipelines.cli.movement.paper import PrintedMatter, Sittings
from pipelines.intake.landing.folders import SETTINGS
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import Place
from pipelines.settings.competition import read_settings
from pipelines.settings.federations import Federation
from pipelines.settings.problems import SettingsError
from pipelines.warehouse import Warehouse, exists
from pipelines.words.words import counted
from transforms.balance.book.cards import guide_cards
from transforms.balance.book.offers import Offer, with_one_missing
from transforms.rankings.rankings import IN_PAIRS
from transforms.tables.messages import gettext, gettext_noop, ngettext
from transforms.tables.schemas import ENTRANT, SESSION
from transforms.tables.shared import IN_TURN

_LAST_EVENINGS = 8
_OFTEN = 2
FEWEST_PAIRS, MOST_PAIRS = 3, 2 * fitting.MOST_TABLES
MOST_LINES = 26


class Usual(NamedTuple):
    """A pair that may be here tonight: how often it played in the last evenings, and whether in the very last."""

    here: Here
    names: str
    times: int
    is_of_last: bool

    @property
    def is_often_here(self) -> bool:
        """Whether the pair is shown first."""
        return self.times >= _OFTEN or self.is_of_last or len(self.here.players) > 2


class Known(NamedTuple):
    """What is known about a competition before tonight."""

    so_far: SoFar
    usual: list[Usual]
    nameless: pl.DataFrame
    """The last evenings of which no file says who played: season, session_id, date."""
    federation: str | None = None
    """The federation whose rule about movements counts, as competition.toml names it."""

    def people(self, evening: Evening) -> People:
        """Return the people who may be here, with the guests who are."""
        names = self.so_far.people().names
        return self.so_far.people([one for pair in evening.pairs for one in pair.players if one not in names])


def known_of(place: Place, competition: Competition) -> Known | None:
    """Return what the last build knows about a competition; None if it does not know it."""
    if not exists(place):
        return None
    of = {"club": competition.club, "competition": competition.competition}
    with Warehouse(place, read_only=True) as warehouse:
        if warehouse.read_of("raw.competitions", **of).is_empty():
            return None
        known = so_far(warehouse, competition.id)
        last = warehouse.read_of("raw.sessions", **of).filter(pl.col("kind").is_in(IN_PAIRS))
        last = last.sort(IN_TURN).tail(_LAST_EVENINGS)
        entries = warehouse.read_of("raw.entries", **of).join(last, on=SESSION, how="semi")
    nameless = last.join(entries, on=SESSION, how="anti").sort(IN_TURN, descending=True)
    return Known(known, _usual(known, entries, last), nameless, _federation_of(competition))


def _federation_of(competition: Competition) -> str | None:
    with suppress(SettingsError):
        return read_settings(competition.folder / SETTINGS).movement.federation
    return None


def _usual(known: SoFar, entries: pl.DataFrame, last: pl.DataFrame) -> list[Usual]:
    """Return the pairs of the last evenings and the trios of the season, by name."""
    pairs = entries.group_by(ENTRANT).agg(players=pl.col("player_id").unique().sort())
    trios = known.partnerships.group_by("partnership_id").agg(players=pl.col("player_id").sort())
    is_of_last = pl.col("session_id").is_in(last["session_id"].tail(1).implode())
    played = pl.concat(
        [
            pairs.filter(pl.col("players").list.len() == 2)
            .group_by("players")
            .agg(times=pl.len(), is_of_last=is_of_last.any()),
            trios.filter(pl.col("players").list.len() > 2)
            .unique("players")
            .select("players", times=pl.lit(0, pl.UInt32), is_of_last=pl.lit(value=False)),
        ]
    )
    names = known.people().names
    found = [Usual(Here(players=tuple(ids)), named(ids, names), *rest) for ids, *rest in played.iter_rows()]
    return sorted(found, key=lambda one: (one.names, one.here.id))


def named(ids: Sequence[str], names: Mapping[str, str]) -> str:
    """Return the names of the players of a pair."""
    return BETWEEN_NAMES.join(names.get(one, one) for one in ids)


class Seat(NamedTuple):
    """Where a pair begins: its number, names and players, and its table and direction, if it has any in round 1."""

    number: int
    names: str
    players: tuple[str, ...]
    table: int | None
    direction: str | None
    sits_out: bool

    @property
    def where(self) -> str:
        """The place in words."""
        if self.table is None:
            return gettext("sits out first")
        at = gettext("Table {number}", number=self.table)
        words = gettext_noop("{table}, {direction}: sits out first") if self.sits_out else "{table}, {direction}"
        return gettext(words, table=at, direction=self.direction)


class Choice(NamedTuple):
    """A movement that fits a line. `offer` leaves number `absent` empty, if there is one."""

    id: str
    offer: Offer
    boards_in_set: int
    absent: int | None
    breaks_rule: Federation | None = None
    """The federation that gives no master points for this movement."""

    @property
    def words(self) -> str:
        """The movement in a line. One of the library is called by its number of pairs."""
        is_of_library = self.offer.name.startswith(gettext("Library: {name}", name=""))
        name = counted(self.offer.movement.pairs, "pair") if is_of_library else self.offer.name
        movement = in_short(self.offer._replace(name=name), self.boards_in_set)
        if self.breaks_rule is None:
            return movement
        words = gettext_noop("{movement}; no master points of {federation}, under {percent} % of the boards")
        of, percent = self.breaks_rule.name, self.breaks_rule.least_share
        return gettext(words, movement=movement, federation=of, percent=percent)

    @property
    def sentences(self) -> list[str]:
        """How the movement is played."""
        return printed_matter(self.offer, self.boards_in_set, self.absent).sentences

    @property
    def board_sets(self) -> int:
        """The number of boards to lay out."""
        return self.offer.board_sets * self.boards_in_set


class Line(NamedTuple):
    """A line tonight. Without a movement, `problem` says why."""

    letter: str
    pairs: list[dict[str, object]]
    chosen: Choice | None = None
    is_proposed: bool = True
    kinds: Sequence[tuple[str, list[Choice]]] = ()
    seating: Seating = Seating()
    seats: Sequence[Seat] = ()
    problem: str = ""

    @property
    def size(self) -> int:
        """The number of pairs."""
        return len(self.pairs)

    def matter(self, *, has_letter: bool) -> PrintedMatter:
        """Return what is printed for the line, with names. UnusableError: the line has no movement."""
        if self.chosen is None:
            raise UnusableError(self.problem)
        names = {seat.number: seat.names for seat in self.seats}
        sittings = Sittings(names, self.letter if has_letter else None)
        return printed_matter(self.chosen.offer, self.chosen.boards_in_set, self.chosen.absent, sittings)


class Plan(NamedTuple):
    """The lines tonight; `odd` have an odd number of pairs, and `better` are sizes with fewer of these."""

    lines: Sequence[Line] = ()
    assigned: pl.DataFrame | None = None
    problem: str = ""

    @property
    def is_ready(self) -> bool:
        """Whether everybody in every line has a seat."""
        return bool(self.lines) and all(line.seats for line in self.lines)


def planned(known: Known, evening: Evening) -> Plan:
    """Return the lines for tonight, with their movements and seats; nothing before the director asks for lines."""
    if not evening.lines:
        return Plan()
    if problem := no_lines(evening, evening.lines, evening.sizes):
        return Plan(problem=problem)
    names = known.people(evening).names
    pairs = [_present(pair, known.so_far) for pair in evening.pairs]
    asked = {"by_strength": evening.by_strength, "boards": evening.boards}
    assigned = in_lines(known.so_far, pairs, names, sizes=evening.sizes or None, lines=evening.lines, **asked)
    by_line = assigned.partition_by("line", as_dict=True, maintain_order=True)
    played = {*known.so_far.evenings["player_id"]}
    lines = {
        str(letter): [{**row, "is_new": not played.issuperset(players_of(row))} for row in rows.to_dicts()]
        for (letter,), rows in by_line.items()
    }
    return Plan([_line(letter, rows, evening, known.federation) for letter, rows in lines.items()], assigned)


def no_lines(evening: Evening, lines: int, sizes: Sequence[int]) -> str:
    """Return why the pairs here cannot be divided like this; "" if they can."""
    here = len(evening.pairs)
    if here < FEWEST_PAIRS:
        return ngettext(
            "Only {number} pair is here: too few to play.", "Only {number} pairs are here: too few to play.", here
        )
    if not 1 <= lines <= min(MOST_LINES, here):
        return gettext("{pairs} pairs cannot make {lines} lines.", pairs=here, lines=lines)
    if 0 in sizes:
        return gettext("Each line needs pairs.")
    if sizes and sum(sizes) != here:
        words = gettext_noop("Together these lines have {sum} pairs, but {pairs} are here: choose again.")
        return gettext(words, sum=sum(sizes), pairs=here)
    return ""


def _present(pair: Here, known: SoFar) -> Present:
    """Return a pair as `barometer lines` takes it."""
    one, other, *more = pair.players
    return Present(one, other, trio_of(pair, known), any_two=True) if more else Present(one, other)


def trio_of(pair: Here, known: SoFar) -> str | None:
    """Return the id of a trio; None if the season has no such trio."""
    members = known.partnerships.group_by("partnership_id").agg(pl.col("player_id").sort())
    trios = dict(zip(map(tuple, members["player_id"]), members["partnership_id"], strict=True))
    return trios.get(tuple(sorted(pair.players)))


def _line(letter: str, pairs: list[dict[str, object]], evening: Evening, federation: str | None) -> Line:
    line = Line(letter, pairs)
    if not FEWEST_PAIRS <= len(pairs) <= MOST_PAIRS:
        return line._replace(
            problem=gettext("A line needs {fewest} to {most} pairs.", fewest=FEWEST_PAIRS, most=MOST_PAIRS)
        )
    try:
        usual, kinds = fitting_a_line(len(pairs), evening.boards, evening.rounds, federation)
    except UnusableError:
        words = gettext_noop("No movement is known for this line with so many rounds and boards. Choose other numbers.")
        return line._replace(problem=gettext(words))
    by_id = {choice.id: choice for _, choices in kinds for choice in choices}
    chosen = by_id.get(evening.movements.get(letter, ""), usual)
    seating = evening.seatings.get(letter, Seating())
    if seating.by == BY_SEASON and not _holds(seating, line, chosen):
        seating = Seating()
    return line._replace(
        chosen=chosen,
        is_proposed=chosen is usual,
        kinds=kinds,
        seating=seating,
        seats=_seats(line, chosen, seating),
    )


@lru_cache(maxsize=64)
def fitting_a_line(
    pairs: int, boards: int, rounds: int | None, federation: str | None = None
) -> tuple[Choice, list[tuple[str, list[Choice]]]]:
    """Return the movement to propose for so many pairs, and those that fit by kind, as `barometer movement` lists them.

    UnusableError: none fits.
    """
    tables, lacks_a_pair, rule = fitting.tables_of(None, pairs), pairs % 2 == 1, fitting.federation_named(federation)
    evening = fitting.Evening(tables, boards, rounds, lacks_a_pair=lacks_a_pair, federation=rule)
    found = fitting.fitting(evening)
    shown = fitting.best_of_each_kind(fitting.as_table(evening, found))
    usual = fitting.usual_choice(evening, found)
    choices = {number: _choice(evening, found[number - 1]) for number in {*shown["number"], usual}}
    kinds = [(words, [choices[number] for number in of_kind["no"]]) for words, of_kind in fitting.by_kind(shown)]
    return choices[usual], kinds


def _choice(evening: fitting.Evening, offer: Offer) -> Choice:
    absent = None
    breaks_rule = None if evening.keeps_rule(offer) else evening.federation
    if evening.lacks_a_pair:
        offer, absent = with_one_missing(offer)
    key = f"{offer.name}/{offer.rounds}/{offer.winners}/{offer.shared}"
    return Choice(key, offer, fitting.boards_in_set(evening, offer), absent, breaks_rule)


def numbers_of(choice: Choice) -> list[int]:
    """Return the numbers that the pairs of a line get."""
    return [number for number in range(1, choice.offer.movement.pairs + 1) if number != choice.absent]


def _seats(line: Line, choice: Choice, seating: Seating) -> list[Seat]:
    numbers = numbers_of(choice)
    if seating.by == BY_DRAW:
        random.Random(f"{seating.seed} {line.letter}").shuffle(numbers)  # noqa: S311 - no secret: the seed is kept
    elif seating.by == BY_SEASON:
        numbers = [seating.numbers[named(players_of(row), {})] for row in line.pairs]
    starts = guide_cards(choice.offer.movement, choice.boards_in_set, choice.absent).filter(round=1)
    start = {
        pair: where
        for pair, *where in starts.select("pair", "table", "direction", pl.col("opponent").is_null()).iter_rows()
    }
    return sorted(
        Seat(number, str(row["pair"]), players_of(row), *start[number])
        for number, row in zip(numbers, line.pairs, strict=True)
    )


def _holds(seating: Seating, line: Line, choice: Choice) -> bool:
    pairs = {named(players_of(row), {}) for row in line.pairs}
    return pairs == seating.numbers.keys() and sorted(seating.numbers.values()) == numbers_of(choice)


def players_of(row: Mapping[str, object]) -> tuple[str, ...]:
    """Return the ids of the players of a row of `in_lines` who may sit down."""
    return tuple(str(row[one]) for one in (IDS if row["any_two"] else IDS[:2]) if row[one])


def over_the_season(place: Place, known: Known, line: Line) -> Seating:
    """Number the pairs of a line as `barometer balance seat` does. UnusableError: the movement has no such numbers."""
    from pipelines.cli.balance import seating  # not at the top: it loads a compiler

    if line.chosen is None:
        raise UnusableError(line.problem)
    pairs = [(str(row["player_id"]), str(row["partner_id"])) for row in line.pairs]
    offer, absent, boards = line.chosen.offer, line.chosen.absent, line.chosen.boards_in_set
    with Warehouse(place, read_only=True) as warehouse:
        season = seating.season_of(warehouse, known.so_far)
    found = seating.numbered(line.chosen.words, offer.movement, pairs, season, boards=boards, absent=absent)
    ids = [named(players_of(row), {}) for row in line.pairs]
    return Seating(by=BY_SEASON, numbers=dict(zip(ids, found.pairs["number"], strict=True)))
