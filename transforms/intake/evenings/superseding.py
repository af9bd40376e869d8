"""Which of two sessions replaces the other: which file is newer, chains of corrections, and whose address stays."""

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
"""Words that say that a file is the one before: a draft counts less than the result, whenever it was saved."""
_IS_EARLY = rf"(?i)[ _-]+\(?(?:{'|'.join(_EARLY)})\)?$"
_MARKS = rf"(?i)(?:\s*\([0-9]+\)|[ _-]+(?:v[0-9]+|{'|'.join(_WORDS)}))+$"
"""What stands at the end of a name that says that the file is a later one: ` (1)`, `_v2`, `-corrected`, ` - Copy`."""


def by_age(files: pl.DataFrame) -> pl.DataFrame:
    """(club, competition, file_id, age): the files of each competition, a greater age being a newer file.

    Files are a family if their names differ only by a mark: `2025-09-02.pbn`, `2025-09-02 (1).xml`,
    `2025-09-02_v2.pbn`. Within it drafts are older, files with a mark newer, then higher numbers, then later
    modifications (null: older than any). Between families the newest modification counts, then the natural order. Marks
    count before times, since clocks and copies change times but no names. The order is total: there are no circles.
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
    """What the names of files have in common that differ only by a mark or the suffix."""
    return natural(_stem(file).str.replace(_MARKS, "").str.replace(_IS_EARLY, ""))


def _stem(file: pl.Expr) -> pl.Expr:
    return file.str.replace(r"\.[^./]*$", "")


_LONGEST = 64


def chains(replaced: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """(evening, root): the session that counts in the end instead of each replaced one, of (evening, by), each once.

    And (evening) of those that replace each other in a circle, or follow one; none of them is replaced.
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

    Where the director settled what replaces what, it is the first of the chain; else one without a mark in its name, a
    whole one, the first in the natural order of ids. It is not the oldest: copies have other times, and the page of the
    evening would move without a correction.
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
