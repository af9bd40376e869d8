"""The lines of the control sheet as a member reads them: names, the contract, what it was worth and what it allowed."""

import polars as pl

from pipelines.reports.pages.against_field import against_field
from pipelines.reports.pages.beside_deal import beside_deal
from pipelines.reports.pages.contract_parts import parts_of_result
from pipelines.reports.pages.control_sheet import lines_as_read
from pipelines.reports.pages.hand_places import anchor
from pipelines.reports.pages.partners import with_partners
from pipelines.reports.rows import written
from pipelines.reports.tables.columns import ruling_said
from pipelines.words.deal_words import DOUBLED, SUITS, TEXT_SIGN, no_trump
from pipelines.words.words import seat
from transforms.messages import gettext
from transforms.tables import BOARD, LINE, SESSION, Tables
from transforms.tables.arithmetic.as_shown import decimals_of
from transforms.tables.phrases import phrase

_SPACE = "\N{NO-BREAK SPACE}"


def played_lines(report: Tables) -> pl.DataFrame:
    """The lines of the control sheet, with names, the contract to read, and what it was worth."""
    names = report["session_results"].select(*LINE, "entrant", "names", is_listed=pl.lit(value=True)).unique()
    decimals = pl.max_horizontal(decimals_of(pl.col("ns_points", "ew_points"))).max().over(BOARD)
    plain = pl.when(pl.col("subfield").is_null()).then(pl.col("score"))
    told = (
        report["control_sheet"]
        .join(report["boards"].select(*BOARD, "top", is_of_imps=pl.col("top").is_null()), on=BOARD, how="left")
        .with_columns(
            mean=plain.mean().over(BOARD),
            decimals=decimals,
            read=lines_as_read(),
            **parts_of_result(),
        )
        .with_columns(contract=_as_ruled())
    )
    told = told.with_columns(contract=_with_red_signs(told))
    for side in ("ns", "ew"):
        of_side = names.rename({"entrant": side, "names": f"{side}_names"})
        told = told.join(of_side, on=[*LINE, side], how="left", maintain_order="left")
        told = told.with_columns(pl.when("is_listed").then(anchor(told, side)).alias(f"{side}_card")).drop("is_listed")
        told = with_partners(told, names, side)
    told = told.with_columns(_place().alias("place"))
    return against_field(beside_deal(told, report["hands"]))


def _place() -> pl.Expr:
    """The place of a row on the page of boards, to which the scorecards of both its pairs lead: `9-a-8`.

    Null where neither has a scorecard, and for a row of a pair that stands there already.
    """
    place = phrase("{}-{}", "board", pl.coalesce("ns_card", "ew_card"))
    return pl.when(place.is_first_distinct().over(SESSION)).then(place)


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
