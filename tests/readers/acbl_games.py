"""Games as pages of the ACBL hold them, made from the field names; the players are those of the made-up federation."""

import html
import json
from typing import Any

NAMES = (
    *("Lotte Akkerman", "Vera Guidotti", "Grzegorz Jaworek", "Lotte Hoogland", "Sheila Kirkbride", "Bjørn Øverland"),
    *("Feride Çınarlı", "Anneke Veenhof"),
)
PASSED = {"contract": "PASS", "declarer": "", "opening_lead": "", "result": "", "tricks_taken": None}


def result(no: int, ns: int, ew: int, score: int | str, points: tuple[float, float], **others: Any) -> dict[str, Any]:
    """A result, as a page writes it: numbers as text here and there."""
    of_ew = -score if isinstance(score, int) else score
    return {
        **{"id": no, "round_number": 1, "table_number": ns, "ns_pair": str(ns), "ew_pair": ew},
        **{"ns_score": str(score), "ew_score": str(of_ew), "contract": "4 S", "declarer": "N", "opening_lead": "♥Q"},
        **{"result": "=", "tricks_taken": 10, "ns_match_points": f"{points[0]:.2f}", "ew_match_points": points[1]},
        **others,
    }


def pair(no: int, number: int, direction: str, *names: str) -> dict[str, Any]:
    players = [
        {"id": 10 * no + place, "id_number": f"R{100 * no + place}", "name": name, "mp_total": "12.5"}
        for place, name in enumerate(names)
    ]
    return {"id": no, "pair_number": str(number), "direction": direction, "players": players}


def game(**others: Any) -> dict[str, Any]:
    """Two pairs North-South against two East-West on two boards: a Mitchell movement."""
    boards = [
        {"id": 1, "board_number": 1, "board_results": [
            result(1, 1, 1, 420, (1, 0)), result(2, 2, 2, -50, (0, 1), tricks_taken=9, result="-1"),
        ]},
        {"id": 2, "board_number": 2, "board_results": [
            result(3, 1, 2, "PASS", (0.5, 0.5), **PASSED), result(4, 2, 1, "PASS", (0.5, 0.5), **PASSED),
        ]},
    ]  # fmt: skip
    pairs = [
        pair(1, 1, "N-S", f"{NAMES[0]} (swap names)", NAMES[1]),
        pair(2, 2, "N-S", *NAMES[2:4]),
        pair(3, 1, "E-W", *NAMES[4:6]),
        pair(4, 2, "E-W", *NAMES[6:8]),
    ]
    section = {"id": 5, "name": "A", "boards": boards, "pair_summaries": pairs}
    session = {"id": 7, "hand_record_id": None, "game_date": "2026-03-03 19:30:00", "sections": [section]}
    return {
        **{"id": 9, "club_id_number": "000000", "type": "PAIRS", "board_scoring_method": "MATCH_POINTS"},
        **{"name": "Tuesday evening", "sessions": [session]},
        **others,
    }


def side_by_side(nested: dict[str, Any]) -> dict[str, Any]:
    """The same game, its parts next to each other with ids of what they belong to."""
    flat = {key: value for key, value in nested.items() if key != "sessions"}
    lists: dict[str, list[dict[str, Any]]] = {}

    def lay(name: str, row: dict[str, Any], key: str, above: int) -> None:
        own = {field: value for field, value in row.items() if not isinstance(value, list)}
        lists.setdefault(name, []).append({**own, key: above})
        for below, of in INSIDE.get(name, {}).items():
            for part in row[below]:
                lay(below, part, of, row["id"])

    for session in nested["sessions"]:
        lay("sessions", session, "event_id", nested["id"])
    return {**flat, **lists}


INSIDE = {
    "sessions": {"sections": "session_id"},
    "sections": {"boards": "section_id", "pair_summaries": "section_id"},
    "boards": {"board_results": "board_id"},
    "pair_summaries": {"players": "pair_summary_id"},
}


def page(document: dict[str, Any]) -> str:
    data = html.escape(json.dumps(document))
    head = "<!DOCTYPE html>\n<html><head><title>Results</title></head>\n<body><p>Club</p>\n"
    return f'{head}<result-details v-bind:data="{data}">\n</result-details></body></html>\n'


def page_that_was_shown(document: dict[str, Any]) -> str:
    """A page as a browser saves it after its scripts have put the results in place of the element."""
    data = json.dumps(document).replace("/", "\\/")
    head = "<!DOCTYPE html>\n<html><head><title>Results</title></head>\n<body><table><tr><td>Club</td></tr></table>\n"
    return f"{head}<script>\n    var data = {data};\n    show({{}});\n</script></body></html>\n"
