"""The screen of the rules: a form, the effect of what was changed in it, and the button that keeps the change.

What is typed stands in the address of the page, so nothing is kept before the button says so. Only keys that have a
field are read from it.
"""

import datetime as dt
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from pipelines.cli.desk.desk import Competition, Desk
from pipelines.cli.desk.rule_effects import changing, of_awards, of_end, of_new_days, of_rules, only
from pipelines.cli.desk.rule_fields import ENDS, Field, fields_of, follows
from pipelines.cli.desk.screen import Act, Fields, text_of
from pipelines.cli.new.proposing import Proposed, next_after
from pipelines.intake.landing.folders import SETTINGS
from pipelines.machine.errors import UnusableError
from pipelines.settings.changing import changed, stands_in_club, with_section, without
from pipelines.settings.club import CLUB_SETTINGS, Page, read_club_settings
from pipelines.settings.competition import Settings, read_settings, settings_in
from pipelines.settings.other_rules import can_be_tried
from pipelines.settings.rules import Rules as RulesOfSeason
from pipelines.settings.toml_files import parsed, read_text
from pipelines.warehouse import exists
from transforms.tables.messages import Message, gettext, gettext_noop

_OF = "of"
"""The field that names the competition: `competition` is a key, the name of the competition."""
_OWN_RULES = {*RulesOfSeason.model_fields, "awards"}
_WITHOUT_RESULTS = ("club", "competition", "page.")


class Rules:
    """The rules of a competition, and the looks of its club."""

    path, name, template = "/rules", gettext_noop("Rules"), "desk_rules.html"

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def content(self, query: Fields) -> Mapping[str, Any]:
        """Return the form of the competition that the address names, with what it says was typed, and the effect."""
        known = self._desk.competitions()
        if not known:
            return {"template": "desk_nothing.html"}
        chosen = self._desk.competition(text_of(query, _OF)) or known[0]
        shown = {"competitions": known, "chosen": chosen}
        try:
            settings, page = self._read(chosen)
        except UnusableError as wrong:
            return {**shown, "wrong": [str(one) for one in wrong.args]}
        parts = fields_of(chosen, settings, page)
        typed = _typed(parts, query)
        written, faults = self._written(chosen, parts, typed)
        new = {} if faults else typed
        return {
            **shown,
            "parts": parts,
            "typed": typed,
            "faults": faults,
            "changes": _in_words(parts, new),
            "effect": self._effect(chosen, parts, new, written),
            "without_results": bool(new) and all(key.startswith(_WITHOUT_RESULTS) for key in new),
            "own_rules": _with_own_rules(chosen.folder / SETTINGS),
            "next": (season := _next(settings)),
            "joining": [*of_new_days(self._desk.paths.warehouse, chosen, season.start, season.end)] if season else [],
        }

    def acts(self) -> Mapping[str, Act]:
        """Return what the buttons do."""
        return {"/rules/keep": self._keep, "/rules/season": self._begin}

    def _keep(self, fields: Fields) -> str:
        chosen = self._chosen(fields)
        parts = fields_of(chosen, *self._read(chosen))
        typed = _typed(parts, fields)
        back = {_OF: chosen.id}
        written, faults = self._written(chosen, parts, typed)
        if faults:
            return f"{self.path}?{urlencode({**back, **typed})}"
        if written:
            contents = {path: content for path, content, _ in written}
            self._desk.journal.write_all(f"{chosen.name}: {'; '.join(_in_words(parts, typed))}", contents)
            self._desk.say(gettext("Kept. You can take it back in the inbox."))
            self._desk.job.start()
        return f"{self.path}?{urlencode(back)}"

    def _begin(self, fields: Fields) -> str:
        chosen = self._chosen(fields)
        path = chosen.folder / SETTINGS
        season = _next(read_settings(path))
        if season is not None:
            text, letters = read_text(path)
            new = with_section(
                text, path, "season", {key: f"{getattr(season, key)}" for key in ("name", "start", "end")}
            )
            words = gettext("Season {season} begins", season=season.name)
            self._desk.journal.write(f"{chosen.name}: {words}", path, new.encode(letters))
            self._desk.say(f"{words}.")
            self._desk.job.start()
        return f"{self.path}?{urlencode({_OF: chosen.id})}"

    def _chosen(self, fields: Fields) -> Competition:
        if (chosen := self._desk.competition(text_of(fields, _OF))) is None:
            raise UnusableError("choose the competition")
        return chosen

    def _club_file(self, competition: Competition) -> Path | None:
        """Return the path of the club.toml; None for a competition that stands alone."""
        return None if competition.folder == self._desk.landing else competition.folder.parent / CLUB_SETTINGS

    def _read(self, competition: Competition) -> tuple[Settings, Page | None]:
        settings = read_settings(competition.folder / SETTINGS)
        file = self._club_file(competition)
        page = None if file is None else read_club_settings(file).page if file.is_file() else Page()
        return settings, page

    def _written(
        self, competition: Competition, parts: Mapping[str, list[Field]], typed: Mapping[str, str]
    ) -> tuple[list[tuple[Path, bytes, list[str]]], dict[str, str]]:
        """Return each file that changes with its new content and its keys; and by key why a value is refused."""
        faults, written = dict[str, str](), list[tuple[Path, bytes, list[str]]]()
        fields = {field.key: field for own in parts.values() for field in own}
        club = self._club_file(competition)
        for path in filter(None, (competition.folder / SETTINGS, club)):
            keys = [key for key in typed if stands_in_club(key) == (path == club)]
            if not keys:
                continue
            text, letters = read_text(path) if path.is_file() else ("", "utf-8")
            for key in sorted(keys, key=lambda one: bool(typed[one])):  # the removed ones first
                value = fields[key].to_write(typed[key])
                try:
                    if value and (other := follows(key)) is not None and not typed.get(other):
                        text = without(text, path, other)
                    text = changed(text, path, key, value).text if value else without(text, path, key)
                except UnusableError as wrong:
                    faults[key] = _fault(wrong)
            written.append((path, text.encode(letters), keys))
        return written, faults

    def _effect(
        self,
        competition: Competition,
        parts: Mapping[str, list[Field]],
        typed: Mapping[str, str],
        written: list[tuple[Path, bytes, list[str]]],
    ) -> Mapping[str, Any] | None:
        """Return sentences on what the change does, and the first players who move; None if it changes no numbers."""
        place, fields = self._desk.paths.warehouse, {field.key: field for own in parts.values() for field in own}
        if all(key.startswith(_WITHOUT_RESULTS) for key in typed):
            return None
        if not exists(place):
            return only(gettext("The effect can be shown after the first evening."))
        values = {key: typed[key] or fields[key].usual for key in typed if can_be_tried(key)}
        settings = [f"{key}={value}" for key, value in values.items() if value]
        path, content, _ = written[0]
        then = settings_in(content.decode(read_text(path)[1]), path)
        seasons = changing(read_settings(competition.folder / SETTINGS), then) if settings else set[str]()
        effect = of_rules(place, competition, settings, seasons) if seasons else only()
        sentences = [*effect["sentences"]]
        if settings and not seasons:
            sentences.append(gettext("Every season has a rule of its own for this, so nothing changes."))
        if any(key.startswith("awards.") for key in typed):
            sentences += of_awards(place, competition, then)
        last = max(then.season, key=lambda season: season.end)
        if (end := ENDS.format(last.name)) in typed:
            sentences += of_end(place, competition, last.name, dt.date.fromisoformat(fields[end].value), last.end)
        return {**effect, "sentences": sentences}


def _typed(parts: Mapping[str, list[Field]], fields: Fields) -> dict[str, str]:
    """Return the values in a form that differ from the present ones, by key."""
    typed = {}
    for field in (one for own in parts.values() for one in own):
        given = [one.replace("\r\n", "\n").strip() for one in fields.getlist(field.key) if isinstance(one, str)]
        value = ",".join(filter(None, given)) if field.kind == "checks" else "".join(given[:1])
        if given and (value or field.usual) != field.value:
            typed[field.key] = value
    return typed


def _in_words(parts: Mapping[str, list[Field]], typed: Mapping[str, str]) -> list[str]:
    changing = (field for own in parts.values() for field in own if field.key in typed)
    return [
        gettext(
            "{rule}: {before} → {after}",
            rule=field.words,
            before=field.shown(field.value),
            after=field.shown(typed[field.key] or field.usual),
        )
        for field in changing
    ]


def _fault(wrong: UnusableError) -> str:
    """Return what is wrong with a value, without the names of its key and file."""
    first = wrong.args[0]
    fault = first.gaps.get("fault") if isinstance(first, Message) else None
    return "; ".join(map(str, wrong.args)) if fault is None else str(fault)


def _with_own_rules(path: Path) -> list[str]:
    """Return the names of the seasons that have rules of their own."""
    return [str(one["name"]) for one in parsed(read_text(path)[0], path)["season"] if one.keys() & _OWN_RULES]


def _next(settings: Settings) -> Proposed | None:
    """Return the season after the last one; None if its name is taken."""
    last = max(settings.season, key=lambda season: season.end)
    with suppress(OverflowError, ValueError):  # after year 9999
        season = next_after(Proposed(last.name, last.start, last.end, ()))
        start = max(season.start, last.end + dt.timedelta(days=1))
        return None if season.name in {one.name for one in settings.season} else season._replace(start=start)
    return None
