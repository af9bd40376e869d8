"""The tables as a reader sees them: names beside ids, places beside rankings, in the order they are read.

What belongs here: joins, order and rounding of what the warehouse holds, for all competitions at once.
Nothing is computed that a ranking or championship would depend on. Players of an entrant or partnership
come twice: `names` as text, `players` as a list of (player_id, name, instead_of, linked) to make links of.
"""

import polars as pl

from pipelines.reports.award_tables import award_tables
from pipelines.reports.balance_tables import balance_tables
from pipelines.reports.columns import ENTRANT, Tables, half_up, lines_of_field, named, place
from pipelines.reports.explained_tables import explained_tables
from pipelines.reports.method_tables import method_tables
from pipelines.reports.session_tables import session_tables
from transforms.fields import field_of
from transforms.tables import COMPETITION, SESSION

PLAYER = ("club", "competition", "player_id")
SEASON_PLAYER = (*COMPETITION, "player_id")
PARTNERSHIP = (*COMPETITION, "partnership_id")

_JOINED = " + "
"""Between the players of an entrant of an event."""


def report_tables(tables: Tables) -> dict[str, pl.DataFrame]:
    """Every table of the report from those of the warehouse; each starts with club, competition, season.

    Scores, points and rankings are rounded to two decimals, halves up; ranks are text, `3=` where shared.
    """
    people = _people(tables)
    seats = _seats(tables, people)
    entrants = _entrants(seats)
    partnerships = _partnerships(tables, people)
    results = _results(tables, entrants)
    of_sessions = session_tables(tables, results)
    events = _events(tables, people, results)
    return {
        "player_ranking": _player_ranking(tables, people),
        "pair_ranking": _pair_ranking(tables, partnerships),
        "individual_championship": _championship(
            tables["championships.individual"], people.drop("instead_of"), "player_id", ["played"]
        ),
        "pairs_championship": _championship(
            tables["championships.pairs"], partnerships, "partnership_id", ["played", "with_substitute"]
        ),
        "sessions": _sessions(tables, seats, results),
        "session_results": results,
        "player_sessions": _player_sessions(tables, seats, results),
        **of_sessions,
        **explained_tables(tables),
        **balance_tables(tables, people, results),
        **method_tables(tables, people, partnerships),
        "events": events,
        **award_tables(tables, people, results, events),
        "findings": _findings(tables),
        "differences": _differences(tables, of_sessions["boards"]),
    }


def _people(tables: Tables) -> pl.DataFrame:
    """One row a player a season: the name, and whether the player sat down in it (and so has a page)."""
    entries, partnerships = tables["raw.entries"], tables["rankings.partnerships"]
    played = entries.select(*SEASON_PLAYER, linked=pl.lit(True)).unique()
    given_names = tables["raw.players"].select(
        *PLAYER,
        given_name=pl.col("name").str.strip_chars().replace("", None),
        guest=~pl.col("member").fill_null(True),
        own_substitute_ranking="substitute_ranking",
    )
    return (
        pl.concat([table.select(SEASON_PLAYER) for table in (played, partnerships, tables["championships.individual"])])
        .unique()
        .join(played, on=SEASON_PLAYER, how="left")
        .join(given_names, on=PLAYER, how="left")
        .select(
            *SEASON_PLAYER,
            name=pl.coalesce("given_name", "player_id"),
            guest=pl.col("guest").fill_null(False),
            own_substitute_ranking="own_substitute_ranking",
            linked=pl.col("linked").fill_null(False),
            instead_of=pl.lit(None, dtype=pl.String),
        )
    )


def _seats(tables: Tables, people: pl.DataFrame) -> pl.DataFrame:
    """One row a player a session, with names: who sat down, and in whose place."""
    replaced = tables["raw.players"].select(*PLAYER, instead_of=pl.coalesce("name", "player_id"))
    return (
        tables["raw.entries"]
        .join(people.drop("instead_of"), on=SEASON_PLAYER, how="left")
        .join(
            replaced,
            left_on=["club", "competition", "substitutes_for"],
            right_on=["club", "competition", "player_id"],
            how="left",
        )
        .with_columns(instead_of=pl.coalesce("instead_of", "substitutes_for"))
        .sort(*ENTRANT, "file_id", "line_no", "player_id")
    )


def _entrants(seats: pl.DataFrame) -> pl.DataFrame:
    return named(seats, ENTRANT)


def _partnerships(tables: Tables, people: pl.DataFrame) -> pl.DataFrame:
    return named(
        tables["rankings.partnerships"]
        .join(people, on=SEASON_PLAYER, how="left")
        .sort(*PARTNERSHIP, "name", "player_id"),
        PARTNERSHIP,
    )


def _player_ranking(tables: Tables, people: pl.DataFrame) -> pl.DataFrame:
    """The ranking of every player who played this season, the highest first."""
    return (
        tables["rankings.player_rankings"]
        .sort(*SEASON_PLAYER, "date", "session_id")
        .group_by(SEASON_PLAYER, maintain_order=True)
        .agg(
            pl.col("ranking").last(),
            change=pl.col("ranking").last() - pl.col("ranking").shift(1).last(),
            sessions=pl.len(),
            last_played=pl.col("date").last(),
        )
        .join(people, on=SEASON_PLAYER, how="left")
        .with_columns(rank=pl.col("ranking").round(9).rank("min", descending=True).over(COMPETITION))
        .sort(*COMPETITION, "rank", "name", "player_id")
        .select(
            *COMPETITION,
            place(pl.col("rank"), *COMPETITION).alias("rank"),
            "player_id",
            "name",
            "guest",
            half_up(pl.col("ranking")),
            half_up(pl.col("change")),
            "sessions",
            "last_played",
        )
    )


def _pair_ranking(tables: Tables, partnerships: pl.DataFrame) -> pl.DataFrame:
    """The ranking of every pair and trio, the highest first: the order in which lines are filled.

    Left out are those of whom nobody has a ranking: they have yet to play a session that is scored.
    """
    ranked = tables["rankings.partnerships"].join(tables["rankings.player_rankings"], on=SEASON_PLAYER, how="semi")
    together = tables["championships.pairs"].select(*PARTNERSHIP, together="played")
    return (
        tables["rankings.pair_rankings"]
        .join(ranked, on=PARTNERSHIP, how="semi")
        .join(partnerships, on=PARTNERSHIP, how="left")
        .join(together, on=PARTNERSHIP, how="left")
        .with_columns(rank=pl.col("ranking").round(9).rank("min", descending=True).over(COMPETITION))
        .sort(*COMPETITION, "rank", "names", "partnership_id")
        .select(
            *COMPETITION,
            place(pl.col("rank"), *COMPETITION).alias("rank"),
            "partnership_id",
            "names",
            "players",
            half_up(pl.col("ranking")),
            "together",
        )
    )


def _championship(standing: pl.DataFrame, entrants: pl.DataFrame, entrant: str, played: list[str]) -> pl.DataFrame:
    """Those eligible in their ranks; below them the others, the nearest to becoming eligible first, guests last."""
    key = (*COMPETITION, entrant)
    name, guest = (["name"], ["guest"]) if entrant == "player_id" else (["names", "players"], [])
    upwards = [*COMPETITION, "rank", *guest, "sessions_needed"]
    return (
        standing.join(entrants, on=key, how="left")
        .sort(
            *upwards,
            "average",
            name[0],
            entrant,
            descending=[False] * len(upwards) + [True, False, False],
            nulls_last=True,
        )
        .select(
            *COMPETITION,
            place(pl.col("rank"), *COMPETITION).alias("rank"),
            entrant,
            *name,
            *guest,
            half_up(pl.col("average")),
            *played,
            "counted",
            "dropped",
            "eligible",
            "sessions_needed",
        )
    )


def _sessions(tables: Tables, seats: pl.DataFrame, results: pl.DataFrame) -> pl.DataFrame:
    """Every session in order of date, with how many came and who was best of the first field."""
    players = seats.group_by(SESSION).agg(players=pl.len())
    came = (
        pl.concat([seats.select(ENTRANT), results.select(ENTRANT)])
        .unique()
        .group_by(SESSION)
        .agg(pairs=pl.len(), lines=pl.col("line").unique().sort().str.join(" "))
    )
    best = (
        results.filter(pl.col("rank").str.strip_chars_end("=") == "1")
        .with_columns(names=pl.when(pl.col("names") == "").then(pl.format("No. {}", "entrant")).otherwise("names"))
        .group_by(SESSION, maintain_order=True)
        .agg(
            best_field=pl.col("field").first(),
            best=pl.col("names").filter(pl.col("field") == pl.col("field").first()).str.join(", "),
            best_score=pl.col("score").first(),
            scoring=pl.col("scoring").first(),
        )
    )
    return (
        tables["raw.sessions"]
        .join(players, on=SESSION, how="left")
        .join(came, on=SESSION, how="left")
        .join(best, on=SESSION, how="left")
        .sort(*COMPETITION, "date", "session_id")
        .select(
            *SESSION,
            "date",
            pl.col("title").str.strip_chars().replace("", None),
            "kind",
            "lines",
            pl.col("players", "pairs").fill_null(0),
            "best_field",
            "best",
            "best_score",
            "scoring",
            "event",
        )
    )


def _results(tables: Tables, entrants: pl.DataFrame) -> pl.DataFrame:
    """The result list of every session, field by field in ranked order."""
    reason = pl.col("reason").str.strip_chars().replace("", None)
    reasons = (
        tables["raw.adjustments"].group_by(ENTRANT).agg(adjusted_for=reason.drop_nulls().unique().sort().str.join(", "))
    )
    earned = tables["rankings.ranking_points"].group_by(ENTRANT).agg(ranking_points=pl.col("points").max())
    return (
        tables["scored.session_results"]
        .join(entrants, on=ENTRANT, how="left")
        .join(earned, on=ENTRANT, how="left")
        .join(reasons, on=ENTRANT, how="left")
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
            *(half_up(pl.col(name)) for name in ("score", "points", "maximum")),
            "boards",
            "club_points",
            half_up(pl.col("ranking_points")),
            half_up(pl.col("adjustment")),
            "adjusted_for",
            "scoring",
        )
    )


def _events(tables: Tables, people: pl.DataFrame, results: pl.DataFrame) -> pl.DataFrame:
    """The standing of every event. Pairs are known by their players, a team by its number and who played last."""
    event_and_entrant = (*COMPETITION, "event", "entrant")
    standing = tables["scored.event_results"]
    players = (
        standing.select(*event_and_entrant, player_id=pl.col("entrant").str.split(_JOINED))
        .explode("player_id", empty_as_null=False, keep_nulls=False)
        .join(people, on=SEASON_PLAYER, maintain_order="left")
    )
    teams = (
        tables["raw.sessions"]
        .drop_nulls("event")
        .select(*SESSION, "event", "date")
        .join(results, on=SESSION)
        .sort(*SESSION[:-1], "event", "entrant", "date", "session_id")
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
            *(half_up(pl.col(name)) for name in ("score", "points", "maximum")),
            "sessions",
            "boards",
            "scoring",
        )
    )


def _player_sessions(tables: Tables, seats: pl.DataFrame, results: pl.DataFrame) -> pl.DataFrame:
    """Every session of every player in order of date, and whether it counts: in the window, in the championship."""
    others = seats.select(*ENTRANT, "player_id", "name", "instead_of", "linked")
    partners = named(
        seats.select(*ENTRANT, seated="player_id")
        .join(others, on=ENTRANT)
        .filter(pl.col("seated") != pl.col("player_id"))
        .sort(*ENTRANT, "seated", "name", "player_id"),
        (*SESSION, "seated"),
    ).rename({"seated": "player_id", "names": "partner", "players": "partners"})
    by_player = (*SESSION, "player_id")
    window = tables["raw.competitions"].select(*COMPETITION, "window")
    to_the_end = pl.col("ranking_points").is_not_null().cum_sum(reverse=True).over(SEASON_PLAYER)
    return (
        seats.join(tables["raw.sessions"].select(*SESSION, "date", "title"), on=SESSION)
        .join(partners, on=by_player, how="left")
        .join(results.select(*ENTRANT, "field", "rank", "score", "scoring"), on=ENTRANT, how="left")
        .join(tables["rankings.ranking_points"].select(*by_player, ranking_points="points"), on=by_player, how="left")
        .join(tables["rankings.player_rankings"].select(*by_player, "ranking"), on=by_player, how="left")
        .join(tables["championships.individual_sessions"].select(*by_player, "counts"), on=by_player, how="left")
        .join(window, on=COMPETITION, how="left")
        .sort(*COMPETITION, "player_id", "date", "session_id")
        .select(
            *COMPETITION,
            "player_id",
            "name",
            "guest",
            "own_substitute_ranking",
            "session_id",
            "date",
            "title",
            "line",
            "entrant",
            "partner",
            "partners",
            "instead_of",
            "field",
            "rank",
            "score",
            "scoring",
            half_up(pl.col("ranking_points")),
            half_up(pl.col("ranking")),
            in_window=pl.col("ranking_points").is_not_null() & (to_the_end <= pl.col("window")),
            championship=pl.col("counts").replace_strict({True: "counts", False: "dropped"}, default=None),
        )
    )


def _findings(tables: Tables) -> pl.DataFrame:
    """What the landing found, in the seasons it concerns: errors first.

    A file with sessions concerns their seasons, any other file (players, settings) every season.
    """
    seasons = tables["raw.competitions"].select(COMPETITION)
    files = ("club", "competition", "file")
    used = pl.concat(
        [tables[f"raw.{name}"].select(*COMPETITION, file="file_id") for name in ("sessions", "entries", "results")]
    ).unique()
    findings = pl.concat([tables["raw.findings"], tables["awards.findings"]]).rename({"file_id": "file"})
    of_season = findings.join(used, on=files)
    of_all = findings.join(used, on=files, how="anti").join(seasons, on=("club", "competition"))
    columns = (*COMPETITION, "severity", "file", "line_no", "field", "value", "message")
    return pl.concat([of_season.select(columns), of_all.select(columns)]).sort(columns)


def _differences(tables: Tables, boards: pl.DataFrame) -> pl.DataFrame:
    """Where the file's own published figures differ from ours, why, and which board of the control sheet to see."""
    anchors = boards.select(*SESSION, "field", "board", "anchor")
    return (
        tables["scored.official_differences"]
        .join(tables["raw.sessions"].select(*SESSION, "date", "together"), on=SESSION, how="left")
        .with_columns(field=field_of(pl.col("together"), pl.col("line")))
        .join(anchors, on=(*SESSION, "field", "board"), how="left")
        .sort(*COMPETITION, "date", "session_id", "line", "board", "ns", "entrant", "value")
        .select(
            *COMPETITION,
            "session_id",
            "date",
            "line",
            "board",
            "ns",
            "ew",
            "entrant",
            "value",
            half_up(pl.col("official")),
            half_up(pl.col("computed")),
            "reason",
            "anchor",
        )
    )
