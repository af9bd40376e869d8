"""Record the results of the last build as published, and copy the public site to where people read it."""

import datetime as dt
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Event

import polars as pl

from pipelines.building.desk import redraw
from pipelines.building.lock import LockedError, publication_lock
from pipelines.building.writing import forget_killed, rewriting, standing
from pipelines.cli.findings import errors_in
from pipelines.cli.publish.site_copy import Copied, Server, as_built, check_apart, check_is_site, copy_site, send
from pipelines.cli.terminal.which_landing import folders_of
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import Place
from pipelines.reports.page_names import places_ever
from pipelines.warehouse import Warehouse, build_record, exists, trail
from pipelines.warehouse.errors import no_warehouse
from pipelines.words.deal_words import change_said
from pipelines.words.desk_words import kind_name, number_said
from pipelines.words.plain_text import finding_in_words, to_type
from pipelines.words.suggestions import nearest, some
from transforms.privacy.held_back import held_back
from transforms.published.kinds import KINDS, RESULTS, Kind
from transforms.published.rules import RULE_CHANGED
from transforms.published.trail import CHANGED, CORRECTIONS, PAST, RULES, SOURCES, When, of_present
from transforms.published.vanished import last_files, renamed_seasons, still_open
from transforms.tables.messages import gettext, gettext_noop, ngettext
from transforms.tables.phrases import phrase
from transforms.tables.schemas import CLUB, COMPETITION, SESSION, Tables

_WHO = "barometer publish"
_FINDINGS = "raw.findings"
_MOST_RESULTS, _OF_AN_EVENING = 9, 3


def publish(
    path: Place,
    target: str | None = None,
    *,
    reports: Path | None = None,
    only: str | None = None,
    replaces: bool = False,
    say: Callable[[str], None] = lambda _: None,
) -> list[str]:
    """Record the results of the last build as published, and return sentences that say so.

    If there is a `target`, first copy the site in `reports`, or where the last build wrote it, to that folder or
    server. The target may hold pages of other competitions only if `replaces` is true. `only` names kinds of `KINDS`,
    separated by commas. `say` is called with what the director should check, and what this run waits for.
    """
    kinds, server = _kinds(only), None if target is None else Server.named(target)
    if not exists(path):
        raise no_warehouse(path)
    sent: list[str] = []
    with publication_lock(path, _WHO, say=say):
        if target is None:
            with rewriting(path, _WHO, say) as warehouse:
                site, planned = _planned(path, warehouse, kinds, reports, say)
                forget_killed(site)
                after, put_desk = _write(warehouse, site, planned)
        else:
            with ExitStack() as kept:
                with standing(path, _WHO, say) as warehouse:
                    site, planned = _planned(path, warehouse, kinds, reports, say)
                    check_is_site(site)
                    if server is None:
                        check_apart(site, Path(target))
                    taken = kept.enter_context(as_built(site))
                # Without the build lock: a server may be slow, and a build need not wait for that.
                before = (planned.before[kind.table].select(CLUB).unique() for kind in KINDS)
                published = {place for rows in before for one in rows.iter_rows() for place in places_ever(*one)}
                if server is None:
                    copied = copy_site(taken, Path(target), replaces=replaces, published=published)
                else:
                    say(gettext("Sending the changes to {target}; the first time, all pages are sent.", target=target))
                    copied = send(taken, server, replaces=replaces, published=published)
                sent += _sent(copied, target, server)
            after, put_desk = _record(path, site, planned, target, say)
    put_desk()
    others = after[CORRECTIONS].group_by("kind").agg(pl.len()).sort("kind")
    left_out = gettext_noop(
        "Not published this time, although they differ from what was published before: {count} of {kind}"
    )
    return [
        *(_recorded(kind, planned.before, planned.after) for kind in kinds),
        *sent,
        *(gettext(left_out, count=count, kind=kind_name(kind)) for kind, count in others.iter_rows()),
    ]


_Written = tuple[Tables, Callable[[], None]]
"""The tables that were written, and a function that puts the desk page made from them in place."""


def _planned(
    path: Place, warehouse: Warehouse, kinds: list[Kind], reports: Path | None, say: Callable[[str], None]
) -> tuple[Path, trail.Planned]:
    last = build_record.last(warehouse)
    if not last:
        raise UnusableError(
            "{path}: nothing was built here: go to the folder where you built (cd FOLDER), or run barometer"
            " build first",
            path=path,
        )
    planned, findings = trail.Planned.of(warehouse, kinds), to_type("findings", warehouse=path)
    _refuse_where_hiding_is_in_doubt(warehouse)
    files, competitions = warehouse.read("raw.files"), warehouse.read("raw.competitions")
    leave = leaving(planned.before, planned.after, files, competitions, findings)
    present = of_present(planned.before[CHANGED], warehouse.read_distinct("raw.sessions", SESSION)).collect()
    results = _results_that_change(present) if RESULTS in kinds else ()
    for words in (*_to_look_at(warehouse, findings, kinds), *results, *leave):
        say(words)
    return reports or folders_of(last, path).get("reports") or Path(), planned


def _refuse_where_hiding_is_in_doubt(warehouse: Warehouse) -> None:
    held = held_back(build_record.all_findings(warehouse))
    if not held.is_empty():
        reasons = dict.fromkeys(map(finding_in_words, held.iter_rows(named=True)))
        sentence = gettext_noop("nothing is published, because it is in doubt who must not be named: {reasons}")
        raise UnusableError(sentence, reasons=some([*reasons]))


def _sent(copied: Copied, target: str, server: Server | None) -> Iterator[str]:
    sentence = gettext_noop("Copied to {target}: {written} files written, {same} unchanged, {removed} removed")
    yield gettext(sentence, target=target, written=copied.written, same=copied.same, removed=copied.removed)
    if copied.left:
        sentence = gettext_noop("Removed from {target}: the pages of {competitions}, which are no longer on this site")
        yield gettext(sentence, target=target, competitions=some(copied.left))
    where = gettext_noop(
        "On the server, the files are in {folder}. A path that does not begin with a slash starts in the "
        "folder where you log in"
    )
    new = gettext_noop(
        "warning: the folder {made} did not exist on the server, so it was created: check that the web server reads "
        "it. A path from the root of the server begins with a slash; after sftp://HOST, with two slashes"
    )
    if server is not None:
        yield gettext(where, folder=copied.lies_in or server.folder)
    if copied.made is not None:
        yield gettext(new, made=copied.made)


def _record(path: Place, site: Path, planned: trail.Planned, target: str, say: Callable[[str], None]) -> _Written:
    already = gettext_noop(
        "The pages are already in {target}; do not stop this command, so that it can record them as published."
    )

    def waits(for_whom: str) -> None:
        say(for_whom)
        say(gettext(already, target=target))

    is_recorded = Event()
    try:
        while True:
            with suppress(LockedError), rewriting(path, _WHO, waits, is_recorded.set) as warehouse:
                return _write(warehouse, site, planned)
    except BaseException:
        if not is_recorded.is_set():
            sentence = gettext_noop(
                "The pages are already in {target}, but they are not yet recorded as published: run the "
                "same command again before the next build."
            )
            say(gettext(sentence, target=target))
        raise


def _write(warehouse: Warehouse, site: Path, planned: trail.Planned) -> _Written:
    after, now = planned.after, trail.remembered(warehouse)
    build, at = build_record.last_number(warehouse) or None, build_record.last(warehouse).get("started_at")
    if build not in (None, planned.when.build) and isinstance(at, dt.datetime):
        after = planned.after_builds(now, trail.tables_of(warehouse), When(at, build))
    for name, rows in after.items():
        warehouse.write(name, rows)
    findings = warehouse.read_all_seasons(_FINDINGS)
    left = still_open(findings, warehouse.read_all_seasons(RESULTS.table))
    if RULES in after:
        left = left.filter(pl.col("code") != RULE_CHANGED)
    if left.height < findings.height:
        warehouse.write(_FINDINGS, left)
    differing = set[str]()
    for name, rows in after.items():
        was, new = (set(each.select("club", sum=each.hash_rows()).iter_rows()) for each in (now[name], rows))
        differing |= {club for club, _ in was ^ new}
    return after, redraw(warehouse, differing, site)


def _to_look_at(warehouse: Warehouse, findings: str, kinds: list[Kind]) -> Iterator[str]:
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
    if others := warehouse.read(CORRECTIONS).filter(pl.col("kind").is_in([kind.name for kind in kinds])).height:
        yield ngettext(
            "{number} number now differs from what was published; no page announces this: inform your members.",
            "{number} numbers now differ from what was published; no page announces this: inform your members.",
            others,
        )


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
    "moved": gettext_noop(
        "Published evenings that are now in another season, so their pages have other addresses: {names}. If that is"
        " not intended, correct their dates or the seasons, build, and publish again."
    ),
    "lacking": gettext_noop(
        "Published evenings whose files no longer exist, so their pages also disappear from the site: {names}. "
        "If that is not intended, put the files back under their old names, build, and publish again."
    ),
    "whole": gettext_noop(
        "Published evenings that no longer count in their seasons, although their files exist, so their pages "
        "also disappear from the site: {names}. If that is not intended, run {command} to see what is wrong, "
        "or correct their dates if these belong to another season; build, and publish again."
    ),
}


def leaving(
    before: Tables, after: Tables, files: pl.DataFrame, competitions: pl.DataFrame, findings: str
) -> Iterator[str]:
    """Yield sentences on the evenings that leave the site, by reason.

    `before` and `after` are the published tables before and after this publication; `after` may lack unchanged tables.
    `findings` is the command that shows the findings of the last build.
    """
    was, now = ({**before, **tables}[RESULTS.table] for tables in (before, after))
    renamed = renamed_seasons(was.select(*COMPETITION, "date"), competitions)
    by_another_name = now.join(renamed, on=COMPETITION).select(*CLUB, "session_id", season="was")
    left = was.join(now, on=SESSION, how="anti").join(by_another_name, on=SESSION, how="anti")
    moved = _moved(left, now.join(was, on=SESSION, how="anti"))
    gone = left.select(SESSION).unique().join(moved, on=SESSION, how="anti")
    came = last_files(before[SOURCES]).collect()
    absent = came.join(files, on=[*CLUB, "file_id"], how="anti").sort("file_id")
    lacking = gone.join(absent, on=SESSION).group_by(SESSION).agg(files=pl.col("file_id").str.join(", "))
    rows = {
        "renamed": renamed.select(*CLUB, "was", name=phrase("{}/{} {} ({})", *CLUB, "was", "season")),
        "moved": moved.select(*SESSION, name=phrase("{}/{} {} ({})", *CLUB, "session_id", "season_now")),
        "lacking": lacking.select(*SESSION, name=phrase("{}/{} {} ({})", *CLUB, "session_id", "files")),
        "whole": gone.join(lacking, on=SESSION, how="anti").with_columns(name=phrase("{}/{} {}", *CLUB, "session_id")),
    }
    for what, sentence in _LEAVE.items():
        if not rows[what].is_empty():
            names = rows[what].sort(pl.exclude("name"))["name"].to_list()
            yield gettext(sentence, names=some(names), command=findings)


def _moved(left: pl.DataFrame, new: pl.DataFrame) -> pl.DataFrame:
    """Return the evenings that now have most of their lines, with the same scores, in another season (`season_now`)."""
    line = [*CLUB, "session_id", "line", "entrant", "players", "score"]
    return (
        left.filter(pl.any_horizontal(pl.col("players", "score").is_not_null()))
        .with_columns(lines=pl.len().over(SESSION))
        .join(new.select(*line, season_now="season").unique(), on=line, nulls_equal=True)
        .group_by(*SESSION, "season_now")
        .agg(are_most=pl.len() * 2 > pl.col("lines").first())
        .filter("are_most")
        .sort("season_now")
        .unique(SESSION, keep="first")
    )


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


def _recorded(kind: Kind, before: Tables, after: Tables) -> str:
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
        gettext("{number} replaced by those after a later session", number=later): later,
        gettext("{number} removed", number=gone): gone,
    }
    what = ", ".join(words for words, count in counts.items() if count) or gettext("nothing to show")
    said = gettext("Published {kind}: {what}", kind=kind_name(kind.name), what=what)
    if not ended:
        return said
    return f"{said}; {ngettext('corrected since: {number} value', 'corrected since: {number} values', ended)}"
