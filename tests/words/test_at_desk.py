"""What the desk says of a finding, whose screens do what commands and settings do elsewhere."""

import json
import re

from pipelines.cli.desk.answers import ASKED
from pipelines.words.at_desk import at_desk, without_commands
from pipelines.words.languages import sentences_of_findings, speaking
from transforms.tables.messages import VARIANT

BY_BUTTONS = {code for asked in ASKED for code in asked.codes}
TYPED = re.compile(r"competition\.toml|club\.toml|barometer [a-z]+ |--[a-z]")
BEGIN_SO = ("settings.", "tables.present")
"""Findings on what somebody wrote by hand, whose first words name it."""
DETAILS: dict[str, str | None] = {"field": None, "value": None}


def messages() -> dict[str, str]:
    """By `code/variant`, the messages of all findings, in Dutch."""
    return dict(sentences_of_findings("nl"))


def shown(name: str, message: str) -> tuple[str, str]:
    code, _, variant = name.partition("/")
    found = at_desk({"code": code, "message": message, "arguments": json.dumps({VARIANT: variant or None}), **DETAILS})
    return found.message, found.instead


def test_no_finding_speaks_of_commands_or_files_of_settings() -> None:
    found = {name: shown(name, text) for name, text in messages().items() if not name.startswith(BEGIN_SO)}
    assert [name for name, (message, _) in found.items() if not message or TYPED.search(message)] == []
    cut = {name for name, text in messages().items() if name in found and found[name][0] != text}
    assert len(cut) > 50
    assert [name for name in cut if not (found[name][1] or name in BY_BUTTONS)] == [], "nothing says what to do"


def test_nothing_is_left_that_ends_within_a_clause() -> None:
    for language in ("nl", "fr", "nb"):
        with speaking(language):
            for name, text in sentences_of_findings(language).items():
                if not name.startswith(BEGIN_SO):
                    cut = without_commands(text)
                    assert cut == text or text[len(cut) :].lstrip()[:1] in ".;:" or cut.endswith("."), (language, name)
                    assert cut.count("(") == cut.count(")"), (language, name)


def test_a_message_ends_before_the_clause_that_speaks_of_settings() -> None:
    kept = "the results differ (the first: board 7; 2 of 8): look at the file"
    assert without_commands(f"{kept}; or, if it is right, write accept in competition.toml: [[session]]") == kept
    assert (
        without_commands("These come closest. Write this in competition.toml, or run: barometer set x 1")
        == "These come closest."
    )
    assert without_commands("3 errors are not fixed: barometer findings shows them") == "3 errors are not fixed"
    assert without_commands("played on 3. mars; see docs/landing.md") == "played on 3. mars"
    assert without_commands("[[session]] names nothing: remove it") == "[[session]] names nothing: remove it"


def test_a_damaged_file_is_said_to_be_damaged() -> None:
    message, instead = shown("xml.not_sound", "the XML is invalid from column 12 of this line on")
    assert message.startswith("the file is damaged, perhaps because somebody changed it by hand")
    assert instead == "Export it from your program again, and drop the new file here."


def test_a_value_that_is_not_understood_is_shown() -> None:
    finding = {"code": "cells.left_out", "message": "this is not understood", "arguments": None}
    assert at_desk({**finding, "field": "tricks", "value": "ten"}).words == "“ten”: this is not understood"
