"""Search for the scoring rules under which sessions have the results that their files publish.

A candidate is a copy of a competition under other rules, with a key of its own (`tuesday#7`). All candidates of a round
are scored at once by the steps of a season, and their results are compared with the official ones. The first round has
the profiles and every single rule; later rounds add one of them to the best candidates so far. Of candidates that agree
equally well, the simplest counts: the one with the fewest choices, in the order of `_CHOICES`.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Self

import dataframely as dy
import polars as pl

from transforms.bridge.sessions import IN_IMPS, SCORING_OF_KIND
from transforms.intake.check import check, judged, says
from transforms.intake.findings import IN_SETTINGS
from transforms.official import official_agreement
from transforms.results.match_results import match_results
from transforms.results.session_results import session_results
from transforms.scoring import board_scores
from transforms.tables import rule_words as words
from transforms.tables import schemas as t
from transforms.tables.messages import VARIANT
from transforms.tables.phrases import phrase
from transforms.tables.schemas import CLUB, COMPETITION, SESSION, Rows

PROFILE = "profile"
KIND, TOGETHER = "as_kind", "as_together"
"""Columns of a candidate that replace values of sessions: `kind`, and `together` ("all" lines or "none")."""
_ROUNDS, _KEPT, _SAMPLE = 3, 3, 8
"""How many rules a candidate may change, how many candidates go on to the next round, and how many sessions of a
competition are searched; the best candidates are then compared in all its sessions."""


def _each(kind: str, **rules: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    return ((kind, {rule: value}) for rule, values in rules.items() for value in values)


_CHOICES: tuple[tuple[str, dict[str, Any]], ...] = (
    *_each("pairs", expected=words.words_of(words.Expected), not_played=words.words_of(words.NotPlayed)),
    *_each("pairs", average=words.words_of(words.Average), assigned=words.words_of(words.Assigned)),
    *_each(
        "butler", datum_drop=(0, 1, 2, 3, 100), datum_round_to=(10, 1), imp_cap=(None, 17), **{KIND: ("cross_imp",)}
    ),
    *_each("cross_imp", cross_imps=words.words_of(words.CrossImps), **{KIND: ("butler",)}, imp_cap=(None, 17)),
    *_each("cross_imp", cross_imp_totals=words.words_of(words.CrossImpTotals)),
    *_each("butler", cross_imp_totals=("as_played", "per_board")),
    *_each("pairs", sit_out=words.words_of(words.SitOut), shown=words.words_of(words.Shown)),
    *_each("pairs", **{TOGETHER: ("all", "none")}, split=words.words_of(words.Split)),
    *_each("pairs", few_results=words.words_of(words.FewResults), average_plus=(60.0, 65.0)),
    *(("pairs", {"line_decimals": some, "rounded": of}) for of in ("lines", "totals") for some in (None, 2, 1, 0)),
    *_each("butler", **{TOGETHER: ("all", "none")}, sit_out=words.words_of(words.SitOut)),
    *_each("cross_imp", **{TOGETHER: ("all", "none")}, sit_out=words.words_of(words.SitOut)),
)
"""What may vary, by kind of session; the most usual first."""


class Evidence(NamedTuple):
    """The raw tables from which results follow, and the results that the files publish."""

    results: Rows
    sessions: Rows
    competitions: Rows
    entries: Rows
    adjustments: Rows
    matches: Rows
    official_results: Rows
    totals: Rows

    def of(self, those: Rows, key: Sequence[str] = SESSION) -> Self:
        """Return the rows with these keys: of some sessions, or of some competitions."""
        keys = those.lazy().select(key).unique()
        some = {name: rows for name, rows in self._asdict().items() if key != SESSION or name != "competitions"}
        return self._replace(
            **{
                name: rows.lazy().join(keys, on=key, how="semi", maintain_order="left").collect()
                for name, rows in some.items()
            }
        )


def better_rules(found: Evidence, profiles: pl.DataFrame) -> pl.DataFrame:
    """Return rules that agree better with the published results in the files than the competition's own rules do.

    There is one row for each set of rules. Besides the columns of `Competitions`, it has `KIND`, `TOGETHER`, `keys`
    (such as `expected = "modal"`), the `sessions` in which all values agree, how many values of these sessions the
    files publish (`official`) and how many of them agree (`equal`; `before`: under the rules given), and `variant`:
    `whole` if these rules agree wherever the given rules do, `sessions` if they do not, and `closest` if no rules agree
    in the whole of a session; then the counts are over all sessions. The present rules have a row `given`, with the
    counts of all sessions.
    """
    rules = [*COMPETITION, *profiles.columns, KIND, TOGETHER]
    none = {name: pl.lit(None, pl.String) for name in (KIND, TOGETHER)}
    given = found.competitions.lazy().with_columns(**none, number=0, keys=pl.lit([], pl.List(pl.String))).collect()
    everywhere = _judged(found, given)
    opened = everywhere.filter(pl.col("equal") < pl.col("official"))
    if opened.is_empty():
        return _chosen(everywhere, given)
    base = tried = given.join(opened, on=COMPETITION, how="semi", maintain_order="left")
    worst_first = opened.sort(*COMPETITION, "equal", "session_id").group_by(COMPETITION, maintain_order=True)
    sample = found.of(worst_first.head(_SAMPLE))
    outcome = everywhere.join(sample.sessions.lazy().collect(), on=SESSION, how="semi")
    for _ in range(_ROUNDS):
        one_more = [_with(base, sample.sessions.lazy().collect(), kind, choice) for kind, choice in _CHOICES]
        fresh = (
            pl.concat([_under_profiles(base, profiles), *one_more])
            .join(tried, on=rules, how="anti", nulls_equal=True, maintain_order="left")
            .unique(rules, keep="first", maintain_order=True)
            .with_columns(number=len(tried) + pl.int_range(pl.len(), dtype=pl.Int32))
        )
        if fresh.is_empty():
            break
        before = _standing(outcome).group_by(COMPETITION).agg(pl.col("equal", "whole").max().name.prefix("most_"))
        outcome, tried = pl.concat([outcome, _judged(sample, fresh)]), pl.concat([tried, fresh])
        standing = _standing(outcome).join(before, on=COMPETITION)
        is_done = (pl.col("whole") == pl.col("sessions")).any().over(COMPETITION)
        better = standing.filter(pl.col("equal") > pl.col("most_equal"), ~is_done)
        best = better.group_by(COMPETITION, maintain_order=True).head(_KEPT)
        base = tried.join(best, on=[*COMPETITION, "number"], how="semi", maintain_order="left")
    simplest = outcome.filter(pl.col("equal") == pl.col("official")).sort("number").unique(SESSION, keep="first")
    leading = _standing(outcome).group_by(COMPETITION, maintain_order=True).head(_KEPT)
    which = pl.concat([rows.select(*COMPETITION, "number") for rows in (simplest, leading)]).filter(
        pl.col("number") > 0
    )
    finalists = tried.join(which, on=[*COMPETITION, "number"], how="semi", maintain_order="left")
    return _chosen(pl.concat([everywhere, _judged(found, finalists)]), pl.concat([given, finalists]))


def _chosen(outcome: pl.DataFrame, candidates: pl.DataFrame) -> pl.DataFrame:
    """Give each session to the best of the candidates that agree in the whole of it."""
    candidate = [*COMPETITION, "number"]
    places = _standing(outcome).select(*candidate, "whole", place=pl.int_range(pl.len()))
    of_given = outcome.filter(number=0).select(*SESSION, before="equal", agreed=pl.col("equal") == pl.col("official"))
    agrees = pl.col("equal") == pl.col("official")
    of_each = outcome.join(places, on=candidate).join(of_given, on=SESSION).sort("place")
    of_each = of_each.with_columns(is_whole=(agrees | ~pl.col("agreed")).all().over(candidate))
    first = of_each.filter(agrees).unique(SESSION, keep="first", maintain_order=True)
    is_best = pl.col("place") == pl.col("place").min().over(COMPETITION)
    is_closest = is_best & (pl.col("whole") == pl.col("whole").filter(number=0).first().over(COMPETITION))
    named = {"whole": first.filter("is_whole"), "sessions": first.filter(~pl.col("is_whole"))}
    named |= {"closest": of_each.filter("is_whole", is_closest), "given": of_each.filter(number=0)}
    groups = pl.concat(rows.with_columns(variant=pl.lit(variant)) for variant, rows in named.items())
    summed = (
        groups.filter((pl.col("number") == 0) == (pl.col("variant") == "given"))
        .group_by(*candidate, "variant", maintain_order=True)
        .agg(pl.col("official", "equal", "before").sum(), sessions=pl.col("session_id").sort())
        .filter((pl.col("number") == 0) | (pl.col("equal") > pl.col("before")))
    )
    return candidates.join(summed, on=candidate, maintain_order="right")


_SCORING = "[scoring] "


def rules_in_words(better: pl.DataFrame, results: Rows) -> pl.DataFrame:
    """Add to the result of `better_rules` the settings to write, as `rules`, and the `commands` that write them."""
    all_lines = results.lazy().group_by(SESSION).agg(lines=pl.col("line").unique().sort().str.join("+")).collect()
    value = {KIND: pl.col(KIND), TOGETHER: pl.when(pl.col(TOGETHER) == "all").then("lines").otherwise(pl.lit("none"))}
    of_sessions = better.select(*COMPETITION, "number", KIND, TOGETHER, session_id="sessions").explode("session_id")
    texts = pl.concat(
        of_sessions.drop_nulls(column)
        .join(all_lines, on=SESSION, how="left", maintain_order="left")
        .select(
            *COMPETITION,
            "number",
            rules=phrase(f'[[session]] session = "{{}}", {key} = "{{}}"', "session_id", value[column]),
            commands=phrase(f"barometer set session.{{}}.{key} {{}} {{}}/{{}}", "session_id", value[column], *CLUB),
        )
        for column, key in ((KIND, "kind"), (TOGETHER, "together"))
    )
    more = texts.group_by(*COMPETITION, "number", maintain_order=True).agg(
        pl.col("rules").str.join("; "), pl.col("commands").str.join("; ")
    )
    command = pl.element().str.replace_all('"', "").str.replace(" = ", " ").str.replace("^", "barometer set scoring.")
    scoring = pl.when(pl.col("keys").list.len() > 0)
    commands = pl.col("keys").list.eval(command)
    return better.join(more, on=[*COMPETITION, "number"], how="left", maintain_order="left").with_columns(
        rules=pl.concat_str(
            scoring.then(pl.lit(_SCORING) + pl.col("keys").list.join(", ")),
            "rules",
            separator="; ",
            ignore_nulls=True,
        ),
        commands=pl.concat_str(
            scoring.then(commands.list.join(phrase(" {}/{}; ", *CLUB)) + phrase(" {}/{}", *CLUB)),
            "commands",
            separator="; ",
            ignore_nulls=True,
        ),
    )


def rule_findings(better: pl.DataFrame, results: Rows) -> dy.LazyFrame[t.Findings]:
    """Return a finding for each set of rules of `better_rules`."""
    named = rules_in_words(better.filter(pl.col("variant") != "given"), results).with_columns(**IN_SETTINGS)
    same = ("variant", "rules", "commands")
    over_seasons = named.group_by(*CLUB, "file_id", "line_no", *same, maintain_order=True).agg(
        pl.col("official", "equal", "before").sum(), pl.col("sessions").explode()
    )
    return judged("rules", {"better": over_seasons})[1]


_SHOWN = 5


@check("official.other_rules", stage="rules", field="scoring", value=pl.lit(None, pl.String))
@says(
    whole=(
        "other rules reproduce all {official} values that the files publish (the present rules reproduce {before}):"
        " {rules}. Write this in competition.toml, or run: {commands}"
    ),
    sessions=(
        "in {number} sessions ({named}) other rules reproduce all {official} values that their files publish (the"
        " present rules reproduce {before}): {rules}. If these are all sessions of a season, write the rules below"
        " its [[season]], in [season.scoring] instead of [scoring]; otherwise move the files of these sessions into a"
        " competition of their own with these rules"
    ),
    of_sessions=(
        "in {number} sessions ({named}) other rules reproduce all {official} values that their files publish (the"
        " present rules reproduce {before}): {rules}. Write this in competition.toml, or run: {commands}"
    ),
    closest=(
        "no known rules reproduce all {official} values that the files publish. These come closest, with {equal} (the"
        " present rules reproduce {before}): {rules}. If they are those of your program, write them in"
        " competition.toml, or run: {commands}"
    ),
)
def _other_rules(better: pl.LazyFrame) -> pl.LazyFrame:
    ids = pl.col("sessions")
    named = pl.concat_str(
        ids.list.head(_SHOWN).list.join(", "), pl.when(ids.list.len() > _SHOWN).then(pl.lit(", …")), ignore_nulls=True
    )
    is_one_of_several = (pl.len().over(CLUB) > 1) & (pl.col(VARIANT) == "whole")
    of_part = is_one_of_several | (pl.col(VARIANT) == "sessions")
    says_scoring = pl.col("rules").str.starts_with(_SCORING)
    part = pl.when(says_scoring).then(pl.lit("sessions")).otherwise(pl.lit("of_sessions"))
    variant = pl.when(of_part).then(part).otherwise(VARIANT)
    return better.with_columns(variant.alias(VARIANT), named=named, number=ids.list.len())


def _standing(outcome: pl.DataFrame) -> pl.DataFrame:
    """Return (COMPETITION, number, sessions, whole, equal), best first: `whole` counts sessions that agree."""
    whole = (pl.col("equal") == pl.col("official")).sum()
    of_each = outcome.group_by(*COMPETITION, "number").agg(
        pl.len().alias("sessions"), pl.col("equal").sum(), whole=whole
    )
    return of_each.sort(*COMPETITION, "whole", "equal", "number", descending=[*[False] * 3, True, True, False])


def _judged(found: Evidence, candidates: pl.DataFrame) -> pl.DataFrame:
    """Return (SESSION, number, official, equal): how many values the files publish, and how many of them equal ours."""
    copies = candidates.with_columns(copy=phrase("{}#{}", "competition", "number"))

    def copied(rows: Rows, *more: str) -> pl.DataFrame:
        of_each = rows.lazy().join(copies.lazy().select(*COMPETITION, "copy", *more), on=COMPETITION)
        return of_each.with_columns(competition="copy").drop("copy").collect()

    all_lines = found.results.lazy().group_by(SESSION).agg(lines=pl.col("line").unique().sort().str.join("+"))
    in_imps = pl.col("kind").is_in([kind for kind, scoring in SCORING_OF_KIND.items() if scoring in IN_IMPS])
    together = pl.when(pl.col(TOGETHER) == "all").then("lines").when(pl.col(TOGETHER).is_null()).then("together")
    evenings = (
        copied(found.sessions.lazy().join(all_lines, on=SESSION, how="left"), KIND, TOGETHER)
        .with_columns(kind=pl.when(in_imps).then(pl.coalesce(KIND, "kind")).otherwise("kind"), together=together)
        .drop("lines", KIND, TOGETHER)
    )
    sessions, results = t.Sessions.cast(evenings), t.Results.cast(copied(found.results))
    rules = t.Competitions.cast(copies.with_columns(competition="copy").select(t.Competitions.column_names()))
    official, given = copied(found.official_results), t.Matches.cast(copied(found.matches))
    scores = board_scores(results, sessions, rules).collect()
    matches = match_results(scores, given, sessions, rules).collect()
    listed = session_results(
        scores,
        t.Entries.cast(copied(found.entries)),
        sessions,
        rules,
        results=results,
        adjustments=t.Adjustments.cast(copied(found.adjustments)),
        match_results=matches,
        official_results=t.OfficialResults.cast(official),
        totals=t.Totals.cast(copied(found.totals)),
    )
    counts = official_agreement(
        scores,
        results,
        session_results=listed.collect(),
        official_results=official,
        competitions=rules,
        match_results=matches,
        given_matches=given,
        per=SESSION,
    )
    kinds = ("lines", "datums", "scores", "totals", "matches")
    return (
        counts.collect()
        .rename({"competition": "copy"})
        .join(copies.select("club", "season", "copy", "competition", "number"), on=["club", "season", "copy"])
        .select(
            *SESSION,
            "number",
            official=pl.sum_horizontal(kinds).cast(pl.Int64),
            equal=pl.sum_horizontal(f"{kind}_equal" for kind in kinds).cast(pl.Int64),
        )
    )


def _under_profiles(base: pl.DataFrame, profiles: pl.DataFrame) -> pl.DataFrame:
    """Return the candidates under every profile. Rules that differ from the profile given stay as they are."""
    rules = [name for name in profiles.columns if name != PROFILE]
    own = base.join(profiles, on=PROFILE, how="left", suffix="_given", maintain_order="left")
    others = own.join(
        profiles.rename({PROFILE: "another"}), how="cross", suffix="_of_other", maintain_order="left_right"
    )
    follows = {rule: pl.col(rule).eq_missing(pl.col(f"{rule}_given")) for rule in rules}
    return (
        others.filter(pl.col("another") != pl.col(PROFILE), ~pl.col("keys").list.join(",").str.contains("profile = "))
        .with_columns(pl.when(follows[rule]).then(f"{rule}_of_other").otherwise(rule).alias(rule) for rule in rules)
        .with_columns(profile="another", keys=pl.concat_list(phrase('profile = "{}"', "another"), "keys"))
        .select(base.columns)
    )


def _with(base: pl.DataFrame, sessions: pl.DataFrame, kind: str, choice: dict[str, Any]) -> pl.DataFrame:
    """Return the candidates with one more choice, in competitions that have such a session."""
    of_kind = base.join(sessions.filter(kind=kind), on=COMPETITION, how="semi", maintain_order="left")
    written = {rule: f"{rule} = {json.dumps('none' if value is None else value)}" for rule, value in choice.items()}
    types = {rule: of_kind.schema[rule] for rule in choice}
    is_new = pl.any_horizontal(pl.col(rule).ne_missing(pl.lit(value, types[rule])) for rule, value in choice.items())
    taken = pl.col("keys").list.eval(pl.element().str.split(" = ").list.first()).list.set_intersection([*choice])
    keys = [text for rule, text in written.items() if rule not in (KIND, TOGETHER)]
    return of_kind.filter(is_new, taken.list.len() == 0).with_columns(
        *(pl.lit(value, types[rule]).alias(rule) for rule, value in choice.items()),
        keys=pl.concat_list("keys", pl.lit(keys, pl.List(pl.String))),
    )
