"""The steps of a season: every table, the transform that makes it, and the tables that the transform reads.

The Dagster assets are made from the list `STEPS` (`pipelines/assets/clubs.py`). The tables of `SHOWN` (`shown.py`),
which hold the content of pages, are computed when pages are drawn. If a season is computed in memory, only the steps
that are needed run (`season_tables`). A new table needs a schema and a transform, and the transform must be listed
here. The types of a transform define which tables it reads and makes.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import polars as pl

from transforms.awards.points import award_totals, federation_awards, season_awards
from transforms.balance.played import balances, luck
from transforms.balance.seating.next_seating import next_seating
from transforms.checks.clubs import findings_of_seasons
from transforms.checks.deals import deal_findings
from transforms.deals import bid_and_played as bid
from transforms.deals import lines, par, players
from transforms.federation.findings import federation_findings
from transforms.federation.levels import club_levels
from transforms.federation.people import federation_people
from transforms.federation.rating_lists import federation_ratings
from transforms.federation.seasons import federation_seasons
from transforms.federation.simultaneous import simultaneous_results, simultaneous_sessions
from transforms.official import official_differences
from transforms.rankings import championships, rankings
from transforms.rankings.line_assignment import next_lines
from transforms.rankings.ranking_points import ranking_points
from transforms.rankings.what_if.side_by_side import every_method, other_lines
from transforms.ratings import games, published, yearly
from transforms.results import control_sheet as sheet
from transforms.results.event_results import event_results
from transforms.results.match_results import match_results
from transforms.results.session_results import session_results, session_rounds
from transforms.scoring import board_scores
from transforms.strength.contest_step import contest
from transforms.strength.handicap import handicap_results
from transforms.strength.strengths import strengths
from transforms.tables.federation import NO_SETTINGS
from transforms.tables.nearest_words import nearest_words
from transforms.tables.steps import Step, step_of

_OF_LIST = {"raw.games": "rating", "raw.ratings": "rating"}
STEPS = (
    *map(step_of, (board_scores, match_results, session_results, session_rounds, event_results)),
    *map(step_of, (sheet.control_sheet, sheet.boards, sheet.frequencies, official_differences)),
    step_of(findings_of_seasons, findings="scored.findings", all_seasons=True),
    *(step_of(transform, all_seasons=True) for transform in (par.double_dummy, par.par, lines.deal_lines)),
    step_of(bid.bid_and_played, all_seasons=True),
    step_of(players.deal_players),
    step_of(deal_findings, findings="deals.findings", all_seasons=True),
    *map(step_of, (balances.session_balance, balances.season_scores, ranking_points, rankings.player_rankings)),
    *map(step_of, (rankings.starting_rankings, rankings.season_partnerships, luck.luck, rankings.pair_rankings)),
    *(step_of(transform, all_seasons=True) for transform in (strengths, contest)),
    *map(step_of, (next_lines, next_seating, handicap_results)),
    *map(step_of, (every_method, championships.individual_sessions, championships.pair_sessions)),
    *map(step_of, (championships.individual, championships.pairs, other_lines)),
    step_of(yearly.yearly_ratings, all_seasons=True),
    *map(step_of, (games.calibration, games.foretelling, published.corrections)),
    step_of(season_awards, findings="awards.findings", all_seasons=True),
    step_of(award_totals),
    *(step_of(transform, of_all_clubs=True) for transform in (federation_seasons, federation_people)),
    step_of(federation_awards, in_parts=("awards.points",), of_all_clubs=True),
    step_of(federation_ratings, of_all_clubs=True, needs=_OF_LIST),
    step_of(club_levels, of_all_clubs=True),
    step_of(simultaneous_sessions, of_all_clubs=True, shared={"raw.deals": "deal_id"}),
    step_of(simultaneous_results, of_all_clubs=True, within="federation.simultaneous"),
    step_of(federation_findings, findings="federation.findings", of_all_clubs=True, needs=_OF_LIST),
)
"""The steps in the order of a season: each step comes after the steps that make the tables it reads."""

MADE = tuple(table for step in STEPS for table in step.makes)

STANDINGS = (
    *("rankings.player_rankings", "rankings.pair_rankings"),
    *("championships.individual", "championships.pairs"),
)


def season_tables(given: Mapping[str, Any], wanted: Iterable[str] = STANDINGS) -> dict[str, pl.DataFrame]:
    """Make the wanted tables (of `MADE` and `REPORT`) and every table needed for them; return all by name, in order.

    `given` has tables by name, and the conditions (`CONDITIONS`) that the steps read. Given tables are not made again,
    and tables that are needed only for them are not made at all. A step that makes several tables makes all of them.
    Without `federation`, no federation.toml is assumed.

    Raises:
        KeyError: a step reads a table or condition that is neither given nor made; the error names it.
        ValueError: no step makes a wanted table; the error names the table.
    """
    made: dict[str, pl.DataFrame] = {}
    given = {"federation": NO_SETTINGS, **given}
    steps = steps_to(wanted, given)
    read = {name for step in steps for name in step.reads.values()}
    at_hand = {name: given[name] for name in read.intersection(given)}
    for step in steps:
        made |= step.computed({**at_hand, **made})
    return made


def steps_to(wanted: Iterable[str], given: Iterable[str] = ()) -> list[Step]:
    """Return the steps that make the wanted tables from the given ones, in the order of `STEPS` and `SHOWN`.

    Raises:
        ValueError: no step makes a wanted table; the error names the table.
    """
    at_hand, wanted = set(given), set(wanted)
    needed = wanted - at_hand
    of_all = STEPS if needed.issubset(MADE) else (*STEPS, *_of_pages())
    can_be_made = [table for step in of_all for table in step.makes]
    for name in sorted(needed - set(can_be_made)):
        near = nearest_words(name, can_be_made)
        raise ValueError(f"{name}: no step makes such a table" + (f" (did you mean {near[0]}?)" if near else ""))
    steps: list[Step] = []
    for step in reversed(of_all):
        if not needed.isdisjoint(step.makes):
            steps.append(step)
            needed |= set(step.reads.values()) - at_hand
    return steps[::-1]


def _of_pages() -> tuple[Step, ...]:
    # Imported here, because most commands draw no pages.
    from transforms.season.shown import SHOWN

    return SHOWN


def inputs(wanted: Iterable[str], given: Iterable[str] = ()) -> list[str]:
    """Return the tables that the steps to the wanted tables read but do not make, sorted by name."""
    steps = steps_to(wanted, given)
    made = {table for step in steps for table in step.makes}
    return sorted({name for step in steps for name in step.tables_read} - made)
