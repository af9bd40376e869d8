"""Every message is in every catalogue, with its gaps and markup, in the words that players of a country use."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message

import pipelines
from pipelines.tools.finding_messages import sentences
from pipelines.tools.gather_messages import Said, as_text, catalogue, messages, messages_of_code, updated
from pipelines.words.languages import ENGLISH, LANGUAGES, catalogue_file, is_checked, speaking
from transforms.tables.messages import between_parts, labelled

OTHERS = [language for language in LANGUAGES if language != ENGLISH]
_GAP, _TAG = re.compile(r"\{(\w*(?:!r)?(?::[^{}]*)?)\}"), re.compile(r"<[^>]+>")

_DOUBTS = "transforms/official/doubts.py"
_PLURAL = re.compile(
    r"(?<!\+)\{(?:lines|rows|matches|participants|entries|references|elements|sheets|weeks|tricks|only_there|differing"
    r"|stated|lost)\}\s(?!of |van |sur |av |more|de plus|til|keer)[^\W\d]"
)
MORE_THAN_ONE = {
    *("limits.size/rows", "bws.table/too_many_rows", "workbook.too_large/sheets"),
    *("results.left_out/more_than_two_tables", "entries.seated_twice/in_pair_twice many"),
    *("results.seen_before/many", "players.of_nobody/several"),
    *("results.score_of_contract/many", "results.score_of_contract/turned many"),
    *("evenings.both_count/set_apart", "evenings.both_count/overlapping", "evenings.both_count/two_dates"),
    *("evenings.twice/part", "evenings.twice", "evenings.lines_lost", "usebio.doubtful/boards"),
    *("adjustments.left_out/line", "entries.no_such_pair/line", "settings.more_lines"),
}
"""Codes of findings that count at least two, or whose gap has the names of lines or a setting."""


@cache
def everything_said() -> list[Said]:
    return list(messages())


BY_DAY = [name if is_checked(name) else pytest.param(name, marks=pytest.mark.nightly) for name in OTHERS]
"""A language that nobody checked may lag behind until a release: what is new is in English there."""


@pytest.mark.parametrize("language", BY_DAY)
def test_make_messages_has_nothing_to_do(language: str) -> None:
    had = catalogue(catalogue_file(language), language)
    assert as_text(updated(had, everything_said())) == catalogue_file(language).read_bytes(), "make messages"


@pytest.mark.parametrize("language", BY_DAY)
def test_every_message_is_translated(language: str) -> None:
    empty = [message.id for message in in_catalogue(language) if not all(forms(message.string))]
    assert empty == []
    assert [message.id for message in in_catalogue(language) if message.fuzzy] == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_gaps_and_the_markup_of_its_message(language: str) -> None:
    for message in (one for one in in_catalogue(language) if all(forms(one.string))):
        gaps = {gap for form in forms(message.id) for gap in _GAP.findall(form)}
        tags = {tag for form in forms(message.id) for tag in _TAG.findall(form)}
        for form in forms(message.string):
            assert set(_GAP.findall(form)) <= gaps, form
            assert set(_TAG.findall(form)) == tags, form
        assert {gap for form in forms(message.string) for gap in _GAP.findall(form)} == gaps, message.id


def test_a_message_that_is_glued_or_computed_is_refused() -> None:
    assert [said.message for said in messages_of_code("gettext('a' 'b'); ngettext('one', '{number}', n)", "x")] == [
        "ab",
        ("one", "{number}"),
    ]
    for glued in ("gettext('a' + b)", "gettext(f'{a} b')", "ngettext('one', many, n)"):
        with pytest.raises(ValueError, match=r"x:1: the message of n?gettext is not written out"):
            list(messages_of_code(glued, "x"))


def test_what_is_not_said_any_more_goes_and_what_is_new_comes_empty() -> None:
    had = catalogue(catalogue_file("nl"), "nl")
    now = updated(had, [Said("Points", None, "x"), Said("nobody says so", None, "x")])
    assert [(message.id, message.string) for message in now if message.id] == [
        ("Points", "Punten"),
        ("nobody says so", None),
    ]


def test_no_french_line_begins_with_a_sign() -> None:
    had = Catalog(locale="fr")
    had.add("{what}: really?", "{what} : vraiment ?")
    kept = updated(had, [Said("{what}: really?", None, "a.py")])
    assert [message.string for message in kept if message.id] == ["{what}\u00a0: vraiment\u00a0?"]
    breaking = [
        form for message in in_catalogue("fr") for form in forms(message.string) if re.search(" [:;!?%»]", form)
    ]
    assert breaking == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_number_of_a_finding_may_be_one(language: str) -> None:
    """A finding has one sentence for every number, so that the word for what is counted does not follow it."""
    of_findings = {sentence.code for sentence in sentences()}
    said = [
        (message.context, message.id if language == ENGLISH else message.string)
        for message in in_catalogue("nl" if language == ENGLISH else language)
        if message.context in of_findings or (not message.context and _DOUBTS in str(message.locations))
    ]
    assert [text for code, text in said if code not in MORE_THAN_ONE and _PLURAL.search(str(text))] == []


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


def in_catalogue(language: str) -> list[Message]:
    return [message for message in catalogue(catalogue_file(language), language) if message.id]


def forms(texts: str | tuple[str, ...] | list[str] | None) -> list[str]:
    """A message or translation as a list: one text, or one for each form of the plural."""
    return [texts or ""] if texts is None or isinstance(texts, str) else list(texts)
