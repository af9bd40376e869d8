"""Sessions that are not what their file says: the differences that no rule explains, counted, and how to settle them.

A session has at most one doubt of a kind, however many values differ, so that a list of them can be read.
"""

from typing import NamedTuple

import dataframely as dy
import polars as pl

from transforms.bridge.sessions import VICTORY_POINTS, by_entrant
from transforms.intake.findings import IN_SETTINGS, error_on, sorted_findings, warning_on
from transforms.official.printed import is_doubtful
from transforms.tables.arithmetic.columns_as_text import column_in_decimals
from transforms.tables.arithmetic.rounding import to_decimals
from transforms.tables.arithmetic.tolerance import HAIR
from transforms.tables.phrases import phrase
from transforms.tables.schemas import (
    CLUB,
    LINE,
    MATCH,
    SESSION,
    STATED,
    Doubts,
    Entries,
    Findings,
    Frame,
    Matches,
    MatchResults,
    OfficialDifferences,
    OfficialResults,
    Results,
    Sessions,
    SessionSettings,
    Stated,
)

_IN_FILE = (*SESSION, "file_id")
_DIFFER = (
    "{values} that differ from what comes out here, and no known rule says why: {differing} of {of} (the first:"
    " {first_at}, {official} in the file, {computed} here): see whether the file is whole, and the scoring profile that"
    " of its program;"
)
_NOT_TOGETHER = (
    "matches whose victory points are not {computed} together: {differing} of {of} (the first: {first_at}, {official});"
    " they count as given: mend them;"
)
_ACCEPT = (
    'or say why it is right, in competition.toml: [[session]], below it session = "{session}" and accept = "reason"'
)
_ACCEPT_MORE = (
    "accept covers fewer of them; or say why it is right, and of how many, in competition.toml: [[session]], below it"
    ' session = "{session}", accept = "reason" and accept_at_most = {{ {what} = {differing} }}'
)
_SAYS = {
    "official.differs": f"{_DIFFER} {_ACCEPT}",
    "official.differs/beyond": f"{_DIFFER} {_ACCEPT_MORE}",
    "official.differs/together": f"{_NOT_TOGETHER} {_ACCEPT}",
    "official.differs/together_beyond": f"{_NOT_TOGETHER} {_ACCEPT_MORE}",
    "official.differs/number": "the file says how many {values} there are ({official}), and its result lines have"
    " {computed}: hand in the whole file; or say why it is right, and of how many, in competition.toml: [[session]],"
    ' below it session = "{session}", accept = "reason" and accept_at_most = {{ {what} = {amount} }}',
}
_LEFT_OUT = "team_matches"
_CUT_OFF = "cut_off"
_REPORTED = (_LEFT_OUT, _CUT_OFF)
"""Numbers that are reported where matches are left out or a file stops, so there is no second finding for them."""
_KINDS = {
    "lines": "points of result lines",
    "datums": "datums",
    "scores": "scores of the result list",
    "totals": "totals of the result list",
    "ranks": "places in the result list",
    "matches": "results of matches",
    "victory_points": "sums of victory points",
}
"""Kind of value -> what it is called."""
WITH_DIFFERENCES = tuple(kind for kind in _KINDS if kind != "victory_points")
"""The kinds of doubt whose values have their own rows among the `OfficialDifferences`."""
_KIND_OF = {"ns_points": "lines", "ew_points": "lines", "datum": "datums", "score": "scores", "rank": "ranks"}
"""`value` of a difference -> its kind; the others are of matches where there is a round, else totals."""
_IN_ORDER = ("file_id", "line_no", "what", "round", "board", "entrant")
"""The order of differences in a file; North-South comes before East-West."""


class SessionDoubts(NamedTuple):
    """What is doubtful in each session; a finding for each doubt that nobody accepted, and each needless `accept`."""

    doubts: dy.LazyFrame[Doubts]
    findings: dy.LazyFrame[Findings]


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
    match_results: Frame[MatchResults],
) -> SessionDoubts:
    """What files say of themselves that their lines do not give, and no rule of a program explains.

    `accept` of a setting settles the values of its session that differ, as many as `accept_at_most` says, or any number
    where it is null. Something missing by a number of `Stated` is settled only by `accept_at_most`: a reason for a
    changed score says nothing of a file that was cut off since. A finding is an error where something is missing by a
    number, or where a score differs and places do too, else a warning.
    """
    # Each finding below reads these, and a lazy frame would be computed each time.
    accepted = _accepted(settings, sessions, results).collect().lazy()
    of_kinds = [
        _of_values(differences, _values_compared(results, official_results, matches)),
        _of_counts(stated, results, entries, matches),
        _of_victory_points(matches, match_results, sessions),
    ]
    doubts = (
        pl.concat(of_kinds, how="diagonal_relaxed")
        .sort(*SESSION, "what", "file_id", nulls_last=True)
        .unique([*SESSION, "what"], keep="first", maintain_order=True)
        .pipe(_with_reasons, accepted)
        .collect()
        .lazy()
    )
    found = [*_findings(doubts.filter(pl.col("accepted").is_null())), _needless(accepted, doubts)]
    return SessionDoubts(Doubts.cast(doubts), sorted_findings(found))


def _of_values(differences: Frame[OfficialDifferences], compared: pl.LazyFrame) -> pl.LazyFrame:
    """The doubts about points, datums, scores, totals, ranks and matches."""
    in_match = pl.when(pl.col("round").is_null()).then(pl.lit("totals")).otherwise(pl.lit("matches"))
    is_teams_or_several = pl.col("line").n_unique().over(SESSION) > 1
    entrant = pl.when(is_teams_or_several).then(phrase("{} {}", "line", "entrant")).otherwise("entrant")
    place = pl.coalesce(
        phrase("board {}, {} - {}", "board", "ns", "ew"),
        phrase("board {}", "board"),
        phrase("round {}, {}", "round", entrant),
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


def _of_victory_points(
    matches: Frame[Matches], match_results: Frame[MatchResults], sessions: Frame[Sessions]
) -> pl.LazyFrame:
    """The doubts about matches whose victory points of both teams together are not what a match has.

    They may be fewer in a match without IMPs: whoever does not come gets none. Of a team without them they follow from
    the IMPs.
    """
    at_imps = sessions.lazy().filter(pl.col("kind") == "teams", pl.col("team_scoring").fill_null("imps") == "imps")
    computed = match_results.lazy().select(*MATCH, vp_here="vp")
    given = matches.lazy().join(at_imps, on=SESSION, how="semi").join(computed, on=MATCH, how="left")
    values = pl.col("vp", "vp_here", "imps").name.suffix("_other")
    other = given.select(*LINE, "round", values, team="opponent", opponent="team")
    of_one = pl.col("vp").is_null() != pl.col("vp_other").is_null()
    both = (
        given.filter(pl.col("team") < pl.col("opponent"))
        .join(other, on=MATCH)
        .filter(pl.any_horizontal(pl.col("vp", "vp_other").is_not_null()))
        .with_columns(together=pl.coalesce("vp", "vp_here") + pl.coalesce("vp_other", "vp_here_other"), of_one=of_one)
        .filter(pl.col("together").is_not_null())
    )
    has_imps = pl.col("of_one") | pl.all_horizontal(pl.col("imps", "imps_other").is_not_null())
    differs = (pl.col("together") > VICTORY_POINTS + HAIR) | (has_imps & (pl.col("together") < VICTORY_POINTS - HAIR))
    place = phrase("round {}, {} - {}", "round", "team", "opponent")
    return (
        both.sort(MATCH)
        .group_by(SESSION, maintain_order=True)
        .agg(
            place.filter(differs).first().alias("first"),
            pl.col("together").filter(differs).first().alias("official"),
            pl.col("file_id", "line_no").filter(differs).first(),
            differing=differs.sum().cast(pl.Int32),
            of=pl.len().cast(pl.Int32),
        )
        .filter(pl.col("differing") > 0)
        .with_columns(
            what=pl.lit("victory_points"), computed=pl.lit(VICTORY_POINTS, pl.Float64), severe=pl.lit(value=False)
        )
    )


def _of_counts(
    stated: Frame[Stated], results: Frame[Results], entries: Frame[Entries], matches: Frame[Matches]
) -> pl.LazyFrame:
    """The doubts about numbers: each file is compared with its own lines, if it has any."""
    lines = results.lazy().join(stated.lazy().select(_IN_FILE).unique(), on=_IN_FILE, how="semi")
    seated = pl.concat(by_entrant(lines.select(*_IN_FILE, "line", side), side) for side in ("ns", "ew"))
    named = entries.lazy().select(*_IN_FILE, "line", "entrant").join(lines, on=_IN_FILE, how="semi")
    each = pl.concat([seated.drop_nulls("entrant"), named])
    entrants = each.group_by(_IN_FILE).agg(entrants=pl.struct("line", "entrant").n_unique())
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
        .unpivot(
            [what for what in STATED if what not in _REPORTED],
            index=[*_IN_FILE, "met"],
            variable_name="what",
            value_name="counted",
        )
    )
    two = pl.struct("line", "round", pl.min_horizontal("team", "opponent"), other=pl.max_horizontal("team", "opponent"))
    kept = matches.lazy().group_by(_IN_FILE).agg(counted=two.n_unique())
    asked = stated.lazy().select(*_IN_FILE, "what")
    left_out = (
        asked.filter(what=_LEFT_OUT).join(kept, on=_IN_FILE, how="left").with_columns(pl.col("counted").fill_null(0))
    )
    cut_off = asked.filter(what=_CUT_OFF).with_columns(counted=0)
    counted = pl.concat([counted, left_out, cut_off], how="diagonal_relaxed")
    fewer = pl.col("counted") < pl.col("value")
    either = (pl.col("what") == "results") & (pl.col("met") == pl.col("value"))
    # Files need not give rounds and tables.
    not_given = pl.col("what").is_in(["rounds", "tables"]) & (pl.col("counted") == 0)
    return (
        stated.lazy()
        .join(counted, on=[*_IN_FILE, "what"])
        .filter((pl.col("counted") != pl.col("value")) & ~either & ~not_given)
        .select(
            *(*SESSION, "what", "file_id", "line_no"),
            differing=pl.lit(1, pl.Int32),
            of=pl.lit(1, pl.Int32),
            first=pl.lit(None, pl.String),
            official=pl.col("value").cast(pl.Float64),
            computed=pl.col("counted").cast(pl.Float64),
            severe=fewer & ~pl.col("what").is_in(["rounds", "tables"]),
        )
    )


def _with_reasons(doubts: pl.LazyFrame, accepted: pl.LazyFrame) -> pl.LazyFrame:
    """Add `accepted`, the first reason that covers the doubt, and `amount`, of which `accept_at_most` is the most."""
    is_number = pl.col("what").is_in(STATED)
    amount = pl.when(is_number).then((pl.col("official") - pl.col("computed")).abs()).otherwise("differing")
    most = pl.coalesce(
        pl.when(what=kind).then(pl.col("accept_at_most").str.json_path_match(f"$.{kind}").cast(pl.Float64))
        for kind in (*_KINDS, *STATED)
    )
    covers = (
        pl.when(pl.col("accept_at_most").is_null()).then(~is_number).otherwise(pl.col("amount") <= most.fill_null(0))
    )
    key = [*SESSION, "what"]
    joined = doubts.with_columns(amount=amount.cast(pl.Int64)).join(
        accepted, on=SESSION, how="left", maintain_order="left"
    )
    return (
        joined.sort(*key, "place")
        .group_by(key, maintain_order=True)
        .agg(
            pl.exclude("place", "accept", "accept_at_most", "name").first(),
            accepted=pl.col("accept").filter(covers).first(),
            has_accept=pl.col("accept").is_not_null().any(),
        )
    )


def _accepted(settings: Frame[SessionSettings], sessions: Frame[Sessions], results: Frame[Results]) -> pl.LazyFrame:
    """One row per session and `accept` that names it: its key, `place`, `accept`, `accept_at_most`, `name`."""
    accepting = (
        settings.lazy()
        .filter(pl.col("accept").is_not_null())
        .select(*CLUB, "place", "accept", "accept_at_most", "session_id", "files")
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
    columns = (*SESSION, "place", "accept", "accept_at_most", "name")
    return pl.concat([by_name.select(columns), by_file.select(columns)]).unique().sort(*SESSION, "place")


def _findings(doubts: pl.LazyFrame) -> list[dy.LazyFrame[Findings]]:
    """One for each doubt."""
    beyond = pl.when("has_accept").then(pl.lit("beyond"))
    together = pl.when(what="victory_points").then(pl.lit("together"))
    variant = pl.when(pl.col("what").is_in(STATED)).then(pl.lit("number"))
    named = doubts.filter(~pl.col("what").is_in(_REPORTED)).with_columns(
        *(_as_on_pages(pl.col(name)).alias(name) for name in ("official", "computed")),
        variant=variant.otherwise(pl.concat_str(together, beyond, separator="_", ignore_nulls=True)),
        values=pl.col("what").replace(_KINDS),
        first_at="first",
        session="session_id",
    )
    return [
        report_on(rows.filter(variant=code.partition("/")[2]), code, sentence, field="session_id", what="what")
        for report_on, rows in ((error_on, named.filter("severe")), (warning_on, named.filter(~pl.col("severe"))))
        for code, sentence in _SAYS.items()
    ]


def _as_on_pages(number: pl.Expr) -> pl.Expr:
    """Scores with two decimals; others with no more than needed, two at most, and a dash for null."""
    short = to_decimals(number).cast(pl.String).str.strip_suffix(".0").fill_null("–")
    return pl.coalesce(pl.when(what="scores").then(column_in_decimals(number, pl.lit(2))), short)


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
    return warning_on(
        needless,
        "official.nothing_to_accept",
        "the session is what its file says, so there is nothing to accept: take accept out",
        field="accept",
        value="name",
    )
