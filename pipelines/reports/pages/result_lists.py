"""The result lists of sessions as markup, by columns: their rows, the rounds, and who has which number."""

from functools import partial

import polars as pl

from pipelines.reports.pages.award_columns import award_columns
from pipelines.reports.pages.hand_places import numbered, of_line, with_card
from pipelines.reports.pages.people import people
from pipelines.reports.rows import is_given, joined, one_after_another, written
from pipelines.reports.tables.columns import each, formula, hundredths, won
from pipelines.words.words import counted, in_number_order, points_within, signed
from transforms.messages import gettext
from transforms.tables import ENTRANT, FIELD, SESSION, Tables
from transforms.tables.arithmetic.as_shown import aligned, decimals_of, in_short
from transforms.tables.finding_words import message_of
from transforms.tables.phrases import phrase

_ROWS = "session_rows.html"
_HEADING = ("order", "title")


def result_lists(report: Tables) -> pl.DataFrame:
    """Every result list of every session in one row, in order of its entrants.

    The columns of `FIELD`; `entrants`, how many; `size`, the most people of any of them; `scoring`; `ranked`, whether
    any of them got ranking points; `has_club_points`, whether these are among its federation points; and as markup
    `rows`, the list itself; `award_headings`, its columns of federation points; `headings` and `rounds`, what each
    earned against each opponent, where that is known.

    Args:
        report: the tables of `report_tables`, of any number of competitions.
    """
    results = with_card(report["session_results"], report)
    awards = award_columns(report, results.select(*ENTRANT, "field"))
    results = results.join(made_of(report), on=ENTRANT, how="left", maintain_order="left")
    results = results.join(awards.cells, on=[*ENTRANT, "field"], how="left", maintain_order="left").join(
        awards.headings.drop("award_headings"), on=FIELD, how="left", maintain_order="left"
    )
    ranked = pl.col("ranking_points").is_not_null().any()
    known = results.with_columns(numbered=_numbered(results), ranked=ranked.over(FIELD))
    plainly = known.select(
        of_line=of_line(), has_names=pl.col("names") != "", number=numbered("entrant"), names="names"
    )
    marked = known.select(
        *(*ENTRANT, "field", "scoring", "ranked", "came"),
        size=pl.col("players").list.len(),
        plain=written(_ROWS, "plain", plainly),
        rows=_rows(known),
    )
    headings, cells = _round_by_round(report, marked.select(*ENTRANT, "field"))
    marked = marked.join(cells, on=[*ENTRANT, "field"], how="left", maintain_order="left")
    order = places(results["entrant"])
    return (
        marked.with_columns(written(_ROWS, "rounds", marked.select("plain", "cells")).alias("rounds"), place=order)
        .group_by(FIELD, maintain_order=True)
        .agg(
            pl.col("scoring", "ranked").first(),
            pl.col("size").max(),
            one_after_another(pl.col("rows")),
            one_after_another(pl.col("rounds")),
            entrants=pl.col("came").sum(),
        )
        .join(headings, on=FIELD, how="left", maintain_order="left")
        .join(awards.headings, on=FIELD, how="left", maintain_order="left")
    )


def _numbered(results: pl.DataFrame) -> pl.Series:
    """The number and the players of every entrant."""
    cells = results.select(
        of_line=of_line(), number=numbered("entrant"), people=people(results["players"], "../players/")
    )
    return written(_ROWS, "numbered", cells.with_columns(has_people=is_given("people")))


def made_of(report: Tables) -> pl.DataFrame:
    """`ENTRANT` and `made_of`: what makes a total that is more than its boards: `80 on the boards, 10 for ...`."""
    told = report["explained_points"].filter(pl.col("made_of").is_not_null())
    return told.select(*ENTRANT, formula(pl.col("made_of"))).unique(ENTRANT, keep="first", maintain_order=True)


def places(entrants: pl.Series) -> pl.Series:
    """The place of each entrant in the order of their numbers."""
    different = sorted(entrants.unique(), key=in_number_order)
    return entrants.replace_strict(different, range(len(different)), return_dtype=pl.Int64)


def _rows(results: pl.DataFrame) -> pl.Series:
    """The row of every entrant in its result list."""
    points, scoring = pl.col("points"), pl.col("scoring")
    of_points = each(results["scoring"], points_within)
    is_fewer = (pl.col("boards") < pl.col("boards").max().over(FIELD)) & pl.col("came")
    cells = results.select(
        "ranked",
        "numbered",
        "awards",
        "in_awards",
        "made_of",
        apart=~pl.col("has_club_points").fill_null(value=False),
        nobody="is_nobody",
        absent=~pl.col("came") & ~pl.col("is_nobody"),
        card=pl.when(~pl.col("is_nobody")).then("card"),
        of=~scoring.is_in(["butler", "cross_imps"]),
        rank=pl.col("rank").fill_null("–"),
        number=numbered("entrant"),
        score=won(pl.col("score"), scoring),
        points=in_short(points),
        won=won(points, scoring),
        maximum=in_short(pl.col("maximum")),
        boards=pl.col("boards").cast(pl.String),
        fewer=pl.when(is_fewer).then(each(results["boards"], partial(counted, thing="board"))),
        club_points=pl.col("club_points").cast(pl.String),
        in_club_points=each(results["club_points"], partial(counted, thing="club point")),
        adjustment=pl.when(pl.col("made_of").is_null()).then(_given_or_taken(results["adjustment"], of_points)),
        ranking_points=hundredths(pl.col("ranking_points")),
    )
    asked = ["in_awards", "club_points", "adjustment", "made_of", "card", "fewer"]
    return written(_ROWS, "entrant", cells, asked=asked)


def _given_or_taken(adjustments: pl.Series, of_points: pl.Series) -> pl.Expr:
    """What the director gave, `+3 IMPs`, or took off, `penalty: −0.6 points`: told where `made_of` does not."""
    points = pl.lit(each(adjustments, signed)) + " " + pl.lit(of_points)
    taken = message_of(gettext("penalty: {points}"), {"points": points})
    return pl.when(pl.lit(adjustments) < 0).then(taken).otherwise(points)


# --- round by round -----------------------------------------------------------------------------


def _round_by_round(report: Tables, entrants: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The headings of the rounds of every result list, and the cells of every entrant below them.

    Args:
        report: the tables of `report_tables`.
        entrants: the columns of `ENTRANT`, and `field`, the result list.
    """
    met = _meetings(report).join(entrants, on=ENTRANT, maintain_order="left")
    headings = met.select(*FIELD, *_HEADING).unique().sort(*FIELD, *_HEADING)
    markup = written(_ROWS, "heading", headings.select("title"))
    # Whoever meets several opponents under one heading has them all in one cell, and who meets none a dash.
    meetings = joined(met, [*ENTRANT, "field", *_HEADING], "meetings")
    grid = entrants.join(headings, on=FIELD, maintain_order="left_right").join(
        meetings, on=[*ENTRANT, "field", *_HEADING], how="left", nulls_equal=True, maintain_order="left"
    )
    cells = written(_ROWS, "met", grid.select("meetings", is_met=is_given("meetings")))
    return (
        joined(headings.select(FIELD).with_columns(markup.alias("headings")), FIELD, "headings"),
        joined(grid.select(*ENTRANT, "field").with_columns(cells.alias("cells")), [*ENTRANT, "field"], "cells"),
    )


def _meetings(report: Tables) -> pl.DataFrame:
    """The matches of teams; in sessions without matches, the points on the boards against each opponent.

    `meetings` is the result as markup: `29` or `13.80`, in matches of teams the IMPs won or lost, and the opponent, on
    boards with where one sat: `NS A2`. The heading is `1–4`, the boards, or `Round 1`.
    """
    matches, lowest, highest = report["matches"], pl.col("lowest_board"), pl.col("highest_board")
    rounds = report["rounds"].join(matches, on=SESSION, how="anti", maintain_order="left")
    decimals = decimals_of(pl.col("points")).max().over(FIELD)
    against = {"opponent": numbered("opponent")}
    of_ns, of_ew = message_of(gettext("NS {opponent}"), against), message_of(gettext("EW {opponent}"), against)
    several = pl.when(lowest != highest).then(phrase("{}–{}", lowest, highest))
    met = pl.concat(
        [
            rounds.select(
                *ENTRANT,
                opponent=pl.when(pl.col("direction") == "NS").then(of_ns).otherwise(of_ew),
                told=aligned(pl.col("points"), decimals),
                imps=pl.lit(""),
                order="group",
                title=pl.coalesce(several, lowest.cast(pl.String), pl.lit("")),
            ),
            matches.select(
                *(*ENTRANT, "opponent"),
                told=hundredths(pl.coalesce("vp", "points")),
                imps=each(matches["imps"], signed),
                order=pl.col("round").cast(pl.Int64),
                title=message_of(gettext("Round {number}"), {"number": pl.col("round").cast(pl.String)}),
            ),
        ]
    )
    cells = met.select("told", "imps", "opponent")
    return met.select(*ENTRANT, *_HEADING).with_columns(
        written(_ROWS, "meeting", cells, asked=["imps"]).alias("meetings")
    )
