"""The tables of ratings as the report shows them: names beside ids, places, numbers as text, in reading order.

What belongs here: joins, order and rounding of the tables of the warehouse, for all competitions at once. A season here
is a rating season: it ends on the day of its list, and the seasons of the competition do not matter.
"""

import polars as pl

from pipelines.reports.tables.columns import each, hundredths
from pipelines.reports.tables.rated_people import rated_people
from pipelines.settings.ratings import rating_table
from pipelines.words.languages.numbers import short_date
from transforms.messages import gettext, gettext_noop
from transforms.ratings.arithmetic import lookups, percentage
from transforms.tables import CLUB, COMPETITION, PERSON, RATING_LIST, Tables
from transforms.tables.arithmetic.as_shown import in_short, place
from transforms.tables.arithmetic.rounding import to_decimals

MOST_MOVERS = 10

_RULES = (
    "established_games",
    "k_points",
    "rounded",
    "difference_at_100",
    "max_gain_over_performance",
    "turbo_deviation",
    "turbo_performance",
    "k_games_cap",
    "overshoot_beyond",
    "first_rating_games",
    "list_games",
    "list_recent_games",
)

_OF_LIST = (
    *("k_points", "k_steps", "k_games_cap", "turbo_k", "turbo_deviation", "turbo_min_games"),
    *("difference_at_100", "difference_cap", "games_from"),
)
"""Rules that the page of a list shows."""

ALL_SO_FAR = "*"
"""The mark after a number of games that counts the games of all seasons so far."""

_MARKS = {
    "estimated": gettext_noop("estimated"),
    "overshoot": gettext_noop("may have overshot"),
    "gain_capped": gettext_noop("held at the performance"),
    "k_capped": gettext_noop("K lowered"),
    "one_game": gettext_noop("larger K by one game"),
}
"""Flag -> the words after the name of the player on a list."""


def rating_tables(tables: Tables) -> dict[str, pl.DataFrame]:
    """Every table of the rating pages, from the tables of the warehouse; each starts with club and competition.

    `lists`: one row per list, with the number of its players and the leader. `ranking`, `alphabetical`: the rows of the
    lists. `movers`: who gained and who lost most. `warnings`, `groups`: players whose ratings are doubtful or missing.
    `corrections`: changes of published ratings. `seasons`, `games`: the seasons and games of every player.
    `calibration`, `foretelling`: how reliable the ratings are.
    """
    people = rated_people(tables)
    named = _named(tables, people)
    seasons = _seasons(tables, named)
    ranking, alphabetical = (_printed(tables, people, which) for which in ("ranking", "alphabetical"))
    return {
        "lists": _lists(tables, ranking),
        "ranking": ranking,
        "alphabetical": alphabetical,
        "movers": _movers(ranking),
        "warnings": seasons.drop_nulls("flags").sort(*RATING_LIST, "printed", "player_id"),
        "groups": _groups(named),
        "corrections": _corrections(tables, people),
        "seasons": seasons,
        "games": _games(tables, people),
        "calibration": _calibration(tables),
        "foretelling": _foretelling(tables),
    }


def rating_seasons(tables: Tables) -> pl.DataFrame:
    """The table `seasons` of `rating_tables` alone: its players, their ratings and the games that count in these."""
    return _seasons(tables, _named(tables, rated_people(tables)))


def _named(tables: Tables, people: pl.DataFrame) -> pl.DataFrame:
    """The ratings with who has them."""
    return tables["ratings.elo"].join(people, on=PERSON, how="left")


def _printed(tables: Tables, people: pl.DataFrame, which: str) -> pl.DataFrame:
    """The rows of one of the two lists of every season, in their order, with `place`: the position as text."""
    flags = tables["ratings.elo"].select(*RATING_LIST, "player_id", "method", "flags")
    return (
        tables["ratings.lists"]
        .filter(list=which)
        .drop("name", "list")
        .join(people, on=PERSON, how="left")
        .join(flags, on=[*RATING_LIST, "player_id"], how="left")
        .sort(*RATING_LIST, "position", "printed", "player_id")
        .with_columns(place=place(pl.col("position"), *RATING_LIST))
    )


def list_rows(printed: pl.DataFrame) -> pl.DataFrame:
    """The rows of `ranking` or `alphabetical` as a page shows them: numbers as text, `marks` at doubtful ratings."""
    marks = [
        pl.when(pl.col("flags").str.contains(flag, literal=True)).then(pl.lit(gettext(mark)))
        for flag, mark in _MARKS.items()
    ]
    return printed.select(
        *CLUB,
        "list_date",
        "place",
        "page",
        "name",
        whole("rating_before"),
        whole("games") + pl.when(method="performance").then(pl.lit(ALL_SO_FAR)).otherwise(pl.lit("")),
        whole("performance"),
        whole("rating"),
        change=pl.when(pl.col("change") == 0).then(pl.lit("=")).otherwise(with_sign("change")),
        points=in_short(pl.col("points")).fill_null(""),
        norm=hundredths(pl.col("norm")),
        k=in_short(pl.col("k")).fill_null(""),
        marks=pl.concat_str(marks, separator=", ", ignore_nulls=True),
    )


def list_file(printed: pl.DataFrame) -> pl.DataFrame:
    """The rows of one list as they are downloaded: numbers as numbers, and ids beside names."""
    return printed.select(
        *(*CLUB, "season", "system", "list_date", "position", "player_id", "name", "rating_before", "games"),
        *("points", "norm", "performance", "k", "rating", "change", "method", "flags"),
    )


def _lists(tables: Tables, ranking: pl.DataFrame) -> pl.DataFrame:
    """One row per list, the last one first: how many players are on it, how much was played where, and who leads."""
    elo = tables["ratings.elo"]
    counts = elo.group_by(RATING_LIST).agg(
        rated=pl.col("rating").count(),
        unrated=pl.col("rating").null_count(),
        played=(pl.col("played") > 0).sum(),
        games=pl.col("played").sum() // 2,
    )
    events = (
        tables["ratings.games"]
        .group_by(RATING_LIST)
        .agg(
            events=pl.col("event").str.strip_chars().replace("", None).drop_nulls().unique().sort(),
            last_game=pl.col("date").max(),
        )
    )
    leaders = (
        ranking.filter(pl.col("position") == 1)
        .group_by(RATING_LIST, maintain_order=True)
        .agg(
            leader=pl.col("name").first(),
            leader_page=pl.col("page").first(),
            leaders=pl.len(),
            highest=pl.col("rating").first(),
        )
    )
    return (
        elo.select(*COMPETITION, "system", "list_date")
        .unique()
        .join(tables["raw.rating_seasons"].select(*RATING_LIST, "start", *_OF_LIST), on=RATING_LIST)
        .join(counts, on=RATING_LIST)
        .join(ranking.group_by(RATING_LIST).agg(ranked=pl.len()), on=RATING_LIST, how="left")
        .join(leaders, on=RATING_LIST, how="left")
        .join(events, on=RATING_LIST, how="left")
        .with_columns(
            pl.col("ranked").fill_null(0), pl.col("events").fill_null([]), of_teams=pl.col("games_from") == "matches"
        )
        .sort(RATING_LIST, descending=[False, False, True])
    )


def _movers(ranking: pl.DataFrame) -> pl.DataFrame:
    """The players on the ranking list who rose most, then those who fell most; ties in order of the list."""
    moved = ranking.filter(pl.col("change") != 0).with_columns(rose=pl.col("change") > 0, by=pl.col("change").abs())
    return (
        moved.sort(
            *RATING_LIST,
            "rose",
            "by",
            "position",
            "printed",
            "player_id",
            descending=[False] * 3 + [True] * 2 + [False] * 3,
        )
        .group_by(*RATING_LIST, "rose", maintain_order=True)
        .head(MOST_MOVERS)
    )


def _groups(named: pl.DataFrame) -> pl.DataFrame:
    """Players who met only one another, none of them rated: one row per group, its players as a list."""
    return (
        named.drop_nulls("unlinked_group")
        .sort(*RATING_LIST, "unlinked_group", "printed", "player_id")
        .group_by(*RATING_LIST, "unlinked_group", maintain_order=True)
        .agg(pl.struct("player_id", "name", "page").alias("players"), games=pl.col("games_total").sum() // 2)
        .sort(*RATING_LIST, pl.col("players").list.len(), "unlinked_group", descending=[False] * 3 + [True, False])
    )


def _corrections(tables: Tables, people: pl.DataFrame) -> pl.DataFrame:
    """Published ratings that would now be different, the largest difference in each list first.

    Who is rated no more has a name, and no `page`.
    """
    everybody = rated_people(tables, "ratings.corrections").drop("page")
    return (
        tables["ratings.corrections"]
        .join(everybody, on=PERSON, how="left")
        .join(people.select(*PERSON, "page"), on=PERSON, how="left")
        .sort(
            *RATING_LIST,
            pl.col("difference").abs(),
            "name",
            "player_id",
            descending=[False, False, True, True, False, False],
            nulls_last=True,
        )
    )


# --- of every player ----------------------------------------------------------------------------


def _seasons(tables: Tables, named: pl.DataFrame) -> pl.DataFrame:
    """One row per player and list, the first list first, with the rules of the season and the parts of its sum.

    `percentage` is the percentage of points scored, `adds` the difference that belongs to it, and `opponents` the sum
    of the opponents' ratings. For a player rated by performance, `stand_ins` are the ratings of opponents who had no
    rating when the two met, and whose first rating is on this same list, computed together with the player's own: a
    list of (rating, many), where `many` opponents have this rating; null where there are none.
    """
    by_table = pl.lit(pl.Series(lookups(rating_table()).difference)).gather("percentage")
    rules = tables["raw.rating_seasons"].select(*RATING_LIST, "start", *_RULES)
    scored = (pl.col("points") * 100).round().cast(pl.Int64)
    by_performance, by_norms = _opponents(tables), _opponents_by_norms(tables)
    return (
        named.join(rules, on=RATING_LIST, how="left")
        .with_columns(percentage=percentage(scored, pl.col("games")))
        .with_columns(
            adds=pl.when(pl.col("percentage") == 100)
            .then("difference_at_100")
            .when(pl.col("percentage") == 0)
            .then(-pl.col("difference_at_100"))
            .otherwise(by_table)
        )
        .sort("list_date")
        .join_asof(
            by_performance,
            left_on="list_date",
            right_on="settled",
            by=list(PERSON),
            coalesce=False,
            check_sortedness=False,
        )
        .join(by_norms, on=[*RATING_LIST, "player_id"], how="left")
        .with_columns(
            opponents=pl.when(method="norm")
            .then("opponents_by_norms")
            .when(pl.col("method") == "performance", pl.col("met") == pl.col("games"))
            .then("opponents"),
            stand_ins=pl.when(pl.col("method") == "performance", pl.col("settled") == pl.col("list_date")).then(
                "stand_ins"
            ),
        )
        .drop("met", "settled", "opponents_by_norms")
        .sort(*PERSON, "list_date")
    )


def _opponents(tables: Tables) -> pl.DataFrame:
    """The sum of the ratings of the opponents of players rated by performance: per list, over all seasons so far.

    An opponent counts with the rating at the time of the game; where there was none, with the opponent's first rating
    after it, from that list on; not where a first rating takes games against rated opponents. `met` is the number of
    games in the sum. `stand_ins` are the first ratings of opponents who got them on this same list.
    """
    newcomers = tables["ratings.elo"].filter(method="performance").select(PERSON).unique()
    rated = pl.col("opponent_rating").is_not_null()
    settled = (
        tables["ratings.games"]
        .join(tables["raw.rating_seasons"].select(*RATING_LIST, "first_rating_games"), on=RATING_LIST, how="left")
        .filter(rated | pl.col("first_rating_games").is_null())
        .select(*RATING_LIST, "player_id", "opponent_id", "opponent_rating")
        .join(newcomers, on=PERSON, how="semi")
        .join(_first_ratings(tables), on=(*CLUB, "opponent_id"), how="left")
        .select(
            *PERSON,
            settled=pl.when(rated).then("list_date").otherwise("first_list"),
            rating=pl.coalesce("opponent_rating", "first_rating").cast(pl.Int64),
            found=~rated,
        )
        .drop_nulls("settled")
    )
    stand_ins = (
        settled.filter("found")
        .group_by(*PERSON, "settled", "rating")
        .agg(many=pl.len())
        .sort("many", "rating", descending=True)
        .group_by(*PERSON, "settled", maintain_order=True)
        .agg(stand_ins=pl.struct("rating", "many"))
    )
    return (
        settled.group_by(*PERSON, "settled")
        .agg(opponents=pl.col("rating").sum(), met=pl.len())
        .join(stand_ins, on=(*PERSON, "settled"), how="left")
        .sort("settled")
        .with_columns(pl.col("opponents", "met").cum_sum().over(PERSON, order_by="settled"))
    )


def _opponents_by_norms(tables: Tables) -> pl.DataFrame:
    """The sum of the opponents' ratings in the games of a season that count, for players who are rated by norms."""
    return (
        tables["ratings.games"]
        .lazy()
        .filter("counted")
        .group_by(*RATING_LIST, "player_id")
        .agg(opponents_by_norms=pl.col("opponent_rating").cast(pl.Int64).sum())
        .collect()
    )


def _first_ratings(tables: Tables) -> pl.DataFrame:
    """For every player the first list with a rating, and that rating; the player is in the column `opponent_id`."""
    return (
        tables["ratings.elo"]
        .lazy()
        .drop_nulls("rating")
        .group_by(PERSON)
        .agg(first_list=pl.col("list_date").min(), first_rating=pl.col("rating").get(pl.col("list_date").arg_min()))
        .rename({"player_id": "opponent_id"})
        .collect()
    )


def _games(tables: Tables, people: pl.DataFrame) -> pl.DataFrame:
    """Every game of every player in order of date, with numbers as text.

    `opponent_page` is null where the opponent has no page. `stands_in` is the first rating of an opponent who had no
    rating when the two met.
    """
    opponents = people.select(*CLUB, opponent_id="player_id", opponent="name", opponent_page="page")
    beyond = to_decimals(pl.col("points") - pl.col("norm"))
    games = tables["ratings.games"]
    return (
        games.with_columns(day=each(games["date"], short_date))
        .join(opponents, on=(*CLUB, "opponent_id"), how="left")
        .join(_first_ratings(tables), on=(*CLUB, "opponent_id"), how="left")
        .sort(*PERSON, "date", "game_id")
        .select(
            *PERSON,
            "list_date",
            iso=pl.col("date").dt.to_string("%Y-%m-%d"),
            day="day",
            event=pl.col("event").fill_null(""),
            opponent_page="opponent_page",
            opponent=pl.coalesce("opponent", "opponent_id"),
            rating=whole("rating"),
            opponent_rating=whole("opponent_rating"),
            stands_in=pl.when(pl.col("opponent_rating").is_null()).then(whole("first_rating")).fill_null(""),
            difference=with_sign("difference"),
            expected=whole("expected"),
            norm=hundredths(pl.col("norm")),
            points=in_short(pl.col("points")),
            beyond=pl.when(beyond > 0).then("+" + hundredths(beyond)).otherwise(hundredths(beyond)),
            counted="counted",
        )
    )


def whole(column: str) -> pl.Expr:
    """A whole number as text; "" for null."""
    return pl.col(column).cast(pl.String).str.replace("-", "−", literal=True).fill_null("")


def with_sign(column: str) -> pl.Expr:
    """A whole number as text with its sign: `+57`, `−110`, `0`."""
    return pl.when(pl.col(column) > 0).then("+" + whole(column)).otherwise(whole(column))


# --- how far to believe them --------------------------------------------------------------------


def _calibration(tables: Tables) -> pl.DataFrame:
    """What favourites were expected to score and what they scored: one row per season and band of five percent.

    `list_date` is null for all seasons together. `expected` and `scored` are means over the games, in percent. Games of
    which 50 % was expected of both have no favourite.
    """
    by_percentage = tables["ratings.calibration"].filter(pl.col("expected") > 50)
    whole_time = by_percentage.with_columns(list_date=pl.lit(None, pl.Date))
    games = pl.col("games")
    return (
        pl.concat([by_percentage, whole_time])
        .with_columns(band=(pl.col("expected") - 46) // 5)
        .group_by(*RATING_LIST, "band")
        .agg(
            expected=(pl.col("expected") * games).sum() / games.sum(),
            scored=(pl.col("scored") * games).sum() / games.sum(),
            games=games.sum(),
        )
        .with_columns(
            least=46 + 5 * pl.col("band"),
            most=50 + 5 * pl.col("band"),
        )
        .sort(*RATING_LIST, "band")
    )


def _foretelling(tables: Tables) -> pl.DataFrame:
    """How well the ratings predicted the games: one row per season, the last one first.

    `expected` and `scored` are those of favourites, so without the games of which 50 % was expected of both.
    """
    games = pl.col("games")
    favourites = (
        tables["ratings.calibration"]
        .filter(pl.col("expected") > 50)
        .group_by(RATING_LIST)
        .agg(
            expected=(pl.col("expected") * games).sum() / games.sum(),
            scored=(pl.col("scored") * games).sum() / games.sum(),
        )
    )
    return (
        tables["ratings.foretelling"]
        .join(favourites, on=RATING_LIST, how="left")
        .sort(RATING_LIST, descending=[False, False, True])
    )
