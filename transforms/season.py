"""The steps of a season: every table, the transform that makes it, and the tables that the transform reads.

The Dagster assets are made from the list `STEPS` (`pipelines/assets/clubs.py`). The tables of `SHOWN`, which hold the
content of pages, are computed when pages are drawn. If a season is computed in memory, only the steps that are needed
run (`season_tables`). A new table needs a schema and a transform, and the transform must be listed here. The types of a
transform define which tables it reads and makes.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, get_args, get_type_hints

import dataframely as dy
import polars as pl

from transforms.awards import shown as awards_shown
from transforms.awards.points import award_totals, federation_awards, season_awards
from transforms.balance.played import balances, luck
from transforms.balance.played import shown as balance_shown
from transforms.balance.seating.next_seating import next_seating
from transforms.checks.clubs import findings_of_seasons
from transforms.checks.deals import deal_findings
from transforms.deals import cards, lines, par, played_lines, players
from transforms.deals import shown as deals_shown
from transforms.explanation import next_time
from transforms.explanation import shown as explanation_shown
from transforms.official import official_differences
from transforms.official.to_settle import doubts_shown
from transforms.rankings import championships, rankings
from transforms.rankings import shown as rankings_shown
from transforms.rankings.line_assignment import next_lines
from transforms.rankings.ranking_points import ranking_points
from transforms.rankings.what_if import shown as what_if_shown
from transforms.rankings.what_if.side_by_side import every_method, other_lines
from transforms.ratings import games, published, yearly
from transforms.ratings import shown as ratings_shown
from transforms.results import boards_shown, company, people_shown, result_lists
from transforms.results import control_sheet as sheet
from transforms.results.event_results import event_results
from transforms.results.match_results import match_results
from transforms.results.session_results import session_results, session_rounds
from transforms.scoring import board_scores
from transforms.tables.nearest_words import nearest_words
from transforms.tables.schemas import Findings
from transforms.tables.shared import name_of

CONDITIONS = ("rating_table", "profiles", "today", "solved")
"""The inputs of steps other than tables of the season: the expected score for each difference in rating, the scoring
profiles, today's date, and the double-dummy tables of solved deals."""


class Step(NamedTuple):
    """A transform, the tables it makes, and the inputs it reads."""

    makes: tuple[str, ...]  # several tables if one computation makes all of them
    transform: Callable[..., Any]  # a function that returns a frame, or a tuple of frames if it makes several tables
    reads: Mapping[str, str]  # parameter -> the table or condition that it takes
    all_seasons: bool = False  # whether it reads all seasons of its tables, even when only one season is built
    in_parts: tuple[str, ...] = ()  # tables read for some clubs at a time, because all may be too large for memory

    @property
    def tables_read(self) -> tuple[str, ...]:
        """The tables that the transform reads, without the conditions."""
        return tuple(name for name in self.reads.values() if name not in CONDITIONS)

    def run(self, given: Mapping[str, Any]) -> dict[str, pl.LazyFrame]:
        """Make the tables of this step from the given tables and conditions; return them by name.

        Raises KeyError if something that the step reads is missing.
        """
        made = self.transform(**{parameter: given[name] for parameter, name in self.reads.items()})
        return dict(zip(self.makes, (made,) if len(self.makes) == 1 else made, strict=True))

    def computed(self, given: Mapping[str, Any]) -> dict[str, pl.DataFrame]:
        """Make the tables as `run` does, but collect them together, so that shared parts are computed only once."""
        frames = self.run(given)
        return dict(zip(frames, pl.collect_all(frames.values()), strict=True))


def step_of(
    transform: Callable[..., Any], *, findings: str = "", all_seasons: bool = False, in_parts: tuple[str, ...] = ()
) -> Step:
    """Return the step of a transform, from the types of its parameters and of its result.

    A parameter with the name of a condition reads that condition. `findings` is the name of the table of its findings.
    """
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
    *map(step_of, (sheet.control_sheet, sheet.boards, sheet.frequencies, official_differences)),
    step_of(findings_of_seasons, findings="scored.findings", all_seasons=True),
    *(step_of(transform, all_seasons=True) for transform in (par.double_dummy, par.par, lines.deal_lines)),
    step_of(players.deal_players),
    step_of(deal_findings, findings="deals.findings", all_seasons=True),
    *map(step_of, (balances.session_balance, balances.season_scores, ranking_points, rankings.player_rankings)),
    *map(step_of, (rankings.starting_rankings, rankings.season_partnerships, luck.luck, rankings.pair_rankings)),
    *map(step_of, (next_lines, next_seating)),
    *map(step_of, (every_method, championships.individual_sessions, championships.pair_sessions)),
    *map(step_of, (championships.individual, championships.pairs, other_lines)),
    step_of(yearly.yearly_ratings, all_seasons=True),
    *map(step_of, (games.calibration, games.foretelling, published.corrections)),
    step_of(season_awards, findings="awards.findings", all_seasons=True),
    step_of(award_totals),
    step_of(federation_awards, in_parts=("awards.points",)),
)
"""The steps in the order of a season: each step comes after the steps that make the tables it reads."""

SHOWN = (
    *map(step_of, (people_shown.people_shown, people_shown.seats_shown, people_shown.entrants_shown)),
    *map(step_of, (people_shown.partnerships_shown, result_lists.result_lists, result_lists.winners)),
    *map(step_of, (result_lists.session_list, boards_shown.control_sheet_shown, boards_shown.boards_shown)),
    *map(step_of, (boards_shown.rounds_shown, boards_shown.matches_shown, boards_shown.meetings)),
    *map(step_of, (boards_shown.frequencies_shown, deals_shown.hands, deals_shown.evening_deals)),
    *map(step_of, (deals_shown.evening_boards, deals_shown.line_boards, deals_shown.not_solved)),
    *map(step_of, (played_lines.played_lines, deals_shown.at_the_table, explanation_shown.rankings_explained)),
    *map(step_of, (explanation_shown.points_explained, explanation_shown.championship_explained)),
    *map(step_of, (cards.cards, cards.card_totals, result_lists.list_rows)),
    *map(step_of, (company.player_sessions, company.partners, company.opponents)),
    *map(step_of, (company.opponent_extremes, balance_shown.session_balance_shown, balance_shown.session_scores_shown)),
    *map(step_of, (balance_shown.luck_shown, balance_shown.season_balance_shown, balance_shown.season_scores_shown)),
    *map(step_of, (balance_shown.next_seating_shown, balance_shown.next_balance_shown, result_lists.event_standings)),
    *map(step_of, (doubts_shown, rankings_shown.player_ranking, rankings_shown.player_places)),
    *map(step_of, (rankings_shown.pair_ranking, rankings_shown.individual_championship)),
    *map(step_of, (rankings_shown.pairs_championship, rankings_shown.next_lines_shown)),
    *map(step_of, (rankings_shown.regular_lines_shown, rankings_shown.untold_lines_shown)),
    *map(step_of, (next_time.lifting_next, next_time.needed_next, result_lists.attendance, result_lists.spread)),
    *map(step_of, (what_if_shown.foretold, what_if_shown.methods, what_if_shown.champions)),
    *map(step_of, (what_if_shown.other_lines_shown, awards_shown.award_points_shown, awards_shown.award_totals_shown)),
    *map(step_of, (awards_shown.award_cells, awards_shown.player_awards, ratings_shown.rated_people)),
    *map(step_of, (ratings_shown.rating_rows, ratings_shown.list_overview, ratings_shown.corrections_shown)),
    *map(step_of, (ratings_shown.games_shown, ratings_shown.bands, ratings_shown.foretelling_shown)),
    step_of(ratings_shown.rated_seasons),
)
"""The steps that make the content of pages (`REPORT`), computed on demand and never stored."""

MADE = tuple(table for step in STEPS for table in step.makes)

STANDINGS = (
    *("rankings.player_rankings", "rankings.pair_rankings"),
    *("championships.individual", "championships.pairs"),
)


def season_tables(given: Mapping[str, Any], wanted: Iterable[str] = STANDINGS) -> dict[str, pl.DataFrame]:
    """Make the wanted tables (of `MADE` and `REPORT`) and every table needed for them; return all by name, in order.

    `given` has tables by name, and the conditions (`CONDITIONS`) that the steps read. Given tables are not made again,
    and tables that are needed only for them are not made at all. A step that makes several tables makes all of them.

    Raises:
        KeyError: a step reads a table or condition that is neither given nor made; the error names it.
        ValueError: no step makes a wanted table; the error names the table.
    """
    made: dict[str, pl.DataFrame] = {}
    steps = steps_to(wanted, given)
    read = {name for step in steps for name in step.reads.values()}
    at_hand = {name: _in_one_piece(given[name]) for name in read.intersection(given)}
    for step in steps:
        made |= step.computed({**at_hand, **made})
    return made


def _in_one_piece(given: Any) -> Any:
    """Return a table in one chunk, so that its chunks are not joined again in every step.

    A table that already has one chunk is returned as the same object, so that its numbers (`rankings/numbering.py`) are
    kept.
    """
    return given.rechunk() if isinstance(given, pl.DataFrame) and max(given.n_chunks("all"), default=1) > 1 else given


def steps_to(wanted: Iterable[str], given: Iterable[str] = ()) -> list[Step]:
    """Return the steps that make the wanted tables from the given ones, in the order of `STEPS` and `SHOWN`.

    Raises:
        ValueError: no step makes a wanted table; the error names the table.
    """
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
    """Return the tables that the steps to the wanted tables read but do not make, sorted by name."""
    steps = steps_to(wanted, given)
    made = {table for step in steps for table in step.makes}
    return sorted({name for step in steps for name in step.tables_read} - made)
