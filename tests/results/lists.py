"""Board scores made up for the tests of result lists."""

from typing import Any

import dataframely as dy
from factories import frame

from transforms.tables.schemas import BoardScores


def percentages(*values: float, **others: Any) -> dy.DataFrame[BoardScores]:
    """Board scores that bring entrants 01, 02, ... these percentages."""
    return frame(
        BoardScores,
        *(
            {"board": board, "ns": f"{2 * board - 1:02}", "ew": f"{2 * board:02}"}
            | {"ns_points": ns / 10, "ew_points": ew / 10, "top": 10, **others}
            for board, (ns, ew) in enumerate(zip(values[::2], values[1::2], strict=True), start=1)
        ),
    )


def in_imps(*swings: float, scoring: str = "butler") -> dy.DataFrame[BoardScores]:
    """One pair North-South against another on each board, with these IMPs."""
    return frame(
        BoardScores,
        *(
            {"board": board, "ns": "1", "ew": "2", "ns_points": imps, "ew_points": -imps, "scoring": scoring}
            for board, imps in enumerate(swings, start=1)
        ),
    )
