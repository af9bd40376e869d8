"""What `barometer balance seat` does: numbers the pairs present, from the season in the warehouse."""

import json
from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

import dataframely as dy
import numpy as np
import polars as pl

from pipelines.cli.balance.schedules import movement_named
from pipelines.cli.lines import BETWEEN_NAMES, People, pairs_present
from pipelines.cli.terminal.output import print_lines
from pipelines.cli.terminal.selection import one_competition, one_season
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import Place
from pipelines.warehouse import Warehouse
from pipelines.words.terminal import print_table
from pipelines.words.words import counted
from transforms.balance.movement import Movement
from transforms.balance.seating.next_seating import fitting, movements_of
from transforms.balance.seating.season_so_far import balance_with, between, boards_in_a_set, by_competitor, competitors
from transforms.balance.seating.seating import (
    RUNS,
    Between,
    Seated,
    SeatingError,
    added,
    aims_of,
    seated,
    unmet_of_each,
)
from transforms.tables.messages import gettext
from transforms.tables.schemas import COMPETITION, SESSION, PlayerRankings, Players, SeasonPartnerships, SeasonScores
from transforms.tables.shared import IN_TURN

_MOST_PAIRS = 200
"""The time of a search grows with the third power of the number of pairs."""


class Asked(NamedTuple):
    """How to number: boards in a set (None: as in the last session), the number that stays away, seed, and searches."""

    boards: int | None = None
    absent: int | None = None
    seed: int = 1
    runs: int = RUNS


class Numbers(NamedTuple):
    """The numbers of tonight.

    `pairs` is (number, pair, unmet_before, unmet_after, player_id, partner_id), in order of number; unmet counts the
    other pairs present that a pair has never met.

    `balance` has one row for before tonight and one for after: (season, unmet, most_meetings) of the pairs present, and
    (season_unmet, season_qc, season_qo) of the whole season. Both rows are over the same combinations: those that have
    been in one field, and those of tonight. A declared pair or trio is one entrant. So both rows differ from
    `season_balance` of what was played.

    `absent` is the number that nobody takes, from 1.
    """

    pairs: pl.DataFrame
    balance: pl.DataFrame
    absent: int | None

    def show(self) -> None:
        """Print the pairs and the balance for people."""
        title = counted(self.pairs.height, "pair")
        if self.absent is not None:
            title = gettext("{pairs}; nobody takes number {number}", pairs=title, number=self.absent)
        print_table(self.pairs.drop("player_id", "partner_id"), title)
        print_table(self.balance, f"\n{gettext('Combinations that never met, and how even the season is')}")
        print_lines(
            "",
            [
                gettext(
                    "These numbers are not those of the season's page: here a declared pair or trio is one entrant, and"
                    " tonight's combinations are among those counted before it."
                )
            ],
        )

    def as_json(self) -> str:
        """All three fields as JSON."""
        fields = {"absent": self.absent, "pairs": self.pairs.to_dicts(), "balance": self.balance.to_dicts()}
        return json.dumps(fields, ensure_ascii=False)


class _Built(NamedTuple):
    """What the warehouse knows of the season."""

    of: tuple[str, str, str]
    players: dy.DataFrame[Players]
    rankings: dy.DataFrame[PlayerRankings]
    partnerships: dy.DataFrame[SeasonPartnerships]
    scores: dy.DataFrame[SeasonScores]
    boards: int
    movements: pl.DataFrame
    """`NamedMovements`."""


def numbers_of(
    path: Place,
    competition: str,
    attendance: Path,
    *,
    movement: str | None = None,
    season: str | None = None,
    guests: Collection[str] = (),
    asked: Asked | None = None,
) -> Numbers:
    """Number the pairs present (a file as `pairs_present` reads it) so that the season, or the latest, stays even.

    `movement` is a schedule file or a name in the library; None: the one that competition.toml names for so many pairs.
    """
    how = asked or Asked()
    chosen = None if movement is None else (movement, _of_pairs(movement))
    built = _built(path, competition, season)
    people = People(built.players, built.rankings["player_id"], guests)
    pairs = [pair[:2] for pair in pairs_present(attendance, people, built.partnerships)]
    name, schedule = chosen or _named_for(len(pairs), built.movements)
    present = competitors(pairs, built.partnerships)
    scores = by_competitor(built.scores, built.partnerships).collect()
    past = between(present, scores)
    found = _seated(schedule, past, how._replace(boards=how.boards or built.boards), name)
    after = added(past, found.tonight)
    names = [BETWEEN_NAMES.join(people.names.get(player, player) for player in pair) for pair in pairs]
    rows = pl.DataFrame(
        {
            "number": found.numbers + 1,
            "pair": names,
            "unmet_before": unmet_of_each(past),
            "unmet_after": unmet_of_each(after),
            "player_id": [one for one, _ in pairs],
            "partner_id": [other for _, other in pairs],
        }
    ).sort("number")
    nothing = Between(np.zeros_like(past.meetings), np.zeros_like(past.scores))
    balance = pl.concat(
        [
            _balance("before", past, balance_with(scores, built.of, present, nothing)),
            _balance("after", after, balance_with(scores, built.of, present, found.tonight)),
        ]
    )
    return Numbers(rows, balance, None if found.absent is None else found.absent + 1)


def _of_pairs(name: str) -> Movement:
    schedule = movement_named(name)
    if schedule.individual:
        raise UnusableError("{name}: a movement of single players: pairs are seated, so choose one of pairs", name=name)
    if schedule.pairs > _MOST_PAIRS:
        raise UnusableError(
            "{name}: {pairs} pairs: give a movement of {most} at most",
            name=name,
            pairs=schedule.pairs,
            most=_MOST_PAIRS,
        )
    return schedule


def _named_for(pairs: int, movements: pl.DataFrame) -> tuple[str, Movement]:
    fits = fitting(movements_of(movements), pairs)
    if fits is None:
        raise UnusableError(
            "{pairs} pairs are present, and no movement is named for so many: give --movement, or name one in"
            " [movement] of competition.toml and build",
            pairs=pairs,
        )
    return fits


def _built(path: Place, competition: str, season: str | None) -> _Built:
    with Warehouse(path, read_only=True) as warehouse:
        of = one_season(one_competition(warehouse.read("raw.competitions"), competition), season)
        club = dict(zip(COMPETITION[:2], of, strict=False))
        whole = dict(zip(COMPETITION, of, strict=True))
        last = warehouse.read_of("raw.sessions", **whole).filter(pl.col("kind") != "teams").sort(IN_TURN)
        board_scores = warehouse.read_of("scored.board_scores", **whole).join(last.tail(1), on=SESSION, how="semi")
        return _Built(
            of,
            warehouse.table(Players, **club),
            warehouse.table(PlayerRankings, **club),
            warehouse.table(SeasonPartnerships, **whole),
            warehouse.table(SeasonScores, **whole),
            max(boards_in_a_set(board_scores).collect()["boards"], default=1),
            warehouse.read_of("raw.movements", **whole),
        )


def _seated(schedule: Movement, past: Between, how: Asked, movement: str) -> Seated:
    try:
        return seated(
            schedule,
            past,
            boards=how.boards or 1,
            absent=None if how.absent is None else how.absent - 1,
            seed=how.seed,
            runs=how.runs,
        )
    except SeatingError as error:
        raise UnusableError("{label}: {what}", label=movement, what=error) from None


def _balance(when: str, of_present: Between, of_season: pl.DataFrame) -> pl.DataFrame:
    aims = aims_of(of_present)
    return of_season.select(
        season=pl.lit(when),
        unmet=pl.lit(aims.unmet),
        most_meetings=pl.lit(int(of_present.meetings.max())),
        season_unmet="unmet",
        season_qc="qc",
        season_qo="qo",
    )
