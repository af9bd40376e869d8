"""`barometer balance seat`: number the pairs present so that the season so far, from the warehouse, stays balanced."""

import json
from collections.abc import Collection, Sequence
from pathlib import Path

import polars as pl

from pipelines.cli.balance.schedules import movement_named
from pipelines.cli.lines import BETWEEN_NAMES, SoFar, pairs_present, so_far
from pipelines.cli.terminal.output import print_lines
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import Place
from pipelines.warehouse import Warehouse
from pipelines.words.terminal import print_table
from pipelines.words.words import counted
from transforms.balance.movement import Movement, MovementError
from transforms.balance.seating.next_seating import fitting, movements_of
from transforms.balance.seating.season_so_far import Season, Tonight, boards_in_a_set, by_competitor, seated_tonight
from transforms.balance.seating.seating import RUNS
from transforms.tables.messages import gettext, gettext_noop
from transforms.tables.schemas import COMPETITION, SESSION, SeasonScores
from transforms.tables.shared import IN_TURN

_MOST_PAIRS = 200
"""The most pairs for which numbers are searched. The time grows with the cube of the number of pairs."""


def show(numbers: Tonight) -> None:
    """Print the pairs and the balance as tables for people to read."""
    title = counted(numbers.pairs.height, "pair")
    if numbers.absent is not None:
        title = gettext("{pairs}; number {number} stays empty", pairs=title, number=numbers.absent)
    print_table(numbers.pairs.drop("player_id", "partner_id"), title)
    print_table(numbers.balance, f"\n{gettext('Pairs of entrants that have not met, and how even the season is')}")
    differs = gettext(
        "These numbers differ from those on the page of the season. Here a declared pair or trio is one entrant, "
        "and the numbers before tonight also include the combinations of entrants that are new tonight."
    )
    print_lines("", [differs])


def as_json(numbers: Tonight) -> str:
    """Return `absent`, `pairs` and `balance` as JSON."""
    fields = {"absent": numbers.absent, "pairs": numbers.pairs.to_dicts(), "balance": numbers.balance.to_dicts()}
    return json.dumps(fields, ensure_ascii=False)


def numbers_of(
    path: Place,
    competition: str,
    attendance: Path,
    *,
    movement: str | None,
    season: str | None,
    guests: Collection[str],
    boards: int | None,
    absent: int | None,
    seed: int,
    runs: int,
) -> Tonight:
    """Number the pairs present so that over the season, all meet and are compared as equally as possible.

    `movement` is a schedule file or a library name; by default, competition.toml names it for this number of pairs.
    `boards` is the number of boards in a set, by default that of the last session. `absent` is the number (from 1) to
    leave empty. The result has the pairs by number: (number, pair, unmet_before, unmet_after, player_id, partner_id).
    """
    chosen = None if movement is None else (movement, _of_pairs(movement))
    with Warehouse(path, read_only=True) as warehouse:
        known = so_far(warehouse, competition, season)
        whole = dict(zip(COMPETITION, known.of, strict=True))
        last = warehouse.read_of("raw.sessions", **whole).filter(pl.col("kind") != "teams").sort(IN_TURN).tail(1)
        board_scores = warehouse.read_of("scored.board_scores", **whole).join(last, on=SESSION, how="semi")
        in_a_set = max(boards_in_a_set(board_scores).collect()["boards"], default=1)
        of_season = season_of(warehouse, known)
        movements = warehouse.read_of("raw.movements", **whole)
    people = known.people(guests)
    pairs = [pair[:2] for pair in pairs_present(attendance, people, known.partnerships)]
    name, schedule = chosen or _named_for(len(pairs), movements)
    found = numbered(name, schedule, pairs, of_season, boards=boards or in_a_set, absent=absent, seed=seed, runs=runs)
    names = [BETWEEN_NAMES.join(people.names.get(player, player) for player in pair) for pair in pairs]
    shown = found.pairs.select(
        "number",
        pair=pl.Series(names),
        unmet_before="unmet_before",
        unmet_after="unmet_after",
        player_id=pl.Series([one for one, _ in pairs]),
        partner_id=pl.Series([other for _, other in pairs]),
    )
    return found._replace(pairs=shown.sort("number"))


def season_of(warehouse: Warehouse, known: SoFar) -> Season:
    """Return the season so far of a competition."""
    scores = warehouse.table(SeasonScores, **dict(zip(COMPETITION, known.of, strict=True)))
    return Season(known.of, known.partnerships, by_competitor(scores, known.partnerships).collect())


def numbered(
    name: str,
    schedule: Movement,
    pairs: Sequence[tuple[str, str]],
    season: Season,
    *,
    boards: int,
    absent: int | None,
    seed: int = 1,
    runs: int = RUNS,
) -> Tonight:
    """Return what `seated_tonight` finds. UnusableError: the movement called `name` is not for these pairs."""
    try:
        return seated_tonight(schedule, pairs, season, boards=boards, absent=absent, seed=seed, runs=runs)
    except MovementError as error:
        raise UnusableError("{label}: {what}", label=name, what=error) from None


def _of_pairs(name: str) -> Movement:
    schedule = movement_named(name)
    if schedule.individual:
        raise UnusableError("{name}: the movement is for single players; choose one for pairs", name=name)
    if schedule.pairs > _MOST_PAIRS:
        sentence = gettext_noop("{name}: the movement is for {pairs} pairs; give one for at most {most} pairs")
        raise UnusableError(sentence, name=name, pairs=schedule.pairs, most=_MOST_PAIRS)
    return schedule


def _named_for(pairs: int, movements: pl.DataFrame) -> tuple[str, Movement]:
    fits = fitting(movements_of(movements), pairs)
    if fits is None:
        raise UnusableError(
            "{pairs} pairs are present, but no movement is named for this number of pairs; add --movement, or "
            "name one under [movement] in competition.toml and build",
            pairs=pairs,
        )
    return fits
