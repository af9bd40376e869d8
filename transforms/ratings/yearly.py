"""Make the yearly ratings of a build: ratings, games, a ranking list of active members, an alphabetical list of all.

Source: KNDB-rating, chapter "KNDB-rating".
"""

import datetime as dt
from typing import NamedTuple

import dataframely as dy
import polars as pl

from transforms.bridge.sessions import NOBODY, POINT_A_BOARD, VICTORY_POINTS
from transforms.ratings.games import rated_games
from transforms.ratings.rated_season import elo
from transforms.tables import schemas
from transforms.tables.phrases import phrase
from transforms.tables.schemas import CLUB, COMPETITION, DECIMALS, PERSON, RATING_SEASON, SESSION, Frame
from transforms.tables.shared import in_shape, natural

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


# Small letters that Unicode does not split into a letter and an accent.
_LETTERS = {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th"}


def rating_lists(
    elo: Frame[schemas.Elo], players: Frame[schemas.Players], seasons: Frame[schemas.RatingSeasons]
) -> dy.LazyFrame[schemas.RatingList]:
    """Make both lists of every season (docs/ratings.md); the alphabetical list ignores accents."""
    # If neither membership nor nationality is known, a player is on the ranking list. Players with the same rating
    # share the best position.
    rules = seasons.lazy().select(*COMPETITION, "nationalities", "list_games", "list_recent_games")
    people = players.lazy().select(
        *PERSON, *("name", "member", "nationality"), sorted_as=_sorted_as(pl.coalesce("name", "player_id"))
    )
    rated = (
        elo.lazy()
        .filter(pl.col("rating").is_not_null())
        .sort(schemas.Elo.primary_key())
        .with_columns(number=pl.struct(RATING_SEASON).rle_id())
        .with_row_index("row")
        .join(rules, on=COMPETITION, how="left")
        .join(people, on=PERSON, how="left")
        .with_columns(
            printed=pl.coalesce("name", "player_id"),
            sorted_as=pl.coalesce("sorted_as", _sorted_as(pl.col("player_id"))),
        )
    )
    of_country = pl.col("nationality").is_in(pl.col("nationalities"))
    known = pl.col("member").is_not_null() | pl.col("nationality").is_not_null()
    belongs = pl.col("nationalities").is_null() | (pl.col("member") | of_country).fill_null(~known)
    has_played = pl.col("games_total") >= pl.col("list_games"), pl.col("recent") >= pl.col("list_recent_games")
    active = rated.filter(belongs, *has_played)
    in_order = pl.int_range(1, pl.len() + 1, dtype=pl.UInt32).over("number", order_by=["sorted_as", "printed", "row"])
    by_rating = pl.col("rating").rank("min", descending=True).over("number")
    alphabetical = rated.with_columns(list=pl.lit("alphabetical"), position=in_order)
    ranking = active.with_columns(list=pl.lit("ranking"), position=by_rating)
    return schemas.RatingList.cast(pl.concat([alphabetical, ranking]).sort("number", "list", "row"))


def _sorted_as(name: pl.Expr) -> pl.Expr:
    plain = name.str.to_lowercase().str.normalize("NFKD").str.replace_all(r"\p{M}", "")
    return natural(plain.str.replace_many(_LETTERS))


class YearlyRatings(NamedTuple):
    """The ratings, lists and games of all seasons whose list date has passed."""

    elo: dy.LazyFrame[schemas.Elo]  # every rating on every list, and the numbers that led to it
    lists: dy.LazyFrame[schemas.RatingList]  # the ranking list and the alphabetical list of every season
    games: dy.LazyFrame[schemas.RatedGames]  # every game of these seasons, with its norms


def yearly_ratings(
    games: Frame[schemas.Games],
    players: Frame[schemas.Players],
    match_results: Frame[schemas.MatchResults],
    sessions: Frame[schemas.Sessions],
    *,
    seasons: Frame[schemas.RatingSeasons],
    ratings: Frame[schemas.Ratings],
    rating_table: pl.DataFrame,
    today: dt.date,
) -> YearlyRatings:
    """Return every rating on every list before `today`, the printed lists, and the games with expected results."""
    of_games, of_players = to_rate(games, players, match_results, sessions, seasons=seasons)
    to_be_rated, everybody = of_games.collect(), of_players.collect()
    made = elo(to_be_rated, ratings, everybody, with_list(seasons, today), rating_table).collect()
    return YearlyRatings(
        made.lazy(), rating_lists(made, everybody, seasons), rated_games(to_be_rated, made, seasons, rating_table)
    )


def with_list(seasons: Frame[schemas.RatingSeasons], today: dt.date) -> dy.DataFrame[schemas.RatingSeasons]:
    """Return the rows of `RatingSeasons` whose list date has passed."""
    return in_shape(schemas.RatingSeasons, seasons.lazy().filter(pl.col("list_date") < today)).collect()
