"""The rules that lead to the results of a file are found, whatever rules the competition has."""

import random
import re
from collections.abc import Iterable
from typing import Any, NamedTuple

import dataframely as dy
import polars as pl
import pytest
from checks.alone import found
from club_folders import tables_of, tables_of_each
from examples import by_night
from factories import competitions, frame
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from result_files import CASES, needs_cases, needs_real_data, real_files
from scoring.boards import any_of

from pipelines.cli.score import quick_score
from pipelines.settings.scoring import profile_table, scoring_profiles
from transforms.checks.computed import points_are_conserved
from transforms.official.rules_search import Evidence, better_rules, rules_in_words
from transforms.results.match_results import match_results
from transforms.results.session_results import session_results
from transforms.scoring import board_scores
from transforms.tables.raw import (
    Adjustments,
    Competitions,
    Entries,
    Matches,
    OfficialResults,
    Results,
    Sessions,
    Totals,
)

Rules = dict[str, Any]
SCORES = (-650, -420, -100, -50, 50, 110, 140, 400, 420, 430, 620, 980, 1430)


def evening(
    seed: int, tables: int = 5, boards: int = 12, lines: str = "A", session: str = "s"
) -> dy.DataFrame[Results]:
    """Result lines with some that were not played, averages and a percentage, and one sit-out a line."""
    chance = random.Random(seed)  # noqa: S311 - rules to try, and no secret
    rows: list[Rules] = []
    for line in lines:
        for board in range(1, boards + 1):
            order = chance.sample(range(1, 2 * tables + 1), 2 * tables)
            for ns, ew in zip(order[::2], order[1::2], strict=True):
                row = {"line": line, "board": board, "ns": str(ns), "ew": str(ew), "score": chance.choice(SCORES)}
                rows.append({"session_id": session, **row})
        for place, ruling in enumerate(("not_played", "not_played", "average", "a60_40")):
            rows[-1 - 2 * place * tables] |= {"score": None, "ruling": ruling}
        rows[-2] |= {"ew": None, "score": None}
    return frame(Results, *rows)


class Case(NamedTuple):
    """An evening, and the rules by which a program scored it."""

    lines: dy.DataFrame[Results]
    rules: Rules = {}  # noqa: RUF012 - it is not changed
    kind: str = "pairs"
    together: str | None = None


def clubs(rows: Iterable[pl.DataFrame]) -> pl.DataFrame:
    return pl.concat(of.with_columns(club=pl.lit(f"club {number:02}")) for number, of in enumerate(rows))


def rules_of(rules: Iterable[Rules]) -> dy.DataFrame[Competitions]:
    return Competitions.cast(clubs(competitions(scoring=of) for of in rules))


def published(*cases: Case) -> Evidence:
    """Evenings, each of a club, with the points and the result list that a program with these rules writes."""
    lines, given_rules = Results.cast(clubs(of.lines for of in cases)), rules_of(of.rules for of in cases)
    ids = [of.lines["session_id"].unique().sort() for of in cases]
    heads = (
        frame(Sessions, *({"session_id": one, "kind": of.kind, "together": of.together} for one in ids_of))
        for of, ids_of in zip(cases, ids, strict=True)
    )
    sessions = Sessions.cast(clubs(heads))
    entries, adjustments, matches = Entries.create_empty(), Adjustments.create_empty(), Matches.create_empty()
    nothing, totals = OfficialResults.create_empty(), Totals.create_empty()
    scores = board_scores(lines, sessions, given_rules).collect()
    listed = session_results(
        scores,
        entries,
        sessions,
        given_rules,
        results=lines,
        adjustments=adjustments,
        match_results=match_results(scores, matches, sessions, given_rules).collect(),
        official_results=nothing,
        totals=totals,
    ).collect()

    def of_clubs(key: str, value: str) -> pl.Expr:
        which = [f"club {number:02}" for number, of in enumerate(cases) if of.rules.get(key) == value]
        return pl.col("club").is_in(which)

    points = pl.col("ns_points", "ew_points") * pl.when(of_clubs("shown", "halved")).then(0.5).otherwise(1.0)
    at = ("club", "session_id", "line_no")
    printed = scores.select(*at, points.round(3).name.prefix("official_"))
    results = lines.drop("official_ns_points", "official_ew_points").join(printed, on=at, how="left")
    in_imps = pl.col("scoring").is_in(["butler", "cross_imps"])
    total = pl.when(of_clubs("cross_imp_totals", "per_board")).then("score").otherwise("points").round(3)
    official = listed.select(
        *("club", "competition", "season", "session_id", "line", "entrant"),
        points=pl.when(in_imps).then(total),
        score=pl.when(~in_imps).then(pl.col("score").round(2)),
        rank=pl.lit(None, pl.Int32),
        penalty=pl.lit(None, pl.Float64),
        file_id=pl.lit("-"),
        line_no=pl.lit(None, pl.Int64),
    )
    in_order = results.select(Results.column_names()).sort("club", "session_id", "line", "board", "line_no")
    published_list = OfficialResults.cast(official)
    return Evidence(in_order, sessions, given_rules, entries, adjustments, matches, published_list, totals)


Named = list[tuple[str, str, int, int]]
"""The variant, the rules, and the values published and equal."""


def search(found: Evidence, **rules: Any) -> Named:
    """What is found if the competition has these rules."""
    (named,) = search_each(found, rules)
    return named


def search_each(found: Evidence, *rules: Rules) -> list[Named]:
    """What is found for each club of `found` if it has these rules."""
    better = better_rules(found._replace(competitions=rules_of(rules)), profile_table())
    named = rules_in_words(better, found.results).filter(pl.col("variant") != "given")
    columns = ("variant", "rules", "official", "equal")
    return [named.filter(club=f"club {number:02}").select(columns).rows() for number in range(len(rules))]


MISSING_IS_A_TIE = {"profile": "ebu", "not_played": "tie"}


RIGHT_AND_WRONG: list[tuple[str, Rules, Rules, str | None]] = [
    ("pairs", {"profile": "ruter"}, {"profile": "ebu"}, '[scoring] profile = "ruter"'),
    ("pairs", MISSING_IS_A_TIE, {"profile": "ebu"}, '[scoring] not_played = "tie"'),
    ("pairs", {"profile": "ebu", "shown": "halved"}, {"profile": "ebu"}, '[scoring] shown = "halved"'),
    ("pairs", {"profile": "ruter", "sit_out": "average"}, {"profile": "ruter"}, '[scoring] sit_out = "average"'),
    ("pairs", {"profile": "ruter", "line_decimals": 0}, {"profile": "ruter"}, "line_decimals = 0"),
    ("butler", {"datum_drop": 1}, {"profile": "ruter"}, "[scoring] "),
    ("butler", {"datum_drop": 100}, {}, "[scoring] datum_drop = 100"),
    ("butler", {"datum_round_to": 1}, {}, "[scoring] datum_round_to = 1"),
    ("butler", {"imp_cap": 10}, {"imp_cap": 10}, None),
    ("butler", {"cross_imp_totals": "per_board"}, {}, '[scoring] cross_imp_totals = "per_board"'),
    ("cross_imp", {"cross_imps": "scaled"}, {}, '[scoring] cross_imps = "scaled"'),
    ("cross_imp", {"imp_cap": 17}, {}, "[scoring] imp_cap = 17"),
    ("cross_imp", {"cross_imp_totals": "full_set"}, {}, "[scoring] "),
]
"""The kind, the rules of the program, those of the competition, and what is named."""


def test_the_rules_that_a_file_was_scored_by_are_found(subtests: pytest.Subtests) -> None:
    lines = evening(1, tables=9)
    found = published(*(Case(lines, rules, kind) for kind, rules, *_ in RIGHT_AND_WRONG))
    each = search_each(found, *(wrong for *_, wrong, _ in RIGHT_AND_WRONG))
    for (kind, rules, _, words), named in zip(RIGHT_AND_WRONG, each, strict=True):
        with subtests.test(f"{kind} {rules}"):
            assert [(variant, official == equal) for variant, _, official, equal in named] == (
                [("whole", True)] if words else []
            )
            assert words is None or words in named[0][1]


OF_SESSIONS: list[tuple[str, str | None, Rules, str]] = [
    ("pairs", "A+B", {}, 'together = "A+B"'),
    ("pairs", None, {"together": "A+B"}, 'together = "none"'),
    ("cross_imp", None, {"kind": "butler"}, 'kind = "cross_imp"'),
    ("butler", None, {"kind": "cross_imp"}, 'kind = "butler"'),
]


def test_what_a_session_says_of_itself_may_be_wrong() -> None:
    lines = evening(2, lines="AB")
    found = published(*(Case(lines, {}, kind, together) for kind, together, *_ in OF_SESSIONS))
    read = clubs(frame(Sessions, {"session_id": "s", "kind": kind, **seen}) for kind, _, seen, _ in OF_SESSIONS)
    each = search_each(found._replace(sessions=Sessions.cast(read)), *({} for _ in OF_SESSIONS))
    assert [[rules for _, rules, *_ in named] for named in each] == [
        [f'[[session]] session = "s", {words}'] for *_, words in OF_SESSIONS
    ]


def test_rules_are_added_to_one_another() -> None:
    rules = {"profile": "ruter", "not_played": "tie", "shown": "halved"}
    ((variant, said, official, equal),) = search(published(Case(evening(3), rules)), profile="fonteintje")
    assert (variant, official) == ("whole", equal)
    assert all(key in said for key in ('not_played = "tie"', 'shown = "halved"'))


def test_sessions_under_other_rules_are_named_and_a_file_edited_by_hand_is_no_proof() -> None:
    usual, other = (
        published(Case(evening(seed, session=session), {"profile": "ruter", "not_played": rule}))
        for seed, session, rule in ((4, "s1", "neuberg"), (5, "s2", "tie"))
    )
    both = usual._replace(
        **{
            name: pl.concat([rows.lazy(), getattr(other, name).lazy()])
            for name, rows in usual._asdict().items()
            if name != "competitions"
        }
    )
    better = better_rules(both, profile_table()).filter(pl.col("variant") != "given")
    assert better.select("variant", "sessions").rows() == [("sessions", ["s2"])]
    edited = usual.results.lazy().with_columns(
        official_ns_points=pl.when(line_no=1).then(pl.col("official_ns_points") + 1.5).otherwise("official_ns_points")
    )
    assert search(usual._replace(results=edited), profile="ruter") == []
    ((variant, said, official, equal),) = search(usual._replace(results=edited), profile="brian")
    assert (variant, official - equal) == ("closest", 1)
    assert said.startswith('[scoring] profile = "ruter"')


@pytest.mark.parametrize(
    ("rules", "advice"),
    [
        ('[[session]] session = "s2", kind = "butler"', "Write this in competition.toml, or run: barometer set"),
        ('[scoring] not_played = "tie"', "in [season.scoring] instead of [scoring]; otherwise move the files"),
    ],
)
def test_rules_of_some_sessions_are_advised_where_they_can_be_written(rules: str, advice: str) -> None:
    row = {"variant": "sessions", "rules": rules, "commands": "barometer set x", "sessions": ["s2"], "official": 8}
    place = {"club": "club", "competition": "evening", "file_id": "competition.toml", "line_no": None, "before": 2}
    assert advice in found("official.other_rules", better=pl.DataFrame([row | place]))["message"].item()


PROFILES = [*scoring_profiles()]
RULE: list[Rules] = [
    *({}, {"not_played": "tie"}, {"expected": "modal"}, {"average": "tie"}, {"datum_drop": 2}, {"cross_imps": "sum"})
]
SEARCHED = any_of(seed=range(1000), kind=["pairs", "butler", "cross_imp"], right=PROFILES, wrong=PROFILES, rule=RULE)


@pytest.mark.nightly
@settings(max_examples=by_night(10), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(SEARCHED, min_size=4, max_size=8))
def test_whatever_a_list_was_made_by_is_found_in_effect(cases: list[dict[str, Any]]) -> None:
    found = published(*(Case(evening(of["seed"]), {"profile": of["right"], **of["rule"]}, of["kind"]) for of in cases))
    wrong = rules_of({"profile": of["wrong"]} for of in cases)
    every = better_rules(found._replace(competitions=wrong), profile_table())
    for number in range(len(cases)):
        better = every.filter(club=f"club {number:02}")
        ((official, equal),) = better.filter(variant="given").select("official", "equal").rows()
        others = better.filter(pl.col("variant") != "given")
        assert official == equal or others.select("variant", "equal").rows() == [("whole", official)]


def test_rules_keep_what_the_competition_gives_apart_from_the_profile() -> None:
    rules = {"profile": "ruter", "average_plus": 70.0}
    lines = Results.cast(evening(6).with_columns(ruling=pl.col("ruling").replace("a60_40", "a+_-")))
    ((_, said, *_),) = search(published(Case(lines, rules)), profile="ebu", average_plus=70.0)
    assert said == '[scoring] profile = "ruter"'


HEAD = '% PBN 2.1\n[Event "Club"]\n[Date "2025.10.01"]\n'
TOP_BY_ONE = "PairId_NS;PairId_EW;Score_NS;MP_NS;MP_EW;Names_NS;Names_EW"


def pbn(*boards: str) -> str:
    tables = "".join(
        f'[Board "{number}"]\n[Scoring "MatchPoints"]\n[ScoreTable "{TOP_BY_ONE}"]\n{rows}\n'
        for number, rows in enumerate(boards, start=1)
    )
    return HEAD + tables


def with_ties() -> str:
    """Three tables of four each, in the points of a program for which the fourth is a tie."""
    names = ('"A - B" "C - D"', '"E - F" "G - H"', '"I - J" "K - L"', '"M - N" "O - P"')
    whole = "\n".join(f"{2 * n + 1} {2 * n + 2} {420 - 10 * n} {6 - 2 * n} {2 * n} {names[n]}" for n in range(4))
    three = "\n".join(f"{2 * n + 1} {2 * n + 2} {420 - 10 * n} {5 - 2 * n} {1 + 2 * n} {names[n]}" for n in range(3))
    return pbn(whole, three)


@pytest.mark.nightly
def test_a_build_names_the_rules_once_and_has_no_other_reason() -> None:
    settings = '[scoring]\nprofile = "ebu"\n'
    cases = [({"evening.pbn": with_ties()}, settings + more) for more in ("", 'not_played = "tie"\n')]
    made, right = tables_of_each(cases, ("scored.findings", "scored.doubts"))
    differences = made["scored.official_differences"]
    assert set(differences["reason"]) == {"unexplained"}
    of_rules = made["scored.findings"].filter(pl.col("code").str.starts_with("official."))
    assert of_rules["code"].to_list() == ["official.other_rules"]
    assert '[scoring] not_played = "tie"' in of_rules["message"][0]
    assert re.search(r"barometer set scoring\.not_played tie \w+/\w+", of_rules["message"][0])
    assert right["scored.official_differences"].is_empty()
    assert right["scored.findings"].filter(code="official.other_rules").is_empty()


def test_totals_for_a_full_set_of_boards_are_conserved() -> None:
    heading = "session_id, line, board, ns, ew, score\n"
    rows = [
        (board, ns, ew, 50 * board * ns)
        for board in (1, 2, 3)
        for ns, ew in ((1, 2), (3, 4), (5, 6))
        if board * ns < 15
    ]
    files = {
        "sessions.csv": "session_id, date, kind\ns, 2025-10-01, cross_imp\n",
        "results.csv": heading + "".join(f"s, A, {board}, {ns}, {ew}, {score}\n" for board, ns, ew, score in rows),
        "adjustments.csv": "session_id, line, entrant, amount, unit\ns, A, 5, -1, points\n",
    }
    read = ("scored.session_results", "scored.session_rounds", "scored.match_results")
    made = tables_of(files, '[scoring]\nprofile = "pianola"\n', read)
    names = (*read, "raw.competitions", "raw.totals", "raw.sessions")
    assert points_are_conserved(*(made[name] for name in names)).is_empty()
    assert made["scored.session_results"].filter(entrant="5").select("boards", "adjustment").rows() == [(2, -1)]


CASE = CASES / "25-pbn-median-oldmp"


@needs_cases
def test_a_file_that_says_median_is_scored_by_it() -> None:
    made = tables_of({"evening.pbn": (CASE / "Median.pbn").read_bytes()}, wanted=("scored.board_scores",))
    first = made["scored.board_scores"].filter(board=1).sort("score", descending=True)
    assert first["ns_points"].to_list() == [14, 1, 0, 0, -9]


@needs_real_data
@pytest.mark.parametrize("profile", ["ebu", "ruter"])
def test_a_real_evening_names_its_rules(profile: str) -> None:
    (real,) = real_files("usebio/multi-section.xml")
    found = quick_score(real, profile).findings.filter(code="official.other_rules")
    assert len(found) == (profile != "ebu")
    assert all('profile = "ebu"' in message for message in found["message"])


@needs_real_data
def test_a_real_evening_with_another_winner_under_a_wrong_profile_is_in_doubt() -> None:
    """Every value that differs has a reason: the profile weighs the results on a board with an average otherwise."""
    (real,) = real_files("pbn/spiren/2016-05-11.pbn")
    of_season = '[[season]]\nname = "2015-16"\nstart = 2015-09-01\nend = 2016-08-31\n[scoring]\nprofile = '
    content = {"evening.pbn": real.read_bytes()}
    wanted = ("scored.doubts", "scored.session_results", "scored.official_differences")
    wrong, right = tables_of_each([(content, f'{of_season}"{of}"\n') for of in ("fonteintje", "ruter")], wanted)
    first = [made["scored.session_results"].filter(rank=1)["entrant"].to_list() for made in (wrong, right)]
    assert first == [["9"], ["1"]]
    assert "unexplained" not in set(wrong["scored.official_differences"]["reason"])
    assert set(wrong["scored.doubts"].select("what", "severe").rows()) == {
        ("lines", False), ("scores", True), ("ranks", False)
    }  # fmt: skip
    assert right["scored.doubts"].is_empty()
