"""The scorecard of every entrant of an evening as markup: board by board, against the field, double dummy and par."""

from collections.abc import Sequence

import polars as pl

from pipelines.reports.pages.boards import brought
from pipelines.reports.pages.hand_places import anchor, numbered
from pipelines.reports.pages.movement_told import movements_told
from pipelines.reports.pages.people import people
from pipelines.reports.pages.result_lists import made_of, places
from pipelines.reports.pages.why_boards import why_best, why_worst
from pipelines.reports.rows import is_given, joined, one_after_another, written
from pipelines.reports.tables.columns import each, won
from pipelines.words.words import counted, place_said, side_name, unit
from transforms.bridge.sessions import PARTNERS
from transforms.messages import gettext
from transforms.tables import ENTRANT, FIELD, Tables
from transforms.tables.arithmetic.as_shown import aligned, in_short, lines_of_field, number_said
from transforms.tables.arithmetic.division import quotient
from transforms.tables.arithmetic.rounding import to_decimals
from transforms.tables.arithmetic.sums import steady_sum
from transforms.tables.finding_words import message_of
from transforms.tables.phrases import phrase

_ROWS = "hand_rows.html"
_COMPARED = 3
"""Results of a board, in one direction, of which the best and the worst are marked."""
_NAMED = 3
"""How many of an entrant's best and worst boards are marked and named; all where several brought the same."""


def scorecards(report: Tables, lines: pl.DataFrame) -> dict[str, pl.DataFrame]:
    """`cards` and `card_list` of every field, and `marks`, what signs beside boards say: columns of `FIELD`, markup."""
    rows = pl.concat(_of_side(lines, own, other) for own, other in (("ns", "ew"), ("ew", "ns")))
    rows = rows.sort(*ENTRANT, _order(), pl.col("sat") != side_name("NS"), "board", "opponent", maintain_order=True)
    scorings = report["session_results"].select(*ENTRANT, "scoring").unique()
    rows = _marked(rows.join(scorings, on=ENTRANT, how="left", maintain_order="left"))
    cells = rows.select(
        *("known", "asked", "place"),
        *("opponents", "contract", "possible", "sat", "partner"),
        mark="mark",
        first=_begins(),
        of=pl.col("top").is_not_null(),
        board=pl.col("board").cast(pl.String),
        score=in_short(pl.col("own_score")),
        mean=aligned(to_decimals(pl.col("own_mean"), 0), pl.lit(0)),
        share=aligned(pl.col("own_share"), pl.lit(1)),
        points=aligned(pl.col("own_points"), pl.col("decimals")),
        par=in_short(pl.col("own_par")),
    )
    above = pl.col("own_points") > pl.col("other_points")
    played = (
        rows.select(
            *ENTRANT,
            *("top", "known", "decimals"),
            above=above,
            scored=above.is_not_null(),
            exact=pl.when(_counts()).then("own_exact"),
            tops=pl.when(_counts()).then("top"),
        )
        .with_columns(written(_ROWS, "played", cells, asked=["mark", "partner"]).alias("played"))
        .group_by(ENTRANT, maintain_order=True)
        .agg(
            one_after_another(pl.col("played")),
            pl.col("above", "scored", "tops").sum(),
            pl.col("top", "known").first(),
            points=steady_sum(pl.col("exact")),
            decimals=pl.col("decimals").max(),
        )
        .join(_named(rows, "best", -_worth()), on=ENTRANT, how="left", maintain_order="left")
        .join(_named(rows, "worst", _worth()), on=ENTRANT, how="left", maintain_order="left")
    )
    results = report["session_results"].with_columns(
        entrants=pl.col("score").count().over(FIELD), field=lines_of_field()
    )
    own = results.drop("points").join(played, on=ENTRANT, maintain_order="left")
    own = own.join(movements_told(report["luck"]), on=ENTRANT, how="left", maintain_order="left")
    own = own.join(made_of(report), on=ENTRANT, how="left", maintain_order="left")
    own = own.with_columns(place=places(own["entrant"])).sort(*FIELD, "line", "place")
    known = own.with_columns(
        anchor=anchor(own, "entrant"),
        number=numbered("entrant"),
        people=people(own["players"], "../../players/"),
        brought=brought(),
    )
    share = quotient(100 * pl.col("points"), pl.col("tops"))
    of_cards = known.select(
        *("known", "anchor", "number", "people", "brought", "played"),
        of=pl.col("top").is_not_null(),
        has_people=is_given("people"),
        is_ranked=pl.col("rank").is_not_null(),
        score=won(pl.col("score"), pl.col("scoring")),
        unit=each(known["scoring"], unit),
        rank=each(known["rank"], place_said),
        entrants=pl.col("entrants").cast(pl.String),
        total=aligned(pl.col("points"), pl.col("decimals")),
        total_share=aligned(to_decimals(pl.when(pl.col("tops") > 0).then(share), 1), pl.lit(1)),
        best="best",
        worst="worst",
        has_best=is_given("best"),
        has_worst=is_given("worst"),
        made_of="made_of",
        movement="movement",
        luck_at="luck_at",
        above=pl.Series(
            [
                _above(*row)
                for row in known.select("above", "scored", "scoring", pl.col("top").is_not_null()).iter_rows()
            ],
            dtype=pl.String,
        ),
    )
    entries = known.select("anchor", "number", names="names")
    of_field = known.select(FIELD)
    marked = rows.drop_nulls("mark").select(FIELD).unique(maintain_order=True)
    marks = marked.with_columns(
        told=pl.lit(gettext("▲ beside a board: one of the best on the card; ▼: one of the worst."))
    )
    asked = ["score", "above", "movement", "made_of"]
    return {
        "cards": joined(of_field.with_columns(written(_ROWS, "card", of_cards, asked=asked)), FIELD),
        "card_list": joined(of_field.with_columns(written(_ROWS, "entry", entries)), FIELD),
        "marks": marked.with_columns(written(_ROWS, "marks", marks.select("told"))),
    }


def _above(better: int, scored: int, scoring: str, of_top: bool) -> str:
    """On how many boards an entrant was better than average; "" between teams, which are not compared with it."""
    if scoring in ("imps", "point_a_board"):
        return ""
    boards = counted(scored, "board")
    if of_top:
        return gettext("better than 50 % on {number} of {boards}", number=better, boards=boards)
    return gettext("IMPs gained on {number} of {boards}", number=better, boards=boards)


def _of_teams() -> pl.Expr:
    return pl.col("scoring").is_in(["imps", "point_a_board"])


def _counts() -> pl.Expr:
    """Whether a row is among those of the total: a board of a match stands at two tables, and counts once."""
    of_match = (*ENTRANT, "round", "opponent", "board")
    first = pl.col("own_exact").rank("ordinal", descending=True).over(of_match) == 1
    return pl.col("own_exact").is_not_null() & (first | ~_of_teams())


def _order() -> pl.Expr:
    """Boards in their order; of a team, which plays each at two tables, one table after the other, match by match."""
    at_two_tables = (pl.len().over(*ENTRANT, "board") > 1).any().over(ENTRANT)
    of_match = pl.col("board").min().over(*ENTRANT, "opponent")
    return pl.when(at_two_tables).then(of_match).otherwise("board")


def _is_compared(points: pl.Expr, group: Sequence[str]) -> pl.Expr:
    """Whether a board tells who did well: enough sat the same way, and not all of them have the same."""
    results = points.filter(~pl.col("again")).count().over(group)
    return (results >= _COMPARED) & (points.max().over(group) > points.min().over(group))


def _marked(rows: pl.DataFrame) -> pl.DataFrame:
    """`mark` of every row: `best` or `worst` where its board is one of the entrant's three best, or worst.

    Best are those that brought most, of what is above average; worst those that brought least, of what is below. Boards
    that brought the same are all among them, or none is. Teams are told none.
    """
    points, group = pl.col("own_points"), (*FIELD, "board", "sat")
    average = pl.when(pl.col("top").is_null()).then(0.0).otherwise(0.5)
    judged = rows.with_row_index("row").filter(_is_compared(points, group), points.is_not_null(), ~_of_teams())
    marked = judged.select(
        "row",
        mark=pl.when((_worth() > average) & (_worth().rank("min", descending=True).over(ENTRANT) <= _NAMED))
        .then(pl.lit("best"))
        .when((_worth() < average) & (_worth().rank("min").over(ENTRANT) <= _NAMED))
        .then(pl.lit("worst")),
    )
    return rows.with_row_index("row").join(marked, on="row", how="left", maintain_order="left").drop("row")


def _worth() -> pl.Expr:
    """What a board brought: the share of its top, or IMPs where there is none."""
    return pl.coalesce(pl.col("own_points") / pl.col("top"), pl.col("own_points"))


def _named(rows: pl.DataFrame, name: str, order: pl.Expr) -> pl.DataFrame:
    """The boards with this mark in this order, with links, what they brought, and why: `ENTRANT`, markup."""
    of_mark = rows.filter(mark=name).sort(*ENTRANT, order, "board")
    points, why = aligned(pl.col("own_points"), pl.col("decimals")), pl.col(f"why_{name}")
    told = {"points": points, "top": in_short(pl.col("top")), "why": why}
    is_told, has_top = why != "", pl.col("top").is_not_null()
    brought = (
        pl.when(is_told & has_top)
        .then(message_of(gettext("{points} of {top}: {why}"), told))
        .when(has_top)
        .then(message_of(gettext("{points} of {top}"), told))
        .when(is_told)
        .then(message_of(gettext("{points}: {why}"), told))
        .otherwise(points)
    )
    cells = of_mark.select("place", board=pl.col("board").cast(pl.String), brought=brought)
    markup = written(_ROWS, "named", cells)
    return joined(of_mark.select(ENTRANT).with_columns(markup.alias(name)), ENTRANT, name)


def _begins() -> pl.Expr:
    """Whether a board is the first against these opponents in this direction."""
    against = pl.struct("opponent", "partner", "sat")
    return (against != against.shift(1)).fill_null(value=True).over(ENTRANT)


def _of_side(lines: pl.DataFrame, own: str, other: str) -> pl.DataFrame:
    """The lines as one side sees them, each of two single players by themselves: `partner`; `again`, the second."""
    numbered_opponent = phrase(gettext("No. {number}", number="{}"), number_said(pl.col(other)))
    sign = 1 if own == "ns" else -1
    seen = lines.select(
        *FIELD,
        "line",
        *("round", "board", "contract", "possible", "top", "decimals", "known", "asked"),
        entrant=own,
        opponent=other,
        opponents=pl.coalesce(pl.col(f"{other}_names").replace("", None), numbered_opponent),
        sat=pl.lit(side_name(own.upper())),
        why_best=why_best(pl.col("declares") == own),
        why_worst=why_worst(pl.col("declares") == own),
        place=pl.coalesce("place", phrase("board-{}", "board")),
        own_score=sign * pl.col("score"),
        own_mean=sign * pl.col("mean"),
        own_points=f"{own}_points",
        own_exact=pl.col("exact").struct.field(f"{own}_points"),
        own_share=f"{own}_share",
        other_points=f"{other}_points",
        own_par=sign * pl.col("par_score"),
        apart=f"{own}_apart",
    )
    of_two, ids = pl.col("apart").is_not_null(), pl.col("entrant").str.split(PARTNERS)
    alone = seen.filter(~of_two).with_columns(partner=pl.lit(None, pl.String), again=pl.lit(value=False))
    single = [
        seen.filter(of_two).with_columns(
            entrant=ids.list.get(one), partner=pl.col("apart").list.get(1 - one), again=pl.lit(one == 1)
        )
        for one in (0, 1)
    ]
    return pl.concat([alone, *single]).drop("apart")
