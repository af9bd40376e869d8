"""Apply the decisions of a director in `[[session]]` of competition.toml, and find which session replaces another."""

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
"""Words in the names of earlier versions of a file. A draft counts less than the result, even if it was saved later."""
_IS_EARLY = rf"(?i)[ _-]+\(?(?:{'|'.join(_EARLY)})\)?$"
_MARKS = rf"(?i)(?:\s*\([0-9]+\)|[ _-]+(?:v[0-9]+|{'|'.join(_WORDS)}))+$"
"""The ends of names that mark a later version of a file: ` (1)`, `_v2`, `-corrected`, ` - Copy`."""


def by_age(files: pl.DataFrame) -> pl.DataFrame:
    """Return (club, competition, file_id, age): the greater the age, the newer the file.

    Files are a family if their names differ only by a mark: `2025-09-02.pbn`, `2025-09-02 (1).xml`,
    `2025-09-02_v2.pbn`. Within a family, drafts are the oldest files, and files with a mark are the newest. After that,
    files are ordered by the number in the mark, then by the time of modification, where null is the oldest. Families
    are ordered by their newest modification, then in the natural order. Marks count before times, because clocks and
    copies change times but not names. Every two files have an order, so there are no circles.
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
    """Return the common part of the names of files that differ only by a mark or the extension."""
    return natural(_stem(file).str.replace(_MARKS, "").str.replace(_IS_EARLY, ""))


def _stem(file: pl.Expr) -> pl.Expr:
    return file.str.replace(r"\.[^./]*$", "")


_LONGEST = 64


def chains(replaced: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return (evening, root): for each replaced session, the session that counts instead in the end.

    `replaced` is (evening, by), with each evening once. The second result is (evening): the sessions that are in a
    circle of replacements or lead into one. None of these is replaced.
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
    """Return (evening, first): for each session that counts, the session whose id it takes over.

    If the director settled which session replaces which, `first` is the first session of that chain. Otherwise it is a
    session without a mark in its name, or else a whole session, or else the first id in natural order. The age does not
    count, because copies have other times, and the page of the evening would then move without a correction.
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


HOW = ("kind", "winners", "team_scoring", "event", "carry", "simultaneous")
"""Columns of `SessionSettings` that replace columns of `Sessions`, apart from date and lines scored together."""

_NAME = (*CLUB, "place", "role", "by", "name")


class Settled(NamedTuple):
    """The settings as read, and the sessions that they name."""

    settings: pl.DataFrame
    """The rows of `SessionSettings`."""
    named: pl.DataFrame
    """(club, competition, place, role, order, evening): the sessions that each `[[session]]` names. `role` is `is` if
    the settings are for the session (in the order of the files), and `supersedes` if they replace it."""
    files: pl.DataFrame
    """(evening, file_id, line_no, session_id, date): every session, with the date that its file gives."""
    names: pl.DataFrame
    """(`_NAME`, holds, where): the names in the settings. `holds` is the number of sessions that a name means (null for
    none), and `where` lists their files, or the ids in a file. Ids that a `[[session]]` gives to files are left out."""
    claimed: pl.DataFrame
    """(club, competition, place): each `[[session]]` of several files that names the session of an earlier
    `[[session]]`."""
    in_place: pl.DataFrame = pl.DataFrame(schema={"evening": pl.UInt32, "by": pl.UInt32})
    """(evening, by): each file replaced as a part of an evening, and the file that replaces it."""

    def about(self) -> pl.DataFrame:
        """Return `evening` and the columns of the settings, one row per session that a `[[session]]` is about."""
        named = self.named.filter(role="is").select(*CLUB, "place", "evening")
        return named.join(self.settings, on=[*CLUB, "place"], maintain_order="left")

    def first(self) -> pl.DataFrame:
        """Return the first row of `about` for each `[[session]]`."""
        return self.about().unique([*CLUB, "place"], keep="first", maintain_order=True)

    def new_ids(self) -> pl.DataFrame:
        """Return the rows of `first` in which a `[[session]]` gives an id to its files."""
        return self.first().filter(pl.col("files").list.len() > 0, pl.col("session_id").is_not_null())


def settled(settings: pl.DataFrame, sessions: pl.DataFrame) -> Settled:
    """Find the sessions that each `[[session]]` names.

    A name is an id or a file. A file with several sessions can be named only as superseded; this means all of its
    sessions. An id means a session only if all sessions with that id are in one file and season. If no session has an
    id, but another `[[session]]` gives that id to files, it means the sessions of these files.
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
    """Return the sessions with dates that a director gave. A part without a date gets the date of the other parts."""
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
