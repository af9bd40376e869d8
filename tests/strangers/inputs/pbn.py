"""PBN as strangers hand it in."""

from strangers.inputs import Stranger

_TOP = '% PBN 2.1\n[Event "Evening"]\n[Date "2025.10.14"]\n'
_LIST = '[TotalScoreTable "Rank;PairId;Names"]\n1 1 "A - B"\n2 2 "C - D"\n3 3 "E - F"\n4 4 "G - H"\n'
_HEADER = '[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result;Score_NS;Score_EW"]'
_SCORES = f"{_HEADER}\n1 2 4S N 10 420 -\n3 4 4S N 9 - 50\n"
_FIRST = f'[Board "1"]\n{_LIST}{_SCORES}\n'
_WHOLE = f'{_TOP}{_FIRST}[Board "2"]\n{_SCORES}'

STRANGERS: dict[str, Stranger] = {
    "a PBN with remarks, empty lines and escapes in its tables": Stranger(
        {"evening.pbn": _WHOLE.replace("3 4", "; remark\n\n% escape\n{ a comment\nof two lines }\n3 4")}, sessions=1
    ),
    "a PBN with a comment that is never closed": Stranger(
        {"evening.pbn": _WHOLE.replace("3 4", "{ 3 4", 1)}, code="pbn.passed_over", sessions=1
    ),
    "a PBN cut off in a row": Stranger({"evening.pbn": _WHOLE[:-8]}, code="pbn.cut_off", sessions=1),
    "a PBN of opening brackets": Stranger({"evening.pbn": "% PBN\n" + "[\n" * 20_000}, code="pbn.left_out", sessions=0),
    "a PBN of one line without an end": Stranger(
        {"evening.pbn": f'{_TOP}[Board "1"]\n{_HEADER}\n"' + "1 " * 500_000}, code="pbn.cut_off", sessions=0
    ),
}
