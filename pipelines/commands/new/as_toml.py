"""A proposal as a competition.toml: each choice with its reason, and the keys that one may want next as remarks."""

import datetime as dt
import json

import polars as pl

from pipelines.commands.new.choice import Choice
from pipelines.commands.new.looking import Seen
from pipelines.commands.new.proposing import Proposal, tidy
from pipelines.commands.new.seasons import Proposed, next_after
from pipelines.settings.competition import Settings, scoring_profiles

_HEAD = """\
# What Barometer took this folder for. Change what is not right, and run again: barometer build
# A line that begins with # counts for nothing. Where it is a key (#drop = 5), take away the # to make it count.
"""
_SEASONS = """\
# A season has one ranking and one championship. It holds the evenings from its first day to its last."""
_RANKING = """\
# In how many lines (fields of their own, the strongest in line A) you play; 1 where everybody plays everybody.
# {why_lines}
[ranking]
lines = {lines}
substitute_ranking = {substitute_ranking}   # what an average evening brings: so count evenings not played yet

# The rest is as is usual; take away a # where your club does otherwise.
#method = {method}   # or "place", "proportional", "dynamic"
#window = {window}   # so many evenings make a ranking
#hand_on = {hand_on}   # true: a season starts with the rankings of the one before

#[championship.individual]
#min = {individual_min}   # so many evenings must count; or a share of all of them: "60%"
#drop = {drop}   # so many of the worst beyond those may be left out
#show = {individual_show}   # false: there is no such championship

#[championship.pairs]
#together = {together}   # so many evenings of a pair must count
#substitutes = {substitutes}   # so many evenings with a substitute may fill up
#show = {pairs_show}

#[awards]
#schemes = ["club_points", "ffb"]   # federation points
"""
_UNDATED = "# The files do not say when these evenings were. Write the day, and take away the #."
_IN_PARTS = """\
# An evening that is in two files, or whose file does not say when it was:
#[[session]]
#files = {files}
#date = {date}
"""
_MOST_UNDATED = 20
_DAY = dt.date(2026, 1, 31)
"""Stands where somebody is to write a day."""


def as_toml(proposal: Proposal, seen: Seen) -> str:
    """The text of a competition.toml that says what is proposed."""
    parts = [
        _HEAD,
        f"# {_remark(proposal.club.in_words)}\nclub = {quoted(proposal.club.value)}\n",
        f"# {_remark(proposal.competition.in_words)}\ncompetition = {quoted(proposal.competition.value)}\n",
        f"{_SEASONS}\n# {_remark(proposal.why_seasons.in_words)}",
        *(_season(season) for season in proposal.seasons),
        "# The one after that, when it begins:\n" + _season(next_after(proposal.seasons[-1]), mark="#"),
        _scoring(proposal),
        f"# People: {_remark(f'{proposal.people.value}; {proposal.people.why}')}\n",
        _ranking(proposal.lines),
        _sessions(seen),
    ]
    return "\n".join(parts)


def quoted(text: str) -> str:
    """A text between quotes, as TOML wants it."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _season(season: Proposed, mark: str = "") -> str:
    evenings = season.evenings
    count = f"{len(evenings)} evenings" if len(evenings) > 1 else "1 evening"
    told = f"   # {count}, {_span(season)}" if evenings else ""
    lines = [
        "[[season]]",
        f"name = {quoted(season.name)}{told}",
        f"start = {season.start.isoformat()}",
        f"end = {season.end.isoformat()}",
        "",
    ]
    return "\n".join(f"{mark}{line}" if line else line for line in lines)


def _span(season: Proposed) -> str:
    first, last = season.evenings[0], season.evenings[-1]
    return f"{first}" if first == last else f"{first} to {last}"


def _scoring(proposal: Proposal) -> str:
    profiles = ", ".join(scoring_profiles())
    return "\n".join(
        [
            "# The rules by which lines become points, those of the program that you score with.",
            f"# {_remark(proposal.profile.in_words)}",
            "[scoring]",
            f"profile = {quoted(proposal.profile.value)}   # one of {profiles}",
            "",
        ]
    )


def _ranking(lines: Choice) -> str:
    of_nothing = Settings.model_validate({"season": [{"name": "1", "start": _DAY, "end": _DAY}]})
    ranking, championship = of_nothing.ranking, of_nothing.championship
    many = int(lines.value)
    given = {
        "method": ranking.method,
        "lines": many,
        "substitute_ranking": ranking.top - ranking.width / 2 - ranking.step * (many - 1) / 2,
        "window": ranking.window,
        "hand_on": ranking.hand_on,
        "individual_min": championship.individual.min,
        "drop": championship.individual.drop,
        "individual_show": championship.individual.show,
        "together": championship.pairs.together,
        "substitutes": championship.pairs.substitutes,
        "pairs_show": championship.pairs.show,
    }
    return _RANKING.format(
        why_lines=_remark(lines.in_words), **{key: json.dumps(value) for key, value in given.items()}
    )


def _sessions(seen: Seen) -> str:
    """`[[session]]` of each file without a date; of none, an example."""
    undated = seen.evenings.filter(pl.col("date").is_null())["file_id"].unique(maintain_order=True).to_list()
    if not undated:
        files = seen.of_results["file_id"].head(2).to_list() or ["first.pbn", "second.pbn"]
        day = (seen.dates or [_DAY])[-1]
        return _IN_PARTS.format(files=f"[{', '.join(map(quoted, files))}]", date=day)
    named = [f"#[[session]]\n#files = [{quoted(file)}]\n#date = {_DAY}\n" for file in undated[:_MOST_UNDATED]]
    return "\n".join([_UNDATED, *named])


def _remark(words: str) -> str:
    return tidy(words, most=500)
