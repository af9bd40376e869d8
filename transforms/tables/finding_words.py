"""The text of a finding: an English sentence with named placeholders, and the arguments that fill them."""

import json
import re
from collections.abc import Mapping

import polars as pl

from transforms.tables.messages import in_english
from transforms.tables.phrases import phrase

_GAP = re.compile(r"\{(\w+)\}")


def in_words(sentence: str, arguments: Mapping[str, object]) -> tuple[str, str | None]:
    """Return the message, and its arguments as a JSON object of texts (None without arguments)."""
    texts = {name: in_english(value) for name, value in arguments.items()}
    return sentence.format_map(texts), json.dumps(texts, ensure_ascii=False) if texts else None


def gaps_of(sentence: str) -> list[str]:
    """Return the names of the placeholders in a sentence, in order."""
    return _GAP.findall(sentence)


def message_of(sentence: str, arguments: Mapping[str, pl.Expr]) -> pl.Expr:
    """Return the sentence with its placeholders filled row by row; null if an argument is null."""
    gaps = gaps_of(sentence)
    if not gaps:
        return pl.lit(sentence)
    return phrase(_GAP.sub("{}", sentence), *(arguments[gap] for gap in gaps))


def arguments_of(arguments: Mapping[str, pl.Expr]) -> pl.Expr:
    """Return the arguments of each row as a JSON object of texts; null if there are no arguments."""
    if not arguments:
        return pl.lit(None, pl.String)
    return pl.struct(value.cast(pl.String).alias(name) for name, value in arguments.items()).struct.json_encode()


TRUE_WORDS = (*("true", "yes", "y", "1"), *("waar", "ja", "j", "vrai", "oui", "sann", "wahr", "tak"))
FALSE_WORDS = (
    *("false", "no", "n", "0"),
    *("onwaar", "nee", "neen", "faux", "non", "usann", "nei", "falsch", "nein", "nej", "nie"),
)
MEMBER_WORDS = ("member", "lid", "membre", "medlem", "mitglied")
GUEST_WORDS = ("guest", "visitor", "gast", "bezoeker", "invité", "invitée", "gjest", "gäst")
