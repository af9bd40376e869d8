"""Count unexplained differences between sessions and what their files state, and report how to settle them."""

from typing import NamedTuple

import dataframely as dy
import polars as pl

from transforms.bridge.sessions import VICTORY_POINTS, by_entrant
from transforms.intake.check import check, judged, says, which
from transforms.official.lines import BY_THE_DIRECTOR, is_doubtful
from transforms.tables import schemas as t
from transforms.tables.arithmetic.rounding import column_in_decimals, to_decimals
from transforms.tables.arithmetic.tolerance import HAIR
from transforms.tables.phrases import phrase
from transforms.tables.schemas import CLUB, LINE, MATCH, SESSION, STATED, Frame, Rows
from transforms.tables.shared import is_empty

_IN_FILE = (*SESSION, "file_id")
_DIFFER = (
    "{values} that differ from Barometer's, for no known reason: {differing} of {of} (the first: {first_at},"
    " {official} in the file, {computed} here): check that the file is complete, and that the scoring profile"
    " is that of the program that wrote it;"
)
_NOT_TOGETHER = (
    "matches in which the victory points of the two teams do not add up to {computed}: {differing} of {of}"
    " (the first: {first_at}, {official}); they count as given: correct them;"
)
_ACCEPT = (
    "or, if the file is right, give the reason in competition.toml: [[session]], below it session ="
    ' "{session}" and accept = "reason"'
)
_ACCEPT_MORE = (
    "the setting accept covers fewer of them, so if the file is right, give the reason and the number in"
    ' competition.toml: [[session]], below it session = "{session}", accept = "reason" and accept_at_most ='
    " {{ {what} = {differing} }}"
)
_LEFT_OUT = "team_matches"
_CUT_OFF = "cut_off"
_REPORTED = (_LEFT_OUT, _CUT_OFF, "schedule", "no_match", "contradictions", "missing")
"""Kinds of doubt that need no finding here, because other findings report them: files cut off, and doubts of checks."""
_KINDS = {
    "lines": "points of result lines",
    "datums": "datums",
    "scores": "scores of the result list",
    "totals": "totals of the result list",
    "ranks": "places in the result list",
    "matches": "results of matches",
    "victory_points": "sums of victory points",
}
WITH_DIFFERENCES = tuple(kind for kind in _KINDS if kind != "victory_points")
"""The kinds of doubt whose differing values also have rows in `OfficialDifferences`."""
_KIND_OF = {"ns_points": "lines", "ew_points": "lines", "datum": "datums", "score": "scores", "rank": "ranks"}
"""The kind of a difference, by its `value`. Other values belong to `matches` if they have a round, or else to `totals`.
"""
_IN_ORDER = ("file_id", "line_no", "what", "round", "board", "entrant")


class SessionDoubts(NamedTuple):
    """The doubts about each session, and a finding for each doubt that is not accepted."""

    doubts: dy.LazyFrame[t.Doubts]
    findings: dy.LazyFrame[t.Findings]


def session_doubts(
    differences: Frame[t.OfficialDifferences],
    results: Frame[t.Results],
    official_results: Frame[t.OfficialResults],
    matches: Frame[t.Matches],
    *,
    stated: Frame[t.Stated],
    entries: Frame[t.Entries],
    sessions: Frame[t.Sessions],
    settings: Frame[t.SessionSettings],
    match_results: Frame[t.MatchResults],
    by_other_rules: Rows | None = None,
) -> SessionDoubts:
    """Return the values in files that neither the result lines confirm nor a rule of a program explains.

    A setting with `accept` settles differing values of its session: at most `accept_at_most` of them, or any number if
    that is null. A differing number in `Stated` is settled only by `accept_at_most`, because a reason for a changed
    score does not cover a file that is cut off later. A count below a stated number is an error. So are differing
    scores, totals and matches if ranks of the session differ too. `by_other_rules` are the sessions for which a finding
    names the rules that give all values (`rules_search`); their values need no finding here, and no reason explains
    them as long as the session has the present rules.
    """
    if is_empty(differences, stated, matches):
        return SessionDoubts(t.Doubts.create_empty(lazy=True), t.Findings.create_empty(lazy=True))
    lines, given_matches, evenings = results.lazy(), matches.lazy(), sessions.lazy()
    accepted = _accepted(settings.lazy(), evenings, lines)
    named = accepted.select(SESSION).clear() if by_other_rules is None else by_other_rules.lazy().select(SESSION)
    named = named.with_columns(is_named=True)
    compared = _values_compared(lines, official_results.lazy(), given_matches)
    of_kinds = [
        _of_values(differences.lazy().join(named, on=SESSION, how="left"), compared),
        _of_counts(stated.lazy(), lines, entries.lazy(), given_matches),
        _of_victory_points(given_matches, match_results.lazy(), evenings),
    ]
    doubts = (
        pl.concat(of_kinds, how="diagonal_relaxed")
        .sort(*SESSION, "what", "file_id", nulls_last=True)
        .unique([*SESSION, "what"], keep="first", maintain_order=True)
        .pipe(_with_reasons, accepted)
        .collect()
        .lazy()
    )
    sure = doubts.join(named, on=SESSION, how="left", maintain_order="left")
    is_named = pl.col("is_named").fill_null(value=False) & ~pl.col("what").is_in(STATED)
    with_named = sure.with_columns(is_named=is_named)
    return SessionDoubts(t.Doubts.cast(doubts), judged("doubts", {"doubts": with_named})[1])


def _of_values(differences: pl.LazyFrame, compared: pl.LazyFrame) -> pl.LazyFrame:
    in_match = pl.when(pl.col("round").is_null()).then(pl.lit("totals")).otherwise(pl.lit("matches"))
    is_teams_or_several = pl.col("line").n_unique().over(SESSION) > 1
    entrant = pl.when(is_teams_or_several).then(phrase("{} {}", "line", "entrant")).otherwise("entrant")
    place = pl.coalesce(
        phrase("board {}, {} - {}", "board", "ns", "ew"),
        phrase("board {}", "board"),
        phrase("round {}, {}", "round", entrant),
        entrant,
    )
    listed = compared.filter(what="scores").select(*SESSION, has_scores=pl.lit(value=True))
    # If all scores of the file agree, its lines may be explained: a program may print points on another scale.
    is_sign = (pl.col("value") != "rank") & (pl.col("board").is_null() | pl.col("has_scores").is_null())
    by_director = pl.col("reason").str.starts_with(BY_THE_DIRECTOR)
    has_wrong_rules = pl.col("is_named").fill_null(value=False) & is_sign.any().over(SESSION) & ~by_director
    return (
        differences.join(listed, on=SESSION, how="left")
        .with_columns(
            what=pl.col("value").replace_strict(_KIND_OF, default=None, return_dtype=pl.String).fill_null(in_match),
            first=place,
            places_differ=(pl.col("value") == "rank").any().over(SESSION),
        )
        .filter(is_doubtful(pl.col("reason")) | has_wrong_rules)
        .sort(*_IN_ORDER, "value", nulls_last=True, descending=[*[False] * len(_IN_ORDER), True])
        .group_by(*SESSION, "what", maintain_order=True)
        .agg(
            pl.col("first", "official", "computed", "file_id", "line_no").first(),
            # A line is one difference, even if both sides differ.
            differing=pl.struct("file_id", "line_no", "entrant", "board").n_unique().cast(pl.Int32),
            severe=pl.col("places_differ").first() & pl.col("what").first().is_in(["scores", "totals", "matches"]),
        )
        .join(compared, on=[*SESSION, "what"], how="left")
        .with_columns(pl.max_horizontal(pl.col("of").fill_null(0), "differing").alias("of"))
    )


def _values_compared(results: pl.LazyFrame, official: pl.LazyFrame, matches: pl.LazyFrame) -> pl.LazyFrame:
    given = {
        "lines": results.drop_nulls(["official_ns_points", "official_ew_points"]),
        "datums": results.drop_nulls("official_datum").unique([*SESSION, "line", "board"]),
        "scores": official.drop_nulls("score"),
        "totals": official.drop_nulls("points"),
        "ranks": official.drop_nulls("rank"),
        "matches": matches.filter(pl.any_horizontal(pl.col("imps", "points").is_not_null())),
    }
    counted = ((what, rows.group_by(SESSION).agg(of=pl.len().cast(pl.Int32))) for what, rows in given.items())
    return pl.concat(rows.select(*SESSION, "of", what=pl.lit(what)) for what, rows in counted)


def _of_victory_points(matches: pl.LazyFrame, match_results: pl.LazyFrame, sessions: pl.LazyFrame) -> pl.LazyFrame:
    """Return the doubts about matches in which the victory points of the two teams have a wrong sum."""
    # If both teams have victory points but not IMPs, the sum may be lower, because an absent team gets no points.
    at_imps = sessions.filter((pl.col("kind") != "teams") | (pl.col("team_scoring").fill_null("imps") == "imps"))
    computed = match_results.select(*MATCH, vp_here=pl.col("vp") / pl.col("weight"))
    given = matches.join(at_imps, on=SESSION, how="semi").join(computed, on=MATCH, how="left")
    values = pl.col("vp", "vp_here", "imps").name.suffix("_other")
    other = given.select(*LINE, "round", values, team="opponent", opponent="team")
    both = (
        given.filter(pl.col("team") < pl.col("opponent"))
        .join(other, on=MATCH)
        .filter(pl.any_horizontal(pl.col("vp", "vp_other").is_not_null()))
        .with_columns(together=pl.coalesce("vp", "vp_here") + pl.coalesce("vp_other", "vp_here_other"))
        .drop_nulls("together")
    )
    of_one = pl.any_horizontal(pl.col("vp", "vp_other").is_null())
    has_imps = of_one | pl.all_horizontal(pl.col("imps", "imps_other").is_not_null())
    differs = (pl.col("together") > VICTORY_POINTS + HAIR) | (has_imps & (pl.col("together") < VICTORY_POINTS - HAIR))
    place = phrase("round {}, {} - {}", "round", "team", "opponent")
    return (
        both.sort(MATCH)
        .group_by(SESSION, maintain_order=True)
        .agg(
            pl.col("file_id", "line_no").filter(differs).first(),
            first=place.filter(differs).first(),
            official=pl.col("together").filter(differs).first(),
            differing=differs.sum().cast(pl.Int32),
            of=pl.len().cast(pl.Int32),
            what=pl.lit("victory_points"),
            computed=pl.lit(VICTORY_POINTS, pl.Float64),
            severe=pl.lit(value=False),
        )
        .filter(pl.col("differing") > 0)
    )


def _of_counts(
    stated: pl.LazyFrame, results: pl.LazyFrame, entries: pl.LazyFrame, matches: pl.LazyFrame
) -> pl.LazyFrame:
    lines = results.join(stated, on=_IN_FILE, how="semi")
    seated = pl.concat(by_entrant(lines.select(*_IN_FILE, "line", side), side) for side in ("ns", "ew"))
    named = entries.select(*_IN_FILE, "line", "entrant").join(lines, on=_IN_FILE, how="semi")
    each = pl.concat([seated.drop_nulls("entrant"), named])
    entrants = each.group_by(_IN_FILE).agg(entrants=pl.struct("line", "entrant").n_unique())
    numbers = {
        "sections": pl.col("line").n_unique(),
        "rounds": pl.col("round").drop_nulls().n_unique(),
        "tables": pl.struct("line", "table").filter(pl.col("table").is_not_null()).n_unique(),
        "boards": pl.col("board").n_unique(),
        "results": pl.len(),
    }
    met = pl.all_horizontal(pl.col("ns", "ew").is_not_null()).sum()
    of_lines = lines.group_by(_IN_FILE).agg(**numbers, met=met).join(entrants, on=_IN_FILE, how="left")
    counted = of_lines.unpivot(
        [*numbers, "entrants"], index=[*_IN_FILE, "met"], variable_name="what", value_name="counted"
    )
    two = pl.struct("line", "round", pl.min_horizontal("team", "opponent"), other=pl.max_horizontal("team", "opponent"))
    kept = matches.group_by(_IN_FILE).agg(counted=two.n_unique(), what=pl.lit(_LEFT_OUT))
    none = pl.when(pl.col("what").is_in(_REPORTED)).then(0)
    either = (pl.col("what") == "results") & (pl.col("met") == pl.col("value"))
    need_not_be_given = pl.col("what").is_in(["rounds", "tables"])
    return (
        stated.join(pl.concat([counted, kept], how="diagonal_relaxed"), on=[*_IN_FILE, "what"], how="left")
        .with_columns(counted=pl.coalesce("counted", none))
        .filter(pl.col("counted") != pl.col("value"), ~either, ~need_not_be_given | (pl.col("counted") != 0))
        .select(
            *(*SESSION, "what", "file_id", "line_no"),
            *(pl.lit(1, pl.Int32).alias(name) for name in ("differing", "of")),
            first=pl.lit(None, pl.String),
            official=pl.col("value").cast(pl.Float64),
            computed=pl.col("counted").cast(pl.Float64),
            severe=(pl.col("counted") < pl.col("value")) & ~need_not_be_given,
        )
    )


def _with_reasons(doubts: pl.LazyFrame, accepted: pl.LazyFrame) -> pl.LazyFrame:
    is_number = pl.col("what").is_in(STATED)
    amount = pl.when(is_number).then((pl.col("official") - pl.col("computed")).abs()).otherwise("differing")
    most = pl.coalesce(
        pl.when(what=kind).then(pl.col("accept_at_most").str.json_path_match(f"$.{kind}").cast(pl.Float64))
        for kind in (*_KINDS, *STATED)
    )
    is_within = pl.col("amount") <= most.fill_null(0)
    covers = pl.when(pl.col("accept_at_most").is_null()).then(~is_number).otherwise(is_within)
    key = [*SESSION, "what"]
    return (
        doubts.with_columns(amount=amount.cast(pl.Int64))
        .join(accepted, on=SESSION, how="left")
        .sort(*key, "place")
        .group_by(key, maintain_order=True)
        .agg(
            pl.exclude("place", "accept", "accept_at_most").first(),
            accepted=pl.col("accept").filter(covers).first(),
            has_accept=pl.col("accept").is_not_null().any(),
        )
    )


def _accepted(settings: pl.LazyFrame, sessions: pl.LazyFrame, results: pl.LazyFrame) -> pl.LazyFrame:
    accepting = settings.drop_nulls("accept").select(*CLUB, "place", "accept", "accept_at_most", "session_id", "files")
    of_files = pl.concat([sessions.select(_IN_FILE), results.select(_IN_FILE)]).unique()
    by_file = accepting.drop("session_id").explode("files", empty_as_null=False, keep_nulls=False)
    named = (
        accepting.join(sessions.select(SESSION), on=[*CLUB, "session_id"]),
        by_file.join(of_files, left_on=[*CLUB, "files"], right_on=[*CLUB, "file_id"]),
    )
    columns = (*SESSION, "place", "accept", "accept_at_most")
    return pl.concat(rows.select(columns) for rows in named).unique().sort(*SESSION, "place")


@check("official.differs", stage="doubts", field="session_id", what="what")
@says(
    f"{_DIFFER} {_ACCEPT}",
    beyond=f"{_DIFFER} {_ACCEPT_MORE}",
    together=f"{_NOT_TOGETHER} {_ACCEPT}",
    together_beyond=f"{_NOT_TOGETHER} {_ACCEPT_MORE}",
    number="the file gives the number of {values} as {official}, but its result lines have {computed}: hand in the"
    " whole file; or, if the file is right, give the reason and the number in competition.toml: "
    '[[session]], below it session = "{session}", accept = "reason" and accept_at_most = {{ {what} = '
    "{amount} }}",
)
def _differs(doubts: pl.LazyFrame) -> pl.LazyFrame:
    of_points, is_beyond = pl.col("what") == "victory_points", pl.col("has_accept")
    is_number = pl.col("what").is_in(STATED)
    is_open = pl.col("accepted").is_null() & ~pl.col("is_named") & ~pl.col("what").is_in(_REPORTED)
    numbers = pl.col("official", "computed")
    short = to_decimals(numbers).cast(pl.String).str.strip_suffix(".0").fill_null("–")
    return doubts.filter(is_open).with_columns(
        pl.when(what="scores").then(column_in_decimals(numbers, pl.lit(2))).otherwise(short),
        which("", number=is_number, together_beyond=of_points & is_beyond, together=of_points, beyond=is_beyond),
        values=pl.col("what").replace(_KINDS),
        first_at="first",
        severity=pl.when("severe").then(pl.lit("error")).otherwise(pl.lit("warning")),
    )
