"""The steps of a season: every table, the transform that makes it, and the tables that the transform reads.

The Dagster assets are made from the list `STEPS` (`pipelines/assets/clubs.py`); `SHOWN`, what pages show, is computed
when they are drawn. A season in memory runs only the steps that it needs (`season_tables`). A new table needs a schema,
a transform, and its name here: the types of a transform say what it reads and makes.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, get_args, get_type_hints

import dataframely as dy
import polars as pl

from transforms.awards import award_totals, federation_awards, season_awards
from transforms.awards.shown import award_cells, award_points_shown, award_totals_shown, player_awards
from transforms.balance.played.balances import season_scores, session_balance
from transforms.balance.played.luck import luck
from transforms.balance.played.shown import (
    luck_shown,
    next_balance_shown,
    next_seating_shown,
    season_balance_shown,
    season_scores_shown,
    session_balance_shown,
    session_scores_shown,
)
from transforms.balance.seating.next_seating import next_seating
from transforms.checks.clubs import findings_of_seasons
from transforms.checks.deals import deal_findings
from transforms.deals.cards import cards, list_rows
from transforms.deals.lines import deal_lines
from transforms.deals.par import double_dummy, par
from transforms.deals.played_lines import played_lines
from transforms.deals.players import deal_players
from transforms.deals.shown import at_the_table, evening_boards, evening_deals, hands, line_boards, not_solved
from transforms.explanation.next_time import lifting_next, needed_next
from transforms.explanation.shown import championship_explained, points_explained, rankings_explained
from transforms.official import official_differences
from transforms.official.to_settle import doubts_shown
from transforms.rankings.championships import individual, individual_sessions, pair_sessions, pairs
from transforms.rankings.next_lines import next_lines, regular_lines, untold_lines
from transforms.rankings.ranking_points import ranking_points
from transforms.rankings.rankings import pair_rankings, player_rankings, season_partnerships, starting_rankings
from transforms.rankings.shown import (
    individual_championship,
    next_lines_shown,
    pair_ranking,
    pairs_championship,
    player_places,
    player_ranking,
    regular_lines_shown,
    untold_lines_shown,
)
from transforms.rankings.what_if.shown import champions, foretold, methods, other_lines_shown
from transforms.rankings.what_if.side_by_side import every_method, other_lines
from transforms.ratings.games import calibration, foretelling
from transforms.ratings.published import corrections
from transforms.ratings.shown import (
    bands,
    corrections_shown,
    foretelling_shown,
    games_shown,
    list_overview,
    rated_people,
    rated_seasons,
    rating_rows,
)
from transforms.ratings.yearly import yearly_ratings
from transforms.results.boards_shown import (
    boards_shown,
    control_sheet_shown,
    frequencies_shown,
    matches_shown,
    meetings,
    rounds_shown,
)
from transforms.results.company import opponent_extremes, opponents, partners, player_sessions
from transforms.results.control_sheet import boards, control_sheet, frequencies
from transforms.results.event_results import event_results
from transforms.results.match_results import match_results
from transforms.results.people_shown import entrants_shown, partnerships_shown, people_shown, seats_shown
from transforms.results.result_lists import attendance, event_standings, result_lists, session_list, spread, winners
from transforms.results.session_results import session_results
from transforms.results.session_rounds import session_rounds
from transforms.scoring.board_scores import board_scores
from transforms.tables.nearest_words import nearest_words
from transforms.tables.schemas import Findings
from transforms.tables.shared import name_of

CONDITIONS = ("rating_table", "today", "solved")
"""What steps read besides tables: the table that links differences in rating to expected scores, today's date, and the
double-dummy tables of deals that were solved."""


class Step(NamedTuple):
    """A transform, the tables it makes, and what it reads."""

    makes: tuple[str, ...]  # several tables where one computation makes all of them
    transform: Callable[..., Any]  # a function that returns a frame, or a tuple of frames where it makes several tables
    reads: Mapping[str, str]  # parameter -> the table or condition that it takes
    all_seasons: bool = False  # whether it reads all seasons of its tables, even when only one season is built
    in_parts: tuple[str, ...] = ()  # tables of some clubs at a time: all may be too large for the memory

    @property
    def tables_read(self) -> tuple[str, ...]:
        """The tables that the transform reads, without the conditions."""
        return tuple(name for name in self.reads.values() if name not in CONDITIONS)

    def run(self, given: Mapping[str, Any]) -> dict[str, pl.LazyFrame]:
        """Make the tables of this step, by name, from what it reads; a KeyError where that is missing."""
        made = self.transform(**{parameter: given[name] for parameter, name in self.reads.items()})
        return dict(zip(self.makes, (made,) if len(self.makes) == 1 else made, strict=True))

    def computed(self, given: Mapping[str, Any]) -> dict[str, pl.DataFrame]:
        """The tables of this step, with their rows: what several of them need is computed once. Raises as `run`."""
        frames = self.run(given)
        return dict(zip(frames, pl.collect_all(frames.values()), strict=True))


def step_of(
    transform: Callable[..., Any], *, findings: str = "", all_seasons: bool = False, in_parts: tuple[str, ...] = ()
) -> Step:
    """The step of a transform, by its types and, of conditions, names; `findings` is the table of its findings."""
    hints = get_type_hints(transform)
    returned = hints.pop("return")
    parts = get_type_hints(returned).values() if hasattr(returned, "_fields") else [returned]
    makes = tuple(findings if _schema_in(part) is Findings else _table_in(part) for part in parts)
    reads = {name: name if name in CONDITIONS else _table_in(hint) for name, hint in hints.items()}
    return Step(makes, transform, reads, all_seasons, in_parts)


def _table_in(hint: Any) -> str:
    schema = _schema_in(hint)
    if schema is None:
        raise TypeError(f"{hint} names no table")
    return name_of(schema)


def _schema_in(hint: Any) -> type[dy.Schema] | None:
    if isinstance(hint, type) and issubclass(hint, dy.Schema):
        return hint
    return next((found for part in get_args(hint) if (found := _schema_in(part)) is not None), None)


STEPS = (
    *map(step_of, (board_scores, match_results, session_results, session_rounds, event_results)),
    *map(step_of, (control_sheet, boards, frequencies, official_differences)),
    step_of(findings_of_seasons, findings="scored.findings", all_seasons=True),
    *(step_of(transform, all_seasons=True) for transform in (double_dummy, par, deal_lines)),
    step_of(deal_players),
    step_of(deal_findings, findings="deals.findings", all_seasons=True),
    *map(step_of, (session_balance, season_scores)),
    *map(step_of, (ranking_points, player_rankings, starting_rankings, season_partnerships, luck, pair_rankings)),
    *map(step_of, (next_lines, regular_lines, untold_lines, next_seating, every_method)),
    *map(step_of, (individual_sessions, pair_sessions, individual, pairs, other_lines)),
    step_of(yearly_ratings, all_seasons=True),
    *map(step_of, (calibration, foretelling, corrections)),
    step_of(season_awards, findings="awards.findings", all_seasons=True),
    step_of(award_totals),
    step_of(federation_awards, in_parts=("awards.points",)),
)
"""In the order of a season: each step comes after the steps that make the tables it reads."""

SHOWN = (
    *map(step_of, (people_shown, seats_shown, entrants_shown, partnerships_shown, result_lists, winners, session_list)),
    *map(step_of, (control_sheet_shown, boards_shown, rounds_shown, matches_shown, meetings, frequencies_shown)),
    *map(step_of, (hands, evening_deals, evening_boards, line_boards, not_solved, played_lines, at_the_table)),
    *map(step_of, (rankings_explained, points_explained, championship_explained, cards, list_rows)),
    *map(step_of, (player_sessions, partners, opponents, opponent_extremes)),
    *map(step_of, (session_balance_shown, session_scores_shown, luck_shown, season_balance_shown, season_scores_shown)),
    *map(step_of, (next_seating_shown, next_balance_shown, event_standings, doubts_shown)),
    *map(step_of, (player_ranking, player_places, pair_ranking, individual_championship, pairs_championship)),
    *map(step_of, (next_lines_shown, regular_lines_shown, untold_lines_shown, lifting_next, needed_next)),
    *map(step_of, (attendance, spread, foretold, methods, champions, other_lines_shown)),
    *map(step_of, (award_points_shown, award_totals_shown, award_cells, player_awards)),
    *map(step_of, (rated_people, rating_rows, list_overview, corrections_shown, games_shown, bands)),
    *map(step_of, (foretelling_shown, rated_seasons)),
)
"""What pages show (`REPORT`): computed where it is asked for, of the tables that are given, and never stored."""

MADE = tuple(table for step in STEPS for table in step.makes)

STANDINGS = (
    *("rankings.player_rankings", "rankings.pair_rankings"),
    *("championships.individual", "championships.pairs"),
)


def season_tables(given: Mapping[str, Any], wanted: Iterable[str] = STANDINGS) -> dict[str, pl.DataFrame]:
    """Make the tables wanted (of `MADE` and `REPORT`), and every table needed for them, in order, by name.

    Given are tables by name, and the conditions (`CONDITIONS`) that the steps read. Neither a given table is made
    again, nor what only it needs. A step that makes several tables makes all of them.

    Raises:
        KeyError: a step reads a table or condition that is neither given nor made; the error names it.
    """
    made: dict[str, pl.DataFrame] = {}
    steps = steps_to(wanted, given)
    read = {name for step in steps for name in step.reads.values()}
    at_hand = {name: _in_one_piece(given[name]) for name in read.intersection(given)}
    for step in steps:
        made |= step.computed({**at_hand, **made})
    return made


def _in_one_piece(given: Any) -> Any:
    """A table as it was read may lie in many pieces, which every step would lay together for itself.

    One that lies in one stays the same object, so that what is known of it (`rankings/numbering.py`) is not forgotten.
    """
    return given.rechunk() if isinstance(given, pl.DataFrame) and max(given.n_chunks("all"), default=1) > 1 else given


def steps_to(wanted: Iterable[str], given: Iterable[str] = ()) -> list[Step]:
    """The steps that make the tables wanted from the tables given, in the order of `STEPS` and `SHOWN`."""
    at_hand, wanted = set(given), set(wanted)
    can_be_made = [table for step in (*STEPS, *SHOWN) for table in step.makes]
    for name in sorted(wanted - at_hand - set(can_be_made)):
        near = nearest_words(name, can_be_made)
        raise ValueError(f"{name}: no step makes such a table" + (f" (did you mean {near[0]}?)" if near else ""))
    needed = wanted - at_hand
    steps: list[Step] = []
    for step in reversed((*STEPS, *SHOWN)):
        if not needed.isdisjoint(step.makes):
            steps.append(step)
            needed |= set(step.reads.values()) - at_hand
    return steps[::-1]


def inputs(wanted: Iterable[str], given: Iterable[str] = ()) -> list[str]:
    """The names of the tables that the steps to the tables wanted read and do not make themselves, sorted."""
    steps = steps_to(wanted, given)
    made = {table for step in steps for table in step.makes}
    return sorted({name for step in steps for name in step.tables_read} - made)
