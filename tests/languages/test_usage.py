"""Words as players of a country use them: one word for one thing, signs as the language has them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from languages.in_catalogue import forms, in_catalogue

import pipelines
from pipelines.words.languages import speaking
from transforms.tables.messages import between_parts, labelled

REPORTS = Path(pipelines.__file__).parent / "reports"
INSTEAD = {
    "fr": {
        r"\w'\w": "’",
        r"feuilles? de score": "feuille de route",
        r"\bligne \{line\} \{gain\}|paires d’une ligne": "section: a ligne is a direction, or a row of a file",
        r"(?<!guéridon )\b(section|et), (l’)?étui": "donne: an étui is carried from table to table",
        r"(?<!à son )(?<!tour à )\b[Tt]ours?\b(?! à tour)": "position",
        r"leurs? directions?, `A NS`": "ligne",
        r"^\{number\} (remplacés par|qui n’y sont|autres qu)": "words that do for one too",
        r"\bqualifiée?\s: .*\{sessions\}": "qualification: a pair stands there too, which is qualifiée",
    },
    "nb": {
        r"\b[Ss]esjon": "økt",
        r"[Rr]ankingpoeng": "rangeringspoeng",
        r"[Ss]eierspoeng": "vinnerpoeng",
        r"^\{number\} (nye|andre enn før)$": "words that do for one too",
        r"[Oo]ppsettet": "turneringsplanen",
        r"\blinje \{line\} \{gain\}|parene i en linje\b": "pulje",
        r"parets nivå": "nivået til parscoren: paret is the pair",
        r"[Tt]jener(en)?\b(?! seg)": "server",
    },
    "nl": {r"GEBRUIKER": "NAAM", r"twee van dezelfde naam": "met dezelfde naam"},
}
"""Language -> what is not said, and what is said in its place."""


def colons_of_ours(source: str) -> Iterator[str]:
    """Where Python puts `: ` between two things that are filled in."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.JoinedStr):
            for before, text in zip(node.values, node.values[1:], strict=False):
                if (
                    isinstance(text, ast.Constant)
                    and re.fullmatch(r":\s", str(text.value))
                    and "__name__" not in ast.unparse(before)
                ):
                    yield ast.unparse(node)
        elif (
            isinstance(node, ast.Call)
            and ast.unparse(node.func) == "phrase"
            and re.search(r"\{\}:\s", str(getattr(node.args[0], "value", "")))
        ):
            yield ast.unparse(node)


@pytest.mark.parametrize("language", sorted(INSTEAD))
def test_one_thing_has_one_word(language: str) -> None:
    said = [form for message in in_catalogue(language) for form in forms(message.string)]
    assert {(wrong, form) for wrong in INSTEAD[language] for form in said if re.search(wrong, form)} == set()


def test_a_french_sign_of_two_parts_has_a_space_before_it() -> None:
    said = [re.sub(r"`[^`]*`", "", form) for message in in_catalogue("fr") for form in forms(message.string)]
    assert [form for form in said if re.search(r"[^\s:;!?][:;!?](?=\s|<|$)", form)] == []


def test_a_label_and_what_it_says_are_joined_as_the_language_does() -> None:
    assert labelled("FFB", 2) == "FFB: 2"
    with speaking("fr"):
        assert labelled("FFB", 2) == "FFB\N{NO-BREAK SPACE}: 2"
        assert between_parts() == "\N{NO-BREAK SPACE}; "


def test_no_page_joins_two_things_by_a_colon_of_its_own() -> None:
    colons = {file: list(colons_of_ours(file.read_text(encoding="utf-8"))) for file in sorted(REPORTS.rglob("*.py"))}
    assert {str(file): found for file, found in colons.items() if found} == {}
