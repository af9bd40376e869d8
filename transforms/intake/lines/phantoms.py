"""Phantoms: pairs that are in the movement but did not come. Their opponents sit out."""

import polars as pl

from transforms.bridge.rulings import is_not_played
from transforms.bridge.sessions import PARTNERS
from transforms.intake.findings import PLACE, Checked, warning_on
from transforms.tables import ENTRANT, LINE


def sitting_out(results: pl.LazyFrame, entries: pl.LazyFrame) -> Checked:
    """Remove the phantoms from the result lines, with a warning for each phantom.

    A phantom has no entry, although others on its line have one, and no result on any board: no score, no contract, and
    no ruling other than `not_played`. A result line between a phantom and a pair becomes a sit-out of that pair; a
    result line with only phantoms is removed.

    Args:
        results: `Results`.
        entries: `Entries`.
    """
    phantoms = _phantoms(results, entries).collect()
    if phantoms.is_empty():
        return Checked(results, [])
    concerned = pl.col("session_id").is_in(phantoms["session_id"].unique().to_list())
    one_side = pl.col("ns").is_null() | pl.col("ew").is_null()
    missing = phantoms.lazy().select(*ENTRANT, missing=pl.lit(value=True))
    lines = results.filter(concerned)
    for side in ("ns", "ew"):
        away = missing.rename({"entrant": side, "missing": f"{side}_away"})
        lines = lines.join(away, on=[*LINE, side], how="left")
    away = pl.col("ns_away").fill_null(value=False), pl.col("ew_away").fill_null(value=False)
    seated = (
        lines.filter(~pl.all_horizontal(away) & ~(pl.any_horizontal(away) & one_side))
        .with_columns(
            ns=pl.when(~away[0]).then("ns"),
            ew=pl.when(~away[1]).then("ew"),
            ruling=pl.when(~pl.any_horizontal(away)).then("ruling"),
        )
        .drop("ns_away", "ew_away")
    )
    message = "pair {pair} has no players and no results: its opponents sit out"
    found = warning_on(phantoms.lazy(), "entrants.phantom", message, field="entrant", pair="entrant")
    return Checked(
        pl.concat([results.filter(~concerned), seated]),
        [found],
    )


def _phantoms(results: pl.LazyFrame, entries: pl.LazyFrame) -> pl.LazyFrame:
    """The phantoms, one row each, with the first file and line that has them."""
    unplayed = pl.col("ruling").is_null() | is_not_played(pl.col("ruling"))
    has_result = pl.col("score").is_not_null() | pl.col("contract").is_not_null() | ~unplayed
    without, played = (
        pl.concat(
            rows.select(*LINE, *PLACE, entrant=side).filter(pl.col("entrant").is_not_null()) for side in ("ns", "ew")
        )
        for rows in (results.filter(~has_result), results.filter(has_result))
    )
    on_entered_lines = without.join(entries, on=LINE, how="semi").join(entries, on=ENTRANT, how="anti")
    may_be = (
        on_entered_lines.filter(~pl.col("entrant").str.contains(PARTNERS, literal=True))
        .sort(PLACE)
        .unique(ENTRANT, keep="first")
        .collect()
    )
    # Mostly there is none, and whoever played is many.
    return may_be.lazy() if may_be.is_empty() else may_be.lazy().join(played, on=ENTRANT, how="anti")
