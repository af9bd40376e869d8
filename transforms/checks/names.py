"""Names: other names of a person than the one that is shown, and who is hidden by name or number: nobody, or several.

Who leaves is hidden in all competitions of the club, so only all of them together show whether there is such a person.
"""

import polars as pl

from transforms.checks.check import check, first_of, in_variants, says
from transforms.intake.findings import PLACE
from transforms.intake.people.names import bare_words, is_name, one_letter_off
from transforms.intake.people.nearest import near_numbers, nearest_ids
from transforms.privacy.hidden_people import namesakes, of_several
from transforms.tables.schemas import CLUB, PERSON

_FEWEST = 4
"""Fewer people of a file under other names are people under other names."""
_IN_FILE = (*CLUB, "file_id")


# --- other names of a person: `others` and `named` as `known_players` returns them -----------------------------------


@check("players.other_name", stage="names", field="name", since="since", until="until")
@says(
    "player {player} has another name in {place}: {shown}, which is shown: give each an id if they are two people, or"
    " say in a table people who it was on a day; if they are one, add a row of people with {player} as alias and as"
    " player_id",
    spelling="player {player} is spelled differently in {place}: {shown}, which is shown: correct it where it is"
    " wrong, or write {player} with the right name into a table players (player_id, name), which settles it",
    exchanged="{player} is {shown} in {place} and {other} is {name} in {other_place}, and here it is the other way"
    " round: where it is wrong, exchange the two names or the two numbers",
    of_others="most numbers in this file ({others} of {all}) are other people elsewhere, as {player}: {name} here,"
    " {shown} in {place} (such files: {files}): give each person one number that stays, or none; if they are the same"
    " people, write their names alike; and check that both files are of this club",
)
def other_name(others: pl.LazyFrame, named: pl.LazyFrame) -> pl.DataFrame:
    """Other names and spellings, which a table of players settles; those of two people or of a file are one finding."""
    rows = others.collect()
    near = _one_letter_off(rows).with_columns(is_near=True)
    spelled = rows.join(near, on=[*PERSON, "words", "shown_words"], how="left", maintain_order="left")
    is_spelling = pl.any_horizontal(pl.col("words") == pl.col("shown_words"), pl.col("is_near").is_not_null())
    is_settled = ~pl.col("shown_in_result_file") & pl.col("in_result_file")
    exchanged, apart = _exchanged(spelled.filter(~is_spelling), named.collect())
    of_others, apart = _of_others(apart, named.collect())
    spelling = spelled.filter(is_spelling, ~is_settled)
    return in_variants({"": apart, "spelling": spelling, "exchanged": exchanged, "of_others": of_others})


def _one_letter_off(others: pl.DataFrame) -> pl.DataFrame:
    digits = pl.col("words").str.replace_all(r"\D", "")
    ones = others.with_columns(digits=digits)
    shown = others.select(*PERSON, words="shown_words").with_columns(digits=digits)
    return one_letter_off(ones, shown, [*PERSON, "digits"]).select(*PERSON, "words", shown_words="other_words")


def _exchanged(others: pl.DataFrame, named: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Two people whose names a file exchanges, and the rows of others."""
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
    """The first result file of a competition in which most numbers have names of other people; and the other rows."""
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
    """Whether two names are surely of two people: no word in common, no initial, letters of one kind.

    One word against a whole name may be a call name: Bep is Elisabeth Jansen.
    """
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


# --- across a club: `seen` are (club, player_id) of everybody in the files, `hidden` of everybody who is hidden ------

_HIDES = "nobody in the files of the club has this id, so this row hides nobody: write the id as the files have it"


@check("players.hidden_too", stage="clubs", field="player_id", player="hidden")
@says(
    "this id has the name of {player}, who is not to be named (public), so it is hidden too: if it is another person"
    " of this name, write public true in players, or a row of people with this id as alias and as player_id"
)
def hidden_for_a_name(hidden_too: pl.LazyFrame) -> pl.LazyFrame:
    return hidden_too


@check("players.hidden_too/number_of_several", stage="clubs", field="player_id")
@says(
    "{also} of the same club has another name and the same federation_id, so it does not identify anybody; whoever"
    " asks not to be named (public) is hidden by it only under a like name: give each person one of their own, or"
    " leave it empty"
)
def number_of_several(players: pl.LazyFrame) -> pl.DataFrame:
    given = players.collect()
    rows = of_several(given).join(given, on=["club", "federation_id", "player_id"])
    return rows.sort("competition").unique(["club", "federation_id"], keep="first", maintain_order=True)


@check("players.hides_nobody_but", stage="clubs", severity="error", field="player_id")
@says(f"{_HIDES}; did you mean {{near}}?")
def hides_nobody_but(asked: pl.LazyFrame, seen: pl.LazyFrame, hidden: pl.LazyFrame) -> pl.DataFrame:
    return _hiding_nobody(asked, seen, hidden).filter(pl.col("near").is_not_null())


@check("players.hides_nobody", stage="clubs", field="player_id")
@says(_HIDES)
def hides_nobody(asked: pl.LazyFrame, seen: pl.LazyFrame, hidden: pl.LazyFrame) -> pl.DataFrame:
    return _hiding_nobody(asked, seen, hidden).filter(pl.col("near").is_null())


def _hiding_nobody(asked: pl.LazyFrame, seen: pl.LazyFrame, hidden: pl.LazyFrame) -> pl.DataFrame:
    """The rows of players who are not public and whom nobody in the club has as an id, with the ids that are `near`.

    A row with a `federation_id` may be for another club; one with the name of somebody who is hidden hides that id.
    """
    known = seen.drop_nulls("player_id").unique().collect()
    in_club = ["club", "player_id"]
    leaving = asked.filter(~pl.col("public"), pl.col("federation_id").is_null()).collect()
    unknown = leaving.join(known, on=in_club, how="anti", maintain_order="left").with_columns(alias="player_id")
    hidden_ones = hidden.collect().join(known, on=in_club, how="semi")
    named = pl.concat([asked.select(*in_club, said=said).collect() for said in ("player_id", "name")])
    names = pl.concat([named, hidden_ones.select(*in_club, said="player_id")])
    others = named.select(in_club).unique().join(hidden_ones, on=in_club, how="anti")
    of_names = namesakes(names, unknown.select(in_club).unique(), others, ["club"])
    hides = of_names.select("club", player_id="hidden")
    unknown = unknown.join(hides, on=in_club, how="anti", maintain_order="left")
    of_competitions = unknown.select(CLUB).unique().join(known, on="club")
    near = pl.concat([nearest_ids(unknown, of_competitions), near_numbers(unknown, of_competitions)])
    return unknown.join(near, on=[*CLUB, "alias"], how="left", maintain_order="left")
