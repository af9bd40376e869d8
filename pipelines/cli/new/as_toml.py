"""A proposal as a competition.toml: each choice with its reason, and the keys that one may want next as remarks."""

import datetime as dt
import json

import polars as pl

from pipelines.cli.new.looking import Seen
from pipelines.cli.new.proposing import Choice, Proposal, Proposed, next_after, tidy
from pipelines.reports.column_list import OF_COLUMN
from pipelines.settings.competition import SECTIONS, Settings
from pipelines.settings.scoring import programs_by_profile, scoring_profiles
from pipelines.settings.section import Section
from pipelines.warehouse.column_words import key_words
from pipelines.words.words import counted
from transforms.tables.messages import gettext, pgettext

_DAY = dt.date(2026, 1, 31)
"""Stands where somebody is to write a day."""
_SHOWN: dict[tuple[str, ...], tuple[str, ...]] = {
    ("ranking",): ("method", "window", "hand_on"),
    ("championship", "individual"): ("min", "drop", "show"),
    ("championship", "pairs"): ("together", "substitutes", "show"),
}
"""Section -> the keys that one may want next."""


def as_toml(proposal: Proposal, seen: Seen) -> str:
    """The text of a competition.toml that says what is proposed."""
    parts = [
        _remarks(
            gettext("What Barometer took this folder for. Change what is not right, and run again: barometer build"),
            gettext(
                "A line that begins with # counts for nothing. Where it is a setting (#drop = 5), take away the # to"
                " make it count."
            ),
        ),
        _remarks(proposal.club.in_words) + f"club = {quoted(proposal.club.value)}\n",
        _remarks(proposal.competition.in_words) + f"competition = {quoted(proposal.competition.value)}\n",
        _remarks(
            gettext(
                "A season has one ranking and one championship. It holds the evenings from its first day to its last."
            ),
            proposal.why_seasons.in_words,
        ).rstrip("\n"),
        *(_season(season) for season in proposal.seasons),
        _remarks(gettext("The one after that, when it begins:")) + _season(next_after(proposal.seasons[-1]), mark="#"),
        _scoring(proposal),
        _remarks(gettext("People: {people}; {why}", people=proposal.people.value, why=proposal.people.why)),
        _ranking(proposal.lines),
        _sessions(seen),
    ]
    return "\n".join(parts)


def quoted(text: str) -> str:
    """A text between quotes, as TOML wants it."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _season(season: Proposed, mark: str = "") -> str:
    told = ""
    if season.evenings:
        first, last = season.evenings[0], season.evenings[-1]
        span = f"{first}" if first == last else gettext("{first} to {last}", first=first, last=last)
        told = f"   # {counted(len(season.evenings), 'evening')}, {span}"
    lines = ["[[season]]", f"name = {quoted(season.name)}{told}", f"start = {season.start}", f"end = {season.end}"]
    return "".join(f"{mark}{line}\n" for line in lines)


def _scoring(proposal: Proposal) -> str:
    profiles = gettext("one of {profiles}", profiles=", ".join(scoring_profiles()))
    rules = gettext("The rules by which lines become points, those of the program that you score with.")
    another = gettext("Another program: leave it, and see if an evening has the scores that your program prints.")
    programs = [f"{profile}: {', '.join(programs)}" for profile, programs in programs_by_profile().items()]
    chosen = f"[scoring]\nprofile = {quoted(proposal.profile.value)}   # {profiles}\n"
    return _remarks(rules, proposal.profile.in_words) + chosen + _remarks(*programs, another)


def _ranking(lines: Choice) -> str:
    many = int(lines.value)
    of_nothing = Settings.model_validate({"season": [{"name": "1", "start": _DAY, "end": _DAY}]})
    ranking, championship = of_nothing.ranking, of_nothing.championship
    middle = ranking.top - ranking.width / 2 - ranking.step * (many - 1) / 2
    brings = gettext("what an average evening brings: so count evenings not played yet")
    how_many = gettext(
        "In how many lines (fields of their own, the strongest in line A) you play; 1 where everybody plays everybody."
    )
    in_use = f"[ranking]\nlines = {many}\nsubstitute_ranking = {json.dumps(middle)}   # {brings}\n"
    usual = gettext("The rest is as is usual; take away a # where your club does otherwise.")
    return "\n".join(
        [
            _remarks(how_many, lines.in_words) + in_use,
            _remarks(usual) + _shown(("ranking",), ranking),
            *(f"#[championship.{name}]\n{_shown(('championship', name), section)}" for name, section in championship),
            "#[awards]\n" + _key("schemes", ["club_points", "ffb"], gettext("club points, and points of federations")),
        ]
    )


def words_shown() -> list[str]:
    """What is said of the keys that one may want next, in English."""
    return [key_words(SECTIONS[path], name) for path, names in _SHOWN.items() for name in names]


def _shown(path: tuple[str, ...], section: Section) -> str:
    return "".join(
        _key(name, getattr(section, name), pgettext(OF_COLUMN, key_words(SECTIONS[path], name)))
        for name in _SHOWN[path]
    )


def _key(name: str, value: object, remark: str) -> str:
    return f"#{name} = {json.dumps(value)}" + (f"   # {remark}\n" if remark else "\n")


def _remarks(*lines: str) -> str:
    return "".join(f"# {tidy(line, most=500)}\n" for line in lines)


def _sessions(seen: Seen) -> str:
    undated = seen.evenings.filter(pl.col("date").is_null())["file_id"].unique(maintain_order=True).to_list()
    if not undated:
        day, files = _example(seen)
        told = gettext("An evening that is in two files, or whose file does not say when it was:")
        return f"{_remarks(told)}#[[session]]\n#files = [{', '.join(map(quoted, files))}]\n#date = {day}\n"
    named = [f"#[[session]]\n#files = [{quoted(file)}]\n#date = {_DAY}\n" for file in undated[:20]]
    undated_told = gettext("The files do not say when these evenings were. Write the day, and take away the #.")
    return "\n".join([f"# {undated_told}", *named])


def _example(seen: Seen) -> tuple[dt.date, list[str]]:
    """The last day on which several files have results, with two of them; or else the last day, with its file."""
    of_day = (
        seen.evenings.filter(pl.col("file_id").is_in(seen.of_results["file_id"].implode()))
        .group_by("date")
        .agg(pl.col("file_id").unique().sort())
        .sort(pl.col("file_id").list.len() > 1, "date", descending=True)
    )
    if of_day.is_empty():
        return _DAY, seen.of_results["file_id"].head(1).to_list() or ["first.pbn", "second.pbn"]
    day, files = of_day.row(0)
    return day, files[:2]
