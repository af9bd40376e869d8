"""The balance of a session and of a season on their pages: heat maps and words from rows of the report's tables."""

from collections.abc import Mapping
from operator import itemgetter
from statistics import fmean
from typing import NamedTuple

import numpy as np
import polars as pl

from pipelines.reports.charts.heat_map import MOST_ENTRANTS, HeatMap, heat_map
from pipelines.reports.content import Row, Season, by, grouped
from pipelines.reports.pages.hand_places import people
from pipelines.reports.rows import with_markup
from pipelines.words.desk_words import number_said
from pipelines.words.words import counted, estimate, short, unit
from transforms.tables.messages import gettext, one_behind_the_other

_FIELD = ("session_id", "field")
_MOST_NAMED = 2
_MOST_LISTED = 5


class Two(NamedTuple):
    """Two entrants as they are shown, `3 Ann & Bob`, and a number for the two: their score, meetings or sessions."""

    one: str
    other: str
    value: int


class Extreme(NamedTuple):
    """The smallest or the largest score, the first few of the two entrants that have it, and how many more have it."""

    value: int
    twos: list[Two]
    more: int


def luck_rows(luck: pl.DataFrame) -> pl.DataFrame:
    """The rows of `luck`, of any number of competitions, with the players of each as markup, `people`, and `size`."""
    size = pl.col("players").list.len()
    return luck.with_columns(size=size, people=people(luck["players"], "../players/")).drop("players")


def session_balances(season: Season) -> dict[str, list[Row]]:
    """Session id -> how evenly the entrants of each of its fields were compared with one another, field by field.

    `row`, that of `session_balance`; `even_share`; `least` and `most`, an `Extreme` each; `luck`, its rows, the highest
    level score first; `verdict` and `by_line`, estimates, where there are any. Fields of at most `MOST_ENTRANTS` have a
    `map`, the `names` of its entrants in order, and `scores`, of each two above its diagonal with a `*` where they met.
    """
    report = season.report
    every = report["session_scores"]
    parts = every.with_columns(written=_written()).partition_by(_FIELD, maintain_order=True)
    scores = {(part["session_id"][0], part["field"][0]): part for part in parts}
    least, most = (_extremes(every, is_highest=is_highest) for is_highest in (False, True))
    luck = dict(grouped(with_markup(season.rows["luck"]), *_FIELD))
    return {
        session: [
            {**_of_field(row, scores[field], luck.get(field, [])), **{"least": least[field], "most": most[field]}}
            for row in rows
            if (field := (session, row["field"])) in scores
        ]
        for session, rows in by(report["session_balance"], "session_id")
    }


def _of_field(row: Row, scores: pl.DataFrame, luck: list[Row]) -> Row:
    even_share = row["s"] * 2 / (row["pairs"] * (row["pairs"] - 1))
    several_lines, is_drawn = "+" in row["field"], row["pairs"] <= MOST_ENTRANTS
    is_estimated = bool(luck) and luck[0]["worth_of_a_point"] is not None
    return {
        "row": row,
        "even_share": even_share,
        "map": _map_of_field(scores, row["pairs"], even_share) if is_drawn else None,
        "names": _names(scores.head(row["pairs"] - 1), several_lines=several_lines) if is_drawn else [],
        "scores": scores["written"].to_list() if is_drawn else [],
        "luck": luck,
        "verdict": _verdict(luck, several_lines=several_lines) if is_estimated else None,
        "by_line": _by_line(luck) if is_estimated and several_lines else "",
    }


def _verdict(luck: list[Row], *, several_lines: bool) -> Row:
    """Whom the movement helped most and least, by an estimate, as they are shown: `3 Ann & Bob`, `+1.2`."""
    best, worst = max(luck, key=itemgetter("movement")), min(luck, key=itemgetter("movement"))
    named = [_shown(row["entrant"], row["line"] if several_lines else "", row["names"]) for row in (best, worst)]
    most, least = (estimate(row["movement"], row["scoring"]) for row in (best, worst))
    return {"best": named[0], "most": most, "worst": named[1], "least": least, "scoring": best["scoring"]}


def _by_line(luck: list[Row]) -> str:
    """`line A −2.3 %, line B +2.3 %`: lines that are ranked together need not have met each other."""
    scoring = luck[0]["scoring"]
    return one_behind_the_other(
        gettext(
            "line {line} {gain} {unit}",
            line=line,
            gain=estimate(fmean(row["movement"] for row in rows), scoring),
            unit=unit(scoring),
        )
        for line, rows in sorted(grouped(luck, "line"))
    )


def _map_of_field(scores: pl.DataFrame, pairs: int, even_share: float) -> HeatMap:
    first = scores.head(pairs - 1)
    seats = [(first["line"][0], first["entrant"][0]), *zip(first["other_line"], first["other"], strict=True)]
    several_lines = len({line for line, _ in seats}) > 1
    above = np.triu_indices(pairs, 1)
    score, met = np.zeros((pairs, pairs), dtype=np.int64), np.zeros((pairs, pairs), dtype=np.bool_)
    score[above], met[above] = scores["score"].to_numpy(), scores["meetings"].to_numpy() > 0
    score, met = score + score.T, met | met.T
    shares = score / even_share if even_share else np.ones((pairs, pairs))
    said = [(line, number_said(entrant)) for line, entrant in seats]
    return heat_map([line + number if several_lines else number for line, number in said], score, shares, met)


def _names(first: pl.DataFrame, *, several_lines: bool) -> list[str]:
    """All entrants in order, from the twos of which the first of them is one."""
    two = (first[name][0] for name in ("entrant", "line", "names"))
    others = zip(first["other"], first["other_line"], first["other_names"], strict=True)
    everybody = [tuple(two), *others]
    return [_shown(entrant, line if several_lines else "", names) for entrant, line, names in everybody]


def _written() -> pl.Expr:
    met = pl.when(pl.col("meetings") > 0).then(pl.lit("*")).otherwise(pl.lit(""))
    return pl.col("score").cast(pl.String).str.replace("-", "−", literal=True) + met


def _extremes(scores: pl.DataFrame, *, is_highest: bool) -> dict[tuple[str, str], Extreme]:
    """(session id, field) -> who have the lowest or the highest score of the field."""
    found: dict[tuple[str, str], Extreme] = {}
    end = max if is_highest else min
    for field, rows in grouped(scores.to_dicts(), *_FIELD):
        score = end(row["score"] for row in rows)
        twos = [_two(row) for row in rows if row["score"] == score]
        found[field] = Extreme(score, twos[:_MOST_NAMED], max(len(twos) - _MOST_NAMED, 0))
    return found


def _two(row: Row) -> Two:
    several_lines = "+" in row["field"]
    return Two(
        _shown(row["entrant"], row["line"] if several_lines else "", row["names"]),
        _shown(row["other"], row["other_line"] if several_lines else "", row["other_names"]),
        row["score"],
    )


def _shown(entrant: str, line: str, names: str | None) -> str:
    number = f"{line}{number_said(entrant)}"
    return f"{number} {names}" if names else gettext("No. {number}", number=number)


def season_balance(report: Mapping[str, pl.DataFrame]) -> Row | None:
    """How evenly the entrants of a season were compared with one another; None where none were.

    `row`, that of `season_balance`; `map`; `entrants`, (number on it, names) each; and the twos who met most, and who
    never met, those that were most often in one field first.
    """
    rows, scores = report["season_balance"].to_dicts(), report["season_scores"]
    if not rows:
        return None
    columns = ("names", "other_names")
    met = scores.filter(pl.col("meetings") > 0).sort("meetings", descending=True, maintain_order=True)
    never = scores.filter(pl.col("meetings") == 0)
    entrants = _entrants(scores) if rows[0]["entrants"] <= MOST_ENTRANTS else {}
    return {
        "row": rows[0],
        "map": _map_of_season(scores, list(entrants)) if entrants else None,
        "entrants": list(enumerate(entrants.values(), start=1)),
        "most_met": [Two(*row) for row in met.head(_MOST_LISTED).select(*columns, "meetings").iter_rows()],
        "never_met": [Two(*row) for row in never.head(_MOST_LISTED).select(*columns, "sessions").iter_rows()],
    }


def next_numbers(report: Mapping[str, pl.DataFrame]) -> list[tuple[Row, list[Row]]]:
    """Of each line of the next session what its numbers do to the season, and the pairs in order of their numbers."""
    pairs = dict(by(report["next_seating"], "line"))
    return [(row, pairs.get(row["line"], [])) for row in report["next_balance"].to_dicts()]


def _entrants(scores: pl.DataFrame) -> dict[str, str]:
    ways = (("entrant", "names"), ("other", "other_names"))
    both = pl.concat(scores.select(who=who, names=names) for who, names in ways).unique()
    return dict(both.sort(pl.col("names").str.to_lowercase(), "who").iter_rows())


def _map_of_season(scores: pl.DataFrame, entrants: list[str]) -> HeatMap:
    number = {who: place for place, who in enumerate(entrants)}
    one, other = (
        scores[name].replace_strict(number, return_dtype=pl.Int64).to_numpy() for name in ("entrant", "other")
    )
    shape = (len(entrants), len(entrants))
    percent, met = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.bool_)
    shares = np.full(shape, np.nan)
    fair = scores["fair"].to_numpy()
    share = np.divide(scores["score"].to_numpy(), fair, out=np.ones_like(fair), where=fair > 0)
    for rows, columns in ((one, other), (other, one)):
        percent[rows, columns] = scores["of_fair"].to_numpy()
        met[rows, columns] = scores["meetings"].to_numpy() > 0
        shares[rows, columns] = share
    texts = [
        gettext(
            "met {times}; score {score}, even {even}",
            times=counted(meetings, "time"),
            score=short(score),
            even=short(even),
        )
        for score, even, meetings in scores.select("score", "fair", "meetings").iter_rows()
    ]
    twos = list(zip(one.tolist(), other.tolist(), texts, strict=True))
    titles = {
        (row, column): gettext(
            "{one} with {other}: {told}: {share} %",
            one=row + 1,
            other=column + 1,
            told=text,
            share=str(percent[row, column]).replace("-", "−"),
        )
        for first, second, text in twos
        for row, column in ((first, second), (second, first))
    }
    return heat_map([str(place) for place in range(1, len(entrants) + 1)], percent, shares, met, titles=titles)
