"""The scorecards of an evening's entrants as markup: board by board, compared with the field, double dummy and par."""

import polars as pl

from pipelines.reports.pages.boards import brought
from pipelines.reports.pages.hand_places import anchor, movements, numbered, people
from pipelines.reports.pages.result_lists import places
from pipelines.reports.rows import is_given, joined, with_parts, written
from pipelines.reports.tables.columns import each, formula, won
from pipelines.words.deal_words import SUITS, TEXT_SIGN, no_trump
from pipelines.words.words import counted, place_said, side_name, unit
from transforms.tables.arithmetic.as_shown import aligned, in_short, lines_of_field
from transforms.tables.arithmetic.rounding import quotient, to_decimals
from transforms.tables.finding_words import message_of
from transforms.tables.messages import gettext
from transforms.tables.phrases import phrase
from transforms.tables.schemas import ENTRANT, FIELD, Tables

_ROWS = "hand_rows.html"
_OF_LINE = ("asked", "contract", "possible", "place", "declares", "lost", "won", "usual", "makes", "gained")


def scorecards(report: Tables, lines: pl.DataFrame) -> dict[str, pl.DataFrame]:
    """Return by `FIELD`, as markup, `cards`, `card_list`, the links to cards, and `marks`, the meaning of the marks."""
    cards = report["cards"].hstack(lines.select(_OF_LINE)[report["cards"]["row"]])
    declares = pl.col("sat").str.to_lowercase() == pl.col("declares")
    cards = cards.with_columns(
        why_best(declares), why_worst(declares), place=pl.coalesce("place", phrase("board-{}", "board"))
    )
    played = joined(written(_ROWS, "played", _boards(cards)), cards, ENTRANT, "played")
    rows = report["list_rows"].filter("has_card")
    entrants = with_parts(
        rows.with_columns(field=lines_of_field(), order=places(rows["entrant"])),
        played,
        *(_named(cards, mark) for mark in ("best", "worst")),
        movements(report["luck"]),
    ).sort(*FIELD, "line", "order")
    entrants = entrants.with_columns(
        anchor=anchor(entrants, "entrant"),
        number=numbered("entrant"),
        people=people(entrants["players"], "../../players/"),
    )
    marked = cards.drop_nulls("mark").select(FIELD).unique(maintain_order=True)
    signs = pl.lit(gettext("▲ next to a board: one of the best on the card; ▼: one of the worst."))
    return {
        "cards": joined(written(_ROWS, "card", _cards(entrants)), entrants, FIELD),
        "card_list": joined(written(_ROWS, "entry", entrants.select("anchor", "number", "names")), entrants, FIELD),
        "marks": marked.with_columns(written(_ROWS, "marks", marked.with_columns(words=signs).select("words"))),
    }


def _boards(cards: pl.DataFrame) -> pl.DataFrame:
    return cards.select(
        *("known", "asked", "place", "board", "opponents", "contract", "possible", "partner", "mark"),
        sat=pl.col("sat").replace_strict({side: side_name(side) for side in ("NS", "EW")}, return_dtype=pl.String),
        first="begins",
        of=pl.col("top").is_not_null(),
        score=in_short(pl.col("score")),
        mean=aligned(to_decimals(pl.col("mean"), 0), pl.lit(0)),
        share=aligned(pl.col("share"), pl.lit(1)),
        points=aligned(pl.col("points"), pl.col("decimals")),
        par=in_short(pl.col("par")),
    )


def _cards(entrants: pl.DataFrame) -> pl.DataFrame:
    share = quotient(100 * pl.col("total"), pl.col("tops"))

    def above(better: int, scored: int, scoring: str, of_top: bool) -> str:
        if scoring in ("imps", "point_a_board"):
            return ""
        boards = counted(scored, "board")
        if of_top:
            return gettext("better than 50 % on {number} of {boards}", number=better, boards=boards)
        return gettext("IMPs gained on {number} of {boards}", number=better, boards=boards)

    above_average = [above(*row) for row in entrants.select("above", "compared", "scoring", "of_top").iter_rows()]
    return entrants.select(
        *("known", "anchor", "number", "people", "entrants", "played", "best", "worst", "movement", "luck_at"),
        brought=brought(~pl.col("of_top")),
        of="of_top",
        has_people=is_given("people"),
        is_ranked=pl.col("rank").is_not_null(),
        score=won(pl.col("score"), pl.col("scoring")),
        unit=each(entrants["scoring"], unit),
        rank=each(entrants["rank"], place_said),
        total=aligned(pl.col("total"), pl.col("decimals")),
        total_share=aligned(to_decimals(pl.when(pl.col("tops") > 0).then(share), 1), pl.lit(1)),
        has_best=is_given("best"),
        has_worst=is_given("worst"),
        made_of=formula(pl.col("made_of")),
        above=pl.Series(above_average, dtype=pl.String),
    )


def _named(cards: pl.DataFrame, mark: str) -> pl.DataFrame:
    order = -pl.col("worth") if mark == "best" else pl.col("worth")
    of_mark = cards.filter(mark=mark).sort(*ENTRANT, order, "board")
    points, why = aligned(pl.col("points"), pl.col("decimals")), pl.col(f"why_{mark}")
    gaps = {"points": points, "top": in_short(pl.col("top")), "why": why}
    of_top = pl.when(pl.col("top").is_null()).then(points).otherwise(message_of(gettext("{points} of {top}"), gaps))
    with_why = pl.when(pl.col("top").is_null()).then(message_of(gettext("{points}: {why}"), gaps))
    with_why = with_why.otherwise(message_of(gettext("{points} of {top}: {why}"), gaps))
    brought = pl.when(why == "").then(of_top).otherwise(with_why)
    cells = of_mark.select("place", "board", brought=brought)
    return joined(written(_ROWS, "named", cells), of_mark, ENTRANT, mark)


def why_worst(declares: pl.Expr) -> pl.Expr:
    """Say why a side, declaring or defending, may have scored badly on a board; "" if no reason is known."""
    fewer = _tricks(gettext("1 trick fewer than double dummy"), gettext("{number} tricks fewer than double dummy"))
    own = {
        "passed": gettext("most did not pass the board out"),
        "slam": gettext("slam not bid"),
        "slam_of_others": gettext("others bid slam and made it"),
        "game": gettext("game not bid"),
        "game_of_others": gettext("others bid game and made it"),
        "too_high": gettext("bid too high"),
        "stopped": gettext("most stopped lower"),
        "left": gettext("most let the opponents play"),
        "left_down": gettext("most let the opponents play"),
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
    return _reason(declares, (own, "lost"), (of_opponents, "won"), fewer).alias("why_worst")


def why_best(declares: pl.Expr) -> pl.Expr:
    """Say why a side, declaring or defending, may have scored well on a board; "" if no reason is known."""
    more = _tricks(gettext("1 trick more than double dummy"), gettext("{number} tricks more than double dummy"))
    own = {
        "passed": gettext("most did not pass the board out"),
        "doubled": gettext("doubled and made"),
        "slam": gettext("slam bid and made"),
        "game": gettext("game bid and made"),
        "saved": gettext("bid on and lost little"),
        "stopped": gettext("most went down"),
        "silent": gettext("opponents did not bid game"),
        "bought": gettext("most let the opponents play"),
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
    return _reason(declares, (own, "won"), (of_opponents, "lost"), more).alias("why_best")


def _reason(
    declares: pl.Expr, own: tuple[dict[str, str], str], of_opponents: tuple[dict[str, str], str], tricks: pl.Expr
) -> pl.Expr:
    signs = {suit: sign + TEXT_SIGN for suit, sign in SUITS.items()} | {"N": no_trump()}
    usual = message_of(gettext("most played in {suit}"), {"suit": pl.col("usual").replace(signs)})
    other = pl.col("makes").str.head(1) + pl.col("makes").str.tail(1).replace(signs)
    # For the side whose contract went down: the contract that it could have made instead.
    of_own = message_of(gettext("{contract} can be made"), {"contract": other})
    of_others = message_of(gettext("opponents could make {contract}"), {"contract": other})
    code = pl.when(declares).then(own[1]).otherwise(of_opponents[1])
    by_own, by_others = (
        pl.col(column).replace_strict(words, default="", return_dtype=pl.String)
        for words, column in (own, of_opponents)
    )
    by_code = {"tricks": tricks, "strain": usual, "makes": pl.when(declares).then(of_own).otherwise(of_others)}
    known = pl.coalesce(pl.when(code == name).then(words) for name, words in by_code.items())
    otherwise = pl.when(~code.is_in([*by_code])).then(pl.when(declares).then(by_own).otherwise(by_others))
    return pl.coalesce(known, otherwise, pl.lit(""))


def _tricks(one: str, several: str) -> pl.Expr:
    number = pl.col("gained").abs()
    return pl.when(number == 1).then(pl.lit(one)).otherwise(message_of(several, {"number": number.cast(pl.String)}))
