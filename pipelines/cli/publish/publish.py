"""Record the results of the last build as published, and copy the public site to where people read it."""

from collections.abc import Callable, Collection, Iterator
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import polars as pl

from pipelines.building import brake, drawing
from pipelines.building.published import write_publication
from pipelines.building.writing import rewriting, standing
from pipelines.cli.findings import errors_in
from pipelines.cli.publish.site_copy import Copied, Server, copy_site
from pipelines.cli.terminal.which_landing import folders_of
from pipelines.machine import clock
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import Paths, Place
from pipelines.reports.page_names import names_ever, places_ever
from pipelines.settings.federation import federation_of
from pipelines.warehouse import Warehouse, build_record, exists, trail
from pipelines.warehouse.errors import no_warehouse
from pipelines.words.deal_words import change_said
from pipelines.words.desk_words import kind_name, number_said
from pipelines.words.plain_text import to_type
from pipelines.words.suggestions import nearest, some
from transforms.published.kinds import KINDS, RESULTS, Kind
from transforms.published.trail import (
    CHANGED,
    CORRECTIONS,
    PAST,
    REMEMBERED,
    SOURCES,
    When,
    of_present,
    publication,
)
from transforms.published.vanished import last_files, renamed_seasons
from transforms.tables.messages import gettext, gettext_noop, ngettext
from transforms.tables.phrases import phrase
from transforms.tables.schemas import CLUB, COMPETITION, SESSION, Tables

_WHO = "barometer publish"
_MOST_RESULTS, _OF_AN_EVENING = 9, 3


def publish(
    path: Place,
    target: str | None = None,
    *,
    reports: Path | None = None,
    only: str | None = None,
    replaces: bool = False,
    accepts: str | None = None,
    build: int | None = None,
    is_trial: bool = False,
    say: Callable[[str], None] = lambda _: None,
) -> list[str]:
    """Record the results of the last build as published, and return sentences that say so.

    A club that may show somebody who asked to be hidden is held back; the other clubs are published, and BrakeError is
    then raised, with these sentences and the reasons.

    If there is a `target`, first copy the site in `reports`, or where the last build wrote it, to that folder or
    server. The target may hold pages of other competitions only if `replaces` is true. `only` names kinds of `KINDS`,
    separated by commas. `accepts` is a reason to ignore stops of `brake`. `build` is the number of the build that is to
    be published; UnusableError if another one came after it. A trial writes nothing. `say` gets lines about things that
    the director should check, and about processes that this run waits for.
    """
    if accepts is not None and not accepts.strip():
        raise UnusableError('--accept: no reason is given; write one between quotes, like --accept "WHY"')
    kinds, place = _kinds(only), None if target is None else Server.named(target) or Path(target)
    if not exists(path):
        raise no_warehouse(path)
    said = list[str]()
    is_copied = False
    try:
        with standing(path, _WHO, say) if is_trial else rewriting(path, _WHO, say) as warehouse:
            last = _last(warehouse, path, build)
            site = reports or folders_of(last, path).get("reports") or Path()
            paths = Paths(Path(str(last["landing"])), path, site)
            when = When(clock.now(), build_record.last_number(warehouse) or None)
            stops, known = brake.stops(warehouse, paths), brake.clubs_of(warehouse)
            built = warehouse.read_distinct("raw.competitions", ["club"])["club"]
            held = set[str]() if accepts else brake.held_back_alone(stops, built)
            clubs = sorted(known - held) if held else None
            before = {name: warehouse.read_all_seasons(name, clubs) for name in REMEMBERED}
            made = trail.AsAsked(partial(warehouse.read_all_seasons, clubs=clubs))
            after = publication(before, made, kinds, when, clock.today())
            for words in _to_look_at(path, warehouse, kinds, before, after):
                say(words)
            if not (is_trial or held):
                brake.check(warehouse, stops, accepts, when)
            elif is_trial and stops:
                said += [_would(held), *(stop.said for stop in stops)]
            if accepts and not stops:
                said += [gettext("Nothing stood in the way, so --accept was not needed, and no reason is recorded.")]
            if place is not None:
                if isinstance(place, Server) and not is_trial:
                    say(gettext("Sending the changes to {target}; the first time, all pages are sent.", target=target))
                copied = _copy(warehouse, site, place, before, held, replaces=replaces, is_trial=is_trial)
                is_copied = not is_trial
                said += _copied(copied, place, is_trial=is_trial)
            publish_desk = nullcontext
            if not is_trial:
                publish_desk = write_publication(warehouse, path, site, before, after, clubs=clubs)
    except BaseException:
        if is_copied:
            sentence = gettext_noop(
                "The pages are already in {target}, but they are not yet recorded as published: run the "
                "same command again before the next build."
            )
            say(gettext(sentence, target=target))
        raise
    publish_desk()
    others = after[CORRECTIONS].group_by("kind").agg(pl.len()).sort("kind")
    left_out = gettext_noop(
        "Not published this time, although different from what was published before: {kind} ({count})"
    )
    said = [
        *(_recorded(kind, before, after, is_trial=is_trial) for kind in kinds),
        *said,
        *(gettext(left_out, count=count, kind=kind_name(kind)) for kind, count in others.iter_rows()),
    ]
    if held and not is_trial:
        raise brake.BrakeError(*said, *brake.as_error(stops, held).args)
    return said


def _last(warehouse: Warehouse, path: Place, wanted: int | None) -> dict[str, object]:
    """Return the record of the last build. UnusableError: there is none, or it is not the one that is wanted."""
    last = build_record.last(warehouse)
    if not last or "raw.competitions" not in warehouse.tables():  # after `rescue`, nothing is built
        sentence = gettext_noop(
            "{path}: nothing was built here: go to the folder where you built (cd FOLDER), or run barometer build first"
        )
        raise UnusableError(sentence, path=path)
    if wanted not in (None, build_record.last_number(warehouse)):
        raise UnusableError("the pages have changed since you looked: look at them again, then publish")
    return last


def _would(held: Collection[str]) -> str:
    if not held:
        return gettext("It would stop, with exit status 1, because of this:")
    sentence = gettext_noop("It would publish all clubs except {clubs}, with exit status 1, because of this:")
    return gettext(sentence, clubs=some(sorted(held)))


def _copy(
    warehouse: Warehouse,
    site: Path,
    target: Path | Server,
    before: Tables,
    held: Collection[str],
    *,
    replaces: bool,
    is_trial: bool,
) -> Copied:
    """Copy the site without the clubs that are held back. Pages of all clubs together are then drawn without them."""
    rows = (before[kind.table].select(CLUB).unique() for kind in KINDS)
    published = {place for each in rows for one in each.iter_rows() for place in places_ever(*one)}
    same = partial(copy_site, site, target, replaces=replaces, published=published, is_trial=is_trial)
    if not held:
        return same()
    with TemporaryDirectory() as folder:
        federation = federation_of(Path(str(build_record.last(warehouse)["landing"])))
        drawing.draw_first(warehouse, Path(folder) / ".nothing", Path(folder), held, federation)
        return same(held={name for club in held for name in names_ever(club)}, shared=Path(folder))


def _copied(copied: Copied, target: object, *, is_trial: bool) -> Iterator[str]:
    if is_trial:
        sentence = gettext_noop(
            "{target}: {written} files would be written, {same} are unchanged, {removed} would be removed"
        )
    else:
        sentence = gettext_noop("Copied to {target}: {written} files written, {same} unchanged, {removed} removed")
    yield gettext(sentence, target=target, written=copied.written, same=copied.same, removed=copied.removed)
    if copied.left:
        sentence = gettext_noop("Removed from {target}: the pages of {competitions}, which are no longer on this site")
        if is_trial:
            sentence = gettext_noop("{target} would lose the pages of {competitions}, which are no longer on this site")
        yield gettext(sentence, target=target, competitions=some(copied.left))


def _to_look_at(
    path: Place, warehouse: Warehouse, kinds: Collection[Kind], before: Tables, after: Tables
) -> Iterator[str]:
    findings = to_type("findings", warehouse=path)
    if errors := errors_in(build_record.all_findings(warehouse)):
        yield ngettext(
            "{number} error is not fixed: {command} shows what is missing from the pages that you publish.",
            "{number} errors are not fixed: {command} shows what is missing from the pages that you publish.",
            errors,
            command=findings,
        )
    doubts = warehouse.read("scored.doubts").filter("severe", pl.col("accepted").is_null())
    in_doubt = doubts.select(phrase("{}/{} {}", "club", "competition", "session_id")).to_series().unique().sort()
    if len(in_doubt):
        yield gettext(
            "Evenings whose results differ from those in their own files, but which count nevertheless: {evenings}",
            evenings=some(in_doubt.to_list()),
        )
    if others := before[CORRECTIONS].filter(pl.col("kind").is_in([kind.name for kind in kinds])).height:
        yield ngettext(
            "{number} number now differs from what was published; no page announces this: inform your members.",
            "{number} numbers now differ from what was published; no page announces this: inform your members.",
            others,
        )
    if RESULTS in kinds:
        sessions = warehouse.read_distinct("raw.sessions", SESSION)
        yield from _results_that_change(of_present(before[CHANGED], sessions).collect())
    yield from leaving(before, after, warehouse.read("raw.files"), warehouse.read("raw.competitions"), findings)


def _results_that_change(changed: pl.DataFrame) -> Iterator[str]:
    by = ["date", *SESSION, "line", "board", "ns", "ew"]
    in_order = changed.sort(by, descending=[name == "date" for name in by], nulls_last=True)
    first = in_order.group_by(SESSION, maintain_order=True).head(_OF_AN_EVENING).head(_MOST_RESULTS)
    sentence = gettext_noop("{club}/{competition} {session_id}, line {line}, board {board}, {ns} – {ew}: {change}")
    for row in first.iter_rows(named=True):
        sides = {side: number_said(row[side]) for side in ("ns", "ew")}
        yield gettext(sentence, **{**row, **sides}, change=change_said(row["published"], row["now"]))
    if more := changed.height - first.height:
        yield ngettext(
            "{number} more result changes: the director's desk lists all of them.",
            "{number} more results change: the director's desk lists all of them.",
            more,
        )


_LEAVE = {
    "renamed": gettext_noop(
        "Published seasons that now have another name, so all their pages have other addresses: {names}. If that is not"
        " intended, give them their old names, build, and publish again."
    ),
    "lacking": gettext_noop(
        "Published evenings whose files no longer exist, so their pages also disappear from the site: {names}. "
        "If that is not intended, put the files back under their old names, build, and publish again."
    ),
    "whole": gettext_noop(
        "Published evenings that no longer count in their seasons, although their files exist, so their pages "
        "also disappear from the site: {names}. If that is not intended, run {command} to see what is wrong, "
        "or correct their dates if these are in another season; then build, and publish again."
    ),
}


def leaving(
    before: Tables, after: Tables, files: pl.DataFrame, competitions: pl.DataFrame, findings: str
) -> Iterator[str]:
    """Yield sentences on the evenings that disappear from the site, by reason.

    `before` and `after` are the published tables before and after this publication; `after` may lack unchanged tables.
    `findings` is the command that shows the findings of the last build.
    """
    was, now = ({**before, **tables}[RESULTS.table] for tables in (before, after))
    renamed = renamed_seasons(was.select(*COMPETITION, "date"), competitions)
    by_another_name = now.join(renamed, on=COMPETITION).select(*CLUB, "session_id", season="was")
    left = was.join(now, on=SESSION, how="anti").join(by_another_name, on=SESSION, how="anti")
    gone = left.select(SESSION).unique()
    came = last_files(before[SOURCES]).collect()
    absent = came.join(files, on=[*CLUB, "file_id"], how="anti").sort("file_id")
    lacking = gone.join(absent, on=SESSION).group_by(SESSION).agg(files=pl.col("file_id").str.join(", "))
    rows = {
        "renamed": renamed.select(*CLUB, "was", name=phrase("{}/{} {} ({})", *CLUB, "was", "season")),
        "lacking": lacking.select(*SESSION, name=phrase("{}/{} {} ({})", *CLUB, "session_id", "files")),
        "whole": gone.join(lacking, on=SESSION, how="anti").with_columns(name=phrase("{}/{} {}", *CLUB, "session_id")),
    }
    for what, sentence in _LEAVE.items():
        if not rows[what].is_empty():
            names = rows[what].sort(pl.exclude("name"))["name"].to_list()
            yield gettext(sentence, names=some(names), command=findings)


def _kinds(only: str | None) -> list[Kind]:
    if only is None:
        return list(KINDS)
    known = {kind.name: kind for kind in KINDS}
    wanted = [word.strip().lower() for word in only.split(",") if word.strip()]
    for word in wanted or [""]:
        if word not in known:
            sentence = gettext_noop("--only {word}: there is no such kind{near}; write one or more of {known}")
            raise UnusableError(sentence, word=word, near=nearest(word, known), known=", ".join(known))
    return [kind for name, kind in known.items() if name in wanted]


def _recorded(kind: Kind, before: Tables, after: Tables, *, is_trial: bool) -> str:
    of = [*kind.thing, "published_at"]
    things, known = (tables[kind.table].select(of).unique(kind.thing) for tables in (after, before))
    new = things.join(known, on=kind.thing, how="anti").height
    left = known.join(things, on=kind.thing, how="anti")
    within = [name for name in kind.thing if name != kind.session]
    later = left.filter(kind.goes_on).join(things, on=within, how="semi").height
    gone = left.height - later
    same = things.join(known, on=of, how="semi", nulls_equal=True).height
    ended_then, ended_before = (tables[PAST].filter(kind=kind.name, ending="published") for tables in (after, before))
    ended = ended_then.height - ended_before.height
    others = things.height - new - same
    counts = {
        gettext("{number} new", number=new): new,
        gettext("{number} unchanged", number=same): same,
        gettext("{number} changed", number=others): others,
        gettext("{number} replaced after a later session", number=later): later,
        gettext("{number} removed", number=gone): gone,
    }
    what = ", ".join(words for words, count in counts.items() if count) or gettext("nothing to show")
    sentence = gettext_noop("{kind} to publish: {what}") if is_trial else gettext_noop("Published {kind}: {what}")
    said = gettext(sentence, kind=kind_name(kind.name), what=what)
    if not ended:
        return said
    return f"{said}; {ngettext('corrected since: {number} value', 'corrected since: {number} values', ended)}"
