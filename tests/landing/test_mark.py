"""A mark is a picture by what is in it, and an SVG with nothing in it that could run."""

import pytest

from pipelines.intake.landing.club import Picture, picture_of
from pipelines.settings.problems import Problem

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{}</svg>'


@pytest.mark.parametrize(
    ("content", "suffix"),
    [
        (b"\x89PNG\r\n\x1a\n...", "png"),
        (b"\xff\xd8\xff\xe0...", "jpg"),
        (SVG.format('<style>path{fill:#123}</style><path d="M0 0h9"/>').encode(), "svg"),
        (b'<?xml version="1.0"?>\n<!-- drawn by hand -->\n' + SVG.format("").encode(), "svg"),
    ],
)
def test_pictures_are_known_by_their_content(content: bytes, suffix: str) -> None:
    picture = picture_of(content, "mark")
    assert isinstance(picture, Picture)
    assert picture.suffix == suffix
    assert picture.content == content or suffix == "svg"


def test_an_svg_is_shown_as_it_was_understood() -> None:
    odd = SVG.format("<title>Zürich</title>")
    picture = picture_of(f'<?xml version="1.0" encoding="latin-1"?>{odd}'.encode("latin-1"), "mark.svg")
    assert isinstance(picture, Picture)
    assert "Zürich" in picture.content.decode("utf-8")


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "settings.mark"),
        (b"GIF89a", "settings.mark"),
        (b"<svg/>", "settings.mark"),
        (SVG.format("<g>").encode(), "settings.mark"),
        (b"<html><svg xmlns='http://www.w3.org/2000/svg'/></html>", "settings.mark"),
        (b'<!DOCTYPE svg [<!ENTITY a "b">]>' + SVG.format("&a;").encode(), "settings.mark"),
        (b'<?xml-stylesheet href="a.xsl"?>' + SVG.format("").encode(), "settings.mark"),
        (SVG.format("<script>alert(1)</script>").encode(), "settings.mark"),
        (SVG.format("<g><x:script xmlns:x='http://www.w3.org/1999/xhtml'/></g>").encode(), "settings.mark"),
        (SVG.format("<foreignObject/>").encode(), "settings.mark"),
        (SVG.format("<path onload='alert(1)'/>").encode(), "settings.mark"),
        (SVG.format("<a href='java&#10;Script:alert(1)'/>").encode(), "settings.mark"),
        (SVG.format("<a><set attributeName='href' to='x'/></a>").encode(), "settings.mark"),
    ],
)
def test_what_is_no_picture_or_could_run_is_told(content: bytes, code: str) -> None:
    wrong = picture_of(content, "mark.svg")
    assert isinstance(wrong, Problem)
    assert (wrong.code, wrong.key, wrong.value) == (code, "page.mark", "mark.svg")
