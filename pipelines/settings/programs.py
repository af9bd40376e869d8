"""Which scoring profile the files of a program ask for: data/reference/scoring_profiles.toml says so."""

import tomllib
from functools import cache

from pipelines.settings.section import REFERENCE


@cache
def programs_by_profile() -> dict[str, list[str]]:
    """Profile -> how the names of programs that score so begin."""
    profiles = tomllib.loads((REFERENCE / "scoring_profiles.toml").read_text(encoding="utf-8"))
    return {name: rules.get("programs", []) for name, rules in profiles.items()}


@cache
def _programs() -> dict[str, str]:
    """Beginning of the name of a program, in small letters -> profile."""
    return {program.casefold(): name for name, programs in programs_by_profile().items() for program in programs}


def profile_of(program: str) -> str | None:
    """The profile by which a program scores, by the name that it writes into its files; None where none is known."""
    written = program.strip().casefold()
    return next((profile for known, profile in _programs().items() if written.startswith(known)), None)
