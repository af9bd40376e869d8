"""All tables of the report: names beside ids, places beside rankings, in reading order.

What belongs here: joins, order and rounding of the tables of the warehouse, for all competitions at once. Nothing is
computed here that a ranking or championship depends on. The players of an entrant or partnership appear twice: `names`
as text, and `players` as a list of (player_id, name, instead_of, linked), from which pages make links.
"""

import polars as pl

from pipelines.reports.tables.awards import award_tables
from pipelines.reports.tables.balance import balance_tables
from pipelines.reports.tables.columns import named
from pipelines.reports.tables.company import opponents, partners
from pipelines.reports.tables.doubts import doubts_shown
from pipelines.reports.tables.entrants import named_entrants
from pipelines.reports.tables.explained import explained_tables
from pipelines.reports.tables.hands import at_the_table, hands
from pipelines.reports.tables.methods import method_tables
from pipelines.reports.tables.not_shown import without_championships_not_shown
from pipelines.reports.tables.session import event_standings, result_lists, session_list, session_tables
from pipelines.reports.tables.standings import championship_standing, pair_ranking, player_ranking, player_sessions
from transforms.tables import COMPETITION, ENTRANT, PARTNERSHIP, PERSON, PLAYER, Tables


def report_tables(warehouse: Tables) -> dict[str, pl.DataFrame]:
    """Every table of the report, from the tables of the warehouse; each starts with club, competition, season.

    Scores, points and rankings are rounded to two decimals, halves up; ranks are text, `3=` where shared. What
    pages make of numbers they make before these are rounded: of `exact_score` and the numbers in `exact`; the
    percentages `ns_share`, `ew_share` and `of_fair` are rounded once, as pages print them.
    """
    tables = without_championships_not_shown(warehouse)
    people = _people(warehouse)
    seats = _seats(tables, people)
    entrants = named_entrants(seats, tables["raw.sessions"])
    partnerships = _partnerships(tables, people)
    results = result_lists(tables, entrants)
    events = event_standings(tables, people, results)
    of_sessions = session_tables(tables, results)
    of_players = player_sessions(tables, seats, results)
    return {
        "player_ranking": player_ranking(tables, people),
        "pair_ranking": pair_ranking(warehouse, partnerships),
        "individual_championship": championship_standing(
            tables["championships.individual"], people.drop("instead_of"), "player_id", ["played"]
        ),
        "pairs_championship": championship_standing(
            tables["championships.pairs"], partnerships, "partnership_id", ["played", "with_substitute"]
        ),
        "sessions": session_list(tables, seats, results),
        "session_results": results,
        "player_sessions": of_players,
        "partners": partners(of_players, results),
        "opponents": opponents(tables["scored.session_rounds"], of_players),
        **of_sessions,
        "hands": hands(tables),
        "at_the_table": at_the_table(tables, people),
        **explained_tables(tables),
        **balance_tables(tables, people, results),
        **method_tables(tables, people, partnerships),
        "events": events,
        **award_tables(tables, people, results, events),
        "doubts": doubts_shown(tables),
    }


def _people(tables: Tables) -> pl.DataFrame:
    """One row per player and season: the name, and `linked`, whether the player sat down and so has a page.

    Who was replaced and never sat down is named too: such a player may come next time.
    """
    entries, partnerships = tables["raw.entries"], tables["rankings.partnerships"]
    played = entries.select(*PLAYER, linked=pl.lit(True)).unique()
    given_names = tables["raw.players"].select(
        *PERSON,
        given_name=pl.col("name").str.strip_chars().replace("", None),
        guest=~pl.col("member").fill_null(True),
        own_substitute_ranking="substitute_ranking",
    )
    replaced = entries.drop_nulls("substitutes_for").select(*COMPETITION, player_id="substitutes_for")
    named_in = (played, partnerships, tables["championships.individual"], replaced)
    return (
        pl.concat([table.select(PLAYER) for table in named_in])
        .unique()
        .join(played, on=PLAYER, how="left")
        .join(given_names, on=PERSON, how="left")
        .select(
            *PLAYER,
            name=pl.coalesce("given_name", "player_id"),
            guest=pl.col("guest").fill_null(False),
            own_substitute_ranking="own_substitute_ranking",
            linked=pl.col("linked").fill_null(False),
            instead_of=pl.lit(None, dtype=pl.String),
        )
    )


def _seats(tables: Tables, people: pl.DataFrame) -> pl.DataFrame:
    """One row per player and session, with names: who sat down, and `instead_of`, in whose place."""
    replaced = tables["raw.players"].select(*PERSON, instead_of=pl.coalesce("name", "player_id"))
    return (
        tables["raw.entries"]
        .join(people.drop("instead_of"), on=PLAYER, how="left")
        .join(
            replaced,
            left_on=["club", "competition", "substitutes_for"],
            right_on=PERSON,
            how="left",
        )
        .with_columns(instead_of=pl.coalesce("instead_of", "substitutes_for"))
        .sort(*ENTRANT, "file_id", "line_no", "player_id")
    )


def _partnerships(tables: Tables, people: pl.DataFrame) -> pl.DataFrame:
    return named(
        tables["rankings.partnerships"].join(people, on=PLAYER, how="left").sort(*PARTNERSHIP, "name", "player_id"),
        PARTNERSHIP,
    )
