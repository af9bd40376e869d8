"""`barometer movement`: what it says of the order of its list, and of what it prints where none is chosen."""

from pathlib import Path

from typer.testing import CliRunner

from pipelines.cli.app import app
from pipelines.cli.movement.fitting import Evening, far_evener, fitting


def test_that_another_with_one_winner_is_far_evener_is_said_where_none_is_chosen(tmp_path: Path) -> None:
    """The first shares no boards, and is far less even than the third, which does."""
    asked = ["movement", "--tables", "8", "--rounds", "6", "--print", str(tmp_path / "cards.html")]
    done = CliRunner().invoke(app, asked)
    assert "this is the first of 7" in done.stderr
    assert "Number 3, which has one winner too, is far evener: 76.92 of 100, where this one has 56.60" in done.stderr
    assert "its tables share boards. --choose 3 takes it." in done.stderr
    chosen = CliRunner().invoke(app, [*asked, "--choose", "1", "--replace"])
    assert chosen.exit_code == 0
    assert "far evener" not in chosen.stderr


def test_nothing_is_said_where_the_first_is_the_evenest_or_has_two_winners() -> None:
    assert far_evener(Evening(8, 24), fitting(Evening(8, 24)), 1) is None
    evening = Evening(8, 24, 6)
    found = fitting(evening)
    assert far_evener(evening, found, 1) == 3
    two_winners = next(number for number, offer in enumerate(found, start=1) if offer.winners == 2)
    assert far_evener(evening, found, two_winners) is None


def test_help_says_what_comes_first() -> None:
    said = " ".join(CliRunner().invoke(app, ["movement", "--help"]).stdout.split())
    assert "one winner before two, no shared boards before shared, then the evenest first" in said
    assert "the best first" not in said
