"""Assign pairs to lines: the strongest of the pairs and trios present play in the highest line.

Whichever two players of a trio sit down, they play as the trio, whose ranking is comparable with a pair's.
Source: the club ranking's chapters on rankings of pairs and of trios.
"""

from collections.abc import Sequence
from string import ascii_uppercase
from typing import NamedTuple

import dataframely as dy
import polars as pl

from transforms.bridge.sessions import as_one_pair
from transforms.rankings.rankings import IN_PAIRS, current_rankings, last_rankings
from transforms.results.attendance import entries_of_who_came
from transforms.tables import schemas
from transforms.tables.arithmetic.sums import steady_means
from transforms.tables.kept import kept_with_tables
from transforms.tables.messages import Message
from transforms.tables.schemas import COMPETITION, DECIMALS, ENTRANT, PARTNERSHIP, SESSION, Frame, Rows
from transforms.tables.shared import IN_TURN, in_shape

PAIR = (*COMPETITION, "player_id", "partner_id")


def with_thirds(pairs: pl.LazyFrame, season_partnerships: Frame[schemas.SeasonPartnerships]) -> pl.LazyFrame:
    """Add `third_id` to the pairs: the third player of their trio, or null for a pair."""
    # Two players play as a trio if exactly one trio has both, unless they are also declared as a pair. If `pairs` has a
    # `partnership_id` with both players, it decides which pair or trio they are.
    named_pairs = pairs
    if "partnership_id" not in pairs.collect_schema().names():
        named_pairs = pairs.with_columns(partnership_id=pl.lit(None, pl.String))
    members = season_partnerships.lazy().select(*PARTNERSHIP, "player_id")
    others = pl.col("members").list.set_difference(pl.concat_list("player_id", "partner_id"))
    both = (
        members.join(members.rename({"player_id": "partner_id"}), on=PARTNERSHIP)
        .filter(pl.col("player_id") != pl.col("partner_id"))
        .join(members.group_by(PARTNERSHIP).agg(members="player_id"), on=PARTNERSHIP)
        .select(*PAIR, "partnership_id", third_id=others.list.first())
    )
    found = (
        both.group_by(PAIR)
        .agg(is_pair=pl.col("third_id").is_null().any(), trios=pl.col("third_id").drop_nulls().unique())
        .with_columns(
            third_found=pl.when(~pl.col("is_pair"), pl.col("trios").list.len() == 1).then(pl.col("trios").list.first())
        )
    )
    named = both.select(*PAIR, "partnership_id", "third_id", is_named=pl.lit(value=True))
    return (
        named_pairs.with_columns(pl.col("partnership_id").cast(pl.String))
        .join(found.select(*PAIR, "third_found"), on=PAIR, how="left")
        .join(named, on=[*PAIR, "partnership_id"], how="left")
        .with_columns(third_id=pl.when("is_named").then("third_id").otherwise("third_found"))
        .select(*pairs.collect_schema().names(), "third_id")
    )


def without_thirds_elsewhere(lines: pl.DataFrame) -> pl.DataFrame:
    """Set `third_id` to null if the third player of a trio sits in another pair, so that everybody occurs once."""
    sit_down = pl.concat([lines.select(*COMPETITION, third_id=one) for one in PAIR[-2:]]).unique()
    elsewhere = lines.join(
        sit_down.with_columns(sits=pl.lit(value=True)), on=(*COMPETITION, "third_id"), how="left", maintain_order="left"
    )
    return elsewhere.with_columns(third_id=pl.when(pl.col("sits").is_null()).then("third_id")).drop("sits")


def line_assignment(
    attendance: Rows,
    player_rankings: Frame[schemas.PlayerRankings],
    season_partnerships: Frame[schemas.SeasonPartnerships],
    players: Frame[schemas.Players],
    competitions: Frame[schemas.Competitions],
    *,
    sizes: Sequence[int] | None = None,
) -> dy.LazyFrame[schemas.LineAssignment]:
    """Return the line of every pair present (docs/rankings.md), sorted by competition and rank; equal pairs by ids.

    `attendance` has one row per pair: (club, competition, season, player_id, partner_id). Nobody may be in two pairs of
    one competition. Three more columns are optional: `partnership_id`, the pair or trio as which the two play; `line`,
    the line in which they last played; and `strength`, which then orders the pairs, not their rankings. `sizes` has
    the number of pairs in each line, from the highest line down. Without `sizes`, lines are as in `even_lines`.

    Raises:
        ValueError: the sum of `sizes` is not the number of pairs present, or `sizes` are not 1 to 26 numbers above 0.
    """
    # Collect the pairs, because players are looked up separately: pairs are few, and may take long to compute.
    seated = with_thirds(attendance.lazy(), season_partnerships)
    given = seated.collect_schema().names()
    last = pl.col("line") if "line" in given else pl.lit(None, pl.String)
    by = "strength" if "strength" in given else "ranking"
    strength = [by] if by in given else []
    pairs = seated.select(*PAIR, "third_id", *strength, played_in=last).collect().lazy()
    ordered = (
        _with_rankings(pairs, player_rankings, players, competitions)
        .join(competitions.lazy().select(*COMPETITION, "lines"), on=COMPETITION)
        .with_columns(pl.col("members").list.get(place, null_on_oob=True).alias(name) for place, name in _IN_ORDER)
        .pipe(strongest_first, [name for _, name in _IN_ORDER], by)
        .collect()
    )
    if sizes is None:
        line = even_lines(pl.col("place"), pl.col("present"), pl.col("lines").cast(pl.Int64))
    else:
        _check(sizes, ordered["present"])
        letters = [letter for letter, size in zip(ascii_uppercase, sizes, strict=False) for _ in range(size)]
        line = pl.lit(pl.Series(letters, dtype=pl.String)).gather("place")
    return in_shape(
        schemas.LineAssignment,
        ordered.lazy()
        .with_columns(rank=pl.col("place") + 1, line=line)
        .select(schemas.LineAssignment.column_names())
        .cast({"rank": pl.Int32}),
    )


def strongest_first(present: pl.LazyFrame, ids: Sequence[str], by: str = "ranking") -> pl.LazyFrame:
    """Return the pairs or players present, in the order in which they fill the lines.

    `present` has (club, competition, season), the column `by`, compared to nine decimals, and the columns `ids`, which
    sort equal ones. `place` in the competition, from 0, and `present`, its number of rows, are added (Int64).
    """
    downwards = [*(False for _ in COMPETITION), True, *(False for _ in ids)]
    return present.sort(*COMPETITION, pl.col(by).round(DECIMALS), *ids, descending=downwards).with_columns(
        place=pl.int_range(pl.len()).over(COMPETITION), present=pl.len().over(COMPETITION).cast(pl.Int64)
    )


def even_lines(place: pl.Expr, present: pl.Expr, lines: pl.Expr) -> pl.Expr:
    """Return the line's letter for a place (from 0). If lines cannot be equal, the first lines have one place more."""
    size, left_over = present // lines, present % lines
    in_larger_lines = left_over * (size + 1)
    line = (
        pl.when(place < in_larger_lines)
        .then(place // (size + 1))
        .otherwise(left_over + (place - in_larger_lines) // size)
    )
    return line.replace_strict(dict(enumerate(ascii_uppercase)), return_dtype=pl.String)


_IN_ORDER = tuple(enumerate(("first", "second", "third")))  # ids in order, whichever two of a trio play


def _with_rankings(
    pairs: pl.LazyFrame,
    player_rankings: Frame[schemas.PlayerRankings],
    players: Frame[schemas.Players],
    competitions: Frame[schemas.Competitions],
) -> pl.LazyFrame:
    """Add `members`, the ids of all players in order, and `ranking`, twice the mean of the players' rankings."""
    everybody = pl.concat_list("player_id", "partner_id", "third_id").list.drop_nulls().list.sort()
    with_members = pairs.with_columns(members=everybody)
    one_by_one = with_members.select(*COMPETITION, who="player_id", partner_id="partner_id", player_id="members")
    ranked = current_rankings(one_by_one.explode("player_id"), last_rankings(player_rankings), players, competitions)
    means = steady_means(ranked, (*COMPETITION, "who", "partner_id"), "ranking").rename({"who": "player_id"})
    return with_members.join(means.with_columns(pl.col("ranking") * 2), on=PAIR)


def _check(sizes: Sequence[int], present: pl.Series) -> None:
    in_words, misfits = ", ".join(map(str, sizes)), present.filter(present != sum(sizes))
    if len(sizes) > len(ascii_uppercase) or any(size < 1 for size in sizes):
        raise ValueError(
            Message(
                "lines of {sizes} pairs are not possible: every line needs at least one pair, and there are at "
                "most 26 lines, A to Z",
                sizes=in_words,
            )
        )
    if len(misfits):
        gaps = {"sizes": in_words, "sum": sum(sizes), "present": misfits[0]}
        raise ValueError(Message("lines of {sizes} pairs hold {sum} pairs, but {present} are present", **gaps))


_TEAM = 4  # players in a team without reserves: two pairs
_REST = "rest"


def last_pairs(
    entries: Frame[schemas.Entries],
    sessions: Frame[schemas.Sessions],
    season_partnerships: Frame[schemas.SeasonPartnerships],
) -> pl.LazyFrame:
    """Return, for each season, the pairs of the last session whose files say which players are a pair.

    Columns, sorted: (club, competition, season, player_id, partner_id, partnership_id, line). In a session of teams,
    the pairs of all teams must be known: from the seats of all four players, or from partnerships. Partnerships suffice
    if each player has one with just one other player of the team; in a team of four, the last two players need none. A
    substitute takes the place of the absent player in a partnership.
    """
    pairs = _units(entries, sessions, season_partnerships)
    last = _last_known(_known(pairs)).select(*COMPETITION, session_id="last_id")
    return (
        pairs.join(last, on=SESSION)
        .filter("is_pair")
        .select(*COMPETITION, "player_id", "partner_id", "partnership_id", "line")
        .sort(*COMPETITION, "player_id")
    )


def untold_lines(
    came: Frame[schemas.Entries],
    sessions: Frame[schemas.Sessions],
    season_partnerships: Frame[schemas.SeasonPartnerships],
) -> dy.LazyFrame[schemas.UntoldLines]:
    """Return the lines of each session after the one in `last_pairs`, with the entrants whose pairs are not known."""
    units = _units(came, sessions, season_partnerships)
    known = _known(units)
    is_later = pl.col("last_told").is_null() | (pl.col("turn") > pl.col("last_turn"))
    later = known.join(_last_known(known), on=COMPETITION, how="left").filter(is_later).select(*SESSION, "last_told")
    in_order = pl.col("entrant").sort_by(pl.col("entrant").cast(pl.Int64, strict=False), "entrant")
    return in_shape(
        schemas.UntoldLines,
        units.filter(~pl.col("is_pair"))
        .join(later, on=SESSION)
        .select(*ENTRANT, "date", "kind", "last_told")
        .unique()
        .group_by(*SESSION, "line", "date", "kind", "last_told")
        .agg(entrants=in_order.str.join(", "))
        .sort(*COMPETITION, *IN_TURN, "line"),
    )


def _last_known(known: pl.LazyFrame) -> pl.LazyFrame:
    """Return (competition, last_id, last_told, last_turn): id, date and turn of the last session with known pairs."""
    last = pl.col("session_id", "date", "turn").max_by("turn")
    of_each = known.filter("is_known").group_by(COMPETITION).agg(last)
    return of_each.rename({"session_id": "last_id", "date": "last_told", "turn": "last_turn"})


def _known(units: pl.LazyFrame) -> pl.LazyFrame:
    """Return each session's date and turn, and `is_known`: whether its pairs (if of teams, all of them) are known."""
    all_of_teams = (pl.col("kind") != "teams").any() | pl.col("is_pair").all()
    known = units.group_by(*SESSION, "date").agg(is_known=pl.col("is_pair").any() & all_of_teams)
    return known.sort(IN_TURN).with_row_index("turn")


@kept_with_tables()
def _units(
    entries: Frame[schemas.Entries],
    sessions: Frame[schemas.Sessions],
    season_partnerships: Frame[schemas.SeasonPartnerships],
) -> pl.LazyFrame:
    facts = sessions.lazy().select(*SESSION, "date", "kind")
    seated = (
        entries.lazy()
        .join(facts, on=SESSION)
        .select(*ENTRANT, "date", "kind", "player_id", "seat", regular=pl.coalesce("substitutes_for", "player_id"))
    )
    of_pairs = seated.filter(pl.col("kind").is_in(IN_PAIRS)).with_columns(
        unit=pl.lit(_REST), partnership_id=pl.lit(None, pl.String), is_known=pl.len().over(ENTRANT) == 2
    )
    of_teams = _in_teams(seated.filter(pl.col("kind") == "teams"), season_partnerships)
    return (
        pl.concat([of_pairs, of_teams], how="diagonal")
        .sort(pl.col("player_id") != pl.col("regular"), "player_id")  # regular players first
        .group_by(*ENTRANT, "date", "kind", "unit", "partnership_id")
        .agg(two=pl.col("player_id").head(2), is_pair=pl.col("is_known").all() & (pl.len() > 1))
        .with_columns(player_id=pl.col("two").list.min(), partner_id=pl.col("two").list.max())
        .collect()
        .lazy()
    )


def _in_teams(seated: pl.LazyFrame, season_partnerships: Frame[schemas.SeasonPartnerships]) -> pl.LazyFrame:
    """Add `unit`, `partnership_id` and `is_known` to the players of teams. Players with the same unit sat together."""
    four, all_seats = pl.len().over(ENTRANT) == _TEAM, pl.col("seat").drop_nulls().n_unique().over(ENTRANT) == _TEAM
    by_seats = pl.when(four & all_seats).then(pl.col("seat").replace({"S": "N", "W": "E"}))
    by_partnership = pl.when(pl.col("times") == 1).then("together")
    left = four & (pl.col("together").is_null().sum().over(ENTRANT) == 2) & pl.col("together").is_null()
    return (
        seated.join(_partners(seated, season_partnerships), on=[*ENTRANT, "player_id"], how="left")
        .with_columns(unit=pl.coalesce(by_seats, by_partnership, pl.when(left).then(pl.lit(_REST))))
        .with_columns(is_known=pl.col("unit").is_not_null(), unit=pl.col("unit").fill_null(pl.lit("")))
        .with_columns(partnership_id=pl.when(by_seats.is_null()).then("partnership_id"))
        .drop("together", "times")
    )


def _partners(seated: pl.LazyFrame, season_partnerships: Frame[schemas.SeasonPartnerships]) -> pl.LazyFrame:
    """Return (`ENTRANT`, player_id, together, times, partnership_id): players who have a partner in their team."""
    # `together` names those players of a pair or trio who are in the team, and `times` is the number of such groups
    # that a player has. `partnership_id` is null if several partnerships have the same players in the team.
    members = season_partnerships.lazy().select(*COMPETITION, "partnership_id", regular="player_id")
    return (
        seated.join(members, on=[*COMPETITION, "regular"])
        .group_by(*ENTRANT, "partnership_id")
        .agg(pl.col("player_id").sort())
        .filter(pl.col("player_id").list.len() > 1)
        .group_by(*ENTRANT, "player_id")
        .agg(pl.col("partnership_id").min(), of=pl.len())
        .with_columns(together=pl.col("player_id").list.join(" + "))
        .explode("player_id")
        .group_by(*ENTRANT, "player_id")
        .agg(pl.col("together").min(), pl.when(pl.col("of") == 1).then("partnership_id").min(), times=pl.len())
    )


class NextLines(NamedTuple):
    """The lines of the next session, for every season."""

    next_lines: dy.LazyFrame[schemas.LineAssignment]  # of the pairs of the last session
    regular_lines: dy.LazyFrame[schemas.RegularLines]  # other pairs, if all players who were replaced come themselves
    untold_lines: dy.LazyFrame[schemas.UntoldLines]


def next_lines(
    entries: Frame[schemas.Entries],
    sessions: Frame[schemas.Sessions],
    player_rankings: Frame[schemas.PlayerRankings],
    season_partnerships: Frame[schemas.SeasonPartnerships],
    *,
    players: Frame[schemas.Players],
    competitions: Frame[schemas.Competitions],
    session_results: Frame[schemas.SessionResults],
    match_results: Frame[schemas.MatchResults],
) -> NextLines:
    """Return the pairs of the last session in the lines of the next one."""
    # Players who were entered but did not come are not expected again (`entries_of_who_came`), nor are extra players of
    # a pair (`extra_players`). A substitute is expected to come again, and does not represent the absent player.
    of_pairs = sessions.lazy().filter(pl.col("kind").is_in(IN_PAIRS))
    came = as_one_pair(entries_of_who_came(entries, session_results, match_results), of_pairs).collect()
    as_seated, regular = (
        line_assignment(
            last_pairs(seated, sessions, season_partnerships),
            *(player_rankings, season_partnerships, players, competitions),
        )
        for seated in (came, with_regulars(came).collect())
    )
    others = regular.join(as_seated, on=PAIR, how="anti", maintain_order="left")
    untold = untold_lines(came, sessions, season_partnerships)
    return NextLines(as_seated, in_shape(schemas.RegularLines, others), untold)


def with_regulars(entries: Frame[schemas.Entries]) -> dy.LazyFrame[schemas.Entries]:
    """Return the entries as if all players who were replaced had come themselves."""
    # A substitute stays if the absent player sat elsewhere in the session or was replaced twice in it.
    absent = [*SESSION, "substitutes_for"]
    seated = entries.lazy().select(*SESSION, substitutes_for="player_id", sat=pl.lit(value=True)).unique()
    comes = pl.col("substitutes_for").is_not_null() & pl.col("sat").is_null() & (pl.len().over(absent) == 1)
    return in_shape(
        schemas.Entries,
        entries.lazy()
        .join(seated, on=absent, how="left", maintain_order="left")
        .with_columns(
            player_id=pl.when(comes).then("substitutes_for").otherwise("player_id"),
            substitutes_for=pl.when(~comes).then("substitutes_for"),
        ),
    )
