"""What is wrong in a competition.toml: each fault is reported with its line, its key, and what to write."""

from pathlib import Path

import pytest
from each import cases

from pipelines.settings.competition import SECTIONS, settings_in
from pipelines.settings.problems import Problem, SettingsError
from pipelines.settings.toml_files import Lines
from pipelines.settings.toml_slips import HEADINGS, LISTED, date_of
from transforms.tables.schemas import METHODS

SEASON = '[[season]]\nname = "2025-26"\nstart = 2025-09-01\nend = 2026-08-31\n'
NEXT = 'name = "2026-27"\nstart = 2026-09-01\nend = 2027-08-31\n'


def faults(text: str) -> list[Problem]:
    try:
        return list(settings_in(text, Path("competition.toml")).set_aside)
    except SettingsError as wrong:
        return wrong.problems


SLIPS = [
    ("start=01-08-2016", 5, "write dates as start = 2016-08-01"),
    ("start = 12/31/2016 # the last", 5, "write dates as start = 2016-12-31"),
    ("end = 31-6-2026", 5, "this date does not exist: write a valid date, such as end = 2026-06-30"),
    ("[[session]]\ndate = 1 sep 2025", 6, "write dates as date = 2025-09-01"),
    ("[ranking", 5, "write the heading as [ranking]"),
    ("[championship individual]\nmin = 3", 5, "write the heading as [championship.individual]"),
    ("season.1", 5, "write the heading as [[season]]"),
    ('[[session]] files = ["a.pbn"] with keep_both = true', 5, "write [[session]], and the rest on the lines below"),
    ("[championship pairs] min = 3", 5, "write [championship.pairs], and the rest on the lines below"),
    ('[[session]]\nsession = "a" with keep_both = true', 6, "a line of its own: keep_both = true"),
    ('[[session]]\nfiles = ["a"] and supersedes = ["b"]', 6, 'a line of its own: supersedes = ["b"]'),
    ('[[session]]\nfiles = [\n"a",\n"b"] and supersedes = ["c"]', 8, 'a line of its own: supersedes = ["c"]'),
    ('competition = "x" club = "y"', 5, 'write each key on a line of its own: club = "y"'),
    ('[ranking]\nmethod = "dynamic" the usual = 3', 6, 'put a # before a remark: method = "dynamic"   # the usual = 3'),
    ("[ranking]\nlines = 3   the usual three", 6, "put a # before a remark: lines = 3   # the usual three"),
    (
        "People: 50 people; the files name them",
        5,
        "if this is a remark, put a # before it: # People: 50 people; the files name them",
    ),
    ("[ranking]\nlines: 3", 6, "write a key and its value: lines = 3"),
    ("[ranking]\nlines 3", 6, "write a key and its value: lines = 3"),
    ('club: "De Ruiter van Oost"', 5, 'write a key and its value: club = "De Ruiter van Oost"'),
    ("date: next week", 5, "write a key and its value: date = …"),
    ("[awards]\nschemes: club_points", 6, 'write a key and its value: schemes = ["club_points"]'),
    ("[ranking]\nmethod =", 6, "nothing follows the =: write a value, such as method = …, or remove the line"),
    ("[ranking]\nmethod = place", 6, 'write words between quotes: method = "place"'),
    ("[[session]]\nfiles = a.pbn", 6, 'write words between quotes: files = ["a.pbn"]'),
    ('[[session]]\nfiles = ["a.pbn", 02-09-2025.pbn]', 6, 'quotes: files = ["a.pbn", "02-09-2025.pbn"]'),
    ("[movement]\nname = 12-pairs-6-rounds", 6, 'write words between quotes: name = "12-pairs-6-rounds"'),
    ('[ranking]\nmethod = "place', 6, 'the quotes are not closed: write method = "place"'),
    ('club = "Club "De Vier""', 5, "put the text between single quotes: club = 'Club \"De Vier\"'"),
    ("[ranking]\nmethod = “place”", 6, 'write straight quotes: method = "place"'),
    ('[page]\ntitle = "Tuesday evening”', 6, 'write straight quotes: title = "Tuesday evening"'),
    ("[page]\ntitle = 'Bridge's Club'", 6, 'write words between quotes: title = "Bridge\'s Club"'),
    ("[ranking]\nmethod place", 6, 'write a key and its value: method = "place"'),
    ("[ranking]\nhand_on yes", 6, "write a key and its value: hand_on = true"),
    ('[page]\ntitle = "it’s Tuesday', 6, 'the quotes are not closed: write title = "it’s Tuesday"'),
    ("[[session]]\nfiles = 'a.pbn', 'b.pbn'", 6, "this is not valid TOML"),
    ('[[session]]\nfiles = "a.pbn", "b.pbn"', 6, 'between [ and ]: files = ["a.pbn", "b.pbn"]'),
    ("[ranking]\nround_stretch = Yes", 6, "write round_stretch = true"),
    ("[ranking]\nround_stretch = nee", 6, "write round_stretch = false"),
    ("[ranking]\ntop_score_pairs = 63,5", 6, "write numbers with a decimal point: top_score_pairs = 63.5"),
    ("[championship.individual]\nmin = 60%", 6, 'write min = "60%", in quotes'),
    ("[championship.individual]\nmin = 62,5 %", 6, 'write numbers with a decimal point: min = "62.5%"'),
    ('mark = "C:\\harbour.png"', 5, 'write / instead of \\: mark = "C:/harbour.png"'),
    ("[ranking]\nlines = 3\nlines = 4", 7, "this is given twice, on lines 6 and 7: delete one of the two"),
    ('[[session]]\nfiles = ["a.pbn",\n  "b.pbn" "c.pbn"]\ndate = 2025-09-02', 7, "put a comma between the words"),
    ('[[session]]\nfiles = ["a.pbn"\ndate = 2025-09-02', 6, "a ] after the last"),
    ('[[session]]\nfiles = ["a.pbn"\n\n[ranking]\nlines = 3', 6, "a ] after the last"),
    ("[ranking]\nlines 3 # the usual", 6, "write a key and its value: lines = 3"),
    ("[ranking]\nlines: 3 the usual three", 6, "write a key and its value: lines = 3   # the usual three"),
    ("club Harbour Bridge Club", 5, 'write a key and its value: club = "Harbour Bridge Club"'),
    ("end: 1er août 2026", 5, "write a key and its value: end = 2026-08-01"),
    ("[ranking]\nmethod = 'place\nlines = 3", 6, 'the quotes are not closed: write method = "place"'),
    (f"[season]\n{NEXT}", 5, "write [[season]], in double brackets"),
    ("[ranking]\nhand_on = =true", 6, "write a key and its value: hand_on = true"),
    ("[[session]]\ndate = September 1, 2025", 6, "write dates as date = 2025-09-01"),
    ("[[session]]\ndate = 1er août 2025", 6, "write dates as date = 2025-08-01"),
    ("[page]\nname = 2-9-2025", 6, 'write words between quotes: name = "2-9-2025"'),
    ("[ranking]\nlines = \x01", 6, "this is not valid TOML"),
    ('[ranking]\nname = """\nold = new', 8, "this is not valid TOML"),
    (f"a = {'[' * 20_000}", 5, "nested too deeply to be read"),
    (f"{'a.' * 200_000}a = 1", 5, "nested too deeply to be read"),
    (f"[{'a.' * 200_000}a]", 5, "nested too deeply to be read"),
    (f"[ a{' a' * 140}", 5, "this is not valid TOML"),
    ("[ranking]\nmethod = " + '"a' * 200_000, 6, "this is not valid TOML"),
    (f"[ranking]\nwindow = {'9' * 5_000}", 6, "this number has too many digits: write a shorter one"),
]
TWICE = '[[session]]\nsession = "1"\n[[session]]\nsession = "2"\naccept = "x"\n'
STEP_2 = (
    "step 2 applies to nobody, because step 1 already covers these players: move step 2 before step 1, or remove it"
)
KEYS = [
    ("[ranking]\n\n# the last six\nwindow = 0", 8, "ranking.window", "write a number from 1 to 10000"),
    ("[ranking]\nlines = drie", 6, "ranking.lines", "write a whole number"),
    ("[ranking]\nwidth = veertig", 6, "ranking.width", "write a number"),
    ("[ranking]\nwindw = 6", 6, "ranking.windw", "there is no such key: did you mean window?"),
    ("window = 6", 5, "season.1.window", "this key belongs below [ranking]: put that heading above it"),
    ("[ranking]\nlines = 3\n[[session]]\nwindow = 6", 8, "session.1.window", "belongs below [ranking]: move it there"),
    ('[ranking]\nclub = "x"', 6, "ranking.club", "this key belongs at the top: move it above the first"),
    ("ranking.window = 0", 5, "season.1.ranking.window", "write a number from 1 to"),
    ("[rankings]\nwindow = 6", 5, "rankings", "there is no such section: did you mean [ranking]?"),
    ("[weather]\nrain = true", 5, "weather", "there is no such section; write one of [[season]], [[session]], [scor"),
    ("[[ranking]]\nlines = 3", 5, "ranking", "write [ranking], in single brackets, and only once"),
    ("[scoring]\nrules = {average = 'tie'}", 6, "scoring.rules", "there is no such key; allowed here: profile, "),
    ('[ranking]\nmethod = "best"', 6, "ranking.method", f"write one of {', '.join(map(repr, METHODS))}"),
    ("[ranking]\ntop = 100\naverage_a = 80", 5, "ranking", "give either top or average_a, not both"),
    ('[scoring]\nline_decimals = "two"', 6, "scoring.line_decimals", "write a whole number of decimals from 0 to 6, o"),
    ("[ranking]\nwidth = 0", 6, "ranking.width", "write a number above 0"),
    ('[ranking]\nwindow = "six"', 6, "ranking.window", "write a whole number, like 6"),
    ('[ranking]\nwindow = "6"', 6, "ranking.window", "write a whole number, without quotes"),
    ('[championship.pairs]\ntogether = "60"', 6, "championship.pairs.together", "a share of evenings, above 0%"),
    ('[rating]\nsystem = "fid"', 6, "rating.system", "did you mean 'fide'? Write one of 'kndb', 'fmjd', 'fide'"),
    ("[rating]\nturbo_k = 7.3", 6, "rating.turbo_k", 'write a multiple of 0.5, or "none"'),
    ('[rating]\nturbo_k = "off"', 6, "rating.turbo_k", 'write a number, or "none"'),
    ('[rating]\nlist_day = "02-29"', 6, "rating.list_day", "write the month and day of the yearly list, such a"),
    ("[rating]\nk_steps = [{ k = 5.0, game_to = 3 }]", 6, "rating.k_steps.1.game_to", "did you mean games_to?"),
    (f"[rating]\nk_steps = [{'{ k = 5.0 }, ' * 21}]", 6, "rating.k_steps", "write fewer of them"),
    ("[rating]\nk_steps = [{ games_to = 9, k = 7.5 }]", 6, "rating.k_steps", "the last step, 1, has a limit, so all"),
    ("[rating]\nk_steps = [{ k = 7.5 }, { rating_below = 9, k = 5.0 }, { k = 5.0 }]", 6, "rating.k_steps", STEP_2),
    ("[rating]\nk_steps = []", 6, "rating.k_steps", "write at least one"),
    ('[rating]\nnationalities = "NED"', 6, "rating.nationalities", 'write a list, between [ and ], or "none"'),
    (
        '[awards]\nschemes = "club points"',
        6,
        "awards.schemes",
        'write a list, between [ and ], like schemes = ["club_po',
    ),
    ('[awards]\nschemes = ["fff"]', 6, "awards.schemes.1", "there is no such scheme, did you mean ffb?"),
    ('[awards]\nschemes = ["acbl"]', 6, "awards.schemes.1", "ACBL awards its Masterpoints itself"),
    ('[awards]\nschemes = ["ebu", "ebu"]', 6, "awards.schemes", "ebu is named twice; name it once"),
    ('[awards]\nonly = { " " = ["ffb"] }', 6, "awards.only", "this name is empty: write the id of a session, or the"),
    ('[awards]\nonly = ["ffb"]', 6, "awards.only", "write a section [awards.only], with lines such as NAME"),
    ("[[session]]\nsession = 2025-09-02", 6, "session.1.session", 'write words between quotes: session = "2025-09-02"'),
    ('[[session]]\nsession = "1"\naccept = true', 7, "session.1.accept", 'accept = "board 5 was taken out"'),
    ('[[session]]\nsession = "1"\naccept = "   "', 7, "session.1.accept", "write words between quotes, on one line"),
    (f"[[season]]\n{NEXT}".replace("2026-27", " "), 6, "season.2.name", "write words between quotes, on one line"),
    ("[ranking]\nwidth = nan", 6, "ranking.width", "write a number"),
    (
        '[[session]]\nsession = "1"\naccept_at_most = { boards = 1 }',
        5,
        "session.1",
        'add accept = "..." with the reason',
    ),
    (f"{TWICE}[session.accept_at_most]\nboards = -1", 11, "session.2.accept_at_most.boards", "write a number from 0"),
    (f"{TWICE}accept_at_most = {{ bords = 1 }}", 10, "session.2.accept_at_most.bords", "did you mean boards?"),
    ('[[season]]\nname = "2026-27"\nstart = 2026-09-01', 5, "season.2.end", "missing: write end = 2027-08-31 below"),
    (
        f"[[season]]\n{NEXT.replace('2027', '2026')}",
        8,
        "season.2.end",
        "season 2026-27 ends before its start, 2026-09-01",
    ),
    (f"[[season]]\n{NEXT.replace('26-27', '25-26')}", 6, "season.2.name", "two seasons have this name"),
    (f"[[season]]\n{NEXT.replace('2026-09', '2026-01')}", 7, "season.2.start", "starts within season 2025-26"),
    (f"[[season]]\n{NEXT}".replace("2026-09-01", '"1/8/2016"'), 7, "season.2.start", "write dates as 2016-08-01, w"),
    ('[movement]\nname = "none.txt"', 6, "movement.name", "there is no such file"),
]


@pytest.mark.parametrize(("text", "line_no", "said"), SLIPS, ids=[text[:30] for text, *_ in SLIPS])
def test_a_line_that_is_not_toml_is_reported_with_what_to_write_instead(text: str, line_no: int, said: str) -> None:
    (fault,) = faults(f"{SEASON}{text}\n")
    assert said in fault.message
    assert fault.line_no == line_no


@pytest.mark.parametrize(("text", "line_no", "key", "said"), KEYS, ids=[text[:30] for text, *_ in KEYS])
def test_a_key_that_cannot_be_is_reported_with_its_line(text: str, line_no: int, key: str, said: str) -> None:
    (fault,) = faults(f"{SEASON}{text}\n")
    assert (fault.line_no, fault.key) == (line_no, key)
    assert said in fault.message


@cases(
    ("[ranking]\nlines = 2\n", "[championship.individual]", "min = 6"),
    ("[ranking]\nlines = 2\n", "[scoring]", 'average = "tie"'),
    ("[championship.individual]\nmin = 6\n", "[[session]]", 'files = ["a.pbn"]'),
    ("[ranking]\n", "[[season]]", 'name = "2026-27"'),
)
def test_a_key_below_a_heading_that_still_has_its_hash(above: str, heading: str, key: str) -> None:
    text = f"{SEASON}{above}# {heading}  # who wants it\n# drop = 1\n{key}\n"
    line_no = text.split("\n").index(f"# {heading}  # who wants it") + 1
    (fault,) = faults(text)
    assert f"belongs below {heading}: is there still a # before that heading, in line {line_no}?" in fault.message
    assert fault.line_no == line_no + 2


@cases(
    ("", [(None, "file/empty")]),
    ('club = "Ours"', [(1, "missing")]),
    ("[[sessions]]\n", [(1, "missing"), (1, "unknown_key/section_nearly")]),
    (SEASON.replace("season", "Season"), [(1, "unknown_key/section_nearly")]),
    (SEASON.replace("[[season]]", "[season]") + f"[[season]]\n{NEXT}", [(1, "heading/two_brackets")]),
    (
        f"{SEASON}[ranking]\nhand_on = nee\nwindow = six\n[scoring]\nprofile = “ruter”\n",
        [(6, "value/true_false"), (7, "value/kind"), (9, "quotes/curly")],
    ),
    (
        f"{SEASON}[championship.pairs]\ntogether = 6   half of the evenings\nmin = 1\n",
        [(6, "line/remark_behind"), (7, "unknown_key/nearly")],
    ),
    (f"{SEASON}[ranking]\nwindow = 6\nwindow = 5\nmethd = 1\n", [(7, "twice"), (8, "unknown_key/nearly")]),
    (
        f"{SEASON}[[session]]\nfiles = a.pbn\ndate = 2-9-2025\n[[session]]\ndate = 2025-09-09\n",
        [(6, "quotes/none"), (7, "value/date"), (8, "value")],
    ),
    (f"{SEASON}{SEASON}[ranking]\nwindow = true\n", [(10, "value/kind"), (7, "value"), (6, "value")]),
    (f"{SEASON}[ranking\nwindow = 6\nmethod = place\n", [(5, "heading/form")]),
    ("Dear club,\nwe play on Tuesdays.\n\n" + "And so on\n" * 70, [(1, "file/no_settings")]),
)
def test_every_fault_is_reported_at_once_and_once(text: str, expected: list[tuple[int | None, str]]) -> None:
    assert [(one.line_no, one.sentence) for one in faults(text)] == expected


def test_each_heading_is_known_where_it_stands_bare() -> None:
    of_others = {"page", "person"}  # of club.toml and federation.toml
    assert {*LISTED, *HEADINGS} == {*(path[0] for path in SECTIONS if len(path) == 1), *of_others}


def test_lines_are_found_in_time_that_grows_with_the_text() -> None:
    blanks, brackets, quotes, key = (each * 1_000_000 for each in (" ", "[", '"', "a."))
    text = f"{blanks}\n[{brackets}\n{quotes}\n[{key}a]\n{key}a = 1"
    assert len(Lines(text).sections) == 5


def test_a_remark_is_no_part_of_the_value() -> None:
    assert [one.value for one in faults(f"{SEASON}[ranking]\nmethod = place # the best")] == ["place"]


def test_a_date_as_people_write_it() -> None:
    assert {date_of(text) for text in ("1-8-2016", "01/08/2016", "2016.8.1", "1 August 2016")} == {"2016-08-01"}
    assert date_of("31-02-2016") is None
