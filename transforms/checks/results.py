"""Checks of result lines: lines that cannot be scored, repeated lines, lines without players, and doubtful scores."""

from collections.abc import Iterable

import polars as pl

from transforms.bridge.contracts import PASSED_OUT, is_possible_score
from transforms.bridge.rulings import (
    awarded_share,
    has_one_side,
    has_outcomes,
    has_result,
    is_awarded,
    is_played,
    outcomes,
)
from transforms.bridge.sessions import PARTNERS, by_entrant
from transforms.checks.boards import IF_SO
from transforms.intake.check import check, in_variants, judged, says, which
from transforms.intake.consequences import is_question, lines_asked_about
from transforms.intake.findings import IN_SETTINGS, LEFT_OUT, PLACE
from transforms.intake.result_lines import MEETING, with_worth, written_as_settled
from transforms.official.lines import unlike_the_same_score
from transforms.tables.arithmetic.rounding import quotient
from transforms.tables.messages import VARIANT
from transforms.tables.phrases import phrase
from transforms.tables.runs import key_number
from transforms.tables.schemas import CLUB, DIRECTIONS, ENTRANT, LINE, SESSION, Rows

_BOTH_SIDES = pl.all_horizontal(pl.col("ns", "ew").is_not_null())


# --- which lines can be scored: `results` as `as_given` returns them -------------------------------------------------


_LACKING = {"ns": "ns", "score": "score", "tricks": "tricks"}
_IS_LACKING = pl.col(VARIANT).is_in(list(_LACKING))


@check(
    "results.left_out",
    stage="lines",
    row="left out",
    field={"against_itself": "ew", "player_twice": "board", "mixed": "board", **_LACKING},
    value=dict.fromkeys(_LACKING, pl.lit(None)),
    doubts={"contradictions": ~_IS_LACKING, "missing": _IS_LACKING},
)
@says(
    against_itself=f"ns has the same pair, and a pair cannot play against itself; {LEFT_OUT}: correct ns or ew"
    " or, if both sides have numbers of their own, write 1NS and 1EW",
    player_twice=f"a player cannot sit in two places; {LEFT_OUT}: correct one of the places",
    mixed="this row has single players where the other rows of the session have pairs, or the other way round, or a"
    f" seat has no player; {LEFT_OUT}: correct it",
    ns=f"neither side is given; {LEFT_OUT}: fill in ns and ew",
    score=f"there is no score, contract or ruling; {LEFT_OUT}: fill in one of them",
    tricks=f"the contract has no declarer or no tricks, and there is no score; {LEFT_OUT}: fill in what is missing",
)
def unsound(results: pl.LazyFrame) -> pl.LazyFrame:
    of_two = [pl.col(side).str.contains(PARTNERS, literal=True) for side in ("ns", "ew")]
    players = pl.concat_str("ns", "ew", separator=PARTNERS, ignore_nulls=True).str.split(PARTNERS)
    are_two = pl.mean_horizontal(of_two).mean().over(SESSION) >= 0.5
    no_score = _BOTH_SIDES & is_played(pl.col("ruling")) & pl.col("score").is_null()
    wrong = which(
        against_itself=pl.col("ns") == pl.col("ew"),
        player_twice=pl.any_horizontal(of_two) & (players.list.n_unique() < players.list.len()),
        mixed=pl.any_horizontal((two != are_two).fill_null(value=False) for two in of_two),
        ns=pl.all_horizontal(pl.col("ns", "ew").is_null()),
        score=no_score & pl.col("contract").is_null(),
        tricks=no_score & pl.col("from_contract").is_null(),
    )
    return results.with_columns(wrong).filter(pl.col(VARIANT).is_not_null())


_MATCH = (*SESSION, "line", "round", "team", "other")


@check("results.left_out/more_than_two_tables", stage="lines of matches", row="left out", field="board", one_per=_MATCH)
@says(
    "teams {team} and {other} have this board at more than two tables, as teams of eight do; such a match is not"
    " scored from its boards, and its {lines} rows are left out: give its result in a table matches (boards, imps or"
    " vp)"
)
def more_than_two_tables(results: pl.LazyFrame) -> pl.LazyFrame:
    """Find boards that each team has twice in each direction, because no file defines how to combine four results."""
    # Such boards are at more than two named tables; or, if tables have no names, they have more than two different
    # results. A file that has every result twice meets neither condition.
    lines = results.filter(pl.col("kind") == "teams", _BOTH_SIDES).with_columns(
        team=pl.min_horizontal("ns", "ew"), other=pl.max_horizontal("ns", "ew")
    )
    one_way = (pl.col("ns") == pl.col("team")).sum()
    of_different_results = pl.struct("ns", "contract", "declarer", "tricks", "score", "ruling").n_unique() > 2
    several = (pl.col("table").n_unique() > 2) | (pl.col("table").is_null().all() & of_different_results)
    boards = (
        lines.group_by(*_MATCH, "board")
        .agg(one_way=one_way, other_way=pl.len() - one_way, several=several)
        .filter("several", pl.min_horizontal("one_way", "other_way") >= 2)
    )
    matches = boards.select(_MATCH).unique()
    return lines.join(matches, on=_MATCH, how="semi", nulls_equal=True).sort(*PLACE)


# --- repeated lines: `results` as `repeated` returns them ------------------------------------------------------------

_FILES = (*SESSION, "file_id", "first_file_id")
_NAMED = 5


@check(
    "results.seen_before/in_two_files",
    stage="lines once",
    row="left out",
    field="session_id",
    suspects=pl.col("first_file_id").is_not_null(),
    one_per=_FILES,
    doubts={"contradictions": pl.col("differs") + pl.col("only_here")},
    file="first_file_id",
    table=pl.lit("results"),
)
@says(
    "{file} also has rows of {table} of this session and is the file that counts, so the rows here are left out"
    " ({lines} in all): keep only the file that is right",
    differing="{file} also has results of this session and is the file that counts, so the results here are left out"
    " ({lines} in all; different in that file: {differing}; the first of these, here / there: {met_at}): keep only the"
    " file that is right",
)
def in_two_files(results: pl.LazyFrame) -> pl.LazyFrame:
    lines = with_worth(results)
    meeting = [*SESSION, *MEETING, "first_file_id"]
    of_there = {"result_there": "result", "worth_there": "worth", "there_line": pl.col("line_no").cast(pl.String)}
    there = lines.select(*SESSION, *MEETING, first_file_id="file_id", **of_there)
    met = phrase("{}, board {}, {} - {}", "line", "board", *(pl.col(side).fill_null("-") for side in ("ns", "ew")))
    of_both = ("result", pl.col("result_there").fill_null("–"), pl.col("there_line").fill_null("–"))
    shown = phrase("{}: {} / {} (row {})", met, *of_both)
    counted = lines.group_by(*SESSION, "file_id").agg(
        rows_there=pl.len(), only_here=pl.col("first_file_id").is_null().sum().cast(pl.Int32)
    )
    of_first = counted.select(*SESSION, "rows_there", first_file_id="file_id")
    both_have_more = pl.col("rows_there") > pl.len().over(_FILES)
    return (
        lines.filter(pl.col("first_file_id") != pl.col("file_id"))
        .join(there.unique(meeting, keep="first", maintain_order=True), on=meeting, how="left", nulls_equal=True)
        .with_columns(differs=pl.col("worth").ne_missing(pl.col("worth_there")), shown=shown)
        .sort(pl.col("differs").not_(), *PLACE, maintain_order=True)
        .with_columns(
            differing=pl.col("differs").sum().over(_FILES),
            met_at=pl.col("shown").filter("differs").head(_NAMED).str.join("; ").over(_FILES),
        )
        .join(counted.drop("rows_there"), on=[*SESSION, "file_id"], how="left", maintain_order="left")
        .join(of_first, on=[*SESSION, "first_file_id"], how="left", maintain_order="left")
        .with_columns(
            which("", differing=pl.col("differing") > 0),
            only_here=pl.when(both_have_more & (pl.int_range(pl.len()).over(_FILES) == 0))
            .then("only_here")
            .otherwise(0),
        )
    )


@check(
    "results.seen_before",
    stage="lines once",
    row="left out",
    field="board",
    merged=True,
    suspects=pl.col("first_file_id").is_not_null(),
    doubts={"contradictions": "differs"},
    first="first_line_no",
)
@says(
    "pair {pair} also has a result on this board in row {first}, which counts; this row is left out: correct pair or"
    " board in one of them, or delete the wrong row",
    many="pair {pair} already has a result on this board; this and other such rows are left out ({lines} in all; the"
    " next: {others}): if the file contains the results twice, delete one copy",
)
def seen_before(results: pl.LazyFrame) -> pl.LazyFrame:
    lines = with_worth(results).with_columns(said=pl.struct("one", "other", "worth"))
    first = lines.select(*SESSION, *(pl.col(name).alias(f"first_{name}") for name in (*PLACE, "said")))
    return (
        lines.filter(pl.col("first_file_id") == pl.col("file_id"), pl.col("off").is_null())
        .join(first, on=[*SESSION, "first_file_id", "first_line_no"], how="left", maintain_order="left")
        .with_columns(differs=pl.col("said").ne_missing(pl.col("first_said")))
    )


# --- players of a line: `results` has the lines that count -----------------------------------------------------------


@check("results.one_side/phantom", stage="results", field="entrant", pair="entrant")
@says(
    "pair {pair} has no players and no results: its opponents sit out",
    passed_out="pair {pair} has no players, and all its results are passes, zeros or averages, so it is nobody and its"
    " opponents sit out: if the pair played, add its players to the entries",
)
def phantom(phantoms: pl.LazyFrame) -> pl.LazyFrame:
    return phantoms


_OF_ONE_SIDE = ("ruling", "score", "contract")


@check(
    "results.one_side",
    field=pl.col("field"),
    value=pl.coalesce(pl.when(field=name).then(pl.col(name).cast(pl.String)) for name in _OF_ONE_SIDE),
)
@says(
    counts="a result on board {board} names only one side; it counts, but the points of {absent} go to nobody: fill in"
    " who sat there",
    sits_out="this result on board {board} names only one side and has no score to compare, so it counts as a sit-out:"
    " fill in who sat {absent}, and the result",
    ruled="a ruling on board {board} names only one side, so it counts as a sit-out, which earns what the setting"
    " sit_out says: fill in who sat {absent}, or give the points as an adjustment",
)
def one_side(results: pl.LazyFrame) -> pl.LazyFrame:
    ruled, awarded = has_outcomes(pl.col("ruling")), is_awarded(pl.col("ruling"))
    counts = has_result() & (pl.col("kind") != "teams")
    given = (ruled | (awarded & ~counts), pl.col("score").is_not_null(), pl.col("contract").is_not_null())
    fields = [pl.when(is_given).then(pl.lit(name)) for name, is_given in zip(_OF_ONE_SIDE, given, strict=True)]
    absent = pl.when(pl.col("ns").is_null()).then(pl.lit("North-South")).otherwise(pl.lit("East-West"))
    lines = results.filter(has_one_side()).with_columns(
        which("sits_out", counts=counts, ruled=awarded), field=pl.coalesce(fields), absent=absent
    )
    return lines.filter(pl.col("field").is_not_null())


_FEW = 1 / 4
"""Up to this share of the numbers of a line may be slips; if more numbers have no players, names are missing."""


@check(
    "results.without_players",
    field={"nobody": "line", "": "entrant"},
    doubts={"contradictions": "is_slip"},
    session="session_id",
)
@says(
    "number {entrant} of line {line} has results but no players: if the number is wrong, correct it; otherwise add"
    " its players to the entries. Until then, it has no score and is not an entrant if it has few boards, another"
    " number lacks exactly those boards, and the file's own result list does not include it",
    nobody="{entrants} numbers have results in session {session}, but no file says who they are: name the players in a"
    " table entries",
)
def without_players(results: pl.LazyFrame, named: pl.LazyFrame) -> pl.LazyFrame:
    """Find entrants without players. A line without entries is one finding if every entry is on a line with results."""
    # A number with fewer results than others is probably a slip; then the results of two numbers are in doubt.
    lines = results.collect()
    sides = {side: lines.select(*LINE, *PLACE, side=side, of_line=key_number(lines, LINE)) for side in ("ns", "ew")}
    counts = [pl.col(LINE).first(), pl.len().alias("times")]
    once = [seats.group_by("of_line", "side").agg(counts) for seats in sides.values()]
    numbers = _entrants(once).group_by(ENTRANT).agg(pl.col("times").sum())
    has_less = pl.col("times") < pl.col("times").max().over(LINE)
    numbers = numbers.with_columns(has_less=has_less, of=pl.len().over(LINE))
    is_slip = pl.col("has_less") & (pl.len().over(LINE) <= _FEW * pl.col("of"))
    without = numbers.join(named, on=ENTRANT, how="anti").select(*ENTRANT, is_slip=is_slip).collect().lazy()
    of_without = _entrants(sides.values()).join(without, on=ENTRANT)
    entrants = of_without.sort(*PLACE, "entrant").unique(ENTRANT, keep="first", maintain_order=True)
    of_lines = entrants.join(named, on=LINE, how="semi", maintain_order="left")
    elsewhere = named.join(results, on=LINE, how="anti").select(SESSION).unique()
    without_any = (
        entrants.join(named, on=LINE, how="anti")
        .group_by(LINE)
        .agg(*(pl.col(column).sort_by(*PLACE).first() for column in PLACE), entrants=pl.len())
        .join(elsewhere, on=SESSION, how="anti")
    )
    return in_variants({"": of_lines, "nobody": without_any.sort(LINE)})


def _entrants(sides: Iterable[pl.DataFrame]) -> pl.LazyFrame:
    return pl.concat(sides).lazy().filter(pl.col("side").is_not_null()).pipe(by_entrant, "side")


_FEWEST_PASSES = 8
"""If this number of results are all passes, it is not chance: a table passes out one or two of a hundred boards, and
only a flat board is passed out at several tables. In the sample, and in 100 lines of real sessions, no line has more
than five."""


@check(
    "results.passed_out",
    stage="questions",
    field="board",
    value="first",
    doubts={"missing": pl.col("results") * (pl.col(VARIANT) == "table")},
    at_lines="at_lines",
)
@says(
    "in line {line} every result on board {boards} is a pass ({results} results), and counts as 50 % for"
    f" everybody: if the round was not played, delete these results in the program that wrote the file; {IF_SO}",
    table="at table {table} of line {line} every result is a pass or zero ({results} results, on board {boards}), and"
    f" counts as such: enter what was played there, or delete these results; {IF_SO}",
)
def passed_out(results: pl.LazyFrame, settled: pl.LazyFrame) -> pl.LazyFrame:
    """Find boards or rounds passed out everywhere, and tables with only passes, if no result of the line is settled."""
    is_pass = (pl.col("contract") == PASSED_OUT) | (pl.col("contract").is_null() & (pl.col("score") == 0))
    played = results.drop_nulls(["ns", "ew"]).select(
        *LINE, "round", "table", "board", *PLACE, passed=is_pass.fill_null(value=False) & pl.col("ruling").is_null()
    )
    everywhere = pl.col("passed").all()
    many = played.filter("passed").group_by(LINE).len().filter(pl.col("len") >= _FEWEST_PASSES)
    played = played.join(many, on=LINE, how="semi", maintain_order="left")
    of_round = pl.col("round").is_not_null() & everywhere.over(*LINE, "round")
    several = pl.len().over(*LINE, "board") > 1
    whole = (several & everywhere.over(*LINE, "board")) | of_round
    of_table = pl.col("table").is_not_null() & everywhere.over(*LINE, "table")
    passes = played.with_columns(which(table=~whole & of_table, line=whole)).drop_nulls(VARIANT)
    at = (*LINE, VARIANT, "table")
    in_first_file = pl.col("file_id") == pl.col("file_id").first()
    return (
        passes.with_columns(table=pl.when(pl.col(VARIANT) == "table").then("table"))
        .sort(*at, "board", *PLACE)
        .group_by(at, maintain_order=True)
        .agg(
            pl.col(PLACE).first(),
            at_lines=pl.col("line_no").filter(in_first_file).drop_nulls().cast(pl.String).str.join(", "),
            first=pl.col("board").first(),
            boards=pl.col("board").unique().sort().cast(pl.String).str.join(", "),
            results=pl.len(),
        )
        .filter(pl.col("results") >= _FEWEST_PASSES)
        .join(passes.join(settled, on=[*SESSION, *PLACE], how="semi"), on=LINE, how="anti")
    )


_DIFFERS = (
    "{contract} by {declarer} on board {board} (tricks: {tricks}) scores {due}, but the row has another"
    " score, which counts"
)


@check(
    "results.score_of_contract",
    stage="questions",
    field="score",
    merged=True,
    suspects=pl.col("score") != pl.col("from_contract"),
    doubts={"contradictions": pl.lit(1)},
    due="from_contract",
)
@says(
    f"{_DIFFERS}: correct one of them",
    many=f"{_DIFFERS}, as in {{lines}} rows in all (the next: {{others}}): check that the boards have their own"
    " numbers, and correct scores or contracts",
    **{
        "turned many": f"{_DIFFERS}; {{lines}} rows have the score of the other side (the next: {{others}}): if the"
        " column is that of East-West, name it so, or reverse the signs"
    },
)
def score_of_contract(results: pl.LazyFrame, settled: pl.LazyFrame) -> pl.LazyFrame:
    differs = is_played(pl.col("ruling")) & (pl.col("score") != pl.col("from_contract"))
    return (
        _counted(results, settled)
        .filter(differs)
        .join(_columns(results), on=[*SESSION, "file_id"], how="anti")
        .with_columns(which("", turned=pl.col("score") == -pl.col("from_contract")))
    )


@check(
    "results.impossible_score",
    stage="questions",
    field=pl.col("field"),
    suspects=pl.col("ruling").is_not_null() | (pl.col("score").is_not_null() & pl.col("from_contract").is_null()),
    value=pl.when(field="ruling").then("ruling").otherwise(pl.col("score").cast(pl.String)),
)
@says("no contract on board {board} scores {score}; it counts as given: correct score or board")
def impossible_score(results: pl.LazyFrame, settled: pl.LazyFrame) -> pl.LazyFrame:
    lines = _counted(results, settled)
    is_impossible = ~is_possible_score(pl.col("board"), pl.col("score"))
    given = lines.filter(is_played(pl.col("ruling")), pl.col("from_contract").is_null(), is_impossible)
    at = (*CLUB, *PLACE, "board", "ruling")
    ruled = outcomes(lines.filter(has_outcomes(pl.col("ruling"))).select(at).collect(), at).lazy()
    of_rulings = ruled.filter(is_impossible).unique([*CLUB, *PLACE, "score"])
    both = {"score": given, "ruling": of_rulings}
    return pl.concat(
        rows.select(*at, pl.col("score").cast(pl.Int64), field=pl.lit(name)) for name, rows in both.items()
    )


_BOOK, _FEWEST_OF_COLUMN, _FEWEST_BOARDS, _FEWEST_SCORES = 6, 20, 12, 8
"""If at least this many results, boards and different scores have the same fault, it is not chance."""
_NEARLY_ALL = 9 / 10


@check(
    "results.column",
    stage="questions",
    field={"tricks": "tricks", "": "score"},
    value=pl.lit(None),
    doubts={"contradictions": "of"},
)
@says(
    declarers="scores of contracts that East or West declared have the sign of the declarer's side ({of} of them); the"
    " scores count as given, so North-South get what East-West won: give all scores as North-South's, or leave out the"
    " column, because contract and tricks give the score",
    unsigned="none of the {of} scores is negative, so the minus signs seem to be lost on boards that East-West won; the"
    " scores count as given: give all scores as North-South's, with a minus sign where East-West won",
    table="none of the {of} scores at table {table} of line {line} is negative, so their minus signs seem to be lost;"
    " they count as given: write a minus sign where East-West won",
    tricks="none of the {of} contracts has more than 7 tricks, so the tricks seem to be counted above book, or above"
    " the contract; they count as given: give all tricks that declarer won, such as 10 for 4S made",
)
def of_column(results: pl.LazyFrame) -> pl.LazyFrame:
    """Find slips that a whole column of a session in a file shares, or the scores of a table."""
    of_files, has_table = _columns(results), results.filter(pl.col("table").is_not_null(), pl.col("kind") != "teams")
    of_tables = _columns(has_table, "line", "table").filter(pl.col(VARIANT) == "unsigned")
    others = of_tables.join(of_files, on=[*SESSION, "file_id"], how="anti")
    return pl.concat([of_files, others.with_columns(pl.lit("table").alias(VARIANT))], how="diagonal")


def _columns(results: pl.LazyFrame, *apart: str) -> pl.LazyFrame:
    score, due, tricks = pl.col("score"), pl.col("from_contract"), pl.col("tricks")
    of_ew = pl.col("declarer").is_in(["E", "W"]) & (score != 0) & (due != 0)
    of_ns = pl.col("declarer").is_in(["N", "S"]) & (score != 0) & (due != 0)
    has_boards = pl.col("board").n_unique() >= _FEWEST_BOARDS
    is_scored = has_boards & ((score != 0).sum() >= _FEWEST_OF_COLUMN)
    cases = which(
        tricks=has_boards & (tricks.count() >= _FEWEST_OF_COLUMN) & (tricks.max() <= _BOOK + 1),
        unsigned=is_scored & (score.min() >= 0) & (score.n_unique() >= _FEWEST_SCORES),
        declarers=(of_ew.sum() >= _FEWEST_OF_COLUMN // 4)
        & ((score == -due).filter(of_ew).mean() >= _NEARLY_ALL)
        & ((score == due).filter(of_ns).mean() >= _NEARLY_ALL),
    )
    of = pl.when(pl.col(VARIANT) == "tricks").then("tricks").when(pl.col(VARIANT) == "declarers").then("of_ew")
    return (
        results.group_by(*SESSION, "file_id", *apart)
        .agg(pl.col("line_no").min(), cases, tricks=tricks.count(), of_ew=of_ew.sum(), scores=score.count())
        .filter(pl.col(VARIANT).is_not_null())
        .with_columns(of=of.otherwise("scores"))
    )


def _counted(results: pl.LazyFrame, settled: pl.LazyFrame) -> pl.LazyFrame:
    asked = results.join(settled, on=[*SESSION, *PLACE], how="anti", maintain_order="left")
    return asked.filter(_BOTH_SIDES | has_result())


@check("settings.settled/nothing", stage="results", field="session.settled", value="written")
@says("session {session} has no such result: write the line, the board and one of its pairs, such as A 3 12")
def settled_nothing(settings: pl.LazyFrame, settled: pl.LazyFrame, sessions: pl.LazyFrame) -> pl.LazyFrame:
    at = [*CLUB, "session_id", "line", "board"]
    both = pl.concat(settled.select(*at, pair=side) for side in ("ns", "ew"))
    return (
        written_as_settled(settings)
        .join(sessions, on=[*CLUB, "session_id"], how="semi")
        .join(both, on=[*at, "pair"], how="anti")
        .with_columns(**IN_SETTINGS)
    )


@check("settings.settled/unasked", field="session.settled", value="written")
@says(
    "there is no question about this result of session {session}, so this setting has no effect: check line, board and"
    " pair, or delete it"
)
def settled_unasked(unasked: pl.LazyFrame, settings: pl.LazyFrame, settled: pl.LazyFrame) -> pl.LazyFrame:
    at = [*CLUB, "session_id", "line", "board"]
    places = pl.concat(settled.select(*at, *PLACE, pair=side) for side in ("ns", "ew"))
    none = unasked.select(*at, *PLACE, is_asked=pl.lit(value=False)).unique()
    return (
        written_as_settled(settings)
        .join(places, on=[*at, "pair"])
        .join(none, on=[*at, *PLACE], how="left", nulls_equal=True)
        .group_by(*at, "pair", "written")
        .agg(is_asked=pl.col("is_asked").fill_null(value=True).any())
        .filter(~pl.col("is_asked"))
        .with_columns(**IN_SETTINGS)
    )


@check(
    "points.contradicting",
    field="official_ns_points",
    value="both",
    # Two numbers in English, as `pipelines/words/deal_words.py` has them in every language.
    ruling=pl.col("ruling").str.replace(r"^a(.*)_(.*)$", "${1} % – ${2} %"),
    usual="usual_points",
)
@says(
    ruling="these points on board {board} do not fit the ruling {ruling}, which counts: correct the points or the"
    " ruling",
    same_score="on board {board} the same score of {score} earns North-South {usual} at other tables: check whether"
    " the points were changed by hand",
)
def contradicting_points(results: pl.LazyFrame) -> pl.LazyFrame:
    points = ("official_ns_points", "official_ew_points")
    printed = results.filter(pl.all_horizontal(pl.col(points).is_not_null()), pl.col("kind") != "teams").with_columns(
        both=pl.concat_str((_as_printed(name) for name in points), separator=" / ")
    )
    ns_share, ew_share = (
        awarded_share(pl.col("ruling"), direction).cast(pl.Float64, strict=False) for direction in DIRECTIONS
    )
    due = quotient((pl.col(points[0]) + pl.col(points[1])) * ns_share, ns_share + ew_share)
    counted_from_zero = (pl.col("kind") == "pairs") & ~pl.col("official_centred")
    # Some programs print whole points.
    unlike_ruling = printed.filter(counted_from_zero, (pl.col(points[0]) - due).abs() > 1 / 2)
    unlike_others = unlike_the_same_score(printed).with_columns(usual_points=_as_printed("usual"))
    return in_variants({"ruling": unlike_ruling, "same_score": unlike_others})


def _as_printed(points: str) -> pl.Expr:
    return pl.col(points).cast(pl.String).str.replace(r"\.0$", "")


def without_question(results: Rows, meetings: Rows, settled: pl.DataFrame) -> pl.DataFrame:
    """Return the rows of `settled` that no check would question, so that there was nothing to settle."""
    _, found = judged("questions", {"results": results, "meetings": meetings, "settled": settled.clear()})
    findings = found.collect()
    lines = findings.with_columns(line_no=lines_asked_about()).explode("line_no", empty_as_null=False, keep_nulls=False)
    of_file = findings.filter(~is_question())
    return settled.join(lines, on=[*CLUB, *PLACE], how="anti").join(of_file, on=[*CLUB, "file_id"], how="anti")
