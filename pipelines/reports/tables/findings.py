"""What is wrong with what was handed in, and where ours differ from official results, as a reader sees them."""

import polars as pl

from pipelines.reports.tables.columns import Tables
from transforms.arithmetic.rounding import to_decimals
from transforms.bridge.sessions import field_of
from transforms.tables import BOARD, CLUB, COMPETITION, SESSION


def findings_shown(tables: Tables) -> pl.DataFrame:
    """What the landing found, in the seasons it concerns: errors first.

    A file with sessions concerns their seasons, any other file (players, settings) every season.
    """
    seasons = tables["raw.competitions"].select(COMPETITION)
    files = ("club", "competition", "file")
    used = pl.concat(
        [tables[f"raw.{name}"].select(*COMPETITION, file="file_id") for name in ("sessions", "entries", "results")]
    ).unique()
    findings = pl.concat([tables["raw.findings"], tables["awards.findings"]]).rename({"file_id": "file"})
    of_season = findings.join(used, on=files)
    of_all = findings.join(used, on=files, how="anti").join(seasons, on=CLUB)
    columns = (*COMPETITION, "severity", "file", "line_no", "field", "value", "message")
    return pl.concat([of_season.select(columns), of_all.select(columns)]).sort(columns)


def differences_shown(tables: Tables, boards: pl.DataFrame) -> pl.DataFrame:
    """Where the file's own published figures differ from ours, why, and which board of the control sheet to see."""
    anchors = boards.select(*SESSION, "field", "board", "anchor")
    return (
        tables["scored.official_differences"]
        .join(tables["raw.sessions"].select(*SESSION, "date", "together"), on=SESSION, how="left")
        .with_columns(field=field_of(pl.col("together"), pl.col("line")))
        .join(anchors, on=BOARD, how="left")
        .sort(*COMPETITION, "date", "session_id", "line", "board", "ns", "entrant", "value")
        .select(
            *COMPETITION,
            "session_id",
            "date",
            "line",
            "board",
            "ns",
            "ew",
            "entrant",
            "value",
            to_decimals(pl.col("official")),
            to_decimals(pl.col("computed")),
            "reason",
            "anchor",
        )
    )
