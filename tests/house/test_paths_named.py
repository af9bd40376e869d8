"""Files that are named in words: what moves or goes must not stay in the documents and comments that point at it."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]

OF_THE_PROJECT = re.compile(r"(?<![\w/.-])(?:transforms|pipelines|tests)/[\w./*<>{}-]*")


def files(ending: str) -> Iterator[Path]:
    for folder in ("bench", "docs", "notebooks", "pipelines", "tests", "transforms"):
        yield from (PROJECT / folder).rglob(f"*.{ending}")
    yield from PROJECT.glob(f"*.{ending}")


def words_of(path: Path) -> str:
    """The whole of a document; of a program, only what is said in comments and in texts under a definition."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py" or not OF_THE_PROJECT.search(text):
        return text
    said = [
        token.string for token in tokenize.generate_tokens(io.StringIO(text).readline) if token.type == tokenize.COMMENT
    ]
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            said.append(node.value.value)
    return "\n".join(said)


def named_in(text: str) -> set[str]:
    return {found.rstrip(".") for found in OF_THE_PROJECT.findall(text)}


def is_there(name: str) -> bool:
    """Whether the path exists; one with a placeholder counts if something fits it."""
    pattern = re.sub(r"<[^>]*>|\{[^}]*\}", "*", name)
    return any(PROJECT.glob(pattern)) if "*" in pattern else (PROJECT / pattern).exists()


def test_every_path_named_in_words_exists() -> None:
    documents = [path for path in files("md") if path.name != "CHANGELOG.md"]
    reference = list((PROJECT / "data" / "reference").glob("*.toml"))
    stale = {
        (str(path.relative_to(PROJECT)), name)
        for path in [*documents, *files("py"), *reference]
        for name in named_in(words_of(path))
        if not is_there(name)
    }
    assert stale == set()


TEST = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`((?:, `::test_\w+`)*)")


def named_tests(text: str) -> set[tuple[str, str]]:
    """(file, test) of every test that a document names; `::test_two` after another is in the same file."""
    return {
        (file, test) for file, first, others in TEST.findall(text) for test in (first, *re.findall(r"test_\w+", others))
    }


def test_every_test_named_in_documents_exists() -> None:
    assert named_tests("`tests/a.py::test_b`, `::test_c`") == {("tests/a.py", "test_b"), ("tests/a.py", "test_c")}
    stale = {
        (path.name, file, test)
        for path in (PROJECT / "docs").rglob("*.md")
        for file, test in named_tests(path.read_text(encoding="utf-8"))
        if not re.search(rf"^(?:async )?def {test}\b", (PROJECT / file).read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert stale == set()
