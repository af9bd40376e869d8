"""What the files of a landing folder say together: every session in its season, every contradiction told.

A file by itself has been read and typed before. Here the rows of all files of any number of competitions
meet: what belongs to no session, stands there twice, or cannot be scored is left out, with a finding that
names file, line, value and the mend; all else stays.
"""

from collections.abc import Mapping
from typing import NamedTuple

import polars as pl

from transforms import tables as schemas
from transforms.contracts import contract_score
from transforms.tables import COMPETITION, LANDING, SESSION, Frame

_CLUB = ("club", "competition")
_IN_CLUB = (*_CLUB, "session_id")
_PLACE = ("file_id", "line_no")

_OF_SESSION = ("entries", "results", "official_results", "adjustments", "matches")
_RESULTS_ORDER = (*SESSION, "line", "board", *_PLACE)


def assemble(tables: Mapping[str, Frame], competitions: Frame) -> tuple[dict[str, pl.DataFrame], pl.DataFrame]:
    """Put the raw tables of any number of competitions together, and check them across files.

    Args:
        tables: the tables of `LANDING` as read, with club and competition, still without season; one
            that is absent counts as empty.
        competitions: `raw.competitions`, for the seasons.

    Returns:
        The raw tables by name, each in the shape of its schema and sorted by its key; and `raw.findings`.
        Errors are rows left out or values that contradict; warnings are rows that stay.
    """
    read = {name: _read(tables, name) for name in LANDING}
    sessions, of_session, findings = _in_season(read, competitions.lazy())
    entries = _entries(of_session["entries"], read["players"])
    results = _results(of_session["results"], of_session["entries"], sessions)
    players = _players(read, sessions)
    checked = {
        "official_results": _once(of_session["official_results"], (*SESSION, "line", "entrant"), "entrant"),
        "adjustments": _Checked(of_session["adjustments"], []),
        "matches": _once(of_session["matches"], (*SESSION, "line", "round", "team", "opponent"), "team"),
        "partnerships": _once(read["partnerships"], (*_CLUB, "partnership_id", "player_id"), "player_id"),
        "games": _once(read["games"], (*_CLUB, "game_id"), "game_id"),
        "ratings": _once(read["ratings"], (*_CLUB, "list_date", "player_id"), "player_id"),
        "entries": entries,
        "results": results,
        "players": players,
    }
    findings += [_missing_lines(sessions, of_session), _not_scored(sessions)]
    findings += [finding for table in checked.values() for finding in table.findings]
    rows = {"sessions": sessions, **{name: table.rows for name, table in checked.items()}}

    plans = [_finished(rows[name], name) for name in LANDING]
    *collected, found = pl.collect_all([*plans, _sorted_findings(findings)])
    return dict(zip(LANDING, collected, strict=True)), found


class _Checked(NamedTuple):
    rows: pl.LazyFrame
    findings: list[pl.LazyFrame]


def _read(tables: Mapping[str, Frame], name: str) -> pl.LazyFrame:
    schema = LANDING[name].create_empty().schema
    without_season = {column: dtype for column, dtype in schema.items() if column != "season"}
    if name not in tables:
        return pl.LazyFrame(schema=without_season)
    return tables[name].lazy().select(*without_season)


def _finished(rows: pl.LazyFrame, name: str) -> pl.LazyFrame:
    schema = LANDING[name]
    order = _RESULTS_ORDER if name == "results" else schema.primary_key()
    return rows.select(schema.column_names()).sort(order, maintain_order=True)


def _finding(rows: pl.LazyFrame, severity: str, field: str, value: pl.Expr, message: pl.Expr | str) -> pl.LazyFrame:
    return rows.select(
        *_CLUB,
        *_PLACE,
        severity=pl.lit(severity),
        field=pl.lit(field),
        value=value.cast(pl.String),
        message=pl.lit(message) if isinstance(message, str) else message,
    )


def _sorted_findings(findings: list[pl.LazyFrame]) -> pl.LazyFrame:
    return (
        pl.concat(findings)
        .select(schemas.Findings.column_names())
        .sort(*_CLUB, *_PLACE, "severity", "field", "value", "message", nulls_last=True)
    )


# --- sessions -----------------------------------------------------------------------------------


def _in_season(
    read: dict[str, pl.LazyFrame], competitions: pl.LazyFrame
) -> tuple[pl.LazyFrame, dict[str, pl.LazyFrame], list[pl.LazyFrame]]:
    """Sessions in the season of their date; the rows that belong to them; and what belongs nowhere.

    Where two files give the same session, the file first in order counts, with all it says of it.
    """
    given = read["sessions"].sort(*_IN_CLUB, *_PLACE, nulls_last=True)
    first_file = pl.col("file_id").first().over(_IN_CLUB)
    is_first = pl.int_range(pl.len()).over(_IN_CLUB) == 0
    once = given.filter(is_first)
    again = given.with_columns(first_file=first_file).filter(~is_first)

    seasons = competitions.select(*COMPETITION, "start", "end")
    dated = once.join(seasons, on=_CLUB, how="left").filter(pl.col("date").is_between("start", "end"))
    sessions = dated.select(*COMPETITION, pl.exclude(*COMPETITION, "start", "end"))
    undated = once.join(sessions, on=_IN_CLUB, how="anti")
    findings = [
        _finding(
            again,
            "error",
            "session_id",
            pl.col("session_id"),
            pl.format("this session is already given by {}, which counts: give it once", "first_file"),
        ),
        _finding(
            undated,
            "error",
            "date",
            pl.col("date"),
            "no season of this competition has this date; the session is left out:"
            " mend the date, or add the season to competition.toml",
        ),
    ]

    of_other_file = again.filter(pl.col("file_id") != pl.col("first_file")).select(*_IN_CLUB, "file_id").unique()
    of_session = {}
    for name in _OF_SESSION:
        rows = read[name].join(of_other_file, on=[*_IN_CLUB, "file_id"], how="anti", maintain_order="left")
        of_session[name] = rows.join(sessions.select(*_IN_CLUB, "season"), on=_IN_CLUB, maintain_order="left")
        findings.append(_of_no_session(name, rows.join(once, on=_IN_CLUB, how="anti")))
    collected = _collected({"sessions": sessions, **of_session})
    return collected.pop("sessions"), collected, findings


def _collected(frames: dict[str, pl.LazyFrame]) -> dict[str, pl.LazyFrame]:
    """Computed once, since much is asked of them: one plan of everything takes longer to make than to run."""
    return {name: frame.lazy() for name, frame in zip(frames, pl.collect_all(frames.values()), strict=True)}


def _of_no_session(name: str, rows: pl.LazyFrame) -> pl.LazyFrame:
    """One finding a file and session id that no session has."""
    groups = rows.group_by(*_IN_CLUB, "file_id").agg(pl.col("line_no").min(), lines=pl.len())
    message = pl.format(f"no such session; {{}} lines of {name} are left out: add it to the sessions", "lines")
    return _finding(groups, "error", "session_id", pl.col("session_id"), message)


def _missing_lines(sessions: pl.LazyFrame, of_session: dict[str, pl.LazyFrame]) -> pl.LazyFrame:
    """Lines that a session scores together, but in which nobody sat down."""
    present = pl.concat([of_session[name].select(*SESSION, "line") for name in ("entries", "results")]).unique()
    named = sessions.with_columns(line=pl.col("together").str.extract_all("[A-Z]")).explode(
        "line", empty_as_null=False, keep_nulls=False
    )
    return _finding(
        named.join(present, on=[*SESSION, "line"], how="anti"),
        "warning",
        "together",
        pl.col("together"),
        pl.format("line {} has no entries and no results in this session: mend together, or add them", "line"),
    )


def _not_scored(sessions: pl.LazyFrame) -> pl.LazyFrame:
    kinds = pl.col("kind").str.replace("_", "-")
    message = pl.format("{} sessions are kept but not scored yet; nothing needs mending", kinds)
    return _finding(sessions.filter(pl.col("kind") != "pairs"), "warning", "kind", pl.col("kind"), message)


# --- who sat down -------------------------------------------------------------------------------


def _once(rows: pl.LazyFrame, key: tuple[str, ...], field: str) -> _Checked:
    """The first row of each key, in order of file and line; the others become findings."""
    in_order = rows.sort(*key, *_PLACE, nulls_last=True, maintain_order=True)
    place = pl.int_range(pl.len()).over(key)
    message = f"given before with the same {', '.join(part for part in key if part not in SESSION)}; the first counts"
    again = in_order.filter(place > 0)
    return _Checked(
        in_order.filter(place == 0),
        [_finding(again, "error", field, pl.col(field), f"{message}: give it once")],
    )


def _in_two_files(again: pl.LazyFrame, name: str) -> pl.LazyFrame:
    """One finding a session and pair of files, however many rows of the one stand in the other too."""
    files = again.group_by(*SESSION, "file_id", "first_file_id").agg(pl.col("line_no").min(), rows=pl.len())
    message = pl.format(
        f"{{}} lines of {name} of this session are given by {{}} too, which counts; here they are left out:"
        " keep the one file that is right",
        "rows",
        "first_file_id",
    )
    return _finding(files, "error", "session_id", pl.col("session_id"), message)


def _entries(entries: pl.LazyFrame, players: pl.LazyFrame) -> _Checked:
    in_order = entries.sort(*SESSION, "player_id", *_PLACE, nulls_last=True, maintain_order=True)
    of_player = (*SESSION, "player_id")
    place = pl.int_range(pl.len()).over(of_player)
    seat = ("entrant", "line", "file_id")
    again = in_order.with_columns(pl.col(seat).first().over(of_player).name.prefix("first_")).filter(place > 0)
    is_copy = (
        (pl.col("entrant") == pl.col("first_entrant"))
        & (pl.col("line") == pl.col("first_line"))
        & (pl.col("file_id") != pl.col("first_file_id"))
    )
    known = pl.concat([frame.select(*_CLUB, "player_id") for frame in (players, entries)]).unique()
    unknown = entries.filter(pl.col("substitutes_for").is_not_null()).join(
        known, left_on=[*_CLUB, "substitutes_for"], right_on=[*_CLUB, "player_id"], how="anti"
    )
    return _Checked(
        in_order.filter(place == 0),
        [
            _in_two_files(again.filter(is_copy), "entries"),
            _finding(
                again.filter(~is_copy),
                "error",
                "player_id",
                pl.col("player_id"),
                pl.format(
                    "this player sits down twice in session {}; for entrant {} it counts, for {} it does not:"
                    " give each player one place",
                    "session_id",
                    "first_entrant",
                    "entrant",
                ),
            ),
            _finding(
                unknown,
                "warning",
                "substitutes_for",
                pl.col("substitutes_for"),
                "no such player: mend the id, or add the player to players",
            ),
        ],
    )


def _players(read: dict[str, pl.LazyFrame], sessions: pl.LazyFrame) -> _Checked:
    """One row a player: as the table players has it, else as the newest result file names the player.

    A file that publishes official results is a result file; any other is a table of players.
    """
    result_files = read["official_results"].select(*_CLUB, "file_id").unique().with_columns(in_result_file=True)
    played_on = sessions.group_by(*_CLUB, "file_id").agg(pl.col("date").max())
    named = (
        read["players"]
        .join(result_files, on=[*_CLUB, "file_id"], how="left")
        .join(played_on, on=[*_CLUB, "file_id"], how="left")
        .with_columns(pl.col("in_result_file").fill_null(value=False))
    )
    seated = read["entries"].select(*_CLUB, "player_id", *_PLACE, in_result_file=pl.lit(value=True))
    by_rank = pl.concat([named, seated], how="diagonal").sort(
        *_CLUB,
        "player_id",
        "in_result_file",
        "date",
        "name",
        *_PLACE,
        descending=[*[False] * 4, True, *[False] * 3],
        nulls_last=True,
    )
    of_player = [*_CLUB, "player_id"]
    known = ("name", "member", "nationality", "substitute_ranking")
    players = by_rank.group_by(of_player, maintain_order=True).agg(
        *(pl.col(column).drop_nulls().first() for column in known), *(pl.col(column).first() for column in _PLACE)
    )
    other_name = (
        named.join(players.select(*of_player, first="name"), on=of_player)
        .filter(pl.col("name") != pl.col("first"))
        .sort(*_PLACE)
        .unique([*of_player, "name"], keep="first", maintain_order=True)
    )
    message = pl.format(
        "player {} is also named {}, which is shown: give one person one id and name", "player_id", "first"
    )
    return _Checked(players, [_finding(other_name, "warning", "name", pl.col("name"), message)])


# --- result lines -------------------------------------------------------------------------------


def _results(results: pl.LazyFrame, entries: pl.LazyFrame, sessions: pl.LazyFrame) -> _Checked:
    both_sides = pl.col("ns").is_not_null() & pl.col("ew").is_not_null()
    played = both_sides & (pl.col("ruling").is_null() | (pl.col("ruling") == "reversed"))
    from_contract = contract_score(pl.col("board"), pl.col("contract"), pl.col("declarer"), pl.col("tricks"))
    lines = (
        results.join(sessions.select(*SESSION, "kind"), on=SESSION, maintain_order="left")
        .sort(_RESULTS_ORDER, maintain_order=True)
        .with_columns(from_contract=from_contract)
        .with_columns(
            fault=pl.when(pl.col("ns").is_null() & pl.col("ew").is_null())
            .then(pl.lit("neither side is given"))
            .when(pl.col("ns") == pl.col("ew"))
            .then(pl.lit("a pair cannot play against itself"))
            .when(played & pl.col("score").is_null() & pl.col("contract").is_null())
            .then(pl.lit("there is no score, contract or ruling"))
            .when(played & pl.col("score").is_null() & pl.col("from_contract").is_null())
            .then(pl.lit("the contract has no declarer or no tricks, and there is no score"))
        )
    )
    lines = lines.collect().lazy()
    sound = lines.filter(pl.col("fault").is_null())
    again = _seen_before(sound)
    kept = sound.join(again, on=[*SESSION, *_PLACE], how="anti", maintain_order="left")
    return _Checked(
        kept,
        [
            _finding(
                lines.filter(pl.col("fault").is_not_null()),
                "error",
                "board",
                pl.col("board"),
                pl.format("{}; the line is left out: mend it", "fault"),
            ),
            _in_two_files(again.filter(pl.col("file_id") != pl.col("first_file_id")), "results"),
            _finding(
                again.filter(pl.col("file_id") == pl.col("first_file_id")),
                "error",
                "board",
                pl.col("board"),
                pl.format(
                    "pair {} has a result on this board before; the line is left out: mend pair or board", "pair"
                ),
            ),
            _finding(
                kept.filter(played & (pl.col("score") != pl.col("from_contract"))),
                "warning",
                "score",
                pl.col("score"),
                pl.format(
                    "{} by {} with {} tricks on board {} scores {}; the given score counts: mend one of them",
                    "contract",
                    "declarer",
                    "tricks",
                    "board",
                    "from_contract",
                ),
            ),
            *_without_entry(kept, entries),
        ],
    )


def _seen_before(lines: pl.LazyFrame) -> pl.LazyFrame:
    """Lines on which a pair has a board that it already had, with the file in which it had that first.

    A team has each board twice, once a direction.
    """
    sides = pl.concat(
        [
            lines.select(*SESSION, "kind", "line", "round", "board", *_PLACE, pair=side, direction=pl.lit(side))
            for side in ("ns", "ew")
        ]
    ).filter(pl.col("pair").is_not_null())
    is_team = pl.col("kind") == "teams"
    within = (*SESSION, "line", "board", "pair", "of_direction", "of_round")
    return (
        sides.with_columns(of_direction=pl.when(is_team).then("direction"), of_round=pl.when(is_team).then("round"))
        .sort(*within, *_PLACE)
        .with_columns(first_file_id=pl.col("file_id").first().over(within))
        .filter(pl.int_range(pl.len()).over(within) > 0)
        .unique([*SESSION, *_PLACE], keep="first", maintain_order=True)
    )


def _without_entry(lines: pl.LazyFrame, entries: pl.LazyFrame) -> list[pl.LazyFrame]:
    """Entrants that have results but no players: one finding each, or one a line in which nobody has an entry."""
    on_line = (*SESSION, "line")
    entrants = (
        pl.concat([lines.select(*on_line, *_PLACE, entrant=side) for side in ("ns", "ew")])
        .filter(pl.col("entrant").is_not_null())
        .join(entries, on=[*on_line, "entrant"], how="anti")
        .sort(*_PLACE)
        .unique([*on_line, "entrant"], keep="first", maintain_order=True)
    )
    without_any = (
        entrants.join(entries, on=on_line, how="anti")
        .group_by(on_line)
        .agg(*(pl.col(column).sort_by(*_PLACE).first() for column in _PLACE), entrants=pl.len())
    )
    return [
        _finding(
            entrants.join(entries, on=on_line, how="semi"),
            "warning",
            "entrant",
            pl.col("entrant"),
            pl.format("this entrant of line {} has results but no players: add it to the entries", "line"),
        ),
        _finding(
            without_any,
            "warning",
            "line",
            pl.col("line"),
            pl.format(
                "{} entrants have results in session {}, but none of them has players: add the line to the entries",
                "entrants",
                "session_id",
            ),
        ),
    ]
