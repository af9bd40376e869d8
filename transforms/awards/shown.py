"""Federation points as readers see them: by entrant of an event, by player of a season, and over all clubs."""

from collections.abc import Sequence

import dataframely as dy
import polars as pl

from transforms.awards.schemes import SCHEMES
from transforms.tables.arithmetic.as_shown import aligned, decimals_of, named, place, shown
from transforms.tables.arithmetic.rounding import to_decimals
from transforms.tables.phrases import phrase
from transforms.tables.report import EventsShown, PeopleShown, PlayerSessionsShown, SessionResultsShown
from transforms.tables.report_standings import AwardCellsShown, AwardPointsShown, AwardTotalsShown, PlayerAwardsShown
from transforms.tables.schemas import COMPETITION, ENTRANT, FIELD, PLAYER, AwardPoints, AwardTotals

_AWARD = (*COMPETITION, "of", "session_id", "field", "scheme")
_LISTED = [*ENTRANT, "field"]
_SEAT = [*ENTRANT, "player_id"]
_OF_STANDING = (*COMPETITION, "session_id", "entrant")
_OF_ENTRANT = (*_AWARD, "rank", "line", "entrant", "points", "place")


def award_points_shown(
    points: dy.DataFrame[AwardPoints],
    people: dy.DataFrame[PeopleShown],
    results: dy.DataFrame[SessionResultsShown],
    events: dy.DataFrame[EventsShown],
) -> dy.LazyFrame[AwardPointsShown]:
    """Return the points of entrants of events and sessions with names, by event, result list, scheme and rank."""
    standing = events.rename({"event": "session_id"}).with_columns(field=pl.lit(""))
    made = points.join(people, on=PLAYER, how="left").with_columns(instead_of=pl.lit(None, pl.String))
    listed = pl.concat(
        [
            _with_list(made.filter(of="session"), results, ENTRANT),
            _with_list(made.filter(of="event"), standing, _OF_STANDING),
        ],
        how="diagonal",
    ).sort(*_AWARD, "rank", "line", "entrant", "seat", "name", "player_id", nulls_last=True)
    return shown(
        AwardPointsShown,
        named(listed, _OF_ENTRANT)
        .sort(*COMPETITION, "of", "session_id", "field", order(), "rank", "line", "entrant", "names", nulls_last=True)
        .with_columns(rank="place"),
    )


def _with_list(made: pl.DataFrame, listed: pl.DataFrame, entrant: tuple[str, ...]) -> pl.DataFrame:
    seats = (
        listed.select(*entrant, player="players")
        .explode("player", empty_as_null=False, keep_nulls=False)
        .select(*entrant, player_id=pl.col("player").struct.field("player_id"))
        .unique(maintain_order=True)
        .with_row_index("seat")
    )
    of_entrant = listed.select(*entrant, "field", place="rank")
    return made.join(of_entrant, on=entrant, how="left").join(seats, on=[*entrant, "player_id"], how="left")


def award_totals_shown(
    totals: dy.DataFrame[AwardTotals], people: dy.DataFrame[PeopleShown]
) -> dy.LazyFrame[AwardTotalsShown]:
    """Return the federation points of players over a season, with their names, sorted by season, scheme and rank."""
    return shown(
        AwardTotalsShown,
        totals.join(people, on=PLAYER, how="left")
        .with_columns(
            pl.coalesce("name", "player_id").alias("name"),
            pl.col("linked").fill_null(value=False),
            instead_of=pl.lit(None, pl.String),
        )
        .sort(*COMPETITION, order(), "rank", "name", "player_id")
        .with_columns(rank=place(pl.col("rank"), *COMPETITION, "scheme")),
    )


def federation_lists(awards: pl.DataFrame) -> pl.DataFrame:
    """Return the points of the players of all clubs, sorted by season (latest first), scheme and rank."""
    return awards.sort("season", order(), "rank", "name", "person", descending=[True, *[False] * 4]).select(
        *("season", "scheme"),
        place(pl.col("rank"), "season", "scheme").alias("rank"),
        *("person", pl.coalesce("name", "person"), to_decimals(pl.col("points")), "events", "awarded", "clubs"),
    )


def order() -> pl.Expr:
    """Return an expression that sorts the column `scheme` in the order of the documentation."""
    return pl.col("scheme").replace_strict({name: number for number, name in enumerate(SCHEMES)}, default=len(SCHEMES))


def award_cells(
    points: dy.DataFrame[AwardPointsShown], results: dy.DataFrame[SessionResultsShown]
) -> dy.LazyFrame[AwardCellsShown]:
    """Return the awards of each entrant of a result list, by each scheme that applies to the list, in `order`."""
    made = points.filter(of="session").drop_nulls("field")
    is_nothing = pl.col("points") == 0
    schemes = made.group_by(*FIELD, "scheme").agg(some_nothing=is_nothing.any()).sort(*FIELD, order(), "scheme")
    texts = (
        made.with_columns(text=_as_text(FIELD), several=pl.len().over(*_LISTED, "scheme") > 1)
        .with_columns(text=pl.when("several").then(phrase("{} {}", "text", "names")).otherwise("text"))
        .group_by(*_LISTED, "scheme", maintain_order=True)
        .agg(pl.col("text").str.join(", "), is_nothing=is_nothing.all())
    )
    grid = results.select(_LISTED).join(schemes, on=FIELD, maintain_order="left_right")
    return shown(AwardCellsShown, grid.join(texts, on=[*_LISTED, "scheme"], how="left", maintain_order="left"))


def player_awards(
    points: dy.DataFrame[AwardPointsShown], sessions: dy.DataFrame[PlayerSessionsShown]
) -> dy.LazyFrame[PlayerAwardsShown]:
    """Return the awards of each player for each session, by each scheme that applies to sessions of the season."""
    made = points.filter(of="session")
    schemes = made.select(*COMPETITION, "scheme").unique().sort(*COMPETITION, order(), "scheme")
    earned = (
        made.explode("players", empty_as_null=False, keep_nulls=False)
        .with_columns(
            player_id=pl.col("players").struct.field("player_id"),
            text=_as_text(COMPETITION),
            is_nothing=pl.col("points") == 0,
        )
        .select(*_SEAT, "scheme", "text", "is_nothing")
        .unique([*_SEAT, "scheme"], keep="first", maintain_order=True)
    )
    grid = sessions.select(_SEAT).join(schemes, on=COMPETITION, maintain_order="left_right")
    return shown(PlayerAwardsShown, grid.join(earned, on=[*_SEAT, "scheme"], how="left", maintain_order="left"))


def _as_text(of: Sequence[str]) -> pl.Expr:
    is_whole = (decimals_of(pl.col("points")) == 0).all().over(*of, "scheme")
    return aligned(pl.col("points"), pl.when(is_whole).then(0).otherwise(2))
