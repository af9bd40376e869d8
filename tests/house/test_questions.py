"""What the DuckDB file says of itself: comments, keys, and views that answer what analysts ask."""

import math
from collections.abc import Iterator
from pathlib import Path

import duckdb
import polars as pl
import pytest
from factories import frame
from intake.evenings import Row

from pipelines.building.solving.store import solved_tables
from pipelines.cli.simulate import simulate_landing
from pipelines.intake.landing.gathered import RAW
from pipelines.intake.landing.raw_tables import read_landing
from pipelines.settings.scoring import profile_table
from pipelines.warehouse import Warehouse
from pipelines.warehouse.column_words import column_words, table_words
from pipelines.warehouse.questions import NATURAL, QUESTIONS
from pipelines.warehouse.statements import Stream
from transforms.season import MADE, season_tables
from transforms.tables.schemas import VIEWS, WAREHOUSE, BoardScores, Entries, Players, Sessions
from transforms.tables.shared import natural, words_allowed


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A season of one club with deals and, on all boards, one lead, described twice: then there is nothing to say."""
    folder = tmp_path_factory.mktemp("questions")
    landing, path = simulate_landing(folder / "landing", sessions=4, pairs=16, boards=10), folder / "warehouse.duckdb"
    nothing = {name: WAREHOUSE[f"raw.{name}"].create_empty() for name in RAW}
    raw = {f"raw.{name}": rows for name, rows in read_landing(landing, nothing).items()}
    raw["raw.results"] = raw["raw.results"].with_columns(lead=pl.lit("SA"))
    raw["raw.competitions"] = raw["raw.competitions"].with_columns(window=pl.lit(2, pl.Int32))
    wanted = [table for table in MADE if table.startswith(("scored.", "deals.", "rankings.p", "championships."))]
    with Warehouse(path) as warehouse:
        for name, rows in {
            **raw,
            **season_tables({**raw, "solved": solved_tables(None, ()), "profiles": profile_table()}, wanted),
        }.items():
            warehouse.write(name, rows)
        warehouse.describe()
        warehouse.describe()
    return path


@pytest.fixture
def connection(file: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect(str(file), read_only=True) as connection:
        yield connection


def test_everything_in_the_file_says_what_it_is(connection: duckdb.DuckDBPyConnection) -> None:
    for kind in ("tables", "views"):
        rows = connection.sql(f"from duckdb_{kind}()").pl().filter(~pl.col("internal"))
        assert rows.height >= len(WAREHOUSE) - len(VIEWS)
        assert rows.filter(pl.col("comment").fill_null("") == "").is_empty()
    columns = connection.sql("select * from duckdb_columns() where not internal and schema_name <> 'questions'").pl()
    of_people = {name for name, of in WAREHOUSE.items() if {"club", "player_id"} <= {*of.column_names()}}
    own = {name for name, of in WAREHOUSE.items() if "person" in of.column_names()}
    is_person, is_view = pl.col("column_name") == "person", pl.col("schema_name") != "stored"
    with_person = columns.filter(is_person, is_view).select(pl.concat_str("schema_name", "table_name", separator="."))
    assert set(with_person.to_series()) == of_people | own
    added = len(of_people - own)
    assert columns.height == added + sum(len(s.column_names()) * (1 if n in VIEWS else 2) for n, s in WAREHOUSE.items())
    assert columns.filter(pl.col("comment").fill_null("") == "").is_empty()
    asked = connection.sql("select * from duckdb_columns() where schema_name = 'questions'").pl()
    assert set(asked["table_name"]) == set(QUESTIONS)
    assert asked.filter(pl.col("comment").fill_null("") == "").is_empty()
    assert asked.filter(pl.col("comment").str.contains("tricks|ranking points|standard deviation")).height > 10
    said = columns.filter(schema_name="scored", table_name="board_scores").select("column_name", "comment").rows()
    assert dict(said) == column_words(WAREHOUSE["scored.board_scores"])


def test_what_is_said_needs_no_source_code(connection: duckdb.DuckDBPyConnection) -> None:
    """No module, no class of a schema and no constant is named: what they would say is said."""
    said = connection.sql("""
        select comment from duckdb_columns() where not internal union all select comment from duckdb_tables()
        union all select comment from duckdb_views() where not internal
    """).pl()["comment"]
    schemas = "|".join(rf"\b{schema.__name__}\b" for schema in WAREHOUSE.values() if len(schema.__name__) > 12)
    assert said.filter(said.str.contains(rf"\.py\b|`[A-Z]+_[A-Z_]+`|{schemas}|`[A-Z][a-z]+[A-Z]\w+`")).to_list() == []


def test_names_that_need_quotes_are_named(connection: duckdb.DuckDBPyConnection) -> None:
    guide = (Path(__file__).resolve().parents[2] / "docs" / "sql.md").read_text(encoding="utf-8")
    needed = set()
    for name, schema in WAREHOUSE.items():
        for column in schema.column_names():
            try:
                connection.sql(f"select {column} from {name} limit 0")  # noqa: S608 - names of ours
            except duckdb.ParserException:
                needed.add(column)
    assert needed == {"by", "end", "only", "right", "table", "window"}
    assert all(f'`"{column}"`' in guide for column in needed)


def test_values_of_a_column_of_words_are_spelt_out(connection: duckdb.DuckDBPyConnection) -> None:
    said = connection.sql("select schema_name || '.' || table_name, column_name, comment from duckdb_columns()")
    comments = {(table, column): comment for table, column, comment in said.fetchall()}
    spelt_out = 0
    for name, schema in WAREHOUSE.items():
        for column, kind in schema.columns().items():
            for word in words_allowed(kind):
                assert word in comments[name, column], (name, column)
                spelt_out += 1
    assert spelt_out > 150


def test_a_key_is_kept_by_the_file_or_named_in_its_comment(connection: duckdb.DuckDBPyConnection) -> None:
    found = connection.sql(
        "select table_name, constraint_column_names from duckdb_constraints() where constraint_type = 'PRIMARY KEY'"
    ).fetchall()
    assert {name for name, _ in found} >= {"raw.sessions", "raw.competitions", "operations.steps"}
    for name, key in found:
        assert list(key) == WAREHOUSE[name].primary_key()
    for schema in WAREHOUSE.values():
        if schema.primary_key():
            assert f"Each once: {', '.join(schema.primary_key())}." in table_words(schema)
        else:
            assert table_words(schema).endswith("No key: rows may be equal.")


KEYS = [pl.lit("-").alias(name) for name in ("club", "competition", "season")]


def answer_of(question: str, *given: tuple[str, pl.DataFrame]) -> pl.DataFrame:
    """The answer to a question, from just these tables."""
    with duckdb.connect() as connection:
        for name, rows in given:
            connection.sql(f"create schema if not exists {name.partition('.')[0]}")
            connection.register("rows", Stream(rows))
            connection.execute(f"create table {name} as from rows")
        return connection.sql(QUESTIONS[question].sql).pl()


def test_equal_rankings_share_a_rank() -> None:
    """0.1 + 0.2 and 0.3 are other floats, and the same ranking: bob is not above ann."""
    rankings = {"ann": 0.3, "bob": 0.1 + 0.2, "cy": 0.2, "di": 0.4}
    assert rankings["bob"] > rankings["ann"]
    of_players = pl.DataFrame({"player_id": rankings.keys(), "ranking": rankings.values()})
    rows = of_players.select(*KEYS, "player_id", "ranking", session_id=pl.lit("1"), date=pl.date(2025, 9, 2))
    played = ("rankings.player_rankings", rows.with_columns(sessions_counted=1, person="player_id"))
    names = ("raw.players", of_players.select(*KEYS[:2], "player_id", name="player_id"))
    standing = answer_of("standings_now", played, names)
    assert standing.select("player_id", "rank").rows() == [("di", 1), ("ann", 2), ("bob", 2), ("cy", 4)]


def test_progress_is_from_full_window_to_full_window_with_its_error() -> None:
    """Windows of two sessions: those of ann share one; cy filled one window and played no more, so has no row."""
    earned = {"ann": [60.0, 80.0, 90.0], "bob": [50.0, 54.0, 51.0, 61.0], "cy": [90.0, 90.0]}
    rows = [
        (player, str(session), session, points, sum(of[max(0, session - 1) : session + 1]) / 2, min(session + 1, 2))
        for player, of in earned.items()
        for session, points in enumerate(of)
    ]
    columns = ("player_id", "session_id", "date", "points", "ranking", "sessions_counted")
    played = pl.DataFrame(rows, columns, orient="row").with_columns(*KEYS, date=pl.date(2025, 9, 1), person="player_id")
    found = answer_of(
        "progress",
        ("rankings.player_rankings", played.drop("points")),
        ("rankings.ranking_points", played.select(*KEYS, "player_id", "session_id", "points")),
        ("raw.competitions", pl.select(*KEYS, window=2)),
        ("raw.players", played.select(*KEYS[:2], "player_id", name="player_id").unique()),
    )
    errors = math.sqrt(1 * (20**2 + 10**2) / 2) / 2, math.sqrt(2 * (4**2 + 3**2 + 10**2) / 3) / 2
    assert found.select("name", "sessions", "first", "last", "gain", pl.col("error").round(9)).rows() == [
        ("ann", 3, 70.0, 85.0, 15.0, round(errors[0], 9)),
        ("bob", 4, 52.0, 56.0, 4.0, round(errors[1], 9)),
    ]


def test_columns_must_have_values_where_the_schema_says_so(connection: duckdb.DuckDBPyConnection) -> None:
    found = connection.sql(
        "select table_name, column_name from duckdb_columns() where schema_name = 'stored' and not is_nullable"
    ).fetchall()
    assert set(found) == {
        (name, column)
        for name, schema in WAREHOUSE.items()
        if name not in VIEWS
        for column, kind in schema.columns().items()
        if kind.primary_key or not kind.nullable
    }


def test_every_question_has_an_answer(connection: duckdb.DuckDBPyConnection) -> None:
    for name, question in QUESTIONS.items():
        answer = connection.sql(f"from questions.{name}").pl()
        assert answer.height or name in ("needs_fixing", "simultaneous_events", "past_champions"), name
        assert question.asked.count("?") == 1


def test_the_answers_are_those_of_the_tables(connection: duckdb.DuckDBPyConnection) -> None:
    now = connection.sql("from questions.standings_now").pl()
    last = (
        connection.sql("from rankings.player_rankings").pl().sort("date", "session_id").unique("player_id", keep="last")
    )
    assert dict(now.select("player_id", "ranking").iter_rows()) == dict(last.select("player_id", "ranking").iter_rows())
    assert now["rank"].to_list() == now["ranking"].rank("min", descending=True).to_list()

    latest = connection.sql("from questions.latest_results").pl()
    sessions = connection.sql("from raw.sessions").pl().sort("date", "session_id")
    assert latest["session_id"].unique().to_list() == [sessions["session_id"][-1]]
    assert latest["players"].null_count() == 0

    of_players = connection.sql("from questions.results_of_players").pl()
    assert len(of_players) == connection.sql("from raw.entries").pl().height
    assert of_players["name"].null_count() == 0
    of_results = connection.sql('select session_id, line, entrant, score, "rank" from scored.session_results').pl()
    key = ["session_id", "line", "entrant", "score", "rank"]
    assert of_players.join(of_results, on=key, how="anti", nulls_equal=True).is_empty()

    people = connection.sql("from questions.attendance").pl()
    entries = connection.sql("from raw.entries").pl()
    assert people["players"].sum() == len(entries)
    assert people["substitutes"].sum() == entries["substitutes_for"].count()

    together = connection.sql("from questions.pairs_together").pl()
    pairs = entries.group_by("session_id", "line", "entrant").len().filter(len=2)
    assert together["sessions"].sum() == len(pairs)
    assert together.select("name", "partner_name").null_count().sum_horizontal().item() == 0

    declared = connection.sql("from questions.declarers").pl()
    known = "contract <> 'PASS' and declarer is not null"
    assert declared.height == connection.sql(f"from scored.board_scores where {known}").pl().height > 0
    assert declared.select("player_id", "name", "defending_players").null_count().sum_horizontal().item() == 0
    whose = declared.join(entries, on=["session_id", "line", "entrant", "player_id"])
    began_first = whose["seat"].is_in(["N", "E"])
    assert (began_first == whose["declarer"].is_in(["N", "E"])).all()
    assert whose.height == declared.height

    champions = connection.sql("from questions.champions").pl()
    people = dict(connection.sql("select player_id, name from raw.players").fetchall())
    of_one = champions.filter(championship="individual")
    assert of_one["players"].to_list() == [people[player] for player in of_one["entrant"]]
    of_pairs = champions.filter(championship="pairs")
    assert of_pairs.height
    assert of_pairs["players"].str.split(" & ").list.len().is_between(2, 3).all()

    played = connection.sql("from questions.contracts").pl()
    assert (played["made"] <= played["played"]).all()
    boards = connection.sql("from scored.board_scores").pl().filter(pl.col("tricks").is_not_null())
    made = boards.filter(pl.col("tricks") >= pl.col("contract").str.head(1).cast(pl.Int8, strict=False) + 6)
    assert played["made"].sum() == len(made)


def test_ids_of_sessions_are_in_the_order_of_the_pages() -> None:
    ids = pl.DataFrame({"session_id": ["2025-09-02-10", "2025-09-02-9", "a10", "A9", "", "monday", "x2y10", "x2y9"]})
    numbered = duckdb.sql(f"select {NATURAL} as key from ids order by key").pl()  # noqa: S608 - words of ours
    assert numbered["key"].to_list() == ids.select(natural(pl.col("session_id")).sort()).to_series().to_list()


BOARD: Row = {"board": 1, "ns": "1", "ew": "2", "contract": "3N", "tricks": 9, "scoring": "matchpoints"}


def declarers(seats: str, *boards: Row, kind: str = "pairs", more: tuple[Row, ...] = ()) -> list[tuple[str, str, str]]:
    """(declarer, player, defenders) of each board; of the players of pairs 1 and 2 these are the seats, - for none.

    `more` are more entries.
    """
    players = ("1", "ann"), ("1", "bob"), ("2", "cy"), ("2", "di")
    entries = [
        {"entrant": entrant, "player_id": player, "seat": None if seat == "-" else seat}
        for (entrant, player), seat in zip(players, seats, strict=True)
    ]
    tables = {
        "raw.sessions": frame(Sessions, {"kind": kind}),
        "raw.entries": frame(Entries, *entries, *more),
        "raw.players": Players.create_empty(),
        "scored.board_scores": frame(BoardScores, *boards),
    }
    with duckdb.connect() as connection:
        connection.execute("create schema raw; create schema scored; create schema questions")
        for name, rows in tables.items():
            connection.register("rows", Stream(rows))
            connection.execute(f"create table {name} as from rows")
        connection.execute("alter table raw.entries add column person varchar")
        for name in ("who_sat_where", "declarers"):
            connection.execute(f"create view questions.{name} as {QUESTIONS[name].sql}")
        answer = connection.sql("select declarer, player_id, defenders from questions.declarers").fetchall()
    return [(declarer, player, defenders) for declarer, player, defenders in answer]


def board(declarer: str | None, number: int = 1, **given: object) -> Row:
    return {**BOARD, "board": number, "declarer": declarer, **given}


def test_a_pair_changes_seats_with_its_direction_and_a_reversed_board_was_declared_by_the_other() -> None:
    boards = [board("S"), board("E", 2), board("W", 3, ns="2", ew="1"), board("N", 4, ns="2", ew="1")]
    assert declarers("NSEW", *boards) == [("S", "bob", "2"), ("E", "cy", "1"), ("W", "bob", "2"), ("N", "cy", "1")]
    assert declarers("NSEW", board("S", ruling="reversed")) == [("S", "di", "1")]


def test_who_is_not_known_has_no_row() -> None:
    boards = board("N"), board("E", 2)
    for seats, known in {"NNEW": ("E", "cy", "1"), "--EW": ("E", "cy", "1"), "NS-W": ("N", "ann", "2")}.items():
        assert declarers(seats, *boards) == [known]
    # Where more sat than there are seats, or a member played some rounds, nobody of them is named.
    for_ann: Row = {"entrant": "1", "player_id": "eve", "substitutes_for": "ann"}
    others: list[Row] = [{"entrant": "1", "player_id": player} for player in ("fay", "guy")]
    later: Row = {"entrant": "1", "player_id": "eve", "rounds": "2"}
    for kind, more in (("pairs", (for_ann,)), ("teams", (for_ann, *others)), ("teams", (later,))):
        assert declarers("NSEW", *boards, kind=kind, more=more) == [("E", "cy", "1")]


def test_players_of_a_team_have_one_seat() -> None:
    found = declarers("NEEN", board("N"), board("E", 2), board("S", 3), kind="teams")
    assert found == [("N", "ann", "2"), ("E", "cy", "1")]
