"""Rankings and lines as readers see them: names with the ids, places as text, and the distance to the next place."""

import dataframely as dy
import polars as pl

from transforms.rankings.line_assignment import without_thirds_elsewhere
from transforms.tables import report_standings, schemas
from transforms.tables.arithmetic.as_shown import named, place, shown
from transforms.tables.arithmetic.rounding import to_decimals
from transforms.tables.report import PartnershipsShown, PeopleShown
from transforms.tables.schemas import COMPETITION, DECIMALS, PARTNERSHIP, PLAYER
from transforms.tables.shared import IN_TURN, natural

FIRST = 10  # the places that count as those at the top of a ranking
_MOST_SHARING = 15


def player_ranking(
    rankings: dy.DataFrame[schemas.PlayerRankings], people: dy.DataFrame[PeopleShown]
) -> dy.LazyFrame[report_standings.PlayerRankingShown]:
    """Rank the players of each season by their ranking after the last session, and compare with the session before."""
    last = pl.col("session_id").sort_by(*IN_TURN).last().over(COMPETITION)
    in_order = rankings.sort(*PLAYER, *IN_TURN).with_columns(in_last=pl.col("session_id") == last)
    ranking, before = pl.col("ranking"), pl.col("ranking").filter(~pl.col("in_last"))
    ranked = (
        in_order.group_by(PLAYER, maintain_order=True)
        .agg(
            pl.col("ranking", "in_last").last(),
            before_last=before.last(),
            ranking_before=ranking.shift(1).last(),
            sessions=pl.len(),
            last_played=pl.col("date").last(),
        )
        .join(people, on=PLAYER, how="left")
        .with_columns(
            rank=_rank("ranking"), rank_before=_rank("before_last"), change=ranking - pl.col("ranking_before")
        )
        .sort(*COMPETITION, "rank", "name", "player_id")
    )
    return shown(
        report_standings.PlayerRankingShown,
        ranked.with_columns(
            rank=place(pl.col("rank"), *COMPETITION),
            places=pl.col("rank_before").cast(pl.Int64) - pl.col("rank").cast(pl.Int64),
            next_above=next_above("name"),
            behind=behind_next("ranking"),
        ),
    )


def scale_of_points(points: pl.Series) -> list[float]:
    """Return the ranking points that half of all results of a season reach, and those of a tenth; empty without any."""
    reached = (points.quantile(share, "nearest") for share in (0.5, 0.9))
    return [number for number in reached if number is not None]


def next_above(column: str) -> pl.Expr:
    """Return the value of a column at the next higher rank. The rows must be in order of a numeric rank."""
    is_lower = pl.col("rank") != pl.col("rank").shift(1)
    return pl.when(is_lower).then(pl.col(column).shift(1)).forward_fill().over(COMPETITION)


def behind_next(column: str) -> pl.Expr:
    """Return how far a number is below the number at the next higher rank, both rounded as shown."""
    return to_decimals(next_above(column)) - to_decimals(pl.col(column))


def _rank(column: str) -> pl.Expr:
    return pl.col(column).round(DECIMALS).rank("min", descending=True).over(COMPETITION)


def with_last_session(ranking: pl.DataFrame) -> pl.DataFrame:
    """Add `after`, the last day on which points were earned, and `compared`, whether there was an earlier such day."""
    return ranking.with_columns(
        after=pl.col("last_played").max().over(COMPETITION),
        compared=pl.col("places").is_not_null().any().over(COMPETITION),
    )


def players_by_name(sessions: pl.DataFrame, ranking: pl.DataFrame) -> pl.DataFrame:
    """Return the players of `PlayerSessionsShown` in order of names, with columns of `PlayerRankingShown`.

    The columns are `PLAYER`, name, sessions, session_id and date (of the last one), score (the mean percentage at
    matchpoints), rank and guest.
    """
    came, score = pl.col("came"), pl.col("score").filter(pl.col("scoring") == "matchpoints")
    last = pl.col("session_id", "date").filter(came).last()
    return (
        sessions.group_by(PLAYER, maintain_order=True)
        .agg(pl.col("name").first(), last, sessions=came.sum(), score=score.mean())
        .join(ranking.select(*PLAYER, "rank", "guest"), on=PLAYER, how="left")
        .sort(*COMPETITION, natural(pl.col("name")), "player_id")
    )


def first_of_ranking(ranking: pl.DataFrame) -> pl.DataFrame:
    """Return the players in the first ten places of each season, highest first; with ties, at most fifteen players."""
    rank = pl.col("rank").str.strip_suffix("=").cast(pl.Int64)
    first = with_last_session(ranking).filter(rank <= FIRST)
    return first.filter(pl.int_range(pl.len()).over(COMPETITION) < _MOST_SHARING)


def shared_courses(ranking: pl.DataFrame, sessions: pl.DataFrame) -> pl.DataFrame:
    """Return the rankings of one season by day, a row for players who share all of them, those of the first first.

    `sessions` are the rows of `player_sessions` with a ranking. The columns are `days` and `rankings`; `players` and
    `names`, in the order of the ranking; and `place`, the number of players before them.
    """
    courses = sessions.group_by("player_id").agg(days="date", rankings="ranking")
    return (
        ranking.select("player_id", "name", place=pl.int_range(pl.len()))
        .join(courses, on="player_id", maintain_order="left")
        .group_by("days", "rankings", maintain_order=True)
        .agg(pl.col("place").first(), players="player_id", names="name")
    )


def player_places(
    ranking: dy.DataFrame[report_standings.PlayerRankingShown],
) -> dy.LazyFrame[report_standings.PlayerPlacesShown]:
    """Return how far each player is from the first ten, and who passed whom in the last session."""
    number = pl.col("ranking")
    last = number.sort(descending=True).get(FIRST - 1, null_on_oob=True).over(COMPETITION)
    is_near = number.rank("min", descending=True).over(COMPETITION) <= 2 * FIRST
    now = pl.col("rank").str.strip_chars_end("=").cast(pl.Int64)
    places = ranking.with_columns(
        now=now,
        before=now + pl.col("places"),
        to_first=pl.when(is_near, pl.len().over(COMPETITION) > FIRST).then(last - number),
    )
    others = places.select(*COMPETITION, "name", "now", "before")
    is_above = pl.col("now_other") < pl.col("now")
    # Players who are new in the ranking were not above anybody before.
    was_above = (pl.col("before_other") < pl.col("before")).fill_null(value=False)
    moved = (
        places.filter(pl.col("before") != pl.col("now"))
        .join(others, on=COMPETITION, suffix="_other", maintain_order="left_right")
        .group_by(PLAYER)
        .agg(
            came_above=pl.col("name_other").filter(is_above & ~was_above),
            no_longer_above=pl.col("name_other").filter(was_above & ~is_above),
        )
    )
    return shown(report_standings.PlayerPlacesShown, places.join(moved, on=PLAYER, how="left", maintain_order="left"))


def pair_ranking(
    rankings: dy.DataFrame[schemas.PairRankings],
    partnerships: dy.DataFrame[schemas.SeasonPartnerships],
    of_players: dy.DataFrame[schemas.PlayerRankings],
    names: dy.DataFrame[PartnershipsShown],
    championship: dy.DataFrame[schemas.PairsChampionship],
) -> dy.LazyFrame[report_standings.PairRankingShown]:
    """Rank the pairs and trios that have a player with a ranking, sorted by season, rank and names."""
    ranked = partnerships.join(of_players, on=PLAYER, how="semi")
    return shown(
        report_standings.PairRankingShown,
        rankings.join(ranked, on=PARTNERSHIP, how="semi")
        .join(names, on=PARTNERSHIP, how="left")
        .join(championship.select(*PARTNERSHIP, together="played"), on=PARTNERSHIP, how="left")
        .with_columns(rank=_rank("ranking"))
        .sort(*COMPETITION, "rank", "names", "partnership_id")
        .with_columns(rank=place(pl.col("rank"), *COMPETITION)),
    )


def individual_championship(
    standing: dy.DataFrame[schemas.IndividualChampionship], people: dy.DataFrame[PeopleShown]
) -> dy.LazyFrame[report_standings.IndividualChampionshipShown]:
    """Name the players of the individual championship. In each season, eligible players come first and guests last."""
    named_in = standing.join(people, on=PLAYER, how="left")
    return shown(report_standings.IndividualChampionshipShown, _standing(named_in, ["guest"], ["name", "player_id"]))


def pairs_championship(
    standing: dy.DataFrame[schemas.PairsChampionship], partnerships: dy.DataFrame[PartnershipsShown]
) -> dy.LazyFrame[report_standings.PairsChampionshipShown]:
    """Name the pairs and trios of the championship of pairs. In each season, eligible ones come first."""
    named_in = standing.join(partnerships, on=PARTNERSHIP, how="left")
    return shown(report_standings.PairsChampionshipShown, _standing(named_in, [], ["names", "partnership_id"]))


def _standing(standing: pl.DataFrame, guest: list[str], name: list[str]) -> pl.DataFrame:
    upwards = [*COMPETITION, "rank", *guest, "sessions_needed"]
    descending = [*(False for _ in upwards), True, False, False]
    is_ranked = pl.col("rank").is_not_null()
    return standing.sort(*upwards, "average", *name, descending=descending, nulls_last=True).with_columns(
        rank=place(pl.col("rank"), *COMPETITION),
        next_above=pl.when(is_ranked).then(next_above(name[0])),
        behind=pl.when(is_ranked).then(behind_next("average")),
    )


def next_lines_shown(
    lines: dy.DataFrame[schemas.LineAssignment], people: dy.DataFrame[PeopleShown]
) -> dy.LazyFrame[report_standings.NextLinesShown]:
    """Name the pairs and trios, sorted by season and rank, with how far each is from the line above and below."""
    placed = _named_lines(lines, people, lines)
    ends = (
        placed.group_by(*COMPETITION, "line")
        .agg(first=pl.col("ranking").max(), last=pl.col("ranking").min())
        .sort(*COMPETITION, "line")
    )
    of_next = ends.with_columns(
        above=pl.struct("line", "last").shift(1).over(COMPETITION),
        below=pl.struct("line", "first").shift(-1).over(COMPETITION),
    ).drop("first", "last")
    above, below = pl.col("above").struct, pl.col("below").struct
    behind, ahead = above.field("last") - pl.col("ranking"), pl.col("ranking") - below.field("first")
    return shown(
        report_standings.NextLinesShown,
        placed.join(of_next, on=[*COMPETITION, "line"], how="left", maintain_order="left").with_columns(
            above=pl.when(behind.is_not_null()).then(pl.struct(above.field("line"), behind=to_decimals(behind))),
            below=pl.when(ahead.is_not_null()).then(pl.struct(below.field("line"), ahead=to_decimals(ahead))),
        ),
    )


def regular_lines_shown(
    lines: dy.DataFrame[schemas.RegularLines],
    next_lines: dy.DataFrame[schemas.LineAssignment],
    people: dy.DataFrame[PeopleShown],
) -> dy.LazyFrame[report_standings.RegularLinesShown]:
    """Name the pairs and trios that play next if all players who were replaced come back; sort by season and rank."""
    return shown(report_standings.RegularLinesShown, _named_lines(lines, people, next_lines))


def _named_lines(lines: pl.DataFrame, people: pl.DataFrame, next_lines: pl.DataFrame) -> pl.DataFrame:
    """Name the pairs and trios, the strongest first, and add `came_from`, the line in which they last played."""
    # `came_from` is null if they stay in that line, or if the next session has other lines than the last one.
    pair = (*COMPETITION, "rank")
    seated = without_thirds_elsewhere(lines)
    players = pl.concat(
        seated.select(*pair, pl.col(column).alias("player_id"), order=pl.lit(order), instead_of=pl.lit(None, pl.String))
        for order, column in enumerate(("player_id", "partner_id", "third_id"))
    ).drop_nulls("player_id")
    planned, played = (pl.col(column).unique().sort().str.join() for column in ("line", "played_in"))
    same_lines = next_lines.group_by(COMPETITION).agg(is_same=planned == played)
    return (
        lines.join(named(players.join(people, on=PLAYER, how="left").sort(*pair, "order"), pair), on=pair)
        .join(same_lines, on=COMPETITION, how="left")
        .with_columns(
            to_decimals(pl.col("ranking")),
            came_from=pl.when("is_same", pl.col("played_in") != pl.col("line")).then("played_in"),
        )
        .sort(pair)
    )


def untold_lines_shown(lines: dy.DataFrame[schemas.UntoldLines]) -> dy.LazyFrame[report_standings.UntoldLinesShown]:
    """Return `UntoldLines` unchanged, in the columns of `UntoldLinesShown`."""
    return shown(report_standings.UntoldLinesShown, lines)
