"""Show the balance of a session or a season: how evenly entrants were compared, with heat maps and in words."""

from collections.abc import Mapping
from itertools import islice
from operator import itemgetter
from statistics import fmean

import numpy as np
import polars as pl
from markupsafe import Markup, escape

from pipelines.reports.charts.heat_map import MOST_ENTRANTS, Cell, heat_map
from pipelines.reports.content import Row, Season, by, grouped
from pipelines.reports.rows import with_markup
from pipelines.reports.tables.columns import page_ids
from pipelines.words.desk_words import number_said
from pipelines.words.words import IN_CHANCE, counted, estimate, fixed, luck_sentence, short, unit
from transforms.tables.messages import gettext, gettext_noop, one_behind_the_other

_Map = list[tuple[str, list[Cell]]]
_FIELD = ("session_id", "field")
_ONE, _OTHER = ("line", "entrant", "names"), ("other_line", "other", "other_names")
_MOST_NAMED = 2
_MOST_LISTED = 5


def luck_rows(luck: pl.DataFrame) -> pl.DataFrame:
    """Return the rows of the table `luck`, with `pages` (see `page_ids`) and `size`, the number of players."""
    return luck.with_columns(size=pl.col("players").list.len(), pages=page_ids(luck["players"])).drop("players")


def session_balances(season: Season) -> dict[str, list[Row]]:
    """Return by session id how evenly entrants were compared with each other: a row per field.

    A row has `row`, from the table `session_balance`; `even_share`; `least` and `most`, the lowest and highest score
    between two entrants, with these entrants; `luck`, the field's rows of `luck`, best level score first; and two
    estimates, `verdict` (sentences) and `by_line`. With at most `MOST_ENTRANTS`, it also has `map`, and their `names`.
    """
    luck = dict(grouped(with_markup(season.rows["luck"]), *_FIELD))
    twos = dict(grouped(season.of_evenings["session_scores"].to_dicts(), *_FIELD))
    return {
        session: [
            _of_field(row, twos[field], luck.get(field, []))
            for row in rows
            if (field := (session, row["field"])) in twos
        ]
        for session, rows in by(season.of_evenings["session_balance"], "session_id")
    }


def _of_field(row: Row, twos: list[Row], luck: list[Row]) -> Row:
    even_share = row["s"] * 2 / (row["pairs"] * (row["pairs"] - 1))
    in_lines, is_drawn = "+" in row["field"], row["pairs"] <= MOST_ENTRANTS
    is_estimated = bool(luck) and luck[0]["worth_of_a_point"] is not None
    scores = [two["score"] for two in twos]
    seats = [itemgetter(*_ONE)(twos[0]), *map(itemgetter(*_OTHER), twos[: row["pairs"] - 1])]
    return {
        "row": row,
        "even_share": even_share,
        "least": _extreme(twos, min(scores), in_lines=in_lines),
        "most": _extreme(twos, max(scores), in_lines=in_lines),
        "map": _map_of_field(twos, seats, even_share) if is_drawn else None,
        "names": [_shown(*seat, in_lines=in_lines) for seat in seats] if is_drawn else [],
        "luck": luck,
        "is_estimated": is_estimated,
        "verdict": _verdict(luck, in_lines=in_lines) if is_estimated else [],
        "by_line": by_line(luck) if is_estimated and in_lines else "",
    }


def _extreme(twos: list[Row], value: int, *, in_lines: bool) -> Row:
    found = [two for two in twos if two["score"] == value]
    sides = ([_shown(*itemgetter(*who)(two), in_lines=in_lines) for who in (_ONE, _OTHER)] for two in found)
    named = [{"one": one, "other": other} for one, other in islice(sides, _MOST_NAMED)]
    return {"value": value, "twos": named, "more": len(found) - len(named)}


def _verdict(luck: list[Row], *, in_lines: bool) -> list[Markup]:
    """Return a sentence on who gained most, and on who least, of those whose luck is more than chance."""
    beyond = [row for row in luck if abs(row["movement"]) > IN_CHANCE * (row["movement_error"] or 0)]
    ends = [choose(beyond, key=itemgetter("movement")) for choose in (max, min)] if beyond else []
    return [_gained(row, in_lines=in_lines) for row in ends[: len(beyond)]]


def _gained(row: Row, *, in_lines: bool) -> Markup:
    decimals = _decimals(row["scoring"])
    who = Markup("<bdi>{}</bdi>").format(_shown(*itemgetter(*_ONE)(row), in_lines=in_lines))
    gain = f"{fixed(abs(row['movement']), decimals)}\N{NO-BREAK SPACE}{unit(row['scoring'])}"
    sentence = escape(luck_sentence(gained=row["movement"] > 0))
    return sentence.format(who=who, gain=gain, error=fixed(row["movement_error"], decimals))


def by_line(luck: list[Row]) -> str:
    """Return in words the mean gain of each line, even if lines never met: `line A −2.3 ± 1.6 %, line B …`."""
    scoring, sentence = luck[0]["scoring"], gettext_noop("line {line} {gain} ± {error} {unit}")
    decimals, of = _decimals(scoring), unit(scoring)
    means = [
        (line, fmean(row["movement"] for row in rows), rows[0]["line_error"] or 0.0)
        for line, rows in sorted(grouped(luck, "line"))
    ]
    lines = one_behind_the_other(
        gettext(sentence, line=line, gain=estimate(mean, scoring), error=fixed(error, decimals), unit=of)
        for line, mean, error in means
    )
    if all(abs(mean) <= IN_CHANCE * error for _, mean, error in means):
        return gettext(
            "The mean luck of each line, ± its standard error, is within what chance does: {lines}.", lines=lines
        )
    return gettext("The mean luck of each line, ± its standard error: {lines}.", lines=lines)


def _decimals(scoring: str) -> int:
    return 1 if scoring == "matchpoints" else 2


def _map_of_field(twos: list[Row], seats: list[tuple[str, str, str | None]], even_share: float) -> _Map:
    several_lines = len({line for line, *_ in seats}) > 1
    size, above = (len(seats), len(seats)), np.triu_indices(len(seats), 1)
    score, met = np.zeros(size, np.int64), np.zeros(size, np.bool_)
    score[above], met[above] = [two["score"] for two in twos], [two["meetings"] > 0 for two in twos]
    score, met = score + score.T, met | met.T
    shares = score / even_share if even_share else np.ones(size)
    return heat_map([line * several_lines + number_said(number) for line, number, _ in seats], score, shares, met)


def _shown(line: str, entrant: str, names: str | None, *, in_lines: bool) -> str:
    number = f"{line if in_lines else ''}{number_said(entrant)}"
    return f"{number} {names}" if names else gettext("No. {number}", number=number)


def season_balance(report: Mapping[str, pl.DataFrame]) -> Row | None:
    """Return how evenly the entrants of a season were compared with each other; None if nothing was compared."""
    rows, scores = report["season_balance"].to_dicts(), report["season_scores"]
    if not rows:
        return None
    two = {"one": "names", "other": "other_names"}
    met = scores.filter(pl.col("meetings") > 0).sort("meetings", descending=True, maintain_order=True)
    never = scores.filter(pl.col("meetings") == 0)
    ways = (("entrant", "names"), ("other", "other_names"))
    both = pl.concat(scores.select(who=who, names=names) for who, names in ways).unique()
    in_order = both.sort(pl.col("names").str.to_lowercase(), "who")
    entrants: dict[str, str] = dict(in_order.iter_rows()) if rows[0]["entrants"] <= MOST_ENTRANTS else {}
    return {
        "row": rows[0],
        "map": _map_of_season(scores, list(entrants)) if entrants else None,
        "entrants": list(enumerate(entrants.values(), start=1)),
        "most_met": met.head(_MOST_LISTED).select(**two, value="meetings").to_dicts(),
        "never_met": never.head(_MOST_LISTED).select(**two, value="sessions").to_dicts(),
    }


def next_numbers(report: Mapping[str, pl.DataFrame]) -> list[tuple[Row, list[Row]]]:
    """Return for each line of the next session its row of `next_balance`, and its pairs in order of number."""
    pairs = dict(by(report["next_seating"], "line"))
    return [(row, pairs.get(row["line"], [])) for row in report["next_balance"].to_dicts()]


def _map_of_season(scores: pl.DataFrame, entrants: list[str]) -> _Map:
    number = {who: place for place, who in enumerate(entrants)}
    one, other = (
        scores[name].replace_strict(number, return_dtype=pl.Int64).to_numpy() for name in ("entrant", "other")
    )
    shape = (len(entrants), len(entrants))
    percent, met, shares = np.zeros(shape, np.int64), np.zeros(shape, np.bool_), np.full(shape, np.nan)
    fair = scores["fair"].to_numpy()
    share = np.divide(scores["score"].to_numpy(), fair, out=np.ones_like(fair), where=fair > 0)
    for rows, columns in ((one, other), (other, one)):
        percent[rows, columns] = scores["of_fair"].to_numpy()
        met[rows, columns] = scores["meetings"].to_numpy() > 0
        shares[rows, columns] = share
    titles: dict[tuple[int, int], str] = {}
    numbers = scores.select("score", "fair", "meetings").iter_rows()
    for first, second, (score, even, meetings) in zip(one.tolist(), other.tolist(), numbers, strict=True):
        gaps = {"times": counted(meetings, "time"), "score": short(score), "even": short(even)}
        titles[min(first, second), max(first, second)] = gettext(
            "met {times}; score {score}, even score {even}", **gaps
        )
    return heat_map([str(place) for place in range(1, len(entrants) + 1)], percent, shares, met, titles=titles)
