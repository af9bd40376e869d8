"""Files of evenings for `barometer new`, as small as they can be."""

import datetime as dt
from pathlib import Path

USEBIO = """<?xml version="1.0" encoding="UTF-8"?>
<USEBIO Version="1.2"><CLUB><CLUB_NAME>{club}</CLUB_NAME></CLUB><EVENT EVENT_TYPE="MP_PAIRS">
<PROGRAM_NAME>{program}</PROGRAM_NAME><EVENT_DESCRIPTION>{title}</EVENT_DESCRIPTION><DATE>{day}</DATE>
<BOARD><BOARD_NUMBER>1</BOARD_NUMBER>
<TRAVELLER_LINE><NS_PAIR_NUMBER>1</NS_PAIR_NUMBER><EW_PAIR_NUMBER>2</EW_PAIR_NUMBER><SCORE>50</SCORE></TRAVELLER_LINE>
<TRAVELLER_LINE><NS_PAIR_NUMBER>3</NS_PAIR_NUMBER><EW_PAIR_NUMBER>4</EW_PAIR_NUMBER><SCORE>90</SCORE></TRAVELLER_LINE>
</BOARD></EVENT></USEBIO>
"""
RUTER = """% PBN 2.0
% <META  name=Generator  content="Ruter i Norge">
% <META  name=Arranger  content="{club}">
[Event "{title}"]
[Date "{day}"]
[Board "1"]
[ScoreTable "Table\\1R;Round\\1R;PairId_NS\\2R;PairId_EW\\2R;Contract\\3L;Declarer\\1R;Result\\2R"]
1 1  1  2 4S  N 10
2 1  3  4 4S  N  9
"""
DEALS = """% PBN 2.1
[Event "Deals"]
[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432"]
"""


def usebio(
    folder: Path,
    day: dt.date,
    *,
    program: str = "EBUScore Pairs",
    club: str = "Harbour Bridge Club",
    title: str = "Tuesday evening",
) -> Path:
    """An evening as USEBIO."""
    return _written(folder / f"{day}.xml", USEBIO, program=program, club=club, title=title, day=f"{day:%d/%m/%Y}")


def ruter(folder: Path, day: dt.date, *, club: str = "Harbour Bridge Club", title: str = "Tuesday evening") -> Path:
    """An evening as PBN of Ruter."""
    return _written(folder / f"{day}.pbn", RUTER, club=club, title=title, day=f"{day:%Y.%m.%d}")


def _written(path: Path, text: str, **gaps: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text.format(**gaps), encoding="utf-8")
    return path
