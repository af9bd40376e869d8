"""Write one session as USEBIO 1.3. Weighted and split scores are in `SCORE`, in the notation of Barometer's rulings."""

from collections.abc import Mapping
from importlib.metadata import version

import polars as pl
from lxml import etree

from pipelines.intake.writers.as_json import OF_ENTRANT, Tables, entrants, is_individual, number, people
from transforms.bridge.rulings import AVERAGE, NOT_PLAYED
from transforms.bridge.sessions import PARTNERS
from transforms.tables.phrases import phrase

_DTD = "http://www.ebu.co.uk/usebio/usebio_v1_3.dtd"
_METHODS = {"pairs": "MATCH_POINTS", "butler": "BUTLER_IMPS", "cross_imp": "CROSS_IMPS", "teams": "IMPS"}
_SCORES = {NOT_PLAYED: "NP", AVERAGE: "AVE"}
_TWO_SHARES = r"^a([0-9]{2})_([0-9]{2})$"
_OF_MATCH = ("round", "team", "opponent")
_NO_CHARACTER = r"[\x00-\x08\x0b\x0c\x0e-\x1f\x{fffe}\x{ffff}]"


def written(tables: Tables, about: Mapping[str, str]) -> str:
    """Return one session as a USEBIO file. Arguments as for `pipelines.intake.writers.written`.

    With a `charge` in `about` it is as My EBU takes it: with `charge` and `club_number`, the master points of
    `master_points` (line, entrant, points) if the tables have any, and no national number but the federation's.
    """
    session = tables["sessions"].row(0, named=True)
    kind, alone = str(session["kind"]), is_individual(tables["results"])
    lines = _lines(tables["results"], kind, is_individual=alone)
    sections = (
        pl.concat(
            [
                _participants(tables, about, kind, is_individual=alone, by_direction=session["winners"] == 2),
                _boards(lines) if kind != "teams" else _matches(lines, tables, is_pab=_is_pab(session)),
            ]
        )
        .group_by("line", maintain_order=True)
        .agg(pl.col("inside").str.join(""))
        .sort("line")
        .select(phrase('<SECTION SECTION_ID="{}">{}</SECTION>', "line", "inside"))
        .to_series()
    )
    club = _one({"CLUB_NAME": about.get("club_name") or about.get("club"), "CLUB_ID_NUMBER": about.get("club_number")})
    form = "TEAMS" if kind == "teams" else "INDIVIDUAL" if alone else "PAIRS"
    text = (
        f'<USEBIO Version="1.3"><CLUB>{club}</CLUB><EVENT EVENT_TYPE="{form}">'
        f"{_one(_event(session, sections.len()) | _submission(tables, about))}"
        f'<SESSION SESSION_ID="1">{"".join(sections)}</SESSION></EVENT></USEBIO>'
    )
    root = etree.fromstring(text.encode(), etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True))
    etree.indent(root)
    whole = etree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE USEBIO SYSTEM "{_DTD}">\n{whole}\n'


def _event(session: Mapping[str, object], sections: int) -> dict[str, object]:
    date, kind = session["date"], str(session["kind"])
    is_pab = _is_pab(session)
    return {
        "PROGRAM_NAME": "Barometer",
        "PROGRAM_VERSION": version("barometer"),
        "EVENT_DESCRIPTION": session["title"],
        "DATE": date and f"{date:%d/%m/%Y}",
        "BOARD_SCORING_METHOD": "PAB" if is_pab else _METHODS[kind],
        "MATCH_SCORING_METHOD": None if kind != "teams" else "PAB" if is_pab else "VPS",
        "SESSION_COUNT": 1,
        "SECTION_COUNT": sections,
        "WINNER_TYPE": session["winners"],
    }


def _submission(tables: Tables, about: Mapping[str, str]) -> dict[str, object]:
    if "charge" not in about:
        return {}
    awarded = "Y" if "master_points" in tables and not tables["master_points"].is_empty() else "N"
    return {"MASTER_POINT_SCALE": "Club", "P2P_CHARGE_RATE": about["charge"], "MPS_AWARDED_FLAG": awarded}


def _is_pab(session: Mapping[str, object]) -> bool:
    return session["team_scoring"] == "point_a_board"


def _one(values: Mapping[str, object]) -> str:
    given = {name: pl.lit(str(value)) for name, value in values.items() if value is not None}
    return str(pl.select(_elements(given)).item()) if given else ""


def _participants(
    tables: Tables, about: Mapping[str, str], kind: str, *, is_individual: bool, by_direction: bool
) -> pl.DataFrame:
    result = {"PLACE": pl.col("rank"), "TOTAL_SCORE": pl.col("points"), "PERCENTAGE": pl.col("score")}
    result["BOARDS_PLAYED"] = pl.col("boards")
    if by_direction:
        result = {"DIRECTION": pl.col("direction"), **result}
    listed, seated, own = entrants(tables), people(tables), _named("entrant")
    master_points = pl.lit(None, pl.String)
    if "charge" in about and "master_points" in tables:
        listed = listed.join(tables["master_points"], on=OF_ENTRANT, how="left", maintain_order="left", suffix="_won")
        won = _elements({"MASTER_POINTS_AWARDED": number("points_won"), "MASTER_POINT_TYPE": pl.lit("BLACK")})
        master_points = pl.when(pl.col("points_won") > 0).then(_around("MASTER_POINTS", won))
    who = {"PLAYER_NAME": pl.col("name"), "NATIONAL_ID_NUMBER": pl.col("player_id")}
    if "charge" in about or seated["federation_id"].count():
        who |= {"NATIONAL_ID_NUMBER": pl.col("federation_id"), "CLUB_ID_NUMBER": pl.col("player_id")}
    if is_individual:
        everybody = seated.join(listed, on=OF_ENTRANT, how="left", maintain_order="left")
        each = _around("PLAYER", _elements({"PLAYER_NUMBER": own, **result}), master_points, _elements(who))
    else:
        of = seated.group_by(OF_ENTRANT, maintain_order=True).agg(
            players=_around("PLAYER", _elements(who)).str.join("")
        )
        everybody = listed.join(of, on=OF_ENTRANT, how="left", maintain_order="left")
        number_and_people = (_elements({"PAIR_NUMBER": own}), pl.col("players"))
        each = _around("PAIR", _elements({"PAIR_NUMBER": own, **result}), master_points, pl.col("players"))
        if kind == "teams":
            head = phrase('<TEAM TEAM_ID="{}" TEAM_NAME="{}">', _escaped(own), _escaped(own))
            inside = (_elements(result), master_points, _around("PAIR", *number_and_people), pl.lit("</TEAM>"))
            each = pl.concat_str(head, *inside, ignore_nulls=True)
    return (
        everybody.select("line", one=each)
        .group_by("line", maintain_order=True)
        .agg(pl.col("one").str.join(""))
        .select("line", inside=_around("PARTICIPANTS", pl.col("one")))
    )


def _lines(results: pl.DataFrame, kind: str, *, is_individual: bool) -> pl.DataFrame:
    team = pl.min_horizontal("ns", "ew")
    is_match = pl.lit(kind == "teams") & pl.all_horizontal(pl.col("round", "ns", "ew").is_not_null())
    with_match = results.with_columns(is_match=is_match, team=team, opponent=pl.max_horizontal("ns", "ew"))
    points = {f"{side}_{_METHODS[kind]}": number(f"official_{side.lower()}_points") for side in ("NS", "EW")}
    side = pl.when(pl.col("ns") == pl.col("team")).then(pl.lit("NS")).otherwise(pl.lit("EW"))
    cells = {
        "ROUND_NUMBER": pl.col("round").cast(pl.String),
        "TABLE_NUMBER": pl.col("table"),
        "DIRECTION": pl.when("is_match").then(side),
        **_sides(is_individual=is_individual),
        "CONTRACT": pl.col("contract").str.replace("^([1-7])N", "${1}NT"),
        "PLAYED_BY": pl.col("declarer"),
        "LEAD": pl.col("lead"),
        "TRICKS": pl.col("tricks").cast(pl.String),
        "SCORE": pl.coalesce(
            pl.col("ruling").str.replace(_TWO_SHARES, "A${1}${2}").replace(_SCORES), pl.col("score").cast(pl.String)
        ),
        **(points if kind != "teams" else {}),
    }
    return with_match.with_columns(one=_around("TRAVELLER_LINE", _elements(cells)))


def _sides(*, is_individual: bool) -> dict[str, pl.Expr]:
    if not is_individual:
        return {f"{side}_PAIR_NUMBER": _named(side.lower()) for side in ("NS", "EW")}
    return {
        f"{seat}_PLAYER_NUMBER": pl.col(side).str.split(PARTNERS).list.get(place, null_on_oob=True)
        for side in ("ns", "ew")
        for place, seat in enumerate(side.upper())
    }


def _named(column: str) -> pl.Expr:
    """Return an entrant's number as text. Readers treat pair 0 as nobody, so 0 becomes `(0)`, with a remark."""
    return pl.col(column).replace({"0": "(0)"})


def _boards(lines: pl.DataFrame) -> pl.DataFrame:
    of_board = lines.group_by("line", "board", maintain_order=True).agg(pl.col("one").str.join(""))
    number_of = _elements({"BOARD_NUMBER": pl.col("board").cast(pl.String)})
    return of_board.sort("line", "board").select("line", inside=_around("BOARD", number_of, pl.col("one")))


def _matches(lines: pl.DataFrame, tables: Tables, *, is_pab: bool) -> pl.DataFrame:
    """Return (line, inside): the matches of each line as XML, by round, and then boards that belong to no match."""
    in_match = lines.filter("is_match")
    is_ns = pl.col("ns") == pl.col("team")
    ours, theirs = (
        pl.when(is_ns == is_team).then("official_ns_points").otherwise("official_ew_points").drop_nulls().first()
        for is_team in (True, False)
    )
    points = {"TEAM_POINTS": ours, "OPPOSING_TEAM_POINTS": theirs} if is_pab else {"IMPS": ours}
    key = ("line", *_OF_MATCH)
    boards = (
        in_match.group_by(*key, "board", maintain_order=True)
        .agg(pl.col("one").str.join(""), **points)
        .sort(*key, "board")
        .select(
            *key,
            inside=_around(
                "BOARD",
                _elements({"BOARD_NUMBER": pl.col("board").cast(pl.String), **{name: number(name) for name in points}}),
                pl.col("one"),
            ),
        )
        .group_by(key, maintain_order=True)
        .agg(pl.col("inside").str.join(""))
    )
    given = tables["matches"].select("line", *_OF_MATCH, stated=pl.col("points" if is_pab else "vp"))
    first = given.filter(pl.col("team") < pl.col("opponent"))
    second = given.select("line", "round", team="opponent", opponent="team", of_opponent="stated")
    stated = first.join(second, on=key, how="left", maintain_order="left").unique(
        key, keep="first", maintain_order=True
    )
    head = {
        "ROUND_NUMBER": pl.col("round").cast(pl.String),
        "TEAM": pl.col("team"),
        "OPPOSING_TEAM": pl.col("opponent"),
        "TEAM_SCORE": number("stated"),
        "OPPOSING_TEAM_SCORE": number("of_opponent"),
    }
    matches = (
        boards.join(stated, on=key, how="full", coalesce=True)
        .sort(key)
        .select("line", inside=_around("MATCH", _elements(head), pl.col("inside")))
    )
    return pl.concat([_boards(lines.filter(~pl.col("is_match"))), matches])


def _escaped(text: pl.Expr) -> pl.Expr:
    """Return the text, escaped for XML elements and attributes. Characters that XML forbids are replaced."""
    plain = text.str.replace_all(_NO_CHARACTER, "\N{REPLACEMENT CHARACTER}")
    return plain.str.replace_many(["&", "<", ">", '"', "\r"], ["&amp;", "&lt;", "&gt;", "&quot;", "&#13;"])


def _elements(cells: Mapping[str, pl.Expr]) -> pl.Expr:
    each = (
        pl.concat_str(pl.lit(f"<{name}>"), _escaped(cell.cast(pl.String)), pl.lit(f"</{name}>"))
        for name, cell in cells.items()
    )
    return pl.concat_str(*each, ignore_nulls=True)


def _around(name: str, *inside: pl.Expr) -> pl.Expr:
    return pl.concat_str(pl.lit(f"<{name}>"), *inside, pl.lit(f"</{name}>"), ignore_nulls=True)
