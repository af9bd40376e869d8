"""What stands at the top of a player's page: the numbers of the season, and where the player plays next."""

import datetime as dt
from collections.abc import Mapping
from typing import Any, NamedTuple

import polars as pl

from pipelines.reports.content import Row, Season, by
from pipelines.reports.pages.awards import decimals_of
from pipelines.reports.pages.hand_places import last_movements
from pipelines.reports.tables.columns import each
from pipelines.words.words import scheme_name, unit
from transforms.explanation.next_time import most_together
from transforms.rankings.shown import FIRST
from transforms.tables.arithmetic.as_shown import aligned
from transforms.tables.messages import gettext, one_behind_the_other
from transforms.tables.schemas import Tables

_MOST_PARTNERSHIPS = 3
_MOST_NAMED = 3


class PlayerFigures(NamedTuple):
    """The figures of all players of a season, by what a template calls them."""

    each: dict[str, Mapping[str, Any]]
    """Figure -> player id -> its value, mostly a row of the table of the report with this name; no player: None."""
    lists: dict[str, dict[str, list[Row]]]
    """Figure -> player id -> rows; no player: none."""
    shared: dict[str, Any]
    """What is the same for all: how many have a ranking, the highest averages, and so on."""

    def of(self, player: str) -> dict[str, Any]:
        """What the template is filled with for a player."""
        found = {name: values.get(player) for name, values in self.each.items()}
        return found | {name: rows.get(player, []) for name, rows in self.lists.items()} | self.shared


def player_figures(season: Season) -> PlayerFigures:
    """The figures of all players, from the tables of the report."""
    report, places = season.report, season.report["player_places"]
    individual, pairs = report["individual_championship"], report["pairs_championship"]
    of_pairs = {row["partnership_id"]: row for row in pairs.to_dicts()}
    ranked = most_together(report["pair_ranking"]).to_dicts()
    planned = report["next_lines"] if report["next_lines"].height else report["player_sessions"]
    return PlayerFigures(
        {
            "standing": _by_player(report["player_ranking"]),
            "moved": _moved(places, max(report["player_ranking"]["last_played"], default=dt.date.min)),
            "individual": _by_player(individual),
            "rated": season.ratings.rated if season.ratings else {},
            "needed": _by_player(_needed(report["needed"])),
            "lifting": _by_player(report["lifting"]),
            "movement": last_movements(report, season.rows["movements"]),
            "to_first": dict(places.select("player_id", pl.col("to_first").fill_null(0)).iter_rows()),
        },
        {
            "pairs": _of_players([{**row, "championship": of_pairs.get(row["partnership_id"])} for row in ranked]),
            "next_lines": _of_players(report["next_lines"].to_dicts()),
            "regular_lines": _of_players(report["regular_lines"].to_dicts()),
            "awards": _awards(report["award_totals"]),
        },
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


def _by_player(table: pl.DataFrame) -> dict[str, Row]:
    return {row["player_id"]: row for row in table.to_dicts()}


def _day_of_lines(report: Tables) -> dt.date | None:
    table, day = ("untold_lines", "last_told") if report["untold_lines"].height else ("player_sessions", "date")
    return report[table].select(pl.col(day).max()).item()


def _highest(championship: pl.DataFrame) -> float | None:
    return championship.select(pl.col("average").filter(pl.col("rank").is_not_null()).max()).item()


def _of_players(pairs: list[Row]) -> dict[str, list[Row]]:
    """Player id -> the first few pairs that the player is in, each with the other players in it as `partners`."""
    found: dict[str, list[Row]] = {}
    for row in pairs:
        for player in row["players"] or []:
            partners = [other for other in row["players"] if other["player_id"] != player["player_id"]]
            found.setdefault(player["player_id"], []).append({**row, "partners": partners})
    return {player: rows[:_MOST_PARTNERSHIPS] for player, rows in found.items()}


def _moved(places: pl.DataFrame, day: dt.date) -> dict[str, Row]:
    """Player id -> who moved past, of those with another place than before the session of this day."""
    moved = places.drop_nulls("came_above").select("player_id", "came_above", "no_longer_above")
    return {
        player: {"day": day, "came_above": _named(came), "no_longer_above": _named(went)}
        for player, came, went in moved.iter_rows()
    }


def _named(names: list[str]) -> Row:
    """How many others, and the names of the first of them, one behind the other."""
    more = len(names) - _MOST_NAMED
    named = names if more <= 1 else [*names[:_MOST_NAMED], gettext("{number} others", number=more)]
    return {"number": len(names), "names": one_behind_the_other(named)}


def _needed(needed: pl.DataFrame) -> pl.DataFrame:
    """What is needed next time, with scores as texts such as `57.5 %`."""
    scoring, units = pl.col("scoring"), pl.lit(each(needed["scoring"], unit))
    decimals = pl.when(scoring == "matchpoints").then(1).otherwise(2)

    def score(name: str) -> pl.Expr:
        is_gain = scoring.is_in(["butler", "cross_imps"]) & (pl.col(name) > 0)
        number = pl.when(is_gain).then(pl.lit("+")).otherwise(pl.lit("")) + aligned(pl.col(name), decimals)
        return pl.concat_str(number, units, separator="\N{NO-BREAK SPACE}").alias(name)

    return needed.with_columns(map(score, ("rises", "passes", "first", "lifts")))


def _awards(totals: pl.DataFrame) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for scheme, rows in by(totals, "scheme"):
        decimals = decimals_of(row["points"] for row in rows)
        of_scheme = {"title": scheme_name(scheme), "decimals": decimals, "players": len(rows)}
        for row in rows:
            found.setdefault(row["player_id"], []).append({**row, **of_scheme})
    return found
