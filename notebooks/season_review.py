import marimo

__generated_with = "0.25.2"
app = marimo.App(width="medium", app_title="Season review")

with app.setup:
    import duckdb
    import marimo as mo
    import matplotlib.pyplot as plt
    import numpy as np
    import polars as pl

    from pipelines.machine.paths import warehouse_named
    from pipelines.warehouse import exists, opened
    from transforms import awards, rankings, scoring
    from transforms.rankings import championships
    from transforms.season import season_tables
    from transforms.tables.schemas import METHODS

    plt.style.use("pipelines.reports.charts.barometer")
    plt.rcParams.update({"axes.titlelocation": "left", "date.converter": "concise"})


@app.cell(hide_code=True)
def _():
    mo.md("""
    # A season in review

    What a tournament committee wants to know when the season is over: who stands where, and how did they get
    there? Are the lines well made? Does everybody keep coming? And does our ranking reward play, or luck?

    The answers come from the warehouse that `barometer build` makes: an ordinary DuckDB file, so anything that
    speaks SQL can ask it the same. Below, SQL, polars and pandas take turns. Copy what you like and go on from there.
    """)
    return


@app.cell
def _():
    path = warehouse_named(None)
    mo.stop(
        not exists(path),
        mo.md(
            f"There is no warehouse at `{path}`. Make it with `barometer build`, or name one in BAROMETER_WAREHOUSE."
        ),
    )
    warehouse = opened(path, read_only=True)
    seasons = warehouse.sql("""
        select club_name || ', ' || competition_name || ', ' || season as title, club, competition, season
        from raw.competitions
        order by title
    """).pl()
    choice = mo.ui.dropdown(seasons["title"].to_list(), value=seasons["title"][0], label="Season")
    choice
    return choice, seasons, warehouse


@app.cell
def _(choice, seasons, warehouse):
    here = seasons.filter(pl.col("title") == choice.value).drop("title")
    warehouse.register("here", here)

    def ask(question: str) -> duckdb.DuckDBPyRelation:
        """Ask the warehouse. `natural join here` keeps to the season chosen above."""
        return warehouse.sql(question)

    return (ask,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## The season in figures

    The first look is at the raw material: how much was played, and does it look like bridge? About two contracts in
    three are made in most clubs, and few boards are passed out. Figures far from that point at the scoring units
    rather than at the players.
    """)
    return


@app.cell
def _(ask):
    figures = ask("""
        select
            count(distinct session_id) as sessions,
            count(*) as results,
            round(100 * avg((tricks >= try_cast(contract[1] as int) + 6)::int), 1) as "contracts made, %",
            round(100 * avg((contract like '%X')::int) filter (tricks is not null), 1) as "doubled, %",
            round(100 * avg((contract = 'PASS')::int), 1) as "passed out, %",
            round(100 * avg((ruling is not null)::int), 1) as "ruled by the director, %"
        from scored.board_scores natural join here
    """).pl()
    figures
    return (figures,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## Who stands where

    The **ranking** is the mean of the last few sessions, so it tells who plays well *now*; the **championship** is
    the mean of the season with the worst results dropped. Large differences between the two columns are players
    on their way up or down. Without a rank in the championship: not enough sessions, or not a member.
    """)
    return


@app.cell
def _(ask):
    standing = ask("""
        with now as (
            from rankings.player_rankings natural join here
            select player_id, ranking
            qualify row_number() over (partition by player_id order by date desc, session_id desc) = 1
        ),
        championship as (
            from championships.individual natural join here
            select player_id, played, average, rank
        )
        select
            coalesce(name, player_id) as player,
            round(ranking, 2) as ranking,
            round(average, 2) as championship,
            rank,
            played,
            player_id
        from now
        join championship using (player_id)
        left join (from raw.players natural join here) using (player_id)
        order by now.ranking desc, player_id
    """).pl()
    standing.drop("player_id")
    return (standing,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## The road to the top

    The ranking of today's leaders after every session they played. It starts near the substitute ranking, which
    stands in for sessions not yet played, so read the first weeks with care.
    """)
    return


@app.cell
def _():
    leaders = mo.ui.slider(2, 10, value=6, label="Leaders", show_value=True)
    leaders
    return (leaders,)


@app.cell
def _():
    def spread_out(heights: np.ndarray, gap: float) -> np.ndarray:
        """Rising heights, moved up just enough to stand `gap` apart, so that labels do not overlap."""
        steps = gap * np.arange(len(heights))
        return np.maximum.accumulate(heights - steps) + steps

    return (spread_out,)


@app.cell
def _(ask, leaders, spread_out, standing):
    roads = (
        ask("select player_id, date, session_id, ranking from rankings.player_rankings natural join here")
        .pl()
        .join(standing.head(leaders.value).select("player_id", "player"), on="player_id")
        .sort("date", "session_id")
    )
    _now = roads.group_by("player_id", "player").last().sort("ranking", "player_id")
    _low, _high = roads["ranking"].min(), roads["ranking"].max()
    _heights = spread_out(_now["ranking"].to_numpy(), gap=0.06 * (_high - _low or 1))

    roads_figure, _axes = plt.subplots(figsize=(8, 4.2), layout="constrained")
    for _player, _height in zip(_now.iter_rows(named=True), _heights, strict=True):
        _road = roads.filter(pl.col("player_id") == _player["player_id"])
        (_line,) = _axes.plot(_road["date"], _road["ranking"], marker=".")
        _axes.annotate(
            f"{_player['ranking']:.1f}  {_player['player']}",
            (1.01, _height),
            xycoords=_axes.get_yaxis_transform(),
            va="center",
            color=_line.get_color(),
            annotation_clip=False,
        )
    _axes.set(title="How today's leaders got there", ylabel="ranking after the session")
    roads_figure
    return roads, roads_figure


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## Are the lines well made?

    Within a line the average is 50 % by construction; what differs is the spread. A line of equals stays close to 50 %,
    and a wide one has pairs in it who belong elsewhere. A wide top line is common: nothing stands above it.
    """)
    return


@app.cell
def _(ask):
    scores = ask("""
        select line, session_id, entrant, score
        from scored.session_results natural join here
        where score is not null
    """).df()
    spread = (
        scores.groupby("line")["score"]
        .describe(percentiles=[0.1, 0.5, 0.9])
        .rename(columns={"count": "results", "std": "standard deviation"})
        .round(1)
    )
    spread
    return scores, spread


@app.cell
def _(scores):
    lines_figure, _axes = plt.subplots(figsize=(8, 3), layout="constrained")
    _lines, _scores = zip(*scores.groupby("line")["score"], strict=True)
    _axes.boxplot(_scores, tick_labels=_lines, orientation="horizontal", widths=0.5, whis=(5, 95))
    _axes.invert_yaxis()
    _axes.set(title="Nine scores in ten lie between the whiskers", xlabel="score in a session", ylabel="line")
    lines_figure
    return (lines_figure,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## Does everybody keep coming?

    Pairs in each session, and how many players sat in for somebody else. Look at the weeks in which pairs stay
    away while the substitutes do not come either: that is where an invitation helps.
    """)
    return


@app.cell
def _(ask):
    attendance = ask("""
        select
            date,
            session_id,
            count(distinct (line, entrant)) as pairs,
            count(substitutes_for) as substitutes
        from raw.entries natural join here
        join (from raw.sessions natural join here select session_id, date) using (session_id)
        group by all
        order by date, session_id
    """).pl()
    attendance_figure, _axes = plt.subplots(figsize=(8, 3), layout="constrained")
    for _what in ("pairs", "substitutes"):
        (_line,) = _axes.plot(attendance["date"], attendance[_what], marker=".")
        _axes.annotate(
            f" {_what}", (attendance["date"][-1], attendance[_what][-1]), va="center", color=_line.get_color()
        )
    _axes.set(title="Who sat down", ylabel="number in the session", ylim=(0, None))
    attendance_figure
    return attendance, attendance_figure


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## Would another method rank us better?

    The same results under each method, in the odd sessions and in the even ones: do the two halves of a season say the
    same of a player? The points themselves do not tell. Players stay in their line, and whoever is given the middle of
    that line whatever the score, gets about the same in both halves. So what counts is **beyond the line**: the points
    of a session less the middle of those that could be earned in the line.

    - **beyond the line**: the correlation, over players, between the means of both halves. Closer to 1: less of luck.
    - **by points**, **by the line alone**: the same of points, and of middles, which agree whatever anybody scores.
    - **from session to session**: how far, in ranking points, a result beyond the line lies from the player's own mean.
    - **signal to noise**: the spread between players beyond the line, divided by that within a player. More is better.

    Only players with eight sessions or more count: a mean of fewer says little. Small differences between methods are
    no reason to change: a season of one club does not tell them apart.
    """)
    return


@app.cell
def _(ask):
    _given = {
        table: ask(f"from {table} natural join here").pl()
        for table in (
            *("scored.session_results", "scored.match_results"),
            *("raw.entries", "raw.sessions", "raw.competitions", "raw.players", "raw.totals", "raw.ranking_points"),
        )
    }

    def by_method(method: str) -> pl.DataFrame:
        """What every session would have earned every player by this method."""
        _rules = _given["raw.competitions"].with_columns(method=pl.lit(method))
        _made = season_tables({**_given, "raw.competitions": _rules}, ["rankings.ranking_points"])
        return _made["rankings.ranking_points"]

    points = pl.concat(by_method(method) for method in METHODS)

    _of_player = ["method", "player_id"]
    _is_odd = pl.struct("date", "session_id").rank("dense").over("method") % 2 == 1
    _half = pl.when(_is_odd).then(pl.lit("odd")).otherwise(pl.lit("even"))
    _own = pl.col("points") - pl.col("middle")
    _means = {"beyond the line": _own, "by points": "points", "by the line alone": "middle"}
    regulars = points.filter(pl.len().over(_of_player) >= 8).with_columns(half=_half, **_means)
    _each_half = regulars.group_by(*_of_player, "half").agg(pl.col(*_means).mean())
    _long = _each_half.unpivot([*_means], index=[*_of_player, "half"], variable_name="what", value_name="mean")
    _in_halves = _long.pivot("half", on_columns=["odd", "even"], values="mean")
    halves = _in_halves.filter(what="beyond the line")
    _agreement = _in_halves.group_by("method", "what").agg(pl.corr("odd", "even").round(3))
    _steadiness = regulars.group_by(_of_player).agg(mean=_own.mean(), variance=_own.var())
    consistency = (
        _steadiness.group_by("method")
        .agg(pl.len().alias("players"), noise=pl.col("variance").mean().sqrt(), signal=pl.col("mean").std())
        .join(_agreement.pivot("what", on_columns=[*_means], values="odd"), on="method")
        .select(
            *("method", "players", *_means),
            pl.col("noise").round(2).alias("from session to session"),
            (pl.col("signal") / pl.col("noise")).round(2).alias("signal to noise"),
        )
        .sort("beyond the line", descending=True)
    )
    consistency
    return consistency, halves, points


@app.cell
def _(consistency, halves):
    halves_figure, _panels = plt.subplots(
        -(-len(METHODS) // 2), 2, figsize=(8, 8), sharex=True, sharey=True, layout="constrained"
    )
    # Nobody played often enough in a season of a few sessions: then all panels stay empty.
    for _method, _axes in zip(consistency["method"], _panels.flat, strict=False):
        _of_method = halves.filter(pl.col("method") == _method).drop_nulls()
        _axes.axline((0, 0), slope=1, color="0.8", linewidth=1, zorder=0)
        _axes.plot(_of_method["odd"], _of_method["even"], "o", alpha=0.7)
        _axes.set(title=_method, xlabel="beyond the line, odd sessions", aspect="equal")
    halves_figure.supylabel("beyond the line, even sessions", fontsize="small")
    halves_figure
    return (halves_figure,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## What if: other rules, other ways to score

    The leaders by windows of three lengths, each ranking made anew from the result lists: a short window follows form,
    a long one forgets luck. Who would be champion if more of the worst sessions could be dropped? And the board that
    most tables played, by matchpoints, butler and cross-IMPs, with its evening's awards by three federations' schemes.
    """)
    return


@app.cell
def _(ask):
    season_results = ask("""
        select session_id, date, kind, together, line, field, entrant, player_id, score
        from scored.session_results natural join here
        join raw.sessions using (club, competition, season, session_id)
        join raw.entries using (club, competition, season, session_id, line, entrant)
        where score is not null and kind <> 'teams'
    """).pl()
    _row = ask("from raw.competitions natural join here").pl().drop("club", "competition", "season")
    rules = _row.row(0, named=True)
    _players = ask("from raw.players natural join here").pl().drop("season")
    _rules = {name: rules[name] for name in rankings.RULES}
    _by_window = [
        rankings.rank(season_results, _players, **{**_rules, "window": window})
        .group_by("player_id")
        .agg(pl.col("ranking").last().round(1).alias(f"window {window}"))
        for window in (3, 6, 12)
    ]
    windows = pl.concat(_by_window, how="align").sort("window 6", descending=True).head(10)

    _earned = ask("select session_id, date, player_id, points from rankings.ranking_points natural join here").pl()
    _half = max(1, int(_earned.group_by("player_id").len()["len"].max() or 1) // 2)
    champions = pl.concat(
        championships.standing(_earned, individual_min=_half, individual_drop=drop)
        .filter(pl.col("rank") == 1)
        .select(pl.lit(drop).alias("may be dropped"), "player_id", "played", "counted", pl.col("average").round(2))
        for drop in (0, 2, 5)
    )
    windows
    return champions, rules, windows


@app.cell
def _(champions):
    champions
    return


@app.cell
def _(ask, rules):
    _most_played = ask("""
        select session_id, line, board
        from raw.results natural join here join raw.sessions using (club, competition, season, session_id)
        where score is not null and ns is not null and ew is not null and kind = 'pairs'
        group by all order by count(*) desc, session_id, line, board limit 1
    """).pl()
    mo.stop(_most_played.is_empty(), mo.md("No session of pairs was played this season."))
    _played = ask("from raw.results natural join here").pl().drop_nulls(["ns", "ew", "score"])
    _lines = _played.join(_most_played, on=["session_id", "line", "board"]).select("board", "ns", "ew", "score")
    _rules = {name: rules[name] for name in scoring.RULES}
    board_three_ways = pl.concat(
        [
            scoring.score(_lines, kind, **_rules).select("ns", "ew", "score", pl.col("ns_points").alias(way))
            for kind, way in (("pairs", "matchpoints"), ("butler", "butler"), ("cross_imp", "cross-IMPs"))
        ],
        how="align",
    ).sort("score", "ns", descending=[True, False])
    _listed = ask("select * from scored.session_results natural join here where rank is not null").pl()
    _of_evening = _listed.join(_most_played, on=["session_id", "line"])
    _one_field = _of_evening.filter(pl.col("field") == pl.col("field").min()).select("entrant", "rank", "score")
    evening_awards = awards.award(_one_field, "ebl", "ffb", "ebu").sort("rank", "entrant")
    board_three_ways
    return board_three_ways, evening_awards


@app.cell
def _(evening_awards):
    evening_awards
    return


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## From here

    - `show all tables` lists what else the warehouse holds; `docs/` says what each column means.
    - `barometer explain PLAYER` goes from a ranking down to the boards behind it.
    - Every frame here writes itself to a file: `standing.write_csv("standing.csv")`.
    - This notebook is a plain Python file: run it with `python notebooks/season_review.py`, or edit it with
      `marimo edit notebooks/season_review.py`.
    """)
    return


if __name__ == "__main__":
    app.run()
