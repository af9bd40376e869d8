"""Findings on the files that were handed in, and differences from official results, as the report shows them."""

import polars as pl

from transforms.arithmetic.rounding import to_decimals
from transforms.bridge.sessions import field_of
from transforms.tables import BOARD, CLUB, COMPETITION, SESSION, Tables


def findings_shown(tables: Tables) -> pl.DataFrame:
    """All findings, for every season that they concern, errors first.

    A finding on a file that holds sessions, entries or results concerns their seasons. A finding on any other file
    (players, settings) concerns every season of the competition.
    """
    seasons = tables["raw.competitions"].select(COMPETITION)
    files = ("club", "competition", "file")
    used = pl.concat(
        [tables[f"raw.{name}"].select(*COMPETITION, file="file_id") for name in ("sessions", "entries", "results")]
    ).unique()
    found = [tables[f"{stage}.findings"] for stage in ("raw", "scored", "awards")]
    findings = pl.concat(found).rename({"file_id": "file"})
    of_season = findings.join(used, on=files)
    of_all = findings.join(used, on=files, how="anti").join(seasons, on=CLUB)
    columns = (*COMPETITION, "severity", "file", "line_no", "field", "value", "message", "code", "arguments")
    return pl.concat([of_season.select(columns), of_all.select(columns)]).sort(columns)


def differences_shown(tables: Tables, boards: pl.DataFrame) -> pl.DataFrame:
    """Where the results in the files differ from ours, why, and the `anchor` of the board on the control sheet.

    Args:
        tables: those of the warehouse.
        boards: `boards` of the report.
    """
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


def doubts_shown(tables: Tables) -> pl.DataFrame:
    """What each session says of itself that its lines do not give, settled or not."""
    return (
        tables["scored.doubts"]
        .sort(*SESSION, "what")
        .select(
            *SESSION,
            *("what", "differing", "of", "first"),
            *(to_decimals(pl.col(name)) for name in ("official", "computed")),
            "accepted",
            *("severe", "line_no"),
            file="file_id",
        )
    )
