"""Compare names as texts: whether two are surely or perhaps the same, and which person an unknown id may mean."""

import polars as pl

from transforms.intake.check import which
from transforms.tables.phrases import phrase
from transforms.tables.schemas import CLUB, PERSON

_FEWEST_LETTERS = 6
_MOST_LETTERS = 60
"""The most letters of a name that is compared letter by letter. Names with fewer than `_FEWEST_LETTERS` are alike too
often."""


def same_name(name: pl.Expr) -> pl.Expr:
    """Return a name in lower case, with single spaces and in Unicode form NFC, so that all its spellings are equal."""
    blanks = name.str.replace_all(r"\s+", " ").str.strip_chars()
    return blanks.str.normalize("NFC").str.to_lowercase().str.normalize("NFC")


def is_name(name: pl.Expr) -> pl.Expr:
    """Return whether an id is a name: it has letters and no digits. `007` and `A12` are numbers."""
    return name.str.contains(r"\p{L}") & ~name.str.contains(r"\p{N}")


def bare_words(name: pl.Expr) -> pl.Expr:
    """Return the words of a name in alphabetical order, in lower case without accents: `Zoë Élan` is `elan zoe`."""
    bare = name.str.to_lowercase().str.normalize("NFKD").str.replace_all(r"\p{M}", "")
    return bare.str.extract_all(r"[\p{L}\p{N}]+").list.sort().list.join(" ")


def one_letter_off(
    ones: pl.DataFrame,
    others: pl.DataFrame,
    within: list[str],
    most_alike: int = 100,
    fewest_letters: int = _FEWEST_LETTERS,
) -> pl.DataFrame:
    """Return (`within`, words, other_words): texts that differ in one letter, or have two adjacent letters exchanged.

    To find them, each text is compared with one letter removed, for every letter. So the work grows with the number of
    letters, not of pairs of texts. If more than `most_alike` texts are then equal, they are a series and not names, and
    are skipped. Texts with fewer than `fewest_letters` letters are not compared.
    """
    keys = [*within, "rest"]
    less, other_less = (_each_letter_less(words, within, fewest_letters) for words in (ones, others))
    few = other_less.group_by(keys).len().filter(pl.col("len") <= most_alike)
    found = less.join(other_less.join(few, on=keys, how="semi"), on=keys, suffix="_other")
    place, other_place = pl.col("place"), pl.col("place_other")
    both_lack = place.is_not_null() & other_place.is_not_null()
    exchanged = ((place - other_place).abs() == 1) & (pl.col("letter") == pl.col("letter_other"))
    is_one = pl.when(both_lack).then((place == other_place) | exchanged).otherwise(True)
    return (
        found.filter(is_one, pl.col("words") != pl.col("words_other"))
        .select(*within, "words", other_words="words_other")
        .unique(maintain_order=True)
    )


def _each_letter_less(words: pl.DataFrame, within: list[str], fewest_letters: int) -> pl.DataFrame:
    length = pl.col("words").str.len_chars()
    compared = words.select(*within, "words").unique().filter(length.is_between(fewest_letters, _MOST_LETTERS))
    whole = compared.with_columns(rest="words", place=pl.lit(None, pl.Int64), letter=pl.lit(None, pl.String))
    place = pl.col("place")
    less = compared.with_columns(place=pl.int_ranges(0, length.cast(pl.Int64))).explode("place")
    before, after = pl.col("words").str.slice(0, place), pl.col("words").str.slice(place + 1)
    lacking = less.with_columns(rest=before + after, letter=pl.col("words").str.slice(place, 1))
    return pl.concat([whole, lacking.select(whole.columns)])


_ALIAS = (*CLUB, "alias")
_SCIENTIFIC = r"^\s*(\d)(?:[.,](\d+))?[Ee]\+?(\d{1,2})\s*$"
_PLAIN = r"^\d{1,15}$"
"""Whole numbers that a float can hold exactly: at most 15 digits."""
_NEAREST = 3
_FEWEST_DIGITS = 4
_FEWEST_OF_A_WORD = 4


def whom_they_mean(unknown: pl.DataFrame, ids: pl.LazyFrame, players: pl.LazyFrame) -> pl.DataFrame:
    """Return (club, competition, player_id, number, near): whom each unknown id may mean among `ids`, or null.

    `number` is the only id with that name in the table of players. If there is none, `near` lists ids that are nearly
    the same.
    """
    asked = unknown.select(PERSON).unique()
    if asked.is_empty():
        return asked.with_columns(number=pl.lit(None, pl.String), near=pl.lit(None, pl.String))
    named = asked.join(numbers_of(asked, players).collect(), on=PERSON, how="left")
    nameless = named.filter(pl.col("number").is_null()).select(*CLUB, alias="player_id")
    near = nearest_people(nameless, ids.collect(), players).rename({"alias": "player_id"})
    return named.join(near, on=PERSON, how="left")


def with_whom_they_mean(rows: pl.DataFrame, column: str, ids: pl.LazyFrame, players: pl.LazyFrame) -> pl.DataFrame:
    """Add to names in a column `number` and `near` (`whom_they_mean`), and `variant`: which of the two is known."""
    found = whom_they_mean(rows.select(*CLUB, player_id=column), ids, players).rename({"player_id": column})
    variant = which("", name=pl.col("number").is_not_null(), near=pl.col("near").is_not_null())
    return rows.join(found, on=[*CLUB, column], maintain_order="left").with_columns(variant)


def numbers_of(unknown: pl.DataFrame, players: pl.LazyFrame) -> pl.LazyFrame:
    """Return (club, competition, player_id, number): each unknown name that exactly one id in `Players` has."""
    same = [*CLUB, "same"]
    known = players.filter(pl.col("name").is_not_null(), ~is_name(pl.col("player_id"))).select(
        *CLUB, number="player_id", same=same_name(pl.col("name"))
    )
    one = known.unique().filter(pl.len().over(same) == 1)
    asked = unknown.lazy().select(*CLUB, "player_id").unique().with_columns(same=same_name(pl.col("player_id")))
    return asked.join(one, on=same).drop("same")


def nearest_people(unknown: pl.DataFrame, ids: pl.DataFrame, players: pl.LazyFrame) -> pl.DataFrame:
    """Return (club, competition, alias, near): the people whom an unknown alias may mean, as one text.

    These are ids with the same words or one letter different; numbers in another form or with two digits exchanged; and
    numbers whose name has the same words, contains all words of the alias, or is one letter different. Each number is
    followed by the name, unless the name is not public.
    """
    sought = unknown.select(_ALIAS).unique().with_columns(words=bare_words(pl.col("alias")))
    is_public = pl.col("public").fill_null(value=True).all().over(PERSON)
    given = players.filter(is_public).drop_nulls("name").select(*PERSON, "name").unique().collect()
    named = given.join(ids, on=PERSON, how="semi")
    of_name, has_name = is_name(pl.col("alias")), is_name(pl.col("player_id"))
    names = sought.filter(of_name)
    found = pl.concat(
        [
            _alike(names, ids.filter(has_name).with_columns(text="player_id")),
            _alike(names, named.with_columns(text="name")),
            _within(names, named),
            _numbers(sought.filter(~of_name), ids.filter(~has_name)),
        ]
    )
    shown = pl.when(~has_name).then(phrase("{} ({})", "player_id", "name"))
    return (
        found.join(named.unique(PERSON, keep="first"), on=PERSON, how="left")
        .filter(pl.col("player_id") != pl.col("alias"))
        .group_by(*_ALIAS, "player_id")
        .agg(pl.col("far").min(), shown=pl.coalesce(shown, "player_id").min())
        .sort(*_ALIAS, "far", "player_id")
        .group_by(_ALIAS, maintain_order=True)
        .agg(near=pl.col("shown").head(_NEAREST).str.join(", "))
    )


def _as_one_text(found: pl.DataFrame) -> pl.DataFrame:
    ids = pl.col("player_id").unique(maintain_order=True).head(_NEAREST)
    return found.sort("player_id").group_by(_ALIAS).agg(near=ids.str.join(", "))


def _alike(sought: pl.DataFrame, known: pl.DataFrame) -> pl.DataFrame:
    """Return the ids whose `text` is like an alias: (`_ALIAS`, player_id, far)."""
    # `far` is 0 if the text has the words of the alias, and 1 if it is a letter off.
    of_text = known.select(*CLUB, "player_id", other_words=bare_words(pl.col("text")))
    texts = of_text.select(*CLUB, words="other_words")
    same = sought.select(*CLUB, "words", other_words="words", far=pl.lit(0)).unique()
    off = one_letter_off(sought, texts, [*CLUB]).with_columns(far=pl.lit(1))
    return (
        pl.concat([same, off])
        .join(of_text, on=[*CLUB, "other_words"])
        .join(sought, on=[*CLUB, "words"])
        .select(*_ALIAS, "player_id", "far")
    )


def _within(sought: pl.DataFrame, named: pl.DataFrame) -> pl.DataFrame:
    word = pl.col("words").str.split(" ")
    longest = word.list.sort().list.eval(pl.element().sort_by(pl.element().str.len_chars(), descending=True).first())
    asked = sought.with_columns(word=longest.list.first()).filter(pl.col("word").str.len_chars() >= _FEWEST_OF_A_WORD)
    of_names = named.select(*CLUB, "player_id", all=bare_words(pl.col("name")).str.split(" "))
    each = of_names.with_columns(word="all").explode("word", empty_as_null=False, keep_nulls=False)
    both = asked.join(each, on=[*CLUB, "word"])
    is_within = word.list.set_difference(pl.col("all")).list.len() == 0
    return both.filter(is_within).select(*_ALIAS, "player_id", far=pl.lit(2))


def _numbers(sought: pl.DataFrame, numbers: pl.DataFrame) -> pl.DataFrame:
    of_ids = numbers.select(*CLUB, "player_id", words=bare_words(pl.col("player_id")))
    digits = [pl.col(name).str.split("").list.sort() for name in ("words", "other_words")]
    off = one_letter_off(sought, of_ids, [*CLUB], fewest_letters=_FEWEST_DIGITS).filter(digits[0] == digits[1])
    same = near_numbers(sought, numbers).with_columns(player_id=pl.col("near").str.split(", "))
    others = of_ids.rename({"words": "other_words"})
    near = sought.join(off, on=[*CLUB, "words"]).join(others, on=[*CLUB, "other_words"])
    each = enumerate((same.explode("player_id"), near))
    return pl.concat(rows.select(*_ALIAS, "player_id", far=pl.lit(far)) for far, rows in each)


def near_numbers(unknown: pl.DataFrame, ids: pl.DataFrame) -> pl.DataFrame:
    """Return (`_ALIAS`, near): the numbers that an alias writes as `1000.0`, `'1000`, `001000` or `1.000E+03`."""
    whole = ids.filter(pl.col("player_id").str.contains(r"^\d+$"))
    numbers = whole.with_columns(number=_number(pl.col("player_id"))).filter(pl.col("number") != "")
    asked = unknown.select(_ALIAS).unique()
    same = asked.with_columns(number=_number(pl.col("alias"))).join(numbers, on=[*CLUB, "number"])
    return _as_one_text(pl.concat([same.select(*_ALIAS, "player_id"), _rounded(asked, numbers)]))


def _number(written: pl.Expr) -> pl.Expr:
    whole = written.str.replace(r"[.,]0+(\D|$)", "${1}")
    return whole.str.extract(r"^\D*(\d+)\D*$").str.strip_chars_start("0")


def _rounded(asked: pl.DataFrame, numbers: pl.DataFrame) -> pl.DataFrame:
    """Return (club, competition, alias, player_id): numbers that may be rounded to an alias such as `1.23E+05`."""
    first, decimals, power = (pl.col("alias").str.extract(_SCIENTIFIC, group) for group in (1, 2, 3))
    written = asked.filter(pl.col("alias").str.contains(_SCIENTIFIC)).with_columns(
        power=power.cast(pl.Int64), decimals=decimals.fill_null("").str.len_chars().cast(pl.Int64)
    )
    value = (first + "." + decimals.fill_null("") + "0").cast(pl.Float64) * pl.lit(10.0).pow(pl.col("power"))
    half = pl.lit(10.0).pow(pl.col("power") - pl.col("decimals")) / 2
    number = numbers.filter(pl.col("number").str.contains(_PLAIN)).with_columns(value=pl.col("number").cast(pl.Float64))
    return (
        written.select(*_ALIAS, least=value - half, most=value + half)
        .join(number, on=CLUB)
        .filter(pl.col("value").is_between("least", "most"))
        .select(*_ALIAS, "player_id")
    )
