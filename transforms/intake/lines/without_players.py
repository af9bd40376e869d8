"""Entrants who have results, and of whom nobody says who they are."""

from collections.abc import Iterable

import dataframely as dy
import polars as pl

from transforms.bridge.sessions import by_entrant
from transforms.intake.findings import PLACE, warning_on
from transforms.tables import ENTRANT, LINE, SESSION, Findings
from transforms.tables.runs import key_number


def without_players(lines: pl.DataFrame, entries: pl.LazyFrame) -> list[dy.LazyFrame[Findings]]:
    """Warnings for entrants with results but without players: one each, or one per line where nobody has an entry.

    Where entries are for a line of that session without results, these are told with the line that has no players, by
    `unusual_pairs`.

    Args:
        lines: `Results`, each once.
        entries: `Entries`.
    """
    of_line = lines.select(*LINE, "ns", "ew", of_line=key_number(lines, LINE))
    without = _by_entrant(of_line.unique(["of_line", side]).select(*LINE, side=side) for side in ("ns", "ew"))
    without = without.join(entries, on=ENTRANT, how="anti").collect()
    if without.is_empty():
        return []
    entrants = (
        _by_entrant(lines.select(*LINE, *PLACE, side=side) for side in ("ns", "ew"))
        .join(without.lazy(), on=ENTRANT, how="semi")
        .sort(*PLACE, "entrant")
        .unique(ENTRANT, keep="first", maintain_order=True)
    )
    without_any = (
        entrants.join(entries, on=LINE, how="anti")
        .group_by(LINE)
        .agg(*(pl.col(column).sort_by(*PLACE).first() for column in PLACE), entrants=pl.len())
    )
    played = lines.lazy().select(LINE).unique()
    elsewhere = entries.join(played, on=LINE, how="anti").select(SESSION).unique()
    return [
        warning_on(
            entrants.join(entries, on=LINE, how="semi"),
            "results.entrant_without_players",
            "number {entrant} of line {line} has results but no players: mend the number where it is another's, or add"
            " its players to the entries; with few boards, if another number lacks them, it has no score until then"
            " and is not counted among the entrants, unless the file's own list has it",
            field="entrant",
            session="session_id",
        ),
        warning_on(
            without_any.join(elsewhere, on=SESSION, how="anti"),
            "results.nobody_has_players",
            "{entrants} numbers have results in session {session}, and of none it is said who they are: name the"
            " players in a table entries",
            field="line",
            session="session_id",
        ),
    ]


def _by_entrant(sides: Iterable[pl.DataFrame]) -> pl.LazyFrame:
    return pl.concat(sides).lazy().filter(pl.col("side").is_not_null()).pipe(by_entrant, "side")
