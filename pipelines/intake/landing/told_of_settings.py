"""What is found about a competition.toml, and what follows from it until that is mended."""

import json
from collections.abc import Iterator

from pipelines.intake.readers.reading import Finding, warning
from pipelines.settings.competition import Settings
from pipelines.settings.problems import Problem
from pipelines.words.finding_texts import AS_BEFORE, NO_SEATING
from transforms.tables.messages import FILES_BESIDE

_DAYS_OF_A_WEEK = 7


def left_out(problem: Problem, others: int) -> Finding:
    """A fault for which the competition is left out, with so many files beside it."""
    message = f"{problem.message} (until that is mended, the files beside it are left out: {others})"
    return _until_mended(problem, message, **{FILES_BESIDE: str(others)})


def as_before(problem: Problem) -> Finding:
    """A fault for which the settings count that were there before it."""
    message = f"{problem.message} (until that is mended, the settings count as they were before)"
    return _until_mended(problem, message, **{AS_BEFORE: "1"})


def of_section(problem: Problem) -> Finding:
    """A fault of the section of the movement, which costs nothing else."""
    message = f"{problem.message} (until that is mended, nobody is numbered for the next session; all else counts)"
    return _until_mended(problem, message, **{NO_SEATING: "1"})


def _until_mended(problem: Problem, message: str, **more: str) -> Finding:
    arguments = json.dumps({**json.loads(problem.arguments or "{}"), **more}, ensure_ascii=False)
    return Finding(problem.line_no, "error", problem.key, problem.value, message, problem.code, arguments)


def hardly_reached(settings: Settings) -> Iterator[Finding]:
    """A warning for each championship that asks more evenings than any season has weeks: a share may be meant."""
    weeks = max((season.end - season.start).days // _DAYS_OF_A_WEEK + 1 for season in settings.season)
    asked = {
        "championship.individual.min": settings.championship.individual.min,
        "championship.pairs.together": settings.championship.pairs.together,
    }
    for key, most in asked.items():
        if isinstance(most, int) and most > weeks:
            yield warning(
                "settings.more_than_weeks",
                "that is a number of evenings, more than the longest season has weeks ({weeks}), so hardly anybody"
                ' becomes champion: for a share of the evenings write it with its sign, between quotes, as "{share}%"',
                field=key,
                value=str(most),
                weeks=str(weeks),
                share=str(min(most, 100)),
            )
