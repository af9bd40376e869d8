"""Show ratings to readers, by rating season: names, places, the parts of each sum, and how reliable ratings are."""

import dataframely as dy
import polars as pl

from transforms.privacy.names_in_texts import TEAM
from transforms.ratings.arithmetic import lookups, percentage
from transforms.ratings.to_rate import team_number
from transforms.tables import report_of_ratings, schemas
from transforms.tables.arithmetic.as_shown import place, shown
from transforms.tables.messages import gettext
from transforms.tables.phrases import phrase
from transforms.tables.schemas import CLUB, PERSON, RATING_LIST
from transforms.tables.shared import natural

_PRINTED = (natural(pl.col("name")).alias("printed"), "player_id")  # the sort key for people by name


def rated_people(
    elo: dy.DataFrame[schemas.Elo],
    corrections: dy.DataFrame[schemas.Corrections],
    players: dy.DataFrame[schemas.Players],
    lists: dy.DataFrame[schemas.RatingList],
    rating_seasons: dy.DataFrame[schemas.RatingSeasons],
) -> dy.LazyFrame[report_of_ratings.RatedPeopleShown]:
    """Name all who are rated or were on a published list: as players, as teams by number, or else as on the lists."""
    is_team = pl.col("player_id").str.contains(TEAM) & pl.col("of_teams")
    # A team that is not named stays `member-1`, as in other numbers.
    number = team_number(pl.col("player_id")).str.replace_all(r"member (\d)", "member-${1}")
    team = phrase(gettext("Team {number}", number="{}"), number)
    of_teams = rating_seasons.lazy().filter(games_from="matches").select(*CLUB, of_teams=True).unique()
    everybody = pl.concat(
        of.lazy().select(*PERSON, linked=pl.lit(is_rated)) for of, is_rated in ((elo, True), (corrections, False))
    )
    return shown(
        report_of_ratings.RatedPeopleShown,
        everybody.group_by(PERSON)
        .agg(pl.col("linked").any())
        .join(_names(players, "given"), on=PERSON, how="left")
        .join(_names(lists, "listed"), on=PERSON, how="left")
        .join(of_teams, on=CLUB, how="left")
        .with_columns(name=pl.coalesce("given", pl.when(is_team).then(team), "listed", "player_id"))
        .sort(PERSON),
    )


def _names(people: dy.DataFrame[schemas.Players] | dy.DataFrame[schemas.RatingList], column: str) -> pl.LazyFrame:
    named = people.lazy().select(*PERSON, pl.col("name").alias(column)).drop_nulls()
    return named.unique(PERSON, keep="first", maintain_order=True)


def rating_rows(
    lists: dy.DataFrame[schemas.RatingList],
    elo: dy.DataFrame[schemas.Elo],
    people: dy.DataFrame[report_of_ratings.RatedPeopleShown],
) -> dy.LazyFrame[report_of_ratings.RatingRowsShown]:
    """Return the rows of both lists of every season, sorted by list and position, with the method and flags of each."""
    return shown(
        report_of_ratings.RatingRowsShown,
        lists.lazy()
        .drop("name")
        .join(people.lazy(), on=PERSON, how="left")
        .join(
            elo.lazy().select(*RATING_LIST, "player_id", "method", "flags"), on=[*RATING_LIST, "player_id"], how="left"
        )
        .with_columns(place=place(pl.col("position"), *RATING_LIST, "list"))
        .sort(*RATING_LIST, "list", "position", *_PRINTED),
    )


def list_overview(
    elo: dy.DataFrame[schemas.Elo],
    rated_games: dy.DataFrame[schemas.RatedGames],
    rating_seasons: dy.DataFrame[schemas.RatingSeasons],
    rows: dy.DataFrame[report_of_ratings.RatingRowsShown],
) -> dy.LazyFrame[report_of_ratings.RatingListsShown]:
    """Count the players and games of each list, and name its leader. The last list of each competition comes first."""
    leads = pl.col("position") == 1
    event = pl.col("event").str.strip_chars().replace("", None)
    of_list = (
        elo.lazy()
        .group_by(*RATING_LIST, "season", "system")
        .agg(rated=pl.col("rating").count(), unrated=pl.col("rating").null_count(), games=pl.col("played").sum() // 2),
        rating_seasons.lazy().drop("season", "system"),
        rows.lazy()
        .filter(list="ranking")
        .group_by(RATING_LIST, maintain_order=True)
        .agg(
            ranked=pl.len(),
            leader=pl.col("name").filter(leads).first(),
            leader_id=pl.col("player_id").filter(leads).first(),
            leaders=leads.sum(),
            highest=pl.col("rating").filter(leads).first(),
        ),
        rated_games.lazy()
        .group_by(RATING_LIST)
        .agg(events=event.drop_nulls().unique().sort(), last_game=pl.col("date").max()),
    )
    counted, rules, ranked, played = of_list
    return shown(
        report_of_ratings.RatingListsShown,
        counted.join(rules, on=RATING_LIST)
        .join(ranked, on=RATING_LIST, how="left")
        .join(played, on=RATING_LIST, how="left")
        .with_columns(
            pl.col("ranked").fill_null(0), pl.col("events").fill_null([]), of_teams=pl.col("games_from") == "matches"
        )
        .sort(RATING_LIST, descending=[False, False, True]),
    )


def corrections_shown(
    corrections: dy.DataFrame[schemas.Corrections], people: dy.DataFrame[report_of_ratings.RatedPeopleShown]
) -> dy.LazyFrame[report_of_ratings.RatingCorrectionsShown]:
    """Name the players whose published ratings would be different now: last list first, largest difference first."""
    return shown(
        report_of_ratings.RatingCorrectionsShown,
        corrections.lazy()
        .join(people.lazy(), on=PERSON, how="left")
        .sort(
            *RATING_LIST,
            pl.col("difference").abs(),
            *("name", "player_id"),
            descending=[False, False, True, True, False, False],
            nulls_last=True,
        ),
    )


def rated_seasons(
    elo: dy.DataFrame[schemas.Elo],
    people: dy.DataFrame[report_of_ratings.RatedPeopleShown],
    rating_seasons: dy.DataFrame[schemas.RatingSeasons],
    rated_games: dy.DataFrame[schemas.RatedGames],
    rating_table: pl.DataFrame,
) -> dy.LazyFrame[report_of_ratings.RatedSeasonsShown]:
    """Add to every rating the rules of its season and the parts of its sum, sorted by player, the first list first."""
    by_table = pl.lit(pl.Series(lookups(rating_table).difference)).gather("percentage")
    scored = (pl.col("points") * 100).round().cast(pl.Int64)
    by_norms = (
        rated_games.lazy()
        .filter("counted")
        .group_by(*RATING_LIST, "player_id")
        .agg(opponents_by_norms=pl.col("opponent_rating").cast(pl.Int64).sum())
    )
    is_by_performance, at_100 = pl.col("method") == "performance", pl.col("difference_at_100")
    draws = pl.when(is_by_performance).then("added_draws").fill_null(0).cast(pl.Int64)
    opponents = _opponents(elo, rated_games, rating_seasons)
    return shown(
        report_of_ratings.RatedSeasonsShown,
        elo.lazy()
        .join(people.lazy(), on=PERSON, how="left")
        .join(rating_seasons.lazy().drop("season", "system"), on=RATING_LIST, how="left")
        .with_columns(percentage=percentage(scored + 100 * draws, pl.col("games") + draws))
        .with_columns(adds=pl.when(percentage=100).then(at_100).when(percentage=0).then(-at_100).otherwise(by_table))
        .sort("list_date")
        .join_asof(
            opponents, left_on="list_date", right_on="settled", by=PERSON, coalesce=False, check_sortedness=False
        )
        .join(by_norms, on=[*RATING_LIST, "player_id"], how="left")
        .with_columns(
            opponents=pl.when(method="norm")
            .then("opponents_by_norms")
            .when(is_by_performance, pl.col("met") == pl.col("games"))
            .then("opponents"),
            stand_ins=pl.when(is_by_performance, pl.col("settled") == pl.col("list_date")).then("stand_ins"),
        )
        .sort(*PERSON, "list_date"),
    )


def _opponents(
    elo: dy.DataFrame[schemas.Elo],
    rated_games: dy.DataFrame[schemas.RatedGames],
    rating_seasons: dy.DataFrame[schemas.RatingSeasons],
) -> pl.LazyFrame:
    """Return the sum of the opponents' ratings for players rated by performance: by list, over all seasons so far."""
    # An opponent counts with the rating at the time of the game. An opponent who had no rating then counts with the
    # first rating obtained later, from the list with that rating on; but not if a first rating needs games against
    # rated opponents. `met` is the number of games in the sum, and `stand_ins` has the first ratings of the same list.
    newcomers = elo.lazy().filter(method="performance").select(PERSON).unique()
    rated = pl.col("opponent_rating").is_not_null()
    settled = (
        rated_games.lazy()
        .join(rating_seasons.lazy().select(*RATING_LIST, "first_rating_games"), on=RATING_LIST, how="left")
        .filter(rated | pl.col("first_rating_games").is_null())
        .join(newcomers, on=PERSON, how="semi")
        .join(_first_ratings(elo), on=(*CLUB, "opponent_id"), how="left")
        .select(
            *PERSON,
            settled=pl.when(rated).then("list_date").otherwise("first_list"),
            rating=pl.coalesce("opponent_rating", "first_rating").cast(pl.Int64),
            found=~rated,
        )
        .drop_nulls("settled")
    )
    return (
        settled.group_by(*PERSON, "settled")
        .agg(
            opponents=pl.col("rating").sum(),
            met=pl.len(),
            stand_ins=pl.col("rating").filter("found").value_counts(name="many"),
        )
        .sort("settled")
        .with_columns(
            pl.col("opponents", "met").cum_sum().over(PERSON, order_by="settled"),
            pl.col("stand_ins").list.eval(
                pl.element().sort_by(pl.element().struct["many"], pl.element().struct["rating"], descending=True)
            ),
        )
        .with_columns(pl.when(pl.col("stand_ins").list.len() > 0).then("stand_ins"))
    )


def _first_ratings(elo: dy.DataFrame[schemas.Elo]) -> pl.LazyFrame:
    return (
        elo.lazy()
        .drop_nulls("rating")
        .group_by(PERSON)
        .agg(first_list=pl.col("list_date").min(), first_rating=pl.col("rating").get(pl.col("list_date").arg_min()))
        .rename({"player_id": "opponent_id"})
    )


def games_shown(
    rated_games: dy.DataFrame[schemas.RatedGames],
    people: dy.DataFrame[report_of_ratings.RatedPeopleShown],
    elo: dy.DataFrame[schemas.Elo],
) -> dy.LazyFrame[report_of_ratings.RatingGamesShown]:
    """Name the opponent in every game, with the first rating if there was none before; sorted by player and day."""
    opponents = people.lazy().filter("linked").select(*CLUB, opponent_id="player_id", opponent="name", linked="linked")
    return shown(
        report_of_ratings.RatingGamesShown,
        rated_games.lazy()
        .join(opponents, on=(*CLUB, "opponent_id"), how="left")
        .join(_first_ratings(elo), on=(*CLUB, "opponent_id"), how="left")
        .join(elo.lazy().select(*RATING_LIST, "player_id", "method"), on=[*RATING_LIST, "player_id"], how="left")
        .with_columns(
            pl.coalesce("opponent", "opponent_id").alias("opponent"),
            pl.col("linked").fill_null(value=False),
            stands_in=pl.when(pl.col("opponent_rating").is_null()).then("first_rating"),
            beyond=pl.col("points") - pl.col("norm"),
        )
        .sort(*PERSON, "date", "game_id"),
    )


_GAMES = pl.col("games")
_MEANS = [((pl.col(name) * _GAMES).sum() / _GAMES.sum()).alias(name) for name in ("expected", "scored")]


def bands(calibration: dy.DataFrame[schemas.Calibration]) -> dy.LazyFrame[report_of_ratings.RatingBandsShown]:
    """Return what favourites (above 50 %) were expected to score and did score, by list and band of five percent."""
    favourites = calibration.lazy().filter(pl.col("expected") > 50)
    whole_time = favourites.with_columns(list_date=pl.lit(None, pl.Date))
    return shown(
        report_of_ratings.RatingBandsShown,
        pl.concat([favourites, whole_time])
        .with_columns(band=(pl.col("expected") - 46) // 5)
        .group_by(*RATING_LIST, "band")
        .agg(*_MEANS, pl.col("games").sum())
        .with_columns(least=46 + 5 * pl.col("band"), most=50 + 5 * pl.col("band"))
        .sort(*RATING_LIST, "band"),
    )


def foretelling_shown(
    foretelling: dy.DataFrame[schemas.Foretelling], calibration: dy.DataFrame[schemas.Calibration]
) -> dy.LazyFrame[report_of_ratings.RatingForetellingShown]:
    """Add to the predictions of each season, last first, what favourites were expected to score and did score."""
    favourites = calibration.lazy().filter(pl.col("expected") > 50).group_by(RATING_LIST).agg(_MEANS)
    return shown(
        report_of_ratings.RatingForetellingShown,
        foretelling.lazy()
        .join(favourites, on=RATING_LIST, how="left")
        .sort(RATING_LIST, descending=[False, False, True]),
    )
