"""Which trio two players are of, who sit down as a pair.

Source: the club ranking's chapter on trios. A trio is a variant of a pair, and its ranking may be compared with those
of pairs. So it is the trio that plays, whichever two of it sit down.
"""

import polars as pl

from transforms.tables.schemas import COMPETITION, PARTNERSHIP, Frame, SeasonPartnerships

PAIR = (*COMPETITION, "player_id", "partner_id")


def with_thirds(pairs: pl.LazyFrame, season_partnerships: Frame[SeasonPartnerships]) -> pl.LazyFrame:
    """The pairs with one more column: `third_id`, the third of the trio of which the two are; null for a pair.

    Two players are a trio if exactly one trio has both of them. They are a pair if they are declared as a pair too,
    since the trio would then be no better known than the pair, and a pair is who sits down. They are a pair as well
    if several trios have both of them: nothing says for which of these they play.

    Args:
        pairs: (club, competition, season, player_id, partner_id), and any other columns. `partnership_id`, if it is
            one of them, says as which pair or trio the two play; null, or one that does not have both of them, says
            nothing.
        season_partnerships: `SeasonPartnerships`.
    """
    said = pairs if "partnership_id" in pairs.collect_schema().names() else pairs.with_columns(partnership_id=None)
    said = said.with_columns(pl.col("partnership_id").cast(pl.String))
    both = _both(season_partnerships)
    found = (
        both.group_by(PAIR)
        .agg(is_pair=pl.col("third_id").is_null().any(), trios=pl.col("third_id").drop_nulls().unique())
        .with_columns(
            third_found=pl.when(~pl.col("is_pair"), pl.col("trios").list.len() == 1).then(pl.col("trios").list.first())
        )
    )
    named = both.select(*PAIR, "partnership_id", "third_id", is_named=pl.lit(value=True))
    return (
        said.join(found.select(*PAIR, "third_found"), on=PAIR, how="left")
        .join(named, on=[*PAIR, "partnership_id"], how="left")
        .with_columns(third_id=pl.when("is_named").then("third_id").otherwise("third_found"))
        .select(*pairs.collect_schema().names(), "third_id")
    )


def without_thirds_elsewhere(lines: pl.DataFrame) -> pl.DataFrame:
    """The lines with null as `third_id` where the third of a trio sits in another pair there.

    So that whoever reads the names of a line finds everybody once.

    Args:
        lines: (club, competition, season, player_id, partner_id, third_id), and any other columns.
    """
    sit_down = pl.concat([lines.select(*COMPETITION, third_id=one) for one in PAIR[-2:]]).unique()
    elsewhere = lines.join(
        sit_down.with_columns(sits=pl.lit(value=True)), on=(*COMPETITION, "third_id"), how="left", maintain_order="left"
    )
    return elsewhere.with_columns(third_id=pl.when(pl.col("sits").is_null()).then("third_id")).drop("sits")


def _both(season_partnerships: Frame[SeasonPartnerships]) -> pl.LazyFrame:
    """Every two players of each pair and trio, in both orders: `PAIR`, `partnership_id` and `third_id`."""
    members = season_partnerships.lazy().select(*PARTNERSHIP, "player_id")
    everybody = members.group_by(PARTNERSHIP).agg(members="player_id")
    return (
        members.join(members.rename({"player_id": "partner_id"}), on=PARTNERSHIP)
        .filter(pl.col("player_id") != pl.col("partner_id"))
        .join(everybody, on=PARTNERSHIP)
        .with_columns(
            third_id=pl.col("members").list.set_difference(pl.concat_list("player_id", "partner_id")).list.first()
        )
        .select(*PAIR, "partnership_id", "third_id")
    )
