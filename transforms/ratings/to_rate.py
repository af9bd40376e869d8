"""Choose what a competition rates: players by games, or teams by matches. Each match is a game of 2 points."""

import dataframely as dy
import polars as pl

from transforms.bridge.sessions import NOBODY, POINT_A_BOARD, VICTORY_POINTS
from transforms.tables import schemas
from transforms.tables.phrases import phrase
from transforms.tables.schemas import CLUB, DECIMALS, PERSON, SESSION, Frame

_SIDES = ("one", "other")
_MEETING = (*SESSION, "line", "round", *_SIDES)
_UNITS = ("vp", "imps", "points")  # the first known unit decides a match; victory points only if given


def match_games(
    match_results: Frame[schemas.MatchResults], sessions: Frame[schemas.Sessions]
) -> dy.LazyFrame[schemas.Games]:
    """Make a game of every match that has a result: 2 points for the winner, or 1 for each team in a draw."""
    # Victory points decide if they were given, or else IMPs, or at point-a-board the points of the boards. If only one
    # team has a row, the other team gets the rest. The event is that of the session, or else its title. The id of a
    # team is `team-` and its number. If any session of the competition has a number on two lines, the ids are `team-`,
    # line and number.
    days = sessions.lazy().select(*SESSION, "date", "file_id", "line_no", event=pl.coalesce("event", "title"))
    sides = (
        match_results.lazy()
        .filter(pl.col("opponent") != NOBODY)
        .with_columns(
            pl.when("vp_given").then(pl.col("vp") / pl.col("weight")).alias("vp"),
            one=pl.min_horizontal("team", "opponent"),
            other=pl.max_horizontal("team", "opponent"),
        )
    )
    # 1 if team `one` won, -1 if the other team won, 0 for a draw, and null without a result
    of_both = {"vp": pl.lit(VICTORY_POINTS), "imps": pl.lit(0), "points": POINT_A_BOARD * pl.col("boards")}
    ahead = [
        pl.coalesce(f"{unit}_one", of_both[unit] - pl.col(f"{unit}_other"))
        - pl.coalesce(f"{unit}_other", of_both[unit] - pl.col(f"{unit}_one"))
        for unit in _UNITS
    ]
    margin = pl.coalesce(ahead).round(DECIMALS).sign()
    by_line = pl.when((pl.col("line").n_unique().over(*SESSION, "team") > 1).any().over(CLUB))
    teams = {
        f"{side}_team": by_line.then(phrase("team-{}-{}", "line", side)).otherwise(phrase("team-{}", side))
        for side in _SIDES
    }
    return (
        sides.with_columns(**teams)
        .group_by(_MEETING)
        .agg(
            *(
                pl.col(unit).filter(pl.col("team") == pl.col(side)).first().alias(f"{unit}_{side}")
                for unit in _UNITS
                for side in _SIDES
            ),
            pl.col("boards").max(),
            pl.col("one_team", "other_team").first(),
        )
        .filter(margin.is_not_null())
        .join(days, on=SESSION)
        .select(
            *(*CLUB, "date", "event", "file_id", "line_no"),
            game_id=phrase("{}/{}/{}{}/{}-{}", "season", "session_id", "line", "round", "one", "other"),
            player_id="one_team",
            opponent_id="other_team",
            points=1.0 + margin,
            opponent_points=1.0 - margin,
        )
        .sort(schemas.Games.primary_key())
        .pipe(schemas.Games.cast)
    )


def teams(games: Frame[schemas.Games], players: Frame[schemas.Players]) -> pl.LazyFrame:
    """Return the teams in the games of `match_games`, with the names given by the club, or else `Team` and a number."""
    sides = [games.lazy().select(*CLUB, "file_id", "line_no", player_id=side) for side in ("player_id", "opponent_id")]
    given = players.lazy().select(*PERSON, given="name")
    named = (
        pl.concat(sides)
        .sort(*CLUB, "player_id", "file_id", "line_no")
        .unique([*CLUB, "player_id"], keep="first", maintain_order=True)
        .join(given, on=PERSON, how="left", maintain_order="left")
        .with_columns(name=pl.coalesce("given", phrase("Team {}", team_number(pl.col("player_id")))))
        .drop("given")
    )
    return pl.concat([schemas.Players.create_empty(lazy=True), named], how="diagonal")


def team_number(team: pl.Expr) -> pl.Expr:
    """Return the number of a team from the id that `match_games` makes, after its line if there is one: `1`, `A 1`."""
    return team.str.replace("^team-", "").str.replace_all("-", " ", literal=True)


def to_rate(
    games: Frame[schemas.Games],
    players: Frame[schemas.Players],
    match_results: Frame[schemas.MatchResults],
    sessions: Frame[schemas.Sessions],
    *,
    seasons: Frame[schemas.RatingSeasons],
) -> tuple[dy.LazyFrame[schemas.Games], dy.LazyFrame[schemas.Players]]:
    """Return the games or matches (by `games_from`) that are rated, and all players or teams who can be rated."""
    by_games, by_matches = (
        seasons.lazy().filter(games_from=word).select(CLUB).unique() for word in ("games", "matches")
    )
    of_teams = schemas.Games.cast(match_games(match_results, sessions).join(by_matches, on=CLUB, how="semi")).collect()
    return (
        schemas.Games.cast(pl.concat([games.lazy().join(by_games, on=CLUB, how="semi"), of_teams.lazy()])),
        schemas.Players.cast(pl.concat([players.lazy().join(by_games, on=CLUB, how="semi"), teams(of_teams, players)])),
    )
