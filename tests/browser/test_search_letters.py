"""What is typed finds names with letters that are no letter with a mark, and days in any way of writing."""

import json
import subprocess

import pytest

from pipelines.reports.html import asset


@pytest.mark.usefixtures("ask")
def test_letters_that_are_no_letter_with_a_mark_are_found_too() -> None:
    """As `search.js` reads what is typed, and the names."""
    script = asset("search.js").decode()
    plain = script[script.index("const alike") : script.index("// The pages are named")]
    names = ["Çınarlı", "Łucja", "Øverland", "Sarıkaya", "Penalba", "Dąbek", "Þór", "Großmann"]
    asked = f"{plain} console.log(JSON.stringify({json.dumps(names)}.map(plain)))"
    said = subprocess.run(["node", "-e", asked], check=True, capture_output=True, encoding="utf-8").stdout
    assert json.loads(said) == ["cinarli", "lucja", "overland", "sarikaya", "penalba", "dabek", "thor", "grossmann"]


@pytest.mark.usefixtures("ask")
@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("2 sept", "2 September 2025"),
        ("2 September", "2 September 2025"),
        ("2025-09-02", "2 September 2025"),
        ("12/9/2025", "12 September 2025"),
        ("2-9-2025", "2 September 2025"),
        ("02.09.2025", "2 September 2025"),
        ("12-9", "12 September 2025"),
        ("evening 2", "9 September 2025 Evening 2"),
        ("neil", "O'Neil"),
        ("o'ne", "O'Neil"),
    ],
)
def test_whole_words_come_first(typed: str, first: str) -> None:
    """As `search.js` looks for what is typed."""
    places = [
        ("O'Neil", "players/1.html"),
        ("9 September 2025 Evening 2", "sessions/9.html", "9 Sept 9-9-2025 09-09-2025 2025-09-09"),
        ("30 September 2025 Evening 3", "sessions/3.html", "30 Sept 30-9-2025 30-09-2025 2025-09-30"),
        ("12 September 2025 Evening 2", "sessions/2.html", "12 Sept 12-9-2025 12-09-2025 2025-09-12"),
        ("2 September 2025 Evening 1", "sessions/1.html", "2 Sept 2-9-2025 02-09-2025 2025-09-02"),
    ]
    script = asset("search.js").decode()
    looking = script[script.index("const most") : script.index("  for (const box")].replace("document.", "globalThis.")
    asked = f"globalThis.querySelector = () => null; globalThis.barometerPlaces = {json.dumps(places)}; {looking}"
    said = f"{asked} console.log(JSON.stringify(found(wordsOf({json.dumps(typed)}))))"
    told = subprocess.run(["node", "-e", said], check=True, capture_output=True, encoding="utf-8").stdout
    assert json.loads(told)[0]["text"].startswith(first)
