import marimo

__generated_with = "0.25.2"
app = marimo.App(width="medium", app_title="Federation review")

with app.setup:
    import marimo as mo
    import matplotlib.pyplot as plt
    import numpy as np
    import polars as pl

    from pipelines.machine.paths import warehouse_named
    from pipelines.warehouse import exists, opened
    from transforms.tables.schemas import METHODS

    plt.style.use("pipelines.reports.charts.barometer")
    plt.rcParams["axes.titlelocation"] = "left"


@app.cell(hide_code=True)
def _():
    mo.md("""
    # All clubs in review

    What a federation wants to know of its clubs, and no club can tell by itself: which ranking method predicts results
    best, and where? Is a ranking worth the same everywhere? Are lines well made? Whom do the points go to?

    Everything is asked of the warehouse of a build, in SQL, so that a country takes seconds. Nobody is named: clubs are
    compared, not people. `make federation-review` writes this as a page that reads without a network.
    """)
    return


@app.cell
def _(awarded, calibration, lines, methods, worth):
    _best, *_others = methods.iter_rows(named=True)
    _how = "did best here" if _best["from, %"] is None else "predicts results best"
    if _best["from, %"] is None:
        _apart = "Fewer than five competitions do not tell whether that is more than chance"
    else:
        _near = ", ".join(_other["method"] for _other in _others if _other["to, %"] >= _best["from, %"])
        _apart = f"The clubs do not tell it from {_near}" if _near else "No other comes near"
    _said = [
        f"**{_best['method'].capitalize()}** {_how}: right for {_best['right, %']:.1f} % of {_best['pairs']:,} pairs of"
        f" entrants, where guessing is right for 50 %. {_apart}."
    ]
    if worth.height > 1:
        _slope, _ = np.polyfit(worth["above"], worth["score"], 1, w=worth["results"].sqrt())
        _said.append(f"Ten points of **ranking** above the field were worth {10 * _slope:.1f} % of score.")
    for (_system,), _of_system in calibration.group_by("system", maintain_order=True):
        _games = _of_system["games"].sum()
        _due, _made = (_of_system[_what].dot(_of_system["games"]) / _games for _what in ("expected, %", "scored, %"))
        _said.append(f"**Ratings** ({_system}): {_due:.1f} % were expected, {_made:.1f} % scored, in {_games:,} games.")
    for _line, _share in lines.select("line", "closer than wide, %").drop_nulls().iter_rows():
        _said.append(f"**Line {_line}** is closer to the line above than it is wide in {_share:.0f} % of competitions.")
    _shares = awarded.select("scheme", "season", "to the first tenth, %").drop_nulls()
    for _scheme, _season, _share in _shares.iter_rows():
        _said.append(f"The tenth of the people who have most have {_share:.0f} % of **{_scheme}** points of {_season}.")
    mo.md("## In short\n\n" + "\n".join(f"- {_sentence}" for _sentence in _said))
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

    What is in the warehouse, season by season. Results are result lines, one a board and table; players are people who
    sat down at least once, counted in each club.
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
    ## Which rating system predicts best

    Of 100 comparisons of two entrants, how many each system of the contest puts in the right order (`docs/contest.md`).
    The first 15 evenings of a competition are for learning, so a short season has no contest.
    """)
    return


@app.cell
def _(ask):
    systems = ask("""
        select system, sum(number)::bigint as comparisons, sum(number * value) / sum(number) as "right, %"
        from strength.contest where who = 'all' and measure = 'ordered'
        group by system order by 3 desc, system
    """)
    systems
    return (systems,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## Which method predicts results best?

    Before every session, each method has a ranking of everybody. Of two entrants of one field, the one with the higher
    ranking should have the better score: the **share** of such pairs that came out so, where guessing is right
    for half of them. The range is what nine draws in ten bring when the competitions are drawn again, with repetition:
    where two ranges overlap, the clubs do not tell the methods apart, and fewer than five competitions have none.
    **Best in** counts the competitions in which no method was right more often. Below, a box holds the middle half of
    the competitions, with a line at their median, and the whiskers nine in ten; each dot is one. 50 % is guessing.
    """)
    return


@app.cell
def _(ask):
    foretold = ask("""
        select club, competition, season, method, compared, "right", share
        from rankings.backtest where compared > 0
        order by club, competition, season, method
    """)
    mo.stop(
        foretold.is_empty(), mo.md("There is nothing to compare yet: there must be two sessions with the same players.")
    )
    _key = ["club", "competition", "season"]
    _right, _compared = (
        foretold.pivot("method", index=_key, values=column).drop(_key).fill_null(0) for column in ("right", "compared")
    )
    _random = np.random.default_rng(1)
    _drawn = _random.multinomial(_right.height, np.full(_right.height, 1 / _right.height), size=1000)
    _shares = (_drawn @ _right.to_numpy()) / (_drawn @ _compared.to_numpy())
    _low, _high = np.quantile(_shares, [0.05, 0.95], axis=0)
    _ranges = pl.DataFrame({"method": _right.columns, "from, %": 100 * _low, "to, %": 100 * _high})
    _best = foretold.filter(pl.col("share") == pl.col("share").max().over(_key)).group_by("method").len("best in")
    methods = (
        foretold.group_by("method")
        .agg(pl.col("compared").sum().alias("pairs"), pl.col("right").sum().alias("right, %"))
        .with_columns(pl.col("right, %") * 100 / pl.col("pairs"))
        .join(_ranges.filter(pl.lit(_right.height >= 5)), on="method", how="left")
        .join(_best, on="method", how="left")
        .select("method", "pairs", pl.col("right, %", "from, %", "to, %").round(1), pl.col("best in").fill_null(0))
        .sort("right, %", "method", descending=[True, False])
    )
    methods
    return foretold, methods


@app.cell
def _(foretold, methods):
    methods_figure, _axes = plt.subplots(figsize=(8, 3.4), layout="constrained")
    _names = methods["method"].to_list()
    _shares = [100 * foretold.filter(method=_name)["share"] for _name in _names]
    _axes.boxplot(_shares, tick_labels=_names, orientation="horizontal", whis=(5, 95), showfliers=False)
    for _row, _dots in enumerate(_shares, 1):
        _axes.plot(_dots, [_row] * len(_dots), "o", color="C0", alpha=max(0.04, 0.6 / len(_dots)))
    _axes.axvline(50, color="0.6", linewidth=1, linestyle="--")
    _axes.invert_yaxis()
    _axes.set(title="How each method did over all competitions", xlabel="pairs predicted right, %")
    methods_figure
    return (methods_figure,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## And where?

    The same by the kind of sessions, the entrants in a session, and how many sessions there were: the pairs
    predicted right, in %. Each row is of the competitions of that kind or with that many; the best method of a row is
    no advice where the others are as near as above. Below, competition by competition, those with most to compare.
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
        _of_many.group_by("method", by=pl.lit(what), which=pl.col(what))
        .agg(
            competitions=pl.struct("club", "competition", "season").n_unique(),
            share=(100 * pl.col("right").sum() / pl.col("compared").sum()).round(1),
        )
        .pivot("method", index=["by", "which", "competitions"], values="share", sort_columns=True)
        .sort("which")
        for what in ("kind", "entrants", "sessions")
    )
    _best = [max(METHODS, key=lambda name: row.get(name) or 0) for row in where.iter_rows(named=True)]
    where.with_columns(best=pl.Series(_best, dtype=pl.String))
    return (where,)


@app.cell
def _(foretold):
    _key = ["club", "competition", "season"]
    _most = foretold.group_by(_key).agg(pl.col("compared").max()).sort(-pl.col("compared"), *_key).head(24)
    _shown = foretold.join(_most, on=_key, how="semi").with_columns(
        share=100 * pl.col("share"), mean=pl.col("share").mean().over(_key), name=pl.concat_str(_key, separator=", ")
    )
    if _shown["club"].n_unique() == _shown.select(_key).n_unique():
        _shown = _shown.with_columns(name="club")
    _ends = _shown.group_by("name", "mean").agg(low=pl.min("share"), high=pl.max("share")).sort("mean", "name")
    _names = _ends["name"].to_list()
    clubs_figure, _axes = plt.subplots(figsize=(8, 1.5 + 0.3 * len(_names)), layout="constrained")
    _axes.hlines(range(len(_names)), _ends["low"], _ends["high"], color="0.6", linewidth=1, zorder=1)
    for _nth, ((_method,), _of_method) in enumerate(_shown.sort("method").group_by("method", maintain_order=True)):
        _rows = [_names.index(_name) + 0.12 * (_nth - (len(METHODS) - 1) / 2) for _name in _of_method["name"]]
        _axes.plot(_of_method["share"], _rows, "o", label=_method)
    _axes.axvline(50, color="0.6", linewidth=1, linestyle="--")
    _axes.set(title="Club by club", xlabel="pairs predicted right, %", yticks=range(len(_names)), yticklabels=_names)
    clubs_figure.legend(loc="outside lower center", ncols=4, handletextpad=0.1)
    clubs_figure
    return (clubs_figure,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## Is a ranking worth what it says?

    Entrants by how far their ranking before the session stood above that of their field, and what they scored there. On
    a line that rises evenly, a point of ranking is worth the same at the top and at the bottom; the steeper it is, the
    more the ranking says. Only sessions at matchpoints count, since other scores are no percentages.
    A bar is where the true mean lies in nineteen cases of twenty: the fewer results, the longer.
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
        select 4 * round(above / 4)::int as above, count(*) as results, round(avg(score), 1) as score,
            round(coalesce(stddev(score), 0), 1) as spread
        from beside group by 1 having count(*) >= 10 order by 1
    """)
    worth.rename({"above": "ranking above the field", "score": "mean score, %", "spread": "spread of scores, %"})
    return (worth,)


@app.cell
def _(worth):
    worth_figure, _axes = plt.subplots(figsize=(8, 3.8), layout="constrained")
    _error = worth["spread"] / worth["results"].sqrt()
    _axes.errorbar(worth["above"], worth["score"], yerr=1.96 * _error, marker="o", linestyle="-", capsize=2)
    _axes.axhline(50, color="0.6", linewidth=1, linestyle="--")
    _axes.set(
        title="What a ranking above the field is worth",
        xlabel="points of ranking above the mean of the field",
        ylabel="score, %",
    )
    worth_figure
    return (worth_figure,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## Do yearly ratings keep their word?

    What the higher rated player was expected to score by both ratings, and scored, over all games of all clubs, in
    steps of 5 %. Points below the line: differences in rating are overstated. The larger a point, the more games; what
    few games bring may lie anywhere.
    """)
    return


@app.cell
def _(ask):
    calibration = ask("""
        select system, sum(games)::bigint as games, round(sum(games * expected) / sum(games), 1) as "expected, %",
            round(sum(games * scored) / sum(games), 1) as "scored, %"
        from ratings.calibration group by system, round(expected / 5.0) order by system, "expected, %"
    """).with_columns((pl.col("scored, %") - pl.col("expected, %")).round(1).alias("above expected, %"))
    calibration
    return (calibration,)


@app.cell
def _(calibration):
    mo.stop(calibration.is_empty())
    calibration_figure, _axes = plt.subplots(figsize=(8, 4.6), layout="constrained")
    _axes.axline((50, 50), slope=1, color="0.6", linewidth=1, linestyle="--", zorder=0)
    for (_system,), _of_system in calibration.group_by("system", maintain_order=True):
        _sizes = 10 + 120 * _of_system["games"] / _of_system["games"].max()
        _axes.scatter(_of_system["expected, %"], _of_system["scored, %"], s=_sizes)
        _axes.plot(_of_system["expected, %"], _of_system["scored, %"], linewidth=0.8, label=_system)
    _axes.set(title="What the higher rated scored", xlabel="expected, %", ylabel="scored, %", xlim=(47, 102))
    _axes.set_ylim(min(45, calibration["scored, %"].min() - 3), 103)
    _axes.legend(title="rating system", loc="upper left")
    calibration_figure
    return (calibration_figure,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## Are the lines well made?

    How far the lines of a competition stand apart, in rankings before the session, beside how wide each of them is (one
    standard deviation of the rankings on it), in points of ranking, as means over competitions. Lines that stand apart
    by less than they are wide are lines in name only: many could as well sit in the other.
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
        select line, count(*) as competitions, sum(seats)::bigint as "seats taken", avg(mean) as ranking,
            avg(width) as width, avg(below) as "below the line above",
            avg((below < width)::int) * 100 as "closer than wide, %"
        from beside group by line order by line
    """).with_columns(pl.selectors.float().round(1))
    lines
    return (lines,)


@app.cell
def _(lines):
    lines_figure, _axes = plt.subplots(figsize=(8, 1.4 + 0.45 * lines.height), layout="constrained")
    _axes.errorbar(lines["ranking"], range(lines.height), xerr=lines["width"], fmt="o", markersize=7, capsize=4)
    _axes.set(title="Where two bars overlap, so do the lines", xlabel="ranking: mean and width", ylabel="line")
    _axes.set_yticks(range(lines.height), lines["line"])
    _axes.set_ylim(lines.height - 0.5, -0.5)
    lines_figure
    return (lines_figure,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## Whom do the points go to?

    Federation points of all clubs, by scheme: how many have some, and how much of all goes to the tenth of the people
    who have most. In a scheme that rewards coming, that share is near a tenth; in one that rewards winning, far above.
    Points of two schemes are of another worth: compare shares. On the broken line everybody would have the same.
    """)
    return


@app.cell
def _(ask):
    awarded = ask("""
        with placed as (
            select scheme, season, points, events,
                ntile(10) over (partition by scheme, season order by points desc, person) as tenth
            from awards.federation
        )
        select scheme, season, count(*) as people, count(*) filter (points > 0) as "with points",
            round(sum(points)) as "points in all", median(points) as "median a person",
            max(points) as "most of a person",
            100 * coalesce(sum(points) filter (tenth = 1), 0) / nullif(sum(points), 0) as "to the first tenth, %",
            sum(points) / sum(events) as "points an event"
        from placed group by scheme, season order by scheme, season
    """).with_columns(pl.selectors.float().round(2))
    awarded
    return (awarded,)


@app.cell
def _(ask):
    shared = ask("""
        with placed as (
            select scheme, season, points,
                ntile(10) over (partition by scheme, season order by points desc, person) as tenth
            from awards.federation
        ), tenths as (
            select scheme, season, tenth, sum(points) as points from placed group by all
        )
        select scheme, season, tenth, 100 * sum(points) over (partition by scheme, season order by tenth)
            / nullif(sum(points) over (partition by scheme, season), 0) as share
        from tenths order by all
    """)
    mo.stop(shared.is_empty())
    awards_figure, _axes = plt.subplots(figsize=(8, 4.2), layout="constrained")
    _axes.axline((0, 0), (100, 100), color="0.6", linewidth=1, linestyle="--", zorder=0)
    for (_scheme, _season), _of_scheme in shared.group_by("scheme", "season", maintain_order=True):
        _steps = [0, *(10 * _of_scheme["tenth"])], [0, *_of_scheme["share"]]
        _axes.plot(*_steps, marker=".", label=f"{_scheme}, {_season}")
    _axes.set(title="How much of all points goes to how many", xlim=(-1, 101), ylim=(0, 103))
    _axes.set(xlabel="people, those with most points first, %", ylabel="their part of all points, %")
    _axes.legend(title="scheme, season", loc="lower right")
    awards_figure
    return awards_figure, shared


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
