"""Adjustments: points that a director gave or took, or a club carried forward. Checks of their entrant and unit."""

from collections.abc import Mapping

import dataframely as dy
import polars as pl

from transforms.bridge.sessions import by_entrant, has_maximum, scoring_of
from transforms.intake.adjustment_shares import with_shares
from transforms.intake.entrants import entrants_of_lines
from transforms.intake.findings import PLACE, Checked, error_on, warning_on
from transforms.intake.people.result_files import files_of_programs
from transforms.tables import CLUB, DECIMALS, ENTRANT, LINE, SESSION, Findings
from transforms.tables.arithmetic.columns_as_text import short_column
from transforms.tables.arithmetic.rounding import to_decimals
from transforms.tables.arithmetic.tolerance import HAIR
from transforms.tables.phrases import phrase

_WHOLE = 100
"""Percent of all that an entrant can win in a session."""
_OF_PENALTIES = (
    r"(?i)(?:^|[^\pL])(?:penalt(?:y|ies)|p[eé]nalit[eé]s?|straf(?:fen|fer|punten)?|boetes?|sanctions?)(?:$|[^\pL])"
)
"""A word of the name of a file: what is in it takes points away, in English, French, Dutch and Norwegian."""
_OF_A_BOARD = "percent_of_top"
_HALF = 50
"""The same, of an average entrant: a penalty beyond it leaves less than nothing, an award more than all."""


def checked_adjustments(of_session: Mapping[str, pl.LazyFrame], sessions: pl.LazyFrame, files: pl.LazyFrame) -> Checked:
    """Keep the adjustments whose entrant is in the session and whose unit has a meaning in its scoring.

    Percent of the top needs a scoring with tops. Percent of the maximum also has a meaning at victory points, where the
    maximum is 20 per match. Nobody can gain or lose more than all that can be won in the session, by one adjustment or
    by all together; but points that are carried into an event may be more.

    Args:
        of_session: `adjustments` (with `given_id`), `entries`, `results` and `matches`, by name.
        sessions: `Sessions`.
        files: `Files`, for their formats.
    """
    handed_in = of_session["adjustments"].collect()
    if handed_in.is_empty():
        return Checked(of_session["adjustments"], [])
    adjustments, in_two = _given_once(handed_in.lazy(), files_of_programs(files))
    scoring = sessions.select(*SESSION, "event", scoring=scoring_of(pl.col("kind"), pl.col("team_scoring")))
    given = adjustments.join(scoring, on=SESSION)
    has_meaning = (
        (pl.col("unit") == "points")
        | has_maximum(pl.col("scoring"))
        | ((pl.col("unit") == "percent") & (pl.col("scoring") == "imps"))
    )
    there = _present(of_session, given)
    present = given.join(there, on=ENTRANT, how="semi")
    possible, too_much = _possible(with_shares(present.filter(has_meaning).collect(), of_session, sessions))
    unit, in_scoring = (pl.col(name).str.replace_all("_", " ") for name in ("unit", "scoring"))
    return Checked(
        possible.lazy(),
        [
            *in_two,
            *too_much,
            _given_as_penalties(possible.lazy()),
            *_of_nobody(given.join(there, on=ENTRANT, how="anti"), there),
            error_on(
                present.filter(~has_meaning),
                "adjustments.no_meaning",
                "{unit} has no meaning in {scoring}; the adjustment is left out: give the points",
                field="unit",
                unit=unit,
                scoring=in_scoring,
            ),
        ],
    )


def _of_nobody(given: pl.LazyFrame, there: pl.LazyFrame) -> list[dy.LazyFrame[Findings]]:
    """Errors for adjustments of entrants that are not there, with those who are on that line, or with the lines.

    Args:
        given: these adjustments.
        there: (`ENTRANT`) of everybody who is.
    """
    lines = there.select(LINE).unique().group_by(SESSION).agg(lines=pl.col("line").sort().str.join(", "))
    of_nobody = given.join(entrants_of_lines(there), on=LINE, how="left", maintain_order="left").join(
        lines, on=SESSION, how="left", maintain_order="left"
    )
    is_on_line = pl.col("entrants").is_not_null()
    return [
        error_on(
            of_nobody.filter(is_on_line),
            "adjustments.no_entrant",
            "there is no such entrant on line {line} of this session, which has {entrants}; the adjustment is left out:"
            " mend it",
            field="entrant",
        ),
        error_on(
            of_nobody.filter(~is_on_line, pl.col("lines").is_not_null()),
            "adjustments.no_line",
            "there is nobody on such a line of this session, which has line {lines}; the adjustment is left out: mend"
            " it",
            field="line",
        ),
        error_on(
            of_nobody.filter(~is_on_line, pl.col("lines").is_null()),
            "adjustments.nobody",
            "nobody has a result in this session, nor an entry; the adjustment is left out: mend the session, or hand"
            " in its results",
            field="session_id",
        ),
    ]


def _given_as_penalties(possible: pl.LazyFrame) -> dy.LazyFrame[Findings]:
    """A warning for each amount that gives points in a file whose name says that they are penalties."""
    name = pl.col("file_id").str.split("/").list.last()
    return warning_on(
        possible.filter(pl.col("amount") > 0, name.str.contains(_OF_PENALTIES)),
        "adjustments.penalty_gives",
        "this adds {amount} ({unit}) to what number {entrant} has, and the file is named as one of penalties: write"
        " -{amount} if it is to be taken away",
        field="amount",
        amount=short_column(pl.col("amount"), DECIMALS),
        unit="unit",
    )


def _possible(given: pl.DataFrame) -> tuple[pl.DataFrame, list[dy.LazyFrame[Findings]]]:
    """The adjustments that an entrant can have, and the findings about the others and about very large ones.

    Args:
        given: with `share`, in percent of all that the entrant can win, and the `event` of the session.
    """
    is_carried = pl.col("event").is_not_null() & (pl.col("amount") > 0) & (pl.col("unit") != "percent")
    judged = given.with_columns(share=pl.when(~is_carried).then("share"))
    is_too_much = (pl.col("share").abs() > _WHOLE + HAIR).fill_null(value=False)
    each = judged.filter(~is_too_much).with_columns(together=pl.col("share").sum().over(ENTRANT))
    together = pl.col("together").abs()
    of_a_board = (pl.col("unit") == _OF_A_BOARD) & (pl.col("amount").abs() > _WHOLE + HAIR)
    first = each.sort(*ENTRANT, *PLACE, nulls_last=True).unique(ENTRANT, keep="first", maintain_order=True)
    percent = to_decimals(pl.col("together")).cast(pl.String).str.strip_suffix(".0")
    unit = pl.col("unit").str.replace_all("_", " ")
    return each.filter(together <= _WHOLE + HAIR), [
        error_on(
            judged.filter(is_too_much).lazy(),
            "adjustments.too_much",
            "{amount} {unit} is more than all that entrant {entrant} can win in this session; the adjustment is left"
            " out: mend the amount, or the unit",
            field="amount",
            amount=pl.col("amount").cast(pl.String).str.strip_suffix(".0"),
            unit=unit,
        ),
        error_on(
            each.filter(together > _WHOLE + HAIR).lazy(),
            "adjustments.too_much_together",
            "the adjustments of entrant {entrant} are {percent} percent of all that it can win in this session; all of"
            " them are left out: mend the amounts, or take out what is given twice",
            field="amount",
            percent=percent,
        ),
        warning_on(
            each.filter(of_a_board, pl.col("event").is_null(), (together <= _HALF + HAIR).fill_null(value=True)).lazy(),
            "adjustments.above_a_board",
            "{amount} percent of a board is more than all of it; it counts: see whether the amount has a digit too"
            " many; if it is of the whole session, write percent in the column unit",
            field="amount",
            amount=short_column(pl.col("amount"), DECIMALS),
        ),
        warning_on(
            first.filter(together > _HALF + HAIR, together <= _WHOLE + HAIR).lazy(),
            "adjustments.very_large",
            "the adjustments of entrant {entrant} are {percent} percent of all that it can win in this session; they"
            " count: see whether amount and unit are right",
            field="amount",
            percent=percent,
        ),
    ]


def _given_once(
    adjustments: pl.LazyFrame, of_programs: pl.LazyFrame
) -> tuple[pl.LazyFrame, list[dy.LazyFrame[Findings]]]:
    """The adjustments without those that another file gives too, or the same file for a session that was replaced.

    One file may well give an entrant the same penalty twice in one session; in a table of the club's own that is told,
    since it may be one line that was written twice, unless the reasons say that it is not. The same amount for another
    reason in another file counts too, and is told: the reason may only be written in another way.

    Args:
        adjustments: `Adjustments`, with `given_id`.
        of_programs: (club, competition, file_id) of files that a program wrote: nobody can write in these.
    """
    source = ("file_id", "given_id")
    same = (*ENTRANT, "amount", "unit", "reason")
    in_order = adjustments.sort(*same, *source, "line_no", nulls_last=True, maintain_order=True)
    numbered = in_order.with_columns(time=pl.int_range(pl.len()).over(*same, *source))
    told = numbered.with_columns(
        nth=pl.int_range(pl.len()).over(*same, "time"),
        first_file_id=pl.col("file_id").first().over(*same, "time"),
        first_id=pl.col("given_id").first().over(*same, "time"),
    )
    where = phrase("{} for session {}", "first_file_id", "first_id")
    once = told.filter(pl.col("nth") == 0)
    alike = (*ENTRANT, "amount", "unit")
    of_first = {"first_file_id": "file_id", "first_id": "given_id"}
    twice = (
        once.filter(pl.col("time") > 0)
        .join(of_programs, on=[*CLUB, "file_id"], how="anti", maintain_order="left")
        .join(
            once.filter(pl.col("time") == 0).select(*same, *source, first_line="line_no"),
            on=[*same, *source],
            nulls_equal=True,
            maintain_order="left",
        )
    )
    in_other_words = once.sort(*alike, *PLACE, nulls_last=True).with_columns(
        pl.col(name).first().over(alike).alias(first) for first, name in of_first.items()
    )
    is_elsewhere = pl.any_horizontal(pl.col(first).ne_missing(pl.col(name)) for first, name in of_first.items())
    return once.select(adjustments.collect_schema().names()), [
        error_on(
            told.filter(pl.col("nth") > 0),
            "adjustments.given_again",
            "this adjustment of entrant {entrant} is given in {where} too, and that is the same evening; it counts once"
            " and is left out here: keep it in one place, or give the two another reason if both are meant",
            field="amount",
            where=where,
        ),
        warning_on(
            twice,
            "adjustments.twice",
            "entrant {entrant} has the same adjustment on line {first_line}; both count: take one of the two away if it"
            " is there twice, or give each its own reason if both are meant",
            field="amount",
        ),
        warning_on(
            in_other_words.filter(is_elsewhere),
            "adjustments.in_other_words",
            "entrant {entrant} has the same adjustment in {where} for a reason in other words, and that is the same"
            " evening; both count: take one out if they are one, or put both into one file",
            field="amount",
            where=where,
        ),
    ]


def _present(of_session: Mapping[str, pl.LazyFrame], given: pl.LazyFrame) -> pl.LazyFrame:
    """The entrants with an entry, a result line or a match, in the sessions that have adjustments."""
    concerned = pl.col("session_id").is_in(given.select("session_id").collect()["session_id"].unique().to_list())
    lines = of_session["results"].filter(concerned)
    sides = pl.concat(
        [
            *(lines.select(*LINE, side=side) for side in ("ns", "ew")),
            of_session["entries"].filter(concerned).select(*LINE, side="entrant"),
            of_session["matches"].filter(concerned).select(*LINE, side="team"),
        ]
    )
    return by_entrant(sides.filter(pl.col("side").is_not_null()).unique(), "side")
