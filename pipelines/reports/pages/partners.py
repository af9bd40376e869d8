"""Who sat together in an individual, where two sit down who are entrants by themselves."""

import polars as pl

from pipelines.reports.pages.hand_places import anchor, cards_page, numbered
from pipelines.reports.rows import joined, written
from transforms.bridge.sessions import PARTNERS
from transforms.messages import gettext
from transforms.tables import LINE
from transforms.tables.arithmetic.as_shown import number_said
from transforms.tables.phrases import phrase

_AND = " & "


def with_partners(lines: pl.DataFrame, names: pl.DataFrame, side: str) -> pl.DataFrame:
    """The lines, and of a side of two single players what is known of one who sits alone: `_names` and `_card`.

    The card is that of the first of them who has one. New are `_apart`, the names of the two, and `_seated`, both as
    markup, each with a link to the card; null for any other side.

    Args:
        lines: the columns of `LINE`, `field`, the side, and its `_names` and `_card`.
        names: `LINE`, `entrant`, `names` and `is_listed`.
        side: `ns` or `ew`.
    """
    of_two = pl.col(side).str.contains(PARTNERS, literal=True)
    lines = lines.with_row_index("row")
    each = (
        lines.filter(of_two)
        .select("row", *LINE, "field", entrant=pl.col(side).str.split(PARTNERS))
        .explode("entrant", empty_as_null=False, keep_nulls=False)
        .join(names, on=[*LINE, "entrant"], how="left", maintain_order="left")
    )
    each = each.with_columns(
        name=pl.coalesce(
            pl.col("names").replace("", None),
            phrase(gettext("No. {number}", number="{}"), number_said(pl.col("entrant"))),
        ),
        card=pl.when("is_listed").then(anchor(each, "entrant")),
        last=pl.col("row") != pl.col("row").shift(-1, fill_value=lines.height),
    )
    cells = each.select("card", "last", names="names", number=numbered("entrant"), cards=cards_page("field"))
    seated = joined(
        each.select("row").with_columns(written("hand_rows.html", "single", cells, asked=["card"])), ["row"]
    )
    apart = each.group_by("row").agg(pl.col("name").alias("apart"), pl.col("card").drop_nulls().first())
    told = lines.join(apart, on="row", how="left", maintain_order="left").join(
        seated, on="row", how="left", maintain_order="left"
    )
    return (
        told.with_columns(
            pl.coalesce(f"{side}_names", pl.col("apart").list.join(_AND)).alias(f"{side}_names"),
            pl.coalesce(f"{side}_card", "card").alias(f"{side}_card"),
        )
        .rename({"apart": f"{side}_apart", "markup": f"{side}_seated"})
        .drop("row", "card")
    )
