"""How a PBN file says that it is scored, who plays and who is vulnerable: each word, and what the lines contradict."""

import json

import pytest
from result_files import Read

from pipelines.intake.readers import Reading

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


def kind(reading: Reading) -> str | None:
    return reading.tables["sessions"]["kind"].to_list()[0] if reading.tables["sessions"].height else None


def said(reading: Reading) -> list[tuple[str, str]]:
    return reading.findings.select("severity", "code").rows()


@pytest.mark.parametrize(
    ("word", "is_scored"),
    [
        ("MatchPoints;MP1", "pairs"),
        ("MP", "pairs"),
        ("Match Points", "pairs"),
        ("Ascherman", "pairs"),
        ("IMP;Cross", "cross_imp"),
        ("Cross-IMPs", "cross_imp"),
        ("XIMP", "cross_imp"),
        ("IMP;Butler-2", "butler"),
        ("Butler", "butler"),
        ("IMP;Mean", "butler"),
    ],
)
def test_a_known_way_of_scoring_is_taken_without_a_word(read: Read, word: str, is_scored: str) -> None:
    reading = read(scoring(word))
    assert (kind(reading), said(reading)) == (is_scored, [])


@pytest.mark.parametrize(
    ("word", "code", "is_scored"),
    [
        ("foo", "pbn.scoring", "pairs"),
        ("BAM", "pbn.scoring", "pairs"),
        ("VP", "pbn.scoring", "pairs"),
        ("IMP", "pbn.scoring", "cross_imp"),
    ],
)
def test_a_doubtful_way_of_scoring_is_told_with_what_it_is_taken_as(
    read: Read, word: str, code: str, is_scored: str
) -> None:
    reading = read(scoring(word))
    assert kind(reading) == is_scored
    assert reading.findings.select("severity", "code", "field", "value", "line_no").rows() == [
        ("warning", code, "Scoring", word, 5)
    ]
    assert ": write " in reading.findings["message"].item()


def test_an_unknown_way_of_scoring_is_that_of_the_points_on_the_lines(read: Read) -> None:
    in_imps = (
        scoring("foo").replace("Score_NS;", "IMP_NS;Score_NS;").replace(" 420 ", " 3 420 ").replace(" -50 ", " -3 -50 ")
    )
    reading = read(in_imps)
    assert (kind(reading), said(reading)) == ("cross_imp", [("warning", "pbn.scoring")])
    untold = read(in_imps.replace('[Scoring "foo"]\n', ""))
    assert (kind(untold), said(untold)) == ("cross_imp", [("warning", "pbn.scoring")])


@pytest.mark.parametrize("word", ["Patton", "TotalPoints", "Chouette", "Rubber", "Chicago", "Instant"])
def test_points_that_are_not_compared_leave_the_session_out(read: Read, word: str) -> None:
    reading = read(scoring(word))
    assert said(reading) == [("error", "pbn.scoring")]
    assert json.loads(reading.findings["arguments"].item())["rows"] == "2"
    assert not any(table.height for table in reading.tables.values())


def test_boards_scored_in_different_ways_are_named(read: Read) -> None:
    reading = read(scoring("MP1", "IMP;Cross", "IMP;Cross", "MatchPoints", "XIMP"))
    assert kind(reading) == "cross_imp"
    assert said(reading) == [("error", "pbn.scoring")]
    assert "this is said of some boards (1, 4), and IMP;Cross of most others" in reading.findings["message"].item()
    assert said(read(scoring("MP1", "MatchPoints;MP2", "MP"))) == []


@pytest.mark.parametrize("word", ["Pairs", "pair"])
def test_a_competition_of_pairs_is_none_to_tell(read: Read, word: str) -> None:
    assert said(read(evening(tags=f'[Competition "{word}"]\n'))) == []


@pytest.mark.parametrize(
    ("word", "severity", "code"),
    [
        ("Teams", "error", "pbn.scoring"),
        ("Teams of Four", "error", "pbn.scoring"),
        ("Individuals", "error", "pbn.scoring"),
        ("Barometer", "warning", "pbn.scoring"),
    ],
)
def test_a_competition_that_the_lines_do_not_show_is_read_as_pairs(
    read: Read, word: str, severity: str, code: str
) -> None:
    reading = read(evening("", "", tags=f'[Competition "{word}"]\n[Scoring "IMP;Butler"]\n'))
    assert kind(reading) == "butler"
    assert said(reading) == [(severity, code)]
    assert "scored by Butler: " in reading.findings["message"].item()
    assert reading.tables["results"].height == 4


def test_a_rubber_is_left_out_unless_its_scoring_is_known(read: Read) -> None:
    assert said(read(evening(tags='[Competition "Rubber"]\n'))) == [("error", "pbn.scoring")]
    matchpoints = read(evening(tags='[Competition "Rubber"]\n[Scoring "MP"]\n'))
    assert (kind(matchpoints), said(matchpoints)) == ("pairs", [("warning", "pbn.scoring")])


def test_single_players_may_be_an_individual(read: Read) -> None:
    header = '[Board "1"]\n[ScoreTable "PairId_NS;PairId_EW;Score_NS"]\n1+2 3+4 420\n5+6 7+8 -50\n'
    reading = read(TOP + '[Competition "Individuals"]\n' + header)
    assert "pbn.scoring" not in reading.findings["code"].to_list()


@pytest.mark.parametrize(
    ("word", "team_scoring", "findings"),
    [
        ("IMP", None, []),
        ("VP", None, []),
        ("IMP;VP", None, []),
        ("BAM", "point_a_board", []),
        ("MP", None, [("warning", "pbn.scoring")]),
        ("foo", None, [("warning", "pbn.scoring")]),
        ("Patton", None, [("error", "pbn.scoring")]),
    ],
)
def test_matches_are_scored_by_imps_or_a_point_a_board(
    read: Read, word: str, team_scoring: str | None, findings: list[tuple[str, str]]
) -> None:
    reading = read(evening(tags=f'[Competition "Team of Four"]\n[Scoring "{word}"]\n', lines=MATCH))
    assert reading.tables["sessions"].select("kind", "team_scoring").row(0) == ("teams", team_scoring)
    assert [each for each in said(reading) if each[1] != "pbn.doubtful"] == findings


# --- who is vulnerable ------------------------------------------------------------------------------------------------


def without_scores(content: str) -> str:
    return content.replace("Score_NS;", "").replace(" 420 ", " ").replace(" -50 ", " ")


@pytest.mark.parametrize(
    ("word", "scores"), [("None", [420, -50]), ("All", [620, -100]), ("NS", [620, -100]), ("EW", [420, -50])]
)
def test_a_score_that_is_not_given_follows_from_the_tag(read: Read, word: str, scores: list[int]) -> None:
    reading = read(without_scores(evening(f'[Vulnerable "{word}"]\n')))
    if word == "None":
        assert said(reading) == []
        assert reading.tables["results"]["score"].to_list() == [None, None]
        return
    assert reading.tables["results"]["score"].to_list() == scores
    assert reading.findings.select("severity", "code", "field", "value").rows() == [
        ("error", "pbn.doubtful", "Vulnerable", f"board 1: {word}")
    ]
    assert "the scores that the tag brings, since none are given" in reading.findings["message"].item()


def test_a_score_that_is_given_counts_whatever_the_tag_says(read: Read) -> None:
    reading = read(evening("", '[Vulnerable "NS"]\n', '[Vulnerable "Both"]\n', '[Vulnerable "-"]\n'))
    assert reading.tables["results"]["score"].to_list() == [420, -50] * 4
    assert reading.findings.select("severity", "code", "value").rows() == [
        ("warning", "pbn.doubtful", "board 3: Both"),
        ("warning", "pbn.doubtful", "board 4: -"),
    ]
    assert "has EW vulnerable" in reading.findings["message"][0]


def test_an_unknown_word_for_who_is_vulnerable_is_told(read: Read) -> None:
    reading = read(evening('[Vulnerable "maybe"]\n', '[Vulnerable "#"]\n', '[Vulnerable "?"]\n'))
    assert reading.findings.select("severity", "code", "value").rows() == [
        ("warning", "pbn.doubtful", "board 1: maybe"),
        ("warning", "pbn.doubtful", "board 2: maybe"),
    ]


def test_a_game_a_result_follows_its_tag_too(read: Read) -> None:
    tags = {"Board": "1", "North": "Ann", "South": "Bo", "East": "Cy", "West": "Di", "Vulnerable": "All",
            "Contract": "4S", "Declarer": "N", "Result": "10"}  # fmt: skip
    reading = read(TOP + "".join(f'[{name} "{value}"]\n' for name, value in tags.items()))
    assert reading.tables["results"]["score"].to_list() == [620]
    assert reading.findings["code"].to_list().count("pbn.doubtful") == 1
