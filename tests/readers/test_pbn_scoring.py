"""How a PBN file says that it is scored, who plays and who is vulnerable: each word, and what the lines contradict."""

import pytest
from result_files import Read, codes, rows

TOP = '% PBN 2.1\n[Event "Monday"]\n[Date "2026.03.09"]\n'
HEADER = '[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result;Score_NS;Names_NS\\13;Names_EW"]\n'
LINES = '1 2 4S N 10 420 "Ann - Bo" "Cy - Di"\n3 4 4S N 9 -50 "Ed - Flo" "Gus - Hal"\n'
MATCH = '1 2 4S N 10 420 "Ann - Bo" "Cy - Di"\n2 1 4S N 9 -50 "Ed - Flo" "Gus - Hal"\n'


def evening(*boards: str, tags: str = "", lines: str = LINES) -> str:
    """A session of these boards, each with its own tags."""
    tables = (f'[Board "{number}"]\n{own}{HEADER}{lines}\n' for number, own in enumerate(boards or ("",), start=1))
    return TOP + tags + "".join(tables)


def scoring(*words: str) -> str:
    return evening(*(f'[Scoring "{word}"]\n' for word in words))


def competition(word: str, scored: str = "", lines: str = LINES) -> str:
    return evening(tags=f'[Competition "{word}"]\n' + (f'[Scoring "{scored}"]\n' if scored else ""), lines=lines)


IN_IMPS = (
    scoring("foo").replace("Score_NS;", "IMP_NS;Score_NS;").replace(" 420 ", " 3 420 ").replace(" -50 ", " -3 -50 ")
)
SINGLES = '[Board "1"]\n[ScoreTable "PairId_NS;PairId_EW;Score_NS;Names_NS;Names_EW"]\n1+2 3+4 420 "A - B" "C - D"\n'


@pytest.mark.parametrize(
    ("content", "kind", "told"),
    [
        *((scoring(word), "pairs", []) for word in ("MatchPoints;MP1", "MP", "Match Points", "Ascherman")),
        *((scoring(word), "cross_imp", []) for word in ("IMP;Cross", "Cross-IMPs", "XIMP")),
        *((scoring(word), "butler", []) for word in ("IMP;Butler-2", "Butler", "IMP;Mean")),
        (scoring("MP1", "MatchPoints;MP2", "MP"), "pairs", []),
        (scoring("foo"), "pairs", [("warning", "pbn.scoring")]),
        (scoring("BAM"), "pairs", [("warning", "pbn.scoring/only_of_teams")]),
        (scoring("VP"), "pairs", [("warning", "pbn.scoring/only_of_teams")]),
        (scoring("IMP"), "cross_imp", [("warning", "pbn.scoring/which_imps")]),
        (IN_IMPS, "cross_imp", [("warning", "pbn.scoring")]),
        (IN_IMPS.replace('[Scoring "foo"]\n', ""), "cross_imp", [("warning", "pbn.scoring/which_imps")]),
        *(
            (scoring(word), None, [("error", "pbn.scoring/other_points")])
            for word in ("Patton", "TotalPoints", "Chouette", "Rubber", "Chicago", "Instant")
        ),
        (competition("Pairs"), "pairs", []),
        (competition("pair"), "pairs", []),
        (competition("Teams", "IMP;Butler"), "butler", [("error", "pbn.scoring/no_teams")]),
        (competition("Teams of Four", "IMP;Butler"), "butler", [("error", "pbn.scoring/no_teams")]),
        (competition("Individuals", "IMP;Butler"), "butler", [("error", "pbn.scoring/no_individuals")]),
        (competition("Barometer", "IMP;Butler"), "butler", [("warning", "pbn.scoring/competition")]),
        (competition("Rubber"), None, [("error", "pbn.scoring/other_points")]),
        (competition("Rubber", "MP"), "pairs", [("warning", "pbn.scoring/competition")]),
        (TOP + '[Competition "Individuals"]\n' + SINGLES, "pairs", []),
    ],
)
def test_how_a_session_is_scored(read: Read, content: str, kind: str | None, told: list[tuple[str, str]]) -> None:
    reading = read(content)
    assert reading.tables["sessions"]["kind"].to_list() == ([kind] if kind else [])
    assert list(zip(reading.findings["severity"], codes(reading), strict=True)) == told
    assert all(": write " in message for message in reading.findings["message"])
    assert bool(reading.tables["results"].height) == bool(kind)


def test_boards_scored_in_different_ways_are_named(read: Read) -> None:
    reading = read(scoring("MP1", "IMP;Cross", "IMP;Cross", "MatchPoints", "XIMP"))
    assert (reading.tables["sessions"]["kind"].to_list(), codes(reading)) == (["cross_imp"], ["pbn.scoring/mixed"])
    assert "some boards (1, 4) say this, and most others IMP;Cross" in reading.findings["message"].item()


@pytest.mark.parametrize(
    ("word", "team_scoring", "told"),
    [
        *((word, None, []) for word in ("IMP", "VP", "IMP;VP")),
        ("BAM", "point_a_board", []),
        *((word, None, ["pbn.scoring/of_teams"]) for word in ("MP", "foo", "Patton")),
    ],
)
def test_matches_are_scored_by_imps_or_a_point_a_board(
    read: Read, word: str, team_scoring: str | None, told: list[str]
) -> None:
    reading = read(competition("Team of Four", word, MATCH))
    assert rows(reading, "sessions", "kind", "team_scoring") == [("teams", team_scoring)]
    assert [code for code in codes(reading) if code != "pbn.doubtful/names"] == told


# --- who is vulnerable ------------------------------------------------------------------------------------------------


def without_scores(content: str) -> str:
    return content.replace("Score_NS;", "").replace(" 420 ", " ").replace(" -50 ", " ")


@pytest.mark.parametrize(
    ("word", "scores"), [("None", [420, -50]), ("All", [620, -100]), ("NS", [620, -100]), ("EW", [420, -50])]
)
def test_a_score_that_is_not_given_follows_from_the_tag(read: Read, word: str, scores: list[int]) -> None:
    reading = read(without_scores(evening(f'[Vulnerable "{word}"]\n')))
    if word == "None":
        assert reading.findings.is_empty()
        assert reading.tables["results"]["score"].to_list() == [None, None]
        return
    assert reading.tables["results"]["score"].to_list() == scores
    assert reading.findings.select("severity", "code", "field", "value").rows() == [
        ("error", "tables.vulnerable", "vulnerable", word)
    ]
    assert "the scores that follow from this, since none are given" in reading.findings["message"].item()


def test_a_score_that_is_given_counts_whatever_the_tag_says(read: Read) -> None:
    words = ("NS", "Both", "-", "maybe", "#", "?")
    reading = read(evening("", *(f'[Vulnerable "{word}"]\n' for word in words)))
    assert reading.tables["results"]["score"].to_list() == [420, -50] * 7
    assert rows(reading, "findings", "severity", "code", "value") == [
        ("warning", "tables.vulnerable", word) for word in ("Both", "-", "maybe")
    ]
    assert "has EW vulnerable" in reading.findings["message"][0]


def test_a_game_a_result_follows_its_tag_too(read: Read) -> None:
    tags = {"Board": "1", "North": "Ann", "South": "Bo", "East": "Cy", "West": "Di", "Vulnerable": "All",
            "Contract": "4S", "Declarer": "N", "Result": "10"}  # fmt: skip
    reading = read(TOP + "".join(f'[{name} "{value}"]\n' for name, value in tags.items()))
    assert reading.tables["results"]["score"].to_list() == [620]
    assert reading.findings["code"].to_list().count("tables.vulnerable") == 1
