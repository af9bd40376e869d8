"""The points of a board for one side: with which scores its score was compared, and with what result.

A comparison is shown only if it leads to the published points. Where this module cannot describe it in one line (for
instance with a weighted score among the others), it gives the points and no more.
"""

import polars as pl

from transforms.bridge.imps import imps
from transforms.bridge.notation import result_in_notation, ruling_in_words
from transforms.bridge.rulings import assigned_percentage, has_outcomes, is_awarded, is_played, is_reversed
from transforms.bridge.sessions import NOBODY, TEAMS, by_entrant, field_of
from transforms.explanation.formulas import number
from transforms.tables import (
    CLUB,
    COMPETITION,
    SESSION,
    BoardScores,
    Competitions,
    Files,
    Frame,
    Results,
    Rows,
    Sessions,
)
from transforms.tables.phrases import phrase

_FORM = (*SESSION, "field", "board", "form")
_KEY = (*SESSION, "line", "board", "ns", "ew")
_TABLE = (*SESSION, "line", "round", "board", "form", "ns", "ew")
_OTHER_TABLE = (*SESSION, "line", "round", "board", "form", "ew", "ns")
_TOLERANCE = 1e-6


def explained_boards(
    board_scores: Frame[BoardScores],
    results: Frame[Results],
    files: Frame[Files],
    sessions: Frame[Sessions],
    competitions: Frame[Competitions],
) -> pl.DataFrame:
    """Every board of every entrant, with the way to its points and the place where it was read.

    Args:
        board_scores: `BoardScores`.
        results: `Results`, for the file and the line in it.
        files: `Files`, for their paths.
        sessions: `Sessions`, for the lines scored together.
        competitions: `Competitions`, for the scoring rules.

    Returns:
        One row per entrant and board, sorted by session, line, entrant, round and board: the key, `field`, `round`,
        `direction`, `opponent`, `result` (in notation), `score` (seen from North-South), `points`, `top`, `scoring`,
        `how` (in words, with the formula filled in), `others` (all scores on the board, the best for North-South
        first), `file` and `line_no`.
    """
    lines = _lines(board_scores, sessions, competitions).collect()
    compared = _with_other_table(_with_cross_imps(_with_matchpoints(lines)))
    sides = pl.concat(_seen_from(compared, side, other) for side, other in (("ns", "ew"), ("ew", "ns")))
    return (
        by_entrant(sides.lazy().with_columns(how=_how(), side="entrant").drop("entrant"), "side")
        .join(_scores_there(lines).lazy(), on=_FORM, how="left")
        .join(_sources(results, files), on=_KEY, how="left")
        .select(
            *SESSION, "line", "entrant", "field", "board", "round", "direction", "opponent",
            "result", "score", "points", "top", "scoring", "how", "others", "file", "line_no",
        )
        .sort(*SESSION, "line", "entrant", "round", "board", "opponent", nulls_last=True)
        .collect()
    )  # fmt: skip


# --- lines, and the facts about them ------------------------------------------------------------


def _lines(
    board_scores: Frame[BoardScores], sessions: Frame[Sessions], competitions: Frame[Competitions]
) -> pl.LazyFrame:
    rules = competitions.lazy().select(*COMPETITION, "average", "assigned", "line_decimals", "cross_imps")
    ruling = pl.col("ruling")
    return (
        board_scores.lazy()
        .join(sessions.lazy().select(*SESSION, "together"), on=SESSION)
        .join(rules, on=COMPETITION)
        .with_columns(
            field=field_of(pl.col("together"), pl.col("line")),
            form=pl.col("subfield").fill_null(""),
            result=result_in_notation(pl.col("contract"), pl.col("declarer"), pl.col("tricks"), ruling),
            compared=pl.when(is_played(ruling)).then("score"),
            is_reversed=is_reversed(ruling),
            awarded=is_awarded(ruling),
            in_place=is_awarded(ruling)
            & assigned_percentage(ruling).is_not_null()
            & (pl.col("assigned") == "in_place"),
        )
    )


def _with_matchpoints(lines: pl.DataFrame) -> pl.DataFrame:
    """The lines with `played`, the number of results on the board, and how many of them each line beats and ties.

    All is seen from North-South. `placed` counts the lines to which a director gave a place, `averages` those that tie
    with all others; `beside_weighted` says whether a line there has a weighted or split score.
    """
    score = pl.col("compared")
    lowest, highest = (score.rank(method).over(_FORM) for method in ("min", "max"))
    ties_with_all = pl.col("awarded") & ~pl.col("in_place") & (pl.col("average") == "tie")
    return lines.with_columns(
        played=score.count().over(_FORM).cast(pl.Int64),
        beaten=lowest.cast(pl.Int64) - 1,
        tied=highest.cast(pl.Int64) - lowest.cast(pl.Int64),
        placed=pl.col("in_place").sum().over(_FORM).cast(pl.Int64),
        averages=ties_with_all.sum().over(_FORM).cast(pl.Int64),
        beside_weighted=has_outcomes(pl.col("ruling")).any().over(_FORM),
    )


def _with_cross_imps(lines: pl.DataFrame) -> pl.DataFrame:
    """The lines with `total`, at cross-IMPs the IMPs against all others, and `most`, the most comparisons of a line."""
    of_kind = lines.lazy().filter(pl.col("scoring") == "cross_imps", pl.col("compared").is_not_null())
    totals = (
        of_kind.select(*_KEY, "field", "form", "compared")
        .join(of_kind.select(*_FORM, other="compared"), on=_FORM)
        .group_by(_KEY)
        .agg(total=imps(pl.col("compared") - pl.col("other")).sum())
    )
    most = (pl.col("played").max().over(*SESSION, "field") - 1).alias("most")
    return lines.lazy().join(totals, on=_KEY, how="left").with_columns(most).collect()


def _with_other_table(lines: pl.DataFrame) -> pl.DataFrame:
    """The lines with `there`: between teams the score at the other table, where the teams sit the other way round."""
    in_teams = lines.filter(pl.col("scoring").is_in(TEAMS))
    return lines.join(
        in_teams.select(*_TABLE, there="compared"),
        left_on=_TABLE,
        right_on=_OTHER_TABLE,
        how="left",
        nulls_equal=True,
        maintain_order="left",
    )


def _scores_there(lines: pl.DataFrame) -> pl.DataFrame:
    """The columns of `_FORM` and `others`, all scores there: `420×3, 170, -50`."""
    times = pl.when(pl.col("times") > 1).then(phrase("{}×{}", "compared", "times"))
    return (
        lines.filter(pl.col("compared").is_not_null())
        .group_by(*_FORM, "compared")
        .agg(times=pl.len())
        .sort("compared", descending=True)
        .group_by(_FORM, maintain_order=True)
        .agg(others=pl.coalesce(times, pl.col("compared").cast(pl.String)).str.join(", "))
    )


def _sources(results: Frame[Results], files: Rows) -> pl.LazyFrame:
    paths = files.lazy().select(*CLUB, "file_id", file="path")
    return (
        results.lazy()
        .select(*_KEY, "file_id", "line_no")
        .with_columns(pl.col("ns", "ew").fill_null(NOBODY))
        .unique(_KEY, keep="first", maintain_order=True)
        .join(paths, on=(*CLUB, "file_id"), how="left")
        .with_columns(file=pl.coalesce("file", "file_id"))
        .drop("file_id")
    )


# --- seen from one side -------------------------------------------------------------------------


def _seen_from(lines: pl.DataFrame, side: str, other: str) -> pl.DataFrame:
    """The lines as one side sees them: `beaten`, `tied` and `sign` are those of this side.

    On a board played in the wrong direction the two sides have changed places.
    """
    as_ns = pl.col("is_reversed") if side == "ew" else ~pl.col("is_reversed")
    better = pl.col("played") - 1 - pl.col("beaten") - pl.col("tied")
    return lines.with_columns(
        entrant=side,
        opponent=other,
        direction=pl.lit(side.upper()),
        points=pl.col(f"{side}_points"),
        beaten=pl.when(as_ns).then("beaten").otherwise(better),
        sign=pl.when(as_ns).then(1).otherwise(-1),
    )


def _how() -> pl.Expr:
    """How the points came about, in words: the first description that leads to the published points."""
    scoring, points = pl.col("scoring"), pl.col("points")
    award = pl.when(pl.col("awarded")).then(_award())
    compared = (
        pl.when(scoring == "matchpoints")
        .then(_matchpoints())
        .when(scoring == "butler")
        .then(_against_datum())
        .when(scoring == "cross_imps")
        .then(_against_all())
        .otherwise(_against_other_table())
    )
    plainly = (
        pl.when(pl.col("top").is_null())
        .then(number(points))
        .otherwise(phrase("{} of a top of {}", number(points), number(pl.col("top"))))
    )
    among = pl.when("beside_weighted").then(pl.lit(", with weighted or split scores among those compared"))
    ruled = pl.when(pl.col("ruling").is_not_null()).then(phrase("{}: {}", ruling_in_words(pl.col("ruling")), plainly))
    sentence = pl.coalesce(award, compared, ruled, plainly + among, plainly)
    return pl.when(points.is_null()).then(pl.lit("no points")).otherwise(sentence)


def _award() -> pl.Expr:
    """`A60/40: 60 % of 18 = 10.8`."""
    words, points, top = ruling_in_words(pl.col("ruling")), pl.col("points"), pl.col("top")
    of_top = phrase("{}: {} % of {} = {}", words, number(100 * points / top), number(top), number(points))
    return pl.when(top > 0).then(of_top).otherwise(phrase("{}: {}", words, number(points)))


def _matchpoints() -> pl.Expr:
    """`beats 5, ties 1 of 9: 2 × 5 + 1 = 11`; by Neuberg where the number of results is not the expected one.

    How many of the results placed by a director were beaten is worked out from the points.
    """
    points, expected = pl.col("points"), (pl.col("top") / 2 + 1).round(6)
    counted = pl.col("played") + pl.col("placed") + pl.col("averages")
    simply = 2 * pl.col("beaten") + pl.col("tied") + pl.col("averages")
    placed_beaten = (((points + 1) * counted / expected - 1 - simply) / 2).round().cast(pl.Int64)
    placed_beaten = pl.when(pl.col("placed") > 0).then(placed_beaten.clip(0, pl.col("placed"))).otherwise(0)
    beaten, tied = pl.col("beaten") + placed_beaten, pl.col("tied") + pl.col("averages")
    among_counted = 2 * beaten + tied
    scaled = expected * (among_counted + 1) / counted - 1
    whole = counted == expected
    rounding = pl.lit(0.1).pow(pl.col("line_decimals")).fill_null(0) / 2 + _TOLERANCE
    words = phrase("beats {}, ties {} of {}: 2 × {} + {}", beaten, tied, counted - 1, beaten, tied)
    neuberg = phrase(
        "beats {}, ties {} of {}: (2 × {} + {} + 1) × {} / {} - 1",
        beaten, tied, counted - 1, beaten, tied, number(expected), counted,
    )  # fmt: skip
    rounded = pl.when((scaled - points).abs() > _TOLERANCE).then(pl.lit(", rounded")).otherwise(pl.lit(""))
    sentence = pl.when(whole).then(words).otherwise(neuberg) + " = " + number(points) + rounded
    return pl.when(~pl.col("beside_weighted") & ((scaled - points).abs() <= rounding)).then(sentence)


def _against_datum() -> pl.Expr:
    """`420 against the datum 300: 120 to the good, 3 IMPs`."""
    difference = pl.col("sign") * (pl.col("compared") - pl.col("datum"))
    sentence = phrase(
        "{} against the datum {}: {}, {}",
        "compared", number(pl.col("datum")), _to_the_good(difference), _in_imps(pl.col("points")),
    )  # fmt: skip
    return pl.when(imps(difference) == pl.col("points")).then(sentence)


def _against_all() -> pl.Expr:
    """`16 IMPs against 8 others: 16 / 8 = 2`, by the rule `cross_imps`."""
    total, others, rule = pl.col("sign") * pl.col("total"), pl.col("played") - 1, pl.col("cross_imps")
    summed = phrase("{} against {} others", _in_imps(total), others)
    points = number(pl.col("points"))
    mean = phrase("{}: {} / {} = {}", summed, total, others, points)
    scaled = phrase("{}: {} × {} / {} = {}", summed, total, "most", others, points)
    value = (
        pl.when(rule == "sum").then(total)
        .when(rule == "scaled").then(total * pl.col("most") / others)
        .otherwise(total / others)
    )  # fmt: skip
    sentence = pl.when(rule == "sum").then(summed).when(rule == "scaled").then(scaled).otherwise(mean)
    return pl.when(~pl.col("beside_weighted") & ((value - pl.col("points")).abs() <= _TOLERANCE)).then(sentence)


def _against_other_table() -> pl.Expr:
    """`420 here, 170 at the other table: 250 to the good, 6 IMPs`."""
    difference = pl.col("sign") * (pl.col("compared") - pl.col("there"))
    at_imps = pl.col("scoring") == "imps"
    worth = pl.when(at_imps).then(imps(difference)).otherwise(difference.sign() + 1)
    unit = pl.when(at_imps).then(_in_imps(pl.col("points"))).otherwise(number(pl.col("points")) + " of 2")
    sentence = phrase("{} here, {} at the other table: {}, {}", "compared", "there", _to_the_good(difference), unit)
    return pl.when((worth - pl.col("points")).abs() <= _TOLERANCE).then(sentence)


def _to_the_good(difference: pl.Expr) -> pl.Expr:
    return (
        pl.when(difference > 0)
        .then(number(difference) + " to the good")
        .when(difference < 0)
        .then(number(-difference) + " to the bad")
        .otherwise(pl.lit("equal"))
    )


def _in_imps(points: pl.Expr) -> pl.Expr:
    return number(points) + pl.when(points.abs() == 1).then(pl.lit(" IMP")).otherwise(pl.lit(" IMPs"))
