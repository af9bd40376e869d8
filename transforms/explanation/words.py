"""The words of an explanation: a description of each step."""

from collections.abc import Mapping
from string import Formatter
from typing import Any

from transforms.rankings.methods import EARNED_BY, GIVEN, TEAMS
from transforms.tables.arithmetic import as_text
from transforms.tables.messages import gettext, ngettext, one_behind_the_other, written

Row = Mapping[str, Any]
_COLUMNS = {"average": "average_score", "top": "top_score"}  # gap -> its column, if the names differ


def ranking(row: Row) -> str:
    """Describe a ranking, such as `average of 4 sessions and 2 times the substitute ranking`."""
    if row["missing"] == 0:
        return ngettext("average of the last session", "average of the last {number} sessions", row["window"])
    return ngettext(
        "average of {sessions} and once the substitute ranking",
        "average of {sessions} and {number} times the substitute ranking",
        row["missing"],
        sessions=_sessions(row["sessions_counted"]),
    )


def ranking_change(row: Row) -> str:
    """Describe the result that the last session brought into the window, and the result that dropped out."""
    came, dropped = _short(row["came_in"]), _short(row["dropped_out"])
    if row["dropped_date"] is None:
        return gettext("{came} came in and replaced a substitute ranking of {dropped}", came=came, dropped=dropped)
    day = str(row["dropped_date"])
    return gettext("{came} came in, and {dropped} of {day} dropped out", came=came, dropped=dropped, day=day)


def substitute(row: Row, own: float | None) -> str:
    """Describe where a starting ranking (`StartingRankings`) comes from; `own` is the player's ranking in `players`."""
    match row["origin"]:
        case "season":
            season = row["season_before"]
            if own is None:
                return gettext("the final ranking of season {season}", season=season)
            return gettext(
                (
                    "the final ranking of season {season}, instead of {own}, the ranking given for this player in the "
                    "table of players"
                ),
                season=season,
                own=_short(own),
            )
        case "player":
            return gettext("the ranking given for this player in the table of players")
        case _:
            return gettext("the ranking that the club gives everybody who has none yet")


def points(row: Row) -> str:
    """Describe the method with its numbers: `by place: the first of 12 earns 100, the last 60; here place 4`."""
    if row["rule"] == GIVEN:
        return gettext("earned under another program, and taken as they are")
    method, lines = EARNED_BY.get(row["rule"]), row["field"] or ""
    if method is None:
        ends = {"high": _short(row["high"]), "low": _short(row["low"])}
        line = gettext("a line from {high} to {low}", **ends)
        if "+" in lines:
            several = lines.replace("+", " + ")
            line = gettext("lines {lines}, ranked as one, from {high} to {low}", lines=several, **ends)
        return gettext("nobody to compare with: the middle of {line}", line=line)
    gaps = [gap for _, gap, _, _ in Formatter().parse(method.words) if gap]
    values = {gap: _short(row[_COLUMNS.get(gap, gap)]) for gap in gaps if gap != "line"}
    lines = lines.partition(" ")[0]
    if "+" in lines:
        values["line"] = gettext("lines {lines}, ranked as one,", lines=lines.replace("+", " + "))
    else:
        values["line"] = gettext("line {line}", line=lines)
    parts = [gettext(method.words, **values)]
    if method.from_rankings or method.score_for:
        parts.append(_from_the_middle(row))
    if method.score_for:
        parts.extend(_beyond(row))
    return one_behind_the_other(parts)


def strength(row: Row) -> str:
    """Describe whose rankings were averaged to give the mean from which ranking points start."""
    if row["method"] == TEAMS.name:
        return gettext("average strength of the opponents met")
    return ngettext(
        "average ranking, before the session, of the {number} player in the field",
        "average ranking, before the session, of the {number} players in the field",
        row["players"],
    )


def opponents(row: Row) -> str:
    """Describe whose rankings were used for the strength of the opponents of a team."""
    if row["formula"] is None:
        return gettext("none of them is known: the substitute ranking of the competition")
    return ngettext(
        "average ranking, before the session, of their {number} player",
        "average ranking, before the session, of their {number} players",
        row["players"],
    )


def championship(row: Row, share: float | None) -> str:
    """Describe a player's results: `17 played, 15 count; rank 3`; `share` is the % of days of play that must count."""
    played, substitute = row["played"], row.get("with_substitute", 0)
    parts = [
        gettext("{number} played together and {substitute} with a substitute", number=played, substitute=substitute)
        if substitute
        else gettext("{number} played", number=played),
        gettext("{number} count, {dropped} left out", number=row["counted"], dropped=row["dropped"])
        if row["dropped"]
        else gettext("{number} count", number=row["counted"]),
    ]
    if share is not None:
        gaps = {"number": row["sessions_required"], "share": _short(share)}
        evenings = ngettext("{number} day of play", "{number} days of play", row["evenings"])
        parts.append(gettext("{number} must count ({share}% of {evenings})", evenings=evenings, **gaps))
    if row["eligible"]:
        parts.append(gettext("rank {rank}", rank=row["rank"]))
    elif row["sessions_needed"]:
        parts.append(gettext("not yet eligible: {sessions} needed", sessions=_sessions(row["sessions_needed"])))
    else:
        parts.append(gettext("not eligible"))
    return one_behind_the_other(parts)


def _sessions(number: int) -> str:
    return ngettext("{number} session", "{number} sessions", number)


def _from_the_middle(row: Row) -> str:
    apart, score = row["before_rounding"] - row["middle"], _short(row["score"])
    number = _short(abs(apart))
    if number == "0":
        return gettext("{score} earns exactly that", score=score)
    if apart > 0:
        return gettext("{score} earns {number} more than an average score", score=score, number=number)
    return gettext("{score} earns {number} less than an average score", score=score, number=number)


def _beyond(row: Row) -> list[str]:
    if row["before_rounding"] > row["high"]:
        ends = {"top": _short(row["top_score"]), "high": _short(row["high"])}
        return [gettext("anyone who scores more than {top} passes {high}", **ends)]
    if row["before_rounding"] < row["low"]:
        ends = {"bottom": _short(2 * row["average_score"] - row["top_score"]), "low": _short(row["low"])}
        return [gettext("anyone who scores less than {bottom} drops below {low}", **ends)]
    return []


def _short(value: float) -> str:
    return written(as_text.short(value)).replace("\N{MINUS SIGN}", "-")
