"""What the director's desk shows of sentences that tables hold in English."""

import ast
import re
from collections.abc import Iterator

import pytest

from pipelines.cli.balance.schedules import LIBRARY
from pipelines.machine.paths import PACKAGES
from pipelines.words.desk_words import proof, reason
from pipelines.words.languages import speaking
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
