"""The lines of the control sheet as a member reads them: names, the contract, what it was worth and what it allowed."""

import polars as pl

from pipelines.reports.pages.hand_places import anchor
from pipelines.reports.rows import written
from pipelines.reports.tables.columns import ruling_said
from pipelines.words.deal_words import DOUBLED, SUITS, TEXT_SIGN, no_trump
from pipelines.words.words import seat
from transforms.tables.messages import gettext
from transforms.tables.phrases import phrase

_SPACE = "\N{NO-BREAK SPACE}"


def drawn_lines(lines: pl.DataFrame) -> pl.DataFrame:
    """`report.lines` with the contract as markup, links to scorecards, and the place of each row for links: `9-a-8`."""
    drawn = lines.with_columns(
        contract=_as_ruled(), place=phrase("{}-{}", "board", anchor(lines, "at")), read=_as_read()
    )
    return drawn.with_columns(
        contract=_with_red_signs(drawn), **{f"{side}_card": anchor(lines, f"{side}_card") for side in ("ns", "ew")}
    )


def _as_read() -> pl.Expr:
    """Where a line was read: its number, after that of its file where a session was read in several."""
    line_no = pl.col("line_no").cast(pl.String)
    return pl.when(pl.col("file_no").is_not_null()).then(phrase("{}:{}", "file_no", "line_no")).otherwise(line_no)


def _as_ruled() -> pl.Expr:
    """The contract, and what a ruling made of it. What belongs together stays on one line: `30 % of 4`, `EW −100`."""
    told = pl.concat_str(_contract(), ruling_said(pl.col("worth")), separator=" = ", ignore_nulls=True)
    return (
        told.str.replace_all(" % ", f"{_SPACE}%{_SPACE}")
        .str.replace_all(rf"({gettext('of')}|{gettext('NS')}|{gettext('EW')}|=|\+) ", f"${{1}}{_SPACE}")
        .str.replace_all(rf"([ {_SPACE}])-(\d)", "${1}−${2}")
    )


def _with_red_signs(told: pl.DataFrame) -> pl.Series:
    """The contracts as markup, the signs of hearts and diamonds in their colour."""
    parts = pl.col("contract").str.extract_groups(f"^([1-7])([♥♦]{TEXT_SIGN})(.*)$")
    level, sign, rest = (parts.struct.field(str(number)) for number in range(1, 4))
    cells = told.select("contract", red=level.is_not_null(), level=level, sign=sign, rest=rest)
    return written("hand_rows.html", "contract", cells)


def _contract() -> pl.Expr:
    """`4♠x N −1`; a ruling in words stays as it is."""
    signs = {suit: sign + TEXT_SIGN for suit, sign in SUITS.items()} | {"N": no_trump()}
    bid = pl.concat_str(
        "level", pl.col("strain").replace(signs), pl.col("doubled").str.replace_all("!", DOUBLED, literal=True)
    )
    declarer = pl.col("declarer").replace({letter: seat(letter) for letter in "NESW"})
    made = pl.col("made").fill_null("").str.replace("-", "−", literal=True)
    played = pl.concat_str(bid, pl.lit(_SPACE), declarer, pl.lit(_SPACE), made)
    return (
        pl.when(pl.col("level").is_not_null())
        .then(played.str.strip_chars())
        .when(pl.col("result") == "PASS")
        .then(pl.lit(gettext("passed out")))
        .otherwise(ruling_said(pl.col("result")))
    )
