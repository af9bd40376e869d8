"""How a PBN file says that it is scored, who plays and who is vulnerable, and the scores of its lines."""

from each import cases
from result_files import Read, codes, rows

TOP = '% PBN 2.1\n[Event "Monday"]\n[Date "2026.03.09"]\n'
HEADER = '[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result;Score_NS;Names_NS\\13;Names_EW"]\n'
LINES = '1 2 4S N 10 420 "Ann - Bo" "Cy - Di"\n3 4 4S N 9 -50 "Ed - Flo" "Gus - Hal"\n'
MATCH = '1 2 4S N 10 420 "Ann - Bo" "Cy - Di"\n2 1 4S N 9 -50 "Ed - Flo" "Gus - Hal"\n'


def evening(*boards: str, tags: str = "", lines: str = LINES) -> str:
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


@cases(
    *((scoring(word), "pairs", []) for word in ("MatchPoints;MP1", "MP", "Match Points")),
    *(
        (scoring(word), "pairs", [("warning", "pbn.scoring/other_matchpoints")])
        for word in ("Ascherman", "MatchPoints;OldMP")
    ),
    *((scoring(word), "cross_imp", []) for word in ("IMP;Cross", "Cross-IMPs", "XIMP")),
    *((scoring(word), "butler", []) for word in ("IMP;Butler-2", "Butler", "IMP;Mean")),
    (scoring("MP1", "MatchPoints;MP2", "MP"), "pairs", []),
    (scoring("foo"), "pairs", [("warning", "pbn.scoring")]),
    (scoring("BAM"), "pairs", [("warning", "pbn.scoring/only_of_teams")]),
    (scoring("IMP"), "cross_imp", [("warning", "pbn.scoring/which_imps")]),
    (IN_IMPS, "cross_imp", [("warning", "pbn.scoring")]),
    (IN_IMPS.replace('[Scoring "foo"]\n', ""), "cross_imp", [("warning", "pbn.scoring/which_imps")]),
    *(
        (scoring(word), None, [("error", "pbn.scoring/other_points")])
        for word in ("Patton", "TotalPoints", "Chouette", "Rubber", "Chicago", "Instant")
    ),
    (competition("Pairs"), "pairs", [("warning", "pbn.scoring/missing")]),
    (competition("Teams", "IMP;Butler"), "butler", [("error", "pbn.scoring/no_teams")]),
    (competition("Individuals", "IMP;Butler"), "butler", [("error", "pbn.scoring/no_individuals")]),
    (competition("Barometer", "IMP;Butler"), "butler", [("warning", "pbn.scoring/competition")]),
    (competition("Rubber"), None, [("error", "pbn.scoring/other_points")]),
    (competition("Rubber", "MP"), "pairs", [("warning", "pbn.scoring/competition")]),
    (TOP + '[Competition "Individuals"]\n' + SINGLES, "pairs", []),
)
def test_how_a_session_is_scored(read: Read, content: str, kind: str | None, expected: list[tuple[str, str]]) -> None:
    reading = read(content)
    assert reading.tables["sessions"]["kind"].to_list() == ([kind] if kind else [])
    assert list(zip(reading.findings["severity"], codes(reading), strict=True)) == expected
    assert all("write " in message.partition(": ")[2] for message in reading.findings["message"])
    assert bool(reading.tables["results"].height) == bool(kind)


@cases(("IMP;Butler-2;Mean", 1), ("IMP;Median", 100), ("IMP;Butler-2;Median", 100), ("IMP;Mean", None), ("MP", None))
def test_what_the_tag_leaves_out_of_the_datum(read: Read, word: str, dropped: int | None) -> None:
    assert read(scoring(word)).tables["sessions"]["datum_drop"].to_list() == [dropped]


LISTED = '[TotalScoreTable "Rank;PairId;{};Names"]\n1 1 60 "Ann - Bo"\n2 2 40 "Cy - Di"\n\n'


@cases(("TotalPercentage", "pairs", []), ("TotalScoreIMP", "cross_imp", ["pbn.scoring/which_imps"]))
def test_without_the_tag_the_list_says_the_scoring(read: Read, column: str, kind: str, code: list[str]) -> None:
    reading = read(evening().replace(HEADER, LISTED.format(column) + HEADER))
    assert (reading.tables["sessions"]["kind"].to_list(), codes(reading)) == ([kind], code)


def test_boards_scored_in_different_ways_are_named(read: Read) -> None:
    reading = read(scoring("MP1", "IMP;Cross", "IMP;Cross", "MatchPoints", "XIMP"))
    assert (reading.tables["sessions"]["kind"].to_list(), codes(reading)) == (["cross_imp"], ["pbn.scoring/mixed"])
    assert "some boards (1, 4) have this scoring, but most have IMP;Cross" in reading.findings["message"].item()


@cases(
    *((word, None, []) for word in ("IMP", "VP", "IMP;VP")),
    ("BAM", "point_a_board", []),
    *((word, None, ["pbn.scoring/of_teams"]) for word in ("MP", "foo", "Patton")),
)
def test_scoring_of_matches(read: Read, word: str, team_scoring: str | None, expected: list[str]) -> None:
    reading = read(competition("Team of Four", word, MATCH))
    assert rows(reading, "sessions", "kind", "team_scoring") == [("teams", team_scoring)]
    assert [code for code in codes(reading) if code != "pbn.doubtful/names"] == expected


def without_scores(content: str) -> str:
    return content.replace("Score_NS;", "").replace(" 420 ", " ").replace(" -50 ", " ")


@cases(("None", [420, -50]), ("All", [620, -100]), ("NS", [620, -100]), ("EW", [420, -50]))
def test_a_score_that_is_not_given_follows_from_the_tag(read: Read, word: str, scores: list[int]) -> None:
    reading = read(without_scores(evening(f'[Vulnerable "{word}"]\n', tags='[Scoring "MP"]\n')))
    if word == "None":
        assert reading.findings.is_empty()
        assert reading.tables["results"]["score"].to_list() == [None, None]
        return
    assert reading.tables["results"]["score"].to_list() == scores
    assert rows(reading, "findings", "severity", "code", "field", "value") == [
        ("error", "tables.vulnerable", "vulnerable", word)
    ]
    assert "No scores are given, so they are computed" in reading.findings["message"].item()


def test_a_score_that_is_given_counts_whatever_the_tag_says(read: Read) -> None:
    words = ("NS", "Both", "-", "maybe", "#", "?")
    reading = read(evening("", *(f'[Vulnerable "{word}"]\n' for word in words), tags='[Scoring "MP"]\n'))
    assert reading.tables["results"]["score"].to_list() == [420, -50] * 7
    assert rows(reading, "findings", "severity", "code", "value") == [
        ("warning", "tables.vulnerable", word) for word in ("Both", "-", "maybe")
    ]
    assert "the vulnerability of a board with this number is EW" in reading.findings["message"][0]


def test_a_game_a_result_follows_its_tag_too(read: Read) -> None:
    tags = {"Board": "1", "North": "Ann", "South": "Bo", "East": "Cy", "West": "Di", "Vulnerable": "All",
            "Contract": "4S", "Declarer": "N", "Result": "10"}  # fmt: skip
    reading = read(TOP + "".join(f'[{name} "{value}"]\n' for name, value in tags.items()))
    assert reading.tables["results"]["score"].to_list() == [620]
    assert reading.findings["code"].to_list().count("tables.vulnerable") == 1


TOP_OF_PAIRS = '[Event "Monday Pairs"]\n[Date "2025.01.06"]\n[Scoring "MP"]\n'
LIST = '[TotalScoreTable "PairId;Names"]\n1 "Ann - Bo"\n2 "Cy - Di"\n3 "Eva - Finn"\n4 "Gro - Hans"\n'
PAIRS = "PairId_NS;PairId_EW"
PLAYED = f"{PAIRS};Contract;Declarer;Result"


def board(header: str, *rows: str, number: int = 1, tags: str = "") -> str:
    return f'{TOP_OF_PAIRS}{LIST}[Board "{number}"]\n{tags}[ScoreTable "{header}"]\n' + "".join(
        f"{row}\n" for row in rows
    )


SHARES = f"{PAIRS};Score_NS;Score_EW;Percentage_NS;Percentage_EW"
BOTH = f"{PAIRS};Score_NS;Score_EW"
OF_CONTRACTS = f"{PLAYED};Score_NS;Score_EW"


@cases(
    (f"{PAIRS};Score_NS", "+140", 140, None),
    (f"{PAIRS};Score_NS", "-140", -140, None),
    # next to percentages only a plus that is no possible score is a share
    *((SHARES, "+420 -420 75 25", 420, None), (SHARES, "- +50 25 75", -50, None)),
    *((SHARES, "+0 A+ 20 65", None, "a20_+"), (SHARES, "+0 +0 75 25", None, "a75_25")),
    *((SHARES, "+75 +25 75 25", None, "a75_25"), (SHARES, "+60 +40 60 40", None, "a60_40")),
    # marked as not earned
    (OF_CONTRACTS, '"4S" "^S" "^9" "^-50" "-"', -50, None),
    (OF_CONTRACTS, '"-" "-" "-" "^A+" "^A-"', None, "a+_-"),
    # both sides agree, by themselves or by the contract
    *((BOTH, "420 -420", 420, None), (BOTH, "-50 50", -50, None), (BOTH, "0 0", 0, None)),
    *((BOTH, "A+ A-", None, "a+_-"), (BOTH, "A= A+", None, "a50_+"), (BOTH, "60% 40%", None, "a60_40")),
    (OF_CONTRACTS, "4S E 10 0 420", -420, None),
)
def test_scores_without_a_finding(read: Read, header: str, cells: str, score: int | None, ruling: str | None) -> None:
    reading = read(board(header, f"1 2 {cells}"))
    assert reading.findings.is_empty()
    assert rows(reading, "results", "score", "ruling") == [(score, ruling)]


def test_a_share_without_its_percentage_is_reported_as_it_is_written(read: Read) -> None:
    reading = read(board(f"{PAIRS};Score_NS;Score_EW;MP_NS;MP_EW", "1 2 +0 A+ 1 2"))
    [finding] = reading.findings.rows(named=True)
    assert (finding["code"], finding["field"], finding["value"]) == ("cells.left_out", "ruling", "+0 and A+")
    assert reading.tables["results"].is_empty()


@cases(("110 -140", "110 -140", "s110_140"), ("-120 130", "-120 130", "s-120_-130"))
def test_two_contradicting_scores_leave_the_line_out(read: Read, cells: str, written: str, split: str) -> None:
    reading = read(board(f"{PAIRS};Score_NS;Score_EW", f"1 2 {cells}", "3 4 110 -110"))
    [finding] = reading.findings.rows(named=True)
    assert (finding["code"], finding["severity"], finding["line_no"]) == ("pbn.left_out", "error", 11)
    assert finding["value"] == written
    assert f"give the ruling {split} in a table results" in finding["message"]
    assert rows(reading, "results", "ns", "score") == [("3", 110)]


@cases(
    *((OF_CONTRACTS, "4S N 10", "420 -450", 420), (OF_CONTRACTS, "4S N 10", "450 -420", 420)),
    *((OF_CONTRACTS, "2H E 8", "-110 140", -110), (OF_CONTRACTS, "4S N 10", "430 -450", None)),
    *((OF_CONTRACTS, "6S N 12", "980 -1430", 1430), (BOTH, "", "0 420", -420), (BOTH, "", "420 0", 420)),
)
def test_of_two_scores_that_contradict_each_other_the_one_that_the_contract_brings_counts(
    read: Read, header: str, played: str, written: str, score: int | None
) -> None:
    """A 0 next to another score is none; where neither is what the contract brings, the line is left out."""
    tags = '[Vulnerable "All"]\n' if score == 1430 else ""
    reading = read(board(header, f"1 2 {played} {written}", tags=tags))
    assert reading.tables["results"]["score"].to_list() == ([] if score is None else [score])
    found = ("pbn.left_out", "error") if score is None else ("pbn.doubtful", "warning")
    assert rows(reading, "findings", "code", "severity", "value")[0] == (*found, written)
    if played and score:
        assert f"{score} for North-South counts" in reading.findings["message"][0]
