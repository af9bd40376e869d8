"""Adjustments: points that a director gave or took, or a club carried forward. Checks of their entrant and unit."""

from collections.abc import Mapping

import polars as pl

from transforms.bridge.sessions import by_entrant, has_maximum, scoring_of
from transforms.intake.findings import Checked, finding
from transforms.tables import ENTRANT, LINE, SESSION


def checked_adjustments(of_session: Mapping[str, pl.LazyFrame], sessions: pl.LazyFrame) -> Checked:
    """Keep the adjustments whose entrant is in the session and whose unit has a meaning in its scoring.

    Percent of the top needs a scoring with tops. Percent of the maximum also has a meaning at victory points, where the
    maximum is 20 per match.

    Args:
        of_session: `adjustments`, `entries`, `results` and `matches`, by name.
        sessions: `Sessions`.
    """
    scoring = sessions.select(*SESSION, scoring=scoring_of(pl.col("kind"), pl.col("team_scoring")))
    given = of_session["adjustments"].join(scoring, on=SESSION)
    has_meaning = (
        (pl.col("unit") == "points")
        | has_maximum(pl.col("scoring"))
        | ((pl.col("unit") == "percent") & (pl.col("scoring") == "imps"))
    )
    there = _present(of_session, given)
    known = given.join(there, on=ENTRANT, how="semi")
    unit, in_scoring = (pl.col(name).str.replace_all("_", " ") for name in ("unit", "scoring"))
    return Checked(
        known.filter(has_meaning),
        [
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
