"""The words of why a board was one of a pair's best or worst: of what `against_field` found, for either side."""

import polars as pl

from pipelines.words.deal_words import SUITS, TEXT_SIGN, no_trump
from transforms.tables.finding_words import message_of
from transforms.tables.messages import gettext


def why_worst(declares: pl.Expr) -> pl.Expr:
    """Why a board may have brought little to a side, which declared or not; "" where nothing can be said."""
    fewer = _tricks(gettext("1 trick fewer than double dummy"), gettext("{number} tricks fewer than double dummy"))
    own = {
        "passed": gettext("most did not pass it out"),
        "slam": gettext("slam not bid"),
        "slam_of_others": gettext("others bid slam and made it"),
        "game": gettext("game not bid"),
        "game_of_others": gettext("others bid game and made it"),
        "too_high": gettext("bid too high"),
        "stopped": gettext("most stopped lower"),
        "left": gettext("most left it to the opponents"),
        "left_down": gettext("most left it to the opponents"),
        "doubled": gettext("doubled and down"),
        "fewer": gettext("others took more tricks"),
        "down": gettext("most made their contract"),
    }
    of_opponents = {
        "passed": own["passed"],
        "doubled": gettext("doubled and made"),
        "slam": gettext("opponents made a slam that most did not"),
        "game": gettext("opponents made a game that most did not"),
        "saved": gettext("opponents bid on and lost little"),
        "stopped": gettext("most opponents went down"),
        "silent": gettext("others bid game and made it"),
        "bought": gettext("most became declarer themselves"),
        "more": own["fewer"],
    }
    return _told(declares, (own, "lost"), (of_opponents, "won"), fewer).alias("why_worst")


def why_best(declares: pl.Expr) -> pl.Expr:
    """Why a board may have brought much, as `why_worst`."""
    more = _tricks(gettext("1 trick more than double dummy"), gettext("{number} tricks more than double dummy"))
    own = {
        "passed": gettext("most did not pass it out"),
        "doubled": gettext("doubled and made"),
        "slam": gettext("slam bid and made"),
        "game": gettext("game bid and made"),
        "saved": gettext("bid on and lost little"),
        "stopped": gettext("most went down"),
        "silent": gettext("opponents did not bid game"),
        "bought": gettext("most left it to the opponents"),
        "more": gettext("others took fewer tricks"),
    }
    of_opponents = {
        "passed": own["passed"],
        **dict.fromkeys(("slam", "slam_of_others"), gettext("opponents did not bid slam")),
        **dict.fromkeys(("game", "game_of_others"), gettext("opponents did not bid game")),
        "too_high": gettext("opponents bid too high"),
        "stopped": gettext("opponents bid higher than most"),
        "left": gettext("most became declarer themselves"),
        "left_down": gettext("opponents bid on and went down"),
        "doubled": gettext("doubled and down"),
        "fewer": own["more"],
        "down": gettext("opponents went down, most did not"),
    }
    return _told(declares, (own, "won"), (of_opponents, "lost"), more).alias("why_best")


def _told(
    declares: pl.Expr, own: tuple[dict[str, str], str], of_opponents: tuple[dict[str, str], str], tricks: pl.Expr
) -> pl.Expr:
    signs = {suit: sign + TEXT_SIGN for suit, sign in SUITS.items()} | {"N": no_trump()}
    usual = message_of(gettext("most played in {suit}"), {"suit": pl.col("usual").replace(signs)})
    other = pl.col("makes").str.head(1) + pl.col("makes").str.tail(1).replace(signs)
    # Of the contract that can be made in place of the one that went down, by the side that bid it.
    of_own, of_others = gettext("{contract} can be made"), gettext("opponents could make {contract}")
    makes = pl.when(declares).then(message_of(of_own, {"contract": other}))
    makes = makes.otherwise(message_of(of_others, {"contract": other}))
    code = pl.when(declares).then(own[1]).otherwise(of_opponents[1])
    by_own, by_others = (
        pl.col(column).replace_strict(words, default="", return_dtype=pl.String)
        for words, column in (own, of_opponents)
    )
    return (
        pl.when(code == "tricks")
        .then(tricks)
        .when(code == "strain")
        .then(usual)
        .when(code == "makes")
        .then(makes)
        .when(declares)
        .then(by_own)
        .otherwise(by_others)
        .fill_null("")
    )


def _tricks(one: str, several: str) -> pl.Expr:
    number = pl.col("gained").abs()
    return pl.when(number == 1).then(pl.lit(one)).otherwise(message_of(several, {"number": number.cast(pl.String)}))
