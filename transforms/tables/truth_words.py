"""Words for true and false as people and their spreadsheets write them, in the languages of clubs; in small letters.

`MEMBER_WORDS` and `GUEST_WORDS` are what they write instead of yes and no where a column asks who is a member.
"""

TRUE_WORDS = (*("true", "yes", "y", "1"), *("waar", "ja", "j", "vrai", "oui", "sann", "wahr", "tak"))
FALSE_WORDS = (
    *("false", "no", "n", "0"),
    *("onwaar", "nee", "neen", "faux", "non", "usann", "nei", "falsch", "nein", "nej", "nie"),
)
MEMBER_WORDS = ("member", "lid", "membre", "medlem", "mitglied")
GUEST_WORDS = ("guest", "visitor", "gast", "bezoeker", "invité", "invitée", "gjest", "gäst")
