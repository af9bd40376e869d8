"""Checks of ids in entries, games and tables of players: ids of nobody, and ids of people who play elsewhere."""

import polars as pl

from transforms.intake.check import check, first_of, in_variants, says
from transforms.intake.entrants import names_of
from transforms.intake.findings import PLACE
from transforms.intake.people.names import bare_words, is_name, near_numbers, numbers_of, same_name
from transforms.intake.people.players import is_named_as_table
from transforms.tables.messages import VARIANT
from transforms.tables.phrases import phrase
from transforms.tables.schemas import CLUB, ENTRANT, PERSON, SESSION

_MOST_APART = 3
"""If a competition or file has more doubtful ids than this, they make one finding, so that many guests do not hide
other findings."""
_NAMED = 5


def _apart_or_together(rows: pl.DataFrame, of: tuple[str, ...], named: str) -> pl.DataFrame:
    """If a competition or file has more than `_MOST_APART` rows, keep one of them, of variant `several`."""
    is_few = pl.len().over(of) <= _MOST_APART
    several = rows.filter(~is_few).sort(*CLUB, *PLACE, nulls_last=True, maintain_order=True)
    together = several.group_by(of, maintain_order=True).agg(
        pl.exclude(*of, named, VARIANT).first(),
        pl.col(named).head(_NAMED).str.join(", "),
        pl.lit("several").alias(VARIANT),
        count=pl.len(),
        more=pl.when(pl.len() > _NAMED).then(pl.lit(", ...")).otherwise(pl.lit("")),
    )
    return pl.concat([rows.filter(is_few), together], how="diagonal")


# --- entries: `in_tables` are the rows of `players` in tables of the club -------------------------------------------

_MOST_UNKNOWN = 1 / 4
"""If more than this share of the people who play are not in a table of players, the table is not a complete list."""


@check("entries.not_in_players", field="player_id", value={"several": "numbers", "": "player_id"})
@says(
    "this number is not in the table players, which has nearly everybody who plays, so pages show the number instead"
    " of a name: correct the number, or add the player, even a guest, to players",
    several="{count} numbers of people who played are not in the table players, so pages show them instead of names"
    " ({numbers}{more}; the first is here): add guests to players, with a name, and correct wrong numbers",
)
def not_in_players(entries: pl.LazyFrame, players: pl.LazyFrame, in_tables: pl.LazyFrame) -> pl.DataFrame:
    """If a competition has a table `players`, find numbers in entries that are not in it, each at its first place."""
    seats = _seats(entries)
    unknown = _not_in(_known(in_tables), seats, _MOST_UNKNOWN)
    if unknown.is_empty():
        return unknown
    named = players.filter(pl.col("name").is_not_null()).select(PERSON).unique().collect()
    of_nobody = (
        unknown.filter(pl.col("player_id").str.contains(r"^\d+$"))
        .join(named, on=PERSON, how="anti")
        .join(seats.select(*PERSON, *PLACE), on=PERSON)
        .with_columns(pl.lit("").alias(VARIANT), numbers="player_id")
    )
    return _apart_or_together(first_of(of_nobody, PERSON), CLUB, "numbers")


@check("entries.not_in_players/by_name", field="player_id")
@says(
    "this is the name of player {number}, but the files use numbers, so pages show two people: write {number}",
    several_by_name="the entries name {count} players whom the table players lists by number ({named}{more}; the first"
    " is here), so what that table says about them is lost: write the numbers in the entries",
)
def by_name(entries: pl.LazyFrame, players: pl.LazyFrame, in_tables: pl.LazyFrame) -> pl.DataFrame:
    seats, known = _seats(entries), _known(in_tables)
    unknown = _not_in(known, seats)
    if unknown.is_empty():
        return unknown
    nearly_all = numbers_of(_not_in(known, seats, _MOST_UNKNOWN), players)
    numbers = pl.concat([nearly_all, numbers_of(unknown, in_tables)]).unique(PERSON).collect()
    first = first_of(numbers.join(seats.select(*PERSON, *PLACE), on=PERSON), PERSON)
    named = first.with_columns(pl.lit("").alias(VARIANT), named=phrase("{} ({})", "player_id", "number"))
    found = _apart_or_together(named, CLUB, "named")
    return found.with_columns(pl.col(VARIANT).replace("several", "several_by_name"))


def _seats(entries: pl.LazyFrame) -> pl.DataFrame:
    return entries.select(*ENTRANT, "player_id", *PLACE).collect()


def _known(in_tables: pl.LazyFrame) -> pl.DataFrame:
    return in_tables.select(PERSON).unique().collect()


def _not_in(known: pl.DataFrame, seats: pl.DataFrame, most: float = 1.0) -> pl.DataFrame:
    seated = seats.select(PERSON).unique().join(known.select(CLUB).unique(), on=CLUB, how="semi")
    is_unknown = pl.col("is_known").is_null()
    marked = seated.join(known.select(*PERSON, is_known=True), on=PERSON, how="left")
    return marked.filter(is_unknown.mean().over(CLUB) <= most).filter(is_unknown).select(PERSON)


@check("games.doubtful/unknown_player", stage="names", field=pl.col("field"), value="player_id")
@says(
    "this player is neither in the table players nor in ratings, and counts as a newcomer: correct the id, or add the"
    " player to players (the id alone is enough)"
)
def unknown_player(
    by_games: pl.LazyFrame, in_tables: pl.LazyFrame, players: pl.LazyFrame, rated: pl.LazyFrame
) -> pl.LazyFrame:
    known = pl.concat(rows.select(PERSON) for rows in (players, rated))
    return by_games.join(in_tables, on=CLUB, how="semi").join(known, on=PERSON, how="anti")


_FEWEST_OTHERS = 3
"""With fewer other sessions, it is not known where somebody usually plays."""
_MOST_THERE = 0.5
_FEWEST_NAMED = 8
_MOST_STRANGERS_HERE = 0.2
"""In a session of strangers, at most this share of the people may be known: clubs have namesakes and common members."""
_MOST_OF_A_STRANGER = 3
"""A person who comes on this many other days belongs to the club, even if the club has many evenings."""


@check("entries.of_other_competition", field="session_id", value=pl.coalesce("numbers", "session_id"))
@says(
    "of the {pairs} pairs of this session, {there} also play in {other}, but only {here} in other sessions of this"
    " competition: if this is a session of {other}, put the file into the folder of {other}; otherwise ignore this"
    " warning",
    named="none of the {players} players of this session has a number, although the players of {others} other"
    " sessions of this competition have one (sessions without numbers: {evenings}): put the file into the folder of its"
    " competition; or export it with numbers, because without a number a player counts as another person",
    federation="of the {players} numbers of players in this session, {there} are federation numbers of people who have"
    " other numbers here, so each of these people counts twice: write the numbers of the club ({numbers}), or add the"
    " rows that barometer people prints to people.csv",
    club="of the {players} players of this session, only {here} also play in other sessions here; usually {most}"
    " percent do: if this is a session of another club, move the file out of this folder; if these were guests, ignore"
    " this warning",
)
def of_other_competition(
    entries: pl.LazyFrame, players: pl.LazyFrame, sessions: pl.LazyFrame, in_tables: pl.LazyFrame
) -> pl.DataFrame:
    seats = _seats(entries)
    elsewhere = _of_pairs_elsewhere(seats, players, sessions)
    without = _without_numbers(seats).join(elsewhere, on=SESSION, how="anti", maintain_order="left")
    once = without.with_columns(evenings=pl.len().over(CLUB)).unique(CLUB, keep="first", maintain_order=True)
    federation = _by_federation(seats, in_tables.collect())
    club = _of_strangers(seats, players.collect(), sessions.collect(), in_tables.collect())
    for others in (elsewhere, without, federation):
        club = club.join(others, on=SESSION, how="anti", maintain_order="left")
    return in_variants({"": elsewhere, "named": once, "federation": federation, "club": club})


def _federation_numbers(in_tables: pl.DataFrame) -> pl.DataFrame:
    """Return (club, competition, player_id, number): federation numbers that are not ids, and their owners' ids."""
    numbers = in_tables.drop_nulls("federation_id").select(*CLUB, number="player_id", player_id="federation_id")
    others = numbers.join(in_tables, on=PERSON, how="anti", maintain_order="left")
    return others.unique(PERSON, keep="none", maintain_order=True)


def _by_federation(seats: pl.DataFrame, in_tables: pl.DataFrame) -> pl.DataFrame:
    """Find sessions in which most players have their federation numbers, though in most other sessions they do not."""
    numbers = _federation_numbers(in_tables)
    if numbers.is_empty():
        return seats.clear().with_columns(numbers="player_id")
    is_other = pl.col("number").is_not_null()
    of_sessions = (
        seats.join(numbers, on=PERSON, how="left", maintain_order="left")
        .sort(*SESSION, *PLACE, nulls_last=True, maintain_order=True)
        .group_by(SESSION, maintain_order=True)
        .agg(
            pl.col(PLACE).first(),
            players=pl.len(),
            there=is_other.sum(),
            numbers=phrase("{} = {}", "player_id", "number").filter(is_other).head(_NAMED).str.join(", "),
        )
    )
    is_odd = pl.col("there") * 2 > pl.col("players")
    return of_sessions.filter(is_odd & (is_odd.mean().over(CLUB) < 1 / 2))


def _of_strangers(
    seats: pl.DataFrame, players: pl.DataFrame, sessions: pl.DataFrame, in_tables: pl.DataFrame
) -> pl.DataFrame:
    """Find sessions in which nearly everybody is unknown to the club, although at others most people come again."""
    # People come again if their number or name is in a table of players, or comes on enough other days: on a tenth of
    # the days of the competition, but at most three. So several sessions of strangers do not vouch for one another. A
    # number is not counted for a person if its file and other files give it names without a common word.
    words = bare_words(pl.coalesce("name", "player_id"))
    named = players.drop_nulls("name").with_columns(words=bare_words(pl.col("name")))
    ids = in_tables.select("club", "player_id").unique().with_columns(listed=True)
    shares = (
        seats.join(ids, on=["club", "player_id"], how="left").group_by(SESSION).agg(pl.col("listed").count() / pl.len())
    )
    has_one_name = named.select(*PERSON, "words").unique().select(PERSON).is_unique().all()
    if has_one_name and (shares["listed"] > _MOST_STRANGERS_HERE).all():  # as in most clubs
        return seats.clear()
    of_files = named.unique([*PERSON, "file_id"], keep="first", maintain_order=True)
    days = sessions.select(*SESSION, "date")
    seated = (
        seats.join(days, on=SESSION, maintain_order="left")
        .join(of_files.select(*PERSON, "file_id", "name"), on=[*PERSON, "file_id"], how="left", maintain_order="left")
        .with_columns(words=words, has_name=pl.col("name").is_not_null())
    )
    other_names = named.select(*PERSON, "file_id", other="words").rename({"file_id": "elsewhere"})
    shared = pl.col("words").str.split(" ").list.set_intersection(pl.col("other").str.split(" ")).list.len() > 0
    clashes = (
        seated.filter("has_name")
        .select(*PERSON, "file_id", "words")
        .unique()
        .join(other_names, on=PERSON)
        .filter(pl.col("elsewhere") != pl.col("file_id"))
        .group_by(*PERSON, "file_id", "words")
        .agg(clashes=~shared.any())
    )
    listed = in_tables.select(*CLUB, "player_id", words=words)
    of_club = {name: listed.select("club", name).drop_nulls().unique().with_columns(listed=True) for name in
               ("player_id", "words")}  # fmt: skip
    marked = seated.join(clashes, on=[*PERSON, "file_id", "words"], how="left", maintain_order="left")
    for name, rows in of_club.items():
        own = ["club", name]
        others = pl.col("date").n_unique().over(own) - 1
        marked = marked.join(rows, on=own, how="left", maintain_order="left").with_columns(
            pl.when("listed").then(_MOST_OF_A_STRANGER).otherwise(others).fill_null(0).alias(f"days of {name}")
        ).drop("listed")  # fmt: skip
    own_number = pl.when(~pl.col("clashes").fill_null(value=False)).then("days of player_id").otherwise(0)
    enough = (pl.col("date").n_unique().over(CLUB) / 10).ceil().clip(1, _MOST_OF_A_STRANGER)
    here = pl.max_horizontal(own_number, "days of words") >= enough
    return (
        marked.with_columns(here=here)
        .sort(*SESSION, *PLACE, nulls_last=True, maintain_order=True)
        .group_by(SESSION, maintain_order=True)
        .agg(pl.col(PLACE).first(), pl.col("here").sum(), players=pl.len(), clashing=pl.col("clashes").sum())
        .with_columns(share=pl.col("here") / pl.col("players"), others=pl.len().over(CLUB) - 1)
        .with_columns(usual=pl.col("share").median().over(CLUB))
        .filter(
            pl.col("players") >= _FEWEST_NAMED,
            pl.col("others") >= _FEWEST_OTHERS,
            pl.col("usual") >= _MOST_THERE,
            pl.col("share") <= _MOST_STRANGERS_HERE,
            pl.col("clashing") * 2 <= pl.col("players"),  # else `players.other_name` reports it
        )
        .with_columns(most=(100 * pl.col("usual")).round().cast(pl.Int64))
        .drop("usual")
    )


def _of_pairs_elsewhere(seats: pl.DataFrame, players: pl.LazyFrame, sessions: pl.LazyFrame) -> pl.DataFrame:
    """Find sessions whose pairs play in one other competition of the club, and not in this one."""
    # There are no findings if most pairs of the competition come only once, or if the other competition plays on the
    # same day.
    several = seats.select(CLUB).unique().filter(pl.len().over("club") > 1).select("club").unique()
    if several.is_empty():
        return seats.clear()
    days = sessions.select(*SESSION, "date", together=pl.coalesce("event", "session_id")).collect()
    names = names_of(players).collect()
    words = pl.coalesce(bare_words(pl.col("name")), bare_words(pl.col("player_id")))
    pairs = (
        seats.join(several, on="club", how="semi", maintain_order="left")
        .join(names, on=PERSON, how="left", maintain_order="left")
        .with_columns(words=words)
        .group_by(ENTRANT, maintain_order=True)
        .agg(pl.col(PLACE).first(), pair=pl.col("words").sort().str.join("|"), players=pl.len())
        .filter(pl.col("players") == 2)
        .join(days, on=SESSION, maintain_order="left")
    )
    met = pairs.select("club", "pair", "date", "together", other="competition").unique()
    others = pairs.join(met, on=["club", "pair"], suffix="_other")
    is_here = pl.col("competition") == pl.col("other")
    again = others.filter(is_here, pl.col("together") != pl.col("together_other")).select(ENTRANT).unique()
    there = others.filter(~is_here).select(*ENTRANT, "date", "other").unique()
    on_day = met.select("club", "date", "other").unique()
    most = (
        there.join(on_day, on=["club", "date", "other"], how="anti")
        .group_by(*SESSION, "other")
        .agg(there=pl.len())
        .sort(*SESSION, "there", "other", descending=[*[False] * len(SESSION), True, False])
        .unique(SESSION, keep="first", maintain_order=True)
    )
    come_again = again.group_by(SESSION).agg(here=pl.len())
    counted = (
        pairs.group_by(SESSION, maintain_order=True)
        .agg(pl.col(PLACE).first(), pairs=pl.len())
        .join(come_again, on=SESSION, how="left", maintain_order="left")
        .with_columns(pl.col("here").fill_null(0))
        .with_columns(usual=(pl.col("here") / pl.col("pairs")).median().over(CLUB), others=pl.len().over(CLUB) - 1)
        .join(most, on=SESSION, maintain_order="left")
    )
    return counted.filter(
        pl.col("pairs") >= 4,
        pl.col("others") >= _FEWEST_OTHERS,
        pl.col("usual") >= _MOST_THERE,
        pl.col("here") <= 0.1 * pl.col("pairs"),
        pl.col("there") >= _MOST_THERE * pl.col("pairs"),
    )


def _without_numbers(seats: pl.DataFrame) -> pl.DataFrame:
    is_numbered = pl.col("named") <= 0.1
    return (
        seats.sort(*SESSION, *PLACE, nulls_last=True, maintain_order=True)
        .group_by(SESSION, maintain_order=True)
        .agg(pl.col(PLACE).first(), players=pl.len(), named=is_name(pl.col("player_id")).mean())
        .with_columns(others=is_numbered.sum().over(CLUB), all=pl.len().over(CLUB))
        .filter(
            pl.col("named") == 1,
            pl.col("players") >= _FEWEST_NAMED,
            pl.col("others") > 1,
            pl.col("others") * 2 > pl.col("all"),
        )
    )


# --- tables of players: `seen` are (club, player_id) of everybody in the files ---------------------------------------

_CHANGED = r"^['’]?\d+(?:[.,]0+)?$|^\s*\d(?:[.,]\d+)?[Ee]\+?\d{1,2}\s*$"
_FEWEST_SESSIONS = 3
"""With fewer sessions, the people of a table may just not have played yet."""
_IN_FILE = (*CLUB, "file_id")
_BY_SPREADSHEET = "a spreadsheet may have dropped zeros or rewritten numbers, so"
_SAME_NUMBER = "write the numbers alike in all files, in a text column"


@check("players.of_nobody", stage="clubs", field="player_id", value="numbers")
@says(
    mangled=f"nobody plays under this number, but somebody does under {{near}}; {_BY_SPREADSHEET} this row counts for"
    f" nobody: {_SAME_NUMBER}",
    several="nobody plays under this number, but somebody does under {near}; {lines} rows of this file have"
    f" this fault; {_BY_SPREADSHEET} these rows count for nobody: {_SAME_NUMBER}",
    table="nobody in this table (rows: {lines}) has played here (sessions: {sessions}): write each player_id as the"
    " evenings have it; if these people have yet to play, ignore this warning; if the table belongs to another club,"
    " replace it",
)
def of_nobody(players: pl.LazyFrame, seen: pl.LazyFrame, entries: pl.LazyFrame) -> pl.DataFrame:
    rows, places = players.collect(), entries.collect()
    known = seen.drop_nulls("player_id").select("club", "player_id").unique().collect()
    unknown = (
        rows.filter(pl.col("public").fill_null(value=True), pl.col("player_id").str.contains(_CHANGED))
        .join(known, on=["club", "player_id"], how="anti", maintain_order="left")
        .with_columns(alias="player_id")
        .sort(*CLUB, *PLACE, nulls_last=True, maintain_order=True)
    )
    near = near_numbers(unknown, unknown.select(CLUB).unique().join(known, on="club"))
    mangled = unknown.join(near, on=[*CLUB, "alias"], maintain_order="left").with_columns(
        pl.lit("mangled").alias(VARIANT)
    )
    tables = _tables_of_nobody(rows, known, places).join(mangled, on=_IN_FILE, how="anti", maintain_order="left")
    several = _apart_or_together(mangled, _IN_FILE, "alias").with_columns(numbers="player_id", lines="count")
    return pl.concat([several, tables.with_columns(pl.lit("table").alias(VARIANT))], how="diagonal")


def _tables_of_nobody(players: pl.DataFrame, known: pl.DataFrame, entries: pl.DataFrame) -> pl.DataFrame:
    """Find tables of players in which nobody plays, if the table is the only one of its competition."""
    # Sessions must have been played, and the table must have at least half as many rows as people sat down. A table
    # with `public` or `federation_id` is skipped, because it may hide people who do not play here. If half of the
    # people in a table sat down under their names, see `by_name`.
    sat_down = entries.group_by(CLUB).agg(
        sessions=pl.struct("season", "session_id").n_unique(), seated=pl.col("player_id").n_unique()
    )
    by_name = entries.select(*CLUB, same=same_name(pl.col("player_id"))).unique()
    named = players.with_columns(same=same_name(pl.col("name"))).join(by_name, on=[*CLUB, "same"], how="semi")
    says_more = pl.col("public").is_not_null() | pl.col("federation_id").is_not_null()
    return (
        # A result file without a season has no entries either.
        players.filter(is_named_as_table(pl.col("file_id")))
        .join(entries, on=_IN_FILE, how="anti", maintain_order="left")
        .filter(pl.col("name").is_not_null().any().over(_IN_FILE))
        .join(known.with_columns(plays=True), on=["club", "player_id"], how="left", maintain_order="left")
        .sort(*CLUB, *PLACE, nulls_last=True, maintain_order=True)
        .group_by(_IN_FILE, maintain_order=True)
        .agg(
            pl.col("line_no").first(),
            lines=pl.len(),
            is_silent=~(says_more | pl.col("plays").fill_null(value=False)).any(),
            numbers=pl.col("player_id").head(3).str.join(", "),
        )
        .filter(pl.len().over(CLUB) == 1)
        .join(sat_down, on=CLUB, maintain_order="left")
        .join(named.group_by(_IN_FILE).agg(by_name=pl.len()), on=_IN_FILE, how="left", maintain_order="left")
        .filter(
            "is_silent",
            pl.col("by_name").fill_null(0) * 2 < pl.col("lines"),
            pl.col("lines") >= 4,
            pl.col("lines") * 2 >= pl.col("seated"),
            pl.col("sessions") >= _FEWEST_SESSIONS,
        )
    )
