"""A made-up federation where twenty people asked not to be named: no public byte has a name or an id of theirs."""

import io
import random
import shutil
import unicodedata
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import polars as pl
import pytest
from typer.testing import CliRunner

from pipelines.cli.app import app
from pipelines.cli.build import build
from pipelines.cli.simulate import simulate_landing
from pipelines.machine.paths import Paths

pytestmark = pytest.mark.long

SEED, CLUBS, HIDDEN = 20, 3, 20
BEGINNINGS = ("Quex", "Zwyx", "Vjørk", "Txar", "Kżyw", "Wqol")
ENDINGS = ("andell", "ommerük", "istera", "ubbelø", "eprakh", "ołdaj")
_IDS = ("player_id", "opponent_id", "substitutes_for")


class Person(NamedTuple):
    """Somebody who asks not to be named; `old` is the id that the simulation gave."""

    club: str
    old: str
    given: str
    surname: str
    number: int

    @property
    def name(self) -> str:
        return f"{self.given} van {self.surname}"

    @property
    def player_id(self) -> str:
        """A number, or the name in another order, as programs write it that know no numbers."""
        return f"{self.surname.upper()}, {self.given}" if self.number % 4 == 0 else str(77_310_000 + self.number)

    @property
    def federation_id(self) -> str:
        return str(88_420_000 + self.number)

    @property
    def traces(self) -> set[str]:
        return {plain(text) for text in (self.given, self.surname, self.player_id, self.federation_id)}


def plain(text: str) -> str:
    bare = text.lower().translate(str.maketrans({"ø": "o", "ł": "l"}))
    return "".join(sign for sign in unicodedata.normalize("NFKD", bare) if not unicodedata.combining(sign))


def leavers(landing: Path, drawn: random.Random) -> list[Person]:
    """Those who ask, some in each club, under names that nobody else has a word of."""
    surnames = [first + last for first in BEGINNINGS for last in ENDINGS]
    drawn.shuffle(surnames)
    players = {folder.parent.name: read(folder / "players.csv")["player_id"] for folder in landing.glob("*/*/")}
    per_club = [(club, old) for club, ids in sorted(players.items()) for old in drawn.sample(ids.to_list(), 7)]
    return [
        Person(club, old, f"{surnames[-number][::-1].title()}", surnames[number], number)
        for number, (club, old) in enumerate(per_club[:HIDDEN], 1)
    ]


def read(file: Path) -> pl.DataFrame:
    return pl.read_csv(file, infer_schema=False)


def rewritten(file: Path, **columns: pl.Expr) -> None:
    read(file).with_columns(**columns).write_csv(file)


def named_everywhere(folder: Path, people: list[Person]) -> None:
    """Put the new ids into the files of a competition, and the names wherever people write them."""
    ids = {person.old: person.player_id for person in people}
    first, second, third, *_ = people
    for file in folder.rglob("*.csv"):
        columns = [name for name in _IDS if name in read(file).columns]
        rewritten(file, **{name: pl.col(name).replace(ids) for name in columns})
    names, numbers = ({one.player_id: getattr(one, kind) for one in people} for kind in ("name", "federation_id"))
    replaced = {"name": names, "federation_id": numbers}
    columns = {name: pl.col("player_id").replace_strict(by, default=pl.col(name)) for name, by in replaced.items()}
    rewritten(folder / "players.csv", **columns)
    pl.DataFrame({"player_id": list(ids.values()), "public": "false"}).write_csv(folder / "hidden.csv")

    pairs = {pair: f"{people[at].surname}Kow{pair}" for at, pair in enumerate(("1", "2", "3"))}
    rewritten(folder / "partnerships.csv", partnership_id=pl.col("partnership_id").replace(pairs))
    titles = {"Evening 1": f"Memorial {first.surname.upper()}", "Evening 2": f"Cup of {third.name} ({third.player_id})"}
    event = pl.when(title=pl.lit("Evening 2")).then(pl.lit(f"{second.surname}trofee"))
    rewritten(folder / "sessions.csv", title=pl.col("title").replace(titles), event=event)
    games = pl.col("event").str.replace("Ladder 2023-24", f"Ladder {third.surname}")
    rewritten(folder / "games.csv", event=games, game_id=pl.col("game_id").str.replace("2023-24", first.surname))
    aliases = [(f"{one.given}tje", one.player_id, f"{one.name}, club-secret") for one in people[:2]]
    lines_of_people = pl.DataFrame(aliases, ["alias", "player_id", "why"], orient="row")
    lines_of_people.write_csv(folder.parent / "people.csv")

    evenings = sorted(file.parent for file in folder.glob("*/entries.csv"))
    seats = read(evenings[0] / "entries.csv")
    seats.head(1).with_columns(player_id=pl.lit(f"VAN {third.surname}, {third.given}")).write_csv(
        evenings[0] / f"again {second.surname}.csv"
    )
    rewritten(evenings[0] / "entries.csv", player_id=pl.col("player_id").replace(first.player_id, f"{first.given}tje"))
    place = seats.row(0, named=True)
    penalty = f"{place['session_id']},{place['line']},{place['entrant']},-5,percent,club-secret of {first.given}"
    header = "session_id,line,entrant,amount,unit,reason"
    (evenings[0] / "penalties.csv").write_text(f"{header}\n{penalty}\n", encoding="utf-8")
    shutil.move(evenings[1] / "results.csv", evenings[1] / f"Results_{second.given.lower()}-{third.surname}.csv")
    with_teams(folder, people)
    settings = folder / "competition.toml"
    session = f'[[session]]\nsession = "{evenings[0].name}"\naccept = "{second.name} left early"\n'
    of_event = f'of = "event"\n[awards.only]\n"{second.surname}trofee" = ["ffb"]\n'
    text = settings.read_text(encoding="utf-8").replace("\n\n[rating]", f"\n{of_event}\n[rating]")
    settings.write_text(f"# ask {first.name}\n{text}\n{session}# {third.player_id}\n", encoding="utf-8")


def with_teams(folder: Path, people: list[Person]) -> None:
    """One evening more, of teams that are called after their players."""
    teams = [people[0].surname, people[1].surname + "Kow", f"Team {people[2].given}", "Falcons"]
    others = [one for one in read(folder / "players.csv")["player_id"] if one not in {p.player_id for p in people}]
    seated = [*(one.player_id for one in people[:4]), *others[:12]]
    rows = [("teams", "A", team, player) for at, team in enumerate(teams) for player in seated[at::4]]
    at = {"session_id": pl.String, "line": pl.String, "entrant": pl.String, "player_id": pl.String}
    pl.DataFrame(rows, at, orient="row").write_csv(folder / "teams.csv")
    met = [(1, 0, 1, 15, 5), (1, 2, 3, 6, 14), (2, 0, 2, 16, 4), (2, 1, 3, 20, 0)]
    lines = [f"teams,A,{n},{teams[one]},{teams[other]},8,{vp}" for n, one, other, vp, _ in met]
    lines += [f"teams,A,{n},{teams[other]},{teams[one]},8,{vp}" for n, one, other, _, vp in met]
    text = "\n".join(["session_id,line,round,team,opponent,boards,vp", *lines])
    (folder / "matches.csv").write_text(f"{text}\n", encoding="utf-8")
    evening = {"session_id": "teams", "date": "2025-10-07", "kind": "teams", "title": f"Teams of {people[3].name}"}
    sessions = read(folder / "sessions.csv")
    pl.concat([sessions, pl.DataFrame([evening])], how="diagonal").write_csv(folder / "sessions.csv")


def also_a_member_elsewhere(landing: Path, person: Person) -> None:
    """Somebody plays in another club under another id, where nobody asks; the federation has one number."""
    file = sorted(landing.glob("*/*/players.csv"))[-1]
    same = pl.int_range(pl.len()) == 0
    columns = {"name": person.name, "federation_id": person.federation_id}
    rewritten(file, **{name: pl.when(same).then(pl.lit(own)).otherwise(name) for name, own in columns.items()})


def federation(landing: Path) -> list[Person]:
    simulate_landing(landing, clubs=CLUBS, sessions=3, pairs=12, boards=6, seed=SEED)
    people = leavers(landing, random.Random(SEED))  # noqa: S311 - the same people each time
    also_a_member_elsewhere(landing, people[1])
    for folder in sorted(landing.glob("*/*/")):
        named_everywhere(folder, [one for one in people if one.club == folder.parent.name])
    last = sorted(landing.glob("*/*/competition.toml"))[-1]
    text = last.read_text(encoding="utf-8").replace('games = "games"', 'games = "matches"')
    last.write_text(text, encoding="utf-8")
    (last.parent / "games.csv").unlink()
    return people


def corrected(landing: Path) -> None:
    """Every score of the first board of each evening becomes another, and one who played is another person."""
    for file in landing.glob("*/*/*/*esults*.csv"):
        is_first = (pl.col("board") == "1") & (pl.col("contract") != "PASS")
        rewritten(file, score=pl.when(is_first).then(pl.lit("-50")).otherwise("score"))
    for folder in landing.glob("*/*/"):
        file = sorted(folder.glob("*/entries.csv"))[-1]
        hidden = read(folder / "hidden.csv")["player_id"].to_list()
        free = [one for one in hidden if one not in read(file)["player_id"].to_list()]
        last = pl.int_range(pl.len()) == pl.len() - 1
        if free:
            rewritten(file, player_id=pl.when(last).then(pl.lit(free[0])).otherwise("player_id"))


def public_texts(root: Path) -> Iterator[tuple[str, str]]:
    """The name and the content of every file, and of every file within it."""
    for file in sorted(path for path in root.rglob("*") if path.is_file()):
        name = file.relative_to(root).as_posix()
        yield name, name
        yield from _texts(name, file.read_bytes())


def _texts(name: str, content: bytes) -> Iterator[tuple[str, str]]:
    if name.endswith(".parquet"):
        yield name, pl.read_parquet(io.BytesIO(content)).cast(pl.String, strict=False).write_csv()
    elif zipfile.is_zipfile(io.BytesIO(content)):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            yield name, archive.comment.decode("utf-8", errors="replace")
            for part in archive.infolist():
                yield f"{name}/{part.filename}", f"{part.filename} {part.comment!r}"
                yield from _texts(f"{name}/{part.filename}", archive.read(part))
    else:
        yield name, content.decode("utf-8", errors="replace")


def hits(root: Path, people: list[Person]) -> list[tuple[str, str]]:
    traces = {"club-secret"}.union(*(person.traces for person in people))
    found = ((name, plain(text)) for name, text in public_texts(root))
    return [(name, trace) for name, text in found for trace in sorted(traces) if trace in text]


def published(paths: Paths, target: Path) -> None:
    asked = ["publish", target, "--warehouse", paths.warehouse, "--reports", paths.reports, "--accept", "a test"]
    result = CliRunner().invoke(app, [str(one) for one in asked])
    assert result.exit_code == 0, result.output


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> tuple[Paths, Path, list[Person]]:
    """What was built and published, then corrected, built and published again."""
    folder = tmp_path_factory.mktemp("federation")
    paths = Paths(folder / "landing", folder / "warehouse.duckdb", folder / "reports")
    people = federation(paths.landing)
    build(paths)
    published(paths, folder / "public")
    corrected(paths.landing)
    build(paths)
    published(paths, folder / "public")
    return paths, folder / "public", people


def test_no_public_byte_names_who_is_hidden(place: tuple[Paths, Path, list[Person]]) -> None:
    paths, public, people = place
    assert len(people) == HIDDEN
    for root in (paths.reports, public):
        kinds = {name.rpartition(".")[2] for name, _ in public_texts(root)}
        assert kinds >= {"html", "svg", "js", "xlsx", "zip", "csv", "xml"}
        assert any("a member" in text for _, text in public_texts(root))
        assert hits(root, people) == []


def test_the_files_name_everybody_in_every_way(place: tuple[Paths, Path, list[Person]]) -> None:
    """Else the search above would find nothing for want of a name."""
    paths, _, people = place
    named = {trace for _, trace in hits(paths.landing, people)}
    assert named == {"club-secret"}.union(*(person.traces for person in people))
