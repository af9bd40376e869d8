"""A simulated federation computed a second time, from its files, in plain Python and exact fractions.

For what `barometer simulate` writes: pairs at matchpoints by the profile fonteintje, the schemes ffb and club_points,
and ratings by the rules of the KNDB. It imports nothing of the project.
"""

import csv
import datetime as dt
import io
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import ceil, floor, fsum
from pathlib import Path
from typing import Any, NamedTuple

Row = dict[str, str]
Days = tuple[dt.date, dt.date]
Player = tuple[str, str]  # club and player_id
Entrant = tuple[str, ...]  # club, session, line and number
HALF = Fraction(1, 2)
CLUB_POINTS = ["4", "3", "2", "1.6", "1.4", "1.2", "1", "0.8", "0.6"]
LIST_DAY = (6, 30)


class Session(NamedTuple):
    club: str
    competition: str
    season: str
    session_id: str
    date: dt.date
    together: str
    entries: list[Row]
    results: list[Row]
    deals: dict[str, str]  # of each board
    simultaneous: str | None


class Standing(NamedTuple):
    score: Fraction  # percentage
    rank: int


class Competition(NamedTuple):
    club: str
    competition: str
    seasons: dict[str, Days]
    players: list[Row]
    sessions: list[Session]
    games: list[Row]
    ratings: list[Row]
    rated_by_federation: bool


def rows_of(path: Path) -> list[Row]:
    """The whole rows of a CSV file; the last one may be cut off."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    head, *lines = list(csv.reader(io.StringIO(text))) or [[]]
    return [dict(zip(head, line, strict=True)) for line in lines if len(line) == len(head)]


def competition_of(folder: Path) -> Competition:
    settings = tomllib.loads((folder / "competition.toml").read_text(encoding="utf-8"))
    club, competition = folder.parent.name, folder.name
    seasons = {one["name"]: (one["start"], one["end"]) for one in settings.get("season", [])}
    named = {one["session"]: one.get("simultaneous") for one in settings.get("session", [])}
    sessions = []
    for row in rows_of(folder / "sessions.csv"):
        date = dt.date.fromisoformat(row["date"])
        [season] = [name for name, (start, end) in seasons.items() if start <= date <= end]
        files = folder / row["session_id"]
        deals = {deal["board"]: deal["deal"] for deal in rows_of(files / "deals.csv")}
        # Other files in the folder are exact copies, which do not count.
        entries, results = (rows_of(files / f"{table}.csv") for table in ("entries", "results"))
        where = (club, competition, season, row["session_id"])
        name = named.get(row["session_id"])
        sessions.append(Session(*where, date, row["together"], entries, results, deals, name))
    players, games, ratings = (rows_of(folder / f"{table}.csv") for table in ("players", "games", "ratings"))
    of_federation = settings["rating"].get("of") == "federation"
    return Competition(club, competition, seasons, players, sessions, games, ratings, of_federation)


def read(landing: Path) -> "Federation":
    return Federation([competition_of(path.parent) for path in sorted(landing.glob("*/*/competition.toml"))])


class Federation:
    def __init__(self, competitions: list[Competition]) -> None:
        self.competitions = competitions

    @property
    def sessions(self) -> Iterator[Session]:
        return (session for one in self.competitions for session in one.sessions)

    @cached_property
    def people(self) -> dict[Player, str]:
        """The person of each player: a federation id if it is certain, else `club/player_id`."""
        names: dict[Player, str] = {}
        numbers: dict[Player, str] = {}
        for one in self.competitions:
            for row in one.players:
                names[one.club, row["player_id"]] = row["name"]
                numbers[one.club, row["player_id"]] = row["federation_id"]
        holders: dict[str, set[Player]] = defaultdict(set)
        for player, number in numbers.items():
            holders[number].add(player)
        certain = {one for one in holders if one and share_a_word(names[who] for who in holders[one])}
        people = {player: one if one in certain else "/".join(player) for player, one in numbers.items()}
        for player, number in numbers.items():
            club, as_number = player
            elsewhere = any(other != club for other, _ in holders[as_number])
            if not number and as_number in certain and elsewhere:
                alike = share_a_word(names[who] for who in {player, *holders[as_number]})
                people[player] = as_number if alike else people[player]
        return people

    @cached_property
    def seasons(self) -> dict[tuple[str, str, str], str]:
        """The federation's season of each season of a competition: club, competition and name of the season."""
        left = {
            (one.club, one.competition, name): days
            for one in self.competitions
            if one.sessions
            for name, days in one.seasons.items()
        }
        found: dict[tuple[str, str, str], str] = {}
        while left:
            clubs = {days: {key[0] for key, own in left.items() if own == days} for days in left.values()}
            most = max(clubs, key=lambda days: (len(clubs[days]), days[1] - days[0], -days[0].toordinal()))
            exact = Counter(key[2] for key, days in left.items() if days == most)
            names = sorted(exact, key=lambda name: (-exact[name], name))
            free = [name for name in names if name not in found.values()]
            name = free[0] if free else f"{names[0]} ({most[0]} - {most[1]})"
            inside = {key for key, days in left.items() if 2 * days_in_common(days, most) > days_in_common(days, days)}
            found |= dict.fromkeys(inside, name)
            left = {key: days for key, days in left.items() if key not in inside}
        return found

    def points(self) -> dict[tuple[str, str, str], Fraction]:
        """The federation points of each scheme, season of the federation, and person."""
        totals: dict[tuple[str, str, str], Fraction] = defaultdict(Fraction)
        for session in self.sessions:
            season = self.seasons[session.club, session.competition, session.season]
            for lines in fields(session):
                ranks = {entrant: one.rank for entrant, one in standings([(session, lines)]).items()}
                for scheme, points in (("ffb", ffb(ranks)), ("club_points", club_points(ranks))):
                    for row in session.entries:
                        entrant = (session.club, session.session_id, row["line"], row["entrant"])
                        if entrant in points:
                            person = self.people[session.club, row["player_id"]]
                            totals[scheme, season, person] += points[entrant]
        return totals

    def simultaneous(self) -> dict[frozenset[tuple[str, str]], dict[Entrant, Standing]]:
        """The result list of each simultaneous event over all clubs; its key has clubs and sessions."""
        sessions = {(one.club, one.session_id): one for one in self.sessions if one.results}
        groups: list[set[tuple[str, str]]] = []
        for (key, one), (other_key, other) in combinations(sessions.items(), 2):
            if one.club != other.club and are_simultaneous(one, other):
                linked = [group for group in groups if {key, other_key} & group]
                groups = [group for group in groups if group not in linked] + [{key, other_key}.union(*linked)]
        return {
            frozenset(group): standings((sessions[key], lines_of(sessions[key])) for key in sorted(group))
            for group in groups
        }

    def ratings(self, table: list[Row], today: dt.date) -> dict[tuple[int, str], int]:
        """The rating of each person on each list of the federation, by the year of the list."""
        games: list[Game] = []
        given: dict[str, tuple[int, int]] = {}
        for one in self.competitions:
            if one.rated_by_federation:
                for row in one.ratings:
                    person = self._person(one, row["player_id"])
                    given.setdefault(person, (int(float(row["rating"])), int(row["games"])))
                for row in one.games:
                    sides = [self._person(one, row[side]) for side in ("player_id", "opponent_id")]
                    points = Fraction(row["points"])
                    games.append(Game(dt.date.fromisoformat(row["date"]), sides[0], sides[1], points))
        return rating_lists(games, given, table, today)

    def _person(self, competition: Competition, player_id: str) -> str:
        player = (competition.club, player_id)
        return self.people.get(player, "/".join(player))


def share_a_word(names: Iterable[str]) -> bool:
    """Whether a word of two letters or more is in all names."""
    return bool(set.intersection(*(set(re.findall(r"\w{2,}", name.casefold())) for name in names)))


def days_in_common(one: Days, other: Days) -> int:
    return max((min(one[1], other[1]) - max(one[0], other[0])).days + 1, 0)


def are_simultaneous(one: Session, other: Session) -> bool:
    """Whether sessions of two clubs belong to one event: by its name, or by their cards."""
    if abs(one.date - other.date) > dt.timedelta(days=7):
        return False
    common = len({*one.deals.values()} & {*other.deals.values()})
    have_same_cards = common >= 8 and 2 * common >= max(len(one.deals), len(other.deals))
    return have_same_cards or bool(one.simultaneous and one.simultaneous == other.simultaneous)


def lines_of(session: Session) -> set[str]:
    return {row["line"] for row in session.results}


def fields(session: Session) -> list[set[str]]:
    """The lines that are ranked together."""
    there = lines_of(session)
    joined = {*session.together.split("+")} & there if session.together else set()
    return [*([joined] if joined else []), *({line} for line in sorted(there - joined))]


def standings(sessions: Iterable[tuple[Session, set[str]]]) -> dict[Entrant, Standing]:
    """The result list of lines of one or more sessions as one field. Entrants: club, session, line and number."""
    boards = defaultdict(list)
    for session, lines in sessions:
        for row in session.results:
            if row["line"] in lines and row["ns"] and row["ew"]:
                where = (session.club, session.session_id, row["line"])
                deal = session.deals.get(row["board"], "")
                boards[row["board"], deal].append(((*where, row["ns"]), (*where, row["ew"]), row))
    points: dict[Entrant, Fraction] = defaultdict(Fraction)
    maxima: dict[Entrant, int] = defaultdict(int)
    for lines_of_board in boards.values():
        for ns, ew, of_ns, of_ew, top in matchpoints(lines_of_board):
            points[ns] += of_ns
            points[ew] += of_ew
            maxima[ns] += top
            maxima[ew] += top
    scores = {entrant: 100 * points[entrant] / most for entrant, most in maxima.items() if most}
    rounded = {entrant: round(score, 9) for entrant, score in scores.items()}
    better = Counter(rounded.values())
    ranks: dict[Fraction, int] = {}
    so_far = 0
    for score in sorted(better, reverse=True):
        ranks[score] = so_far + 1
        so_far += better[score]
    return {entrant: Standing(scores[entrant], ranks[rounded[entrant]]) for entrant in scores}


def matchpoints(lines: list[tuple[Any, Any, Row]]) -> Iterator[tuple[Any, Any, Fraction, Fraction, int]]:
    """The points of both sides of each line of a board, and the top: Neuberg's formula, and averages are ties."""
    there = [line for line in lines if line[2]["ruling"] != "not_played"]
    played = Counter(int(row["score"]) for *_, row in there if not row["ruling"])
    expected, results = len(lines), len(there)
    top = 2 * (expected - 1)
    ties = results - played.total()
    for ns, ew, row in there:
        if row["ruling"]:
            shares = {"average": (50, 50), "a60_40": (60, 40), "a40_60": (40, 60)}[row["ruling"]]
            of_ns, of_ew = (Fraction(share * top, 100) for share in shares)
        else:
            score = int(row["score"])
            beaten = sum(times for other, times in played.items() if other < score)
            own = 2 * beaten + played[score] - 1 + ties
            of_ns = Fraction(expected, results) * (own + 1) - 1
            of_ew = top - of_ns
        yield ns, ew, of_ns, of_ew, top


def shared(ranks: dict[Entrant, int], awards: list[Fraction]) -> dict[Entrant, Fraction]:
    """The mean of the awards of the places that those who tie occupy."""
    tied = Counter(ranks.values())
    return {one: sum(awards[rank - 1 :][: tied[rank]], Fraction(0)) / tied[rank] for one, rank in ranks.items()}


def ffb(ranks: dict[Entrant, int]) -> dict[Entrant, Fraction]:
    size = len(ranks)
    if size <= 25:
        coefficient = Fraction(100)
    elif size <= 50:
        coefficient = Fraction(8 * size, 5) + 60
    else:
        coefficient = Fraction(2 * size, 5) + 120 if size < 100 else Fraction(160)
    bases = [(size + 1.5) / rank - 1.5 for rank in range(1, size + 1)]
    heights = [base**0.5 if base > 0 and place < ceil(2 * size / 3) else 0.0 for place, base in enumerate(bases)]
    whole = fsum(heights)
    total = size * coefficient * 5 / 18
    return shared(ranks, [total * Fraction(height) / Fraction(whole) for height in heights])


def club_points(ranks: dict[Entrant, int]) -> dict[Entrant, Fraction]:
    size = len(ranks)
    best = [size * Fraction(times) for times in CLUB_POINTS[: size // 3]]
    points = shared(ranks, best + [Fraction(1)] * (size - len(best)))
    return {entrant: Fraction(floor(mean + HALF)) for entrant, mean in points.items()}


class Game(NamedTuple):
    date: dt.date
    one: str
    other: str
    points: Fraction  # of `one`, out of 2


class Played(NamedTuple):
    """A game from one side. `rating` is the opponent's at the start of that season, if there was one."""

    opponent: str
    points: Fraction
    rating: int | None


def rating_lists(
    games: list[Game], given: dict[str, tuple[int, int]], table: list[Row], today: dt.date
) -> dict[tuple[int, str], int]:
    """The ratings of all lists up to today, by the year of the list and the person."""
    ratings = {person: rating for person, (rating, _) in given.items()}
    counts = Counter({person: played for person, (_, played) in given.items()})
    first: dict[str, int] = {}
    history: dict[str, list[Played]] = defaultdict(list)
    lists: dict[tuple[int, str], int] = {}
    year_of = {game: game.date.year + ((game.date.month, game.date.day) > LIST_DAY) for game in games}
    for year in range(min(year_of.values()), today.year + 1):
        if today <= dt.date(year, *LIST_DAY):
            break
        of_season: dict[str, list[Played]] = defaultdict(list)
        for game in games:
            if year_of[game] == year:
                of_season[game.one].append(Played(game.other, game.points, ratings.get(game.other)))
                of_season[game.other].append(Played(game.one, 2 - game.points, ratings.get(game.one)))
        for person, played in of_season.items():
            history[person] += played
        newcomers = solved({one: history[one] for one in history if one not in ratings}, first, table)
        made = dict(ratings)
        for person, played in of_season.items():
            if person in ratings and counts[person] >= 25:
                made[person] = by_norms(ratings[person], counts[person], played, table)
            else:
                value = performance(history[person], first | newcomers, table)
                if value is not None:
                    made[person] = whole(value)
        made |= {person: whole(value) for person, value in newcomers.items()}
        first |= {person: rating for person, rating in made.items() if person not in ratings}
        for person, played in of_season.items():
            counts[person] += len(played)
        ratings = made
        lists |= {(year, person): rating for person, rating in ratings.items()}
    return lists


def by_norms(old: int, games_before: int, played: list[Played], table: list[Row]) -> int:
    rated = [(one.rating, one.points) for one in played if one.rating is not None]
    if not rated:
        return old
    points = sum((own for _, own in rated), Fraction(0))
    norm = sum((Fraction(2 * percentage(old - other, table), 100) for other, _ in rated), Fraction(0))
    mean = Fraction(sum(other for other, _ in rated), len(rated))
    deviation = mean + difference(points, len(rated), table) - old
    k = Fraction(10) if abs(deviation) > 100 else Fraction(15, 2) if games_before <= 125 else Fraction(5)
    return whole(old + k * (points - norm))


def performance(played: list[Played], first: dict[str, Any], table: list[Row]) -> Fraction | None:
    counting = [(first.get(one.opponent) if one.rating is None else one.rating, one.points) for one in played]
    known = [(Fraction(other), points) for other, points in counting if other is not None]
    if not known:
        return None
    mean = sum((other for other, _ in known), Fraction(0)) / len(known)
    return mean + difference(sum((points for _, points in known), Fraction(0)), len(known), table)


def solved(newcomers: dict[str, list[Played]], first: dict[str, int], table: list[Row]) -> dict[str, Fraction]:
    """The performances of newcomers, of whom some met one another, if games lead each of them to a rating."""
    linked: set[str] = set()
    while True:
        more = {
            person
            for person, played in newcomers.items()
            if person not in linked
            and any(one.rating is not None or one.opponent in first or one.opponent in linked for one in played)
        }
        if not more:
            break
        linked |= more
    # One equation each: games * own rating - sum of the ratings of newcomers met = what is known.
    equations = []
    for person in sorted(linked):
        played = newcomers[person]
        points = sum((one.points for one in played), Fraction(0))
        unknown: dict[str, Fraction] = defaultdict(Fraction, {person: Fraction(len(played))})
        known = Fraction(len(played) * difference(points, len(played), table))
        for one in played:
            value = first.get(one.opponent) if one.rating is None else one.rating
            if value is None:
                unknown[one.opponent] -= 1
            else:
                known += value
        equations.append((unknown, known))
    values: dict[str, Fraction] = {}
    reduced = []
    for at, (unknown, known) in enumerate(equations):
        name = next(iter(unknown))
        for later, (other, right) in enumerate(equations[at + 1 :], at + 1):
            factor = other.get(name, Fraction(0)) / unknown[name]
            if factor:
                for each, value in unknown.items():
                    other[each] = other.get(each, Fraction(0)) - factor * value
                del other[name]
                # The own unknown of the later equation stays first.
                equations[later] = (other, right - factor * known)
        reduced.append((name, unknown, known))
    for name, unknown, known in reversed(reduced):
        rest = sum((value * values[each] for each, value in unknown.items() if each != name), Fraction(0))
        values[name] = (known - rest) / unknown[name]
    return values


def percentage(ahead: int, table: list[Row]) -> int:
    size = abs(ahead)
    [row] = [row for row in table if int(row["least"]) <= size and (not row["most"] or size <= int(row["most"]))]
    return int(row["higher"] if ahead >= 0 else row["lower"])


def difference(points: Fraction, games: int, table: list[Row]) -> int:
    """The difference that belongs to a percentage, rounded halves up; 736 at 100 %."""
    scored = floor(50 * points / games + HALF)
    if scored in (0, 100):
        return 736 if scored else -736
    sizes = [int(row["difference"]) for row in table if max(scored, 100 - scored) == int(row["higher"])]
    return sizes[0] if scored >= 50 else -sizes[0]


def whole(value: Fraction) -> int:
    """Halves away from zero."""
    return floor(value + HALF) if value >= 0 else -floor(-value + HALF)
