"""`PYTHONPATH=tests python -m guide [LANGUAGE]` writes into the chapters what their commands print now."""

import sys
import tempfile
from pathlib import Path

import pytest
from guide.chapters import LANGUAGES, Block, Reader, blocks, chapters, is_seen


def main() -> None:
    """Do what the chapters say, in both languages, and write down what is seen."""
    for language in sys.argv[1:] or LANGUAGES:
        with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patched:
            reader = Reader(Path(folder).resolve(), language, patched)
            for chapter in chapters(language):
                text = chapter.read_text(encoding="utf-8")
                chapter.write_text(as_seen(text, reader), encoding="utf-8")


def as_seen(text: str, reader: Reader) -> str:
    """The text of a chapter with what is seen now."""
    printed, new, upto = "", "", 0
    for block in blocks(text):
        new += text[upto : block.at]
        upto = block.at
        if block.kind == "text":
            new += shown(block, printed)
            upto += len(block.text)
        else:
            printed = reader.does(block)
    return new + text[upto:]


def shown(block: Block, printed: str) -> str:
    """What a chapter shows of what was printed: what it showed, where that is still right."""
    if is_seen(block.text, printed):
        return block.text
    return "\n".join(line.rstrip() for line in printed.rstrip().split("\n")) + "\n"


if __name__ == "__main__":
    main()
