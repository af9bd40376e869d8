"""Sessions that are not what their file says: the differences that no rule explains, counted, and how to settle them.

A session has at most one doubt of a kind, however many values differ, so that a list of them can be read.
"""

from typing import NamedTuple

import dataframely as dy
import polars as pl

from transforms.bridge.sessions import by_entrant
from transforms.intake.findings import IN_SETTINGS, finding, sorted_findings
from transforms.official.printed import is_doubtful
from transforms.tables import (
    CLUB,
    SESSION,
    STATED,
    Doubts,
    Entries,
    Findings,
    Frame,
    Matches,
    OfficialDifferences,
    OfficialResults,
    Results,
    Sessions,
    SessionSettings,
    Stated,
)

_IN_FILE = (*SESSION, "file_id")
_SETTLE = 'or say why it is right: accept = "reason" under [[session]] of competition.toml'
_KINDS = {
    "lines": "points of result lines",
    "datums": "datums",
    "scores": "scores of the result list",
    "totals": "totals of the result list",
    "ranks": "places in the result list",
    "matches": "results of matches",
}
"""Kind of value -> what it is called."""
_KIND_OF = {"ns_points": "lines", "ew_points": "lines", "datum": "datums", "score": "scores", "rank": "ranks"}
"""`value` of a difference -> its kind; the others are of matches where there is a round, else totals."""
_IN_ORDER = ("file_id", "line_no", "what", "round", "board", "entrant")
"""The order of differences in a file; North-South comes before East-West."""


class SessionDoubts(NamedTuple):
    """What is doubtful in each session, and what is said about it."""

    doubts: dy.LazyFrame[Doubts]
    findings: dy.LazyFrame[Findings]
    """One for each doubt that nobody has accepted, and for each `accept` that nothing needs."""


def session_doubts(
    differences: Frame[OfficialDifferences],
    results: Frame[Results],
    official_results: Frame[OfficialResults],
    matches: Frame[Matches],
    *,
    stated: Frame[Stated],
    entries: Frame[Entries],
    sessions: Frame[Sessions],
    settings: Frame[SessionSettings],
) -> SessionDoubts:
    """List what files say of themselves that their lines do not give, and no rule of a program explains.

    Args:
        differences: `OfficialDifferences`; those with a reason other than a fault of the file are no doubt.
        results: `Results`; they are counted, and they say which sessions are in a file that settings name.
        official_results: `OfficialResults`, to count the values that were compared.
        matches: `Matches`, for the same.
        stated: `Stated`: how many boards, entrants and so on there are by the file itself.
        entries: `Entries`, since an entrant may have no line.
        sessions: `Sessions`.
        settings: `SessionSettings`; `accept` settles every doubt of its session.

    Returns:
        `Doubts`, sorted by key, and the findings. A number that contradicts the lines because something is missing is
        an error, as is a score that differs where places differ too; any other doubt is a warning.
    """
    compared = _values_compared(results, official_results, matches)
    # Both are read for each sentence below, and a lazy frame would be computed each time.
    accepted = _accepted(settings, sessions, results).collect().lazy()
    first_reasons = accepted.group_by(SESSION).agg(accepted=pl.col("accept").first())
    doubts = (
        pl.concat([_of_values(differences, compared), _of_counts(stated, results, entries)], how="diagonal_relaxed")
        .join(first_reasons, on=SESSION, how="left")
        .sort(*SESSION, "what", "file_id", nulls_last=True)
        .unique([*SESSION, "what"], keep="first", maintain_order=True)
        .collect()
        .lazy()
    )
    found = [*_findings(doubts.filter(pl.col("accepted").is_null())), _needless(accepted, doubts)]
    return SessionDoubts(Doubts.cast(doubts), sorted_findings(found))


def _of_values(differences: Frame[OfficialDifferences], compared: pl.LazyFrame) -> pl.LazyFrame:
    """The doubts about points, datums, scores, totals, ranks and matches."""
    in_match = pl.when(pl.col("round").is_null()).then(pl.lit("totals")).otherwise(pl.lit("matches"))
    is_teams_or_several = pl.col("line").n_unique().over(SESSION) > 1
    entrant = pl.when(is_teams_or_several).then(pl.format("{} {}", "line", "entrant")).otherwise("entrant")
    place = pl.coalesce(
        pl.format("board {}, {} - {}", "board", "ns", "ew"),
        pl.format("board {}", "board"),
        pl.format("round {}, {}", "round", entrant),
        entrant,
    )
    places_differ = (pl.col("value") == "rank").any().over(SESSION)
    return (
        differences.lazy()
        .with_columns(
            what=pl.col("value").replace_strict(_KIND_OF, default=None, return_dtype=pl.String).fill_null(in_match),
            first=place,
            places_differ=places_differ,
        )
        .filter(is_doubtful(pl.col("reason")))
        .sort(*_IN_ORDER, "value", nulls_last=True, descending=[*[False] * len(_IN_ORDER), True])
        .group_by(*SESSION, "what", maintain_order=True)
        .agg(
            pl.col("first", "official", "computed", "file_id", "line_no").first(),
            # A line is one difference, though both sides may differ.
            differing=pl.struct("file_id", "line_no", "entrant", "board").n_unique().cast(pl.Int32),
            severe=pl.col("places_differ").first() & pl.col("what").first().is_in(["scores", "totals", "matches"]),
        )
        .join(compared, on=[*SESSION, "what"], how="left")
        .with_columns(pl.max_horizontal(pl.col("of").fill_null(0), "differing").alias("of"))
    )


def _values_compared(
    results: Frame[Results], official_results: Frame[OfficialResults], matches: Frame[Matches]
) -> pl.LazyFrame:
    """How many values of each kind the file gives: the key of the session, `what` and `of`."""
    given = results.lazy().filter(
        pl.any_horizontal(pl.col("official_ns_points", "official_datum").is_not_null()),
    )
    number = {
        "lines": (given, pl.col("official_ns_points", "official_ew_points").is_not_null()),
        "datums": (given.unique([*SESSION, "line", "board"]), pl.col("official_datum").is_not_null()),
        "scores": (official_results.lazy(), pl.col("score").is_not_null()),
        "totals": (official_results.lazy(), pl.col("points").is_not_null()),
        "ranks": (official_results.lazy(), pl.col("rank").is_not_null()),
        "matches": (matches.lazy(), pl.any_horizontal(pl.col("imps", "points").is_not_null())),
    }
    return pl.concat(
        rows.group_by(SESSION)
        .agg(of=pl.all_horizontal(has_value).sum().cast(pl.Int32))
        .select(*SESSION, "of", what=pl.lit(what))
        for what, (rows, has_value) in number.items()
    )


def _of_counts(stated: Frame[Stated], results: Frame[Results], entries: Frame[Entries]) -> pl.LazyFrame:
    """The doubts about numbers: each file is compared with its own lines, if it has any."""
    lines = results.lazy().join(stated.lazy().select(_IN_FILE).unique(), on=_IN_FILE, how="semi")
    seated = pl.concat(by_entrant(lines.select(*_IN_FILE, "line", side), side) for side in ("ns", "ew"))
    named = (
        entries.lazy()
        .select(*_IN_FILE, "line", "entrant")
        .join(lines.select(_IN_FILE).unique(), on=_IN_FILE, how="semi")
    )
    entrants = (
        pl.concat([seated.drop_nulls("entrant"), named])
        .group_by(_IN_FILE)
        .agg(entrants=pl.struct("line", "entrant").n_unique())
    )
    tables = pl.struct("line", "table").filter(pl.col("table").is_not_null())
    counted = (
        lines.group_by(_IN_FILE)
        .agg(
            sections=pl.col("line").n_unique(),
            rounds=pl.col("round").drop_nulls().n_unique(),
            tables=tables.n_unique(),
            boards=pl.col("board").n_unique(),
            results=pl.len(),
            met=pl.all_horizontal(pl.col("ns", "ew").is_not_null()).sum(),
        )
        .join(entrants, on=_IN_FILE, how="left")
        .unpivot(list(STATED), index=[*_IN_FILE, "met"], variable_name="what", value_name="counted")
    )
    fewer = pl.col("counted") < pl.col("value")
    either = (pl.col("what") == "results") & (pl.col("met") == pl.col("value"))
    # Files need not give rounds and tables.
    not_given = pl.col("what").is_in(["rounds", "tables"]) & (pl.col("counted") == 0)
    return (
        stated.lazy()
        .join(counted, on=[*_IN_FILE, "what"])
        .filter((pl.col("counted") != pl.col("value")) & ~either & ~not_given)
        .select(
            *SESSION,
            "what",
            "file_id",
            "line_no",
            differing=pl.lit(1, pl.Int32),
            of=pl.lit(1, pl.Int32),
            first=pl.lit(None, pl.String),
            official=pl.col("value").cast(pl.Float64),
            computed=pl.col("counted").cast(pl.Float64),
            severe=fewer & ~pl.col("what").is_in(["rounds", "tables"]),
        )
    )


def _accepted(settings: Frame[SessionSettings], sessions: Frame[Sessions], results: Frame[Results]) -> pl.LazyFrame:
    """One row per session and `accept` that names it: its key, `place`, `accept` and `name`; in order."""
    accepting = (
        settings.lazy()
        .filter(pl.col("accept").is_not_null())
        .select(*CLUB, "place", "accept", "session_id", "files")
        .with_columns(name=pl.coalesce("session_id", pl.col("files").list.join(", ")))
    )
    of_files = pl.concat([sessions.lazy().select(_IN_FILE), results.lazy().select(_IN_FILE)]).unique()
    by_name = accepting.filter(pl.col("session_id").is_not_null()).join(
        sessions.lazy().select(SESSION), on=[*CLUB, "session_id"]
    )
    by_file = (
        accepting.drop("session_id")
        .explode("files", empty_as_null=False, keep_nulls=False)
        .join(of_files, left_on=[*CLUB, "files"], right_on=[*CLUB, "file_id"])
    )
    columns = (*SESSION, "place", "accept", "name")
    return pl.concat([by_name.select(columns), by_file.select(columns)]).unique().sort(*SESSION, "place")


def _findings(doubts: pl.LazyFrame) -> list[dy.LazyFrame[Findings]]:
    """One for each doubt."""
    found = []
    for severity in ("error", "warning"):
        rows = doubts.filter(pl.col("severe") == (severity == "error"))
        for what, name in _KINDS.items():
            sentence = (
                f"{{differing}} of {{of}} {name} differ from what the result lines give, and no known rule says why"
                " (the first: {first}, {official} in the file, {computed} here): see whether the file is whole, and the"
                f" scoring profile that of its program; {_SETTLE}"
            )
            arguments = {name: pl.col(name) for name in ("differing", "of", "first")}
            numbers = {name: _short(pl.col(name)) for name in ("official", "computed")}
            found.append(_finding(rows, severity, what, sentence, **arguments, **numbers))
        for what in STATED:
            sentence = (
                f"the file says that there are {{stated}} {what}, and its lines have {{counted}}: hand in the whole"
                f" file; {_SETTLE}"
            )
            numbers = {"stated": _short(pl.col("official")), "counted": _short(pl.col("computed"))}
            found.append(_finding(rows, severity, what, sentence, **numbers))
    return found


def _finding(
    rows: pl.LazyFrame, severity: str, what: str, sentence: str, **arguments: pl.Expr
) -> dy.LazyFrame[Findings]:
    of_kind = rows.filter(what=what)
    return finding(
        of_kind, severity, "session_id", pl.col("session_id"), sentence, code=f"official.{what}", **arguments
    )


def _short(number: pl.Expr) -> pl.Expr:
    """With no more decimals than needed, two at most; a dash for null."""
    return number.round(2).cast(pl.String).str.strip_suffix(".0").fill_null("–")


def _needless(accepted: pl.LazyFrame, doubts: pl.LazyFrame) -> dy.LazyFrame[Findings]:
    """A warning for each `accept` whose sessions are all as their files say."""
    is_doubtful_session = doubts.select(SESSION).unique().with_columns(needed=pl.lit(value=True))
    needless = (
        accepted.join(is_doubtful_session, on=SESSION, how="left")
        .group_by(*CLUB, "place", "name")
        .agg(pl.col("needed").any())
        .filter(~pl.col("needed").fill_null(value=False))
        .with_columns(**IN_SETTINGS)
    )
    return finding(
        needless,
        "warning",
        "accept",
        pl.col("name"),
        "the session is what its file says, so there is nothing to accept: take accept out",
        code="official.nothing_to_accept",
    )
