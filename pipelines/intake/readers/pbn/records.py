"""Games that tell one result in their tags: a table of a pairs session, or a room of a team match.

Without teams' names the home team is 1 and the visitors are 2. The home team sits North-South in the open room.
"""

import re
from typing import NamedTuple

from pipelines.intake.readers.pbn.cells import Row
from pipelines.intake.readers.pbn.scoring import says_teams
from pipelines.intake.readers.pbn.text import Document, Game
from pipelines.intake.readers.reading import Finding, error, warning
from transforms.bridge.sessions import PARTNERS
from transforms.tables.nearest_words import nearest_words

_OPEN, _CLOSED = "open", "closed"
_PAIR_TAGS = {"NS": ("pairid_ns", "pairns", "pair_ns"), "EW": ("pairid_ew", "pairew", "pair_ew")}
_SEATS = {"NS": ("north", "south"), "EW": ("east", "west")}
_OF_SIDE = re.compile(r"(NS|EW)\s*([+-]?[0-9]{1,5})(?:[.]0{1,2})?")
_OF_BOTH = re.compile(rf"{_OF_SIDE.pattern}[\s,;/(]+(?!\1){_OF_SIDE.pattern}\s*\)?")
"""`NS 420 EW -420`: one side, then the other."""
_LONGEST = 40
_TRICKS = 13
_PASSED = ("pass", "passed", "passed out", "all pass", "ap", "po", "p")


class Records(NamedTuple):
    """The results of games, as rows of score tables, and findings on games that are left out."""

    rows: list[Row]
    is_of_teams: bool
    findings: list[Finding]


def records(found: Document, with_tables: set[int]) -> Records:
    """The results in the tags of games that have no score table.

    Args:
        found: the file.
        with_tables: the first lines of games that have a score table.
    """
    games = [game for game in found.games if game.line_no not in with_tables]
    told = [game for game in games if _has_result(game)]
    for game in games:
        if not _has_result(game) and game.get("declarer") and game.get("result"):
            _tell_no_contract(found, game)
    if with_tables and told:
        first = told[0]
        beside = error(
            "pbn.beside_tables",
            "a result in the tags of a game, beside other games with score tables, so it is left out"
            " (results like it: {rows}): put it into a score table of its board",
            line_no=_line_no(first),
            field="Board",
            value=first.get("board"),
            rows=len(told),
        )
        return Records([], False, [beside])
    rooms = {(_room(game), game.get("board")) for game in told}
    is_of_teams = any(says_teams(_word(game, "competition")) or game.get("hometeam") for game in told) or any(
        (_CLOSED, board) in rooms for room, board in rooms if room == _OPEN
    )
    teams = _Teams()
    rows: list[Row] = []
    for game in told:
        row = _row(game)
        if is_of_teams:
            ns, ew = teams.of(game)
            row |= {"PairId_NS": ns, "PairId_EW": ew}
        if not any(row[column] for column in ("PairId_NS", "PairId_EW", "Names_NS", "Names_EW")):
            found.told.error(
                "pbn.nobody",
                "a result without names or numbers of those who played it, so it is left out: export it with North,"
                " East, South and West",
                line_no=_line_no(game),
                field="North",
                value=f"board {game.get('board')}",
            )
        elif game.get("board") is None:
            found.told.error(
                "pbn.board_of_record",
                "a result without its board, so it is left out: write [Board] before it",
                line_no=_line_no(game),
                field="Board",
                value=game.get("contract") or "",
            )
        else:
            rows.append(row)
    return Records(rows, is_of_teams, [*_unfinished(games, told), *_without_result(games, told)])


def _has_result(game: Game) -> bool:
    return game.get("score") is not None or (
        game.get("contract") is not None and (game.get("result") is not None or _word(game, "contract") in _PASSED)
    )


def _tell_no_contract(found: Document, game: Game) -> None:
    near = nearest_words("contract", [tag for tag in game.tags if len(tag) <= _LONGEST])
    slip = game.tags[near[0]] if near and near[0] != "contract" else None
    found.told.error(
        "pbn.no_contract",
        "a game with declarer and tricks, but without contract or score, so it is left out: write its [Contract]",
        line_no=slip.line_no if slip else _line_no(game),
        field="Contract",
        value=f"board {game.get('board')}: {near[0]} {slip.value}" if slip else f"board {game.get('board')}",
    )


def _line_no(game: Game) -> int:
    return game.tags["board"].line_no if "board" in game.tags else game.line_no


def _word(game: Game, tag: str) -> str:
    return (game.get(tag) or "").lower()


def _room(game: Game) -> str:
    room = _word(game, "room")
    return next((known for known in (_OPEN, _CLOSED) if room.startswith(known)), room)


def _unfinished(games: list[Game], told: list[Game]) -> list[Finding]:
    """One warning for the games that have a contract, but no result, beside others that have one."""
    finished = {game.line_no for game in told}
    open_ones = [game for game in games if game.line_no not in finished and game.get("contract")]
    if not told or not open_ones:
        return []
    return [
        warning(
            "pbn.unfinished",
            "a game with a contract, but without tricks or score, beside games that have them; it is no result"
            " (games like it: {rows}): fill in what was scored",
            line_no=_line_no(open_ones[0]),
            field="Result",
            value=f"board {open_ones[0].get('board')}",
            rows=len(open_ones),
        )
    ]


def _without_result(games: list[Game], told: list[Game]) -> list[Finding]:
    """One warning for the games that name who sat there and nothing that was scored, beside others that have a result.

    They may be right, as for a board that was not played.
    """
    have_result = {_who(game) for game in told}
    without = [
        game
        for game in games
        if not (_has_result(game) or game.get("contract") or (game.get("declarer") and game.get("result")))
        and any(_who(game)[1:])
        and _who(game) not in have_result
    ]
    if not told or not without:
        return []
    return [
        warning(
            "pbn.no_result",
            "a game with the names of those who sat there, but without contract or score, beside games that have them;"
            " it is no result (games like it: {rows}): fill in what was scored, or leave it if it was not played",
            line_no=_line_no(without[0]),
            field="Result",
            value=f"board {without[0].get('board')}",
            rows=len(without),
        )
    ]


def _who(game: Game) -> tuple[str | None, ...]:
    """The board, and who sat at the table."""
    sides = (game.get(tag) for tags in (*_SEATS.values(), *_PAIR_TAGS.values()) for tag in tags)
    return game.get("board"), *sides


def _row(game: Game) -> Row:
    declarer = (game.get("declarer") or "").removeprefix("^").upper()[:1] or None
    side = "NS" if declarer in ("N", "S") else "EW"
    digits = re.search(r"[0-9]{1,4}", game.get("round") or game.get("stage") or "")
    return {
        "line_no": str(_line_no(game)),
        "board": game.get("board"),
        "vulnerable": game.vulnerable,
        "Section": game.get("section"),
        "Round": digits and digits[0],
        "Table": game.get("table") or game.get("room"),
        "Contract": game.get("contract"),
        "Declarer": declarer,
        "Result": _tricks(game.get("result"), side),
        **_scores(game.get("score"), side, has_declarer=declarer is not None),
        **{f"PairId_{direction}": _first(game, tags) for direction, tags in _PAIR_TAGS.items()},
        **{
            f"Names_{direction}": ";".join(name for seat in seats if (name := game.get(seat))) or None
            for direction, seats in _SEATS.items()
        },
    }


def _first(game: Game, tags: tuple[str, ...]) -> str | None:
    return next((value for tag in tags if (value := game.get(tag))), None)


def _tricks(result: str | None, side: str) -> str | None:
    """The tricks of the declarer; `NS 9` says whose they are."""
    plain = result.removeprefix("^").upper() if result else None
    told = _OF_SIDE.fullmatch(plain) if plain else None
    both = _OF_BOTH.fullmatch(plain) if plain else None
    if both and int(both[2]) + int(both[4]) == _TRICKS:
        told = both
    if told is None:
        return plain
    return told[2] if told[1] == side else str(_TRICKS - int(told[2]))


def _scores(score: str | None, side: str, *, has_declarer: bool) -> Row:
    """The score from the side of North-South, or those of both sides where both are told.

    Without `NS` or `EW` it is that of the declarer. What is not understood as a whole stays as it is, so that it is
    reported later.
    """
    plain = score.removeprefix("^").upper() if score else None
    if both := _OF_BOTH.fullmatch(plain or ""):
        return {f"Score_{both[1]}": both[2], f"Score_{both[3]}": both[4]}
    told = _OF_SIDE.fullmatch(plain or "")
    if told:
        side, plain = told[1], told[2]
    if plain is None or not re.fullmatch(r"[+-]?[0-9]{1,5}", plain):
        return {"Score_NS": plain}
    return {"Score_NS": str(-int(plain) if side == "EW" and (told or has_declarer) else int(plain))}


class _Teams:
    """Which team sits where: as the room says, or else as the players sat before."""

    def __init__(self) -> None:
        self.team_of: dict[tuple[str, str, str], str] = {}

    def of(self, game: Game) -> tuple[str, str]:
        """The teams that sit North-South and East-West."""
        home, visit = game.get("hometeam") or "1", game.get("visitteam") or "2"
        room = _room(game)
        ns = visit if room == _CLOSED else home
        if room not in (_OPEN, _CLOSED):
            ns = next((team for name in self._names(game, "NS") if (team := self.team_of.get((home, visit, name)))), ns)
        ew = visit if ns == home else home
        for direction, team in (("NS", ns), ("EW", ew)):
            for name in self._names(game, direction):
                self.team_of.setdefault((home, visit, name), team)
        # A plus joins two single players, and a team is one entrant.
        return ns.replace(PARTNERS, "&"), ew.replace(PARTNERS, "&")

    @staticmethod
    def _names(game: Game, direction: str) -> list[str]:
        return [name.casefold() for seat in _SEATS[direction] if (name := game.get(seat))]
