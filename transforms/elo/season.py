"""One season of ratings: everybody at once, with all ratings frozen at the list before.

Whole numbers throughout: points in hundredths, norms in percent of two points, and K as a weight, twice the K of
games worth 1 point, so that 400 times a change is weight * (hundredths - 2 * percentages). Only players who met
others without a rating need fractions; there a binary one a hair below a half counts as the half.
"""

import numpy as np
import polars as pl

from transforms.elo.arithmetic import Integers, Table, percentage, whole
from transforms.elo.intake import Season
from transforms.elo.standing import Standing, Tally
from transforms.elo.unrated import Meetings, groups, solve
from transforms.tables import RATING_FLAGS

_ENGINE = "in-memory"
"""A season's players fit in memory many times over, and take half the time there; and they keep their order."""
_HAIR = 1e-9
_PARTS = 400
"""Of a rating point: in these a change is whole."""
_NO_CAP = 2**31 - 1
_FLAGS = pl.Series(
    [
        ",".join(word for bit, word in enumerate(RATING_FLAGS) if number >> bit & 1) or None
        for number in range(2 ** len(RATING_FLAGS))
    ]
)
"""The words of every combination of flags, by the number whose bits they are."""
_NOT_PER_PLAYER = (
    *("club", "competition", "season", "system", "start", "list_date"),
    *("turn", "k_steps", "nationalities", "list_games", "list_recent_games", "games_if_unknown"),
    *("turbo_performance", "rounded"),
)


def rated_season(season: Season, standing: Standing, players: pl.DataFrame, table: Table) -> pl.DataFrame:
    """Rate the season, and take it into the standing.

    Args:
        season: rules and games.
        standing: before the season; after it when this returns.
        players: `Intake.players`.
        table: the rating table.

    Returns:
        What `Elo` says in numbers, for every player with a rating, or with games but none; `number` and
        `season_number` say who and when, and `group` is the number of the first player of an unlinked group.
    """
    people = _people(season, players)
    number = people["number"].to_numpy()
    caps = np.full(len(players), _NO_CAP, dtype=np.int64)
    caps[number] = people["difference_cap"].fill_null(_NO_CAP).to_numpy()
    tally = standing.tally(season, table, caps)
    standing.enter(season, tally)
    sums = _sums(people, number, standing, tally)
    linked = _with_unrated(_with_score(sums, table), number, standing)
    rated = linked.lazy().pipe(_with_performance).pipe(_with_k).pipe(_with_rating).collect(engine=_ENGINE)
    standing.publish(number, rated["rating"], tally)
    listed = pl.col("rating").is_not_null() | (pl.col("all_games") > 0)
    return rated.lazy().filter(listed).pipe(_rows).collect(engine=_ENGINE)


def _people(season: Season, players: pl.DataFrame) -> pl.DataFrame:
    """The players of the season's federations, each with the rules; the steps of K in columns of their own."""
    steps = season.rules["k_steps"]
    in_columns = [
        pl.col("k_steps").list.get(place, null_on_oob=True).struct.field(name).alias(f"{name}_{place}")
        for place in range(max(map(len, steps)))
        for name in ("games_to", "rating_below", "k")
    ]
    rules = season.rules.with_columns(
        in_columns,
        turbo_by_exact=pl.col("turbo_performance") == "exact",
        rounds_change=pl.col("rounded") == "change",
    ).drop(_NOT_PER_PLAYER)
    return players.drop("player_id").join(rules, on="federation", maintain_order="left").drop("federation")


def _sums(people: pl.DataFrame, number: Integers, standing: Standing, tally: Tally) -> pl.DataFrame:
    """Who is rated by what, and the sums for it: the season's rated games, or all games of all seasons."""
    facts = {
        "rated": standing.rated,
        "old": standing.rating,
        "highest": standing.highest,
        "games_before": standing.games_total,
        "played": tally.played,
        "recent": tally.played + standing.played_before,
        "season_games": tally.games,
        "season_hundredths": tally.hundredths,
        "season_opponents": tally.opponents,
        "expected": tally.expected,
        "all_games": standing.games,
        "all_hundredths": standing.hundredths,
        "all_opponents": standing.opponents,
    }
    rated = pl.col("rated")
    established = rated & (pl.col("games_before") >= pl.col("established_games"))
    by_norm = established & (pl.col("season_games") > 0)
    by_performance = ~established & pl.when(rated).then(pl.col("played") > 0).otherwise(pl.col("all_games") > 0)
    method = pl.when(by_norm).then(pl.lit("norm")).when(by_performance).then(pl.lit("performance"))
    return (
        people.with_columns(**{name: pl.Series(values[number]) for name, values in facts.items()})
        .with_columns(method=method, by_norm=by_norm)
        .with_columns(
            pl.when("by_norm").then(f"season_{sum}").when(pl.col("method").is_not_null()).then(f"all_{sum}").alias(sum)
            for sum in ("games", "hundredths", "opponents")
        )
    )


def _with_score(sums: pl.DataFrame, table: Table) -> pl.DataFrame:
    """`percentage` scored, and `total`: the sum of the rated opponents' ratings, and A for every game."""
    by_table = pl.lit(pl.Series(table.difference)).gather("percentage")
    at_100 = pl.col("difference_at_100").cast(pl.Int64)
    difference = (
        pl.when(pl.col("percentage") == 100)
        .then(at_100)
        .when(pl.col("percentage") == 0)
        .then(-at_100)
        .otherwise(by_table)
    )
    return sums.with_columns(percentage=percentage(pl.col("hundredths"), pl.col("games"))).with_columns(
        total=pl.col("opponents") + pl.col("games") * difference
    )


def _with_unrated(sums: pl.DataFrame, number: Integers, standing: Standing) -> pl.DataFrame:
    """The unrated solved together: `met`, the sum of the ratings found for unrated opponents; `group` if `unlinked`."""
    size = len(standing.rated)
    games, total = np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int64)
    games[number], total[number] = (sums[name].fill_null(0).to_numpy() for name in ("games", "total"))
    one, other = standing.unsettled
    between = ~standing.rated[one]
    first = groups(size, Meetings(one[between], other[between]))
    against_rated = games - np.bincount(one[between], minlength=size)
    sought = ~standing.rated & (games > 0)
    in_linked = np.bincount(first[sought], against_rated[sought], size)[first] > 0
    place = np.cumsum(sought & in_linked) - 1
    within = between & (sought & in_linked)[one]
    found = np.zeros(size)
    found[sought & in_linked] = solve(
        games[sought & in_linked], total[sought & in_linked], Meetings(place[one[within]], place[other[within]])
    )
    met = np.bincount(one, found[other], size)
    unlinked = sought & ~in_linked
    return sums.with_columns(
        met=pl.Series(met[number]),
        meets_unrated=pl.Series((np.bincount(one, minlength=size) > 0)[number]) & ~pl.col("by_norm"),
        unlinked=pl.Series(unlinked[number]),
        group=pl.Series(first[number]),
    ).with_columns(
        method=pl.when(~pl.col("unlinked")).then("method"),
        group=pl.when("unlinked").then("group"),
    )


def _with_performance(sums: pl.LazyFrame) -> pl.LazyFrame:
    """`performance`, a whole number; none for who did not play or has no link to a rating."""
    exact = whole(pl.col("total"), pl.col("games"))
    solved = (pl.col("total") + pl.col("met")) / pl.col("games")
    halves_away = (solved.sign() * (solved.abs() + 0.5 + _HAIR).floor()).cast(pl.Int64)
    return sums.with_columns(
        performance=pl.when(pl.col("method").is_not_null()).then(
            pl.when("meets_unrated").then(halves_away).otherwise(exact)
        )
    )


def _with_k(sums: pl.LazyFrame) -> pl.LazyFrame:
    """`weight` of those rated by norms, and whether it is that of the turbo, lowered, or still large."""
    columns = sums.collect_schema().names()
    places = [name.removeprefix("k_") for name in columns if name.startswith("k_") and name[2:].isdigit()]
    fits = {
        place: (pl.col("games_before") <= pl.col(f"games_to_{place}")).fill_null(True)
        & (pl.col("highest") < pl.col(f"rating_below_{place}")).fill_null(True)
        for place in places
    }
    by_step = [pl.when(fit).then(f"k_{place}") for place, fit in fits.items()]
    usual = pl.coalesce(*by_step, *(f"k_{place}" for place in reversed(places)))
    games = pl.col("games")
    exact = (pl.col("total") - games * pl.col("old")).abs() > pl.col("turbo_deviation") * games
    rounded = (pl.col("performance") - pl.col("old")).abs() > pl.col("turbo_deviation")
    far = pl.when("turbo_by_exact").then(exact).otherwise(rounded)
    turbo = pl.col("by_norm") & pl.col("turbo_k").is_not_null() & (games >= pl.col("turbo_min_games")) & far
    stated = pl.when("turbo").then("turbo_k").otherwise(usual)
    cap = pl.col("k_games_cap").cast(pl.Int64)
    return (
        sums.with_columns(turbo=turbo)
        .with_columns(weight=pl.when("by_norm").then((2 * stated * pl.col("k_points")).cast(pl.Int64)))
        .with_columns(k_capped=(pl.col("weight") * games > 2 * cap).fill_null(False))
        .with_columns(weight=pl.when("k_capped").then(2 * (cap // games)).otherwise("weight"))
        .with_columns(overshoot=(pl.col("weight") * games > 4 * pl.col("overshoot_beyond")).fill_null(False))
    )


def _with_rating(sums: pl.LazyFrame) -> pl.LazyFrame:
    """`rating`: by norms, by performance, or as it was."""
    old, performance = pl.col("old"), pl.col("performance")
    change = pl.col("weight") * (pl.col("hundredths") - 2 * pl.col("expected"))
    by_norm = pl.when("rounds_change").then(old + whole(change, _PARTS)).otherwise(whole(_PARTS * old + change, _PARTS))
    most = performance + pl.col("max_gain_over_performance")
    too_far = (pl.col("by_norms") > old) & (pl.col("by_norms") > most)
    return (
        sums.with_columns(by_norms=by_norm)
        .with_columns(gain_capped=(pl.col("by_norm") & too_far).fill_null(False))
        .with_columns(
            rating=pl.when("gain_capped")
            .then(pl.max_horizontal(old, most))
            .when("by_norm")
            .then("by_norms")
            .when(pl.col("method").is_not_null())
            .then(performance)
            .when("rated")
            .then(old)
        )
    )


def _rows(rated: pl.LazyFrame) -> pl.LazyFrame:
    used = pl.col("method").is_not_null()
    before = pl.when("rated").then("old")
    flags = {
        "turbo": pl.col("turbo"),
        "estimated": used & pl.col("percentage").is_in([0, 100]),
        "overshoot": pl.col("overshoot"),
        "gain_capped": pl.col("gain_capped"),
        "k_capped": pl.col("k_capped"),
        "unlinked": pl.col("unlinked"),
    }
    combination = pl.sum_horizontal(flags[word].cast(pl.UInt32) * 2**bit for bit, word in enumerate(RATING_FLAGS))
    return rated.select(
        "number",
        "season_number",
        "method",
        "group",
        "played",
        "recent",
        rating_before=before,
        games=pl.when(used).then("games"),
        points=pl.when(used).then((pl.col("hundredths") / 100).round(2)),
        norm=pl.when("by_norm").then((pl.col("expected") / 50).round(2)),
        performance="performance",
        k=pl.col("weight") / (2 * pl.col("k_points")),
        change=pl.col("rating") - before,
        rating="rating",
        games_total=pl.col("games_before") + pl.col("played"),
        flags=pl.lit(_FLAGS).gather(combination),
    )
