"""Yearly ratings step by step in plain Python: one federation, season by season, exact fractions."""

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Any, NamedTuple

Row = dict[str, Any]


@dataclass
class Books:
    """What is known before a season, and the games of it and of all before."""

    rating: dict[str, int]
    highest: dict[str, int]
    total: defaultdict[str, int]
    first: dict[str, int]  # the first rating here of those who had none
    played_before: dict[str, int]  # games of the season before
    history: list["Side"]
    now: list["Side"]
    born: dict[str, int]


class Side(NamedTuple):
    """A game as one of both played it."""

    player: str
    opponent: str
    points: Fraction
    frozen: int | None  # the opponent's rating when they met


def whole(value: Fraction) -> int:
    """Halves away from zero."""
    return floor(value + Fraction(1, 2)) if value >= 0 else -floor(-value + Fraction(1, 2))


def expected(own: int, other: int, rule: Row, table: list[Row]) -> int:
    """Percentage that the table expects."""
    size = min(abs(own - other), rule["difference_cap"] or abs(own - other))
    row = next(row for row in table if row["least"] <= size and (row["most"] is None or size <= row["most"]))
    return row["higher"] if own >= other else row["lower"]


def difference_of(points: Fraction, games: int, rule: Row, table: list[Row]) -> tuple[int, bool]:
    """What belongs to a percentage, and whether that is only estimated."""
    percentage = floor(100 * points / (2 * games) + Fraction(1, 2))
    if percentage in (0, 100):
        return (rule["difference_at_100"] if percentage else -rule["difference_at_100"]), True
    row = next(row for row in table if percentage in (row["higher"], row["lower"]))
    return (row["difference"] if percentage >= 50 else -row["difference"]), False


def solve(matrix: list[list[Fraction]], right: list[Fraction]) -> list[Fraction]:
    """Gauss and Jordan."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for column in range(size):
        pivot = next(row for row in range(column, size) if rows[row][column])
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [value / rows[column][column] for value in rows[column]]
        for row in range(size):
            if row != column:
                factor = rows[row][column]
                rows[row] = [value - factor * above for value, above in zip(rows[row], rows[column], strict=True)]
    return [row[size] for row in rows]


def elo(
    games: list[Row],
    given: dict[str, tuple[int, int]],
    rules: list[Row],
    table: list[Row],
    born: dict[str, int] | None = None,
) -> list[Row]:
    """Rows of `Elo`, in order of season and player.

    `given`: player -> rating and games before; `born`: player -> year of birth.
    """
    rating = {player: value for player, (value, _) in given.items()}
    total = defaultdict(int, {player: played for player, (_, played) in given.items()})
    books = Books(rating, dict(rating), total, {}, {}, [], [], born or {})
    rows: list[Row] = []
    for rule in rules:
        of_now = [game for game in games if rule["start"] <= game["date"] <= rule["list_date"]]
        books.now = [side for game in of_now for side in _sides(game, rating)]
        books.history += books.now
        found = _unrated(books, rule, table)
        people = sorted({*rating, *(side.player for side in books.history)})
        listed: list[Row] = [{"player_id": who, **_rated(who, books, found, rule, table)} for who in people]
        without = {row["player_id"] for row in listed if row["flags"] == "unlinked"}
        groups = _groups(books.history, without)
        for row in listed:
            player = row["player_id"]
            row |= {"season": rule["season"], "unlinked_group": groups.get(player)}
            total[player] = row["games_total"]
            books.played_before[player] = row["played"]
            if row["rating"] is not None:
                if player not in rating:
                    books.first[player] = row["rating"]
                rating[player] = row["rating"]
                books.highest[player] = max(row["rating"], books.highest.get(player, row["rating"]))
        rows += listed
    return rows


def _sides(game: Row, rating: dict[str, int]) -> tuple[Side, Side]:
    one, other, points = game["player_id"], game["opponent_id"], Fraction(game["points"])
    return Side(one, other, points, rating.get(other)), Side(other, one, 2 - points, rating.get(one))


def _unrated(books: Books, rule: Row, table: list[Row]) -> dict[str, Fraction]:
    """The ratings that solve the system, of all unrated players with a link to a rating."""
    history, first = books.history, books.first
    if rule["first_rating_games"] is not None:
        return {}
    unrated = {side.player for side in history} - books.rating.keys()
    of_player = {player: [side for side in history if side.player == player] for player in unrated}
    linked = {player for player, sides in of_player.items() if any(counts(side, first) is not None for side in sides)}
    for _ in unrated:
        linked |= {player for player in unrated if any(side.opponent in linked for side in of_player[player])}
    order = sorted(linked)
    matrix = [[Fraction(0)] * len(order) for _ in order]
    right = [Fraction(0)] * len(order)
    for row, player in enumerate(order):
        sides = of_player[player]
        matrix[row][row] += len(sides)
        scored = sum((side.points for side in sides), Fraction(0))
        right[row] += len(sides) * difference_of(scored, len(sides), rule, table)[0]
        for side in sides:
            value = counts(side, first)
            if value is None:
                matrix[row][order.index(side.opponent)] -= 1
            else:
                right[row] += value
    return dict(zip(order, solve(matrix, right), strict=True))


def counts(side: Side, first: dict[str, int]) -> int | None:
    """The opponent's rating as it counts: frozen when they met, or the first he got."""
    return first.get(side.opponent) if side.frozen is None else side.frozen


def _groups(history: list[Side], without: set[str]) -> dict[str, str]:
    """Player without a rating -> the first of those to whom games lead."""
    groups = {player: player for player in without}
    for _ in without:
        for side in history:
            if side.player in without:
                least = min(groups[side.player], groups[side.opponent])
                groups[side.player] = groups[side.opponent] = least
    return groups


def _rated(player: str, books: Books, found: dict[str, Fraction], rule: Row, table: list[Row]) -> Row:
    total, first = books.total, books.first
    played = [side for side in books.now if side.player == player]
    row: Row = dict.fromkeys(("method", "games", "points", "norm", "performance", "k", "change", "flags"))
    old = books.rating.get(player)
    row |= {"rating_before": old, "rating": old, "change": None if old is None else 0}
    row |= {"played": len(played), "games_total": total[player] + len(played)}
    row["recent"] = len(played) + books.played_before.get(player, 0)
    flags: list[str] = []
    if old is not None and total[player] >= rule["established_games"]:
        counted = [(side, side.frozen) for side in played if side.frozen is not None]
        if not counted:
            return row
        games, points = len(counted), sum((side.points for side, _ in counted), Fraction(0))
        difference, estimated = difference_of(points, games, rule, table)
        exact = Fraction(sum(other for _, other in counted), games) + difference
        norm = sum((Fraction(2 * expected(old, other, rule, table), 100) for _, other in counted), Fraction(0))
        deviation = (exact if rule["turbo_performance"] == "exact" else whole(exact)) - old
        may_be_turbo = rule["turbo_k"] is not None and games >= rule["turbo_min_games"]
        turbo = may_be_turbo and abs(deviation) > rule["turbo_deviation"]
        age = rule["start"].year - books.born[player] if player in books.born else None
        k = Fraction(rule["turbo_k"] if turbo else _usual_k(total[player], books.highest[player], age, rule))
        of_one_point = k * rule["k_points"]
        capped = rule["k_games_cap"] is not None and of_one_point * games > rule["k_games_cap"]
        if capped:
            of_one_point = Fraction(rule["k_games_cap"] // games)
        k = of_one_point / rule["k_points"]
        new = _moved(old, of_one_point / 2 * (points - norm), rule)
        gain = rule["max_gain_over_performance"]
        too_far = gain is not None and new > old and new > whole(exact) + gain
        if too_far:
            new = max(old, whole(exact) + gain)
        flags += ["turbo"] * turbo + ["estimated"] * estimated
        flags += ["overshoot"] * (of_one_point / 2 * games > rule["overshoot_beyond"])
        flags += ["gain_capped"] * too_far + ["k_capped"] * capped
        flags += ["one_game"] * (turbo and games == 1)
        row |= {"method": "norm", "norm": norm, "k": k, "performance": whole(exact), "rating": new}
        row |= {"games": games, "points": points, "change": new - old}
    elif sides := _sides_that_rate(player, books, rule, is_sought=player in found):
        points = sum((side.points for side in sides), Fraction(0))
        difference, estimated = difference_of(points, len(sides), rule, table)
        opponents = Fraction(0)
        for side in sides:
            value = counts(side, first)
            opponents += found[side.opponent] if value is None else value
        new = whole(opponents / len(sides) + difference)
        flags += ["estimated"] * estimated
        row |= {"method": "performance", "games": len(sides), "points": points, "performance": new, "rating": new}
        row["change"] = None if old is None else new - old
    elif old is None:
        flags.append("unlinked" if rule["first_rating_games"] is None else "few_games")
    row["flags"] = ",".join(flags) or None
    return row


def _moved(old: int, change: Fraction, rule: Row) -> int:
    return whole(old + change) if rule["rounded"] == "rating" else old + whole(change)


def _sides_that_rate(player: str, books: Books, rule: Row, *, is_sought: bool) -> list[Side]:
    """The games of a player rated by performance; none where the rating stays, or none comes."""
    sides = [side for side in books.history if side.player == player]
    least = rule["first_rating_games"]
    if least is not None:
        sides = [side for side in sides if side.frozen is not None]
        if player not in books.rating:
            return sides if len(sides) >= least else []
    plays_on = player in books.rating and any(side.player == player for side in books.now)
    return sides if is_sought or plays_on else []


def _usual_k(games: int, highest: int, age: int | None, rule: Row) -> float:
    for step in rule["k_steps"]:
        few = step["games_to"] is None or games <= step["games_to"]
        low = step["rating_below"] is None or highest < step["rating_below"]
        young = step["age_to"] is None or (age is not None and age <= step["age_to"])
        if few and low and young:
            return step["k"]
    return rule["k_steps"][-1]["k"]
