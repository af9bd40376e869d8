"""The rows of the control sheet: names, parts of the contract, what the deal allowed, and why a result was good or bad.

A reason is a code, which `scorecards` translates. "Most tables" are at least half of the other tables, and at least
two. Tricks are the reason if they cost or gained as much as everything else, or if there is no other reason.
"""

import dataframely as dy
import polars as pl

from transforms.bridge.contracts import GAMES, contract_score
from transforms.bridge.notation import parts_of_result
from transforms.bridge.sessions import PARTNERS
from transforms.deals.lines import BOARD_OF
from transforms.tables.arithmetic.as_shown import decimals_of, in_short, names_of, shown, unnamed
from transforms.tables.deals import TABLE
from transforms.tables.report import BoardsShown, ControlSheetShown, SessionResultsShown
from transforms.tables.report_of_deals import HandsShown, PlayedLines
from transforms.tables.runs import key_number
from transforms.tables.schemas import BOARD, FIELD, LINE, SESSION


def played_lines(
    control_sheet: dy.DataFrame[ControlSheetShown],
    boards: dy.DataFrame[BoardsShown],
    results: dy.DataFrame[SessionResultsShown],
    hands: dy.DataFrame[HandsShown],
) -> dy.LazyFrame[PlayedLines]:
    """Return the rows of the control sheet, in its order."""
    names = results.select(*LINE, "entrant", "names", listed=pl.col("entrant")).unique()
    decimals = pl.max_horizontal(decimals_of(pl.col("ns_points", "ew_points"))).max().over(BOARD)
    file_no = pl.col("file").rank("dense").over(SESSION)
    lines = control_sheet.join(boards.select(*BOARD, "top"), on=BOARD, how="left", maintain_order="left").with_columns(
        mean=pl.when(pl.col("subfield").is_null()).then("score").mean().over(BOARD),
        decimals=decimals,
        file_no=pl.when(file_no.max().over(SESSION) > 1).then(file_no),
        **parts_of_result(pl.col("result")),
    )
    for side in ("ns", "ew"):
        lines = _with_names(lines, names, side)
    at = pl.coalesce("ns_card", "ew_card")
    is_first = pl.struct("line", "board", at).is_first_distinct().over(SESSION)
    row = pl.int_range(pl.len(), dtype=pl.UInt32).over(SESSION)
    lines = lines.with_columns(at=pl.when(is_first).then(at), row=row)
    return shown(PlayedLines, against_field(possible(lines, hands)))


def _with_names(lines: pl.DataFrame, names: pl.DataFrame, side: str) -> pl.DataFrame:
    """Add the names of a side (and of each of two single players), and the entrant whose scorecard has the line."""
    of_side = names.rename({"entrant": side, "names": f"{side}_names", "listed": f"{side}_card"})
    lines = lines.join(of_side, on=[*LINE, side], how="left", maintain_order="left").with_row_index("row")
    two = (
        lines.filter(pl.col(side).str.contains(PARTNERS, literal=True))
        .select("row", *LINE, entrant=pl.col(side).str.split(PARTNERS))
        .explode("entrant", empty_as_null=False, keep_nulls=False)
        .join(names, on=[*LINE, "entrant"], how="left", maintain_order="left")
        .with_columns(name=pl.coalesce(pl.col("names").replace("", None), unnamed(pl.col("entrant"))))
        .group_by("row", maintain_order=True)
        .agg(
            two=pl.struct("entrant", "name", "names", "listed"),
            both=names_of(pl.col("name")),
            card=pl.col("listed").drop_nulls().first(),
        )
    )
    known = lines.join(two, on="row", how="left", maintain_order="left")
    return (
        known.with_columns(
            pl.coalesce(f"{side}_names", "both").alias(f"{side}_names"),
            pl.coalesce(f"{side}_card", "card").alias(f"{side}_card"),
        )
        .drop("row", "both", "card")
        .rename({"two": f"{side}_two"})
    )


# --- what the deal allowed -------------------------------------------------------------------------

_STRAINS = "NSHDC"
"""The strains as in `TABLE`; if several contracts can be made, the first in this order is chosen, which scores most."""
_SLAM = 6
_PLACE_IN_TABLE = {
    seat + strain: 5 * row + column for row, seat in enumerate("NESW") for column, strain in enumerate(_STRAINS)
}


def possible(lines: pl.DataFrame, hands: pl.DataFrame) -> pl.DataFrame:
    """Add to the lines what their deal allows; all new columns are null if the deal is unknown.

    The new columns are the columns of `hands` and `_against_deal`, and:
    - `cards`: the lines with the same deal; `known`: whether the par of any board of the field is known.
    - `over`: how many tricks above or below the contract the deal allows; `possible`: the result with these tricks.
    - `makes`, `can_game`, `can_slam`: another contract that can be made, and whether any game or slam can be made.
    """
    of_line, line = [*BOARD, "line"], pl.col("lines").str.split("+").alias("line")
    of_lines = (
        hands.select(*BOARD, line, "par_score", "vulnerable", *TABLE, cards="lines")
        .explode("line", empty_as_null=False, keep_nulls=False)
        .unique(of_line, keep="first", maintain_order=True)
    )
    over = pl.col("over")
    result = pl.when(over == 0).then(pl.lit("=")).when(over > 0).then("+" + over.cast(pl.String))
    return (
        lines.join(of_lines, on=of_line, how="left", maintain_order="left")
        .with_columns(over=_over_contract(), known=pl.col("par_score").is_not_null().any().over(FIELD), **_side_takes())
        .with_columns(possible=result.otherwise(in_short(over)), makes=_makes(), **_can_make(), **_against_deal())
        .drop(_takes(strain) for strain in _STRAINS)
    )


def _over_contract() -> pl.Expr:
    played = pl.concat_str("declarer", "strain")
    tricks = pl.coalesce(pl.when(played == by).then(TABLE[place]) for by, place in _PLACE_IN_TABLE.items())
    return tricks.cast(pl.Int32) - pl.col("level") - 6


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


def _makes() -> pl.Expr:
    """Return the contract in another strain, such as `3N`, that declarer's side can make instead."""
    # If a game or slam was bid, this is a game or slam; otherwise it is a contract at the same level. It is null if a
    # game or slam at a lower level in the same strain can be made: then the contract was merely too high.
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
    """Return the columns that compare the contract with the deal; all are null if a ruling replaced the play."""
    # `declares` is the declaring side, `gained` the number of tricks above double dummy, and `double_dummy_score` the
    # score with double-dummy tricks. `bid` is `too_high` if the contract went down and cannot be made, and its side
    # could have scored 0 or more; it is `game` or `slam` if one in the same strain can be made but was not bid.
    declarer, level, strain, made, over = (pl.col(name) for name in ("declarer", "level", "strain", "made", "over"))
    game = strain.replace_strict(GAMES, default=None, return_dtype=pl.Int32)
    own_par = pl.when(_of_ns()).then("par_score").otherwise(-pl.col("par_score"))
    as_vulnerable = pl.col("vulnerable").replace_strict(BOARD_OF, default=None, return_dtype=pl.Int32)
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


# --- why -------------------------------------------------------------------------------------------

_AT_GAME, _AT_SLAM = 2, 3
_SAME_CARDS = (*BOARD, "cards")
_OF_SIDE = (*_SAME_CARDS, "declares")
_IN_STRAIN = (*_OF_SIDE, "strain")
_FEW = 3


def against_field(lines: pl.DataFrame) -> pl.DataFrame:
    """Add `lost` and `won`, codes for why declarer's side did badly or well, and `usual`, the strain of most tables.

    Without a reason, `lost` and `won` are null; `usual` is null if the line has that strain. `possible` makes `lines`.
    """
    # Tables with other cards (another form of the board), or with a ruling instead of a score, are not compared. Lines
    # with a deal of their own are compared only with one another.
    is_simple = pl.col("subfield").is_null() & pl.col("score").is_not_null()
    is_whole = is_simple & (pl.col("declarer") != "") & pl.col("made").is_not_null()
    level, strain, doubled, made = (pl.when(is_whole).then(name) for name in ("level", "strain", "doubled", "made"))
    over = made.str.replace("=", "0", literal=True).cast(pl.Int32, strict=False)
    game = strain.replace_strict(GAMES, default=None, return_dtype=pl.Int32)
    known = lines.with_columns(
        compared=pl.when(is_simple).then("score"),
        strain=strain,
        height=pl.when(strain.is_not_null())
        .then(pl.when(level >= 6).then(_AT_SLAM).when(level >= game).then(_AT_GAME).otherwise(1))
        .fill_null(0),
        is_down=(over < 0).fill_null(value=False),
        is_doubled=(doubled != "").fill_null(value=False),
        tricks=level + over,
        is_passed=(is_simple & (pl.col("result") == "PASS")).fill_null(value=False),
    )
    known = known.with_columns(**_of_tables(), **_in_order(known))
    why = known.select(
        lost=pl.when(is_simple).then(_lost()),
        won=pl.when(is_simple).then(_won()),
        usual=pl.when(pl.col("strain") != pl.col("mode")).then("mode"),
    )
    return lines.hstack(why)


def _of_tables() -> dict[str, pl.Expr]:

    def number(condition: pl.Expr, group: tuple[str, ...] = _OF_SIDE) -> pl.Expr:
        return condition.sum().over(group).cast(pl.Int32)

    is_made = ~pl.col("is_down") & pl.col("strain").is_not_null()
    games = is_made & (pl.col("height") >= _AT_GAME)
    # Tables with other cards or an unknown contract have no strain, so they are not counted.
    has_strain = pl.col("strain").is_not_null()
    in_strain = number(has_strain, _IN_STRAIN)
    return {
        "others": number(pl.col("compared").is_not_null(), _SAME_CARDS) - 1,
        "same_side": number(has_strain),
        "all_declared": number(has_strain, _SAME_CARDS),
        "made": number(is_made),
        "games": number(games),
        "all_games": number(games, _SAME_CARDS),
        "slams": number(is_made & (pl.col("height") == _AT_SLAM)),
        "parts_made": number(is_made & (pl.col("height") == 1)),
        "down": number(pl.col("is_down")),
        "in_strain": in_strain,
        "usual_tricks": pl.col("tricks").median().over(_IN_STRAIN),
        "mode": pl.col("strain").sort_by(in_strain, "strain", descending=[True, False]).first().over(_OF_SIDE),
        "of_mode": in_strain.max().over(_OF_SIDE),
    }


_APART = 2**33  # more than twice the largest score (Int32)


def _in_order(known: pl.DataFrame) -> dict[str, pl.Expr]:
    """Return the next scores on both sides with the same cards, and how many more tables are beaten than are better."""
    # All scores are in one sorted list, in which the scores with the same cards are far apart from all others.
    cards = key_number(known, _SAME_CARDS) * _APART
    scores = {name: cards + known[name] for name in ("compared", "double_dummy_score")}
    in_order = pl.concat([scores["compared"].drop_nulls().sort(), pl.Series([2**62])])
    below, up_to = (
        {name: in_order.search_sorted(of, side).cast(pl.Int64) for name, of in scores.items()}
        for side in ("left", "right")
    )
    # Equal scores are neighbours in this order, so they get the same reason.
    higher = in_order.shift(-1)[below["compared"]] - cards
    lower = in_order.shift(1)[(up_to["compared"] - 1).clip(0)] - cards
    is_known = pl.col("compared").is_not_null()
    higher, lower = (pl.when(is_known & (pl.lit(of).abs() < _APART // 2)).then(of) for of in (higher, lower))
    of_ns = pl.col("declares") == "ns"
    found = {
        "next_better": pl.when(of_ns).then(higher).otherwise(-lower),
        "next_worse": pl.when(of_ns).then(lower).otherwise(-higher),
        "double_dummy": pl.when(of_ns).then("double_dummy_score").otherwise(-pl.col("double_dummy_score")),
    }
    first, end = (in_order.search_sorted(cards + at, "left").cast(pl.Int64) for at in (-_APART // 2, _APART // 2))
    for name, score in (("ahead", "compared"), ("ahead_double_dummy", "double_dummy_score")):
        # A table is not compared with itself.
        beaten = pl.lit(below[score] - first - (end - up_to[score])) + (pl.col("compared") - pl.col(score)).sign()
        found[name] = pl.when(of_ns).then(beaten).otherwise(-beaten)
    return found


def _most(tables: pl.Expr) -> pl.Expr:
    return (2 * tables >= pl.col("others")) & (pl.col("others") > 1)


def _lost() -> pl.Expr:
    height, is_down = pl.col("height"), pl.col("is_down")
    changes = (pl.col("gained") < 0) & (pl.col("next_better") <= pl.col("double_dummy"))
    by_tricks = pl.col("ahead") <= 2 * pl.col("ahead_double_dummy")
    others_declare = pl.col("all_declared") - pl.col("same_side")
    in_usual = _is_of_another_strain() & (2 * pl.col("of_mode") > pl.col("others")) & _most(pl.col("made"))
    too_high = pl.col("bid") == "too_high"
    # If double dummy does not allow the game or slam of other tables, or is not known, it is no mistake to miss it.
    slam = (height == _AT_GAME) & ~is_down & _most(pl.col("slams"))
    game = (height == 1) & ~is_down & _most(pl.col("games"))
    lower = pl.when(height == _AT_SLAM).then(pl.col("made") - pl.col("slams")).otherwise("parts_made")
    return _first_of(
        (pl.col("is_passed") & _most(pl.col("all_declared")), "passed"),
        (slam & pl.col("can_slam"), "slam"),
        (slam, "slam_of_others"),
        (game & pl.col("can_game"), "game"),
        (game, "game_of_others"),
        (changes & by_tricks, "tricks"),
        (too_high & in_usual & (pl.col("makes").str.tail(1) != pl.col("mode")), "strain"),
        (too_high & pl.col("makes").is_not_null(), "makes"),
        (too_high, "too_high"),
        ((pl.col("bid") == "slam") & (pl.col("slams") > 0), "slam"),
        ((pl.col("bid") == "game") & (pl.col("games") > 0), "game"),
        (is_down & (height > 1) & _most(lower), "stopped"),
        (is_down & _most(others_declare), "left_down"),
        (~is_down & (height > 0) & _most(others_declare), "left"),
        (is_down & pl.col("is_doubled"), "doubled"),
        ((pl.col("in_strain") >= _FEW) & (pl.col("tricks") < pl.col("usual_tricks")), "fewer"),
        (is_down & in_usual, "strain"),
        (is_down & _most(pl.col("made")), "down"),
        (_is_of_another_strain(), "strain"),
        (changes, "tricks"),
    )


def _won() -> pl.Expr:
    height, is_down = pl.col("height"), pl.col("is_down")
    is_made = ~is_down & (height > 0)
    changes = (pl.col("gained") > 0) & (pl.col("next_worse") >= pl.col("double_dummy"))
    others_declare = pl.col("all_declared") - pl.col("same_side")
    by_tricks = pl.col("ahead") >= 2 * pl.col("ahead_double_dummy")
    their_games = pl.col("all_games") - pl.col("games")
    return _first_of(
        (pl.col("is_passed") & _most(pl.col("all_declared")), "passed"),
        (changes & by_tricks, "tricks"),
        (is_made & pl.col("is_doubled"), "doubled"),
        (is_made & (height == _AT_SLAM) & ~_most(pl.col("slams") - 1), "slam"),
        (is_made & (height == _AT_GAME) & ~_most(pl.col("games") - 1), "game"),
        (is_down & _most(others_declare), "saved"),
        (is_made & _most(pl.col("down")), "stopped"),
        (is_made & (their_games > 1) & (3 * their_games >= pl.col("others")), "silent"),
        (is_made & _most(others_declare), "bought"),
        ((pl.col("in_strain") >= _FEW) & (pl.col("tricks") > pl.col("usual_tricks")), "more"),
        (_is_of_another_strain(), "strain"),
        (changes, "tricks"),
    )


def _is_of_another_strain() -> pl.Expr:
    return (pl.col("strain") != pl.col("mode")) & _most(pl.col("of_mode"))


def _first_of(*reasons: tuple[pl.Expr, str]) -> pl.Expr:
    return pl.coalesce(pl.when(holds).then(pl.lit(code)) for holds, code in reasons)
