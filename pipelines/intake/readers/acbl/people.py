"""Who played, and what the page says that each pair made of the evening."""

import re

import polars as pl

from pipelines.intake.readers.acbl.parts import Part, items, text_of
from pipelines.intake.readers.acbl.sessions import Sessions, direction_of
from pipelines.intake.readers.people import SCHEMA as PEOPLE

_SWAP = re.compile(r"\s*\(swap names\)\s*$", re.IGNORECASE)
_LENT = ("#", "tmp:")
"""How a number begins that ACBLscore, or the page, gives to somebody who is no member."""
_COLUMNS = ("session_id", "line", "entrant", "points", "score", "rank", "line_no")


def people_of(players: list[Part], sessions: Sessions) -> pl.DataFrame:
    """A row for each person, with the columns of `pipelines.intake.readers.people`."""
    rows = [row for player in players if (row := _person(player, sessions))]
    return pl.DataFrame(rows, schema=PEOPLE)


def official_results_of(pairs: list[Part], sessions: Sessions, kind: str) -> pl.DataFrame:
    """A row for each pair of which the page gives a total: the points as printed, the percentage or IMPs, the rank."""
    rows = [row for pair in pairs if (row := _official(pair, sessions, kind))]
    return pl.DataFrame(rows, schema=dict.fromkeys(_COLUMNS, pl.String))


def _person(player: Part, sessions: Sessions) -> dict[str, str | None] | None:
    """None where its section has no line."""
    pair = player.parent
    section = pair.parent if pair else None
    place = sessions.place(section)
    if pair is None or section is None or place is None:
        return None
    direction = direction_of(pair.of)
    number = text_of(player.of, "id_number")
    return {
        "session_id": place[0],
        "line": place[1],
        "entrant": sessions.entrant(section, text_of(pair.of, "pair_number"), direction),
        "direction": direction if sessions.doubled else None,
        "name": _name(text_of(player.of, "name") or ""),
        "member_number": None if number is None or number.lower().startswith(_LENT) else number,
        "line_no": str(player.no),
    }


def _name(written: str) -> str | None:
    """The name as it is spoken: `Akkerman, Lotte` is Lotte Akkerman."""
    name = _SWAP.sub("", written)
    family, *given = (part.strip() for part in name.split(","))
    return (f"{given[0]} {family}" if len(given) == 1 else name).strip() or None


def _official(pair: Part, sessions: Sessions, kind: str) -> dict[str, str | None] | None:
    section = pair.parent
    place = sessions.place(section)
    points, percentage = (text_of(pair.of, key) for key in ("score", "percentage"))
    score = percentage if kind == "pairs" else points
    if section is None or place is None or score is None:
        return None
    return {
        "session_id": place[0],
        "line": place[1],
        "entrant": sessions.entrant(section, text_of(pair.of, "pair_number"), direction_of(pair.of)),
        "points": points if kind == "pairs" else None,
        "score": score,
        "rank": _rank(pair),
        "line_no": str(pair.no),
    }


def _rank(pair: Part) -> str | None:
    """The rank among all pairs of the section: the first stratum holds them all; `1/2` shares the first two places."""
    for place in items(pair.of, "strat_place"):
        if isinstance(place, dict) and (text_of(place, "strat_number"), text_of(place, "type")) == ("1", "Section"):
            return (text_of(place, "rank") or "").split("/")[0] or None
    return None
