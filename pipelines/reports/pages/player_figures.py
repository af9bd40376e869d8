"""What stands at the top of a player's page: the numbers of the season, and where the player plays next."""

import datetime as dt
from typing import Any, NamedTuple

import polars as pl

from pipelines.reports.content import Rated, Row, Season
from pipelines.reports.pages.awards import decimals_of
from pipelines.reports.pages.moved_places import Moved, moved_places
from pipelines.reports.pages.movement_told import last_movements
from pipelines.reports.pages.needed import FIRST, Needed, behind_the_first, lifting_next, most_together, needed_next
from pipelines.words.words import scheme_name
from transforms.tables import Tables
from transforms.tables.arithmetic.rounding import to_decimals

_MOST_PARTNERSHIPS = 3


class PlayerFigures(NamedTuple):
    """The figures of all players of a season, by player id; who is not in one of these has no such figure."""

    standing: dict[str, Row]
    """Rows of `player_ranking`."""
    moved: dict[str, Moved]
    """Who moved past whom by the last session, of those with another place than before."""
    individual: dict[str, Row]
    """Rows of `individual_championship`."""
    pairs: dict[str, list[Row]]
    """Rows of `pair_ranking` with the other players as `partners`, and `championship`, the row there, or None."""
    next_lines: dict[str, list[Row]]
    """Rows of `next_lines`, with `above` and `below`: how far the lines next to theirs are (`_beside_lines`)."""
    regular_lines: dict[str, list[Row]]
    """Rows of `regular_lines`."""
    awards: dict[str, list[Row]]
    """Rows of `award_totals`, with `title` and `decimals` of the scheme."""
    rated: dict[str, Rated]
    needed: dict[str, Needed]
    """What lifts the ranking next time."""
    lifting: dict[str, Row]
    """Which points lift the average of the individual championship next time: rows of `lifting_next`."""
    movement: dict[str, Row]
    """What the movement of the last session gave: rows of `last_movements`."""
    to_first: dict[str, float]
    """How much a ranking is below those of the first places."""
    shared: dict[str, Any]
    """Whether the next session is in several lines; how many players and pairs have a ranking, how many have a rank in
    each championship, its highest average, and how many places are the first ones."""

    def of(self, player: str) -> dict[str, Any]:
        """What the template is filled with for a player."""
        return {
            "standing": self.standing.get(player),
            "moved": self.moved.get(player),
            "individual": self.individual.get(player),
            "pairs": self.pairs.get(player, []),
            "next_lines": self.next_lines.get(player, []),
            "regular_lines": self.regular_lines.get(player, []),
            "awards": self.awards.get(player, []),
            "rated": self.rated.get(player),
            "needed": self.needed.get(player),
            "lifting": self.lifting.get(player),
            "movement": self.movement.get(player),
            "to_first": self.to_first.get(player, 0),
            **self.shared,
        }


def player_figures(season: Season) -> PlayerFigures:
    """The figures of all players, from the tables of the report."""
    report, lifting = season.report, lifting_next(season)
    individual, pairs = report["individual_championship"], report["pairs_championship"]
    of_pairs = {row["partnership_id"]: row for row in pairs.to_dicts()}
    ranked = most_together(report["pair_ranking"]).to_dicts()
    planned = report["next_lines"] if report["next_lines"].height else report["player_sessions"]
    return PlayerFigures(
        {row["player_id"]: row for row in report["player_ranking"].to_dicts()},
        moved_places(report["player_ranking"]),
        {row["player_id"]: row for row in individual.to_dicts()},
        _of_players([{**row, "championship": of_pairs.get(row["partnership_id"])} for row in ranked]),
        _of_players(_beside_lines(report["next_lines"]).to_dicts()),
        _of_players(report["regular_lines"].to_dicts()),
        _awards(report["award_totals"]),
        dict(season.ratings.rated) if season.ratings else {},
        needed_next(season, lifting),
        {row["player_id"]: row for row in lifting.to_dicts()},
        last_movements(report, season.rows["movements"]),
        dict(behind_the_first(report["player_ranking"]).select("player_id", "to_first").drop_nulls().iter_rows()),
        {
            "players": report["player_ranking"].height,
            "ranked_pairs": len(ranked),
            "next_pairs": report["next_lines"].height,
            "lines_of": _day_of_lines(report),
            "in_lines": planned["line"].n_unique() > 1,
            "individuals_ranked": individual["rank"].count(),
            "pairs_ranked": pairs["rank"].count(),
            "first_individual": _highest(individual),
            "first_pair": _highest(pairs),
            "first_places": FIRST,
        },
    )


def _day_of_lines(report: Tables) -> dt.date | None:
    """The day of the last session that tells its pairs, from whose lines they go up or down."""
    table, day = ("untold_lines", "last_told") if report["untold_lines"].height else ("player_sessions", "date")
    return report[table].select(pl.col(day).max()).item()


def _highest(championship: pl.DataFrame) -> float | None:
    """The average of the first; None where nobody has a rank yet."""
    return championship.select(pl.col("average").filter(pl.col("rank").is_not_null()).max()).item()


def _of_players(pairs: list[Row]) -> dict[str, list[Row]]:
    """Player id -> the first few pairs that the player is in, each with the other players in it as `partners`."""
    found: dict[str, list[Row]] = {}
    for row in pairs:
        for player in row["players"] or []:
            partners = [other for other in row["players"] if other["player_id"] != player["player_id"]]
            found.setdefault(player["player_id"], []).append({**row, "partners": partners})
    return {player: rows[:_MOST_PARTNERSHIPS] for player, rows in found.items()}


def _beside_lines(next_lines: pl.DataFrame) -> pl.DataFrame:
    """The rows with `above` (line, behind), how far the last pair of the line above is, and `below` (line, ahead)."""
    ends = next_lines.group_by("line").agg(first=pl.col("ranking").max(), last=pl.col("ranking").min()).sort("line")
    beside = ends.select(
        "line",
        above=pl.struct(pl.col("line", "last").shift(1)),
        below=pl.struct(pl.col("line", "first").shift(-1)),
    )
    above, below = pl.col("above").struct, pl.col("below").struct
    behind = to_decimals(above.field("last") - pl.col("ranking"))
    ahead = to_decimals(pl.col("ranking") - below.field("first"))
    return next_lines.join(beside, on="line", how="left", maintain_order="left").with_columns(
        above=pl.when(behind.is_not_null()).then(pl.struct(above.field("line"), behind=behind)),
        below=pl.when(ahead.is_not_null()).then(pl.struct(below.field("line"), ahead=ahead)),
    )


def _awards(totals: pl.DataFrame) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for (scheme,), rows in totals.group_by("scheme", maintain_order=True):
        of_scheme = {"title": scheme_name(str(scheme)), "decimals": decimals_of(rows["points"]), "players": rows.height}
        for row in rows.to_dicts():
            found.setdefault(row["player_id"], []).append({**row, **of_scheme})
    return found
