"""Which players compete together as a pair or a trio.

Source: the club ranking speaks of fixed pairs and trios without saying who they are. Here a club declares them; where
it declares none, every two players who sat down together are a pair.
"""

import dataframely as dy
import polars as pl

from transforms.rankings.numbering import in_order, seated, two_by_two
from transforms.tables.runs import facts_of_runs, first_of_runs
from transforms.tables.schemas import (
    CLUB,
    COMPETITION,
    SESSION,
    Competitions,
    Entries,
    Frame,
    Partnerships,
    SeasonPartnerships,
    Sessions,
)
from transforms.tables.shared import in_shape

IN_PAIRS = ("pairs", "butler", "cross_imp")


def season_partnerships(
    partnerships: Frame[Partnerships],
    entries: Frame[Entries],
    sessions: Frame[Sessions],
    competitions: Frame[Competitions],
) -> dy.LazyFrame[SeasonPartnerships]:
    """One row per season, partnership and player, in the shape of `SeasonPartnerships`.

    A partnership that a competition declares exists in each of its seasons, whether it played or not. In a competition
    that declares none, every two players who sat for one entrant in a session of pairs are a partnership; its id is
    the two player ids, sorted and joined by " + ".
    """
    seasons = competitions.lazy().select(COMPETITION)
    declared = (
        partnerships.lazy()
        .select("club", "competition", "partnership_id", "player_id", declared=pl.lit(True))
        .join(seasons, on=CLUB)
    )
    without_any = in_shape(Sessions, sessions.lazy().join(declared, on=CLUB, how="anti"))
    sat_together = _sat_together(entries, without_any)
    return in_shape(
        SeasonPartnerships,
        pl.concat([declared, sat_together], how="diagonal")
        .select(SeasonPartnerships.column_names())
        .sort(*COMPETITION, "partnership_id", "player_id"),
    )


def _sat_together(entries: Frame[Entries], sessions: Frame[Sessions]) -> pl.LazyFrame:
    """Every two players who sat for one entrant in a session of pairs: two rows per pair, one for each player."""
    kinds = sessions.lazy().select(*SESSION, in_pairs=pl.col("kind").is_in(IN_PAIRS)).collect()
    sat = in_order(entries, ("line", "entrant")).with_row_index("row")
    numbers = first_of_runs(sat.select("session", *SESSION), ["session"])
    in_pairs = facts_of_runs(numbers, SESSION, kinds)["in_pairs"].gather(sat["session"])
    of_pairs = sat.select("row", "session", "player", "line", "entrant").filter(in_pairs)
    two = ["player", "other_player"]
    pairs = two_by_two(seated(of_pairs, "row")).select(*two, "row", "other_row").unique(two).collect()
    both = [sat["player_id"].gather(pairs[name]) for name in ("row", "other_row")]  # in order, as the seats have them
    seasons = sat.select(pl.col(COMPETITION).gather(pairs["row"])).with_columns(
        partnership_id=pl.select(pl.concat_str(both, separator=" + ")).to_series(), declared=pl.lit(False)
    )
    return pl.concat(seasons.lazy().with_columns(player_id=player) for player in both)
