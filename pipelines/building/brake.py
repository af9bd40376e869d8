"""The brake: stop a publication that would probably show, withdraw or change something by mistake; say what to do.

`barometer publish` and the runs of Dagster that publish call `check`. A user can override it; the reason is recorded.
"""

import getpass
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import polars as pl

from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import Paths, desk_of
from pipelines.warehouse import Warehouse, build_record
from pipelines.words.desk_words import kind_name
from pipelines.words.plain_text import finding_in_words, to_type
from pipelines.words.suggestions import some
from transforms.privacy.held_back import held_back
from transforms.published.kinds import CHAMPIONSHIPS, RESULTS
from transforms.published.trail import CORRECTIONS, REMEMBERED, When
from transforms.tables.messages import Message, gettext, gettext_noop
from transforms.tables.phrases import phrase
from transforms.tables.schemas import CLUB, SESSION, PublishedStops

STOPS = "published.stops"
_GONE, _WINNER = "published.evenings_gone", "published.winner_changed"
_MOST_GONE = 10  # up to a tenth of a club's published evenings may disappear
WEB_ROOTS = (
    *("/var/www", "/srv/www", "/srv/http", "/usr/share/nginx/html", "/usr/local/www", "/opt/homebrew/var/www"),
    *("/Library/WebServer/Documents", "C:/inetpub/wwwroot", "C:/xampp/htdocs", "~/public_html"),
)
"""Folders that web servers usually show to everybody."""


class BrakeError(UnusableError):
    """A publication was stopped. The message says what to do."""


class Stop(NamedTuple):
    """A reason not to publish."""

    club: str
    code: str
    about: str
    """The subject of the reason. Once accepted, it stays accepted for this subject, unless a publication ends it."""
    said: str


_NOTHING = gettext_noop(
    "Nothing was published. Do what these lines say, build, and publish again. If everything is right, add "
    '--accept "WHY": your reason is recorded in {table}.'
)
_NOT_THESE = gettext_noop(
    "Not published: {clubs}. Their earlier publication stays as it was, even if it names somebody who is hidden now; "
    "the other clubs were published. Do what these lines say, build, and publish again. If everything is right, add "
    '--accept "WHY": your reason is recorded in {table}.'
)


def as_error(found: Collection[Stop], clubs: Collection[str] = ()) -> BrakeError:
    """Return the error that lists these reasons. With `clubs`, only these clubs were held back."""
    goes_on = Message(_NOT_THESE, clubs=some(sorted(clubs)), table=STOPS) if clubs else Message(_NOTHING, table=STOPS)
    return BrakeError(*(stop.said for stop in found), goes_on)


def held_back_alone(found: Collection[Stop], clubs: Collection[str]) -> set[str]:
    """Return the clubs to hold back for doubts about hiding; none unless all others of `clubs` may be published."""
    held = {stop.club for stop in found if stop.club and stop.code.startswith("hidden.")}
    return held if held < {*clubs} and all(stop.club in held for stop in found) else set()


def check(warehouse: Warehouse, found: Collection[Stop], accepts: str | None, when: When) -> None:
    """Raise BrakeError if reasons not to publish were `found`; if the user `accepts` them, record why instead."""
    if not found:
        return
    if not accepts:
        raise as_error(found)
    user = "?"
    with suppress(OSError, KeyError):
        user = getpass.getuser()
    rows = [{"club": one.club, "code": one.code, "about": one.about} for one in found]
    now = {"accepted_at": when.at, "build": when.build, "accepted_by": user, "reason": accepts}
    accepted = PublishedStops.cast(pl.DataFrame([row | now for row in rows]))
    key = PublishedStops.primary_key()
    before = warehouse.read_all_seasons(STOPS).join(accepted, on=key, how="anti")
    warehouse.write(STOPS, pl.concat([before, accepted]).sort(key))


def clubs_of(warehouse: Warehouse) -> set[str]:
    """Return the clubs of the last build, and those that were published."""
    return {
        club for name in ("raw.competitions", *REMEMBERED) for club in warehouse.read_distinct(name, ["club"])["club"]
    }


def stops(warehouse: Warehouse, paths: Paths, clubs: Collection[str] | None = None) -> list[Stop]:
    """Return the reasons not to publish these clubs (None: all clubs) that nobody accepted."""
    found = [
        *_hiding(build_record.all_findings(warehouse), warehouse.read("raw.files")),
        *_gone(warehouse),
        *_doubts(warehouse),
        *_winners(warehouse, paths),
        *_desk(paths.reports),
    ]
    return _not_accepted(warehouse, (stop for stop in found if clubs is None or stop.club in {*clubs, ""}))


def about_hiding(warehouse: Warehouse, findings: pl.DataFrame, files: pl.DataFrame) -> list[Stop]:
    """Return the doubts about hiding in these findings, except those that somebody accepted."""
    return _not_accepted(warehouse, _hiding(findings, files))


def _not_accepted(warehouse: Warehouse, found: Iterable[Stop]) -> list[Stop]:
    # A publication ends these reasons. If one occurs again, it stops the next publication.
    ended = pl.col("code").is_in([_GONE, _WINNER])
    known = {*warehouse.read(STOPS).filter(~ended).select("club", "code", "about").iter_rows()}
    return [stop for stop in found if (stop.club, stop.code, stop.about) not in known]


def _hiding(findings: pl.DataFrame, files: pl.DataFrame) -> Iterator[Stop]:
    file = [*CLUB, "file_id"]
    of_files = files.select(*file, "sha256")
    for finding in held_back(findings).join(of_files, on=file, how="left", maintain_order="left").to_dicts():
        said = gettext("Somebody who asked to be hidden may be shown. {finding}", finding=finding_in_words(finding))
        about = "{file_id} {line_no} {field} {value} {message} {sha256}".format_map(finding)
        yield Stop(finding["club"] or "", finding["code"], about, said)


def _gone(warehouse: Warehouse) -> Iterator[Stop]:
    published, now = (warehouse.read_distinct(name, SESSION) for name in (RESULTS.table, "scored.session_results"))
    gone = published.join(now, on=SESSION, how="anti").sort(SESSION)
    of_clubs = published.group_by("club").len().sort("club").iter_rows()
    for club, number in of_clubs:
        names = gone.filter(club=club).select(phrase("{}/{}", *SESSION[1::2])).to_series().to_list()
        if len(names) * _MOST_GONE > number:
            sentence = gettext_noop(
                "{club}: {gone} of {number} published evenings are gone ({names}), with their pages: put their files "
                "back under their old names, or mount the disk that holds them, and build"
            )
            said = gettext(sentence, club=club, gone=len(names), number=number, names=some(names))
            yield Stop(club, _GONE, " ".join(names), said)


def _doubts(warehouse: Warehouse) -> Iterator[Stop]:
    severe = warehouse.read("scored.doubts").filter("severe", pl.col("accepted").is_null())
    changed = warehouse.read(CORRECTIONS).filter(kind=RESULTS.name)
    same = warehouse.read_distinct(RESULTS.table, SESSION).join(changed, on=SESSION, how="anti")
    doubtful = (
        severe.join(same, on=SESSION, how="anti").group_by(SESSION).agg(pl.col("what", "differing")).sort(SESSION)
    )
    for club, competition, season, session, what, differing in doubtful.iter_rows():
        sentence = gettext_noop(
            "{club}/{competition} {session}: the results computed here differ from those in the file of the session,"
            " and nobody has said which are right: the director's desk shows the differences, and what to write in"
            " competition.toml"
        )
        said = gettext(sentence, club=club, competition=competition, session=session)
        yield Stop(club, "scored.in_doubt", f"{competition} {season} {session} {what} {differing}", said)


def _winners(warehouse: Warehouse, paths: Paths) -> Iterator[Stop]:
    counts = warehouse.read_distinct("scored.session_results", SESSION)
    listed = warehouse.read(CORRECTIONS).join(counts, on=SESSION, how="semi")
    entrant = [*SESSION, "line", "entrant"]
    winners = warehouse.read(RESULTS.table).filter(rank=1).select(entrant)
    others = listed.filter(kind=RESULTS.name, field="players").join(winners, on=entrant, how="semi")
    is_first = (pl.col("field") == "rank") & pl.any_horizontal(pl.col("published", "now") == "1")
    first = listed.filter(is_first, pl.col("kind").is_in([RESULTS.name, CHAMPIONSHIPS.name]))
    values = (pl.col(name).fill_null("-") for name in ("published", "now"))
    changes = phrase("{} ({} → {})", "entrant", *values)
    of = ["kind", *SESSION, "list", "line"]
    changed = pl.concat([first, others]).sort(of).group_by(of, maintain_order=True).agg(who=changes.unique().sort())
    for kind, club, competition, season, session, *place, who in changed.iter_rows():
        sentence = gettext_noop(
            "{club}/{competition} {session}: the winner is not the one that was published ({kind} {place}: {who}):"
            " look at {command}, and correct the file if the published winner is right"
        )
        where = " ".join(one for one in place if one)
        gaps = {"club": club, "competition": competition, "session": session, "kind": kind_name(kind), "place": where}
        command = to_type("history", session, warehouse=paths.warehouse)
        said = gettext(sentence, **gaps, who=some(who), command=command)
        yield Stop(club, _WINNER, f"{competition} {season} {session} {place} {who}", said)


def _desk(site: Path) -> Iterator[Stop]:
    desk = desk_of(site)
    if desk.is_dir() and (root := web_root_of(desk)):
        sentence = gettext_noop(
            "{desk}: the director's desk lies in {root}, which a web server usually shows to everybody: build with "
            "--reports FOLDER in another place, remove this folder, and publish to {site}"
        )
        yield Stop("", "published.desk_in_web_root", str(desk), gettext(sentence, desk=desk, root=root, site=site))


def web_root_of(folder: Path) -> Path | None:
    """Return the folder around this one that a web server usually shows, if there is one."""
    roots = (Path(root).expanduser().resolve() for root in WEB_ROOTS)
    return next((root for root in roots if root in folder.resolve().parents), None)
