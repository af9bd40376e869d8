"""How well rankings foretell the order of the next session: small cases by hand, and all pairs in plain Python."""

from itertools import combinations

import polars as pl
from factories import Tables, close_to, frame
from hypothesis import given
from rankings import plain
from rankings.plain import Row
from rankings.seasons import NOTHING_EARNED, RANKED_FROM, apart, federations, some_seasons

from transforms.rankings.what_if.backtest import foretold
from transforms.rankings.what_if.side_by_side import every_method
from transforms.tables import schemas


def of_session(*entrants: tuple[float, float | None]) -> Row:
    """Share and tau of one session: of each entrant its ranking before, and its score."""
    results = [{"entrant": str(number), "score": score, "field": "A"} for number, (_, score) in enumerate(entrants)]
    seated = [{"entrant": str(number), "player_id": str(number)} for number in range(len(entrants))]
    rankings = [{"player_id": str(number), "ranking_before": ranking} for number, (ranking, _) in enumerate(entrants)]
    before = frame(schemas.PlayerRankings, *({**row, "ranking": 0.0, "sessions_counted": 1} for row in rankings))
    found = foretold(frame(schemas.SessionResults, *results), frame(schemas.Entries, *seated), before)
    return found.collect().row(0, named=True)


def test_equal_rankings_foretell_nothing_and_equal_scores_compare_nothing() -> None:
    found = of_session((70, 60), (70, 50), (70, 40))
    assert (found["compared"], found["share"], found["tau"]) == (3, 0.5, None)
    found = of_session((80, 0.3), (70, 0.1 + 0.2))
    assert (found["compared"], found["share"], found["tau"]) == (0, None, None)


@some_seasons
@given(federations(most=6))
def test_every_method_against_all_pairs_in_plain_python(federation: Tables) -> None:
    found = every_method(**{name: federation[name] for name in RANKED_FROM}, earned=NOTHING_EARNED).backtest
    tried: dict[tuple[str, ...], list[Foretold]] = {}
    expected: dict[tuple[str, ...], tuple[float | None, ...]] = {}
    for competition in apart(federation):
        results = competition["session_results"].rows(named=True)
        for method in schemas.METHODS:
            rules = competition["competitions"].with_columns(method=pl.lit(method))
            earned = plain.season_after_season(competition | {"competitions": rules})
            for rule in rules.rows(named=True):
                of_season = [plain_foretold(rows, earned) for rows in sessions_of(results, rule["season"])]
                compared = [session for session in of_season if session is not None]
                if compared:
                    tried[(rule["club"], rule["competition"], rule["season"], method)] = compared
        for rule in competition["competitions"].rows(named=True):
            of_season = (rule["club"], rule["competition"], rule["season"])
            in_use = tried.get((*of_season, rule["method"]), [])
            for method in schemas.METHODS if in_use else ():
                sessions = tried[(*of_season, method)]
                own = method == rule["method"]
                expected[(*of_season, method)] = summed(sessions) + (NOTHING if own else difference(sessions, in_use))
    key = ("club", "competition", "season", "method")
    numbers = ("sessions", "compared", "right", "share", "share_error", "tau", "difference", "difference_error")
    assert {
        tuple(row[name] for name in key): [row[name] for name in numbers]
        for row in schemas.Backtest.validate(found.collect()).rows(named=True)
    } == {of: [number if number is None else close_to(number) for number in row] for of, row in expected.items()}


Foretold = tuple[int, float, float | None]
NOTHING = (None, None)


def sessions_of(results: list[Row], season: str) -> list[list[Row]]:
    return list(plain.by([row for row in results if row["season"] == season], "session_id").values())


def plain_foretold(results: list[Row], earned: list[Row]) -> Foretold | None:
    """Pairs compared, those right, and tau-b of one session; none where no two are in one field."""
    entrants = []
    for result in results:
        key = (*schemas.SESSION, "line", "entrant")
        before = [row["ranking_before"] for row in earned if all(row[name] == result[name] for name in key)]
        if before and result["score"] is not None:
            entrants.append((result["field"], result["score"], sum(before) / len(before)))
    pairs = [(sign(a[1] - b[1]), sign(a[2] - b[2])) for a, b in combinations(entrants, 2) if a[0] == b[0]]
    if not pairs:
        return None
    compared = sum(score != 0 for score, _ in pairs)
    distinguished = sum(strength != 0 for _, strength in pairs)
    right = sum((1 + score * strength) / 2 for score, strength in pairs if score)
    balance = sum(score * strength for score, strength in pairs)
    return compared, right, balance / (compared * distinguished) ** 0.5 if compared and distinguished else None


def sign(number: float) -> int:
    return (round(number, 9) > 0) - (round(number, 9) < 0)


def summed(sessions: list[Foretold]) -> tuple[float | None, ...]:
    """Sessions with a tau, pairs compared, those right, share with its standard error, and the mean tau."""
    compared, right = (sum(session[at] or 0 for session in sessions) for at in (0, 1))
    taus = [tau for _, _, tau in sessions if tau is not None]
    share = right / compared if compared else None
    error = standard_error(sessions, share) if len(taus) >= 5 else None
    return len(taus), compared, right, share, error, sum(taus) / len(taus) if taus else None


def difference(sessions: list[Foretold], in_use: list[Foretold]) -> tuple[float | None, float | None]:
    """Share less that of the method in use, with its standard error."""
    more = [(one[0], one[1] - other[1], one[2]) for one, other in zip(sessions, in_use, strict=True)]
    _, _, _, share, error, _ = summed(more)
    return share, error


def standard_error(sessions: list[Foretold], share: float | None) -> float | None:
    comparing = [(compared, right) for compared, right, _ in sessions if compared]
    if share is None:
        return None
    off = sum((right - share * compared) ** 2 for compared, right in comparing)
    return (off * len(comparing) / (len(comparing) - 1)) ** 0.5 / sum(compared for compared, _ in comparing)
