"""The page of a player: the ranking and how it came about, the sessions, and the championships."""

import datetime as dt
from collections.abc import Mapping
from functools import partial
from typing import Any

import polars as pl
import polars.selectors as cs
from markupsafe import Markup

from pipelines.reports.charts.paths import at_the_table, courses, strength_courses
from pipelines.reports.content import Row, Season, by, grouped, sessions_in_doubt
from pipelines.reports.files import Files
from pipelines.reports.html import macro_of
from pipelines.reports.page_names import page_name
from pipelines.reports.pages.awards import award_evenings, decimals_of, with_awards
from pipelines.reports.pages.boards import card_at, last_movements, movements
from pipelines.reports.pages.session import season_not_solved
from pipelines.reports.rows import by_key, joined, with_parts, written
from pipelines.reports.tables.columns import each, formula, hundredths, won
from pipelines.words import deal_words
from pipelines.words.words import counted, scheme_name, short_date, spoken_date, unit
from transforms.explanation import words
from transforms.explanation.next_time import most_together
from transforms.rankings.methods import SCORE_FOR
from transforms.rankings.shown import FIRST
from transforms.results.company import ENOUGH, best_sessions
from transforms.tables.arithmetic.as_shown import aligned, in_short, number_said
from transforms.tables.messages import gettext, one_behind_the_other
from transforms.tables.phrases import phrase
from transforms.tables.schemas import COMPETITION, ENTRANT, PLAYER, SEATED, Tables

_MOST_COMPANY = 8  # the most partners and opponents on a page; the downloads have all
OPPONENTS = ("opponents", "best_opponents", "worst_opponents")
_ROWS = "player_rows.html"
_SCORED = {"partners": "score", "opponents": "share"}  # by table: the column of scores, of matchpoints only
_SCALE = ("player_id", "scoring", "average_score", "top_score")
_FORMULAS = ("formula", "strength_formula", "score_formula")
_MOST_PARTNERSHIPS = 3
_MOST_NAMED = 3


def player_rows(report: Tables) -> dict[str, pl.DataFrame]:
    """Return the contents of players' pages of all competitions, as markup by `PLAYER`, and a table `movements`."""
    sessions = report["player_sessions"]
    sessions = sessions.with_columns(card=card_at(sessions))
    seated = seated_with(sessions)
    with_whom = _with_scored(report["partners"], "score")
    lines = sessions.group_by(COMPETITION).agg(several_lines=pl.col("line").drop_nulls().n_unique() > 1)
    several = with_parts(with_whom, lines)
    return {
        "player_sessions": _sessions(with_awards(sessions, report), seated),
        "best": _best(sessions, seated),
        "steps": _steps(report, sessions),
        "partners": _company(with_whom, "partner", "evenings", "score", several.select("several_lines", "lines")),
        "movements": movements(report["luck"]),
        **_opponents(report),
    }


def write_player_pages(season: Season, files: Files) -> None:
    """Write into `players` a page for each player who took part."""
    players = (
        season.report["player_sessions"]
        .group_by("player_id", maintain_order=True)
        .agg(pl.col("name").first(), played=pl.col("came").sum(), dropped=(pl.col("championship") == "dropped").sum())
    )
    days, of_players = courses(season.report)
    of_all, of_each = _of_all(season), _of_each(season)
    of_all["days"] = macro_of("course.html", "days")(days)
    of_all["strength_days"], of_strength = strength_courses(season.report)
    of_each |= {"course": (None, of_players), "strength_course": (None, of_strength)}
    for row in players.iter_rows(named=True):
        own = {name: figures.get(row["player_id"], missing) for name, (missing, figures) in of_each.items()}
        files.page(f"players/{page_name(row['player_id'])}.html", "player.html", **of_all, **row, **own)


def seated_with(sessions: pl.DataFrame) -> pl.Series:
    """Return for each session of a player the names of those who played with the player, as markup without links."""
    numbered = sessions.select("partners").with_row_index("row")
    others = numbered.explode("partners", empty_as_null=False, keep_nulls=False).unnest("partners")
    cells = others.select("name", "instead_of", is_first=pl.col("row").is_first_distinct())
    return with_parts(numbered, joined(written(_ROWS, "beside", cells), others, ["row"]))["markup"]


def _sessions(sessions: pl.DataFrame, seated: pl.Series) -> pl.DataFrame:
    several = pl.col("scoring").n_unique().over(COMPETITION) > 1
    cells = sessions.select(
        *("date", "line", "instead_of", "card", "awards", "came"),
        entrant=number_said(pl.col("entrant")),
        page=each(sessions["session_id"], page_name),
        day=each(sessions["date"], short_date),
        seated=seated,
        rank=pl.col("rank").fill_null("–"),
        entrants=pl.when(pl.col("rank").is_not_null()).then("entrants"),
        score=won(pl.col("score"), pl.col("scoring")),
        unit=pl.when(pl.col("score").is_not_null(), several).then(each(sessions["scoring"], unit)),
        is_dropped=pl.col("championship") == "dropped",
        points=hundredths(pl.col("ranking_points")),
        counting=pl.when("in_window").then(pl.lit("●")),
        ranking=hundredths(pl.col("ranking")),
    )
    return joined(written(_ROWS, "session", cells).reverse(), sessions.reverse(), PLAYER)


def _best(sessions: pl.DataFrame, seated: pl.Series) -> pl.DataFrame:
    best = best_sessions(sessions.with_columns(seated=seated), PLAYER)
    cells = best.select(
        *("date", "rank", "entrants", "seated"),
        page=phrase("sessions/{}", pl.lit(each(best["session_id"], page_name))),
        day=each(best["date"], short_date),
        score=won(pl.col("score"), pl.col("scoring")),
        unit=each(best["scoring"], unit),
    )
    return joined(written(_ROWS, "best", cells), best, PLAYER)


def _with_scored(company: pl.DataFrame, score: str) -> pl.DataFrame:
    """Return each player's first few partners or opponents. `scored` says whether any row of the season has a score."""
    with_scored = company.with_columns(scored=pl.col(score).is_not_null().any().over(COMPETITION))
    return with_scored.filter(pl.int_range(pl.len()).over(PLAYER) < _MOST_COMPANY)


def _opponents(report: Tables) -> dict[str, pl.DataFrame]:
    ends = report["opponent_extremes"].with_columns(scored=pl.lit(value=True))
    tables = (_with_scored(report["opponents"], "share"), ends.filter("is_best"), ends.filter(~pl.col("is_best")))
    return {
        name: _company(rows, "opponent", "boards", "share", rows.select(cs.by_name("others", require_all=False)))
        for name, rows in zip(OPPONENTS, tables, strict=True)
    }


def _company(rows: pl.DataFrame, who: str, many: str, score: str, more: pl.DataFrame) -> pl.DataFrame:
    page = each(rows[f"{who}_id"], page_name)
    cells = rows.select("linked", "scored", page=page, name=who, many=many, score=hundredths(pl.col(score)))
    return joined(written(_ROWS, "company", pl.concat([cells, more], how="horizontal")), rows, PLAYER)


def _explanations(season: Season) -> dict[str, Row]:
    championship = _by_player(season.report["explained_championship"].drop_nulls("formula"))
    steps = by_key(season.rows["steps"].drop(COMPETITION))
    counting = season.report["explained_points"].filter("in_window")
    oldest = _by_player(counting.unique("player_id", keep="last"))
    by_scale = counting.filter(pl.col("rule").is_in(list(SCORE_FOR))).unique(_SCALE, maintain_order=True)
    scales = dict(by(by_scale.select(*_SCALE, unit=each(by_scale["scoring"], unit)), "player_id"))
    in_points = set(counting.filter(scoring="point_a_board")["player_id"])
    return {
        player: {
            "row": row,
            "ranking": words.ranking(row),
            "substitute": words.substitute(row, row["own"]),
            "championship": championship.get(player),
            "steps": steps.get(player, Markup()),
            "next_out": None if row["missing"] else oldest[player],
            "scales": scales.get(player, []),
            "at_point_a_board": player in in_points,
        }
        for player, row in _by_player(season.report["explained_rankings"]).items()
    }


def _steps(report: Tables, sessions: pl.DataFrame) -> pl.DataFrame:
    seats = sessions.select(*SEATED, "card").unique(SEATED, keep="last")
    points = report["explained_points"].filter("in_window")
    points = with_parts(points, seats, _meetings(report["rounds"], sessions))
    rows = [{**row, **row["exact"]} for row in points.drop("meetings").to_dicts()]
    has_strength = pl.col("strength_formula").is_not_null()
    cells = points.select(
        *("date", "met", "card", "meetings"),
        *(formula(pl.col(name)) for name in (*_FORMULAS, "made_of")),
        page=each(points["session_id"], page_name),
        day=each(points["date"], spoken_date),
        points=hundredths(pl.col("points")),
        exact=hundredths(pl.col("before_rounding")),
        is_rounded=pl.col("points").ne_missing(pl.col("before_rounding")),
        rounded=in_short(pl.col("points")),
        note=pl.Series([words.points(row) for row in rows], dtype=pl.String),
        of_teams=pl.col("method") == "teams",
        strength=pl.when(has_strength).then(
            pl.Series([row["strength_formula"] and words.strength(row) for row in rows], dtype=pl.String)
        ),
        middle=hundredths(pl.col("middle")),
        score=won(pl.col("session_score"), pl.col("scoring")),
        unit=each(points["scoring"], unit),
    )
    return joined(written(_ROWS, "step", cells), points, PLAYER)


def _meetings(rounds: pl.DataFrame, sessions: pl.DataFrame) -> pl.DataFrame:
    """Return by `ENTRANT` the number of rounds in words (`met`) and, if there is no scorecard, the rounds as markup."""
    many = rounds.group_by(ENTRANT).agg(pl.len())
    rounds = rounds.join(sessions.filter(pl.col("card").is_not_null()), on=ENTRANT, how="anti", maintain_order="left")
    lowest, highest = pl.col("lowest_board"), pl.col("highest_board")
    cells = rounds.select(
        "opponent",
        place=pl.when(pl.col("anchor").is_not_null()).then(phrase("board-{}", lowest)).otherwise(pl.lit("boards")),
        page=each(rounds["session_id"], page_name),
        boards=pl.when(lowest.is_null())
        .then(pl.lit(gettext("boards")))
        .when(lowest == highest)
        .then(lowest.cast(pl.String))
        .otherwise(phrase("{}–{}", lowest, highest)),
        points=in_short(pl.col("points")),
        names="opponent_names",
    )
    meetings = joined(written(_ROWS, "meeting", cells), rounds, ENTRANT, "meetings")
    return with_parts(many.select(*ENTRANT, met=each(many["len"], partial(counted, thing="round"))), meetings)


def _of_all(season: Season) -> dict[str, Any]:
    report = season.report
    sessions, individual, pairs = (
        report[name] for name in ("player_sessions", "individual_championship", "pairs_championship")
    )
    scoring = sessions["scoring"].drop_nulls().unique()
    planned = sessions if report["next_lines"].is_empty() else report["next_lines"]
    of_lines, day = ("untold_lines", "last_told") if report["untold_lines"].height else ("player_sessions", "date")
    return {
        "root": "../../",
        "competition": season.competition,
        "several_lines": sessions["line"].drop_nulls().n_unique() > 1,
        "scored": {name: report[name][score].is_not_null().any() for name, score in _SCORED.items()},
        "enough": ENOUGH,
        "list_date": season.ratings.list["list_date"] if season.ratings else None,
        "unit": unit(scoring[0]) if len(scoring) == 1 else None,
        "schemes": award_evenings(report)["schemes"],
        "is_over": season.is_over,
        "in_doubt": sessions_in_doubt(report),
        "not_solved": season_not_solved(report),
        "players": report["player_ranking"].height,
        "last_day": report["player_ranking"]["last_played"].max(),
        "ranked_pairs": report["pair_ranking"].height,
        "next_pairs": report["next_lines"].height,
        "lines_of": report[of_lines].select(pl.col(day).max()).item(),
        "in_lines": planned["line"].n_unique() > 1,
        "individuals_ranked": individual["rank"].count(),
        "pairs_ranked": pairs["rank"].count(),
        "first_individual": _highest(individual),
        "first_pair": _highest(pairs),
        "first_places": FIRST,
    }


def _of_each(season: Season) -> dict[str, tuple[Any, Mapping[str, Any]]]:
    """Return the contents of players' pages: by name, a default and the values by player id."""
    report, places = season.report, season.report["player_places"]
    last = report["player_sessions"].filter("came").unique("player_id", keep="last", maintain_order=True)
    last = last.with_columns(card=card_at(last), page=each(last["session_id"], page_name))
    of_pairs = {row["partnership_id"]: row for row in report["pairs_championship"].to_dicts()}
    ranked = most_together(report["pair_ranking"]).to_dicts()
    deals = report["at_the_table"]
    (of_all,) = deals.select(pl.col("bid", "reached", "over", "under").sum()).to_dicts()
    at_tables = {player: {**row, **row["exact"], "of_all": of_all} for player, row in _by_player(deals).items()}
    last_day = max(report["player_ranking"]["last_played"], default=dt.date.min)
    moved = places.drop_nulls("came_above").select("player_id", "came_above", "no_longer_above")
    one = {
        "last_played": _by_player(last),
        "explanation": _explanations(season),
        "drawing": {player: at_the_table(made) for player, made in at_tables.items()},
        "standing": _by_player(report["player_ranking"]),
        "moved": {
            player: {"day": last_day, "came_above": _named(came), "no_longer_above": _named(went)}
            for player, came, went in moved.iter_rows()
        },
        "individual": _by_player(report["individual_championship"]),
        "rated": season.ratings.rated if season.ratings else {},
        "strength": _by_player(report["strengths"]),
        "needed": _by_player(_needed(report["needed"])),
        "lifting": _by_player(report["lifting"]),
        "career": dict.fromkeys(season.careers, True),
        "movement": last_movements(report, season.rows["movements"]),
        "to_first": dict(places.select("player_id", pl.col("to_first").fill_null(0)).iter_rows()),
    }
    several = {
        "at_the_table": {player: deal_words.at_the_table(made) for player, made in at_tables.items()},
        "pairs": _of_players([{**row, "championship": of_pairs.get(row["partnership_id"])} for row in ranked]),
        "next_lines": _of_players(report["next_lines"].to_dicts()),
        "regular_lines": _of_players(report["regular_lines"].to_dicts()),
        "awards": _awards(report["award_totals"]),
    }
    shown = {"sessions": "player_sessions"} | {name: name for name in ("partners", "best", *OPPONENTS)}
    markup = {name: by_key(season.rows[rows].drop(COMPETITION)) for name, rows in shown.items()}
    kinds: tuple[tuple[Any, Mapping[str, Any]], ...] = ((None, one), ([], several), (Markup(), markup))
    return {name: (missing, figures) for missing, of_kind in kinds for name, figures in of_kind.items()}


def _by_player(table: pl.DataFrame) -> dict[str, Row]:
    return {row["player_id"]: row for row in table.to_dicts()}


def _highest(championship: pl.DataFrame) -> float | None:
    return championship.select(pl.col("average").filter(pl.col("rank").is_not_null()).max()).item()


def _of_players(pairs: list[Row]) -> dict[str, list[Row]]:
    of_each = [{**row, "player_id": player["player_id"]} for row in pairs for player in row["players"] or []]
    for row in of_each:
        row["partners"] = [other for other in row["players"] if other["player_id"] != row["player_id"]]
    return {player: rows[:_MOST_PARTNERSHIPS] for player, rows in grouped(of_each, "player_id")}


def _named(names: list[str]) -> Row:
    more = len(names) - _MOST_NAMED
    named = names if more <= 1 else [*names[:_MOST_NAMED], gettext("{number} others", number=more)]
    return {"number": len(names), "names": one_behind_the_other(named)}


def _needed(needed: pl.DataFrame) -> pl.DataFrame:
    is_gain, units = pl.col("scoring").is_in(["butler", "cross_imps"]), pl.lit(each(needed["scoring"], unit))
    decimals = pl.when(scoring="matchpoints").then(1).otherwise(2)
    names = ("rises", "passes", "first", "lifts")
    numbers = {name: aligned(pl.col(name), decimals) for name in names}
    signs = {name: pl.when(is_gain & (pl.col(name) > 0)).then(pl.lit("+")).otherwise(pl.lit("")) for name in names}
    space = pl.lit("\N{NO-BREAK SPACE}")
    return needed.with_columns(pl.concat_str(signs[name], numbers[name], space, units).alias(name) for name in names)


def _awards(totals: pl.DataFrame) -> dict[str, list[Row]]:
    of_each: list[Row] = []
    for scheme, rows in by(totals, "scheme"):
        decimals = decimals_of(row["points"] for row in rows)
        of_scheme = {"title": scheme_name(scheme), "decimals": decimals, "players": len(rows)}
        of_each += [{**row, **of_scheme} for row in rows]
    return dict(grouped(of_each, "player_id"))
