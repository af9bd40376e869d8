"""Export results of a build as files for other programs: one session, or a whole season of a competition."""

from collections.abc import Callable, Mapping
from pathlib import Path

import polars as pl

from pipelines.cli.terminal.files import refuse_to_write_over
from pipelines.cli.terminal.selection import one_competition, one_season, one_session
from pipelines.intake.writers import SUFFIXES, Form, as_json, written
from pipelines.machine.errors import UnusableError
from pipelines.machine.files import put_whole
from pipelines.machine.paths import Place
from pipelines.reports.page_names import page_name
from pipelines.warehouse import Warehouse
from pipelines.words.plain_text import folder_word, to_type
from pipelines.words.suggestions import some
from transforms.tables.messages import gettext, gettext_noop, ngettext
from transforms.tables.phrases import phrase
from transforms.tables.schemas import CLUB, COMPETITION, DECIMALS
from transforms.tables.shared import IN_TURN

Tables = Mapping[str, pl.DataFrame]
_OF_SESSION = ("sessions", "entries", "results", "adjustments", "matches", "totals", "ranking_points", "deals")
_LINE = ("session_id", "file_id", "line_no")


def export(
    path: Place, wanted: str | None, form: Form, competition: str | None, season: str | None
) -> dict[str, bytes]:
    """Return the exported files by name: one per session, or for JSON one document with all sessions.

    `wanted` is a session id; None means all sessions of `season` (or the latest) of `competition` (or the only one).
    """
    with Warehouse(path, read_only=True) as warehouse:
        rules = warehouse.read("raw.competitions")
        where, ids = _chosen(warehouse.read("raw.sessions"), rules, wanted, competition, season)
        tables = _tables(warehouse, where)
    said = rules.filter(**where).select(*COMPETITION, "club_name", "competition_name").row(0, named=True)
    sessions = [(session_id, _session_of(tables, session_id)) for session_id in ids]
    if form == "json":
        name = page_name(ids[0] if wanted is not None else where["season"])
        return {f"{name}{SUFFIXES[form]}": as_json.document((of, said) for _, of in sessions).encode()}
    return {f"{page_name(session_id)}{SUFFIXES[form]}": written(of, form, said) for session_id, of in sessions}


def put(
    files: Mapping[str, bytes], out: Path, form: Form, *, is_one: bool, replaces: bool, say: Callable[[str], None]
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
    return {**raw, "results": scored, "official_results": standings, "players": people}


def _session_of(tables: Tables, session_id: str) -> Tables:
    of = {name: rows.filter(session_id=session_id) for name, rows in tables.items() if "session_id" in rows.columns}
    there = pl.concat(of["entries"].select(player_id=name) for name in ("player_id", "substitutes_for"))
    people = tables["players"].join(there, on="player_id", how="semi")
    return {**of, "players": people}
