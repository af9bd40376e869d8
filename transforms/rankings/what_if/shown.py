"""Methods of ranking points compared, as readers see them: percentages, and the places by each method."""

import dataframely as dy
import polars as pl

from transforms.tables import schemas
from transforms.tables.arithmetic.as_shown import named, shown
from transforms.tables.report import PartnershipsShown, PeopleShown
from transforms.tables.report_standings import ChampionsShown, ForetoldShown, MethodsShown, OtherLinesShown
from transforms.tables.schemas import COMPETITION, METHODS, PARTNERSHIP, PLAYER

_PLACES = [f"{method}_rank" for method in METHODS]
_BY_METHOD = (*COMPETITION, "method")
_IN_ORDER = pl.col("method").cast(pl.Enum(METHODS))


def foretold(
    backtest: dy.DataFrame[schemas.Backtest], competitions: dy.DataFrame[schemas.Competitions]
) -> dy.LazyFrame[ForetoldShown]:
    """Return how well the rankings by each method predicted results, in percent, sorted by season and method."""
    shares = [(100 * pl.col(name)).alias(name) for name in ("share", "share_error", "difference", "difference_error")]
    return shown(ForetoldShown, _with_own(backtest, competitions).with_columns(shares))


def methods(
    others: dy.DataFrame[schemas.OtherMethods],
    competitions: dy.DataFrame[schemas.Competitions],
    people: dy.DataFrame[PeopleShown],
) -> dy.LazyFrame[MethodsShown]:
    """Return places and rankings of every player by all methods, sorted by season and `own_rank`."""
    of_methods = [
        pl.col(what).filter(method=method).first().alias(f"{method}_{what}")
        for method in METHODS
        for what in ("rank", "ranking")
    ]
    return shown(
        MethodsShown,
        _with_own(others, competitions)
        .group_by(PLAYER)
        .agg(*of_methods, own_rank=pl.col("rank").filter("own").first())
        .join(people, on=PLAYER, how="left")
        .with_columns(moves=pl.max_horizontal(_PLACES) - pl.min_horizontal(_PLACES))
        .sort(*COMPETITION, "own_rank", "name", "player_id"),
    )


def champions(
    others: dy.DataFrame[schemas.OtherMethods],
    competitions: dy.DataFrame[schemas.Competitions],
    people: dy.DataFrame[PeopleShown],
) -> dy.LazyFrame[ChampionsShown]:
    """Name the individual champion by each method, sorted, if the competition shows that championship."""
    standing = _with_own(others, competitions.filter("individual_show")).with_columns(
        instead_of=pl.lit(None, pl.String)
    )
    first = standing.filter(championship_rank=1)
    best = first.join(people, on=PLAYER, how="left").sort(*_BY_METHOD, "name", "player_id")
    averages = best.select(*_BY_METHOD, "average").unique(_BY_METHOD, keep="first", maintain_order=True)
    return shown(
        ChampionsShown,
        standing.select(*_BY_METHOD, "own")
        .unique(maintain_order=True)
        .join(named(best, _BY_METHOD), on=_BY_METHOD, how="left", maintain_order="left")
        .join(averages, on=_BY_METHOD, how="left", maintain_order="left"),
    )


def other_lines_shown(
    lines: dy.DataFrame[schemas.OtherLines], partnerships: dy.DataFrame[PartnershipsShown]
) -> dy.LazyFrame[OtherLinesShown]:
    """Name pairs and trios that another method would put in another line, sorted by season, line and names."""
    of_methods = [pl.col("line").filter(method=method).first().alias(f"{method}_line") for method in METHODS]
    return shown(
        OtherLinesShown,
        lines.group_by(PARTNERSHIP)
        .agg(pl.col("line_today").first(), *of_methods, differs=(pl.col("line") != pl.col("line_today")).any())
        .filter("differs")
        .join(partnerships, on=PARTNERSHIP, how="left")
        .sort(*COMPETITION, "line_today", "names", "partnership_id"),
    )


def _with_own(rows: pl.DataFrame, competitions: pl.DataFrame) -> pl.DataFrame:
    rules = competitions.select(*COMPETITION, own_method="method")
    return (
        rows.join(rules, on=COMPETITION)
        .with_columns(own=pl.col("method") == pl.col("own_method"))
        .sort(*COMPETITION, _IN_ORDER)
    )
