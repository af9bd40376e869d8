"""The pair of an entrant whose players took turns over the rounds of a session."""

import dataframely as dy
import polars as pl

from transforms.tables.raw import MOST_ROUNDS
from transforms.tables.schemas import ENTRANT, SESSION, Entries, Frame, Rows
from transforms.tables.shared import in_shape

_IN_A_PAIR = 2


def extra_players(entries: Rows, of_pairs: Rows) -> pl.LazyFrame:
    """Return the players of pairs who count for no partnership in a session: (`ENTRANT`, player_id, has_pair).

    If the players of a pair took turns (`rounds`), the two who played most rounds are the pair, and the others are
    extra players. If a third player played as many rounds, all are extra players, and `has_pair` is false. `of_pairs`
    lists the sessions (`SESSION`) that are not of teams.
    """
    in_turns = entries.lazy().filter(pl.col("rounds").is_not_null()).select(ENTRANT).unique()
    in_turns = in_turns.join(of_pairs.lazy(), on=SESSION, how="semi")
    played = (pl.col("rounds").str.count_matches("+", literal=True) + 1).fill_null(MOST_ROUNDS + 1)
    is_of_pair = pl.col("played").rank("max", descending=True).over(ENTRANT) <= _IN_A_PAIR
    return (
        entries.lazy()
        .join(in_turns, on=ENTRANT, how="semi")
        .with_columns(played=played)
        .with_columns(is_of_pair=is_of_pair)
        .with_columns(has_pair=pl.col("is_of_pair").sum().over(ENTRANT) == _IN_A_PAIR)
        .filter(~(pl.col("is_of_pair") & pl.col("has_pair")))
        .select(*ENTRANT, "player_id", "has_pair")
    )


def as_one_pair(entries: Frame[Entries], of_pairs: Rows) -> dy.LazyFrame[Entries]:
    """Drop the extra players of entrants that have a pair, so that this pair represents the entrant elsewhere."""
    extra = extra_players(entries, of_pairs).filter("has_pair")
    kept = entries.lazy().join(extra, on=[*ENTRANT, "player_id"], how="anti", maintain_order="left")
    return in_shape(Entries, kept)
