"""How far a session has come while it is being played, and which of its tables are behind the others."""

import polars as pl

from transforms.tables.schemas import SESSION, Frame, Results, Rows, Schedule

_TABLE = [*SESSION, "line", "table"]


def boards_under_way(results: Frame[Results], schedule: Frame[Schedule]) -> pl.LazyFrame:
    """Return (`SESSION`, boards, of): the boards that half of the entrants have played, and those that they will play.

    `of` is null if no file has the movement.
    """
    done = _of_entrants(results).group_by(SESSION).agg(boards=pl.col("boards").quantile(0.5, "lower").cast(pl.Int64))
    whole = _of_entrants(schedule).group_by(SESSION).agg(of=pl.col("boards").max().cast(pl.Int64))
    return done.join(whole, on=SESSION, how="left").sort(SESSION)


def _of_entrants(rows: Rows) -> pl.LazyFrame:
    sides = pl.concat(rows.lazy().select(*SESSION, "line", "board", entrant=side) for side in ("ns", "ew"))
    return sides.drop_nulls().group_by(*SESSION, "line", "entrant").agg(boards=pl.col("board").n_unique())


def tables_behind(results: Frame[Results], schedule: Frame[Schedule]) -> pl.LazyFrame:
    """Return (`SESSION`, line, table, behind): the tables that are at least one whole round behind half of the tables.

    A table stands where its latest round ends that has a result, or within that round while boards of it are missing. A
    round in which nobody meets at a table is over for it. A table that has played its last round is not behind.
    """
    played = results.lazy().drop_nulls(["table", "round"]).group_by(*_TABLE, "round").agg(played=pl.len())
    meets = pl.col("ns").is_not_null() & pl.col("ew").is_not_null()
    planned = schedule.lazy().filter(meets).group_by(*_TABLE, "round").agg(planned=pl.len())
    rounds = (
        planned.join(played, on=[*_TABLE, "round"], how="full", coalesce=True)
        .with_columns(size=pl.max_horizontal("planned", "played").max().over(SESSION))
        .with_columns(
            due=pl.coalesce("planned", "size"),
            last=pl.col("round").max().over(SESSION),
            latest=pl.when(pl.col("played") > 0).then("round").max().over(_TABLE).fill_null(0),
            has_plan=pl.col("planned").is_not_null().any().over(_TABLE),
        )
    )
    now, later = pl.col("round") == pl.col("latest"), pl.col("round") > pl.col("latest")
    tables = rounds.group_by(_TABLE).agg(
        pl.col("latest", "last", "size", "has_plan").first(),
        played=pl.col("played").filter(now).first().fill_null(0),
        due=pl.col("due").filter(now).first().fill_null(0),
        next=pl.col("round").filter(later).min(),
    )
    is_over = pl.col("played") >= pl.col("due")
    before_next = pl.when("has_plan").then(pl.coalesce(pl.col("next") - 1, "last")).otherwise("latest")
    stands = pl.when(is_over).then(before_next * pl.col("size"))
    stands = stands.otherwise((pl.col("latest") - 1) * pl.col("size") + pl.col("played"))
    middle = stands.quantile(0.5, "lower").over(SESSION)
    behind = ((middle - stands) // pl.col("size")).cast(pl.Int64)
    found = tables.with_columns(behind=behind).filter(pl.col("behind") > 0)
    return found.select(*_TABLE, "behind").sort(_TABLE)
