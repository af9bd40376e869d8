"""The championships of a season: who takes part, which sessions count, and who leads.

Source: the club ranking's chapters on club championships. Each championship has two tables: one says for every session
whether it counts, and the other is the standing. Each drops the lowest points first; of equal points, the earliest.
"""

import dataframely as dy
import polars as pl
import polars.selectors as cs

from transforms.bridge.sessions import extra_players
from transforms.rankings.numbering import in_order, person_numbers, seated, times, two_by_two, without_extra_players
from transforms.tables import schemas
from transforms.tables.arithmetic.sums import steady_means
from transforms.tables.filling import AnyFrame, face, filled, handed_in, people_of, with_rules
from transforms.tables.runs import facts_of_runs, first_of_runs, is_sorted, where_known, with_facts, with_facts_in_order
from transforms.tables.schemas import COMPETITION, DECIMALS, PARTNERSHIP, PLAYER, SEATED, SESSION, Frame, Tables
from transforms.tables.season_players import with_own
from transforms.tables.shared import in_shape

RULES = ("individual_min", "individual_min_share", "individual_drop")  # the rules that `standing` applies
_RANKED = ("ranking", "sessions_counted")  # columns next to the points in the result of `rankings.rank`
_RESULT = ("session", "partnership", "points", "together")
_IN_SESSION = pl.col("session").cast(pl.UInt64) * 2**32 + pl.col("partnership")


@face
def standing(
    points: AnyFrame, players: AnyFrame | None = None, **rules: object
) -> dy.DataFrame[schemas.IndividualChampionship]:
    """Return the individual championship from the ranking points of each player and session, for notebooks.

    `points` has one row per player and session: `session_id`, `player_id`, `points`, and `date` if it is known. Each
    date is one evening; without `date`, each session is one evening. `players` has `player_id` and `member` (null if
    not known). People who are not members have no rank. `rules` are any of `RULES`.

    Raises:
        ValueError: a column or rule does not exist or is missing, or its value is impossible; the message names it.

    >>> import polars as pl
    >>> from transforms.rankings import championships
    >>> players = ["ann"] * 3 + ["bob"] * 3
    >>> earned = [90, 50, 70, 75, 75, 75]
    >>> points = pl.DataFrame({"session_id": ["1", "2", "3"] * 2, "player_id": players, "points": earned})
    >>> found = championships.standing(points, individual_min=2, individual_drop=1)
    >>> found.select("player_id", "counted", "average", "rank").rows()
    [('ann', 2, 80.0, 1), ('bob', 2, 75.0, 2)]
    >>> guests = pl.DataFrame({"player_id": ["ann"], "member": [False]})
    >>> championships.standing(points, guests, individual_min=2)["rank"].to_list()
    [None, 1]
    """
    rows = handed_in(points, ("session_id", "player_id", "points"), (*schemas.RankingPoints.column_names(), *_RANKED))
    columns = [name for name in rows.columns if name in (*SEATED, "date", "points")]
    unknown = {"line": "A", "entrant": "-", "method": schemas.METHODS[0]}
    unknown |= dict.fromkeys(("score", "high", "low", "middle"), 0.0)
    session = pl.struct(name for name in SESSION if name in columns).rank("dense")
    days = {} if "date" in columns else {"date": pl.date(2000, 1, 1) + pl.duration(days=session)}
    earned = filled(schemas.RankingPoints, rows.select(columns), **unknown, **days)
    competitions = with_rules(schemas.Competitions, earned.select(COMPETITION).unique(), rules, RULES)
    sessions = individual_sessions(earned, competitions)
    people = people_of(players, earned)
    return filled(schemas.IndividualChampionship, individual(sessions, people, competitions).collect())


def individual_sessions(
    ranking_points: Frame[schemas.RankingPoints], competitions: Frame[schemas.Competitions]
) -> dy.LazyFrame[schemas.IndividualSessions]:
    """Return one row per player and session, and whether it counts. At most `individual_drop` sessions do not count."""
    points = in_order(ranking_points, ("date", "points"))
    sessions = _sessions(points)
    rules = _rules(competitions, "individual", sessions).select(*COMPETITION, "sessions_required", "individual_drop")
    time = sessions.select(pl.col("time").gather(points["session"]))
    ruled = pl.concat([points, facts_of_runs(points, COMPETITION, rules.collect()), time], how="horizontal")
    surplus = (pl.len().over("player") - pl.col("sessions_required")).clip(lower_bound=0)
    dropped = pl.min_horizontal(surplus, "individual_drop")
    counted = ruled.with_columns(counts=_from_the_worst("player", sessions=sessions) >= dropped)
    return in_shape(schemas.IndividualSessions, counted.lazy())


def individual(
    individual_sessions: Frame[schemas.IndividualSessions],
    players: Frame[schemas.Players],
    competitions: Frame[schemas.Competitions],
) -> dy.LazyFrame[schemas.IndividualChampionship]:
    """Return the standing of every player. Members who played enough sessions are eligible."""
    sessions = in_order(individual_sessions, ("date", "points", "counts"))
    results = sessions.select("points", "counts", number="player").with_row_index("first")
    of_each = (
        results.lazy()
        .group_by("number")
        .agg(pl.first("first"), played=pl.len(), counted=pl.col("counts").sum())
        .join(_mean_of_what_counts(results), on="number", how="left")
        .collect()
    )
    who = sessions.select(pl.col(PLAYER).gather(of_each["first"]))
    with_rules = (
        pl.concat([who, of_each], how="horizontal")
        .lazy()
        .join(_rules(competitions, "individual", sessions), on=COMPETITION)
    )
    standing = (
        with_own(with_rules, players, "member")
        .with_columns(
            dropped=pl.col("played") - pl.col("counted"),
            sessions_needed=(pl.col("sessions_required") - pl.col("played")).clip(lower_bound=0),
        )
        .with_columns(eligible=pl.col("own").fill_null(value=True) & (pl.col("sessions_needed") == 0))
    )
    return in_shape(schemas.IndividualChampionship, _ranked(standing, schemas.IndividualChampionship).sort(PLAYER))


def pair_sessions(
    ranking_points: Frame[schemas.RankingPoints],
    entries: Frame[schemas.Entries],
    season_partnerships: Frame[schemas.SeasonPartnerships],
    competitions: Frame[schemas.Competitions],
    *,
    sessions: Frame[schemas.Sessions],
) -> dy.LazyFrame[schemas.PairSessions]:
    """Return one row per partnership and session in which it has a result, and whether the result counts.

    docs/rankings.md says which count. A result is "together" if two players of the partnership sat in the same pair or
    team, and neither of them was an extra player (`extra_players`). Otherwise one player sat with a substitute for
    another. If a session has several results, the best one counts, but a result together takes precedence. If two
    players of one team earned different points, their result is the mean.
    """
    points = in_order(ranking_points, ("line", "entrant", "date", "points"))
    numbered = _sessions(points)
    members = in_order(season_partnerships, of=PARTNERSHIP, number="partnership")
    one = members.select("partnership", "player")
    two = one.join(one.rename({"player": "partner"}), on="partnership")
    partners = two.filter(pl.col("player") != pl.col("partner")).lazy()
    seats = seated(where_known(points, "entrant"), "points")
    mean = (pl.col("points") + pl.col("other_points")) / 2
    of_pairs = sessions.lazy().filter(pl.col("kind") != "teams").select(SESSION)
    pairs = without_extra_players(seats, extra_players(entries, of_pairs), numbered)
    together = two_by_two(pairs).select("session", "player", partner="other_player", points=mean, together=True)
    both = together.join(partners, on=["player", "partner"]).select(_RESULT)
    one = _with_substitute(numbered, seats, entries).join(partners, on=["player", "partner"]).select(_RESULT)
    best = pl.concat([both, one]).collect().sort(_IN_SESSION, "together", "points", descending=[False, True, True])
    best = first_of_runs(best, ["session", "partnership"])
    results = with_facts_in_order(best, numbered.select("session", "time"), "session")
    surplus = (pl.col("played") - pl.col("sessions_required")).clip(lower_bound=0)
    vacant = (pl.col("sessions_required") - pl.col("played")).clip(lower_bound=0)
    of_partnerships = (
        results.lazy()
        .group_by("partnership")
        .agg(played=pl.col("together").sum(), with_substitute=(~pl.col("together")).sum())
        .join(first_of_runs(members.select("partnership", *PARTNERSHIP), ["partnership"]).lazy(), on="partnership")
        .join(_rules(competitions, "pairs", numbered), on=COMPETITION)
        .select(
            "partnership",
            "partnership_id",
            dropped=pl.min_horizontal(surplus, "pairs_drop"),
            left_out=pl.col("with_substitute") - pl.min_horizontal(vacant, "pairs_substitutes"),
        )
        .collect()
    )
    left_out = pl.when("together").then("dropped").otherwise("left_out")
    counted = (
        with_facts(results, of_partnerships, "partnership")
        .with_columns(counts=_from_the_worst("partnership", "together", sessions=numbered) >= left_out)
        .collect()
    )
    return in_shape(schemas.PairSessions, with_facts_in_order(counted, numbered.drop("time"), "session").lazy())


def pairs(
    pair_sessions: Frame[schemas.PairSessions],
    season_partnerships: Frame[schemas.SeasonPartnerships],
    competitions: Frame[schemas.Competitions],
    ranking_points: Frame[schemas.RankingPoints],
) -> dy.LazyFrame[schemas.PairsChampionship]:
    """Return the standing of pairs and trios, including declared ones without a result (docs/rankings.md)."""
    # A partnership is eligible if `pairs_together` of its results can count; `sessions_needed` counts the missing ones.
    members = in_order(season_partnerships, ("declared",), PARTNERSHIP, "partnership")
    declared = members.lazy().group_by("partnership").agg(pl.col("declared").any())
    listed = first_of_runs(members.select("partnership", *PARTNERSHIP), ["partnership"])
    sessions = pair_sessions.lazy().collect()
    results = sessions.select("points", "together", "counts", number=person_numbers(sessions, "partnership_id"))
    of_each = (
        results.lazy()
        .group_by("number")
        .agg(
            played=pl.col("together").sum(),
            with_substitute=(~pl.col("together")).sum(),
            counted=pl.col("counts").sum(),
            dropped=(pl.col("together") & ~pl.col("counts")).sum(),
        )
        .join(_mean_of_what_counts(results), on="number", how="left")
    )
    usable = pl.min_horizontal("with_substitute", "pairs_substitutes")
    standing = (
        listed.with_columns(number=person_numbers(listed, "partnership_id"))
        .lazy()
        .join(declared, on="partnership", maintain_order="left")
        .join(of_each, on="number", how="left", maintain_order="left")
        .filter(pl.col("declared") | pl.col("played").is_not_null())
        .with_columns(pl.col("played", "with_substitute", "counted", "dropped").fill_null(0))
        .join(_rules(competitions, "pairs", ranking_points), on=COMPETITION, maintain_order="left")
        .with_columns(sessions_needed=(pl.col("sessions_required") - pl.col("played") - usable).clip(lower_bound=0))
        .with_columns(eligible=pl.col("sessions_needed") == 0)
    )
    return in_shape(schemas.PairsChampionship, _ranked(standing, schemas.PairsChampionship))


def _with_substitute(sessions: pl.DataFrame, seats: pl.DataFrame, entries: Frame[schemas.Entries]) -> pl.LazyFrame:
    """Return the players who sat with a substitute, and the absent partner of each (`partner`), all as numbers."""
    replaced = entries.lazy().drop_nulls("substitutes_for")
    absent = replaced.select(*SESSION, "player_id", partner_id="substitutes_for").collect()
    substitutes = absent.select(
        facts_of_runs(absent, SESSION, sessions.select("session", *SESSION)).to_series(),
        substitute=person_numbers(absent),
        partner=person_numbers(absent, "partner_id"),
    ).lazy()
    sat = seats.lazy().select("session", "seat", substitute="player")
    return (
        substitutes.join(sat, on=["session", "substitute"])
        .join(seats.lazy().drop("session"), on="seat")
        .filter(pl.col("player") != pl.col("substitute"))
        .with_columns(together=pl.lit(False))
    )


_REQUIRED = {"individual": "individual_min", "pairs": "pairs_together"}  # the rule for how many sessions must count


def _rules(competitions: Frame[schemas.Competitions], championship: str, earned: schemas.Rows) -> pl.LazyFrame:
    """Return the rules of `individual` or `pairs`, with `evenings` and `sessions_required`."""
    # Evenings are the days in `earned`. A share of them is rounded up, as it is a minimum: 60% of 31 evenings are 19.
    days = first_of_runs(earned.lazy().select(*COMPETITION, "date").collect(), (*COMPETITION, "date"))
    evenings = days.lazy().group_by(COMPETITION).agg(evenings=pl.col("date").n_unique())
    required = _REQUIRED[championship]
    # A share has two decimals, so this is done in whole numbers: 60.00% is 6000 of 10000.
    share = (pl.col(f"{required}_share") * 100).round().cast(pl.Int64)
    of_evenings = (-((-pl.col("evenings").cast(pl.Int64) * share) // 10_000)).clip(lower_bound=1)
    return (
        competitions.lazy()
        .select(*COMPETITION, cs.starts_with(f"{championship}_"))
        .join(evenings, on=COMPETITION, how="left")
        .with_columns(pl.col("evenings").fill_null(0))
        .with_columns(sessions_required=pl.coalesce(of_evenings, pl.col(required).cast(pl.Int64)))
    )


def _sessions(points: pl.DataFrame) -> pl.DataFrame:
    """Return the sessions, sorted: (session, club, competition, season, session_id, date, time); see `times`."""
    sessions = first_of_runs(points.select("session", *SESSION, "date"), ["session"])
    return sessions.with_columns(times(sessions).alias("time"))


def _from_the_worst(*of: str, sessions: pl.DataFrame) -> pl.Expr:
    """Rank each result among all results of its player or partnership, from the worst (0, dropped first)."""
    earliest_first = None if is_sorted(sessions, (*COMPETITION, "time")) else "time"
    return pl.col("points").round(DECIMALS).rank("ordinal").over(of, order_by=earliest_first) - 1


def _mean_of_what_counts(results: pl.DataFrame) -> pl.LazyFrame:
    return steady_means(results.lazy().filter("counts"), ["number"], "points").rename({"points": "average"})


def _ranked(standing: pl.LazyFrame, table: type[dy.Schema]) -> pl.LazyFrame:
    average = pl.when("eligible").then(pl.col("average").round(DECIMALS))
    return (
        standing.with_columns(eligible=pl.col("eligible") & pl.col("average").is_not_null())
        .with_columns(rank=average.rank("min", descending=True).over(COMPETITION))
        .select(table.column_names())
        .cast({cs.integer(): pl.Int32})
    )


def without_championships_not_shown(tables: Tables) -> Tables:
    """Return the tables of a warehouse, without the standings that their competitions do not show."""
    hidden = {
        of: tables["raw.competitions"].filter(~pl.col(f"{of}_show")).select(COMPETITION)
        for of in ("individual", "pairs")
    }
    lists = {"individual": ("individual", "individual_sessions"), "pairs": ("pairs", "pair_sessions")}
    shown = dict(tables)
    for of, name in ((of, f"championships.{name}") for of, names in lists.items() for name in names):
        if name in tables:
            shown[name] = tables[name].join(hidden[of], on=COMPETITION, how="anti", maintain_order="left")
    if (name := "rankings.other_methods") in tables:
        of_hidden = hidden["individual"].with_columns(is_hidden=True)
        rows = tables[name].join(of_hidden, on=COMPETITION, how="left", maintain_order="left")
        standing = (pl.when(pl.col("is_hidden").is_null()).then(column).alias(column) for column in ("average", "rank"))
        shown[name] = rows.with_columns(standing).drop("is_hidden")
    return shown
