"""The explanation of one player in one season, as a value that can be printed, written as JSON or shown on a page."""

import datetime as dt
from collections import defaultdict
from dataclasses import dataclass, fields
from math import inf, isclose
from typing import Any, TypeVar

import polars as pl

from transforms.bridge.sessions import PARTNERS
from transforms.explanation import words
from transforms.explanation.boards import explained_boards
from transforms.explanation.points import (
    explained_championship,
    explained_matches,
    explained_points,
    explained_rankings,
)
from transforms.explanation.scores import explained_scores
from transforms.rankings.methods import GIVEN
from transforms.tables.arithmetic.tolerance import HAIR
from transforms.tables.messages import gettext
from transforms.tables.phrases import phrase
from transforms.tables.schemas import (
    CLUB,
    COMPETITION,
    ENTRANT,
    EVENT,
    PARTNERSHIP,
    PLAYER,
    SEATED,
    SESSION,
    TEAM_SCORINGS,
    Tables,
)
from transforms.tables.shared import IN_TURN


@dataclass(frozen=True)
class Source:
    """The file and the line from which a row was read."""

    file: str
    line_no: int | None


@dataclass(frozen=True)
class Step:
    """One number, and its explanation."""

    what: str
    value: float | None
    formula: str | None  # with its numbers filled in; its value is `before_rounding`, or else `value`, to the hundredth
    how: str | None
    before_rounding: float | None = None  # the value of the formula, if a rule then rounds it


@dataclass(frozen=True)
class Match:
    """A match of a team: its result, and how strong the opponents were."""

    round: int
    opponent: str
    boards: int | None
    imps: float | None
    points: float | None
    score: float  # victory points; at point-a-board, the points scaled to a maximum of 20
    strength: Step


@dataclass(frozen=True)
class Board:
    """The points of a board, and the reason for them."""

    session_id: str
    field: str  # the field whose results were compared; field, session and board locate the board on the control sheet
    board: int
    round: int | None
    direction: str
    opponent: str
    opponents: tuple[str, ...]
    result: str | None
    score: int | None  # seen from North-South
    points: float | None
    top: float | None
    how: str
    others: str | None  # every score on the board, the best for North-South first
    source: Source


@dataclass(frozen=True)
class Adjustment:
    """Points that the director added or took off."""

    amount: float
    unit: str
    reason: str | None
    source: Source


@dataclass(frozen=True)
class Session:
    """What a player earned in a session, from the ranking points down to the boards."""

    session_id: str
    date: dt.date
    title: str | None
    scoring: str  # one of `SCORINGS`; it decides the unit of the score
    line: str
    field: str
    entrant: str
    partners: tuple[str, ...]  # those who may have sat in the rounds that the player played
    rounds: tuple[str, ...]  # the rounds that the player played; empty if not known, then all count
    substitutes_for: str | None
    in_window: bool
    counts: bool  # whether the session counts in the individual championship
    counts_for_pairs: bool  # whether it counts in the championship of a pair or trio of the player's
    points: Step
    strength: Step | None  # the mean of rankings from which the points start, if the method uses a mean
    score: Step  # the score of the entrant
    own_score: Step | None  # in a team, the score of the matches that the player played, if known
    rank: int | None
    entrants: int
    matches: tuple[Match, ...]
    adjustments: tuple[Adjustment, ...]
    boards: tuple[Board, ...]
    source: Source  # the row of the entries which says that the player sat down


@dataclass(frozen=True)
class WithoutPlayer:
    """A result that others made for a pair or trio of the player."""

    session_id: str
    date: dt.date
    line: str
    entrant: str
    played: tuple[str, ...]  # the player's substitutes; if nobody was one, as in a trio, all who played for the pair
    stood_in: bool
    points: float  # the points of the result for the pair or trio
    counts: bool  # whether it counts in the championship of pairs


@dataclass(frozen=True)
class Earned:
    """Ranking points that were earned under another program, in a session of which nothing else is known."""

    session_id: str
    date: dt.date
    title: str | None
    in_window: bool
    counts: bool  # whether the session counts in the individual championship
    points: Step
    source: Source


@dataclass(frozen=True)
class EventPlace:
    """The place of the player's pair or team in an event of several sessions."""

    event: str
    scoring: str
    entrant: str
    rank: int | None
    entrants: int  # how many are ranked
    score: float | None
    points: float | None
    maximum: float | None
    sessions: int
    missed: int
    due: float | None  # the part of `points` that is for sessions missed
    decided_by: str | None  # the tie-break that separated the entrant from others with the same score


@dataclass(frozen=True)
class Explanation:
    """The origin of all published numbers of a player in one season of one competition."""

    club: str
    competition: str
    season: str
    club_name: str
    competition_name: str
    player_id: str
    name: str
    after: dt.date
    ranking: Step
    change: Step
    substitute: Step  # the ranking that replaces sessions of the window not yet played
    window: int
    individual: Step
    pairs: tuple[Step, ...]
    sessions: tuple[Session, ...]
    without_player: tuple[WithoutPlayer, ...] = ()  # of the player's pairs, the latest first
    earned: tuple[Earned, ...] = ()  # sessions of which only the points are known, the latest first
    events: tuple[EventPlace, ...] = ()


TABLES = (
    *("raw.competitions", "raw.files", "raw.sessions", "raw.entries", "raw.results", "raw.adjustments", "raw.players"),
    "raw.ranking_points",
    *("scored.board_scores", "scored.session_results", "scored.match_results", "scored.event_results"),
    *("rankings.ranking_points", "rankings.player_rankings", "rankings.starting_rankings", "rankings.partnerships"),
    *("championships.individual_sessions", "championships.individual"),
    *("championships.pair_sessions", "championships.pairs"),
)

Row = dict[str, Any]
Key = tuple[str, ...]
Value = TypeVar("Value", Adjustment, Board, Earned, EventPlace, Explanation, Match, Session, Source, WithoutPlayer)


class Explanations:
    """The explanations of all players in any number of seasons, from `TABLES`; or, faster, of one `player_id`."""

    def __init__(self, tables: Tables, player_id: str | None = None) -> None:
        raw = ("competitions", "players", "sessions", "entries", "adjustments")
        self._frames = {
            **_explained(tables, player_id),
            **{name: _located(tables, f"raw.{name}") for name in raw},
            "counting": tables["championships.individual_sessions"],
            "starts": tables["rankings.starting_rankings"],
            "members": tables["rankings.partnerships"],
            "seated": tables["raw.entries"],
            "earned": tables["rankings.ranking_points"],
            "given": _located(tables, "raw.ranking_points"),
            "events": events_of_players(tables),
        }
        self._apart: dict[str, dict[Key, list[Row]]] = {}

    def of(self, club: str, competition: str, season: str, player_id: str) -> Explanation | None:
        """Explain one player; None for a player who did not play that season."""
        player = (club, competition, season, player_id)
        rankings = self._rows("rankings", player)
        if not rankings:
            return None
        (ranking,), (rules,) = rankings, self._rows("competitions", player[:3])
        (individual,), change = self._rows("individual", player), (ranking["change"], ranking["change_formula"])
        (start,), known = self._rows("starts", player), self._rows("players", (club, competition, player_id))
        own = known[0]["substitute_ranking"] if known else None
        return _filled(
            Explanation,
            rules | ranking,
            name=self._name((club, competition), player_id),
            after=ranking["date"],
            ranking=Step(gettext("ranking"), ranking["ranking"], ranking["formula"], words.ranking(ranking)),
            change=Step(gettext("its change after the last session"), *change, words.ranking_change(ranking)),
            substitute=Step(
                gettext("substitute ranking"), ranking["substitute_ranking"], None, words.substitute(start, own)
            ),
            individual=_standing(gettext("individual championship"), individual, rules["individual_min_share"]),
            pairs=tuple(self._pair(row, rules["pairs_together_share"]) for row in self._rows("pairs", player)),
            sessions=tuple(self._session(row) for row in self._rows("points", player) if row["rule"] != GIVEN),
            earned=tuple(self._earned_before(row) for row in self._rows("points", player) if row["rule"] == GIVEN),
            events=tuple(_filled(EventPlace, row) for row in self._rows("events", player)),
            without_player=tuple(
                self._without_player(row) for row in self._rows("pair_results", player) if not self._is_own(row)
            ),
        )

    def _earned_before(self, points: Row) -> Earned:
        session = tuple(points[name] for name in SESSION)
        seat = (*session, points["player_id"])
        (facts,), (given,) = self._rows("sessions", session), self._rows("given", seat)
        return _filled(
            Earned,
            facts | points,
            counts=any(row["counts"] for row in self._rows("counting", seat)),
            points=Step(gettext("ranking points"), points["points"], None, words.points(points)),
            source=_filled(Source, given),
        )

    def _without_player(self, row: Row) -> WithoutPlayer:
        session, seated = tuple(row[name] for name in SESSION), self._seat_of_pair(row)
        in_place = [entry for entry in seated if entry["substitutes_for"] == row["player_id"]]
        return _filled(
            WithoutPlayer,
            seated[0] | row,
            played=tuple(self._name(session, entry["player_id"]) for entry in in_place or seated),
            stood_in=bool(in_place),
        )

    def _seat_of_pair(self, row: Row) -> list[Row]:
        """Return the entries behind a result of a pair or trio; if they sat at two tables, those that count."""
        session, partnership = (tuple(row[name] for name in key) for key in (SESSION, PARTNERSHIP))
        members = {member["player_id"] for member in self._rows("members", partnership)}
        tables: dict[tuple[str, str], list[Row]] = defaultdict(list)
        for entry in self._rows("seated", session):
            if members & {entry["player_id"], entry["substitutes_for"]}:
                tables[entry["line"], entry["entrant"]].append(entry)

        def unlike(entries: list[Row]) -> tuple[bool, float]:
            there = members & {entry["player_id"] for entry in entries}
            stood_in = any(entry["substitutes_for"] in members for entry in entries)
            is_one = len(there) > 1 if row["together"] else bool(there) and stood_in
            earned = (self._earned(session, player) for player in there)
            away = (abs(points - row["points"]) for points in earned if points is not None)
            return not is_one, min(away, default=inf)

        return min(tables.values(), key=unlike)

    def _is_own(self, row: Row) -> bool:
        """Return whether the player's own sessions already contain this result of the pair or trio."""
        session, player = tuple(row[name] for name in SESSION), row["player_id"]
        sat_there = any(entry["player_id"] == player for entry in self._seat_of_pair(row))
        earned = self._earned(session, player) if sat_there else None
        return earned is not None and isclose(earned, row["points"], abs_tol=HAIR)

    def _earned(self, session: Key, player_id: str) -> float | None:
        rows = self._rows("earned", (*session, player_id))
        return float(rows[0]["points"]) if rows else None

    def _session(self, points: Row) -> Session:
        session, entrant, player = (tuple(points[name] for name in key) for key in (SESSION, ENTRANT, PLAYER))
        seat = (*session, points["player_id"])
        (score,), (facts,) = self._rows("scores", entrant), self._rows("sessions", session)
        seated = {row["player_id"]: row for row in self._rows("entries", entrant)}
        own = seated.pop(points["player_id"])
        rounds = _rounds(own)
        own_score = Step(gettext("score of the matches played in"), points["score"], points["matches_formula"], None)
        of_points, of_strength = (points["points"], points["formula"]), (points["middle"], points["strength_formula"])
        before_rounding = points["before_rounding"] if points["rule"] == "place" else None
        strength, opponents = gettext("strength of the field"), gettext("strength of the opponents")
        return _filled(
            Session,
            facts | score | points,
            field=score["field"],
            # If the rounds of either player are not known, the two may have sat together.
            partners=tuple(
                self._name(session, partner)
                for partner, entry in seated.items()
                if not rounds or not (of_partner := _rounds(entry)) or not set(of_partner).isdisjoint(rounds)
            ),
            rounds=rounds,
            substitutes_for=own["substitutes_for"] and self._name(session, own["substitutes_for"]),
            counts=any(row["counts"] for row in self._rows("counting", seat)),
            counts_for_pairs=any(
                row["counts"] and self._is_own(row)
                for row in self._rows("pair_results", player)
                if row["session_id"] == session[-1]
            ),
            points=Step(gettext("ranking points"), *of_points, words.points(points), before_rounding),
            strength=None if of_strength[1] is None else Step(strength, *of_strength, words.strength(points)),
            score=Step(gettext("score"), score["score"], score["formula"], score["made_of"]),
            own_score=own_score if rounds and own_score.formula is not None else None,
            rank=score["rank"],
            entrants=score["entrants"],
            matches=tuple(
                _filled(Match, row, score=row["match_score"], strength=Step(opponents, *of, words.opponents(row)))
                for row in self._rows("matches", seat)
                for of in [(row["strength"], row["formula"])]
            ),
            adjustments=tuple(
                _filled(Adjustment, row, source=_filled(Source, row)) for row in self._rows("adjustments", entrant)
            ),
            boards=tuple(self._board(row) for row in self._rows("boards", entrant)),
            source=_filled(Source, own),
        )

    def _board(self, row: Row) -> Board:
        place = tuple(row[name] for name in (*SESSION, "line"))
        opponents = (self._rows("entries", (*place, entrant)) for entrant in row["opponent"].split(PARTNERS))
        names = tuple(self._name(place, entry["player_id"]) for entries in opponents for entry in entries)
        return _filled(Board, row, opponents=names, source=_filled(Source, row))

    def _pair(self, row: Row, share: float | None) -> Step:
        partnership = tuple(row[name] for name in PARTNERSHIP)
        names = [self._name(partnership, member["player_id"]) for member in self._rows("members", partnership)]
        return _standing(gettext("championship of {names}", names=" & ".join(names)), row, share)

    def _name(self, of: Key, player_id: str) -> str:
        known = self._rows("players", (*of[:2], player_id))
        return (known[0]["name"] if known else None) or player_id

    def _rows(self, name: str, key: Key) -> list[Row]:
        if name not in self._apart:
            self._apart[name] = defaultdict(list)
            for row in self._frames[name].iter_rows(named=True):
                self._apart[name][tuple(row[column] for column in _KEYS[name])].append(row)
        return self._apart[name].get(key, [])


_KEYS: dict[str, Key] = {
    **dict.fromkeys(("rankings", "points", "individual", "pairs", "pair_results", "starts", "events"), PLAYER),
    **dict.fromkeys(("scores", "boards", "entries", "adjustments"), ENTRANT),
    **dict.fromkeys(("matches", "counting", "earned", "given"), SEATED),
    **dict.fromkeys(("sessions", "seated"), SESSION),
    **{"competitions": COMPETITION, "players": (*CLUB, "player_id"), "members": PARTNERSHIP},
}


def _explained(tables: Tables, player_id: str | None) -> dict[str, pl.DataFrame]:
    rules, sessions, entries = tables["raw.competitions"], tables["raw.sessions"], tables["raw.entries"]
    points, rankings = tables["rankings.ranking_points"], tables["rankings.player_rankings"]
    results, matches = tables["scored.session_results"], tables["scored.match_results"]
    chosen = points if player_id is None else points.filter(player_id=player_id)
    lines, scores = (
        tables[name].join(chosen, on=SESSION, how="semi") for name in ("raw.results", "scored.board_scores")
    )
    individual, of_individuals, pairs, of_pairs = (
        tables[f"championships.{name}"] for name in ("individual", "individual_sessions", "pairs", "pair_sessions")
    )
    partnerships = tables["rankings.partnerships"]
    of_player = partnerships if player_id is None else partnerships.filter(player_id=player_id)
    all_points = explained_points(
        points, results, sessions, rules, player_rankings=rankings, entries=entries, match_results=matches
    )
    return {
        "rankings": explained_rankings(points, rankings, rules),
        "points": all_points.join(chosen, on=SEATED, how="semi").sort(IN_TURN, descending=True),
        "scores": explained_scores(results, scores, lines).join(chosen, on=ENTRANT, how="semi"),
        "boards": explained_boards(scores, tables["raw.files"], sessions, rules).join(
            chosen, on=ENTRANT, how="semi", maintain_order="left"
        ),
        "matches": explained_matches(points, rankings, entries, matches, rules),
        "individual": explained_championship(individual, of_individuals, "player_id"),
        "pairs": partnerships.join(
            explained_championship(pairs, of_pairs, PARTNERSHIP[-1]), on=PARTNERSHIP, maintain_order="left"
        ),
        "pair_results": of_player.join(of_pairs, on=PARTNERSHIP).sort(IN_TURN, descending=True),
    }


def events_of_players(tables: Tables) -> pl.DataFrame:
    """Return the rows of `EventResults` of each player: of the pair that the ids name, or of the player's team."""
    events = tables["scored.event_results"].with_columns(entrants=pl.col("rank").count().over(EVENT))
    is_team = pl.col("scoring").is_in(TEAM_SCORINGS)
    of_pairs = events.filter(~is_team).with_columns(player_id=pl.col("entrant").str.split(" + "))
    teams = tables["raw.sessions"].filter(kind="teams").drop_nulls("event").select(*SESSION, "event")
    seats = tables["raw.entries"].join(teams, on=SESSION)
    numbers = [pl.col("entrant"), phrase("{} {}", "line", "entrant")]  # as `named_in_event` has them
    members = pl.concat(seats.select(*EVENT, "player_id", entrant=number) for number in numbers).unique()
    of_teams = events.filter(is_team).join(members, on=(*EVENT, "entrant"))
    of_each = of_pairs.explode("player_id", empty_as_null=False, keep_nulls=False)
    return pl.concat([of_each, of_teams.select(of_each.columns)]).sort(*PLAYER, "event", "entrant")


def _located(tables: Tables, name: str) -> pl.DataFrame:
    rows, at = tables[name], (*CLUB, "file_id")
    if "file_id" not in rows.columns:
        return rows
    found = rows.join(tables["raw.files"].select(*at, "path"), on=at, how="left", maintain_order="left")
    return found.with_columns(file=pl.coalesce("path", "file_id"))


def _filled(kind: type[Value], row: Row, **more: object) -> Value:
    return kind(**{field.name: row[field.name] for field in fields(kind) if field.name in row} | more)


def _rounds(entry: Row) -> tuple[str, ...]:
    return tuple(entry["rounds"].split("+")) if entry["rounds"] else ()


def _standing(what: str, row: Row, share: float | None) -> Step:
    return Step(what, row["average"], row["formula"], words.championship(row, share))
