"""Evenings of a small club, as files of a scoring program."""

from collections.abc import Sequence

MEMBERS = (
    *("Lotte Akkerman & Vera Guidotti", "Hugo Pradier & Aiko Hoshino", "Jacek Wilczek & Emi Fujikawa"),
    *("Liv Aasgaard & Burak Karaca", "Knut Bakkelund & Hülya Karaca", "Giulia Campagnola & Elvira Gallardo"),
)
STRANGERS = (
    *("Ada Byron & Emmy Noether", "Sofia Germain & Mary Cartwright", "Hypatia Theon & Maria Agnesi"),
    *("Olga Taussky & Julia Bowman", "Ida Rhodes & Grace Murray", "Cathleen Synge & Dorothy Maharam"),
)


def evening(date: str, pairs: Sequence[str] = MEMBERS) -> bytes:
    """A PBN file of an evening: two boards, each pair at one table."""
    names = [pair.replace(" & ", ";") for pair in pairs]
    lines = ["% PBN 2.1", '[Event "Thursday pairs"]', f'[Date "{date.replace("-", ".")}"]', '[Scoring "MP"]']
    for board in (1, 2):
        lines += [f'[Board "{board}"]', '[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result;Names_NS;Names_EW"]']
        for table in range(len(pairs) // 2):
            ns, ew = 2 * table, 2 * table + 1
            lines.append(f'{ns + 1} {ew + 1} 2H S {7 + (table + board) % 3} "{names[ns]}" "{names[ew]}"')
    return "\n".join([*lines, ""]).encode()
