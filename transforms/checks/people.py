"""Checks of people: names that differ for the same id, hidden people, the table `people`, and declared partnerships."""

import polars as pl

from transforms.intake.check import check, first_of, in_variants, says, which
from transforms.intake.findings import IN_SETTINGS, PLACE
from transforms.intake.people.names import (
    bare_words,
    is_name,
    near_numbers,
    nearest_people,
    one_letter_off,
    with_whom_they_mean,
)
from transforms.intake.people.people import OF_CLUB
from transforms.privacy.held_back import is_list
from transforms.privacy.hidden_people import namesakes, of_several, still_named
from transforms.tables.arithmetic.rounding import short_column
from transforms.tables.messages import VARIANT
from transforms.tables.phrases import phrase, some
from transforms.tables.schemas import CLUB, DECIMALS, PERSON, SEATED, SESSION

_FEWEST = 4
"""If fewer people than this have another name in a file, each of them is reported separately."""
_IN_FILE = (*CLUB, "file_id")


# --- other names of a person: `others` and `named` as `known_players` returns them -----------------------------------


@check("players.other_name", stage="names", field="name", since="since", until="until")
@says(
    "player {player} has another name in {place}: {shown}, and pages show that name: if they are two people, give each"
    " an id, or write in a table people who it was on each day; if they are one, add a row to people with {player} as"
    " alias and as player_id",
    spelling="player {player} is spelled differently in {place}: {shown}, and pages show that spelling: correct the"
    " wrong one, or add {player} with the right name to a table players (player_id, name)",
    exchanged="{player} is {shown} in {place} and {other} is {name} in {other_place}, but here the names are"
    " exchanged: in the file that is wrong, exchange the two names or the two numbers",
    of_others="most numbers in this file ({others} of {all}) belong to other people elsewhere, such as {player}:"
    " {name} here, but {shown} in {place} (such files: {files}): give each person one number that never changes, or"
    " none; if they are the same people, write their names alike; also check that both files are of this club",
)
def other_name(others: pl.LazyFrame, named: pl.LazyFrame) -> pl.DataFrame:
    """Find names or spellings of one id that differ and that no table settles."""
    # Two people who are swapped make one finding. So do all people of a file if most of its ids belong to others
    # elsewhere.
    rows = others.collect()
    digits = pl.col("words").str.replace_all(r"\D", "").alias("digits")
    shown = rows.select(*PERSON, words="shown_words").with_columns(digits)
    near = one_letter_off(rows.with_columns(digits), shown, [*PERSON, "digits"])
    near = near.select(*PERSON, "words", shown_words="other_words", is_near=True)
    spelled = rows.join(near, on=[*PERSON, "words", "shown_words"], how="left", maintain_order="left")
    is_spelling = pl.any_horizontal(pl.col("words") == pl.col("shown_words"), pl.col("is_near").is_not_null())
    is_settled = ~pl.col("shown_in_result_file") & pl.col("in_result_file")
    exchanged, apart = _exchanged(spelled.filter(~is_spelling), named.collect())
    of_others, apart = _of_others(apart, named.collect())
    spelling = spelled.filter(is_spelling, ~is_settled)
    return in_variants({"": apart, "spelling": spelling, "exchanged": exchanged, "of_others": of_others})


def _exchanged(others: pl.DataFrame, named: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    swapped = {"words": "shown_words", "shown_words": "words", "other": "player_id", "other_place": "shown_file_id"}
    same = [*CLUB, "words", "shown_words"]
    pairs = others.join(others.select(*CLUB, **swapped), on=same, maintain_order="left").filter(
        pl.col("player_id") < pl.col("other")
    )
    if pairs.is_empty():
        return pairs, others
    rows = named.with_columns(words=bare_words(pl.col("name")))
    of_other = rows.select(*_IN_FILE, other="player_id", shown_words="words").unique()
    both = (
        pairs.drop("name", *PLACE)
        .with_columns(place="shown_file_id")
        .join(rows, on=[*PERSON, "words"])
        .join(of_other, on=[*_IN_FILE, "other", "shown_words"])
        .sort("other")
        .pipe(first_of, PERSON)
    )
    of_either = pl.concat([both.select(*PERSON, "words"), both.select(*CLUB, player_id="other", words="shown_words")])
    return both, others.join(of_either, on=[*PERSON, "words"], how="anti", maintain_order="left")


def _of_others(others: pl.DataFrame, named: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    strange = others.filter("in_result_file", _are_two_people())
    if strange.group_by(CLUB).len().filter(pl.col("len") >= _FEWEST).is_empty():
        return others.clear(), others
    rows = named.sort("line_no", nulls_last=True).unique(
        [*PERSON, "name", "file_id"], keep="first", maintain_order=True
    )
    of_others = rows.join(
        strange.select(*PERSON, "name", "shown", "place", "shown_file_id"), on=[*PERSON, "name"], maintain_order="left"
    ).filter(pl.col("file_id") != pl.col("shown_file_id"))
    count = pl.col("player_id").n_unique()
    files = (
        of_others.group_by(_IN_FILE, maintain_order=True)
        .agg(pl.col("player_id", "name", "line_no", "shown", "place").first(), others=count)
        .join(rows.group_by(_IN_FILE).agg(all=count), on=_IN_FILE, maintain_order="left")
        .filter(pl.col("others") >= _FEWEST, pl.col("others") * 2 > pl.col("all"))
        .sort(_IN_FILE)
    )
    of_competitions = files.with_columns(files=pl.len().over(CLUB)).unique(CLUB, keep="first", maintain_order=True)
    reported = of_others.join(files, on=_IN_FILE, how="semi").select(*PERSON, "name").unique()
    return of_competitions, others.join(reported, on=[*PERSON, "name"], how="anti", maintain_order="left")


def _are_two_people() -> pl.Expr:
    """Return whether two names surely belong to two people."""
    # They have the same script and no word in common, and no initial of one fits a word of the other. A single word may
    # be the nickname for a whole name: Bep is Elisabeth Jansen.
    words, shown_words = (pl.col(column).str.split(" ") for column in ("words", "shown_words"))
    latin, shown_latin = (pl.col(column).str.contains(r"\p{Latin}") for column in ("words", "shown_words"))
    first = pl.element().str.slice(0, 1)
    lone = pl.element().filter(pl.element().str.len_chars() == 1)
    shared = pl.sum_horizontal(
        ones.list.set_intersection(others).list.len()
        for ones, others in (
            (words, shown_words),
            (words.list.eval(lone), shown_words.list.eval(first)),
            (shown_words.list.eval(lone), words.list.eval(first)),
        )
    )
    alike = (latin == shown_latin) & ((words.list.len() == 1) == (shown_words.list.len() == 1))
    return is_name(pl.col("name")) & is_name(pl.col("shown")) & alike & (shared == 0)


@check("players.no_season", stage="names", field="season")
@says(
    "there is no such season, so member, substitute_ranking and handicap of this row do not count: write one of"
    " {seasons}, or leave the season empty for all seasons"
)
def of_no_season(players: pl.LazyFrame, competitions: pl.LazyFrame) -> pl.LazyFrame:
    """Find rows of players with a season that no competition of the club has."""
    seasons = competitions.sort(*CLUB, "start").group_by(CLUB).agg(seasons=some(pl.col("season"), ", "))
    given = players.drop_nulls("season").join(competitions, on=["club", "season"], how="anti")
    return given.join(seasons, on=CLUB, how="left")


_TIMES = 3
"""A value is a slip, such as a digit too many, if it is more than this many times the highest usual value."""


def times_too_high(value: pl.Expr, usual: pl.Expr) -> pl.Expr:
    """Return the likely right value for a value far above the highest usual value; null if it is not far above."""
    likely = pl.coalesce(pl.when(value / tens <= usual).then(value / tens) for tens in (10, 100))
    return pl.when(value > _TIMES * usual, usual > 0).then(short_column(likely, DECIMALS))


@check("players.far_outside", stage="names", field="substitute_ranking")
@says(
    "this substitute ranking is far above all others, and above the ranking points that can be earned: did you mean"
    " {likely}?"
)
def far_outside(players: pl.LazyFrame, competitions: pl.LazyFrame) -> pl.LazyFrame:
    """Find substitute rankings far above the median of the competition and the highest ranking points of a line."""
    highest = pl.max_horizontal(pl.coalesce("average_a", "top"), "substitute_ranking").max()
    several = pl.len().over(CLUB) >= 3
    usual = pl.max_horizontal("highest", pl.when(several).then(pl.col("substitute_ranking").median().over(CLUB)))
    return (
        players.drop_nulls("substitute_ranking")
        .join(competitions.group_by(CLUB).agg(highest=highest), on=CLUB, maintain_order="left")
        .with_columns(likely=times_too_high(pl.col("substitute_ranking"), usual))
        .drop_nulls("likely")
    )


@check("settings.far_outside", stage="competitions", field="ranking.substitute_ranking", value="substitute_ranking")
@says("this is far above the ranking points that can be earned: did you mean {likely}?")
def setting_far_outside(competitions: pl.LazyFrame) -> pl.LazyFrame:
    likely = times_too_high(pl.col("substitute_ranking"), pl.coalesce("average_a", "top"))
    wrong = competitions.with_columns(likely=likely, **IN_SETTINGS).drop_nulls("likely")
    return wrong.unique(CLUB, keep="first", maintain_order=True)


# --- across a club: `seen` are (club, player_id) of everybody in the files, `hidden` of everybody who is hidden ------


@check("players.hidden_too", stage="clubs", field="player_id", player="hidden")
@says(
    "this id has the name of {player}, who is not to be named (public), so it is hidden too: if it is another person"
    " with this name, write true as public in players, or add a row to people with this id as alias and as player_id"
)
def hidden_for_a_name(hidden_too: pl.LazyFrame) -> pl.LazyFrame:
    return hidden_too


@check("players.hidden_too/number_of_several", stage="clubs", field="player_id")
@says(
    "{also} of the same club has another name but the same federation_id, so this federation_id does not identify"
    " one person, and those who ask not to be named (public) are hidden only under similar names: give each person a"
    " federation_id of their own, or leave it empty"
)
def number_of_several(players: pl.LazyFrame) -> pl.DataFrame:
    given = players.collect()
    rows = of_several(given).join(given, on=["club", "federation_id", "player_id"])
    return rows.sort("competition").unique(["club", "federation_id"], keep="first", maintain_order=True)


_HIDES = "nobody in the files of the club has this id, so this row hides nobody: write the id as the files have it"
_HELD = "Until then, nothing of the club is published"


@check("hidden.nobody", stage="clubs", field="player_id")
@says(f"{_HIDES}, or remove the row. {_HELD}", near=f"{_HIDES}; did you mean {{near}}? {_HELD}", member=_HIDES)
def hides_nobody(asked: pl.LazyFrame, seen: pl.LazyFrame, hidden: pl.LazyFrame) -> pl.DataFrame:
    """Find rows that hide an id that nobody in the club has, with the ids of similar people in `near`."""
    # A row with a number and a name is skipped, because it may be for another club. A row may have the name or the
    # number of a hidden person as id. A row with a name in another file than `LIST` may be of a member who has not
    # played yet.
    known, in_club = seen.drop_nulls("player_id").unique().collect(), ["club", "player_id"]
    players = asked.collect()
    leaving = players.filter(~pl.col("public"), pl.any_horizontal(pl.col("federation_id", "name").is_null()))
    unknown = leaving.join(known, on=in_club, how="anti", maintain_order="left").join(
        players, left_on=in_club, right_on=["club", "federation_id"], how="anti", maintain_order="left"
    )
    if unknown.is_empty():
        return unknown
    hidden_ones = hidden.collect().join(known, on=in_club, how="semi")
    named = pl.concat([players.select(*in_club, said=said) for said in ("player_id", "name")])
    names = pl.concat([named, hidden_ones.select(*in_club, said="player_id")])
    others = named.select(in_club).unique().join(hidden_ones, on=in_club, how="anti")
    of_names = namesakes(names, unknown.select(in_club).unique(), others, ["club"])
    unknown = unknown.join(of_names, left_on=in_club, right_on=["club", "hidden"], how="anti", maintain_order="left")
    unknown = unknown.with_columns(alias=pl.col("player_id").str.normalize("NFKC"))
    of_competitions, named_there = (
        unknown.select(CLUB).unique().join(rows, on="club") for rows in (known, players.drop("competition"))
    )
    near = pl.concat(
        [nearest_people(unknown, of_competitions, named_there.lazy()), near_numbers(unknown, of_competitions)]
    ).unique([*CLUB, "alias"], keep="first", maintain_order=True)
    found = unknown.join(near, on=[*CLUB, "alias"], how="left", maintain_order="left")
    is_member = pl.col("name").is_not_null() & ~is_list(pl.col("file_id"))
    variant = which("", near=pl.col("near").is_not_null(), member=is_member)
    severity = pl.when(variant == "member").then(pl.lit("warning")).otherwise(pl.lit("error"))
    return found.with_columns(variant, severity=severity)


OF_ALL_CLUBS = "all clubs"
OTHER_NAME = "hidden.other_name"


@check(OTHER_NAME, stage=OF_ALL_CLUBS, field="federation_id")
@says(
    "club {other} asks not to name the person with this federation_id, but it gives the person other names, so this"
    " club still names the person: if it is one person, write one name in both clubs; else correct the federation_id",
    asks="this person is not named here, but is still named in club {other}, which has this federation_id under other"
    " names: if it is one person, write one name in both clubs; else correct the federation_id",
)
def in_other_names(players: pl.LazyFrame) -> pl.DataFrame:
    """Find federation ids by which one club hides a person whom another club names; both clubs get a finding."""
    rows = players.collect()
    named = still_named(rows).rename({"asking": "other"})
    sides = named.select("federation_id", club="other", other="club")
    asking = rows.join(sides, on=["club", "federation_id"]).sort("other", "competition", "player_id")
    asked = asking.unique(["club", "federation_id", "other"], keep="first", maintain_order=True)
    return in_variants({"": named, "asks": asked})


OF_NOBODY = "people.nobody"
_BY_NAME = "this is the name of player {number}, but the files use numbers"
_DOES_NOTHING = ", so the row has no effect"
_CORRECT_ROW = (
    "if they are two people, correct or delete the row; if they are one, correct the wrong place in that session"
)
_IF_RIGHT = "if it is right, ignore this warning; a row in a table players can give the name"


# --- impossible lines of people: `lines` as `compared_lines` returns them --------------------------------------------


@check(
    "people.impossible",
    stage="lines of people",
    row="left out",
    field={"backwards": "until", "": "alias"},
    one_per=(*CLUB, VARIANT, "of"),
    file="file_that_counts",
    line="line_that_counts",
)
@says(
    backwards="this row ends before it begins, on {since}; it is left out: exchange since and until",
    twice="{file}, line {line}, already says who this is on some of the same days, and that row counts; this row is"
    " left out: give each alias only one person per day",
    circle="this row says that the alias is {player}, but other rows ({rows}) lead from {player} back to this alias;"
    " all of these rows are left out: choose one of these ids as the person, and delete the row that gives it as an"
    " alias",
)
def impossible_line(lines: pl.LazyFrame) -> pl.LazyFrame:
    """Find lines of `people` that cannot be applied; lines that form a circle make one finding."""
    each = pl.int_range(pl.len()).cast(pl.String)
    wrong = lines.filter(pl.col(VARIANT).is_not_null())
    return wrong.with_columns(of=pl.when(pl.col(VARIANT) == "circle").then("circle").otherwise(each))


# --- valid lines of people: `people`; `ids` are the ids of everybody in the files ------------------------------------


@check(OF_NOBODY, field={"to_name": "player_id", "to_near": "player_id", "": "alias"})
@says(
    f"nobody in the files has this alias{_DOES_NOTHING}: correct the alias, or delete the row",
    name=f"{_BY_NAME}{_DOES_NOTHING}: write {{number}}",
    near=f"nobody in the files has this alias{_DOES_NOTHING}: correct the alias; did you mean {{near}}?",
    to_name=f"{_BY_NAME}, so {{alias}} becomes a new person: write {{number}}",
    to_near="nobody in the files has this id, so {alias} becomes a new person: did you mean {near}?",
)
def nobody(people: pl.LazyFrame, ids: pl.LazyFrame, players: pl.LazyFrame) -> pl.DataFrame:
    """Find aliases that nobody has (in a club's table, only if a known id is similar), and new ids like a known one."""
    lines, everybody = people.collect(), ids.collect()
    aliases = lines.select(*CLUB, player_id="alias").unique()
    persons = pl.concat([everybody.select(PERSON), lines.select(PERSON)]).unique()
    unknown = lines.join(persons, left_on=[*CLUB, "alias"], right_on=PERSON, how="anti", maintain_order="left")
    of_aliases = with_whom_they_mean(unknown, "alias", ids, players)
    in_files = pl.concat([everybody.select(PERSON), aliases]).unique()
    others, of_others = (rows.join(aliases.lazy(), on=PERSON, how="anti") for rows in (ids, players))
    leading = lines.join(in_files, on=PERSON, how="anti", maintain_order="left")
    of_persons = with_whom_they_mean(leading, "player_id", others, of_others).filter(pl.col(VARIANT) != "")
    in_club = pl.col("file_id").str.starts_with(OF_CLUB)
    asked = of_aliases.filter((pl.col(VARIANT) != "") | ~in_club)
    return pl.concat([asked, of_persons.with_columns(phrase("to_{}", VARIANT).alias(VARIANT))], how="diagonal")


@check("people.both_sit", severity="error", field="alias")
@says(
    "this row makes {alias} the same person as {player}, but both {alias} and {other} sit in session {session}"
    f" (such sessions: {{sessions}}), where only the first place counts: {_CORRECT_ROW}",
    together="this row and other rows ({rows}) make all of these one person, {player}: {aliases}; but they"
    " sit in one session, {session} (such sessions: {sessions}), where only the first place counts:"
    f" {_CORRECT_ROW}",
)
def both_sit(people: pl.LazyFrame, merged: pl.LazyFrame) -> pl.LazyFrame:
    """Find lines of `people` by which, alone or `together`, one person has two seats in a session."""
    holds = (pl.col("since").is_null() | (pl.col("since") <= pl.col("day"))) & (
        pl.col("until").is_null() | (pl.col("until") >= pl.col("day"))
    )
    sitting = (
        people.rename({"player_id": "player"})
        .join(merged, on=[*CLUB, "alias"], maintain_order="left_right")
        .filter(holds)
        .sort(*PLACE, maintain_order=True)
    )
    by_a_line = sitting.select(*SEATED, other="alias").unique()
    alone = sitting.join(by_a_line, on=[*SEATED, "other"], how="anti", maintain_order="left")
    by_line = alone.group_by(*CLUB, "player_id", "alias", *PLACE, maintain_order=True).agg(
        pl.first("player", "other"), session=pl.first("session_id"), sessions=pl.struct(SESSION).n_unique()
    )
    together = (
        sitting.join(alone, on=SEATED, how="anti", maintain_order="left")
        .group_by(SEATED, maintain_order=True)
        .agg(
            pl.first(*PLACE, "alias"),
            aliases=some(pl.col("alias").unique(maintain_order=True), ", "),
            rows=some(phrase("{}, line {}", *PLACE).unique(maintain_order=True).slice(1), "; "),
        )
        .group_by(*CLUB, "player_id", "alias", *PLACE, "aliases", "rows", maintain_order=True)
        .agg(session=pl.first("session_id"), sessions=pl.len())
        .rename({"player_id": "player"})
    )
    return in_variants({"": by_line, "together": together})


@check("entries.replaced/himself", stage="people", field="substitutes_for")
@says(
    "this player is entered as their own substitute, and counts in their own place: name the player who was replaced,"
    " or leave this empty"
)
def for_himself(himself: pl.LazyFrame) -> pl.LazyFrame:
    return himself


@check("players.of_nobody/name_for_number", stage="people", field="player_id")
@says(f"{_BY_NAME}, so the row counts for {{number}}: write {{number}}")
def name_for_number(named_for_numbers: pl.LazyFrame) -> pl.LazyFrame:
    return named_for_numbers


# --- declared partnerships: `declared` with the ids as they are given, `partnerships` with those of persons ----------

_PARTNERSHIP = (*CLUB, "partnership_id")


@check("partnerships.nobody", stage="people", field="player_id", pair="partnership_id")
@says(
    f"no other file names this player so far: correct the id if it is wrong; {_IF_RIGHT}",
    name=f"{_BY_NAME}, so nothing counts for this pair: write {{number}}",
    near="no other file names this player, so {pair} is one player short: did you mean {near}?",
)
def partner_of_nobody(
    declared: pl.LazyFrame, unmet: pl.LazyFrame, met: pl.LazyFrame, players: pl.LazyFrame
) -> pl.DataFrame:
    in_club = unmet.join(met, on=CLUB, how="semi")
    begun = declared.join(met, on=PERSON, how="semi").select(*_PARTNERSHIP, has_begun=True).unique()
    asked = declared.join(in_club, on=PERSON, how="semi", maintain_order="left").join(
        begun, on=_PARTNERSHIP, how="left", maintain_order="left"
    )
    found = with_whom_they_mean(asked.collect(), "player_id", met, players)
    return found.filter((pl.col(VARIANT) != "") | pl.col("has_begun"))


@check("partnerships.nobody/odd_number", field="partnership_id")
@says(
    "this number has {people} people, but a pair has two, and a trio has three who take turns, with a row for each:"
    " add the person who is missing, or give each pair a number of its own"
)
def odd_number(partnerships: pl.LazyFrame) -> pl.LazyFrame:
    people = pl.col("player_id").n_unique().over(_PARTNERSHIP)
    odd = partnerships.with_columns(people=people).filter((pl.col("people") == 1) | (pl.col("people") > 3))
    return first_of(odd, _PARTNERSHIP)
