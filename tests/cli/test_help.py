"""Every command's help has an example, and the example does what a user sees who types it in a folder like that."""

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from each import each
from typer.main import get_command
from typer.testing import CliRunner

from pipelines.cli.app import app
from pipelines.cli.simulate import simulate_landing
from pipelines.cli.terminal.help_texts import _HELP

BEGINNING = "Example: barometer "
WIDEST = 77
"""Letters of a line that a terminal of 80 does not fold: what is folded is not copied whole."""
LONG = {
    *("build", "new", "demo", "desk", "live"),
    *("balance design", "balance optimise", "balance howells", "balance webs", "balance verify"),
}
"""They only have to be understood here: tests of their own run them."""


def below(words: str, command: Any) -> Iterator[tuple[str, Any]]:
    """Every command and group by its words; the program itself by none."""
    yield words, command
    for name, inner in getattr(command, "commands", {}).items():
        yield from below(f"{words} {name}".strip(), inner)


COMMANDS = dict(below("", get_command(app)))
EXAMPLES = {words: (command.epilog or "").removeprefix(BEGINNING) for words, command in COMMANDS.items()}


def test_there_are_as_many_commands_as_anyone_knows() -> None:
    assert len(COMMANDS) > 30
    assert {"", "build", "open", "balance", "balance seat", "deals solve", "movement"} <= set(COMMANDS)


def test_every_argument_has_help_and_every_help_its_argument() -> None:
    params = [(command, param) for command in COMMANDS.values() if command.callback for param in command.params]
    assert [(command.name, param.name) for command, param in params if not param.help] == []
    assert set(_HELP) <= {(command.callback.__name__, param.name) for command, param in params}


@each(COMMANDS)
def test_a_command_has_an_example_on_one_line_that_is_understood(words: str) -> None:
    epilog = COMMANDS[words].epilog or ""
    assert epilog.startswith(f"{BEGINNING}{words}".rstrip())
    assert len(epilog) <= WIDEST
    assert epilog in CliRunner(env={"COLUMNS": "80"}).invoke(app, [*words.split(), "--help"]).stdout
    context = None
    command: Any = get_command(app)
    rest = shlex.split(EXAMPLES[words])
    while hasattr(command, "commands"):
        context = command.make_context(rest[0], rest, parent=context)
        name, command, rest = command.resolve_command(context, [*context._protected_args, *context.args])
        assert command is not None, name
    command.make_context(words, rest, parent=context)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, without_pages: None) -> Path:  # noqa: ARG001 - it patches
    """The working folder, in which two evenings of the sample's club are built, with the files of the examples."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BAROMETER_WAREHOUSE", "w.duckdb")
    monkeypatch.setenv("BAROMETER_REPORTS", "reports")
    simulate_landing(Path("results"), clubs=1, sessions=2, seed=2025, boards=2)
    assert CliRunner().invoke(app, ["build", "results"]).exit_code == 0
    Path("results", "alderhaven", "tuesday-evening").rename("results/tuesday")
    evening = ["export", "2025-09-02", "--format", "pbn", "--out", "evening.pbn"]
    assert CliRunner().invoke(app, evening).exit_code == 0
    Path("results.csv").write_text("entrant,rank\n1,1\n2,2\n", encoding="utf-8")
    pairs = "".join(f"{one},{one + 1}\n" for one in range(1001, 1017, 2))
    for name in ("present.csv", "pairs.csv"):
        Path(name).write_text(f"player_id,partner_id\n{pairs}", encoding="utf-8")
    return tmp_path


@pytest.mark.long
def test_examples_do_what_they_say(folder: Path, opened: list[str]) -> None:
    failed = []
    shown = dict.fromkeys(example for words, example in EXAMPLES.items() if words not in LONG)
    for example in (example for example in shown if example not in LONG):
        done = CliRunner().invoke(app, shlex.split(example))
        if done.exit_code:
            failed.append(f"{example}: {done.exit_code} {done.output} {done.exception!r}")
    assert failed == []
    assert len(opened) == 1
    for made in ("evening.xml", "site/index.html", "movements/index.html", "landing"):
        assert (folder / made).exists()
