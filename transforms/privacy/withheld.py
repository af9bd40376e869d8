"""What everybody may see: tables without the people who left, and without what directors write for themselves.

A person whose `public` is false is "a member": the rows stay, so every number is right, but no column says who it is.
Ids become `member-1`, `member-2` and so on, in the order of the lines that ask for it, and the partnerships of such a
person `pair-1` and so on, since clubs make their ids of the names of both. Teams and entrants that would be called
alike where a member is not shown stay two: `member-1` and `member-1b`.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, partial
from itertools import chain, count
from string import ascii_lowercase

import polars as pl

from transforms.privacy.hidden_people import A_MEMBER, HOLD_IDS, ID_COLUMNS, hidden_people, ids_of
from transforms.privacy.names_in_texts import TEAM, NamesInTexts, spellings, words_of
from transforms.tables.messages import gettext_noop
from transforms.tables.phrases import phrase
from transforms.tables.schemas import CLUB, COMPETITION, PERSON, WAREHOUSE, Tables

AND = " + "
"""Between the ids of players, in the id of their partnership and of their entrant in an event or season."""
_MEMBER = re.compile(r"member-[0-9]+")
_BETWEEN = re.compile(r"(, |: | - |\+)")
"""Between entrants, where a text has several."""
_MESSAGE = gettext_noop("this concerns a member who is not shown: the warehouse has the whole finding")

_FOR_DIRECTORS = ("raw.people", "deals.findings", "deals.lines")
"""Tables that nobody else sees: a result that double dummy makes very unlikely is mostly a slip of the pen, and could
be read off the tricks gained on each line."""
_BLANK = {"namesake_of": "", "reason": "raw.adjustments", "settings": "raw.files"}
"""Column that nobody else sees -> table, or all; the settings are competition.toml as it stands, remarks and all."""
_OF_PERSON = {"name": A_MEMBER, "nationality": None, "federation_id": None, "birth_year": None}
"""Column that says who a person is -> what stands there of one who is not shown."""
_BY_PLACE = ("club", "file_id", "line_no", "player_id")
_OF_FINDINGS = ("value", "arguments", "message")
"""Columns of findings, which go together."""
_ABOUT_IDS = (*ID_COLUMNS, "player", "opponent", "partner", "alias", "name", "also", "near")
"""Fields, and arguments, of findings that may be the id of a person."""
_OF_SEVERAL = ("replaced", "named", "aliases", "numbers")
"""Further arguments that may be ids, each with or without its name; so may a `pair`, but one of one is its number."""
_NOT_ABOUT_PEOPLE = (
    *(*CLUB, "season", "sha256", "format", "code", "field", "name"),
    *("contract", "ruling", "result", "worth"),
)
"""Columns that are never searched for names; `name` is that of the person in the row."""
_WITHOUT_TEXTS = (
    *(
        "awards.federation",
        "raw.competitions",
        "raw.rating_seasons",
        "raw.movements",
        "raw.looks",
        "movements.next_balance",
    ),
)
"""Tables whose texts are rules."""
_OF_PLAYERS = ("partnership_id", "entrant", "other", "players")
"""Columns that may be ids of players, alone or several in one text."""
_BY_PLAYERS = {
    **dict.fromkeys(("scored.event_results", "movements.season_scores", "movements.next_seating"), pl.lit(value=True)),
    **dict.fromkeys(("published.rankings", "published.championships"), pl.lit(value=True)),
    **dict.fromkeys(("awards.points", "published.awards"), pl.col("of") == "event"),
    **dict.fromkeys(
        ("published.corrections", "published.past_corrections"), pl.col("kind").is_in(["rankings", "championships"])
    ),
}
"""Table -> the rows in which these columns are ids of players; else only those of several are."""
_NUMBERS = ("entrant", "other", "ns", "ew", "team", "opponent", "entrants", "first")
"""Columns of entrants of sessions, alone or several in one text."""
_MADE_UP = (*_NUMBERS[:-1], "partnership_id", "game_id")
"""Columns of ids that a club may make of parts of names, such as `ZwaluwKow`."""
_TEAM = "team"
"""How the id of a team begins: where one is not shown, this word says nothing of it."""
_TEAM_OR_NAME = f"({TEAM}|^Team )"
"""How the id of a team begins, or the name of one to which its club gives none."""
_A_NAME = r"\p{L}{3}|[0-9]{5}"
"""What the number of a team has, as a regular expression, where it may not be a board, a pair or a round as well."""
_IN_IDS, _IN_TEXTS = 4, 5
"""A word of a name with fewer letters is not looked for within the words of such ids, and of other texts."""


class Withheld:
    """The people who are not shown, and how tables are without them.

    A person who asks for it in one competition is not shown in any of the club, nor in other clubs with the same
    `federation_id`; nor is another id of the club with the same name (`transforms/privacy/hidden_people.py`).

    Args:
        players: `Players`; without `ids`, everybody has a row here.
        people: `People`, for the other names of these people.
        partnerships: `Partnerships`, for the ids that these people have together with others.
        ids: as `ids_of` gives them, of all tables that are shown.
        teams: as `rated_teams` gives them; those whose ids begin as those of teams need not be among them.
        entrants: as `entrants_of` gives them.
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
    ) -> None:
        self._players, self._people = players, people
        self._everybody = players if ids is None else pl.concat([players, ids], how="diagonal")
        self._rated = players.select(PERSON).clear() if teams is None else teams
        begin_so = self._everybody.filter(pl.col("player_id").str.contains(TEAM)).sort(_BY_PLACE, nulls_last=True)
        numbers = pl.col("player_id").str.replace(TEAM, "").alias("text")
        named = [rows.select("club", numbers) for rows in (begin_so, self._rated)]
        self._named = pl.concat([*([] if entrants is None else [entrants]), *named]).unique(maintain_order=True)
        self._members = _numbered(hidden_people(players, people, ids), self._everybody, "player_id", "member")
        # An id that is the ids of its players, as `12 + 34`, needs no number: these are replaced each by itself.
        key = (*CLUB, "partnership_id")
        others = pl.col("partnership_id").str.split(AND).list.set_difference(pl.col("player_id").implode().over(key))
        of_members = partnerships.filter(others.list.len() > 0).join(
            self._members, on=["club", "player_id"], how="semi"
        )
        self._pairs = _numbered(of_members, partnerships, "partnership_id", "pair", CLUB)

    def shown(self, name: str, rows: pl.DataFrame) -> pl.DataFrame:
        """All or some rows and columns of a table, such as `raw.results`, as everybody may see them."""
        if name in _FOR_DIRECTORS:
            return rows.clear()
        blank = [column for column, table in _BLANK.items() if column in rows.columns and table in ("", name)]
        rows = rows.with_columns(pl.lit(None, pl.String).alias(column) for column in blank)
        if self._members.is_empty() or rows.is_empty():
            return rows
        if name == "awards.federation":
            return self._in_order(name, self._in_federation(rows))
        if "club" not in rows.columns:
            return rows
        if {"arguments", "message"} <= set(rows.columns):
            rows = self._findings(rows)
        if {"field", "published", "now"} <= set(rows.columns):
            who = pl.col("field") == "players"
            rows = rows.with_columns(pl.when(~who).then(name).alias(name) for name in ("published", "now"))
        return self._in_order(name, self._texts(name, self._teams(self._persons(rows))))

    # --- rows about a person -----------------------------------------------------------------------

    def _persons(self, rows: pl.DataFrame) -> pl.DataFrame:
        """The rows with other ids of persons and their pairs, and without what else says who it is."""
        hidden = rows
        for column in (column for column in ID_COLUMNS if column in rows.columns):
            hidden = _with_shown(hidden, column, self._members.rename({"player_id": "text"}))
        if "partnership_id" in rows.columns:
            within = [column for column in CLUB if column in rows.columns]
            numbers = self._pairs.unique([*within, "partnership_id"], keep="first", maintain_order=True)
            hidden = _with_shown(hidden, "partnership_id", numbers.select(*within, "shown", text="partnership_id"))
        return _unnamed(rows, hidden, "player_id") if "player_id" in rows.columns else hidden

    def _in_federation(self, rows: pl.DataFrame) -> pl.DataFrame:
        """The list of all clubs, whose persons are ids of the federation, or `club/player`."""
        members = self._members.with_columns(shown=phrase("{}/{}", "club", "shown"))
        numbers = members.join(self._players, on=["club", "player_id"], maintain_order="left_right")
        ids = members.select("shown", text=phrase("{}/{}", "club", "player_id"))
        persons = pl.concat([ids, numbers.select("shown", text="federation_id").drop_nulls()])
        hidden = _with_shown(rows, "person", persons.unique("text", keep="first", maintain_order=True))
        return _unnamed(rows, hidden, "person")

    def _teams(self, rows: pl.DataFrame) -> pl.DataFrame:
        """The rows with members in the place of their names in the ids and names of teams that are rated."""
        for column in ID_COLUMNS:
            if column not in rows.columns or not (of_team := _is_team(rows, column, self._rated)).any():
                continue
            for told in (column, *(["name"] if column == "player_id" and "name" in rows.columns else [])):
                said = rows.select("club", text=pl.when(of_team).then(told))
                instead = self._of_teams(said.drop_nulls().unique())
                shown = said.join(instead, on=["club", "text"], how="left", maintain_order="left")["shown"]
                rows = rows.with_columns(pl.coalesce(shown, told).alias(told))
        return rows

    def _of_teams(self, texts: pl.DataFrame) -> pl.DataFrame:
        """(club, text, shown) of those among distinct ids and names of teams that name a member."""
        begins = pl.col("text").str.extract(_TEAM_OR_NAME).fill_null("")
        parts = texts.with_columns(begins=begins, rest=pl.col("text").str.replace(_TEAM_OR_NAME, ""))
        instead = self._instead(parts.select("club", text="rest").unique(), inside=_IN_IDS, of_entrants=True)
        told = parts.join(instead.rename({"text": "rest"}), on=["club", "rest"], maintain_order="left")
        return told.select("club", "text", shown=pl.col("begins") + pl.col("shown"))

    def _in_order(self, name: str, rows: pl.DataFrame) -> pl.DataFrame:
        """Sorted by the new ids, and on an alphabetical list the members last: a place must not tell a name either.

        So are the teams that have the name of a member in theirs.
        """
        key = [column for column in WAREHOUSE[name].primary_key() if column in rows.columns]
        if name == "ratings.lists" and {"list", "position", "name"} <= set(rows.columns):
            is_member = (pl.col("name") == A_MEMBER) | pl.col("name").str.contains(r"member-\d")
            last = pl.struct(is_member, pl.col("position"), pl.col("player_id"))
            of_list = [column for column in key if column != "player_id"]
            place = last.rank("ordinal").over(of_list).cast(rows.schema["position"])
            is_alphabetical = pl.col("list") == "alphabetical"
            rows = rows.with_columns(position=pl.when(is_alphabetical).then(place).otherwise("position"))
        if not {*ID_COLUMNS, "person", "partnership_id"} & set(rows.columns) and name not in _BY_PLAYERS:
            return rows
        return rows.sort(key, nulls_last=True, maintain_order=True) if key else rows

    # --- texts -------------------------------------------------------------------------------------

    def _texts(self, name: str, rows: pl.DataFrame) -> pl.DataFrame:
        """The rows with members in the place of their names and ids, wherever these stand in a text."""
        by_players = _BY_PLAYERS.get(name, pl.lit(value=False))
        if not set(by_players.meta.root_names()) <= set(rows.columns):
            by_players = pl.lit(value=False)
        for column in _searched(name, rows):
            is_ids = pl.lit(value=False)
            if column in _OF_PLAYERS:
                is_ids = by_players | pl.lit(column == "players") | pl.col(column).str.contains(AND, literal=True)
            said = rows.select("club", text=column, is_ids=is_ids.fill_null(value=False))
            is_list = rows.schema[column] == pl.List(pl.String)
            distinct = (said.explode("text") if is_list else said).drop_nulls().unique()
            inside = _IN_IDS if column in _MADE_UP else _IN_TEXTS
            instead = self._instead(distinct, pl.col("is_ids"), inside=inside, of_entrants=column in _NUMBERS)
            if instead.is_empty():
                continue
            if is_list:
                for (club,), texts in instead.partition_by("club", as_dict=True).items():
                    replaced = pl.element().replace(dict(texts.select("text", "shown").iter_rows()))
                    of_club = pl.when(club=club).then(pl.col(column).list.eval(replaced))
                    rows = rows.with_columns(of_club.otherwise(column).alias(column))
            else:
                shown = said.join(instead, on=["club", "text", "is_ids"], how="left", maintain_order="left")["shown"]
                rows = rows.with_columns(pl.coalesce(shown, column).alias(column))
        return rows

    def _instead(
        self,
        texts: pl.DataFrame,
        is_ids: pl.Expr = pl.lit(value=False),  # noqa: B008 - an expression never changes
        *,
        inside: int | None,
        of_entrants: bool = False,
    ) -> pl.DataFrame:
        """(club, text, is_ids, shown) of those among distinct texts (club, text) that name a member.

        `is_ids` says which are ids of players, as `12 + 34`, and `of_entrants` whether they are of entrants, no two of
        whom are shown alike; words of names with `inside` letters or more are looked for within words too; None: none.
        """
        parts = pl.lit(sorted({part for names in self._names.values() for part in names.parts}), pl.List(pl.String))
        may_name = pl.any_horizontal(bare.str.contains_any(parts) for bare in spellings(pl.col("text")))
        suspects = texts.select("club", "text", is_ids=is_ids).filter(pl.col("is_ids") | may_name)
        found = []
        for club, text, of_players in suspects.iter_rows():
            ids = [self._member_of.get((club, part), part) for part in text.split(AND)] if of_players else [text]
            shown = self._without(club, AND.join(ids), inside=inside)
            if of_entrants and shown != text:
                shown = _each_apart(text, self._entrant_of.get(club, {}), partial(self._without, club)) or shown
            if shown != text:
                found.append((club, text, of_players, shown))
        return pl.DataFrame(found, schema=suspects.schema | {"shown": pl.String}, orient="row")

    @cached_property
    def _entrant_of(self) -> dict[str, dict[str, str]]:
        """Club -> entrant, or number of a team -> what is shown in its place; ids of members are not among them."""
        ids = self._members.rename({"player_id": "text"})
        of_clubs = self._named.join(ids, on="club", how="semi", maintain_order="left")
        named = of_clubs.join(ids, on=["club", "text"], how="anti", maintain_order="left")
        instead = self._instead(named, inside=_IN_IDS).drop("is_ids")
        told = named.join(instead, on=["club", "text"], how="left", maintain_order="left")
        # The id of a team may begin as those of players, and stands in their column.
        as_players = self._rated.filter(~pl.col("player_id").str.contains(TEAM))
        alike = ids.join(self._named, on=["club", "text"], how="semi"), ids.join(as_players, on="club", how="semi")
        taken = set(pl.concat(alike).select("club", "shown").iter_rows())
        shown = _apart(told, taken).filter(pl.col("shown") != pl.col("text"))
        return {str(club): dict(rows.select("text", "shown").iter_rows()) for (club,), rows in shown.group_by("club")}

    def _findings(self, rows: pl.DataFrame) -> pl.DataFrame:
        """The findings, without values and words where they are about a member."""
        numbered = rows.with_row_index("row")
        named = [self._with_a_member(numbered)]
        for column in _OF_FINDINGS:
            # Within the words of a sentence there are names by chance: `Count` in "counts".
            inside = None if column == "message" else _IN_TEXTS
            texts = self._instead(rows.select("club", text=column).drop_nulls().unique(), inside=inside)
            named.append(numbered.join(texts.rename({"text": column}), on=["club", column], how="semi")["row"])
        is_named = pl.col("row").is_in(pl.concat(named).implode())
        hidden = {"value": None, "arguments": None, "message": _MESSAGE}
        return numbered.with_columns(
            pl.when(is_named).then(pl.lit(instead)).otherwise(column).alias(column)
            for column, instead in hidden.items()
        ).drop("row")

    def _with_a_member(self, findings: pl.DataFrame) -> pl.Series:
        """The `row` of the findings with the id of a member, or of a pair of one, as their value or in an argument.

        It may stand among others: "7, 12 (Ann Ames)", "Ames, Ann (12); 7", "7 + 12".
        """
        pair = pl.col("arguments").str.json_path_match("$.pair")
        said = [
            pl.when(pl.col("field").is_in((*_ABOUT_IDS, "partnership_id"))).then("value"),
            pl.when(pair.str.contains(AND, literal=True)).then(pair),
            *(pl.col("arguments").str.json_path_match(f"$.{key}") for key in (*_ABOUT_IDS, *_OF_SEVERAL)),
        ]
        one_by_one = pl.col("ids").str.replace_many({AND: ", ", "; ": ", "}).str.split(", ")
        texts = pl.concat(findings.select("row", "club", ids=text) for text in said).drop_nulls()
        each = texts.with_columns(one=one_by_one).explode("one")
        name, behind = pl.col("one").str.replace(r" \(.*$", ""), pl.col("one").str.extract(r"\(([^()]*)\)$")
        ids = pl.concat(each.select("row", "club", player_id=form) for form in (pl.col("ids"), name, behind))
        of_pairs = self._pairs.select("club", player_id="partnership_id")
        known = pl.concat([self._members.select("club", "player_id"), of_pairs])
        return ids.join(known, on=["club", "player_id"], how="semi")["row"]

    def _without(self, club: str, text: str, *, inside: int | None = _IN_IDS) -> str:
        names = self._names.get(club)
        return text if names is None else names.replaced(text, inside=inside)

    @cached_property
    def _member_of(self) -> dict[tuple[str, str], str]:
        return {(club, player): member for club, player, member in self._members.iter_rows()}

    @cached_property
    def _names(self) -> dict[str, NamesInTexts]:
        """Club -> the names of its members who are not shown."""
        # The number of a team may be a name, `Falcons2`; `5` or `A1` may be a board, a pair or a round.
        number = pl.col("player_id").str.extract(f"{TEAM}(.*)$")
        members = self._members.with_columns(number=pl.when(number.str.contains(_A_NAME)).then(number))
        players, people = self._players, self._people
        said_of = ((members, "number"), (players, "player_id"), (players, "name"), (members, "player_id"))
        names = pl.concat(
            rows.select("club", "player_id", said=column) for rows, column in (*said_of, (people, "alias"))
        )
        said = names.drop_nulls().unique(maintain_order=True)
        said = said.join(self._members, on=["club", "player_id"], how="left", maintain_order="left")
        of_club: dict[str, NamesInTexts] = {}
        for (club,), rows in said.partition_by("club", as_dict=True).items():
            if rows["shown"].null_count() < rows.height:
                # A team may be called after its players, and makes nobody's name known.
                public = rows.filter(pl.col("shown").is_null(), ~_is_team(rows, "player_id", self._rated))["said"]
                of_members = rows.drop_nulls("shown").select("said", "shown").iter_rows()
                words = {_TEAM, *(word for name in public for word in words_of(name))}
                of_club[str(club)] = NamesInTexts(of_members, words)
        return of_club


def _searched(name: str, rows: pl.DataFrame) -> list[str]:
    """The columns of a table in which a text may name somebody; those of findings are not among them."""
    if name in _WITHOUT_TEXTS:
        return []
    columns = WAREHOUSE[name].columns()
    of_few_words = {column for column in columns if getattr(columns[column], "regex", None)}
    passed = {*_NOT_ABOUT_PEOPLE, *ID_COLUMNS, *_OF_FINDINGS, *of_few_words}
    texts = (pl.String, pl.List(pl.String))
    return [column for column, dtype in rows.schema.items() if dtype in texts and column not in passed]


def _numbered(
    rows: pl.DataFrame, every: pl.DataFrame, column: str, word: str, within: tuple[str, ...] = ("club",)
) -> pl.DataFrame:
    """(`within`, column, shown): each value with a number, as `pair-3`, in order of place, above those of `every`."""
    key = (*within, column)
    highest = pl.col(column).str.extract(rf"^{word}-(\d{{1,9}})$").cast(pl.Int64).max().fill_null(0)
    return (
        rows.sort("club", "file_id", "line_no", *key, nulls_last=True)
        .unique(key, keep="first", maintain_order=True)
        .join(every.group_by("club").agg(taken=highest), on="club", how="left", maintain_order="left")
        .with_columns(number=pl.int_range(1, pl.len() + 1).over("club") + pl.col("taken"))
        .select(*key, shown=phrase(f"{word}-{{}}", "number"))
    )


def _with_shown(rows: pl.DataFrame, column: str, instead: pl.DataFrame) -> pl.DataFrame:
    """The rows with other texts in a column; `instead` has `text`, `shown` and what else is equal in both."""
    of_column = instead.rename({"text": column})
    on = [name for name in of_column.columns if name != "shown"]
    found = rows.join(of_column, on=on, how="left", maintain_order="left")
    return found.with_columns(pl.coalesce("shown", column).alias(column)).drop("shown")


def _unnamed(rows: pl.DataFrame, hidden: pl.DataFrame, column: str) -> pl.DataFrame:
    """`hidden`, without what says who a person is in the rows that had another id in this column."""
    stays = hidden[column].eq_missing(rows[column])
    return hidden.with_columns(
        pl.when(stays).then(name).otherwise(pl.lit(instead)).alias(name)
        for name, instead in _OF_PERSON.items()
        if name in rows.columns
    )


# --- what a club may call after people: teams that it rates, and entrants of sessions -------------


def rated_teams(read: Callable[[str], pl.DataFrame]) -> pl.DataFrame:
    """(club, competition, player_id) of all that is or was rated where teams are, once, by the places in the files.

    Left out are players whom the competition may have rated before: those who enter its sessions or games. Who stands
    on old lists alone is taken for a team, since that tells no hidden name. `read` gives the rows of a table.
    """
    where = read("raw.rating_seasons").filter(games_from="matches").select(CLUB).unique()
    if where.is_empty():
        return where.with_columns(player_id="competition")
    games = (read("raw.games").select(*CLUB, player_id=side) for side in ("player_id", "opponent_id"))
    players = pl.concat([read("raw.entries").select(PERSON), *games])
    past = read("published.past_corrections").filter(kind="ratings")
    place = ("file_id", "line_no")
    lists = (read(name) for name in ("published.ratings", "ratings.published", "ratings.elo"))
    later = (rows.select(PERSON) for rows in (*lists, past))
    return (
        pl.concat([read("raw.ratings").select(*PERSON, *place), *later], how="diagonal")
        .join(where, on=CLUB, how="semi")
        .join(players, on=PERSON, how="anti")
        .sort(*place, "player_id", nulls_last=True)
        .select(PERSON)
        .unique(maintain_order=True)
    )


def _is_team(rows: pl.DataFrame, column: str, rated: pl.DataFrame) -> pl.Series:
    """Whether the id in a column of rows is that of a team: it begins so, or is among `rated_teams`."""
    begins = rows[column].str.contains(TEAM).fill_null(value=False)
    if rated.is_empty():
        return begins
    key = [*(name for name in CLUB if name in rows.columns), column]
    ids = rated.rename({"player_id": column}).select(key).unique().with_columns(is_rated=True)
    known = rows.select(key).join(ids, on=key, how="left", maintain_order="left")
    return begins | known["is_rated"].fill_null(value=False)


def entrants_of(read: Callable[[str], pl.DataFrame]) -> pl.DataFrame:
    """(club, text) of the entrants of sessions that are not numbers alone, by their first places in the files.

    Those whose players no file names come last, in order of their texts. `read` gives the rows of a table.
    """
    seated = read("raw.entries").select("club", "file_id", "line_no", text="entrant")
    listed = read("scored.session_results").select("club", text="entrant")
    is_name = pl.col("text").str.contains(r"\p{L}|[0-9]{5}") & ~pl.col("text").str.contains(AND, literal=True)
    named = pl.concat([seated, listed], how="diagonal").filter(is_name)
    in_order = named.sort("file_id", "line_no", "text", nulls_last=True)
    return in_order.select("club", "text").unique(maintain_order=True)


def _apart(told: pl.DataFrame, taken: set[tuple[str, str]]) -> pl.DataFrame:
    """(club, text, shown) with a letter behind the number of the member where something is called so: `member-1b`.

    Args:
        told: (club, text, shown): each text, and what stands in its place; null: it stays.
        taken: (club, text) of what else is shown.
    """
    taken = taken | {(club, text) for club, text, shown in told.iter_rows() if shown is None}
    free = []
    for club, text, shown in told.iter_rows():
        way = text if shown is None else next(way for way in _ways(shown) if (club, way) not in taken)
        taken.add((club, way))
        free.append((club, text, way))
    return pl.DataFrame(free, schema=told.schema, orient="row")


def _each_apart(text: str, shown: Mapping[str, str], other: Callable[[str], str]) -> str | None:
    """A text with what is `shown` in place of each entrant in it, and `other` of any other part; None: it names none.

    The text is an entrant, or several, as `3, 7`, `3+7` or `board 7: 3 - 7`.
    """
    if text in shown:
        return shown[text]
    parts = _BETWEEN.split(text)
    if shown.keys().isdisjoint(parts):
        return None
    return "".join(shown.get(part) or other(part) for part in parts)


def _ways(shown: str) -> chain[str]:
    signs = chain(ascii_lowercase[1:], (f"-{number}" for number in count(2)))
    return chain([shown], (_MEMBER.sub(rf"\g<0>{sign}", shown, count=1) for sign in signs))


# --- tables of a warehouse ------------------------------------------------------------------------


def withheld(read: Callable[[str], pl.DataFrame], names: Iterable[str] = HOLD_IDS) -> Withheld:
    """The people who are not shown in tables of these names; `read` gives the rows of a table, of all clubs."""
    players = read("raw.players")
    of_all = players, read("raw.people"), read("raw.partnerships")
    if players["public"].all():  # also of none
        return Withheld(*of_all)
    return Withheld(*of_all, ids=ids_of(read, names), teams=rated_teams(read), entrants=entrants_of(read))


def shown_to_all(tables: Tables) -> dict[str, pl.DataFrame]:
    """The tables of the warehouse as everybody may see them; `raw.players` and `raw.people` are among them."""
    people = withheld(lambda name: tables[name] if name in tables else WAREHOUSE[name].create_empty(), tables)
    return {name: people.shown(name, table) for name, table in tables.items()}


_CHAMPIONSHIPS = {
    "individual": ("championships.individual", "championships.individual_sessions"),
    "pairs": ("championships.pairs", "championships.pair_sessions"),
}
_LISTS = ("published.championships", "published.corrections", "published.past_corrections")
"""Tables of what was published, whose `list` is the championship."""
_OF_METHODS = "rankings.other_methods"


def without_championships_not_shown(tables: Tables) -> Tables:
    """The tables without the standings, the counting sessions and the champions that their competitions do not show.

    Args:
        tables: those of the warehouse, by name, with `raw.competitions`; absent ones are passed over.
    """
    shown = dict(tables)
    for championship, names in _CHAMPIONSHIPS.items():
        hidden = tables["raw.competitions"].filter(~pl.col(f"{championship}_show")).select(COMPETITION)
        lists = hidden.with_columns(list=pl.lit(championship), kind=pl.lit("championships"))
        for name in (name for name in (*names, *_LISTS) if name in shown and not hidden.is_empty()):
            key = [*COMPETITION, *(column for column in ("list", "kind") if column in shown[name].columns)]
            shown[name] = shown[name].join(lists, on=key, how="anti", maintain_order="left")
        if championship == "individual" and _OF_METHODS in shown:
            of_hidden = hidden.with_columns(is_hidden=True)
            told = shown[_OF_METHODS].join(of_hidden, on=COMPETITION, how="left", maintain_order="left")
            standing = (pl.when(pl.col("is_hidden").is_null()).then(name).alias(name) for name in ("average", "rank"))
            shown[_OF_METHODS] = told.with_columns(standing).drop("is_hidden")
    return shown
