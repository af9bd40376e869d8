"""Result lines: which cannot be scored, which are there twice, who sat there, and what their scores say."""

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
from transforms.checks.check import MOST_APART, check, judged, value_in
from transforms.intake.consequences import is_question, lines_asked_about
from transforms.intake.findings import IN_SETTINGS, LEFT_OUT, PLACE
from transforms.intake.result_lines import written_as_settled
from transforms.official.same_score import unlike_the_same_score
from transforms.tables.arithmetic.division import quotient
from transforms.tables.messages import VARIANT
from transforms.tables.phrases import phrase
from transforms.tables.runs import key_number
from transforms.tables.schemas import CLUB, DIRECTIONS, ENTRANT, LINE, SESSION, Rows

_BOTH_SIDES = pl.all_horizontal(pl.col("ns", "ew").is_not_null())


# --- which lines can be scored: `results` as `as_given` returns them -------------------------------------------------


@check(
    "results.against_itself",
    on="results",
    stage="lines",
    row="left out",
    field="ew",
    says=f"the same pair as ns, and a pair cannot play against itself; {LEFT_OUT}: mend ns or ew, or, where both sides"
    " have numbers of their own, write 1NS and 1EW",
)
def against_itself(results: pl.LazyFrame) -> pl.LazyFrame:
    return results.filter(pl.col("ns") == pl.col("ew"))


@check(
    "results.player_twice",
    on="results",
    stage="lines",
    row="left out",
    field="board",
    says=f"a player cannot sit in two places; {LEFT_OUT}: mend it",
)
def player_twice(results: pl.LazyFrame) -> pl.LazyFrame:
    players = pl.concat_str("ns", "ew", separator=PARTNERS, ignore_nulls=True).str.split(PARTNERS)
    individual = pl.any_horizontal(pl.col("ns", "ew").str.contains(PARTNERS, literal=True).fill_null(value=False))
    return results.filter(individual).filter(players.list.n_unique() < players.list.len())


@check(
    "results.mixed",
    on="results",
    stage="lines",
    row="left out",
    field="board",
    says="single players where the others of this session are pairs, or a seat without its player;"
    f" {LEFT_OUT}: mend it",
)
def mixed(results: pl.LazyFrame) -> pl.LazyFrame:
    """A side is two single players where most of its session are not, or is not where most are."""
    of_two = [pl.col(side).str.contains(PARTNERS, literal=True) for side in ("ns", "ew")]
    share = pl.mean_horizontal(of_two).mean().over(SESSION)
    return results.filter(pl.any_horizontal((two != (share >= 0.5)).fill_null(value=False) for two in of_two))


@check(
    "results.incomplete",
    on="results",
    stage="lines",
    row="left out",
    field=pl.col(VARIANT),
    value=pl.lit(None),
    says={
        "ns": f"neither side is given; {LEFT_OUT}: fill it in",
        "score": f"there is no score, contract or ruling; {LEFT_OUT}: fill it in",
        "tricks": f"the contract has no declarer or no tricks, and there is no score; {LEFT_OUT}: fill it in",
    },
)
def incomplete(results: pl.LazyFrame) -> pl.LazyFrame:
    no_side = pl.all_horizontal(pl.col("ns", "ew").is_null())
    no_score = _BOTH_SIDES & is_played(pl.col("ruling")) & pl.col("score").is_null()
    lacks = (
        pl.when(no_side)
        .then(pl.lit("ns"))
        .when(no_score & pl.col("contract").is_null())
        .then(pl.lit("score"))
        .when(no_score & pl.col("from_contract").is_null())
        .then(pl.lit("tricks"))
    )
    return results.with_columns(lacks.alias(VARIANT)).filter(pl.col(VARIANT).is_not_null())


_MATCH = (*SESSION, "line", "round", "team", "other")


@check(
    "results.more_than_two_tables",
    on="results",
    stage="lines of matches",
    row="left out",
    field="board",
    one_per=_MATCH,
    says="teams {team} and {other} have this board at more than two tables, as teams of eight have; such a match is not"
    " scored from its boards, and its {lines} rows are left out: give its result in a table matches (boards, imps"
    " or vp)",
)
def more_than_two_tables(results: pl.LazyFrame) -> pl.LazyFrame:
    """How four results on a board become one depends on the rules of the event, and no file says which.

    On such a board each team has at least two lines in each direction, at more than two tables by their names; or,
    where tables have no names, with more than two different results. A file that holds its results twice has neither.
    """
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


# --- lines that are there twice: `results` as `repeated` returns them ------------------------------------------------

_FILES = (*SESSION, "file_id", "first_file_id")
_MEETING_OF_FILES = ("line", "of_round", "board", "one", "other")
"""Where two lines are of one meeting: of pairs, whatever round and direction a file gives; of teams, both count."""
_NAMED = 5


@check(
    "results.in_two_files",
    on="results",
    stage="lines once",
    row="left out",
    field="session_id",
    one_per=_FILES,
    says={
        "": "rows of {table} of this session that {file}, which counts, gives too: {lines}; left out here: keep the one"
        " file that is right",
        "differing": "results of this session are in {file} too, which counts, so they are left out here (how many:"
        " {lines}); with another result there: {differing} (here / there, the first of them: {met_at}); keep the one"
        " file that is right",
    },
    file="first_file_id",
    table=pl.lit("results"),
)
def in_two_files(results: pl.LazyFrame) -> pl.LazyFrame:
    """One finding per session and two files says how many results differ, and shows the first of them."""
    result = [pl.col(name).cast(pl.String) for name in ("contract", "declarer", "tricks", "score", "ruling")]
    is_teams = pl.col("kind") == "teams"
    turned = ~is_teams & (pl.col("ns") > pl.col("ew"))
    lines = results.with_columns(
        of_round=pl.when(is_teams).then("round"),
        one=pl.when(turned).then("ew").otherwise("ns"),
        other=pl.when(turned).then("ns").otherwise("ew"),
        result=pl.concat_str(*result, separator=" ", ignore_nulls=True),
        worth=pl.struct(pl.coalesce("score", "from_contract") * pl.when(turned).then(-1).otherwise(1), "ruling"),
    )
    meeting = [*SESSION, *_MEETING_OF_FILES, "first_file_id"]
    there = lines.select(
        *(*SESSION, *_MEETING_OF_FILES),
        first_file_id="file_id",
        there="result",
        worth_there="worth",
        there_line=pl.col("line_no").cast(pl.String),
    ).unique(meeting, keep="first", maintain_order=True)
    differs = pl.col("worth").ne_missing(pl.col("worth_there"))
    met = phrase("{}, board {}, {} - {}", "line", "board", *(pl.col(side).fill_null("-") for side in ("ns", "ew")))
    shown = phrase(
        "{}: {} / {} (row {})", met, "result", pl.col("there").fill_null("–"), pl.col("there_line").fill_null("–")
    )
    return (
        lines.filter(pl.col("first_file_id") != pl.col("file_id"))
        .join(there, on=meeting, how="left", nulls_equal=True, maintain_order="left")
        .with_columns(differs=differs, shown=shown)
        .with_columns(
            differing=pl.col("differs").sum().over(_FILES),
            met_at=pl.col("shown").filter("differs").head(_NAMED).str.join("; ").over(_FILES),
        )
        .with_columns(pl.when(pl.col("differing") > 0).then(pl.lit("differing")).otherwise(pl.lit("")).alias(VARIANT))
        .sort(pl.col("differs").not_(), "line_no", maintain_order=True)
    )


@check(
    "results.seen_before",
    on="results",
    stage="lines once",
    row="left out",
    field="board",
    merged=True,
    says={
        "": "pair {pair} has a result on this board in row {first} too, which counts; this row is left out: mend pair"
        " or board in one of them",
        "another": "pair {pair} has a result on this board in row {first} too, which counts; this row is left out: mend"
        " pair or board in one of them; only pair {entrant} has none on this board",
        "many": "pair {pair} has a result on this board before, and it is the same on others, so {lines} rows are left"
        " out (the next: {others}): see whether the file holds its results twice, and give them once",
    },
    first="first_line_no",
    entrant="lacks",
)
def seen_before(results: pl.LazyFrame) -> pl.LazyFrame:
    is_many = pl.len().over(*CLUB, "file_id") > MOST_APART
    another = pl.when(pl.col("lacks").is_not_null() & ~is_many).then(pl.lit("another")).otherwise(pl.lit(""))
    return results.filter(pl.col("first_file_id") == pl.col("file_id")).with_columns(another.alias(VARIANT))


# --- who sat there: `results` that count -----------------------------------------------------------------------------


@check(
    "entrants.phantom",
    on="phantoms",
    stage="results",
    field="entrant",
    says="pair {pair} has no players and no results: its opponents sit out",
    pair="entrant",
)
def phantom(phantoms: pl.LazyFrame) -> pl.LazyFrame:
    return phantoms


@check(
    "results.one_side",
    on="results",
    field=pl.col("field"),
    value=value_in("ruling", "score", "contract"),
    says={
        "counts": "a result of board {board} without one side; it counts, and the points of {absent} belong to nobody:"
        " fill in who sat there",
        "sits_out": "this result of board {board} has one side and no result to compare, so it counts as a sit-out:"
        " fill in who sat {absent}, and the result",
        "ruled": "a ruling on board {board} without one side, so it is a sit-out, which brings what the rule sit_out"
        " says: fill in who sat {absent}, or give the points as an adjustment",
    },
)
def one_side(results: pl.LazyFrame) -> pl.LazyFrame:
    """Lines with one side that say more than that it sat out."""
    ruled, awarded = has_outcomes(pl.col("ruling")), is_awarded(pl.col("ruling"))
    counts = has_result() & (pl.col("kind") != "teams")
    field = (
        pl.when(ruled | (awarded & ~counts))
        .then(pl.lit("ruling"))
        .when(pl.col("score").is_not_null())
        .then(pl.lit("score"))
        .when(pl.col("contract").is_not_null())
        .then(pl.lit("contract"))
    )
    variant = pl.when(counts).then(pl.lit("counts")).when(awarded).then(pl.lit("ruled")).otherwise(pl.lit("sits_out"))
    return (
        results.filter(has_one_side())
        .with_columns(
            variant.alias(VARIANT),
            field=field,
            absent=pl.when(pl.col("ns").is_null()).then(pl.lit("North-South")).otherwise(pl.lit("East-West")),
        )
        .filter(pl.col("field").is_not_null())
    )


@check(
    "results.without_players",
    on="results",
    field=pl.when(pl.col(VARIANT) == "nobody").then(pl.lit("line")).otherwise(pl.lit("entrant")),
    value=pl.when(pl.col(VARIANT) == "nobody").then("line").otherwise("entrant"),
    says={
        "": "number {entrant} of line {line} has results but no players: mend the number where it is another's, or add"
        " its players to the entries; with few boards, if another number lacks them, it has no score until then"
        " and is not counted among the entrants, unless the file's own list has it",
        "nobody": "{entrants} numbers have results in session {session}, and of none it is said who they are: name the"
        " players in a table entries",
    },
    session="session_id",
)
def without_players(results: pl.LazyFrame, named: pl.LazyFrame) -> pl.LazyFrame:
    """One finding an entrant, or one a line where nobody has an entry.

    Where entries are for a line of that session without results, these are told with the line that has no players.

    Args:
        results: those that count.
        named: (`ENTRANT`) who has players.
    """
    lines = results.collect()
    sides = {side: lines.select(*LINE, *PLACE, side=side, of_line=key_number(lines, LINE)) for side in ("ns", "ew")}
    once = (seats.unique(["of_line", "side"]) for seats in sides.values())
    without = _entrants(once).join(named, on=ENTRANT, how="anti").collect().lazy()
    entrants = (
        _entrants(sides.values())
        .join(without, on=ENTRANT, how="semi")
        .sort(*PLACE, "entrant")
        .unique(ENTRANT, keep="first", maintain_order=True)
    )
    elsewhere = named.join(results, on=LINE, how="anti").select(SESSION).unique()
    without_any = (
        entrants.join(named, on=LINE, how="anti")
        .group_by(LINE)
        .agg(*(pl.col(column).sort_by(*PLACE).first() for column in PLACE), entrants=pl.len())
        .join(elsewhere, on=SESSION, how="anti")
        .with_columns(pl.lit("nobody").alias(VARIANT))
    )
    apart = entrants.join(named, on=LINE, how="semi").with_columns(pl.lit("").alias(VARIANT))
    return pl.concat([apart, without_any], how="diagonal")


def _entrants(sides: Iterable[pl.DataFrame]) -> pl.LazyFrame:
    return pl.concat(sides).lazy().filter(pl.col("side").is_not_null()).pipe(by_entrant, "side")


# --- scores and points: questions end where a director has settled a result ------------------------------------------

_FEWEST_PASSES = 8
"""So many results, all of them passes, are no chance: of a hundred boards one or two are passed out at a table, and a
flat board at several. In the sample, and in 100 lines of real evenings, no line has more than five."""


@check(
    "results.passed_out",
    on="results",
    stage="questions",
    field="board",
    value="first",
    says="in line {line} every result on board {boards} is a pass ({results} results): a round that was not played?"
    " They count as they are, 50 % for everybody: take them out, in the program that wrote the file where one did; or,"
    " if it was so, say it with settled in competition.toml",
    at_lines="at_lines",
)
def passed_out(results: pl.LazyFrame, settled: pl.LazyFrame) -> pl.LazyFrame:
    """Boards that are passed out wherever they were played, or such a round: mostly it was not played.

    It is told at the first of these results, with the rows of its file that have all of them; one that is settled says
    that all of the line are right, also those that a later version of the file has besides.
    """
    is_pass = (pl.col("contract") == PASSED_OUT) | (pl.col("contract").is_null() & (pl.col("score") == 0))
    played = results.drop_nulls(["ns", "ew"]).select(
        *LINE, "round", "board", *PLACE, passed=is_pass.fill_null(value=False) & pl.col("ruling").is_null()
    )
    everywhere = pl.col("passed").all()
    of_round = pl.col("round").is_not_null() & everywhere.over(*LINE, "round")
    several = pl.len().over(*LINE, "board") > 1
    passes = played.filter((several & everywhere.over(*LINE, "board")) | of_round)
    in_first_file = pl.col("file_id") == pl.col("file_id").first()
    return (
        passes.sort(*LINE, "board", *PLACE)
        .group_by(LINE, maintain_order=True)
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


_DIFFERS = "{contract} by {declarer} on board {board} (tricks: {tricks}) scores {due}; the score of the row counts"


@check(
    "results.score_of_contract",
    on="results",
    stage="questions",
    field="score",
    merged=True,
    says={
        "": f"{_DIFFERS}: mend one of them",
        "turned many": f"{_DIFFERS}, and so in {{lines}} rows with the score of the other side (the next: {{others}}):"
        " see whether the column is that of East-West, and name it so, or turn the signs",
        "many": f"{_DIFFERS}, and likewise in {{lines}} rows (the next: {{others}}): see whether the boards have their"
        " own numbers, and mend scores or contracts",
    },
    due="from_contract",
)
def score_of_contract(results: pl.LazyFrame, settled: pl.LazyFrame) -> pl.LazyFrame:
    is_turned = pl.col("score") == -pl.col("from_contract")
    return (
        _counted(results, settled)
        .filter(is_played(pl.col("ruling")), pl.col("score") != pl.col("from_contract"))
        .with_columns(pl.when(is_turned).then(pl.lit("turned")).otherwise(pl.lit("")).alias(VARIANT))
    )


@check(
    "results.impossible_score",
    on="results",
    stage="questions",
    field=pl.col("field"),
    value=value_in("ruling", "score"),
    says="no contract on board {board} brings {score}; it counts as given: mend score or board",
)
def impossible_score(results: pl.LazyFrame, settled: pl.LazyFrame) -> pl.LazyFrame:
    """Scores, given or in a ruling, that no contract can bring on their board.

    Given scores of lines with a complete contract are skipped: another check compares them with the contract.
    """
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


def _counted(results: pl.LazyFrame, settled: pl.LazyFrame) -> pl.LazyFrame:
    """The lines with two sides, or a result, about which somebody may still be asked."""
    asked = results.join(settled, on=[*SESSION, *PLACE], how="anti", maintain_order="left")
    return asked.filter(_BOTH_SIDES | has_result())


@check(
    "settings.settled_nothing",
    on="settings",
    stage="results",
    field="session.settled",
    value="written",
    says="session {session} has no such result: write line, board and one of its pairs, as A 3 12",
    session="session_id",
)
def settled_nothing(settings: pl.LazyFrame, settled: pl.LazyFrame, sessions: pl.LazyFrame) -> pl.LazyFrame:
    """Results that are settled and that are none; of a name that no session has something else is said."""
    at = [*CLUB, "session_id", "line", "board"]
    both = pl.concat(settled.select(*at, pair=side) for side in ("ns", "ew"))
    return (
        written_as_settled(settings)
        .join(sessions, on=[*CLUB, "session_id"], how="semi")
        .join(both, on=[*at, "pair"], how="anti")
        .with_columns(**IN_SETTINGS)
    )


@check(
    "settings.settled_unasked",
    on="unasked",
    field="session.settled",
    value="written",
    says="nobody asks about this result of session {session}, so this changes nothing: see whether line, board and pair"
    " are those of the question, or take it out",
    session="session_id",
)
def settled_unasked(settings: pl.LazyFrame, settled: pl.LazyFrame, unasked: pl.LazyFrame) -> pl.LazyFrame:
    """Results that are settled, and about which nobody would ask if they were not: `unasked` are the rows of these."""
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


def shares_in_words(ruling: pl.Expr) -> pl.Expr:
    """A ruling of a share for each side in English, as `pipelines/words/ruling_words.py` says it in any language.

    Args:
        ruling: both shares are numbers, since no others can contradict the points.
    """
    return ruling.str.replace(r"^a(.*)_(.*)$", "${1} % – ${2} %")


_HALF_A_POINT = 0.5
"""Some programs print whole points."""


@check(
    "points.contradicting",
    on="results",
    field="official_ns_points",
    value="both",
    says={
        "ruling": "these points on board {board} do not go with the ruling {ruling}, which counts: mend one of them",
        "same_score": "on board {board} the same score of {score} brings {usual} North-South elsewhere: see what was"
        " changed by hand",
    },
    ruling=shares_in_words(pl.col("ruling")),
    usual="usual_points",
)
def contradicting_points(results: pl.LazyFrame) -> pl.LazyFrame:
    """Official points that do not fit their ruling, or the points of the same score on the board.

    Lines of teams are skipped, since between teams the same score may rightly bring different points.
    """
    points = ("official_ns_points", "official_ew_points")
    printed = results.filter(pl.all_horizontal(pl.col(points).is_not_null()), pl.col("kind") != "teams").with_columns(
        both=pl.concat_str((_as_printed(name) for name in points), separator=" / ")
    )
    ns_share, ew_share = (
        awarded_share(pl.col("ruling"), direction).cast(pl.Float64, strict=False) for direction in DIRECTIONS
    )
    due = quotient((pl.col(points[0]) + pl.col(points[1])) * ns_share, ns_share + ew_share)
    counted_from_zero = (pl.col("kind") == "pairs") & ~pl.col("official_centred")
    unlike_ruling = printed.filter(counted_from_zero, (pl.col(points[0]) - due).abs() > _HALF_A_POINT)
    unlike_others = unlike_the_same_score(printed).with_columns(usual_points=_as_printed("usual"))
    return pl.concat(
        [
            unlike_ruling.with_columns(pl.lit("ruling").alias(VARIANT), usual_points=pl.lit(None, pl.String)),
            unlike_others.with_columns(pl.lit("same_score").alias(VARIANT)),
        ],
        how="diagonal",
    )


def _as_printed(points: str) -> pl.Expr:
    """`10`, `14.5`: points without a fraction of nothing."""
    return pl.col(points).cast(pl.String).str.replace(r"\.0$", "")


# --- what is asked ----------------------------------------------------------------------------------------------------


def without_question(results: Rows, meetings: Rows, settled: pl.DataFrame) -> pl.DataFrame:
    """The rows of `settled` about which nobody would ask if they were not settled.

    Args:
        results: `Results` that count, as `as_given` returns them.
        meetings: `lines_of_meetings` of them.
        settled: `settled_results`.
    """
    _, found = judged("questions", {"results": results, "meetings": meetings, "settled": settled.clear()})
    findings = found.collect()
    lines = findings.with_columns(line_no=lines_asked_about()).explode("line_no", empty_as_null=False, keep_nulls=False)
    of_file = findings.filter(~is_question())
    return settled.join(lines, on=[*CLUB, *PLACE], how="anti").join(of_file, on=[*CLUB, "file_id"], how="anti")
