"""What is typed finds names with letters that are no letter with a mark, and days in any way of writing."""

import json
import subprocess
from typing import Any

import pytest
from each import cases

from pipelines.reports.html import asset


@pytest.mark.usefixtures("ask")
def test_letters_that_are_no_letter_with_a_mark_are_found_too() -> None:
    """As `search.js` reads what is typed, and the names."""
    script = asset("search.js").decode()
    plain = script[script.index("const alike") : script.index("// The pages are named")]
    names = ["Çınarlı", "Łucja", "Øverland", "Sarıkaya", "Penalba", "Dąbek", "Þór", "Großmann"]
    said = answered(plain, f"{json.dumps(names)}.map(plain)")
    assert said == ["cinarli", "lucja", "overland", "sarikaya", "penalba", "dabek", "thor", "grossmann"]


@pytest.mark.usefixtures("ask")
@cases(
    *((day, "2 September 2025") for day in ("2 sept", "2 September", "2025-09-02", "2-9-2025", "02.09.2025")),
    *((day, "12 September 2025") for day in ("12/9/2025", "12-9")),
    *(("evening 2", "9 September 2025 Evening 2"), ("neil", "O'Neil"), ("o'ne", "O'Neil")),
)
def test_whole_words_come_first(typed: str, first: str) -> None:
    """As `search.js` looks for what is typed."""
    places = [("O'Neil", "players/1.html")] + [
        (f"{n} September 2025 {of}", f"{n}.html", f"{n} Sept {n}-9-2025 {n:02}-09-2025 2025-09-{n:02}")
        for n, of in ((9, "Evening 2"), (30, "Evening 3"), (12, "Evening 2"), (2, "Evening 1"))
    ]
    script = asset("search.js").decode()
    looking = script[script.index("const most") : script.index("  for (const box")].replace("document.", "globalThis.")
    asked = f"globalThis.querySelector = () => null; globalThis.barometerPlaces = {json.dumps(places)}; {looking}"
    assert answered(asked, f"found(wordsOf({json.dumps(typed)}))")[0]["text"].startswith(first)


def answered(script: str, question: str) -> Any:
    """What node makes of it."""
    asked = ["node", "-e", f"{script} console.log(JSON.stringify({question}))"]
    return json.loads(subprocess.run(asked, check=True, capture_output=True, encoding="utf-8").stdout)
