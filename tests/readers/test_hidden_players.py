"""Tables of players and lists that hide people: whatever is in doubt hides whom it may be about, and is an error."""

import pytest
from each import cases
from result_files import Read, rows

from pipelines.intake.readers.hidden_players import doubts_about_list, may_be_list
from transforms.privacy.held_back import is_about_hiding

MISSPELT = ("Publik", "pubic", "publlic", "public_", "pubilc", "Published", "is public")
OPPOSITE = (
    *("notpublic", "hidden", "Private", "anoniem", "not_public", "nonpublic", "Non-Public", "unpublic"),
    *("nopublic", "isnotpublic", "unpublished", "nonpub"),
    *("hide from public", "not for publication", "public no", "publiek", "pub", "niet_publiek", "nichtpublik"),
    *("openbaar", "toestemming", "masqué", "do not show", "AVG bezwaar", "visible", "consent"),
)
CONTRADICTING = ("public,notpublic", "notpublic,public", "publik,notpublic", "publik,publlic", "publik,public")
OF_OTHER_WORDS = ("republic", "republik", "publisher", "publication", "publicity", "police", "private", "visible")
OF_NAMES = ("name,public", "Name;Public?", "NAME\tpublic:")
UNCLEAR = ("yes", "true", "perhaps", "")


@cases(
    *((f"{name}\nBo,Bo,false\nCy,Cy,true\nDi,Di,\n", [False, False, None], "hidden.column") for name in MISSPELT),
    *((f"{name}\nBo,Bo,1\nCy,Cy,0\nDi,Di,\n", [False, False, None], "hidden.column") for name in OPPOSITE),
    *((f"{names}\nBo,Bo,true,true\n", [False], "hidden.column") for names in CONTRADICTING),
    *((f"{name}\nBo,Bo,06-123\n", [None], None) for name in OF_OTHER_WORDS),
    *(
        (f"public\nBo,Bo,true\nCy,Cy,{word}\nDi,Di,{word}\n", [True, False, False], "hidden.word")
        for word in ("jep", "tja", "x", "perhaps")
    ),
    ("public\nBo,Bo,#N/A\nCy,Cy,\n", [False, None], "hidden.word"),
)
def test_a_slip_in_the_column_public_hides_whom_it_may_be_to_hide(
    read: Read, text: str, public: list[bool | None], code: str | None
) -> None:
    """`notpublic` counted as `public`, so that those were named who asked not to be."""
    reading = read(f"player_id,name,{text}")
    assert reading.tables["players"]["public"].to_list() == public
    found = {("error", code)} if code else {("warning", "tables.column")}
    assert set(rows(reading, "findings", "severity", "code")) == found


@cases(
    *(f"public\nBo,Bo,false\n{line}\n" for line in ('Ann Ash,"Ann,false', "Ann Ash,Ann,x,false", "Ann Ash,false")),
    "notpublic\nBo,Bo,1\nAnn,x,y,z\n",
)
def test_a_lost_line_of_players_may_show_somebody_who_is_hidden(read: Read, text: str) -> None:
    reading = read(f"player_id,name,{text}")
    found = reading.findings.filter(code="hidden.rows")
    assert found.select("severity", "line_no", "field").rows() == [("error", 3, "public")]
    assert reading.findings.height == 2 + text.startswith("not")
    assert read("player_id,name\nAnn,x,y,z\n").findings.height == 1
    assert read("alias,player_id\nAnn,x,y,z\n").findings.height == 1


@pytest.mark.parametrize(
    ("values", "severity"), [(("ja", "nee"), "error"), (("x", ""), "error"), (("1", "0"), "warning")]
)
def test_another_column_of_yes_and_no_hides_nobody_and_is_an_error_unless_there_is_public(
    read: Read, values: tuple[str, str], severity: str
) -> None:
    reading = read(f"player_id,name,paid\nAnn,Ann Ash,{values[0]}\nBo,Bo By,{values[1]}\n")
    assert reading.tables["players"]["public"].null_count() == 2
    code = "tables.hiding" if severity == "error" else "tables.column"
    assert rows(reading, "findings", "severity", "code", "line_no") == [(severity, code, 1)]
    beside = read(f"player_id,name,public,paid\nAnn,Ann Ash,true,{values[0]}\nBo,Bo By,false,{values[1]}\n")
    assert beside.tables["players"]["public"].to_list() == [True, False]
    assert rows(beside, "findings", "severity", "code") == [("warning", "tables.column")]


def test_a_line_that_hides_and_has_no_id_may_show_somebody(read: Read) -> None:
    text = "player_id,name,public\nBo,Bo,true\n,Jan Jansen,false\n"
    found = read(text).findings
    assert set(found.select("code", "line_no").rows()) == {("cells.missing", 3), ("hidden.rows", 3)}
    assert read(text.replace("false", "true")).findings["code"].to_list() == ["cells.missing"]
    too_long = read(text.replace(",Jan", f"{'J' * 2000},Jan", 1)).findings["code"].to_list()
    assert "hidden.rows" in too_long


@cases(
    ("name,public\nJan Jansen,false\n", "tables.lacks"),
    ("name,member,nationality,public\nJan Jansen,true,NL,false\n", "tables.lacks"),
    ("numéro;nom;public\n1000;Jan Jansen;false\n", "unread.words_abroad"),
    ("numéro;nom;Publik\n1000;Jan Jansen;false\n", "unread.words_abroad"),
)
def test_a_table_that_is_not_read_may_show_somebody(read: Read, text: str, code: str) -> None:
    found = read(text, "leden.csv").findings
    assert set(found.select("severity", "code").rows()) == {("error", code), ("error", "hidden.rows")}


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


@cases(
    *((name, True) for name in ("hidden.csv", "Hidden.CSV", ".hidden.csv", "hidden.csv.txt", "hidden.csv.bak")),
    *((name, True) for name in ("hidden (1).csv", "hidden - Copy.csv", "hidden.xlsx", "a/hidden", "hidden.csv~")),
    *(
        (name, True)
        for name in (
            "hiden.csv",
            "hiddn.csv",
            "hidden.docx",
            "Hidden - Copie (2).csv",
            "hidden.csv.gz",
            ".hidden_list.csv",
        )
    ),
    *((name, False) for name in ("hidden valley.csv", "hidden/a.csv", "._hidden.csv", ".hidden", "~$hidden.xlsx")),
    *(
        (name, False)
        for name in ("players.csv", "hidden_players.csv", "hiddenite.csv", ".hidden.csv.swp", "hidden.pbn")
    ),
)
def test_a_list_is_known_by_its_name_also_under_one_that_programs_pass_by(name: str, is_one: bool) -> None:
    assert may_be_list(name) == is_one


@cases(
    ("player_id,public\n1,false\n", []),
    ("player_id,public\n1,false\n2,\n", [("hidden.word", 3)]),
    ("player_id,public\n1,false\n2\n", [("hidden.rows", 3)]),
    ("1,false\n2,false\n", [("hidden.rows", None)]),
    ("player_id,name\n1,Ann Ames\n", [("hidden.word", 2)]),
    ("alias,player_id\n1,2\n", [("hidden.rows", None)]),
    *((f"{head}\nAnn Ames{head[4]}{word}\n", []) for head in OF_NAMES for word in ("no", "Nee", "non", "nei", "0")),
    *((f"name,public\nAnn Ames,no\nBo By,{word}\n", [("hidden.rows", 1), ("hidden.rows", None)]) for word in UNCLEAR),
)
def test_a_list_has_one_purpose_and_what_does_not_serve_it_is_an_error(
    read: Read, text: str, found: list[tuple[str, int | None]]
) -> None:
    reading = read(text, "hidden.csv")
    held = reading.findings.filter(is_about_hiding()).select("code", "line_no").rows()
    held += [(one.code, one.line_no) for one in doubts_about_list("hidden.csv", reading)]
    assert held == found
    if not found:
        assert set(rows(reading, "players", "public")) == {(False,)}
