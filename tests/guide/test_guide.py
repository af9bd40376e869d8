"""The guide, read as a director reads it: in order, every command typed, and what is seen is what it shows."""

import re
import tomllib
from pathlib import Path

import pytest
from guide import bridgemate
from guide.chapters import GUIDE, LANGUAGES, Reader, blocks, chapters, is_seen
from page_files import unnamed

PROJECT = Path(__file__).resolve().parents[2]
KINDS = {"sh", "text", "csv", "toml", "pbn", "bws", "powershell"}
ON_WINDOWS = re.compile(r"(winget|powershell|uv|setx|barometer|cd|mkdir|\$env:|Rename-Item|Remove-Item) ?")


@pytest.mark.parametrize(
    ("language", "until", "least"),
    [
        pytest.param("en", "03-second-season.md", (11, 1), marks=pytest.mark.nightly),
        *(pytest.param(language, "13-bridgemate.md", (21, 4), marks=pytest.mark.nightly) for language in LANGUAGES),
    ],
)
def test_what_is_seen_is_what_the_guide_shows(
    language: str, until: str, least: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`least` are how many commands are typed, and how many pages of a next session there are then."""
    reader = Reader(tmp_path, language, monkeypatch)
    typed = 0
    names = [chapter.name for chapter in chapters(language)]
    for chapter in chapters(language)[: names.index(until) + 1]:
        printed = ""
        for block in blocks(chapter.read_text(encoding="utf-8")):
            where = f"{language}/{chapter.name}"
            if block.kind == "text":
                assert is_seen(block.text, printed), f"{where} shows:\n{block.text}\nseen is:\n{printed}"
            else:
                printed = reader.does(block)
                typed += block.text.count("barometer ") if block.kind == "sh" else 0
    assert (typed >= least[0], len(list(tmp_path.rglob("next.html"))) >= least[1]) == (True, True)
    assert unnamed(tmp_path) == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_block_is_done_says_its_file_and_every_link_and_picture_is_there(language: str) -> None:
    into_files = 0
    for chapter in [*chapters(language), GUIDE / "README.md"]:
        text = chapter.read_text(encoding="utf-8")
        found = list(blocks(text))
        assert len(found) * 2 == len(re.findall(r"^```", text, re.MULTILINE)), f"{chapter}: a block of no kind"
        assert {block.kind for block in found} <= KINDS, chapter
        before = 0
        for block in found:
            if block.kind == "powershell":
                strange = [line for line in block.text.splitlines() if not ON_WINDOWS.match(line)]
                assert strange == [], chapter
            if block.path and block.part != "to":
                assert f"`{block.path}`" in text[before : block.at], f"{chapter.name}: {block.path}"
                into_files += 1
            before = block.at + len(block.text)
        parts = [(block.part, block.path) for block in found if block.part]
        assert [part for part, _ in parts] == ["from", "to"] * (len(parts) // 2), chapter.name
        assert [path for _, path in parts[::2]] == [path for _, path in parts[1::2]], chapter.name
        for target in re.findall(r'\]\(([^)#:]+)(?:#[^)]*)?\)|src="([^"]+)"', text):
            assert (chapter.parent / "".join(target)).exists(), f"{chapter}: {target}"
    assert into_files > 10


def test_both_languages_have_the_same_chapters_with_the_same_commands() -> None:
    english, dutch = ([path.name for path in chapters(language)] for language in LANGUAGES)
    assert english == dutch
    assert english[-1] == "13-bridgemate.md"
    assert len(english) >= 10
    for name in english:
        one, other = (
            [(block.kind, block.path, block.part) for block in blocks((GUIDE / language / name).read_text("utf-8"))]
            for language in LANGUAGES
        )
        assert one == other, name


def test_the_file_of_the_bridgemates_is_the_evening_of_the_guide() -> None:
    assert bridgemate.FILE.read_bytes() == bridgemate.evening()


def test_each_line_that_installs_names_a_python_for_which_all_comes_ready_made() -> None:
    """Where none is named, uv takes the newest there is, also one that the project does not take."""
    takes = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["requires-python"]
    oldest, beyond = map(int, re.findall(r"[>=<]+3\.(\d+)", takes))
    texts = [path.read_text(encoding="utf-8") for path in (PROJECT / "README.md", *GUIDE.glob("*/*.md"))]
    lines = [line for text in texts for line in re.findall(r"uv tool install[^`\n]*", text)]
    assert len(lines) == 7
    for line in lines:
        assert oldest <= int(re.findall(r"--python 3\.(\d+) ", line)[0]) < beyond, line
