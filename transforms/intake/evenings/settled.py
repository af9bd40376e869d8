"""What a director settled in `[[session]]` of competition.toml: which sessions are intended, and their dates."""

from typing import NamedTuple

import polars as pl

from transforms.tables.schemas import CLUB

_NAME = (*CLUB, "place", "role", "by", "name")


class Settled(NamedTuple):
    """The settings as read, and the sessions that they name."""

    settings: pl.DataFrame
    """`SessionSettings`."""
    named: pl.DataFrame
    """(club, competition, place, role, order, evening): `role` is `is` for the session that a `[[session]]` is about,
    in the order of its files, and `supersedes` for those that it replaces."""
    files: pl.DataFrame
    """(evening, file_id, line_no, session_id, date) of every session, with the date that its file gives."""
    names: pl.DataFrame
    """(`_NAME`, holds, where): the names, with how many sessions each means by itself (null: none) and where they are;
    without ids that `[[session]]` gives to files."""
    claimed: pl.DataFrame
    """(club, competition, place): each `[[session]]` of several files that names a session of an earlier one."""
    in_place: pl.DataFrame = pl.DataFrame(schema={"evening": pl.UInt32, "by": pl.UInt32})
    """(evening, by): the files that others replaced as a part of an evening, and the file that has their place now."""

    def about(self) -> pl.DataFrame:
        """(evening, and the columns of the settings), one row per session that a `[[session]]` is about."""
        named = self.named.filter(role="is").select(*CLUB, "place", "evening")
        return named.join(self.settings, on=[*CLUB, "place"], maintain_order="left")

    def first(self) -> pl.DataFrame:
        """The first row of `about` for each `[[session]]`."""
        return self.about().unique([*CLUB, "place"], keep="first", maintain_order=True)

    def new_ids(self) -> pl.DataFrame:
        """Those of `first` that give an id to files."""
        return self.first().filter(pl.col("files").list.len() > 0, pl.col("session_id").is_not_null())


def settled(settings: pl.DataFrame, sessions: pl.DataFrame) -> Settled:
    """Find the sessions that each `[[session]]` names.

    A name is an id or a file. A file that holds several sessions names all of them as superseded, but cannot say which
    one is intended. An id means a session only if all sessions with it are of one file and season; an id that no session
    has, but that another `[[session]]` gives to files, means the sessions of these files.
    """
    is_file = pl.struct(*CLUB, file_id="name").is_in(sessions.select(pl.struct(*CLUB, "file_id")).to_series().implode())
    by_file = (pl.col("by") == "file") | ((pl.col("by") == "either") & is_file)
    names = _names(settings).with_columns(by=pl.when(by_file).then(pl.lit("file")).otherwise(pl.lit("session")))
    of_file = pl.concat_str("file_id", pl.col("season").fill_null(""), separator="\n")
    known = pl.concat(
        sessions.group_by(*CLUB, name=name).agg(
            evening=pl.col("evening").sort(),
            holds=held.n_unique(),
            where=pl.col(where).unique().sort().str.join(", "),
            by=pl.lit(by),
        )
        for by, name, held, where in (
            ("session", "session_id", of_file, "file_id"),
            ("file", "file_id", pl.col("session_id"), "session_id"),
        )
    )
    key = [*CLUB, "by", "name"]
    as_read = names.join(known, on=key, how="left", maintain_order="left")
    by_given = _by_given_ids(settings, as_read)
    intended = as_read.join(by_given, on=[*CLUB, "place", "role", "name"], how="anti", maintain_order="left")
    all_of_file = (pl.col("by") == "file") & (pl.col("role") == "supersedes")
    several = (pl.col("holds") > 1) & ~all_of_file
    found = intended.filter(pl.col("holds").is_not_null(), ~several)
    one = found.with_columns(evening=pl.when(all_of_file).then("evening").otherwise(pl.col("evening").list.head(1)))
    of_names = one.explode("evening").select(*CLUB, "place", "role", "order", "evening")
    key = [*CLUB, "place", "role", "evening"]
    named = pl.concat([of_names, by_given.select(of_names.columns)]).unique(key, keep="first", maintain_order=True)
    of_several = settings.filter(pl.col("files").list.len() > 1)
    parts = named.filter(role="is").join(of_several, on=[*CLUB, "place"], how="semi").sort(*CLUB, "place", "order")
    again = parts.join(parts.unique("evening", keep="first", maintain_order=True), on=key, how="anti")
    return Settled(
        settings,
        named.join(again, on=key, how="anti", maintain_order="left"),
        sessions.select("evening", "file_id", "line_no", "session_id", "date"),
        intended.select(*_NAME, "holds", "where"),
        again.select(*CLUB, "place"),
    )


def _names(settings: pl.DataFrame) -> pl.DataFrame:
    at = [*CLUB, "place"]
    order = pl.int_range(pl.len()).over(at).alias("order")
    of_files, replaced = (
        settings.explode(names, empty_as_null=False, keep_nulls=False) for names in ("files", "supersedes")
    )
    roles = (
        (of_files, "is", "file", "files"),
        (settings.filter(pl.col("files").list.len() == 0), "is", "session", "session_id"),
        (replaced, "supersedes", "either", "supersedes"),
    )
    return pl.concat(
        rows.select(*at, order, role=pl.lit(role), by=pl.lit(by), name=name) for rows, role, by, name in roles
    ).select(*_NAME, "order")


def _by_given_ids(settings: pl.DataFrame, names: pl.DataFrame) -> pl.DataFrame:
    """What ids mean that `[[session]]` gives to files."""
    at = [*CLUB, "place"]
    giving = settings.filter(pl.col("session_id").is_not_null(), pl.col("files").list.len() > 0)
    once = giving.select(*at, name="session_id").unique([*CLUB, "name"], keep="none")
    of_files = names.filter(pl.col("role") == "is", pl.col("by") == "file", pl.col("holds") == 1)
    given = of_files.join(once.rename({"name": "given"}), on=at, maintain_order="left").select(
        *CLUB, pl.col("evening").list.first(), "order", name="given"
    )
    unknown = names.filter(pl.col("by") == "session", pl.col("evening").is_null()).drop("evening", "order")
    return unknown.join(given, on=[*CLUB, "name"], maintain_order="left_right").select(
        *at, "role", "name", "order", "evening"
    )


def with_settled_dates(sessions: pl.DataFrame, decided: Settled) -> pl.DataFrame:
    """The sessions with the dates that a director gave; a part without any takes that of the other parts."""
    about = (
        decided.about()
        .sort(pl.col("date").is_null(), maintain_order=True)
        .join(sessions.select("evening", own="date"), on="evening", how="left", maintain_order="left")
        .with_columns(pl.coalesce("date", "own", pl.col("own").drop_nulls().first().over(*CLUB, "place")))
        .select("evening", settled="date")
        .filter(pl.col("settled").is_not_null())
        .unique("evening", keep="first", maintain_order=True)
    )
    joined = sessions.join(about, on="evening", how="left", maintain_order="left")
    return joined.with_columns(date=pl.coalesce("settled", "date")).drop("settled")
