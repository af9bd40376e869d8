"""docs/checks.md is what the command makes of the declarations."""

from pipelines.tools.list_checks import LISTED, listed


def test_the_list_of_checks_is_up_to_date() -> None:
    assert LISTED.read_text(encoding="utf-8") == listed(), "make checks-listed"
