"""Turn rows of cells into sheets: result lines, results that the file publishes, and adjustments of the director."""

import polars as pl

from pipelines.intake.readers.cells import card, tricks_won
from pipelines.intake.readers.pbn.text import Document, Faults
from pipelines.intake.readers.scores import brought_by, scored_by_vulnerable
from pipelines.intake.readers.sheets import Row, sheet_of
from transforms.bridge.rulings import AWARDED, NOT_PLAYED
from transforms.bridge.sessions import NOBODY
from transforms.tables.phrases import phrase
from transforms.tables.schemas import DIRECTIONS

_SCORES = ("Score_NS", "Score_EW")
_COLUMNS = (
    *("line_no", "board", "vulnerable", "line", "Round", "Table", "ns", "ew", "Contract", "Declarer", "Result"),
    *("Lead", "Auction", "Play", "Score", *_SCORES, "MP_NS", "MP_EW", "IMP_NS", "IMP_EW"),
    *("Percentage_NS", "Percentage_EW"),
)
_IMPS = ("TotalScoreIMP", "TotalIMP")
_AMOUNT = ("line", "entrant", "amount", "line_no")

_PASSES = {"PASS", "PASSED", "PASSEDOUT", "PASSOUT", "PASSED-OUT", "ALLPASS", "PO", "P", "AP", "AAA"}
_WORDS = {
    **dict.fromkeys(("A=", "A", "AV", "AVE", "AVG", "AVE=", "AV="), "A="),
    **dict.fromkeys(("A+", "AV+", "AVE+", "AVG+"), "A+"),
    **dict.fromkeys(("A-", "AV-", "AVE-", "AVG-"), "A-"),
    **dict.fromkeys(("NP", "NOTPLAYED"), "NP"),
}
_PLAYED = r"^\+?(-?[0-9]{1,9})(?:>a)?$"
_WITH_PLUS = r"^\+([0-9]{1,9})$"
_RULED = r"^A[=+-]$|>a$"
_LEAST_SCORE, _STEP = 50, 10
"""The least score of a board on which somebody bid, and the number that divides all scores."""
_SHARES = {"A=": "50", "A+": "+", "A-": "-"}
_SHARE = r"^A?([0-9]{1,3}(?:\.[0-9]+)?)%$"


def cells_of(rows: list[Row]) -> pl.DataFrame:
    """Return the rows of score tables as text in `_COLUMNS`. Words and passes are spelled in one way."""
    values = [[row.get(column) for column in _COLUMNS] for row in map(_in_one_form, rows)]
    return pl.DataFrame(values, schema=dict.fromkeys(_COLUMNS, pl.String), orient="row")


def _in_one_form(row: Row) -> Row:
    contract, ns, ew = row.get("Contract"), row.get("Score_NS"), row.get("Score_EW")
    if contract and contract[0].isdecimal() and (ns or ew or "?").isdecimal():
        return row
    if (score := row.get("Score")) and ns is None and ew is None:
        ns, ew = _of_sides(score)
    scores = [_WORDS.get(_plain(score), score) for score in (ns, ew)]
    passed, result = _plain(contract), _plain(row.get("Result"))
    # `A` alone may be an average; in all three columns, it means that all players passed.
    is_passed = passed == _plain(row.get("Declarer")) == result == "A" or (
        (not passed or passed in _PASSES) and not {passed, result, *map(_plain, scores)}.isdisjoint(_PASSES)
    )
    if not is_passed:
        return {**row, "Score_NS": scores[0], "Score_EW": scores[1]}
    if not any(score and _plain(score) not in _PASSES for score in scores):
        scores = ["0", None]
    return {**row, "Contract": "PASS", "Declarer": None, "Result": None, "Score_NS": scores[0], "Score_EW": scores[1]}


def _plain(cell: str | None) -> str:
    return "".join((cell or "").upper().split())


def _of_sides(score: str) -> tuple[str | None, str | None]:
    """Split a score that one column states for both sides, such as `NS 420`, `EW 50`, `-50`, `AVE`, `A+/A-`."""
    plain = _plain(score)
    if plain.startswith("EW"):
        return None, plain[2:] or None
    ns, _, ew = plain.partition("/")
    is_average = _WORDS.get(ns) == "A="
    return ns.removeprefix("NS") or None, ew or (ns if is_average else None)


def is_award() -> pl.Expr:
    """Return whether a row states points that the director gave or took, not a result."""
    return _either(pl.col(_SCORES) == "Pen")


def results(cells: pl.DataFrame, session_id: str, faults: Faults) -> pl.DataFrame:
    """Return the sheet of result lines. Findings report contradictions, and points on a board without a result."""
    cells = _with_one_score(cells, faults)
    no_score = pl.all_horizontal(pl.col(_SCORES).is_null())
    unplayed = (pl.col("Contract").is_null() & no_score) | _either(pl.col(_SCORES) == "NP")
    paired = pl.all_horizontal(pl.col("ns", "ew").is_not_null())
    marked = cells.with_columns(ruled=_is_given(), unplayed=unplayed & paired)
    # An unknown word stays, so that a later check reports it.
    word = pl.coalesce(_SCORES)
    known_word = word.str.contains(r"^(?:A[=+-]|\+[0-9]+|Bye|NP)$") | word.str.contains(_SHARE)
    number = pl.when(~_is_share_with_plus()).then(pl.coalesce(_in_numbers()).cast(pl.String))
    lines = marked.select(
        *("line_no", "board", "line", "ns", "ew", "vulnerable"),
        session_id=pl.lit(session_id),
        round="Round",
        table="Table",
        contract="Contract",
        declarer="Declarer",
        tricks=tricks_won(pl.col("Result"), pl.col("Contract")),
        lead=card(pl.coalesce("Lead", pl.col("Play").str.head(2))),
        auction="Auction",
        play="Play",
        score=pl.coalesce(number, pl.when(~known_word).then(word)),
        ruling=pl.when("ruled").then(_award()).when("unplayed").then(pl.lit(NOT_PLAYED)),
        official_ns_points=pl.coalesce("MP_NS", "IMP_NS"),
        official_ew_points=pl.coalesce("MP_EW", "IMP_EW"),
    )
    lines, contradicting = scored_by_vulnerable(lines.with_columns(official_centred=_centred()))
    faults.found += contradicting
    shares = pl.col("Percentage_NS", "Percentage_EW").cast(pl.Float64, strict=False)
    odd = marked.filter(pl.col("unplayed"), ~pl.col("ruled")).filter(_either(shares != 0))
    for line_no, board, share in odd.select("line_no", "board", "Percentage_NS").iter_rows():
        faults.warning("pbn.doubtful/share", int(line_no), "Contract", f"board {board}", share=share)
    return lines


def _centred() -> pl.Expr:
    """Return whether printed points are relative to the average, because both sides always add up to 0."""
    points = pl.col("official_ns_points", "official_ew_points")
    total = pl.sum_horizontal(points.cast(pl.Float64, strict=False), ignore_nulls=False)
    balanced = (total.abs() < 0.05).filter(pl.col("ruling").is_null()).all()
    return pl.when(pl.any_horizontal(points.is_not_null())).then(
        pl.when(balanced).then(pl.lit("true")).otherwise(pl.lit("false"))
    )


def official_results(ranked: list[Row], session_id: str, *, adds_up: bool = False, in_vp: bool = False) -> pl.DataFrame:
    """Return the sheet of the file's own result list, with the penalty of each entrant.

    With `in_vp`, victory points count before other points, as for teams. If the list is cumulative over several
    sessions (`adds_up`), only its column SessionPercentage is about this session.
    """
    rows: list[Row] = []
    for row in ranked:
        given = row.get("ScorePenalty")
        taken = given and (given.removeprefix("-") if given.startswith("-") else f"-{given.removeprefix('+')}")
        points = (in_vp and row.get("TotalScoreVP")) or row.get("TotalScoreMP") or row.get("TotalMP") or imps_of(row)
        where = {"session_id": session_id, **{name: row[name] for name in ("line", "entrant", "line_no")}}
        result = {"points": points, "score": row.get("TotalPercentage"), "rank": row.get("Rank")}
        if adds_up:
            result = {"score": row.get("SessionPercentage")}
        result["penalty"] = taken
        rows.append({**where, **result})
    return sheet_of("official_results", rows)


def with_total(ranked: list[Row], found: Document) -> list[Row]:
    """Return the rows of the list that have a result. An empty `NrBoards` gets the number of boards of the file."""
    stated, games = found.remarks.get("BoardCount"), {game.get("board") or "" for game in found.games}
    all_boards = stated.value if stated else str(sum(map(str.isdecimal, games)) or "")
    rows: list[Row] = [{**row, "NrBoards": row.get("NrBoards") or all_boards} for row in ranked]
    return [row for row in rows if row["NrBoards"] and any(map(row.get, ("TotalPercentage", "TotalScoreVP", *_IMPS)))]


def matches(played: list[Row], lines: dict[str | None, str | None], session_id: str) -> pl.DataFrame:
    """Return the sheet of matches between teams: two rows for each row of the file's table of matches."""
    rows: list[Row] = [
        {
            **{"session_id": session_id, "line": lines[row.get("Section")], "round": row.get("Round")},
            **{"team": row[f"TeamId_{team}"], "opponent": row[f"TeamId_{other}"] or NOBODY},
            **{"imps": row.get(f"IMP_{team}"), "vp": row.get(f"VP_{team}"), "points": row.get(f"BAM_{team}")},
            "line_no": row["line_no"],
        }
        for row in played
        for team, other in (("Home", "Away"), ("Away", "Home"))
        if row[f"TeamId_{team}"]
    ]
    return sheet_of("matches", rows)


def totals(ranked: list[Row], session_id: str) -> pl.DataFrame:
    """Return the sheet of totals, for a file that has only the result list of a session."""
    rows: list[Row] = [
        {
            **{"session_id": session_id, "line": row["line"], "entrant": row["entrant"], "line_no": row["line_no"]},
            **{"boards": row["NrBoards"], "rank": row.get("Rank"), "imps": imps_of(row)},
            **{"percentage": row.get("TotalPercentage"), "vp": row.get("TotalScoreVP")},
        }
        for row in ranked
    ]
    return sheet_of("totals", rows)


def imps_of(row: Row) -> str | None:
    """Return the IMPs of a row of the result list."""
    return next(filter(None, map(row.get, _IMPS)), None)


def is_cumulative(found: Document, ranked: list[Row]) -> bool:
    """Return whether the result list is cumulative: from a later session, or with percentages unlike the totals."""
    session = found.remarks.get("CRSession")
    is_later = session is not None and session.value.isdecimal() and int(session.value) > 1
    return is_later or any(row.get("SessionPercentage") not in (None, row.get("TotalPercentage")) for row in ranked)


def adjustments(ranked: list[Row], awards: pl.DataFrame, session_id: str, faults: Faults) -> pl.DataFrame:
    """Return the points that the director gave or took, as printed: from the result list, or else from `Pen` rows."""
    if awards.is_empty() and not any(row.get("ScorePenalty") for row in ranked):
        return pl.DataFrame()
    listed = [[row["line"], row["entrant"], row.get("ScorePenalty"), row["line_no"]] for row in ranked]
    totals = pl.DataFrame(listed, schema=dict.fromkeys(_AMOUNT, pl.String), orient="row").drop_nulls("amount")
    by_board = pl.concat(
        awards.select("board", "line", "line_no", entrant=side.lower(), amount=pl.coalesce(f"MP_{side}", f"IMP_{side}"))
        for side in DIRECTIONS
    ).drop_nulls("entrant")
    not_in_totals = by_board.join(totals, on=["line", "entrant"], how="anti", maintain_order="left", nulls_equal=True)
    unknown = not_in_totals.group_by("line_no", "board", maintain_order=True).agg(pl.col("amount").is_null().all())
    for line_no, board in unknown.filter("amount").select("line_no", "board").iter_rows():
        faults.warning("pbn.doubtful/penalty", int(line_no), "Pen", f"board {board}")
    amounts = pl.concat([totals.select(_AMOUNT), not_in_totals.drop_nulls("amount").select(_AMOUNT)])
    return amounts.filter(pl.col("amount").cast(pl.Float64, strict=False).ne_missing(0)).select(
        *_AMOUNT, session_id=pl.lit(session_id), unit=pl.lit("points"), reason=pl.lit("director")
    )


def _either(condition: pl.Expr) -> pl.Expr:
    return pl.any_horizontal(condition.fill_null(value=False))


def _is_given() -> pl.Expr:
    words = pl.col(_SCORES).str.contains(_RULED) | pl.col(_SCORES).str.contains(_SHARE)
    return _either(words) | _is_share_with_plus()


def _is_share_with_plus() -> pl.Expr:
    """Return whether a number with a plus, such as Ruter's `+0`, is a share and not a score."""
    # The row of a share has points but no contract; and its number cannot be a score, or equals its percentage.

    def is_share(side: str) -> pl.Expr:
        number = pl.col(f"Score_{side}").str.extract(_WITH_PLUS).cast(pl.Int64)
        of_score = (number >= _LEAST_SCORE) & (number % _STEP == 0)
        is_percentage = (number == pl.col(f"Percentage_{side}").cast(pl.Float64, strict=False)).fill_null(value=False)
        return (number.is_not_null() & (~of_score | is_percentage)).fill_null(value=False)

    has_points = pl.any_horizontal(pl.col("^(MP|IMP|Percentage)_(NS|EW)$").is_not_null())
    return pl.col("Contract").is_null() & has_points & pl.any_horizontal(map(is_share, DIRECTIONS))


def _in_numbers() -> tuple[pl.Expr, pl.Expr]:
    ns, ew = (pl.col(column).str.extract(_PLAYED).cast(pl.Int64) for column in _SCORES)
    return ns, -ew


def _award() -> pl.Expr:
    """Return the shares of the two sides as a ruling. Words without a number stay, and a later check reports them."""

    def share(side: str) -> pl.Expr:
        written = pl.col(f"Score_{side}")
        word = written.replace_strict(_SHARES, default=None, return_dtype=pl.String)
        return pl.coalesce(word, written.str.extract(_SHARE), f"Percentage_{side}")

    as_written = phrase("{} and {}", *(pl.col(column).fill_null("nothing") for column in _SCORES))
    return pl.coalesce(phrase(AWARDED, *map(share, DIRECTIONS)), as_written)


def _with_one_score(cells: pl.DataFrame, faults: Faults) -> pl.DataFrame:
    """Return the rows with at most one score each. A finding reports two scores that contradict each other."""
    # The contract shows which score is right. Without a contract, a score of 0 means that this side earned nothing, and
    # the other score counts. If neither is 0, neither can be trusted, and the row is left out.
    ns, ew = _in_numbers()
    numbered = cells.with_row_index("at").with_columns(ns_says=ns, ew_says=ew)
    disputed = numbered.filter(pl.col("ns_says") != pl.col("ew_says"), ~_is_given())
    if disputed.is_empty():
        return cells
    tricks = tricks_won(pl.col("Result"), pl.col("Contract"))
    brought = brought_by(pl.col("board"), pl.col("vulnerable"), pl.col("Contract"), pl.col("Declarer"), tricks)
    of_contract = pl.when((brought == pl.col("ns_says")) | (brought == pl.col("ew_says"))).then(brought)
    earned = pl.when(pl.col("ns_says") == 0).then("ew_says").when(pl.col("ew_says") == 0).then("ns_says")
    settled = disputed.with_columns(
        right=pl.coalesce(of_contract, pl.when(pl.col("Contract").is_null()).then(earned)).cast(pl.String),
        is_usual=(of_contract == earned).fill_null(value=False),
    )
    lost, kept = settled.filter(pl.col("right").is_null()), settled.drop_nulls("right")
    doubtful = kept.filter(~pl.col("is_usual"))
    for row in (*lost.iter_rows(named=True), *doubtful.head(1).iter_rows(named=True)):
        ns, ew = row["Score_NS"], row["Score_EW"]
        at = (int(row["line_no"]), _SCORES[0], f"{ns} {ew}")
        gaps = {"board": row["board"], "ns": ns, "ew": ew}
        if row["right"] is None:
            faults.error("pbn.left_out/two_scores", *at, **gaps, split=f"s{row['ns_says']}_{row['ew_says']}")
        else:
            faults.warning("pbn.doubtful/two_scores", *at, **gaps, score=row["right"], lines=doubtful.height)
    one_score = numbered.join(kept.select("at", "right"), on="at", how="left", maintain_order="left").with_columns(
        Score_NS=pl.coalesce("right", "Score_NS"), Score_EW=pl.when(pl.col("right").is_null()).then("Score_EW")
    )
    return one_score.join(lost, on="at", how="anti", maintain_order="left").select(cells.columns)
