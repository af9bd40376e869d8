"""What a reader finds of the balance on the pages of a session and of a season."""

from collections.abc import Mapping
from pathlib import Path

import polars as pl
import pytest
from balance.seasons import board_scores
from balance.seasons import sessions as named_sessions
from factories import Tables, competitions, frame
from lxml import etree
from page_files import root_of
from reports.reading import EMPTY, downloaded, downloads, text_of
from reports.whole_site import write_site

from pipelines.reports.pages.balance import by_line
from transforms.balance.generators import howell, mitchell
from transforms.balance.movement import Movement
from transforms.balance.played.balances import season_scores, session_balance
from transforms.balance.quality import quality, vacancy
from transforms.tables import schemas

pytestmark = pytest.mark.long

SEASON = {"season": "2025"}


def season(*movements: Movement, dropped: int = 0, winners: int = 1) -> Tables:
    """A session a movement, three boards a set, without the first few results; the same pairs in all of them."""
    ids = [f"s{number}" for number in range(len(movements))]
    every = pl.concat([board_scores(one, 3, session=name) for name, one in zip(ids, movements, strict=True)])
    scores = schemas.BoardScores.cast(every.slice(dropped))
    sessions = schemas.Sessions.cast(named_sessions(*ids).with_columns(winners=pl.lit(winners, dtype=pl.Int8)))
    seats = [
        {**SEASON, "session_id": name, "entrant": str(number)}
        for name, one in zip(ids, movements, strict=True)
        for number in range(1, one.pairs + 1)
    ]
    players = ({**one, "player_id": f"{one['entrant']}{seat}"} for one in seats for seat in "ab")
    entries = frame(schemas.Entries, *players)
    names = sorted(set(entries["player_id"]))
    results = frame(schemas.SessionResults, *({**one, "rank": 1, "score": 50.0} for one in seats))
    return EMPTY | {
        "raw.competitions": competitions().with_columns(season=pl.lit("2025")),
        "raw.sessions": sessions,
        "raw.entries": entries,
        "raw.players": frame(schemas.Players, *({"player_id": name, "name": f"Player {name}"} for name in names)),
        "scored.board_scores": scores,
        "scored.session_results": results,
        "movements.session_balance": session_balance(scores, sessions).collect(),
        "movements.season_scores": season_scores(scores, sessions, entries).collect(),
    }


def pages(folder: Path, tables: Tables) -> Path:
    write_site(tables, folder)
    return folder / "club" / "evening" / "2025"


def balance_of(page: Path) -> etree._Element:
    [section] = root_of(page).xpath("//*[@id='balance']")
    return section


@pytest.mark.parametrize(("movement", "mark"), [(mitchell(5), "moderate to poor"), (howell(8), "excellent")])
def test_a_session_names_its_factors(tmp_path: Path, movement: Movement, mark: str) -> None:
    section = balance_of(pages(tmp_path, season(movement)) / "sessions" / "s0.html")
    expected, absent = quality(movement), vacancy(movement)
    cards = {text_of(name): text_of(value) for name, value in section.xpath(".//*[local-name()='dl']/*")}
    assert cards == {
        "Balance": f"{expected.qf:.2f} of 100: {mark}",
        "How evenly all met": f"{expected.qo:.2f} of 100",
        "How near to exactly equal": f"{expected.qc:.2f} of 100",
        "Balance with one absent": f"{absent.mean:.2f} of 100, on average",
    }
    words = text_of(section)
    assert ("Everybody was compared equally with everybody else" in words) == (movement.pairs == 8)
    assert "Played unevenly" not in words
    assert "two winners" not in words


def test_the_matrix_stands_there_with_its_scores_and_marks(tmp_path: Path) -> None:
    section = balance_of(pages(tmp_path, season(mitchell(5))) / "sessions" / "s0.html")
    [matrix] = section.xpath(".//table[@class='matrix']")
    drawn = matrix.xpath("tbody/tr/td[@class]")
    assert [cell.text for cell in drawn] == (["5"] * 4 + ["0"] * 5) * 5 + (["0"] * 5 + ["5"] * 4) * 5
    assert sum(cell.get("class").startswith("m") for cell in drawn) == 50
    assert matrix.get("aria-label") == "Score matrix of 10 pairs"
    assert "an even share, 2.22" in text_of(section)
    [legend] = section.xpath(".//p[@class='legend']")
    assert text_of(legend).startswith("What a good result of one costs the other: ■ nothing, or it helps")


def test_a_field_too_large_for_a_page_is_reported_in_text_of(tmp_path: Path) -> None:
    section = balance_of(pages(tmp_path, season(mitchell(21, 3))) / "sessions" / "s0.html")
    assert not section.xpath(".//table[@class='matrix']")
    assert "With 42 pairs the picture is too large for a page" in text_of(section)


def luck(strengths: Mapping[str, float]) -> pl.DataFrame:
    """What the movement gave these entrants of the first session, the less the stronger they are."""
    usual = {
        **SEASON,
        "session_id": "s0",
        "score": 50.0,
        "worth_of_a_point": 0.5,
        "half_tops": 9,
        "movement_error": 1.24,
    }
    rows = (
        {"entrant": entrant, "strength": strength, "ranking_above_mean": 2 * strength, "movement_error": 1.24}
        | {"movement": -strength / 4, "level_score": 50 + strength / 4}
        for entrant, strength in strengths.items()
    )
    return frame(schemas.Luck, *(usual | row for row in rows))


def test_luck_is_shown_as_an_estimate_with_its_method(tmp_path: Path) -> None:
    tables = season(howell(4))
    tables["movements.luck"] = luck({"1": 6.0, "2": -1.0, "3": -2.0, "4": -3.0})
    folder = pages(tmp_path, tables)
    section = balance_of(folder / "sessions" / "s0.html")
    words = text_of(section)
    assert "Estimated luck of the movement" in words
    [caption] = section.xpath(".//*[local-name()='caption'][starts-with(normalize-space(), 'Opposition: the')]")
    assert caption.get("class") is None, "as the column, it is not left out on a phone"
    assert "±: one standard error; chance often does up to twice that" in words
    assert "whose players are not known" not in words
    rows = [[text_of(cell) for cell in row] for row in section.xpath(".//div[@class='wide luck']//tbody/*")]
    # A Howell of four: everybody met the three others, of whom one was strong.
    assert rows == [
        ["1 Player 1a & Player 1b", "50.00", "+12.00", "+6.0", "−2.0", "9", "−1.5 ± 1.2", "51.5"],
        ["2 Player 2a & Player 2b", "50.00", "−2.00", "−1.0", "+0.3", "9", "+0.3 ± 1.2", "49.8"],
        ["3 Player 3a & Player 3b", "50.00", "−4.00", "−2.0", "+0.7", "9", "+0.5 ± 1.2", "49.5"],
        ["4 Player 4a & Player 4b", "50.00", "−6.00", "−3.0", "+1.0", "9", "+0.8 ± 1.2", "49.3"],
    ]
    assert "a point of ranking was worth 0.500 %. Expected = 0.500 × ranking above the mean of the field" in words
    assert "× expected of the other) × 3 / 4 / half tops. Level score = score − luck." in words
    # Where a link leads stands within what is folded, so that a browser opens it.
    assert section.xpath("count(.//*[local-name()='details']//*[local-name()='details']/*[@id='luck'])") == 1
    reading = root_of(folder / "reading.html").xpath("//*[@id='fair']")[0]
    assert "Luck is minus the sum" in text_of(reading)
    assert "This is an estimate, not a result" in text_of(reading)
    assert set(section.xpath(".//@href[contains(., 'reading')]")) == {"../reading.html#fair"}


@pytest.mark.parametrize(
    ("errors", "said"),
    [
        (
            (0.7, 9, 9, 9),
            "The movement cost 1 Player 1a & Player 1b about 1.5 % (± 0.7, standard error): seldom by chance alone. "
            "The luck of all others is within what chance does.",
        ),
        ((9, 9, 9, 9), "Not well balanced (44 of 100), but everybody’s luck is within what chance does."),
        (
            (9, 0.1, 9, 0.1),
            "Not well balanced (44 of 100). "
            "The movement gained 4 Player 4a & Player 4b about 0.8 % (± 0.1, standard error): seldom by chance alone. "
            "The movement gained 2 Player 2a & Player 2b about 0.3 % (± 0.1, standard error): seldom by chance alone.",
        ),
    ],
)
def test_only_whose_luck_is_beyond_chance_is_named(tmp_path: Path, errors: tuple[float, ...], said: str) -> None:
    tables = season(mitchell(3))
    estimated = luck({"1": 6.0, "2": -1.0, "3": -2.0, "4": -3.0})
    tables["movements.luck"] = estimated.with_columns(movement_error=pl.Series(errors, dtype=pl.Float64))
    section = balance_of(pages(tmp_path, tables) / "sessions" / "s0.html")
    assert said in text_of(section.xpath(".//summary")[0]).replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (0.6, "The mean luck of each line, ± its standard error, is within what chance does: line A"),
        (0.2, "The mean luck of each line, ± its standard error: line A"),
    ],
)
def test_the_mean_luck_of_a_line_is_shown_with_its_error(error: float, said: str) -> None:
    rows = [
        {"line": line, "movement": movement, "line_error": error, "scoring": "matchpoints"}
        for line, movement in (("B", 1.0), ("A", -1.5), ("A", 0.5), ("B", 0.0))
    ]
    words = by_line(rows).replace("\N{NO-BREAK SPACE}", " ")
    assert words == f"{said} −0.5 ± {error} %; line B +0.5 ± {error} %."


def test_a_season_names_who_met_whom(tmp_path: Path) -> None:
    folder = pages(tmp_path, season(mitchell(5), mitchell(5), howell(4)))
    section = balance_of(folder / "meetings.html")
    words = text_of(section)
    assert "Of 45 pairs of opponents who were scored together in some session, 14 never met at a table." in words
    assert "Never met, though scored together" in words
    [matrix] = section.xpath(".//table[@class='matrix']")
    assert matrix.get("aria-label") == "Score matrix of the season, of 10 pairs"
    assert text_of(section.xpath(".//*[local-name()='ol']/*")[0]) == "Player 10a & Player 10b"
    # Pairs 10 and 9 sat East-West in two sessions of 15 boards: 1 on each, where 4 are shared by 9.
    titles = matrix.xpath("tbody/tr/td/@title")
    assert len(titles) == 45, "those above the diagonal"
    cell = matrix.xpath("tbody/tr[1]/td[10]")[0]
    assert (cell.text, cell.get("title")) == ("225", "met 0 times; score 30, even score 13.33")
    [unfolded] = section.xpath(".//*[local-name()='details'][@open]")
    assert "Who is who in the picture" in text_of(unfolded)
    assert "The figures show the score as a percentage of an even share" in words
    shown = downloaded(folder, "report.season_scores")
    assert shown.height == 45
    assert shown["sessions"].to_list() == [3] * 6 + [2] * 39
    assert {"movements.season_scores.csv", "report.session_scores.csv"} <= downloads(folder)


def test_numbers_for_the_next_session_stand_on_the_page_of_the_season(tmp_path: Path) -> None:
    tables = season(mitchell(4, 2))
    of_line = {**SEASON, "line": "A"}
    seats = ((1, "2a + 2b", 5, 3), (2, "1a + 1b", 4, 0))
    columns = ("number", "entrant", "unmet_before", "unmet_after")
    seating = (of_line | dict(zip(columns, seat, strict=True)) for seat in seats)
    tables["movements.next_seating"] = frame(schemas.NextSeating, *seating)
    meetings = {"most_meetings_before": 1, "most_meetings_after": 2}
    evenness = {"qo_before": 50.126, "qo_after": 60.0, "qc_before": None, "qc_after": 70.0}
    words = {"movement": "<own>.txt", "absent": 3, "combinations": 28, "unmet_before": 20, "unmet_after": 1}
    tables["movements.next_balance"] = frame(
        schemas.NextBalance,
        {**of_line, "pairs": 7, **words, **meetings, **evenness},
        {**SEASON, "line": "B", "pairs": 9},
    )
    [section] = root_of(pages(tmp_path, tables) / "next.html").xpath("//*[@id='next-numbers']")
    said = text_of(section)
    assert "Line A: <own>.txt; nobody takes number 3" in said
    assert "1Player 2a & Player 2b 53 2Player 1a & Player 1b 40" in said
    assert "Of 28 pairs of opponents on this line, 20 have not met yet; after the next session, 1." in said
    assert "Those who met most often have met 1 time; after the next session, 2." in said
    assert (
        "On a scale to 100, how evenly all met over the whole season: 50.13 before the next session, 60.00 afterwards;"
        in said
    )
    assert "how evenly all were compared: 70.00 after the next session." in said
    assert "Line B has 9 pairs, but competition.toml names no movement for that number: name one for 10 pairs." in said

    assert not (pages(tmp_path / "none", season(mitchell(4, 2))) / "next.html").exists(), "no movement is named"
