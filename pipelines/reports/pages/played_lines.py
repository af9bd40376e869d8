"""The lines of the control sheet as a member reads them: names, the contract, what it was worth and what it allowed."""

import polars as pl

from pipelines.display.deal_words import DOUBLED, SUITS, TEXT_SIGN, no_trump
from pipelines.display.words import seat
from pipelines.reports.pages.against_field import against_field
from pipelines.reports.pages.control_sheet import lines_as_read
from pipelines.reports.pages.hand_places import anchor
from pipelines.reports.pages.partners import with_partners
from pipelines.reports.rows import written
from pipelines.reports.tables.columns import decimals_of, in_short, ruling_said
from transforms.bridge.contracts import contract_score
from transforms.messages import gettext
from transforms.tables import BOARD, FIELD, LINE, SESSION, VULNERABLE, Tables
from transforms.tables.deals import TABLE
from transforms.tables.phrases import phrase

_STRAINS = "NSHDC"
"""The strains in the order of the columns of `TABLE`."""
_RESULT = r"^([NESW]?)([1-7])([SHDCN])(!*)(=|[+-]\d+)?$"
_SPACE = "\N{NO-BREAK SPACE}"
_SLAM = 6
_GAMES = {"N": 3, "S": 4, "H": 4, "D": 5, "C": 5}
_WORTH_MOST_FIRST = "NSHDC"
"""The strains of contracts of one class, the one that brings most first: no trump, majors, minors."""
_BOARD_OF = dict(zip(VULNERABLE, (1, 2, 3, 4), strict=True))
"""Who is vulnerable -> the first board on which that is so."""


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
            contract=_as_ruled(),
        )
    )
    told = told.with_columns(contract=_with_red_signs(told))
    for side in ("ns", "ew"):
        of_side = names.rename({"entrant": side, "names": f"{side}_names"})
        told = told.join(of_side, on=[*LINE, side], how="left", maintain_order="left")
        told = told.with_columns(pl.when("is_listed").then(anchor(told, side)).alias(f"{side}_card")).drop("is_listed")
        told = with_partners(told, names, side)
    told = told.with_columns(_place().alias("place"))
    return against_field(
        told.join(_possible(report["hands"]), on=[*BOARD, "line"], how="left", maintain_order="left")
        .with_columns(_over_contract().alias("over"), known=pl.col("par_score").is_not_null().any().over(FIELD))
        .with_columns(possible=_as_result(), makes=_makes(), **_can_make(), **_against_deal())
    )


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
    parts = pl.col("result").str.extract_groups(_RESULT)
    declarer, level, strain, doubled, made = (parts.struct.field(str(number)) for number in range(1, 6))
    signs = {suit: sign + TEXT_SIGN for suit, sign in SUITS.items()} | {"N": no_trump()}
    bid = pl.concat_str(level, strain.replace(signs), doubled.str.replace_all("!", DOUBLED, literal=True))
    made = made.fill_null("").str.replace("-", "−", literal=True)
    played = pl.concat_str(
        bid, pl.lit(_SPACE), declarer.replace({letter: seat(letter) for letter in "NESW"}), pl.lit(_SPACE), made
    )
    return (
        pl.when(level.is_not_null())
        .then(played.str.strip_chars())
        .when(pl.col("result") == "PASS")
        .then(pl.lit(gettext("passed out")))
        .otherwise(ruling_said(pl.col("result")))
    )


def _possible(hands: pl.DataFrame) -> pl.DataFrame:
    """The double-dummy table, and par, of each board for each line that played it: `BOARD`, line, ...

    `cards` are the lines that had the same deal.
    """
    return (
        hands.select(
            *BOARD, pl.col("lines").str.split("+").alias("line"), "par_score", "vulnerable", *TABLE, cards="lines"
        )
        .explode("line", empty_as_null=False, keep_nulls=False)
        .unique([*BOARD, "line"], keep="first", maintain_order=True)
    )


def _over_contract() -> pl.Expr:
    """The tricks over the contract, or under it, that it allows double dummy; null where that is not known."""
    parts = pl.col("result").str.extract_groups(_RESULT)
    declarer, level, strain = (parts.struct.field(str(number)) for number in range(1, 4))
    seat = declarer.replace_strict(
        {seat: 5 * place for place, seat in enumerate("NESW")}, default=None, return_dtype=pl.Int32
    )
    place = seat + strain.replace_strict(
        {strain: place for place, strain in enumerate(_STRAINS)}, default=None, return_dtype=pl.Int32
    )
    tricks = pl.concat_list(pl.col(TABLE).cast(pl.Int32)).list.get(place, null_on_oob=True)
    return tricks - level.cast(pl.Int32) - 6


def _as_result() -> pl.Expr:
    """What the contract allows double dummy, as a result: `=`, `+1`, `−2`."""
    over = pl.col("over")
    return (
        pl.when(over == 0).then(pl.lit("=")).when(over > 0).then("+" + over.cast(pl.String)).otherwise(in_short(over))
    )


def _makes() -> pl.Expr:
    """The contract of another strain, `3N`, that declarer's side can make where it went down at the right height.

    Of a game or slam that cannot be made, the game or slam in another strain that can; of a part score, one at the same
    level. Null where there is none, and where a lower game or slam in the same strain can be made: that is too high.
    """
    parts = pl.col("result").str.extract_groups(_RESULT)
    declarer, strain = parts.struct.field("1"), parts.struct.field("3")
    level = parts.struct.field("2").cast(pl.Int32)
    is_game = level >= strain.replace_strict(_GAMES, default=None, return_dtype=pl.Int32)
    possible = []
    for other in _WORTH_MOST_FIRST:
        place = _STRAINS.index(other)
        tricks = _tricks_of_side(declarer, place)
        least = pl.when(level >= _SLAM).then(_SLAM).when(is_game).then(_GAMES[other]).otherwise(level)
        possible.append((other, least, tricks >= least + 6))
    contracts = [pl.when(makes).then(pl.concat_str(least, pl.lit(other))) for other, least, makes in possible]
    same = pl.any_horizontal((strain == other) & makes for other, _, makes in possible)
    return pl.when(~same).then(pl.coalesce(contracts))


def _tricks_of_side(declarer: pl.Expr, strain: int) -> pl.Expr:
    """The most tricks that either hand of declarer's side takes double dummy in this strain."""
    table = pl.concat_list(pl.col(TABLE).cast(pl.Int32))
    ns, ew = (pl.max_horizontal(table.list.get(seat + strain), table.list.get(seat + 10 + strain)) for seat in (0, 5))
    return pl.when(declarer.is_in(["N", "S"])).then(ns).when(declarer != "").then(ew)


def _can_make() -> dict[str, pl.Expr]:
    """`can_game` and `can_slam`: whether declarer's side can make one double dummy, in any strain."""
    declarer = pl.col("result").str.extract_groups(_RESULT).struct.field("1")
    most = {strain: _tricks_of_side(declarer, place) for place, strain in enumerate(_STRAINS)}
    return {
        "can_game": pl.any_horizontal(tricks >= _GAMES[strain] + 6 for strain, tricks in most.items()),
        "can_slam": pl.any_horizontal(tricks >= _SLAM + 6 for tricks in most.values()),
    }


def _against_deal() -> dict[str, pl.Expr]:
    """`declares`, `gained`, `double_dummy_score` and `bid`: what was made of the contract, as far as the deal is known.

    `declares` is `ns` or `ew`, `gained` its tricks more than double dummy, and `double_dummy_score` what it brings with
    the tricks of double dummy, seen from North-South. `bid` is `too_high` where the contract went down, cannot be made,
    and its side had something to win, so that it is no sacrifice; `game` or `slam` where one in the same suit can be
    and was not bid. All are null where a ruling took the place of what was played.
    """
    parts = pl.col("result").str.extract_groups(_RESULT)
    declarer, level, strain, doubled, made = (parts.struct.field(str(number)) for number in range(1, 6))
    bid, over = level.cast(pl.Int32), pl.col("over")
    game = strain.replace_strict(_GAMES, default=None, return_dtype=pl.Int32)
    of_ns = declarer.is_in(["N", "S"])
    is_down = made.str.starts_with("-")
    own_par = pl.when(of_ns).then("par_score").otherwise(-pl.col("par_score"))
    as_vulnerable = pl.col("vulnerable").replace_strict(_BOARD_OF, default=None, return_dtype=pl.Int32)
    contract = pl.concat_str(level, strain, doubled.str.replace_all("!", "X", literal=True))
    return {
        "declares": pl.when(of_ns).then(pl.lit("ns")).when(declarer != "").then(pl.lit("ew")),
        "gained": made.str.replace("=", "0", literal=True).cast(pl.Int32, strict=False) - over,
        "double_dummy_score": contract_score(as_vulnerable, contract, declarer, bid + 6 + over),
        "bid": pl.when(is_down & (over < 0) & (own_par >= 0))
        .then(pl.lit("too_high"))
        .when((bid < _SLAM) & (bid + over >= _SLAM))
        .then(pl.lit("slam"))
        .when((bid < game) & (bid + over >= game))
        .then(pl.lit("game")),
    }
