"""Which session a row means, where an id is unique only within its season, and which a file of deals alone."""

import polars as pl

from transforms.intake.findings import IN_CLUB
from transforms.tables.schemas import CLUB

REFERENCE = (*IN_CLUB, "file_id")
"""What a row says of its session: the id, and by its file where to look for it."""
_DAY = r"((?:19|20)[0-9]{2})[-._]?([01][0-9])[-._]?([0-3][0-9])"
_NAMED = 5


def sessions_of(references: pl.DataFrame, sessions: pl.DataFrame, other_ids: pl.DataFrame) -> pl.DataFrame:
    """(`REFERENCE`, evening, several): the session of each reference, and in how many seasons there is one.

    It is the session with that id of the same file; or else of the same folder; or else the only one of that id, for
    which `other_ids` count too. Sessions of one season count as one, the first; null where there is not one.
    """
    asked, known = (rows.with_columns(folder=folder()) for rows in (references, sessions))
    anywhere = pl.concat([sessions, other_ids], how="diagonal_relaxed")
    levels = ((known, REFERENCE), (known, (*IN_CLUB, "folder")), (anywhere, IN_CLUB))
    found = pl.concat(
        asked.join(_the_only_one(among, key), on=key).select(*REFERENCE, "evening", "several") for among, key in levels
    ).unique(REFERENCE, keep="first", maintain_order=True)
    belonging = references.join(found, on=REFERENCE, how="left", maintain_order="left")
    return belonging.with_columns(evening=pl.when(pl.col("several") <= 1).then("evening"))


def folder() -> pl.Expr:
    """The folder of a file; empty for that of the competition."""
    return pl.col("file_id").str.extract("^(.*)/").fill_null("")


def _the_only_one(sessions: pl.DataFrame, key: tuple[str, ...]) -> pl.DataFrame:
    return sessions.group_by(key).agg(
        pl.col("evening").sort_by(pl.col("season").is_null(), "evening").first(),
        several=pl.max_horizontal(pl.col("season").drop_nulls().n_unique(), pl.lit(1)),
    )


def sessions_of_deals(
    deals: pl.LazyFrame, results: pl.LazyFrame, belonging: pl.DataFrame, sessions: pl.DataFrame
) -> pl.DataFrame:
    """The files that hold deals alone, as dealing programs write them, each with its session.

    It is one on the day that the file gives (in its tags, or else in its name), of the same folder before any other;
    without a day, one of the same folder; of several, one whose boards are all among the deals. Returned are
    `REFERENCE`, `evening` (null: no one session), `how_many` (null: none) and `ids` of those that it may be, `line_no`,
    `day` and `boards`.
    """
    stem = pl.col("file_id").str.replace(r"\.[^./]*$", "")
    alone = belonging.filter(pl.col("evening").is_null(), pl.col("several").is_null(), pl.col("session_id") == stem)
    files = _files(deals.join(alone.select(REFERENCE).lazy(), on=REFERENCE, how="semi").collect())
    if files.is_empty():
        return files.with_columns(evening=pl.lit(None, pl.UInt32))
    candidates = _candidates(files, sessions)
    evenings = belonging.join(candidates, on="evening", how="semi").select(*REFERENCE, "evening").lazy()
    boards = results.join(evenings, on=REFERENCE).group_by("evening").agg(played=pl.col("board").unique()).collect()
    lacking = pl.col("played").list.set_difference("boards").list.len()
    suitable = candidates.join(boards, on="evening", how="left", maintain_order="left").with_columns(
        is_whole=(lacking == 0).fill_null(value=False)
    )
    nearest = suitable.filter(pl.col("nearness") == pl.col("nearness").max().over(REFERENCE))
    whole = nearest.filter(pl.col("is_whole").any().over(REFERENCE) <= pl.col("is_whole"))
    found = whole.group_by(REFERENCE, maintain_order=True).agg(
        pl.col("evening").first(),
        how_many=pl.struct("season", "counted_id").n_unique(),
        ids=pl.col("counted_id").unique(maintain_order=True).head(_NAMED).str.join(", "),
    )
    placed = files.join(found, on=REFERENCE, how="left", maintain_order="left")
    return placed.with_columns(evening=pl.when(how_many=1).then("evening"))


def _files(deals: pl.DataFrame) -> pl.DataFrame:
    dated = deals.group_by(REFERENCE, maintain_order=True).agg(
        pl.col("line_no").min(), boards=pl.col("board").unique().sort(), dates=pl.col("date").drop_nulls().unique()
    )
    parts = [pl.col("file_id").str.extract(rf"{_DAY}[^/]*$", part) for part in (1, 2, 3)]
    in_name = pl.concat_str(parts, separator="-").str.to_date("%Y-%m-%d", strict=False)
    only = pl.when(pl.col("dates").list.len() == 1).then(pl.col("dates").list.first())
    return dated.with_columns(day=pl.coalesce(only, in_name), folder=folder()).drop("dates")


def _candidates(files: pl.DataFrame, sessions: pl.DataFrame) -> pl.DataFrame:
    counting = sessions.filter(pl.col("counts").fill_null(value=False), ~pl.col("is_superseded")).select(
        *CLUB, "evening", "season", "counted_id", "date", in_folder=folder()
    )
    pairs = files.join(counting, on=CLUB, how="inner", maintain_order="left_right")
    same_folder = (pl.col("folder") == pl.col("in_folder")).cast(pl.Int8)
    on_day = pl.when(pl.col("day") == pl.col("date")).then(1 + same_folder).otherwise(0)
    nearness = pl.when(pl.col("day").is_null()).then(same_folder).otherwise(on_day)
    return pairs.with_columns(nearness=nearness).filter(pl.col("nearness") > 0)
