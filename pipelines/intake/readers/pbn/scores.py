"""The score of a result line: from the columns of both sides, with the shares that Ruter writes in their place."""

from typing import Any

import polars as pl

from pipelines.intake.readers.cells import tricks_won
from pipelines.intake.readers.pbn.told import Told
from pipelines.intake.readers.pbn.vulnerability import brought_by
from pipelines.intake.readers.reading import Finding, warning
from transforms.bridge.rulings import AWARDED
from transforms.tables.phrases import phrase
from transforms.tables.schemas import DIRECTIONS

SCORES = ("Score_NS", "Score_EW")

_PLAYED = r"^\+?(-?[0-9]{1,9})(?:>a)?$"
_WITH_PLUS = r"^\+([0-9]{1,9})$"
_RULED = r"^A[=+-]$|>a$"
_LEAST_SCORE, _STEP = 50, 10
"""Points: no played board brings fewer to a side, and each score is so many times ten."""
_SHARES = {"A=": "50", "A+": "+", "A-": "-"}
_SHARE = r"^A?([0-9]{1,3}(?:\.[0-9]+)?)%$"

_UNTRUSTED = (
    "board {board}: the scores of the two sides are not each other's opposite ({ns} for North-South and {ew} for"
    " East-West), and no contract brings one of them; the row is left out: mend one, or if it was ruled so, write"
    " {split} as its ruling in a table results"
)
_BY_CONTRACT = (
    "board {board}: the scores of the two sides are not each other's opposite ({ns} for North-South and {ew} for"
    " East-West); {score} from North-South counts, as its contract brings (rows like it: {lines}): mend the other"
)
_BESIDE_0 = (
    "board {board}: a 0 stands beside the score of the other side ({ns} for North-South and {ew} for East-West);"
    " {score} from North-South counts (rows like it: {lines}): leave the cell of the other side empty"
)


def either(condition: pl.Expr) -> pl.Expr:
    """Whether any of these columns fulfils it; a null does not."""
    return pl.any_horizontal(condition.fill_null(value=False))


def is_given() -> pl.Expr:
    """Whether the director gave a side its share, with a word, a percentage, or in Ruter's `+0`."""
    words = pl.col(SCORES).str.contains(_RULED) | pl.col(SCORES).str.contains(_SHARE)
    return either(words) | pl.any_horizontal(_is_share_with_plus(side) for side in DIRECTIONS)


def _is_share_with_plus(side: str) -> pl.Expr:
    """Whether a number with a plus is a share: no contract stands beside it, but points, and it is no possible score.

    Ruter writes `+0`, and the share as percentage. Other programs write `+420` for a score.
    """
    number = pl.col(f"Score_{side}").str.extract(_WITH_PLUS).cast(pl.Int64)
    of_score = (number >= _LEAST_SCORE) & (number % _STEP == 0)
    is_percentage = (number == pl.col(f"Percentage_{side}").cast(pl.Float64, strict=False)).fill_null(value=False)
    has_points = pl.any_horizontal(pl.col("^(MP|IMP|Percentage)_(NS|EW)$").is_not_null())
    is_share = number.is_not_null() & pl.col("Contract").is_null() & has_points & (~of_score | is_percentage)
    return is_share.fill_null(value=False)


def score() -> pl.Expr:
    """The score from the side of North-South; an unknown word stays as it is, so that it is reported later."""
    is_share = pl.any_horizontal(_is_share_with_plus(side) for side in DIRECTIONS)
    ns, ew = _in_numbers()
    word = pl.coalesce(SCORES)
    known_word = word.str.contains(r"^(?:A[=+-]|\+[0-9]+|Bye|NP)$") | word.str.contains(_SHARE)
    number = pl.when(~is_share).then(pl.coalesce(ns, ew).cast(pl.String))
    return pl.coalesce(number, pl.when(~known_word).then(word))


def _in_numbers() -> tuple[pl.Expr, pl.Expr]:
    """What the column of each side says, both seen from North-South."""
    ns, ew = (pl.col(column).str.extract(_PLAYED).cast(pl.Int64) for column in SCORES)
    return ns, -ew


def award() -> pl.Expr:
    """What the director gave the two sides, as a ruling: percentages, or + and - for average plus and minus.

    Where nothing says how much a side was given, the words stay as they are written, so that they are reported later.
    """
    as_written = phrase("{} and {}", *(pl.col(column).fill_null("nothing") for column in SCORES))
    return pl.coalesce(phrase(AWARDED, *(_share(side) for side in DIRECTIONS)), as_written)


def _share(side: str) -> pl.Expr:
    written = pl.col(f"Score_{side}")
    word = written.replace_strict(_SHARES, default=None, return_dtype=pl.String)
    return pl.coalesce(word, written.str.extract(_SHARE), f"Percentage_{side}")


def with_one_score(cells: pl.DataFrame) -> tuple[pl.DataFrame, list[Finding]]:
    """The rows, each with one score at most, and findings on those with two that are not each other's opposite.

    The contract tells which of two is right. Without one, a 0 is that of the side that did not earn the score; of
    two other scores neither can be trusted, so the row is left out.

    Args:
        cells: the rows of score tables, in the columns of `results.COLUMNS`.
    """
    ns, ew = _in_numbers()
    numbered = cells.with_row_index("at").with_columns(ns_says=ns, ew_says=ew)
    disputed = numbered.filter(pl.col("ns_says") != pl.col("ew_says"), ~is_given())
    if disputed.is_empty():
        return cells, []
    brought = brought_by(
        pl.col("board"),
        pl.col("vulnerable"),
        pl.col("Contract"),
        pl.col("Declarer"),
        tricks_won(pl.col("Result"), pl.col("Contract")),
    )
    of_contract = pl.when((brought == pl.col("ns_says")) | (brought == pl.col("ew_says"))).then(brought)
    earned = pl.when(pl.col("ns_says") == 0).then("ew_says").when(pl.col("ew_says") == 0).then("ns_says")
    settled = disputed.with_columns(
        right=pl.coalesce(of_contract, pl.when(pl.col("Contract").is_null()).then(earned)).cast(pl.String),
        by_contract=of_contract.is_not_null(),
        is_usual=(of_contract == earned).fill_null(value=False),
    )
    lost = settled.filter(pl.col("right").is_null())
    kept = settled.drop_nulls("right")
    one_score = numbered.join(kept.select("at", "right"), on="at", how="left", maintain_order="left").with_columns(
        Score_NS=pl.coalesce("right", "Score_NS"), Score_EW=pl.when(pl.col("right").is_null()).then("Score_EW")
    )
    rest = one_score.join(lost, on="at", how="anti", maintain_order="left").select(cells.columns)
    return rest, [*_untrusted(lost), *_doubts(kept.filter(~pl.col("is_usual")))]


def _untrusted(lost: pl.DataFrame) -> list[Finding]:
    told = Told()
    for row in lost.iter_rows(named=True):
        told.error("pbn.scores/two", _UNTRUSTED, **_of_row(row), split=f"s{row['ns_says']}_{row['ew_says']}")
    return told.findings()


def _doubts(kept: pl.DataFrame) -> list[Finding]:
    """One warning for all rows of which a contract says what is right, and one for all with a 0 beside a score."""
    findings = []
    for by_contract, code, sentence in (
        (True, "pbn.scores/two_of_contract", _BY_CONTRACT),
        (False, "pbn.scores/beside_0", _BESIDE_0),
    ):
        rows = kept.filter(pl.col("by_contract") == by_contract)
        for row in rows.head(1).iter_rows(named=True):
            findings.append(warning(code, sentence, **_of_row(row), score=row["right"], lines=rows.height))
    return findings


def _of_row(row: dict[str, Any]) -> dict[str, Any]:
    ns, ew = row["Score_NS"], row["Score_EW"]
    at = {"line_no": int(row["line_no"]), "field": SCORES[0], "value": f"{ns} {ew}"}
    return {**at, "board": row["board"], "ns": ns, "ew": ew}
