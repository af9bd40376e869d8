"""What every page has: whose it is, and numbers that stay on one line with their units."""

import re
from pathlib import Path

import jinja2
import pytest
from factories import Tables
from page_files import root_of

from pipelines.intake.landing.our_pages import OF_DESK
from pipelines.reports.html import filled, templates

NO_BREAK = "\N{NO-BREAK SPACE}"
APART = re.compile(r"\d (?:%|IMPs?\b|imps\b|VPs?\b|PV\b)")
"""A number and its unit, where a line may break between them."""
ON_THE_DESK = OF_DESK.decode()
_NOT_READ = re.compile(r"<code>[^<]*</code>|<[^>]*>")
"""What keeps its spaces: code is copied, and attributes are paths and the like."""


def pages_of(site: Path) -> list[Path]:
    """Those of competitions; old addresses lead on before anybody sees them."""
    return [page for page in site.glob("*/**/*.html") if page.parent.name != "boards"]


def test_every_page_of_a_competition_says_of_which_club_it_is(season: Tables, site: Path) -> None:
    """Above its heading, where it is read without the links too, and on paper."""
    named = season["raw.competitions"].select("club", "competition", "club_name", "competition_name").rows()
    names = {f"{club}/{competition}": said for club, competition, *said in named}
    pages = pages_of(site)
    assert len({page.parent.name for page in pages}) > 5
    for page in pages:
        club, competition = names["/".join(page.relative_to(site).parts[:2])]
        [header] = root_of(page).xpath("//header")
        [over] = header.xpath("p[@class='over'][following-sibling::h1]")
        assert "".join(next(over.iter("bdi")).itertext()) == club, page
        assert competition in "".join(header.itertext()), page


def test_a_club_called_as_its_competition_is_named_once() -> None:
    head = '{% from "macros.html" import of_club %}{{ of_club(competition, competition.competition_name) }}'
    same = {"club_name": "Harbour", "competition_name": "Harbour"}
    assert templates().from_string(head).render(competition=same) == "<bdi>Harbour</bdi>"


def test_no_line_breaks_between_a_number_and_its_unit(site: Path) -> None:
    together = 0
    for page in pages_of(site):
        text = _NOT_READ.sub("<>", page.read_text(encoding="utf-8"))
        assert not APART.search(text), page
        together += len(re.findall(rf"\d{NO_BREAK}%", text))
    assert together > 20


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
    page = jinja2.Environment(loader=of_one(text), autoescape=True)
    monkeypatch.setattr("pipelines.reports.html.templates", lambda: page)
    assert filled("page", {}) == shown


def of_one(text: str) -> jinja2.BaseLoader:
    """A template that is this text."""
    return jinja2.DictLoader({"page": text})
