"""Federation points as the report shows them: by entrant of an event, by player of a season, and of all clubs."""

import polars as pl

from transforms.awards import SCHEMES
from transforms.tables import COMPETITION, ENTRANT, PLAYER, Tables
from transforms.tables.arithmetic.as_shown import named, place
from transforms.tables.arithmetic.rounding import to_decimals

_AWARD = (*COMPETITION, "of", "session_id", "field", "scheme")
_OF_STANDING = (*COMPETITION, "session_id", "entrant")
_OF_ENTRANT = (*_AWARD, "rank", "line", "entrant", "exact")


def award_tables(
    tables: Tables, people: pl.DataFrame, results: pl.DataFrame, events: pl.DataFrame
) -> dict[str, pl.DataFrame]:
    """`award_points` and `award_totals` of the report.

    Args:
        tables: those of the warehouse.
        people: one row per player and season, with the name.
        results: `session_results` of the report.
        events: `events` of the report.
    """
    return {"award_points": _points(tables, people, results, events), "award_totals": _totals(tables, people)}


def federation_lists(awards: pl.DataFrame) -> pl.DataFrame:
    """Everybody of all clubs, by season (the latest first), scheme and rank; points to two decimals, halves up.

    Args:
        awards: `FederationAwards`.
    """
    return awards.sort("season", _order(), "rank", "name", "person", descending=[True, *[False] * 4]).select(
        "season",
        "scheme",
        place(pl.col("rank"), "season", "scheme").alias("rank"),
        "person",
        name=pl.coalesce("name", "person"),
        points=to_decimals(pl.col("points")),
        events="events",
        awarded="awarded",
        clubs="clubs",
    )


def _points(tables: Tables, people: pl.DataFrame, results: pl.DataFrame, events: pl.DataFrame) -> pl.DataFrame:
    """One row per entrant and scheme; several where a federation gave the players of an entrant different points."""
    standing = events.rename({"event": "session_id"}).with_columns(field=pl.lit(""))
    made = tables["awards.points"].with_columns(exact="points").join(people, on=PLAYER, how="left")
    with_fields = pl.concat(
        [
            _with_list(made.filter(of="session"), results, ENTRANT),
            _with_list(made.filter(of="event"), standing, _OF_STANDING),
        ],
        how="diagonal",
    ).sort(*_AWARD, "rank", "line", "entrant", "seat", "name", "player_id", nulls_last=True)
    places = with_fields.select(*_OF_ENTRANT, "place").unique(list(_OF_ENTRANT))
    return (
        named(with_fields, _OF_ENTRANT)
        .join(places, on=_OF_ENTRANT, how="left", nulls_equal=True, maintain_order="left")
        .sort(*COMPETITION, "of", "session_id", "field", _order(), "rank", "line", "entrant", "names", nulls_last=True)
        .select(*_AWARD, "line", "entrant", "names", "players", rank="place", points=to_decimals(pl.col("exact")))
    )


def _with_list(made: pl.DataFrame, listed: pl.DataFrame, entrant: tuple[str, ...]) -> pl.DataFrame:
    """The awards with columns from a result list: `field`, `place`, and `seat`, the order of the entrant's players."""
    seats = (
        listed.select(*entrant, player="players")
        .explode("player", empty_as_null=False, keep_nulls=False)
        .select(*entrant, player_id=pl.col("player").struct.field("player_id"))
        .unique(maintain_order=True)
        .with_row_index("seat")
    )
    of_entrant = listed.select(*entrant, "field", place="rank")
    return made.join(of_entrant, on=entrant, how="left").join(seats, on=[*entrant, "player_id"], how="left")


def _totals(tables: Tables, people: pl.DataFrame) -> pl.DataFrame:
    """The points of every player over the season, by scheme and in order of rank."""
    return (
        tables["awards.totals"]
        .join(people, on=PLAYER, how="left")
        .with_columns(name=pl.coalesce("name", "player_id"))
        .sort(*COMPETITION, _order(), "rank", "name", "player_id")
        .select(
            *COMPETITION,
            "scheme",
            place(pl.col("rank"), *COMPETITION, "scheme").alias("rank"),
            "player_id",
            "name",
            to_decimals(pl.col("points")),
            "events",
            "awarded",
            pl.col("linked").fill_null(value=False),
            instead_of=pl.lit(None, pl.String),
        )
    )


def _order() -> pl.Expr:
    """Schemes in the order of the documentation."""
    return pl.col("scheme").replace_strict({name: number for number, name in enumerate(SCHEMES)}, default=len(SCHEMES))
