"""The season so far for the pairs present tonight: meetings and scores of every two pairs, before tonight and after."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import polars as pl

from transforms.balance.movement import Movement
from transforms.balance.played.balances import season_balance
from transforms.balance.seating.seating import RUNS, Between, added, aims_of, seated, unmet_of_each
from transforms.tables.schemas import COMPETITION, PLAYER, Frame, Rows, SeasonPartnerships, SeasonScores

_TOGETHER = " + "
_TWO = (*COMPETITION, "entrant", "other")


def pair_names(pairs: Sequence[tuple[str, str]]) -> list[str]:
    """Return the names of pairs of two player ids, as `SeasonScores` writes its entrants."""
    return [_TOGETHER.join(sorted(pair)) for pair in pairs]


def by_competitor(scores: Frame[SeasonScores], partnerships: Frame[SeasonPartnerships]) -> pl.LazyFrame:
    """Return `SeasonScores` by competitor, sorted: club, competition, season, entrant, other, meetings and score.

    A competitor is a declared pair or trio (its id), whichever of its players sat, or else the two players themselves.
    """
    known = scores.lazy().select(*COMPETITION, "entrant").unique()
    names = _competitors(known, partnerships)
    others = names.rename({"entrant": "other", "competitor": "other_competitor"})
    return (
        scores.lazy()
        .join(names, on=(*COMPETITION, "entrant"))
        .join(others, on=(*COMPETITION, "other"))
        .select(*COMPETITION, "meetings", "score", entrant="competitor", other="other_competitor")
        .filter(pl.col("entrant") != pl.col("other"))
        .group_by(_TWO)
        .agg(pl.col("meetings").sum(), pl.col("score").sum())
        .sort(_TWO)
    )


def competitors(pairs: Sequence[tuple[str, str]], partnerships: Frame[SeasonPartnerships]) -> list[str]:
    """Return the competitor of each pair: the id of its partnership in the season, or else the ids of its players."""
    seasons = partnerships.lazy().select(COMPETITION).unique().collect()
    names = pair_names(pairs)
    if seasons.is_empty():
        return names
    known = seasons.lazy().join(pl.LazyFrame({"entrant": names}).unique(), how="cross")
    found = dict(_competitors(known, partnerships).select("entrant", "competitor").collect().iter_rows())
    return [found[name] for name in names]


def between(present: Sequence[str], scores: Rows) -> Between:
    """Return meetings and scores of every two competitors present. `scores` has one season of `by_competitor`."""
    place = {who: number for number, who in enumerate(present)}
    rows = scores.lazy().filter(pl.col("entrant").is_in(present), pl.col("other").is_in(present)).collect()
    at = tuple(rows[side].replace_strict(place, return_dtype=pl.Int64).to_numpy() for side in ("entrant", "other"))
    none = np.zeros((len(present), len(present)), dtype=np.int64)
    found = Between(none, none.copy())
    found.meetings[at], found.scores[at] = rows["meetings"].to_numpy(), rows["score"].to_numpy()
    return found


class Tonight(NamedTuple):
    """The numbers of the pairs tonight, and the balance before and after."""

    pairs: pl.DataFrame
    """(number, entrant, unmet_before, unmet_after), in order of the pairs present. The unmet columns count the other
    pairs present that a pair has never met."""
    balance: pl.DataFrame
    """One row before tonight and one after: season; unmet and most_meetings of the pairs present; season_unmet,
    season_qc and season_qo of the whole season. Both rows cover the same combinations: all that have shared a field
    before or share one tonight."""
    absent: int | None  # the number that nobody takes, from 1


class Season(NamedTuple):
    """A season so far: its club, competition and id, its partnerships, and its scores as in `by_competitor`."""

    of: tuple[str, str, str]
    partnerships: Frame[SeasonPartnerships]
    scores: pl.DataFrame


def seated_tonight(
    movement: Movement,
    pairs: Sequence[tuple[str, str]],
    season: Season,
    *,
    boards: int,
    absent: int | None = None,
    seed: int = 1,
    runs: int = RUNS,
) -> Tonight:
    """Number the pairs present (each the ids of two players) for the rest of the season, as `seated` does.

    `absent` counts from 1. The players of a declared pair or trio are one competitor, unless two pairs of one trio are
    present.
    """
    names = pair_names(pairs)
    present = competitors(pairs, season.partnerships)
    present = names if len(set(present)) < len(present) else present
    past = between(present, season.scores)
    without = None if absent is None else absent - 1
    found = seated(movement, past, boards=boards, absent=without, seed=seed, runs=runs)
    after = added(past, found.tonight)
    numbers = {"number": found.numbers + 1, "entrant": names}
    unmet = {"unmet_before": unmet_of_each(past), "unmet_after": unmet_of_each(after)}
    nothing = Between(np.zeros_like(past.meetings), np.zeros_like(past.scores))
    balance = pl.concat(
        balance_with(season.scores, season.of, present, tonight).select(
            season=pl.lit(when),
            unmet=pl.lit(aims_of(of_present).unmet),
            most_meetings=pl.lit(int(of_present.meetings.max())),
            **{f"season_{name}": name for name in ("unmet", "qc", "qo")},
        )
        for when, of_present, tonight in (("before", past, nothing), ("after", after, found.tonight))
    )
    return Tonight(pl.DataFrame(numbers | unmet), balance, None if found.absent is None else found.absent + 1)


def balance_with(scores: Rows, of: tuple[str, str, str], present: Sequence[str], tonight: Between) -> pl.DataFrame:
    """Return `season_balance` of the season `of`, including tonight; `scores` are from `by_competitor`."""
    one, other = np.nonzero(~np.eye(len(present), dtype=np.bool_))
    names = np.array(present, dtype=np.str_)
    rows = pl.LazyFrame(
        {
            **dict(zip(COMPETITION, of, strict=True)),
            "entrant": pl.Series(names[one], dtype=pl.String),
            "other": pl.Series(names[other], dtype=pl.String),
            "meetings": tonight.meetings[one, other],
            "score": tonight.scores[one, other],
        }
    )
    columns = (*_TWO, "meetings", "score")
    whole = pl.concat([scores.lazy().select(columns), rows.select(columns)])
    summed = whole.group_by(_TWO).agg(pl.col("meetings").sum(), pl.col("score").sum())
    return season_balance(summed).collect()


def boards_in_a_set(board_scores: Rows) -> pl.LazyFrame:
    """Return (`COMPETITION`, boards): how many boards two opponents usually played, from one session of each season."""
    return (
        board_scores.lazy()
        .group_by(*COMPETITION, "line", "ns", "ew")
        .agg(boards=pl.col("board").n_unique().cast(pl.Int64))
        .group_by(COMPETITION)
        .agg(pl.col("boards").mode().max())
    )


def _competitors(known: pl.LazyFrame, partnerships: Frame[SeasonPartnerships]) -> pl.LazyFrame:
    """Return the competitor of each entrant: club, competition, season, entrant and competitor."""
    # The competitor is the first partnership, by id, that has all players of the entrant, or else the entrant itself.
    of_entrant = (*COMPETITION, "entrant")
    whole = (
        known.with_columns(player_id=pl.col("entrant").str.split(_TOGETHER))
        .with_columns(players=pl.col("player_id").list.len())
        .explode("player_id", empty_as_null=True, keep_nulls=True)
        .join(partnerships.lazy().select(*COMPETITION, "partnership_id", "player_id"), on=PLAYER)
        .group_by(*of_entrant, "players", "partnership_id")
        .agg(members=pl.len())
        .filter(pl.col("members") == pl.col("players"), pl.col("players") > 1)
        .group_by(of_entrant)
        .agg(competitor=pl.col("partnership_id").min())
    )
    return known.join(whole, on=of_entrant, how="left").with_columns(pl.coalesce("competitor", "entrant"))
