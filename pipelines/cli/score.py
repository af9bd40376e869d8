"""Score one result file or a folder of files, without a landing folder and without a warehouse."""

import datetime as dt
from collections.abc import Callable, Iterator
from itertools import groupby, product
from pathlib import Path
from string import ascii_uppercase
from typing import Any

import polars as pl
import polars.selectors as cs
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from pipelines.cli.terminal.options import Part
from pipelines.intake.landing.folders import SETTINGS
from pipelines.intake.landing.raw_tables import read_loose
from pipelines.machine.errors import UnusableError
from pipelines.settings.competition import Season, Settings, read_settings
from pipelines.settings.scoring import Scoring, profile_table, scoring_profiles
from pipelines.settings.section import in_known_letters
from pipelines.words import desk_words
from pipelines.words.deal_words import result_said
from pipelines.words.plain_text import finding_in_words, short, shown, with_typed_minus
from pipelines.words.terminal import console, is_unbounded, table, text, titled
from pipelines.words.words import balance, dealt, decided_said, field_name, points_name, unit
from transforms.bridge.sessions import NOBODY, TEAMS
from transforms.results.control_sheet import in_order_of_audit
from transforms.season import season_tables
from transforms.tables.arithmetic import as_text
from transforms.tables.arithmetic.as_shown import number_said, place
from transforms.tables.messages import Message, gettext, gettext_noop, one_behind_the_other
from transforms.tables.rule_words import TieBreak, words_of
from transforms.tables.schemas import COMPETITION, DECIMALS, SESSION
from transforms.tables.shared import IN_TURN

_BETWEEN_PLAYERS = " & "


class Scored:
    """The tables of `transforms/tables/` for the file or folder to score. Each is computed when it is first used."""

    def __init__(self, raw: dict[str, pl.DataFrame], path: Path) -> None:
        self.raw = raw
        self._path = path
        self._tables = {f"raw.{name}": table for name, table in raw.items()}

    def is_empty(self) -> bool:
        """Whether no result of any kind was read."""
        return all(self.raw[name].is_empty() for name in ("results", "matches", "totals"))

    def table(self, part: Part) -> pl.DataFrame:
        """Return one of the tables. `results` is sorted by rank."""
        made = self._made(f"scored.{_NAMES[part]}")
        return made.sort("session_id", "field", "rank", "entrant", nulls_last=True) if part == "results" else made

    def _made(self, name: str) -> pl.DataFrame:
        self._tables |= season_tables({**self._tables, "profiles": profile_table()}, [name])
        return self._tables[name]

    def for_machines(self, part: Part) -> pl.DataFrame:
        """Return one of the tables, with numbers rounded to rid them of binary errors."""
        return self.table(part).with_columns(cs.float().round(DECIMALS))

    def as_json(self) -> str:
        """Return a JSON object with all tables, by their names in the warehouse."""
        tables = (f'"{name}": {self.for_machines(part).write_json()}' for part, name in _NAMES.items())
        return "{" + ",\n".join(tables) + "}"

    @property
    def findings(self) -> pl.DataFrame:
        """All findings about the file or folder; `club` and `competition` are null."""
        return pl.concat([self.raw["findings"], _from_here(self._path, self._made("scored.findings"))])

    def imbalances(self) -> list[str]:
        """Return a line for each board whose points do not add up."""
        return [
            f"session {board['session_id']}, {field_name(board['field'])}, board {board['board']}: "
            f"{with_typed_minus(balance(board))}"
            for board in self.table("boards").filter(~pl.col("balanced")).iter_rows(named=True)
        ]

    def names(self) -> pl.DataFrame:
        """Return a row per entrant: the session, `line`, `entrant`, and the names of its `players` in file order."""
        players = self.raw["players"].select("club", "competition", "player_id", "name")
        return (
            self.raw["entries"]
            .join(players, on=["club", "competition", "player_id"], how="left")
            .sort("line_no", "player_id")
            .group_by(*SESSION, "line", "entrant")
            .agg(players=pl.coalesce("name", "player_id").str.join(_BETWEEN_PLAYERS))
        )

    def names_in_events(self) -> pl.DataFrame:
        """Return `event`, `entrant` and `players` (their names) per entrant. A team's number precedes the names."""
        events = self.table("events").select("event", "entrant", "scoring")
        people = dict(self.raw["players"].select("player_id", pl.coalesce("name", "player_id")).iter_rows())
        sessions = self.raw["sessions"].select(*SESSION, "event", "date")
        in_turn = self.names().join(sessions, on=SESSION).sort(*COMPETITION, *IN_TURN)
        of_teams = {
            (event, number): f"{number}: {players}"
            for event, line, entrant, players in in_turn.select("event", "line", "entrant", "players").iter_rows()
            for number in (entrant, f"{line} {entrant}")
        }
        named = [
            of_teams.get((event, entrant), entrant)
            if scoring in TEAMS
            else _BETWEEN_PLAYERS.join(people.get(player, player) for player in entrant.split(" + "))
            for event, entrant, scoring in events.iter_rows()
        ]
        return events.select("event", "entrant", players=pl.Series(named, dtype=pl.String))


_NAMES: dict[Part, str] = {
    "results": "session_results",
    "rounds": "session_rounds",
    "matches": "match_results",
    "events": "event_results",
    "control-sheet": "control_sheet",
    "frequencies": "frequencies",
    "boards": "boards",
}


def quick_score(path: Path, profile: str | None = None) -> Scored:
    """Score all sessions in a result file of any supported format, or in the files below a folder."""
    scored = read_loosely(path, profile)
    if scored.is_empty():
        errors = scored.raw["findings"].filter(pl.col("severity") == "error")
        first, more = finding_in_words(errors.row(0, named=True)), errors.height - 1
        raise UnusableError(Message("{finding} (and {more} more)", finding=first, more=more) if more else first)
    return scored


def read_loosely(path: Path, profile: str | None = None) -> Scored:
    """Read a result file or a folder of them, to be scored or validated.

    Raises:
        UnusableError: there is no such file or profile, or there are neither results nor errors in it.
    """
    if not path.exists():
        raise UnusableError("{path}: there is no such file; name a result file, or a folder of result files", path=path)
    if profile and in_known_letters(profile, known := list(scoring_profiles())) not in known:
        sentence = gettext_noop("--profile {profile}: there is no such profile; choose one of {known}")
        raise UnusableError(sentence, profile=profile, known=", ".join(known))
    raw = read_loose(path, _settings(path / SETTINGS, profile))
    raw["findings"] = _from_here(path, raw["findings"])
    scored = Scored(raw, path)
    if scored.is_empty() and raw["findings"].filter(pl.col("severity") == "error").is_empty():
        raise UnusableError(
            "{path}: there are no results in it; name a result file, or a folder of result files", path=path
        )
    return scored


def _from_here(path: Path, findings: pl.DataFrame) -> pl.DataFrame:
    nowhere = (pl.lit(None, pl.String).alias(name) for name in ("club", "competition"))
    folder = path if path.is_dir() else path.parent
    within = "" if folder == Path() else f"{folder}/"
    return findings.with_columns(*nowhere, file_id=pl.lit(within) + pl.col("file_id"))


def _settings(file: Path, profile: str | None) -> Settings:
    always = Season(name="all", start=dt.date.min, end=dt.date.max)
    settings = read_settings(file) if file.is_file() else Settings(season=[always])
    if not profile:
        return settings
    named = {"scoring": Scoring.model_validate({"profile": profile})}
    seasons = [season.model_copy(update=named) for season in settings.season]
    return settings.model_copy(update={**named, "season": seasons})


Row = dict[str, Any]

_ENTRANT = [*SESSION, "line", "entrant"]
_GROUPS = [*ascii_uppercase, *map("".join, product(ascii_uppercase, repeat=2))]
_AROUND = 3  # spaces between columns
_WORDS = (gettext_noop("players"), gettext_noop("result"))
_WORTH = (gettext_noop("top"), gettext_noop("datum"))
_TIE = {gettext_noop("tie"): "decided_by"}
_IF_ANY_OF_EVENT = {gettext_noop("for missed"): "due", **_TIE}
_IF_ANY = {gettext_noop("adjusted"): "adjustment", gettext_noop("club"): "club_points", **_TIE}


def print_sheets(scored: Scored, part: Part | None) -> None:
    """Print the parts of each session to standard output; with `part`, only that part."""
    out, sheets = console(), list(_sheets(scored, part))
    for sheet in sheets:
        out.print(sheet, "")
    if part and not sheets:
        out.print(gettext("There is nothing to show for {what}.", what=part))


def _sheets(scored: Scored, part: Part | None) -> Iterator[RenderableType]:
    for session in scored.raw["sessions"]["session_id"]:
        for of_session, printed in _OF_SESSION.items():
            if part in (None, of_session):
                yield from printed(scored, session)
    if part in (None, "events"):
        yield from _events(scored)
    elif part not in _OF_SESSION:
        rows = scored.table(part).drop(COMPETITION)
        rows = rows.select(column for column in rows if column.count() or rows.is_empty())
        yield _listed(part, rows, {name.replace("_", "\n"): name for name in rows.columns})


def _result_lists(scored: Scored, session: str) -> Iterator[RenderableType]:
    listed = (
        scored.table("results")
        .join(scored.names(), on=_ENTRANT, how="left", maintain_order="left")
        .with_columns(rank=place(pl.col("rank"), *SESSION, "field"), entrant=number_said(pl.col("entrant")))
    )
    for (field,), rows in listed.filter(session_id=session).group_by("field", maintain_order=True):
        of = {gettext_noop("of"): "maximum"} if rows["maximum"].count() else {}
        columns = {"": "rank", gettext_noop("no."): "entrant", "players": "players", **_worth(rows), **of}
        shown_columns = {**columns, "boards": "boards"}
        yield _listed(f"{session}: {field_name(str(field))}", _with_ties_said(rows), shown_columns, _IF_ANY)


def _rounds(scored: Scored, session: str) -> Iterator[RenderableType]:
    in_order = scored.table("results").select(*_ENTRANT, "field", "scoring").with_row_index("place")
    meetings = in_order.join(scored.table("rounds"), on=_ENTRANT).sort("place", "round", "first_board")
    for (field,), rows in meetings.filter(session_id=session).group_by("field", maintain_order=True):
        decimals = max(map(_decimals, rows["points"]))
        group = dict(zip(sorted(set(rows["first_board"])), _GROUPS, strict=False))
        cells: dict[str, dict[int, list[str]]] = {}
        for row in rows.iter_rows(named=True):
            letter = group.get(row["first_board"], "")
            seated = letter if row["direction"] == "NS" else letter.lower()
            met = cells.setdefault(_seat(row, "entrant"), {}).setdefault(row["round"], [])
            met.append(f"{shown(row['points'], decimals)}{seated} {_seat(row, 'opponent')}")
        rounds = sorted(set(rows["round"]))
        widest = max(len(line) for met in cells.values() for lines in met.values() for line in ["round 1", *lines])
        numbers = max(map(len, [gettext("no."), *cells])) + _AROUND
        at_a_time = max(1, (console().width - numbers) // (widest + _AROUND))
        for abreast in (rounds[first : first + at_a_time] for first in range(0, len(rounds), at_a_time)):
            headings = [gettext("no."), *(gettext("round {number}", number=number) for number in abreast)]
            lines = ([entrant, *("\n".join(of.get(number, [])) for number in abreast)] for entrant, of in cells.items())
            title = gettext("{field}, round by round", field=field_name(str(field)))
            yield titled(f"{session}: {title}", table(headings, lines, _WORDS))
    legend = gettext_noop(
        "29b 12 means 29 {points} against number 12, on the second group of boards (b), as East-West (a capital"
        " letter means North-South)"
    )
    for scoring in meetings.filter(session_id=session)["scoring"].head(1):
        yield text(gettext(legend, points=points_name(scoring)), "dim")


def _seat(row: Row, side: str) -> str:
    return (row["line"] if "+" in row["field"] else "") + desk_words.number_said(row[side])


def _matches(scored: Scored, session: str) -> Iterator[RenderableType]:
    number = pl.col("team").cast(pl.Int64, strict=False)
    rows = scored.table("matches").filter(session_id=session).sort("line", "round", number, "team", "opponent")
    if not rows.is_empty():
        rows = rows.with_columns(pl.col("opponent").replace(NOBODY, gettext("bye")))
        columns = {name: name for name in ("line", "round", "team", "opponent", "boards")}
        brought = {"IMPs": "imps", "points": "points", "VPs": "vp"}
        yield _listed(f"{session}: {gettext('matches')}", rows, columns, brought)


def _events(scored: Scored) -> Iterator[RenderableType]:
    in_order = (
        scored.table("events")
        .join(scored.names_in_events(), on=("event", "entrant"), how="left")
        .sort("event", "rank", "entrant", nulls_last=True)
    )
    for (event,), rows in in_order.group_by("event", maintain_order=True):
        columns = {"": "rank", "players": "players", **_worth(rows), "sessions": "sessions", "boards": "boards"}
        yield _listed(str(event), _with_ties_said(rows), columns, _IF_ANY_OF_EVENT)


def _with_ties_said(rows: pl.DataFrame) -> pl.DataFrame:
    return rows.with_columns(pl.col("decided_by").replace({tie: decided_said(tie) for tie in words_of(TieBreak)}))


def _worth(rows: pl.DataFrame) -> dict[str, str]:
    return {unit(rows["scoring"][0]): "score", points_name(rows["scoring"][0]): "points"}


def _listed(
    title: str, rows: pl.DataFrame, columns: dict[str, str], if_any: dict[str, str] | None = None
) -> RenderableType:
    """Return a table of all rows, with these columns by heading, and the columns of `if_any` that have values."""
    columns = columns | {heading: name for heading, name in (if_any or {}).items() if rows[name].count()}
    values = rows.select(columns.values())
    decimals = [0 if dtype.is_float() and (rows[name] % 1 == 0).all() else 2 for name, dtype in values.schema.items()]
    cells = ([shown(value, places) for value, places in zip(row, decimals, strict=True)] for row in values.iter_rows())
    headings = [gettext(heading) for heading in columns]
    return titled(title, table(headings, cells, [gettext(word) for word in _WORDS]))


def _control_sheet(scored: Scored, session: str) -> Iterator[RenderableType]:
    in_order = in_order_of_audit(scored.table("control-sheet"), scored.table("matches"))
    meetings, frequencies = (
        rows.filter(session_id=session).rows_by_key(("field", "board"), named=True, include_key=True)
        for rows in (in_order, scored.table("frequencies"))
    )
    boards = scored.table("boards").filter(session_id=session).sort("field", "board")
    for (field,), of_field in boards.group_by("field", maintain_order=True):
        boxes = [
            _board(board, meetings[field, board["board"]], frequencies.get((field, board["board"]), []))
            for board in of_field.iter_rows(named=True)
        ]
        sheet: RenderableType = Columns(boxes, padding=(1, _AROUND), equal=True)
        if is_unbounded(console()):
            sheet = Group(*(part for box in boxes for part in (box, "")))
        yield titled(f"{session}: {gettext('{field}, control sheet', field=field_name(str(field)))}", sheet)


def _board(board: Row, meetings: list[Row], frequencies: list[Row]) -> Table:
    decimals = max(_decimals(row[side]) for row in meetings for side in ("ns_points", "ew_points"))
    of_imps = (gettext_noop("IMPs NS"), gettext_noop("IMPs EW"))
    brought = of_imps if board["top"] is None else (gettext_noop("for NS"), gettext_noop("for EW"))
    columns: dict[str, list[str]] = {
        gettext_noop("NS"): [_seat(row, "ns") for row in meetings],
        gettext_noop("EW"): [_seat(row, "ew") for row in meetings],
        gettext_noop("score"): [shown(row["score"]) for row in meetings],
        "result": [" = ".join(filter(None, (result_said(row["result"] or ""), row["worth"]))) for row in meetings],
        gettext_noop("form"): [shown(row["subfield"]) for row in meetings],
        brought[0]: [shown(row["ns_points"], decimals) for row in meetings],
        brought[1]: [shown(row["ew_points"], decimals) for row in meetings],
    }
    if not any(columns["form"]):
        del columns["form"]
    headings = [gettext(heading) for heading in columns]
    laid_out = table(headings, zip(*columns.values(), strict=True), [gettext(word) for word in _WORDS])
    laid_out.columns[list(columns).index("result")].max_width = 16
    worth = [f"{gettext(name)} {short(board[name])}" for name in _WORTH if board[name] is not None]
    number = gettext("Board {board}", board=board["board"])
    laid_out.title = text(", ".join([number, dealt(board["board"]), *worth]), "bold")
    laid_out.min_width = len(laid_out.title)
    laid_out.caption = Text("\n").join([_frequencies(frequencies), _balance(board)])
    laid_out.title_justify = laid_out.caption_justify = "left"
    return laid_out


def _frequencies(rows: list[Row]) -> Text:
    in_order = sorted(rows, key=lambda row: (row["subfield"], -row["score"]))
    forms = [
        (f"{gettext('form {form}', form=form)}: " if form else "")
        + ", ".join(f"{row['score']}×{short(row['times'])}" for row in of_form)
        for form, of_form in groupby(in_order, key=lambda row: row["subfield"])
    ]
    scores = one_behind_the_other(forms)
    return text(gettext("frequency {scores}", scores=scores) if scores else gettext("no scores to count"), "dim")


def _balance(board: Row) -> Text:
    said = with_typed_minus(balance(board))
    if not board["balanced"]:
        return text(said.upper(), "bold white on red")
    return text(gettext("balanced: {how}", how=said), "green")


def _decimals(value: float | None) -> int:
    return 0 if value is None else len(as_text.short(value).partition(".")[2])


_OF_SESSION: dict[Part, Callable[[Scored, str], Iterator[RenderableType]]] = {
    "results": _result_lists,
    "rounds": _rounds,
    "matches": _matches,
    "control-sheet": _control_sheet,
}
