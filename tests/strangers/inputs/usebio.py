"""USEBIO as strangers hand it in: strange, hostile, or of a kind that is not known."""

from strangers.inputs import Stranger

_LINE = (
    "<TRAVELLER_LINE><NS_PAIR_NUMBER>1</NS_PAIR_NUMBER><EW_PAIR_NUMBER>2</EW_PAIR_NUMBER>"
    "<SCORE>420</SCORE>{}</TRAVELLER_LINE>\n"
)
_MATCHPOINTS = "<NS_MATCH_POINTS>2</NS_MATCH_POINTS>"


def _board(*lines: str) -> str:
    return f"<BOARD><BOARD_NUMBER>1</BOARD_NUMBER>\n{''.join(lines)}</BOARD>\n"


def _pair(number: str, rest: str = "") -> str:
    player = f"<PLAYER><PLAYER_NAME>Player {number}</PLAYER_NAME></PLAYER>"
    return f"<PAIR><PAIR_NUMBER>{number}</PAIR_NUMBER>{rest}{player}</PAIR>\n"


def _event(body: str, event_type: str = "PAIRS", date: str = "06/10/2025") -> str:
    return f'<USEBIO Version="1.2"><EVENT EVENT_TYPE="{event_type}"><DATE>{date}</DATE>\n{body}</EVENT></USEBIO>\n'


def _evening(rest: str = "", name: str = "", **event: str) -> str:
    people = _pair("1", rest).replace("Player 1", f"Player 1{name}") + _pair("2")
    return _event(f"<PARTICIPANTS>{people}</PARTICIPANTS>\n{_board(_LINE.format(_MATCHPOINTS))}", **event)


_MATCH = "<MATCH><TEAM>1</TEAM><OPPOSING_TEAM>2</OPPOSING_TEAM><TEAM_SCORE>10</TEAM_SCORE></MATCH>\n"


def _handed_in(content: str, code: str, severity: str = "error", sessions: int | None = 1) -> Stranger:
    return Stranger({"evening.xml": content}, code=code, severity=severity, sessions=sessions)


STRANGERS: dict[str, Stranger] = {
    "USEBIO with 3,500 empty pairs and sessions": _handed_in(
        _event("<PARTICIPANTS>" + "<PAIR/>" * 3500 + "</PARTICIPANTS>" + "<SESSION/>" * 3500),
        "usebio.left_out",
        sessions=0,
    ),
    "USEBIO with a place of 5,000 nines": _handed_in(_evening(f"<PLACE>{'9' * 5000}</PLACE>"), "usebio.taken_as_empty"),
    "USEBIO with a lone surrogate": _handed_in(_evening(name="&#xD800;"), "decoding.letters", "warning"),
    "USEBIO 20,000 deep": _handed_in(_event("<A>" * 20_000 + "</A>" * 20_000), "xml.not_sound", sessions=0),
    "USEBIO with entities": _handed_in(
        '<!DOCTYPE USEBIO [<!ENTITY a "b">]>' + _evening(name="&a;"), "xml.left_out", sessions=0
    ),
    "USEBIO with IMPs of 5,000 digits": _handed_in(
        _event(_MATCH.replace("</MATCH>", f"<BOARD><IMPS>{'9' * 5000}</IMPS></BOARD></MATCH>"), "TEAMS"),
        "usebio.taken_as_empty",
    ),
    "USEBIO with an attribute of 1 MB": _handed_in(
        _event(
            f"<SESSION><SECTION SECTION_ID='{'x' * 1_000_000}'>{_board(_LINE.format(_MATCHPOINTS))}</SECTION></SESSION>"
        ),
        "usebio.taken_as_empty",
    ),
    "USEBIO with 3,000 matches": _handed_in(_event(_MATCH * 3000, "TEAMS"), "usebio.scoring", "warning"),
    "USEBIO cut off": _handed_in(_evening()[:-60], "usebio.left_out"),
}
