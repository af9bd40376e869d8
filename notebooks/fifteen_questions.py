import marimo

__generated_with = "0.25.2"
app = marimo.App(width="medium", app_title="The federation: fifteen questions")

with app.setup:
    import marimo as mo
    import polars as pl

    from pipelines.machine.paths import warehouse_named
    from pipelines.warehouse import exists, opened


@app.cell(hide_code=True)
def _():
    mo.md("""
    # The federation: fifteen questions

    What a federation asks of all its clubs, in one query each. The views of `questions` have names beside ids, and each
    table and column has a comment (docs/sql.md). The warehouse shows hidden people too.
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
    ## 1. How many people play, and how many of them in several clubs?

    People, not ids: who plays in two clubs counts once, if `federation.identities` is certain of it. This counts who
    sat down in a session with results, by season. Each folder of the landing folder is a club here, so sessions in a
    folder for games between clubs count as those of one more club.
    """)
    return


@app.cell
def _(ask):
    people = ask("""
        with clubs_of as (
            select federation_season, person, count(distinct club) as clubs
            from questions.results_of_players
            group by all
        )
        select federation_season, count(*) as people, count(*) filter (clubs > 1) as in_several_clubs
        from clubs_of
        group by all
        order by all
    """)
    people
    return (people,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## 2. Who is known in several clubs, under which names and ids?

    `why` is the reason for which several ids are one person. This has everybody with ids in several clubs, over all
    seasons, whether they played there or not, so these may be more people than in question 1.
    """)
    return


@app.cell
def _(ask):
    in_several_clubs = ask("""
        select name, names, clubs, ids, why from federation.people where clubs > 1 order by clubs desc, name
    """)
    in_several_clubs
    return (in_several_clubs,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## 3. Who leads in federation points?

    The season is the federation's, over clubs that may name it in several ways.
    """)
    return


@app.cell
def _(ask):
    leaders = ask("""
        select season, scheme, "rank", name, points, clubs
        from awards.federation
        where "rank" <= 3
        order by season, scheme, "rank", name
    """)
    leaders
    return (leaders,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## 4. Who is at the top of the federation's rating list?

    The last list of all games in competitions with `[rating] of = "federation"`; empty if there are no such games.
    """)
    return


@app.cell
def _(ask):
    rated = ask("""
        select list_date, position, name, rating, change, games
        from federation.rating_list
        where list = 'ranking'
        qualify list_date = max(list_date) over ()
        order by position
        limit 10
    """)
    rated
    return (rated,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## 5. Which clubs are strong, and how sure is that?

    In percent points, from people who play in several clubs; a level is only known beside those of linked clubs.
    """)
    return


@app.cell
def _(ask):
    levels = ask("""
        select club_name, level, error, people from questions.clubs where level is not null order by level desc
    """)
    levels
    return (levels,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## 6. Who won the simultaneous events?

    All clubs that played the same deals are one field.
    """)
    return


@app.cell
def _(ask):
    events = ask("""
        select simultaneous, "rank", club, players, score
        from questions.simultaneous_events
        where "rank" <= 3
        order by simultaneous, "rank"
    """)
    events
    return (events,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## 7. How did the winners of each club do in the field of all clubs?

    `club_score` compares results within the club only.
    """)
    return


@app.cell
def _(ask):
    winners = ask("""
        select simultaneous, club, line, players, club_score, score, "rank"
        from questions.simultaneous_events
        where club_rank = 1
        order by simultaneous, "rank"
    """)
    winners
    return (winners,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## 8. Are clubs growing or shrinking?

    The mean number of players of a session, by month.
    """)
    return


@app.cell
def _(ask):
    growth = ask("""
        select club, date_trunc('month', date) as month, avg(players) as players, avg(substitutes) as substitutes
        from questions.attendance
        group by all
        order by all
    """)
    growth
    return (growth,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## 9. How many newcomers come, and do they come back?

    By the month of a person's first evening in any club; in the first month of the warehouse, everybody is new.
    """)
    return


@app.cell
def _(ask):
    newcomers = ask("""
        with seen as (
            select person, date_trunc('month', min(date)) as month, count(distinct date) as evenings
            from questions.results_of_players
            group by person
        )
        select month, count(*) as newcomers, count(*) filter (evenings > 1) as came_back, avg(evenings) as evenings
        from seen
        group by month
        order by month
    """)
    newcomers
    return (newcomers,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## 10. Who rose most, beyond chance?

    From the first full window to the last one. Chance alone gives about one person in forty a gain of more than twice
    its `error`.
    """)
    return


@app.cell
def _(ask):
    risen = ask("""
        select club, name, sessions, gain, error
        from questions.progress
        where gain > 2 * error
        order by gain / error desc
        limit 10
    """)
    risen
    return (risen,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## 11. Which are the best partnerships?

    Those of at least six sessions at matchpoints.
    """)
    return


@app.cell
def _(ask):
    partnerships = ask("""
        select club, name, partner_name, sessions, mean_score
        from questions.pairs_together
        where scoring = 'matchpoints' and sessions >= 6
        order by mean_score desc
        limit 10
    """)
    partnerships
    return (partnerships,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## 12. Do people who play in two clubs score the same in both?

    A field of another level gives other scores to the same people.
    """)
    return


@app.cell
def _(ask):
    elsewhere = ask("""
        select any_value(name) as name, club, count(*) as sessions, avg(score) as mean_score
        from questions.results_of_players
        where scoring = 'matchpoints'
        group by person, club
        qualify count(*) over (partition by person) > 1
        order by person, club
    """)
    elsewhere
    return (elsewhere,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## 13. Which ranking method predicts results best?

    The share of comparisons of two entrants that the rankings before the session put in the right order; `barometer
    contest` compares more systems, with intervals.
    """)
    return


@app.cell
def _(ask):
    methods = ask("""
        select method, sum("right") / sum(compared) as share, sum(compared) as compared
        from rankings.backtest
        group by method
        order by share desc
    """)
    methods
    return (methods,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## 14. Who are the champions?

    As the championships stand now.
    """)
    return


@app.cell
def _(ask):
    champions = ask("""
        select club, competition, season, championship, players, average
        from questions.champions
        where "rank" = 1
        order by all
    """)
    champions
    return (champions,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## 15. Whose files need work?

    Findings by kind, the errors first.
    """)
    return


@app.cell
def _(ask):
    faults = ask("""
        select club, severity, code, times, message from questions.needs_fixing order by severity, times desc, club
    """)
    faults
    return (faults,)


if __name__ == "__main__":
    app.run()
