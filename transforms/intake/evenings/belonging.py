"""Which session a row means, where an id is unique only within its season."""

import polars as pl

from transforms.intake.findings import IN_CLUB

REFERENCE = (*IN_CLUB, "file_id")
"""What a row says of its session: the id, and by its file where to look for it."""


def sessions_meant(references: pl.DataFrame, sessions: pl.DataFrame, other_ids: pl.DataFrame) -> pl.DataFrame:
    """Find the session that each reference means.

    It is the session with that id of the same file; or else of the same folder; or else the only one of that id.
    Sessions of one season count as one, since they have one id; the first of them is meant.

    Args:
        references: `REFERENCE`, each once.
        sessions: `evening` (its number), `season` (null: in none), and `REFERENCE`.
        other_ids: `evening`, `season`, `REFERENCE`: further ids by which sessions may be called from anywhere.

    Returns:
        `REFERENCE`, `evening` (null where there is no session, or more than one) and `several`, in how many seasons
        there is such a session.
    """
    of_folder = (*IN_CLUB, "folder")
    meant = references.with_columns(_folder())
    known = sessions.with_columns(_folder())
    anywhere = pl.concat([sessions, other_ids], how="diagonal_relaxed")
    found = ["evening", "several"]
    for level, (among, key) in enumerate(((known, REFERENCE), (known, of_folder), (anywhere, IN_CLUB))):
        meant = meant.join(_the_only_one(among, key), on=key, how="left", maintain_order="left", suffix=f" {level}")
    choices = [pl.struct(found), pl.struct(f"{name} 1" for name in found), pl.struct(f"{name} 2" for name in found)]
    first = pl.when(pl.col("several").is_not_null()).then(choices[0])
    first = first.when(pl.col("several 1").is_not_null()).then(choices[1].struct.rename_fields(found))
    chosen = first.otherwise(choices[2].struct.rename_fields(found))
    return (
        meant.select(*REFERENCE, chosen.alias("chosen"))
        .unnest("chosen")
        .with_columns(evening=pl.when(pl.col("several") <= 1).then("evening"))
    )


def _folder() -> pl.Expr:
    return pl.col("file_id").str.extract("^(.*)/").fill_null("").alias("folder")


def _the_only_one(sessions: pl.DataFrame, key: tuple[str, ...]) -> pl.DataFrame:
    """The first session of each key that is in a season, and in how many seasons there is one."""
    return sessions.group_by(key).agg(
        pl.col("evening").sort_by(pl.col("season").is_null(), "evening").first(),
        several=pl.max_horizontal(pl.col("season").drop_nulls().n_unique(), pl.lit(1)),
    )
