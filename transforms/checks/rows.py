"""Check that no row of a table is given twice."""

import polars as pl

from transforms.intake.check import DOUBTED, check, judged, says
from transforms.intake.findings import PLACE, Checked, differs_from_first
from transforms.tables.schemas import SESSION, Rows


@check(
    "rows.given_before",
    row="left out",
    merged=True,
    field=pl.col("field"),
    value="given",
    doubts={"contradictions": "differs"},
)
@says("an earlier row has the same {key}, and that row counts: delete one of the two")
def given_before(rows: pl.LazyFrame) -> pl.LazyFrame:
    return rows.filter("is_again")


def once(rows: pl.LazyFrame, key: tuple[str, ...], field: str, settings: Rows | None = None) -> Checked:
    """Keep the first row of each key, in order of file and line; the other rows become errors about `field`.

    If the table has sessions, another row with other values casts doubt on its session.
    """
    names = rows.collect_schema().names()
    in_order = rows.sort(*key, *PLACE, nulls_last=True, maintain_order=True).with_columns(
        is_again=pl.int_range(pl.len()).over(key) > 0,
        differs=differs_from_first(key, (name for name in names if name not in (*key, *PLACE))),
        field=pl.lit(field),
        given=pl.col(field).cast(pl.String),
        key=pl.lit(", ".join(part for part in key if part not in SESSION)),
    )
    of_sessions = pl.LazyFrame(schema=dict.fromkeys(SESSION, pl.String))
    in_shape = pl.concat([of_sessions, in_order], how="diagonal")
    tables, found = judged("rows", {"rows": in_shape, **({} if settings is None else {"settings": settings})})
    return Checked(tables["rows"].select(names).lazy(), [found], tables[DOUBTED])
