"""Adjustments: points that a director gave or took, or a club carried forward. Checks of their entrant and unit."""

from collections.abc import Mapping

import dataframely as dy
import polars as pl

from transforms.bridge.sessions import by_entrant, has_maximum, scoring_of
from transforms.intake.findings import Checked, finding
from transforms.tables import ENTRANT, LINE, SESSION, Findings
from transforms.tables.phrases import phrase

_WHOLE = 100
"""Percent of the maximum of a session."""


def checked_adjustments(of_session: Mapping[str, pl.LazyFrame], sessions: pl.LazyFrame) -> Checked:
    """Keep the adjustments whose entrant is in the session and whose unit has a meaning in its scoring.

    Percent of the top needs a scoring with tops. Percent of the maximum also has a meaning at victory points, where the
    maximum is 20 per match.

    Args:
        of_session: `adjustments` (with `given_id`), `entries`, `results` and `matches`, by name.
        sessions: `Sessions`.
    """
    handed_in = of_session["adjustments"].collect()
    if handed_in.is_empty():
        return Checked(of_session["adjustments"], [])
    adjustments, in_two = _given_once(handed_in.lazy())
    scoring = sessions.select(*SESSION, scoring=scoring_of(pl.col("kind"), pl.col("team_scoring")))
    given = adjustments.join(scoring, on=SESSION)
    has_meaning = (
        (pl.col("unit") == "points")
        | has_maximum(pl.col("scoring"))
        | ((pl.col("unit") == "percent") & (pl.col("scoring") == "imps"))
    )
    there = _present(of_session, given)
    present = given.join(there, on=ENTRANT, how="semi")
    is_too_much = (pl.col("unit") == "percent") & (pl.col("amount").abs() > _WHOLE)
    known = present.filter(~is_too_much)
    unit, in_scoring = (pl.col(name).str.replace_all("_", " ") for name in ("unit", "scoring"))
    return Checked(
        known.filter(has_meaning),
        [
            in_two,
            finding(
                present.filter(is_too_much),
                "error",
                "amount",
                pl.col("amount"),
                "{amount} percent is more than all that a session has; the adjustment is left out: mend the amount, or"
                " the unit",
                code="adjustments.too_much",
                amount=pl.col("amount"),
            ),
            finding(
                given.join(there, on=ENTRANT, how="anti"),
                "error",
                "entrant",
                pl.col("entrant"),
                "no such entrant on line {line} of this session; the adjustment is left out: mend it",
                code="adjustments.no_entrant",
                line=pl.col("line"),
            ),
            finding(
                known.filter(~has_meaning),
                "error",
                "unit",
                pl.col("unit"),
                "{unit} has no meaning in {scoring}; the adjustment is left out: give the points",
                code="adjustments.no_meaning",
                unit=unit,
                scoring=in_scoring,
            ),
        ],
    )


def _given_once(adjustments: pl.LazyFrame) -> tuple[pl.LazyFrame, dy.LazyFrame[Findings]]:
    """The adjustments without those that another file gives too, or the same file for a session that was replaced.

    One file may well give an entrant the same penalty twice in one session.
    """
    source = ("file_id", "given_id")
    same = (*ENTRANT, "amount", "unit", "reason")
    in_order = adjustments.sort(*same, *source, "line_no", nulls_last=True, maintain_order=True)
    numbered = in_order.with_columns(time=pl.int_range(pl.len()).over(*same, *source))
    told = numbered.with_columns(
        nth=pl.int_range(pl.len()).over(*same, "time"),
        first_file_id=pl.col("file_id").first().over(*same, "time"),
        first_id=pl.col("given_id").first().over(*same, "time"),
    )
    again = told.filter(pl.col("nth") > 0)
    where = phrase("{} for session {}", "first_file_id", "first_id")
    return told.filter(pl.col("nth") == 0).select(adjustments.collect_schema().names()), finding(
        again,
        "error",
        "amount",
        pl.col("amount"),
        "this adjustment of entrant {entrant} is given in {where} too, and that is the same evening; it counts once and"
        " is left out here: keep it in one place, or give the two another reason if both are meant",
        code="adjustments.given_again",
        entrant=pl.col("entrant"),
        where=where,
    )


def _present(of_session: Mapping[str, pl.LazyFrame], given: pl.LazyFrame) -> pl.LazyFrame:
    """The entrants with an entry, a result line or a match, in the sessions that have adjustments."""
    concerned = pl.col("session_id").is_in(given.select("session_id").collect()["session_id"].unique().to_list())
    lines = of_session["results"].filter(concerned)
    sides = pl.concat(
        [
            *(lines.select(*LINE, side=side) for side in ("ns", "ew")),
            of_session["entries"].filter(concerned).select(*LINE, side="entrant"),
            of_session["matches"].filter(concerned).select(*LINE, side="team"),
        ]
    )
    return by_entrant(sides.filter(pl.col("side").is_not_null()).unique(), "side")
