"""What is told of a session or a player: publications, corrections and contents of files, in order of time."""

from collections.abc import Mapping

import polars as pl

from pipelines.words.desk_words import value_name
from pipelines.words.published_values import column_on_pages
from transforms.messages import gettext
from transforms.published.changed_results import of_present, with_players
from transforms.published.earlier import earlier
from transforms.published.kinds import KINDS, RESULTS, Kind
from transforms.published.shown import AND
from transforms.published.trail import CHANGED, CORRECTIONS, HISTORY, PAST, PAST_CHANGED, sources
from transforms.tables import CLUB, COMPETITION, SESSION, Tables
from transforms.tables.finding_words import message_of
from transforms.tables.phrases import phrase

_ABOUT = ("kind", "list", "scheme", "of", "list_date", "session_id", "line", "entrant", "player_id", "players")
_AT_TABLE = ("board", "ns", "ns_players", "ew", "ew_players")
_VALUE = ("field", "published", "now")
_END = ("until_at", "until_build", "ending")
COLUMNS = ("at", "build", "event", *COMPETITION, *_ABOUT, *_AT_TABLE, *_VALUE, *_END, "files", "sha256")
"""What is told of each event: `published`; `result` for a result line that is another than published, and `correction`
for each number that follows; or `file` for a content that a file had."""
_TYPES = {name: pl.String() for name in COLUMNS} | {
    **dict.fromkeys(("at", "until_at"), pl.Datetime("us", "UTC")),
    **dict.fromkeys(("build", "until_build"), pl.Int64()),
    "board": pl.Int32(),
    "list_date": pl.Date(),
}


def about(player: str) -> pl.Expr:
    """The rows of events about a player."""
    played = pl.col("players").str.split(AND).list.contains(player)
    plays_now = (pl.col("field") == "players") & pl.col("now").str.split(AND).list.contains(player)
    met = (pl.col(side).str.split(AND).list.contains(player) for side in ("ns_players", "ew_players"))
    is_one = pl.any_horizontal(pl.col("player_id") == player, played, plays_now, *met)
    return is_one.fill_null(value=False)


def events(before: Tables, made: Tables, fits: pl.Expr, of: pl.DataFrame | None) -> pl.DataFrame:
    """Publications, corrections and contents of files, in order of time: `COLUMNS`.

    Args:
        before: the tables that are remembered.
        made: the tables of the last build.
        fits: the rows of publications and corrections that are asked for.
        of: `SESSION` of those whose files are told; None: those with results among these rows.
    """
    rows = [_published(before[kind.table], kind.name, kind.values) for kind in KINDS]
    past = [_published_before(before, kind) for kind in KINDS]
    told = pl.concat([*map(_shaped, [*rows, *past]), *_corrections(before), *_results(before, made)]).filter(fits)
    sessions = told.filter(pl.col("kind") == RESULTS.name).select(SESSION).unique() if of is None else of
    files = sources(before, made).collect().join(sessions, on=SESSION, how="semi")
    events = pl.concat([told, _files(before[HISTORY], files)])
    # What a file held goes before what was made of it, where both have one time.
    events_in_order = {event: place for place, event in enumerate(("file", "result", "correction", "published"))}
    order = pl.col("event").replace_strict(events_in_order, return_dtype=pl.Int8)
    season = pl.col("kind").replace_strict({kind.name: place for place, kind in enumerate(KINDS)}, default=None)
    by = ["at", order, *COMPETITION, season, *_ABOUT, *_AT_TABLE, "field", "until_at", "files"]
    return events.sort(by, nulls_last=[False, *[True] * (len(by) - 1)])


def _published(rows: pl.DataFrame, kind: str, values: Mapping[str, int | None], *also: str | pl.Expr) -> pl.DataFrame:
    """A row for each row that was published, with all its values as one text; and what else is told of it."""
    words = [phrase("{} {}", pl.lit(value_name(name)), column_on_pages(name, values[name])) for name in values]
    shown = pl.concat_str(words, separator=", ", ignore_nulls=True)
    return rows.with_columns(shown.alias("shown")).select(
        *(pl.col(name) for name in (*COMPETITION, *_ABOUT) if name in rows.columns),
        *("build", *also),
        kind=pl.lit(kind),
        event=pl.lit("published"),
        at="published_at",
        published="shown",
    )


def _published_before(before: Tables, kind: Kind) -> pl.DataFrame:
    """A row for each row of an earlier publication of a list that was published otherwise since."""
    rows = earlier(before[kind.table], before[PAST], kind).collect()
    ended = pl.when(pl.col("until_at").is_not_null()).then(pl.lit("published"))
    return _published(rows, kind.name, dict.fromkeys(kind.values), *_END[:2], ended.alias("ending"))


def _corrections(before: Tables) -> list[pl.DataFrame]:
    """A row for each correction, of those that stand and those that did."""
    return [
        _shaped(
            rows.rename({"since_at": "at", "since_build": "build"}).with_columns(
                event=pl.lit("correction"), files=pl.col("files").list.join("; ")
            )
        )
        for rows in (before[CORRECTIONS], before[PAST])
    ]


def _results(before: Tables, made: Tables) -> list[pl.DataFrame]:
    """A row for each result line that is another than published, and each that was when it was published again."""
    of_files = [
        before[HISTORY].select(*CLUB, "file_id", since_build=build, at=at)
        for build, at in (("first_build", "first_seen_at"), ("until_build", "superseded_at"))
    ]
    files = sources(before, made).collect()
    present = of_present(before[CHANGED], made["raw.sessions"])
    stand = with_players(present, before[RESULTS.table], made["raw.entries"])
    causes = (
        pl.concat(of_files)
        .drop_nulls("since_build")
        .join(files, on=[*CLUB, "file_id"])
        .group_by(*SESSION, "since_build")
        .agg(pl.col("at").min(), files=pl.col("file_id").unique().sort().str.join("; "))
    )
    return [
        _shaped(
            lines.join(causes, on=[*SESSION, "since_build"], how="left", maintain_order="left")
            .rename({"since_build": "build"})
            .with_columns(event=pl.lit("result"), kind=pl.lit(RESULTS.name), ending=pl.lit(ending, pl.String))
        )
        for lines, ending in ((stand.collect(), None), (before[PAST_CHANGED], "published"))
    ]


def _files(contents: pl.DataFrame, files: pl.DataFrame) -> pl.DataFrame:
    """A row for each content of the files of sessions."""
    told = contents.join(files, on=[*CLUB, "file_id"])
    is_gone, gone, other = pl.col("superseded_by").is_null(), pl.lit("gone"), pl.lit("superseded")
    return _shaped(
        told.select(
            *SESSION,
            "sha256",
            "until_build",
            at="first_seen_at",
            build="first_build",
            event=pl.lit("file"),
            files="file_id",
            now=message_of(gettext("rows read: {rows}"), {"rows": pl.col("rows")}),
            until_at="superseded_at",
            ending=pl.when(pl.col("superseded_at").is_not_null()).then(pl.when(is_gone).then(gone).otherwise(other)),
        )
    )


def _shaped(rows: pl.DataFrame) -> pl.DataFrame:
    """The rows with all of `COLUMNS`."""
    missing = [pl.lit(None).alias(name) for name in COLUMNS if name not in rows.columns]
    return rows.with_columns(missing).select(pl.col(name).cast(dtype) for name, dtype in _TYPES.items())
