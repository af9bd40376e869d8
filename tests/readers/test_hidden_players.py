"""Tables of players that hide people: a slip there publishes nobody, or is reported."""

import pytest
from each import cases
from result_files import Read, rows

MISSPELT = ("Publik", "pubic", "publlic", "public_", "pubilc", "Published", "is public")
OPPOSITE = (
    *("notpublic", "hidden", "Private", "anoniem", "not_public", "nonpublic", "Non-Public", "unpublic"),
    *("nopublic", "isnotpublic", "unpublished", "nonpub"),
    *("hide from public", "not for publication", "public no", "publiek", "pub", "niet_publiek", "nichtpublik"),
)
CONTRADICTING = ("public,notpublic", "notpublic,public", "publik,notpublic", "publik,publlic")
OF_OTHER_WORDS = ("republic", "republik", "publisher", "publication", "publicity", "police")


@cases(
    *(
        (f"{name}\nBo,Bo,false\nCy,Cy,true\n", [False, True], ("error", "tables.public"), "is read as public")
        for name in MISSPELT
    ),
    *((f"{name}\nBo,Bo,1\nCy,Cy,0\nDi,Di,\n", [False] * 3, ("error", "tables.hiding"), "") for name in OPPOSITE),
    *((f"{names}\nBo,Bo,true,true\n", [False], ("error", "tables.hiding"), "") for names in CONTRADICTING),
    *((f"{name}\nBo,Bo,Ash\n", [None], ("warning", "tables.column"), "") for name in OF_OTHER_WORDS),
    *(
        (f"public\nBo,Bo,true\nCy,Cy,{w}\nDi,Di,{w}\n", [True, False, False], ("warning", "tables.public"), ": 2)")
        for w in ("jep", "tja", "x", "perhaps")
    ),
    ("publik,public\nBo,Bo,false,true\n", [True], ("warning", "tables.public"), ""),
    ("public\nBo,Bo,#N/A\nCy,Cy,\n", [False, None], ("error", "tables.error_empty"), "counts as false"),
)
def test_a_slip_in_the_column_public_hides_whom_it_may_be_to_hide(
    read: Read, text: str, public: list[bool | None], found: tuple[str, str], said: str
) -> None:
    """`notpublic` counted as `public`, so that those were named who asked not to be."""
    reading = read(f"player_id,name,{text}")
    assert reading.tables["players"]["public"].to_list() == public
    assert found in rows(reading, "findings", "severity", "code")
    assert {code for _, code in rows(reading, "findings", "severity", "code")} <= {found[1], "tables.public"}
    assert said in reading.findings.filter(code=found[1])["message"][0]


@cases(
    *(f"public\nBo,Bo,false\n{line}\n" for line in ('Ann Ash,"Ann,false', "Ann Ash,Ann,x,false", "Ann Ash,false")),
    "notpublic\nBo,Bo,1\nAnn,x,y,z\n",
)
def test_a_lost_line_of_players_may_show_somebody_who_is_hidden(read: Read, text: str) -> None:
    reading = read(f"player_id,name,{text}")
    found = reading.findings.filter(code="tables.perhaps_not_hidden")
    assert found.select("severity", "line_no", "field").rows() == [("error", 3, "public")]
    assert reading.findings.height == 2 + text.startswith("not")
    assert read("player_id,name\nAnn,x,y,z\n").findings.height == 1
    assert read("alias,player_id\nAnn,x,y,z\n").findings.height == 1


@pytest.mark.parametrize("column", ["openbaar", "toestemming", "zgoda", "masqué", "do not show", "AVG bezwaar", "paid"])
@pytest.mark.parametrize("values", [("ja", "nee"), ("x", ""), ("TAK", "nie"), (" vrai ", "faux"), ("1", "0")])
def test_a_column_of_yes_and_no_that_is_passed_over_is_an_error_and_hides_nobody(
    read: Read, column: str, values: tuple[str, str]
) -> None:
    """Of 1 and 0, which may be anything, it is a warning."""
    reading = read(f"player_id,name,{column}\nAnn,Ann Ash,{values[0]}\nBo,Bo By,{values[1]}\n")
    assert reading.tables["players"]["public"].null_count() == 2
    severity = "warning" if values == ("1", "0") else "error"
    assert rows(reading, "findings", "severity", "code", "line_no") == [(severity, "tables.hiding", 1)]


@pytest.mark.parametrize("column", ["paid", "junior", "openbaar"])
@pytest.mark.parametrize("public", ["public", "publik"])
def test_next_to_public_a_column_of_yes_and_no_is_a_warning_that_proposes_no_second_public(
    read: Read, column: str, public: str
) -> None:
    reading = read(f"player_id,name,{public},{column}\nAnn,Ann Ash,true,yes\nBo,Bo By,false,no\n")
    assert reading.tables["players"]["public"].to_list() == [True, False]
    *_, found = reading.findings.filter(code="tables.public").rows(named=True)
    assert found["severity"] == "warning"
    assert "call it public" not in found["message"]


@pytest.mark.parametrize("column", ["private", "visible", "hidden"])
@pytest.mark.parametrize(("value", "severity"), [("yes", "error"), ("06-123", "warning"), ("see letter", "warning")])
def test_next_to_public_a_column_such_as_private_hides_nobody(
    read: Read, column: str, value: str, severity: str
) -> None:
    reading = read(f"player_id,name,public,{column}\nAnn,Ann Ash,true,{value}\nBo,Bo By,,\n")
    assert reading.tables["players"]["public"].to_list() == [True, None]
    assert rows(reading, "findings", "severity", "code") == [(severity, "tables.public")]


def test_a_line_that_hides_and_has_no_id_may_show_somebody(read: Read) -> None:
    text = "player_id,name,public\nBo,Bo,true\n,Jan Jansen,false\n"
    found = read(text).findings
    assert set(found.select("code", "line_no").rows()) == {("cells.missing", 3), ("tables.perhaps_not_hidden", 3)}
    assert read(text.replace("false", "true")).findings["code"].to_list() == ["cells.missing"]
    too_long = read(text.replace(",Jan", f"{'J' * 2000},Jan", 1)).findings["code"].to_list()
    assert "tables.perhaps_not_hidden" in too_long


@cases(
    ("name,public\nJan Jansen,false\n", "tables.lacks"),
    ("name,member,nationality,public\nJan Jansen,true,NL,false\n", "tables.lacks"),
    ("numéro;nom;public\n1000;Jan Jansen;false\n", "unread.words_abroad"),
    ("numéro;nom;Publik\n1000;Jan Jansen;false\n", "unread.words_abroad"),
)
def test_a_table_that_is_not_read_may_show_somebody(read: Read, text: str, code: str) -> None:
    found = read(text, "leden.csv").findings
    assert set(found.select("severity", "code").rows()) == {("error", code), ("error", "tables.perhaps_not_hidden")}


@cases(
    (("true", "Yes", "1", "ja", "JA", "oui", "WAAR", "VRAI", "SANN"), True),
    (("no", "0", "FALSE", "nee", "Non", "nei", "ONWAAR", "FAUX", "USANN"), False),
    (("",), None),
)
def test_yes_and_no_in_the_languages_of_clubs_and_their_spreadsheets(
    read: Read, words: tuple[str, ...], public: bool | None
) -> None:
    for word in words:
        reading = read(f"player_id,name,public,member\nAnn,Ann,{word},{word}\n")
        assert reading.tables["players"].select("public", "member").row(0) == (public, public)
        assert reading.findings.is_empty()
