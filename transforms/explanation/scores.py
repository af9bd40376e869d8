"""Explain the score of an entrant in a session: the parts of the points, and the number by which they are divided."""

import polars as pl

from transforms.bridge.sessions import TEAMS, VICTORY_POINTS, by_entrant
from transforms.explanation.formulas import filled_in, number
from transforms.results.sit_outs import sat_out
from transforms.tables.arithmetic.sums import steady_sum
from transforms.tables.arithmetic.tolerance import HAIR
from transforms.tables.finding_words import message_of
from transforms.tables.messages import gettext
from transforms.tables.schemas import BY_MATCHES, ENTRANT, SESSION, BoardScores, Frame, Results, SessionResults

_FORMULAS = {
    "matchpoints": "points / maximum * 100",
    "point_a_board": "points / maximum * 100",
    "butler": "points / boards",
    "cross_imps": "points / counted",
    "imps": "points / matches",
    "vp": "points / matches",
}


def explained_scores(
    session_results: Frame[SessionResults], board_scores: Frame[BoardScores], results: Frame[Results]
) -> pl.DataFrame:
    """Explain the score of every entrant by a `formula`, next to the columns of `SessionResults`, sorted by key.

    `entrants` are those ranked in the field, `made_of` the parts of the points (null if all were earned at the table),
    and `matches` and `sat_out` the numbers of matches and of boards sat out.
    """
    # At cross-IMPs, the points are for a full set of boards if the score is not points per board played.
    points, score = pl.col("points"), pl.col("score")
    is_full = (pl.col("scoring") == "cross_imps") & ((points / pl.col("boards") - score).abs() > HAIR)
    scored = board_scores.lazy().filter(~pl.col("scoring").is_in(TEAMS))
    sides = pl.concat(scored.select(*SESSION, "line", side=side, points=f"{side}_points") for side in ("ns", "ew"))
    by_side = sides.group_by(*SESSION, "line", "side").agg(steady_sum(points))
    on_boards = by_entrant(by_side, "side").group_by(ENTRANT).agg(on_boards=steady_sum(points))
    rows = (
        session_results.lazy()
        .join(on_boards, on=ENTRANT, how="left")
        .join(sat_out(results).group_by(ENTRANT).agg(sat_out=pl.len()), on=ENTRANT, how="left")
        .with_columns(
            pl.col("sat_out").fill_null(0),
            matches=pl.col("maximum") / VICTORY_POINTS,
            entrants=pl.col("score").count().over(*SESSION, "field"),
            counted=pl.when(is_full).then((points / score).round()).otherwise("boards"),
        )
        .with_columns(made_of=_made_of())
        .sort(ENTRANT)
        .collect()
    )
    with_score = rows.filter(pl.col("score").is_not_null())
    scored = [(formula, with_score.filter(scoring=name)) for name, formula in _FORMULAS.items()]
    formulas = pl.concat(some.select(*ENTRANT, formula=filled_in(some, formula, "score")) for formula, some in scored)
    return rows.join(formulas, on=ENTRANT, how="left", maintain_order="left").drop("on_boards", "counted")


def _made_of() -> pl.Expr:
    """Return text such as `298.5 on the boards, 14.5 for 2 boards sat out, -4 by the director`; null without parts."""
    in_matches, adjustment = pl.col("scoring").is_in(BY_MATCHES), pl.col("adjustment").fill_null(0)
    on_boards = pl.col("on_boards").fill_null(0)
    as_played = (pl.col("points") - adjustment) * pl.col("boards") / pl.col("counted")
    of_sit_outs = pl.when(in_matches).then(0.0).otherwise(as_played - on_boards)
    played = (
        pl.when(in_matches)
        .then(message_of(gettext("{points} in the matches"), {"points": number(pl.col("points") - adjustment)}))
        .otherwise(message_of(gettext("{points} on the boards"), {"points": number(on_boards)}))
    )
    gaps = {"points": number(of_sit_outs), "number": pl.col("sat_out")}
    one, many = gettext(", {points} for {number} board sat out"), gettext(", {points} for {number} boards sat out")
    is_one = pl.col("sat_out") == 1
    sat_out_words = pl.when(is_one).then(message_of(one, gaps)).otherwise(message_of(many, gaps))
    boards = {"boards": pl.col("boards"), "counted": pl.col("counted").cast(pl.Int64)}
    full_set = message_of(gettext(", scaled from {boards} boards to {counted}"), boards)
    by_director = message_of(gettext(", {points} by the director"), {"points": number(adjustment)})
    parts = [
        pl.when(~in_matches & (pl.col("sat_out") > 0) & (of_sit_outs.abs() > HAIR)).then(sat_out_words),
        pl.when(~in_matches & (pl.col("counted") > pl.col("boards"))).then(full_set),
        pl.when(adjustment != 0).then(by_director),
    ]
    made_of = pl.concat_str(played, *(part.fill_null("") for part in parts))
    return pl.when(pl.any_horizontal(part.is_not_null() for part in parts)).then(made_of)
