"""What a build brought: the new evenings with their winners, in a few lines."""

from collections.abc import Iterator

import polars as pl

from pipelines.warehouse import Warehouse
from transforms.tables.messages import gettext, gettext_noop, ngettext
from transforms.tables.schemas import CLUB, ENTRANT, PERSON, SESSION

_SHOWN = 3
_WINNERS = 3
"""The most winners that are named of an evening: those of several lines or directions, or who share a place."""


def came_in(warehouse: Warehouse, before: pl.DataFrame) -> Iterator[str]:
    """Yield a line for each of the last few evenings that are not in `before` (`SESSION`), and the number of others."""
    played_in_all = warehouse.read("raw.sessions")
    sessions = played_in_all.join(before, on=SESSION, how="anti")
    results = warehouse.read("scored.session_results", sessions["club"].unique().to_list())
    new = results.join(sessions, on=SESSION, how="semi").group_by(SESSION).agg(entrants=pl.len())
    played = sessions.join(new, on=SESSION).sort("date", *SESSION, descending=[True, *[False] * len(SESSION)])
    last = played.head(_SHOWN)
    clubs = last["club"].unique().to_list()
    titles = warehouse.read("raw.competitions", clubs).select(*CLUB, "season", "club_name", "competition_name")
    boards = (
        warehouse.read("raw.results", clubs)
        .join(last, on=SESSION, how="semi")
        .group_by(SESSION)
        .agg(boards=pl.col("board").n_unique())
    )
    shown = (
        last.join(titles, on=[*CLUB, "season"], how="left", maintain_order="left")
        .join(boards, on=SESSION, how="left", maintain_order="left")
        .join(_winners(warehouse, results.join(last, on=SESSION, how="semi")), on=SESSION, how="left")
        .sort("date", *SESSION)
    )
    open_doubts = warehouse.read("scored.doubts", clubs).filter(pl.col("accepted").is_null())
    in_doubt = set(open_doubts.select(SESSION).rows())
    of_several = played_in_all["club"].n_unique() > 1
    for row in shown.iter_rows(named=True):
        title = f"{row['club_name']}, {row['competition_name']}" if of_several else row["competition_name"]
        of = {"date": row["date"], "competition": title, "winner": row["winner"] or "–"}
        counts = {"entrants": row["entrants"], "boards": row["boards"] or 0}
        if tuple(row[name] for name in SESSION) in in_doubt:
            doubtful = gettext_noop("{winner} (this may still change: the file contradicts itself or the result)")
            of["winner"] = gettext(doubtful, winner=of["winner"])
        yield gettext(
            "New: {date}, {competition} (entrants: {entrants}, boards: {boards}), won by {winner}", **of, **counts
        )
    if others := played.height - last.height:
        yield ngettext("{number} more evening is new.", "{number} more evenings are new.", others)


def _winners(warehouse: Warehouse, results: pl.DataFrame) -> pl.DataFrame:
    """Return (`SESSION`, winner): the people who won the session, by their names or else by the number they had."""
    clubs = results["club"].unique().to_list()
    first = results.filter(rank=1).sort(*SESSION, "field", "entrant")
    seated = warehouse.read("raw.entries", clubs).join(first, on=ENTRANT, how="semi")
    names = warehouse.read("raw.players", clubs).select(*PERSON, "name", "public").unique(PERSON)
    may_be_named = pl.col("public").fill_null(value=True)
    named = pl.when(may_be_named).then(pl.coalesce("name", "player_id")).otherwise(pl.lit(gettext("a member")))
    people = (
        seated.join(names, on=PERSON, how="left")
        .sort(*ENTRANT, "line_no", "player_id", nulls_last=True)
        .group_by(ENTRANT)
        .agg(people=named.str.join(" & "))
    )
    winner = pl.coalesce("people", "entrant").head(_WINNERS).str.join("; ")
    return (
        first.join(people, on=ENTRANT, how="left", maintain_order="left")
        .group_by(SESSION)
        .agg(winner=winner)
    )  # fmt: skip
