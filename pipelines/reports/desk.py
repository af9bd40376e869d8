"""The director's desk: what members need not see, in a folder of its own beside the site, a page a club.

What belongs here: what is wrong with the files, who may be who, where results differ from official ones, and what
changed since it was published. Everybody is named here, so no page of the site leads here, and it is never published.
"""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

import polars as pl

from pipelines.display.desk_words import reason
from pipelines.display.finding_texts import said
from pipelines.display.for_programs import as_csv
from pipelines.display.likely_people import with_names
from pipelines.display.published_values import as_on_pages
from pipelines.display.what_follows import apart, that_break_off
from pipelines.page_marks import OF_DESK
from pipelines.reports.content import Row
from pipelines.reports.files import MANIFEST, Files, Manifest
from pipelines.reports.html import assets
from pipelines.reports.page_names import page_name
from pipelines.reports.tables.columns import each, number_said
from pipelines.reports.tables.entrants import unnamed_partner
from transforms.arithmetic.rounding import to_decimals
from transforms.intake.consequences import STOPS
from transforms.intake.lines.settled_results import ASKED, lines_asked_about
from transforms.intake.lone_players import lone_players
from transforms.official.doubts import WITH_DIFFERENCES
from transforms.official.printed import BY_THE_DIRECTOR, UNEXPLAINED
from transforms.published.kinds import KINDS, OF_PEOPLE
from transforms.tables import SESSION, Tables
from transforms.tables.phrases import phrase

_MOST_LISTED = 300
_SHORT = ("new", "corrected")
"""Lists of which the first stand on the page."""
_MOST_CAUSES = 20
"""The most result lines that are told before what follows from them."""
_AND, _BESIDE = " + ", " & "
_ACCEPTED = "accepted: "
"""How the reason of a difference begins that a director has settled."""
_SEATED_TWICE = "entries.seated_twice"
_SETTLES = (*ASKED, "deals.unlikely", "deals.unlikely_side", "deals.alone")
"""Codes of what is asked about one result, until the director says that it is right."""
_ONE_FOR_ALL = "results.passed_out"
"""The code of what is asked about several results, where to settle one of them is to settle all."""
_FILE = ("competition", "file_id")
_PERSON = ("competition", "player_id")
"""A person in the tables of one club: an id may be another one's in another competition."""
_PAIR = ("competition", "season", "session_id", "line", "entrant")
_EVENING = pl.struct("season", "session_id")
PLACES = {
    **dict.fromkeys(("club", "competition", "file_id"), pl.String),
    "line_no": pl.Int64,
    **dict.fromkeys(("season", "session_id", "line"), pl.String),
    "board": pl.Int32,
    **dict.fromkeys(("ns", "ew"), pl.String),
    "shown": pl.Boolean,
}
"""Columns of the result lines that findings name: where each stands, who met on which board, and whether the site has a
page of that board."""
COMPARED = {"club": pl.String, "number": pl.Int64}
"""Columns of how many lines and entrants have a result of the file's own."""
PUBLISHED = {"club": pl.String}
"""Columns of the clubs of which something was published."""
NEW = {**dict.fromkeys(SESSION, pl.String), "date": pl.Date}
"""Columns of the evenings with a result list that is not published."""
_OF_WHAT = dict.fromkeys(("kind", "list", "scheme"), pl.String)
CORRECTED = {"until_at": pl.Datetime("us", "UTC"), **_OF_WHAT, "number": pl.Int64, **NEW}
"""Columns of how many values of an evening, or of a list of that day, were corrected by a publication, and when."""
_FINDING = ("severity", "competition", "file_id", "line_no", "field", "value", "message")


_OF_SCORES = ("doubts", "differences")


def is_of_others(desk: Path) -> bool:
    """Whether the folder has a first page that Barometer did not write for the director."""
    first = desk / "index.html"
    return first.exists() and OF_DESK not in first.read_bytes()


def write_club(club: str, tables: Tables, desk: Path, aside: Path) -> None:
    """Draw the page of a club into `aside`, with its lists to download, as far as they differ from what `desk` has.

    Args:
        club: its id.
        tables: with the rows of this club: `findings` (`Findings`), `people` (`likely_people`), `corrections`
            (`PublishedCorrections`), `changed_results` (`ChangedResults`), `places` (`PLACES`), `compared`
            (`COMPARED`), `published` (`PUBLISHED`), `new` (`NEW`), `corrected` (`CORRECTED`), and
            `scored.official_differences`, `scored.doubts`, `raw.sessions`, `raw.entries`, `raw.players` and
            `raw.competitions`.
        desk: the folder of the desk, beside the site; it need not exist.
        aside: a folder on the same disk.
    """
    lists = {
        "findings": _causes_first(tables["findings"]).select(*_FINDING, "code", "arguments"),
        "people": tables["people"],
        "differences": _differences(tables),
        "doubts": _doubts(tables),
        "changes": _changes(tables["corrections"], tables["raw.players"]),
    }
    broken = that_break_off(tables["findings"]).select(_FILE)
    following = {name: lists[name].join(broken, on=_FILE, how="semi", maintain_order="left") for name in _OF_SCORES}
    shown = lists | {name: lists[name].join(broken, on=_FILE, how="anti", maintain_order="left") for name in _OF_SCORES}
    shown["changes"] = shown["changes"].with_columns(as_on_pages("published"), as_on_pages("now"))
    shown["people"] = with_names(lists["people"])
    shown["findings"], below = apart(lists["findings"], _FILE)
    folder = page_name(club)
    files = Files(aside / folder, desk / folder)
    for name, rows in lists.items():
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
        **{name: tables[name].head(_MOST_CAUSES).to_dicts() for name in _SHORT},
        is_published=not tables["published"].is_empty(),
        apart={name: rows.height for name, rows in shown.items()},
        unsettled=unsettled(tables).height,
        errors=lists["findings"].filter(severity="error").height,
        site=f"../../{quote(desk.name.removesuffix('-private'))}/{folder}",
        following={name: rows.head(_MOST_LISTED).to_dicts() for name, rows in following.items()},
        caused=_causes(tables),
        causes=tables["changed_results"].height,
        compared=tables["compared"]["number"].sum(),
        **_in_short(lists["changes"]),
        **{name: rows.head(_MOST_LISTED).to_dicts() for name, rows in shown.items() if name != "findings"},
        findings=_folded(_with_places(shown["findings"].head(_MOST_LISTED), tables).to_dicts(), below.to_dicts()),
    )
    files.finish()


def _spoken(rows: pl.DataFrame) -> pl.DataFrame:
    """A list to download with its reasons and messages in the language that is spoken, as the page has them."""
    reasons = [each(rows[name], reason).alias(name) for name in ("reason", "why") if name in rows.columns]
    if "arguments" not in rows.columns:
        return rows.with_columns(reasons)
    return rows.with_columns(*reasons, message=pl.Series(map(said, rows.to_dicts()), dtype=pl.String))


def write_first(clubs: list[Row], findings: pl.DataFrame, desk: Path, aside: Path) -> None:
    """Draw the first page of the desk into `aside`.

    Args:
        clubs: club, club_name, errors, warnings, differences and changes of each, in order.
        findings: `Findings` on what belongs to no club that has a page.
        desk: the folder of the desk; it need not exist.
        aside: a folder on the same disk.
    """
    files = Files(aside, desk, is_first=True)
    for name, content in assets().items():
        if name != "search.js":
            files.write(name, content)
    listed = findings.sort(_FINDING, nulls_last=True).select(*_FINDING, "code", "arguments").rename({"file_id": "file"})
    files.page("index.html", "desk.html", root="", clubs=clubs, findings=listed.head(_MOST_LISTED).to_dicts())
    files.finish()


def write_gone(kept: Collection[str], desk: Path, aside: Path) -> None:
    """Give the clubs that are gone a manifest without files, by which `put` removes theirs.

    Args:
        kept: the clubs that there are.
        desk: the folder of the desk.
        aside: a folder on the same disk.
    """
    folders = {page_name(club) for club in kept}
    for manifest in desk.glob(f"*/{MANIFEST}"):
        if manifest.parent.name not in folders and not manifest.parent.name.startswith("."):
            (aside / manifest.parent.name).mkdir(parents=True, exist_ok=True)
            (aside / manifest.parent.name / MANIFEST).write_bytes(Manifest({}).as_bytes())


def _causes_first(findings: pl.DataFrame) -> pl.DataFrame:
    """By file and line, but what a whole evening comes to goes below what is wrong with the lines of its file."""
    of_evening = pl.col("code").str.starts_with("official.").fill_null(value=False)
    return findings.sort("severity", "competition", "file_id", of_evening, *_FINDING[3:], nulls_last=True)


def _with_places(findings: pl.DataFrame, tables: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    """The findings with `season` and `session_id` of what they name, `board`, the pairs and their names, and `shown`.

    A finding on a result line names its board; one on the row of a seat, `entrant` and the names of all who sit there;
    one on an evening, or on a file that has one, that alone; of any other these are null. Of one on several result
    lines these are of the first, `more` says how many others there are, and `boards` on which. `settles` is what a
    director writes who is asked about results that are right; `settles_all`: one entry is enough for several.
    """
    of_pairs = _names_of_pairs(tables)
    places = tables["places"].unique([*_FILE, "line_no"], keep="first", maintain_order=True).drop("club")
    findings = findings.with_row_index("row").join(_lines(findings, places), on="row", how="left")
    places = _with_names(places, of_pairs)
    seats = tables["raw.entries"].select(*_FILE, "line_no", *_PAIR[1:]).join(of_pairs, on=_PAIR, how="left")
    seats = seats.unique([*_FILE, "line_no"], keep="first", maintain_order=True).select(
        *(*_FILE, "line_no", "entrant"), entrant_names="names", of_seat=_EVENING
    )
    only, only_seated = (
        tables[name].select(*_FILE, **{of: _EVENING}).unique().unique(_FILE, keep="none")
        for name, of in (("raw.sessions", "of_only"), ("raw.entries", "of_only_seated"))
    )
    evenings = tables["raw.sessions"].select(*_FILE, season="season", value="session_id").unique()
    of_file = _alone(evenings, [*_FILE, "value"]).rename({"season": "of_file"})
    one = pl.when(code=_ONE_FOR_ALL).then(pl.col("entries").list.first())
    of_id = _alone(evenings.drop("file_id").unique(), ["competition", "value"]).rename({"season": "of_id"})
    return (
        findings.join(places, on=[*_FILE, "line_no"], how="left", maintain_order="left")
        .join(of_file, on=[*_FILE, "field", "value"], how="left", maintain_order="left")
        .join(of_id, on=["competition", "field", "value"], how="left", maintain_order="left")
        .with_columns(of_season=pl.coalesce("of_file", "of_id"))
        .with_columns(
            season=pl.coalesce("of_season", "season"),
            session_id=pl.when(pl.col("of_season").is_not_null()).then("value").otherwise("session_id"),
        )
        .join(seats, on=[*_FILE, "line_no"], how="left", maintain_order="left")
        .join(only, on=_FILE, how="left", maintain_order="left")
        .join(only_seated, on=_FILE, how="left", maintain_order="left")
        .with_columns(of_only_seated=pl.when(code=_SEATED_TWICE).then("of_only_seated"))
        .with_columns(
            *(
                pl.coalesce(name, *(pl.col(of).struct.field(name) for of in ("of_seat", "of_only", "of_only_seated")))
                for name in ("season", "session_id")
            ),
            shown=pl.col("shown").fill_null(value=False),
            settles=pl.when(pl.col("code").is_in(_SETTLES)).then(pl.coalesce(one, pl.col("entries").list.join('", "'))),
            settles_all=(pl.col("code") == _ONE_FOR_ALL) & (pl.col("more") > 0),
        )
    )


def _with_names(lines: pl.DataFrame, of_pairs: pl.DataFrame) -> pl.DataFrame:
    """Result lines with `ns_names` and `ew_names`, as `_names_of_pairs` has them."""
    for side in ("ns", "ew"):
        of_side = of_pairs.rename({"entrant": side, "names": f"{side}_names"})
        lines = lines.join(of_side, on=[*_PAIR[:-1], side], how="left", maintain_order="left")
    return lines


def _lines(findings: pl.DataFrame, places: pl.DataFrame) -> pl.DataFrame:
    """Of findings on result lines, by `row`: how many there are beside the first, where, and what names each.

    `more` is how many, `boards` their boards, and `entries` the line, board and pair of all, as `settled` has them.
    """
    about = findings.with_row_index("row").select("row", *_FILE, first="line_no", line_no=lines_asked_about())
    lines = about.explode("line_no", empty_as_null=False, keep_nulls=False)
    is_other = pl.col("line_no") != pl.col("first")
    board = pl.struct("board", pl.col("shown").fill_null(value=False))
    return (
        lines.join(places, on=[*_FILE, "line_no"], maintain_order="left")
        .group_by("row")
        .agg(
            more=is_other.sum(),
            boards=board.filter(is_other).unique(maintain_order=True),
            entries=phrase("{} {} {}", "line", "board", number_said(pl.col("ns"))).unique(maintain_order=True),
        )
    )


def _names_of_pairs(tables: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    """`_PAIR` and `names`: of all who sit there, and that there is a partner whom nobody names."""
    seated = tables["raw.entries"].join(_names(tables["raw.players"]), on=_PERSON, how="left", maintain_order="left")
    alone = lone_players(tables["raw.entries"], tables["raw.sessions"])
    people = (
        seated.select(*_PAIR, name=pl.coalesce("name", "player_id")),
        alone.select(*_PAIR, name=pl.lit(unnamed_partner())),
    )
    return pl.concat(people).group_by(_PAIR, maintain_order=True).agg(names=pl.col("name").str.join(_BESIDE))


def _alone(evenings: pl.DataFrame, key: list[str]) -> pl.DataFrame:
    """The evenings of which no other has the same key: an id may stand in two seasons."""
    return evenings.unique(key, keep="none", maintain_order=True).with_columns(field=pl.lit("session_id"))


def _names(players: pl.DataFrame) -> pl.DataFrame:
    """`_PERSON` and name, of whom has one."""
    return players.drop_nulls("name").unique(_PERSON, keep="first", maintain_order=True).select(*_PERSON, "name")


def _folded(findings: list[Row], below: list[Row]) -> list[Row]:
    """The findings with `following`: what the file lacks is below the first that says that it breaks off.

    Args:
        findings: by file and line.
        below: those on what files lack that break off.
    """
    following: dict[tuple[Any, ...], list[Row]] = {}
    for row in below:
        following.setdefault(_file(row), []).append(row)
    return [row | {"following": following.pop(_file(row), []) if row["code"] in STOPS else []} for row in findings]


def _file(row: Row) -> tuple[Any, ...]:
    return tuple(row[name] for name in _FILE)


def unsettled(tables: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    """A row, `club`, for each difference and each doubt that a director has to settle.

    What follows from a file that breaks off is none: it goes when the file is whole. A doubt of values of which each
    has its own row among the differences is not counted once more.

    Args:
        tables: `findings`, `scored.official_differences` and `scored.doubts`, of any clubs.
    """
    broken = that_break_off(tables["findings"])
    differences = with_reasons(tables).filter(~is_settled())
    doubts = tables["scored.doubts"].filter(pl.col("accepted").is_null(), ~pl.col("what").is_in(WITH_DIFFERENCES))
    return pl.concat(rows.join(broken, on=broken.columns, how="anti").select("club") for rows in (differences, doubts))


def is_settled() -> pl.Expr:
    """Whether the `reason` of a difference is the director's own: what was accepted, or points given or taken."""
    return pl.col("reason").str.starts_with(_ACCEPTED) | pl.col("reason").str.starts_with(BY_THE_DIRECTOR)


def with_reasons(tables: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    """`scored.official_differences` whose `reason` is that of the director where all of the evening was accepted.

    Args:
        tables: those and `scored.doubts`, of any clubs.
    """
    reasons = (
        tables["scored.doubts"]
        .group_by(SESSION)
        .agg(pl.col("accepted").first(), is_open=pl.col("accepted").is_null().any())
        .filter(~pl.col("is_open"))
        .select(*SESSION, accepted=pl.lit(_ACCEPTED) + pl.col("accepted"))
    )
    is_accepted = (pl.col("reason") == UNEXPLAINED) & pl.col("accepted").is_not_null()
    return (
        tables["scored.official_differences"]
        .join(reasons, on=SESSION, how="left")
        .with_columns(reason=pl.when(is_accepted).then("accepted").otherwise("reason"))
        .drop("accepted")
    )


def _differences(tables: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    """Where results in the files differ from ours, and why; last where the director settled it."""
    days = tables["raw.sessions"].select(*SESSION, "date")
    return (
        with_reasons(tables)
        .join(days, on=SESSION, how="left")
        .sort(
            is_settled(),
            *("competition", "date", *SESSION[2:], "line", "board", "ns", "entrant", "value"),
            nulls_last=True,
        )
        .select(
            *("competition", "season", "session_id", "date", "line", "board", "ns", "ew", "entrant", "value"),
            *(to_decimals(pl.col(name)) for name in ("official", "computed")),
            *("reason", "file_id", "line_no"),
        )
    )


def _doubts(tables: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    """What sessions say of themselves that their lines do not give, and nobody has accepted."""
    days = tables["raw.sessions"].select(*SESSION, "date")
    return (
        tables["scored.doubts"]
        .filter(pl.col("accepted").is_null())
        .join(days, on=SESSION, how="left")
        .sort(*SESSION, "what")
        .select(
            *("competition", "season", "session_id", "date", "what", "differing", "of", "first"),
            *(to_decimals(pl.col(name)) for name in ("official", "computed")),
            *("file_id", "line_no"),
        )
    )


def _causes(tables: Mapping[str, pl.DataFrame]) -> list[Row]:
    """The first result lines that changed, with who sits there now."""
    first = tables["changed_results"].sort("date", *SESSION, "line", "board", "ns").head(_MOST_CAUSES)
    return _with_names(first, _names_of_pairs(tables)).to_dicts()


def _in_short(changes: pl.DataFrame) -> dict[str, Any]:
    """How many values of each kind are others, and whether a first place in a championship is among them."""
    what = pl.when(pl.col("list").str.ends_with("_places")).then("list").otherwise("kind")
    counted = changes.group_by(what.alias("of"), "field", maintain_order=True).len("number")
    by_kind: dict[str, list[Row]] = {}
    for row in counted.iter_rows(named=True):
        by_kind.setdefault(row["of"], []).append(row)
    standings = changes.filter(kind="championships")
    is_first = (pl.col("field") == "rank") & ((pl.col("published") == "1") | (pl.col("now") == "1"))
    return {
        "in_short": by_kind,
        "of_championships": not standings.is_empty(),
        "first_changes": not standings.filter(is_first).is_empty(),
    }


def _changes(corrections: pl.DataFrame, players: pl.DataFrame) -> pl.DataFrame:
    """What was published and would now be another: the evenings first, and then what rests on them."""
    corrections = corrections.with_row_index("number")
    named = (
        corrections.select("number", "competition", player_id=pl.coalesce("player_id", "players").str.split(_AND))
        .explode("player_id", empty_as_null=False)
        .drop_nulls("player_id")
        .join(_names(players), on=_PERSON, how="left", maintain_order="left")
        .group_by("number", maintain_order=True)
        .agg(named=pl.coalesce("name", "player_id").str.join(_BESIDE))
    )
    kinds = {kind.name: place for place, kind in enumerate(KINDS)}
    of_kind = pl.col("kind").replace_strict(kinds, default=None, return_dtype=pl.Int8)
    who = pl.concat_str("line", number_said(pl.col("entrant")), separator=" ", ignore_nulls=True).replace("", None)
    # A number of a pair or a team is told with its names; where it is an id, the names alone.
    is_id = pl.col("player_id").is_not_null() | pl.col("kind").is_in(OF_PEOPLE)
    is_numbered = ~is_id | pl.col("named").is_null()
    return (
        corrections.join(named, on="number", how="left", maintain_order="left")
        .sort(
            "competition",
            "season",
            of_kind,
            "date",
            "session_id",
            "list",
            "line",
            "entrant",
            "player_id",
            nulls_last=True,
        )
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
        )
    )
