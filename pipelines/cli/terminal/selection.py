"""Find the competition, season, session or player that the command line names."""

import datetime as dt
from collections.abc import Iterable

import polars as pl

from pipelines.machine.errors import UnusableError
from pipelines.settings.toml_slips import date_of
from pipelines.words.suggestions import either, nearest, some, the_nearest
from transforms.tables.messages import Message, gettext_noop
from transforms.tables.phrases import phrase
from transforms.tables.schemas import CLUB, COMPETITION, SESSION


def one_competition(rules: pl.DataFrame, wanted: str) -> pl.DataFrame:
    """Return the rows of `Competitions` in order of time for an id, a name, or `club/competition`."""
    full = phrase("{}/{}", *CLUB)
    names = [pl.col("competition"), pl.col("competition_name"), full]
    fits = pl.any_horizontal(name.str.to_lowercase() == wanted.lower() for name in names)
    found = rules.filter(fits).sort("start", "season")
    known, fitting = (rows.select(full).to_series().unique().sort().to_list() for rows in (rules, found))
    if not fitting:
        raise _no_such(wanted, known, [*rules["competition"], *known])
    if len(fitting) > 1:
        raise UnusableError("{wanted}: this may be {several}; name one of them", wanted=wanted, several=either(fitting))
    return found


def one_club(rules: pl.DataFrame, wanted: str, others: Iterable[str] = ()) -> str:
    """Return the id of the club with this id or name among `rules` (`Competitions`), or with this id among `others`."""
    known = sorted({*rules["club"], *others})
    named = {name.lower(): club for name, club in rules.select("club_name", "club").iter_rows()}
    found = (named | {club.lower(): club for club in known}).get(wanted.lower())
    if found is None:
        raise _no_such(wanted, known, option="--club ")
    return found


def one_season(rules: pl.DataFrame, wanted: str | None) -> tuple[str, str, str]:
    """Return (club, competition, season) of one competition: for the season `wanted`, or else for its latest season."""
    found = rules if wanted is None else rules.filter(season=wanted)
    if wanted is not None and found.is_empty():
        raise _no_such(wanted, rules["season"].to_list(), option="--season ")
    return found.select(COMPETITION).row(-1)


def _no_such(wanted: str, known: list[str], names: Iterable[str] = (), option: str = "") -> UnusableError:
    sentence = gettext_noop(
        "{option}{wanted}: nothing has this name{near}. Choose one of these: {known}. For another warehouse, "
        "add --warehouse FILE"
    )
    near = nearest(wanted, names or known)
    return UnusableError(sentence, option=option, wanted=wanted, near=near, known=some(known))


def one_session(sessions: pl.DataFrame, wanted: str) -> dict[str, str]:
    """Return the `SESSION` values of the only session with this id, or on this day (such as `2-9-2025`)."""
    found = sessions.filter(session_id=session_named(wanted, sessions["session_id"]))
    if found.is_empty():
        near = nearest_sessions(wanted, sessions)
        sentence = gettext_noop("{wanted}: there is no such session{near}; name a session by its id")
        raise UnusableError(sentence, wanted=wanted, near=near)
    if found.height > 1:
        places = found.select(phrase("{}/{} {}", *COMPETITION)).to_series().sort().to_list()
        sentence = gettext_noop(
            "{wanted}: there are several such sessions, in {places}; choose one with --competition "
            "CLUB/COMPETITION and --season"
        )
        raise UnusableError(sentence, wanted=wanted, places=some(places))
    return found.select(SESSION).row(0, named=True)


def session_named(wanted: str, known: Iterable[str]) -> str:
    """Return the id of the only session on a day, in any notation; return other texts and unclear days unchanged."""
    ids = sorted(set(known))
    if wanted in ids or (day := date_of(wanted)) is None:
        return wanted
    exchanged = day if wanted.startswith(day[:4]) else f"{day[:4]}-{day[8:]}-{day[5:7]}"
    found = [session_id for session_id in ids if session_id.startswith((day, exchanged))]
    return found[0] if len(found) == 1 and found[0].startswith(day) else wanted


def nearest_sessions(wanted: str, sessions: pl.DataFrame) -> str:
    """Return ` (the nearest: …)` with the sessions on or nearest to a day, or the ids most similar to other words."""
    day, ids = date_of(wanted), sorted({*sessions["session_id"]})
    near = [session_id for session_id in ids if session_id.startswith(day or wanted)]
    if day and not near:
        asked, days = dt.date.fromisoformat(day), {one: date_of(one[: len(day)]) for one in ids}
        apart = {one: abs(dt.date.fromisoformat(on) - asked) for one, on in days.items() if on}
        near = sorted(apart, key=apart.__getitem__)[:3]
    return the_nearest(near) or nearest(day or wanted, ids)


def one_player(people: pl.DataFrame, wanted: str, nobody: Message | None = None) -> tuple[str, str]:
    """Return (club, player_id) of the only person in `people` with this id, name or part of a name."""
    if not wanted.replace(",", " ").strip():
        raise UnusableError("give an id or a part of a name")
    name = pl.coalesce("name", "player_id").str.to_lowercase()  # users' own tables may have names instead of ids
    for fits in (
        pl.col("player_id") == wanted,
        name == wanted.lower(),
        pl.all_horizontal(name.str.contains(part, literal=True) for part in wanted.lower().replace(",", " ").split()),
    ):
        found = people.filter(fits).unique(["club", "player_id"])
        if found.height == 1:
            return found["club"][0], found["player_id"][0]
        if not found.is_empty():
            who = phrase("{} ({}, {})", pl.coalesce("name", "player_id"), "player_id", "club")
            sentence = gettext_noop(
                "{wanted}: this may be {several}; name one by id, and if clubs share ids, also add "
                "--competition CLUB/COMPETITION"
            )
            raise UnusableError(sentence, wanted=wanted, several=either(found.select(who).to_series().sort().to_list()))
    near = nearest(wanted, pl.concat([people["name"], people["player_id"]]).drop_nulls())
    sentence = gettext_noop("{wanted}: there is no such player{near}; give an id, or a part of a name")
    usual = Message(sentence, wanted=wanted, near=near)
    raise UnusableError(nobody or usual)
