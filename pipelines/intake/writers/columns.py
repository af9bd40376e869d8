"""What USEBIO and PBN both write: who took part, and numbers as text."""

from collections.abc import Mapping

import polars as pl

from transforms.bridge.sessions import PARTNERS
from transforms.tables.arithmetic.rounding import to_decimals

Tables = Mapping[str, pl.DataFrame]
OF_ENTRANT = ("line", "entrant")


def number(column: str) -> pl.Expr:
    """Points or a percentage as text, to two decimals, as programs print them; without a needless `.0`."""
    return to_decimals(pl.col(column)).cast(pl.String).str.replace(r"\.0$", "")


def is_individual(results: pl.DataFrame) -> bool:
    """Whether a side of any line is two entrants, as in an individual."""
    joined = pl.col("ns", "ew").str.contains(PARTNERS, literal=True)
    return bool(results.select(pl.any_horizontal(joined).any()).item())


def entrants(tables: Tables) -> pl.DataFrame:
    """Everybody who is in the result list or has people: (line, entrant, direction, points, score, rank).

    On a line without a result list, everybody who played too. Where there is one, a number in results alone is nobody's
    (`is_nobody`), and would be somebody's again if it were listed.

    In order of line and rank, then as they come; the numbers as text. The direction is the one of most people.
    """
    results = tables["results"].join(tables["official_results"], on="line", how="anti", maintain_order="left")
    seen = pl.concat(
        [
            tables["official_results"].select(OF_ENTRANT),
            tables["entries"].select(OF_ENTRANT),
            *(
                results.select("line", entrant=pl.col(side).str.split(PARTNERS)).explode("entrant")
                for side in ("ns", "ew")
            ),
        ]
    )
    directions = tables["entries"].group_by(OF_ENTRANT).agg(pl.col("direction").drop_nulls().mode().sort().first())
    listed = tables["official_results"].unique(OF_ENTRANT, keep="first", maintain_order=True)
    whole = (
        seen.drop_nulls()
        .unique(OF_ENTRANT, keep="first", maintain_order=True)
        .join(directions, on=OF_ENTRANT, how="left", maintain_order="left")
        .join(listed, on=OF_ENTRANT, how="left", maintain_order="left")
    )
    in_order = whole.sort("line", "rank", nulls_last=True, maintain_order=True)
    return in_order.select(
        *OF_ENTRANT, "direction", points=number("points"), score=number("score"), rank=pl.col("rank").cast(pl.String)
    )


def people(tables: Tables) -> pl.DataFrame:
    """Who sat down for whom, in the order of the entries: (line, entrant, player_id, name, federation_id).

    The federation's id is null where it is not known, or where several have the same.
    """
    known = tables["players"]
    federation = pl.col("federation_id") if "federation_id" in known.columns else pl.lit(None, pl.String)
    names = known.select("player_id", "name", federation_id=federation).unique("player_id", keep="first")
    is_own = pl.col("federation_id").is_unique()
    names = names.with_columns(pl.when(is_own).then("federation_id").alias("federation_id"))
    seated = tables["entries"].select(*OF_ENTRANT, "player_id")
    return seated.join(names, on="player_id", how="left", maintain_order="left")
