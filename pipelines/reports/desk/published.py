"""Compute which published values would now change, and which result lines change them."""

from collections.abc import Mapping
from typing import Any

import polars as pl

from pipelines.reports.content import Row, by
from pipelines.reports.rows import with_parts
from transforms.published.kinds import KINDS, OF_PEOPLE
from transforms.results.people_shown import names_by_row, names_of_pairs, with_names_of_pairs
from transforms.tables.arithmetic.as_shown import number_said
from transforms.tables.schemas import SESSION
from transforms.tables.shared import natural

PUBLISHED = {"club": pl.String}  # columns of the clubs that published something
NEW = {**dict.fromkeys(SESSION, pl.String), "date": pl.Date}  # evenings whose result list is not published
_OF_WHAT = dict.fromkeys(("kind", "list", "scheme"), pl.String)
CORRECTED = {"until_at": pl.Datetime("us", "UTC"), **_OF_WHAT, "number": pl.Int64, **NEW}
"""The columns of past corrections: how many values of an evening, or of a list, a publication changed, and when."""
_OF_LINE = (*SESSION, "line", "board", natural(pl.col("ns")), natural(pl.col("ew")))
MOST_CAUSES = 20  # the most result lines shown before their consequences


def causes(changed: pl.DataFrame, tables: Mapping[str, pl.DataFrame]) -> list[Row]:
    """Return the first `MOST_CAUSES` result lines that changed, with the players who are now on each line."""
    first = changed.sort("date", *_OF_LINE).head(MOST_CAUSES)
    return with_names_of_pairs(first, names_of_pairs(tables)).to_dicts()


def past_causes(past: pl.DataFrame, players: pl.DataFrame) -> list[Row]:
    """Return the last `MOST_CAUSES` result lines that publications corrected, latest first, with their players."""
    latest = [True, *[False] * (1 + len(_OF_LINE))]
    in_order = past.sort("until_at", "date", *_OF_LINE, descending=latest, nulls_last=True)
    first = in_order.head(MOST_CAUSES).with_row_index("number")
    for side in ("ns", "ew"):
        named = names_by_row(first, pl.col(f"{side}_players"), players)
        first = with_parts(first, named.rename({"named": f"{side}_names"}))
    return first.to_dicts()


def in_short(changes: pl.DataFrame) -> dict[str, Any]:
    """Return how many values of each kind change, whether championships change, and whether a first place changes."""
    what = pl.when(pl.col("list").str.ends_with("_places")).then("list").otherwise("kind")
    counted = changes.group_by(what.alias("of"), "field", maintain_order=True).len("number")
    standings = changes.filter(kind="championships")
    is_first = (pl.col("field") == "rank") & ((pl.col("published") == "1") | (pl.col("now") == "1"))
    return {
        "in_short": dict(by(counted, "of")),
        "of_championships": not standings.is_empty(),
        "first_changes": not standings.filter(is_first).is_empty(),
    }


def past_changes(past: pl.DataFrame, players: pl.DataFrame) -> pl.DataFrame:
    """Return the values that publications corrected, latest first, like `changes`; `corrected_at` is in UTC."""
    when = {"corrected_at": pl.col("until_at")}
    return changes(past, players, when).sort("corrected_at", descending=True, maintain_order=True)


def changes(
    corrections: pl.DataFrame, players: pl.DataFrame, also: Mapping[str, pl.Expr] | None = None
) -> pl.DataFrame:
    """Return the published values that would now change: first those of evenings, then those that depend on them."""
    corrections = corrections.with_row_index("number")
    named = names_by_row(corrections, pl.coalesce("player_id", "players"), players)
    kinds = {kind.name: place for place, kind in enumerate(KINDS)}
    of_kind = pl.col("kind").replace_strict(kinds, default=None, return_dtype=pl.Int8)
    who = pl.concat_str("line", number_said(pl.col("entrant")), separator=" ", ignore_nulls=True).replace("", None)
    # The number of a pair or a team is shown with the names, but an id is left out.
    is_id = pl.col("player_id").is_not_null() | pl.col("kind").is_in(OF_PEOPLE)
    is_numbered = ~is_id | pl.col("named").is_null()
    who_in_turn = ("line", natural(pl.col("entrant")), "player_id")
    order = ("competition", "season", of_kind, "date", "session_id", "list", *who_in_turn)
    return (
        with_parts(corrections, named)
        .sort(order, nulls_last=True)
        .select(
            *("competition", "season", "kind", "list", "scheme", "session_id", "date"),
            who=pl.coalesce("player_id", who),
            named=pl.when(is_numbered)
            .then(pl.concat_str(who, "named", separator=", ", ignore_nulls=True))
            .otherwise("named"),
            field="field",
            published="published",
            now="now",
            published_on=pl.col("published_at").dt.date(),
            files=pl.col("files").list.join(", "),
            **(also or {}),
        )
    )
