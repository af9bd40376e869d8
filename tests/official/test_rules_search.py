"""The rules that lead to the results of a file are found, whatever rules the competition has."""

import random
from pathlib import Path
from typing import Any

import dataframely as dy
import polars as pl
import pytest
from club_folders import tables_of
from factories import Tables, competitions, frame
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from result_files import needs_real_data, real_files

from pipelines.cli.score import quick_score
from pipelines.settings.scoring import profile_table, scoring_profiles
from transforms.checks.computed import points_are_conserved
from transforms.official.rules_search import Evidence, better_rules, rules_in_words
from transforms.results.match_results import match_results
from transforms.results.session_results import session_results
from transforms.scoring.board_scores import board_scores
from transforms.tables.raw import Adjustments, Entries, Matches, OfficialResults, Results, Sessions, Totals

Rules = dict[str, Any]
SCORES = (-650, -420, -100, -50, 50, 110, 140, 400, 420, 430, 620, 980, 1430)


def evening(
    seed: int, tables: int = 5, boards: int = 12, lines: str = "A", session: str = "s"
) -> dy.DataFrame[Results]:
    """Result lines with some that were not played, averages and a percentage, and one sit-out a line."""
    chance = random.Random(seed)  # noqa: S311
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


def published(lines: dy.DataFrame[Results], rules: Rules, kind: str = "pairs", together: str | None = None) -> Evidence:
    """An evening with the points and the result list that a program with these rules writes."""
    ids, given_rules = lines["session_id"].unique().sort(), competitions(scoring=rules)
    sessions = frame(Sessions, *({"session_id": one, "kind": kind, "together": together} for one in ids))
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
    unit = 0.5 if rules.get("shown") == "halved" else 1.0
    points = pl.col("ns_points", "ew_points") * unit
    printed = scores.select("session_id", "line_no", points.round(3).name.prefix("official_"))
    results = lines.drop("official_ns_points", "official_ew_points").join(
        printed, on=["session_id", "line_no"], how="left"
    )
    in_imps = pl.col("scoring").is_in(["butler", "cross_imps"])
    total = pl.col("score" if rules.get("cross_imp_totals") == "per_board" else "points").round(3)
    official = listed.select(
        *("club", "competition", "season", "session_id", "line", "entrant"),
        points=pl.when(in_imps).then(total),
        score=pl.when(~in_imps).then(pl.col("score").round(2)),
        rank=pl.lit(None, pl.Int32),
        penalty=pl.lit(None, pl.Float64),
        file_id=pl.lit("-"),
        line_no=pl.lit(None, pl.Int64),
    )
    in_order = results.select(Results.column_names()).sort("session_id", "line", "board", "line_no")
    published_list = OfficialResults.cast(official)
    return Evidence(in_order, sessions, given_rules, entries, adjustments, matches, published_list, totals)


def search(found: Evidence, **rules: Any) -> list[tuple[str, str, int, int]]:
    """What is found if the competition has these rules: the variant, the rules, and the values published and equal."""
    better = better_rules(found._replace(competitions=competitions(scoring=rules)), profile_table())
    named = rules_in_words(better, found.results).filter(pl.col("variant") != "given")
    return named.select("variant", "rules", "official", "equal").rows()


MISSING_IS_A_TIE = {"profile": "ebu", "not_played": "tie"}


@pytest.mark.parametrize(
    ("kind", "rules", "wrong", "said"),
    [
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
    ],
)
def test_the_rules_that_a_file_was_scored_by_are_found(kind: str, rules: Rules, wrong: Rules, said: str | None) -> None:
    found = search(published(evening(1, tables=9), rules, kind), **wrong)
    assert [(variant, official == equal) for variant, _, official, equal in found] == (
        [("whole", True)] if said else []
    )
    assert said is None or said in found[0][1]


@pytest.mark.parametrize(
    ("kind", "together", "seen", "said"),
    [
        ("pairs", "A+B", {}, '[[session]] session = "s", together = "A+B"'),
        ("pairs", None, {"together": "A+B"}, '[[session]] session = "s", together = "none"'),
        ("cross_imp", None, {"kind": "butler"}, '[[session]] session = "s", kind = "cross_imp"'),
        ("butler", None, {"kind": "cross_imp"}, '[[session]] session = "s", kind = "butler"'),
    ],
)
def test_what_a_session_says_of_itself_may_be_wrong(kind: str, together: str | None, seen: Rules, said: str) -> None:
    found = published(evening(2, lines="AB"), {}, kind, together)
    as_read = frame(Sessions, {"session_id": "s", "kind": kind, **seen})
    assert [rules for _, rules, *_ in search(found._replace(sessions=as_read))] == [said]


def test_rules_are_added_to_one_another() -> None:
    rules = {"profile": "ruter", "not_played": "tie", "shown": "halved"}
    ((variant, said, official, equal),) = search(published(evening(3), rules), profile="fonteintje")
    assert (variant, official) == ("whole", equal)
    assert all(key in said for key in ('not_played = "tie"', 'shown = "halved"'))


def test_sessions_under_other_rules_are_named_and_a_file_edited_by_hand_is_no_proof() -> None:
    usual, other = (
        published(evening(seed, session=session), {"profile": "ruter", "not_played": rule})
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


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    seed=st.integers(0, 1000),
    kind=st.sampled_from(["pairs", "butler", "cross_imp"]),
    right=st.sampled_from([*scoring_profiles()]),
    wrong=st.sampled_from([*scoring_profiles()]),
    rule=st.sampled_from(
        [{}, {"not_played": "tie"}, {"expected": "modal"}, {"average": "tie"}, {"datum_drop": 2}, {"cross_imps": "sum"}]
    ),
)
def test_whatever_a_list_was_made_by_is_found_in_effect(
    seed: int, kind: str, right: str, wrong: str, rule: Rules
) -> None:
    found = published(evening(seed), {"profile": right, **rule}, kind)
    better = better_rules(found._replace(competitions=competitions(scoring={"profile": wrong})), profile_table())
    ((official, equal),) = better.filter(variant="given").select("official", "equal").rows()
    others = better.filter(pl.col("variant") != "given")
    assert official == equal or others.select("variant", "equal").rows() == [("whole", official)]


def test_rules_keep_what_the_competition_gives_apart_from_the_profile() -> None:
    rules = {"profile": "ruter", "average_plus": 70.0}
    lines = Results.cast(evening(6).with_columns(ruling=pl.col("ruling").replace("a60_40", "a+_-")))
    ((_, said, *_),) = search(published(lines, rules), profile="ebu", average_plus=70.0)
    assert said == '[scoring] profile = "ruter"'


HEAD = '% PBN 2.1\n[Event "Club"]\n[Date "2025.10.01"]\n'
TOP_BY_ONE = "PairId_NS;PairId_EW;Score_NS;MP_NS;MP_EW;Names_NS;Names_EW"


def pbn(*boards: str) -> str:
    tables = "".join(
        f'[Board "{number}"]\n[Scoring "MatchPoints"]\n[ScoreTable "{TOP_BY_ONE}"]\n{rows}\n'
        for number, rows in enumerate(boards, start=1)
    )
    return HEAD + tables


def with_ties(missing: str = "") -> Tables:
    """Three tables of four each, in the points of a program for which the fourth is a tie."""
    names = ('"A - B" "C - D"', '"E - F" "G - H"', '"I - J" "K - L"', '"M - N" "O - P"')
    whole = "\n".join(f"{2 * n + 1} {2 * n + 2} {420 - 10 * n} {6 - 2 * n} {2 * n} {names[n]}" for n in range(4))
    three = "\n".join(f"{2 * n + 1} {2 * n + 2} {420 - 10 * n} {5 - 2 * n} {1 + 2 * n} {names[n]}" for n in range(3))
    return tables_of(
        {"evening.pbn": pbn(whole, three)},
        f'[scoring]\nprofile = "ebu"\n{missing}',
        ("scored.findings", "scored.doubts"),
    )


def test_a_build_names_the_rules_once_and_has_no_other_reason() -> None:
    made = with_ties()
    differences = made["scored.official_differences"]
    assert set(differences["reason"]) == {"unexplained"}
    of_rules = made["scored.findings"].filter(pl.col("code").str.starts_with("official."))
    assert of_rules["code"].to_list() == ["official.other_rules"]
    assert '[scoring] not_played = "tie"' in of_rules["message"][0]
    assert "barometer set scoring.not_played tie " in of_rules["message"][0]
    right = with_ties('not_played = "tie"\n')
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


CASE = Path("../shared/cases/25-pbn-median-oldmp")


@pytest.mark.skipif(not CASE.is_dir(), reason=f"{CASE} is not there")
def test_a_file_that_says_median_is_scored_by_it() -> None:
    made = tables_of({"evening.pbn": (CASE / "Median.pbn").read_bytes()}, wanted=("scored.board_scores",))
    first = made["scored.board_scores"].filter(board=1).sort("score", descending=True)
    assert first["ns_points"].to_list() == [14, 1, 0, 0, -9]


@needs_real_data
@pytest.mark.parametrize("profile", [*scoring_profiles()])
def test_a_real_evening_names_its_rules(profile: str) -> None:
    (real,) = real_files("usebio/multi-section.xml")
    found = quick_score(real, profile).findings.filter(code="official.other_rules")
    assert len(found) == (profile != "ebu")
    assert all('profile = "ebu"' in message for message in found["message"])
