"""The competition, the season, the session and the player that are named on the command line."""

import datetime as dt
import re
from collections.abc import Iterable

import polars as pl

from pipelines.machine.errors import UnusableError
from pipelines.settings.days_in_words import days_in_words
from pipelines.settings.toml_files import date_of
from pipelines.words.suggestions import either, nearest, some
from transforms.tables.messages import Message, gettext
from transforms.tables.nearest_words import nearest_words
from transforms.tables.phrases import phrase
from transforms.tables.schemas import COMPETITION, SESSION

_LETTERS_OF_A_DAY = 10
_NEAREST_AT_MOST = 3
_DAY_FIRST = re.compile(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})", re.ASCII)


def one_competition(rules: pl.DataFrame, wanted: str) -> pl.DataFrame:
    """The rows of one competition, one per season, in order of time.

    Args:
        rules: `Competitions`.
        wanted: its id, its name, or `club/competition`; upper and lower case are the same.

    Raises:
        UnusableError: there is no such competition, or several have this name.
    """
    full = phrase("{}/{}", "club", "competition")
    names = [pl.col("competition"), pl.col("competition_name"), full]
    fits = pl.any_horizontal(name.str.to_lowercase() == wanted.lower() for name in names)
    found = rules.filter(fits).sort("start", "season")
    fitting = found.select(full).to_series().unique().sort().to_list()
    if not fitting:
        known = rules.select(full).to_series().unique().sort().to_list()
        ids = {name.rpartition("/")[2]: name for name in known}
        if near := nearest_words(wanted.lower(), [*known, *ids], at_most=1):
            raise UnusableError(
                "{wanted}: there is no such competition; did you mean {near}? There are {known}; one of another"
                " warehouse takes --warehouse FILE",
                wanted=wanted,
                near=near[0],
                known=some(known),
            )
        raise UnusableError(
            "{wanted}: there is no such competition; there are {known}; one of another warehouse takes --warehouse"
            " FILE",
            wanted=wanted,
            known=some(known),
        )
    if len(fitting) > 1:
        raise UnusableError(
            "{wanted}: that may be {several}; name one of these", wanted=wanted, several=either(fitting)
        )
    return found


def one_club(rules: pl.DataFrame, wanted: str, others: Iterable[str] = ()) -> str:
    """The id of a club.

    Args:
        rules: `Competitions`.
        wanted: its id or its name; upper and lower case are the same.
        others: ids of clubs without a competition that can be used.

    Raises:
        UnusableError: there is no such club.
    """
    named = {name.lower(): club for name, club in rules.select("club_name", "club").iter_rows()}
    known = sorted({*rules["club"], *others})
    found = {club.lower(): club for club in known}.get(wanted.lower(), named.get(wanted.lower()))
    if found is None:
        raise UnusableError(
            "--club {club}: there is no such club{near}; there are {known}",
            club=wanted,
            near=nearest(wanted, known),
            known=some(known),
        )
    return found


def one_season(rules: pl.DataFrame, wanted: str | None) -> tuple[str, str, str]:
    """(club, competition, season) of the named season of one competition, or else of the latest one.

    Raises:
        UnusableError: there is no such season.
    """
    found = rules if wanted is None else rules.filter(season=wanted)
    if found.is_empty():
        raise UnusableError(
            "--season {wanted}: there is no such season; there are {known}",
            wanted=wanted,
            known=some(rules["season"].to_list()),
        )
    club, competition, season = found.select(COMPETITION).row(-1)
    return club, competition, season


def one_session(sessions: pl.DataFrame, wanted: str) -> dict[str, str]:
    """The values of `SESSION` of the only session with this id, or on this day: `2-9-2025`.

    Raises:
        UnusableError: there is no such session, or there are several.
    """
    found = sessions.filter(session_id=session_meant(wanted, sessions["session_id"]))
    if found.is_empty():
        near = nearest_sessions(wanted, sessions)
        raise UnusableError(
            "{wanted}: there is no such session{near}; a session is named by its id", wanted=wanted, near=near
        )
    if found.height > 1:
        places = found.select(phrase("{}/{} {}", *COMPETITION)).to_series().sort().to_list()
        raise UnusableError(
            "{wanted}: there is such a session in {places}; name one with --competition CLUB/COMPETITION and --season",
            wanted=wanted,
            places=some(places),
        )
    return found.select(SESSION).row(0, named=True)


def session_meant(wanted: str, known: Iterable[str]) -> str:
    """The id that is meant: the one that is named, or that of the only session of a day that is written otherwise.

    What could be two days, `2-9-2025` where the ninth of February has a session too, is taken for neither.
    """
    ids = sorted(set(known))
    if wanted in ids or (day := date_of(wanted)) is None:
        return wanted
    days = {day, *_day_and_month_exchanged(wanted)}
    meant = [session_id for session_id in ids if session_id[:_LETTERS_OF_A_DAY] in days]
    return meant[0] if len(meant) == 1 and meant[0].startswith(day) else wanted


def _day_and_month_exchanged(wanted: str) -> list[str]:
    found = _DAY_FIRST.fullmatch(wanted.strip())
    other = date_of(f"{found[2]}-{found[1]}-{found[3]}") if found else None
    return [other] if other else []


def nearest_sessions(wanted: str, sessions: pl.DataFrame) -> str:
    """` (the nearest: …)` with ids of sessions: of a date those of the days around it, of other words the most similar.

    Of a date that is written otherwise than in ids, the sessions of that day alone are named, where there are some.
    """
    days = {session_id: _day(session_id[:_LETTERS_OF_A_DAY]) for session_id in sessions["session_id"].unique().sort()}
    if said := days_in_words(wanted, filter(None, days.values())):
        words = some(sorted(session_id for session_id, then in days.items() if then in said))
        return f" {gettext('(did you mean {words}? a day is written year-month-day)', words=words)}"
    day = _day(date_of(wanted) or wanted)
    if day is None:
        no_day = "" if said is None else f" {gettext('(a day is written year-month-day)')}"
        return nearest(wanted, sessions["session_id"]) or no_day
    apart = {session_id: abs(then - day) for session_id, then in days.items() if then is not None}
    if meant := sorted(session_id for session_id, days_apart in apart.items() if not days_apart):
        words = some(meant)
        if _day(wanted) is not None:
            return f" {gettext('(the nearest: {words})', words=words)}"
        return f" {gettext('(did you mean {words}? a day is written year-month-day)', words=words)}"
    near = sorted(sorted(apart, key=lambda session_id: apart[session_id])[:_NEAREST_AT_MOST])
    return f" {gettext('(the nearest: {words})', words=', '.join(near))}" if near else ""


def _day(text: str) -> dt.date | None:
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        return None


def one_player(people: pl.DataFrame, wanted: str, nobody: Message | None = None) -> tuple[str, str]:
    """(club, player_id) of the only player with this id, name or part of a name.

    Args:
        people: (club, player_id, name), of any competitions.
        wanted: what is named.
        nobody: what to say where there is no such player.

    Raises:
        UnusableError: there is no such player, or several may be meant.
    """
    if not wanted.replace(",", " ").strip():
        raise UnusableError("give an id or a part of a name")
    name = pl.coalesce("name", "player_id").str.to_lowercase()  # own tables may have names in place of ids
    for fits in (
        pl.col("player_id") == wanted,
        name == wanted.lower(),
        pl.all_horizontal(name.str.contains(part, literal=True) for part in wanted.lower().replace(",", " ").split()),
    ):
        found = (
            people.filter(fits)
            .unique(["club", "player_id"])
            .sort(pl.coalesce("name", "player_id"), "club", "player_id")
        )
        if found.height == 1:
            return found["club"][0], found["player_id"][0]
        if not found.is_empty():
            several = either(found.select(_named_of_several(found)).to_series().to_list())
            if found["club"].n_unique() == 1:
                raise UnusableError("{wanted}: that may be {several}; name one by id", wanted=wanted, several=several)
            raise UnusableError(
                "{wanted}: that may be {several}; name one by id, and where clubs share ids, with"
                " --competition CLUB/COMPETITION",
                wanted=wanted,
                several=several,
            )
    known = pl.concat([people["name"], people["player_id"]]).drop_nulls()
    raise UnusableError(
        nobody
        or Message(
            "{wanted}: there is no such player{near}; give an id, or a part of a name",
            wanted=wanted,
            near=nearest(wanted, known),
        )
    )


def _named_of_several(found: pl.DataFrame) -> pl.Expr:
    """Each of these players by name, id and club: the id where it is no name, the club where there are several."""
    name, player_id = pl.coalesce("name", "player_id"), pl.col("player_id")
    if found["club"].n_unique() > 1:
        return phrase("{} ({}, {})", name, player_id, "club")
    return pl.when(name != player_id).then(phrase("{} ({})", name, player_id)).otherwise(name)
