"""What the deal allowed at each table, double dummy, and what declarer's side made of it."""

import polars as pl

from transforms.bridge.contracts import contract_score
from transforms.tables.arithmetic.as_shown import in_short
from transforms.tables.deals import TABLE
from transforms.tables.schemas import BOARD, FIELD, VULNERABLE

_STRAINS = "NSHDC"
"""The strains in the order of the columns of `TABLE`; of contracts of one class the one that brings most is first."""
_SLAM = 6
GAMES = {"N": 3, "S": 4, "H": 4, "D": 5, "C": 5}
_BOARD_OF = dict(zip(VULNERABLE, (1, 2, 3, 4), strict=True))
_PLACE_IN_TABLE = {
    seat + strain: 5 * row + column for row, seat in enumerate("NESW") for column, strain in enumerate(_STRAINS)
}


def possible(lines: pl.DataFrame, hands: pl.DataFrame) -> pl.DataFrame:
    """The lines with what their deal allows: all null where it is not known.

    Added are the columns of `hands`; `cards`, the lines that had the same deal; `known`, whether par of any board of
    the field is; `over`, the tricks over the contract that it allows, or under it, and `possible`, the same as a
    result; `makes`; `can_game` and `can_slam`, in any strain; `declares`, `gained`, `double_dummy_score` and `bid`.
    """
    of_line = [*BOARD, "line"]
    return (
        lines.join(_of_lines(hands), on=of_line, how="left", maintain_order="left")
        .with_columns(over=_over_contract(), known=pl.col("par_score").is_not_null().any().over(FIELD), **_side_takes())
        .with_columns(possible=_as_result(), makes=_makes(), **_can_make(), **_against_deal())
        .drop(_takes(strain) for strain in _STRAINS)
    )


def _of_lines(hands: pl.DataFrame) -> pl.DataFrame:
    return (
        hands.select(
            *BOARD, pl.col("lines").str.split("+").alias("line"), "par_score", "vulnerable", *TABLE, cards="lines"
        )
        .explode("line", empty_as_null=False, keep_nulls=False)
        .unique([*BOARD, "line"], keep="first", maintain_order=True)
    )


def _over_contract() -> pl.Expr:
    played = pl.concat_str("declarer", "strain")
    place = played.replace_strict(_PLACE_IN_TABLE, default=None, return_dtype=pl.Int32)
    tricks = pl.concat_list(pl.col(TABLE).cast(pl.Int32)).list.get(place, null_on_oob=True)
    return tricks - pl.col("level") - 6


def _side_takes() -> dict[str, pl.Expr]:
    ns, ew = ([pl.max_horizontal(TABLE[place], TABLE[place + 10]) for place in range(at, at + 5)] for at in (0, 5))
    return {
        _takes(strain): pl.when(_of_ns()).then(of_ns).when(pl.col("declarer") != "").then(of_ew).cast(pl.Int32)
        for strain, of_ns, of_ew in zip(_STRAINS, ns, ew, strict=True)
    }


def _takes(strain: str) -> str:
    return f"side_takes_{strain}"


def _of_ns() -> pl.Expr:
    return pl.col("declarer").is_in(["N", "S"])


def _as_result() -> pl.Expr:
    over = pl.col("over")
    return (
        pl.when(over == 0).then(pl.lit("=")).when(over > 0).then("+" + over.cast(pl.String)).otherwise(in_short(over))
    )


def _makes() -> pl.Expr:
    """The contract of another strain, `3N`, that declarer's side can make where it went down at the right height.

    Of a game or slam that cannot be made, the game or slam in another strain that can; of a part score, one at the same
    level. Null where a lower game or slam in the same strain can be made: that is too high.
    """
    level, strain = pl.col("level"), pl.col("strain")
    is_game = level >= strain.replace_strict(GAMES, default=None, return_dtype=pl.Int32)
    possible = []
    for other in _STRAINS:
        least = pl.when(level >= _SLAM).then(_SLAM).when(is_game).then(GAMES[other]).otherwise(level)
        possible.append((other, least, pl.col(_takes(other)) >= least + 6))
    contracts = [pl.when(makes).then(pl.concat_str(least, pl.lit(other))) for other, least, makes in possible]
    same = pl.any_horizontal((strain == other) & makes for other, _, makes in possible)
    return pl.when(~same).then(pl.coalesce(contracts))


def _can_make() -> dict[str, pl.Expr]:
    return {
        "can_game": pl.any_horizontal(pl.col(_takes(strain)) >= GAMES[strain] + 6 for strain in _STRAINS),
        "can_slam": pl.any_horizontal(pl.col(_takes(strain)) >= _SLAM + 6 for strain in _STRAINS),
    }


def _against_deal() -> dict[str, pl.Expr]:
    """`declares`, `gained`, `double_dummy_score` and `bid`: what was made of the contract, if the deal is known.

    `bid` is `too_high` where the contract went down, cannot be made, and its side had something to win; `game` or
    `slam` where one in the same suit can be and was not bid. All are null where a ruling replaced what was played.
    """
    declarer, level, strain, made, over = (pl.col(name) for name in ("declarer", "level", "strain", "made", "over"))
    game = strain.replace_strict(GAMES, default=None, return_dtype=pl.Int32)
    own_par = pl.when(_of_ns()).then("par_score").otherwise(-pl.col("par_score"))
    as_vulnerable = pl.col("vulnerable").replace_strict(_BOARD_OF, default=None, return_dtype=pl.Int32)
    contract = pl.concat_str("level", "strain", pl.col("doubled").str.replace_all("!", "X", literal=True))
    return {
        "declares": pl.when(_of_ns()).then(pl.lit("ns")).when(declarer != "").then(pl.lit("ew")),
        "gained": made.str.replace("=", "0", literal=True).cast(pl.Int32, strict=False) - over,
        "double_dummy_score": contract_score(as_vulnerable, contract, declarer, level + 6 + over),
        "bid": pl.when(made.str.starts_with("-") & (over < 0) & (own_par >= 0))
        .then(pl.lit("too_high"))
        .when((level < _SLAM) & (level + over >= _SLAM))
        .then(pl.lit("slam"))
        .when((level < game) & (level + over >= game))
        .then(pl.lit("game")),
    }
