"""A date of a day that there is not is told as that, with the last day of its month."""

import polars as pl
import pytest
from factories import competitions

from pipelines.intake.readers.cells import last_of_month
from pipelines.intake.readers.landing_tables import read_csv
from pipelines.intake.readers.reading import reading
from transforms.checks import assemble
from transforms.intake import causes_first


@pytest.mark.parametrize(
    ("written", "last"),
    [
        *(("31-9-2025", "2025-09-30"), ("2025-02-29", "2025-02-28"), ("2024.02.30", "2024-02-29")),
        *(("31/11/2025", "2025-11-30"), ("30-02-2025", "2025-02-28")),
        *(("2025-13-01", None), ("32-1-2025", None), ("31-9", None), ("soon", None), ("30-9-2025", None)),
    ],
)
def test_the_last_day_of_the_month_that_was_meant(written: str, last: str | None) -> None:
    assert pl.DataFrame({"text": [written]}).select(last_of_month(pl.col("text"))).item() == last


def test_a_session_on_no_day_says_so_and_that_it_is_left_out() -> None:
    text = "session_id,date,kind\n1,31-9-2025,pairs\n2,soon,pairs\n3,2025-09-30,pairs\n"
    read = reading("csv", read_csv(text), "sessions.csv")
    assert read.findings["message"][0] == "there is no such day; taken as empty: write another, as 2025-09-30"
    of_club = read.findings.with_columns(club=pl.lit("club"), competition=pl.lit("evening"))
    sessions = read.tables["sessions"].with_columns(club=pl.lit("club"), competition=pl.lit("evening"))
    across = assemble({"sessions": sessions}, competitions())[1]
    told = causes_first(of_club.select(across.columns), across)
    assert told.select("code", "message").rows() == [
        ("cells.left_out", "there is no such day, so the session is left out: write another, as 2025-09-30"),
        ("cells.left_out", "not understood, so the session is left out: write a date as 2026-09-30"),
    ]
