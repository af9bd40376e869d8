"""Write a proposal as a competition.toml. Comments give the reason for each choice.

Other comments show keys that the user may want next.
"""

import datetime as dt
import json
from collections.abc import Iterable

import polars as pl

from pipelines.cli.new.looking import Seen
from pipelines.cli.new.proposing import Proposal, Proposed, next_after, tidy
from pipelines.reports.downloads import OF_COLUMN
from pipelines.settings.competition import SECTIONS, Settings
from pipelines.settings.scoring import programs_by_profile, scoring_profiles
from pipelines.settings.section import Section
from pipelines.warehouse.column_words import key_words
from pipelines.words.words import counted
from transforms.tables.messages import gettext, pgettext

_DAY = dt.date(2026, 1, 31)
_NEXT: dict[tuple[str, ...], tuple[str, ...]] = {
    ("ranking",): ("method", "window", "hand_on", "round_stretch"),
    ("championship", "individual"): ("min", "drop", "show"),
    ("championship", "pairs"): ("together", "substitutes", "show"),
}
"""By section, the keys that the user may want next."""


def as_toml(proposal: Proposal, seen: Seen) -> str:
    """Return the text of a competition.toml with this proposal."""
    usual = Settings.model_validate({"season": [{"name": "1", "start": _DAY, "end": _DAY}]})
    ranking, lines = usual.ranking, int(proposal.lines.value)
    average = ranking.top - ranking.width / 2 - ranking.step * (lines - 1) / 2
    average_words = gettext("the ranking points of an average evening, which count for evenings not played yet")
    profiles = gettext("one of {profiles}", profiles=", ".join(scoring_profiles()))
    programs = [f"{profile}: {', '.join(programs)}" for profile, programs in programs_by_profile().items()]
    first, *others = map(_season, proposal.seasons)
    about_profile = gettext(
        "If you use another program, leave this as it is, and compare the scores of an evening with those that "
        "it prints."
    )
    about_lines = gettext("The number of lines, with the strongest pairs in line A; 1 if everybody plays everybody.")
    rules = "".join(f"{rule}\n" for rule in proposal.rules)
    parts = (
        (
            gettext("What Barometer found in this folder: correct what is wrong, then run barometer build."),
            gettext("Lines that begin with # have no effect. To use a setting (#drop = 5), remove its #."),
            "",
        ),
        (proposal.club.in_words, f"club = {quoted(proposal.club.value)}\n"),
        (proposal.competition.in_words, f"competition = {quoted(proposal.competition.value)}\n"),
        (
            gettext(
                "A season has one ranking and one championship. Its evenings are those from its first day to its last."
            ),
            proposal.why_seasons.in_words,
            "\n".join([first, *others]),
        ),
        (gettext("The next season, when it begins:"), _off(_season(next_after(proposal.seasons[-1])))),
        (
            gettext("The scoring rules, which turn result lines into points: choose those of your scoring program."),
            proposal.profile.in_words,
            f"[scoring]\nprofile = {quoted(proposal.profile.value)}   # {profiles}\n"
            f"{rules}"
            f"{_remarks(*programs, about_profile)}",
        ),
        (gettext("People: {people}; {why}", people=proposal.people.value, why=proposal.people.why), ""),
        (
            about_lines,
            proposal.lines.in_words,
            f"[ranking]\nlines = {lines}\nsubstitute_ranking = {json.dumps(average)}   # {average_words}\n",
        ),
        (
            gettext(
                "The other settings have their usual values. If your club does something else, remove the # "
                "and change the value."
            ),
            _keys_next(("ranking",), ranking),
        ),
        *(_championship(name, section) for name, section in usual.championship),
        (f'#[awards]\n#schemes = ["club_points", "ffb"]   # {gettext("club points, and points of federations")}\n',),
        (_sessions(seen),),
    )
    return "\n".join(_remarks(*remarks) + settings for *remarks, settings in parts)


def quoted(text: str) -> str:
    """Return a text in quotes, as in TOML."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def words_shown() -> list[str]:
    """Return the English descriptions of the keys in `_NEXT`."""
    return [key_words(SECTIONS[path], name) for path, names in _NEXT.items() for name in names]


def _remarks(*lines: str) -> str:
    return "".join(f"# {tidy(line, most=500)}\n" for line in lines)


def _off(lines: str) -> str:
    return "".join(f"#{line}\n" for line in lines.splitlines())


def _season(season: Proposed) -> str:
    remark = ""
    if season.evenings:
        first, last = season.evenings[0], season.evenings[-1]
        span = f"{first}" if first == last else gettext("{first} to {last}", first=first, last=last)
        remark = f"   # {counted(len(season.evenings), 'evening')}, {span}"
    return f"[[season]]\nname = {quoted(season.name)}{remark}\nstart = {season.start}\nend = {season.end}\n"


def _keys_next(path: tuple[str, ...], section: object) -> str:
    said = {name: pgettext(OF_COLUMN, key_words(SECTIONS[path], name)) for name in _NEXT[path]}
    return "".join(f"#{name} = {json.dumps(getattr(section, name))}   # {words}\n" for name, words in said.items())


def _championship(name: str, section: Section) -> tuple[str, ...]:
    why: tuple[str, ...] = ()
    if name == "individual":
        why = (gettext("The rules of the club ranking recommend that at least 60 % of the evenings count."),)
        section = section.model_copy(update={"min": "60%"})
    return *why, f"#[championship.{name}]\n{_keys_next(('championship', name), section)}"


def _sessions(seen: Seen) -> str:
    undated = seen.evenings.filter(pl.col("date").is_null())["file_id"].unique(maintain_order=True).to_list()
    if undated:
        remark = _remarks(
            gettext("The files do not give the dates of these evenings. Write each date, and remove the #.")
        )
        return "\n".join([remark.rstrip("\n"), *(_session([file], _DAY) for file in undated[:20])])
    of_results = pl.col("file_id").is_in(seen.of_results["file_id"].implode())
    of_days = seen.evenings.filter(of_results).group_by("date").agg(pl.col("file_id").unique().sort())
    # a day with results in several files, or else the last day
    days = of_days.sort(pl.col("file_id").list.len() > 1, "date", descending=True).rows()
    day, files = days[0] if days else (_DAY, seen.of_results["file_id"].to_list()[:1] or ["first.pbn", "second.pbn"])
    remark = _remarks(gettext("An example of an evening that is in two files, or whose files do not give its date:"))
    return remark + _session(files[:2], day)


def _session(files: Iterable[str], day: dt.date) -> str:
    return _off(f"[[session]]\nfiles = [{', '.join(map(quoted, files))}]\ndate = {day}")
