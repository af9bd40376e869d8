"""The contest of docs/contest.md once more, in plain Python: one evening after the other, one entrant at a time."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import combinations
from math import erfc, log, sqrt
from statistics import mean
from typing import NamedTuple, Protocol

import numpy as np

Index = Callable[["Entrant", list["Entrant"]], float]


class Entrant(NamedTuple):
    """One result: of which field and evening, by whom (None: somebody), over how many boards."""

    evening: int
    field: str
    entrant: str
    players: tuple[str | None, ...]
    boards: int
    score: float

    def mean(self, value: Callable[[str], float]) -> float:
        """Somebody who is not known has the value of a newcomer, 0."""
        known = [value(player) for player in self.players if player is not None]
        return sum(known) / max(2, len(self.players))


class System(Protocol):
    """What is remembered between evenings; an index is above or below that of a newcomer, 0."""

    def index(self, who: Entrant) -> float: ...

    def learn(self, field: list[Entrant]) -> None: ...


class Fifty:
    def index(self, who: Entrant) -> float:
        return 0 * who.score

    def learn(self, field: list[Entrant]) -> None:
        pass


class Mean:
    def __init__(self, last: int | None = None) -> None:
        self.last, self.scores = last, defaultdict[str, list[float]](list)

    def of_player(self, player: str) -> float:
        scores = self.scores[player][-self.last :] if self.last else self.scores[player]
        return mean(scores) - 50 if scores else 0

    def index(self, who: Entrant) -> float:
        return who.mean(self.of_player)

    def learn(self, field: list[Entrant]) -> None:
        for who in field:
            for player in filter(None, who.players):
                self.scores[player].append(who.score)


class OfPair:
    def __init__(self) -> None:
        self.scores = defaultdict[tuple[str, ...], list[float]](list)

    def of(self, who: Entrant) -> list[float]:
        known = tuple(sorted(player for player in who.players if player))
        return self.scores[known] if known else []

    def index(self, who: Entrant) -> float:
        return sum(score - 50 for score in self.of(who)) / (len(self.of(who)) + 2)

    def learn(self, field: list[Entrant]) -> None:
        for who in field:
            self.of(who).append(who.score)


class Elo:
    def __init__(self, k: float) -> None:
        self.k, self.ratings = k, defaultdict[str, float](float)

    def index(self, who: Entrant) -> float:
        return who.mean(self.ratings.__getitem__)

    def learn(self, field: list[Entrant]) -> None:
        strength = mean(map(self.index, field))
        expected = [1 / (1 + 10 ** ((strength - self.index(who)) / 400)) for who in field]
        for who, chance in zip(field, expected, strict=True):
            for player in filter(None, who.players):
                self.ratings[player] += self.k * (who.score / 100 - chance)


class Handicap:
    def __init__(self) -> None:
        self.handicaps = defaultdict[str, float](lambda: 26)

    def index(self, who: Entrant) -> float:
        return 26 - self.of(who)

    def of(self, who: Entrant) -> float:
        known = [self.handicaps[player] for player in who.players if player]
        unknown = max(2, len(who.players)) - len(known)
        return (sum(known) + 26 * unknown) / (len(known) + unknown)

    def learn(self, field: list[Entrant]) -> None:
        of_field = mean(map(self.of, field))
        expected = [50 - 0.6 * (self.of(who) - of_field) for who in field]
        for who, score in zip(field, expected, strict=True):
            for player in filter(None, who.players):
                moved = self.handicaps[player] - (who.score - score) / 0.6 / 4
                self.handicaps[player] = min(max(moved, 0), 52)


class Grade:
    def __init__(self) -> None:
        self.made = defaultdict[str, list[tuple[int, float]]](list)

    def of_player(self, player: str) -> float:
        left, total = 2000, 0.0
        for boards, value in reversed(self.made[player]):
            counted = min(boards, left)
            total, left = total + counted * value, left - counted
        return total / (2000 - left) if left < 2000 else 0

    def index(self, who: Entrant) -> float:
        return who.mean(self.of_player)

    def learn(self, field: list[Entrant]) -> None:
        of_field = mean(map(self.index, field))
        made = [
            (player, (who.boards, who.score - 50 + of_field - self.index(who) + self.of_player(player)))
            for who in field
            for player in filter(None, who.players)
        ]
        for player, value in made:
            self.made[player].append(value)


class Ridge:
    """Least squares with a penalty: the unknowns are all players, and the level of every field so far."""

    NOISE, SPREAD = 6.5, 3.6

    def __init__(self) -> None:
        self.played = list[list[Entrant]]()
        self.strengths = dict[str, float]()

    def index(self, who: Entrant) -> float:
        return sum(self.strengths.get(player, 0) * weight for player, weight in self.weights(who).items())

    @staticmethod
    def weights(who: Entrant) -> dict[str, float]:
        known = [player for player in who.players if player]
        return dict.fromkeys(known, 2 / max(2, len(who.players)))

    def learn(self, field: list[Entrant]) -> None:
        self.played.append(field)
        players = sorted({player for one in self.played for who in one for player in self.weights(who)})
        size = len(players) + len(self.played)
        left, right = np.diag([1 / self.SPREAD**2] * len(players) + [0.0] * len(self.played)), np.zeros(size)
        for number, one in enumerate(self.played):
            for who in one:
                row = np.zeros(size)
                row[len(players) + number] = 1
                for player, weight in self.weights(who).items():
                    row[players.index(player)] = weight
                unknown = max(0, 2 - len(self.weights(who)))
                precision = 1 / (self.NOISE**2 + unknown * self.SPREAD**2)
                left += precision * np.outer(row, row)
                right += precision * row * (who.score - 50)
        self.strengths = dict(zip(players, np.linalg.solve(left, right)[: len(players)].tolist(), strict=True))


def systems() -> dict[str, System]:
    return {
        "fifty": Fifty(),
        "last_six": Mean(6),
        "pair_mean": OfPair(),
        "all_sessions": Mean(),
        "elo_32": Elo(32),
        "elo_100": Elo(100),
        "project52": Handicap(),
        "grade": Grade(),
        "ridge": Ridge(),
    }


Expected = dict[Entrant, tuple[float, float]]
"""Of each entrant, the score to be expected, and its standard deviation."""


def by_evening(results: list[Entrant]) -> Iterator[list[list[Entrant]]]:
    """The fields of every evening."""
    for evening in sorted({who.evening for who in results}):
        fields = defaultdict[str, list[Entrant]](list)
        for who in results:
            if who.evening == evening:
                fields[who.field].append(who)
        yield list(fields.values())


def expected_by(index: Callable[[Entrant], float | None], results: list[Entrant], learn: System | None) -> Expected:
    """What is expected with the slope and the spread of all evenings before."""
    seen, off, expected = list[tuple[float, float]](), list[float](), Expected()
    for fields in by_evening(results):
        slope = sum(x * y for x, y in seen) / sum(x * x for x, _ in seen) if any(x for x, _ in seen) else 0
        sd = sqrt(sum(error**2 for error in off) / len(off)) if off else 0
        tonight = list[tuple[float, Entrant]]()
        for field in fields:
            of_each = [index(who) for who in field]
            known = [value for value in of_each if value is not None]
            tonight += [
                (0 if value is None else value - mean(known), who) for value, who in zip(of_each, field, strict=True)
            ]
        tonight = [(above if abs(above) >= 1e-9 else 0, who) for above, who in tonight]
        for above, who in tonight:
            expected[who] = 50 + slope * above, sd
        seen += [(above, who.score - 50) for above, who in tonight]
        off += [who.score - expected[who][0] for _, who in tonight]
        if learn:
            for field in fields:
                learn.learn(field)
    return expected


def forecasts(results: list[Entrant]) -> dict[str, Expected]:
    return {name: expected_by(system.index, results, system) for name, system in systems().items()}


def newcomers(results: list[Entrant]) -> set[Entrant]:
    """Entrants with a player who had played fewer than five sessions, or who is not known."""
    played, found = defaultdict[str | None, int](int), set[Entrant]()
    for fields in by_evening(results):
        tonight = [who for field in fields for who in field]
        for who in tonight:
            if len(who.players) < 2 or any(player is None or played[player] < 5 for player in who.players):
                found.add(who)
        for who in tonight:
            for player in who.players:
                played[player] += 1
    return found


def measures(results: list[Entrant], expected: Expected, who: str, run_in: int) -> dict[str, float]:
    """Each measure over the evenings after the run-in; none where nothing is compared."""
    new = newcomers(results)
    fields = [field for evening in by_evening(results) for field in evening if field[0].evening > run_in]

    def counts(*entrants: Entrant) -> bool:
        return who == "all" or (who == "newcomers") == any(one in new for one in entrants)

    judged = [one for field in fields for one in field if counts(one)]
    found = dict[str, float]()
    if judged:
        off = sum((one.score - expected[one][0]) ** 2 for one in judged)
        found["rmse"] = sqrt(off / len(judged))
        if of_average := sum((one.score - 50) ** 2 for one in judged):
            found["r2"] = 1 - off / of_average
    right, losses = 0.0, list[float]()
    for field in fields:
        for a, b in combinations(field, 2):
            if not counts(a, b) or abs(a.score - b.score) < 1e-9:
                continue
            better, worse = (a, b) if a.score > b.score else (b, a)
            difference = expected[better][0] - expected[worse][0]
            difference = 0 if abs(difference) < 1e-9 else difference
            right += 0.5 if difference == 0 else difference > 0
            spread = max(sqrt(expected[a][1] ** 2 + expected[b][1] ** 2), 1e-9)
            z = min(max(difference / spread, -6), 6)
            losses.append(-log(erfc(-z / sqrt(2)) / 2))
    if losses:
        found |= {"ordered": 100 * right / len(losses), "log_loss": mean(losses)}
    return found
