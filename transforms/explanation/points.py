"""Explain ranking points, rankings and averages by formulas. Source: the chapters on these in the club ranking."""

import polars as pl

from transforms.bridge.sessions import NOBODY, field_of, match_score
from transforms.explanation.formulas import filled_in, worked_out
from transforms.rankings.methods import EARNED_BY, GIVEN, RANKING_METHODS, TEAMS, of_field
from transforms.rankings.ranking_points import TOP_SCORES, scale
from transforms.tables import schemas
from transforms.tables.arithmetic.rounding import quotient
from transforms.tables.arithmetic.sums import steady_mean, steady_sum
from transforms.tables.schemas import COMPETITION, ENTRANT, FIELD, MATCH, PLAYER, SEATED, SESSION, Frame
from transforms.tables.shared import IN_TURN

FORMULAS = {**{name: method.formula for name, method in EARNED_BY.items()}, "middle": "(high + low) / 2"}
"""The formula of each method, by name; `middle` is for a field with only one entrant or with equal scores."""


def explained_points(
    ranking_points: Frame[schemas.RankingPoints],
    session_results: Frame[schemas.SessionResults],
    sessions: Frame[schemas.Sessions],
    competitions: Frame[schemas.Competitions],
    *,
    player_rankings: Frame[schemas.PlayerRankings],
    entries: Frame[schemas.Entries],
    match_results: Frame[schemas.MatchResults],
) -> pl.DataFrame:
    """Explain the points that every player earned in every session.

    The columns are those of `RankingPoints`, sorted by key, and:
    - `in_window`: whether the ranking still counts the session; `rule`: the name of the formula in `FORMULAS`.
    - `entrants`, `place`, `best` and `worst`: among the entrants who are ranked together.
    - `top_score`, `average_score`, `width`; `formula` with its numbers, and its value `before_rounding`.
    - `strength_formula`: for `middle`, if rankings give it; `matches_formula`: for the `score` of a team.
    """
    ranked = (
        session_results.lazy()
        .filter(pl.col("score").is_not_null())
        .select(*ENTRANT, "field", "scoring", **of_field(FIELD))
    )
    rules = competitions.lazy().select(*COMPETITION, "width", *TOP_SCORES)
    met = field_of(pl.col("together"), pl.col("line"))
    in_field = _with_rankings(ranking_points, player_rankings).filter(pl.col("method").is_in(_FROM_FIELDS))
    in_field = in_field.join(sessions.lazy().select(*SESSION, "together"), on=SESSION).with_columns(met=met)
    fields = _explained_means(in_field, (*SESSION, "met"))
    strengths = fields.select(*SESSION, "met", "players", of_field="formula")
    unable = ((name, of.cannot_rank) for name, of in RANKING_METHODS.items() if of.cannot_rank is not None)
    cannot_rank = pl.any_horizontal((pl.col("method") == name) & is_so for name, is_so in unable)
    rule = pl.when(cannot_rank).then(pl.lit("middle")).otherwise("method")
    rows = (
        in_window(ranking_points, competitions)
        .join(ranked, on=ENTRANT, how="left", maintain_order="left")
        .join(sessions.lazy().select(*SESSION, "kind", "together"), on=SESSION)
        .join(rules, on=COMPETITION)
        .with_columns(met=met, **scale(pl.col("kind"), pl.col("scoring")), rule=rule)
        .drop(*TOP_SCORES, "scoring", "together")
        .join(strengths.lazy(), on=(*SESSION, "met"), how="left", maintain_order="left")
        .pipe(_with_matches, explained_matches(ranking_points, player_rankings, entries, match_results, competitions))
        .sort(*SESSION, "player_id")
        .collect()
    )
    parts = [(rule, rows.filter(rule=rule)) for rule in FORMULAS]
    by_rule = [(rule, part.with_columns(before_rounding=worked_out(part, FORMULAS[rule]))) for rule, part in parts]
    worked = [
        of_rule.with_columns(formula=filled_in(of_rule, FORMULAS[rule], "before_rounding")) for rule, of_rule in by_rule
    ]
    given = rows.filter(rule=GIVEN).with_columns(before_rounding="points", formula=pl.lit(None, pl.String))
    return pl.concat([*worked, given]).sort(*SESSION, "player_id")


def _with_matches(rows: pl.LazyFrame, matches: pl.DataFrame) -> pl.LazyFrame:
    of_players = matches.group_by(SEATED, maintain_order=True).agg(
        strengths=pl.col("strength") * pl.col("weight"),
        scores=pl.col("match_score") * pl.col("weight"),
        matches=pl.col("weight").sum(),
        middle=quotient(steady_sum(pl.col("strength") * pl.col("weight")), pl.col("weight").sum()),
        own_score=quotient(steady_sum(pl.col("match_score") * pl.col("weight")), pl.col("weight").sum()),
    )
    formulas = of_players.select(
        *SEATED,
        "own_score",
        of_matches=filled_in(of_players, "(strengths) / matches", "middle"),
        matches_formula=filled_in(of_players, "(scores) / matches", "own_score"),
    ).lazy()
    return (
        rows.join(formulas, on=SEATED, how="left", maintain_order="left")
        .with_columns(
            score=pl.when(pl.col("rule") == TEAMS.name).then(pl.coalesce("own_score", "score")).otherwise("score"),
            strength_formula=pl.coalesce("of_field", "of_matches"),
        )
        .drop("own_score", "of_field", "of_matches")
    )


_MEAN = "total / players"
_FROM_FIELDS = [name for name, method in RANKING_METHODS.items() if method.from_rankings]


def explained_matches(
    ranking_points: Frame[schemas.RankingPoints],
    player_rankings: Frame[schemas.PlayerRankings],
    entries: Frame[schemas.Entries],
    match_results: Frame[schemas.MatchResults],
    competitions: Frame[schemas.Competitions],
) -> pl.DataFrame:
    """Explain the strength of the opponents in every match of every team player: one row for each, in order of rounds.

    `match_score` is at most 20, and `players` is the number of opponents at that table. If no opponent is known,
    `strength` is the substitute ranking of the competition, and `formula` is null.
    """
    score = match_score(pl.col("vp") / pl.col("weight"), pl.col("points"), pl.col("boards"))
    played = (
        match_results.lazy()
        .filter(pl.col("opponent") != NOBODY)
        .select(*MATCH, "weight", "boards", "imps", "points", match_score=score)
        .filter(pl.col("match_score").is_finite())
    )
    listed = pl.col("rounds").str.split("+").list.contains(pl.col("round").cast(pl.String))
    seats = (
        _with_rankings(ranking_points, player_rankings)
        .filter(pl.col("method") == TEAMS.name)
        .join(entries.lazy().select(*SESSION, "player_id", "rounds"), on=SEATED)
        .rename({"entrant": "team"})
        .select(*SESSION, "player_id", "line", "team", "rounds", "ranking_before")
        .join(played, on=(*SESSION, "line", "team"))
        .filter(pl.col("rounds").is_null() | listed)
    )
    strengths = _explained_means(seats, MATCH)
    opponents = strengths.lazy().rename({"team": "opponent", "opponent": "team"})
    usual = competitions.lazy().select(*COMPETITION, usual="substitute_ranking")
    return (
        seats.drop("rounds", "ranking_before")
        .join(opponents, on=MATCH, how="left")
        .join(usual, on=COMPETITION)
        .with_columns(pl.coalesce("strength", "usual"))
        .drop("usual", "total")
        .sort(*SESSION, "player_id", "round", "opponent")
        .collect()
    )


def _with_rankings(
    ranking_points: Frame[schemas.RankingPoints], player_rankings: Frame[schemas.PlayerRankings]
) -> pl.LazyFrame:
    before = player_rankings.lazy().select(*SESSION, "player_id", "ranking_before")
    return ranking_points.lazy().join(before, on=SEATED)


def _explained_means(rows: pl.LazyFrame, of: tuple[str, ...]) -> pl.DataFrame:
    """Return one row per group: the number of `players`, `total` and mean (`strength`) of rankings, `formula`."""
    rankings = pl.col("ranking_before")
    means = (
        rows.group_by(of)
        .agg(players=pl.len(), total=steady_sum(rankings), strength=steady_mean(rankings))
        .sort(of)
        .collect()
    )
    return means.with_columns(formula=filled_in(means, _MEAN, "strength"))


_ALL_PLAYED = "(earned) / window"
_SOME_PLAYED = "(earned + missing * substitute_ranking) / window"
_CHANGE = "(came_in - dropped_out) / window"


def explained_rankings(
    ranking_points: Frame[schemas.RankingPoints],
    player_rankings: Frame[schemas.PlayerRankings],
    competitions: Frame[schemas.Competitions],
) -> pl.DataFrame:
    """Explain the ranking of every player after the player's last session of the season, sorted by player and season.

    The columns are the key, `session_id` and `date` of that session, `ranking`, `window`, `sessions_counted`, and:
    - `missing`: the number of sessions not yet played, for which `substitute_ranking` counts.
    - `formula` with its numbers, and its value `recomputed`; `change` of the ranking, and `change_formula`.
    - `came_in` and `dropped_out`: the results that entered and left the window; `dropped_date`: null for a substitute.
    """
    published = (
        player_rankings.lazy()
        .sort(*PLAYER, *IN_TURN)
        .group_by(PLAYER)
        .agg(pl.col("ranking", "session_id", "date").last(), substitute_ranking=pl.col("ranking_before").first())
    )
    window = competitions.lazy().select(*COMPETITION, "window")
    came, left = pl.col("from_the_last") == 1, pl.col("from_the_last") == pl.col("window") + 1
    points, date = pl.col("points"), pl.col("date")
    in_and_out = (
        ranking_points.lazy()
        .join(window, on=COMPETITION)
        .with_columns(from_the_last=_from_the_last())
        .group_by(PLAYER)
        .agg(
            came_in=points.filter(came).first(),
            dropped_out=points.filter(left).first(),
            dropped_date=date.filter(left).first(),
        )
    )
    rows = (
        in_window(ranking_points, competitions)
        .filter("in_window")
        .sort(*PLAYER, *IN_TURN)
        .group_by(PLAYER, maintain_order=True)
        .agg(earned="points", sessions_counted=pl.len().cast(pl.Int32))
        .join(published, on=PLAYER)
        .join(window, on=COMPETITION)
        .join(in_and_out, on=PLAYER)
        .with_columns(
            missing=pl.col("window") - pl.col("sessions_counted"),
            dropped_out=pl.coalesce("dropped_out", "substitute_ranking"),
        )
        .sort(PLAYER)
        .collect()
    )
    rows = rows.with_columns(change=worked_out(rows, _CHANGE))
    rows = rows.with_columns(change_formula=filled_in(rows, _CHANGE, "change"))
    parts = ((_ALL_PLAYED, rows.filter(missing=0)), (_SOME_PLAYED, rows.filter(pl.col("missing") > 0)))
    found = [
        part.with_columns(formula=filled_in(part, formula, "ranking"), recomputed=worked_out(part, formula))
        for formula, part in parts
    ]
    return pl.concat(found).drop("earned").sort(PLAYER)


def in_window(ranking_points: Frame[schemas.RankingPoints], competitions: Frame[schemas.Competitions]) -> pl.LazyFrame:
    """Add `in_window` to `RankingPoints`: whether the player's ranking still counts the session."""
    return (
        ranking_points.lazy()
        .join(competitions.lazy().select(*COMPETITION, "window"), on=COMPETITION)
        .with_columns(in_window=_from_the_last() <= pl.col("window"))
        .drop("window")
        .sort(*SESSION, "player_id")
    )


def _from_the_last() -> pl.Expr:
    return pl.struct(IN_TURN).rank("ordinal", descending=True).over(PLAYER)


def explained_championship(
    standing: Frame[schemas.IndividualChampionship], sessions: Frame[schemas.IndividualSessions], who: str
) -> pl.DataFrame:
    """Add to a standing the formula of each average; null if no session counts. `who` is its id column."""
    key = (*COMPETITION, who)
    counting = sessions.lazy().filter("counts").sort(IN_TURN).group_by(key, maintain_order=True).agg(counting="points")
    rows = standing.lazy().join(counting, on=key).collect()
    formulas = rows.select(*key, formula=filled_in(rows, "(counting) / counted", "average"))
    return standing.lazy().join(formulas.lazy(), on=key, how="left").sort(key).collect()
