"""Join what belongs together, directly or through others."""

import polars as pl


def joined(links: pl.DataFrame) -> pl.DataFrame:
    """Return (member, first) of `links` (group, member): members of one group, or of groups that share a member.

    `first` is the smallest of all members that belong together.
    """
    labels = links.select("member").unique().with_columns(first="member")
    while True:
        of_groups = links.join(labels, on="member").group_by("group").agg(pl.col("first").min())
        now = links.join(of_groups, on="group").group_by("member").agg(pl.col("first").min())
        if now.join(labels, on=["member", "first"], how="anti").is_empty():
            return labels.sort("member")
        labels = now
