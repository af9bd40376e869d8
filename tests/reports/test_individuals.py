"""What a player finds of an evening with another partner each round: a scorecard as all others have."""

import re
from itertools import product
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from factories import Tables, competitions, frame
from lxml import etree
from page_files import root_of
from reports.conftest import computed
from reports.reading import text_of
from reports.whole_site import write_site

from transforms.tables.schemas import Entries, Players, Results, Sessions

ROUNDS = [
    ("8+1", "2+4", "7+3", "5+6"),
    ("8+2", "3+5", "1+4", "6+7"),
    ("8+3", "4+6", "2+5", "7+1"),
    ("9+4", "5+7", "3+6", "1+2"),
]
"""Four rounds of eight players at two tables; in the last 9 plays for 8, who sits out."""
OUT = "8"
SCORES = (("3N", 9, 400), ("3N", 8, -50), ("4S", 10, 420), ("1N", 9, 150), ("PASS", None, 0))


@pytest.fixture(scope="module")
def individual() -> Tables:
    lines = []
    for (number, pairs), at, table in product(enumerate(ROUNDS, start=1), (1, 0), (0, 1)):
        board = 2 * number - at
        contract, tricks, score = SCORES[(2 * board + 3 * table) % len(SCORES)]
        row = {"round": number, "board": board, "ns": pairs[2 * table], "ew": pairs[2 * table + 1]}
        declarer = None if tricks is None else "N"
        lines.append({**row, "contract": contract, "declarer": declarer, "tricks": tricks, "score": score})
    lines += [{"round": 4, "board": board, "ns": OUT, "ew": None} for board in (7, 8)]
    people = [str(number) for number in range(1, 10)]
    return computed(
        {
            "raw.competitions": competitions(scoring={"sit_out": "average"}),
            "raw.sessions": frame(Sessions, {"title": "Individual"}),
            "raw.players": frame(Players, *({"player_id": f"p{one}", "name": f"Player {one}"} for one in people)),
            "raw.entries": frame(Entries, *({"player_id": f"p{one}", "entrant": one} for one in people)),
            "raw.results": frame(Results, *lines),
        }
    )


@pytest.fixture(scope="module")
def folder(individual: Tables, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_site(individual, tmp_path_factory.mktemp("individual")).parent / "club" / "evening" / "2025-26"


@pytest.fixture(scope="module")
def cards(folder: Path) -> dict[str, etree._Element]:
    articles = root_of(folder / "hands" / "1" / "a-cards.html").xpath("//article")
    return {article.get("id").removeprefix("a-"): article for article in articles}


def own_lines(individual: Tables, player: str) -> list[dict[str, Any]]:
    sheet = individual["scored.control_sheet"].sort("board").to_dicts()
    return [row for row in sheet if player in (*row["ns"].split("+"), *row["ew"].split("+"))]


def test_every_player_has_a_card_with_the_own_boards(individual: Tables, cards: dict[str, etree._Element]) -> None:
    assert sorted(cards) == [str(number) for number in range(1, 10)]
    for player, card in cards.items():
        assert text_of(card.find("h2")) == f"{player} Player {player}"
        shown = [[text_of(cell) for cell in row] for row in card.xpath(".//tbody/tr[td]")]
        own = own_lines(individual, player)
        of_ns = [player in row["ns"].split("+") for row in own]
        signed = [row["score"] if ns else -row["score"] for row, ns in zip(own, of_ns, strict=True)]
        points = [row["ns_points"] if ns else row["ew_points"] for row, ns in zip(own, of_ns, strict=True)]
        assert [int(row[0]) for row in shown] == [row["board"] for row in own]
        assert [int(row[2].replace("−", "-")) for row in shown] == signed
        assert [float(row[5]) for row in shown] == points
        assert len(shown) == (2 if player == "9" else 6 if player == OUT else 8)


def test_the_total_is_that_of_the_result_list(individual: Tables, cards: dict[str, etree._Element]) -> None:
    """Whoever sat out has points beyond those of the boards, and is told for what."""
    results = individual["scored.session_results"]
    assert results.height == len(cards)
    for player, points, score, rank in results.select("entrant", "points", "score", "rank").iter_rows():
        (foot,) = cards[player].xpath(".//tfoot/tr")
        *_, share, total = [text_of(cell) for cell in foot]
        said = text_of(cards[player])
        assert f"{score:.2f} % · rank {rank}" in said
        if player == OUT:
            assert points == float(total) + 2
            assert re.search(rf"{total} on the boards, 2 for \w+", said)
        else:
            assert (float(total), float(share)) == (points, pytest.approx(score, abs=0.051))


def test_who_is_not_shown_is_a_member_beside_partner_and_opponents(individual: Tables, tmp_path: Path) -> None:
    hidden = individual["raw.players"].with_columns(public=pl.col("player_id") != "p3")
    write_site(individual | {"raw.players": hidden}, tmp_path)
    pages = [page.read_text(encoding="utf-8") for page in tmp_path.rglob("hands/*/*.html")]
    assert not [page for page in pages if "Player 3" in page]
    assert sum("with a member, against" in page for page in pages) == 1
