"""`barometer publish` and `barometer history` on a warehouse: what they record, print, and refuse."""

import datetime as dt
import json
import re
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest
from commands import barometer
from published.seasons import built, changed, corrected_build, first_build, handed_in, second_evening
from typer.testing import Result

from pipelines.building.clubs_run import last_build
from pipelines.building.desk import draw_desk
from pipelines.cli.publish.site_copy import LIST
from pipelines.machine.paths import Place
from pipelines.reports.manifests import put
from pipelines.reports.page_names import page_name
from pipelines.warehouse import Warehouse
from pipelines.warehouse.trail import corrected_results, leave_trail
from transforms.published.kinds import KINDS
from transforms.published.noted import OF_NOTES, noted
from transforms.published.trail import CHANGED, CORRECTIONS, PAST_CHANGED, REMEMBERED
from transforms.published.vanished import vanished
from transforms.tables.schemas import SESSION, WAREHOUSE, Builds

pytestmark = pytest.mark.long

ACCEPTED = ("publish", "--accept", "checked with the players", "--warehouse")
START = dt.datetime(2026, 7, 2, 12, tzinfo=dt.UTC)
OURS = '<meta name="generator" content="Barometer"/>'


def build(path: Place, tables: dict[str, pl.DataFrame], number: int, *, ended: bool = True) -> None:
    """What a build leaves in the warehouse, written by hand."""
    at = START + dt.timedelta(hours=number)
    record = {"started_at": at, "finished_at": at if ended else None, "landing": "l", "code_sha256": "c"}
    record |= {
        "reports": str((path if isinstance(path, Path) else path.data or Path()).parent / "reports"),
        "build": number,
    }
    record |= dict.fromkeys(("clubs", "failed", "pages", "errors", "warnings"), 0) | {"why": ""}
    types = Builds.create_empty().schema
    with Warehouse(path) as warehouse:
        if ended:
            clubs = tables["raw.competitions"]["club"].unique().to_list()
            known = warehouse.read("published.ratings")
            leave_trail(warehouse, number, at, clubs, lambda name: tables.get(name, known))
        for name in WAREHOUSE.keys() & tables.keys():
            warehouse.write(name, tables[name])
        known = [*warehouse.read("operations.builds").to_dicts(), {name: record.get(name) for name in types}]
        warehouse.write("operations.builds", pl.DataFrame(known, schema=types))


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built")
    (folder / "reports").mkdir()
    (folder / "reports" / "index.html").write_text(OURS)
    build(folder / "w.duckdb", dict(first_build()), 1)
    return folder / "w.duckdb"


@pytest.fixture
def path(first: Path, tmp_path: Path) -> Path:
    return Path(shutil.copyfile(first, tmp_path / "w.duckdb"))


def done(*arguments: str | Path) -> Result:
    result = barometer(*arguments)
    assert result.exit_code == 0, result.output
    return result


def history_of(path: Path, *asked: str) -> pl.DataFrame:
    return pl.DataFrame(json.loads(done("history", *asked, "--warehouse", path, "--format", "json").stdout))


def remembered(path: Path) -> dict[str, pl.DataFrame]:
    with Warehouse(path, read_only=True) as warehouse:
        return {name: warehouse.read(name) for name in REMEMBERED}


def asked_for() -> tuple[str, ...]:
    club, session = second_evening()
    competition = handed_in()["raw.sessions"].filter(club=club)["competition"][0]
    return (session, "--competition", f"{club}/{competition}")


def test_published_and_published_again_at_once(path: Path) -> None:
    assert "Published results: 6 new" in done("publish", "--warehouse", path).stderr
    first = remembered(path)
    assert all(first[kind.table].height for kind in KINDS)
    again = done("publish", "--warehouse", path).stderr.splitlines()
    assert again[0] == "Published results: 6 unchanged"
    assert len(again) == len(KINDS)
    assert all(line.endswith(" unchanged") for line in again)
    for name, rows in remembered(path).items():
        assert rows.equals(first[name]), name


def test_the_desk_shows_what_changed_since_it_was_published_and_is_never_copied(path: Path) -> None:
    desk, public = path.parent / "reports-private", path.parent / "public"
    (path.parent / "reports").mkdir()
    (path.parent / "reports" / "index.html").write_text(OURS)
    build(path, dict(first_build()), 2)
    done("publish", "--warehouse", path)
    assert not desk.exists(), "a publication makes no desk"

    build(path, dict(corrected_build()), 3)
    club, session = second_evening()
    with Warehouse(path) as warehouse:
        draw_desk(warehouse, [club], desk, desk / ".writing")
    put(desk / ".writing", desk)
    page = desk / page_name(club) / "index.html"
    assert session in page.read_text(encoding="utf-8").partition("<section id=changes>")[2]

    assert "1 files written, 0 unchanged, 0 removed" in done(*ACCEPTED, path, public).stderr
    assert {file.name for file in public.iterdir()} == {"index.html", LIST}
    changes = page.read_text(encoding="utf-8").partition("<section id=changes>")[2]
    assert "Values that changed" not in changes
    assert session in changes.partition("Corrected when published again")[2]


def test_pages_mention_the_corrections_that_the_build_is_going_to_leave(path: Path) -> None:
    done("publish", "--warehouse", path)
    made, club = corrected_build(), second_evening()[0]
    with Warehouse(path, read_only=True) as warehouse:
        known = {name: made.get(name, warehouse.read(name)) for name in WAREHOUSE}
        shown = corrected_results(warehouse, 2, START + dt.timedelta(hours=2), [club], known.__getitem__)
    build(path, dict(made), 2)
    left = remembered(path)
    notes = noted(shown)
    assert notes.height == 1
    assert notes.equals(noted({name: left[name].filter(club=club) for name in OF_NOTES}))


def test_only_some_kinds_are_published(path: Path) -> None:
    done("publish", "--only", "results, Awards", "--warehouse", path)
    known = remembered(path)
    assert {kind.name for kind in KINDS if known[kind.table].height} == {"results", "awards"}


def test_history_shows_both_publications_the_correction_between_and_the_files(path: Path) -> None:
    evening = asked_for()
    assert "warning: none of this has been published" in barometer("history", *evening, "--warehouse", path).stderr
    done("publish", "--warehouse", path)
    assert set(history_of(path, *evening)["event"]) == {"file", "published"}

    build(path, dict(corrected_build()), 2)
    late = history_of(path, *evening).filter(event="correction")
    remembered_before = remembered(path)["published.corrections"].height
    assert set(late.select("build", "files", "until_at").rows()) == {(2, f"{evening[0]}.csv", None)}
    rank = late.filter(pl.col("field") == "rank", kind="results").row(0, named=True)
    assert rank["published"] != rank["now"]
    printed = done("history", *evening, "--warehouse", path).stdout
    assert f"rank {rank['published']}, would now be {rank['now']}" in printed
    lists = re.findall(r"published: \d+ rows", printed)
    assert len(lists) == printed.count("published:"), "a line a list"
    player, club = rank["players"].split(" + ")[0], evening[2].split("/")[0]
    assert handed_in()["raw.players"].filter(club=club, player_id=player)["name"][0] in printed

    said = done(*ACCEPTED, path).stderr
    assert f"{remembered_before} numbers now differ from what was published" in said
    values = late.filter(kind="results").height
    assert f"Published results: 5 unchanged, 1 changed; corrected since: {values} values" in said
    both = history_of(path, *evening)
    of_entrant = both.filter(kind="results", line=rank["line"], entrant=rank["entrant"])
    first_and_then = of_entrant.filter(event="published").sort("at")
    assert first_and_then["published"].str.extract(r"rank (\d+)").to_list() == [rank["published"], rank["now"]]
    assert first_and_then["ending"].to_list() == ["published", None]
    assert set(of_entrant.filter(event="correction")["ending"]) == {"published"}
    printed = done("history", *evening, "--warehouse", path).stdout
    assert f"rank {rank['published']} became {rank['now']}" in printed
    rows = late.filter(kind="results").n_unique("entrant")
    after = [words for words in re.findall(r"published: \d+ rows[^│\n]*", printed) if "of them" in words]
    assert [re.sub(r", \d+ of them.*", "", words) for words in after] == lists, "the first publication is shown as ever"
    assert f"{rows} of them corrected since" in after[0]
    contents = both.filter(event="file")
    assert contents.select("build", "until_build", "ending").rows() == [(1, 2, "superseded"), (2, None, None)]


def test_history_of_a_player_by_part_of_a_name_and_of_one_who_is_gone(path: Path) -> None:
    done("publish", "--warehouse", path)
    club, session = second_evening()
    entries = handed_in()["raw.entries"].filter(club=club, session_id=session)
    player = min(entries["player_id"])
    name = handed_in()["raw.players"].filter(club=club, player_id=player)["name"][0]
    place = ("--competition", asked_for()[2])
    by_id = history_of(path, player, *place)
    assert by_id.equals(history_of(path, name.upper(), *place))
    assert set(by_id["kind"].drop_nulls()) == {"results", "rankings", "championships", "awards"}
    assert by_id.filter(kind="results")["players"].str.contains(player).all()
    with Warehouse(path) as warehouse:
        warehouse.write("raw.players", warehouse.read("raw.players").filter(pl.col("player_id") != player))
    assert history_of(path, player, *place).filter(event="published").height == by_id.filter(event="published").height


ASKED_WRONGLY = {
    "publish ftp://web.example/site": "the site cannot be sent there. Name the folder that the web server reads",
    "publish sftp:/web.example/site": "this is not a server; write USER@HOST:FOLDER",
    "publish --only result": "there is no such kind (the nearest: results",
    "publish --only ,": "there is no such kind; write one or more of results, rankings",
    "history nobody": "there is no such player",
    "history 1999-01-01": ") and no such player",
    "history 9999-99-99 --as session": "there is no such session",
    "history ''": "give an id or a part of a name",
}


def test_what_is_asked_wrongly_is_refused_in_one_line(path: Path, tmp_path: Path, refused: Callable[..., str]) -> None:
    for words, said in ASKED_WRONGLY.items():
        assert said in refused(*shlex.split(words), "--warehouse", path)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "mine.txt").touch()
    assert "this contains files that Barometer did not make" in refused(
        "publish", tmp_path / "other", "--warehouse", path
    )
    assert remembered(path)["published.results"].is_empty()
    absent = tmp_path / "none.duckdb"
    for command in (("publish",), ("history", "1")):
        assert "no such warehouse" in refused(*command, "--warehouse", absent)
    assert not absent.exists()
    with Warehouse(absent) as warehouse:
        warehouse.write("raw.players", WAREHOUSE["raw.players"].create_empty())
    assert "nothing was built here" in refused("publish", "--warehouse", absent)


def test_a_session_in_several_clubs_and_a_player_with_its_id_are_kept_apart(path: Path) -> None:
    with Warehouse(path) as warehouse:
        sessions, players = warehouse.read("raw.sessions"), warehouse.read("raw.players")
        everywhere = sessions.unique(["club"], maintain_order=True).with_columns(session_id=pl.lit("cup"))
        warehouse.write("raw.sessions", pl.concat([sessions, everywhere]))
        warehouse.write("raw.players", pl.concat([players, players.head(1).with_columns(player_id=pl.lit("cup"))]))
    several = barometer("history", "cup", "--warehouse", path).stderr
    assert "there are several such sessions, in" in several
    assert "choose one with --competition" in several
    one = players.row(0, named=True)
    place = ("--competition", f"{one['club']}/{one['competition']}")
    both = barometer("history", "cup", *place, "--warehouse", path).stderr
    assert "this is the id of both a session and a player; add --as session or --as player" in both
    assert history_of(path, "cup", *place, "--as", "session")["event"].to_list() == ["file"]
    assert history_of(path, "cup", *place, "--as", "player").is_empty()


def test_which_result_was_corrected_is_known_after_it_was_published(path: Path) -> None:
    done("publish", "--warehouse", path)
    build(path, dict(corrected_build()), 2)
    evening = asked_for()
    line = history_of(path, *evening).filter(event="result").row(0, named=True)
    known = {"build": 2, "line": "A", "board": 1, "now": "-7600", "files": f"{evening[0]}.csv", "ending": None}
    assert {name: line[name] for name in known} == known
    met = "line A, board 1, {} – {}: ".format(*(line[side] for side in ("ns", "ew")))
    said = done(*ACCEPTED, path).stderr
    assert f"{evening[2]} {evening[0]}, {met}" in said
    assert ", now −7600" in said

    lines_then = history_of(path, *evening).filter(event="result")
    (then,) = lines_then.to_dicts()
    assert {name for name in line if line[name] != then[name]} == {"until_at", "until_build", "ending"}
    assert then["ending"] == "published"
    assert "became −7600, published " in done("history", *evening, "--warehouse", path).stdout
    for side in ("ns_players", "ew_players"):
        player = then[side].split(" + ")[0]
        of_player = history_of(path, player, "--competition", evening[2]).filter(event="result")
        assert of_player["board"].to_list() == [1]
    done("publish", "--warehouse", path)
    assert history_of(path, *evening).filter(event="result").equals(lines_then), "nothing was corrected since"


@pytest.mark.nightly
def test_whose_numbers_were_corrected_is_in_a_file_of_the_desk_after_they_were_published(path: Path) -> None:
    done("publish", "--warehouse", path)
    build(path, dict(corrected_build()), 2)
    waiting = remembered(path)[CORRECTIONS]
    club, session = second_evening()
    file = path.parent / "reports-private" / club / "past_changes.csv"
    file.parent.parent.mkdir()
    done(*ACCEPTED, path)
    changes = pl.read_csv(file, infer_schema=False)
    assert changes.height == waiting.filter(club=club).height
    ranked = changes.filter(kind="rankings", list="players", field="ranking")
    assert session in ranked["session_id"]
    assert ranked["who"].null_count() == ranked["named"].null_count() == 0
    assert ranked["published"].to_list() != ranked["now"].to_list()
    build(path, dict(first_build()), 3)
    done(*ACCEPTED, path)
    twice = pl.read_csv(file, infer_schema=False)
    assert twice.height > changes.height
    assert twice["corrected_at"].is_sorted(descending=True)


def test_a_session_that_is_gone_still_has_its_history(path: Path) -> None:
    done("publish", "--warehouse", path)
    club, session = second_evening()
    is_gone = (pl.col("club") == club) & (pl.col("session_id") == session)
    raw = handed_in()
    without = {name: raw[name].filter(~is_gone) for name in ("raw.sessions", "raw.results", "raw.entries")}
    made = dict(built({**raw, **without}))
    with Warehouse(path, read_only=True) as warehouse:
        known = last_build(warehouse).published
    made["raw.findings"] = vanished(known, {name.removeprefix("raw."): rows for name, rows in made.items()}).collect()
    build(path, made, 2)
    asked = ("findings", "--warehouse", path, "--format", "json")
    assert [one["value"] for one in json.loads(done(*asked).stdout)] == [session]
    rows = history_of(path, *asked_for())
    assert rows.filter(event="file").select("until_build", "ending").rows() == [(2, "gone")]
    assert rows.filter(event="correction", kind="results")["now"].null_count() > 0
    assert rows.filter(event="result").is_empty(), "it is one event, and not one for each line"

    said = done(*ACCEPTED, path).stderr
    assert "now gone" not in said
    assert not json.loads(done(*asked).stdout), "reported no longer"
    after = history_of(path, *asked_for())
    assert set(after["event"]) == {"file", "published", "correction"}, "it is found once that is published, too"
    assert remembered(path)[PAST_CHANGED].is_empty()
    build(path, dict(first_build()), 3)
    assert remembered(path)[CHANGED].is_empty(), "back again, it is no correction line by line"


def test_publish_names_the_first_results_of_the_latest_evenings_and_counts_the_rest(path: Path) -> None:
    done("publish", "--warehouse", path)
    sessions = handed_in()["raw.sessions"].select(*SESSION, "date").unique()
    latest = sessions.sort("date", *SESSION, descending=[True, *[False] * len(SESSION)])["session_id"].to_list()
    ten_less = changed("raw.results", lambda rows: rows.with_columns(pl.col("score") - 10))
    build(path, dict(built(ten_less)), 2)
    many = remembered(path)[CHANGED].height
    said = done(*ACCEPTED, path).stderr
    named = [line for line in said.splitlines() if ", board " in line]
    assert [next(id for id in latest if f" {id}," in line) for line in named] == [
        each for each in latest[:3] for _ in "abc"
    ]
    assert f"{many - 9} more results change: the director's desk lists all of them." in said


def test_where_ratings_alone_are_published_result_lines_wait(path: Path) -> None:
    done("publish", "--warehouse", path)
    build(path, dict(corrected_build()), 2)
    waiting = remembered(path)[CHANGED]
    assert waiting.height
    assert ", board " not in done(*ACCEPTED, path, "--only", "ratings").stderr
    assert remembered(path)[CHANGED].equals(waiting)
    assert remembered(path)[PAST_CHANGED].is_empty()
