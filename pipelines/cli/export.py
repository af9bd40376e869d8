"""Export results of a build as files for other programs: one session, or a whole season of a competition, or charts."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import polars as pl
from lxml import etree

from pipelines.cli.terminal.files import refuse_to_write_over
from pipelines.cli.terminal.selection import one_competition, one_season, one_session
from pipelines.intake.writers import SUFFIXES, Form, as_json, written
from pipelines.intake.writers.as_json import OF_ENTRANT
from pipelines.machine.errors import UnusableError
from pipelines.machine.files import put_whole
from pipelines.machine.paths import Place
from pipelines.reports.charts.alone import Picture, alone
from pipelines.reports.charts.awards import spread_chart
from pipelines.reports.charts.drawing import Drawing, house_style
from pipelines.reports.charts.ratings import distribution_chart, reliability_chart
from pipelines.reports.charts.season import method_drawings, season_drawings
from pipelines.reports.page_names import page_name
from pipelines.warehouse import Warehouse
from pipelines.words.plain_text import folder_word, to_type
from pipelines.words.suggestions import some
from transforms.season import inputs, season_tables
from transforms.tables.messages import Message, gettext, gettext_noop, ngettext
from transforms.tables.phrases import phrase
from transforms.tables.schemas import CLUB, COMPETITION, DECIMALS
from transforms.tables.shared import IN_TURN

Tables = Mapping[str, pl.DataFrame]
_OF_SESSION = ("sessions", "entries", "results", "adjustments", "matches", "totals", "ranking_points", "deals")
_LINE = ("session_id", "file_id", "line_no")
_CHARTED = ("report.attendance", "report.spread", "report.foretold", "report.methods", "report.rating_bands")


def export(
    path: Place,
    wanted: str | None,
    form: Form,
    competition: str | None,
    season: str | None,
    *,
    submission: Mapping[str, str] | None = None,
) -> dict[str, bytes]:
    """Return the exported files by name: one per session, or for JSON one document with all sessions.

    `wanted` is a session id; None means all sessions of `season` (or the latest) of `competition` (or the only one).
    `submission` has the `charge` and the `club_number` of files for the EBU.
    """
    with Warehouse(path, read_only=True) as warehouse:
        rules = warehouse.read("raw.competitions")
        where, ids = _chosen(warehouse.read("raw.sessions"), rules, wanted, competition, season)
        tables = _tables(warehouse, where)
    said = rules.filter(**where).select(*COMPETITION, "club_name", "competition_name").row(0, named=True)
    said |= submission or {}
    sessions = [(session_id, _session_of(tables, session_id)) for session_id in ids]
    if form == "json":
        name = page_name(ids[0] if wanted is not None else where["season"])
        return {f"{name}{SUFFIXES[form]}": as_json.document((of, said) for _, of in sessions).encode()}
    return {f"{page_name(session_id)}{SUFFIXES[form]}": written(of, form, said) for session_id, of in sessions}


def charts(path: Place, form: Picture, competition: str | None, season: str | None) -> dict[str, bytes]:
    """Return the charts of a season as files by name, each with its title and legend.

    They are those of the season, of the last rating list of its competition, and of the schemes of federation points.
    Charts without data are left out. `competition` and `season` are as for `export`.
    """
    with Warehouse(path, read_only=True) as warehouse:
        rules = warehouse.read("raw.competitions")
        where, _ = _chosen(warehouse.read("raw.sessions"), rules, None, competition, season)
        of_competition = {name: where[name] for name in CLUB}
        given = {name: warehouse.read_of(name, **where) for name in inputs(_CHARTED, warehouse.tables())}
        given["ratings.calibration"] = warehouse.read_of("ratings.calibration", **of_competition)
        rated = warehouse.read_of("ratings.lists", **of_competition)
    rule = rules.filter(**where).row(0, named=True)
    made = season_tables(given, _CHARTED)
    report = {name.removeprefix("report."): rows for name, rows in made.items()}
    rated = rated.filter(pl.col("list_date") == pl.col("list_date").max())
    ratings = (rated.filter(list=name)["rating"].to_list() for name in ("alphabetical", "ranking"))
    of_all = report["rating_bands"].filter(pl.col("list_date").is_null())
    drawings = {
        **season_drawings(report),
        **method_drawings(report, rule["method"]),
        "ratings": Drawing(distribution_chart, *ratings),
        **({} if of_all.is_empty() else {"calibration": Drawing(reliability_chart, of_all)}),
        "schemes": Drawing(spread_chart),
    }
    with house_style():
        drawn = {name: drawing() for name, drawing in drawings.items()}
    about = "{competition_name}, {club_name}, {season}".format(**rule)
    return {
        f"{name}.{form}": alone(chart, form, "" if name == "schemes" else about)
        for name, chart in drawn.items()
        if chart
    }


def submission(form: str, charge: str | None, club_number: str | None) -> dict[str, str]:
    """Return what makes a USEBIO file one for the EBU; nothing if no `charge` is asked for.

    Raises:
        UnusableError: the format is another one, the charge is not a code of two digits, or the club has no number.
    """
    if charge is None and club_number is None:
        return {}
    if form != "usebio":
        raise UnusableError("--charge and --club-number are for the EBU: add --format usebio")
    if charge is None or club_number is None:
        raise UnusableError("a file for the EBU needs both --charge CODE and --club-number NUMBER")
    if not re.fullmatch(r"[0-9]{2}", charge):
        raise UnusableError("--charge {charge}: this is not a code of two digits, such as 10", charge=charge)
    return {"charge": charge, "club_number": club_number}


def unknown_to_federation(files: Mapping[str, bytes]) -> Message | None:
    """Return a warning about the players in USEBIO files who have no number of the federation; None if all have one."""
    players = [player for data in files.values() for player in etree.fromstring(data).iter("PLAYER")]
    unknown = [player for player in players if not player.findtext("NATIONAL_ID_NUMBER")]
    names = list(dict.fromkeys(player.findtext("PLAYER_NAME") or "?" for player in unknown))
    sentence = gettext_noop(
        "warning: the federation will ask who these players are, because they have no federation_id of their own"
        " ({number}): {names}; add their numbers to players.csv, and build again"
    )
    return Message(sentence, number=len(names), names=some(names)) if names else None


def put(
    files: Mapping[str, bytes],
    out: Path,
    form: Form | Picture,
    *,
    is_one: bool,
    replaces: bool,
    say: Callable[[str], None],
) -> None:
    """Write one file to `out`, or several into the folder `out`. Existing files are replaced only if `replaces`."""
    if is_one and out.is_dir():
        sentence = gettext_noop("--out {out}: that is a folder; name a file in it, such as {file}")
        raise UnusableError(sentence, out=out, file=out / next(iter(files)))
    if not is_one and out.exists() and not out.is_dir():
        sentence = gettext_noop("--out {out}: that is a file; name a folder for the {count} files")
        raise UnusableError(sentence, out=out, count=len(files))
    places = {out if is_one else out / name: data for name, data in files.items()}
    others = (place for place, data in places.items() if place.is_file() and place.read_bytes() != data)
    refuse_to_write_over(others, replaces=replaces)
    (out.parent if is_one else out).mkdir(parents=True, exist_ok=True)
    for place, data in places.items():
        put_whole(place, data)
    how_many = ngettext("{number} file", "{number} files", len(places))
    words = gettext_noop("Written: {place} ({files}, {form}); it contains everybody's name")
    say(gettext(words, place=out, files=how_many, form=form))


def _chosen(
    sessions: pl.DataFrame, rules: pl.DataFrame, wanted: str | None, competition: str | None, season: str | None
) -> tuple[dict[str, str], list[str]]:
    of_one = rules if competition is None else one_competition(rules, competition)
    if wanted is None:
        known = of_one.select(phrase("{}/{}", *CLUB)).to_series().unique().sort().to_list()
        if len(known) > 1:
            raise UnusableError("name a session, or add --competition with one of these: {known}", known=some(known))
        if of_one.is_empty():
            sentence = gettext_noop("the last build had no results; build a folder with results: {command}")
            raise UnusableError(sentence, command=to_type("build", folder_word()))
        where = dict(zip(COMPETITION, one_season(of_one.sort("start", "season"), season), strict=True))
        found = sessions.filter(**where)
        if found.is_empty():
            raise UnusableError("{where}: this season has no sessions", where=" ".join(where.values()))
        return where, found.sort(IN_TURN)["session_id"].to_list()
    near = sessions.join(of_one.select(COMPETITION), on=COMPETITION, how="semi")
    near = near if season is None else near.filter(season=season)
    found = one_session(near, wanted)
    return {name: found[name] for name in COMPETITION}, [found["session_id"]]


def _tables(warehouse: Warehouse, where: Mapping[str, str]) -> dict[str, pl.DataFrame]:
    raw = {name: warehouse.read_of(f"raw.{name}", **where) for name in _OF_SESSION}
    scores = warehouse.read_of("scored.board_scores", **where)
    mine = scores.select(
        *_LINE,
        official_ns_points=pl.col("ns_points").round(DECIMALS),
        official_ew_points=pl.col("ew_points").round(DECIMALS),
        official_datum="datum",
    )
    bare = raw["results"].select(pl.exclude("^official_.*$"))
    scored = bare.join(mine, on=_LINE, how="left", maintain_order="left")
    results = warehouse.read_of("scored.session_results", **where)
    # Everybody in the result list of a file is a real entrant.
    standings = results.filter(~pl.col("is_nobody")).select(
        *("session_id", "line", "entrant", "rank"),
        points=pl.col("points").round(DECIMALS),
        score=pl.col("score").round(DECIMALS),
        penalty=-pl.col("adjustment").round(DECIMALS),
    )
    people = warehouse.read_of("raw.players", **where).select("player_id", "name", "federation_id")
    awards = warehouse.read_of("awards.points", **where).filter(scheme="ebu", of="session")
    won = awards.select("session_id", *OF_ENTRANT, "points").unique(maintain_order=True)
    return {**raw, "results": scored, "official_results": standings, "players": people, "master_points": won}


def _session_of(tables: Tables, session_id: str) -> Tables:
    of = {name: rows.filter(session_id=session_id) for name, rows in tables.items() if "session_id" in rows.columns}
    there = pl.concat(of["entries"].select(player_id=name) for name in ("player_id", "substitutes_for"))
    people = tables["players"].join(there, on="player_id", how="semi")
    return {**of, "players": people}
