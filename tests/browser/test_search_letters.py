"""What is typed finds names with letters that are no letter with a mark."""

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
