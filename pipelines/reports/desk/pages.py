"""Draw the pages of the desk: one per club, and a home page that links to them."""

from collections.abc import Collection
from operator import itemgetter
from pathlib import Path
from urllib.parse import quote

import polars as pl

from pipelines.intake.landing.our_pages import OF_DESK
from pipelines.reports.content import Row, grouped
from pipelines.reports.desk.published import MOST_CAUSES, causes, changes, in_short, past_causes, past_changes
from pipelines.reports.files import MANIFEST, Files, mark_as_gone
from pipelines.reports.html import assets
from pipelines.reports.page_names import page_name
from pipelines.reports.tables.columns import each
from pipelines.words.desk_words import reason
from pipelines.words.finding_texts import said
from pipelines.words.for_programs import as_csv
from pipelines.words.shown_tables import apart, as_on_pages, with_names
from transforms.intake.consequences import STOPS, that_break_off
from transforms.official.to_settle import FILE, FINDING, causes_first, differences, doubts, unsettled, with_places
from transforms.tables.schemas import Tables

COMPARED = {"club": pl.String, "number": pl.Int64}  # the number of lines and entrants whose file states a result
HIDDEN = {**dict.fromkeys(("club", "player_id", "name", "hidden", "federation_id"), pl.String), "said": pl.Boolean}
"""The columns of the people who are not named on the site (see `not_named`)."""
_MOST_LISTED = 300
_OF_SCORES = ("doubts", "differences")
_SHORT = ("new", "corrected")


def is_of_others(desk: Path) -> bool:
    """Return whether the folder has a home page that is not of a desk that Barometer made."""
    first = desk / "index.html"
    return first.exists() and OF_DESK not in first.read_bytes()


def write_club(club: str, tables: Tables, desk: Path, aside: Path) -> None:
    """Draw those files of a club's page into `aside` that differ from the files in `desk`, which is on the same disk.

    `tables` holds the club's rows of the warehouse tables, and these: `findings`, `people` (`likely_people`), `hidden`
    (`HIDDEN`), `corrections`, `past_corrections` (already published), `changed_results`, `past_changed_results`,
    `places` (`PLACES`), `compared` (`COMPARED`), `published` (`PUBLISHED`), `new` (`NEW`) and `corrected`
    (`CORRECTED`).
    """
    lists = {
        "findings": causes_first(tables["findings"]).select(*FINDING, "code", "arguments"),
        "people": tables["people"],
        "differences": differences(tables),
        "doubts": doubts(tables),
        "changes": changes(tables["corrections"], tables["raw.players"]),
    }
    broken = that_break_off(tables["findings"]).select(FILE)
    following, rest = (
        {name: lists[name].join(broken, on=FILE, how=how, maintain_order="left") for name in _OF_SCORES}
        for how in ("semi", "anti")
    )
    shown = lists | rest
    shown["changes"] = shown["changes"].with_columns(as_on_pages("published"), as_on_pages("now"))
    shown["people"] = with_names(lists["people"])
    shown["findings"], below = apart(lists["findings"], FILE)
    of_lines = {"results": tables["changed_results"], "past_results": tables["past_changed_results"]}
    past = past_changes(tables["past_corrections"], tables["raw.players"])
    folder = page_name(club)
    files = Files(aside / folder, desk / folder)
    for name, rows in {**lists, **of_lines, "past_changes": past}.items():
        if rows.height:
            files.write(f"{name}.csv", as_csv(_spoken(rows)).encode())
    names = tables["raw.competitions"]["club_name"]
    called = tables["raw.competitions"].sort("start").select("competition", "competition_name")
    files.page(
        "index.html",
        "desk_club.html",
        root="../",
        club=club,
        club_name=names[-1] if names.len() else club,
        called=dict(called.iter_rows()),
        most=_MOST_LISTED,
        many={name: rows.height for name, rows in {**lists, **{name: tables[name] for name in _SHORT}}.items()},
        **{name: tables[name].head(MOST_CAUSES).to_dicts() for name in _SHORT},
        is_published=not tables["published"].is_empty(),
        apart={name: rows.height for name, rows in shown.items()},
        unsettled=unsettled(tables).height,
        errors=lists["findings"].filter(severity="error").height,
        site=f"../../{quote(desk.name.removesuffix('-private'))}/{folder}",
        following={name: rows.head(_MOST_LISTED).to_dicts() for name, rows in following.items()},
        caused=causes(of_lines["results"], tables),
        causes=of_lines["results"].height,
        past_caused=past_causes(of_lines["past_results"], tables["raw.players"]),
        past_causes=of_lines["past_results"].height,
        compared=tables["compared"]["number"].sum(),
        hidden=tables["hidden"].head(_MOST_LISTED).to_dicts(),
        many_hidden=tables["hidden"].height,
        **in_short(lists["changes"]),
        **{name: rows.head(_MOST_LISTED).to_dicts() for name, rows in shown.items() if name != "findings"},
        findings=folded(with_places(shown["findings"].head(_MOST_LISTED), tables).to_dicts(), below.to_dicts()),
    )
    files.finish()


def _spoken(rows: pl.DataFrame) -> pl.DataFrame:
    reasons = [each(rows[name], reason).alias(name) for name in ("reason", "why") if name in rows.columns]
    if "arguments" not in rows.columns:
        return rows.with_columns(reasons)
    return rows.with_columns(*reasons, message=pl.Series(map(said, rows.to_dicts()), dtype=pl.String))


def write_first(clubs: list[Row], findings: pl.DataFrame, desk: Path, aside: Path) -> None:
    """Draw the home page of the desk into `aside`."""
    files = Files(aside, desk)
    for name, content in assets().items():
        if name != "search.js":
            files.write(name, content)
    listed = findings.sort(FINDING, nulls_last=True).select(*FINDING, "code", "arguments").rename({"file_id": "file"})
    files.page("index.html", "desk.html", root="", clubs=clubs, findings=listed.head(_MOST_LISTED).to_dicts())
    files.finish()


def write_gone(kept: Collection[str], desk: Path, aside: Path) -> None:
    """Mark the folders of clubs that no longer exist, so that they are removed. `kept` are the clubs that exist."""
    folders = {page_name(club) for club in kept}
    for name in (manifest.parent.name for manifest in desk.glob(f"*/{MANIFEST}")):
        if name not in folders and not name.startswith("."):
            mark_as_gone(aside / name)


def folded(findings: list[Row], below: list[Row]) -> list[Row]:
    """Add `following` to each finding: if it says that a file breaks off, the findings that result from that."""
    following, file_of = dict(grouped(below, *FILE)), itemgetter(*FILE)
    return [row | {"following": following.pop(file_of(row), []) if row["code"] in STOPS else []} for row in findings]
