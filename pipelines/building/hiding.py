"""Decide whom each club hides, even if the build of the club whose files ask to hide a person fails."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

import polars as pl

from pipelines.building.clubs_run import ClubsRun
from pipelines.warehouse import Warehouse, validated
from pipelines.warehouse.build_record import last
from pipelines.warehouse.statements import is_one_of
from transforms.checks import judged
from transforms.checks.people import OF_ALL_CLUBS
from transforms.privacy.hidden_people import HOLD_IDS, distinguished, hidden_people, ids_of, lines_about
from transforms.privacy.withheld import Withheld, withheld
from transforms.tables.schemas import CLUB, PERSON, HiddenOnPages, Players, Tables

_PLAYERS, _PEOPLE, _ON_PAGES = "raw.players", "raw.people", "operations.hidden_on_pages"
_PERSON = ["club", "player_id"]


class Hiding:
    """Track who is hidden on the pages of each club as last drawn, and who should be hidden now.

    `raw.players` and `raw.people` of the warehouse hold the last request of each person. If the build of a club fails,
    `keep` writes the requests in its files into these two; the club's other tables and its pages stay. Call `elsewhere`
    and `note` when clubs are drawn, `begin` before anything is written, `keep` when clubs are kept, and `clubs_to_draw`
    once all clubs are kept. `warehouse` is the copy being written, `reports` the folder of the pages.
    """

    def __init__(self, warehouse: Warehouse, reports: Path) -> None:
        self._warehouse, self._reports = warehouse, reports
        self._drawn: pl.DataFrame = HiddenOnPages.create_empty()
        self._before: pl.DataFrame = HiddenOnPages.create_empty()

    def begin(self) -> None:
        """Discard the record of hidden people if the last build drew into another folder."""
        if last(self._warehouse).get("reports") != str(self._reports.resolve()):
            self._warehouse.write(_ON_PAGES, HiddenOnPages.create_empty())
        self._before = self._warehouse.read(_ON_PAGES)

    def elsewhere(self, run: ClubsRun, clubs: Collection[str]) -> pl.DataFrame:
        """Return other clubs' rows of `Players` about people who ask to be hidden, to hide the same people here.

        If a club of the run is set aside later, its earlier requests stay valid, and the other clubs are drawn again.
        """
        asked = [_asking(run.table(_PLAYERS)), asked_in(self._warehouse).filter(~_in_clubs(run.clubs))]
        return pl.concat(asked).filter(~_in_clubs(clubs))

    def note(self, clubs: Collection[str], tables: Tables) -> None:
        """Note who is hidden on the pages that are drawn for these clubs from these tables."""
        now = _hidden(tables[_PLAYERS], tables[_PEOPLE]).filter(_in_clubs(clubs))
        self._drawn = pl.concat([self._drawn.filter(~_in_clubs(clubs)), now])

    def keep(self, run: ClubsRun, drawn: Collection[str]) -> None:
        """Record who is hidden on the new pages of these clubs, and the requests in the files of failed clubs."""
        self._warehouse.replace({_ON_PAGES: validated(_ON_PAGES, self._drawn.filter(_in_clubs(drawn)))}, drawn)
        read = run.made_for.get(_PLAYERS, set()) & run.made_for.get(_PEOPLE, set())
        if clubs := list({failure.club for failure in run.failures} & read):
            self._warehouse.replace(self._answered(run, clubs), clubs)

    def _answered(self, run: ClubsRun, clubs: list[str]) -> dict[str, pl.DataFrame]:
        """Return `Players` and `People` for failed clubs: the stored rows, plus the new requests to be hidden."""
        # People who ask are also hidden under their other ids, and keep their stored names. A stored line which says
        # that an id is a separate person is kept only if the new files still have it.
        players, people = (run.made[table].filter(_in_clubs(clubs)) for table in (_PLAYERS, _PEOPLE))
        before, lines = (self._warehouse.read_all_seasons(table, clubs) for table in (_PLAYERS, _PEOPLE))
        asked = pl.concat([players, asked_in(self._warehouse).filter(~_in_clubs(clubs))])
        hidden = players.join(_hidden(asked, people), on=_PERSON, how="semi")
        always = people.filter(pl.col("since").is_null(), pl.col("until").is_null())
        other_ids = lines_about(hidden, always).select(*CLUB, player_id="alias")
        under_others = before.join(other_ids, on=PERSON, how="semi").with_columns(public=pl.lit(value=False))
        apart = distinguished(players, people).select(pl.struct(_PERSON)).to_series().implode()
        is_apart, is_self = pl.struct(_PERSON).is_in(apart), pl.col("alias") == pl.col("player_id")
        shown = before.with_columns(public=pl.when(is_apart | ~pl.col("public")).then("public"))
        now = pl.concat([hidden, under_others, shown]).unique(PERSON, keep="first", maintain_order=True)
        named = now.join(before.select(*PERSON, before="name"), on=PERSON, how="left", maintain_order="left")
        of_others = pl.concat([people.filter(~is_self), lines.filter(~is_self | is_apart)])
        return {
            _PLAYERS: named.with_columns(name=pl.coalesce("before", "name")).drop("before"),
            _PEOPLE: of_others.unique([*CLUB, "file_id", "line_no"], keep="first", maintain_order=True),
        }

    def forget(self, clubs: Collection[str]) -> None:
        """Discard the record of who is hidden on the pages of these clubs, so that the pages are drawn again."""
        self._warehouse.replace({_ON_PAGES: HiddenOnPages.create_empty()}, clubs)

    def to_hide(self) -> pl.DataFrame:
        """Return the rows that `HiddenOnPages` should have; call it only after the results of all clubs are stored."""
        clubs = _concerned(self._warehouse, asked_in(self._warehouse))
        players, people = (self._warehouse.read_all_seasons(table, clubs) for table in (_PLAYERS, _PEOPLE))
        return _hidden(Players.cast(players), people)

    def in_other_names(self) -> pl.DataFrame:
        """Return `Findings` for both clubs if one hides somebody whom the other names under another name."""
        clubs = _concerned(self._warehouse, asked_in(self._warehouse))
        players = Players.cast(self._warehouse.read_all_seasons(_PLAYERS, clubs))
        return judged(OF_ALL_CLUBS, {"players": players})[1].collect()

    def hides_more(self, to_hide: pl.DataFrame, clubs: Collection[str]) -> bool:
        """Return whether one of these clubs must hide someone whom its pages did not hide before."""
        return not _without(to_hide, self._before).filter(_in_clubs(clubs)).is_empty()

    def clubs_to_draw(self, to_hide: pl.DataFrame) -> list[str]:
        """Return the clubs whose pages hide the wrong people, sorted."""
        shown_again = _without(self._warehouse.read(_ON_PAGES), to_hide)["club"]
        return sorted({*self.clubs_that_name(to_hide), *shown_again})

    def clubs_that_name(self, to_hide: pl.DataFrame) -> list[str]:
        """Return the clubs whose pages may name a person who should be hidden, sorted."""
        return sorted({*_without(to_hide, self._warehouse.read(_ON_PAGES))["club"]})


def asked_in(warehouse: Warehouse) -> pl.DataFrame:
    """Return the rows of `Players`, of all clubs, about people who ask to be hidden; see `_asking`."""
    asks = warehouse.read_distinct(_PLAYERS, ["club", "public"]).filter(~pl.col("public"))
    with_some = asks["club"].unique().sort().to_list()
    return _asking(Players.cast(warehouse.read_all_seasons(_PLAYERS, with_some)))


def not_named(warehouse: Warehouse, clubs: Sequence[str], asked: pl.DataFrame, own: Tables) -> pl.DataFrame:
    """Return everyone hidden on the pages of some clubs: (club, player_id, name, said, hidden, federation_id), by name.

    `said` is whether a file of the club asks to hide the id, and `hidden` another hidden id with the same name. If
    neither applies, the id shares its `federation_id` with someone who asks (`asked_in`). `own` has `raw.players` and
    `raw.people`.
    """
    players = pl.concat([Players.cast(own[_PLAYERS]), asked.filter(~_in_clubs(clubs))])
    with_some = sorted(_concerned(warehouse, asked) & set(clubs))
    shown = [name for name in HOLD_IDS if not name.startswith("published.")]
    ids = ids_of(lambda name: warehouse.read_all_seasons(name, with_some), shown)
    hidden = hidden_people(players, own[_PEOPLE], ids).filter(_in_clubs(clubs)).sort("name", nulls_last=True)
    first = (pl.col(column).drop_nulls().first() for column in ("name", "hidden", "federation_id"))
    persons = hidden.group_by(_PERSON, maintain_order=True).agg(*first, said=(~pl.col("public")).any())
    in_order = persons.sort("club", "name", "player_id", nulls_last=True)
    return in_order.select(*_PERSON, "name", "said", "hidden", "federation_id")


def withheld_in(warehouse: Warehouse, shown: Mapping[str, pl.DataFrame]) -> Withheld:
    """Return the people to withhold from these rows of tables, which may be of any clubs."""
    persons = {person for rows in shown.values() if "person" in rows.columns for person in rows["person"]}
    clubs = {club for rows in shown.values() if "club" in rows.columns for club in rows["club"].drop_nulls()}
    clubs |= {person.partition("/")[0] for person in persons}
    clubs |= {*clubs_of(warehouse, federation_ids=persons)}
    if persons:
        known_as = is_one_of("person", sorted(persons))
        clubs |= {*warehouse.sql(f"select distinct club from federation.identities where {known_as}")["club"]}  # noqa: S608 - a name of ours, and quoted

    def known(table: str) -> pl.DataFrame:
        rows = warehouse.read_all_seasons(table, clubs)
        if table != "raw.players":
            return rows
        return pl.concat([rows, asked_in(warehouse).filter(~pl.col("club").is_in(list(clubs)))])

    return withheld(known)


def clubs_of(warehouse: Warehouse, *, federation_ids: Iterable[str]) -> list[str]:
    """Return the clubs with players who have one of these federation ids, even if several players share it."""
    if not (numbers := sorted(set(federation_ids))):
        return []
    with_one = is_one_of("federation_id", numbers)
    return warehouse.sql(f"select distinct club from {_PLAYERS} where {with_one}")["club"].to_list()  # noqa: S608 - a name of ours, and quoted


def _concerned(warehouse: Warehouse, asked: pl.DataFrame) -> set[str]:
    """Return the clubs that may hide someone: those of players who ask, or who share a federation id with one."""
    return {*asked["club"], *clubs_of(warehouse, federation_ids=asked["federation_id"].drop_nulls())}


def _in_clubs(clubs: Collection[str]) -> pl.Expr:
    return pl.col("club").is_in(list(clubs))


def _without(hidden: pl.DataFrame, others: pl.DataFrame) -> pl.DataFrame:
    return hidden.join(others, on=hidden.columns, how="anti")


def _asking(players: pl.DataFrame) -> pl.DataFrame:
    """Return all rows of `Players` about people who ask to be hidden, or share club and federation id with one.

    The `player_id` of a person who asks may also be a federation id.
    """
    asking = players.join(players.filter(~pl.col("public")), on=_PERSON, how="semi")
    numbers = [asking.select("club", "federation_id"), asking.select("club", federation_id="player_id")]
    numbered = players.join(pl.concat(numbers).drop_nulls(), on=["club", "federation_id"], how="semi")
    return players.join(pl.concat([asking, numbered]), on=_PERSON, how="semi")


def _hidden(players: pl.DataFrame, people: pl.DataFrame) -> pl.DataFrame:
    if players["public"].all():  # also true of an empty table
        return HiddenOnPages.create_empty()
    persons = hidden_people(players, people)
    names = [
        persons.select(*_PERSON, known_as="player_id"),
        persons.select(*_PERSON, known_as="name").drop_nulls(),
        people.join(persons, on=_PERSON, how="semi").select(*_PERSON, known_as="alias"),
    ]
    return HiddenOnPages.cast(pl.concat(names).unique())
