"""Both championships: the cases of the source one by one, and random seasons against plain Python."""

import datetime as dt

import polars as pl
from each import cases
from factories import Tables, close_to, competitions, frame
from hypothesis import given
from rankings import plain
from rankings.plain import Row, Standing
from rankings.seasons import federations, partnerships, points_of, some_seasons

from transforms.rankings.championships import individual, individual_sessions, pair_sessions, pairs
from transforms.rankings.rankings import season_partnerships
from transforms.tables import schemas

MONDAY = dt.date(2025, 9, 1)


def sat(week: int, entrant: str, *players: str, points: float) -> list[Row]:
    """Rows of ranking points: an entrant's players and what each earned; `a/b` is a in place of b."""
    evening = {"session_id": f"s{week:02}", "date": MONDAY + dt.timedelta(weeks=week), "entrant": entrant}
    return [
        {**evening, "player_id": player, "substitutes_for": absent or None, "points": float(points)}
        for player, _, absent in (name.partition("/") for name in players)
    ]


def without(row: Row, *columns: str) -> Row:
    return {name: value for name, value in row.items() if name not in columns}


def individuals(rows: list[Row], **rule: int | str) -> tuple[pl.DataFrame, Standing]:
    rules = competitions(championship={"individual": rule})
    points = frame(schemas.RankingPoints, *(without(row, "substitutes_for") for row in rows))
    sessions = schemas.IndividualSessions.validate(individual_sessions(points, rules).collect())
    standing = schemas.IndividualChampionship.validate(individual(sessions, frame(schemas.Players), rules).collect())
    return sessions, {row["player_id"]: row for row in standing.rows(named=True)}


def season_of(player: str, *points: float) -> list[Row]:
    return [row for week, worth in enumerate(points) for row in sat(week, "1", player, points=worth)]


def test_at_least_the_minimum_counts() -> None:
    """`min` 20, `drop` 5, 22 played: the 2 worst are dropped."""
    sessions, standing = individuals(season_of("p", *range(50, 72)), min=20, drop=5)
    assert sessions.filter(~sessions["counts"])["points"].to_list() == [50, 51]
    expected = {"played": 22, "counted": 20, "dropped": 2, "average": 61.5}
    assert standing["p"] == {**standing["p"], **expected, "rank": 1, "eligible": True, "sessions_needed": 0}


def ids_backwards(rows: list[Row]) -> list[Row]:
    """The same sessions on the same days, with ids of which that of the last day comes first."""
    return [{**row, "session_id": f"s{99 - int(row['session_id'][1:])}"} for row in rows]


def test_of_equal_points_the_earliest_session_is_dropped_whatever_its_id() -> None:
    sessions, _ = individuals(season_of("p", 60, 50, 50 + 1e-12, 50), min=2, drop=2)
    assert sessions["counts"].to_list() == [True, False, False, True]
    sessions, _ = individuals(ids_backwards(season_of("p", 60, 50, 50 + 1e-12, 50)), min=2, drop=2)
    assert sessions["counts"].to_list() == [True, False, False, True][::-1]
    sessions, _ = of_pairs(ids_backwards(together(60, 50, 50 + 1e-12, 50)), "ab", together=2, drop=2)
    assert sessions["counts"].to_list() == [True, False, False, True][::-1]


def test_too_few_sessions_are_listed_without_rank() -> None:
    _, standing = individuals([*season_of("p", 60, 61), *season_of("q", 90)], min=2, drop=0)
    assert (standing["p"]["rank"], standing["p"]["eligible"]) == (1, True)
    assert (standing["q"]["rank"], standing["q"]["eligible"], standing["q"]["sessions_needed"]) == (None, False, 1)
    assert standing["q"]["average"] == 90


class TestClubEvenings:
    """The source, "Clubkampioenschap (individueel)": recommended for min is 60% of the club evenings of the season."""

    @cases(
        *((30, "60%", 18), (31, "60%", 19), (34, "60%", 21), (35, "60%", 21), (1, "60%", 1), (2, "50%", 1)),
        *((8, "62.5%", 5), (3, "33.33%", 1), (3, "33.34%", 2), (7, "0.01%", 1), (40, "100%", 40)),
        # 0.07 * 100 and 0.29 * 100 are above 7 and below 29 in binary fractions.
        *((100, "7%", 7), (100, "29%", 29), (100, "57%", 57), (200, "28.5%", 57)),
    )
    def test_a_share_is_rounded_up_so_that_it_is_a_minimum(self, evenings: int, share: str, required: int) -> None:
        _, standing = individuals(season_of("p", *range(evenings)), min=share, drop=5)
        found = tuple(standing["p"][name] for name in ("evenings", "sessions_required", "counted", "eligible"))
        assert found == (evenings, required, max(evenings - 5, required), True)

    def test_the_evenings_so_far_count_whoever_came(self) -> None:
        """Who came to 3 of 8 needs two more, if no evening follows: 60% of 8 is more than 4."""
        _, standing = individuals([*season_of("p", *range(8)), *season_of("q", 1, 2, 3)], min="60%", drop=5)
        assert {player: row["sessions_required"] for player, row in standing.items()} == {"p": 5, "q": 5}
        assert (standing["q"]["sessions_needed"], standing["q"]["eligible"]) == (2, False)
        assert (standing["p"]["counted"], standing["p"]["dropped"]) == (5, 3)

    def test_before_the_first_evening_one_is_required(self) -> None:
        _, standing = of_pairs([], "ab", together="60%")
        found = standing["ab"]
        assert (found["evenings"], found["sessions_required"], found["sessions_needed"]) == (0, 1, 1)
        assert not found["eligible"]


def of_pairs(rows: list[Row], *members: str, **rule: int | str) -> tuple[pl.DataFrame, Standing]:
    """The sessions and the standing of partnerships; each named by its players, a letter each."""
    rules = competitions(championship={"pairs": rule})
    of_season = partnerships(*members)
    points = frame(schemas.RankingPoints, *(without(row, "substitutes_for") for row in rows))
    entries = frame(schemas.Entries, *(without(row, "date", "points") for row in rows))
    held = frame(schemas.Sessions, *({"session_id": one} for one in sorted({str(row["session_id"]) for row in rows})))
    sessions = schemas.PairSessions.validate(pair_sessions(points, entries, of_season, rules, sessions=held).collect())
    standing = schemas.PairsChampionship.validate(pairs(sessions, of_season, rules, points).collect())
    return sessions, {row["partnership_id"]: row for row in standing.rows(named=True)}


def together(*points: float) -> list[Row]:
    return [row for week, worth in enumerate(points) for row in sat(week, "1", "a", "b", points=worth)]


def with_substitute(*points: float, start: int) -> list[Row]:
    return [row for week, worth in enumerate(points, start) for row in sat(week, "1", "a", "x/b", points=worth)]


def test_enough_together_drop_the_worst_and_no_substitute_counts() -> None:
    """`together` 3, `drop` 1: of five together the worst is dropped, however good one with a substitute."""
    rows = [*together(60, 50, 70, 80, 40), *with_substitute(99, start=5)]
    sessions, standing = of_pairs(rows, "ab", together=3, substitutes=2, drop=1)
    assert sessions["counts"].to_list() == [True, True, True, True, False, False]
    expected = {"played": 5, "with_substitute": 1, "counted": 4, "dropped": 1, "average": 65}
    assert standing["ab"] == {**standing["ab"], **expected, "rank": 1, "eligible": True, "sessions_needed": 0}


def test_best_results_with_a_substitute_fill_up() -> None:
    """`together` 4, `substitutes` 3, two played: the two best with a substitute complete them."""
    rows = [*together(60, 50), *with_substitute(40, 70, 80, start=2)]
    sessions, standing = of_pairs(rows, "ab", together=4, substitutes=3)
    assert sessions["counts"].to_list() == [True, True, False, True, True]
    assert (standing["ab"]["average"], standing["ab"]["eligible"], standing["ab"]["dropped"]) == (65, True, 0)


def test_two_of_a_trio_count_even_where_the_third_played_with_another() -> None:
    rows = [
        *sat(0, "1", "a", "b", points=60),
        *sat(0, "2", "c", "x", points=90),
        *sat(1, "1", "a", "c", points=70),
        *sat(1, "2", "b", "x/a", points=90),
        *sat(2, "1", "c", "x/b", points=50),
    ]
    sessions, standing = of_pairs(rows, "abc", together=3, substitutes=1)
    assert sessions.select("points", "together").rows() == [(60, True), (70, True), (50, False)]
    assert (standing["abc"]["average"], standing["abc"]["eligible"]) == (60, True)


@some_seasons
@given(federations())
def test_both_championships_against_plain_python(federation: Tables) -> None:
    rules, players, entries = federation["competitions"], federation["players"], federation["entries"]
    points = points_of(federation)
    of_seasons = season_partnerships(federation["partnerships"], entries, federation["sessions"], rules).collect()
    of_players = individual_sessions(points, rules)
    of_partnerships = pair_sessions(points, entries, of_seasons, rules, sessions=federation["sessions"])
    standings = {
        "player_id": individual(of_players, players, rules).collect(),
        "partnership_id": pairs(of_partnerships, of_seasons, rules, points).collect(),
    }
    for rule in rules.rows(named=True):
        season = {name: rule[name] for name in schemas.COMPETITION}
        earned = points.filter(**season).rows(named=True)
        known = {row["player_id"]: row for row in players.filter(**without(season, "season")).rows(named=True)}
        replaced = entries.filter(**season).select("session_id", "player_id", "substitutes_for")
        substitutes = {(session, player): absent for session, player, absent in replaced.rows()}
        groups = plain.by(of_seasons.filter(**season).rows(named=True), "partnership_id")
        members = {name: {row["player_id"] for row in rows} for name, rows in groups.items()}
        listed = {
            name: row
            for name, row in plain.pairs(earned, substitutes, members, rule).items()
            if groups[name][0]["declared"] or row["played"] + row["with_substitute"]
        }
        for key, expected in (("player_id", plain.individual(earned, known, rule)), ("partnership_id", listed)):
            listed_rows = standings[key].filter(**season).rows(named=True)
            found = {row.pop(key): without(row, *schemas.COMPETITION) for row in listed_rows}
            averages = {name: row["average"] and close_to(row["average"]) for name, row in expected.items()}
            assert found == {name: {**row, "average": averages[name]} for name, row in expected.items()}
