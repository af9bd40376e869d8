"""The folder in which mistakes are made: a competition with an evening in PBN and one in tables, all sound."""

from mistakes.mistake import put

_TOML = """\
club = "Harbour Bridge Club"
competition = "Tuesday evening"

[[season]]
name = "2025-26"
start = 2025-09-01
end = 2026-08-31

[scoring]
profile = "fonteintje"

[ranking]
method = "balanced"
window = 6
"""
_EVENING = """\
% PBN 2.1
[Event "Evening"]
[Date "2025.09.02"]
[Scoring "MP"]
[Board "1"]
[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result"]
1 2 4S N 10
3 4 4S N 9
[Board "2"]
[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result"]
1 2 3NT E 9
3 4 3NT E 9
[TotalScoreTable "PairId;Rank;TotalPercentage;MemberID;Names"]
1 1 75 "1;2" "Liv Aasgaard;Burak Karaca"
2 3 25 "3;4" "Emi Fujikawa;Jacek Wilczek"
3 3 25 "5;6" "Roos Veenhof;Knut Bakkelund"
4 1 75 "7;8" "Hugo Pradier;Alba Calderas"
"""
_PEOPLE = ("Liv Aasgaard", "Burak Karaca", "Emi Fujikawa", "Jacek Wilczek", "Roos Veenhof", "Knut Bakkelund")
_PEOPLE += ("Hugo Pradier", "Alba Calderas")


def lay_out() -> None:
    here = "club/tuesday"
    put(f"{here}/competition.toml", _TOML)
    put(f"{here}/2025-09-02.pbn", _EVENING)
    put(f"{here}/players.csv", "player_id,name\n" + "".join(f"{n},{name}\n" for n, name in enumerate(_PEOPLE, 1)))
    put(f"{here}/sessions.csv", "session_id,date,kind\n2025-09-09,2025-09-09,pairs\n")
    entries = "".join(f"2025-09-09,A,{(n + 1) // 2},{n}\n" for n in range(1, 9))
    put(f"{here}/2025-09-09/entries.csv", f"session_id,line,entrant,player_id\n{entries}")
    put(
        f"{here}/2025-09-09/results.csv",
        "session_id,line,board,ns,ew,contract,declarer,tricks,score\n"
        "2025-09-09,A,1,1,2,4S,N,10,420\n2025-09-09,A,1,3,4,4S,N,9,-50\n",
    )
    put("results.csv", "entrant,rank\n1,1\n2,2\n")
    put("present.csv", "player_id,partner_id\n1,2\n3,4\n")
