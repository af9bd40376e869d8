"""What the director's desk shows of sentences that tables hold in English."""

import ast
import re
from collections.abc import Iterator

import pytest

from pipelines.cli.balance.schedules import LIBRARY
from pipelines.machine.paths import PACKAGES
from pipelines.words.desk_words import compared, place_of_doubt, proof, reason, value_name
from pipelines.words.languages import speaking
from pipelines.words.words import doubt_in_words
from transforms.official.printed import BY_THE_DIRECTOR, CONTRADICTS

_BEGINNINGS = {"CONTRADICTS": CONTRADICTS, "BY_THE_DIRECTOR": BY_THE_DIRECTOR}


def reasons() -> Iterator[str]:
    """Every reason that the code gives for a difference, with numbers in it."""
    files = sorted((PACKAGES / "transforms" / "official").glob("*.py"))
    for path in (file for file in files if file.stem != "doubts"):  # that says where, not why
        for call in (node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)):
            said = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            if said in ("lit", "phrase") and call.args and isinstance(call.args[0], ast.Constant | ast.JoinedStr):
                text = _text(call.args[0])
                if re.search("[a-z] ", text):
                    yield text.replace("{}", "12")


def _text(written: ast.expr) -> str:
    if isinstance(written, ast.JoinedStr):
        return "".join(_text(part) for part in written.values)
    if isinstance(written, ast.FormattedValue):
        return _BEGINNINGS.get(ast.unparse(written.value), "")
    return str(written.value) if isinstance(written, ast.Constant) else ""


def test_there_are_reasons() -> None:
    assert len(list(reasons())) > 12


@pytest.mark.parametrize("text", sorted(set(reasons())))
def test_every_reason_for_a_difference_is_said_in_another_language(text: str) -> None:
    assert reason(text) == text
    with speaking("nl"):
        assert reason(text) != text
        assert reason(text).count("12") == text.count("12")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "one person? the same name; evenings with the same partner A; B: 3 and 4; evenings: 1 and 6, none together",
            "één persoon? dezelfde naam; evenings with the same partner A; B: 3 and 4;"
            " avonden: 1 en 6, geen enkele samen",
        ),
        (
            "one person? one letter off; evenings with the same partner A: 1 and 1; evenings: 1 and 6, none together",
            "één persoon? één letter verschil; avonden met dezelfde partner A: 1 en 1;"
            " avonden: 1 en 6, geen enkele samen",
        ),
        ("two people? 7 is named A, and here B", "twee personen? 7 heet A, en hier B"),
        ("nobody knows", "nobody knows"),
    ],
)
def test_why_two_may_be_one_is_said_part_by_part(text: str, said: str) -> None:
    with speaking("nl"):
        assert reason(text) == said
    assert reason(text) == text


@pytest.mark.parametrize(
    ("kind", "said"), [("rank", "10"), ("score", "10.00"), ("scores", "10.00"), ("boards", "10"), ("ns_points", "10")]
)
def test_places_have_no_decimals_and_scores_two(kind: str, said: str) -> None:
    assert compared(10.0, kind) == said
    assert compared(None, kind) == ""


def test_a_list_of_competitions_is_said_in_the_language() -> None:
    text = "two people? sat down in a, c and d, b on one day, first on 2025-11-04 (2 such days)"
    assert "sat down in a, c and d and b on one day" in reason(text)
    with speaking("nl"):
        said = "twee personen? speelde op één dag in a, c and d en b, het eerst op 2025-11-04 (aantal zulke dagen: 2)"
        assert reason(text) == said


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("board 7, 3 - 4", "spel 7, 3 - 4"),
        ("board 7, pair 3 against 4", "spel 7, paar 3 tegen 4"),
        ("round 2, pair - against -", "ronde 2, paar - tegen -"),
        ("board 7", "spel 7"),
        ("round 2, A 3", "ronde 2, A 3"),
        ("round 2, 3 - 4", "ronde 2, 3 - 4"),
        ("A 12", "A 12"),
        ("3EW", "3OW"),
        ("round 2, 3EW", "ronde 2, 3OW"),
        ("B, round 2, board 5: 6NS - 3EW", "B, ronde 2, spel 5: 6NZ - 3OW"),
    ],
)
def test_where_a_value_differs_is_said_in_another_language(place: str, said: str) -> None:
    assert place_of_doubt(place) == place
    with speaking("nl"):
        assert place_of_doubt(place) == said


def test_a_page_says_where_the_lines_of_a_session_differ() -> None:
    doubt = {"what": "lines", "first": "board 7, 3 - 4", "differing": 2, "of": 9, "official": 8.5, "computed": 8.0}
    with speaking("nl"):
        assert "(spel 7, 3 - 4: 8,5 in" in doubt_in_words(doubt, "matchpoints")


def test_a_page_says_a_direction_in_a_number_in_its_language() -> None:
    doubt = {"what": "scores", "first": "3EW", "differing": 3, "of": 10, "official": 62.5, "computed": 60.1}
    with speaking("nl"):
        assert "(nr. 3OW: 62,50 in het bestand" in doubt_in_words(doubt, "matchpoints")


def test_every_proof_of_the_library_is_said_in_another_language() -> None:
    texts = [file.read_text(encoding="utf-8") for file in LIBRARY.glob("*.txt")]
    proofs = {line.removeprefix("# proof: ") for text in texts for line in text.splitlines() if "# proof: " in line}
    assert len(proofs) > 20
    with speaking("nl"):
        said = {text: proof(text) for text in proofs}
    for text, other in said.items():
        assert proof(text) == text
        assert other != text
        assert re.findall(r"\d+", other) == re.findall(r"\d+", text)


def test_a_value_without_a_name_stays_what_it_is() -> None:
    with speaking("nl"):
        assert [value_name(code) for code in ("ns_points", "new_value")] == ["punten noord-zuid", "new value"]
