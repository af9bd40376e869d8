"""The director's desk: private pages next to the site, one per club, for the director alone. They show all names."""

from collections.abc import Collection, Mapping
from operator import itemgetter
from pathlib import Path
from typing import Any
from urllib.parse import quote

import polars as pl

from pipelines.intake.landing.our_pages import OF_DESK
from pipelines.reports.content import Row, by, grouped
from pipelines.reports.files import Files
from pipelines.reports.html import assets
from pipelines.reports.manifests import MANIFEST, mark_as_gone
from pipelines.reports.page_names import page_name
from pipelines.reports.rows import with_parts
from pipelines.reports.tables.columns import each
from pipelines.words.desk_words import reason
from pipelines.words.finding_texts import said
from pipelines.words.for_programs import as_csv
from pipelines.words.shown_tables import apart, as_on_pages, with_names
from transforms.intake.consequences import STOPS, that_break_off
from transforms.official.to_settle import FILE, FINDING, causes_first, differences, doubts, unsettled, with_places
from transforms.published.kinds import KINDS, OF_PEOPLE
from transforms.results.people_shown import names_by_row, names_of_pairs, with_names_of_pairs
from transforms.tables.arithmetic.as_shown import number_said
from transforms.tables.schemas import SESSION, Tables
from transforms.tables.shared import natural

PUBLISHED = {"club": pl.String}  # the clubs that have published something
NEW = {**dict.fromkeys(SESSION, pl.String), "date": pl.Date}  # the evenings whose result list is not published
_OF_WHAT = dict.fromkeys(("kind", "list", "scheme"), pl.String)
CORRECTED = {"until_at": pl.Datetime("us", "UTC"), **_OF_WHAT, "number": pl.Int64, **NEW}
"""The columns of past corrections: how many values of an evening or list a publication changed, and when."""
_OF_LINE = (*SESSION, "line", "board", natural(pl.col("ns")), natural(pl.col("ew")))
MOST_CAUSES = 20  # the most result lines shown as causes, above their consequences
COMPARED = {"club": pl.String, "number": pl.Int64}  # the number of lines and entrants whose result a file states
HIDDEN = {**dict.fromkeys(("club", "player_id", "name", "hidden", "federation_id"), pl.String), "said": pl.Boolean}
"""The columns of the people whom the site does not name (see `not_named`)."""
_MOST_LISTED = 300
_OF_SCORES = ("doubts", "differences")
_SHORT = ("new", "corrected")


def causes(changed: pl.DataFrame, tables: Mapping[str, pl.DataFrame]) -> list[Row]:
    """Return the first `MOST_CAUSES` result lines that changed, with the players who are on them now."""
    first = changed.sort("date", *_OF_LINE).head(MOST_CAUSES)
    return with_names_of_pairs(first, names_of_pairs(tables)).to_dicts()


def past_causes(past: pl.DataFrame, players: pl.DataFrame) -> list[Row]:
    """Return the last `MOST_CAUSES` result lines that a publication corrected, latest first, with their players."""
    latest = [True, *[False] * (1 + len(_OF_LINE))]
    in_order = past.sort("until_at", "date", *_OF_LINE, descending=latest, nulls_last=True)
    first = in_order.head(MOST_CAUSES).with_row_index("number")
    for side in ("ns", "ew"):
        named = names_by_row(first, pl.col(f"{side}_players"), players)
        first = with_parts(first, named.rename({"named": f"{side}_names"}))
    return first.to_dicts()


def in_short(changes: pl.DataFrame) -> dict[str, Any]:
    """Return how many values of each kind change, and whether a championship or a first place changes."""
    what = pl.when(pl.col("list").str.ends_with("_places")).then("list").otherwise("kind")
    counted = changes.group_by(what.alias("of"), "field", maintain_order=True).len("number")
    standings = changes.filter(kind="championships")
    is_first = (pl.col("field") == "rank") & ((pl.col("published") == "1") | (pl.col("now") == "1"))
    changes_of = {"of_championships": standings.height > 0, "first_changes": standings.filter(is_first).height > 0}
    return {"in_short": dict(by(counted, "of")), **changes_of}


def past_changes(past: pl.DataFrame, players: pl.DataFrame) -> pl.DataFrame:
    """Return values that publications corrected, in the form of `changes`, latest first; `corrected_at` is UTC."""
    when = {"corrected_at": pl.col("until_at")}
    return changes(past, players, when).sort("corrected_at", descending=True, maintain_order=True)


def changes(
    corrections: pl.DataFrame, players: pl.DataFrame, also: Mapping[str, pl.Expr] | None = None
) -> pl.DataFrame:
    """Return the published values that would change now: values of evenings first, then their consequences."""
    corrections = corrections.with_row_index("number")
    named = names_by_row(corrections, pl.coalesce("player_id", "players"), players)
    kinds = {kind.name: place for place, kind in enumerate(KINDS)}
    of_kind = pl.col("kind").replace_strict(kinds, default=None, return_dtype=pl.Int8)
    who = pl.concat_str("line", number_said(pl.col("entrant")), separator=" ", ignore_nulls=True).replace("", None)
    # The number of a pair or a team is shown next to names; an id is not.
    is_id = pl.col("player_id").is_not_null() | pl.col("kind").is_in(OF_PEOPLE)
    is_numbered = ~is_id | pl.col("named").is_null()
    who_in_turn = ("line", natural(pl.col("entrant")), "player_id")
    order = ("competition", "season", of_kind, "date", "session_id", "list", *who_in_turn)
    return (
        with_parts(corrections, named)
        .sort(order, nulls_last=True)
        .select(
            *("competition", "season", "kind", "list", "scheme", "session_id", "date"),
            who=pl.coalesce("player_id", who),
            named=pl.when(is_numbered)
            .then(pl.concat_str(who, "named", separator=", ", ignore_nulls=True))
            .otherwise("named"),
            field="field",
            published="published",
            now="now",
            published_on=pl.col("published_at").dt.date(),
            files=pl.col("files").list.join(", "),
            **(also or {}),
        )
    )


def is_of_others(desk: Path) -> bool:
    """Return whether the folder has a home page that Barometer did not write for a desk."""
    first = desk / "index.html"
    return first.exists() and OF_DESK not in first.read_bytes()


def write_club(club: str, tables: Tables, desk: Path, aside: Path) -> None:
    """Draw the files of a club's page that differ from those in `desk`, into `aside` on the same disk.

    `tables` are those of `page_of_club`.
    """
    folder = page_name(club)
    files = Files(aside / folder, desk / folder)
    content, lists = page_of_club(club, tables)
    for name, rows in lists.items():
        if rows.height:
            files.write(f"{name}.csv", as_csv(_spoken(rows)).encode())
    site = f"../../{quote(desk.name.removesuffix('-private'))}/{folder}"
    files.page("index.html", "desk_club.html", root="../", site=site, lists="", is_served=False, **content)
    files.finish()


def page_of_club(club: str, tables: Tables) -> tuple[dict[str, Any], dict[str, pl.DataFrame]]:
    """Return what the template `desk_of_club.html` shows of a club, and the whole lists, by the name of their CSV file.

    `tables` holds the club's rows of warehouse tables, and these: `findings`, `people` (`likely_people`), `hidden`
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
    names = tables["raw.competitions"]["club_name"]
    called = tables["raw.competitions"].sort("start").select("competition", "competition_name")
    content = dict(
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
    return content, {**lists, **of_lines, "past_changes": past}


def _spoken(rows: pl.DataFrame) -> pl.DataFrame:
    reasons = [each(rows[name], reason).alias(name) for name in ("reason", "why") if name in rows.columns]
    if "arguments" not in rows.columns:
        return rows.with_columns(reasons)
    return rows.with_columns(*reasons, message=pl.Series(map(said, rows.to_dicts()), dtype=pl.String))


def write_first(clubs: list[Row], findings: pl.DataFrame, desk: Path, aside: Path) -> None:
    """Draw the home page of the desk into `aside`."""
    files = Files(aside, desk)
    for name, content in assets().items():
        if name not in ("search.js", "mine.js"):
            files.write(name, content)
    listed = findings.sort(FINDING, nulls_last=True).select(*FINDING, "code", "arguments").rename({"file_id": "file"})
    files.page("index.html", "desk.html", root="", clubs=clubs, findings=listed.head(_MOST_LISTED).to_dicts())
    files.finish()


def write_gone(kept: Collection[str], desk: Path, aside: Path) -> None:
    """Mark the folders of all clubs that are not in `kept` for removal, because those clubs are gone."""
    folders = {page_name(club) for club in kept}
    for name in (manifest.parent.name for manifest in desk.glob(f"*/{MANIFEST}")):
        if name not in folders and not name.startswith("."):
            mark_as_gone(aside / name)


def folded(findings: list[Row], below: list[Row]) -> list[Row]:
    """Add `following` to each finding: the findings in `below` that result from this one, if its file breaks off."""
    following, file_of = dict(grouped(below, *FILE)), itemgetter(*FILE)
    return [row | {"following": following.pop(file_of(row), []) if row["code"] in STOPS else []} for row in findings]
