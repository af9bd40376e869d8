"""The pictures of the documents: each is there, small, named in a document, and told to those who do not see it."""

import re
from pathlib import Path

from browser.pictures import PICTURES, PROJECT, rows

MOST_BYTES = 150_000
MOST_BYTES_OF_ALL = 1_000_000
IMAGE = re.compile(r'<img src="([^"]*)"([^>]*)>|!\[([^\]]*)\]\(([^)\s]*\.png)\)')
DOCUMENTS = [PROJECT / "README.md", *sorted((PROJECT / "docs").rglob("*.md"))]


def shown() -> list[tuple[Path, str]]:
    """Every picture that a document shows, with what is said for those who do not see it."""
    return [
        ((document.parent / (in_html or in_markdown)).resolve(), alt or said)
        for document in DOCUMENTS
        for in_html, attributes, said, in_markdown in IMAGE.findall(document.read_text(encoding="utf-8"))
        for alt in [("".join(re.findall(r'alt="([^"]*)"', attributes)))]
    ]


def test_every_line_of_the_table_is_a_picture_and_the_other_way_round() -> None:
    assert {f"{row['name']}.png" for row in rows()} == {file.name for file in PICTURES.glob("*.png")}


def test_they_are_small() -> None:
    sizes = {file.name: file.stat().st_size for file in PICTURES.glob("*.png")}
    assert {name: size for name, size in sizes.items() if size > MOST_BYTES} == {}
    assert sum(sizes.values()) <= MOST_BYTES_OF_ALL


def test_each_is_shown_and_what_is_shown_is_there() -> None:
    in_documents = {picture for picture, _ in shown()}
    assert {file.resolve() for file in PICTURES.glob("*.png")} <= in_documents
    assert [picture for picture in in_documents if not picture.is_file()] == []


def test_each_is_shown_to_those_who_do_not_see_it() -> None:
    assert [picture.name for picture, said in shown() if len(said) < 10] == []


def test_the_readme_shows_what_one_gets_before_how() -> None:
    readme = (PROJECT / "README.md").read_text(encoding="utf-8")
    assert readme.index("docs/pictures/season.png") < readme.index("## Two commands")
