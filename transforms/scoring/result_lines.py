"""The numbered result lines of all sessions of one kind, each with the field in which it is compared.

A place is a line (A to Z) of a session. A field is one place, or several places scored together. Each board belongs to
exactly one field. The own average of a side is its mean result over the boards that it played.
"""

import string
from collections.abc import Sequence

import polars as pl

from transforms.bridge.contracts import contract_score
from transforms.bridge.rulings import has_one_side, has_result, is_played, needs_own_average
from transforms.bridge.sessions import NOBODY, by_entrant, field_of
from transforms.tables.arithmetic.sums import steady_mean
from transforms.tables.runs import facts_of_runs, is_sorted
from transforms.tables.schemas import COMPETITION, LINE, SESSION, Competitions, Frame, Results, Sessions

_OF_THE_LINE = (
    *("line", "round", "table", "board", "ns", "ew"),
    *("contract", "declarer", "tricks", "score", "ruling", "subfield", "file_id", "line_no"),
)
_ORDER = ("place", "board", "ns", "ew", "file_id", "line_no")


def places_of(
    results: Frame[Results],
    sessions: Frame[Sessions],
    competitions: Frame[Competitions],
    kinds: Sequence[str],
    rules: Sequence[str],
) -> pl.LazyFrame:
    """Number the places of all sessions of these kinds: one row for each session and each letter that any session has.

    Columns: the key of the session, `line`, `kind`, `together`, `team_scoring`, the `rules`, `place` (from 0), `field`
    (its name) and `field_no` (the first place of the field).
    """
    letters = results.lazy().select("line").unique().filter(pl.col("line").is_in(list(string.ascii_uppercase)))
    return (
        sessions.lazy()
        .filter(pl.col("kind").is_in(list(kinds)))
        .select(*SESSION, "kind", "together", "team_scoring", of_file="datum_drop")
        .join(competitions.lazy().select(*COMPETITION, *rules), on=COMPETITION)
        .sort(SESSION)
        .with_row_index("session_no")
        .join(letters.sort("line"), how="cross", maintain_order="left_right")
        .with_row_index("place")
        .with_columns(field=field_of(pl.col("together"), pl.col("line")))
        .with_columns(field_no=pl.col("place").min().over("session_no", "field"))
        .with_columns(pl.coalesce("of_file", name).alias(name) for name in rules if name == "datum_drop")
        .drop("session_no", "of_file")
    )


def result_lines(results: Frame[Results], places: pl.DataFrame) -> pl.DataFrame:
    """Return the result lines in the order of their key, without sit-outs.

    If a line with a result names only one side, the other side is `NOBODY`. Columns: those of the line and of the key
    of the session; `number` (from 0), `place`, `field_no`, and `board_no`, which is unique for each board of each
    field. A missing score is computed from the contract. `compared_score` is the score if it is compared with others,
    else null.
    """
    rows = results.lazy().select(*SESSION, *_OF_THE_LINE).collect()
    both = pl.col("ns").is_not_null() & pl.col("ew").is_not_null()
    of_lines = places.select(*LINE, "place", "field_no", is_of_teams=pl.col("kind") == "teams")
    lines = (
        pl.concat([rows, facts_of_runs(rows, LINE, of_lines)], how="horizontal")
        .lazy()
        .filter(pl.col("place").is_not_null(), both | (has_one_side() & has_result() & ~pl.col("is_of_teams")))
        .with_columns(pl.col("ns", "ew").fill_null(NOBODY))
        .drop("is_of_teams")
        .with_columns(board_no=pl.col("field_no").cast(pl.Int64) * 2**31 + pl.col("board"))
        .collect()
    )
    in_order = lines if is_sorted(lines, _ORDER) else lines.sort(_ORDER)
    return in_order.with_row_index("number").pipe(_with_scores)


def _with_scores(lines: pl.DataFrame) -> pl.DataFrame:
    score = contract_score(pl.col("board"), pl.col("contract"), pl.col("declarer"), pl.col("tricks"))
    if lines["score"].has_nulls():
        computed = lines.filter(pl.col("score").is_null()).select("number", computed_score=score)
        lines = lines.join(computed, on="number", how="left", maintain_order="left").with_columns(
            score=pl.coalesce("score", "computed_score")
        )
    return lines.with_columns(compared_score=pl.when(is_played(pl.col("ruling"))).then("score"))


def with_own_averages(lines: pl.DataFrame, scored: pl.DataFrame, average: pl.Expr) -> pl.DataFrame:
    """Add the own averages of both sides, `ns_own` and `ew_own`, to lines whose rulings need them; null without boards.

    The own average of two single players is the mean of their two averages, each over boards with any partner. `scored`
    has all lines of the places of `lines`, with place, ns, ew, ruling, ns_points, ew_points (null if not played) and
    top. `average` computes the average of an entrant from the columns `points` and `top` of its boards.
    """
    ruling = pl.col("ruling")
    lines_in_need = scored.filter(ruling.is_not_null()).filter(needs_own_average(ruling))
    if lines_in_need.is_empty():
        return lines.with_columns(pl.lit(None, pl.Float64).alias(f"{side}_own") for side in ("ns", "ew"))
    of_their_places = scored.filter(pl.col("place").is_in(lines_in_need["place"].unique().implode()))
    played = _sides(of_their_places).filter(pl.col("points").is_not_null())
    of_entrants = by_entrant(played, "entrant").group_by("place", "entrant").agg(own=average)
    sides_in_need = by_entrant(_sides(lines_in_need).select("place", "side", "entrant").unique(), "entrant")
    own = (
        sides_in_need.join(of_entrants, on=("place", "entrant"))
        .group_by("place", "side")
        .agg(own=steady_mean(pl.col("own")))
        .collect()
    )
    for side in ("ns", "ew"):
        of_side = own.select("place", pl.col("side").alias(side), pl.col("own").alias(f"{side}_own"))
        lines = lines.join(of_side, on=("place", side), how="left", maintain_order="left")
    return lines


def _sides(lines: pl.DataFrame) -> pl.LazyFrame:
    return pl.concat(
        lines.lazy().select("place", "top", side=side, entrant=side, points=f"{side}_points") for side in ("ns", "ew")
    )
