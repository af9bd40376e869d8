"""Tables of players that hide people: a slip there publishes nobody, or is told."""

import pytest
from result_files import Read


@pytest.mark.parametrize("column", ["Publik", "pubic", "publlic", "public_", "pubilc", "Published", "is public"])
def test_a_misspelt_public_hides_whom_it_is_to_hide(read: Read, column: str) -> None:
    reading = read(f"player_id,name,{column}\nAnn Ash,Ann,false\nBo,Bo,true\n")
    assert reading.tables["players"].select("player_id", "public").rows() == [("Ann Ash", False), ("Bo", True)]
    [finding] = reading.findings.rows(named=True)
    assert (finding["code"], finding["severity"]) == ("tables.public", "error")
    assert "counts as public" in finding["message"]


def test_beside_public_a_column_of_nearly_this_name_counts_for_nothing(read: Read) -> None:
    reading = read("player_id,publik,public\nAnn,false,true\n")
    assert reading.tables["players"]["public"].to_list() == [True]


@pytest.mark.parametrize(
    "column",
    [
        *("notpublic", "hidden", "Private", "anoniem", "not_public", "nonpublic", "Non-Public", "unpublic"),
        *("nopublic", "isnotpublic", "unpublished", "nonpub"),
        *("hide from public", "not for publication", "public no", "publiek", "pub", "niet_publiek", "nichtpublik"),
    ],
)
def test_a_column_that_may_mean_the_opposite_of_public_hides_everybody(read: Read, column: str) -> None:
    """`notpublic` counted as `public`, so that those were named who asked not to be."""
    reading = read(f"player_id,name,{column}\nAnn Ash,Ann,1\nBo,Bo,0\nCy,Cy,\n")
    assert reading.tables["players"]["public"].to_list() == [False] * 3
    [finding] = reading.findings.rows(named=True)
    assert (finding["code"], finding["severity"]) == ("tables.hiding", "error")


@pytest.mark.parametrize("header", ["public,notpublic", "notpublic,public", "publik,notpublic", "publik,publlic"])
def test_columns_that_contradict_each_other_on_who_is_public_hide_everybody(read: Read, header: str) -> None:
    reading = read(f"player_id,name,{header}\nAnn,Ann,true,true\n")
    assert reading.tables["players"]["public"].to_list() == [False]
    assert "tables.hiding" in reading.findings["code"].to_list()


@pytest.mark.parametrize("column", ["republic", "republik", "publisher", "publication", "publicity", "police"])
def test_a_column_of_another_word_with_the_letters_of_public_hides_nobody(read: Read, column: str) -> None:
    reading = read(f"player_id,name,{column}\nAnn,Ann,Ash\n")
    assert reading.tables["players"]["public"].to_list() == [None]
    assert reading.findings.select("severity", "code").rows() == [("warning", "tables.column")]


def test_a_lost_line_below_an_unclear_public_is_told_to_show_perhaps_somebody(read: Read) -> None:
    reading = read("player_id,name,notpublic\nBo,Bo,1\nAnn,x,y,z\n")
    assert "tables.perhaps_not_hidden" in reading.findings["code"].to_list()


@pytest.mark.parametrize("line", ['Ann Ash,"Ann,false', "Ann Ash,Ann,x,false", "Ann Ash,false"])
def test_a_lost_line_of_players_is_told_to_show_perhaps_somebody_who_is_hidden(read: Read, line: str) -> None:
    reading = read(f"player_id,name,public\nBo,Bo,false\n{line}\n")
    told = reading.findings.filter(code="tables.perhaps_not_hidden")
    assert told.select("severity", "line_no", "field").rows() == [("error", 3, "public")]
    assert reading.findings.height == 2


@pytest.mark.parametrize("text", ["player_id,name\nAnn,x,y,z\n", "alias,player_id\nAnn,x,y,z\n"])
def test_a_lost_line_of_a_table_that_hides_nobody_is_told_once(read: Read, text: str) -> None:
    assert read(text).findings.height == 1


def test_a_formula_that_failed_in_public_hides(read: Read) -> None:
    reading = read("player_id,name,public\nAnn,Ann,#N/A\nBo,Bo,\n")
    assert reading.tables["players"].select("player_id", "public").rows() == [("Ann", False), ("Bo", None)]
    assert reading.findings["code"].to_list() == ["tables.error_empty"]
    assert "counts as false" in reading.findings["message"][0]


@pytest.mark.parametrize("column", ["openbaar", "toestemming", "zgoda", "masqué", "do not show", "AVG bezwaar", "paid"])
@pytest.mark.parametrize("values", [("ja", "nee"), ("x", ""), ("TAK", "nie"), (" vrai ", "faux")])
def test_a_column_of_yes_and_no_that_is_passed_over_is_an_error_and_hides_nobody(
    read: Read, column: str, values: tuple[str, str]
) -> None:
    reading = read(f"player_id,name,{column}\nAnn,Ann Ash,{values[0]}\nBo,Bo By,{values[1]}\n")
    assert reading.tables["players"]["public"].null_count() == 2
    assert reading.findings.select("severity", "code", "line_no").rows() == [("error", "tables.hiding", 1)]


def test_a_column_of_1_and_0_that_is_passed_over_is_a_warning(read: Read) -> None:
    findings = read("player_id,name,handicap\nAnn,Ann Ash,1\nBo,Bo By,0\n").findings
    assert findings.select("severity", "code").rows() == [("warning", "tables.hiding")]


@pytest.mark.parametrize("column", ["paid", "junior", "openbaar"])
@pytest.mark.parametrize("public", ["public", "publik"])
def test_beside_public_a_column_of_yes_and_no_is_a_warning_that_proposes_no_second_public(
    read: Read, column: str, public: str
) -> None:
    reading = read(f"player_id,name,{public},{column}\nAnn,Ann Ash,true,yes\nBo,Bo By,false,no\n")
    assert reading.tables["players"]["public"].to_list() == [True, False]
    *_, told = reading.findings.filter(code="tables.public").rows(named=True)
    assert told["severity"] == "warning"
    assert "name it public" not in told["message"]


@pytest.mark.parametrize("column", ["private", "visible", "hidden"])
@pytest.mark.parametrize(("value", "severity"), [("yes", "error"), ("06-123", "warning"), ("see letter", "warning")])
def test_beside_public_a_column_such_as_private_hides_nobody(
    read: Read, column: str, value: str, severity: str
) -> None:
    reading = read(f"player_id,name,public,{column}\nAnn,Ann Ash,true,{value}\nBo,Bo By,,\n")
    assert reading.tables["players"]["public"].to_list() == [True, None]
    assert reading.findings.select("severity", "code").rows() == [(severity, "tables.public")]


@pytest.mark.parametrize("text", ["player_id,name,public\nBo,Bo,true\n,Jan Jansen,false\n"])
def test_a_line_that_hides_and_has_no_id_is_told_to_show_perhaps_somebody(read: Read, text: str) -> None:
    told = read(text).findings
    assert set(told.select("code", "line_no").rows()) == {("cells.missing", 3), ("tables.perhaps_not_hidden", 3)}
    assert read(text.replace("false", "true")).findings["code"].to_list() == ["cells.missing"]
    too_long = read(text.replace(",Jan", f"{'J' * 2000},Jan", 1)).findings["code"].to_list()
    assert "tables.perhaps_not_hidden" in too_long


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("name,public\nJan Jansen,false\n", "tables.lacks"),
        ("name,member,nationality,public\nJan Jansen,true,NL,false\n", "tables.lacks"),
        ("lidnummer;naam;public\n1000;Jan Jansen;false\n", "unread.words_abroad"),
        ("lidnummer;naam;Publik\n1000;Jan Jansen;false\n", "unread.words_abroad"),
    ],
)
def test_a_table_that_is_not_read_is_told_to_show_perhaps_somebody(read: Read, text: str, code: str) -> None:
    told = read(text, "leden.csv").findings
    assert set(told.select("severity", "code").rows()) == {("error", code), ("error", "tables.perhaps_not_hidden")}


@pytest.mark.parametrize("word", ["jep", "tja", "x", "perhaps"])
def test_a_word_that_is_neither_yes_nor_no_hides_and_is_told(read: Read, word: str) -> None:
    reading = read(f"player_id,name,public\nAnn,Ann,true\nBo,Bo,{word}\nCy,Cy,{word}\n")
    assert reading.tables["players"]["public"].to_list() == [True, False, False]
    [finding] = reading.findings.rows(named=True)
    assert (finding["code"], finding["severity"], finding["line_no"]) == ("tables.public", "warning", 3)
    assert "(rows: 2)" in finding["message"]


@pytest.mark.parametrize(
    ("words", "public"),
    [
        (("true", "Yes", "1", "ja", "JA", "oui", "WAAR", "VRAI", "SANN"), True),
        (("no", "0", "FALSE", "nee", "Non", "nei", "ONWAAR", "FAUX", "USANN"), False),
        (("",), None),
    ],
)
def test_yes_and_no_in_the_languages_of_clubs_and_their_spreadsheets(
    read: Read, words: tuple[str, ...], public: bool | None
) -> None:
    for word in words:
        reading = read(f"player_id,name,public,member\nAnn,Ann,{word},{word}\n")
        assert reading.tables["players"].select("public", "member").row(0) == (public, public)
        assert reading.findings.is_empty()
