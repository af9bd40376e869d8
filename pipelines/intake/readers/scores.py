"""Check contract, tricks, score and vulnerability of result lines against each other.

A spreadsheet turns `+1` next to a contract into the number 1, while `=` and `-1` stay. The number of a board determines
the vulnerability (Law 2). But if a column or tag states another vulnerability, the players played with that one, and a
missing score is computed with it.
"""

import polars as pl

from pipelines.intake.readers.cells import kind_of, tricks_won
from pipelines.intake.readers.reading import Finding, on_rows, warning
from transforms.bridge.contracts import contract_score, vulnerable
from transforms.tables.phrases import phrase
from transforms.tables.schemas import DIRECTIONS, LANDING

_NEEDED = frozenset(("tricks", "contract"))
_RELATIVE = r"^(?:=|[+\x{2212}-][0-9]{1,2}(?:[.,]0{1,2})?)$"
_FEW = r"^([0-6])(?:[.,]0{1,2})?$"
_LIKE_SCORES = r"^[+\x{2212}-]?(?:[2-9]0|[0-9]{2,3}0)$"


def with_tricks_won(sheet: pl.DataFrame) -> tuple[pl.DataFrame, list[Finding]]:
    """Return the sheet (cells as text) with the tricks won, and findings on numbers that may be overtricks.

    A number from 0 to 6 is in doubt if it can be a number of overtricks, and another line of the session states tricks
    over or under the contract. Only a score settles the doubt. Tricks of an unknown contract are ignored.
    """
    if not set(sheet.columns) >= _NEEDED or not sheet["tricks"].str.strip_chars().str.contains(_RELATIVE).any():
        return sheet, []
    tricks, contract = pl.col("tricks").str.strip_chars(), pl.col("contract")
    few = tricks.str.extract(_FEW)
    is_contract = tricks_won(pl.lit("="), contract) != "="
    over = tricks_won(phrase("+{}", few), contract)
    session = pl.col("session_id") if "session_id" in sheet.columns else pl.lit("")
    is_relative = (tricks.str.contains(_RELATIVE) & is_contract).any().over(session)
    read = kind_of("contract", LANDING["results"].columns()["contract"]).value(contract.str.strip_chars())
    is_no_contract = _is_written("contract") & read.is_null()
    sheet = sheet.with_columns(tricks=pl.when(~(tricks.str.contains(_RELATIVE) & is_no_contract)).then("tricks"))
    marked = sheet.with_columns(
        tricks=tricks_won(pl.col("tricks"), contract),
        few=pl.when(is_relative & is_contract & ~over.str.starts_with("+")).then(few),
        over=over,
    )
    if marked["few"].null_count() == marked.height:
        return marked.select(sheet.columns), []
    marked = marked.with_columns(by_won=_says_the_score(sheet, "few"), by_over=_says_the_score(sheet, "over"))
    in_doubt = pl.col("few").is_not_null()
    is_over, is_won = in_doubt & pl.col("by_over") & ~pl.col("by_won"), pl.col("by_won") & ~pl.col("by_over")
    findings: list[Finding] = []
    for rows in marked.filter(in_doubt & ~is_over & ~is_won).partition_by("few", maintain_order=True):
        at = {"field": "tricks", "value": rows["tricks"][0], "tricks": rows["few"][0]}
        findings.append(on_rows("tables.tricks/unclear", rows, **at))
    taken = marked.filter(is_over)
    for line_no, few in taken.select("line_no", "few").head(1).iter_rows():
        at = {"line_no": line_no, "field": "tricks", "value": few, "tricks": few}
        findings.append(warning("tables.tricks/by_score", **at, lines=taken.height))
    settled = marked.with_columns(tricks=pl.when(is_over).then("over").when(~in_doubt | is_won).then("tricks"))
    return settled.select(sheet.columns), findings


def with_tricks_and_score(sheet: pl.DataFrame) -> tuple[pl.DataFrame, list[Finding]]:
    """Swap tricks and score if all contracts show that they are swapped. A row without a contract is no evidence."""
    if not set(sheet.columns) >= {*_NEEDED, "score"} or not sheet["tricks"].str.contains(_LIKE_SCORES).any():
        return sheet, []
    exchanged = sheet.rename({"tricks": "score", "score": "tricks"}).select(sheet.columns)
    exchanged = exchanged.with_columns(won=tricks_won(pl.col("tricks").str.strip_chars(), pl.col("contract")))
    has_contract = _is_written("contract")
    played = exchanged.filter(has_contract)
    if played.is_empty() or not played.select(_says_the_score(played, "won").all()).item():
        return sheet, []
    at = {"line_no": played["line_no"][0], "field": "tricks", "value": played["score"][0]}
    stays = ~has_contract & ~_is_written("score")
    read = exchanged.with_columns(
        tricks=pl.when(~stays).then("tricks"), score=pl.when(stays).then("tricks").otherwise("score")
    )
    return read.drop("won"), [warning("tables.tricks/exchanged", **at, lines=played.height)]


def _is_written(column: str) -> pl.Expr:
    return (pl.col(column).str.strip_chars() != "").fill_null(value=False)


def _says_the_score(sheet: pl.DataFrame, tricks: str) -> pl.Expr:
    names = {"board": "board", "contract": "contract", "declarer": "declarer", "tricks": tricks, "score": "score"}
    columns = LANDING["results"].columns()
    if not (names.keys() - {"tricks"}) <= set(sheet.columns):
        return pl.lit(value=False)
    read = {name: kind_of(name, columns[name]).value(pl.col(of).str.strip_chars()) for name, of in names.items()}
    score = read.pop("score")
    return (contract_score(*read.values()) == score).fill_null(value=False)


VULNERABLE = "vulnerable"
_CELLS = ("board", "contract", "declarer", "tricks", "score", "ruling")
_NONE, _NS, _EW, _ALL = "None", "NS", "EW", "All"
_WORDS = {
    **dict.fromkeys(("none", "love", "-"), _NONE),
    **dict.fromkeys(("ns", "n-s", "n/s"), _NS),
    **dict.fromkeys(("ew", "e-w", "e/w"), _EW),
    **dict.fromkeys(("all", "both"), _ALL),
}
_BOARDS = {_NONE: 1, _NS: 2, _EW: 3, _ALL: 4}


def scored_by_vulnerable(sheet: pl.DataFrame) -> tuple[pl.DataFrame, list[Finding]]:
    """Compute missing scores by the column `vulnerable`; return the sheet without it, and findings on conflicts."""
    if VULNERABLE not in sheet.columns or sheet[VULNERABLE].null_count() == sheet.height:
        return sheet.drop(VULNERABLE, strict=False), []
    cells = {
        name: pl.col(name).str.strip_chars() if name in sheet.columns else pl.lit(None, pl.String) for name in _CELLS
    }
    said = pl.col(VULNERABLE).str.strip_chars()
    written, number = pl.when(said != "").then(said), cells["board"].cast(pl.Int32, strict=False)
    ns, ew = (vulnerable(number, pl.lit(direction[0])) for direction in DIRECTIONS)
    one_side = pl.when(ns).then(pl.lit(_NS)).when(ew).then(pl.lit(_EW)).otherwise(pl.lit(_NONE))
    due = pl.when(ns & ew).then(pl.lit(_ALL)).otherwise(one_side)
    differs = ((_word_of(written) != due) & number.is_not_null()).fill_null(value=False)
    is_odd = written.is_not_null() & _word_of(written).is_null()
    marked = sheet.with_columns(written=written, due=due, differs=differs, is_odd=is_odd)
    kept = [name for name in sheet.columns if name != VULNERABLE]
    if not marked.select(pl.any_horizontal("differs", "is_odd").any()).item():
        return sheet.select(kept), []
    is_given = pl.any_horizontal((cells[name] != "").fill_null(value=False) for name in ("score", "ruling"))
    brought = brought_by(cells["board"], written, cells["contract"], cells["declarer"], cells["tricks"])
    by_column = pl.when("differs", ~is_given).then(brought.cast(pl.String))
    marked = marked.with_columns(score=cells["score"], by_column=by_column)
    is_computed = pl.col("by_column").is_not_null()
    findings: list[Finding] = []
    for code, severity, found in (
        ("tables.vulnerable/computed", "error", marked.filter(is_computed)),
        ("tables.vulnerable/given", "warning", marked.filter(pl.col("differs") & ~is_computed)),
        ("tables.vulnerable", "warning", marked.filter("is_odd").with_columns(due=pl.lit(None, pl.String))),
    ):
        for (by_number,), rows in found.group_by("due", maintain_order=True):
            gap = {"due": by_number} if by_number else {}
            at = {"field": VULNERABLE, "value": rows["written"][0]}
            findings.append(on_rows(code, rows, severity=severity, **at, **gap))
    if marked["by_column"].null_count() == marked.height:
        return sheet.select(kept), findings
    return marked.with_columns(score=pl.coalesce("by_column", "score")).select(
        *dict.fromkeys((*kept, "score"))
    ), findings


def _word_of(said: pl.Expr) -> pl.Expr:
    return said.str.to_lowercase().replace_strict(_WORDS, default=None)


def brought_by(board: pl.Expr, said: pl.Expr, contract: pl.Expr, declarer: pl.Expr, tricks: pl.Expr) -> pl.Expr:
    """Return the North-South score of a contract given as text. If no vulnerability is stated, the board's counts."""
    as_said = _word_of(said).replace_strict(_BOARDS, default=None, return_dtype=pl.Int32)
    columns = LANDING["results"].columns()
    values = {"contract": contract, "declarer": declarer, "tricks": tricks}
    read = (kind_of(name, columns[name]).value(text) for name, text in values.items())
    return contract_score(pl.coalesce(as_said, board.cast(pl.Int32, strict=False)), *read)
