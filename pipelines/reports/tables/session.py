"""Sessions as the report shows them: result lists, rounds, matches and boards.

What belongs here: joins, order and rounding, for all sessions at once. A `field` here is the lines that are scored
together (`A+C`); its North-South and East-West may have separate rankings.
"""

from string import ascii_uppercase

import polars as pl

from pipelines.reports.tables.columns import aligned, decimals_of, lines_of_field, named, names_of, number_said, place
from pipelines.words.control_sheet_order import in_order_of_audit
from transforms.bridge.sessions import PARTNERS, field_of
from transforms.checks.results import is_question, lines_asked_about
from transforms.messages import gettext
from transforms.results.who_came import who_came
from transforms.tables import BOARD, COMPETITION, ENTRANT, FIELD, LINE, PLAYER, SESSION, Tables
from transforms.tables.arithmetic.division import quotient
from transforms.tables.arithmetic.rounding import to_decimals
from transforms.tables.finding_words import message_of
from transforms.tables.phrases import phrase
from transforms.tables.shared import IN_TURN

_JOINED = " + "
"""The separator between the players in the id of an entrant of an event."""
_READ_AT = ("club", "competition", "file_id", "line_no")
_LETTERS = [*ascii_uppercase, *(first + second for first in ascii_uppercase for second in ascii_uppercase)]


def session_tables(tables: Tables, results: pl.DataFrame) -> dict[str, pl.DataFrame]:
    """`rounds`, `matches`, `control_sheet`, `boards` and `frequencies`, from the warehouse and the result lists."""
    together = tables["raw.sessions"].select(*SESSION, "together")
    alone = results.select(*LINE, opponent="entrant", opponent_names="names")
    names = pl.concat([alone, _names_of_two(tables["scored.session_rounds"], alone)])
    of_boards = _boards(tables)
    return {
        "rounds": _rounds(tables, together, names, of_boards),
        "matches": _matches(tables, together, names),
        "control_sheet": _control_sheet(tables),
        "boards": of_boards,
        "frequencies": _frequencies(tables),
    }


def _rounds(tables: Tables, together: pl.DataFrame, names: pl.DataFrame, boards: pl.DataFrame) -> pl.DataFrame:
    """One row per entrant and meeting: what the entrant earned against an opponent.

    `told` is this with the decimals of the result list, and a letter for the group of boards, a capital for
    North-South: `29b`.
    `anchor` is the place of the first board of the group on the page of the boards.
    """
    anchors = boards.select(*BOARD, "anchor").rename({"board": "lowest_board"})
    letter = (pl.col("group") - 1).replace_strict(dict(enumerate(_LETTERS)), default="", return_dtype=pl.String)
    decimals = decimals_of(pl.col("points")).max().over(FIELD)
    as_seated = pl.when(pl.col("direction") == "NS").then(letter).otherwise(letter.str.to_lowercase())
    return (
        tables["scored.session_rounds"]
        .join(together, on=SESSION, how="left")
        .with_columns(field=field_of(pl.col("together"), pl.col("line")))
        .join(_groups(tables["scored.control_sheet"]), left_on=(*FIELD, "first_board"), right_on=BOARD, how="left")
        .join(anchors, on=(*FIELD, "lowest_board"), how="left")
        .join(names, on=(*LINE, "opponent"), how="left")
        .with_columns(letter=letter, told=aligned(pl.col("points"), decimals) + as_seated.fill_null(""))
        .sort(*FIELD, "line", "entrant", "group", "round", "first_board", "opponent", "direction")
        .select(
            *FIELD,
            "line",
            "entrant",
            "round",
            "group",
            "letter",
            "lowest_board",
            "highest_board",
            "anchor",
            "told",
            "opponent",
            "opponent_names",
            "direction",
            "boards",
            to_decimals(pl.col("points")),
            to_decimals(pl.col("maximum")),
        )
    )


def _names_of_two(rounds: pl.DataFrame, names: pl.DataFrame) -> pl.DataFrame:
    """The names of two single players who sat together, of whom each is an entrant: as `names`, of `3+7`."""
    together = rounds.select(*LINE, "opponent").filter(pl.col("opponent").str.contains(PARTNERS, literal=True)).unique()
    each = (
        together.with_columns(both="opponent", opponent=pl.col("opponent").str.split(PARTNERS))
        .explode("opponent", empty_as_null=False, keep_nulls=False)
        .join(names, on=(*LINE, "opponent"), how="left", maintain_order="left")
    )
    number = message_of(gettext("No. {number}"), {"number": number_said(pl.col("opponent"))})
    name = pl.coalesce(pl.col("opponent_names").replace("", None), number)
    return (
        each.group_by(*LINE, opponent="both", maintain_order=True)
        .agg(opponent_names=names_of(name))
        .select(names.columns)
    )


def _groups(control_sheet: pl.DataFrame) -> pl.DataFrame:
    """The group of every board of a field: the boards that are played together, against one opponent.

    A group begins with a board that is the first board of every meeting in which it is played.
    """
    first = pl.col("board").min().over(*FIELD, "line", "round", "ns", "ew")
    return (
        control_sheet.with_columns(begins=pl.col("board") == first)
        .group_by(BOARD)
        .agg(pl.col("begins").all())
        .sort(BOARD)
        .with_columns(group=pl.col("begins").cum_sum().over(FIELD).cast(pl.Int64))
        .select(
            *BOARD,
            "group",
            lowest_board=pl.col("board").min().over(*FIELD, "group"),
            highest_board=pl.col("board").max().over(*FIELD, "group"),
        )
    )


def _matches(tables: Tables, together: pl.DataFrame, names: pl.DataFrame) -> pl.DataFrame:
    """Every match of teams, once for each of its two teams."""
    return (
        tables["scored.match_results"]
        .rename({"team": "entrant"})
        .join(together, on=SESSION, how="left")
        .with_columns(field=field_of(pl.col("together"), pl.col("line")))
        .join(names, on=(*LINE, "opponent"), how="left")
        .sort(*FIELD, "line", "entrant", "round", "opponent")
        .select(
            *FIELD,
            "line",
            "entrant",
            "round",
            "opponent",
            "opponent_names",
            "boards",
            *(to_decimals(pl.col(name)) for name in ("imps", "vp", "points")),
            "vp_given",
        )
    )


def _control_sheet(tables: Tables) -> pl.DataFrame:
    """One row per meeting and board, with the file and line where it was read.

    `ns_share` and `ew_share` are percentages of the top to one decimal; null where points have no top. `exact` holds
    the points before they are rounded, of which totals are made. `asked` is true where the director is asked about the
    result itself, else null.
    """
    doubted = (
        tables["raw.findings"]
        .filter(is_question())
        .with_columns(line_no=lines_asked_about())
        .explode("line_no", empty_as_null=False, keep_nulls=False)
        .select(*_READ_AT)
        .unique()
    )
    points = (to_decimals(pl.col(name)) for name in ("ns_points", "ew_points"))
    shares = (_share(side).alias(f"{side}_share") for side in ("ns", "ew"))
    tops = tables["scored.boards"].select(*BOARD, "top")
    sheet = in_order_of_audit(tables["scored.control_sheet"], tables["scored.match_results"])
    sheet = sheet.join(tops, on=BOARD, how="left", maintain_order="left")
    asked = doubted.with_columns(asked=pl.lit(value=True))
    return sheet.join(asked, on=_READ_AT, how="left", maintain_order="left").select(
        *(*BOARD, "line", "ns", "ew", "round", "table_no"),
        *points,
        pl.struct("ns_points", "ew_points").alias("exact"),
        *shares,
        *("score", "result", "worth", "ruling", "subfield"),
        pl.col("file_id").alias("file"),
        *("line_no", "asked"),
    )


def _share(side: str) -> pl.Expr:
    points, top = pl.col(f"{side}_points"), pl.col("top")
    return to_decimals(pl.when(top > 0).then(quotient(100 * points, top)), 1)


def _boards(tables: Tables) -> pl.DataFrame:
    """Every board, its top or datum, whether it balances, and its `anchor`: the place on its page for links."""
    only_field = pl.col("field").n_unique().over(SESSION) == 1
    place = phrase("board-{}", "board")
    numbers = (to_decimals(pl.col(name)) for name in ("top", "datum", "ns_points", "ew_points"))
    return (
        tables["scored.boards"]
        .with_columns(
            anchor=pl.when(only_field)
            .then(place)
            .otherwise(place + "-" + pl.col("field").str.replace_all("+", "-", literal=True))
        )
        .sort(BOARD)
        .select(*BOARD, "results", *numbers, "balanced", "as_ruled", "anchor")
    )


def _frequencies(tables: Tables) -> pl.DataFrame:
    """Every score on every board with how often it occurred, the best for North-South first."""
    numbers = (to_decimals(pl.col(name)) for name in ("times", "ns_points", "ew_points"))
    return (
        tables["scored.frequencies"]
        .sort(*BOARD, "subfield", "score", descending=[False] * 7 + [True])
        .select(*BOARD, "subfield", "score", *numbers)
    )


def session_list(tables: Tables, seats: pl.DataFrame, results: pl.DataFrame) -> pl.DataFrame:
    """Every session in order of date, with the number of players and entrants, and the winners of the first field.

    Who is entered, and has no result where others of the line have one, did not come.
    """
    seats = seats.join(results.filter(~pl.col("came")), on=ENTRANT, how="anti")
    players = seats.group_by(SESSION).agg(players=pl.len())
    came = (
        pl.concat([seats.select(ENTRANT), results.filter("came").select(ENTRANT)])
        .unique()
        .group_by(SESSION)
        .agg(pairs=pl.len(), lines=pl.col("line").unique().sort().str.join(" "))
    )
    of_first = winners(results).unique(SESSION, keep="first", maintain_order=True)
    best = of_first.rename({"field": "best_field", "names": "best", "score": "best_score"})
    return (
        tables["raw.sessions"]
        .join(players, on=SESSION, how="left")
        .join(came, on=SESSION, how="left")
        .join(best, on=SESSION, how="left")
        .sort(*COMPETITION, *IN_TURN)
        .select(
            *SESSION,
            "date",
            pl.col("title").str.strip_chars().replace("", None),
            "kind",
            "lines",
            pl.col("players", "pairs").fill_null(0),
            "best_field",
            "best",
            "sharing",
            "best_score",
            "scoring",
            "event",
        )
    )


def winners(results: pl.DataFrame) -> pl.DataFrame:
    """Who is first in each result list, in their order: `FIELD`, names, `sharing` (how many they are), score, scoring.

    Args:
        results: `session_results` of the report.
    """
    number = message_of(gettext("No. {number}"), {"number": number_said(pl.col("entrant"))})
    return (
        results.filter(pl.col("rank").str.strip_chars_end("=") == "1")
        .with_columns(names=pl.when(pl.col("names") == "").then(number).otherwise("names"))
        .group_by(FIELD, maintain_order=True)
        .agg(pl.col("names").str.join(", "), pl.col("score", "scoring").first(), sharing=pl.len())
    )


def result_lists(tables: Tables, entrants: pl.DataFrame) -> pl.DataFrame:
    """The result list of every session, by field and in order of rank.

    `came` is false for who has no result where others of the line have one, and for a slip.
    """
    came = who_came(tables["scored.session_results"], tables["scored.match_results"]).collect()
    earned = tables["rankings.ranking_points"].group_by(ENTRANT).agg(ranking_points=pl.col("points").max())
    return (
        tables["scored.session_results"]
        .join(entrants, on=ENTRANT, how="left")
        .join(earned, on=ENTRANT, how="left")
        .join(came, on=ENTRANT, how="left")
        .with_columns(pl.col("names").fill_null(""))
        .sort(
            *SESSION,
            lines_of_field(),
            pl.col("field").str.ends_with(" EW"),
            "rank",
            "line",
            "entrant",
            nulls_last=True,
        )
        .select(
            *SESSION,
            "field",
            place(pl.col("rank"), *SESSION, "field").alias("rank"),
            "line",
            "entrant",
            "names",
            "players",
            *(to_decimals(pl.col(name)) for name in ("score", "points", "maximum")),
            "boards",
            "club_points",
            to_decimals(pl.col("ranking_points")),
            to_decimals(pl.col("adjustment")),
            "scoring",
            "is_nobody",
            "came",
            exact_score="score",
        )
    )


def event_standings(tables: Tables, people: pl.DataFrame, results: pl.DataFrame) -> pl.DataFrame:
    """The standing of every event, in order of rank.

    A pair is identified by its players. A team is identified by its number, and its names are those of its last
    session.
    """
    event_and_entrant = (*COMPETITION, "event", "entrant")
    standing = tables["scored.event_results"]
    players = (
        standing.select(*event_and_entrant, player_id=pl.col("entrant").str.split(_JOINED))
        .explode("player_id", empty_as_null=False, keep_nulls=False)
        .join(people, on=PLAYER, maintain_order="left")
    )
    teams = (
        tables["raw.sessions"]
        .drop_nulls("event")
        .select(*SESSION, "event", "date")
        .join(results, on=SESSION)
        .sort(*SESSION[:-1], "event", "entrant", *IN_TURN)
        .group_by(event_and_entrant)
        .agg(pl.col("names", "players").last())
    )
    is_team = pl.col("scoring").is_in(["imps", "point_a_board"])
    return (
        standing.join(named(players, event_and_entrant), on=event_and_entrant, how="left")
        .join(teams, on=event_and_entrant, how="left", suffix="_of_team")
        .sort(*COMPETITION, "event", "rank", "entrant", nulls_last=True)
        .select(
            *COMPETITION,
            "event",
            place(pl.col("rank"), *COMPETITION, "event").alias("rank"),
            "entrant",
            *(pl.when(is_team).then(f"{name}_of_team").otherwise(name).alias(name) for name in ("names", "players")),
            *(to_decimals(pl.col(name)) for name in ("score", "points", "maximum")),
            "sessions",
            "boards",
            "scoring",
        )
    )
