import marimo

__generated_with = "0.25.2"
app = marimo.App(width="medium", app_title="Hands: ten questions")

with app.setup:
    import duckdb
    import marimo as mo
    import matplotlib.pyplot as plt
    import pandas as pd
    import polars as pl

    from pipelines.machine.paths import warehouse_named
    from pipelines.warehouse import exists, opened

    plt.style.use("pipelines.reports.charts.barometer")
    plt.rcParams.update({"axes.titlelocation": "left"})


@app.cell(hide_code=True)
def _():
    mo.md("""
    # Hands: ten questions

    What did the cards allow, and what was made of them? **Double dummy** is what a contract makes when all four hands
    are open and nobody errs; **par** is the score when both sides bid so too. Nobody sees all hands at the table, so a
    single board says little about a player: all answers below are about many boards, and say how many.

    The files of many clubs carry the deals. Where they have no double-dummy tables, `barometer deals solve` makes them.
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
    _is_there = warehouse.sql("""
        select count(*) from information_schema.tables where table_schema = 'deals' and table_name = 'lines'
    """).fetchall() == [(1,)]
    _nothing = mo.md("""
    No season here has deals with double-dummy tables, so there is nothing to ask yet. Deals are read from PBN files
    and Bridgemate files, and from files of deals beside the results; then `barometer deals solve`, and build again.
    """)
    mo.stop(not _is_there, _nothing)
    seasons = warehouse.sql("""
        select club_name || ', ' || competition_name || ', ' || season as title, club, competition, season
        from raw.competitions
        semi join deals.lines using (club, competition, season)
        order by title
    """).pl()
    mo.stop(seasons.is_empty(), _nothing)
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

    lines = ask("""
        select *, try_cast(contract[1] as integer) as level, contract[2] as strain, declarer in ('N', 'S') as by_ns,
            if(declarer in ('N', 'S'), 1, -1) as sign
        from deals.lines natural join here
        where declarer is not null and tricks is not null
    """).pl()
    known = ask("""
        select count(distinct deal_id) as deals, count(*) as results, count(distinct session_id) as sessions,
            count(lead) as "leads known"
        from deals.lines natural join here
    """).pl()
    known
    return ask, known, lines


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## 1. Who gains most as declarer?

    Tricks won beyond double dummy on the boards that a player declared. The bars reach as far as chance easily does:
    whose bar crosses the mean of all players may well be an average declarer. Players with fewer than twenty boards are
    left out.
    """)
    return


@app.cell
def _(ask):
    declarers = ask("""
        select coalesce(name, player_id) as player, declared as boards, round(declarer_gained, 2) as "tricks gained",
            round(2 * declarer_sd / sqrt(declared), 2) as "give or take"
        from deals.players natural join here
        left join raw.players using (club, competition, player_id)
        where declared >= 20
        order by declarer_gained desc, player_id
    """).pl()
    declarers
    return (declarers,)


@app.cell
def _(declarers, lines):
    _first = declarers.head(12).reverse()
    declarers_figure, _axes = plt.subplots(figsize=(8, 0.8 + 0.28 * max(3, _first.height)), layout="constrained")
    _axes.axvline(lines["gained"].mean() or 0, color="0.7", linewidth=1, zorder=0)
    _axes.errorbar(_first["tricks gained"], _first["player"], xerr=_first["give or take"], fmt="o")
    _axes.set(title="The declarers who gain most; the line is the mean of all", xlabel="tricks a board")
    declarers_figure
    return (declarers_figure,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## 2. Which partnership defends best?

    Defence is the work of two, so it is asked of partnerships. Tricks that the defence won beyond double dummy; below
    zero is usual, since defenders see less of their cards than declarer of his or hers.
    """)
    return


@app.cell
def _(ask):
    defenders = ask("""
        select coalesce(a.name, p.player_id) || ' & ' || coalesce(b.name, p.partner_id) as pair, defended as boards,
            round(defence_gained, 2) as "tricks gained", round(2 * defence_sd / sqrt(defended), 2) as "give or take"
        from (from deals.partnerships natural join here) p
        left join raw.players a using (club, competition, player_id)
        left join raw.players b on (p.club, p.competition, p.partner_id) = (b.club, b.competition, b.player_id)
        where defended >= 20
        order by defence_gained desc, pair
        limit 10
    """).pl()
    defenders
    return (defenders,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## 3. At which level does declarer have the better of it?

    In thirty million hands played online, declarers won 0.1 tricks a board more than double dummy: 0.37 more at level
    one, where the defence knows least, and 0.09 fewer in slams, where there is least to gain. How is it here?
    """)
    return


@app.cell
def _(lines):
    levels = (
        lines.group_by("level")
        .agg(
            boards=pl.len(),
            gained=pl.col("gained").mean(),
            off=2 * pl.col("gained").std() / pl.len().sqrt(),
        )
        .sort("level")
    )
    levels.with_columns(pl.col("gained", "off").round(2))
    return (levels,)


@app.cell
def _(levels):
    levels_figure, _axes = plt.subplots(figsize=(8, 3), layout="constrained")
    _axes.axhline(0, color="0.7", linewidth=1, zorder=0)
    _axes.errorbar(levels["level"], levels["gained"], yerr=levels["off"].fill_null(0), fmt="o")
    _axes.set(
        title="Tricks that declarers win beyond double dummy", xlabel="level of the contract", ylabel="tricks a board"
    )
    levels_figure
    return (levels_figure,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## 4. Does the field bid games too often?

    Of the games that were bid: how many can be made, and how many were? And how many part scores were played where the
    side could have made a game? At matchpoints a game pays where it is made more often than not; at IMPs from 45 %,
    vulnerable from 38 %.
    """)
    return


@app.cell
def _(ask):
    games = ask("""
        select kind, sum(bid) as bid, round(100 * sum(can_be_made) / sum(bid), 1) as "can be made, %",
            round(100 * sum(made) / sum(bid), 1) as "were made, %",
            round(100 * sum(more_was_there) / sum(bid), 1) as "a higher kind was there, %"
        from questions.levels_bid natural join here
        group by kind
        order by array_position(['part score', 'game', 'small slam', 'grand slam'], kind)
    """).pl()
    games
    return (games,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## 5. What does a slam bid bring?

    The slams that were bid, beside what the same tricks would have brought in game. The difference is in points of the
    score, for the side that bid the slam.
    """)
    return


@app.cell
def _(ask):
    _slams: pd.DataFrame = ask("""
        with of_sides as (
            select *, try_cast(contract[1] as integer) as level, contract[2] as strain,
                if(declarer in ('N', 'S'), 1, -1) as sign, declarer in ('N', 'S') as by_ns
            from deals.lines natural join here
            join raw.deals using (club, competition, season, session_id, board, deal_id)
            where contract[1] in ('6', '7') and tricks is not null and contract not like '%X'
        )
        select *, vulnerable = 'both' or vulnerable = if(by_ns, 'ns', 'ew') as is_vulnerable from of_sides
    """).df()
    _game = _slams["strain"].map({"N": 3, "S": 4, "H": 4, "D": 5, "C": 5})
    _trick = _slams["strain"].map({"D": 20, "C": 20}).fillna(30)
    _first = (_slams["strain"] == "N") * 10
    _bonus = _slams["is_vulnerable"].map({True: 500, False: 300}).astype(float)
    _won = _slams["tricks"].astype(float)
    _in_game = _bonus + _first + _trick * (_won - 6)
    _lost = (_won - _game - 6) * _slams["is_vulnerable"].map({True: 100, False: 50}).astype(float)
    _slams["brought"] = _slams["sign"] * _slams["score"]
    _slams["in game"] = _in_game.where(_won >= _game + 6, _lost)
    _slams["gain"] = _slams["brought"] - _slams["in game"]
    _slams["made"] = (_won >= _slams["level"] + 6).map({True: "made", False: "failed"})
    _slams["slam"] = _slams["level"].map({6: "small", 7: "grand"})
    slams = (
        _slams.groupby(["slam", "made"])[["brought", "in game", "gain"]]
        .mean()
        .round(0)
        .join(_slams.groupby(["slam", "made"]).size().rename("bid"))
        .reset_index()
    )
    slam_gain = float(_slams["gain"].mean()) if len(_slams) else None
    slams
    return slam_gain, slams


@app.cell(hide_code=True)
def _(slam_gain):
    mo.md(
        "No slam was bid undoubled."
        if slam_gain is None
        else f"All slams together: {slam_gain:+.0f} points a slam against stopping in game."
    )
    return


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## 6. Which leads work?

    Where the files tell the card led: how many tricks the defence won beyond double dummy, by the suit led (or trumps)
    and by the card. A lead is chosen for the hand one has, so this compares hands as much as leads.
    """)
    return


@app.cell
def _(ask):
    _led: pd.DataFrame = ask("""
        select lead, contract, -gained as defence from deals.lines natural join here
        where lead is not null and gained is not null
    """).df()
    _trumps = _led["lead"].str[0] == _led["contract"].str[1]
    _led["against"] = _led["contract"].str[1].map(lambda strain: "no trump" if strain == "N" else "a suit")
    _honours = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten"}
    _led["card"] = _led["lead"].str[1].map(_honours).fillna("small card")
    _led.loc[_trumps, "card"] = "trump"
    leads = (
        _led.groupby(["against", "card"])["defence"]
        .agg(["size", "mean"])
        .rename(columns={"size": "boards", "mean": "tricks gained"})
        .round(2)
        .reset_index()
        .sort_values(["against", "tricks gained", "card"], ascending=[True, False, True])
    )
    leads if len(leads) else mo.md("The files of this season tell no leads.")
    return (leads,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## 7. Do no trumps pay better than a suit?

    What declarer's side scored by the strain of the contract: the mean tricks gained, how often the contract was made,
    and how often it could be.
    """)
    return


@app.cell
def _(lines):
    strains = (
        lines.with_columns(
            played=pl.col("strain").replace_strict(
                {"N": "no trump", "S": "a major", "H": "a major", "D": "a minor", "C": "a minor"}
            ),
            made=pl.col("tricks") >= pl.col("level") + 6,
            can=pl.col("double_dummy_tricks") >= pl.col("level") + 6,
        )
        .group_by("played")
        .agg(
            boards=pl.len(),
            gained=pl.col("gained").mean().round(2),
            made=(100 * pl.col("made").mean()).round(1),
            can=(100 * pl.col("can").mean()).round(1),
        )
        .rename({"gained": "tricks gained", "made": "made, %", "can": "can be made, %"})
        .sort("played")
    )
    strains
    return (strains,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## 8. How near to par does the field play?

    The score of each result less par, seen from North-South. Most of a club's results lie within a few tricks of
    par; the long arms are games and slams that one side had and did not bid, and doubled contracts.
    """)
    return


@app.cell
def _(ask):
    from_par = ask("select par_difference from deals.lines natural join here where par_difference is not null").pl()
    par_figure, _axes = plt.subplots(figsize=(8, 3), layout="constrained")
    _axes.hist(from_par["par_difference"].clip(-1500, 1500), bins=range(-1500, 1501, 100))
    _axes.set(title="How far results lie from par", xlabel="score less par, for North-South", ylabel="results")
    par_figure
    return from_par, par_figure


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## 9. On which boards was most left on the table?

    The boards on which the field stayed furthest from par on average, to either side: the ones to talk about over a
    drink. The best contract is the one that double dummy knows, not the one that anybody should have bid.
    """)
    return


@app.cell
def _(ask):
    far_boards = ask("""
        select s."date", board, count(*) as results, round(avg(par_difference)) as "mean difference, for NS",
            any_value(par_contracts) as par
        from deals.lines natural join here
        join raw.sessions s using (club, competition, season, session_id)
        join raw.deals using (club, competition, season, session_id, board, deal_id)
        join deals.par using (club, competition, season, deal_id, dealer, vulnerable)
        where par_difference is not null
        group by session_id, s."date", board, deal_id
        order by abs(avg(par_difference)) desc, session_id, board
        limit 10
    """).pl()
    far_boards
    return (far_boards,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## 10. Does doubling pay?

    Contracts that were doubled, and those of the same level that were not: how often they failed, and how often they
    had to. Who doubles only what fails doubles too seldom.
    """)
    return


@app.cell
def _(ask):
    doubles = ask("""
        select if(contract like '%X', 'doubled', 'undoubled') as contracts, count(*) as played,
            round(100 * avg((tricks < try_cast(contract[1] as integer) + 6)::int), 1) as "failed, %",
            round(100 * avg((double_dummy_tricks < try_cast(contract[1] as integer) + 6)::int), 1) as "had to fail, %",
            round(avg(if(declarer in ('N', 'S'), -score, score))) as "mean for the defence"
        from deals.lines natural join here
        where tricks is not null and declarer is not null
        group by all
        order by contracts
    """).pl()
    doubles
    return (doubles,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## From here

    - `deals.lines` has a row for each result beside its deal, `deals.double_dummy` the twenty numbers of tricks, and
      `deals.par` par for each dealer and vulnerability: `docs/deals.md`.
    - `questions.tricks_of_players`, `questions.levels_bid` and `questions.opening_leads` are views for the commonest of
      these questions, of all clubs: `docs/sql.md`.
    """)
    return


if __name__ == "__main__":
    app.run()
