"""The score that lifts a ranking next time, where the score of an entrant alone says what it earns."""

import math
from typing import NamedTuple, cast

import polars as pl

from pipelines.display.words import fixed, unit, won
from pipelines.reports.content import Row, Season
from transforms.rankings.line_spans import line_spans
from transforms.tables import COMPETITION, SESSION, Competitions, Frame

_ALONE = "balanced"
"""The only method by which a score earns the same, whoever else is there."""
_MOST = {"matchpoints": 100, "butler": 24}
"""Scoring -> the highest score: a percentage, or IMPs a board; cross-IMPs may be a sum."""
_RULES = ("lines", "top", "width", "step", "round_stretch")


class Needed(NamedTuple):
    """On which line, above which score the ranking rises, and above which it passes the one above; as texts."""

    line: str
    rises: str
    passes: str | None
    """None for the first, and where no score is enough."""


def needed_next(season: Season, standing: dict[str, Row], next_lines: dict[str, list[Row]]) -> dict[str, Needed]:
    """Player id -> what is needed next time, of those of whom it can be told: if the same pairs come.

    Lines that shared a span in the last session, since they were scored together, are taken to share one again.

    Args:
        season: of its report `explained_points`, `explained_rankings` and `next_lines`.
        standing: player id -> the row of `player_ranking`.
        next_lines: player id -> rows of `next_lines`; who has none plays where the last session was.
    """
    earned = season.report["explained_points"].sort("date", "session_id", maintain_order=True)
    last = {row["player_id"]: row for row in earned.unique("player_id", keep="last").to_dicts()}
    first = earned.filter("in_window").unique("player_id", keep="first", maintain_order=True)
    oldest = dict(first.select("player_id", "points").iter_rows())
    spans = _spans(season, earned)
    found: dict[str, Needed] = {}
    for ranked in season.report["explained_rankings"].to_dicts():
        player = ranked["player_id"]
        row, scale = standing.get(player), last[player]
        line = next_lines[player][0]["line"] if player in next_lines else scale["line"]
        if not row or line not in spans or scale["rule"] != _ALONE:
            continue
        out = ranked["substitute_ranking"] if ranked["missing"] else oldest[player]
        rises = _score(out, spans[line], scale)
        passes = _score(out + row["behind"] * ranked["window"], spans[line], scale) if row["behind"] else None
        if _can_be(rises, scale):
            told = _told(passes, scale) if passes is not None and _can_be(passes, scale) else None
            found[player] = Needed(line, _told(rises, scale), told)
    return found


def _spans(season: Season, earned: pl.DataFrame) -> dict[str, tuple[float, float]]:
    """Line -> the most and the least points of the span of each line of the next session."""
    last = earned.filter(pl.col("session_id") == pl.col("session_id").last())
    lines = season.report["next_lines"]["line"]
    if lines.is_empty():
        lines = last["line"]
    planned = lines.unique().sort()
    played = last.select("line", "high", "low").unique().sort("line")
    shared = played.select(pl.struct("high", "low").n_unique()).item() < played.height
    if shared and played.height != planned.len():
        return {}
    # Which letters there are says nothing, only their order.
    of_span = (played.with_columns(line=planned) if shared else played).group_by("high", "low", maintain_order=True)
    together_again = ";".join(of_span.agg(pl.col("line").str.join("+"))["line"])
    of_competition = {name: [season.competition[name]] for name in COMPETITION}
    session = pl.DataFrame({**of_competition, "session_id": [""]})
    together = session.with_columns(together=pl.lit(together_again if shared else None, dtype=pl.String))
    rules = pl.DataFrame({**of_competition, **{name: [season.competition[name]] for name in _RULES}})
    next_played = session.join(planned.to_frame(), how="cross").select(*SESSION, "line")
    of_rules = cast("Frame[Competitions]", rules)  # the columns that are read
    spans = line_spans(next_played, together, of_rules).collect()
    return {line: (high, low) for line, high, low in spans.select("line", "high", "low").iter_rows()}


def _score(points: float, span: tuple[float, float], scale: Row) -> float:
    """The score that earns just so many points."""
    high, low = span
    average: float = scale["average_score"]
    share = (points - (high + low) / 2) / ((high - low) / 2) if high > low else 0.0
    return average + share * (scale["top_score"] - average)


def _can_be(score: float, scale: Row) -> bool:
    most = _MOST.get(scale["scoring"])
    least = 0 if scale["scoring"] == "matchpoints" else -math.inf
    return most is None or least < score < most


def _told(score: float, scale: Row) -> str:
    number = fixed(score, 1) if scale["scoring"] == "matchpoints" else won(score, scale["scoring"])
    return f"{number}\N{NO-BREAK SPACE}{unit(scale['scoring'])}"
