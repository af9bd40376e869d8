"""How many rows stand in JSON: in documents of results, and in games as pages of the ACBL hold them."""

import html
import json
import re
from typing import Any

from pipelines.intake.readers import Reading
from pipelines.intake.readers.decoding import decoded

_LISTS = ("entries", "results", "standings", "adjustments", "matches", "deals")
_DATA = re.compile(r"""\sv-bind:data\s*=\s*("[^"]*"|'[^']*')""")
_SCRIPT = re.compile(r"\bvar\s+data\s*=\s*(\{.*\});", re.DOTALL)


def rows_in_results_json(data: bytes, _: Reading) -> int:
    """The sessions, all rows of their lists, and the players, each once with each name."""
    document = _document(decoded(data)[0])
    sessions = document.get("sessions") if isinstance(document, dict) else None
    if not isinstance(sessions, list):
        return 0
    whole = [session for session in sessions if isinstance(session, dict)]
    rows = sum(len(session[key]) for session in whole for key in _LISTS if isinstance(session.get(key), list))
    named = {
        (str(player.get("player_id")), str(player.get("name")))
        for session in whole
        for player in (session["players"] if isinstance(session.get("players"), list) else ())
        if isinstance(player, dict)
    }
    return len(whole) + rows + len(named)


def rows_in_acbl_game(data: bytes, _: Reading) -> int:
    """The objects with pairs of both directions, wherever they are."""
    text = decoded(data)[0]
    if not text.lstrip().startswith("{"):
        found, script = _DATA.search(text), _SCRIPT.search(text)
        text = html.unescape(found[1][1:-1]) if found else script[1] if script else ""
    return _results_in(_document(text))


def _results_in(value: Any) -> int:
    if isinstance(value, list):
        return sum(map(_results_in, value))
    if isinstance(value, dict):
        return ({"ns_pair", "ew_pair"} <= set(value)) + sum(map(_results_in, value.values()))
    return 0


def _document(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
