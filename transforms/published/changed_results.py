"""The result lines that are others than when their session was published, so that a correction is told by its cause."""

import datetime as dt

import polars as pl

from transforms.published.shown import AND
from transforms.tables.schemas import CLUB, SESSION, ChangedResults, PastChangedResults, Rows, Tables
from transforms.tables.shared import types_of

_FILE = (*CLUB, "file_id")
_MET = (*SESSION, "line", "board", "ns", "ew")
_SAYS = ("contract", "declarer", "tricks", "score", "ruling")


def changed_sessions(was: Rows, now: Rows, published: Rows) -> pl.DataFrame:
    """`SESSION` of those that were published and of which a file is another, new, or gone.

    Args:
        was: `Files`, before a build.
        now: `Files`, after it.
        published: `PublishedFiles`: the files from which sessions came when they were published.
    """
    same = [*_FILE, "sha256"]
    before, after = (files.lazy().select(same) for files in (was, now))
    others = pl.concat([before.join(after, on=same, how="anti"), after.join(before, on=same, how="anti")])
    return published.lazy().join(others, on=_FILE, how="semi").select(SESSION).unique().collect()


def changed_results(before: Rows, was: Tables, now: Tables, build: int | None) -> pl.DataFrame:
    """`ChangedResults` of these sessions after a build.

    What is again as it was published is no longer told. Lines of which a side sits out have no result.

    Args:
        before: `ChangedResults`, of these sessions alone.
        was: `raw.results` and `raw.sessions` of these sessions before the build.
        now: the same tables after it.
        build: its number.
    """
    known = before.lazy()
    lines = _said(was["raw.results"], "was").join(_said(now["raw.results"], "is"), on=_MET, how="full", coalesce=True)
    found = lines.filter(pl.col("was").ne_missing(pl.col("is"))).with_columns(read=pl.lit(value=True))
    told = known.rename({"published": "published_before", "now": "now_before", "date": "date_before"})
    days = [_days(tables["raw.sessions"], name) for tables, name in ((was, "day_was"), (now, "day_is"))]
    each = found.join(told, on=_MET, how="full", coalesce=True)
    for of_sessions in days:
        each = each.join(of_sessions, on=SESSION, how="left")
    is_read = pl.col("read").is_not_null()
    is_known = pl.col("since_build").is_not_null()
    rows = each.with_columns(
        date=pl.coalesce("day_is", "day_was", "date_before"),
        published=pl.when(is_known).then("published_before").otherwise("was"),
        now=pl.when(is_read).then("is").otherwise("now_before"),
        since_build=pl.coalesce("since_build", pl.lit(build, pl.Int64)),
    ).filter(pl.col("published").ne_missing(pl.col("now")))
    return _in_order(rows)


def changed_since(then: Rows, now: Rows, build: int | None) -> pl.DataFrame:
    """`ChangedResults` where what an earlier build made is published only now, after builds since.

    Args:
        then: `ChangedResults` of the build that is published.
        now: the same of the last build, against what was published before.
        build: the number of the last build.
    """
    ours = then.lazy().select(*_MET, was_published="published", was="now", was_date="date", was_since="since_build")
    is_ours, is_told = pl.col("was_since").is_not_null(), pl.col("since_build").is_not_null()
    is_later = is_told & pl.col("since_build").ne_missing(pl.col("was_since"))
    rows = (
        now.lazy()
        .join(ours, on=_MET, how="full", coalesce=True)
        .with_columns(
            date=pl.coalesce("date", "was_date"),
            published=pl.when(is_ours).then("was").otherwise("published"),
            now=pl.when(is_told).then("now").otherwise("was_published"),
            since_build=pl.when(is_later).then("since_build").otherwise(pl.lit(build, pl.Int64)),
        )
        .filter(pl.col("published").ne_missing(pl.col("now")))
    )
    return _in_order(rows)


def of_present(changed: Rows, sessions: Rows) -> pl.LazyFrame:
    """The lines without those of sessions that are gone as a whole: that is told as one, and not line by line.

    Args:
        changed: rows of result lines.
        sessions: `Sessions` as they are now.
    """
    return changed.lazy().join(sessions.lazy(), on=SESSION, how="semi", maintain_order="left")


def with_players(lines: Rows, published: Rows, entries: Rows) -> pl.LazyFrame:
    """Result lines with `ns_players` and `ew_players`: ids of who had that number as published, else of who does now.

    Args:
        lines: rows of result lines, each with `ns` and `ew`.
        published: `PublishedResults`.
        entries: `Entries` as they are now.
    """
    seat = [*SESSION, "line", "entrant"]
    now = entries.lazy().group_by(seat).agg(players=pl.col("player_id").sort().str.join(AND))
    every = pl.concat([published.lazy().select(*seat, "players").drop_nulls("players"), now])
    known = every.unique(seat, keep="first", maintain_order=True)
    seated = lines.lazy()
    for side in ("ns", "ew"):
        pair = known.rename({"entrant": side, "players": f"{side}_players"})
        seated = seated.join(pair, on=[*SESSION, "line", side], how="left", maintain_order="left")
    return seated


def ended_with(changed: Rows, past: Rows, at: dt.datetime, build: int | None) -> pl.LazyFrame:
    """`PastChangedResults` once these are published.

    Args:
        changed: `ChangedResults`, against what was published before, as `with_players` gives them.
        past: `PastChangedResults` until now.
        at: the time of the publication, in UTC.
        build: the number of the build that is published.
    """
    ended = changed.lazy().with_columns(until_at=pl.lit(at), until_build=pl.lit(build))
    types = types_of(PastChangedResults).items()
    shaped = (rows.lazy().select(pl.col(name).cast(dtype) for name, dtype in types) for rows in (past, ended))
    return pl.concat(shaped).sort(*_MET, "until_at")


def _in_order(rows: pl.LazyFrame) -> pl.DataFrame:
    return (
        rows.select(pl.col(name).cast(dtype) for name, dtype in types_of(ChangedResults).items()).sort(_MET).collect()
    )


def _said(results: pl.DataFrame, name: str) -> pl.LazyFrame:
    """What each line says, in one text; "" where it says nothing."""
    says = pl.concat_str([pl.col(column).cast(pl.String) for column in _SAYS], separator=" ", ignore_nulls=True)
    return (
        results.lazy()
        .drop_nulls(["ns", "ew"])
        .unique(_MET, keep="first", maintain_order=True)
        .select(*_MET, says.alias(name))
    )


def _days(sessions: pl.DataFrame, name: str) -> pl.LazyFrame:
    return sessions.lazy().group_by(SESSION).agg(pl.col("date").min().alias(name))
