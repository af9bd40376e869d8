"""Compare our results with those that the files themselves publish."""

from collections.abc import Callable

import polars as pl

from pipelines.machine.paths import Place
from pipelines.settings.scoring import profile_table
from pipelines.warehouse import Warehouse
from pipelines.words.desk_words import compared, reason, value_name
from pipelines.words.words import differing
from transforms.official import official_agreement
from transforms.official.rules_search import Evidence, better_rules, rules_in_words
from transforms.tables import schemas
from transforms.tables.arithmetic.as_shown import number_said
from transforms.tables.finding_words import message_of
from transforms.tables.messages import gettext
from transforms.tables.phrases import phrase


def audit(path: Place) -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]:
    """Compare our results in the warehouse with the official values in it.

    Return three tables: per season, how many values of each kind are official and how many of these equal ours; the
    values that differ; and rules under which more values would be equal (`rules_in_words`).
    """
    with Warehouse(path, read_only=True) as warehouse:
        agreement = official_agreement(
            warehouse.table(schemas.BoardScores),
            warehouse.table(schemas.Results),
            session_results=warehouse.table(schemas.SessionResults),
            official_results=warehouse.table(schemas.OfficialResults),
            competitions=warehouse.table(schemas.Competitions),
            match_results=warehouse.table(schemas.MatchResults),
            given_matches=warehouse.table(schemas.Matches),
        )
        differences = warehouse.read("scored.official_differences")
        evidence = Evidence(**{name: warehouse.read(f"raw.{name}") for name in Evidence._fields})
        evidence = evidence.of(differences, schemas.COMPETITION)
        better = rules_in_words(better_rules(evidence, profile_table()), evidence.results)
        return agreement.collect(), differences, better.filter(pl.col("variant") != "given")


def better_at_a_glance(better: pl.DataFrame) -> pl.DataFrame:
    """Return for a terminal how many values would agree under other rules: (where, rules, official, before, after)."""
    where = phrase("{}/{} {}", *schemas.COMPETITION)
    of_some = pl.when(variant="sessions").then(phrase("{}: {}", where, pl.col("sessions").list.join(", ")))
    named = pl.coalesce(of_some, where).alias("where")
    return better.select(named, "rules", "official", "before", pl.col("equal").alias("after"))


def shares_at_a_glance(shares: pl.DataFrame) -> pl.DataFrame:
    """Return for a terminal how many values of each kind agree: (where, what, official, equal)."""
    return pl.concat(
        shares.drop_nulls(kind).select(
            where=phrase("{}/{} {}", *schemas.COMPETITION),
            what=pl.lit(differing(kind)),
            official=kind,
            equal=f"{kind}_equal",
        )
        for kind in (name for name in shares.columns if f"{name}_equal" in shares.columns)
    ).sort("where", maintain_order=True)


def at_a_glance(differences: pl.DataFrame) -> pl.DataFrame:
    """Return for a terminal the values that differ: (where, what, value, official, ours, reason)."""
    gaps = {"board": pl.col("board"), **{side: number_said(pl.col(side)) for side in ("ns", "ew")}}
    line = message_of(gettext("board {board}, {ns} - {ew}"), gaps)
    return differences.select(
        where=phrase("{}:{}", "file_id", "line_no"),
        what=pl.coalesce(line, phrase("{} {}", "line", number_said(pl.col("entrant")))),
        value=_texts(differences["value"], value_name),
        official=pl.Series(map(compared, differences["official"], differences["value"]), dtype=pl.String),
        ours=pl.Series(map(compared, differences["computed"], differences["value"]), dtype=pl.String),
        reason=_texts(differences["reason"], reason),
    )


def _texts(codes: pl.Series, word: Callable[[str], str]) -> pl.Series:
    return pl.Series([code and word(code) for code in codes], dtype=pl.String)
