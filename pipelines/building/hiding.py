"""Who is not shown: in any club that knows this person, whatever becomes of the club that says so."""

from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

import polars as pl

from pipelines.building.clubs_run import ClubsRun
from pipelines.warehouse import Warehouse, validated
from pipelines.warehouse.build_record import last
from pipelines.warehouse.statements import is_one_of
from transforms.privacy.hidden_people import HOLD_IDS, hidden_people, ids_of, lines_about, told_apart
from transforms.tables.schemas import CLUB, PERSON, WAREHOUSE, HiddenOnPages, Players, Tables

_PLAYERS, _PEOPLE, _ON_PAGES = "raw.players", "raw.people", "operations.hidden_on_pages"
_PERSON = ["club", "player_id"]
_LINE = [*CLUB, "file_id", "line_no"]


class Hiding:
    """Whom the pages of each club hide, and whom they are to hide by now.

    In this order: `elsewhere` and `note` as clubs are drawn; `begin` before anything is written; `keep` as clubs are
    kept, `clubs_to_draw` once all are.

    Args:
        warehouse: the copy that is written, which remembers who its pages hide: a club that fails keeps them.
        reports: where they are. Whom the pages in another folder than that of the last build hide is not known.
    """

    def __init__(self, warehouse: Warehouse, reports: Path) -> None:
        self._warehouse, self._reports = warehouse, reports
        self._drawn: pl.DataFrame = HiddenOnPages.create_empty()
        self._before: pl.DataFrame = HiddenOnPages.create_empty()

    def begin(self) -> None:
        """Forget whom pages hide that are in another folder."""
        if last(self._warehouse).get("reports") != str(self._reports.resolve()):
            self._warehouse.write(_ON_PAGES, HiddenOnPages.create_empty())
        self._before = self._warehouse.read(_ON_PAGES)

    def elsewhere(self, run: ClubsRun, clubs: Collection[str]) -> pl.DataFrame:
        """`Players` of other clubs who are not shown, so that whoever has the same `federation_id` is not here either.

        None of them is a player of these clubs. A club of the run that is set aside after this keeps what it had: where
        that hides others, the clubs that know these people are drawn again at the end.
        """
        of_run, of_clubs = (pl.col("club").is_in(list(some)) for some in (run.clubs, clubs))
        asked = pl.concat([_about_asking(run.table(_PLAYERS)), asked_in(self._warehouse).filter(~of_run)])
        return asked.filter(~of_clubs)

    def note(self, clubs: Collection[str], tables: Tables) -> None:
        """Note whom the pages of these clubs hide, as they are drawn from these tables."""
        of_clubs = pl.col("club").is_in(list(clubs))
        now = _hidden(tables[_PLAYERS], tables[_PEOPLE]).filter(of_clubs)
        self._drawn = pl.concat([self._drawn.filter(~of_clubs), now])

    def keep(self, run: ClubsRun, drawn: Collection[str]) -> None:
        """Remember whom the new pages of these clubs hide; what clubs that were set aside ask is hidden, too."""
        on_pages = self._drawn.filter(pl.col("club").is_in(list(drawn)))
        self._warehouse.replace({_ON_PAGES: validated(_ON_PAGES, on_pages)}, drawn)
        failed = {failure.club for failure in run.failures}
        self._take_over(run, list(failed & run.made_for.get(_PLAYERS, set())))

    def _take_over(self, run: ClubsRun, clubs: list[str]) -> None:
        """Note in the tables that these clubs keep who is not to be shown by their files, also under the ids of before.

        Who was told apart from somebody who is hidden is so only where the files still say it.
        """
        if not clubs:
            return
        of_clubs = pl.col("club").is_in(clubs)
        players, people = run.made[_PLAYERS].filter(of_clubs), run.made[_PEOPLE].filter(of_clubs)
        before, lines = (self._warehouse.read_all_seasons(table, clubs) for table in (_PLAYERS, _PEOPLE))
        elsewhere = asked_in(self._warehouse).filter(~of_clubs)
        hidden = players.join(_hidden(pl.concat([players, elsewhere]), people), on=_PERSON, how="semi")
        always = people.filter(pl.col("since").is_null(), pl.col("until").is_null())
        other_ids = lines_about(hidden, always).select(*CLUB, player_id="alias")
        under_others = before.join(other_ids, on=PERSON, how="semi").with_columns(public=pl.lit(value=False))
        withheld = pl.concat([hidden, under_others.join(hidden, on=PERSON, how="anti")])
        apart = told_apart(players, people, ["club"])
        is_apart = pl.struct(_PERSON).is_in(apart.select(pl.struct(_PERSON)).to_series().implode())
        shown = before.with_columns(public=pl.when(is_apart | ~pl.col("public")).then("public"))
        is_self = pl.col("alias") == pl.col("player_id")
        self._write(_PLAYERS, before, _instead(PERSON, shown, withheld), clubs)
        self._write(_PEOPLE, lines, _instead(_LINE, lines.filter(~is_self | is_apart), people.filter(~is_self)), clubs)

    def _write(self, table: str, before: pl.DataFrame, rows: pl.DataFrame, clubs: list[str]) -> None:
        key = WAREHOUSE[table].primary_key()
        if not rows.sort(key).equals(before.sort(key)):
            self._warehouse.replace({table: rows}, clubs)

    def forget(self, clubs: Collection[str]) -> None:
        """Let the pages of these clubs be drawn again, since it is not known whom they hide."""
        self._warehouse.replace({_ON_PAGES: HiddenOnPages.create_empty()}, clubs)

    def to_hide(self) -> pl.DataFrame:
        """`HiddenOnPages` as they are to be, of all clubs, once all are kept."""
        asked = asked_in(self._warehouse)
        clubs = _concerned(self._warehouse, asked)
        players, people = (self._warehouse.read_all_seasons(table, clubs) for table in (_PLAYERS, _PEOPLE))
        return _hidden(Players.cast(players), people)

    def hides_more(self, to_hide: pl.DataFrame, clubs: Collection[str]) -> bool:
        """Whether somebody is to be hidden in one of these clubs whom no page hid there before this build."""
        newly = to_hide.join(self._before, on=to_hide.columns, how="anti")
        return not newly.filter(pl.col("club").is_in(list(clubs))).is_empty()

    def clubs_to_draw(self, to_hide: pl.DataFrame) -> list[str]:
        """The clubs whose pages hide others than they are to hide, sorted."""
        hidden = self._warehouse.read(_ON_PAGES)
        shown_again = hidden.join(to_hide, on=to_hide.columns, how="anti")["club"]
        return sorted({*self.clubs_that_name(to_hide), *shown_again})

    def clubs_that_name(self, to_hide: pl.DataFrame) -> list[str]:
        """The clubs whose pages may name somebody whom they are to hide, sorted."""
        hidden = self._warehouse.read(_ON_PAGES)
        return sorted({*to_hide.join(hidden, on=to_hide.columns, how="anti")["club"]})


def asked_in(warehouse: Warehouse) -> pl.DataFrame:
    """`Players` of all clubs who ask not to be shown, and those with their numbers in the same club."""
    asks = warehouse.read_distinct(_PLAYERS, ["club", "public"]).filter(~pl.col("public"))
    with_some = asks["club"].unique().sort().to_list()
    return _about_asking(Players.cast(warehouse.read_all_seasons(_PLAYERS, with_some)))


def not_named(warehouse: Warehouse, clubs: Sequence[str], asked: pl.DataFrame, own: Tables) -> pl.DataFrame:
    """(club, player_id, name, said, hidden, federation_id) of who is not named on the pages of some clubs, by name.

    One row an id, also of one without a row in `Players`: `said` is whether the club itself says so of it, `hidden`
    whose other id it may be, by name; an id with neither has a `federation_id` of somebody who asks (`asked_in`). `own`
    are `raw.players` and `raw.people` of these clubs.
    """
    elsewhere = asked.filter(~pl.col("club").is_in(clubs))
    players, people = pl.concat([Players.cast(own[_PLAYERS]), elsewhere]), own[_PEOPLE]
    with_some = sorted(_concerned(warehouse, asked) & set(clubs))
    shown = [name for name in HOLD_IDS if not name.startswith("published.")]
    ids = ids_of(lambda name: warehouse.read_all_seasons(name, with_some), shown)
    hidden = hidden_people(players, people, ids).filter(pl.col("club").is_in(clubs))
    in_order = hidden.sort(*_PERSON, "name", nulls_last=True)
    persons = in_order.group_by(_PERSON, maintain_order=True).agg(
        pl.col("name").drop_nulls().first(),
        said=(~pl.col("public")).any(),
        hidden=pl.col("hidden").drop_nulls().first(),
        federation_id=pl.col("federation_id").drop_nulls().first(),
    )
    return persons.sort("club", "name", "player_id", nulls_last=True)


def clubs_of(warehouse: Warehouse, *, federation_ids: Iterable[str]) -> list[str]:
    """The clubs with players who have one of these numbers, or share it."""
    if not (numbers := sorted(set(federation_ids))):
        return []
    with_one = is_one_of("federation_id", numbers)
    return warehouse.sql(f"select distinct club from {_PLAYERS} where {with_one}")["club"].to_list()  # noqa: S608 - a name of ours, and quoted


def _concerned(warehouse: Warehouse, asked: pl.DataFrame) -> set[str]:
    """The clubs where somebody may be hidden: of those who ask, and of those with a number of theirs."""
    return {*asked["club"], *clubs_of(warehouse, federation_ids=asked["federation_id"].drop_nulls())}


def _about_asking(players: pl.DataFrame) -> pl.DataFrame:
    """All rows of `Players` about people who ask not to be shown, and about others in the club with their numbers."""
    asking = players.join(players.filter(~pl.col("public")), on=_PERSON, how="semi")
    numbered = players.join(asking.drop_nulls("federation_id"), on=["club", "federation_id"], how="semi")
    return players.join(pl.concat([asking, numbered]), on=_PERSON, how="semi")


def _instead(key: Sequence[str], before: pl.DataFrame, rows: pl.DataFrame) -> pl.DataFrame:
    """Rows in the place of those with the same key; a name stays, since the tables that are kept have it."""
    if "name" in rows.columns:
        names = before.select(*key, before="name")
        rows = rows.join(names, on=key, how="left").with_columns(pl.coalesce("before", "name").alias("name"))
    return pl.concat([before.join(rows, on=key, how="anti"), rows.select(before.columns)])


def _hidden(players: pl.DataFrame, people: pl.DataFrame) -> pl.DataFrame:
    """`HiddenOnPages` of these players, by who is who."""
    if players["public"].all():  # also of none
        return HiddenOnPages.create_empty()
    persons = hidden_people(players, people)
    names = [
        persons.select(*_PERSON, known_as="player_id"),
        persons.select(*_PERSON, known_as="name").drop_nulls(),
        people.join(persons, on=_PERSON, how="semi").select(*_PERSON, known_as="alias"),
    ]
    return HiddenOnPages.cast(pl.concat(names).unique())
