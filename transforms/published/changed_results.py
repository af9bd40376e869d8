"""The result lines that changed since their session was published: the causes of corrections."""

import datetime as dt

import polars as pl

from transforms.published.shown import AND
from transforms.tables.schemas import CLUB, SESSION, ChangedResults, PastChangedResults, Rows, Tables

_FILE = (*CLUB, "file_id")
_MET = (*SESSION, "line", "board", "ns", "ew")
_SAYS = ("contract", "declarer", "tricks", "score", "ruling")


def changed_sessions(was: Rows, now: Rows, published: Rows) -> pl.DataFrame:
    """`SESSION` of those in `PublishedFiles` whose `Files` differ before and after a build."""
    same = [*_FILE, "sha256"]
    before, after = (files.lazy().select(same) for files in (was, now))
    others = pl.concat([before.join(after, on=same, how="anti"), after.join(before, on=same, how="anti")])
    return published.lazy().join(others, on=_FILE, how="semi").select(SESSION).unique().collect()


def changed_results(before: Rows, was: Tables, now: Tables, build: int | None) -> pl.DataFrame:
    """`ChangedResults` of these sessions after a build.

    A line that is again as it was published has no row, and neither has a sit-out.

    Args:
        before: `ChangedResults`, of these sessions alone.
        was: `raw.results` and `raw.sessions` of these sessions before the build.
        now: the same tables after it.
        build: its number.
    """
    lines = _said(was["raw.results"], "was").join(_said(now["raw.results"], "is"), on=_MET, how="full", coalesce=True)
    found = lines.filter(pl.col("was").ne_missing(pl.col("is"))).with_columns(read=True)
    days = pl.concat(tables["raw.sessions"].lazy().select(*SESSION, day="date") for tables in (now, was))
    return _in_order(
        found.join(before.lazy(), on=_MET, how="full", coalesce=True)
        .join(days.drop_nulls().unique(SESSION, keep="first", maintain_order=True), on=SESSION, how="left")
        .with_columns(
            date=pl.coalesce("day", "date"),
            published=pl.when(pl.col("since_build").is_not_null()).then("published").otherwise("was"),
            now=pl.when("read").then("is").otherwise("now"),
            since_build=pl.coalesce("since_build", pl.lit(build, pl.Int64)),
        )
    )


def changed_since(then: Rows, now: Rows, build: int | None) -> pl.DataFrame:
    """`ChangedResults` where what an earlier build made (`then`) is published after later builds.

    Args:
        then: `ChangedResults` of the build that is published.
        now: the same of the last build, against what was published before.
        build: the number of the last build.
    """
    both = now.lazy().join(then.lazy(), on=_MET, how="full", coalesce=True, suffix="_then")
    is_then, is_now = pl.col("since_build_then").is_not_null(), pl.col("since_build").is_not_null()
    is_later = is_now & pl.col("since_build").ne_missing(pl.col("since_build_then"))
    return _in_order(
        both.with_columns(
            date=pl.coalesce("date", "date_then"),
            published=pl.when(is_then).then("now_then").otherwise("published"),
            now=pl.when(is_now).then("now").otherwise("published_then"),
            since_build=pl.when(is_later).then("since_build").otherwise(pl.lit(build, pl.Int64)),
        )
    )


def of_present(changed: Rows, sessions: Rows) -> pl.LazyFrame:
    """The result lines without those of sessions that are gone as a whole; `sessions` are `Sessions` now."""
    return changed.lazy().join(sessions.lazy(), on=SESSION, how="semi", maintain_order="left")


def with_players(lines: Rows, published: Rows, entries: Rows) -> pl.LazyFrame:
    """Result lines with `ns_players` and `ew_players`: ids of the pair in `PublishedResults`, else in `Entries` now."""
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
    """`PastChangedResults` once `changed`, as `with_players` gives them, are published; `at` is in UTC."""
    ended = changed.lazy().with_columns(until_at=pl.lit(at), until_build=pl.lit(build))
    return pl.concat(PastChangedResults.cast(rows.lazy()) for rows in (past, ended)).sort(*_MET, "until_at")


def _in_order(rows: pl.LazyFrame) -> pl.DataFrame:
    return ChangedResults.cast(rows.filter(pl.col("published").ne_missing(pl.col("now")))).sort(_MET).collect()


def _said(results: pl.DataFrame, name: str) -> pl.LazyFrame:
    says = pl.concat_str([pl.col(column).cast(pl.String) for column in _SAYS], separator=" ", ignore_nulls=True)
    return (
        results.lazy()
        .drop_nulls(["ns", "ew"])
        .unique(_MET, keep="first", maintain_order=True)
        .select(*_MET, says.alias(name))
    )
