"""What a list of results or of evenings says of an entrant once, and plainly: a penalty, and a place that is shared."""

from pathlib import Path

from factories import Tables, competitions, frame
from page_files import root_of
from reports.test_session_pages import cells, site
from reports.whole_site import write_site

from transforms.tables.schemas import WAREHOUSE, SessionResults, Sessions


def evenings_of(folder: Path, *ranks: int) -> list[str]:
    """What stands small in the list of one evening with entrants of these ranks, and may break where it is long."""
    tables: Tables = {
        name: schema.create_empty() for name, schema in WAREHOUSE.items() if not name.startswith("operations.")
    }
    rows = ({"entrant": f"{entrant}", "rank": rank, "score": 60.0} for entrant, rank in enumerate(ranks))
    played = {"raw.sessions": frame(Sessions, {}), "scored.session_results": frame(SessionResults, *rows)}
    write_site(tables | {"raw.competitions": competitions()} | played, folder)
    return root_of(folder / "club/evening/2025-26/evenings.html").xpath("//td/small[not(@class='whole')]/text()")


def test_winners_who_share_the_first_place_are_told_so(tmp_path: Path) -> None:
    assert "first place shared" in evenings_of(tmp_path / "shared", 1, 1)
    assert "first place shared" not in evenings_of(tmp_path / "alone", 1, 2)


def test_a_penalty_that_is_told_among_what_makes_the_total_is_told_once(hostile_site: Path) -> None:
    rows = [row for page in hostile_site.glob("*/*/*/sessions/*.html") for row in root_of(page).xpath("//tbody/tr")]
    told = [words for row in rows if "by the director" in (words := " ".join("".join(row.itertext()).split()))]
    assert told
    assert all(words.count("1.5") == 1 and "penalty" not in words for words in told)


def test_the_winners_of_each_line_are_named_in_the_list_of_sessions(tmp_path: Path) -> None:
    rows = [
        {"line": line, "field": line, "entrant": entrant, "rank": rank, "score": 64.0 - rank}
        for line in "AB"
        for entrant, rank in (("1", 2), (f"3{line}", 1), ("4", 1))
    ]
    season = site(tmp_path, scored_session_results=frame(SessionResults, *rows))
    heading, listed = cells(season / "evenings.html")
    assert heading[:3] == ["Date", "Winner", "Lines"]
    assert listed[1] == "".join(f"Line {line} No. 3{line}, No. 4 first place shared 63.00 %" for line in "AB")
