"""Show the sessions, partners and opponents of each player."""

import dataframely as dy
import polars as pl

from transforms.bridge.sessions import PARTNERS
from transforms.tables import report, schemas
from transforms.tables.arithmetic.as_shown import named, shown
from transforms.tables.arithmetic.rounding import quotient
from transforms.tables.arithmetic.sums import steady_mean, sums_of_lists
from transforms.tables.phrases import phrase
from transforms.tables.report_of_deals import ListRows
from transforms.tables.schemas import COMPETITION, ENTRANT, LINE, PLAYER, SEATED, SESSION
from transforms.tables.shared import IN_TURN

_PERCENTAGES = "matchpoints"
EXTREMES, ENOUGH = 3, 8  # the number of best and worst opponents named, and the fewest boards against each
_BEST = 3


def player_sessions(
    seats: dy.DataFrame[report.SeatsShown],
    sessions: dy.DataFrame[schemas.Sessions],
    rows: dy.DataFrame[ListRows],
    ranking_points: dy.DataFrame[schemas.RankingPoints],
    *,
    rankings: dy.DataFrame[schemas.PlayerRankings],
    individual_sessions: dy.DataFrame[schemas.IndividualSessions],
    competitions: dy.DataFrame[schemas.Competitions],
    people: dy.DataFrame[report.PeopleShown],
) -> dy.LazyFrame[report.PlayerSessionsShown]:
    """Return each player's sessions (or just points), and whether each counts for the ranking and the championship."""
    others = seats.select(*ENTRANT, "player_id", "name", "instead_of", "linked", other_rounds="rounds")
    two = seats.select(*ENTRANT, "rounds", seated="player_id").join(others, on=ENTRANT)
    common = _numbers("rounds").list.set_intersection(_numbers("other_rounds")).list.len()
    two = two.filter(pl.col("seated") != pl.col("player_id"), common.fill_null(1) > 0).sort(
        *ENTRANT, "seated", "name", "player_id"
    )
    columns = {"seated": "player_id", "names": "partner", "players": "partners"}
    partners = named(two, (*SESSION, "seated")).rename(columns)
    to_the_end = pl.col("ranking_points").is_not_null().cum_sum(reverse=True).over(PLAYER)
    of_entrants = rows.select(*ENTRANT, "field", "rank", "score", "scoring", "came", "entrants", "has_card")
    of_points = (
        ranking_points.filter(pl.col("entrant").is_null()).select(SEATED).join(people, on=PLAYER, maintain_order="left")
    )
    of_players = (
        pl.concat([seats, of_points], how="diagonal")
        .join(sessions.select(*SESSION, "date", "title"), on=SESSION)
        .join(partners, on=SEATED, how="left")
        .join(of_entrants, on=ENTRANT, how="left")
        .join(ranking_points.select(*SEATED, ranking_points="points"), on=SEATED, how="left")
        .join(rankings.select(*SEATED, "ranking"), on=SEATED, how="left")
        .join(individual_sessions.select(*SEATED, "counts"), on=SEATED, how="left")
        .join(competitions.select(*COMPETITION, "window"), on=COMPETITION, how="left")
        .sort(*PLAYER, *IN_TURN)
        .with_columns(
            pl.col("came").fill_null(value=True),
            pl.col("has_card").fill_null(value=False),
            in_window=pl.col("ranking_points").is_not_null() & (to_the_end <= pl.col("window")),
            championship=pl.col("counts").replace_strict({True: "counts", False: "dropped"}, default=None),
        )
    )
    return shown(report.PlayerSessionsShown, of_players)


def partners(
    player_sessions: dy.DataFrame[report.PlayerSessionsShown], results: dy.DataFrame[report.SessionResultsShown]
) -> dy.LazyFrame[report.PartnersShown]:
    """Return the partners of each player, most frequent first."""
    of_percentages = pl.col("exact_score").filter(pl.col("scoring") == _PERCENTAGES)
    two = [*PLAYER, "partner_id"]
    together = (
        player_sessions.filter("came")
        .select(*ENTRANT, "player_id", "scoring", one="partners")
        .drop_nulls("one")
        .join(results.select(*ENTRANT, "exact_score"), on=ENTRANT, how="left")
        .explode("one", empty_as_null=False, keep_nulls=False)
        .with_columns(partner_id=pl.col("one").struct.field("player_id"))
    )
    lines = (
        together.group_by(*two, "line")
        .agg(evenings=pl.len())
        .sort(*two, "evenings", "line", descending=[*[False] * len(two), True, False])
        .group_by(two, maintain_order=True)
        .agg(lines=pl.when(pl.len() == 1).then("line").otherwise(phrase("{} ({})", "line", "evenings")).str.join(", "))
    )
    of_two = (
        together.group_by(two)
        .agg(
            partner=pl.col("one").struct.field("name").first(),
            linked=pl.col("one").struct.field("linked").first(),
            evenings=pl.len(),
            score=steady_mean(of_percentages.drop_nulls()),
        )
        .join(lines, on=two)
    )
    return shown(report.PartnersShown, _most_first(of_two, "evenings", "partner"))


def best_sessions(played: pl.DataFrame, person: tuple[str, ...]) -> pl.DataFrame:
    """Return the sessions with each person's highest scores, of those scored as the last one; none if all are named."""
    number = pl.int_range(pl.len()).over(person)
    scored = played.filter("came").drop_nulls(["score", "rank"])
    alike = scored.filter(pl.col("scoring") == pl.col("scoring").last().over(person))
    in_order = alike.sort("score", descending=True, maintain_order=True)
    return in_order.filter(pl.len().over(person) > _BEST, number < _BEST)


def opponents(
    rounds: dy.DataFrame[schemas.SessionRounds], player_sessions: dy.DataFrame[report.PlayerSessionsShown]
) -> dy.LazyFrame[report.OpponentsShown]:
    """Return each player's opponents in the rounds that both played, those with the most boards first."""
    seated = player_sessions.select(*ENTRANT, "player_id", "name", "rounds").unique()
    others = seated.select(*LINE, opponent="entrant", opponent_id="player_id", met="name", other_rounds="rounds")
    sat = [
        _numbers(rounds).list.contains(pl.col("round").cast(pl.String)).fill_null(value=True)
        for rounds in ("rounds", "other_rounds")
    ]
    of_top = pl.col("maximum").is_not_null() & pl.col("points").is_not_null()
    earned = [pl.when(of_top).then(name).alias(name) for name in ("points", "maximum")]
    share = quotient(100 * pl.col("points"), pl.col("maximum"))
    of_two = (
        rounds.select(*ENTRANT, "round", pl.col("opponent").str.split(PARTNERS), "boards", *earned)
        .explode("opponent", empty_as_null=False, keep_nulls=False)
        .join(seated, on=ENTRANT)
        .join(others, on=[*LINE, "opponent"])
        .filter(*sat)
        .group_by(*PLAYER, "opponent_id")
        .agg(
            *(pl.col(name).drop_nulls() for name in ("points", "maximum")),
            opponent=pl.col("met").first(),
            linked=pl.lit(value=True),
            boards=pl.col("boards").sum(),
        )
        .with_columns(sums_of_lists("points", "maximum"))
        .with_columns(share=pl.when(pl.col("maximum") > 0).then(share))
    )
    return shown(report.OpponentsShown, _most_first(of_two, "boards", "opponent"))


def _numbers(rounds: str) -> pl.Expr:
    return pl.col(rounds).str.split("+")


def _most_first(of_two: pl.DataFrame, number: str, name: str) -> pl.DataFrame:
    order = (*PLAYER, number, name, f"{name}_id")
    return of_two.sort(order, descending=[column == number for column in order])


def opponent_extremes(opponents: dy.DataFrame[report.OpponentsShown]) -> dy.LazyFrame[report.OpponentExtremesShown]:
    """Return the opponents against whom each player had the highest shares above the median, and the lowest below."""
    share, of_end = pl.col("share"), (*PLAYER, "is_best")
    place = pl.int_range(pl.len()).over(of_end)
    ends = (
        opponents.drop_nulls("share")
        .filter(pl.col("boards") >= ENOUGH)
        .filter(pl.len().over(PLAYER) >= 2 * EXTREMES)
        .with_columns(middle=share.median().over(PLAYER))
        .filter(share != pl.col("middle"))
        .with_columns(is_best=share > pl.col("middle"))
        .with_columns(key=pl.when("is_best").then(-share).otherwise(share))
        .sort(*of_end, "key", "boards", "opponent", "opponent_id", descending=[*[False] * 6, True, False, False])
        .with_columns(place=place, last=share.head(EXTREMES).last().over(of_end))
        .with_columns(others=((share == pl.col("last")) & (pl.col("place") >= EXTREMES)).sum().over(of_end))
    )
    others = pl.when(place=EXTREMES - 1).then(pl.col("others").replace(0, None))
    return shown(report.OpponentExtremesShown, ends.filter(pl.col("place") < EXTREMES).with_columns(others=others))
