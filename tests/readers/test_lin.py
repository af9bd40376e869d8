"""LIN: matches in two rooms, single tables, and files that differ."""

from pathlib import Path
from urllib.parse import quote

import polars as pl
from each import cases
from factories import competitions, in_warehouse
from lin_match import NAMES, SEATS, TEAMS, imps, lin, match
from result_files import Read, codes, rows

from pipelines.intake.readers.lin import of_one_table
from pipelines.settings.scoring import profile_table
from transforms.bridge.cards import from_north
from transforms.checks.assembly import assemble
from transforms.season import season_tables

FILES = Path(__file__).parents[1] / "fuzz" / "corpus" / "lin"
MATCH = (FILES / "match.lin").read_text(encoding="utf-8")
ONE_TABLE = (FILES / "one-table.lin").read_text(encoding="utf-8")
BOARD = "pn|a,b,c,d|md|3S9HA8765DQJ8CAJ85,SAT63H42DA4C97632,SKJ752HKQJD9753CQ,|sv|o|mb|1S|mb|p|mb|p|mb|p|"


@cases((100, False), (10, True))
def test_a_hundred_boards_of_a_match_in_two_rooms(read: Read, boards: int, has_list: bool) -> None:
    tables = match(boards)
    found = read(lin(tables, rs=has_list))
    assert (found.format, codes(found)) == ("lin", [])
    expected = [
        (
            table.board, table.room, *(TEAMS if table.room == "open" else TEAMS[::-1]),
            table.contract.replace("NT", "N"), table.declarer or None, table.tricks if table.declarer else None,
            " ".join(table.auction), " ".join(card for _, card in table.play) or None,
        )
        for table in tables
    ]  # fmt: skip
    columns = ("board", "table", "ns", "ew", "contract", "declarer", "tricks", "auction", "play")
    assert rows(found, "results", *columns) == expected
    deals = found.tables["deals"].select("board", "dealer", deal=from_north(pl.col("deal"))).rows()
    assert deals == [(table.board, SEATS[(table.board - 1) % 4], _deal(table.hands)) for table in tables[::2]]
    teams = [*TEAMS, *TEAMS, *TEAMS[::-1], *TEAMS[::-1]]
    assert sorted(rows(found, "entries", "entrant", "player_id")) == sorted(zip(teams, NAMES, strict=True))
    assert _imps(found.tables) == {TEAMS[0]: imps(tables), TEAMS[1]: -imps(tables)}


def _deal(hands: dict[str, list[str]]) -> str:
    def held(seat: str, suit: str) -> str:
        return "".join(sorted((card[1] for card in hands[seat] if card[0] == suit), key="AKQJT98765432".index))

    return "N:" + " ".join(".".join(held(seat, suit) for suit in "SHDC") for seat in SEATS)


def _imps(tables: dict[str, pl.DataFrame]) -> dict[str, float]:
    """The IMPs of each team, as a build makes them from what was read."""
    of_club = {"club": "club", "competition": "evening"}
    where = [pl.lit(of).alias(key) for key, of in of_club.items()]
    read = {name: rows.with_columns(where) for name, rows in tables.items()}
    read["sessions"] = read["sessions"].with_columns(date=pl.date(2026, 3, 3))
    raw, findings = assemble(read, competitions())
    assert findings.is_empty()
    given = in_warehouse({**raw, "competitions": competitions()}) | {"profiles": profile_table()}
    made = season_tables(given, ["scored.match_results"])
    return dict(made["scored.match_results"].select("team", "imps").rows())


def test_tables_of_pairs_keep_boards_that_are_not_finished(read: Read) -> None:
    found = read(ONE_TABLE)
    assert codes(found) == ["lin.unfinished"]
    columns = ("board", "ns", "ew", "contract", "declarer", "tricks", "lead", "ruling")
    assert rows(found, "results", *columns) == [
        (1, "1", "2", "4H", "S", 11, "DA", None),
        (2, "2", "1", None, None, None, None, "not_played"),
    ]
    assert found.tables["results"]["auction"][1] == "Pass Pass 1C X"
    assert rows(found, "deals", "board", "dealer", "vulnerable") == [(1, "N", "none"), (2, "E", "ns")]
    assert rows(found, "entries", "entrant", "player_id") == [("1", "carl"), ("1", "anna"), ("2", "bert")]
    assert rows(found, "sessions", "kind") == [("pairs",)]


@cases(
    ("mc|9|", "1S", 9),
    ("pc|C4|pc|C5|pc|C2|pc|CQ|mc|8|", "1S", 8),
    ("pc|C4C5C2CQ|mc|8|", "1S", 8),
    ("", None, None),
)
def test_the_result_of_a_board_without_a_list(read: Read, after: str, contract: str | None, tricks: int | None) -> None:
    found = read(f"{BOARD}{after}")
    assert rows(found, "results", "contract", "tricks") == [(contract, tricks)]


def test_boards_without_numbers_get_those_of_their_dealer_and_vulnerability(read: Read) -> None:
    other = BOARD.replace("md|3S9H", "md|1S9H").replace("sv|o", "sv|b")
    found = read(f"{BOARD}mc|7|\n{other.replace('KJ752', 'KJ742')}mc|8|\n{BOARD}mc|9|")
    assert rows(found, "results", "board", "declarer", "line_no") == [(1, "N", 1), (1, "N", 3), (7, "S", 2)]


def test_a_board_that_only_the_list_has_is_a_result(read: Read) -> None:
    found = read("".join(line for line in MATCH.splitlines(keepends=True) if not line.startswith(("qx|c", "pc|CK"))))
    lines = rows(found, "results", "board", "table", "ns", "contract", "tricks", "auction")
    assert lines[1] == (1, "closed", "Harbour", "4S", 9, None)
    assert [line[3] for line in lines] == ["4S", "4S", "3N", "PASS"]


@cases(
    ("mc|9|", "mc|8|", "lin.doubtful/claim"),
    ("4SN-1", "4HN-1", "tables.doubtful/played"),
    ("mb|4S|mb|p|mb|p|mb|p|pg||\r\npc|CK", "mb|4H|pc|CK", "tables.doubtful/played"),
)
def test_the_list_counts_where_the_play_differs(read: Read, old: str, new: str, code: str) -> None:
    found = read(MATCH.replace("\n", "\r\n").replace(old, new))
    assert codes(found) == [code]
    assert rows(found, "results", "contract", "tricks")[1] == ("4H" if "N-" in new else "4S", 9)
    assert found.tables["stated"]["what"].to_list() == ["contradictions"]


@cases(("4SN-1", "A=="), ("4SN-1", "A+-"), ("4SN-1", "4SxN-1"), ("4SN-1", "4SNxx-1"))
def test_words_of_the_list(read: Read, old: str, new: str) -> None:
    (_, result, *_) = rows(read(MATCH.replace(old, new)), "results", "contract", "ruling")
    expected = {"A==": (None, "average"), "A+-": (None, "a+_-"), "4SxN-1": ("4SX", None), "4SNxx-1": ("4SXX", None)}
    assert result == expected[new]


@cases(("mb|2H|", "mb|8H|", "call"), ("pc|D3|", "pc|D1|", "card"))
def test_a_word_that_is_not_understood_ends_auction_or_play(read: Read, old: str, new: str, variant: str) -> None:
    found = read(ONE_TABLE.replace(old, new))
    assert f"lin.cut_off/{variant}" in codes(found)
    whole = {"call": "1S Pass", "card": "1S Pass 2H Pass 4H Pass Pass Pass"}
    assert found.tables["results"]["auction"][0] == whole[variant]


@cases(
    (("qx|o2|", "qx|open|"), "board", 9),
    (("I,1,2,", "I,1,3,"), "boards", 1),
    (("pg||\nqx|c2", "pg|\nqx|c2"), "key", 11),
    (("qx|c1|", "qx|c1||"), "key", 7),
    (("Anna S,", ""), "names", 3),
    (("3NE+1", "3N"), "result", 2),
)
def test_a_file_that_differs_is_left_out_whole(read: Read, change: tuple[str, str], variant: str, line_no: int) -> None:
    found = read(MATCH.replace(*change, 1))
    assert codes(found) == [f"lin.left_out/{variant}"]
    assert found.findings["line_no"].to_list() == [line_no]
    assert all(table.is_empty() for table in found.tables.values())


def test_a_file_that_is_cut_off_is_left_out(read: Read) -> None:
    for end in (len(MATCH) - 3, MATCH.index("pc|CK") + 4, MATCH.index("Anna") + 9):
        assert codes(read(MATCH[:end])) == ["lin.left_out/cut_off"]
    assert codes(read("vg|a,b,I,,,c,0,d,0|")) == ["lin.left_out/no_boards"]


@cases(True, False)
def test_auction_and_play_of_a_link(is_quoted: bool) -> None:
    text = f"{BOARD}pc|C4|"
    link = f"https://example.org/handviewer.html?lin={quote(text) if is_quoted else text}"
    found = of_one_table(link)
    assert [found[of] for of in ("auction", "play", "dealer", "vulnerable")] == ["1S Pass Pass Pass", "C4", "N", "None"]
    assert not any(of_one_table("no link").values())
