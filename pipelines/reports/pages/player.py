"""The page of a player: the ranking and where it comes from, the sessions, the championships."""

from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

import polars as pl

from pipelines.reports.charts.course import courses
from pipelines.reports.content import Row, Season, by
from pipelines.reports.files import Files
from pipelines.reports.page_names import page_name
from transforms.explanation import words

_MOST_PARTNERSHIPS = 3


def write_player_pages(season: Season, files: Files) -> None:
    """Write the page of every player who sat down, into `players`."""
    report = season.report
    drawn = courses(report)
    standing = {row["player_id"]: row for row in report["player_ranking"].to_dicts()}
    individual = {row["player_id"]: row for row in report["individual_championship"].to_dicts()}
    pairs = _partnerships_of_players(report["pairs_championship"])
    explanations = _explanations(report)
    for player, sessions in by(report["player_sessions"], "player_id"):
        file = page_name(player)
        files.page(
            f"players/{file}.html",
            "player.html",
            root="../../",
            competition=season.competition,
            name=sessions[0]["name"],
            sessions=sessions,
            seats={row["session_id"]: row for row in sessions},
            standing=standing.get(player),
            players=len(standing),
            individual=individual.get(player),
            pairs=pairs.get(player, []),
            course=drawn.get(player),
            dropped=any(row["championship"] == "dropped" for row in sessions),
            explanation=explanations.get(player),
        )


def _partnerships_of_players(championship: pl.DataFrame) -> dict[str, list[Row]]:
    """Player id -> partnerships, those that played most first, each with the other players in it."""
    players: dict[str, list[Row]] = {}
    for row in championship.sort("played", "partnership_id", descending=[True, False]).to_dicts():
        for player in row["players"] or []:
            partners = [other for other in row["players"] if other["player_id"] != player["player_id"]]
            players.setdefault(player["player_id"], []).append({**row, "partners": partners})
    return {player: rows[:_MOST_PARTNERSHIPS] for player, rows in players.items()}


# --- where the ranking comes from ---------------------------------------------------------------


class Step(NamedTuple):
    """A session in the window: its row of `explained_points`, the same in words, and its meetings."""

    row: Row
    points: str
    strength: str
    meetings: list[Row]


class Explanation(NamedTuple):
    """Where the ranking of a player comes from, down to the meetings of each session."""

    row: Row
    """The row of `explained_rankings`."""
    ranking: str
    substitute: str
    championship: Row | None
    """The row of `explained_championship`; None where no session counts."""
    steps: list[Step]
    """The sessions in the window, the last first."""


def _explanations(report: Mapping[str, pl.DataFrame]) -> dict[str, Explanation]:
    """Player id -> where the ranking comes from, in the same words as `barometer explain`."""
    points = dict(by(report["explained_points"].filter("in_window"), "player_id"))
    counted = report["explained_championship"].drop_nulls("formula")
    championship = {row["player_id"]: row for row in counted.to_dicts()}
    meetings = _meetings(report["rounds"])
    return {
        row["player_id"]: Explanation(
            row,
            words.ranking(row),
            words.substitute(row["substitute_ranking"], row["own"], {**row, "substitute_ranking": row["usual"]}),
            championship.get(row["player_id"]),
            [
                Step(
                    played,
                    words.points(played),
                    "" if played["strength_formula"] is None else words.strength(played),
                    meetings[played["session_id"], played["line"], played["entrant"]],
                )
                for played in points.get(row["player_id"], [])
            ],
        )
        for row in report["explained_rankings"].to_dicts()
    }


def _meetings(meetings: pl.DataFrame) -> Mapping[tuple[str, str, str], list[Row]]:
    found: defaultdict[tuple[str, str, str], list[Row]] = defaultdict(list)
    for row in meetings.iter_rows(named=True):
        found[row["session_id"], row["line"], row["entrant"]].append(row)
    return found
