r"""Portable Bridge Notation with results, as Ruter and Magic Contest write it: one session a file.

Each board has a table `[ScoreTable "PairId_NS\2R;PairId_EW\2R;Contract\4L;..."]` and the first board also
`[TotalScoreTable "..."]`, the result list. The header names the columns, and only the names count here.
A cell is a word, or anything between quotes; `-` is an empty cell.

Scores are whole numbers, each in the column of the side that earned it, or a word: `A=` `A+` `A-` (average, plus,
minus), `+0` (a share given by the director: the percentage column has it), `800>a` (played, then adjusted), `Bye`,
`Pen` (no result line, but points given or taken by the director; the result list has their sum as `ScorePenalty`).

Ruter prints matchpoints from the average (points - top/2), Magic Contest from 0 to top: `official_centred` says
which. They are kept as printed, since the top that Ruter used is not in the file.
"""

import re
from collections.abc import Iterator
from itertools import zip_longest
from typing import NamedTuple

import polars as pl

from pipelines.readers.people import SCHEMA, with_player_ids
from pipelines.readers.reading import Finding, Sheets
from transforms.bridge.rulings import AWARDED, NOT_PLAYED
from transforms.tables import DIRECTIONS

Row = dict[str, str | None]

_LINE = "A"
_TAG = re.compile(r'\[(\w+)\s+"(.*)"\]\s*$')
_CONTEST_DATE = re.compile(r'%.*name="?ContestDate"?\s+content="([^"]+)"')
_CELL = re.compile(r'"([^"]*)"|(\S+)')
_FORMAT_OF_COLUMN = re.compile(r"\\.*")

_SCORE_COLUMNS = (
    *("line_no", "board", "Round", "Table", "PairId_NS", "PairId_EW", "Contract", "Declarer", "Result"),
    *("Score_NS", "Score_EW", "MP_NS", "MP_EW", "IMP_NS", "IMP_EW", "Percentage_NS", "Percentage_EW"),
)
_NEEDED = {"ScoreTable": ("PairId_NS", "PairId_EW"), "TotalScoreTable": ("PairId", "Names")}
_OUTCOME = {"Score_NS", "Score_EW", "Contract"}


def is_pbn(text: str) -> bool:
    """Whether this is PBN: its own first line, or the tags of a board."""
    return re.search(r'\A\s*% PBN|^\[(?:Event|Board|Deal) "', text, re.MULTILINE) is not None


def read(text: str, session_id: str) -> Sheets:
    """Read one PBN file: a session, its entries and players, result lines and official results."""
    lines: list[Row] = []
    ranked: list[Row] = []
    findings: list[Finding] = []
    for table in _tables(text):
        rows, problems = _rows(table)
        findings += problems
        if table.name == "ScoreTable":
            lines += [row | {"board": table.board} for row in rows]
        else:
            ranked += rows

    if not lines:
        message = "no usable ScoreTable in this file: export the results of the session, not only its deals"
        return Sheets({}, [*findings, Finding(None, "error", "ScoreTable", None, message)])
    if not ranked:
        message = "no usable TotalScoreTable in this file, so nobody's name is known: export the result list too"
        findings.append(Finding(None, "warning", "TotalScoreTable", None, message))

    cells = pl.DataFrame(lines, schema=dict.fromkeys(_SCORE_COLUMNS, pl.String))
    is_award = _either(pl.col("Score_NS", "Score_EW") == "Pen")
    adjustments, unknown_amounts = _adjustments(ranked, cells.filter(is_award), session_id)
    people, problems = _people(ranked, session_id)
    return Sheets(
        {
            "sessions": _session(_tags(text), session_id),
            "results": _results(cells.filter(~is_award), session_id),
            "official_results": _official_results(ranked, session_id),
            "adjustments": adjustments,
            "entries": people,
            "players": people.unique("player_id", keep="first", maintain_order=True),
        },
        [*findings, *unknown_amounts, *problems],
    )


# --- from text to rows of cells -----------------------------------------------------------------


class _Tag(NamedTuple):
    line_no: int
    value: str


class _Table(NamedTuple):
    name: str
    board: str | None
    line_no: int
    columns: list[str]
    lines: list[tuple[int, str]]


def _tags(text: str) -> dict[str, _Tag]:
    """The first known value of each tag."""
    tags: dict[str, _Tag] = {}
    for line_no, line in enumerate(text.split("\n"), start=1):
        tag, contest_date = _TAG.match(line), _CONTEST_DATE.match(line)
        if tag and tag[2].strip() not in ("", "?", "#"):
            tags.setdefault(tag[1], _Tag(line_no, tag[2].strip()))
        elif contest_date:
            tags.setdefault("ContestDate", _Tag(line_no, contest_date[1]))
    return tags


def _tables(text: str) -> Iterator[_Table]:
    """Every score table with the lines under it: up to the next tag, comment or empty line."""
    board: str | None = None
    table: _Table | None = None
    for line_no, line in enumerate(text.split("\n"), start=1):
        tag = _TAG.match(line)
        if tag is None and table is not None and line.strip() and line[0] not in "%{;":
            table.lines.append((line_no, line))
            continue
        if table is not None:
            yield table
            table = None
        if tag is None:
            continue
        if tag[1] == "Board" and tag[2] != "#":
            board = tag[2]
        if tag[1] in _NEEDED:
            columns = [_FORMAT_OF_COLUMN.sub("", column) for column in tag[2].split(";")]
            table = _Table(tag[1], board, line_no, columns, [])
    if table is not None:
        yield table


def _rows(table: _Table) -> tuple[list[Row], list[Finding]]:
    """The rows of a table by column name; none when a column is missing that it cannot do without."""
    missing = [column for column in _NEEDED[table.name] if column not in table.columns]
    if table.name == "ScoreTable" and not _OUTCOME & set(table.columns):
        missing.append("Score_NS")
    if missing:
        message = f"{table.name} lacks this column, so its rows cannot be used: export it with the column"
        where = table.board and f"board {table.board}"
        return [], [Finding(table.line_no, "error", column, where, message) for column in missing]

    rows: list[Row] = []
    findings: list[Finding] = []
    for line_no, line in table.lines:
        cells = [quoted or word for quoted, word in _CELL.findall(line)]
        if len(cells) == len(table.columns):
            known = (None if cell in ("", "-") else cell for cell in cells)
            rows.append({**dict(zip(table.columns, known, strict=True)), "line_no": str(line_no)})
        else:
            message = (
                f"{len(cells)} cells under {len(table.columns)} columns; the line is left out: quote cells with spaces"
            )
            findings.append(Finding(line_no, "error", table.name, line.strip(), message))
    return rows, findings


# --- from rows of cells to sheets ---------------------------------------------------------------


def _session(tags: dict[str, _Tag], session_id: str) -> pl.DataFrame:
    dates = [tags[name] for name in ("Date", "EventDate", "ContestDate") if name in tags]
    well_formed = [tag for tag in dates if re.fullmatch(r"[0-9]{4}[.-][0-9][0-9][.-][0-9][0-9]", tag.value)]
    date = next(iter([*well_formed, *dates]), None)
    title = tags.get("Event")
    row = {
        "session_id": session_id,
        "date": date and date.value,
        "kind": _kind(tags),
        "title": title and title.value,
        "line_no": str(date.line_no) if date else None,
    }
    return pl.DataFrame([row], schema=dict.fromkeys(row, pl.String))


def _kind(tags: dict[str, _Tag]) -> str:
    competition = tags["Competition"].value.lower() if "Competition" in tags else ""
    scoring = tags["Scoring"].value.lower() if "Scoring" in tags else ""
    if competition == "teams":
        return "teams"
    if "butler" in scoring:
        return "butler"
    return "cross_imp" if "imp" in scoring else "pairs"


def _results(cells: pl.DataFrame, session_id: str) -> pl.DataFrame:
    ruled = _either(pl.col("Score_NS", "Score_EW").str.contains(r"^A[=+-]$|^\+|>a$"))
    unplayed = pl.all_horizontal(pl.col("Contract", "Score_NS", "Score_EW").is_null())
    paired = pl.all_horizontal(pl.col("PairId_NS", "PairId_EW").is_not_null())
    points_ns, points_ew = pl.coalesce("MP_NS", "IMP_NS"), pl.coalesce("MP_EW", "IMP_EW")
    return cells.select(
        "line_no",
        "board",
        session_id=pl.lit(session_id),
        line=pl.lit(_LINE),
        round="Round",
        table="Table",
        ns="PairId_NS",
        ew="PairId_EW",
        contract="Contract",
        declarer="Declarer",
        tricks="Result",
        score=_score(),
        ruling=pl.when(ruled)
        .then(pl.format(AWARDED, _share("NS"), _share("EW")))
        .when(unplayed & paired)
        .then(pl.lit(NOT_PLAYED)),
        official_ns_points=points_ns,
        official_ew_points=points_ew,
    ).with_columns(official_centred=_centred())


def _score() -> pl.Expr:
    """The score from North-South; a word that is none of those known stays, to be reported."""
    earned_ns = pl.col("Score_NS").str.extract(r"^(-?[0-9]+)(?:>a)?$")
    earned_ew = pl.col("Score_EW").str.extract(r"^(-?[0-9]+)(?:>a)?$").cast(pl.Int64, strict=False)
    word = pl.coalesce("Score_NS", "Score_EW")
    known_word = word.str.contains(r"^(?:A[=+-]|\+[0-9]+|Bye)$")
    return pl.coalesce(earned_ns, (-earned_ew).cast(pl.String), pl.when(~known_word).then(word))


def _share(side: str) -> pl.Expr:
    """A side's part of an adjusted score: a percentage, or + or - for average plus or minus."""
    words = {"A=": "50", "A+": "+", "A-": "-"}
    word = pl.col(f"Score_{side}").replace_strict(words, default=None, return_dtype=pl.String)
    return pl.coalesce(word, f"Percentage_{side}", pl.lit("?"))


def _centred() -> pl.Expr:
    """Whether the two sides' points always balance, so that they count from the average."""
    total = pl.col("official_ns_points").cast(pl.Float64, strict=False) + pl.col("official_ew_points").cast(
        pl.Float64, strict=False
    )
    balanced = (total.abs() < 0.05).filter(pl.col("ruling").is_null()).all()
    return pl.when(pl.any_horizontal(pl.col("official_ns_points", "official_ew_points").is_not_null())).then(
        pl.when(balanced).then(pl.lit("true")).otherwise(pl.lit("false"))
    )


def _either(condition: pl.Expr) -> pl.Expr:
    return pl.any_horizontal(condition.fill_null(value=False))


def _official_results(ranked: list[Row], session_id: str) -> pl.DataFrame:
    rows = [
        {
            "session_id": session_id,
            "line": _LINE,
            "entrant": row["PairId"],
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
    """The file prints what is added to the total; the table holds what is taken off."""
    if given is None:
        return None
    return given.removeprefix("-") if given.startswith("-") else f"-{given.removeprefix('+')}"


def _adjustments(ranked: list[Row], awards: pl.DataFrame, session_id: str) -> tuple[pl.DataFrame, list[Finding]]:
    """What the director gave or took, in points as printed: by the result list, else by the `Pen` rows themselves."""
    totals = pl.DataFrame(
        [{"entrant": row["PairId"], "amount": row.get("ScorePenalty"), "line_no": row["line_no"]} for row in ranked],
        schema=dict.fromkeys(("entrant", "amount", "line_no"), pl.String),
    ).drop_nulls("amount")
    by_board = pl.concat(
        awards.select("board", "line_no", entrant=f"PairId_{side}", amount=pl.coalesce(f"MP_{side}", f"IMP_{side}"))
        for side in DIRECTIONS
    ).drop_nulls("entrant")
    not_in_totals = by_board.join(totals, on="entrant", how="anti", maintain_order="left")
    unknown = not_in_totals.group_by("line_no", "board", maintain_order=True).agg(pl.col("amount").is_null().all())
    message = "points given or taken by the director, but not how many: add them to the adjustments"
    findings = [
        Finding(int(line_no), "warning", "Pen", f"board {board}", message)
        for line_no, board in unknown.filter("amount").select("line_no", "board").iter_rows()
    ]
    amounts = pl.concat([totals, not_in_totals.drop_nulls("amount").select(totals.columns)])
    adjustments = amounts.filter(pl.col("amount").cast(pl.Float64, strict=False).ne_missing(0)).select(
        "entrant",
        "amount",
        "line_no",
        session_id=pl.lit(session_id),
        line=pl.lit(_LINE),
        unit=pl.lit("points"),
        reason=pl.lit("director"),
    )
    return adjustments, findings


def _people(ranked: list[Row], session_id: str) -> tuple[pl.DataFrame, list[Finding]]:
    rows = []
    for row in ranked:
        numbers = [number for column, number in row.items() if column.startswith("MemberID")]
        for name, number in zip_longest(_names(row["Names"] or ""), numbers):
            if name or number:
                rows.append(
                    {
                        "session_id": session_id,
                        "line": _LINE,
                        "entrant": row["PairId"],
                        "name": name,
                        "member_number": number,
                        "line_no": row["line_no"],
                    }
                )
    return with_player_ids(pl.DataFrame(rows, schema=SCHEMA))


def _names(both: str) -> list[str]:
    """The two names of `A - B` or `A;B`; a name may itself have a dash, so the last one parts them."""
    separator = ";" if ";" in both else " - "
    return [name.strip() for name in both.rsplit(separator, 1)]
