"""Names that are ours are said in the language of the page: tables, and the points of schemes."""

from factories import Tables

from pipelines.reports.downloads import to_download
from pipelines.reports.page_names import FEDERATION_TABLES
from pipelines.reports.tables.columns import report_tables
from pipelines.words.headings import TITLED, table_title
from pipelines.words.languages import speaking
from pipelines.words.words import scheme_heading, scheme_name
from transforms.privacy.withheld import shown_to_all

OTHERS = ("nl", "fr", "nb")


def test_every_table_that_is_offered_has_a_title_of_its_own(season: Tables) -> None:
    made = {f"report.{name}": table for name, table in report_tables(shown_to_all(season)).items()}
    titled = [name for name in TITLED if name.startswith("report.")]
    assert list(to_download(made)) == titled
    titles = {name: table_title(name) for name in (*titled, *FEDERATION_TABLES)}
    assert all(titles.values())
    assert len(set(titles.values())) == len(titles)


def test_the_points_of_a_scheme_are_translated_and_who_awards_them_is_not() -> None:
    assert scheme_name("ffb") == "Expert Points, FFB"
    assert (scheme_name("club_points"), scheme_heading("club_points")) == ("Club Points", "CP")
    with speaking("nl"):
        assert scheme_name("ffb") == "Expertpunten, FFB"
        assert (scheme_name("club_points"), scheme_heading("ffb")) == ("Clubpunten", "FFB")
    with speaking("nb"):
        assert scheme_heading("club_points") == "KP"
