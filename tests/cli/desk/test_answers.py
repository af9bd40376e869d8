"""Each button of the desk: its finding in a real folder, what it writes, and that the question is then gone."""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple

import polars as pl
import pytest
from checks.test_results import EXCHANGED, tiny, without
from checks.test_results import barometer as two_boards
from checks.test_results import changed as turned
from checks.test_results import lines as whole
from factories import NOTHING_KEPT, in_warehouse
from intake.evenings import lines as two_tables
from readers.test_pbn import of_event

from pipelines.building.solving.store import solved_tables
from pipelines.cli.desk.answers import ASKED, Answer, answered_by_buttons
from pipelines.cli.desk.desk import Desk
from pipelines.intake.landing.raw_tables import read_landing
from pipelines.machine.paths import Paths
from pipelines.settings.scoring import profile_table
from pipelines.warehouse.build_record import FINDINGS
from pipelines.words.languages import sentences_of_findings
from transforms.checks import CHECKS
from transforms.official.to_settle import PLACES, causes_first, with_places
from transforms.season import MADE, season_tables
from transforms.tables.finding_words import gaps_of
from transforms.tables.messages import VARIANT, name_of_sentence

pytestmark = pytest.mark.long

Row = dict[str, Any]
SEASON = '[[season]] # the year\nname = "2025-26"\nstart = 2025-09-01\nend = 2026-08-31\n\n# rules\n'
LONG = SEASON.replace("2026-08-31", "2099-08-31")
PEOPLE = ("Liv Aasgaard;Burak Karaca", "Emi Fujikawa;Jacek Wilczek", "Roos Veenhof;Knut Bakkelund")
PEOPLE += ("Hugo Pradier;Alba Calderas",)
OTHERS = ("Vera Guidotti;Lotte Akkerman", "Aiko Hoshino;Giulia Campagnola", "Hülya Karaca;Elvira Gallardo")
OTHERS += ("Peder Aasgaard;Roos Akkerman",)
NINE = range(1, 10)


def pbn(
    day: str | None, boards: Iterable[int] = NINE, people: Sequence[str] = PEOPLE, shift: int = 0, **tags: str
) -> str:
    """Two tables; `shift` changes the results."""
    dated = {"Date": day.replace("-", ".")} if day else {}
    head = [f'[{tag} "{value}"]' for tag, value in {"Event": "Tuesday", **dated, "Scoring": "MP", **tags}.items()]
    text = ["% PBN 2.1", *head]
    for board in boards:
        text += [f'[Board "{board}"]', '[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result;Names_NS;Names_EW"]']
        for ns, ew in ((1, 2), (3, 4)):
            tricks = 5 + (board * board + 3 * ns + shift * board) % 7
            text.append(f'{ns} {ew} 2H S {tricks} "{people[ns - 1]}" "{people[ew - 1]}"')
    return "\n".join([*text, ""])


def table(rows: Sequence[Row], **of_all: Any) -> str:
    names = [*dict.fromkeys(name for row in rows for name in (*of_all, *row))]
    cells = ([str({**of_all, **row}.get(name, "") or "") for name in names] for row in rows)
    return "".join(f"{','.join(row)}\n" for row in (names, *cells))


def tables(results: Sequence[Row], **session: Any) -> dict[str, str]:
    """One session, with its entries."""
    results = [{name: cell for name, cell in row.items() if name != "line_no"} for row in results]
    of = {"session_id": "2025-09-02"}
    seats = sorted({(row.get("line", "A"), row[side]) for row in results for side in ("ns", "ew")})
    entries = [
        {**of, "line": line, "entrant": one, "player_id": f"{line}{one}{of_pair}"}
        for line, one in seats
        for of_pair in "ab"
    ]
    return {
        "sessions.csv": table([{**of, "date": "2025-09-02", "kind": "pairs", **session}]),
        "entries.csv": table(entries),
        "results.csv": table(results, **of, line="A"),
    }


class Case(NamedTuple):
    """A folder that asks a question: its files and settings; what each button writes, and what is typed before."""

    code: str
    files: Mapping[str, str]
    writes: Sequence[str]
    settings: str = SEASON
    given: str = ""


def dates(name: str, files: Mapping[str, str], days: Sequence[str], of: str, **more: Any) -> Case:
    named = f'session = "{of}"' if of.count(".") == 0 else f'files = ["{of}"]'
    return Case(name, files, [f"[[session]]\n{named}\ndate = {day}\n" for day in days], **more)


PLAYED = pbn("2025-09-02")
OF_TABLES = {
    "results.csv": table([{"session_id": day, **row} for day in ("2025-09-10", "2025-09-17") for row in two_tables()],
                         line="A"),
    "entries.csv": table([{"session_id": day, "line": "A", "entrant": one, "player_id": f"{one}{x}"}
                          for day in ("2025-09-10", "2025-09-17") for one in "1234" for x in "ab"]),
}  # fmt: skip


def called(*days: str | None) -> dict[str, str]:
    rows = [
        {"session_id": one, "date": day, "kind": "pairs"}
        for one, day in zip(("2025-09-10", "2025-09-17"), days, strict=True)
    ]
    return {**OF_TABLES, "sessions.csv": table(rows)}


NEXT = '[[season]]\nname = "2026-27"\nstart = 2026-09-01\nend = 2027-08-31\n'
BEFORE = '[[season]]\nname = "2024-25"\nstart = 2024-09-01\nend = 2025-08-31\n'
TOGETHER = '[[session]]\nfiles = ["a.pbn", "b.pbn"]\n'
TWO = ("2025-09-02.pbn", "2025-09-02 corrected.pbn")


def session(of: str, *lines: str) -> str:
    named = f'files = ["{of}"]' if of.endswith(".pbn") else f'session = "{of}"'
    return "\n".join(["[[session]]", named, *lines, ""])


def accepted(most: str, reason: str = "passed") -> str:
    return session("2025-09-02", f'accept = "{reason}"', f"accept_at_most = {most}")


DECIDED = [
    session(TWO[1], f'supersedes = ["{TWO[0]}"]'),
    session(TWO[0], f'supersedes = ["{TWO[1]}"]'),
    session(TWO[0], "keep_both = true"),
]
TURNED_ROUND = [*DECIDED[1::-1], session(TWO[1], "keep_both = true")]
DAY = "2025-09-02"
LISTED = '[TotalScoreTable "PairId;Rank;TotalPercentage;MemberID;Names"]\n'
LISTED += "".join(
    f'{n} {rank} {percent} "{n}a;{n}b" "{PEOPLE[n - 1]}"\n'
    for n, rank, percent in ((1, 1, 90), (2, 4, 10), (3, 2, 60), (4, 3, 40))
)
SEVEN = [row for row in two_tables() if row["ns"] == "1"][:7]

CASES = [
    dates(
        "sessions.another_day",
        {"2025-10-02.pbn": PLAYED},
        [DAY, "2025-10-02", "2025-09-16"],
        "2025-10-02.pbn",
        given="2025-09-16",
    ),
    Case(
        "sessions.another_day/no_season",
        {"2026-10-02.pbn": PLAYED},
        [session("2026-10-02.pbn", f"date = {DAY}"), NEXT + "\n" + session("2026-10-02.pbn", "date = 2026-10-02")],
    ),
    dates(
        "sessions.another_day/exchanged",
        called("2025-10-09", "2025-09-17"),
        ["2025-09-10", "2025-10-09", "2025-09-12"],
        "2025-09-10",
        given="2025-09-12",
    ),
    dates(
        "sessions.another_day/called",
        called("2025-12-20", "2025-09-17"),
        ["2025-09-10", "2025-12-20", "2025-09-12"],
        "2025-09-10",
        given="2025-09-12",
    ),
    dates(
        "sessions.another_day/to_come",
        {"evening.pbn": pbn("2098-09-05")},
        ["2026-09-05", DAY],
        "evening",
        settings=LONG,
        given=DAY,
    ),
    Case(
        "sessions.no_season",
        {"evening.pbn": pbn("2024-09-09")},
        [BEFORE, session("evening", "date = 2025-09-09"), session("evening", f"date = {DAY}")],
        given=DAY,
    ),
    dates("sessions.no_season/no_date", called("2025-09-10", None), [DAY], "2025-09-17", given=DAY),
    dates("sessions.no_season/file", {"evening.pbn": pbn(None)}, [DAY], "evening.pbn", given=DAY),
    dates(
        "sessions.no_season/file_of_a_day",
        {"2025-09-02.pbn": pbn(None)},
        [DAY, "2025-09-09"],
        "2025-09-02.pbn",
        given="2025-09-09",
    ),
    Case(
        "settings.date/no_season", {"evening.pbn": PLAYED}, [NEXT], SEASON + session("evening.pbn", "date = 2026-09-10")
    ),
    Case("evenings.twice", {TWO[0]: PLAYED, TWO[1]: PLAYED.replace("2H S 9", "2H S 8", 1)}, DECIDED),
    Case("evenings.twice/same", {TWO[0]: PLAYED, TWO[1]: f"{PLAYED}% again\n"}, DECIDED),
    Case("evenings.twice/part", {TWO[0]: PLAYED, TWO[1]: pbn(DAY, range(1, 9))}, TURNED_ROUND),
    Case(
        "evenings.both_count/two_dates",
        {"a.pbn": PLAYED, "b.pbn": pbn("2025-09-09")},
        [session("b.pbn", "keep_both = true"), "-b.pbn", "-a.pbn"],
    ),
    Case(
        "evenings.in_parts/sections",
        {"a.pbn": PLAYED, "b.pbn": pbn(DAY, people=OTHERS, shift=2)},
        [TOGETHER, session("b.pbn", "keep_both = true")],
    ),
    Case(
        "evenings.in_parts/halves",
        {"a.pbn": PLAYED, "b.pbn": pbn(DAY, range(10, 19))},
        [TOGETHER, session("b.pbn", "keep_both = true")],
    ),
    Case(
        "results.score_of_contract",
        tables(
            [
                {
                    **row,
                    "contract": "2H",
                    "declarer": "N",
                    "tricks": 8,
                    "score": 110 if row["board"] > 1 or row["ns"] > "1" else 170,
                }
                for row in two_tables()
            ]
        ),
        [session(DAY, 'settled = ["A 1 1"]')],
    ),
    Case("results.impossible_score", tables(two_tables({(1, "1"): 425})), [session(DAY, 'settled = ["A 1 1"]')]),
    Case(
        "evenings.lines_lost", {TWO[0]: PLAYED, TWO[1]: pbn(DAY, range(1, 9)).replace("2H S 9", "2H S 8", 1)}, DECIDED
    ),
    Case(
        "evenings.lines_lost/corrects_part",
        {
            "A.pbn": PLAYED,
            "B.pbn": pbn(DAY, people=OTHERS, shift=2),
            "A (1).pbn": PLAYED.replace("2H S 9", "2H S 8", 1),
        },
        [session("A (1).pbn", 'supersedes = ["A.pbn"]')],
        SEASON + '[[session]]\nfiles = ["A.pbn", "B.pbn"]\n',
    ),
    Case(
        "evenings.both_count/overlapping",
        {"a.pbn": pbn(DAY, range(1, 7)), "b.pbn": pbn(DAY, range(4, 10))},
        [session("b.pbn", "keep_both = true")],
    ),
    Case(
        "evenings.both_count/set_apart",
        {"wed.pbn": PLAYED, "export.pbn": f"{PLAYED}% again\n"},
        ['supersedes = ["', "keep_both = true\n"],
        SEASON + session("export.pbn", "date = 2025-09-09"),
    ),
    Case("results.missing", tables(whole({(1, "1", 7)})), [accepted("{ missing = 1 }")], given="passed"),
    Case(
        "results.missing/rounds",
        tables([{**row, "round": 2 * row["round"]} for row in whole()]),
        [accepted("{ missing = 12 }")],
        given="passed",
    ),
    Case("results.turned", tables(turned(whole(), (2, "3", 5))), [session(DAY, 'settled = ["A 5 6"]')]),
    Case(
        "results.turned/other_opponents",
        tables(without([*EXCHANGED, *({**row, "line": "B"} for row in whole())], "table")),
        [session(DAY, 'settled = ["A 7 1", "A 10 3"]')],
    ),
    Case("results.lone_board/far", tables(tiny(1, 2, 3)), [session(DAY, 'settled = ["A 33 3"]')]),
    Case(
        "results.lone_board/other_board",
        tables(without(two_boards(55), "table")),
        [session(DAY, 'settled = ["A 55 3"]')],
    ),
    Case(
        "results.passed_out",
        tables([{**row, "contract": "PASS", "score": 0} if row["round"] == 2 else row for row in whole()]),
        [session(DAY, 'settled = ["A 1 1"]')],
    ),
    Case("results.off_schedule/board", tables(two_boards(55)), [session(DAY, 'settled = ["A 55 3"]')]),
    Case(
        "sessions.scoring/of_pairs",
        tables(whole(), kind="teams"),
        [session(DAY, f'kind = "{kind}"') for kind in ("pairs", "butler", "cross_imp")],
    ),
    Case(
        "sessions.scoring/of_teams",
        tables([*SEVEN, *({**row, "ns": "2", "ew": "1"} for row in SEVEN)]),
        [session(DAY, 'kind = "teams"')],
    ),
    Case(
        "sessions.scoring/one_winner",
        tables([*SEVEN[:4], *({**row, "ns": "2", "ew": "1"} for row in SEVEN[4:])], winners=2),
        [session(DAY, "winners = 1")],
    ),
    Case(
        "official.differs",
        {"2025-09-02.pbn": PLAYED + LISTED},
        [session(DAY, 'accept = "corrected by hand"')],
        given="corrected by hand",
    ),
    Case(
        "official.differs/beyond",
        {"2025-09-02.pbn": PLAYED + LISTED},
        [accepted("{ scores = 4 }")],
        SEASON + session(DAY, 'accept = "known"', "accept_at_most = { scores = 1 }"),
        given="passed",
    ),
    Case(
        "settings.far_outside",
        {"2025-09-02.pbn": PLAYED},
        ["substitute_ranking = 60\n"],
        SEASON + "[ranking]\nsubstitute_ranking = 600\n",
    ),
    Case(
        "pbn.session_of_event/later",
        {"cup.pbn": of_event("2", "SessionPercentage")},
        [session("cup", 'event = "Sommarbridge"')],
        SEASON.replace("2025-09", "2014-09"),
    ),
    Case(
        "players.other_name/spelling",
        {"a.pbn": PLAYED + LISTED, "b.pbn": pbn("2025-09-09", shift=3) + LISTED.replace("Liv Aasgaard", "Liv Aasgard")},
        ["+player_id,name\n1a,Liv Aasgaard\n", "+player_id,name\n1a,Liv Aasgard\n"],
    ),
]


def asked(desk: Desk) -> dict[str, list[tuple[str, Row, str, tuple[Answer, ...]]]]:
    """By club, (code/variant, row, question, answers) of what a build would find."""
    raw = in_warehouse(read_landing(desk.landing, NOTHING_KEPT))
    wanted = [name for name in FINDINGS if name in MADE]
    made = raw | season_tables({**raw, "profiles": profile_table(), "solved": solved_tables(None, ())}, wanted)
    found = pl.concat(made[name] for name in FINDINGS if name in made)
    lines = (
        made["raw.results"].with_columns(shown=False).select(pl.col(name).cast(dtype) for name, dtype in PLACES.items())
    )
    of_desk = {
        "places": lines,
        **{name: made[name] for name in ("raw.entries", "raw.sessions", "raw.players", "raw.people")},
    }
    given: dict[str, list[tuple[str, Row, str, tuple[Answer, ...]]]] = {}
    for competition in desk.competitions():
        own = {name: rows.filter(club=competition.club) for name, rows in of_desk.items()}
        rows = with_places(causes_first(found.filter(club=competition.club)), own).to_dicts()
        given[competition.club] = [
            (name_of_sentence(row["code"], json.loads(row["arguments"] or "{}").get(VARIANT)), row,
             *answered_by_buttons(desk, row, competition, is_evening="sessions.csv" not in (row["file_id"] or "")))
            for row in rows
        ]  # fmt: skip
    return given


class Outcome(NamedTuple):
    """What came of an answer: the question and the words of the button; the files before, after it, and taken back."""

    question: str
    words: str
    before: dict[str, bytes]
    after: dict[str, bytes]
    taken_back: dict[str, bytes]
    is_asked_still: bool


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def place_of(row: Row) -> tuple[Any, ...]:
    return tuple(row[name] for name in ("file_id", "line_no", "field", "value", "session_id"))


BUTTONS = [(case, number) for case in CASES for number in range(len(case.writes))]


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> list[Outcome]:
    """Each button is pressed in a club of its own; all are checked together before and after."""
    home = tmp_path_factory.mktemp("desk")
    folders = [home / "landing" / f"club{number:03}" / "evening" for number in range(len(BUTTONS))]
    for folder, (case, _) in zip(folders, BUTTONS, strict=True):
        folder.mkdir(parents=True)
        for name, content in {**case.files, "competition.toml": case.settings}.items():
            (folder / name).write_text(content, encoding="utf-8")
    desk = Desk(Paths(home / "landing", home / "warehouse.duckdb", home / "reports"))
    asked_first = asked(desk)
    pressed = []
    for folder, (case, number) in zip(folders, BUTTONS, strict=True):
        found = asked_first[folder.parent.name]
        _, row, question, answers = next(one for one in found if one[0] == case.code)
        answer = answers[number]
        before = contents(folder)
        for change in answer.changes(case.given if answer.asks else ""):
            desk.journal.write(answer.words, change.path, change.content())
        pressed.append((row, question, answer.words, before, contents(folder)))
    asked_after = asked(desk)
    for entry in desk.journal.entries():
        desk.journal.undo(entry.number)
    return [
        Outcome(question, words, before, after, contents(folder),
                any(code == case.code and place_of(other) == place_of(row)
                    for code, other, *_ in asked_after[folder.parent.name]))
        for folder, (case, _), (row, question, words, before, after) in zip(folders, BUTTONS, pressed, strict=True)
    ]  # fmt: skip


@pytest.mark.parametrize("number", range(len(BUTTONS)), ids=[f"{case.code} {number}" for case, number in BUTTONS])
def test_a_button_writes_what_the_message_proposes_and_ends_the_question(outcomes: list[Outcome], number: int) -> None:
    (case, button), found = BUTTONS[number], outcomes[number]
    writes = case.writes[button]
    if writes.startswith("-"):
        assert found.before.keys() - found.after.keys() == {writes[1:]}
    elif writes.startswith("+"):
        assert found.after["players.csv"].decode() == writes[1:]
    else:
        assert writes in found.after["competition.toml"].decode()
    changed = {name for name in found.after if found.after[name] != found.before.get(name)}
    assert changed <= {"players.csv" if writes.startswith("+") else "competition.toml"}
    key = writes.partition(" = ")[0]
    kept = [line for line in case.settings.splitlines() if not line.startswith(f"{key} = ")]
    new = iter(found.after["competition.toml"].decode().splitlines())
    assert all(line in new for line in kept), "comments, order and other keys stay"
    assert not found.is_asked_still
    assert found.taken_back == found.before


@pytest.mark.parametrize("code", [code for one in ASKED for code in one.codes])
def test_the_gaps_of_a_question_are_known(code: str) -> None:
    """Each is an argument of the check's sentence, or part of the place; else the question would never be asked."""
    (asked_here,) = (one for one in ASKED if code in one.codes)
    known = PLACED | arguments_of(code)
    texts = [asked_here.question]
    for button in asked_here.buttons:
        texts += [button.words, *button.writes, *button.writes.values()]
        texts += [*button.section[1].values()] if button.section else []
        assert not button.each or button.each in known
        assert button.does or button.writes or button.section
    named = {name for text in texts for _, name, _, _ in Formatter().parse(text) if name}
    assert named <= known | {"one", "input"}


PLACED = {"file", "value", "session_id", "settles"}
_SEASON = {"season", "start", "end"}


def arguments_of(code: str) -> set[str]:
    for check in CHECKS.values():
        for variant, text in check.says.items():
            if name_of_sentence(check.code, variant) == code:
                given = {*gaps_of(text.replace("{{", "").replace("}}", "")), *check.gaps}
                return given | ({"name", "these"} if "this" in given else set()) | _SEASON
    sentence = sentences_of_findings("nl")[code]  # with the gaps of the English one, which take seconds to gather
    return {*gaps_of(sentence.replace("{{", "").replace("}}", ""))}
