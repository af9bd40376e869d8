"""What follows from another finding, and goes when that is mended: left out where it is certain, else told as such."""

import polars as pl

from transforms.intake.findings import PLACE, TAKEN_AS_EMPTY
from transforms.messages import BECAUSE
from transforms.tables import CLUB, Findings
from transforms.tables.finding_words import arguments_of, message_of
from transforms.tables.phrases import phrase

_BREAKS_OFF = ("pbn.cut_off", "pbn.cut_off_row", "xml.not_sound", "xml.breaks_off")
_CUT_OFF = "tables.cut_off_session"
_ACCEPTED = (
    "files.cut_off_accepted",
    "the file stops in the middle of this row, which is left out; that is accepted: {reason}",
)
_MISSING = "results.missing"
_LACKING = ("results.entrant_without_players", "results.nobody_has_players", "pbn.no_names", "usebio.no_result_lines")
"""What is told of a file that lacks a part, as one does that breaks off."""
_NAMES = ("players.other_name", "players.other_spelling")
_LOST = r"^(?:cells\.left_out|cells\.missing|tables\.(?:lacks|below_title|no_cells|cells|cut_off|error_lost))"
"""Codes of the errors by which a line or a whole file is left out."""
_is_of_more = (pl.col("code") == "entries.not_two").and_(pl.col("arguments").str.json_path_match("$.players") != "1")
"""A pair of three and more does not follow from what is left out."""
_TAKEN_AS_EMPTY = {
    "cells.taken_as_empty": "cells.score_counts",
    "cells.taken_as_empty_nearly": "cells.score_counts_nearly",
}
"""Code of the sentence for a cell that is taken as empty -> that for one beside a score, which counts."""
_OF_A_CONTRACT = ("contract", "declarer", "tricks")
_FOLLOWS = {
    "sessions": ("sessions.none_for_",),
    "entries": ("results.entrant_without_players", "results.nobody_has_players", "entries.not_two"),
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
    return of_whole_files, _with_causes(_without_misread_names(of_sound, of_files), of_files)


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


def told_by_rows(findings: pl.DataFrame) -> pl.DataFrame:
    """The findings without those on missing results of a file of which as many rows at least are left out by name.

    Args:
        findings: those of `causes_first`.
    """
    missing = pl.col("code") == _MISSING
    if findings.filter(missing).is_empty():
        return findings
    lost = (
        findings.filter(pl.col("severity") == "error", pl.col("line_no").is_not_null())
        .filter(pl.col("code").str.contains(_LOST) | pl.col("code").str.starts_with("results."))
        .with_columns(rows=pl.col("arguments").str.json_path_match("$.lines").cast(pl.Int64, strict=False).fill_null(1))
        .group_by(*CLUB, "file_id", "line_no")
        .agg(pl.col("rows").max())
        .group_by(*CLUB, "file_id")
        .agg(pl.col("rows").sum())
    )
    counted = findings.join(lost, on=[*CLUB, "file_id"], how="left", maintain_order="left")
    named = pl.col("arguments").str.json_path_match("$.results").cast(pl.Int64, strict=False) <= pl.col("rows")
    return counted.filter(~(missing & named.fill_null(value=False))).drop("rows")


def cut_offs_accepted(findings: pl.DataFrame, settings: pl.DataFrame, results: pl.DataFrame) -> pl.DataFrame:
    """The findings; that a file stops in the middle is a warning with the reason where its director accepted it so.

    Accepted it is for the session of a table where `accept_at_most` has `cut_off`, and for a file of another format
    where it names any number that is missing: what is missing beyond that has a finding of its own.

    Args:
        findings: of files.
        settings: `SessionSettings`.
        results: the results that are kept.
    """
    if findings.filter(pl.col("code").is_in([_CUT_OFF, *_BREAKS_OFF])).is_empty():
        return findings
    accepting = settings.filter(pl.col("accept").is_not_null(), pl.col("accept_at_most").is_not_null()).select(
        *CLUB, "session_id", "files", reason="accept", of_rows=pl.col("accept_at_most").str.json_path_match("$.cut_off")
    )
    files = results.select(*CLUB, "session_id", "file_id").unique()
    named = accepting.filter(pl.col("session_id").is_not_null()).drop("files")
    by_file = accepting.drop("session_id").explode("files", empty_as_null=False, keep_nulls=False)
    of_sessions = pl.concat(
        [
            named.join(files, on=[*CLUB, "session_id"]),
            by_file.rename({"files": "file_id"}).join(files, on=[*CLUB, "file_id"]),
        ],
        how="diagonal",
    )
    of_files = of_sessions.select(*CLUB, "file_id", of_file="reason").unique([*CLUB, "file_id"], keep="first")
    of_tables = of_sessions.filter(pl.col("of_rows").is_not_null()).select(
        *CLUB, "file_id", session="session_id", of_table="reason"
    )
    marked = (
        findings.with_columns(session=pl.col("arguments").str.json_path_match("$.session"))
        .join(of_files, on=[*CLUB, "file_id"], how="left", maintain_order="left")
        .join(
            of_tables.unique([*CLUB, "file_id", "session"], keep="first"),
            on=[*CLUB, "file_id", "session"],
            how="left",
            maintain_order="left",
        )
    )
    reason = pl.coalesce(
        pl.when(pl.col("code") == _CUT_OFF).then("of_table"), pl.when(pl.col("code").is_in(_BREAKS_OFF)).then("of_file")
    )
    told = marked.with_columns(reason=reason)
    code, sentence = _ACCEPTED
    is_accepted = pl.col("reason").is_not_null()
    arguments = {"reason": pl.col("reason")}
    return told.with_columns(
        severity=pl.when(is_accepted).then(pl.lit("warning")).otherwise("severity"),
        code=pl.when(is_accepted).then(pl.lit(code)).otherwise("code"),
        message=pl.when(is_accepted).then(message_of(sentence, arguments)).otherwise("message"),
        arguments=pl.when(is_accepted).then(arguments_of(arguments)).otherwise("arguments"),
    ).select(findings.columns)


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
    arguments = pl.when(pl.col("code").is_in(_NAMES)).then("arguments")
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
        numbered.filter(~_is_of_more)
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
