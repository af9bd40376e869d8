"""The awards of any number of events by any number of schemes."""

from collections.abc import Sequence
from typing import Literal

import polars as pl

from transforms.awards.ranked_events import ranked_events
from transforms.awards.schemes import computed_scheme
from transforms.awards.shares import Cases, TieGroups
from transforms.awards.whole_points import whole_points
from transforms.tables.rule_words import Ties
from transforms.tables.schemas import Rows

Rounding = Literal["scheme", "largest_remainder"]
"""scheme: as the scheme rounds; most schemes do not round. largest_remainder: whole points where a scheme allows them,
with the same total of the event, rounded to the nearest whole point."""


def awards(
    entrants: Rows,
    schemes: Sequence[str],
    *,
    event: Sequence[str],
    rounding: Rounding = "scheme",
    ties: Ties = "mean",
) -> pl.LazyFrame:
    """Make the awards of every entrant, in events of any number and size.

    Args:
        entrants: the ranked entrants, one row each: the columns of the event, `entrant`, and `rank`, `score` or both.
            Without ranks an event is ranked by score (the highest first, compared to nine decimals); ties share the
            best rank (1, 2, 3, 3, 5). An optional column `average` gives the average score; the default is 50. Other
            columns are ignored.
        schemes: names of `SCHEMES` that have a rule.
        event: the columns that identify an event.
        rounding: how points are rounded.
        ties: whether entrants who tie share the awards of their places, or each have that of the best of them.

    Returns:
        The rows in the order given: the columns of the event, `entrant`, `rank` (Int32), and for each scheme a column
        of points (Float64) under its name; 0 for an entrant without an award.

    Raises:
        AwardError: there is no such scheme; or an event cannot be awarded: the message names it. To find all such
            events beforehand, call `checked_entrants`.
    """
    chosen = [computed_scheme(name) for name in dict.fromkeys(schemes)]
    events = ranked_events(entrants, chosen, event)
    groups = TieGroups.of(events)
    columns = [pl.Series("rank", events.rank, dtype=pl.Int32)]
    for needs_score, size in ((False, events.size), (True, events.above)):
        alike = [scheme for scheme in chosen if scheme.needs_score == needs_score]
        if not alike:
            continue
        cases = Cases.of(groups, size)
        of_row = cases.of_group[groups.of_row]
        for scheme in alike:
            points = cases.points(scheme, ties)
            if scheme.whole_points and rounding == "largest_remainder":
                whole = whole_points(groups, points[cases.of_group], events.rows["entrant"])
                columns.append(pl.Series(scheme.name, whole))
            else:
                columns.append(pl.Series(scheme.name, points[of_row]))
    made = events.rows.with_columns(columns)
    return made.lazy().select(*event, "entrant", "rank", *(scheme.name for scheme in chosen))
