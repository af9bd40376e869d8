"""Which language is spoken, by a terminal and by the pages of a club, and how it writes what it says."""

import datetime as dt
from pathlib import Path

import polars as pl
import pytest

from pipelines.intake.landing.raw_tables import read_landing
from pipelines.machine.environment import LANGUAGE
from pipelines.machine.errors import UnusableError
from pipelines.reports.html import templates, write_page
from pipelines.words import languages
from pipelines.words.languages import language, make_usual, speak_as_the_machine, speaking, usual_language
from pipelines.words.languages.numbers import short_date, spoken_date, written
from transforms.tables.messages import gettext
from transforms.tables.schemas import WAREHOUSE

DAY = dt.date(2025, 11, 4)
UNCHECKED = "No native speaker has checked this translation yet. If you find a mistake, please report it to the club."


def test_english_is_spoken_where_nobody_says_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(LANGUAGE, raising=False)
    assert (language(), gettext("Points"), written("-67.24")) == ("en", "Points", "−67.24")


def test_a_language_is_spoken_inside_and_no_longer_outside() -> None:
    with speaking("nl"):
        with speaking("fr"):
            assert language() == "fr"
        assert (language(), gettext("Points")) == ("nl", "Punten")
    assert gettext("Points") == "Points"


def test_the_environment_names_the_usual_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(LANGUAGE, "NL")
    assert language() == "nl"
    with speaking(None):
        assert language() == "nl"
    monkeypatch.setenv(LANGUAGE, "xx")
    assert language() == "en"
    with pytest.raises(UnusableError, match="BAROMETER_LANGUAGE 'xx': there is no such language; write one of en, nl"):
        make_usual(None)
    make_usual("fr")
    assert language() == "fr"
    with pytest.raises(UnusableError, match="--language 'de'\u00a0: langue inconnue"):
        make_usual("de")


@pytest.mark.parametrize(
    ("machine", "spoken"),
    [
        ({"LANG": "nl_NL.UTF-8"}, "nl"),
        ({"LANG": "nl_BE@euro"}, "nl"),
        ({"LANG": "nn_NO.UTF-8"}, "nb"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "nl_NL.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "nl_NL.UTF-8", "LC_ALL": "POSIX"}, "en"),
        ({}, "en"),
    ],
)
def test_terminals_speak_as_machines_do(machine: dict[str, str], spoken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(languages, "_terminal_language", None)
    for name in (LANGUAGE, "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in machine.items():
        monkeypatch.setenv(name, value)
    assert language() == "en"
    speak_as_the_machine()
    assert (language(), usual_language()) == (spoken, "en")
    with speaking(None):
        assert language() == spoken
    monkeypatch.setenv(LANGUAGE, "nb")
    assert (language(), usual_language()) == ("nb", "nb")


def test_numbers_and_dates_are_written_as_the_language_writes_them() -> None:
    for name, wanted in {
        "en": ("4 November 2025", "4 Nov", "−67.24"),
        "nl": ("4 november 2025", "4 nov", "−67,24"),
        "fr": ("4 novembre 2025", "4 nov.", "−67,24"),
        "nb": ("4. november 2025", "4. nov.", "−67,24"),
    }.items():
        with speaking(name):
            assert (spoken_date(DAY), short_date(DAY), written("-67.24")) == wanted


def test_what_stands_in_a_gap_of_a_template_is_escaped() -> None:
    template = templates().from_string(
        "{% trans name=name, n=2 %}<bdi>{{ name }}</bdi>, ratings{% endtrans %}{% trans number=n %}{{ "
        "number }} and more{% endtrans %}{% trans number=n, players=name %}In the ranking, {{ number "
        "}} of {{ players }} would have another place{% pluralize %}In the ranking, {{ number }} of {{ "
        "players }} would have another place{% endtrans %}"
    )
    with speaking("nl"):
        assert template.render(name="<i> 100 %", n=3) == (
            "<bdi>&lt;i&gt; 100 %</bdi>, ratings3 en meer"
            "In de ranking zouden 3 van &lt;i&gt; 100 % op een andere plaats staan"
        )


@pytest.mark.parametrize(("name", "checked"), [("en", True), ("nl", True), ("fr", False), ("nb", False)])
def test_a_page_says_that_nobody_checked_its_language(name: str, *, checked: bool, tmp_path: Path) -> None:
    with speaking(name):
        write_page(tmp_path / "page.html", "base.html", root="")
        note = gettext(UNCHECKED)
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    foot = page[page.index("<footer>") :]
    assert (note in foot) == (not checked)
    assert ".md" not in foot
    assert note != UNCHECKED or name == "en"


NOTHING_KEPT = {
    name.removeprefix("raw."): schema.create_empty() for name, schema in WAREHOUSE.items() if name.startswith("raw.")
}
RESULTS = (
    "session_id,line,round,table,board,ns,ew,contract,declarer,tricks\n1,A,1,1,1,1,2,4S,N,10\n1,A,1,2,1,3,4,4S,N,9\n"
)


@pytest.fixture
def landing(tmp_path: Path) -> Path:
    for club in ("harbour", "mill"):
        folder = tmp_path / "landing" / club / "tuesday"
        folder.mkdir(parents=True)
        season = '[[season]]\nname = "2025-26"\nstart = 2025-09-01\nend = 2026-08-31\n'
        (folder / "competition.toml").write_text(season, encoding="utf-8")
        (folder / "sessions.csv").write_text("session_id,date,kind\n1,2025-11-04,pairs\n", encoding="utf-8")
        (folder / "results.csv").write_text(RESULTS, encoding="utf-8")
    return tmp_path / "landing"


def settings(landing: Path, club: str, text: str) -> None:
    (landing / club / "club.toml").write_text(text, encoding="utf-8")


def of_settings(raw: dict[str, pl.DataFrame]) -> pl.DataFrame:
    return raw["findings"].filter(file_id="../club.toml")


def spoken_by_clubs(raw: dict[str, pl.DataFrame]) -> list[tuple[str, str | None]]:
    return raw["competitions"].select("club", "language").sort("club").rows()


def test_a_club_names_its_language(landing: Path) -> None:
    settings(landing, "mill", '[page]\nlanguage = "NL"\n')
    raw = read_landing(landing, NOTHING_KEPT)
    assert spoken_by_clubs(raw) == [("harbour", None), ("mill", "nl")]
    assert of_settings(raw).is_empty()
    of_club = raw["files"].filter(file_id="../club.toml")
    assert of_club.select("path", "format").rows() == [("mill/club.toml", "settings")]


WRONG_IN_A_CLUB = {
    '[page]\nlanguage = "de"\n': (2, "page.language", "de", "settings.value"),
    "[page]\nlanguage = 3\n": (2, "page.language", "3", "settings.value"),
    '[page]\nlangauge = "nl"\n': (2, "page.langauge", "nl", "settings.unknown_key"),
    'language = "nl"\n': (1, "language", "nl", "settings.unknown_key"),
    "page = 3\n": (1, "page", "3", "settings.value"),
    '[page\nlanguage = "nl"\n': (1, None, "[page", "settings.heading"),
}


def test_what_is_wrong_in_it_is_found_and_nothing_else_suffers(landing: Path) -> None:
    for text, found in WRONG_IN_A_CLUB.items():
        settings(landing, "mill", text)
        raw = read_landing(landing, NOTHING_KEPT)
        rows = of_settings(raw).select("club", "severity", "line_no", "field", "value", "code").rows()
        assert rows == [("mill", "error", *found)]
        assert spoken_by_clubs(raw) == [("harbour", None), ("mill", None)]
        assert raw["results"].height == 4
