"""Evenings that come in twice, in two files, without a date, or under an id that another session has."""

from strangers.inputs import SETTINGS, Stranger

_SCORES = (110, -120, 140, 90, -130, 150, 170, -80)
_NAMES = ("Ann - Bob", "Cas - Dee", "Eef - Fay", "Gus - Hal")
_OTHERS = ("Ida - Jan", "Kim - Lea", "Mia - Ned", "Ole - Pia")

_OLD_SEASON = '[[season]]\nname = "2024-25"\nstart = 2024-09-01\nend = 2025-08-31\n'


def _evening(shift: int = 0, names: tuple[str, ...] = _NAMES, changed: dict[int, int] | None = None) -> str:
    """A PBN file of two tables and eight boards; `shift` turns the scores of the boards, `changed` those at table 1."""
    head = ['[Date "2025.09.02"]', '[TotalScoreTable "PairId;Names"]']
    lines = [*head, *(f'{number} "{two}"' for number, two in enumerate(names, start=1))]
    for board in range(1, 9):
        score = _SCORES[(board - 1 + shift) % 8]
        lines += [f'[Board "{board}"]', '[ScoreTable "PairId_NS;PairId_EW;Score_NS"]']
        lines += [f"1 2 {(changed or {}).get(board, score)}", f"3 4 {-score}"]
    return "\n".join([*lines, ""])


def _boards(text: str, boards: int) -> str:
    """The file with the first boards only."""
    return text.split(f'[Board "{boards + 1}"]')[0]


def _session(text: str) -> str:
    return f"{SETTINGS}[[session]]\n{text}\n"


_TWICE = {"monday.pbn": _evening(), "monday (1).pbn": _evening(changed={3: 180})}
_SECTIONS = {"a.pbn": _evening(), "b.pbn": _evening(3, _OTHERS)}
_SEASONS = "session_id,date\n1,2024-09-03\n1,2025-09-02\n"
_DATED = {"monday.pbn": _evening().replace('[Date "2025.09.02"]\n', "")}

STRANGERS: dict[str, Stranger] = {
    "a corrected file beside the one that it corrects": Stranger(
        _TWICE, code="evenings.twice", severity="warning", sessions=1
    ),
    "a newer export of the first boards of an evening": Stranger(
        {"monday.pbn": _evening(), "monday (1).pbn": _boards(_evening(), 5)},
        code="evenings.twice",
        severity="warning",
        sessions=1,
    ),
    "a correction that loses boards": Stranger(
        {"monday.pbn": _evening(), "monday (1).pbn": _boards(_evening(changed={3: 180}), 7)},
        code="evenings.lines_lost",
        sessions=1,
    ),
    "two exports of one evening that differ in nothing that counts": Stranger(
        {"x.pbn": _evening(), "y.pbn": "% exported again\n" + _evening()},
        code="evenings.twice",
        severity="warning",
        sessions=1,
    ),
    "an evening twice, where a director says which one counts": Stranger(
        _TWICE, settings=_session('files = ["monday.pbn"]\nsupersedes = ["monday (1).pbn"]'), sessions=1
    ),
    "an evening twice, where a director keeps both": Stranger(
        _TWICE, settings=_session('session = "monday"\nkeep_both = true'), sessions=2
    ),
    "two sections in two files": Stranger(_SECTIONS, code="evenings.in_parts", severity="warning", sessions=2),
    "two sections in two files, put together": Stranger(
        _SECTIONS, settings=_session('files = ["a.pbn", "b.pbn"]\nsession = "tuesday"'), sessions=1
    ),
    "files put together that are of two dates": Stranger(
        {"a.pbn": _evening(), "b.pbn": _evening(3, _OTHERS).replace("2025.09.02", "2025.09.09")},
        settings=_session('files = ["a.pbn", "b.pbn"]'),
        code="settings.parts",
        sessions=2,
    ),
    "a setting of a session that does not exist": Stranger(
        {"monday.pbn": _evening()},
        settings=_session('session = "mondai"\nkeep_both = true'),
        code="settings.no_session",
        severity="warning",
        sessions=1,
    ),
    "sessions that replace each other in a circle": Stranger(
        _SECTIONS,
        settings=_session('session = "a"\nsupersedes = ["b"]\n[[session]]\nsession = "b"\nsupersedes = ["a"]'),
        code="settings.supersedes",
        sessions=2,
    ),
    "a session without a date": Stranger(_DATED, code="sessions.no_season", sessions=0),
    "a session without a date, to which a director gives one": Stranger(
        _DATED, settings=_session('files = ["monday.pbn"]\ndate = 2025-09-02'), sessions=1
    ),
    "one id in two seasons, and rows that do not say which": Stranger(
        {
            "sessions.csv": _SEASONS,
            "entries.csv": "session_id,line,entrant,player_id\n1,A,1,ann\n",
        },
        settings=_OLD_SEASON + SETTINGS,
        code="sessions.none",
        sessions=2,
    ),
}
