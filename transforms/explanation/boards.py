"""Explain the points of a board for one side from the scores that were compared, if these lead to the points."""

import polars as pl

from transforms.bridge.imps import imps
from transforms.bridge.notation import result_in_notation, ruling_in_words
from transforms.bridge.rulings import assigned_percentage, has_outcomes, is_awarded, is_played, is_reversed, outcomes
from transforms.bridge.sessions import TEAMS, by_entrant, field_of
from transforms.explanation.formulas import number
from transforms.results.outcome_points import in_words, outcome_points
from transforms.scoring.frequency_charts import has_bonus, with_bonus
from transforms.tables import schemas
from transforms.tables.arithmetic.tolerance import SUMS_HAIR
from transforms.tables.finding_words import message_of
from transforms.tables.messages import gettext
from transforms.tables.phrases import phrase
from transforms.tables.schemas import CLUB, COMPETITION, DECIMALS, SESSION, Frame

_FIELD = (*SESSION, "field")
_FORM = (*_FIELD, "board", "form")
_KEY = (*SESSION, "file_id", "line_no")
_TABLE = (*SESSION, "line", "round", "board", "form", "ns", "ew")
_OTHER_TABLE = (*SESSION, "line", "round", "board", "form", "ew", "ns")
_MANY_DECIMALS = 4  # of numbers that are multiplied or divided, so that the shown numbers lead to the points


def explained_boards(
    board_scores: Frame[schemas.BoardScores],
    files: Frame[schemas.Files],
    sessions: Frame[schemas.Sessions],
    competitions: Frame[schemas.Competitions],
) -> pl.DataFrame:
    """Explain the points of every board of every entrant, with the file and line from which the result was read.

    Sorted by session, line, entrant, round and board. `score` is for North-South, `how` is in words, and `others` lists
    all scores on the board, and awards that count as better or equal results.
    """
    lines = _lines(board_scores, sessions, competitions).collect()
    ruled = outcome_points(lines, _FIELD, _FORM)
    compared = _with_other_table(_with_worth(_with_cross_imps(_with_matchpoints(lines)), ruled))
    sides = pl.concat(_seen_from(compared, side, other) for side, other in (("ns", "ew"), ("ew", "ns")))
    return (
        by_entrant(sides.lazy().with_columns(how=_how(), side="entrant").drop("entrant"), "side")
        .join(_scores_there(lines).lazy(), on=_FORM, how="left")
        .join(files.lazy().select(*CLUB, "file_id", file="path"), on=(*CLUB, "file_id"), how="left")
        .with_columns(file=pl.coalesce("file", "file_id"))
        .select(
            *SESSION, "line", "entrant", "field", "board", "round", "direction", "opponent",
            "result", "score", "points", "top", "scoring", "how", "others", "file", "line_no",
        )
        .sort(*SESSION, "line", "entrant", "round", "board", "opponent", "line_no", "direction", nulls_last=True)
        .collect()
    )  # fmt: skip


def _lines(
    board_scores: Frame[schemas.BoardScores],
    sessions: Frame[schemas.Sessions],
    competitions: Frame[schemas.Competitions],
) -> pl.LazyFrame:
    rules = competitions.lazy().select(
        *COMPETITION, "average", "assigned", "few_results", "line_decimals", "cross_imps"
    )
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
            in_place=is_awarded(ruling) & assigned_percentage(ruling).is_not_null() & pl.col("assigned").eq("in_place"),
        )
        .with_columns(ties_with_all=pl.col("awarded") & ~pl.col("in_place") & (pl.col("average") == "tie"))
    )


def _with_matchpoints(lines: pl.DataFrame) -> pl.DataFrame:
    """Add how many results were `played` on the board, and how many North-South beats and ties: all counts weighted."""
    # `placed` counts lines that a director ranked among the others, and `averages` counts lines that tie with all
    # others.
    score, times = pl.col("compared"), pl.col("times")
    lowest, highest = (score.rank(method).over(_FORM).cast(pl.Int64) for method in ("min", "max"))
    below, equal = (times.filter(is_so).sum() for is_so in (pl.col("other") < score, pl.col("other") == score))
    of_parts = (
        lines.select(*_KEY, "field", "board", "form", "compared")
        .join(_parts(lines), on=_FORM)
        .group_by(_KEY)
        .agg(part_of_played=times.sum(), part_beaten=below, part_tied=equal)
    )
    joined = lines.join(of_parts, on=_KEY, how="left", nulls_equal=True, maintain_order="left")
    played, beaten, tied = (pl.col(f"part_{name}").fill_null(0) for name in ("of_played", "beaten", "tied"))
    return joined.with_columns(
        played=(score.count().over(_FORM) + played).round(DECIMALS),
        beaten=(lowest - 1 + beaten).round(DECIMALS),
        tied=(highest - lowest + tied).round(DECIMALS),
        placed=pl.col("in_place").sum().over(_FORM).cast(pl.Int64),
        averages=pl.col("ties_with_all").sum().over(_FORM).cast(pl.Int64),
        has_weighted=has_outcomes(pl.col("ruling")).any().over(_FORM),
    )


def _parts(lines: pl.DataFrame) -> pl.DataFrame:
    return outcomes(lines, _FORM).select(*_FORM, other="score", times=pl.col("weight") / 2)


def _with_cross_imps(lines: pl.DataFrame) -> pl.DataFrame:
    """Add `total`, the IMPs against all other lines at cross-IMPs, and `most`, the most comparisons of any line."""
    of_kind = lines.lazy().filter(pl.col("scoring") == "cross_imps", pl.col("compared").is_not_null())
    others = pl.concat([of_kind.select(*_FORM, other="compared", times=1.0), _parts(lines).lazy()])
    against = imps(pl.col("compared") - pl.col("other")) * pl.col("times")
    totals = (
        of_kind.select(*_KEY, "field", "board", "form", "compared")
        .join(others, on=_FORM)
        .group_by(_KEY)
        .agg(total=against.sum().round(DECIMALS))
    )
    most = (pl.col("played").max().over(*SESSION, "field") - 1).alias("most")
    return lines.lazy().join(totals, on=_KEY, how="left").with_columns(most).collect()


def _with_worth(lines: pl.DataFrame, ruled: pl.DataFrame) -> pl.DataFrame:
    """Add `ns_worth` and `ew_worth`, such as `30 % of 4 + 70 % of 0`, if these lead to the points of the line."""
    for side in ("ns", "ew"):
        of_side = in_words(ruled, _KEY, side, _MANY_DECIMALS).filter(pl.col("outcomes") > 1).drop("outcomes")
        makes_it = (pl.col("mean") - pl.col(f"{side}_points")).abs() <= SUMS_HAIR
        lines = lines.join(of_side, on=_KEY, how="left", maintain_order="left")
        lines = lines.with_columns(pl.when(makes_it).then("worth").alias(f"{side}_worth")).drop("mean", "worth")
    return lines


def _with_other_table(lines: pl.DataFrame) -> pl.DataFrame:
    """Add the result at the other table, where the teams sit in opposite directions; null if there is no other table.

    `there` is the score there, and `ruled_there` the ruling. If the ruling has several outcomes, `ns_there` is their
    worth to the team that sits North-South here, and `ew_there` to the team that sits East-West here.
    """
    ruled = ruling_in_words(pl.col("ruling"))
    return lines.join(
        lines.filter(pl.col("scoring").is_in(TEAMS)).select(
            *_TABLE, there="compared", ruled_there=ruled, ns_there="ew_worth", ew_there="ns_worth"
        ),
        left_on=_TABLE,
        right_on=_OTHER_TABLE,
        how="left",
        nulls_equal=True,
        maintain_order="left",
    )


def _scores_there(lines: pl.DataFrame) -> pl.DataFrame:
    """Return `_FORM` and `others`: all scores on the board and the awards compared with them, as `420×3, average`."""
    award = pl.when((pl.col("scoring") == "matchpoints") & (pl.col("in_place") | pl.col("ties_with_all")))
    times = pl.when(pl.col("times") > 1).then(phrase("{}×{}", "said", "times"))
    return (
        lines.with_columns(award=award.then(ruling_in_words(pl.col("ruling"))))
        .with_columns(said=pl.coalesce(pl.col("compared").cast(pl.String), "award"))
        .filter(pl.col("said").is_not_null())
        .group_by(*_FORM, "compared", "award", "said")
        .agg(times=pl.len())
        .sort("compared", "award", descending=[True, False], nulls_last=True)
        .group_by(_FORM, maintain_order=True)
        .agg(others=pl.coalesce(times, "said").str.join(", "))
    )


def _seen_from(lines: pl.DataFrame, side: str, other: str) -> pl.DataFrame:
    as_ns = pl.col("is_reversed") if side == "ew" else ~pl.col("is_reversed")
    better = pl.col("played") - 1 - pl.col("beaten") - pl.col("tied")
    return lines.with_columns(
        entrant=side,
        opponent=other,
        direction=pl.lit(side.upper()),
        points=pl.col(f"{side}_points"),
        worth=pl.col(f"{side}_worth"),
        worth_there=pl.col(f"{side}_there"),
        beaten=pl.when(as_ns).then("beaten").otherwise(better),
        sign=pl.when(as_ns).then(1).otherwise(-1),
    )


def _how() -> pl.Expr:
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
        .otherwise(_said(gettext("{points} of a top of {top}"), points=number(points), top=number(pl.col("top"))))
    )
    among = pl.when("has_weighted").then(_said(gettext(", with weighted or split scores among those compared")))
    by_outcomes = phrase("{} = {}", "worth", plainly)
    ruled = pl.when(pl.col("ruling").is_not_null()).then(
        phrase("{}: {}", ruling_in_words(pl.col("ruling")), pl.coalesce(by_outcomes, plainly))
    )
    sentence = pl.coalesce(award, compared, ruled, plainly + among, plainly)
    return pl.when(points.is_null()).then(_said(gettext("no points"))).otherwise(sentence)


def _award() -> pl.Expr:
    words, points, top = ruling_in_words(pl.col("ruling")), pl.col("points"), pl.col("top")
    gaps = {"ruling": words, "share": number(100 * points / top), "top": number(top), "points": number(points)}
    of_top = _said(gettext("{ruling}: {share} % of {top} = {points}"), **gaps)
    return pl.when(top > 0).then(of_top).otherwise(phrase("{}: {}", words, number(points)))


def _matchpoints() -> pl.Expr:
    """Explain matchpoints. The points also show how many of the lines ranked by a director were beaten."""
    points, expected = pl.col("points"), (pl.col("top") / 2 + 1).round(DECIMALS)
    counted = pl.col("played") + pl.col("placed") + pl.col("averages")
    simply = 2 * pl.col("beaten") + pl.col("tied") + pl.col("averages")
    placed_beaten = (((points + 1) * counted / expected - 1 - simply) / 2).round().cast(pl.Int64)
    placed_beaten = pl.when(pl.col("placed") > 0).then(placed_beaten.clip(0, pl.col("placed"))).otherwise(0)
    beaten, tied = pl.col("beaten") + placed_beaten, pl.col("tied") + pl.col("averages")
    among_counted = 2 * beaten + tied
    scaled = expected * (among_counted + 1) / counted - 1
    rounding = pl.lit(0.1).pow(pl.col("line_decimals")).fill_null(0) / 2 + SUMS_HAIR
    beats, ties, others, results = (number(value, _MANY_DECIMALS) for value in (beaten, tied, counted - 1, counted))
    among = {"beats": beats, "ties": ties, "others": others}
    of_all = _said(gettext("beats {beats} and ties {ties} of {others}"), **among)
    simple = phrase("{}: 2 × {} + {}", of_all, beats, ties)
    neuberg = phrase("{}: (2 × {} + {} + 1) × {} / {} - 1", of_all, beats, ties, number(expected), results)
    of_top = number(pl.col("top"))
    of_few = _said(gettext("beats {beats} and ties {ties} of {others}, with the bonus for few results"), **among)
    among_few = phrase("{}: (60 + 5 × (2 × {} + {} - {})) / 100 × {}", of_few, beats, ties, others, of_top)
    alone = phrase("{}: 60 / 100 × {}", _said(gettext("the only result, with the bonus for few results")), of_top)
    bonus = pl.when(counted > 1).then(among_few).otherwise(alone)
    fits = (with_bonus(among_counted, counted, expected) - points).abs() <= rounding
    is_bonus = has_bonus(pl.col("few_results"), counted, expected, pl.col("subfield").is_not_null() & fits)
    scaled = pl.when(is_bonus).then(with_bonus(among_counted, counted, expected)).otherwise(scaled)
    rounded = pl.when((scaled - points).abs() > SUMS_HAIR).then(_said(gettext(", rounded"))).otherwise(pl.lit(""))
    way = pl.when(is_bonus).then(bonus).when(counted == expected).then(simple).otherwise(neuberg)
    return pl.when((scaled - points).abs() <= rounding).then(way + " = " + number(points) + rounded)


def _against_datum() -> pl.Expr:
    difference = pl.col("sign") * (pl.col("compared") - pl.col("datum"))
    sentence = _said(
        gettext("{score} against the datum {datum}: {difference}, {imps}"),
        score=pl.col("compared"),
        datum=number(pl.col("datum")),
        difference=_to_the_good(difference),
        imps=_in_imps(pl.col("points")),
    )
    return pl.when(imps(difference) == pl.col("points")).then(sentence)


def _against_all() -> pl.Expr:
    total, others, rule = pl.col("sign") * pl.col("total"), pl.col("played") - 1, pl.col("cross_imps")
    in_all, many = number(total, _MANY_DECIMALS), number(others, _MANY_DECIMALS)
    gaps = {"imps": _in_imps(total, _MANY_DECIMALS), "number": many}
    one, several = gettext("{imps} against {number} other"), gettext("{imps} against {number} others")
    summed = pl.when(others == 1).then(_said(one, **gaps)).otherwise(_said(several, **gaps))
    points = number(pl.col("points"))
    mean = phrase("{}: {} / {} = {}", summed, in_all, many, points)
    scaled = phrase("{}: {} × {} / {} = {}", summed, in_all, number(pl.col("most"), _MANY_DECIMALS), many, points)
    value = (
        pl.when(rule == "sum").then(total)
        .when(rule == "scaled").then(total * pl.col("most") / others)
        .otherwise(total / others)
    )  # fmt: skip
    sentence = pl.when(rule == "sum").then(summed).when(rule == "scaled").then(scaled).otherwise(mean)
    return pl.when((value - pl.col("points")).abs() <= SUMS_HAIR).then(sentence)


def _against_other_table() -> pl.Expr:
    difference = pl.col("sign") * (pl.col("compared") - pl.col("there"))
    at_imps = pl.col("scoring") == "imps"
    worth = pl.when(at_imps).then(imps(difference)).otherwise(difference.sign() + 1)
    unit = (
        pl.when(at_imps)
        .then(_in_imps(pl.col("points")))
        .otherwise(_said(gettext("{points} of 2"), points=number(pl.col("points"))))
    )
    here = {"score": pl.col("compared"), "unit": unit}
    sentence = _said(
        gettext("{score} here, {there} at the other table: {difference}, {unit}"),
        there=pl.col("there"),
        difference=_to_the_good(difference),
        **here,
    )
    of_outcomes = _said(
        gettext("{score} here, at the other table {ruling}: {worth} = {unit}"),
        ruling=pl.col("ruled_there"),
        worth=pl.col("worth_there"),
        **here,
    )
    return pl.coalesce(pl.when((worth - pl.col("points")).abs() <= SUMS_HAIR).then(sentence), of_outcomes)


def _to_the_good(difference: pl.Expr) -> pl.Expr:
    return (
        pl.when(difference > 0)
        .then(_said(gettext("{points} better"), points=number(difference)))
        .when(difference < 0)
        .then(_said(gettext("{points} worse"), points=number(-difference)))
        .otherwise(_said(gettext("equal")))
    )


def _in_imps(points: pl.Expr, decimals: int = 2) -> pl.Expr:
    return number(points, decimals) + pl.when(points.abs() == 1).then(pl.lit(" IMP")).otherwise(pl.lit(" IMPs"))


def _said(sentence: str, **gaps: pl.Expr) -> pl.Expr:
    return message_of(sentence, gaps)
