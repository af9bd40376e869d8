"""The steps of a season: every table, the transform that makes it, and the tables that the transform reads.

The Dagster assets are made from the list `STEPS` (`pipelines/assets/clubs.py`), and so is what a build computes of
each club; `SHOWN`, what pages show, is computed when they are drawn. A season in memory, `barometer score` and
`barometer compare` run only the steps that they need (`season_tables`). A new table needs a schema, a transform, and a
line here.
"""

import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, get_args, get_type_hints

import polars as pl

from transforms.awards import award_totals, federation_awards
from transforms.awards.season import season_awards
from transforms.awards.shown import award_cells, award_points_shown, award_totals_shown, player_awards
from transforms.balance.played.luck import luck
from transforms.balance.played.season_scores import season_scores
from transforms.balance.played.session_balance import session_balance
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
from transforms.rankings.last_pairs import untold_lines
from transforms.rankings.next_lines import next_lines, regular_lines
from transforms.rankings.partnerships import season_partnerships
from transforms.rankings.ranking_points import ranking_points
from transforms.rankings.rankings import pair_rankings, player_rankings
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
from transforms.rankings.starting_rankings import starting_rankings
from transforms.rankings.what_if.every_method import every_method
from transforms.rankings.what_if.shown import champions, foretold, methods, other_lines_shown
from transforms.rankings.what_if.side_by_side import other_lines
from transforms.ratings.calibration import calibration, foretelling
from transforms.ratings.corrections import corrections
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
from transforms.results.attendance import attendance, spread
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
from transforms.results.result_lists import event_standings, result_lists, session_list, winners
from transforms.results.session_results import session_results
from transforms.results.session_rounds import session_rounds
from transforms.scoring.board_scores import board_scores
from transforms.tables.nearest_words import nearest_words
from transforms.tables.shared import name_of

CONDITIONS = ("rating_table", "today", "solved")
"""What steps read besides tables: the table that links differences in rating to expected scores, today's date, and the
double-dummy tables of deals that were solved."""


class Step(NamedTuple):
    """A transform, the tables it makes, and what it reads."""

    makes: tuple[str, ...]
    """Several tables where one computation makes all of them."""
    transform: Callable[..., Any]
    """A function that returns a frame, or a tuple of frames where it makes several tables."""
    reads: tuple[str, ...]
    """Tables and conditions, in the order of the transform's parameters."""
    all_seasons: bool = False
    """Whether the transform reads all seasons of its tables, even when only one season is built."""
    in_parts: tuple[str, ...] = ()
    """Tables of which the transform takes some clubs at a time: those of all clubs may be too large for the memory."""

    @property
    def parameters(self) -> dict[str, str]:
        """Parameter of the transform -> the table or condition that it takes; optional ones at the end may get none.

        Raises:
            TypeError: the step reads more than the transform takes.
        """
        takes = tuple(inspect.signature(self.transform).parameters)
        if len(self.reads) > len(takes):
            unused = ", ".join(self.reads[len(takes) :])
            raise TypeError(
                f"the step that makes {', '.join(self.makes)} reads what its transform does not take: {unused}"
            )
        return dict(zip(takes, self.reads, strict=False))

    @property
    def tables_read(self) -> tuple[str, ...]:
        """The tables that the transform reads, without the conditions."""
        return tuple(name for name in self.reads if name not in CONDITIONS)

    def run(self, given: Mapping[str, Any]) -> dict[str, pl.LazyFrame]:
        """Make the tables of this step.

        Args:
            given: the tables and conditions that the transform reads, by name.

        Raises:
            KeyError: one of them is missing.
        """
        made = self.transform(**{parameter: given[name] for parameter, name in self.parameters.items()})
        return dict(zip(self.makes, (made,) if len(self.makes) == 1 else made, strict=True))

    def computed(self, given: Mapping[str, Any]) -> dict[str, pl.DataFrame]:
        """The tables of this step, with their rows: what several of them need is computed once.

        Args, Raises: those of `run`.
        """
        frames = self.run(given)
        return dict(zip(frames, pl.collect_all(frames.values()), strict=True))


def _step(
    makes: str | tuple[str, ...],
    transform: Callable[..., Any],
    *reads: str,
    all_seasons: bool = False,
    in_parts: tuple[str, ...] = (),
) -> Step:
    return Step((makes,) if isinstance(makes, str) else makes, transform, reads, all_seasons, in_parts)


_SCORES = "scored.board_scores"
_RESULTS = "scored.session_results"
_RULES = "raw.competitions"
_WHO_CAME = (_RESULTS, "scored.match_results")
_TO_RANK = (_RESULTS, "raw.entries", "raw.sessions", _RULES, "raw.players", "scored.match_results")
_TO_RATE = ("raw.games", "raw.players", "scored.match_results", "raw.sessions", "raw.rating_seasons", "raw.ratings")

STEPS = (
    _step(_SCORES, board_scores, "raw.results", "raw.sessions", _RULES),
    _step("scored.match_results", match_results, _SCORES, "raw.matches", "raw.sessions", _RULES),
    _step(
        _RESULTS,
        session_results,
        *(_SCORES, "raw.entries", "raw.sessions", _RULES, "raw.results", "raw.adjustments", "scored.match_results"),
        "raw.official_results",
    ),
    _step("scored.session_rounds", session_rounds, _SCORES),
    _step("scored.event_results", event_results, _RESULTS, "raw.entries", "raw.sessions", _RULES),
    _step("scored.control_sheet", control_sheet, _SCORES, "raw.sessions", _RULES),
    _step("scored.boards", boards, _SCORES, "raw.sessions", _RULES),
    _step("scored.frequencies", frequencies, _SCORES, "raw.sessions", _RULES),
    _step(
        "scored.official_differences",
        official_differences,
        *(_SCORES, "raw.results", _RESULTS, "raw.official_results", "raw.sessions", _RULES),
        *("scored.match_results", "raw.matches"),
    ),
    _step(
        ("scored.doubts", "scored.findings"),
        findings_of_seasons,
        *("scored.official_differences", "raw.results", "raw.official_results", "raw.matches", "raw.stated"),
        *("raw.entries", "raw.sessions", "raw.session_settings", "scored.match_results"),
        *("raw.players", "raw.partnerships", "raw.games", "raw.ratings", "raw.awards", "raw.people"),
        *("raw.findings", "raw.files"),
        all_seasons=True,
    ),
    _step("deals.double_dummy", double_dummy, "raw.deals", "solved", all_seasons=True),
    _step("deals.par", par, "raw.deals", "deals.double_dummy", all_seasons=True),
    _step(
        "deals.lines",
        deal_lines,
        *(_SCORES, "raw.results", "raw.deals", "deals.double_dummy", "deals.par"),
        all_seasons=True,
    ),
    _step(
        ("deals.players", "deals.partnerships"),
        deal_players,
        *("deals.lines", "deals.par", "raw.deals", "raw.entries", "raw.sessions"),
    ),
    _step(
        "deals.findings",
        deal_findings,
        *("deals.lines", "deals.double_dummy", "raw.deals", "raw.results", "raw.session_settings"),
        all_seasons=True,
    ),
    _step("movements.session_balance", session_balance, _SCORES, "raw.sessions"),
    _step("movements.season_scores", season_scores, _SCORES, "raw.sessions", "raw.entries"),
    _step("rankings.ranking_points", ranking_points, *_TO_RANK),
    _step("rankings.player_rankings", player_rankings, "rankings.ranking_points", "raw.players", _RULES),
    _step(
        "rankings.starting_rankings",
        starting_rankings,
        *("rankings.player_rankings", "raw.players", _RULES),
    ),
    _step("rankings.partnerships", season_partnerships, "raw.partnerships", "raw.entries", "raw.sessions", _RULES),
    _step("movements.luck", luck, _SCORES, "raw.sessions", _RESULTS, "raw.entries", "rankings.player_rankings"),
    _step(
        "rankings.pair_rankings",
        pair_rankings,
        *("rankings.player_rankings", "rankings.partnerships", "raw.players", _RULES),
    ),
    _step(
        "rankings.next_lines",
        next_lines,
        *("raw.entries", "raw.sessions", "rankings.player_rankings", "rankings.partnerships", "raw.players", _RULES),
        *_WHO_CAME,
    ),
    _step(
        "rankings.regular_lines",
        regular_lines,
        *("raw.entries", "raw.sessions", "rankings.player_rankings", "rankings.partnerships", "raw.players", _RULES),
        *("rankings.next_lines", *_WHO_CAME),
    ),
    _step(
        "rankings.untold_lines",
        untold_lines,
        *("raw.entries", "raw.sessions", "rankings.partnerships", *_WHO_CAME),
    ),
    _step(
        ("movements.next_seating", "movements.next_balance"),
        next_seating,
        *("raw.movements", "rankings.next_lines", "movements.season_scores", "rankings.partnerships"),
        *(_SCORES, "raw.sessions"),
    ),
    _step(("rankings.backtest", "rankings.other_methods"), every_method, *_TO_RANK),
    _step("championships.individual_sessions", individual_sessions, "rankings.ranking_points", _RULES),
    _step(
        "championships.pair_sessions",
        pair_sessions,
        *("rankings.ranking_points", "raw.entries", "rankings.partnerships", _RULES),
    ),
    _step("championships.individual", individual, "championships.individual_sessions", "raw.players", _RULES),
    _step(
        "championships.pairs",
        pairs,
        *("championships.pair_sessions", "rankings.partnerships", _RULES, "rankings.ranking_points"),
    ),
    _step(
        "rankings.other_lines",
        other_lines,
        *("rankings.other_methods", "rankings.partnerships", "championships.pairs", "raw.players", _RULES),
    ),
    _step(
        ("ratings.elo", "ratings.lists", "ratings.games"),
        yearly_ratings,
        *(*_TO_RATE, "rating_table", "today"),
        all_seasons=True,
    ),
    _step("ratings.calibration", calibration, "ratings.games"),
    _step("ratings.foretelling", foretelling, "ratings.games"),
    _step("ratings.corrections", corrections, "ratings.published", "ratings.elo"),
    _step(
        ("awards.points", "awards.findings"),
        season_awards,
        *(_RESULTS, "scored.event_results", "raw.entries", "raw.sessions", "raw.award_choices", "raw.awards"),
        all_seasons=True,
    ),
    _step("awards.totals", award_totals, "awards.points"),
    _step("awards.federation", federation_awards, "awards.points", "raw.players", in_parts=("awards.points",)),
)
"""In the order of a season: each step comes after the steps that make the tables it reads."""


def _shown(*transforms: Callable[..., Any]) -> tuple[Step, ...]:
    """The steps of transforms whose types say which tables they read, and which one they make."""
    return tuple(_step(made, transform, *reads) for transform in transforms for *reads, made in [_tables_of(transform)])


def _tables_of(transform: Callable[..., Any]) -> list[str]:
    """The tables that the types of a transform name: those that it reads, in order, and the one that it makes."""
    return [name_of(schema) for hint in get_type_hints(transform).values() for schema in get_args(hint)]


_SHOWN_OF_SESSIONS = _shown(
    people_shown,
    seats_shown,
    entrants_shown,
    partnerships_shown,
    result_lists,
    winners,
    session_list,
    control_sheet_shown,
    boards_shown,
    rounds_shown,
    matches_shown,
    meetings,
    frequencies_shown,
    hands,
    evening_deals,
    evening_boards,
    line_boards,
    not_solved,
    played_lines,
    at_the_table,
    rankings_explained,
    points_explained,
    championship_explained,
    cards,
    list_rows,
    player_sessions,
    partners,
    opponents,
    opponent_extremes,
    session_balance_shown,
    session_scores_shown,
    luck_shown,
    season_balance_shown,
    season_scores_shown,
    next_seating_shown,
    next_balance_shown,
    event_standings,
    doubts_shown,
)
_SHOWN_OF_SEASON = (
    *_shown(player_ranking, player_places, pair_ranking, individual_championship, pairs_championship),
    *_shown(next_lines_shown, regular_lines_shown, untold_lines_shown, lifting_next, needed_next),
    *_shown(attendance, spread, foretold, methods, champions, other_lines_shown),
    *_shown(award_points_shown, award_totals_shown, award_cells, player_awards),
    *_shown(rated_people, rating_rows, list_overview, corrections_shown, games_shown, bands, foretelling_shown),
    _step(
        "report.rating_seasons",
        rated_seasons,
        *("ratings.elo", "report.rating_people", "raw.rating_seasons", "ratings.games", "rating_table"),
    ),
)

SHOWN = (*_SHOWN_OF_SESSIONS, *_SHOWN_OF_SEASON)
"""What pages show (`REPORT`): computed where it is asked for, of the tables that are given, and never stored."""

MADE = tuple(table for step in STEPS for table in step.makes)
"""Every table that a build makes, in the order of the steps."""

STANDINGS = (
    *("rankings.player_rankings", "rankings.pair_rankings"),
    *("championships.individual", "championships.pairs"),
)
"""The final standings of a season."""


def season_tables(given: Mapping[str, Any], wanted: Iterable[str] = STANDINGS) -> dict[str, pl.DataFrame]:
    """Make the tables wanted, and every table needed for them.

    Args:
        given: tables by name, and the conditions (`CONDITIONS`) that the steps read. A given table is not made again,
            nor are tables that only it needs: with the tables of the scoring stage given, no board is scored.
        wanted: tables of `MADE`, and of `REPORT`. A step that makes several tables makes all of them.

    Returns:
        Name in the warehouse -> table, in the order in which they were made.

    Raises:
        KeyError: a step reads a table or condition that is neither given nor made; the error names it.
    """
    made: dict[str, pl.DataFrame] = {}
    steps = steps_to(wanted, given)
    read = {name for step in steps for name in step.reads}
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
            needed |= set(step.reads) - at_hand
    return steps[::-1]


def inputs(wanted: Iterable[str], given: Iterable[str] = ()) -> list[str]:
    """The names of the tables that the steps to the tables wanted read and do not make themselves, sorted."""
    steps = steps_to(wanted, given)
    made = {table for step in steps for table in step.makes}
    return sorted({name for step in steps for name in step.tables_read} - made)
