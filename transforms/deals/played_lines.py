"""The rows of the control sheet with names, the parts of the contract, what the deal allowed, and why they did well."""

import dataframely as dy
import polars as pl

from transforms.bridge.notation import parts_of_result
from transforms.bridge.sessions import PARTNERS
from transforms.deals.against_field import against_field
from transforms.deals.possible import possible
from transforms.tables.arithmetic.as_shown import decimals_of, names_of, shown, unnamed
from transforms.tables.report import BoardsShown, ControlSheetShown, SessionResultsShown
from transforms.tables.report_of_deals import HandsShown, PlayedLines
from transforms.tables.schemas import BOARD, LINE, SESSION


def played_lines(
    control_sheet: dy.DataFrame[ControlSheetShown],
    boards: dy.DataFrame[BoardsShown],
    results: dy.DataFrame[SessionResultsShown],
    hands: dy.DataFrame[HandsShown],
) -> dy.LazyFrame[PlayedLines]:
    """The rows of the control sheet, in its order."""
    names = results.select(*LINE, "entrant", "names", listed=pl.col("entrant")).unique()
    decimals = pl.max_horizontal(decimals_of(pl.col("ns_points", "ew_points"))).max().over(BOARD)
    file_no = pl.col("file").rank("dense").over(SESSION)
    lines = control_sheet.join(boards.select(*BOARD, "top"), on=BOARD, how="left", maintain_order="left").with_columns(
        mean=pl.when(pl.col("subfield").is_null()).then("score").mean().over(BOARD),
        decimals=decimals,
        file_no=pl.when(file_no.max().over(SESSION) > 1).then(file_no),
        **parts_of_result(pl.col("result")),
    )
    for side in ("ns", "ew"):
        lines = _with_names(lines, names, side)
    at = pl.coalesce("ns_card", "ew_card")
    is_first = pl.struct("line", "board", at).is_first_distinct().over(SESSION)
    lines = lines.with_columns(at=pl.when(is_first).then(at))
    return shown(PlayedLines, against_field(possible(lines, hands)))


def _with_names(lines: pl.DataFrame, names: pl.DataFrame, side: str) -> pl.DataFrame:
    """The lines with the names of a side, who of it has a scorecard, and each of two who sit there by themselves."""
    of_side = names.rename({"entrant": side, "names": f"{side}_names", "listed": f"{side}_card"})
    lines = lines.join(of_side, on=[*LINE, side], how="left", maintain_order="left").with_row_index("row")
    two = (
        lines.filter(pl.col(side).str.contains(PARTNERS, literal=True))
        .select("row", *LINE, entrant=pl.col(side).str.split(PARTNERS))
        .explode("entrant", empty_as_null=False, keep_nulls=False)
        .join(names, on=[*LINE, "entrant"], how="left", maintain_order="left")
        .with_columns(name=pl.coalesce(pl.col("names").replace("", None), unnamed(pl.col("entrant"))))
        .group_by("row", maintain_order=True)
        .agg(
            two=pl.struct("entrant", "name", "names", "listed"),
            both=names_of(pl.col("name")),
            card=pl.col("listed").drop_nulls().first(),
        )
    )
    known = lines.join(two, on="row", how="left", maintain_order="left")
    return (
        known.with_columns(
            pl.coalesce(f"{side}_names", "both").alias(f"{side}_names"),
            pl.coalesce(f"{side}_card", "card").alias(f"{side}_card"),
        )
        .drop("row", "both", "card")
        .rename({"two": f"{side}_two"})
    )
