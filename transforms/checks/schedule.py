"""Compare result lines with a schedule: that of their file, of a movement that fits nearly all, or of most lines.

A line fits if the schedule has its two pairs, in these directions, on its board. A line that does not fit is compared
with the schedule of its table in its round, and gets the smallest correction that makes it fit. If most lines of a
round do not fit, the schedule does not count in that round.
"""

from typing import NamedTuple

import polars as pl

from transforms.balance.generators import known_plays
from transforms.bridge.sessions import PARTNERS
from transforms.checks.boards import NOT_PLAYED
from transforms.checks.sessions import AT_THE_END
from transforms.intake.check import check, says, which
from transforms.intake.result_lines import settled_results
from transforms.tables.messages import VARIANT
from transforms.tables.phrases import phrase, some
from transforms.tables.runs import key_number
from transforms.tables.schemas import LINE, SESSION

_OF_FILE = (*LINE, "file_id")
_UNIT = ("of_line", "round", "table")
_MEETING = ("of_line", "board", "one", "other")
_AS_PLANNED = {"planned_ns": "ns", "planned_ew": "ew"}
_PLANNED = tuple(_AS_PLANNED)
_PLAN = (*_UNIT, "board", *_PLANNED, "either", "of_file")
_MOVEMENT = ("of_line", "movement")
_OF_SET = (*_MOVEMENT, "board_set")
_KNOWN = {"ns": "known_ns", "ew": "known_ew"}
_FITS = 3 / 4
"""If at least this share of a line's results fits a movement, the results that do not fit are reported."""
_FITS_BOARDS = 9 / 10
"""Of the results that fit, this share must be on boards of the set that the movement has at that table and round."""
_TURNED = 1 / 5
"""If a larger share of the tables is turned against a movement, the line was played with other directions."""
_PAIRS_WITH_DIRECTIONS = 6
"""With fewer pairs, directions are free: only the schedule of a file can show that a table is turned."""
_MOST_OF_LINE = 1 / 8
"""If a larger share of the results differs from the others of its table and round, the rows give no schedule."""
_NAMED = 3


class Held(NamedTuple):
    """Result lines compared with the schedule."""

    results: pl.DataFrame
    """The lines, with `off` (how a line differs from the schedule; null if it fits or is settled), `asked` (whether it
    differs or is settled), `late` (which puts lines that fit before others), and columns for the sentences."""
    unplayed: pl.DataFrame
    """(`SESSION`, file_id, line_no, results, met_at): sessions that lack results of the schedule of their file."""
    unlike: pl.DataFrame
    """(`SESSION`, file_id, line_no, rounds, results): rounds whose results mostly contradict the schedule of their
    file."""


def held_against(results: pl.DataFrame, schedule: pl.LazyFrame, settings: pl.LazyFrame) -> Held:
    """Compare the lines of `as_given` with the rows of `Schedule` of their file, or else with a known movement."""
    seated = results.with_row_index("at").filter(
        pl.col("kind") != "teams",
        pl.all_horizontal(pl.col("round", "table", "ns", "ew").is_not_null()),
        ~pl.any_horizontal(pl.col("ns", "ew").str.contains(PARTNERS, literal=True)),
    )
    rows = seated.select("at", *_OF_FILE, "line_no", "round", "table", "board", "ns", "ew").with_columns(
        one=pl.min_horizontal("ns", "ew"), other=pl.max_horizontal("ns", "ew"), of_line=key_number(seated, _OF_FILE)
    )
    lines = rows.select("of_line", *_OF_FILE).unique(maintain_order=True)
    of_file = _of_file(lines, schedule)
    of_known = _of_known(rows.join(of_file, on="of_line", how="anti"))
    others = rows.join(pl.concat([of_file, of_known]), on="of_line", how="anti")
    held, lacking = _compared(rows, pl.concat([of_file, of_known, _of_rows(others)]))
    astray = _astray(others, lacking, lines)
    held = pl.concat([held.join(astray, on="at", how="anti"), astray], how="diagonal")
    row = [*_OF_FILE, "line_no"]
    settled = settled_results(settings, results.lazy()).select(*row, is_settled=pl.lit(value=True)).unique().collect()
    is_settled = pl.col("is_settled").is_not_null()
    together = (*_UNIT, "off", "right")
    numbers = pl.col("line_no").drop_nulls().sort().cast(pl.String).str.join(", ")
    held = (
        held.join(settled, on=row, how="left", nulls_equal=True, maintain_order="left")
        .with_columns(
            is_settled=is_settled.any().over(together),
            at_lines=numbers.over(together),
            asked=pl.col("off").is_not_null(),
        )
        .with_columns(late=pl.when("is_settled").then(0).when("asked").then(3).when("is_moved").then(2).otherwise(1))
        .with_columns(off=pl.when(~pl.col("is_settled")).then("off"))
    )
    more = held.select("at", "off", "asked", "late", "right", "at_lines", "there", *_PLANNED)
    marked = (
        results.with_row_index("at")
        .join(more, on="at", how="left", maintain_order="left")
        .with_columns(pl.col("late").fill_null(1), pl.col("asked").fill_null(value=False))
        .drop("at")
    )
    of_files = lacking.filter("of_file", "is_played").join(lines, on="of_line")
    return Held(marked, _of_sessions(of_files), _rounds(held))


def _of_file(lines: pl.DataFrame, schedule: pl.LazyFrame) -> pl.DataFrame:
    of_lines = schedule.collect().join(lines, on=_OF_FILE, maintain_order="left")
    return (
        of_lines.sort("line_no", maintain_order=True)
        .select(*_UNIT, "board", **_AS_PLANNED, either=pl.lit(value=False), of_file=pl.lit(value=True))
        .unique([*_UNIT, "board"], keep="first", maintain_order=True)
    )


def _of_known(rows: pl.DataFrame) -> pl.DataFrame:
    """Return `_PLAN` of lines whose results nearly all fit a known movement, even if its pairs have other numbers."""
    # Tables and rounds must agree with the movement. A round may be turned as a whole.
    numbered = rows.with_columns(place=pl.col("table").cast(pl.Int32, strict=False)).drop_nulls("place")
    named = pl.concat(numbered.group_by("of_line").agg(pl.col(side).unique().alias("pair")) for side in ("ns", "ew"))
    sizes = (
        named.explode("pair", empty_as_null=True, keep_nulls=True).group_by("of_line").agg(pl.col("pair").n_unique())
    )
    tables = pl.col("place").max().over("of_line")
    units = (
        numbered.group_by(*_UNIT, "place", "ns", "ew")
        .agg(many=pl.len().cast(pl.Int64))
        .join(sizes, on="of_line")
        .with_columns(of=pl.col("many").sum().over("of_line"), tables=tables)
        # With a missing pair at the last table, there is one table more.
        .with_columns(tables=pl.int_ranges("tables", pl.col("tables") + 1 + (pl.col("pair") > 2 * pl.col("tables"))))
        .explode("tables", empty_as_null=True, keep_nulls=True)
    )
    plays = known_plays(units["tables"].unique().sort().to_list())
    seats = plays.rename({"table": "place", **_KNOWN})
    met = units.join(seats, on=["tables", "round", "place"])
    numbers = _numbers(met)
    with_numbers = met
    for side in _KNOWN:
        of_side = numbers.select(*_MOVEMENT, pl.col("pair").alias(side), pl.col("number").alias(f"own_{side}"))
        with_numbers = with_numbers.join(of_side, on=[*_MOVEMENT, side])
    turned = pl.col("own_ns") == pl.col("known_ew")
    is_hit = pl.any_horizontal(
        (pl.col("own_ns") == pl.col(f"known_{one}")) & (pl.col("own_ew") == pl.col(f"known_{other}"))
        for one, other in (("ns", "ew"), ("ew", "ns"))
    )
    hits = with_numbers.filter(is_hit).with_columns(is_turned=turned)
    shares = hits.group_by(_MOVEMENT).agg(
        share=pl.col("many").sum() / pl.col("of").first(),
        is_whole=pl.col("place").n_unique() >= pl.col("tables").first() * _FITS,
    )
    candidates = shares.filter("is_whole", pl.col("share") >= _FITS).drop("is_whole")
    fitting = hits.join(candidates, on=_MOVEMENT, how="semi")
    boards = _boards(rows.join(fitting.select(*_UNIT, "movement", "ns", "ew", "board_set"), on=[*_UNIT, "ns", "ew"]))
    best = (
        candidates.join(boards.filter(pl.col("sound") >= _FITS_BOARDS).unique(_MOVEMENT), on=_MOVEMENT)
        .sort("of_line", pl.col("share") * pl.col("sound"), "movement", descending=[False, True, False])
        .unique("of_line", keep="first", maintain_order=True)
        .select(_MOVEMENT)
    )
    directions = fitting.join(best, on=_MOVEMENT, how="semi").with_columns(
        is_round_turned=(pl.col("is_turned").mean() > 1 / 2).over("of_line", "round")
    )
    of_rounds = directions.group_by("of_line", "round").agg(pl.first("is_round_turned"))
    is_odd = pl.col("is_turned") != pl.col("is_round_turned")
    of_lines = directions.group_by("of_line").agg(
        either=(is_odd.mean() > _TURNED) | (pl.col("pair").first() < _PAIRS_WITH_DIRECTIONS)
    )
    plan = (
        best.join(plays, on="movement")
        .join(of_rounds, on=["of_line", "round"])
        .join(of_lines, on="of_line")
        .join(boards.select(*_OF_SET, "board"), on=_OF_SET)
    )
    for side in _KNOWN:
        pair = numbers.select(*_MOVEMENT, pl.col("number").alias(side), pl.col("pair").alias(f"pair_{side}"))
        plan = plan.join(pair, on=[*_MOVEMENT, side], how="left")
    return plan.with_columns(
        pl.when("is_round_turned").then(f"pair_{other}").otherwise(f"pair_{own}").alias(f"planned_{own}")
        for own, other in (("ns", "ew"), ("ew", "ns"))
    ).select("of_line", "round", pl.col("table").cast(pl.String), *_PLAN[3:-1], of_file=pl.lit(value=False))


def _numbers(met: pl.DataFrame) -> pl.DataFrame:
    """Return (`_MOVEMENT`, pair, number): which pair of each line has which number of a movement."""
    # The movement most often has this number where the pair sits in a round.
    votes = pl.concat(
        met.select(*_MOVEMENT, pair=side, number=known, many=2 * pl.col("many") + (known == _KNOWN[side]))
        for side in _KNOWN
        for known in _KNOWN.values()
    )
    in_order = (
        votes.group_by(*_MOVEMENT, "pair", "number")
        .agg(pl.col("many").sum())
        .sort(*_MOVEMENT, "many", "pair", "number", descending=[False, False, True, False, False])
    )
    of_pairs = in_order.unique([*_MOVEMENT, "pair"], keep="first", maintain_order=True)
    return of_pairs.unique([*_MOVEMENT, "number"], keep="first", maintain_order=True).drop("many")


def _boards(rows: pl.DataFrame) -> pl.DataFrame:
    """Return (`_OF_SET`, board, sound): the boards of each set of a movement, and the share of results that fit them.

    A board belongs to the set with which it has most results; of two such sets, to the one with the nearest boards.
    """
    away = pl.col("board") - pl.col("board").median().over(_OF_SET)
    return (
        rows.group_by(*_OF_SET, "board")
        .agg(many=pl.len().cast(pl.Int64))
        .with_columns(of=pl.col("many").sum().over(_MOVEMENT), away=away.abs())
        .sort(*_MOVEMENT, "board", "many", "away", "board_set", descending=[False] * 3 + [True] + [False] * 2)
        .unique([*_MOVEMENT, "board"], keep="first", maintain_order=True)
        .with_columns(nth=pl.struct(-pl.col("many"), "away", "board").rank("ordinal").over(_OF_SET))
        .filter(pl.col("nth") <= pl.len().over(_OF_SET).median().over(_MOVEMENT))
        .with_columns(sound=pl.col("many").sum().over(_MOVEMENT) / pl.col("of"))
    )


def _of_rows(rows: pl.DataFrame) -> pl.DataFrame:
    """Return `_PLAN` from the rows alone: at each table in each round, the pairs of most results, in any direction."""
    # The boards of a table are a set that at least two tables played and that fits it best, or else its own boards.
    agreed = (
        rows.group_by(*_UNIT, "one", "other")
        .agg(pl.first("ns", "ew"), boards=pl.col("board").unique().sort(), many=pl.len())
        .filter(2 * pl.col("many") > pl.col("many").sum().over(_UNIT))
    )
    sets = (
        agreed.filter(pl.len().over("of_line", "boards") > 1, pl.col("boards").list.len() > 1)
        .select("of_line", "boards")
        .unique()
        .with_columns(board="boards")
        .explode("board", empty_as_null=True, keep_nulls=True)
    )
    nearest = (
        rows.join(agreed, on=[*_UNIT, "one", "other"], how="semi")
        .with_columns(of=pl.len().over(_UNIT))
        .join(sets, on=["of_line", "board"])
        .group_by(*_UNIT, "boards")
        .agg(pl.first("of"), common=pl.len())
        .filter(2 * pl.col("common") > pl.col("of"))
        .sort(
            *_UNIT,
            "common",
            pl.col("boards").list.len(),
            pl.col("boards").list.first(),
            descending=[False] * 3 + [True] + [False] * 2,
        )
        .unique(_UNIT, keep="first", maintain_order=True)
    )
    return (
        _with_absent_pairs(agreed)
        .join(nearest.select(*_UNIT, usual="boards"), on=_UNIT, how="left")
        .with_columns(board=pl.coalesce("usual", "boards"))
        .explode("board", empty_as_null=True, keep_nulls=True)
        .select(*_UNIT, "board", **_AS_PLANNED, either=pl.lit(value=True), of_file=pl.lit(None, pl.Boolean))
    )


def _with_absent_pairs(agreed: pl.DataFrame) -> pl.DataFrame:
    """If only one pair is absent in a round, give it the place of a number that sits twice there or in no other round.

    The pair must not have met the opponents, nor played the boards, in another round. If that leaves two
    places of the number, the pair gets the one whose opponents or boards the number has in another round.
    """
    of_round, place = ("of_line", "round"), (*_UNIT, "side")
    seats = pl.concat(
        agreed.select(*_UNIT, "boards", side=pl.lit(side), pair=side, opponent=against)
        for side, against in (("ns", "ew"), ("ew", "ns"))
    ).with_columns(times=pl.len().over(*of_round, "pair"), rounds=pl.col("round").n_unique().over("of_line", "pair"))
    absent = (
        seats.select(of_round)
        .unique()
        .join(seats.filter(pl.col("rounds") > 1).select("of_line", absent="pair").unique(), on="of_line")
        .join(seats, left_on=[*of_round, "absent"], right_on=[*of_round, "pair"], how="anti")
        .filter(pl.len().over(of_round) == 1)
    )
    odd = seats.filter((pl.col("times") == 2) | (pl.col("rounds") == 1)).join(absent, on=of_round)
    wrong = odd.filter(pl.len().over(of_round) == pl.col("times"))
    there = seats.select("of_line", "pair", pl.col("round", "opponent", "boards").name.suffix("_there"))
    has_boards = pl.col("boards").list.set_intersection("boards_there").list.len() > 0
    is_again = has_boards | (pl.col("opponent") == pl.col("opponent_there"))
    again = {
        of: wrong.join(there, left_on=["of_line", of], right_on=["of_line", "pair"])
        .filter(pl.col("round") != pl.col("round_there"), is_again)
        .select(*place, is_again=pl.lit(value=True))
        .unique()
        for of in ("absent", "pair")
    }
    possible = wrong.join(again["absent"], on=place, how="anti").join(again["pair"], on=place, how="left")
    is_only = (pl.len().over(of_round) == 1) | (pl.col("is_again") & (pl.col("is_again").count().over(of_round) == 1))
    right = possible.filter(is_only).select(*place, "absent")
    return agreed.join(right, on=_UNIT, how="left", maintain_order="left").with_columns(
        pl.when(side=side).then("absent").otherwise(side).alias(side) for side in ("ns", "ew")
    )


def _compared(rows: pl.DataFrame, planned: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return the rows with the schedule of their table and round, `off` and `right`; and the missing results."""
    of_two = planned.with_columns(one=pl.min_horizontal(_PLANNED), other=pl.max_horizontal(_PLANNED))
    of_meetings = of_two.unique(_MEETING, keep="first", maintain_order=True).select(
        *_MEETING, "either", is_forth=pl.col("one") == pl.col("planned_ns")
    )
    of_units = planned.group_by(_UNIT).agg(
        pl.col(*_PLANNED, "of_file", "either").first(), boards=pl.col("board").unique().sort()
    )
    met = rows.join(of_meetings, on=_MEETING, how="left", maintain_order="left")
    fits = ((pl.col("ns") == pl.col("one")) == pl.col("is_forth")) | pl.col("either")
    placed = met.with_columns(fits=fits.fill_null(value=False)).drop("either", "is_forth")
    placed = placed.join(of_units, on=_UNIT, how="left", maintain_order="left").with_columns(
        is_moved=~(pl.col("board").is_in("boards") & pl.any_horizontal(pl.col(_PLANNED) == pl.col("ns")))
    )
    there = placed.select(*_UNIT, "board").unique()
    due = of_two.drop_nulls(_PLANNED)
    for side in _PLANNED:
        due = due.join(_entrants(rows), left_on=["of_line", side], right_on=["of_line", "entrant"], how="semi")
    lacking = due.join(placed, on=_MEETING, how="anti").join(there, on=[*_UNIT, "board"], how="anti")
    # If an evening was cut short, no table has all results of the last rounds.
    whole = due.join(lacking, on=_UNIT, how="anti").group_by("of_line").agg(last=pl.col("round").max())
    lacking = lacking.join(whole, on="of_line", how="left").with_columns(is_played=pl.col("round") <= pl.col("last"))
    of_lacks = lacking.group_by(_UNIT).agg(lacks=pl.col("board").unique().sort())
    is_planned = {
        side: (pl.col(side) == pl.col(own)) | (pl.col("either") & (pl.col(side) == pl.col(other)))
        for side, own, other in (("ns", *_PLANNED), ("ew", *reversed(_PLANNED)))
    }
    is_turned = (pl.col("ns") == pl.col("planned_ew")) & (pl.col("ew") == pl.col("planned_ns"))
    on_board = pl.col("board").is_in("boards")
    # If two pairs have a board twice and lack another one, the order in which they played shows which result is which.
    in_order = pl.col("boards").list.get(pl.int_range(pl.len()).over(_UNIT, order_by="line_no"), null_on_oob=True)
    is_again = (pl.len().over(*_UNIT, "board") > 1) & (pl.len().over(_UNIT) == pl.col("boards").list.len())
    is_slip = is_again & (pl.col("board") != in_order) & in_order.is_in("lacks")
    known = pl.all_horizontal(pl.col(_PLANNED).is_not_null())
    cases = which(
        "pairs",
        board=is_planned["ns"] & is_planned["ew"],
        turned=is_turned & on_board,
        ns=is_planned["ew"] & on_board,
        ew=is_planned["ns"] & on_board,
    )
    held = placed.join(of_lacks, on=_UNIT, how="left", maintain_order="left").with_columns(
        off=pl.when(fits=False)
        .then(pl.when(known).then(cases))
        .when(is_slip.fill_null(value=False))
        .then(pl.lit("board"))
    )
    # Results that contradict only the schedule, and not each other, show that the schedule of the round is wrong.
    is_twice = pl.col("at").is_in(_twice(rows)["at"].implode())
    is_off = pl.col("off").is_not_null()
    is_many = (is_off.mean() > _MOST_OF_LINE).over("of_line") & pl.col("of_file").is_null()
    of_round = (is_off.mean() > 1 / 2).over("of_line", "round") & ~(is_off & is_twice).any().over("of_line", "round")
    text = pl.col("lacks").cast(pl.List(pl.String)).list.join(", ")
    right = (
        pl.when(off="board").then(pl.when(is_slip.fill_null(value=False)).then(in_order.cast(pl.String)).otherwise(text))
        .when(off="ns").then(pl.when(pl.col("ew") == pl.col("planned_ew")).then("planned_ns").otherwise("planned_ew"))
        .when(off="ew").then(pl.when(pl.col("ns") == pl.col("planned_ns")).then("planned_ew").otherwise("planned_ns"))
    )  # fmt: skip
    held = held.with_columns(
        right=right,
        there=pl.col("boards").cast(pl.List(pl.String)).list.join(", "),
        unlike=of_round & is_off,
    ).with_columns(off=pl.when(~of_round & ~is_many).then("off"))
    return held, lacking.join(held.filter("unlike"), on=["of_line", "round"], how="anti")


def _astray(rows: pl.DataFrame, lacking: pl.DataFrame, lines: pl.DataFrame) -> pl.DataFrame:
    """Return the rows of lines whose results are all missing from another line, according to that line's schedule."""
    there = lacking.join(lines, on="of_line").rename({"line": "right"})
    at = [*SESSION, "file_id", "round", "table", "board", "one", "other"]
    found = rows.join(there.select(*at, *_PLANNED, "right").unique(at), on=at, how="left", maintain_order="left")
    whole = found.filter(pl.col("right").is_not_null().all().over("of_line"))
    return whole.with_columns(off=pl.lit("line"), unlike=pl.lit(value=False))


def _twice(rows: pl.DataFrame) -> pl.DataFrame:
    sides = pl.concat(rows.select("at", "of_line", "board", entrant=side) for side in ("ns", "ew"))
    return sides.filter(pl.struct("of_line", "board", "entrant").is_duplicated())


def _entrants(rows: pl.DataFrame) -> pl.DataFrame:
    return pl.concat(rows.select("of_line", entrant=side) for side in ("ns", "ew")).unique()


def _of_sessions(lacking: pl.DataFrame) -> pl.DataFrame:
    shown = phrase("board {} of {} - {} (line {}, round {}, table {})", "board", *_PLANNED, "line", "round", "table")
    return (
        lacking.sort(*_OF_FILE, "round", "table", "board")
        .group_by(*SESSION, "file_id", maintain_order=True)
        .agg(results=pl.len(), met_at=some(shown, "; ", _NAMED), line_no=pl.lit(None, pl.Int64))
    )


def _rounds(held: pl.DataFrame) -> pl.DataFrame:
    rounds = pl.col("round").unique().sort().cast(pl.String).str.join(", ")
    return (
        held.filter("unlike", "of_file")
        .group_by(*SESSION, "file_id", maintain_order=True)
        .agg(pl.col("line_no").min(), rounds=rounds, results=pl.len())
    )


def _is_of_other_file() -> pl.Expr:
    return (pl.col("first_file_id") != pl.col("file_id")).fill_null(value=False)


_HAS = "in round {round} at table {table} of line {line} the movement has"
_BOARDS = f"{_HAS} boards {{there}}"
_PAIRS = f"{_HAS} {{planned_ns}} North-South and {{planned_ew}} East-West"
_OTHERS = f"{_PAIRS} on boards {{there}}, not {{ns}} and {{ew}} on board {{board}}"
_SETTLE = f'or, if this is right, {AT_THE_END} session = "{{session}}" and settled = ["{{line}} {{board}} {{ns}}"]'
_SETTLE_LOST = f"{_SETTLE}, and delete other results of these pairs on this board"
_BEATEN = "this row is left out, because one of its pairs has another result on this board that fits the movement"
_COUNTS = "the score counts as given"
_EXCHANGE = "exchange ns and ew (of a Bridgemate: the two pairs, in the scoring program, and export again)"
_CORRECT = "correct {off} to {right}"
_FIELD = pl.when(pl.col("off").is_in(["board", "ew", "line"])).then("off").otherwise(pl.lit("ns"))
_VALUE = pl.coalesce(
    *(pl.when(pl.col("off") == name).then(pl.col(name).cast(pl.String)) for name in ("board", "ew", "line")), "ns"
)
_IS_TURNED, _IS_SIDE = pl.col("off") == "turned", pl.col("off").is_in(["ns", "ew"])
_OWN = pl.coalesce(pl.when(pl.col("off") == side).then(side) for side in ("ns", "ew"))
_TWO_PAIRS = (*_OF_FILE, "round", pl.min_horizontal(_OWN, "right"), pl.max_horizontal(_OWN, "right"))
_IS_EXCHANGED = _OWN.n_unique().over(_TWO_PAIRS) > 1
_ONE_PER = (*_OF_FILE, "round", "table", VARIANT, "off", "right")


@check(
    "results.off_schedule",
    stage="lines once",
    row="left out",
    field=_FIELD,
    value=_VALUE,
    suspects=pl.col("off").is_not_null(),
    one_per=_ONE_PER,
    doubts={"schedule": pl.lit(1)},
    off="off",
    at_lines="at_lines",
)
@says(
    f"{_OTHERS}; {_BEATEN}: correct it; {_SETTLE_LOST}",
    board=f"{_BOARDS}, and no result of board {{right}}; this row of board {{board}} is left out: correct its board to"
    f" {{right}}; {_SETTLE_LOST}",
    again=f"{_BOARDS}, which all have results; {_BEATEN}: delete it, or correct its board; {_SETTLE_LOST}",
    turned=f"{_PAIRS}; {_BEATEN}: {_EXCHANGE}; {_SETTLE_LOST}",
    side=f"{_PAIRS}; {_BEATEN}: {_CORRECT}; {_SETTLE_LOST}",
    exchanged=f"{_PAIRS}, but {{own}} has the results of {{right}} (rows {{at_lines}}), and at another table {{right}}"
    " has those of {own}; all these rows are left out, because these pairs have other results on such boards that fit"
    f" the movement: {_CORRECT} here, and to {{own}} at the other table; {_SETTLE_LOST}",
)
def off_schedule(results: pl.LazyFrame) -> pl.LazyFrame:
    of_board = pl.col("off") == "board"
    of_sides = {"exchanged": _IS_SIDE & _IS_EXCHANGED, "side": _IS_SIDE}
    cases = which("", again=of_board & pl.col("right").is_null(), board=of_board, turned=_IS_TURNED, **of_sides)
    return results.with_columns(cases, own=_OWN).filter(pl.col("off").is_not_null(), _is_lost())


def _is_lost() -> pl.Expr:
    beaten = pl.col("first_file_id") == pl.col("file_id")
    is_lost = beaten.fill_null((pl.col("off") == "board") & pl.col("right").is_not_null()).fill_null(value=False)
    # Two pairs that are exchanged at two tables are one slip, so either all rows of the slip count, or none.
    return is_lost | (_IS_EXCHANGED & is_lost.any().over(_TWO_PAIRS))


@check(
    "results.off_schedule/counts",
    stage="lines once",
    field=_FIELD,
    value=_VALUE,
    suspects=pl.col("off").is_not_null(),
    one_per=_ONE_PER,
    doubts={"schedule": pl.lit(1)},
    off="off",
    at_lines="at_lines",
)
@says(
    f"{_OTHERS}; {_COUNTS}: correct the row; {_SETTLE}",
    line_counts="these results of line {line}, round {round}, table {table} (rows {at_lines}) seem to belong to line"
    f" {{right}}, which lacks them, but they count as a line of their own: {_CORRECT}; {_SETTLE}",
    board_counts=f"{_BOARDS}, which all have results; {_COUNTS}: correct its board, or delete the row; {_SETTLE}",
    turned_counts=f"{_PAIRS}, and the other way round here (rows {{at_lines}}); {_COUNTS}: {_EXCHANGE}; {_SETTLE}",
    side_counts=f"{_PAIRS}, but here {{ns}} and {{ew}} have results (rows {{at_lines}});"
    f" {_COUNTS}: {_CORRECT}; {_SETTLE}",
)
def off_schedule_that_counts(results: pl.LazyFrame) -> pl.LazyFrame:
    of, off = {"line_counts": "line", "board_counts": "board"}, pl.col("off")
    cases = which(
        "", turned_counts=_IS_TURNED, side_counts=_IS_SIDE, **{name: off == word for name, word in of.items()}
    )
    return results.filter(off.is_not_null(), ~_is_lost(), ~_is_of_other_file()).with_columns(cases)


@check("results.rounds_off_schedule", stage="schedule", field="round", value="rounds", doubts={"schedule": "results"})
@says(
    "most results of rounds {rounds} contradict the schedule in the file, so it does not count in these rounds: if the"
    " pairs did not sit as these results say, correct the file"
)
def off_rounds(unlike: pl.LazyFrame) -> pl.LazyFrame:
    return unlike


@check("results.missing/schedule", stage="schedule", field="session_id", doubts={"missing": "results"})
@says(
    "the schedule has boards without a result (in all: {results}): {met_at}; add the results of those that were played;"
    f" {NOT_PLAYED}"
)
def not_entered(unplayed: pl.LazyFrame) -> pl.LazyFrame:
    return unplayed
