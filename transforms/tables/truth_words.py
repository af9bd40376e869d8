"""Words for true and false as people and their spreadsheets write them, in the languages of clubs; in small letters."""

TRUE_WORDS = (
    *("true", "yes", "y", "1"),
    *("waar", "ja", "j", "vrai", "oui", "sann", "wahr", "tak"),
)
FALSE_WORDS = (
    *("false", "no", "n", "0"),
    *("onwaar", "nee", "neen", "faux", "non", "usann", "nei", "falsch", "nein", "nej", "nie"),
)
