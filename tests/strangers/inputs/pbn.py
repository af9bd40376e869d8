"""PBN as strangers hand it in."""

from strangers.inputs import Stranger

_TOP = '% PBN 2.1\n[Event "Evening"]\n[Date "2025.10.14"]\n'
_LIST = '[TotalScoreTable "Rank;PairId;Names"]\n1 1 "A - B"\n2 2 "C - D"\n3 3 "E - F"\n4 4 "G - H"\n'
_HEADER = '[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result;Score_NS;Score_EW"]'
_SCORES = f"{_HEADER}\n1 2 4S N 10 420 -\n3 4 4S N 9 - 50\n"
_OPEN_TAG = _SCORES.replace('"]', "")
_FIRST = f'[Board "1"]\n{_LIST}{_SCORES}\n'
_WHOLE = f'{_TOP}{_FIRST}[Board "2"]\n{_SCORES}'
_LONG = f"{_TOP}{_FIRST}" + "".join(
    f'[Board "{board}"]\n{_SCORES}\n' for board in (3, 6, 8, 9, 11, 14, 16, 17, 19, 22, 24, 25)
)
_DEAL = '[Board "1"]\n[Deal "N:AKQ2.AK3.AK4.AKQ JT98.QJT.QJT.JT9 765.9876.9876.87 43.542.532.65432"]\n'
_ROOM = (
    '[Board "1"]\n[Room "{}"]\n[North "{}"]\n[East "{}"]\n[South "{}"]\n[West "{}"]\n'
    '[Contract "4S"]\n[Declarer "N"]\n[Result "{}"]\n[Score "NS {}"]\n\n'
)

STRANGERS: dict[str, Stranger] = {
    "a PBN with remarks, empty lines and escapes in its tables": Stranger(
        {"evening.pbn": _WHOLE.replace("3 4", "; remark\n\n% escape\n{ a comment\nof two lines }\n3 4")}, sessions=1
    ),
    "a PBN with a remark behind the tag of a table": Stranger(
        {"evening.pbn": _WHOLE.replace(_HEADER, f"  {_HEADER} ; remark").replace("ScoreTable", "Scoretable")},
        sessions=1,
    ),
    "a PBN with a tag that is never closed": Stranger(
        {"evening.pbn": f'{_TOP}{_FIRST}[Board "2"]\n{_OPEN_TAG}'}, code="pbn.left_out", sessions=1
    ),
    "a PBN with a score table under no tag": Stranger(
        {"evening.pbn": f'{_TOP}{_FIRST}[Board "2"]\n{_SCORES[1:]}'}, code="pbn.left_out", sessions=1
    ),
    "a PBN with a table before any board": Stranger(
        {"evening.pbn": f"{_TOP}{_SCORES}{_FIRST}"}, code="pbn.left_out", sessions=1
    ),
    "a PBN with a comment that is never closed": Stranger(
        {"evening.pbn": _WHOLE.replace("3 4", "{ 3 4", 1)}, code="pbn.passed_over", sessions=1
    ),
    "a PBN cut off in a row": Stranger({"evening.pbn": _WHOLE[:-8]}, code="pbn.cut_off", sessions=1),
    "a PBN cut off in a tag": Stranger({"evening.pbn": f"{_TOP}{_FIRST}[Boa"}, code="pbn.cut_off", sessions=1),
    "a PBN cut off before the last table": Stranger(
        {"evening.pbn": f'{_TOP}{_FIRST}[Board "2"]\n'}, code="pbn.doubtful", severity="warning", sessions=1
    ),
    "a PBN without any result": Stranger({"evening.pbn": f"{_TOP}{_LIST}"}, code="pbn.no_results", sessions=0),
    "a PBN of deals beside one of results": Stranger(
        {"evening.pbn": _WHOLE, "hands.pbn": f"{_TOP}{_DEAL}"}, sessions=1
    ),
    "a PBN with two winners and two sections": Stranger(
        {
            "evening.pbn": f'{_TOP}[Board "1"]\n[ScoreTable "Section;PairId_NS;PairId_EW;Score;Names_NS;Names_EW"]\n'
            'A 1 1 "NS 420" Alfa-Bravo Charlie-Delta\nA 2 2 "EW 50" Echo-Foxtrot Golf-Hotel\n'
            'B 1 1 PASS India-Juliet Kilo-Lima\nB 2 2 "NS 420" Mike-November Oscar-Papa\n'
        },
        sessions=1,
    ),
    "a PBN with a game for each room": Stranger(
        {
            "match.pbn": _TOP
            + _ROOM.format("Open", "Ann", "Bo", "Cy", "Di", 10, 420)
            + _ROOM.format("Closed", "Ed", "Fay", "Guy", "Hal", 9, -50)
        },
        sessions=1,
    ),
    "a PBN with a result that nobody played": Stranger(
        {"match.pbn": _TOP + _ROOM.format("", "", "", "", "", 10, 420)}, code="pbn.left_out", sessions=0
    ),
    "a PBN whose boards disagree on the day": Stranger(
        {"evening.pbn": _WHOLE.replace('[Board "2"]', '[Date "2025.10.15"]\n[Board "2"]')},
        code="pbn.doubtful",
        severity="warning",
        sessions=1,
    ),
    "a PBN with a misspelt column": Stranger(
        {"evening.pbn": _WHOLE.replace("Contract", "Contrct", 1)}, code="pbn.passed_over", sessions=1
    ),
    "a PBN pasted twice into one file": Stranger(
        {"evening.pbn": _LONG + _LONG}, code="results.seen_before", sessions=1
    ),
    "a PBN of opening brackets": Stranger({"evening.pbn": "% PBN\n" + "[\n" * 20_000}, code="pbn.left_out", sessions=0),
    "a PBN of one line without an end": Stranger(
        {"evening.pbn": f'{_TOP}[Board "1"]\n{_HEADER}\n"' + "1 " * 500_000}, code="pbn.cut_off", sessions=0
    ),
}
