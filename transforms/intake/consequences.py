"""What follows from another finding, and goes when that is mended: left out where it is certain, else told as such."""

from typing import Literal

import polars as pl

from transforms.intake.findings import PLACE, TAKEN_AS_EMPTY
from transforms.tables.finding_words import arguments_of, message_of
from transforms.tables.messages import BECAUSE, VARIANT
from transforms.tables.phrases import phrase
from transforms.tables.schemas import CLUB, STATED, Findings

MANY = "many"
"""Variant of a finding that is made of many rows of one file."""
QUESTIONS = tuple(
    f"results.{asked}"
    for asked in (
        *("passed_out", "score_of_contract", "impossible_score"),
        *("other_board", "lone_board", "turned", "other_opponents"),
    )
)
"""Codes of what is asked about results that count, until the director says that they are right."""

_BREAKS_OFF = ("pbn.cut_off", "xml.not_sound")
_CUT_OFF = "tables.cut_off_session"
STOPS = (*_BREAKS_OFF, _CUT_OFF)
"""Codes of what is told of a file that stops in the middle."""
_ACCEPTED = {
    (_CUT_OFF,): (
        "files.cut_off_accepted",
        "the file stops in the middle of this row, which is left out; that is accepted: {reason}",
    ),
    _BREAKS_OFF: (
        "files.read_to_here_accepted",
        "the file is read as far as here, and not beyond; that is accepted: {reason}",
    ),
}
"""Codes of what is accepted -> code and sentence of the warning instead."""
_FILE = (*CLUB, "file_id")
_MISSING = "results.missing"
_LACKING = ("results.without_players", "pbn.no_names", "usebio.no_result_lines")
"""What is told of a file that lacks a part, as one does that breaks off."""
_NAMELESS = ("players.in_two_places", "players.twice_in_pair", "players.no_name", "players.nobody", "players.nobodies")
"""Codes of errors on people of whom nobody knows who they were; `seats` of their arguments says of which entrants."""
_OF_NAMELESS = ("results.without_players", "entries.not_two")
"""What follows from these for their entrants."""
_OTHER_NAME = "players.other_name"
_LOST = (
    r"^(?:cells\.left_out|cells\.missing|csv\.open_quote"
    r"|tables\.(?:lacks|below_title|no_cells|cells|cut_off|error_lost))"
)
"""Codes of the errors by which a line or a whole file is left out."""
_is_of_more = (pl.col("code") == "entries.not_two").and_(
    pl.col("arguments").str.json_path_match("$.players").fill_null("1") != "1"
)
"""A pair of three and more does not follow from what is left out."""
_is_of_others = (pl.col("code") == "sessions.none").and_(
    pl.col("arguments").str.json_path_match(f"$.{VARIANT}").fill_null("").is_in(("of_day", "several"))
)
"""Nor does it that other sessions may be meant."""
_TAKEN_AS_EMPTY = {
    "cells.taken_as_empty": "cells.score_counts",
    "cells.taken_as_empty_nearly": "cells.score_counts_nearly",
}
"""Code of the sentence for a cell that is taken as empty -> that for one beside a score, which counts."""
_OF_A_CONTRACT = ("contract", "declarer", "tricks")
_FOLLOWS = {
    "sessions": ("sessions.none",),
    "entries": ("results.without_players", "entries.not_two"),
    "players": ("entries.not_in_players",),
}
"""Table -> beginnings of the codes of what may follow where lines of that table are left out."""


def consequences_marked(of_files: pl.DataFrame, across: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The findings without those that follow from others; of those that may follow, the message says so.

    Args:
        of_files: `Findings` about single files, made when each was read.
        across: `Findings` of `assemble`.

    Returns:
        Both, with their columns.
    """
    broken = of_files.filter(pl.col("code").is_in(_BREAKS_OFF)).select(*CLUB, "file_id").unique()
    of_whole_files, of_sound = (_without_lacking(findings, broken) for findings in (of_files, across))
    told_apart = _without_nameless(_without_misread_names(of_sound, of_files), of_files)
    return of_whole_files, _with_causes(told_apart, of_files)


def scores_told(findings: pl.DataFrame, results: pl.DataFrame) -> pl.DataFrame:
    """The findings; where a contract is not understood and its row has a score, the message says that this counts.

    Args:
        findings: those of `causes_first`.
        results: the results that are kept.
    """
    of_contract = pl.col("code").is_in(list(_TAKEN_AS_EMPTY)) & pl.col("field").is_in(_OF_A_CONTRACT)
    if findings.filter(of_contract).is_empty():
        return findings
    scores = results.filter(pl.col("score").is_not_null()).select(*CLUB, *PLACE, score_given="score")
    scores = scores.unique([*CLUB, *PLACE], keep="first", maintain_order=True)
    with_scores = findings.join(scores, on=[*CLUB, *PLACE], how="left", maintain_order="left")
    score = pl.col("score_given").cast(pl.String)
    counts = of_contract & score.is_not_null() & pl.col("arguments").is_not_null()
    arguments = phrase('{}, "score": "{}"}}', pl.col("arguments").str.strip_suffix("}"), score)
    told = phrase("not understood; the score {} of the row counts", score)
    message = pl.col("message").str.replace(f"not understood; {TAKEN_AS_EMPTY}", told, literal=True)
    return with_scores.with_columns(
        code=pl.when(counts).then(pl.col("code").replace(_TAKEN_AS_EMPTY)).otherwise("code"),
        arguments=pl.when(counts).then(arguments).otherwise("arguments"),
        message=pl.when(counts).then(message).otherwise("message"),
    ).drop("score_given")


def told_by_rows(findings: pl.DataFrame, results: pl.DataFrame) -> pl.DataFrame:
    """The findings without those on missing results of a session of which as many rows at least are left out by name.

    A row that is left out is of the session that the rows of the file beside it are of; between two it is of neither.

    Args:
        findings: those of `causes_first`.
        results: the results that are kept.
    """
    missing = pl.col("code") == _MISSING
    if findings.filter(missing).is_empty():
        return findings
    arguments = pl.col("arguments")
    of_results = pl.col("code").str.starts_with("results.") | (
        pl.col("code").str.contains(_LOST) & (arguments.str.json_path_match("$.table") == "results")
    )
    others = (
        arguments.str.json_path_match("$.others")
        .str.split(", ")
        .list.eval(pl.element().cast(pl.Int64, strict=False).drop_nulls())
    )
    named = (
        findings.filter(pl.col("severity") == "error", pl.col("line_no").is_not_null(), of_results)
        .with_columns(named=pl.concat_list("line_no", others.fill_null([])))
        .with_columns(
            more=arguments.str.json_path_match("$.lines").cast(pl.Int64, strict=False) - pl.col("named").list.len(),
            session=pl.when(pl.col("code") == _CUT_OFF).then(arguments.str.json_path_match("$.session")),
        )
        .select(*_FILE, "session", "more", line_no="named")
        .explode("line_no", empty_as_null=False, keep_nulls=False)
    )
    above, below, only = (_session_beside(named, results, side) for side in ("backward", "forward", None))
    beside = pl.when(pl.coalesce(above, below) == pl.coalesce(below, above)).then(pl.coalesce(above, below))
    lost = (
        named.with_columns(session=pl.coalesce("session", beside))
        .with_columns(rows=1 + pl.when(only.is_not_null()).then(pl.col("more").clip(0)).fill_null(0))
        .group_by(*_FILE, "session", "line_no")
        .agg(pl.col("rows").max())
        .group_by(*_FILE, value="session")
        .agg(pl.col("rows").sum())
    )
    counted = findings.join(lost, on=[*_FILE, "value"], how="left", maintain_order="left")
    is_told = arguments.str.json_path_match("$.results").cast(pl.Int64, strict=False) <= pl.col("rows")
    return counted.filter(~(missing & is_told.fill_null(value=False))).drop("rows")


def _session_beside(
    rows: pl.DataFrame, results: pl.DataFrame, side: Literal["backward", "forward"] | None
) -> pl.Series:
    """For each of these rows of files, the session of the result above or below it; or that of all results there."""
    placed = results.select(*_FILE, "line_no", beside="session_id")
    if side is None:
        only = placed.group_by(_FILE).agg(pl.col("beside").unique()).filter(pl.col("beside").list.len() == 1)
        of_file = only.with_columns(pl.col("beside").list.first())
        return rows.join(of_file, on=_FILE, how="left", maintain_order="left")["beside"]
    asked = rows.select(*_FILE, "line_no").with_row_index("asked").sort("line_no")
    in_order = placed.drop_nulls("line_no").sort("line_no", "beside")
    found = asked.join_asof(in_order, on="line_no", by=list(_FILE), strategy=side, check_sortedness=False)
    return found.sort("asked")["beside"]


def cut_offs_accepted(findings: pl.DataFrame, settings: pl.DataFrame, results: pl.DataFrame) -> pl.DataFrame:
    """The findings; that a file stops in the middle is a warning with the reason where its director accepted it so.

    Accepted it is for the session of a table where `accept_at_most` has `cut_off`, and for that of the last result
    above the place in a file of another format where it has a number of `STATED`: those say that something is missing,
    and what is missing beyond that has a finding of its own.

    Args:
        findings: of files.
        settings: `SessionSettings`.
        results: the results that are kept.
    """
    stops = pl.col("code").is_in(STOPS)
    if findings.filter(stops).is_empty():
        return findings
    most = {what: pl.col("accept_at_most").str.json_path_match(f"$.{what}").cast(pl.Float64) > 0 for what in STATED}
    accepting = settings.filter(pl.col("accept").is_not_null(), pl.any_horizontal(most.values())).select(
        *CLUB, "place", "session_id", "files", reason="accept", of_table=most["cut_off"].fill_null(value=False)
    )
    files = results.select(*_FILE, "session_id").unique()
    named = accepting.filter(pl.col("session_id").is_not_null()).drop("files")
    by_file = accepting.drop("session_id").explode("files", empty_as_null=False, keep_nulls=False)
    of_sessions = pl.concat(
        [
            named.join(files, on=[*CLUB, "session_id"]),
            by_file.rename({"files": "file_id"}).join(files, on=_FILE),
        ],
        how="diagonal",
    ).rename({"session_id": "session"})
    above, only = (_session_beside(findings, results, side) for side in ("backward", None))
    marked = findings.with_columns(
        session=pl.when(pl.col("code") == _CUT_OFF)
        .then(pl.col("arguments").str.json_path_match("$.session"))
        .otherwise(pl.coalesce(above, only))
    )
    key = [*_FILE, "session"]
    for reason, accepted in {"of_table": of_sessions.filter("of_table"), "of_file": of_sessions}.items():
        first = accepted.sort(*key, "place", "reason").unique(key, keep="first", maintain_order=True)
        marked = marked.join(
            first.select(*key, pl.col("reason").alias(reason)), on=key, how="left", maintain_order="left"
        )
    reason = pl.when(pl.col("code") == _CUT_OFF).then("of_table").when(stops).then("of_file")
    told = marked.with_columns(reason=reason)
    for codes, (code, sentence) in _ACCEPTED.items():
        is_accepted = pl.col("reason").is_not_null() & pl.col("code").is_in(codes)
        arguments = {"reason": pl.col("reason")}
        told = told.with_columns(
            severity=pl.when(is_accepted).then(pl.lit("warning")).otherwise("severity"),
            code=pl.when(is_accepted).then(pl.lit(code)).otherwise("code"),
            message=pl.when(is_accepted).then(message_of(sentence, arguments)).otherwise("message"),
            arguments=pl.when(is_accepted).then(arguments_of(arguments)).otherwise("arguments"),
        )
    return told.select(findings.columns)


def _without_lacking(findings: pl.DataFrame, broken: pl.DataFrame) -> pl.DataFrame:
    if broken.is_empty():
        return findings
    marked = findings.join(
        broken.with_columns(breaks_off=True), on=[*CLUB, "file_id"], how="left", maintain_order="left"
    )
    follows = pl.col("breaks_off").fill_null(value=False) & pl.col("code").is_in(_LACKING)
    return marked.filter(~follows).drop("breaks_off")


def _without_misread_names(across: pl.DataFrame, of_files: pl.DataFrame) -> pl.DataFrame:
    """Without other names that are the same but for letters that the file of one of the two has in another code."""
    misread = of_files.filter(code="decoding.code_page").select(*CLUB, "file_id").unique().with_columns(misread=True)
    if misread.is_empty():
        return across
    arguments = pl.when(pl.col("code") == _OTHER_NAME).then("arguments")
    shown, place = (arguments.str.json_path_match(f"$.{name}") for name in ("shown", "place"))
    marked = across.with_columns(shown=shown, shown_file=place.str.replace(r":\d+$", ""))
    for file in ("file_id", "shown_file"):
        marked = marked.join(
            misread.rename({"file_id": file, "misread": f"{file} misread"}),
            on=[*CLUB, file],
            how="left",
            maintain_order="left",
        )
    either = pl.any_horizontal(pl.col("^.* misread$").fill_null(value=False))
    name, other = (pl.col(column).str.replace_all("[^ -~]", "?") for column in ("value", "shown"))
    follows = either & (name == other).fill_null(value=False)
    return marked.filter(~follows).select(across.columns)


def _without_nameless(across: pl.DataFrame, of_files: pl.DataFrame) -> pl.DataFrame:
    """Without entrants that lack players since those who sat there were told in their file as unknown."""
    nameless = of_files.filter(pl.col("code").is_in(_NAMELESS))
    if nameless.is_empty():
        return across
    place = [*_FILE, "session", "seat"]
    session = pl.col("arguments").str.json_path_match("$.session").alias("session")
    seats = pl.col("arguments").str.json_path_match("$.seats").str.split("; ")
    told = nameless.select(*_FILE, session, seat=seats).explode("seat", empty_as_null=False, keep_nulls=False)
    line, entrant = (pl.col("arguments").str.json_path_match(f"$.{name}") for name in ("line", "entrant"))
    follows = pl.col("code").is_in(_OF_NAMELESS) & ~_is_of_more
    marked = across.with_columns(session, seat=pl.when(follows).then(phrase("{} {}", line, entrant)))
    return marked.join(told.unique(), on=place, how="anti", maintain_order="left").select(across.columns)


def _with_causes(across: pl.DataFrame, of_files: pl.DataFrame) -> pl.DataFrame:
    """The findings, those that may follow from lines left out with the place of the nearest of these."""
    lost = of_files.filter(pl.col("severity") == "error", pl.col("code").str.contains(_LOST)).with_columns(
        table=pl.col("arguments").str.json_path_match("$.table")
    )
    lost = lost.filter(pl.col("table").is_in(list(_FOLLOWS)))
    if lost.is_empty():
        return across
    causes = lost.select(
        *CLUB,
        "table",
        cause_folder=_folder(),
        **{BECAUSE: pl.coalesce(phrase("{}:{}", "file_id", "line_no"), "file_id")},
        cause_file="file_id",
        cause_line="line_no",
    )
    of_table = [
        pl.when(pl.any_horizontal(pl.col("code").str.starts_with(code) for code in codes)).then(pl.lit(table))
        for table, codes in _FOLLOWS.items()
    ]
    numbered = across.with_row_index("finding")
    nearest = (
        numbered.filter(~_is_of_more, ~_is_of_others)
        .select("finding", *CLUB, folder=_folder(), table=pl.coalesce(of_table))
        .join(causes, on=[*CLUB, "table"])
        .filter(pl.col("folder").str.starts_with(pl.col("cause_folder")))
        .sort("finding", -pl.col("cause_folder").str.len_chars().cast(pl.Int64), "cause_file", "cause_line")
        .unique("finding", keep="first", maintain_order=True)
        .select("finding", BECAUSE)
    )
    marked = numbered.join(nearest, on="finding", how="left", maintain_order="left")
    because = pl.struct(BECAUSE).struct.json_encode()
    both = pl.concat_str(pl.col("arguments").str.strip_suffix("}"), because.str.strip_prefix("{"), separator=", ")
    follows = pl.col(BECAUSE).is_not_null()
    said = phrase("{} (this may follow from what is wrong at {}: mend that first)", "message", BECAUSE)
    return marked.with_columns(
        arguments=pl.when(follows).then(pl.coalesce(both, because)).otherwise("arguments"),
        message=pl.when(follows).then(said).otherwise("message"),
    ).select(Findings.column_names())


def _folder() -> pl.Expr:
    """The folder of the file, with `/` behind it; empty for that of the competition."""
    return pl.col("file_id").str.extract("^(.*/)").fill_null("")


def that_break_off(findings: pl.DataFrame) -> pl.DataFrame:
    """(club, competition, file_id) of the files that stop in the middle."""
    return findings.filter(pl.col("code").is_in(STOPS)).select("club", "competition", "file_id").unique()


def is_question(*others: str) -> pl.Expr:
    """Whether a finding asks about one result that counts, or several that it names; `settled` ends such a question.

    Args:
        others: further codes of such findings.
    """
    variant = pl.col("arguments").str.json_path_match(f"$.{VARIANT}").fill_null("")
    return pl.col("code").is_in([*QUESTIONS, *others]) & ~variant.str.ends_with(MANY)


def lines_asked_about() -> pl.Expr:
    """The numbers of the lines that each finding is about, as a list: those of `at_lines`, else its own."""
    named = pl.col("arguments").str.json_path_match("$.at_lines").str.split(", ")
    numbers = named.list.eval(pl.element().cast(pl.Int64, strict=False))
    return pl.coalesce(numbers, pl.concat_list("line_no"))
