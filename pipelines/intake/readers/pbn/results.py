"""Result lines, what the file itself publishes, and what the director gave or took: from rows of cells to sheets."""

import polars as pl

from pipelines.intake.readers.cells import card, tricks_won
from pipelines.intake.readers.pbn.cells import Row
from pipelines.intake.readers.pbn.scores import SCORES, award, either, is_given, score, with_one_score
from pipelines.intake.readers.pbn.vulnerability import by_its_tag
from pipelines.intake.readers.reading import Finding, warning
from transforms.bridge.rulings import NOT_PLAYED
from transforms.tables.schemas import DIRECTIONS

COLUMNS = (
    *("line_no", "board", "vulnerable", "line", "Round", "Table", "ns", "ew", "Contract", "Declarer", "Result"),
    *("Lead", "Score", "Score_NS", "Score_EW", "MP_NS", "MP_EW", "IMP_NS", "IMP_EW", "Percentage_NS", "Percentage_EW"),
)
"""The columns of rows of score tables that are used, with the line and entrants of each."""

_PASSES = {"PASS", "PASSED", "PASSEDOUT", "PASSOUT", "PASSED-OUT", "ALLPASS", "PO", "P", "AP", "AAA"}
_UNPLAYED = ("NP", "NOTPLAYED")
_WORDS = {
    **dict.fromkeys(("A=", "A", "AV", "AVE", "AVG", "AVE=", "AV="), "A="),
    **dict.fromkeys(("A+", "AV+", "AVE+", "AVG+"), "A+"),
    **dict.fromkeys(("A-", "AV-", "AVE-", "AVG-"), "A-"),
    **dict.fromkeys(_UNPLAYED, "NP"),
}
"""Words in place of a score, in capitals and without blanks -> how Ruter writes them."""


def cells_of(rows: list[Row]) -> pl.DataFrame:
    """The rows of score tables as text, one column for each of `COLUMNS`, with each word and pass in one form.

    A board that was passed out has the contract `PASS`, no declarer and no tricks, and a score of 0 if none is given.
    """
    values = [[row.get(column) for column in COLUMNS] for row in map(_in_one_form, rows)]
    return pl.DataFrame(values, schema=dict.fromkeys(COLUMNS, pl.String), orient="row")


def _in_one_form(row: Row) -> Row:
    contract, ns, ew = row.get("Contract"), row.get("Score_NS"), row.get("Score_EW")
    if contract and contract[0].isdecimal() and (ns or ew or "?").isdecimal():
        return row
    if row.get("Score") and ns is None and ew is None:
        ns, ew = _of_sides(row["Score"] or "")
    ns, ew = (_WORDS.get(_plain(score), score) for score in (ns, ew))
    return _passed({**row, "Score_NS": ns, "Score_EW": ew})


def _plain(cell: str | None) -> str:
    return "".join((cell or "").upper().split())


def _of_sides(score: str) -> tuple[str | None, str | None]:
    """A score in one column for both sides: `NS 420`, `EW 50`, `-50`, `AVE`, `A+/A-`."""
    plain = _plain(score)
    if plain.startswith("EW"):
        return None, plain[2:] or None
    ns, _, ew = plain.partition("/")
    is_average = _WORDS.get(ns) == "A="
    return ns.removeprefix("NS") or None, ew or (ns if is_average else None)


def _passed(row: Row) -> Row:
    contract, scores = _plain(row.get("Contract")), [row["Score_NS"], row["Score_EW"]]
    # `A` alone may be an average; in all three columns it is three passes.
    three = contract == _plain(row.get("Declarer")) == _plain(row.get("Result")) == "A"
    told = {contract, _plain(row.get("Result")), *map(_plain, scores)} & _PASSES
    if not three and (not told or (contract and contract not in _PASSES)):
        return row
    if not any(score and _plain(score) not in _PASSES for score in scores):
        scores = ["0", None]
    return {**row, "Contract": "PASS", "Declarer": None, "Result": None, "Score_NS": scores[0], "Score_EW": scores[1]}


def is_award() -> pl.Expr:
    """Whether a row is no result, but points that the director gave or took."""
    return either(pl.col(SCORES) == "Pen")


def results(cells: pl.DataFrame, session_id: str) -> tuple[pl.DataFrame, list[Finding]]:
    """The sheet of result lines, with what is odd: two scores, points without a result, and who is vulnerable.

    Args:
        cells: what `cells_of` returns, without awards.
        session_id: the id of the session.
    """
    cells, two_scores = with_one_score(cells)
    no_score = pl.all_horizontal(pl.col(SCORES).is_null())
    unplayed = (pl.col("Contract").is_null() & no_score) | either(pl.col(SCORES) == "NP")
    paired = pl.all_horizontal(pl.col("ns", "ew").is_not_null())
    marked = cells.with_columns(ruled=is_given(), unplayed=unplayed & paired)
    lines = marked.select(
        "line_no",
        "board",
        "line",
        "ns",
        "ew",
        session_id=pl.lit(session_id),
        round="Round",
        table="Table",
        contract="Contract",
        declarer="Declarer",
        tricks=tricks_won(pl.col("Result"), pl.col("Contract")),
        lead=card(pl.col("Lead")),
        score=score(),
        ruling=pl.when("ruled").then(award()).when("unplayed").then(pl.lit(NOT_PLAYED)),
        official_ns_points=pl.coalesce("MP_NS", "IMP_NS"),
        official_ew_points=pl.coalesce("MP_EW", "IMP_EW"),
    ).with_columns(official_centred=_centred())
    lines, findings = by_its_tag(lines, marked["vulnerable"])
    shares = pl.col("Percentage_NS", "Percentage_EW").cast(pl.Float64, strict=False)
    if not marked["unplayed"].any():
        return lines, [*two_scores, *findings]
    odd = marked.filter(pl.col("unplayed"), ~pl.col("ruled"), either(shares != 0))
    findings += [
        warning(
            "pbn.scores/without_result",
            "no contract and no score, so it counts as not played, but the file gives it {share} %: fill in what was"
            " played or ruled",
            line_no=int(line_no),
            field="Contract",
            value=f"board {board}",
            share=share,
        )
        for line_no, board, share in odd.select("line_no", "board", "Percentage_NS").iter_rows()
    ]
    return lines, [*two_scores, *findings]


def _centred() -> pl.Expr:
    """Whether the points of the two sides always add up to 0, so that they are relative to the average."""
    total = pl.col("official_ns_points").cast(pl.Float64, strict=False) + pl.col("official_ew_points").cast(
        pl.Float64, strict=False
    )
    balanced = (total.abs() < 0.05).filter(pl.col("ruling").is_null()).all()
    return pl.when(pl.any_horizontal(pl.col("official_ns_points", "official_ew_points").is_not_null())).then(
        pl.when(balanced).then(pl.lit("true")).otherwise(pl.lit("false"))
    )


def official_results(ranked: list[Row], session_id: str) -> pl.DataFrame:
    """The sheet of what the file's own result list says."""
    rows = [
        {
            "session_id": session_id,
            "line": row["line"],
            "entrant": row["entrant"],
            "points": row.get("TotalScoreMP") or row.get("TotalMP") or row.get("TotalScoreIMP") or row.get("TotalIMP"),
            "score": row.get("TotalPercentage"),
            "rank": row.get("Rank"),
            "penalty": _taken_off(row.get("ScorePenalty")),
            "line_no": row["line_no"],
        }
        for row in ranked
    ]
    columns = ("session_id", "line", "entrant", "points", "score", "rank", "penalty", "line_no")
    return pl.DataFrame(rows, schema=dict.fromkeys(columns, pl.String))


def _taken_off(given: str | None) -> str | None:
    """The penalty with the opposite sign: the file has what is added to the total, the table what is taken off it."""
    if given is None:
        return None
    return given.removeprefix("-") if given.startswith("-") else f"-{given.removeprefix('+')}"


def adjustments(ranked: list[Row], awards: pl.DataFrame, session_id: str) -> tuple[pl.DataFrame, list[Finding]]:
    """What the director gave or took, in points as printed: from the result list, or else from the `Pen` rows."""
    columns = ("line", "entrant", "amount", "line_no")
    if awards.is_empty() and not any(row.get("ScorePenalty") for row in ranked):
        return pl.DataFrame(), []
    totals = pl.DataFrame(
        [
            {
                "line": row["line"],
                "entrant": row["entrant"],
                "amount": row.get("ScorePenalty"),
                "line_no": row["line_no"],
            }
            for row in ranked
        ],
        schema=dict.fromkeys(columns, pl.String),
    ).drop_nulls("amount")
    by_board = pl.concat(
        awards.select("board", "line", "line_no", entrant=side.lower(), amount=pl.coalesce(f"MP_{side}", f"IMP_{side}"))
        for side in DIRECTIONS
    ).drop_nulls("entrant")
    not_in_totals = by_board.join(totals, on=["line", "entrant"], how="anti", maintain_order="left", nulls_equal=True)
    unknown = not_in_totals.group_by("line_no", "board", maintain_order=True).agg(pl.col("amount").is_null().all())
    findings = [
        warning(
            "pbn.penalty",
            "points given or taken by the director, but not how many: add them to the adjustments",
            line_no=int(line_no),
            field="Pen",
            value=f"board {board}",
        )
        for line_no, board in unknown.filter("amount").select("line_no", "board").iter_rows()
    ]
    amounts = pl.concat([totals.select(columns), not_in_totals.drop_nulls("amount").select(columns)])
    given = amounts.filter(pl.col("amount").cast(pl.Float64, strict=False).ne_missing(0)).select(
        *columns,
        session_id=pl.lit(session_id),
        unit=pl.lit("points"),
        reason=pl.lit("director"),
    )
    return given, findings
