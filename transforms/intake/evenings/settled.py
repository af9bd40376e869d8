"""Apply what a director settled in `[[session]]` of competition.toml, and decide which session replaces another."""

from typing import NamedTuple

import polars as pl

from transforms.tables.schemas import CLUB
from transforms.tables.shared import natural

_WORDS = (
    *("copy", "corrected", "correction", "final", "fixed", "new", "revised", "updated"),
    *("gecorrigeerd", "correctie", "kopie", "nieuw", "herzien"),
    *("kopia", "kopi", "korrigerad", "korrigert", "rettet", "ny"),
    *("korrigiert", "neu", "copie", "corrige", "corrigé", "kopija", "poprawione"),
)
_EARLY = (
    *("draft", "old", "backup", "interim", "provisional", "preliminary", "unfinished"),
    *("concept", "oud", "kladje", "voorlopig", "tussenstand"),
    *("brouillon", "ancien", "provisoire", "utkast", "gammel", "foreløpig", "kladde", "entwurf", "alt"),
)
"""Words for an earlier version of a file: a draft counts less than the result, whenever it was saved."""
_IS_EARLY = rf"(?i)[ _-]+\(?(?:{'|'.join(_EARLY)})\)?$"
_MARKS = rf"(?i)(?:\s*\([0-9]+\)|[ _-]+(?:v[0-9]+|{'|'.join(_WORDS)}))+$"
"""The ends of names that mark a later version of a file: ` (1)`, `_v2`, `-corrected`, ` - Copy`."""


def by_age(files: pl.DataFrame) -> pl.DataFrame:
    """(club, competition, file_id, age): the files of each competition, a greater age being a newer file.

    Files are a family if their names differ only by a mark: `2025-09-02.pbn`, `2025-09-02 (1).xml`,
    `2025-09-02_v2.pbn`. Within it drafts are older, files with a mark newer, then higher numbers, then later
    modifications (null: older than any). Between families the newest modification counts, then the natural order. Marks
    count before times, because clocks and copies change times but not names. The order is total, so it has no circles.
    """
    stem = _stem(pl.col("file_id"))
    mark = stem.str.extract(f"({_MARKS})")
    once = files.group_by(*CLUB, "file_id").agg(pl.col("modified_at").max())
    marked = once.with_columns(
        family=family(pl.col("file_id")),
        rank=pl.when(stem.str.contains(_IS_EARLY)).then(-1).when(mark.is_not_null()).then(1).otherwise(0),
        number=mark.str.extract("([0-9]+)[^0-9]*$").cast(pl.Int64, strict=False).fill_null(0),
        name=natural(pl.col("file_id")),
    )
    newest = pl.col("modified_at").max().over(*CLUB, "family")
    order = (*CLUB, "newest", "family", "rank", "number", "modified_at", "name", "file_id")
    in_order = marked.with_columns(newest=newest).sort(order, nulls_last=False)
    return in_order.select(*CLUB, "file_id", age=pl.int_range(pl.len(), dtype=pl.Int64))


def family(file: pl.Expr) -> pl.Expr:
    """Return the common part of the names of files that differ only by a mark or the suffix."""
    return natural(_stem(file).str.replace(_MARKS, "").str.replace(_IS_EARLY, ""))


def _stem(file: pl.Expr) -> pl.Expr:
    return file.str.replace(r"\.[^./]*$", "")


_LONGEST = 64


def chains(replaced: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """(evening, root): the session that counts in the end instead of each replaced one, of (evening, by), each once.

    Also returns (evening) of the sessions in or after a circle of replacements; none of them is replaced.
    """
    ends = replaced.select("evening", root="by")
    following = replaced.select(root="evening", next="by")
    for _ in range(_LONGEST):
        on = ends.join(following, on="root", how="left", maintain_order="left")
        if on["next"].null_count() == on.height:
            break
        ends = on.select("evening", root=pl.coalesce("next", "root"))
    endless = ends.join(following, on="root", how="semi")
    return ends.join(endless, on="evening", how="anti", maintain_order="left"), endless.select("evening")


def addresses(ends: pl.DataFrame, settled: pl.DataFrame, parts: pl.DataFrame, sessions: pl.DataFrame) -> pl.DataFrame:
    """(evening, first): the session whose id each session that counts takes over.

    If the director settled what replaces what, this is the first session of the chain; else one without a mark in its
    name, a whole one, or the first in the natural order of ids. It is not the oldest, because copies have other times,
    and the page of the evening would then move without a correction.
    """
    replacing = settled.join(ends, on="evening", how="semi").select(evening="by")
    of_evening = pl.concat([ends, ends.select(evening="root", root="root").unique(maintain_order=True)])
    in_order = (
        of_evening.join(replacing, on="evening", how="anti")
        .join(sessions.select("evening", "session_id"), on="evening")
        .sort(
            "root",
            pl.col("session_id").str.contains(_MARKS),
            pl.col("evening").is_in(parts["evening"].implode()),
            natural(pl.col("session_id")),
            "session_id",
            "evening",
        )
    )
    return in_order.unique("root", keep="first", maintain_order=True).select(evening="root", first="evening")


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

    A name is an id or a file. A file that holds several sessions names all of them as superseded, but cannot name
    one of them. An id means a session only if all sessions with it are of one file and season; an id that no session
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
