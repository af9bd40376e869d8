"""Names as texts: what two spellings must share to be surely, or perhaps, the same name."""

import polars as pl

_FEWEST_LETTERS = 6
_MOST_LETTERS = 60
"""Names outside these lengths are not compared letter by letter: shorter ones are alike too often."""


def same_name(name: pl.Expr) -> pl.Expr:
    """What all spellings of one name share: without differences of case, of white space and of Unicode form (NFC)."""
    blanks = name.str.replace_all(r"\s+", " ").str.strip_chars()
    return blanks.str.normalize("NFC").str.to_lowercase().str.normalize("NFC")


def is_name(name: pl.Expr) -> pl.Expr:
    """Whether an id is a name: it has letters and no digits. `007` and `A12` are numbers, and stay as they are."""
    return name.str.contains(r"\p{L}") & ~name.str.contains(r"\p{N}")


def bare_words(name: pl.Expr) -> pl.Expr:
    """The words of a name in alphabetical order, in small letters without accents: `Élan, Zoë` is `elan zoe`."""
    bare = name.str.to_lowercase().str.normalize("NFKD").str.replace_all(r"\p{M}", "")
    return bare.str.extract_all(r"[\p{L}\p{N}]+").list.sort().list.join(" ")


def one_letter_off(
    ones: pl.DataFrame,
    others: pl.DataFrame,
    within: list[str],
    most_alike: int = 100,
    fewest_letters: int = _FEWEST_LETTERS,
) -> pl.DataFrame:
    """(`within`, words, other_words): pairs that differ in one letter, or have two neighbours exchanged.

    The work grows with the letters, not with the pairs: words that differ so are equal once each lacks a letter. More
    than `most_alike` words that are equal so are a series, no names; and words of few letters are not compared.
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
    """Each word as it is (`place` null), and without each of its letters."""
    length = pl.col("words").str.len_chars()
    compared = words.select(*within, "words").unique().filter(length.is_between(fewest_letters, _MOST_LETTERS))
    whole = compared.with_columns(rest="words", place=pl.lit(None, pl.Int64), letter=pl.lit(None, pl.String))
    place = pl.col("place")
    less = compared.with_columns(place=pl.int_ranges(0, length.cast(pl.Int64))).explode("place")
    before, after = pl.col("words").str.slice(0, place), pl.col("words").str.slice(place + 1)
    lacking = less.with_columns(rest=before + after, letter=pl.col("words").str.slice(place, 1))
    return pl.concat([whole, lacking.select(whole.columns)])
