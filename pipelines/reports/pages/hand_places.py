"""Addresses of the boards and scorecards of an evening: the names of their pages, and the anchors on these pages."""

import polars as pl

from pipelines.reports.content import Row, by
from pipelines.reports.page_names import page_name
from pipelines.reports.rows import MARKUP, joined, with_parts, written
from pipelines.reports.tables.columns import each, won
from pipelines.words.words import spoken_date, unit
from transforms.tables.arithmetic.as_shown import aligned, lines_of_field, number_said
from transforms.tables.finding_words import message_of
from transforms.tables.messages import gettext
from transforms.tables.phrases import phrase
from transforms.tables.schemas import ENTRANT, SESSION, Tables
from transforms.tables.shared import natural

_PLACES = 3
_MOST = 5  # entrants shown from a list in which many share a place
_MOST_LISTS = 4


def stem(field: str) -> str:
    """Return the start of the name of a field's page: `a`, or `a-b` for lines that are scored together."""
    return field.lower().replace("+", "-")


def card_at(table: pl.DataFrame) -> pl.Expr:
    """Return the address of each entrant's scorecard, relative to the folder `hands`; null without a scorecard."""
    session = pl.lit(each(table["session_id"], page_name))
    card = phrase("{}/{}-cards.html#{}", session, _stem(lines_of_field()), anchor(table, "entrant"))
    return pl.when("has_card").then(card)


def cards_page(field: str) -> pl.Expr:
    """Return the name of the page of scorecards for each value in a column of fields."""
    return phrase("{}-cards.html", _stem(pl.col(field)))


def _stem(field: pl.Expr) -> pl.Expr:
    return field.str.to_lowercase().str.replace_all("+", "-", literal=True)


def anchor(table: pl.DataFrame, entrant: str) -> pl.Expr:
    """Return the anchor of an entrant on the page of scorecards: `a-12`."""
    return phrase("{}-{}", pl.col("line").str.to_lowercase(), pl.lit(each(table[entrant], page_name)))


def numbered(entrant: str) -> pl.Expr:
    """Return the number of an entrant. If lines are scored together, the letter of its line comes first: `A7`."""
    number = number_said(pl.col(entrant))
    return pl.when(of_line()).then(phrase("{}{}", "line", number)).otherwise(number)


def of_line() -> pl.Expr:
    """Return whether a field has several lines, each with its own numbers."""
    return pl.col("field").str.contains("+", literal=True)


def people(lists: pl.Series, players: str) -> pl.Series:
    """Return each list of players (as in `named`) as `MARKUP`; `players` is the folder of their pages."""
    row = pl.int_range(pl.len())
    # Most entrants occur many times and look the same each time.
    different = lists.alias("players").to_frame().unique(maintain_order=True).with_columns(number=row)
    seats = different.drop_nulls("players").explode("players", empty_as_null=False).unnest("players")
    cells = seats.select(
        "linked",
        "name",
        "instead_of",
        page=each(seats["player_id"], page_name),
        last=pl.col("number") != pl.col("number").shift(-1, fill_value=-1),
    )
    of_list = joined(written("macros.html", "among", cells, players=players), seats, ["number"])
    shown = with_parts(lists.alias("players").to_frame(), with_parts(different, of_list))
    return shown["markup"].cast(MARKUP)


def movements(luck: pl.DataFrame) -> pl.DataFrame:
    """Return each `ENTRANT` whose luck is estimated, `movement`, a sentence, and `luck_at`, the address of its row."""
    known = luck.drop_nulls("movement")
    is_percent, gain = pl.col("scoring") == "matchpoints", pl.col("movement")
    units = pl.lit(each(known["scoring"], unit))
    in_percent, in_points = aligned(pl.col("level_score"), pl.lit(1)), won(pl.col("level_score"), pl.col("scoring"))
    numbers = {
        "gain": aligned(gain.abs(), pl.when(is_percent).then(1).otherwise(2)),
        "level": pl.when(is_percent).then(in_percent).otherwise(in_points),
    }
    gaps = {name: pl.concat_str(number, units, separator="\N{NO-BREAK SPACE}") for name, number in numbers.items()}
    helped = message_of(
        gettext("The movement helped by about {gain}; with equal opposition, the score would be about {level}."), gaps
    )
    harmed = message_of(
        gettext("The movement cost about {gain}; with equal opposition, the score would be about {level}."), gaps
    )
    neither = pl.lit(gettext("The movement neither helped nor harmed."))
    return known.select(
        *ENTRANT,
        movement=pl.when(gain > 0).then(helped).when(gain < 0).then(harmed).otherwise(neither),
        luck_at=phrase("{}.html#luck-{}", pl.lit(each(known["session_id"], page_name)), anchor(known, "entrant")),
    )


def last_movements(report: Tables, movements: pl.DataFrame) -> dict[str, Row]:
    """Return by player id the last estimate of the player's luck: `day`, `date` in words, row of `movements`."""
    days = report["sessions"].select(*SESSION, day="date")
    seats = report["luck"].select(*ENTRANT, player_id=pl.col("players").list.eval(pl.element().struct["player_id"]))
    last = (
        with_parts(movements, days, seats)
        .explode("player_id", empty_as_null=False, keep_nulls=False)
        .sort("day", natural(pl.col("session_id")), "session_id", "player_id", "entrant")
        .unique("player_id", keep="last")
    )
    return {row["player_id"]: {**row, "date": spoken_date(row["day"])} for row in last.to_dicts()}


def first_three(report: Tables, session: pl.DataFrame) -> list[tuple[str, list[Row]]]:
    """Return the first three of each result list of a session; `card` is a scorecard's address, relative to `hands`."""
    of_session = pl.col("session_id").is_in(session["session_id"].to_list())
    rank = pl.col("rank").str.strip_chars_end("=").cast(pl.Int64)
    first = report["list_rows"].filter(of_session, rank <= _PLACES)
    return [(field, rows[:_MOST]) for field, rows in by(first.with_columns(card=card_at(first)), "field")][:_MOST_LISTS]
