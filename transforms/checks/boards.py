"""Checks of boards and tables: missing results, wrong board numbers, swapped pairs, wrong opponents and tables."""

import polars as pl

from transforms.bridge.sessions import NOBODY, PARTNERS, by_entrant
from transforms.checks.sessions import AT_THE_END
from transforms.intake.check import check, in_variants, of_evenings, says, which
from transforms.intake.findings import PLACE
from transforms.tables.messages import VARIANT
from transforms.tables.phrases import phrase, some
from transforms.tables.runs import key_number
from transforms.tables.schemas import CLUB, LINE, LISTED_RESULT, SESSION
from transforms.tables.shared import is_empty

_ROUND = (*LINE, "round")
_MEETING = (*_ROUND, "one", "other")
_FEWEST_OTHERS = 2
_MOST_OF_ROUND = 1 / 4
"""The largest share of odd meetings in a round that can be slips. If more are odd, the round was played that way."""
_MOST_OF_SESSION = 1 / 8
_NAMED = 3
IF_SO = "or, if this is right, confirm it with settled in competition.toml"
ACCEPT = f'{AT_THE_END} session = "{{session}}", accept = "the reason" and accept_at_most ='
NOT_PLAYED = f"or, if these boards were not played, {ACCEPT} {{{{ missing = {{results}} }}}}"
_ALONE = "only {ns} - {ew} have a result on this board in line {line}"
_CORRECT_BOARD = f"correct the number of the board, or delete the row if the board was not played; {IF_SO}"
_SCORES_COUNT = "the scores count as given"
_FILE = (*CLUB, "file_id")


_RESTARTED = (
    "board numbers of session {session} start again in these rounds: {rounds}; the repeated numbers are"
    " read as other boards and replaced by new numbers: board {board} of round {round} becomes {own_board}, and so on;"
    " if they are the same boards, correct rounds or boards"
)


@of_evenings("results.restarted", field="board")
@says(
    _RESTARTED,
    deals=f"{_RESTARTED}; deals that name no round of the results are left out ({{deals}} in all): add their rounds",
)
def restarted(restarted: pl.LazyFrame) -> pl.LazyFrame:
    return restarted.with_columns(which("", deals=pl.col("deals").is_not_null()))


@check("results.missing", stage="results", field="session_id", doubts={"missing": "results"})
@says(
    "results seem to be missing (in all: {results}): {met_at}; all other pairs of the round have a whole set of boards:"
    f" add the missing results, or give them as not_played; {NOT_PLAYED}"
)
def missing_results(meetings: pl.LazyFrame, official_results: pl.LazyFrame, unplayed: pl.LazyFrame) -> pl.LazyFrame:
    """Find pairs with fewer boards together than the other pairs of their round; one finding per session."""
    # A board that was not played, or has a ruling, is not missing. Complete meetings show which boards form a set.
    of_rounds = (
        _without_judge(meetings, official_results, unplayed)
        .group_by(_MEETING)
        .agg(pl.col("board").unique().sort())
        .with_columns(boards=pl.col("board").list.len())
        .with_columns(most=pl.col("boards").max().over(_ROUND))
        .with_columns(is_short=pl.col("boards") < pl.col("most"))
        .collect()
    )
    is_whole = ~pl.col("is_short")
    short = of_rounds.filter(
        is_whole.sum().over(_ROUND) >= _FEWEST_OTHERS, pl.col("is_short").mean().over(_ROUND) < 1 / 2
    ).filter("is_short")
    sets = of_rounds.filter(is_whole).select(*LINE, "most", whole="board").unique()
    played = of_rounds.select(*LINE, "one", "other", "round", "board").explode("board", empty_as_null=False)
    lacking = (
        short.join(sets, on=[*LINE, "most"])
        .with_columns(missing=pl.col("whole").list.set_difference("board").list.sort())
        .filter(pl.col("missing").list.len() == pl.col("most") - pl.col("boards"))
        .unique([*_MEETING, "missing"])
        .filter(pl.len().over(_MEETING) == 1)
        .sort(_MEETING)
    )
    # Boards that the two pairs played in another round are not missing, but their round is wrong.
    elsewhere = (
        lacking.explode("missing", empty_as_null=False, keep_nulls=False)
        .join(played, left_on=[*LINE, "one", "other", "missing"], right_on=[*LINE, "one", "other", "board"])
        .filter(pl.col("round") != pl.col("round_right"))
    )
    lacking = lacking.join(elsewhere, on=_MEETING, how="anti", maintain_order="left")
    places = meetings.join(lacking.lazy(), on=_MEETING, how="semi").group_by(_MEETING)
    of_first_line = places.agg(pl.col(PLACE).sort_by(*PLACE).first()).collect()
    placed = lacking.join(of_first_line, on=_MEETING, maintain_order="left").with_columns(
        pl.col("file_id").first().over(SESSION, order_by=_MEETING).alias("first_file")
    )
    of_sessions = placed.group_by(SESSION, maintain_order=True).agg(
        pl.col("first_file").first().alias("file_id"),
        results=pl.col("missing").list.len().sum(),
        met_at=some(_shown(), "; ", _NAMED),
    )
    return of_sessions.lazy().with_columns(line_no=pl.lit(None, pl.Int64))


def _without_judge(rows: pl.LazyFrame, official_results: pl.LazyFrame, unplayed: pl.LazyFrame) -> pl.LazyFrame:
    """Return the rows of rounds, unless the schedule or the result list of a file shows which results are missing."""
    listed = official_results.filter(pl.any_horizontal(pl.col(LISTED_RESULT).is_not_null()))
    others = pl.concat([listed.select(SESSION), unplayed.select(SESSION)])
    return rows.drop_nulls("round").join(others, on=SESSION, how="anti")


def _shown() -> pl.Expr:
    boards = pl.col("missing").cast(pl.List(pl.String)).list.join(", ")
    of = (boards, "one", "other", "line", "round")
    row = pl.when(pl.col("first_file") == pl.col("file_id")).then("line_no")
    return pl.coalesce(
        phrase("board {} of {} - {} (line {}, round {}, next to row {})", *of, row),
        phrase("board {} of {} - {} (line {}, round {})", *of),
    )


@check("results.missing/rounds", stage="results", field="session_id", doubts={"missing": "results"})
@says(
    "some entrants have results in other rounds, but none in these (missing in all: {results}): {met_at}; add the"
    f" missing results; {NOT_PLAYED}"
)
def missing_rounds(
    held: pl.LazyFrame, matches: pl.LazyFrame, official_results: pl.LazyFrame, unplayed: pl.LazyFrame
) -> pl.LazyFrame:
    """Find rounds in the middle without any results, and rounds in which more pairs than usual have none."""
    # If half of the pairs have none, the others may play more rounds. Teams without a match are found by `no_match`.
    # Rows in `held` that are left out have findings of their own.
    at_table = pl.when(pl.col("side").str.contains(PARTNERS, literal=True)).then(4).otherwise(2)
    seats = pl.concat(
        _without_judge(rows, official_results, unplayed)
        .select(*_ROUND, "file_id", "kind", side=side)
        .drop_nulls("side")
        .with_columns(at_table=at_table)
        .pipe(by_entrant, "side")
        for rows, side in ((held, "ns"), (held, "ew"), (matches.with_columns(kind=pl.lit("teams")), "team"))
    )
    common = pl.col("kind", "at_table").max(), pl.col("file_id").min()
    played = seats.group_by(*_ROUND, "entrant").agg(*common, results=pl.len())
    of_lines = played.group_by(LINE).agg(
        *common,
        entrants=pl.col("entrant").unique(),
        usual=pl.col("results").median(),
        round=pl.int_ranges(pl.col("round").min(), pl.col("round").max() + 1, dtype=pl.Int32).first(),
    )
    none, absent = pl.col("there").is_null(), pl.col("absent").list.len().cast(pl.Int64)
    more = absent - absent.filter(~none).median().over(LINE).floor()
    is_part = (pl.col("kind") != "teams") & (more >= pl.col("at_table")) & (2 * more < pl.col("entrants").list.len())
    in_order = pl.element().sort_by(pl.element().str.len_chars(), pl.element())
    who = pl.col("absent").list.eval(in_order).list.join(", ")
    return (
        of_lines.explode("round", empty_as_null=False, keep_nulls=False)
        .join(played.group_by(_ROUND).agg(there="entrant"), on=_ROUND, how="left")
        .with_columns(absent=pl.col("entrants").list.set_difference(pl.col("there").fill_null([])))
        .with_columns(
            results=(more / pl.col("at_table")).floor().cast(pl.Int64) * pl.col("usual").cast(pl.Int64),
            shown=pl.when(none | is_part).then(phrase("{} (line {}, round {})", who, "line", "round")),
        )
        .drop_nulls("shown")
        .sort(_ROUND)
        .group_by(SESSION, maintain_order=True)
        .agg(pl.col("file_id").min(), pl.col("results").sum(), met_at=some(pl.col("shown"), "; ", _NAMED))
        .with_columns(line_no=pl.lit(None, pl.Int64))
    )


@check("results.missing/short_line", field="line", doubts={"missing": pl.col("most") - pl.col("boards")})
@says(
    "the file ends here, but line {line} of session {session} has only {boards} boards, while another line has {most}:"
    " if the file is incomplete, hand in the whole file"
)
def short_line(results: pl.LazyFrame, meetings: pl.LazyFrame, ends: pl.LazyFrame) -> pl.LazyFrame:
    """Find lines with less than half the boards of another line, if the last row of a file is in the short line."""
    seats = pl.concat(meetings.select(*LINE, "board", entrant=side) for side in ("one", "other"))
    played = (
        seats.group_by(*LINE, "entrant")
        .agg(pl.col("board").n_unique())
        .group_by(LINE)
        .agg(boards=pl.col("board").max())
        .with_columns(most=pl.col("boards").max().over(SESSION))
    )
    last = results.sort("line_no").group_by(_FILE).agg(pl.col(*LINE[len(CLUB) :], "line_no").last(), counted=pl.len())
    whole = last.join(ends, on=_FILE).filter(given=pl.col("counted"), line_no=pl.col("end"))
    return whole.join(played, on=LINE).filter(2 * pl.col("boards") < pl.col("most")).sort(*CLUB, *PLACE)


_FEWEST_USUAL = 3
"""The median number of results per board that a line needs before a lone board is reported. In 100 lines of real
sessions no board was alone."""
_FAR = 1 / 4
"""A board is far away from the others if its distance is more than this share of the range of their numbers, and more
than `_NEAR`."""
_NEAR = 4


@check("results.lone_board", stage="questions", field="board")
@says(
    f"{_ALONE}; the result counts: {_CORRECT_BOARD}",
    or_two=f"{_ALONE}, and only two pairs of opponents have a result on board {{others}}; one of the two numbers may"
    f" be wrong, and all these results count: {_CORRECT_BOARD}",
    other_board="only {ns} - {ew} of line {line} have this board in round {round}; all others with the same"
    f" set of boards have board {{usual}} instead; the result counts: correct the board; {IF_SO}",
    far=f"{_ALONE}, and its number is far from the other boards of the line, {{lowest}} to {{highest}}; the result"
    f" counts: {_CORRECT_BOARD}",
)
def lone_board(meetings: pl.LazyFrame, settled: pl.LazyFrame) -> pl.LazyFrame:
    """Find boards with one result, unless the schedule ended early; with two tables, only boards far from the others.

    With three tables, the slip may be at the other two tables, so the finding names both boards. If a whole set of
    boards has one result each, and as many other boards lack results, it is no slip either.
    """
    counts = meetings.group_by(*LINE, "board").agg(results=pl.len()).collect().lazy()
    others = _other_boards(meetings).collect().lazy()
    if is_empty(counts.filter(pl.col("results") == 1), others):
        return meetings.clear()
    # In every Howell of 6 to 32 pairs that stops early, more boards have two results than one; not so after a slip.
    twos, ones = ((pl.col("results") == number).sum().over(LINE) for number in (2, 1))
    usual = pl.col("results").median().over(LINE)
    is_alone = pl.len().over(*LINE, "board") == 1
    sets = meetings.with_columns(is_alone=is_alone).filter((pl.col("is_alone").all() & (pl.len() > 1)).over(_MEETING))
    is_short = pl.col("results").is_between(2, pl.col("results").max() - 2)
    many = counts.group_by(LINE).agg(short=is_short.sum(), ones=(pl.col("results") == 1).sum())
    sets = sets.join(many, on=LINE).filter(pl.col("short") >= pl.col("ones"))
    lone = counts.filter(pl.col("results") == 1, usual >= _FEWEST_USUAL, twos <= ones)
    lone = lone.join(sets, on=[*LINE, "board"], how="anti")
    two = counts.filter(pl.col("results") == _FEWEST_USUAL - 1, usual == _FEWEST_USUAL)
    of_two = two.group_by(LINE).agg(others=pl.col("board").sort().cast(pl.String).str.join(", "))
    boards = {
        "other_board": others,
        "or_two": lone.join(of_two, on=LINE),
        "": lone.join(of_two, on=LINE, how="anti"),
        "far": _far_away(counts),
    }
    asked = meetings.join(settled, on=[*SESSION, *PLACE], how="anti")
    keys = {name: [*(_MEETING if name == "other_board" else LINE), "board"] for name in boards}
    found = in_variants({name: asked.join(rows, on=keys[name]) for name, rows in boards.items()})
    return found.unique([*LINE, "board", *PLACE], keep="first", maintain_order=True).sort(*LINE, "board")


def _other_boards(meetings: pl.LazyFrame) -> pl.LazyFrame:
    rounds = meetings.filter(pl.col("round").is_not_null())
    of_rounds = rounds.group_by(_MEETING).agg(boards=pl.col("board").unique().sort()).collect().lazy()
    times = pl.len().over(*LINE, "boards")
    alone = of_rounds.filter(times == 1, pl.col("boards").list.len() > 1)
    usual = of_rounds.filter(times >= _FEWEST_OTHERS).select(*LINE, usual="boards").unique()
    return (
        alone.join(usual, on=LINE)
        .with_columns(
            here=pl.col("boards").list.set_difference("usual"), there=pl.col("usual").list.set_difference("boards")
        )
        .filter(pl.all_horizontal(pl.col("here", "there").list.len() == 1))
        .filter(pl.len().over(_MEETING) == 1)
        .select(*_MEETING, board=pl.col("here").list.first(), usual=pl.col("there").list.first())
    )


def _far_away(counts: pl.LazyFrame) -> pl.LazyFrame:
    board, results = pl.col("board"), pl.col("results")
    lacking = (results < results.max().over(LINE)).sum().over(LINE) > (results < results.max().over(LINE)).cast(pl.Int8)
    in_order = counts.sort(*LINE, "board").with_columns(lacking=lacking)
    ends = (
        in_order.with_columns(lowest=lowest.over(LINE), highest=highest.over(LINE)).filter(board == end.over(LINE))
        for end, lowest, highest in (
            (board.max(), board.min(), board.get(-2, null_on_oob=True)),
            (board.min(), board.get(1, null_on_oob=True), board.max()),
        )
    )
    away = pl.max_horizontal(board - pl.col("highest"), pl.col("lowest") - board)
    wide = pl.col("highest") - pl.col("lowest") + 1
    far = pl.concat(ends).filter("lacking", results == 1, wide > 1, away > pl.max_horizontal(_FAR * wide, _NEAR))
    return far.select(*LINE, "board", "lowest", "highest")


@check("results.turned", stage="questions", field="ns", at_lines="at_lines")
@says(
    "these pairs sit the other way round on one board of their round, unlike the other pairs ({times} in"
    f" all): {{met_at}}; {_SCORES_COUNT}: exchange ns and ew of the row; {IF_SO}",
    either="these pairs sit one way round on one board of their round and the other way round on the second,"
    f" unlike the other pairs ({{times}} in all): {{met_at}}; {_SCORES_COUNT}: exchange ns and ew of the wrong row;"
    f" {IF_SO}",
)
def turned(meetings: pl.LazyFrame, settled: pl.LazyFrame) -> pl.LazyFrame:
    """Find pairs that are swapped on one board of their round, usually by a slip in writing or entering the score."""
    # In correct results, pairs change direction for whole rounds, or on the same board at every table. There are 5,248
    # meetings of two boards or more in 97 real sessions. Only three of them have one board turned and others not, each
    # in a different session. If a file has no rounds, three or more boards of the same two pairs count as one round.
    lines = meetings.filter(_AGAINST_SOMEBODY).with_columns(is_forth=pl.col("ns") == pl.col("one"))
    of_meetings = lines.group_by(_MEETING).agg(boards=pl.len(), forth=pl.col("is_forth").sum())
    is_both = pl.col("forth").is_between(1, pl.col("boards") - 1)
    several = of_meetings.filter(pl.col("boards") >= 2)
    odd = several.filter(
        (pl.col("forth") == 1) | (pl.col("boards") - pl.col("forth") == 1),
        (pl.col("boards") > 2) | pl.col("round").is_not_null(),
        (~is_both).sum().over(_ROUND) >= _FEWEST_OTHERS,
        is_both.mean().over(_ROUND) <= _MOST_OF_ROUND,
        is_both.mean().over(SESSION) <= _MOST_OF_SESSION,
    )
    is_turned = (pl.col("boards") == 2) | (pl.col("is_forth") == (pl.col("forth") == 1))
    found = (
        lines.join(odd, on=_MEETING, nulls_equal=True)
        .filter(is_turned)
        .pipe(_not_settled, settled)
        .sort(*_MEETING, "board", *PLACE, nulls_last=True, maintain_order=True)
        .with_columns(which("", either=pl.col("boards") == 2))
    )
    return _of_sessions(found, VARIANT)


_AGAINST_SOMEBODY = pl.all_horizontal(pl.col("ns", "ew") != NOBODY)


def _not_settled(asked: pl.LazyFrame, settled: pl.LazyFrame) -> pl.LazyFrame:
    meetings = asked.join(settled, on=[*LINE, *PLACE], how="semi").select(_MEETING).unique()
    return asked.join(meetings, on=_MEETING, how="anti", nulls_equal=True, maintain_order="left")


@check("results.turned/other_opponents", stage="questions", field="ns", at_lines="at_lines")
@says(
    "these pairs meet on one board of a round in which they have other opponents ({times} in all): {met_at};"
    f" {_SCORES_COUNT}: correct ns or ew, which may be exchanged, or the round; {IF_SO}"
)
def other_opponents(meetings: pl.LazyFrame, settled: pl.LazyFrame) -> pl.LazyFrame:
    """Find pairs that meet on one board of a round in which they have other opponents, in lines without tables."""
    of_round = meetings.filter(_AGAINST_SOMEBODY, pl.col("round").is_not_null(), pl.col("table").is_null())
    if is_empty(of_round):
        return meetings.clear()
    of_rounds = of_round.group_by(_MEETING).agg(boards=pl.len())
    of_pair = pl.concat(by_entrant(of_rounds.with_columns(side=side), "side") for side in ("one", "other"))
    of_several = of_pair.filter(pl.col("boards") >= 2).select(*_ROUND, "entrant").unique()
    of_others = [of_rounds.join(of_several.rename({"entrant": side}), on=[*_ROUND, side]) for side in ("one", "other")]
    lone = pl.concat(of_others).filter(pl.col("boards") == 1).select(_MEETING).unique().with_columns(is_odd=True)
    odd = of_rounds.join(lone, on=_MEETING, how="left").filter(
        "is_odd", (pl.col("is_odd").count() / pl.len()).over(SESSION) <= _MOST_OF_SESSION
    )
    return (
        of_round.join(odd.select(_MEETING), on=_MEETING, how="semi")
        .pipe(_not_settled, settled)
        .sort(*_MEETING, "board", *PLACE)
        .pipe(_of_sessions)
    )


def _of_sessions(lines: pl.LazyFrame, *apart: str) -> pl.LazyFrame:
    shown = pl.coalesce(
        phrase("{}, round {}, board {}: {} - {}", "line", "round", "boards", "ns", "ew"),
        phrase("{}, board {}: {} - {}", "line", "boards", "ns", "ew"),
    )
    numbers = pl.col("line_no").drop_nulls().cast(pl.String)
    return (
        lines.group_by(*_MEETING, "file_id", *apart, maintain_order=True)
        .agg(
            pl.col("line_no", "ns", "ew").first(),
            boards=pl.col("board").cast(pl.String).unique(maintain_order=True).str.join(" / "),
            at_lines=numbers.str.join(", "),
        )
        .with_columns(shown=shown)
        .group_by(*SESSION, "file_id", *apart, maintain_order=True)
        .agg(
            pl.col("line_no", "ns").first(),
            times=pl.len(),
            met_at=pl.col("shown").head(_NAMED).str.join("; "),
            at_lines=pl.col("at_lines").str.join(", "),
        )
    )


_OF_FILE = (*LINE, "file_id")
"""The key of the rounds of a file. Rounds are numbered per file, because both halves of a session may begin with round
1."""
_ROUND_OF_FILE = ("of_file", "round")


@check(
    "results.out_of_place/two_tables",
    stage="results",
    field="table",
    value="tables",
    one_per=(*SESSION, "file_id"),
    times="lines",
    doubts={"contradictions": pl.lit(1)},
)
@says(
    "pair {entrant} of line {line} is at several tables, {tables}, in round {round} (such cases in this file: {times});"
    " all results count: correct pairs, tables or rounds"
)
def out_of_place(results: pl.LazyFrame) -> pl.LazyFrame:
    """Find pairs at two tables in a round. Teams are exempt: each sits at two tables."""
    lines = results.filter(
        pl.col("kind") != "teams", pl.all_horizontal(pl.col("round", "table", "ns", "ew").is_not_null())
    ).collect()
    # Find the tables first, because they are far fewer than the lines and nearly always right.
    tables = (
        lines.with_columns(of_file=key_number(lines, _OF_FILE))
        .group_by(*_ROUND_OF_FILE, "table", "ns", "ew")
        .agg(pl.col("line_no").min(), pl.first(*_OF_FILE), results=pl.len())
        .lazy()
    )
    sides = pl.concat(tables.select(pl.exclude("ns", "ew"), side=side) for side in ("ns", "ew"))
    odd_line = pl.col("line_no").sort_by("results", "line_no").first()
    named = pl.col("table").unique().sort().head(8).cast(pl.String).str.join(", ")
    return (
        by_entrant(sides, "side")
        .filter(pl.col("table").n_unique().over(*_ROUND_OF_FILE, "entrant") > 1)
        .group_by(*_ROUND_OF_FILE, "entrant")
        .agg(pl.first(*_OF_FILE), odd_line, tables=named)
        .sort(*SESSION, "file_id", "line_no", "line", "round", "entrant", nulls_last=True)
    )
