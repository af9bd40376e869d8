"""What every page has: whose it is, and numbers that stay on one line with their units."""

import jinja2
import pytest

from pipelines.intake.landing.our_pages import OF_DESK
from pipelines.reports.html import filled, templates

NO_BREAK = "\N{NO-BREAK SPACE}"
ON_THE_DESK = OF_DESK.decode()


def test_a_club_called_as_its_competition_is_named_once() -> None:
    head = '{% from "macros.html" import of_club %}{{ of_club(competition, competition.competition_name) }}'
    same = {"club_name": "Harbour", "competition_name": "Harbour"}
    assert templates().from_string(head).render(competition=same) == "<bdi>Harbour</bdi>"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("won by 3 VP", f"won by 3{NO_BREAK}VP"),
        ("<b>3</b> IMPs,", f"<b>3</b>{NO_BREAK}IMPs,"),
        ('<a href="Tuesday 2 IMPs.bws">55 %</a>', f'<a href="Tuesday 2 IMPs.bws">55{NO_BREAK}%</a>'),
        ("<code>results/Tuesday 2 IMPs.bws</code> 5 %", f"<code>results/Tuesday 2 IMPs.bws</code> 5{NO_BREAK}%"),
        ("3 IMPuls", "3 IMPuls"),
        ("60,4 til 61,3 % er riktige", f"60,4{NO_BREAK}til{NO_BREAK}61,3{NO_BREAK}% er riktige"),
        ("de 60,4 à 61,3, 3 to −4", f"de 60,4{NO_BREAK}à{NO_BREAK}61,3, 3{NO_BREAK}to{NO_BREAK}−4"),
        ("go 2 to Ann, tot 3", "go 2 to Ann, tot 3"),
        ('<a href="3 to 4.html">', '<a href="3 to 4.html">'),
        ("Ann &amp; Bo, <i>Cas</i><b> &amp;</b>", f"Ann{NO_BREAK}&amp; Bo, <i>Cas</i><b>{NO_BREAK}&amp;</b>"),
        ('<a title="Ann &amp; Bo"><code>a &amp; b</code>', '<a title="Ann &amp; Bo"><code>a &amp; b</code>'),
        (f"{ON_THE_DESK}Tuesday 2 IMPs.bws: 5 %", f"{ON_THE_DESK}Tuesday 2 IMPs.bws: 5 %"),
    ],
)
def test_spaces_in_paths_and_code_stay(text: str, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    page = jinja2.Environment(loader=jinja2.DictLoader({"page": text}), autoescape=True)
    monkeypatch.setattr("pipelines.reports.html.templates", lambda: page)
    assert filled("page", {}) == shown


@pytest.mark.parametrize("word", ["items", "get", "values", "keys", "pop"])
def test_a_dictionary_with_such_a_key_keeps_its_methods(word: str) -> None:
    filled = templates().from_string("{{ rows.get('a') }} {{ rows.items()|length }} {{ rows.name }}")
    assert filled.render(rows={word: 1, "a": 2, "name": 3}) == "2 3 3"
