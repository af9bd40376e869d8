"""Find who is hidden: people who ask for it in any competition of the club, the same people elsewhere, and namesakes.

A club may write a member's number in one file and the name in another, so an id with the name of a hidden person may be
that person. A director can distinguish two people of one name in `players` or `people`.
"""

from collections.abc import Callable, Iterable

import polars as pl

from transforms.privacy.names_in_texts import PARTICLES, spellings
from transforms.tables.messages import gettext_noop
from transforms.tables.schemas import CLUB, WAREHOUSE

A_MEMBER = gettext_noop("a member")
"""The name of hidden people in tables. Each page shows it in the language of the page."""
_PERSON, _NUMBER = ["club", "player_id"], ["club", "federation_id"]
ID_COLUMNS = ("player_id", "opponent_id", "substitutes_for", "partner_id", "third_id", "unlinked_group")
"""Columns of the warehouse that hold ids of people."""
HOLD_IDS = {
    name: columns
    for name, table in WAREHOUSE.items()
    if name.startswith(("raw.", "published.")) or name == "ratings.published"
    if name not in ("raw.players", "raw.people")
    and (columns := [one for one in ID_COLUMNS if one in table.column_names()])
}
"""The columns with ids of people, by table; other tables get their ids from these. Not all ids are in `Players`."""


def hidden_people(players: pl.DataFrame, people: pl.DataFrame, ids: pl.DataFrame | None = None) -> pl.DataFrame:
    """Return the rows of hidden people in `Players`, of all clubs.

    A person who asks to be hidden is also hidden in other clubs, by every `federation_id` (`same_by_number`). A
    namesake is hidden only in the club of the hidden person, whose id is then in `hidden`, which is otherwise null.
    `ids` (club, competition, player_id, file_id, line_no) may have people without a row in `Players`; their rows have
    no other values.
    """
    if nobody_asks(players):
        return players.clear().with_columns(hidden=pl.lit(None, pl.String))
    left = _leaving(players)
    asked, settled = left.select(_PERSON).unique(), distinguished(players, people)
    everybody = players
    if ids is not None:
        unlisted = ids.join(players, on=_PERSON, how="anti", maintain_order="left")
        everybody = pl.concat([players, unlisted], how="diagonal")
    marked = players.drop_nulls("namesake_of").join(pl.concat([asked, settled]), on=_PERSON, how="anti")
    marked = marked.group_by(_PERSON).agg(hidden=pl.col("namesake_of").min())
    hidden = pl.concat([asked, marked.select(_PERSON)])
    aliases = people.join(hidden, on=_PERSON, how="semi")
    names_of = ((everybody, "player_id"), (players, "name"), (aliases, "alias"))
    names = pl.concat(rows.select(*_PERSON, said=column) for rows, column in names_of)
    too = pl.concat([marked, namesakes(names, hidden, settled, ["club"])])
    return pl.concat([left, everybody.join(too, on=_PERSON, maintain_order="left")], how="diagonal")


def asking_anywhere(players: pl.DataFrame, identities: pl.DataFrame) -> pl.DataFrame:
    """Return `Players` in which a person of `Identities` who asks under one id asks under all of them."""
    asking = identities.join(players.filter(~pl.col("public")), on=_PERSON, how="semi")
    ids = identities.join(asking, on="person", how="semi").select(*_PERSON, asks=pl.lit(value=True))
    marked = players.join(ids, on=_PERSON, how="left", maintain_order="left")
    return marked.with_columns(pl.col("public") & pl.col("asks").is_null()).drop("asks")


def nobody_asks(players: pl.DataFrame) -> bool:
    """Return whether no row of `Players` asks to hide somebody, or has the name of somebody hidden."""
    return bool(players["public"].all()) and not players["namesake_of"].count()


def with_public_names(players: pl.DataFrame, people: pl.DataFrame) -> pl.DataFrame:
    """Return `Players` of all clubs with the name to show: "a member" for hidden people, else the name, else the id."""
    hidden = hidden_people(players, people).select(_PERSON).unique().with_columns(hidden=pl.lit(A_MEMBER))
    named = players.join(hidden, on=_PERSON, how="left", maintain_order="left")
    return named.with_columns(name=pl.coalesce("hidden", "name", "player_id")).drop("hidden")


def ids_of(read: Callable[[str], pl.DataFrame], names: Iterable[str] = HOLD_IDS) -> pl.DataFrame:
    """Return (club, competition, player_id, file_id, line_no): each id in a competition, at its first place."""
    place = {"file_id": pl.String(), "line_no": pl.Int64()}
    found = [pl.DataFrame(schema={**dict.fromkeys((*CLUB, "player_id"), pl.String), **place})]
    for name in (name for name in names if name in HOLD_IDS):
        rows = read(name)
        rows = rows.with_columns(pl.lit(None, place[one]).alias(one) for one in place if one not in rows.columns)
        found += [_each_first(rows.select(*CLUB, *place, player_id=column)) for column in HOLD_IDS[name]]
    return _each_first(pl.concat(found, how="diagonal"))


def _each_first(ids: pl.DataFrame) -> pl.DataFrame:
    in_order = ids.drop_nulls("player_id").sort("file_id", "line_no", nulls_last=True)
    return in_order.unique([*CLUB, "player_id"], keep="first", maintain_order=True)


def lines_about(hidden: pl.DataFrame, people: pl.DataFrame) -> pl.DataFrame:
    """Return the lines of `People` that lead to these people, directly or through others, at any date."""
    ends, found = hidden.select(_PERSON), people.clear()
    left = people.filter(pl.col("alias") != pl.col("player_id"))
    while not ends.is_empty():
        lines = left.join(ends, on=_PERSON, how="semi", maintain_order="left")
        left = left.join(lines, on=lines.columns, how="anti", nulls_equal=True, maintain_order="left")
        found = pl.concat([found, lines])
        ends = lines.select("club", player_id="alias").unique()
    return found


# --- the same name --------------------------------------------------------------------------------


def namesakes(names: pl.DataFrame, hidden: pl.DataFrame, settled: pl.DataFrame, within: list[str]) -> pl.DataFrame:
    """Return (`within`, player_id, hidden): each id with the name of a hidden person, in any order, case and spelling.

    `names` has everybody's names as `said`, including ids that are names. `settled` are people known to be somebody
    else. Two namesakes must have the columns `within` in common.
    """
    key = [*within, "player_id"]
    if hidden.is_empty():
        return pl.DataFrame(schema=dict.fromkeys((*key, "hidden"), pl.String))
    each = (words.list.sort().list.join(" ") for words in _words_in("said", r"[\p{L}\p{N}]+"))
    worded = pl.concat(names.drop_nulls().unique().select(*key, words=words) for words in each)
    worded = worded.filter(pl.col("words").str.contains(r"\p{L}"))
    of_hidden = worded.join(hidden, on=key, how="semi").select(*within, "words", hidden="player_id")
    return (
        worded.join(pl.concat([hidden.select(key), settled.select(key)]), on=key, how="anti")
        .join(of_hidden, on=[*within, "words"])
        .group_by(key)
        .agg(pl.col("hidden").min())
        .sort(key)
        .select(pl.col(*key, "hidden").cast(pl.String))
    )


def distinguished(players: pl.DataFrame, people: pl.DataFrame) -> pl.DataFrame:
    """Return (club, player_id): people who are `public` in `players`, or whose id is its own alias in `people`."""
    nobody_else = people.filter(pl.col("alias") == pl.col("player_id"))
    return pl.concat(rows.select(_PERSON) for rows in (players.filter("public"), nobody_else)).unique()


def _words_in(column: str, word: str) -> list[pl.Expr]:
    """Return the words in each spelling of names, without apostrophes and zero-width characters such as U+200B."""
    bare = pl.col(column).str.replace_all(r"\p{Cf}|['’‘`´ʼ]", "")
    return [spelled.str.extract_all(word) for spelled in spellings(bare)]


# --- the same number ------------------------------------------------------------------------------


def of_several(players: pl.DataFrame) -> pl.DataFrame:
    """Return (club, federation_id, player_id, also): federation ids of people with no word of their names in common.

    Such an id is a slip, or a 0 for an unknown number, and identifies nobody. People without a name do not count.
    `player_id` and `also` are the first and the last of these people, by id.
    """
    ids = pl.col("player_id").n_unique()
    sharing = players.drop_nulls("federation_id").filter(ids.over(_NUMBER) > 1)
    words = words_of_people(sharing, players)
    common = words.group_by(*_NUMBER, "word").agg(ids=ids).group_by(_NUMBER).agg(common=pl.col("ids").max())
    first_and_last = (pl.col("player_id").min(), pl.col("player_id").max().alias("also"))
    of_all = words.group_by(_NUMBER).agg(ids.alias("ids"), *first_and_last).join(common, on=_NUMBER)
    return of_all.filter(pl.col("common") < pl.col("ids")).drop("ids", "common").sort(_NUMBER)


def same_by_number(asking: pl.DataFrame, players: pl.DataFrame) -> pl.DataFrame:
    """Return the rows of `players` that share a `federation_id` and a word of the name with a row of `asking`.

    Within a club, people without a name are the same too, unless `of_several` has the number.
    """
    numbered = asking.drop_nulls("federation_id")
    candidates = players.join(numbered, on="federation_id", how="semi", maintain_order="left")
    words, of_asking = words_of_people(candidates, players), words_of_people(numbered, players)
    alike = words.join(of_asking, on=["federation_id", "word"], how="semi")
    of_club = candidates.join(of_several(candidates), on=_NUMBER, how="anti")
    nameless = numbered.join(of_asking, on=[*_PERSON, "federation_id"], how="anti")
    same = (
        candidates.join(alike, on=[*_PERSON, "federation_id"], how="semi"),
        of_club.join(nameless, on=_NUMBER, how="semi"),
        of_club.join(words, on=[*_PERSON, "federation_id"], how="anti").join(numbered, on=_NUMBER, how="semi"),
    )
    return pl.concat(same).unique(maintain_order=True)


def still_named(players: pl.DataFrame) -> pl.DataFrame:
    """Return rows of people who are named, although another club, `asking`, hides somebody with their number.

    The two have no word of their names in common.
    """
    leaving = _leaving(players)
    asking = leaving.join(leaving.filter(~pl.col("public")), on=_PERSON, how="semi")
    asked = asking.drop_nulls("federation_id").select("federation_id", asking="club").unique()
    others = players.join(leaving, on=_PERSON, how="anti").join(asked, on="federation_id")
    elsewhere = others.filter(pl.col("club") != pl.col("asking")).sort("club", "asking", "federation_id", "player_id")
    return elsewhere.unique(["club", "asking", "federation_id"], keep="first", maintain_order=True)


def _leaving(players: pl.DataFrame) -> pl.DataFrame:
    """Return the rows of people who ask to be hidden, and of the same people by number; a number may be the id."""
    said = players.filter(~pl.col("public"))
    if said.is_empty():
        return said
    asking = players.join(said, on=_PERSON, how="semi", maintain_order="left")
    nameless = asking.filter(pl.col("name").is_null().all().over(_PERSON)).with_columns(federation_id="player_id")
    asking = pl.concat([asking, nameless])
    same = same_by_number(asking, players)
    in_own_club = same.join(asking, on=_NUMBER, how="semi")
    return pl.concat([said, same, same_by_number(in_own_club, players)]).unique(maintain_order=True)


def words_of_people(rows: pl.DataFrame, players: pl.DataFrame) -> pl.DataFrame:
    """Return (club, player_id, federation_id, word): words of people's names, but no particles or single letters.

    `rows` are people with a `federation_id`, who are named in `players`; a name counts in each of its spellings.
    """
    names = players.drop_nulls("name").select(*_PERSON, "name").unique()
    named = rows.drop_nulls("federation_id").select(*_PERSON, "federation_id").unique().join(names, on=_PERSON)
    small = pl.lit(sorted(PARTICLES), dtype=pl.List(pl.String))
    words = (words.list.set_difference(small) for words in _words_in("name", r"\p{L}{2,}"))
    each = pl.concat(named.select(*_PERSON, "federation_id", word=of_name).explode("word") for of_name in words)
    return each.drop_nulls().unique()
