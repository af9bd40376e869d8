"""Events that several clubs play with the same deals: which sessions belong to one, and its result list over all clubs.

The lines of all sessions are scored by the transforms of a session, as the lines of one field. A number stands before
each entrant meanwhile, because pairs of different clubs have the same numbers.
"""

from typing import NamedTuple

import dataframely as dy
import polars as pl

from transforms.bridge.contracts import contract_score
from transforms.bridge.sessions import NOBODY, PARTNERS
from transforms.federation.joined import joined
from transforms.results import RULES as OF_LISTS
from transforms.results.session_results import session_results
from transforms.scoring import RULES as OF_LINES
from transforms.scoring import board_scores
from transforms.tables import schemas
from transforms.tables.federation import Simultaneous, SimultaneousResults, SimultaneousScores
from transforms.tables.phrases import phrase
from transforms.tables.schemas import COMPETITION, ENTRANT, LINE, SESSION, Frame
from transforms.tables.shared import in_shape

FEWEST_BOARDS = 8
"""Sessions of different clubs are one event if they share at least this many deals, and half of those of each."""
_MOST_DAYS = pl.duration(days=7)
AND = " + "
_RULES = (*dict.fromkeys((*OF_LINES, *OF_LISTS)), "sit_out", "ties")
_HOW = ("kind", "winners")
OF_TEAMS = "teams"
_TURNS = 16  # the boards after which dealer and vulnerability begin again
_NUMBER = "^([0-9]+)/"
_EVENT = {"club": pl.lit(""), "season": pl.lit(""), "session_id": pl.lit("1"), "line": pl.lit("A")}


# --- which sessions -------------------------------------------------------------------------------


def simultaneous_sessions(sessions: Frame[schemas.Sessions], deals: Frame[schemas.Deals]) -> dy.LazyFrame[Simultaneous]:
    """Return the sessions of simultaneous events of two clubs or more: those named so, and those with the same cards.

    Of `deals`, only sessions with a deal that another club has too are needed.
    """
    rows = sessions.lazy().filter(pl.col("kind") != OF_TEAMS)
    rows = rows.select(*SESSION, "date", "simultaneous").sort(SESSION).with_row_index("number").collect()
    of_deals = deals.lazy().select(*SESSION, "deal_id").unique().collect().join(rows, on=SESSION)
    named = _named(rows)
    links = pl.concat([_with_same_cards(of_deals), named.select(group="event", member="number")])
    if links.is_empty():
        return in_shape(Simultaneous, Simultaneous.create_empty().lazy())
    first = pl.concat_str(
        pl.col("date").cast(pl.String), phrase("{}/{} {}", *("club", "competition", "session_id")), separator=" "
    )
    events = (
        joined(links)
        .join(rows.drop("simultaneous"), left_on="member", right_on="number")
        .join(named.select(member="number", name="event"), on="member", how="left")
        .filter(pl.col("club").n_unique().over("first") > 1)
        .with_columns(
            simultaneous=pl.coalesce(pl.col("name").min(), first.sort_by("date", "member").first()).over("first"),
            by=pl.when(pl.col("name").is_null()).then(pl.lit("cards")).otherwise(pl.lit("named")),
        )
    )
    of_events = of_deals.select(*SESSION, "deal_id").join(events.select(*SESSION, "first"), on=SESSION)
    is_shared = pl.struct(SESSION).n_unique().over("first", "deal_id") > 1
    boards = of_events.filter(is_shared).group_by(SESSION).agg(boards=pl.len().cast(pl.Int32))
    with_deals = of_events.select(SESSION).unique().with_columns(has_deals=True)
    found = (
        events.join(boards, on=SESSION, how="left")
        .join(with_deals, on=SESSION, how="left")
        .with_columns(boards=pl.coalesce("boards", pl.when("has_deals").then(0)).cast(pl.Int32))
    )
    return in_shape(Simultaneous, found.sort(Simultaneous.primary_key()).lazy())


def _named(sessions: pl.DataFrame) -> pl.DataFrame:
    """Return (number, event) of sessions with a name; after a week without such a session, a new event begins."""
    in_order = sessions.drop_nulls("simultaneous").sort("simultaneous", "date", "number")
    is_later = (pl.col("date").diff() > _MOST_DAYS).over("simultaneous").fill_null(value=False)
    part = ("simultaneous", "part")
    in_parts = in_order.with_columns(part=is_later.cum_sum().over("simultaneous"))
    days = phrase("{} {}", "simultaneous", pl.col("date").min().over(part).cast(pl.String))
    return in_parts.select("number", event=pl.when(pl.col("part") > 0).then(days).otherwise("simultaneous"))


def _with_same_cards(deals: pl.DataFrame) -> pl.DataFrame:
    """Return (group, member): the numbers of sessions that share deals, in pairs of sets of deals."""
    by_session = deals.group_by("number", "date").agg(pl.col("deal_id").sort(), boards=pl.len())
    by_session = by_session.filter(pl.col("boards") >= FEWEST_BOARDS)
    of_set = pl.col("deal_id").list.join(" ")
    placed = by_session.with_columns(cards=of_set.rank("dense")).with_columns(
        node=pl.struct("cards", "date").rank("dense")
    )
    sets = placed.select("cards", "deal_id", "boards").unique("cards")
    each = sets.explode("deal_id", empty_as_null=False)
    in_both = (
        each.join(each, on="deal_id", suffix="_other")
        .group_by("cards", "cards_other")
        .agg(common=pl.len(), most=pl.max_horizontal("boards", "boards_other").first())
    )
    alike = in_both.filter(pl.col("common") >= FEWEST_BOARDS, 2 * pl.col("common") >= pl.col("most"))
    nodes = placed.select("cards", "date", "node").unique()
    pairs = (
        alike.join(nodes, on="cards")
        .join(nodes, left_on="cards_other", right_on="cards", suffix="_other")
        .filter(pl.col("node") <= pl.col("node_other"))
        .filter((pl.col("date") - pl.col("date_other")).abs() <= _MOST_DAYS)
        .with_row_index("pair")
    )
    both = pl.concat(pairs.select("pair", node=column) for column in ("node", "node_other")).unique()
    members = both.join(placed.select("node", "number"), on="node")
    return members.select(group=phrase("cards {}", pl.col("pair").cast(pl.String)), member="number")


# --- one field ------------------------------------------------------------------------------------


class OneField(NamedTuple):
    """The result lines and the result list of each event, over all clubs."""

    scores: dy.LazyFrame[SimultaneousScores]
    results: dy.LazyFrame[SimultaneousResults]


def simultaneous_results(
    simultaneous: Frame[Simultaneous],
    results: Frame[schemas.Results],
    entries: Frame[schemas.Entries],
    *,
    sessions: Frame[schemas.Sessions],
    deals: Frame[schemas.Deals],
    adjustments: Frame[schemas.Adjustments],
    official_results: Frame[schemas.OfficialResults],
    competitions: Frame[schemas.Competitions],
) -> OneField:
    """Score the lines of each simultaneous event as one field over all clubs, by the rules that most sessions have.

    All tables need only the rows of these sessions. A board is the same if its cards are; without cards, if its number
    is.
    """
    events = simultaneous.lazy().select("simultaneous", *SESSION).collect()
    if events.is_empty():
        return OneField(SimultaneousScores.create_empty().lazy(), SimultaneousResults.create_empty().lazy())
    lines = _lines(events, results, entries)
    played = _on_same_boards(lines, results, deals)
    one_line = _as_one(played, "ns", "ew").with_columns(board="of_field", file_id=pl.lit(""), line_no="row")
    of_field = in_shape(schemas.Results, one_line)
    chosen = (
        rules_of_events(events, sessions, competitions)
        .filter("is_first")
        .with_columns(**_EVENT, competition="simultaneous")
    )
    held = in_shape(schemas.Sessions, chosen.with_columns(together=pl.lit(None, pl.String)))
    rules = in_shape(schemas.Competitions, chosen)
    scored = board_scores(of_field, held, rules).collect()
    own = played.select(
        "row", "simultaneous", *LINE, "board", "file_id", "line_no", pl.col("ns", "ew").fill_null(NOBODY)
    )
    points = [name for name in scored.columns if name not in own.columns]
    scores = own.join(scored.select(*points, row="line_no"), on="row")
    listed = session_results(
        in_shape(schemas.BoardScores, scored),
        in_shape(schemas.Entries, _as_one(_of(entries, lines), "entrant")),
        held,
        rules,
        results=of_field,
        adjustments=in_shape(schemas.Adjustments, _as_one(_of(adjustments, lines), "entrant")),
        match_results=schemas.MatchResults.create_empty(),
        official_results=in_shape(schemas.OfficialResults, _as_one(_of(official_results, lines), "entrant")),
        totals=schemas.Totals.create_empty(),
    ).collect()
    seated = entries.lazy().group_by(ENTRANT).agg(players=pl.col("player_id").sort().str.join(AND)).collect()
    in_clubs = (
        listed.drop(LINE)
        .with_columns(
            number=pl.col("entrant").str.extract(_NUMBER).cast(pl.UInt32),
            entrant=pl.col("entrant").str.replace(_NUMBER, ""),
        )
        .join(lines.select("number", "simultaneous", *LINE), on="number")
        .join(seated, on=ENTRANT, how="left")
    )
    return OneField(
        SimultaneousScores.cast(scores.lazy().sort(SimultaneousScores.primary_key())),
        SimultaneousResults.cast(in_clubs.lazy().sort(SimultaneousResults.primary_key())),
    )


def rules_of_events(
    events: pl.DataFrame, sessions: Frame[schemas.Sessions], competitions: Frame[schemas.Competitions]
) -> pl.DataFrame:
    """Return the sessions of `events` (simultaneous, `SESSION`) with their rules, and whether most have these rules.

    `is_usual` marks the sessions with the rules of the event, and `is_first` the first of them. `rules` names those in
    which others differ, joined by `, `.
    """
    names = [name for name in schemas.Competitions.column_names() if name not in COMPETITION]
    rules = [*_RULES, *_HOW]
    text = pl.struct(rules).struct.json_encode()
    held = sessions.lazy().collect().drop("simultaneous")
    rows = (
        events.sort("simultaneous", *SESSION)
        .join(held, on=SESSION, maintain_order="left")
        .join(competitions.lazy().select(*COMPETITION, *names).collect(), on=COMPETITION, suffix="_of_rule")
        .with_columns(datum_drop=pl.coalesce("datum_drop", "datum_drop_of_rule"), text=text)
        .with_row_index("place")
        .with_columns(uses=pl.len().over("simultaneous", "text"))
    )
    usual = pl.col("text").sort_by("uses", "place", descending=[True, False]).first().over("simultaneous")
    marked = rows.with_columns(is_usual=pl.col("text") == usual)
    is_first = pl.col("place") == pl.col("place").filter("is_usual").min().over("simultaneous")
    of_event = [pl.col(name).sort_by(~is_first).first().over("simultaneous").alias(f"{name}_there") for name in rules]
    differing = [pl.when(pl.col(name).ne_missing(pl.col(f"{name}_there"))).then(pl.lit(name)) for name in rules]
    return (
        marked.with_columns(is_first=is_first)
        .with_columns(of_event)
        .with_columns(rules=pl.concat_str(differing, separator=", ", ignore_nulls=True))
    )


def _lines(events: pl.DataFrame, results: Frame[schemas.Results], entries: Frame[schemas.Entries]) -> pl.DataFrame:
    """Return (number, simultaneous, `LINE`): the lines of all sessions, numbered."""
    there = pl.concat(rows.lazy().select(LINE) for rows in (results, entries)).unique().collect()
    return events.join(there, on=SESSION).sort("simultaneous", *LINE).with_row_index("number")


def _of(rows: pl.DataFrame | pl.LazyFrame, lines: pl.DataFrame) -> pl.DataFrame:
    return rows.lazy().collect().join(lines, on=LINE)


def _as_one(rows: pl.DataFrame, *sides: str) -> pl.DataFrame:
    """Put the rows of all lines into one line of one session, with the number of its line before each entrant."""
    before = phrase("{}/", pl.col("number").cast(pl.String))
    numbered = {
        side: phrase("{}{}", before, pl.col(side).str.replace(PARTNERS, phrase("+{}", before), literal=True))
        for side in sides
    }
    return rows.with_columns(**numbered, **_EVENT, competition="simultaneous")


def _on_same_boards(lines: pl.DataFrame, results: Frame[schemas.Results], deals: Frame[schemas.Deals]) -> pl.DataFrame:
    """Return the result lines with their scores; in `of_field`, a board has one number for all who had its cards."""
    rows = _of(results, lines).sort("simultaneous", *LINE, "board", "file_id", "line_no")
    cards = deals.lazy().select(*SESSION, "board", "deal_id", line=pl.col("lines").str.split("+")).collect()
    of_all = cards.filter(pl.col("line").is_null()).drop("line").unique([*SESSION, "board"], keep="first")
    of_line = cards.explode("line", empty_as_null=False, keep_nulls=False).unique([*LINE, "board"], keep="first")
    dealt = (
        rows.join(of_all, on=[*SESSION, "board"], how="left", maintain_order="left")
        .join(of_line, on=[*LINE, "board"], how="left", suffix="_of_line", maintain_order="left")
        .with_columns(deal_id=pl.coalesce("deal_id_of_line", "deal_id"))
    )
    at_number = dealt.drop_nulls("deal_id").group_by("simultaneous", "board", "deal_id").agg(uses=pl.len())
    at_number = at_number.sort("uses", "deal_id", descending=[True, False]).unique(
        ["simultaneous", "board"], keep="first", maintain_order=True
    )
    usual = at_number.select("simultaneous", "board", usual_deal="deal_id")
    known = dealt.join(usual, on=["simultaneous", "board"], how="left", maintain_order="left")
    deal, turn = pl.coalesce("deal_id", "usual_deal", pl.lit("")), (pl.col("board") - 1) % _TURNS
    has_cards = deal != ""
    keyed = known.with_columns(
        cards=phrase("{} {}", deal, pl.when(has_cards).then(turn).otherwise("board").cast(pl.String))
    )
    boards = (
        keyed.group_by("simultaneous", "cards").agg(least=pl.col("board").min()).sort("simultaneous", "least", "cards")
    )
    is_twice = pl.struct("simultaneous", "least").is_duplicated().any().over("simultaneous")
    in_turn = pl.int_range(1, pl.len() + 1, dtype=pl.Int32).over("simultaneous")
    numbers = boards.with_columns(of_field=pl.when(is_twice).then(in_turn).otherwise("least"))
    score = contract_score(pl.col("board"), pl.col("contract"), pl.col("declarer"), pl.col("tricks"))
    return (
        keyed.with_columns(score=pl.coalesce("score", score))
        .join(numbers.drop("least"), on=["simultaneous", "cards"], how="left", maintain_order="left")
        .with_columns(row=pl.int_range(pl.len(), dtype=pl.Int64))
    )
