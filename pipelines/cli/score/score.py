"""Score one result file, or a folder of result files, without a landing folder or a warehouse."""

import datetime as dt
from pathlib import Path

import polars as pl
import polars.selectors as cs

from pipelines.cli.terminal.options import Part
from pipelines.intake.landing.folders import SETTINGS
from pipelines.intake.landing.raw_tables import read_loose
from pipelines.machine.errors import UnusableError
from pipelines.settings.competition import Season, Settings, read_settings
from pipelines.settings.scoring import Scoring, scoring_profiles
from pipelines.settings.section import in_known_letters
from pipelines.words.plain_text import finding_in_words, with_typed_minus
from pipelines.words.words import balance, field_name
from transforms.bridge.sessions import TEAMS
from transforms.season import season_tables
from transforms.tables.messages import Message
from transforms.tables.phrases import phrase
from transforms.tables.schemas import COMPETITION, DECIMALS, SESSION
from transforms.tables.shared import IN_TURN

_BETWEEN_PLAYERS = " & "
_IN_ORDER = ("session_id", "field", "rank", "entrant")


class Scored:
    """A file that is scored: tables in the shape of `transforms/tables/`, each computed when it is first asked for.

    Args:
        raw: the raw tables of the file, by name.
        path: the file, or the folder of files.
    """

    def __init__(self, raw: dict[str, pl.DataFrame], path: Path) -> None:
        self.raw = raw
        self._path = path
        self._tables = {f"raw.{name}": table for name, table in raw.items()}

    def table(self, part: Part) -> pl.DataFrame:
        """One of the tables; `Part.RESULTS` in order of rank."""
        table = self._made(f"scored.{_NAMES[part]}")
        return table.sort(*_IN_ORDER, nulls_last=True) if part is Part.RESULTS else table

    def _made(self, name: str) -> pl.DataFrame:
        self._tables |= season_tables(self._tables, [name])
        return self._tables[name]

    def for_machines(self, part: Part) -> pl.DataFrame:
        """One of the tables, with its numbers rounded to `DECIMALS`, which removes the errors of binary fractions."""
        return self.table(part).with_columns(cs.float().round(DECIMALS))

    def as_json(self) -> str:
        """One JSON object: every table by its name in the warehouse."""
        tables = (f'"{name}": {self.for_machines(part).write_json()}' for part, name in _NAMES.items())
        return "{" + ",\n".join(tables) + "}"

    @property
    def sessions(self) -> list[str]:
        """The ids of the sessions, in order."""
        return self.raw["sessions"]["session_id"].to_list()

    @property
    def findings(self) -> pl.DataFrame:
        """What could not be used, deserves a look, or is not what the file says; `club` and `competition` are null."""
        return pl.concat([self.raw["findings"], _from_here(self._path, self._made("scored.findings"))])

    def imbalances(self) -> list[str]:
        """One line of words for every board that does not balance: its points do not add up."""
        return [
            f"session {board['session_id']}, {field_name(board['field'])}, board {board['board']}: "
            f"{with_typed_minus(balance(board))}"
            for board in self.table(Part.BOARDS).filter(~pl.col("balanced")).iter_rows(named=True)
        ]

    def names(self) -> pl.DataFrame:
        """One row per entrant: key of the session, `line`, `entrant`, and `players`, the names in order of the file."""
        players = self.raw["players"].select("club", "competition", "player_id", "name")
        return (
            self.raw["entries"]
            .join(players, on=["club", "competition", "player_id"], how="left")
            .sort("line_no", "player_id")
            .group_by(*SESSION, "line", "entrant")
            .agg(players=pl.coalesce("name", "player_id").str.join(_BETWEEN_PLAYERS))
        )

    def names_in_events(self) -> pl.DataFrame:
        """One row per entrant of an event: `event`, `entrant`, `players`: the names; for a team behind its number."""
        events = self.table(Part.EVENTS).select("event", "entrant", "scoring")
        is_team = pl.col("scoring").is_in(TEAMS)
        people = self.raw["players"].select(player="player_id", name="name").unique("player", maintain_order=True)
        by_players = (
            events.filter(~is_team)
            .with_columns(player=pl.col("entrant").str.split(" + "))
            .explode("player")
            .join(people, on="player", how="left", maintain_order="left")
            .group_by("event", "entrant")
            .agg(players=pl.coalesce("name", "player").str.join(_BETWEEN_PLAYERS))
        )
        last = (
            self.names()
            .join(self.raw["sessions"].select(*SESSION, "event", "date"), on=SESSION)
            .sort(*COMPETITION, *IN_TURN)
            .with_columns(number=pl.concat_list("entrant", phrase("{} {}", "line", "entrant")))
            .explode("number")
            .group_by("event", entrant="number")
            .agg(pl.col("players").last())
        )
        teams = events.filter(is_team).join(last, on=("event", "entrant"), how="left")
        by_number = pl.coalesce(phrase("{}: {}", "entrant", "players"), "entrant")
        return pl.concat([by_players, teams.select("event", "entrant", players=by_number)])


_NAMES = {
    Part.RESULTS: "session_results",
    Part.ROUNDS: "session_rounds",
    Part.MATCHES: "match_results",
    Part.EVENTS: "event_results",
    Part.CONTROL_SHEET: "control_sheet",
    Part.FREQUENCIES: "frequencies",
    Part.BOARDS: "boards",
}


def quick_score(path: Path, profile: str | None = None) -> Scored:
    """Score every session in a result file of any supported format, or in the files below a folder.

    `profile` names the scoring rules; None: those of the folder's competition.toml, or else the usual ones.

    Raises:
        UnusableError: there is no such file, folder or profile, or the competition.toml or no result can be used.
    """
    if not path.exists():
        raise UnusableError("{path}: no such file; name one result file, or a folder of them", path=path)
    if profile and in_known_letters(profile, list(scoring_profiles())) not in scoring_profiles():
        raise UnusableError(
            "--profile {profile}: there is no such profile; there are {known}",
            profile=profile,
            known=", ".join(scoring_profiles()),
        )
    raw = read_loose(path, _settings(path / SETTINGS, profile))
    raw["findings"] = _from_here(path, raw["findings"])
    if raw["results"].is_empty() and raw["matches"].is_empty():
        raise UnusableError(_why_nothing_is_scored(path, raw["findings"]))
    return Scored(raw, path)


def _from_here(path: Path, findings: pl.DataFrame) -> pl.DataFrame:
    """The findings with paths that can be opened from the current folder, and without club and competition."""
    nowhere = (pl.lit(None, pl.String).alias(name) for name in ("club", "competition"))
    folder = path if path.is_dir() else path.parent
    within = "" if folder == Path() else f"{folder}/"
    return findings.with_columns(*nowhere, file_id=pl.lit(within) + pl.col("file_id"))


def _why_nothing_is_scored(path: Path, findings: pl.DataFrame) -> Message | str:
    errors = findings.filter(pl.col("severity") == "error")
    if errors.is_empty():
        return Message("{path}: no results in it; name one result file, or a folder of them", path=path)
    first = finding_in_words(errors.row(0, named=True))
    return (
        first if errors.height == 1 else Message("{finding} (and {more} more)", finding=first, more=errors.height - 1)
    )


def _settings(file: Path, profile: str | None) -> Settings:
    """Those of a competition.toml, or one season of all time; a named profile replaces the scoring of either."""
    always = Season(name="all", start=dt.date.min, end=dt.date.max)
    settings = read_settings(file) if file.is_file() else Settings(season=[always])
    named = {"scoring": Scoring.model_validate({"profile": profile})} if profile else {}
    return settings.model_copy(update=named)
