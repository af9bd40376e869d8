"""What a contract is worth: Laws of Duplicate Bridge, Law 77.

A contract is written as level, strain and doubling (`4S`, `3NX`, `7CXX`), or `PASS` when nobody bid.
Expressions in, expressions out: they take any number of boards at once, in any query.
"""

import polars as pl

from transforms.tables import SEATS

STRAINS = ("C", "D", "H", "S", "N")


def vulnerable(board: pl.Expr, declarer: pl.Expr) -> pl.Expr:
    """Whether the declarer's side is vulnerable on this board (Law 2): Boolean, null without declarer.

    Sixteen boards repeat the pattern none, North-South, East-West, both; each next four start one later.
    """
    deal = board.cast(pl.Int32) - 1
    sides = (deal + deal // 4) % 4
    north_south = declarer.is_in(["N", "S"])
    return pl.when(north_south).then(sides.is_in([1, 3])).when(north_south.not_()).then(sides.is_in([2, 3]))


def contract_score(board: pl.Expr, contract: pl.Expr, declarer: pl.Expr, tricks: pl.Expr) -> pl.Expr:
    """The score of a board as seen from North-South, by Law 77: Int32.

    `tricks` are those won by the declarer's side, 0 to 13. The score is null where contract, declarer or
    tricks are missing or cannot be; a board passed out scores 0 and needs neither declarer nor tricks.
    """
    level = contract.str.slice(0, 1).cast(pl.Int32, strict=False)
    strain = contract.str.slice(1, 1)
    doubling = contract.str.slice(2).replace_strict({"": 1, "X": 2, "XX": 4}, default=None, return_dtype=pl.Int32)
    is_vulnerable = vulnerable(board, declarer)
    overtricks = tricks.cast(pl.Int32) - level - 6

    made = _made(level, strain, doubling, is_vulnerable, overtricks)
    defeated = _defeated(doubling, is_vulnerable, -overtricks)
    for_declarer = pl.when(overtricks >= 0).then(made).otherwise(-defeated)
    for_north_south = pl.when(declarer.is_in(["N", "S"])).then(for_declarer).otherwise(-for_declarer)

    sound = level.is_between(1, 7) & strain.is_in(STRAINS) & declarer.is_in(SEATS) & tricks.is_between(0, 13)
    return pl.when(contract == "PASS").then(0).when(sound).then(for_north_south).cast(pl.Int32)


def _made(level: pl.Expr, strain: pl.Expr, doubling: pl.Expr, is_vulnerable: pl.Expr, overtricks: pl.Expr) -> pl.Expr:
    per_trick = strain.replace_strict(
        {"C": 20, "D": 20, "H": 30, "S": 30, "N": 30}, default=None, return_dtype=pl.Int32
    )
    first_no_trump_trick = pl.when(strain == "N").then(10).otherwise(0)
    contracted = (level * per_trick + first_no_trump_trick) * doubling

    part_score_or_game = pl.when(contracted < 100).then(50).otherwise(_by_vulnerability(is_vulnerable, 300, 500))
    slam = (
        pl.when(level == 6)
        .then(_by_vulnerability(is_vulnerable, 500, 750))
        .when(level == 7)
        .then(_by_vulnerability(is_vulnerable, 1000, 1500))
        .otherwise(0)
    )
    for_insult = pl.when(doubling > 1).then(25 * doubling).otherwise(0)
    per_overtrick = (
        pl.when(doubling > 1).then(_by_vulnerability(is_vulnerable, 50, 100) * doubling).otherwise(per_trick)
    )
    return contracted + part_score_or_game + slam + for_insult + overtricks * per_overtrick


def _defeated(doubling: pl.Expr, is_vulnerable: pl.Expr, undertricks: pl.Expr) -> pl.Expr:
    undoubled = undertricks * _by_vulnerability(is_vulnerable, 50, 100)
    up_to_three = 200 * undertricks - 100
    from_the_fourth = 300 * undertricks - 400
    doubled_not_vulnerable = pl.max_horizontal(up_to_three, from_the_fourth)
    doubled = pl.when(is_vulnerable).then(300 * undertricks - 100).otherwise(doubled_not_vulnerable)
    return pl.when(doubling == 1).then(undoubled).otherwise(doubled * (doubling // 2))


def _by_vulnerability(is_vulnerable: pl.Expr, not_vulnerable: int, when_vulnerable: int) -> pl.Expr:
    return pl.when(is_vulnerable).then(when_vulnerable).otherwise(not_vulnerable)
