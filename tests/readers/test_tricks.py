"""Auction and play inside PBN and USEBIO files."""

from urllib.parse import quote

from each import cases
from lin_match import SEATS, Table, lin, match
from readers.test_usebio import board, event, session
from result_files import Read, codes, rows

from pipelines.intake.readers.tricks import calls_in_pbn, cards_in_pbn

TABLES = match(20)
BID_AND_PLAYED = [
    (
        " ".join(table.auction),
        " ".join(card for _, card in table.play) or None,
        table.play[0][1] if table.play else None,
    )
    for table in TABLES
]


def game(table: Table) -> str:
    """The table with the cards of each trick in the order of the seats, as PBN has them."""
    dealer = SEATS[(table.board - 1) % 4]
    tags = {
        "Event": "Cup", "Date": "2026.01.14", "Board": table.board, "Room": table.room.title(), "HomeTeam": "Quarry",
        "VisitTeam": "Harbour", "North": "Ann", "East": "Bob", "South": "Cy", "West": "Di", "Dealer": dealer,
        "Contract": table.contract.replace("PASS", "Pass"), "Declarer": table.declarer, "Result": table.tricks,
    }  # fmt: skip
    text = "".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + f'[Auction "{dealer}"]\n'
    text += "".join(f"{call} =1=" + " \n"[at % 4 == 3] for at, call in enumerate(table.auction))
    if not table.play:
        return text + "\n\n"
    leader = SEATS.index(table.declarer) + 1
    seats = [SEATS[(leader + at) % 4] for at in range(4)]
    text += f'\n[Note "1:natural"]\n[Play "{seats[0]}"]\n'
    for start in range(0, len(table.play), 4):
        cards = dict(table.play[start : start + 4])
        text += " ".join(cards[seat] for seat in seats) + "\n"
    return text + "*\n\n"


def test_games_of_pbn_have_auction_and_play(read: Read) -> None:
    found = read("% PBN 2.1\n" + "".join(map(game, TABLES)), "match.pbn")
    assert found.findings.is_empty()
    assert rows(found, "results", "auction", "play", "lead") == BID_AND_PLAYED


@cases(
    (["1NT AP"], "1NT Pass Pass Pass"),
    (["Pass Pass AP"], "Pass Pass Pass Pass"),
    (["1C! $2 Pass =1= 1H?", "X *"], "1C Pass 1H X"),
    (["+"], None),
)
def test_calls_of_pbn(lines: list[str], calls: str | None) -> None:
    assert calls_in_pbn(lines) == calls


@cases(
    (["SA S2 S3 S4", "H2 - - -"], "4S", "SA S2 S3 S4 H2"),
    (["SA S2 H3 S4", "S5 S6 H2 -", "*"], "4H", "SA S2 H3 S4 H2"),
    (["- S2 S3 S4"], "3N", None),
)
def test_cards_of_pbn(lines: list[str], contract: str, cards: str | None) -> None:
    assert cards_in_pbn(lines, contract) == cards


def test_lines_of_usebio_have_auction_and_play_of_the_lin_in_them(read: Read) -> None:
    texts = [lin([table], rs=False) for table in TABLES[::2]]
    texts[1] = f"https://example.org/view?lin={quote(texts[1])}"
    boards = "".join(
        board(table.board, ("1", "2", f"{result(table)}<LIN>{text}</LIN>"))
        for table, text in zip(TABLES[::2], texts, strict=True)
    )
    found = read(event(session(boards)), "evening.xml")
    assert found.findings.is_empty()
    assert rows(found, "results", "auction", "play", "lead") == BID_AND_PLAYED[::2]
    assert [deal for (deal,) in rows(found, "deals", "board")] == [table.board for table in TABLES[::2]]


def result(table: Table) -> str:
    cells = {"CONTRACT": table.contract, "PLAYED_BY": table.declarer, "TRICKS": table.tricks, "SCORE": table.score}
    return "".join(f"<{name}>{value}</{name}>" for name, value in cells.items() if table.declarer or name == "CONTRACT")


def test_results_that_differ_from_auction_or_play_are_reported_once_and_count(read: Read) -> None:
    whole = next(table for table in TABLES if len(table.play) == 52)
    bare = whole._replace(auction=["*"])
    others = [table for table in TABLES if table.board != whole.board]
    for wrong in (
        whole._replace(contract="1NT" if whole.contract[0] != "1" else "2NT"),
        whole._replace(tricks=whole.tricks ^ 1),
        bare._replace(tricks=whole.tricks ^ 1),
    ):
        found = read("% PBN 2.1\n" + "".join(map(game, (*others, wrong))), "match.pbn")
        assert codes(found) == ["tables.doubtful/played"]
        (stated,) = rows(found, "findings", "value")[0]
        assert str(stated).startswith(
            f"board {whole.board}: {wrong.contract.replace('NT', 'N')} {wrong.declarer} {wrong.tricks}"
        )
        assert rows(found, "results", "tricks")[-1] == (wrong.tricks,)
        assert rows(found, "stated", "what", "value") == [("contradictions", 1)]
