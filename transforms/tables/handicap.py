"""Handicap lists and strata, second lists next to the official result lists (docs/handicap.md)."""

import dataframely as dy

from transforms.tables.shared import InLine, warehouse_table


@warehouse_table("strength.handicap_results")
class HandicapResults(InLine):
    """One row per entrant with a percentage at matchpoints, where the competition has handicap lists."""

    entrant = dy.String(primary_key=True)
    field = dy.String()
    expected = dy.Float64(nullable=True)
    """The percentage that the handicap lets expect: 50 less `handicap`; null without a handicap."""
    handicap = dy.Float64(nullable=True)
    """Percentage points added to the score; null if a player of the entrant has no handicap."""
    score = dy.Float64(description="The percentage without handicap.")
    handicap_score = dy.Float64(nullable=True)
    """The percentage with handicap: `score` and `handicap` together; null without a handicap."""
    rank = dy.Int32(nullable=True, min=1, description="The rank on the handicap list; null without a handicap.")
    stratum = dy.Int32(nullable=True, min=1)
    """The stratum, 1 for the strongest; an entrant about whom nothing is known is in 1. Null without strata."""
    stratum_rank = dy.Int32(nullable=True, min=1)
    """The rank by `score` among the entrants of the stratum and of weaker strata; null without strata."""
