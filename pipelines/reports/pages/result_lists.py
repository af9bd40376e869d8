"""The result lists of sessions as markup: their rows, the rounds, and the list of numbers with names."""

from functools import partial

import polars as pl

from pipelines.reports.pages.awards import award_columns
from pipelines.reports.pages.hand_places import card_at, numbered, of_line, people
from pipelines.reports.rows import is_given, joined, one_after_another, with_parts, written
from pipelines.reports.tables.columns import each, formula, hundredths, won
from pipelines.words.words import counted, decided_said, in_number_order, points_within, signed
from transforms.bridge.sessions import NOBODY
from transforms.tables.arithmetic.as_shown import aligned, in_short
from transforms.tables.finding_words import message_of
from transforms.tables.messages import gettext
from transforms.tables.phrases import phrase
from transforms.tables.schemas import ENTRANT, FIELD, Tables

_ROWS = "session_rows.html"
_HEADING = ("order", "title")


def result_lists(report: Tables) -> pl.DataFrame:
    """Return one row per result list (`FIELD`) of every session, with the entrants in order.

    It has `entrants`, their number; `size`, the largest number of people in one; `scoring`; `ranked`; the columns of
    `award_columns`; and as markup, `rows`, `headings` and `rounds`.
    """
    results = report["list_rows"]
    award_headings, awards = award_columns(report)
    results = results.with_columns(formula(pl.col("made_of")), card=card_at(results))
    results = with_parts(results, awards, award_headings.drop("award_headings"))
    of_people = people(results["players"], "../players/")
    cells = results.select(of_line=of_line(), number=numbered("entrant"), people=of_people)
    known = results.with_columns(numbered=written(_ROWS, "numbered", cells.with_columns(has_people=is_given("people"))))
    plainly = known.select("names", of_line=of_line(), has_names=pl.col("names") != "", number=numbered("entrant"))
    marked = known.select(
        *(*ENTRANT, "field", "scoring", "ranked", "came"),
        size=pl.col("players").list.len(),
        plain=written(_ROWS, "plain", plainly),
        rows=_rows(known),
    )
    headings, cells = _round_by_round(report["meetings"])
    marked = with_parts(marked, cells)
    lists = (
        marked.with_columns(written(_ROWS, "rounds", marked.select("plain", "cells")).alias("rounds"))
        .group_by(FIELD, maintain_order=True)
        .agg(
            pl.col("scoring", "ranked").first(),
            pl.col("size").max(),
            one_after_another(pl.col("rows")),
            one_after_another(pl.col("rounds")),
            entrants=pl.col("came").sum(),
        )
    )
    return with_parts(lists, headings, award_headings)


def places(entrants: pl.Series) -> pl.Series:
    """Return the position of each entrant when entrants are sorted by number."""
    different = sorted(entrants.unique(), key=in_number_order)
    return entrants.replace_strict(different, range(len(different)), return_dtype=pl.Int64)


def _rows(results: pl.DataFrame) -> pl.Series:
    points, scoring = pl.col("points"), pl.col("scoring")
    given = pl.lit(each(results["adjustment"], signed)) + " " + pl.lit(each(results["scoring"], points_within))
    taken = message_of(gettext("penalty: {points}"), {"points": given})
    adjustment = pl.when(pl.col("adjustment") < 0).then(taken).otherwise(given)
    cells = results.select(
        *("ranked", "numbered", "boards", "club_points", "awards", "in_awards", "made_of"),
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
        fewer=pl.when("is_fewer").then(each(results["boards"], partial(counted, thing="board"))),
        in_club_points=each(results["club_points"], partial(counted, thing="club point")),
        adjustment=pl.when(pl.col("made_of").is_null()).then(adjustment),
        decided_by=each(results["decided_by"], decided_said),
        ranking_points=hundredths(pl.col("ranking_points")),
    )
    return written(_ROWS, "entrant", cells)


def _round_by_round(meetings: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return two tables: the headings of rounds (`1–4` or `Round 1`) by list, and the cells (`29NS A2`) by entrant."""
    lowest, highest, number = pl.col("lowest_board"), pl.col("highest_board"), pl.col("round").cast(pl.String)
    against = {"opponent": numbered("opponent")}
    of_ns, of_ew = message_of(gettext("NS {opponent}"), against), message_of(gettext("EW {opponent}"), against)
    of_boards = pl.when(lowest != highest).then(phrase("{}–{}", lowest, highest))
    of_match, points = pl.col("round").is_not_null(), pl.col("points")
    met = meetings.select(
        *(*ENTRANT, "field", "order"),
        is_met=pl.col("opponent").is_not_null(),
        title=pl.when(of_match)
        .then(message_of(gettext("Round {number}"), {"number": number}))
        .otherwise(pl.coalesce(of_boards, lowest.cast(pl.String), pl.lit(""))),
        points=pl.when(of_match).then(hundredths(points)).otherwise(aligned(points, pl.col("decimals"))),
        imps=each(meetings["imps"], signed),
        opponent=pl.when(pl.col("opponent") == NOBODY)
        .then(pl.lit(gettext("bye")))
        .when(of_match)
        .then(against["opponent"])
        .when(pl.col("direction") == "NS")
        .then(of_ns)
        .otherwise(of_ew),
    )
    cells = written(_ROWS, "meeting", met.select("points", "imps", "opponent"))
    of_cells = joined(cells, met, [*ENTRANT, "field", *_HEADING, "is_met"], "meetings")
    cells = written(_ROWS, "met", of_cells.select("meetings", "is_met"))
    headings = met.select(*FIELD, *_HEADING).unique(maintain_order=True)
    titles = joined(written(_ROWS, "heading", headings.select("title")), headings, FIELD, "headings")
    return titles, joined(cells, of_cells, [*ENTRANT, "field"], "cells")
