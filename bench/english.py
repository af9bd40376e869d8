"""Draw docstrings, sentences of docs and messages for a reader who did not write them: `python -m bench.english SEED`.

The reader asks of each: did I understand it at first reading?
"""

import ast
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from pipelines.machine.paths import PACKAGES
from pipelines.tools.gather_messages import messages

DOCSTRINGS, SENTENCES, MESSAGES = 60, 60, 40
GENERATED = ("checks.md", "mistakes.md")
"""Pages of docs that consist of messages, which are drawn separately."""


def main(seed: str) -> None:
    """Print what this seed draws, each with its place."""
    draw = random.Random(seed)  # noqa: S311 - a sample, and no secret
    for title, found, size in (
        ("Docstrings", docstrings(), DOCSTRINGS),
        ("Sentences of docs", sentences(), SENTENCES),
        ("Messages", said(), MESSAGES),
    ):
        print(f"# {title}\n")
        for place, text in sorted(draw.sample(sorted(found), size)):
            print(f"- {place}\n  {text}\n")


def docstrings() -> set[tuple[str, str]]:
    """Return (place, text) of all docstrings, including the texts under constants."""
    found = set()
    for wing in ("transforms", "pipelines"):
        for path in (PACKAGES / wing).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                    text = node.value.value
                    if isinstance(text, str):
                        place = f"{path.relative_to(PACKAGES)}:{node.lineno}"
                        found.add((place, re.sub(r"\s+", " ", text).strip()))
    return found


def sentences() -> set[tuple[str, str]]:
    """Return (place, text) of all sentences of the README and the docs, except code and tables."""
    root = PACKAGES
    pages = [root / "README.md", *(root / "docs").rglob("*.md")]
    english = (page for page in pages if "nl" not in page.parts and page.name not in GENERATED)
    return {(str(page.relative_to(root)), text) for page in english for text in _prose(page)}


def _prose(page: Path) -> Iterator[str]:
    text = re.sub(r"```.*?```|<!--.*?-->", "\n\n", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    text = re.sub(r"^(?: {4}|\||#|<|!).*$", "\n\n", text, flags=re.MULTILINE)
    for paragraph in re.split(r"\n\s*\n|\n\s*- |\n\s*[0-9]+\. ", text):
        joined = re.sub(r"\s+", " ", paragraph).strip()
        yield from (part for part in re.split(r"(?<=[.:?!]) (?=[A-Z])", joined) if len(part.split()) > 5)


def said() -> set[tuple[str, str]]:
    """Return (place, text) of all messages of at least six words."""
    each = ((one.place, one.message if isinstance(one.message, str) else one.message[1]) for one in messages())
    return {(place, text) for place, text in each if len(text.split()) > 5}


if __name__ == "__main__":
    main(sys.argv[1])
