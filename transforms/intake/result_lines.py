"""Which result lines can be scored, and which contradict themselves or the entries."""

import dataframely as dy
import polars as pl

from transforms.bridge.contracts import contract_score, is_possible_score
from transforms.bridge.rulings import has_outcomes, is_not_played, is_played, outcomes
from transforms.bridge.sessions import PARTNERS, by_entrant
from transforms.intake.duplicate_boards import seen_before
from transforms.intake.findings import LEFT_OUT, PLACE, RESULTS_ORDER, Checked, finding, in_two_files
from transforms.tables import CLUB, ENTRANT, LINE, SESSION, Findings

_ABSENT = {
    "ns": "neither side is given",
    "score": "there is no score, contract or ruling",
    "tricks": "the contract has no declarer or no tricks, and there is no score",
}
"""Column -> the fault of a line that cannot be scored because this column is empty."""


def checked_results(results: pl.LazyFrame, entries: pl.LazyFrame, sessions: pl.LazyFrame) -> Checked:
    """Keep the lines that can be scored, in order; findings name the other lines and contradicting values.

    Args:
        results: `Results`, without phantoms.
        entries: `Entries`.
        sessions: `Sessions`.

    Returns:
        The lines with the `kind` of their session, `from_contract` (the score that follows from the contract), and
        columns that only the checks use.
    """
    both_sides = pl.col("ns").is_not_null() & pl.col("ew").is_not_null()
    played = both_sides & is_played(pl.col("ruling"))
    from_contract = contract_score(pl.col("board"), pl.col("contract"), pl.col("declarer"), pl.col("tricks"))
    lines = (
        _with_players_twice(results)
        .join(sessions.select(*SESSION, "kind"), on=SESSION)
        .sort(RESULTS_ORDER, maintain_order=True)
        .with_columns(from_contract=from_contract)
        .with_columns(
            fault=pl.when(pl.col("ns").is_null() & pl.col("ew").is_null())
            .then(pl.lit(_ABSENT["ns"]))
            .when(pl.col("ns") == pl.col("ew"))
            .then(pl.lit("a pair cannot play against itself"))
            .when("player_twice")
            .then(pl.lit("a player cannot sit in two places"))
            .when(played & pl.col("score").is_null() & pl.col("contract").is_null())
            .then(pl.lit(_ABSENT["score"]))
            .when(played & pl.col("score").is_null() & pl.col("from_contract").is_null())
            .then(pl.lit(_ABSENT["tricks"]))
        )
    )
    lines = lines.collect().lazy()
    sound = lines.filter(pl.col("fault").is_null())
    again = seen_before(sound)
    kept = sound.join(again, on=[*SESSION, *PLACE], how="anti", maintain_order="left")
    return Checked(
        kept,
        [
            *(
                finding(lines.filter(fault=fault), "error", field, pl.lit(None), f"{fault}; {LEFT_OUT}: fill it in")
                for field, fault in _ABSENT.items()
            ),
            finding(
                lines.filter(~pl.col("fault").is_in(list(_ABSENT.values()))),
                "error",
                "board",
                pl.col("board"),
                pl.format(f"{{}}; {LEFT_OUT}: mend it", "fault"),
            ),
            in_two_files(again.filter(pl.col("file_id") != pl.col("first_file_id")), "results"),
            finding(
                again.filter(pl.col("file_id") == pl.col("first_file_id")),
                "error",
                "board",
                pl.col("board"),
                pl.format(
                    "pair {} has a result on this board before; the line is left out: mend pair or board", "pair"
                ),
            ),
            finding(
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
            *_impossible_scores(kept.filter(both_sides)),
            *_of_one_side(kept),
            *_without_entry(kept, entries),
        ],
    )


def _impossible_scores(lines: pl.LazyFrame) -> list[dy.LazyFrame[Findings]]:
    """Warnings for scores, given or in a ruling, that no contract can bring on their board.

    Given scores of lines with a complete contract are skipped: another warning compares them with the contract.
    """
    is_impossible = ~is_possible_score(pl.col("board"), pl.col("score"))
    given = lines.filter(is_played(pl.col("ruling")), pl.col("from_contract").is_null(), is_impossible)
    at = (*CLUB, *PLACE, "board", "ruling")
    ruled = lines.filter(has_outcomes(pl.col("ruling"))).select(at).collect()
    of_rulings = outcomes(ruled, at).lazy().filter(is_impossible).unique([*CLUB, *PLACE, "score"])
    message = pl.format("no contract on board {} brings {}; it counts as given: mend score or board", "board", "score")
    return [
        finding(given, "warning", "score", pl.col("score"), message),
        finding(of_rulings, "warning", "ruling", pl.col("ruling"), message),
    ]


def _of_one_side(lines: pl.LazyFrame) -> list[dy.LazyFrame[Findings]]:
    """Warnings for sit-outs with a score, contract or ruling, although nobody can have played there."""
    absent = pl.when(pl.col("ns").is_null()).then(pl.lit("North-South")).otherwise(pl.lit("East-West"))
    message = pl.format(
        "a result of board {} without one side, so it counts as a sit-out: fill in who sat {}", "board", absent
    )
    share = pl.format(
        "a ruling on board {} without one side, so it is a sit-out, which brings what the rule sit_out says:"
        " fill in who sat {}, or give the points as an adjustment",
        "board",
        absent,
    )
    one_side = lines.filter(pl.col("ns").is_null() | pl.col("ew").is_null())
    has_score, has_contract = pl.col("score").is_not_null(), pl.col("contract").is_not_null()
    is_ruled = ~is_played(pl.col("ruling")) & ~is_not_played(pl.col("ruling"))
    return [
        finding(one_side.filter(has_score), "warning", "score", pl.col("score"), message),
        finding(one_side.filter(has_contract & ~has_score), "warning", "contract", pl.col("contract"), message),
        finding(one_side.filter(is_ruled), "warning", "ruling", pl.col("ruling"), share),
    ]


def _with_players_twice(results: pl.LazyFrame) -> pl.LazyFrame:
    """Add `player_twice`: whether the same single player has two of the four seats."""
    individual = pl.any_horizontal(pl.col("ns", "ew").str.contains(PARTNERS, literal=True).fill_null(value=False))
    players = pl.concat_str("ns", "ew", separator=PARTNERS, ignore_nulls=True).str.split(PARTNERS)
    return pl.concat(
        [
            results.filter(~individual).with_columns(player_twice=pl.lit(value=False)),
            results.filter(individual).with_columns(player_twice=players.list.n_unique() < players.list.len()),
        ]
    )


def _without_entry(lines: pl.LazyFrame, entries: pl.LazyFrame) -> list[dy.LazyFrame[Findings]]:
    """Warnings for entrants with results but without players: one each, or one per line where nobody has an entry."""
    entrants = (
        pl.concat([lines.select(*LINE, *PLACE, side=side) for side in ("ns", "ew")])
        .filter(pl.col("side").is_not_null())
        .pipe(by_entrant, "side")
        .join(entries, on=ENTRANT, how="anti")
        .sort(*PLACE, "entrant")
        .unique(ENTRANT, keep="first", maintain_order=True)
    )
    without_any = (
        entrants.join(entries, on=LINE, how="anti")
        .group_by(LINE)
        .agg(*(pl.col(column).sort_by(*PLACE).first() for column in PLACE), entrants=pl.len())
    )
    return [
        finding(
            entrants.join(entries, on=LINE, how="semi"),
            "warning",
            "entrant",
            pl.col("entrant"),
            pl.format("this entrant of line {} has results but no players: add it to the entries", "line"),
        ),
        finding(
            without_any,
            "warning",
            "line",
            pl.col("line"),
            pl.format(
                "{} entrants have results in session {}, but none of them has players: name them in a table entries",
                "entrants",
                "session_id",
            ),
        ),
    ]
