"""Pairs of whom one player alone is known: pages say that there was a partner, and who it was nobody knows."""

from pathlib import Path

import polars as pl
import pytest
from factories import Tables, competitions, frame
from reports.reading import EMPTY, text_of
from reports.whole_site import write_site

from pipelines.words.languages import speaking
from transforms.intake.entrants import lone_players
from transforms.tables.schemas import Competitions, Entries, Players, SessionResults, Sessions

PARTNER = {"en": "a partner not named", "nl": "een onbekende partner"}
PARTNER |= {"fr": "un partenaire inconnu", "nb": "en ukjent makker"}


def entries(*seats: tuple[str, str]) -> pl.DataFrame:
    """(entrant, player) each."""
    return frame(Entries, *({"entrant": entrant, "player_id": player} for entrant, player in seats))


def of_one_pair(language: str) -> Tables:
    """Two entrants of two, and one of Ann alone, who has won."""
    results = ({"entrant": str(number), "rank": number, "score": 60.0 - number} for number in (1, 2, 3))
    return EMPTY | {
        "raw.competitions": Competitions.cast(competitions().with_columns(language=pl.lit(language))),
        "raw.sessions": frame(Sessions, {}),
        "raw.players": frame(Players, {"player_id": "7", "name": "Ann Ames"}),
        "raw.entries": entries(("1", "7"), ("2", "c"), ("2", "d"), ("3", "e"), ("3", "f")),
        "scored.session_results": frame(SessionResults, *results),
    }


@pytest.mark.parametrize("language", PARTNER)
def test_a_pair_of_one_known_player_is_no_single_player(language: str, tmp_path: Path) -> None:
    with speaking(language):
        write_site(of_one_pair(language), tmp_path, only=["sessions/*.html", "index.html"])
    pair = f"Ann Ames & {PARTNER[language]}"
    assert pair in text_of(tmp_path / "club" / "evening" / "2025-26" / "sessions" / "1.html")
    assert pair in text_of(tmp_path / "index.html"), "whose last evening it is"


def test_where_players_are_entrants_each_nobody_is_missing() -> None:
    sessions = frame(Sessions, {})
    assert lone_players(entries(("1", "a"), ("2", "b"), ("3", "c"), ("3", "d")), sessions).is_empty()
    assert lone_players(entries(("1", "a"), ("2", "b"), ("2", "c")), sessions)["entrant"].to_list() == ["1"]
