"""The words of an explanation: how each of its steps is described."""

from collections.abc import Mapping
from typing import Any

from transforms.arithmetic.as_text import short

Row = Mapping[str, Any]


def ranking(row: Row) -> str:
    """`mean of the last 6 sessions`, `mean of 4 sessions and 2 times the substitute ranking`."""
    if row["missing"] == 0:
        return f"mean of the last {counted(row['window'], 'session')}"
    times = "once" if row["missing"] == 1 else f"{row['missing']} times"
    return f"mean of {counted(row['sessions_counted'], 'session')} and {times} the substitute ranking"


def substitute(row: Row, own: float | None) -> str:
    """Where the ranking comes from that stands in for sessions not yet played.

    Args:
        row: of `StartingRankings`.
        own: the player's own number in the table of players.
    """
    match row["origin"]:
        case "season":
            instead = "" if own is None else f", in place of the player's own {short(own)}"
            return f"the final ranking of season {row['season_before']}{instead}"
        case "player":
            return "the player's own, in the table of players"
        case _:
            return "the competition's"


def points(row: Row) -> str:
    """The method, and the numbers it uses: `by place: 4 of 12 in a line from 100 to 60`."""
    line = f"a line from {short(row['high'])} to {short(row['low'])}"
    match row["rule"]:
        case "place":
            return f"by place: {short(row['place'])} of {row['entrants']} in {line}"
        case "proportional":
            return f"in proportion: the best score {short(row['best'])}, the worst {short(row['worst'])}, in {line}"
        case "balanced":
            return f"balanced: {_against_average(row)}, in {line}"
        case "dynamic":
            return f"dynamic: the strength of the field, and {_against_average(row)}"
        case "teams":
            return f"teams: the strength of the opponents, and {_against_average(row)}"
        case _:
            return f"nobody to be told apart from: the middle of {line}"


def strength(row: Row) -> str:
    """Whose rankings make the mean from which ranking points start."""
    if row["method"] == "teams":
        return "mean strength of the opponents met"
    return f"mean ranking before the session of the {counted(row['players'], 'player')} in the field"


def opponents(row: Row) -> str:
    """Whose rankings make the strength of a team."""
    if row["formula"] is None:
        return "nobody of them known: the substitute ranking of the competition"
    return f"mean ranking before the session of their {counted(row['players'], 'player')}"


def championship(row: Row, share: float | None) -> str:
    """`17 played, 15 count; rank 3`; without a rank, how many sessions are still needed.

    Args:
        row: the standing.
        share: the percentage of the evenings that must count, where the rules ask for that and not for a number.
    """
    with_substitute = row.get("with_substitute", 0)
    parts = [
        f"{row['played']} played" + (f", {with_substitute} with a substitute" if with_substitute else ""),
        f"{row['counted']} count" + (f", {row['dropped']} dropped" if row["dropped"] else ""),
    ]
    if share is not None:
        evenings = counted(row["evenings"], "evening")
        parts.append(f"{row['sessions_required']} must count ({short(share)}% of {evenings})")
    if row["eligible"]:
        parts.append(f"rank {row['rank']}")
    elif row["sessions_needed"]:
        parts.append(f"not yet eligible: {counted(row['sessions_needed'], 'session')} needed")
    else:
        parts.append("not eligible")
    return "; ".join(parts)


def counted(number: int, thing: str) -> str:
    """`1 session`, `2 sessions`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _against_average(row: Row) -> str:
    average, top = short(row["average_score"]), short(row["top_score"])
    return f"a score of {average} is average, and {top} earns half the width of a line more"
