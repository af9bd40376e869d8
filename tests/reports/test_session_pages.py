"""What a reader finds on the pages of a session, of every kind."""

import datetime as dt
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import polars as pl
import pytest
from factories import Tables, frame
from page_files import root_of
from reports.reading import cells, parts, text_of, warehouse
from reports.whole_site import write_site

from transforms.tables import schemas
from transforms.tables.schemas import Doubts, Entries, PlayerRankings

pytestmark = pytest.mark.long


SCORES = [-170, -140, -200, -420, -140]
SLIP = list(zip("16789", ["2", "3", "4", "10", "5"], SCORES, [4, 7, 2, 0, 7], strict=True))
"""Board 1 of section 1 of the source: NS, EW, score and points of NS."""


def site(folder: Path, **given: pl.DataFrame) -> Path:
    """The pages of one session, of the tables given as `schema_table`; return the folder of its season."""
    sessions = frame(schemas.Sessions, {"title": "Final"})
    write_site(warehouse(**{"raw_sessions": sessions, **given}), folder, only=["*.html", "*.zip", "*.xlsx"])
    return folder / "club" / "evening" / "2025-26"


def results(scoring: str, *rows: dict[str, Any]) -> pl.DataFrame:
    return frame(schemas.SessionResults, *({"scoring": scoring, "club_points": 1, **row} for row in rows))


def slip(*, balanced: bool) -> Tables:
    """Board 1 of section 1 of the source as a control sheet."""
    lines = [
        {"ns": ns, "ew": ew, "board": 1, "score": score, "result": "W2S+1"}
        | {"ns_points": points, "ew_points": 8 - points}
        for ns, ew, score, points in SLIP
    ]
    often = [
        {"board": 1, "subfield": "", "score": score, "times": times, "ns_points": points, "ew_points": 8 - points}
        for score, times, points in ((-140, 2, 7), (-170, 1, 4), (-200, 1, 2), (-420, 1, 0))
    ]
    board = {"board": 1, "results": 5, "top": 8, "ns_points": 20, "ew_points": 20 if balanced else 21}
    board |= {"balanced": balanced, "as_ruled": False}
    return {
        "scored_control_sheet": frame(schemas.ControlSheet, *lines),
        "scored_boards": frame(schemas.Boards, board),
        "scored_frequencies": frame(schemas.Frequencies, *often),
        "scored_session_results": results("matchpoints", {"entrant": "1", "rank": 1, "score": 50.0}),
    }


def boards_page(season: Path) -> Path:
    return season / "hands" / "1" / "boards.html"


def board_page(season: Path) -> Path:
    return season / "hands" / "1" / "board-1.html"


def test_the_board_of_section_1_shows_meetings_and_its_top(tmp_path: Path) -> None:
    season = site(tmp_path, **slip(balanced=True))
    page = board_page(season)
    _, top, *shown = cells(page)
    in_order = sorted(SLIP, key=lambda slip: (-slip[2], int(slip[0])))
    assert shown == [
        [ns, ew, "2♠\N{VARIATION SELECTOR-15} W +1", str(score).replace("-", "−"), str(points), str(8 - points)]
        for ns, ew, score, points in in_order
    ]
    assert top == ["top 8, the maximum"]
    for either in (page, boards_page(season)):
        assert "Board 1 dealer North, neither vulnerable" in text_of(either)
    assert "1 board, and it balances" in text_of(boards_page(season))


def test_the_address_of_the_control_sheet_leads_to_the_boards(tmp_path: Path) -> None:
    season = site(tmp_path, **slip(balanced=True))
    [moved] = root_of(season / "boards" / "1.html").xpath("//a[@class='moved']/@href")
    assert (season / "boards" / moved).resolve() == boards_page(season).resolve()
    [script] = root_of(season / "boards" / "1.html").xpath("//script/@src")
    assert "a.moved" in (season / "boards" / script).read_text(encoding="utf-8")


def test_a_board_that_does_not_balance_is_reported_at_the_top_and_at_the_board(tmp_path: Path) -> None:
    season = site(tmp_path, **slip(balanced=False))
    assert "1 of 1 board does not balance: board 1" in text_of(boards_page(season))
    assert "Does not balance: NS 20 + EW 21 = 41; 5 × 8 = 40" in text_of(board_page(season))
    (alert,) = root_of(boards_page(season)).xpath("//*[@role='alert']")
    assert alert.xpath(".//a/@href") == ["board-1.html"]


def test_a_board_with_a_deal_of_each_line_shows_both_and_each_can_be_played_again(tmp_path: Path) -> None:
    hands = ["AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432"]
    deals = [
        {"board": 1, "deal_id": line, "lines": line, "dealer": "N", "vulnerable": "none", "deal": f"N:{' '.join(deal)}"}
        for line, deal in (("A", hands), ("B", hands[::-1]))
    ]
    rows = [{"line": line, "field": line, "board": 1} for line in "AB"]
    sums = {"results": 1, "top": 0, "ns_points": 0, "ew_points": 0, "balanced": True, "as_ruled": False}
    season = site(
        tmp_path,
        raw_deals=frame(schemas.Deals, *deals),
        scored_control_sheet=frame(schemas.ControlSheet, *({**row, "ns": "1", "ew": "2"} for row in rows)),
        scored_boards=frame(schemas.Boards, *({"field": row["field"], "board": 1, **sums} for row in rows)),
    )
    page = root_of(board_page(season))
    assert [text_of(deal.find("p")) for deal in page.xpath("//div[@class='deal']")] == [
        "Dealt to line A",
        "Dealt to line B",
    ]
    assert [dict(parse_qsl(urlsplit(link).query))["n"] for link in page.xpath("//a[@rel='noopener']/@href")] == [
        "sAKQJT98765432hdc",
        "shdcAKQJT98765432",
    ]
    assert page.xpath("//tbody/@id") == ["board-1-A", "board-1-B"]


def test_rounds_show_points_where_one_sat_and_the_opponent_and_a_sit_out_a_dash(tmp_path: Path) -> None:
    meetings = [("1", "2", range(1, 5), 29), ("3", "1", range(5, 9), 16)]
    listed = ({"entrant": entrant, "rank": int(entrant)} for entrant in "123")
    lines = ({"ns": ns, "ew": ew, "board": board} for ns, ew, boards, _ in meetings for board in boards)
    rounds = (
        {"entrant": one, "opponent": other, "direction": side, "round": 1, "first_board": boards[0], "points": points}
        for ns, ew, boards, ns_points in meetings
        for one, other, side, points in ((ns, ew, "NS", ns_points), (ew, ns, "EW", 40 - ns_points))
    )
    season = site(
        tmp_path,
        scored_session_results=results("matchpoints", *listed),
        scored_control_sheet=frame(schemas.ControlSheet, *lines),
        scored_session_rounds=frame(schemas.SessionRounds, *rounds),
    )
    assert cells(season / "sessions" / "1.html", "rounds") == [
        ["Pair", "1–4", "5–8"],
        ["No. 1", "29NS 2", "24EW 3"],
        ["No. 2", "11EW 1", "–"],
        ["No. 3", "–", "16NS 1"],
    ]


def test_all_lists_stand_before_the_rounds_and_are_jumped_to(tmp_path: Path) -> None:
    met = [{"line": line, "ns": "1", "ew": "2", "board": board} for line in "AB" for board in (1, 2)]
    rounds = (
        {"line": line, "entrant": one, "opponent": other, "direction": side, "round": 1, "first_board": 1, "points": 3}
        for line in "AB"
        for one, other, side in (("1", "2", "NS"), ("2", "1", "EW"))
    )
    listed = ({"line": line, "field": line, "entrant": entrant, "rank": 1} for line in "AB" for entrant in "12")
    season = site(
        tmp_path,
        raw_entries=frame(
            schemas.Entries, *({"line": "A", "entrant": "1", "player_id": who} for who in ("ann", "bob"))
        ),
        scored_session_results=results("matchpoints", *listed),
        scored_control_sheet=frame(schemas.ControlSheet, *met),
        scored_session_rounds=frame(schemas.SessionRounds, *rounds),
    )
    page = root_of(season / "sessions" / "1.html")
    parts_of_page = page.xpath("//section[contains(@class, 'results')]/@id")
    assert parts_of_page == ["line-a", "line-b", "rounds"]
    assert page.xpath("//nav[@class='jumps']/a/@href") == [f"#{part}" for part in parts_of_page]
    assert page.xpath("//table[@class='rounds']//tr/@data-p") == ["ann bob"], "the others have no page"
    folded = page.xpath("//details[not(@open)]//*[@class='rounds' or @class='legend']")
    assert len(folded) == len(page.xpath("//*[@class='rounds' or @class='legend']")) == 4


@pytest.mark.parametrize(
    ("scoring", "numbers", "heading", "shown"),
    [
        ("matchpoints", (61.25, 98, 160), ["%", "Points", "of"], ["61.25", "98.00", "160"]),
        ("butler", (0.5, 12, None), ["IMPs a board", "IMPs"], ["+0.50", "+12.00"]),
        ("cross_imps", (-1.25, -30, None), ["IMPs a board", "IMPs"], ["−1.25", "−30.00"]),
        ("imps", (12.8, 25.6, 40), ["VPs a match", "VPs", "of"], ["12.80", "25.60", "40"]),
        ("point_a_board", (62.5, 30, 48), ["%", "Points", "of"], ["62.50", "30.00", "48"]),
    ],
)
def test_a_result_list_says_what_its_numbers_are(
    scoring: str, numbers: tuple[float, float, float | None], heading: list[str], shown: list[str], tmp_path: Path
) -> None:
    score, points, maximum = numbers
    row = {"entrant": "1", "rank": 1, "score": score, "points": points, "maximum": maximum}
    season = site(tmp_path, scored_session_results=results(scoring, row))
    heads, line = cells(season / "sessions" / "1.html")
    assert heads[2 : 2 + len(heading)] == heading
    assert line[2 : 2 + len(shown)] == shown
    (listed,) = [row for row in cells(season / "evenings.html") if row[:1] == ["2 Sep Final"]]
    assert listed[2] == f"{shown[0]} {heading[0]}"
    assert cells(season / "evenings.html")[0][-1] == "Pairs"


def test_what_the_director_took_stands_without_the_reason(tmp_path: Path) -> None:
    row = {"entrant": "1", "rank": 1, "score": 60.0, "points": 96, "maximum": 160, "adjustment": -2.5}
    penalty = {"entrant": "1", "amount": -2.5, "unit": "points", "reason": "slow play"}
    season = site(
        tmp_path,
        scored_session_results=results("matchpoints", row),
        raw_adjustments=frame(schemas.Adjustments, penalty),
    )
    page = text_of(season / "sessions" / "1.html")
    assert "penalty: −2.5 points" in page
    assert "slow play" not in page
    for file in season.glob("downloads/*"):
        assert not any(b"slow play" in part for _, part in parts(file))


def test_the_tie_break_that_decided_stands_in_the_row(tmp_path: Path) -> None:
    rows = ({"entrant": "1", "rank": 1, "decided_by": "match"}, {"entrant": "2", "rank": 2, "decided_by": "quotient"})
    page = site(tmp_path, scored_session_results=results("imps", *rows)) / "sessions" / "1.html"
    assert "tied; decided by the matches between them" in text_of(page)
    assert "tied; decided by the quotient" in text_of(page)


def test_a_session_that_is_not_what_its_file_says_carries_a_mark(tmp_path: Path) -> None:
    boards = {"what": "boards", "differing": 1, "of": 1, "official": 24, "computed": 14}
    scores = {"what": "scores", "differing": 12, "of": 14, "first": "3", "official": 58.22, "computed": 57.1}
    row = {"entrant": "3", "rank": 1, "score": 57.1, "points": 96, "maximum": 160}
    season = site(
        tmp_path,
        scored_session_results=results("matchpoints", row),
        scored_doubts=frame(schemas.Doubts, *({**doubt, "severe": True} for doubt in (boards, scores))),
    )
    page = text_of(season / "sessions" / "1.html")
    assert "This result differs from the one in its file." in page
    assert "24 boards in the file, 14 here; 12 of 14 percentages (No. 3: 58.22 in the file, 57.10 here)" in page
    assert "differs from its file" in text_of(season / "evenings.html")


@pytest.mark.parametrize(
    ("kinds", "said"),
    [
        (["no_match"], "is incomplete. Nobody has checked this yet, so the result may be wrong: matches or byes of"
         " entrants that are missing: 2."),
        (["missing"], "is incomplete. Nobody has checked this yet, so the result may be wrong: results that seem to be"
         " missing: 2."),
        (["contradictions", "missing"], "contradicts itself. Nobody has checked this yet, so the result may be wrong:"
         " statements that cannot all be right: 2; results that seem to be missing: 2."),
    ],
)  # fmt: skip
def test_the_mark_says_what_is_missing_or_contradicts(tmp_path: Path, kinds: list[str], said: str) -> None:
    of_kind = {"differing": 1, "of": 1, "official": 2, "computed": 0, "severe": True}
    doubts = frame(schemas.Doubts, *({"what": kind, **of_kind} for kind in kinds))
    listed = results("matchpoints", {"entrant": "3", "rank": 1, "score": 57.1})
    season = site(tmp_path, scored_session_results=listed, scored_doubts=doubts)
    assert f"The file of this session {said}" in text_of(season / "sessions" / "1.html")


@pytest.mark.parametrize(
    ("fields", "boards", "said"),
    [
        (
            ["score", "rank"],
            [7, 8],
            "Corrected on 9 April 2026 (boards 7–8): new scores for 1 pair, new ranks for 1 pair.",
        ),
        (["score"], [7], "Corrected on 9 April 2026 (board 7): new scores for 1 pair; the ranks stay."),
        (["score"], [], "Corrected on 9 April 2026: new scores for 1 pair; the ranks stay."),
        (["players"], [], "Corrected on 9 April 2026: other names or figures for 1 pair."),
    ],
)
def test_a_corrected_evening_says_when_on_which_boards_and_for_how_many(
    tmp_path: Path, fields: list[str], boards: list[int], said: str
) -> None:
    since = {"since_at": dt.datetime(2026, 4, 9, tzinfo=dt.UTC), "since_build": 3}
    line = {"session_id": "1", "line": "A"}
    corrections = ({"kind": "results", **line, "entrant": "3", "field": field, **since} for field in fields)
    lines = ({**line, "board": board, "ns": "3", "ew": "4", "since_build": 3} for board in boards)
    season = site(
        tmp_path,
        scored_session_results=results("matchpoints", {"entrant": "3", "rank": 1, "score": 57.1}),
        published_corrections=frame(schemas.PublishedCorrections, *corrections),
        published_changed_results=frame(schemas.ChangedResults, *lines),
    )
    for page in ("sessions/1.html", "evenings.html"):
        assert said in text_of(season / page).replace("\N{WORD JOINER}", "")


def test_matches_show_victory_points_imps_and_opponent(tmp_path: Path) -> None:
    matches = [
        {"round": 1, "team": "1", "opponent": "2", "imps": 10, "vp": 12.8},
        {"round": 1, "team": "2", "opponent": "1", "imps": -10, "vp": 7.2},
    ]
    season = site(
        tmp_path,
        scored_session_results=results("imps", {"entrant": "1", "rank": 1}, {"entrant": "2", "rank": 2}),
        scored_match_results=frame(schemas.MatchResults, *({"vp_given": False, **match} for match in matches)),
    )
    rounds = cells(season / "sessions" / "1.html", "rounds")
    assert rounds == [["Team", "Round 1"], ["No. 1", "12.802 (+10)"], ["No. 2", "7.201 (−10)"]]


def test_a_bye_is_named_next_to_its_victory_points(tmp_path: Path) -> None:
    bye = {"round": 1, "team": "1", "opponent": "-", "vp": 12.0, "vp_given": True}
    season = site(
        tmp_path,
        scored_session_results=results("imps", {"entrant": "1", "rank": 1}),
        scored_match_results=frame(schemas.MatchResults, bye),
    )
    assert cells(season / "sessions" / "1.html", "rounds")[1] == ["No. 1", "12.00bye"]


def test_an_event_says_what_a_missed_session_is_worth_and_what_decided_a_tie(tmp_path: Path) -> None:
    rows = [
        {"entrant": "1", "rank": 1, "points": 24.0, "due": 9.0, "missed": 1},
        {"entrant": "2", "rank": 2, "points": 24.0, "missed": 0, "decided_by": "opponents"},
    ]
    given = {"event": "Cup", "sessions": 1, "score": 12.0, "maximum": 40.0, "scoring": "imps"}
    season = site(tmp_path, scored_event_results=frame(schemas.EventResults, *({**given, **row} for row in rows)))
    standing = cells(season / "events.html")
    assert [row[1] for row in standing[1:]] == [
        "1 including 9.00 for missing 1 session",
        "2 tied; decided by the points of their opponents",
    ]


def test_an_event_stands_on_the_season_and_on_the_pages_of_its_sessions(tmp_path: Path) -> None:
    won = {"event": "Cup", "entrant": "ann + bob", "sessions": 1, "rank": 1}
    won |= {"score": 55.0, "points": 88.0, "maximum": 160.0}
    season = site(
        tmp_path,
        raw_sessions=frame(schemas.Sessions, {"event": "Cup"}, {"session_id": "2"}),
        raw_entries=frame(schemas.Entries, *({"entrant": "1", "player_id": player} for player in ("ann", "bob"))),
        scored_session_results=results("matchpoints", {"entrant": "1", "rank": 1, "score": 55.0}),
        scored_event_results=frame(schemas.EventResults, won),
    )
    standing = ["1", "ann & bob", "55.00", "88.00", "160", "24", "1"]
    for page in (season / "events.html", season / "sessions" / "1.html"):
        assert standing in cells(page), page
    assert standing not in cells(season / "sessions" / "2.html")


MARK = (
    "This may still change: the results of at least one session included here differ from those in the file of that "
    "session."
)
PAGES = (
    *("../../../index.html", "index.html", "standing.html", "championships.html", "players/7.html"),
    *(f"hands/1/{page}.html" for page in ("boards", "a-cards", "board-1", "card-a-1")),
)


@pytest.mark.parametrize(("severe", "accepted"), [(True, None), (True, "seen"), (False, None)])
def test_a_doubtful_session_is_marked_everywhere(tmp_path: Path, severe: bool, accepted: str | None) -> None:
    doubt = {"what": "scores", "differing": 1, "of": 2, "first": "1", "official": 58.0, "computed": 57.0}
    season = site(
        tmp_path,
        **slip(balanced=True)
        | {"scored_session_results": results("matchpoints", {"entrant": "1", "rank": 1, "score": 50.0})},
        scored_doubts=frame(Doubts, {**doubt, "severe": severe, "accepted": accepted}),
        raw_entries=frame(Entries, {"entrant": "1", "player_id": "7"}),
        rankings_player_rankings=frame(PlayerRankings, {"player_id": "7", "ranking": 80.0}),
    )
    times = {page: text_of(season / page).count(MARK) for page in PAGES}
    in_doubt, is_severe = accepted is None, severe and accepted is None
    assert times == {page: in_doubt + is_severe if page in PAGES[:2] else is_severe for page in PAGES}, (
        "the last evening, of which a winner is named, and the ranking"
    )


def test_a_session_of_which_only_the_list_is_known_says_so(tmp_path: Path) -> None:
    sentence = "Only the result list of this session is known."
    listed = results(
        "matchpoints", {"entrant": "1", "rank": 1, "score": 56.25}, {"entrant": "2", "rank": 2, "score": 43.75}
    )
    alone = site(tmp_path / "alone", scored_session_results=listed) / "sessions" / "1.html"
    assert sentence in text_of(alone)
    with_boards = site(tmp_path / "boards", **slip(balanced=True)) / "sessions" / "1.html"
    assert sentence not in text_of(with_boards)


def test_a_handicap_list_is_below_the_official_one(tmp_path: Path) -> None:
    names = {"1": "Ann", "2": "Bob", "3": "Cas"}
    season = site(
        tmp_path,
        raw_entries=frame(Entries, *({"entrant": number, "player_id": name} for number, name in names.items())),
        scored_session_results=results(
            "matchpoints",
            *({"entrant": n, "rank": r, "score": s} for n, r, s in (("1", 1, 60.0), ("2", 2, 52.0), ("3", 3, 38.0))),
        ),
        strength_handicap_results=frame(
            schemas.HandicapResults,
            {"entrant": "1", "score": 60.0, "stratum": 1, "stratum_rank": 1},
            {"entrant": "2", "score": 52.0, "stratum": 1, "stratum_rank": 2}
            | {"expected": 56.0, "handicap": -6.0, "handicap_score": 46.0, "rank": 2},
            {"entrant": "3", "score": 38.0, "stratum": 2, "stratum_rank": 1}
            | {"expected": 42.955, "handicap": 7.045, "handicap_score": 45.045, "rank": 1},
        ),
    )
    shown = cells(season / "sessions" / "1.html")
    assert [row[:3] for row in shown[1:4]] == [
        ["1", "1 Ann", "60.00"],
        ["2", "2 Bob", "52.00"],
        ["3", "3 Cas", "38.00"],
    ]
    assert shown[4:] == [
        ["Rank", "Player", "With handicap", "Handicap", "Without", "Stratum", "Rank in it"],
        ["1", "3 Cas", "45.05", "+7.05", "38.00", "2", "1"],
        ["2", "2 Bob", "46.00", "−6.00", "52.00", "1", "2"],
        ["–", "1 Ann no handicap is known", "", "", "60.00", "1", "1"],
    ]
