"""What everybody may see: tables without hidden people, and without texts that directors write for themselves.

The rows of a hidden person stay, so every number stays right, but no column shows who the person is. Ids become
`member-1`, `member-2` and so on, in the order of the lines that ask to hide them; the ids of their partnerships become
`pair-1` and so on, because clubs make such ids from both names. Teams or entrants that would get the same name become
`member-1` and `member-1b`. Ids are replaced by one join with one table of keys; only texts are searched.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import chain, count
from string import ascii_lowercase
from typing import Literal, NamedTuple

import polars as pl

from transforms.privacy.hidden_people import A_MEMBER, HOLD_IDS, ID_COLUMNS, asking_anywhere, hidden_people, ids_of
from transforms.privacy.names_in_texts import TEAM, NamesInTexts, spellings, words_of
from transforms.tables.messages import gettext_noop
from transforms.tables.phrases import phrase
from transforms.tables.schemas import CLUB, COMPETITION, PERSON, WAREHOUSE, Tables

AND = " + "
"""The separator of player ids, in the id of a partnership and of an entrant in an event or season."""
_MEMBER = re.compile(r"member-[0-9]+")
_BETWEEN = re.compile(r"(, |: | - |\+)")
_A_NAME = r"\p{L}{3}|[0-9]{5}"
"""A pattern of team numbers that cannot be mistaken for a board, a pair or a round."""
_NEVER = pl.lit(value=False)
_PERSON = ["club", "player_id"]
_MESSAGE = gettext_noop("this concerns a member who is not shown; the warehouse has the whole finding")


# --- what the columns hold, by their names, which mean the same in every table --------------------------------------


class _Text(NamedTuple):
    """How a text is searched for the names and ids of hidden people.

    Args:
        inside: the fewest letters of words that are also found within other words; None means never.
        is_entrant: whether the text names one or several entrants. Different entrants must keep different names.
        ids: which player ids in the text are replaced as a whole: none; some (only if it has several); all.
        begins: a pattern of the beginning of the text that is not searched and stays as it is.
    """

    inside: int | None = 5
    is_entrant: bool = False
    ids: Literal["none", "some", "all"] = "none"
    begins: str = ""


_TEXT, _MADE_UP, _ENTRANT = _Text(), _Text(4), _Text(4, is_entrant=True)
_RATED = _ENTRANT._replace(begins=f"{TEAM}|^Team ")
"""How to search the id of a team, or the name of a team to which its club gave no id."""
_SEARCHED: dict[str, _Text | None] = {
    **dict.fromkeys(("ns", "ew", "team", "opponent", "entrants", "first"), _ENTRANT),
    **dict.fromkeys(("entrant", "other"), _ENTRANT._replace(ids="some")),
    **dict.fromkeys(("players", "ns_players", "ew_players"), _TEXT._replace(ids="all")),
    **{"partnership_id": _MADE_UP._replace(ids="some"), "game_id": _MADE_UP},
    **dict.fromkeys((*CLUB, "season", "sha256", "format", "code", "field", "name", "arguments", "message", "value")),
    **dict.fromkeys(("contract", "ruling", "result", "worth", "mark", "mark_format", *ID_COLUMNS)),
}
"""How columns are searched; None means not at all. Others are searched as `_TEXT` unless their schema has a pattern."""
_RULES = (
    *("raw.competitions", "raw.rating_seasons", "raw.movements", "movements.next_balance"),
    *("awards.federation", "federation.ratings", "federation.rating_list", "federation.rating_seasons"),
    *("published.federation_awards", "published.federation_ratings"),
)
"""Tables that are not searched, because their texts are rules or do not belong to one club."""
_BY_PLAYERS = {
    **dict.fromkeys(("scored.event_results", "movements.season_scores", "movements.next_seating"), pl.lit(value=True)),
    **dict.fromkeys(("published.rankings", "published.championships"), pl.lit(value=True)),
    **dict.fromkeys(("awards.points", "published.awards"), pl.col("of") == "event"),
    **dict.fromkeys(
        ("published.corrections", "published.past_corrections"), pl.col("kind").is_in(["rankings", "championships"])
    ),
}
"""By table, the rows whose entrants are always player ids. Elsewhere an entrant has ids only if it has several."""
_OF_PERSON = {"name": A_MEMBER, "nationality": None, "federation_id": None, "birth_year": None, "handicap": None}
"""Columns that identify a person, each with the value that is shown for a hidden person."""
_FOR_DIRECTORS = (
    *("raw.people", "deals.findings", "deals.lines"),
    *("federation.identities", "federation.people", "federation.findings"),
)
"""Tables that only directors see. A very unlikely result is usually a slip, and would show in the tricks gained."""
_OF_STRENGTH = (
    *("strength.forecasts", "strength.sessions", "strength.players", "strength.pairs"),
    "federation.levels",
)
"""Tables that only directors see, unless the rules of the season say that strength is public. Hidden people have no
rows of their own in them, not even as members."""
_ALPHABETICAL = {"ratings.lists": "player_id", "federation.rating_list": "person"}
"""Tables with alphabetical lists, and the column of the people on them."""
_BLANK = {"namesake_of": "", "reason": "raw.adjustments", "settings": "raw.files"}
"""Columns that only directors see, each with its table, or "" for all; `settings` has competition.toml with remarks."""
_ABOUT_IDS = (*ID_COLUMNS, "player", "opponent", "partner", "alias", "name", "also", "near")
"""Fields and arguments of findings that may be the id of a person."""
_OF_SEVERAL = ("replaced", "named", "aliases", "numbers")
"""Arguments that may have several ids, with or without names. A single id in `pair` is the number of the pair."""


class Withheld:
    """The hidden people (`hidden_people`), and the tables without them.

    Strength is withheld except in the seasons (`COMPETITION`) of `with_strength`.

    Without the result of `ids_of` for all tables that are shown, everybody must have a row in `players`. `teams` and
    `entrants` are the results of `rated_teams` and `entrants_of`; teams whose ids begin with `team-` may be left out.
    A person of several clubs is hidden over all clubs if one of the ids in `identities` is hidden.
    """

    def __init__(
        self,
        players: pl.DataFrame,
        people: pl.DataFrame,
        partnerships: pl.DataFrame,
        *,
        ids: pl.DataFrame | None = None,
        teams: pl.DataFrame | None = None,
        entrants: pl.DataFrame | None = None,
        with_strength: pl.DataFrame | None = None,
        identities: pl.DataFrame | None = None,
    ) -> None:
        self._with_strength, self._identities = with_strength, identities
        self._players, self._people = players, people
        everybody = players if ids is None else pl.concat([players, ids], how="diagonal")
        self._rated = players.select(PERSON).clear() if teams is None else teams
        by_place = ("club", "file_id", "line_no", "player_id")
        begin_so = everybody.filter(pl.col("player_id").str.contains(TEAM)).sort(by_place, nulls_last=True)
        numbers = pl.col("player_id").str.replace(TEAM, "").alias("text")
        named = [rows.select("club", numbers) for rows in (begin_so, self._rated)]
        self._named = pl.concat([*([] if entrants is None else [entrants]), *named]).unique(maintain_order=True)
        self._members = _numbered(hidden_people(players, people, ids), everybody, "player_id", "member", ("club",))
        self._member_of = {(club, player): member for club, player, member in self._members.iter_rows()}
        # An id that consists of player ids, like `12 + 34`, needs no number: the player ids are replaced one by one.
        key = (*CLUB, "partnership_id")
        others = pl.col("partnership_id").str.split(AND).list.set_difference(pl.col("player_id").implode().over(key))
        of_members = partnerships.filter(others.list.len() > 0).join(self._members, on=_PERSON, how="semi")
        self._pairs = _numbered(of_members, partnerships, "partnership_id", "pair", CLUB)

    def shown(self, name: str, rows: pl.DataFrame) -> pl.DataFrame:
        """Return rows and columns, all or some, of a table such as `raw.results`, as everybody may see them."""
        if name in _FOR_DIRECTORS:
            return rows.clear()
        if name in _OF_STRENGTH:
            public = self._with_strength
            of = [column for column in COMPETITION if column in rows.columns]
            rows = rows.clear() if public is None else rows.join(public, on=of, how="semi", maintain_order="left")
            if "player_id" in rows.columns:
                rows = rows.join(self._members, on=_PERSON, how="anti", maintain_order="left")
        blank = [column for column, table in _BLANK.items() if column in rows.columns and table in ("", name)]
        rows = rows.with_columns(pl.lit(None, pl.String).alias(column) for column in blank)
        if self._members.is_empty() or rows.is_empty() or not {"club", "person"} & set(rows.columns):
            return rows
        if {"arguments", "message"} <= set(rows.columns):
            rows = self._findings(rows)
        if {"field", "published", "now"} <= set(rows.columns):
            who = pl.col("field") == "players"
            rows = rows.with_columns(pl.when(~who).then(column).alias(column) for column in ("published", "now"))
        return self._in_order(name, self._texts(name, self._keyed(rows)))

    @cached_property
    def _keys(self) -> dict[str, pl.DataFrame]:
        """Return the replacements by column of ids (`person`: `club/player`, or a number): (text, shown, …)."""
        members, (club, player) = self._members, _PERSON
        in_club = members.with_columns(shown=phrase("{}/{}", club, "shown"), text=phrase("{}/{}", club, player))
        numbers = in_club.join(self._players, on=_PERSON, maintain_order="left_right").drop_nulls("federation_id")
        persons = [in_club.select("text", "shown"), numbers.select("shown", text="federation_id")]
        if self._identities is not None:
            of_clubs = in_club.join(self._identities, on=_PERSON, maintain_order="left")
            persons.append(of_clubs.select("shown", text="person"))
        return {
            **dict.fromkeys(ID_COLUMNS, members.rename({"player_id": "text"})),
            "partnership_id": self._pairs.rename({"partnership_id": "text"}),
            "person": pl.concat(persons, how="diagonal"),
        }

    def _keyed(self, rows: pl.DataFrame) -> pl.DataFrame:
        """Replace the ids of people, teams and pairs, and everything else that identifies a member."""
        shown = rows
        for column in (column for column in self._keys if column in rows.columns):
            keys = _looked_up(rows, column, self._keys[column])
            shown = shown.with_columns(pl.coalesce(keys, column).alias(column))
            if column in ID_COLUMNS and (is_team := _is_team(rows, column, self._rated) & keys.is_null()).any():
                for of_team in {column, "name" if column == "player_id" else column} & set(rows.columns):
                    shown = self._replaced(shown, of_team, _RATED, pl.when(is_team).then(of_team))
            if column in ("player_id", "person"):
                shown = shown.with_columns(
                    pl.when(keys.is_null()).then(about).otherwise(pl.lit(instead)).alias(about)
                    for about, instead in _OF_PERSON.items()
                    if about in rows.columns
                )
        return shown

    def _in_order(self, name: str, rows: pl.DataFrame) -> pl.DataFrame:
        """Sort the rows by their new ids. In an alphabetical list, whose order gives names away, members come last."""
        key = [column for column in WAREHOUSE[name].primary_key() if column in rows.columns]
        if name in _ALPHABETICAL and {"list", "position", "name"} <= set(rows.columns):
            is_member = (pl.col("name") == A_MEMBER) | pl.col("name").str.contains(r"member-\d")
            last = pl.struct(is_member, pl.col("position"), pl.col(_ALPHABETICAL[name]))
            of_list = [column for column in key if column != _ALPHABETICAL[name]]
            place = last.rank("ordinal").over(of_list).cast(rows.schema["position"])
            is_alphabetical = pl.col("list") == "alphabetical"
            rows = rows.with_columns(position=pl.when(is_alphabetical).then(place).otherwise("position"))
        if not {*ID_COLUMNS, "person", "partnership_id"} & set(rows.columns) and name not in _BY_PLAYERS:
            return rows
        return rows.sort(key, nulls_last=True, maintain_order=True) if key else rows

    # --- texts -------------------------------------------------------------------------------------

    def _texts(self, name: str, rows: pl.DataFrame) -> pl.DataFrame:
        schema = WAREHOUSE[name].columns()
        by_players = _BY_PLAYERS.get(name, _NEVER)
        if not set(by_players.meta.root_names()) <= set(rows.columns):
            by_players = _NEVER
        for column, dtype in rows.schema.items() if name not in _RULES else ():
            is_text = dtype in (pl.String, pl.List(pl.String)) and not getattr(schema.get(column), "regex", None)
            if is_text and (how := _SEARCHED.get(column, _TEXT)) is not None:
                are_ids = pl.lit(value=how.ids == "all")
                if how.ids == "some":
                    are_ids = by_players | pl.col(column).str.contains(AND, literal=True)
                rows = self._replaced(rows, column, how, pl.col(column), are_ids)
        return rows

    def _replaced(
        self, rows: pl.DataFrame, column: str, how: _Text, text: pl.Expr, are_ids: pl.Expr = _NEVER
    ) -> pl.DataFrame:
        """Replace the values of a column where `text` names a hidden person. A value stays where `text` is null."""
        given = rows.select("club", text=text, are_ids=are_ids.fill_null(value=False))
        is_list = rows.schema[column] == pl.List(pl.String)
        found = self._found(given.explode("text") if is_list else given, how)
        if not is_list and not found.is_empty():
            return rows.with_columns(pl.coalesce(_looked_up(given, "text", found), column).alias(column))
        for (club,), texts in found.partition_by("club", as_dict=True).items():
            each = pl.col(column).list.eval(pl.element().replace(dict(texts.select("text", "shown").iter_rows())))
            rows = rows.with_columns(pl.when(club=club).then(each).otherwise(column).alias(column))
        return rows

    def _found(self, texts: pl.DataFrame, how: _Text) -> pl.DataFrame:
        """Return (club, text, are_ids, shown): each text that names a hidden person, and the text to show."""
        parts = pl.lit(sorted({part for names in self._names.values() for part in names.parts}), pl.List(pl.String))
        may_name = pl.any_horizontal(bare.str.contains_any(parts) for bare in spellings(pl.col("text")))
        ids = pl.lit(self._members["player_id"].unique(maintain_order=True).to_list(), pl.List(pl.String))
        may_be = pl.col("are_ids") & (pl.col("text").str.split(AND).list.set_intersection(ids).list.len() > 0)
        suspects = texts.drop_nulls().unique(maintain_order=True).filter(may_name | may_be)
        shown = pl.Series([self._shown(how, *row) for row in suspects.iter_rows()], dtype=pl.String)
        return suspects.with_columns(shown=shown).filter(pl.col("shown") != pl.col("text"))

    def _shown(self, how: _Text, club: str, text: str, are_ids: bool) -> str:
        rest = re.sub(how.begins, "", text, count=1)
        ids = AND.join(self._member_of.get((club, part), part) for part in rest.split(AND)) if are_ids else rest
        shown = self._names[club].replaced(ids, inside=how.inside)
        if how.is_entrant and shown != rest:
            # Several entrants, as in `3, 7`, `3+7` or `board 7: 3 - 7`, are replaced one by one.
            apart = self._entrant_of.get(club, {})
            parts = [rest] if rest in apart else _BETWEEN.split(rest)
            if not apart.keys().isdisjoint(parts):
                shown = "".join(apart.get(part) or self._names[club].replaced(part, inside=4) for part in parts)
        return text.removesuffix(rest) + shown

    @cached_property
    def _entrant_of(self) -> dict[str, dict[str, str]]:
        """Return, by club, the replacement of each entrant or team number that names a hidden person: `member-1b`."""
        ids = self._members.rename({"player_id": "text"})
        of_clubs = self._named.join(ids, on="club", how="semi", maintain_order="left")
        named = of_clubs.join(ids, on=["club", "text"], how="anti", maintain_order="left")
        found = self._found(named.with_columns(are_ids=False), _MADE_UP)
        # The id of a team may look like a player id, and is in the same column.
        as_players = self._rated.filter(~pl.col("player_id").str.contains(TEAM))
        alike = ids.join(self._named, on=["club", "text"], how="semi"), ids.join(as_players, on="club", how="semi")
        stay = named.join(found, on=["club", "text"], how="anti")
        taken = {*pl.concat(alike).select("club", "shown").iter_rows(), *stay.iter_rows()}
        apart: dict[str, dict[str, str]] = {}
        for club, text, shown in found.select("club", "text", "shown").iter_rows():
            signs = chain(ascii_lowercase[1:], (f"-{number}" for number in count(2)))
            ways = chain([shown], (_MEMBER.sub(rf"\g<0>{sign}", shown, count=1) for sign in signs))
            way = next(way for way in ways if (club, way) not in taken)
            taken.add((club, way))
            apart.setdefault(club, {})[text] = way
        return apart

    @cached_property
    def _names(self) -> dict[str, NamesInTexts]:
        # The number of a team may be a name, like `Falcons2`; but `5` or `A1` may be a board, a pair or a round.
        number = pl.col("player_id").str.extract(f"{TEAM}(.*)$")
        members = self._members.with_columns(number=pl.when(number.str.contains(_A_NAME)).then(number))
        players, people = self._players, self._people
        names_of = ((members, "number"), (players, "player_id"), (players, "name"), (members, "player_id"))
        names = [rows.select("club", "player_id", said=column) for rows, column in (*names_of, (people, "alias"))]
        said = pl.concat(names).drop_nulls().unique(maintain_order=True)
        said = said.join(self._members, on=_PERSON, how="left", maintain_order="left")
        of_club = defaultdict[str, NamesInTexts](lambda: NamesInTexts((), set()))
        for (club,), rows in said.partition_by("club", as_dict=True).items():
            if rows["shown"].null_count() < rows.height:
                # A team may be named after its players, so its name makes no word public.
                public = rows.filter(pl.col("shown").is_null(), ~_is_team(rows, "player_id", self._rated))["said"]
                of_members = rows.drop_nulls("shown").select("said", "shown").iter_rows()
                words = {"team", *(word for name in public for word in words_of(name))}
                of_club[str(club)] = NamesInTexts(of_members, words)
        return of_club

    # --- findings ----------------------------------------------------------------------------------

    def _findings(self, rows: pl.DataFrame) -> pl.DataFrame:
        """Return the findings. Those about a hidden person have no value and no arguments, only a general message."""
        # The id of a person may be among others: "7, 12 (Ann Ames)", "Ames, Ann (12); 7", "7 + 12".
        numbered = rows.with_row_index("row")
        # The words of a sentence may contain names by chance, like `Count` in "counts".
        searched = {"value": _TEXT, "arguments": _TEXT, "message": _Text(inside=None)}
        found = (
            self._found(rows.select("club", text=column, are_ids=_NEVER), how).rename({"text": column})
            for column, how in searched.items()
        )
        named = [numbered.join(texts, on=texts.columns[:2], how="semi")["row"] for texts in found]
        pair, about_ids = pl.col("arguments").str.json_path_match("$.pair"), (*_ABOUT_IDS, "partnership_id")
        ids_in = [
            pl.when(pl.col("field").is_in(about_ids)).then("value"),
            pl.when(pair.str.contains(AND, literal=True)).then(pair),
            *(pl.col("arguments").str.json_path_match(f"$.{key}") for key in (*_ABOUT_IDS, *_OF_SEVERAL)),
        ]
        texts = pl.concat(numbered.select("row", "club", player_id=text) for text in ids_in).drop_nulls()
        parts = pl.col("player_id").str.replace_many({AND: ", ", "; ": ", ", " (": ", ", ")": ""}).str.split(", ")
        known = pl.concat([self._members.select(_PERSON), self._pairs.select("club", player_id="partnership_id")])
        each = pl.concat([texts, texts.with_columns(parts).explode("player_id")])
        is_named = pl.col("row").is_in(pl.concat([*named, each.join(known, on=_PERSON, how="semi")["row"]]).implode())
        hidden = {"value": None, "arguments": None, "message": _MESSAGE}
        return numbered.with_columns(
            pl.when(is_named).then(pl.lit(instead)).otherwise(column).alias(column)
            for column, instead in hidden.items()
        ).drop("row")


def _numbered(rows: pl.DataFrame, every: pl.DataFrame, column: str, word: str, within: tuple[str, ...]) -> pl.DataFrame:
    """Return (`within`, column, shown): each value with a new replacement such as `pair-3`, numbered by place."""
    key = (*within, column)
    highest = pl.col(column).str.extract(rf"^{word}-(\d{{1,9}})$").cast(pl.Int64).max().fill_null(0)
    return (
        rows.sort("club", "file_id", "line_no", *key, nulls_last=True)
        .unique(key, keep="first", maintain_order=True)
        .join(every.group_by("club").agg(taken=highest), on="club", how="left", maintain_order="left")
        .with_columns(number=pl.int_range(1, pl.len() + 1).over("club") + pl.col("taken"))
        .select(*key, shown=phrase(f"{word}-{{}}", "number"))
    )


def _looked_up(rows: pl.DataFrame, column: str, table: pl.DataFrame) -> pl.Series:
    """Return the replacement (`shown`) of each text in a column, or null; rows match `table` in its other columns."""
    texts = rows.with_columns(text=column)
    on = [name for name in table.columns if name != "shown" and name in texts.columns]
    first = table.unique(on, keep="first", maintain_order=True)
    return texts.select(on).join(first, on=on, how="left", maintain_order="left")["shown"]


# --- names that a club may give after people: rated teams, and entrants of sessions ---------------


def rated_teams(read: Callable[[str], pl.DataFrame]) -> pl.DataFrame:
    """Return (club, competition, player_id): every team that is or was rated, once, in order of place in the files.

    Ids in sessions or games of the competition are left out: they belong to players whom the competition may have rated
    before. An id that is only on old lists counts as a team, because that gives away no hidden name.
    """
    where = read("raw.rating_seasons").filter(games_from="matches").select(CLUB).unique()
    if where.is_empty():
        return where.with_columns(player_id="competition")
    games = (read("raw.games").select(*CLUB, player_id=side) for side in ("player_id", "opponent_id"))
    players = pl.concat([read("raw.entries").select(PERSON), *games])
    past = read("published.past_corrections").filter(kind="ratings")
    lists = (read(name) for name in ("published.ratings", "ratings.published", "ratings.elo"))
    later = (rows.select(PERSON) for rows in (*lists, past))
    place = ("file_id", "line_no")
    return (
        pl.concat([read("raw.ratings").select(*PERSON, *place), *later], how="diagonal")
        .join(where, on=CLUB, how="semi")
        .join(players, on=PERSON, how="anti")
        .sort(*place, "player_id", nulls_last=True)
        .select(PERSON)
        .unique(maintain_order=True)
    )


def _is_team(rows: pl.DataFrame, column: str, rated: pl.DataFrame) -> pl.Series:
    """Return whether each id in a column belongs to a team: it begins like a team id, or is among `rated_teams`."""
    begins = rows[column].str.contains(TEAM).fill_null(value=False)
    known = rated.select(*CLUB, text="player_id", shown="player_id")
    return begins if rated.is_empty() else begins | _looked_up(rows, column, known).is_not_null()


def entrants_of(read: Callable[[str], pl.DataFrame]) -> pl.DataFrame:
    """Return (club, text): the entrants that are not just numbers, in order of first place in the files, then name."""
    seated = read("raw.entries").select("club", "file_id", "line_no", text="entrant")
    listed = read("scored.session_results").select("club", text="entrant")
    is_name = pl.col("text").str.contains(r"\p{L}|[0-9]{5}") & ~pl.col("text").str.contains(AND, literal=True)
    named = pl.concat([seated, listed], how="diagonal").filter(is_name)
    in_order = named.sort("file_id", "line_no", "text", nulls_last=True)
    return in_order.select("club", "text").unique(maintain_order=True)


# --- tables of a warehouse ------------------------------------------------------------------------


def withheld(read: Callable[[str], pl.DataFrame], names: Iterable[str] = HOLD_IDS) -> Withheld:
    """Return `Withheld` for the tables of these names. `read` returns the rows of a table, for all clubs.

    If `read` also returns `Identities`, whoever asks in one club is hidden under every id of the person.
    """
    identities = read("federation.identities")
    players = asking_anywhere(read("raw.players"), identities)
    of_all = players, read("raw.people"), read("raw.partnerships")
    public = read("raw.competitions").filter("strength_public").select(COMPETITION)
    if players["public"].all():  # also if there are none
        return Withheld(*of_all, with_strength=public)
    ids, teams, entrants = ids_of(read, names), rated_teams(read), entrants_of(read)
    of_clubs = {"with_strength": public, "identities": identities}
    return Withheld(*of_all, ids=ids, teams=teams, entrants=entrants, **of_clubs)


def shown_to_all(tables: Tables) -> dict[str, pl.DataFrame]:
    """Return the tables of the warehouse as everybody may see them. `raw.players` and `raw.people` are required."""
    people = withheld(lambda name: tables[name] if name in tables else WAREHOUSE[name].create_empty(), tables)
    return {name: people.shown(name, table) for name, table in tables.items()}
