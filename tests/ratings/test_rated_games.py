"""Games and ratings that cannot be are told, matches are games, and the rest is rated and listed."""

import datetime as dt
from itertools import product
from pathlib import Path
from typing import Any

import dataframely as dy
import polars as pl
import pytest
from each import cases, items
from factories import frame
from ratings.federations import games, given, seasons

from pipelines.intake.readers import read_file
from pipelines.settings.ratings import rating_table
from transforms.checks.games import checked_games, checked_lists
from transforms.intake.findings import Checked, sorted_findings
from transforms.ratings import elo, rating_lists
from transforms.ratings.to_rate import match_games, teams
from transforms.tables import schemas

SOUND = {"game_id": "1", "date": dt.date(1996, 9, 1), "player_id": "ann", "opponent_id": "bob"}
SOUND |= {"points": 1.5, "opponent_points": 0.5}
TURNED = SOUND | {"player_id": "bob", "opponent_id": "ann", "points": 0.5, "opponent_points": 1.5}
"""The same game, seen from the other side."""


def checked(*played: dict[str, Any], of: pl.DataFrame | None = None) -> Checked:
    players = frame(schemas.Players, {"player_id": "ann"}, {"player_id": "bob"})
    all_games = frame(schemas.Games, *({**SOUND, **game} for game in played))
    periods = seasons(count=2) if of is None else of
    return checked_games(all_games.lazy(), players.lazy(), given(cor=(1500, 126)).lazy(), periods.lazy())


def words(found: Checked) -> list[tuple[str, str, int]]:
    findings = schemas.Findings.validate(sorted_findings(found.findings).collect())
    return findings.select("field", "value", "line_no").rows()


@cases(
    ({"opponent_id": "ann"}, "opponent_id", "ann"),
    ({"points": 2.0}, "points", "2.0 and 0.5"),
    ({"points": 3.0, "opponent_points": -1.0}, "points", "3.0 and -1.0"),
    ({"points": 1.234, "opponent_points": 0.766}, "points", "1.234 and 0.766"),
    ({"game_id": "1"}, "game_id", "1"),
    ({"date": dt.date(1996, 6, 30)}, "date", "1996-06-30"),
    ({"date": dt.date(1998, 7, 1)}, "date", "1998-07-01"),
)
def test_what_cannot_be_rated_is_reported_and_the_rest_stays(wrong: dict[str, Any], field: str, value: str) -> None:
    found = checked(SOUND, {"game_id": "2", **wrong})
    assert found.rows.collect()["game_id"].to_list() == ["1"]
    assert words(found) == [(field, value, 2)]


def test_a_day_between_two_seasons_is_in_neither() -> None:
    apart = pl.concat([seasons(), seasons(count=2)[1:].with_columns(start=dt.date(1997, 9, 1))])
    days = {"date": dt.date(1997, 8, 31)}, {"game_id": "2", "date": dt.date(1997, 9, 1)}
    found = checked(*days, of=schemas.RatingSeasons.cast(apart))
    assert found.rows.collect()["game_id"].to_list() == ["2"]
    assert words(found) == [("date", "1997-08-31", 1)]


def messages(found: Checked) -> list[tuple[str, str, int, str]]:
    findings = schemas.Findings.validate(sorted_findings(found.findings).collect())
    return findings.select("severity", "field", "line_no", "message").rows()


@pytest.mark.parametrize(
    ("day", "why"),
    [
        (dt.date(1996, 6, 30), "the first list, of 1996-06-30, already includes the games up to that day"),
        (dt.date(1990, 6, 30), "the first list, of 1996-06-30, already includes the games up to that day"),
        (dt.date(1998, 7, 1), "no season of ratings includes this day; the game is left out: correct the date"),
    ],
)
def test_why_a_day_is_in_no_season(day: dt.date, why: str) -> None:
    ((_, _, _, message),) = messages(checked({"date": day}))
    assert message.startswith(why)
    assert "add" not in message
    ((_, _, _, message),) = messages(checked({"date": dt.date(1997, 6, 30)}, of=seasons(count=2)[1:]))
    assert message == "no season of ratings includes this day; the game is left out: correct the date"


def test_without_a_list_a_day_centuries_ago_is_a_slip() -> None:
    players = frame(schemas.Players, {"player_id": "ann"}, {"player_id": "bob"}).lazy()
    played = frame(schemas.Games, {**SOUND, "date": dt.date(1096, 9, 1)}).lazy()
    found = checked_games(played, players, frame(schemas.Ratings).lazy(), seasons().lazy())
    ((_, _, _, message),) = messages(found)
    assert message == "no season of ratings includes this day; the game is left out: correct the date"


def test_where_no_season_is_at_all_the_list_is_reported_all_the_same() -> None:
    none = seasons().clear()
    found = checked({"date": dt.date(1996, 1, 1)}, {"game_id": "2", "date": dt.date(2050, 1, 1)}, of=none)
    before, after = (message for _, _, _, message in messages(found))
    assert before.startswith("the first list, of 1996-06-30, already includes")
    assert "no season of ratings includes this day and starts after the first list, of 1996-06-30; the game" in after
    assert "list_day of [rating]" in after


def test_the_same_game_in_two_files_is_reported_once_a_file_and_both_stay() -> None:
    days = [dt.date(1996, 9, day) for day in (1, 2, 3)]
    of_csv = [{"file_id": "a.csv", "game_id": f"{n}", "date": day, "event": "Cup"} for n, day in enumerate(days, 1)]
    of_pgn = [
        {**TURNED, "file_id": "b.pgn", "game_id": f"b.pgn#{line}", "line_no": line, "date": day, "event": event}
        for line, day, event in zip((1, 8, 15), days, ("Cup", None, "League"), strict=True)
    ]
    found = checked(*of_csv, *of_pgn)
    assert found.rows.collect().height == 6
    ((severity, field, line_no, message),) = messages(found)
    assert (severity, field, line_no) == ("warning", "game_id", 1)
    assert message.startswith("a.csv has a game with the same day, players and points under another id (such games: 2)")


@pytest.mark.parametrize(
    "other",
    [
        *({"file_id": "a.csv"}, {"points": 0.5, "opponent_points": 1.5}, {"date": dt.date(1996, 9, 2)}),
        *({"opponent_id": "cor"}, {"competition": "morning"}),
    ],
)
def test_another_game_and_a_second_one_in_the_same_file_are_not_reported(other: dict[str, Any]) -> None:
    mornings = pl.concat([seasons(), seasons().with_columns(competition=pl.lit("morning"))])
    everywhere = product(("ann", "bob", "cor"), ("evening", "morning"))
    everybody = frame(schemas.Players, *({"player_id": who, "competition": of} for who, of in everywhere))
    played = frame(schemas.Games, {**SOUND, "file_id": "a.csv"}, {**SOUND, "game_id": "2", "file_id": "b.csv", **other})
    found = checked_games(
        played.lazy(), everybody.lazy(), frame(schemas.Ratings).lazy(), schemas.RatingSeasons.cast(mornings).lazy()
    )
    assert messages(found) == []


def test_a_name_that_is_an_id_and_the_name_of_another_id_is_reported_once_a_file() -> None:
    known = [("1", "Ann Ames"), ("2", "Bob Bos"), ("3", "Cas Cox")]
    by_name = [("Ames, Ann", "b.pgn"), ("bob bos", "b.pgn"), ("Dee Dol", "b.pgn"), ("Cas Cox", "entries.csv")]
    players = frame(
        schemas.Players,
        *({"player_id": id, "name": name, "file_id": "players.csv"} for id, name in known),
        *({"player_id": id, "name": id, "file_id": file, "line_no": n} for n, (id, file) in enumerate(by_name, 1)),
    )
    met = [("1", "3"), ("Ames, Ann", "bob bos"), ("bob bos", "Dee Dol")]
    games = ({"game_id": str(n), "player_id": one, "opponent_id": other} for n, (one, other) in enumerate(met))
    played = frame(schemas.Games, *({**SOUND, **game} for game in games))
    found = checked_games(played.lazy(), players.lazy(), frame(schemas.Ratings).lazy(), seasons().lazy())
    assert found.rows.collect().height == 3
    ((severity, field, line_no, message),) = messages(found)
    assert (severity, field, line_no) == ("warning", "player_id", 1)
    assert "and 1 has the same name" in message
    assert "(such players in this file: 2)" in message


def lists(games: list[int | None], **changed: Any) -> list[tuple[str, str, int, str]]:
    rows = ({"list_date": dt.date(1996, 6, 30), "player_id": str(n), "games": g} for n, g in enumerate(games))
    later = {"list_date": dt.date(1997, 6, 30), "player_id": "0", "games": 3}
    ratings = frame(schemas.Ratings, *rows, later)
    return messages(checked_lists(ratings.lazy(), seasons(count=2, **changed).lazy()))


def test_ratings_of_few_games_are_reported_once_a_list() -> None:
    ((severity, field, line_no, message),) = lists([25, 24, 1, 0, None])
    assert (severity, field, line_no) == ("warning", "games", 2)
    assert message == (
        "this rating is given with fewer than 25 games (such ratings: 2), so the next rating is computed by"
        " performance, from only the games known here: to rate by norms, leave the column games empty, or lower"
        " established_games of [rating]"
    )


@items(
    ("3000000000,10", "rating", "3000000000", None),
    ("2147483600,10", "rating", "2147483600", None),
    ("-100000.5,10", "rating", "-100000.5", None),
    ("1500,2147483647", "games", "2147483647", (1500, None)),
    ("1500,-5", "games", "-5", (1500, None)),
    ("1500,100001", "games", "100001", (1500, None)),
)
def test_a_cell_beyond_any_rating_is_reported_at_its_line(
    tmp_path: Path, row: str, field: str, value: str, read: tuple[float, int | None] | None
) -> None:
    path = tmp_path / "ratings.csv"
    path.write_text(f"list_date,player_id,rating,games\n2001-06-30,1,1400,0\n2001-06-30,2,{row}\n", encoding="utf-8")
    found = read_file(path, path.name)
    rows = found.tables["ratings"].select("rating", "games").rows()
    assert rows == [(1400, 0), *([read] if read else [])]
    assert found.findings.select("line_no", "severity", "field", "value").rows() == [(3, "error", field, value)]
    assert "100000" in found.findings["message"][0]


SIX = [("ann", "bob", 1.0)] * 6


def printed_lists(
    of: dy.DataFrame[schemas.RatingSeasons],
    played: dy.DataFrame[schemas.Games],
    ratings: dy.DataFrame[schemas.Ratings],
    **people: dict[str, Any],
) -> pl.DataFrame:
    players = frame(schemas.Players, *({"player_id": who, **facts} for who, facts in people.items()))
    made = elo(played, ratings, players, of, rating_table())
    both = schemas.RatingList.validate(rating_lists(made, players, of).collect())
    return both.filter(pl.col("list_date") == pl.col("list_date").max()).sort("position", "player_id")


def on(printed: pl.DataFrame, which: str) -> list[tuple[int, str]]:
    return printed.filter(list=which).select("position", "player_id").rows()


def test_alphabetical_list_has_everybody_with_a_rating_by_name() -> None:
    ratings = given(ann=(1500, 126), bob=(1400, 3), cor=(1300, 126))
    people = {"ann": {"name": "Zwart, Ann"}, "bob": {"name": "adams, Bob"}, "cor": {"name": "Mulder, Cor"}, "new": {}}
    printed = printed_lists(seasons(), games(SIX), ratings, **people)
    assert on(printed, "alphabetical") == [(1, "bob"), (2, "cor"), (3, "ann")]


def test_alphabetical_list_takes_an_accent_for_no_letter_of_its_own() -> None:
    names = ["Ärm", "Lucas", "\u0141ucja", "\u00d8st", "Oz", "Strasse", "Straße", "Strat", "Zoe\u0308", "Zoë", "Zora"]
    people = {f"p{number:02}": {"name": name} for number, name in enumerate(reversed(names))}
    printed = printed_lists(seasons(), games(SIX), given(**dict.fromkeys(people, (1500, 126))), **people)
    in_order = [people[who]["name"] for _, who in on(printed, "alphabetical")]
    assert in_order == names


def test_ranking_list_goes_by_rating_and_equals_share_a_position() -> None:
    ratings = given(ann=(1500, 126), bob=(1500, 126), cor=(1400, 126))
    played = games([*SIX, *[("cor", "ann", 1.0), ("cor", "bob", 1.0)] * 3])
    printed = printed_lists(seasons(turbo_k=None), played, ratings, ann={}, bob={}, cor={})
    assert on(printed, "ranking") == [(1, "ann"), (1, "bob"), (3, "cor")]


@pytest.mark.parametrize(("before", "listed"), [(18, False), (19, True)])
def test_ranking_list_asks_for_25_games_in_all(before: int, listed: bool) -> None:
    printed = printed_lists(seasons(), games(SIX), given(ann=(1500, before), bob=(1500, 126)), ann={}, bob={})
    assert ((1, "ann") in on(printed, "ranking")) == listed


@pytest.mark.parametrize(("counts", "listed"), [((3, 3), True), ((3, 2), False), ((6, 0), True), ((6, 0, 0), False)])
def test_ranking_list_asks_for_6_games_in_two_seasons(counts: tuple[int, ...], listed: bool) -> None:
    played = games(*([("ann", "bob", 1.0)] * many for many in counts))
    ratings = given(ann=(1500, 126), bob=(1500, 126))
    printed = printed_lists(seasons(count=len(counts)), played, ratings, ann={}, bob={})
    assert bool(on(printed, "ranking")) == listed


@cases(({"member": True, "nationality": "BEL"}, True), ({"member": False, "nationality": "NED"}, True),
     ({"member": False, "nationality": "BEL"}, False), ({"member": None, "nationality": "BEL"}, False),
     ({"member": False, "nationality": None}, False), ({"member": None, "nationality": None}, True),
)  # fmt: skip
def test_the_ranking_list_is_for_members_and_a_country(facts: dict[str, Any], listed: bool) -> None:
    for of, is_listed in ((seasons(), listed), (seasons(nationalities=None), True)):
        printed = printed_lists(of, games(SIX), given(ann=(1500, 126), bob=(1400, 126)), ann=facts, bob={})
        assert ((1, "ann") in on(printed, "ranking")) == is_listed
        assert (1, "ann") in on(printed, "alphabetical")


def rows(one: dict[str, Any], other: dict[str, Any], **both: Any) -> list[dict[str, Any]]:
    match = {"round": 1, "vp_given": False, **both}
    return [{**match, "team": "1", "opponent": "2", **one}, {**match, "team": "2", "opponent": "1", **other}]


WON, LOST = {"imps": 1.0}, {"imps": -1.0}


def rated(*results: dict[str, Any], **session: Any) -> dy.DataFrame[schemas.Games]:
    ids = sorted({(row.get("club", "club"), row.get("session_id", "1")) for row in results})
    held = frame(
        schemas.Sessions, *({"club": club, "session_id": id_, "kind": "teams", **session} for club, id_ in ids)
    )
    return schemas.Games.validate(match_games(frame(schemas.MatchResults, *results), held).collect())


def points(*results: dict[str, Any]) -> list[tuple[Any, ...]]:
    return rated(*results).select("player_id", "opponent_id", "points", "opponent_points").rows()


@items(
    ({"imps": 12.0, "vp": 15.0}, {"imps": -12.0, "vp": 5.0}, (2, 0)),
    ({"imps": -1.0, "vp": 10.0}, {"imps": 1.0, "vp": 10.0}, (0, 2)),
    ({"imps": 0.0, "vp": 10.0}, {"imps": 0.0, "vp": 10.0}, (1, 1)),
    ({"imps": 0.1 + 0.2, "vp": 10.0}, {"imps": 0.3, "vp": 10.0}, (1, 1)),
    ({"imps": -3.0, "vp": 11.0, "vp_given": True}, {"imps": 3.0, "vp": 9.0, "vp_given": True}, (2, 0)),
    ({"imps": 9.0, "vp": 12.0, "vp_given": True}, {"imps": -9.0, "vp": 12.0, "vp_given": True}, (1, 1)),
    ({"imps": -9.0, "vp": 12.0, "vp_given": True}, {"imps": 9.0, "vp": 14.0}, (2, 0)),
    ({"points": 9.0}, {"points": 7.0}, (2, 0)),
    ({"points": 8.0}, {"points": 8.0}, (1, 1)),
    ids=[
        *("won", "lost by an IMP though victory points are even", "drawn", "drawn but for binary fractions"),
        *("given victory points count before IMPs", "both an average plus", "given to one of the two"),
        *("point-a-board", "drawn at point-a-board"),
    ],
)
def test_a_match_has_two_points(one: dict[str, Any], other: dict[str, Any], brought: tuple[float, float]) -> None:
    assert points(*rows(one, other, boards=8)) == [("team-1", "team-2", *brought)]


@items({"imps": -2.0}, {"points": 7.0}, {"vp": 9.5, "vp_given": True}, ids=["IMPs", "points", "victory points"])
def test_of_one_team_alone_the_other_has_the_rest(one: dict[str, Any]) -> None:
    mine, theirs = rows(one, one, boards=8)
    assert points(mine) == [("team-1", "team-2", 0, 2)]
    assert points(theirs) == [("team-1", "team-2", 2, 0)]
    assert rated(*rows({}, {})).is_empty(), "without a result it is no game"


def test_a_game_knows_its_day_and_event() -> None:
    won = rows(WON, LOST)
    [game] = rated(*won, event="League", title="Evening 3", line_no=7).rows(named=True)
    assert (game["game_id"], game["event"], game["file_id"]) == ("2025-26/1/A1/1-2", "League", "file")
    assert (str(game["date"]), game["line_no"]) == ("2025-09-02", 7)
    assert rated(*won, title="Evening 3")["event"].to_list() == ["Evening 3"]


def test_teams_that_meet_again_have_another_game() -> None:
    again = [*rows(WON, LOST), *rows(LOST, WON, round=2), *rows(WON, LOST, session_id="2")]
    brought = {"2025-26/1/A1/1-2": 2, "2025-26/1/A2/1-2": 0, "2025-26/2/A1/1-2": 2}
    assert dict(rated(*again).select("game_id", "points").iter_rows()) == brought


def test_the_same_number_on_two_lines_is_two_teams() -> None:
    two_lines = [*rows(WON, LOST), *rows(WON, LOST, line="B"), *rows(WON, LOST, session_id="2")]
    found = rated(*two_lines, *rows(WON, LOST, club="other club"))
    assert found.select("club", "player_id", "opponent_id").rows() == [
        *(("club", f"team-{line}-1", f"team-{line}-2") for line in "ABA"),
        ("other club", "team-1", "team-2"),
    ]
    given = frame(schemas.Players, {"player_id": "team-B-1", "name": "Falcons"}, {"player_id": "7", "name": "Ann"})
    named = schemas.Players.validate(teams(found, given).collect())
    assert named.filter(player_id="team-B-1")["name"].to_list() == ["Falcons"]
    called = schemas.Players.validate(teams(found, given.clear()).collect())
    assert called.select("club", "player_id", "name").rows() == [
        *(("club", f"team-{line}-{number}", f"Team {line} {number}") for line in "AB" for number in (1, 2)),
        *(("other club", f"team-{number}", f"Team {number}") for number in (1, 2)),
    ]
