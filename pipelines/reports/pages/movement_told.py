"""What the movement of a session gave an entrant, in a sentence: on the player's own page and on the scorecard."""

import polars as pl

from pipelines.reports.content import Row
from pipelines.reports.page_names import page_name
from pipelines.reports.pages.hand_places import anchor
from pipelines.reports.tables.columns import each, won
from pipelines.words.words import spoken_date, unit
from transforms.tables.arithmetic.as_shown import aligned
from transforms.tables.finding_words import message_of
from transforms.tables.messages import gettext
from transforms.tables.phrases import phrase
from transforms.tables.schemas import ENTRANT, SESSION, Tables
from transforms.tables.shared import natural


def movements_told(luck: pl.DataFrame) -> pl.DataFrame:
    """`ENTRANT`, `movement`, the sentence, and `luck_at`, where its row is, seen from the folder of the sessions.

    Entrants without an estimate are left out.

    Args:
        luck: the table of the report.
    """
    known = luck.drop_nulls("movement")
    is_percent, gain = pl.col("scoring") == "matchpoints", pl.col("movement")
    units = pl.lit(each(known["scoring"], unit))
    numbers = {
        "gain": aligned(gain.abs(), pl.when(is_percent).then(1).otherwise(2)),
        "level": pl.when(is_percent)
        .then(aligned(pl.col("level_score"), pl.lit(1)))
        .otherwise(won(pl.col("level_score"), pl.col("scoring"))),
    }
    told = {name: pl.concat_str(number, units, separator="\N{NO-BREAK SPACE}") for name, number in numbers.items()}
    helped = gettext("The movement helped by about {gain}; with equal opposition about {level}.")
    harmed = gettext("The movement cost about {gain}; with equal opposition about {level}.")
    return known.select(
        *ENTRANT,
        movement=pl.when(gain > 0)
        .then(message_of(helped, told))
        .when(gain < 0)
        .then(message_of(harmed, told))
        .otherwise(pl.lit(gettext("The movement neither helped nor harmed."))),
        luck_at=phrase("{}.html#luck-{}", pl.lit(each(known["session_id"], page_name)), anchor(known, "entrant")),
    )


def last_movements(report: Tables, movements: pl.DataFrame) -> dict[str, Row]:
    """Player id -> the last session of a season with an estimate: its `day` and `date`, and what is told of it.

    Args:
        report: the tables of the report, with the rows of the season.
        movements: `movements_told` of the season.
    """
    told = movements.join(report["sessions"].select(*SESSION, day="date"), on=SESSION)
    seats = report["luck"].select(*ENTRANT, player_id=pl.col("players").list.eval(pl.element().struct["player_id"]))
    last = (
        told.join(seats, on=ENTRANT)
        .explode("player_id", empty_as_null=False, keep_nulls=False)
        .sort("day", natural(pl.col("session_id")), "session_id", "player_id", "entrant")
        .unique("player_id", keep="last")
    )
    return {row["player_id"]: {**row, "date": spoken_date(row["day"])} for row in last.to_dicts()}
