"""Evenings, published or not, that are gone because their file was renamed, moved or deleted."""

from collections.abc import Mapping

import dataframely as dy
import polars as pl

from transforms.intake.findings import IN_SETTINGS, sorted_findings, warning_on
from transforms.tables.schemas import CLUB, COMPETITION, SESSION, Findings, Rows

PUBLISHED = {**dict.fromkeys((*SESSION, "file_id", "sha256"), pl.String), "date": pl.Date}
"""The columns of a table of published sessions with their source files and the last content of each file."""
_GONE, _RENAMED, GONE_SINCE = "published.gone", "published.season_renamed", "evenings.gone"

_SAYS = {
    "published.gone": "the files of the published evening {session} are gone ({files}): put them back; if they were"
    " removed on purpose, publish again, and the page of the evening disappears from the site",
    "published.gone/renamed": "this file is gone, and with it the published evening {session}; {file} has the same"
    " results, so the file was probably renamed: give it its old name, {old}",
    "published.gone/moved": "this file is gone, and with it the published evening {session}; {path} has the same"
    " results, so the file was probably moved: put it back here, as {old}",
    "published.gone/of_same_day": "this file is gone, and with it the published evening {session}; {file} is from the"
    " same day: if it is that evening, rename it to {old}; if not, put the old file back",
}
_HOLD_RESULTS = ("results", "official_results", "matches", "totals")
_OF_COMPETITION = (*CLUB, "session_id")
_FILE = (*CLUB, "file_id")


def published_sessions(results: Rows, files: Rows, history: Rows) -> pl.LazyFrame:
    """Return `PUBLISHED`: one row for each session in `PublishedResults` and each file of its last publication."""
    last = history.lazy().sort("first_build").group_by(*CLUB, "file_id").agg(pl.col("sha256").last())
    return (
        results.lazy()
        .group_by(SESSION)
        .agg(pl.col("date").min())
        .join(last_files(files), on=SESSION)
        .join(last, on=_FILE, how="left")
        .select(*PUBLISHED)
    )


def last_files(files: Rows) -> pl.LazyFrame:
    """Return (`SESSION`, file_id): the files of each session in its last publication, from `PublishedFiles`."""
    is_last = pl.col("published_at") == pl.col("published_at").max().over(SESSION)
    return files.lazy().filter(is_last).select(*SESSION, "file_id")


def vanished(published: pl.DataFrame, read: Mapping[str, pl.DataFrame]) -> dy.LazyFrame[Findings]:
    """Warn about each evening in `PUBLISHED` that is gone from the tables `read`, at the file that held it.

    There is no warning about an evening that another session supersedes. If all its files exist, or its competition or
    season is gone, other findings report it.
    """
    missing = _missing(published, read)
    holding = pl.concat([read[name].select(*CLUB, "file_id") for name in _HOLD_RESULTS]).unique()
    holders = read["files"].join(holding, on=_FILE, how="semi")
    same = missing.join(
        holders.select("club", "sha256", "path", in_competition="competition", file="file_id"), on=["club", "sha256"]
    )
    is_here = pl.col("in_competition") == pl.col("competition")
    same = same.sort(~is_here, "file", maintain_order=True).unique(SESSION, keep="first", maintain_order=True)
    others = missing.join(same, on=SESSION, how="anti", maintain_order="left")
    evenings = others.with_columns(
        files=pl.col("file_id").str.join(", ").over(SESSION), number=pl.len().over(SESSION)
    ).unique(SESSION, keep="first", maintain_order=True)
    of_days = read["sessions"].group_by(*CLUB, "date").agg(pl.col("session_id", "file_id").first(), sessions=pl.len())
    new = of_days.filter(sessions=1).join(published, on=_OF_COMPETITION, how="anti")
    of_day = evenings.filter(number=1).join(new.select(*CLUB, "date", file="file_id"), on=[*CLUB, "date"])
    found = {
        "published.gone/renamed": same.filter(is_here),
        "published.gone/moved": same.filter(~is_here),
        "published.gone/of_same_day": of_day,
        "published.gone": evenings.join(of_day, on=SESSION, how="anti"),
    }
    names = {"session": "session_id", "old": "file_id"}
    return sorted_findings(
        [warning_on(rows.lazy(), code, _SAYS[code], field="session_id", **names) for code, rows in found.items()]
    )


def gone_since(before: pl.DataFrame, now: Mapping[str, pl.DataFrame]) -> dy.LazyFrame[Findings]:
    """Warn about each file of evenings that have gone since the last build, unless a finding says why.

    There is no warning if another evening has the same date, or if the season is gone. `before` are the `Sessions` of
    the last build, and `now` the raw tables.
    """
    said = now["findings"].filter((pl.col("severity") == "error") | (pl.col("code") == _GONE))
    files = (
        before.join(now["competitions"], on=COMPETITION, how="semi")
        .join(now["sessions"], on=_OF_COMPETITION, how="anti")
        .join(now["sessions"], on=[*CLUB, "date"], how="anti")
        .join(said, on=_FILE, how="anti")
        .sort(*_FILE, "date", "session_id")
        .group_by(_FILE, maintain_order=True)
        .agg(pl.col("session_id", "date").first(), number=pl.len(), line_no=pl.lit(None, pl.Int64))
    )
    sentence = (
        "this evening of the last build is gone ({date}; evenings of this file that are gone: {number}): put it back if"
        " it was removed by mistake; otherwise ignore this warning, which ends with the next build of the club"
    )
    return warning_on(files.lazy(), GONE_SINCE, sentence, field="session_id")


def _missing(published: pl.DataFrame, read: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    """Return the rows of `PUBLISHED` whose file and session are gone, although the season still exists."""
    replaced = read["session_settings"].select(*CLUB, name="supersedes").explode("name").drop_nulls("name")
    absent = (
        published.join(read["competitions"], on=COMPETITION, how="semi")
        .join(read["sessions"], on=_OF_COMPETITION, how="anti")
        .join(read["files"], on=_FILE, how="anti", maintain_order="left")
        .join(replaced, left_on=_OF_COMPETITION, right_on=[*CLUB, "name"], how="anti", maintain_order="left")
        .join(replaced, left_on=_FILE, right_on=[*CLUB, "name"], how="anti", maintain_order="left")
        .sort(*SESSION, "file_id")
        .with_columns(line_no=pl.lit(None, pl.Int64))
    )
    # A folder that cannot be opened is listed as a file instead of its content: `a` or `a/b` of `a/b/c.pbn`.
    parts = pl.col("file_id").str.split("/").list.head(pl.col("file_id").str.count_matches("/", literal=True))
    above = parts.list.eval(pl.element().cumulative_eval(pl.element().str.join("/")))
    folders = absent.select(*CLUB, "file_id", folder=above).unique(_FILE).explode("folder")
    closed = folders.join(read["files"].select(*CLUB, folder="file_id"), on=[*CLUB, "folder"], how="semi")
    return absent.join(closed, on=_FILE, how="anti", maintain_order="left")


def renamed_seasons(published: pl.DataFrame, competitions: pl.DataFrame) -> pl.DataFrame:
    """Return (`COMPETITION`, was): seasons that were probably renamed, and the published season that each of them was.

    Such a season has no publications, and exactly one `published` season that is gone lies within its dates.
    """
    gone = (
        published.join(competitions, on=COMPETITION, how="anti")
        .group_by(*CLUB, was="season")
        .agg(first=pl.col("date").min(), last=pl.col("date").max())
    )
    new = competitions.join(published, on=COMPETITION, how="anti").select(*COMPETITION, "start", "end")
    return (
        new.join(gone, on=CLUB, maintain_order="left")
        .filter(pl.col("start") <= pl.col("first"), pl.col("last") <= pl.col("end"))
        .filter(pl.len().over(COMPETITION) == 1)
        .select(*COMPETITION, "was")
    )


def with_other_names(published: pl.DataFrame, competitions: pl.DataFrame) -> dy.LazyFrame[Findings]:
    """Warn about each season of `renamed_seasons`, at the settings of its competition."""
    return warning_on(
        renamed_seasons(published, competitions).with_columns(**IN_SETTINGS).lazy(),
        _RENAMED,
        (
            "season {was} is now called {season}, so its published pages get other addresses and the old addresses "
            "stop working: give the season its old name, {was}"
        ),
        field="season.name",
        value="season",
    )


def still_open(findings: pl.DataFrame, results: pl.DataFrame) -> pl.DataFrame:
    """Drop findings on evenings that are no longer published, and on seasons published under their new name."""
    evenings, seasons = (results.select(*CLUB, value=name).unique() for name in ("session_id", "season"))
    gone, renamed = (findings.filter(code=code) for code in (_GONE, _RENAMED))
    about = [*CLUB, "value"]
    ended = pl.concat([gone.join(evenings, on=about, how="anti"), renamed.join(seasons, on=about, how="semi")])
    return findings.join(ended, on=["code", *about], how="anti", maintain_order="left")
