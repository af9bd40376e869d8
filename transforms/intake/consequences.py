"""Leave out findings that certainly follow from another finding; name the possible cause of those that may follow."""

import polars as pl

from transforms.intake.findings import PLACE, TAKEN_AS_EMPTY, argument, where, with_arguments
from transforms.tables.finding_words import arguments_of, message_of
from transforms.tables.messages import BECAUSE, VARIANT
from transforms.tables.phrases import phrase
from transforms.tables.schemas import CLUB, SESSION, STATED, Findings

MANY = "many"
QUESTIONS = (
    *("results.passed_out", "results.score_of_contract", "results.impossible_score"),
    *("results.lone_board", "results.turned", "results.off_schedule"),
)
"""The codes of findings that ask whether a result is right. The result counts, and the question stays until the
director confirms the result."""

_CUT_OFF_PBN = "pbn.cut_off"
_BREAKS_OFF = (_CUT_OFF_PBN, "xml.not_sound")
_CUT_OFF = "tables.cut_off_session"
STOPS = (*_BREAKS_OFF, _CUT_OFF)
_ACCEPTED = {
    "files.cut_off_accepted": (
        "the file stops in the middle of this row, which is left out; the director has accepted this: {reason}"
    ),
    "files.cut_off_accepted/to_here": (
        "the file is read only up to this point; the director has accepted this: {reason}"
    ),
}
_EVENT_PROPOSED = "pbn.session_of_event"
_IN_ROW = "row"
_FILE = (*CLUB, "file_id")
_MISSING = "results.missing"
_LACKING = ("results.without_players", "pbn.no_names", "usebio.no_result_lines")
_STRANGE, _OF_STRANGERS = "entries.of_other_competition", ("club", "federation")
"""The code of a warning, and its variants about sessions in which hardly any player has a number of this club."""
_UNKNOWN = ("entries.replaced", "entries.not_in_players")
_NAMELESS = "players.nameless"
"""Code of the error on unknown people; its argument `seats` names the entrants."""
_OF_NAMELESS = ("results.without_players", "entries.not_two")
LOSING_ROWS = (
    *("cells.left_out", "cells.missing", "csv.open_quote", "tables.lacks", "tables.below_title", "tables.no_cells"),
    *("tables.cells", "tables.cut_off", "tables.error_lost"),
)
"""The codes of errors on rows that are left out; they name their table."""
_is_of_more = (pl.col("code") == "entries.not_two").and_(argument("players").fill_null("1") != "1")
"""Whether a finding is about a pair of three or more players. Such a finding does not follow from rows left out."""
_is_of_others = (pl.col("code") == "sessions.none").and_(argument(VARIANT).fill_null("").is_in(("of_day", "several")))
"""Whether a session was not found, but other sessions may be the right one. Such a finding does not follow from rows
left out either."""
_TAKEN_AS_EMPTY, _SCORE_COUNTS = "cells.taken_as_empty", "cells.score_counts"
"""Codes for a cell that is taken as empty, and for such a cell next to a score that counts."""
_OF_A_CONTRACT = ("contract", "declarer", "tricks")
_FOLLOWS = {
    "sessions": ("sessions.none",),
    "entries": ("results.without_players", "entries.not_two"),
    "players": ("entries.not_in_players",),
}


def consequences_marked(of_files: pl.DataFrame, across: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return both `Findings` without those that follow from others; those that may follow name the possible cause."""
    broken = of_files.filter(pl.col("code").is_in(_BREAKS_OFF))
    lacking = pl.col("code").is_in(_LACKING) & _is_of_file(broken)
    strange = across.filter(code=_STRANGE).filter(argument(VARIANT).is_in(_OF_STRANGERS))
    unknown = pl.col("code").is_in(_UNKNOWN) & _is_of_file(strange)
    kept, others = (findings.remove(lacking | unknown) for findings in (of_files, across))
    return kept, _with_causes(_without_nameless(others.remove(_is_misread(of_files)), of_files), of_files)


def _is_of_file(findings: pl.DataFrame, file: pl.Expr | None = None) -> pl.Expr:
    files = findings.select(pl.struct(_FILE)).to_series().implode()
    return pl.struct(*CLUB, "file_id" if file is None else file.alias("file_id")).is_in(files)


def scores_named(findings: pl.DataFrame, results: pl.DataFrame) -> pl.DataFrame:
    """In findings of `causes_first` on contracts that are not understood, name the score that counts instead."""
    of_contract = (pl.col("code") == _TAKEN_AS_EMPTY) & pl.col("field").is_in(_OF_A_CONTRACT)
    if findings.filter(of_contract).is_empty():
        return findings
    scores = results.filter(pl.col("score").is_not_null()).select(*CLUB, *PLACE, score_given="score")
    scores = scores.unique([*CLUB, *PLACE], keep="first", maintain_order=True)
    with_scores = findings.join(scores, on=[*CLUB, *PLACE], how="left", maintain_order="left")
    score = pl.col("score_given")
    says = phrase("the score {} of the row counts", score)
    message = pl.col("message").str.replace(TAKEN_AS_EMPTY, says, literal=True)
    changed = where(
        of_contract & score.is_not_null() & pl.col("arguments").is_not_null(),
        code=pl.lit(_SCORE_COUNTS),
        arguments=with_arguments(score=score),
        message=message,
    )
    return with_scores.with_columns(changed).drop("score_given")


def without_explained(findings: pl.DataFrame, results: pl.DataFrame) -> pl.DataFrame:
    """Drop a finding on missing results of a session if at least as many rows of the session are reported as left out.

    A row left out belongs to the session of the rows before and after it in its file. If these two sessions differ, it
    belongs to neither.
    """
    missing = pl.col("code") == _MISSING
    if findings.filter(missing).is_empty():
        return findings
    of_results = pl.col("code").str.starts_with("results.") | (
        pl.col("code").is_in((*LOSING_ROWS, _CUT_OFF)) & (argument("table") == "results")
    )
    others = argument("others").str.split(", ").list.eval(pl.element().cast(pl.Int64, strict=False).drop_nulls())
    left_out = findings.filter(pl.col("severity") == "error", pl.col("line_no").is_not_null(), of_results)
    named = (
        left_out.with_columns(
            named=pl.concat_list("line_no", others.fill_null([])),
            session=pl.when(code=_CUT_OFF).then(argument("session")),
            lines=argument("lines").cast(pl.Int64, strict=False),
        )
        .select(*_FILE, "session", more=pl.col("lines") - pl.col("named").list.len(), line_no="named")
        .explode("line_no", empty_as_null=False, keep_nulls=False)
    )
    either, other = pl.coalesce("above", "below"), pl.coalesce("below", "above")
    more = pl.when(pl.col("only").is_not_null()).then(pl.col("more").clip(0)).fill_null(0)
    lost = (
        _with_sessions_near(named, results)
        .with_columns(value=pl.coalesce("session", pl.when(either == other).then(either)), rows=1 + more)
        .group_by(*_FILE, "value", "line_no")
        .agg(pl.col("rows").max())
        .group_by(*_FILE, "value")
        .agg(pl.col("rows").sum())
    )
    counted = findings.join(lost, on=[*_FILE, "value"], how="left", maintain_order="left")
    return counted.remove(missing & (argument("results").cast(pl.Int64, strict=False) <= pl.col("rows"))).drop("rows")


def _with_sessions_near(rows: pl.DataFrame, results: pl.DataFrame) -> pl.DataFrame:
    """Add `above` and `below`, sessions of the nearest results in the file, and `only`, the only session of a file."""
    placed = results.select(*_FILE, "line_no", "session_id")
    in_order = placed.drop_nulls("line_no").sort("line_no", "session_id")
    near = rows.with_row_index("place").sort("line_no")
    for side, strategy in (("above", "backward"), ("below", "forward")):
        of_side = in_order.rename({"session_id": side})
        near = near.join_asof(of_side, on="line_no", by=list(_FILE), strategy=strategy, check_sortedness=False)
    only = placed.unique([*_FILE, "session_id"]).unique(_FILE, keep="none").select(*_FILE, only="session_id")
    return near.sort("place").drop("place").join(only, on=_FILE, how="left", maintain_order="left")


def without_given_events(findings: pl.DataFrame, sessions: pl.DataFrame, results: pl.DataFrame) -> pl.DataFrame:
    """Drop proposals of an event for a file whose session already belongs to an event."""
    in_event = results.join(sessions.drop_nulls("event"), on=SESSION, how="semi").select(_FILE)
    return findings.remove((pl.col("code") == _EVENT_PROPOSED) & _is_of_file(in_event))


def cut_offs_accepted(findings: pl.DataFrame, settings: pl.DataFrame, results: pl.DataFrame) -> pl.DataFrame:
    """If the director accepted a file that stops early, turn the error into a warning that gives the director's reason.

    If a table of one session is cut off, the director accepts this by `cut_off` in `accept_at_most`. In other files, a
    positive number for any name in `STATED` is enough; the setting must be for the session of the last result above the
    place where the file stops. If more results are missing than this number, a separate finding says so.
    """
    stops = pl.col("code").is_in(STOPS)
    if findings.filter(stops).is_empty():
        return findings
    most = {what: pl.col("accept_at_most").str.json_path_match(f"$.{what}").cast(pl.Float64) > 0 for what in STATED}
    accepting = settings.filter(pl.col("accept").is_not_null(), pl.any_horizontal(most.values())).select(
        *CLUB, "place", "session_id", "files", reason="accept", of_table=most["cut_off"].fill_null(value=False)
    )
    sessions = results.select(*_FILE, session="session_id").unique()
    of_files = accepting.explode("files", empty_as_null=False, keep_nulls=False).rename({"files": "file_id"})
    of_sessions = (
        accepting.rename({"session_id": "session"}).join(sessions, on=[*CLUB, "session"]),
        of_files.join(sessions, on=_FILE),
    )
    key = [*_FILE, "session"]
    reasons = (
        pl.concat(rows.select(*key, "place", "reason", "of_table") for rows in of_sessions)
        .sort("place", "reason")
        .group_by(key)
        .agg(of_table=pl.col("reason").filter("of_table").first(), of_file=pl.col("reason").first())
    )
    is_table = pl.col("code") == _CUT_OFF
    session = pl.when(is_table).then(argument("session")).otherwise(pl.coalesce("above", "only"))
    found = (
        _with_sessions_near(findings, results)
        .with_columns(session=session)
        .join(reasons, on=key, how="left", maintain_order="left")
        .with_columns(reason=pl.when(is_table).then("of_table").when(stops).then("of_file"))
    )
    of_rows = is_table | ((pl.col("code") == _CUT_OFF_PBN) & argument(VARIANT).eq_missing(_IN_ROW))
    reason = {"reason": pl.col("reason")}
    for (code, sentence), is_so in zip(_ACCEPTED.items(), (of_rows, ~of_rows), strict=True):
        family, _, variant = code.partition("/")
        named = reason | ({VARIANT: pl.lit(variant)} if variant else {})
        values = {"severity": pl.lit("warning"), "code": pl.lit(family), "message": message_of(sentence, reason)}
        accepted = where(pl.col("reason").is_not_null() & stops & is_so, arguments=arguments_of(named), **values)
        found = found.with_columns(accepted)
    return found.select(findings.columns)


def _is_misread(of_files: pl.DataFrame) -> pl.Expr:
    misread = of_files.filter(code="decoding.code_page")
    shown_file = argument("place").str.replace(r":\d+$", "")
    name, other = (text.str.replace_all("[^ -~]", "?") for text in (pl.col("value"), argument("shown")))
    is_other_name = pl.col("code") == "players.other_name"
    return is_other_name & (name == other) & (_is_of_file(misread) | _is_of_file(misread, shown_file))


def _without_nameless(across: pl.DataFrame, of_files: pl.DataFrame) -> pl.DataFrame:
    nameless = of_files.filter(code=_NAMELESS)
    seats = nameless.select(*_FILE, session=argument("session"), seat=argument("seats").str.split("; "))
    found = seats.explode("seat", empty_as_null=False, keep_nulls=False).unique()
    seat = pl.when(pl.col("code").is_in(_OF_NAMELESS) & ~_is_of_more).then(
        phrase("{} {}", argument("line"), argument("entrant"))
    )
    marked = across.with_columns(session=argument("session"), seat=seat)
    return marked.join(found, on=found.columns, how="anti", maintain_order="left").select(across.columns)


def _with_causes(across: pl.DataFrame, of_files: pl.DataFrame) -> pl.DataFrame:
    lost = of_files.filter(pl.col("severity") == "error", pl.col("code").is_in((*LOSING_ROWS, _CUT_OFF)))
    causes = lost.select(
        *CLUB,
        table=argument("table"),
        cause_folder=_folder(),
        because=pl.coalesce(phrase("{}:{}", "file_id", "line_no"), "file_id"),
        cause_file="file_id",
        cause_line="line_no",
    ).filter(pl.col("table").is_in(list(_FOLLOWS)))
    if causes.is_empty():
        return across
    of_table = [pl.when(pl.col("code").is_in(codes)).then(pl.lit(table)) for table, codes in _FOLLOWS.items()]
    numbered = across.with_row_index("finding")
    nearest = (
        numbered.filter(~_is_of_more, ~_is_of_others)
        .select("finding", *CLUB, folder=_folder(), table=pl.coalesce(of_table))
        .join(causes, on=[*CLUB, "table"])
        .filter(pl.col("folder").str.starts_with(pl.col("cause_folder")))
        .sort("finding", -pl.col("cause_folder").str.len_chars().cast(pl.Int64), "cause_file", "cause_line")
        .unique("finding", keep="first", maintain_order=True)
        .select("finding", "because")
    )
    because = pl.col("because")
    said = phrase("{} (this may follow from what is wrong at {}: correct that first)", "message", because)
    marked = numbered.join(nearest, on="finding", how="left", maintain_order="left").with_columns(
        where(because.is_not_null(), arguments=with_arguments(**{BECAUSE: because}), message=said)
    )
    return marked.select(Findings.column_names())


def _folder() -> pl.Expr:
    return pl.col("file_id").str.extract("^(.*/)").fill_null("")


def that_break_off(findings: pl.DataFrame) -> pl.DataFrame:
    """Return (club, competition, file_id) of the files that stop in the middle."""
    return findings.filter(pl.col("code").is_in(STOPS)).select(_FILE).unique()


def is_question(*others: str) -> pl.Expr:
    """Return whether a finding has a code in `QUESTIONS` or `others` and names its results one by one."""
    variant = argument(VARIANT).fill_null("")
    return pl.col("code").is_in([*QUESTIONS, *others]) & ~variant.str.ends_with(MANY)


def lines_asked_about() -> pl.Expr:
    """Return a list of the line numbers that each finding is about: the lines in `at_lines`, or else its own line."""
    numbers = argument("at_lines").str.split(", ").list.eval(pl.element().cast(pl.Int64, strict=False))
    return pl.coalesce(numbers, pl.concat_list("line_no"))
