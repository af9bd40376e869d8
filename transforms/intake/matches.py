"""Compare the two rows of each match between teams or pairs, and find the first thing that is wrong."""

import polars as pl

from transforms.bridge.imps import MOST_IMPS
from transforms.bridge.rulings import has_result
from transforms.bridge.sessions import (
    IN_VICTORY_POINTS,
    NOBODY,
    POINT_A_BOARD,
    VICTORY_POINTS,
    by_entrant,
    with_weights,
)
from transforms.intake.check import first_of
from transforms.intake.findings import PLACE
from transforms.tables.arithmetic.tolerance import HAIR
from transforms.tables.schemas import BY_MATCHES, COMPETITION, DECIMALS, ENTRANT, LINE, MATCH, SESSION

_TEAMS = (*LINE, "team", "opponent")


def matches_with_scoring(matches: pl.LazyFrame, sessions: pl.LazyFrame) -> pl.LazyFrame:
    """Return `Matches` with `kind` of the session and, if the session counts matches, `scoring` (`with_scoring`)."""
    scoring = pl.when(pl.col("scoring").is_in(BY_MATCHES)).then("scoring")
    return matches.join(sessions.select(*SESSION, "kind", scoring=scoring), on=SESSION, how="left")


def matches_compared(matches: pl.LazyFrame, results: pl.LazyFrame) -> pl.LazyFrame:
    """Add to the rows of `matches_with_scoring` the values of the opponents, and `fault`, the first thing wrong.

    IMPs, points and boards are compared only in a match without result lines, because otherwise the lines count.
    `line_boards` is the number of boards in the lines. If both teams have victory points, other values that disagree
    are not a fault. `is_turned` is true if the IMPs and the victory points have different winners. `is_first` marks one
    row of each match.
    """
    by_vp = (pl.col("vp") - pl.col("vp_other")).round(DECIMALS).sign()
    is_turned = _NO_LINES & (by_vp != 0) & (pl.col("imps").round(DECIMALS).sign() != by_vp)
    return _with_opponents(matches, results).with_columns(
        _fault(),
        is_turned=is_turned.fill_null(value=False),
        is_first=~pl.col("has_other") | (pl.col("team") <= pl.col("opponent")),
        one_team=pl.min_horizontal("team", "opponent"),
        other_team=pl.max_horizontal("team", "opponent"),
    )


def lacking_victory_points(matches: pl.LazyFrame, results: pl.LazyFrame) -> pl.LazyFrame:
    """Return the matches of the result lines that have no victory points, if other matches of the session have them.

    The columns are those of `LINE`, round, one, and other (the two entrants).
    """
    two = {"one": pl.min_horizontal("team", "opponent"), "other": pl.max_horizontal("team", "opponent")}
    given = matches.filter(pl.col("vp").is_not_null(), pl.col("opponent") != NOBODY).with_columns(**two)
    of_both = given.group_by(*LINE, "round", *two).len().filter(pl.col("len") > 1)
    met = (
        results.join(given, on=SESSION, how="semi")
        .drop_nulls(["ns", "ew"])
        .filter(has_result())
        .select(*LINE, "round", one=pl.min_horizontal("ns", "ew"), other=pl.max_horizontal("ns", "ew"))
        .unique()
    )
    known, unknown = met.filter(pl.col("round").is_not_null()), met.filter(pl.col("round").is_null())
    return pl.concat(
        [
            known.join(of_both, on=[*LINE, "round", *two], how="anti"),
            unknown.join(of_both, on=[*LINE, *two], how="anti"),
        ]
    )


def rounds_of_teams(matches: pl.LazyFrame, results: pl.LazyFrame, sessions: pl.LazyFrame) -> pl.LazyFrame:
    """Return a row for each match or bye of a team or pair, from both tables, in sessions that count matches.

    The columns are `MATCH`, `weight`, `vp`, the place in the files, `scoring`, the number of `rounds` of the line, how
    many of these rounds the team is `without` (null on a line with matches in an unknown round), and `against`, an
    opponent of the team in this round.
    """
    met = results.drop_nulls(["ns", "ew"])
    by_lines = pl.concat(
        met.select(*LINE, "round", "board", *PLACE, team=own, opponent=other)
        for own, other in (("ns", "ew"), ("ew", "ns"))
    )
    on_boards = by_lines.group_by(MATCH).agg(pl.col(PLACE).first(), boards=pl.col("board").n_unique())
    of_session = sessions.filter(pl.col("scoring").is_in(BY_MATCHES)).select(*SESSION, "scoring")
    is_known = pl.col("round").is_not_null().all().over(LINE)
    without = pl.col("rounds") - pl.col("weight").sum().over(*LINE, "team")
    against = pl.col("opponent").filter(pl.col("opponent") != NOBODY).min()
    return (
        pl.concat([matches.select(*MATCH, *PLACE, "boards", "vp"), on_boards], how="diagonal_relaxed")
        .join(of_session, on=SESSION)
        .group_by(*MATCH, "scoring", maintain_order=True)
        .agg(pl.col(PLACE).first(), pl.col("boards", "vp").max())
        .pipe(with_weights)
        .with_columns(against=against.over(*LINE, "round", "team"), rounds=pl.col("round").n_unique().over(LINE))
        .with_columns(without=pl.when(is_known).then(without.clip(0)))
    )


def without_value(met: pl.LazyFrame, adjustments: pl.LazyFrame, competitions: pl.LazyFrame) -> pl.LazyFrame:
    """Return the teams whose missing rounds have no value; `is_uneven`: other teams of the line miss more or fewer."""
    won = pl.col("amount").filter(pl.col("unit") == "points", pl.col("amount") > 0).sum()
    given = adjustments.group_by(ENTRANT).agg(given=won).rename({"entrant": "team"})
    is_given = pl.col("given") * 2 >= VICTORY_POINTS * pl.col("without")
    has_rule = pl.col("bye").is_not_null() & pl.col("scoring").is_in(IN_VICTORY_POINTS)
    return (
        met.with_columns(is_uneven=pl.col("without").n_unique().over(LINE) > 1)
        .filter(pl.col("without") > 0)
        .join(given, on=[*LINE, "team"], how="left", maintain_order="left")
        .join(competitions.select(*COMPETITION, "bye", "bye_by_average"), on=COMPETITION, maintain_order="left")
        .filter(~has_rule, ~is_given.fill_null(value=False))
    )


def without_row(unvalued: pl.LazyFrame, met: pl.LazyFrame, lines: pl.LazyFrame, matches: pl.LazyFrame) -> pl.LazyFrame:
    """Return a row for each round in which a ranked team has no match, bye or sit-out, and the average decides.

    If all teams of a line miss equally many rounds, as in a round robin of five, the averages are fair. In a knock-out,
    nobody misses a round: each round has at most half of the teams of the round before, or all of them, and no team
    with a known defeat plays on.

    Args:
        unvalued: from `without_value`.
        met: from `rounds_of_teams`.
        lines: `LINE`, `round`, `ns` and `ew` of the result lines.
        matches: `Matches`.
    """
    unsettled = unvalued.filter("is_uneven", ~pl.col("bye_by_average"), pl.col("without") * 2 <= pl.col("rounds"))
    ranked = first_of(unsettled, (*LINE, "team"))
    here = [*LINE, "round", "team"]
    in_round = met.group_by(*LINE, "round").agg(teams=pl.col("team").unique())
    teams, before = pl.col("teams"), pl.col("teams").shift().over(LINE, order_by="round")
    few = (teams.list.len() == before.list.len()) | (2 * teams.list.len() <= before.list.len() + 1)
    goes_on = (few & (teams.list.set_difference(before).list.len() == 0)).fill_null(value=True)
    knock_outs = in_round.with_columns(goes_on=goes_on).group_by(LINE).agg(pl.col("goes_on").all()).filter("goes_on")
    is_lost = pl.coalesce(pl.col("vp") < VICTORY_POINTS / 2, pl.col("imps") < 0)
    later = met.group_by(*LINE, "team").agg(last=pl.col("round").max())
    beaten = matches.filter(is_lost).join(later, on=[*LINE, "team"]).filter(pl.col("round") < pl.col("last"))
    sides = pl.concat(by_entrant(lines.select(*LINE, "round", team=side), "team") for side in ("ns", "ew"))
    return (
        ranked.drop("round")
        .join(knock_outs.join(beaten, on=LINE, how="anti"), on=LINE, how="anti")
        .join(met.select(*LINE, "round").unique(), on=LINE)
        .join(met, on=here, how="anti")
        .join(sides.rename({"entrant": "team"}), on=here, how="anti")
    )


def matches_stated(given: pl.DataFrame, kept: pl.DataFrame) -> pl.DataFrame:
    """Return rows of `Stated`: for each file with matches left out, how many `team_matches` the file itself gives."""
    in_file = (*SESSION, "file_id")
    two = pl.struct("line", "round", pl.min_horizontal("team", "opponent"), other=pl.max_horizontal("team", "opponent"))
    counted = given.group_by(in_file).agg(value=two.n_unique().cast(pl.Int32))
    first = given.join(kept, on=MATCH, how="anti").group_by(in_file).agg(pl.col("line_no").min())
    return counted.join(first, on=in_file).select(*SESSION, "file_id", "value", "line_no", what=pl.lit("team_matches"))


def _with_opponents(rows: pl.LazyFrame, results: pl.LazyFrame) -> pl.LazyFrame:
    """Add to the rows of teams the values of the opponent, such as `imps_other`, and facts from the lines of the match.

    `has_lines` says whether there are result lines, and `line_boards` is the number of their boards. `both_vp` says
    whether both teams have victory points.
    """
    values = pl.col("boards", "imps", "vp", "points").name.suffix("_other")
    other = rows.select(*SESSION, "line", "round", values, team="opponent", opponent="team", has_other=True)
    met = results.drop_nulls(["ns", "ew"])
    played = pl.concat(
        met.select(*SESSION, "line", "round", "board", team=side, opponent=against)
        for side, against in (("ns", "ew"), ("ew", "ns"))
    )
    in_round = played.filter(pl.col("round").is_not_null()).group_by(MATCH).agg(in_round=pl.col("board").n_unique())
    in_any = played.filter(pl.col("round").is_null()).group_by(_TEAMS).agg(in_any=pl.col("board").n_unique())
    # Lines without rounds belong to one match only if the teams meet once.
    of_this_match = pl.coalesce("in_round", pl.when(pl.len().over(_TEAMS) == 1).then("in_any"))
    return (
        rows.join(other, on=MATCH, how="left")
        .join(in_round, on=MATCH, how="left")
        .join(in_any, on=_TEAMS, how="left")
        .with_columns(
            pl.col("has_other").fill_null(value=False),
            has_lines=pl.any_horizontal(pl.col("in_round", "in_any").is_not_null()),
            line_boards=of_this_match,
            both_vp=pl.all_horizontal(pl.col("vp", "vp_other").is_not_null()) & _AT_IMPS,
        )
    )


_AT_IMPS = pl.col("scoring").is_in(IN_VICTORY_POINTS)
_NO_LINES = ~pl.col("has_lines")
_UNLIKE_IMPS = _NO_LINES & _AT_IMPS & ((pl.col("imps") + pl.col("imps_other")).abs() > HAIR)
_UNLIKE_BOARDS = _NO_LINES & (pl.col("boards") != pl.col("boards_other"))
_MOST = MOST_IMPS * pl.max_horizontal("boards", "boards_other")
_TOO_MANY_IMPS = _NO_LINES & _AT_IMPS & (pl.max_horizontal(pl.col("imps", "imps_other").abs()) > _MOST)


def _fault() -> pl.Expr:
    both = ("", "_other")
    own, other = (
        (_AT_IMPS & pl.col(f"vp{of}").is_not_null())
        | (_NO_LINES & pl.when(_AT_IMPS).then(f"imps{of}").otherwise(f"points{of}").is_not_null())
        for of in both
    )
    # If only one team has vp, the IMPs or boards of both teams complete them.
    both_have = pl.col("has_lines") & pl.col("has_other")
    outside = ((pl.col(f"vp{of}") < -HAIR) | (pl.col(f"vp{of}") > VICTORY_POINTS + HAIR) for of in both)
    by_values = ~pl.col("both_vp")
    is_empty = ~own & ~other & _NO_LINES
    values = (pl.when(_AT_IMPS).then(f"points{of}").otherwise(pl.coalesce(f"imps{of}", f"vp{of}")) for of in both)
    lacks_boards = pl.any_horizontal(pl.col("boards", "boards_other").fill_null(0) == 0)
    together = pl.col("points") + pl.col("points_other")
    unlike_points = ((together - POINT_A_BOARD * pl.col("boards")).abs() > HAIR).fill_null(value=False)
    below = pl.min_horizontal("points", "points_other") < -HAIR
    faults = {
        "itself": pl.col("team") == pl.col("opponent"),
        "half": pl.when(pl.col("has_other")).then((own != other) & ~both_have).otherwise(own),
        "other_scoring": is_empty & pl.any_horizontal(value.is_not_null() for value in values),
        "nothing": is_empty,
        "vp": _AT_IMPS & pl.any_horizontal(outside),
        "imps": by_values & _UNLIKE_IMPS,
        "no_boards": by_values & lacks_boards & _NO_LINES,
        "too_many_imps": by_values & _TOO_MANY_IMPS,
        "points": _NO_LINES & (pl.col("scoring") == "point_a_board") & (unlike_points | below),
        "boards": by_values & _UNLIKE_BOARDS,
    }
    # A bye has no opponent and needs no result; only its victory points may be wrong.
    counts = {fault: is_so & ((pl.col("opponent") != NOBODY) | (fault == "vp")) for fault, is_so in faults.items()}
    return pl.coalesce(pl.when(is_so).then(pl.lit(fault)) for fault, is_so in counts.items()).alias("fault")
