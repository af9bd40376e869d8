"""How evenly entrants were compared in a session and in a season, and what the movement gave each of them.

What belongs here: joins, order and rounding, for all sessions at once. There is one row for each two entrants.
"""

import polars as pl

from pipelines.reports.tables.columns import named
from transforms.balance.played.season_scores import season_balance
from transforms.balance.played.session_scores import session_scores
from transforms.tables import COMPETITION, ENTRANT, FIELD, PLAYER, SESSION, Tables
from transforms.tables.arithmetic.division import quotient
from transforms.tables.arithmetic.rounding import half_up, to_decimals

_BETWEEN_PLAYERS = " + "
_PERCENT = "matchpoints"


def balance_tables(tables: Tables, people: pl.DataFrame, results: pl.DataFrame) -> dict[str, pl.DataFrame]:
    """`session_balance`, `session_scores`, `luck`, `season_balance`, `season_scores`, `next_seating`, `next_balance`.

    Args:
        tables: those of the warehouse.
        people: (club, competition, season, player_id, name), one row per player and season.
        results: the result lists, for the names of entrants.
    """
    names = results.select(*ENTRANT, "names", "players")
    scores = session_scores(tables["scored.board_scores"], tables["raw.sessions"])
    return {
        "session_balance": _session_balance(tables),
        "session_scores": _named(scores, names.drop("players")),
        "luck": _luck(tables, names, scores),
        "season_balance": _season_balance(tables),
        "season_scores": _season_scores(tables, people),
        "next_seating": _next_seating(tables, people),
        "next_balance": tables["movements.next_balance"].with_columns(
            to_decimals(pl.col(name)) for name in ("qo_before", "qo_after", "qc_before", "qc_after")
        ),
    }


def _session_balance(tables: Tables) -> pl.DataFrame:
    """The balance of every field, and `winners`: in how many lists it is ranked."""
    winners = tables["raw.sessions"].select(*SESSION, "winners")
    factors = (to_decimals(pl.col(name)) for name in ("qf", "qc", "qo", "sd", "qf_absent_mean", "qf_highest_absent"))
    return (
        tables["movements.session_balance"]
        .join(winners, on=SESSION, how="left")
        .unique(FIELD)
        .sort(FIELD)
        .select(*FIELD, "pairs", "rounds", "h", "uneven", "s", "ss", *factors, "winners")
    )


def _named(scores: pl.DataFrame, names: pl.DataFrame) -> pl.DataFrame:
    of_other = {"line": "other_line", "entrant": "other", "names": "other_names"}
    return (
        scores.join(names, on=ENTRANT, how="left", maintain_order="left")
        .join(names.rename(of_other), on=(*SESSION, "other_line", "other"), how="left", maintain_order="left")
        .select(*FIELD, "line", "entrant", "names", "other_line", "other", "other_names", "score", "meetings")
    )


def _luck(tables: Tables, names: pl.DataFrame, scores: pl.DataFrame) -> pl.DataFrame:
    """What the movement gave each entrant, and how far above the mean its opponents were expected to be."""
    luck = tables["movements.luck"]
    ways = (("line", "entrant", "other_line", "other"), ("other_line", "other", "line", "entrant"))
    opponents = pl.concat(
        scores.select(*FIELD, "meetings", line=line, entrant=entrant, other_line=other_line, other=other)
        for line, entrant, other_line, other in ways
    )
    of_others = luck.select(*SESSION, "strength", other_line="line", other="entrant")
    opposition = (
        opponents.filter(pl.col("meetings") > 0)
        .join(of_others, on=(*SESSION, "other_line", "other"))
        .sort(*ENTRANT, "other_line", "other")
        .group_by(*ENTRANT, "field", maintain_order=True)
        .agg(opposition=(pl.col("strength") * pl.col("meetings")).sum() / pl.col("meetings").sum())
    )
    scoring = tables["scored.session_results"].select(*ENTRANT, "scoring")
    # An estimate in percent is not exact to a hundredth, so it has one decimal; one in IMPs per board may be small.
    estimated = ("strength", "opposition", "movement", "level_score")
    shown = (
        pl.when(pl.col("scoring") == _PERCENT)
        .then(to_decimals(pl.col(name), 1))
        .otherwise(to_decimals(pl.col(name)))
        .alias(name)
        for name in estimated
    )
    inputs = (
        to_decimals(pl.col("score")),
        to_decimals(pl.col("ranking_above_mean")),
        to_decimals(pl.col("worth_of_a_point"), 3),
    )
    return (
        luck.join(opposition, on=ENTRANT)
        .join(scoring, on=ENTRANT)
        .join(names, on=ENTRANT, how="left")
        .sort(*FIELD, "level_score", "line", "entrant", descending=[False] * 5 + [True] + [False] * 2)
        .select(*FIELD, "line", "entrant", "names", "players", *inputs, "half_tops", *shown, "scoring")
    )


def _season_balance(tables: Tables) -> pl.DataFrame:
    return (
        season_balance(tables["movements.season_scores"])
        .with_columns(to_decimals(pl.col("qc")), to_decimals(pl.col("qo")))
        .collect()
    )


def _season_scores(tables: Tables, people: pl.DataFrame) -> pl.DataFrame:
    """One row for each two entrants, those that were most often in one field first.

    `of_fair` is the score in percent of the even one, a whole number; 100 where the even one is 0.
    """
    of_fair = half_up(quotient(100 * pl.col("score"), pl.col("fair"))).cast(pl.Int64, strict=False)
    scores = tables["movements.season_scores"].filter(pl.col("entrant") < pl.col("other"))
    names = (
        pl.concat([scores.select(*COMPETITION, who="entrant"), scores.select(*COMPETITION, who="other")])
        .unique()
        .with_columns(player_id=pl.col("who").str.split(_BETWEEN_PLAYERS))
        .explode("player_id", empty_as_null=True, keep_nulls=True)
        .join(people.select(*PLAYER, "name"), on=PLAYER, how="left")
        .with_columns(pl.coalesce("name", "player_id"))
        .sort(*COMPETITION, "who", "name", "player_id")
        .group_by(*COMPETITION, "who", maintain_order=True)
        .agg(names=pl.col("name").str.join(" & "))
    )
    return (
        scores.join(names.rename({"who": "entrant"}), on=(*COMPETITION, "entrant"))
        .join(names.rename({"who": "other", "names": "other_names"}), on=(*COMPETITION, "other"))
        .sort(
            *COMPETITION,
            "sessions",
            "meetings",
            "names",
            "other_names",
            "entrant",
            "other",
            descending=[False] * 3 + [True] * 2 + [False] * 4,
        )
        .select(
            *COMPETITION,
            "entrant",
            "names",
            "other",
            "other_names",
            "sessions",
            "meetings",
            "score",
            to_decimals(pl.col("fair")),
            of_fair=pl.when(pl.col("fair") > 0).then(of_fair).otherwise(100),
        )
    )


def _next_seating(tables: Tables, people: pl.DataFrame) -> pl.DataFrame:
    """The pairs of each line of the next session, in order of the numbers that they take."""
    number = (*COMPETITION, "line", "number")
    seating = tables["movements.next_seating"]
    players = seating.select(*number, player_id=pl.col("entrant").str.split(_BETWEEN_PLAYERS)).explode(
        "player_id", empty_as_null=True, keep_nulls=True
    )
    names = named(players.join(people, on=PLAYER, how="left").sort(*number, "name", "player_id"), number)
    return (
        seating.join(names, on=number).sort(number).select(*number, "names", "players", "unmet_before", "unmet_after")
    )
