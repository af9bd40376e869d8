import marimo

__generated_with = "0.25.2"
app = marimo.App(width="medium", app_title="Federation review")

with app.setup:
    from pathlib import Path

    import marimo as mo
    import matplotlib.pyplot as plt
    import numpy as np
    import polars as pl

    from pipelines.paths import warehouse_named
    from pipelines.warehouse import exists, opened

    PROJECT = Path(__file__).resolve().parents[1]
    plt.style.use(PROJECT / "pipelines" / "reports" / "charts" / "barometer.mplstyle")
    plt.rcParams["axes.titlelocation"] = "left"


@app.cell(hide_code=True)
def _():
    mo.md("""
    # All clubs in review

    What a federation wants to know of its clubs, and no club can tell by itself: which ranking method foretells best,
    and where? Is a ranking worth the same everywhere? Are lines well made? Whom do the points go to?

    Everything is asked of the warehouse of a build, in SQL, so that a country takes seconds. Nobody is named: clubs are
    compared, not people. `make federation-review` writes this as a page that reads without a network.
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

    def ask(question: str) -> pl.DataFrame:
        """Ask the warehouse."""
        return warehouse.sql(question).pl()

    return (ask,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## The federation in figures
    """)
    return


@app.cell
def _(ask):
    figures = ask("""
        with played as (
            select season, count(*) as sessions from raw.sessions group by all
        ), lines as (
            select season, count(*) as results from raw.results group by all
        ), seated as (
            select season, count(distinct (club, player_id)) as players from raw.entries group by all
        ), held as (
            select season, count(distinct club) as clubs, count(*) as competitions from raw.competitions group by all
        )
        select season, clubs, competitions, sessions, results, players
        from held left join played using (season) left join lines using (season) left join seated using (season)
        order by season
    """)
    figures
    return (figures,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## Which method foretells best?

    Before every session, each method has a ranking of everybody. Of two entrants of one field, the one with the higher
    ranking should have the better score: the **share** of such pairs that came out so, where a half is what a coin
    brings. The range is what nine draws in ten bring when the competitions are drawn again, with repetition: where two
    ranges overlap, the clubs do not tell the methods apart. **Best in** counts the competitions in which nothing
    foretold better.
    """)
    return


@app.cell
def _(ask):
    foretold = ask("""
        select club, competition, season, method, compared, "right", share
        from rankings.backtest where compared > 0
        order by club, competition, season, method
    """)
    mo.stop(foretold.is_empty(), mo.md("No session can be foretold yet: there must be two with the same players."))
    _key = ["club", "competition", "season"]
    _right, _compared = (
        foretold.pivot("method", index=_key, values=column).drop(_key).fill_null(0) for column in ("right", "compared")
    )
    _random = np.random.default_rng(1)
    _drawn = _random.multinomial(_right.height, np.full(_right.height, 1 / _right.height), size=1000)
    _shares = (_drawn @ _right.to_numpy()) / (_drawn @ _compared.to_numpy())
    _low, _high = np.quantile(_shares, [0.05, 0.95], axis=0)
    _ranges = pl.DataFrame({"method": _right.columns, "from": 100 * _low, "to": 100 * _high})
    _best = foretold.filter(pl.col("share") == pl.col("share").max().over(_key)).group_by("method").len("best in")
    methods = (
        foretold.group_by("method")
        .agg(pairs=pl.col("compared").sum(), share=100 * pl.col("right").sum() / pl.col("compared").sum())
        .join(_ranges, on="method")
        .join(_best, on="method", how="left")
        .select("method", "pairs", pl.col("share", "from", "to").round(2), pl.col("best in").fill_null(0))
        .sort("share", "method", descending=[True, False])
    )
    methods
    return foretold, methods


@app.cell
def _(foretold, methods):
    methods_figure, _axes = plt.subplots(figsize=(8, 3.2), layout="constrained")
    _names = methods["method"].to_list()
    _by_method = foretold.group_by("method").agg("share")
    _shares_of = dict(zip(_by_method["method"], _by_method["share"], strict=True))
    _axes.boxplot(
        [100 * np.array(_shares_of[_name]) for _name in _names],
        tick_labels=_names,
        orientation="horizontal",
        widths=0.5,
        whis=(5, 95),
        flierprops={"marker": ".", "markeredgecolor": "0.6"},
    )
    _axes.axvline(50, color="0.6", linewidth=1)
    _axes.invert_yaxis()
    _axes.set(title="Competitions differ more than methods do", xlabel="pairs foretold right, %")
    methods_figure
    return (methods_figure,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## And where?

    The same by the number of entrants in a session, the kind of sessions, and how many sessions there were. Each row is
    of the competitions with that many; the best method of a row is no advice where the others are as near as above.
    """)
    return


@app.cell
def _(ask, foretold):
    _kinds = ask("""
        with sizes as (
            select club, competition, season, session_id, count(*) as entrants from scored.session_results group by all
        ), competitions as (
            select club, competition, season, mode(kind) as kind, median(entrants) as entrants, count(*) as sessions
            from raw.sessions join sizes using (club, competition, season, session_id)
            group by all
        )
        select club, competition, season, kind,
            case when entrants <= 12 then '1 to 12' when entrants <= 24 then '13 to 24'
                when entrants <= 40 then '25 to 40' else '41 and more' end as entrants,
            case when sessions <= 10 then '1 to 10' when sessions <= 20 then '11 to 20'
                when sessions <= 30 then '21 to 30' else '31 and more' end as sessions
        from competitions
    """)
    _of_many = foretold.join(_kinds, on=["club", "competition", "season"])
    where = pl.concat(
        _of_many.group_by("method", of=pl.lit(what), group=pl.col(what))
        .agg(
            competitions=pl.struct("club", "competition", "season").n_unique(),
            share=(100 * pl.col("right").sum() / pl.col("compared").sum()).round(2),
        )
        .pivot("method", index=["of", "group", "competitions"], values="share", sort_columns=True)
        .sort("group")
        for what in ("kind", "entrants", "sessions")
    )
    where
    return (where,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## Is a ranking worth what it says?

    Entrants by how far their ranking before the session stood above that of their field, and what they scored there. On
    a line that rises evenly, a point of ranking is worth the same at the top and at the bottom; the steeper it is, the
    more the ranking says. Only sessions at matchpoints count, since other scores are no percentages.
    """)
    return


@app.cell
def _(ask):
    worth = ask("""
        with strength as (
            select club, competition, season, session_id, line, entrant, avg(ranking_before) as strength
            from raw.entries join rankings.player_rankings using (club, competition, season, session_id, player_id)
            group by all
        ), beside as (
            select score,
                strength - avg(strength) over (partition by club, competition, season, session_id, field) as above
            from scored.session_results
                join strength using (club, competition, season, session_id, line, entrant)
            where scoring = 'matchpoints' and score is not null
        )
        select 4 * round(above / 4)::int as above, count(*) as results, avg(score) as score,
            coalesce(stddev(score), 0) as spread
        from beside group by 1 having count(*) >= 10 order by 1
    """)
    worth.with_columns(pl.col("score", "spread").round(2))
    return (worth,)


@app.cell
def _(worth):
    worth_figure, _axes = plt.subplots(figsize=(8, 3.6), layout="constrained")
    _error = worth["spread"] / worth["results"].sqrt()
    _axes.errorbar(worth["above"], worth["score"], yerr=1.96 * _error, marker="o", linestyle="-", capsize=2)
    _axes.axhline(50, color="0.6", linewidth=1)
    _axes.set(
        title="What a ranking above the field is worth",
        xlabel="ranking before the session, above the mean of the field",
        ylabel="score, %",
    )
    worth_figure
    return (worth_figure,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## Do yearly ratings keep their word?

    What the higher rated player was expected to score, and scored, over all games of all clubs. Points below the line:
    differences in rating are overstated.
    """)
    return


@app.cell
def _(ask):
    calibration = ask("""
        select system, (5 * round(expected / 5.0))::int as expected, sum(games)::bigint as games,
            sum(games * scored) / sum(games) as scored
        from ratings.calibration group by 1, 2 order by 1, 2
    """)
    calibration_figure, _axes = plt.subplots(figsize=(4.6, 4), layout="constrained")
    _axes.axline((50, 50), slope=1, color="0.8", linewidth=1, zorder=0)
    for (_system,), _of_system in calibration.group_by("system", maintain_order=True):
        _sizes = 4 + 40 * _of_system["games"] / _of_system["games"].max()
        _axes.scatter(_of_system["expected"], _of_system["scored"], s=_sizes)
        _axes.plot(_of_system["expected"], _of_system["scored"], linewidth=0.8, label=_system)
    _axes.set(title="Expected, and scored", xlabel="expected, %", ylabel="scored, %", xlim=(45, 102), ylim=(30, 105))
    if calibration.height:
        _axes.legend()
    calibration_figure
    return calibration, calibration_figure


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## Are the lines well made?

    How far the lines of a competition stand apart, in rankings before the session, beside how wide each of them is.
    Lines that stand apart by less than they are wide are lines in name only: many could as well sit in the other.
    """)
    return


@app.cell
def _(ask):
    lines = ask("""
        with seated as (
            select club, competition, season, line, ranking_before
            from raw.entries join rankings.player_rankings using (club, competition, season, session_id, player_id)
        ), each_line as (
            select club, competition, season, line, avg(ranking_before) as mean, stddev(ranking_before) as width,
                count(*) as seats
            from seated group by all
        ), beside as (
            select *, lag(mean) over (partition by club, competition, season order by line) - mean as below
            from each_line
        )
        select line, count(*) as competitions, sum(seats)::bigint as seats, avg(mean) as ranking, avg(width) as width,
            avg(below) as "below the line above", avg((below < width)::int) * 100 as "closer than wide, %"
        from beside group by line order by line
    """).with_columns(pl.selectors.float().round(1))
    lines
    return (lines,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## Whom do the points go to?

    Federation points of all clubs, by scheme: how many have some, and how much of all goes to the tenth of the people
    who have most. In a scheme that rewards coming, that share is near a tenth; in one that rewards winning, far above.
    """)
    return


@app.cell
def _(ask):
    awarded = ask("""
        with placed as (
            select scheme, season, points, events,
                percent_rank() over (partition by scheme, season order by points desc) as place
            from awards.federation
        )
        select scheme, season, count(*) as people, count(*) filter (points > 0) as "with points", sum(points) as points,
            median(points) as median, max(points) as most,
            100 * coalesce(sum(points) filter (place < 0.1), 0) / nullif(sum(points), 0) as "to the first tenth, %",
            sum(points) / sum(events) as "points an event"
        from placed group by scheme, season order by scheme, season
    """).with_columns(pl.selectors.float().round(2))
    awarded
    return (awarded,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## From here

    - One club at a time: `notebooks/season_review.py`.
    - Every frame here writes itself to a file: `where.write_csv("where.csv")`.
    - This notebook is a plain Python file: edit it with `marimo edit notebooks/federation_review.py`.
    """)
    return


if __name__ == "__main__":
    app.run()
