"""Which result lines can be scored, and which contradict themselves or the entries."""

import dataframely as dy
import polars as pl

from transforms.bridge.contracts import contract_score
from transforms.bridge.one_side import has_one_side, has_result
from transforms.bridge.rulings import has_outcomes, is_awarded, is_played
from transforms.bridge.sessions import NOBODY, PARTNERS
from transforms.intake.findings import LEFT_OUT, MOST_APART, PLACE, RESULTS_ORDER, Checked, error_on, warning_on
from transforms.intake.lines.duplicate_boards import seen_before, without_board
from transforms.intake.lines.given_twice import given_twice
from transforms.intake.lines.more_tables import at_more_tables, told
from transforms.intake.lines.without_players import without_players
from transforms.tables import CLUB, SESSION, Findings
from transforms.tables.phrases import phrase

_ABSENT = {
    "ns": ("results.no_side", f"neither side is given; {LEFT_OUT}: fill it in"),
    "score": ("results.no_result", f"there is no score, contract or ruling; {LEFT_OUT}: fill it in"),
    "tricks": (
        "results.no_tricks",
        f"the contract has no declarer or no tricks, and there is no score; {LEFT_OUT}: fill it in",
    ),
}
"""Column -> code and fault of a line that cannot be scored because this column is empty."""
_WRONG = (
    (
        "results.against_itself",
        "ew",
        f"the same pair as ns, and a pair cannot play against itself; {LEFT_OUT}: mend ns or ew, or, where both sides"
        " have numbers of their own, write 1NS and 1EW",
    ),
    ("results.player_twice", "board", f"a player cannot sit in two places; {LEFT_OUT}: mend it"),
    (
        "results.mixed",
        "board",
        f"single players where the others of this session are pairs, or a seat without its player; {LEFT_OUT}: mend it",
    ),
)
"""Code, the field told, and the fault of a line on which those who sit there cannot be right."""


_LINES_NAMED = 5


def checked_results(results: pl.LazyFrame, entries: pl.LazyFrame, sessions: pl.LazyFrame) -> Checked:
    """Keep the lines that can be scored, in order; findings name the other lines and contradicting values.

    Args:
        results: `Results`, without phantoms.
        entries: `Entries`.
        sessions: `Sessions`.

    Returns:
        The lines with the `kind` of their session, `from_contract` (the score that follows from the contract), and
        columns that only the checks use.
    """
    both_sides = pl.col("ns").is_not_null() & pl.col("ew").is_not_null()
    played = both_sides & is_played(pl.col("ruling"))
    absent = {field: code for field, (code, _) in _ABSENT.items()}
    from_contract = contract_score(pl.col("board"), pl.col("contract"), pl.col("declarer"), pl.col("tricks"))
    lines = (
        _with_players_twice(results.with_columns(_empty_as_null("ns"), _empty_as_null("ew")))
        .join(sessions.select(*SESSION, "kind"), on=SESSION)
        .sort(RESULTS_ORDER, maintain_order=True)
        .with_columns(from_contract=from_contract)
        .with_columns(
            fault=pl.when(pl.col("ns").is_null() & pl.col("ew").is_null())
            .then(pl.lit(absent["ns"]))
            .when(pl.col("ns") == pl.col("ew"))
            .then(pl.lit("results.against_itself"))
            .when("player_twice")
            .then(pl.lit("results.player_twice"))
            .when(_is_mixed())
            .then(pl.lit("results.mixed"))
            .when(played & pl.col("score").is_null() & pl.col("contract").is_null())
            .then(pl.lit(absent["score"]))
            .when(played & pl.col("score").is_null() & pl.col("from_contract").is_null())
            .then(pl.lit(absent["tricks"]))
        )
    )
    judged = lines.collect()
    faults = set(judged["fault"])
    lines = judged.lazy()
    sound = judged.filter(pl.col("fault").is_null())
    of_eight = at_more_tables(sound.lazy())
    sound = sound.join(of_eight, on=[*SESSION, *PLACE], how="anti", maintain_order="left")
    repeated = seen_before(sound.lazy()).collect()
    # At hand, as many findings look at it; mostly no line is repeated.
    once = sound.join(repeated, on=[*SESSION, *PLACE], how="anti", maintain_order="left") if len(repeated) else sound
    kept = once.lazy()
    return Checked(
        kept,
        [
            *(
                error_on(lines.filter(fault=code), code, fault, field=field, value=pl.lit(None))
                for field, (code, fault) in _ABSENT.items()
                if code in faults
            ),
            *(
                error_on(lines.filter(fault=code), code, fault, field=field)
                for code, field, fault in _WRONG
                if code in faults
            ),
            *([] if of_eight.is_empty() else [told(of_eight)]),
            *([] if repeated.is_empty() else _seen_before(repeated, sound)),
            *_of_one_side(kept),
            *without_players(once, entries),
        ],
    )


def _seen_before(again: pl.DataFrame, lines: pl.DataFrame) -> list[dy.LazyFrame[Findings]]:
    in_one_file = pl.col("file_id") == pl.col("first_file_id")
    repeated = again.filter(in_one_file)
    told = repeated.join(without_board(repeated, lines), on=[*SESSION, *PLACE], how="left", maintain_order="left")
    return [*given_twice(again.filter(~in_one_file), lines), *_repeated(told.lazy())]


def _repeated(again: pl.LazyFrame) -> list[dy.LazyFrame[Findings]]:
    """An error for each line on which a pair has a board again; of a file with many such lines one for them all.

    Args:
        again: as `seen_before` gives them, with `lacks` of `without_board`.
    """
    of_file = (*CLUB, "file_id")
    is_copy = pl.len().over(of_file) > MOST_APART
    meeting = phrase("pair {} on board {} in line {}", "pair", "board", "line_no")
    copies = (
        again.filter(is_copy)
        .sort(*of_file, "line_no", maintain_order=True)
        .group_by(of_file, maintain_order=True)
        .agg(
            pl.col("line_no", "board", "pair").first(),
            lines=pl.len(),
            others=meeting.slice(1, _LINES_NAMED).str.join(", "),
        )
    )
    return [
        error_on(
            again.filter(~is_copy, pl.col("lacks").is_null()),
            "results.seen_before",
            "pair {pair} has a result on this board in row {first} too, which counts; this row is left out: mend pair"
            " or board in one of them",
            field="board",
            first="first_line_no",
        ),
        error_on(
            again.filter(~is_copy, pl.col("lacks").is_not_null()),
            "results.seen_before_for_another",
            "pair {pair} has a result on this board in row {first} too, which counts; this row is left out: mend pair"
            " or board in one of them; only pair {entrant} has none on this board",
            field="board",
            first="first_line_no",
            entrant="lacks",
        ),
        error_on(
            copies,
            "results.seen_before_lines",
            "pair {pair} has a result on this board before, and it is the same on others, so {lines} rows are left out"
            " (the next: {others}): see whether the file holds its results twice, and give them once",
            field="board",
        ),
    ]


def _of_one_side(lines: pl.LazyFrame) -> list[dy.LazyFrame[Findings]]:
    """Warnings for lines with one side that say more than that it sat out."""
    absent = pl.when(pl.col("ns").is_null()).then(pl.lit("North-South")).otherwise(pl.lit("East-West"))
    found = lines.filter(has_one_side()).collect()
    if found.is_empty():
        return []
    one_side = found.lazy()
    has_score, has_contract = pl.col("score").is_not_null(), pl.col("contract").is_not_null()
    in_teams, ruled = pl.col("kind") == "teams", has_outcomes(pl.col("ruling"))
    counts = has_result() & ~in_teams
    by_field = {"ruling": ruled, "score": ~ruled & has_score, "contract": ~ruled & ~has_score & has_contract}
    awarded = is_awarded(pl.col("ruling"))
    return [
        *(
            warning_on(
                one_side.filter(counts & is_field),
                "results.one_side",
                "a result of board {board} without one side; it counts, and the points of {absent} belong to nobody:"
                " fill in who sat there",
                field=field,
                absent=absent,
            )
            for field, is_field in by_field.items()
        ),
        *(
            warning_on(
                one_side.filter(~counts & ~awarded & is_field),
                "results.one_side_sits_out",
                "this result of board {board} has one side and no result to compare, so it counts as a sit-out:"
                " fill in who sat {absent}, and the result",
                field=field,
                absent=absent,
            )
            for field, is_field in by_field.items()
        ),
        warning_on(
            one_side.filter(awarded),
            "results.one_side_ruled",
            "a ruling on board {board} without one side, so it is a sit-out, which brings what the rule sit_out says:"
            " fill in who sat {absent}, or give the points as an adjustment",
            field="ruling",
            absent=absent,
        ),
    ]


def _empty_as_null(side: str) -> pl.Expr:
    """The side; null where the file writes the sign for nobody."""
    return pl.when(pl.col(side) != NOBODY).then(side).alias(side)


def _is_mixed() -> pl.Expr:
    """Whether a side is two single players where most of its session are not, or is not where most are."""
    of_two = [pl.col(side).str.contains(PARTNERS, literal=True) for side in ("ns", "ew")]
    share = pl.mean_horizontal(of_two).mean().over(SESSION)
    return pl.any_horizontal((two != (share >= 0.5)).fill_null(value=False) for two in of_two)


def _with_players_twice(results: pl.LazyFrame) -> pl.LazyFrame:
    """Add `player_twice`: whether the same single player has two of the four seats."""
    individual = pl.any_horizontal(pl.col("ns", "ew").str.contains(PARTNERS, literal=True).fill_null(value=False))
    players = pl.concat_str("ns", "ew", separator=PARTNERS, ignore_nulls=True).str.split(PARTNERS)
    return pl.concat(
        [
            results.filter(~individual).with_columns(player_twice=pl.lit(value=False)),
            results.filter(individual).with_columns(player_twice=players.list.n_unique() < players.list.len()),
        ]
    )
