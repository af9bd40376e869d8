"""Members who are not shown: which texts give them away, and which do not."""

import datetime as dt
import json
from typing import Any

import polars as pl
import pytest
from each import cases
from factories import competitions, frame

from transforms.privacy.hidden_people import A_MEMBER
from transforms.privacy.withheld import Withheld, shown_to_all
from transforms.tables.schemas import (
    WAREHOUSE,
    Adjustments,
    AwardPoints,
    DealLines,
    Entries,
    FederationAwards,
    Files,
    Findings,
    LineAssignment,
    Partnerships,
    People,
    Players,
    PlayerStrengths,
    RatingList,
    Sessions,
    SessionSettings,
)

LEFT = {"player_id": "12345", "name": "Zoë van der Élan-Quist", "public": False, "nationality": "NED"}
STAYS = {"player_id": "7", "name": "Ann Ames"}
TOTALS = {"scheme": "ffb", "clubs": 1, "events": 1, "awarded": 1, "points": 1.0, "rank": 1}


def withheld(
    *players: dict[str, Any], people: tuple[dict[str, Any], ...] = (), partnerships: pl.DataFrame | None = None
) -> Withheld:
    together = Partnerships.create_empty() if partnerships is None else partnerships
    return Withheld(frame(Players, *players), frame(People, *people), together)


def title(text: str, *players: dict[str, Any]) -> str | None:
    rows = frame(Sessions, {"title": text})
    return withheld(*(players or (LEFT, STAYS))).shown("raw.sessions", rows)["title"].item()


def shown(**given: pl.DataFrame) -> dict[str, pl.DataFrame]:
    """All tables as everybody may see them: those given, as `schema_table`, and the others empty."""
    tables = {name: table.create_empty() for name, table in WAREHOUSE.items() if not name.startswith("operations.")}
    return shown_to_all(tables | {name.replace("_", ".", 1): table for name, table in given.items()})


def test_a_member_has_neither_name_nor_id_nor_nationality() -> None:
    shown = withheld(LEFT, STAYS).shown("raw.players", frame(Players, STAYS, LEFT))
    assert shown.select("player_id", "name", "nationality").rows() == [
        ("7", "Ann Ames", None),
        ("member-1", A_MEMBER, None),
    ]


def test_who_may_be_shown_is_shown_as_before() -> None:
    players = frame(Players, STAYS, {**LEFT, "public": True}, {"player_id": "x", "public": None})
    rows = Withheld(players, People.create_empty(), Partnerships.create_empty()).shown("raw.players", players)
    assert rows.equals(players)


def test_the_third_of_a_trio_in_the_next_lines_is_a_member_too() -> None:
    trio = {"player_id": "7", "partner_id": "8", "third_id": "12345", "ranking": 140.0, "place": 1, "line": "A"}
    shown = withheld(LEFT, STAYS).shown("rankings.next_lines", frame(LineAssignment, trio))
    assert shown.select("player_id", "partner_id", "third_id").rows() == [("7", "8", "member-1")]


def test_a_number_does_not_meet_an_id_that_exists() -> None:
    shown = withheld(LEFT, {"player_id": "member-3"}).shown("raw.players", frame(Players, LEFT))
    assert shown["player_id"].to_list() == ["member-4"]


def test_members_of_other_clubs_stay_unless_the_federation_knows_them_as_the_same() -> None:
    elsewhere = [
        {**LEFT, "club": club, "public": None, "federation_id": number} for club, number in (("b", "F1"), ("c", "F2"))
    ]
    everybody = ({**LEFT, "federation_id": "F1"}, *elsewhere)
    shown = withheld(*everybody).shown("raw.players", frame(Players, *everybody)).sort("club")
    assert shown.select("club", "player_id").rows() == [("b", "member-1"), ("c", "12345"), ("club", "member-1")]


@pytest.mark.parametrize(("also", "line"), [("evening", None), ("another", "F1"), ("a first", "F2")])
def test_any_number_of_the_federation_that_a_club_gives_counts(also: str, line: str | None) -> None:
    gives = {**LEFT, "public": None, "competition": "evening", "federation_id": "F1"}
    asks = {"player_id": LEFT["player_id"], "public": False, "competition": also + " too", "federation_id": line}
    elsewhere = {**LEFT, "public": None, "club": "ash", "player_id": "99", "federation_id": "F1"}
    hides = withheld(gives, asks, elsewhere)
    ids = hides.shown("raw.players", frame(Players, gives, asks, elsewhere))["player_id"]
    assert ids.unique().to_list() == ["member-1"]
    listed = [{"person": person, "federation_id": "F1", "name": LEFT["name"]} for person in ("F1", "club/12345")]
    shown = hides.shown("awards.federation", frame(FederationAwards, *({**TOTALS, **row} for row in listed)))
    assert shown["name"].unique().to_list() == [A_MEMBER]


@cases(
    "Zoë van der Élan-Quist",
    "ZOE VAN DER ELAN QUIST",
    "van der Élan-Quist, Zoë",
    "team Quist",
    "ÉLAN",
    "e\N{COMBINING ACUTE ACCENT}lan",
    "zoe_quist_2025.pbn",
    "no. 12345",
)
def test_a_text_that_names_a_member_says_member(text: str) -> None:
    shown = title(text)
    assert shown
    assert "member-1" in shown
    assert not {"zo", "élan", "elan", "quist", "12345"} & set(shown.lower().replace("_", " ").split())


@pytest.mark.parametrize("text", ["Elanders Cup", "112345", "vander", "van der Berg", "Final"])
def test_a_text_that_names_nobody_stays(text: str) -> None:
    assert title(text) == text


@cases(
    ("Łukasz Wałęsa", "Turniej Lukasz Walesa"),
    ("Łukasz Wałęsa", "Memorial Walesa.pbn"),
    ("Łukasz Wałęsa", "WAŁĘSA"),
    ("Søren Kjær", "Soren Kjaer"),
    ("Søren Kjær", "SOEREN KJÆR"),
    ("Søren Kjær", "SorenKjaer.pbn"),
    ("Jürgen Groß", "Juergen, Jurgen en Gross"),
    ("Jürgen Groß", "Ju\N{COMBINING DIAERESIS}rgen GROSS"),
    ("Juergen Gross", "Jürgen Groß"),
    ("Juergen Gross", "Ju\N{COMBINING DIAERESIS}rgen"),
    ("Đorđe Ðilas", "Djordje Dilas"),
    ("Đorđe Ðilas", "Dorde"),
    ("Åse Ångström", "Aase Aangstroem"),
    ("Þóra Guðmundsdóttir", "Thora Gudmundsdottir"),
    ("Kees van der Zwaluw", "2025-10-14 Zwaluwtrofee"),
    ("Kees van der Zwaluw", "Zwaluws team"),
    ("Kees van der Zwaluw", "memorialzwaluw"),
    ("Kees van der Zwaluw", "KeesZwaluw"),
    ("Ann McDonald", "McDonald Cup"),
    ("Ann McDonald", "mcdonalds"),
    ("रमेश", "team रमेश"),
)
def test_a_name_is_found_in_other_letters_and_within_words(name: str, text: str) -> None:
    shown = title(text, {"player_id": "12345", "name": name, "public": False}, STAYS)
    assert shown
    assert "member-1" in shown
    left = shown.casefold().replace("member-1", " ").replace(".pbn", " ").split()
    assert set(left) <= {"turniej", "memorial", "en", ",", "2025-10-14", "trofee", "s", "team", "cup"}


@pytest.mark.parametrize("text", ["Zwaluwenberg Cup", "team of Zwaluwenberg"])
def test_a_word_of_others_that_holds_a_name_stays(text: str) -> None:
    others = {"player_id": "8", "name": "Jo Zwaluwenberg"}
    assert title(text, {"player_id": "12345", "name": "Kees Zwaluw", "public": False}, others) == text


@pytest.mark.parametrize("text", ["Roseland", "Jan Juergensen", "member", "Samul"])
def test_a_short_or_other_name_within_a_word_stays(text: str) -> None:
    hidden = [
        {"player_id": f"1234{number}", "name": name, "public": False}
        for number, name in enumerate(("Rose Rode", "Mem Ember", "Samuel"))
    ]
    assert title(text, *hidden, STAYS) == text


def test_the_file_of_a_member_and_its_reason_say_member_in_every_table() -> None:
    member = {"player_id": "12345", "name": "Kees Zwaluw", "public": False}
    hides = withheld(member, STAYS)
    evening = "2025-10-14 Zwaluwtrofee"
    sessions = frame(Sessions, {"session_id": evening, "file_id": f"{evening}.pbn"})
    accepted = frame(SessionSettings, {"session_id": evening, "accept": "Zwaluws team was late"})
    shown = hides.shown("raw.sessions", sessions), hides.shown("raw.session_settings", accepted)
    assert shown[0].select("session_id", "file_id").row(0) == (
        "2025-10-14 member-1trofee",
        "2025-10-14 member-1trofee.pbn",
    )
    assert shown[1].select("session_id", "accept").row(0) == ("2025-10-14 member-1trofee", "member-1s team was late")


def test_a_finding_with_a_name_within_a_word_says_nothing_but_a_sentence_may_hold_one_by_chance() -> None:
    hides = withheld({"player_id": "12345", "name": "Ann Count", "public": False}, STAYS)
    findings = frame(
        Findings,
        {"value": "Countess", "message": "not understood"},
        {"value": "9", "message": "the given score counts"},
    )
    shown = hides.shown("raw.findings", findings)
    assert shown.select("value", "message").rows()[1] == ("9", "the given score counts")
    assert shown["value"][0] is None


def test_a_word_that_others_are_called_too_gives_nobody_away() -> None:
    other = {"player_id": "8", "name": "Bob Quist"}
    assert title("Quist Cup", LEFT, other) == "Quist Cup"
    assert title("Zoë van der Élan-Quist", LEFT, other) == "member-1"


def test_a_short_number_is_no_name() -> None:
    assert title("round 7 of 2025", {**STAYS, "name": None, "public": False}) == "round 7 of 2025"


def test_the_pair_of_a_member_has_another_id() -> None:
    rows = frame(Partnerships, *({"partnership_id": "12 + 7", "player_id": player} for player in ("12", "7")))
    players = ({"player_id": "12", "public": False}, STAYS)
    shown = withheld(*players, partnerships=rows).shown("raw.partnerships", rows)
    assert shown.select("partnership_id", "player_id").rows() == [("member-1 + 7", "7"), ("member-1 + 7", "member-1")]


ZWALUW = {"player_id": "12", "name": "Bert Zwaluw", "public": False}
KOW = {"player_id": "34", "name": "Ann Kowalczyk"}


def test_the_pair_of_a_member_is_a_number_wherever_its_id_is_a_key() -> None:
    together = {"ZwaluwKow": ("12", "34"), "Others": ("34", "56"), "3": ("12", "56"), "pair-4": ("34", "78")}
    rows = frame(
        Partnerships,
        *(
            {"partnership_id": pair, "player_id": player, "line_no": line}
            for line, (pair, two) in enumerate(together.items(), 1)
            for player in two
        ),
    )
    one = withheld(ZWALUW, KOW, partnerships=rows)
    shown = one.shown("raw.partnerships", rows)
    assert shown.select("partnership_id", "player_id").rows() == [
        *(("Others", "34"), ("Others", "56")),
        *(("pair-4", "34"), ("pair-4", "78")),
        *(("pair-5", "34"), ("pair-5", "member-1")),
        *(("pair-6", "56"), ("pair-6", "member-1")),
    ]
    other = rows.filter(partnership_id="ZwaluwKow")
    tables = [name for name, schema in WAREHOUSE.items() if "partnership_id" in schema.column_names()]
    assert len(tables) >= 6
    for name in (name for name in tables if name != "strength.pairs"):  # which nobody made public
        pairs = one.shown(name, other.select("club", "competition", "partnership_id"))
        assert pairs["partnership_id"].unique().to_list() == ["pair-5"], name


def test_a_finding_on_the_pair_of_a_member_says_that_there_is_one() -> None:
    rows = frame(Partnerships, *({"partnership_id": "BZ", "player_id": player} for player in ("12", "34")))
    found = frame(
        Findings, {"severity": "error", "code": "x", "field": "partnership_id", "value": "BZ", "message": "m"}
    )
    shown = withheld(ZWALUW, KOW, partnerships=rows).shown("raw.findings", found)
    assert shown["value"].to_list() == [None]


@cases(
    ("ZwaluwKow", "member-1Kow"),
    ("teamZwaluw2", "teammember-12"),
    ("Zwaluwen", "Zwaluwen"),  # another person is called so
    ("KowZwaluwen", "Kowmember-1en"),
    ("Annex", "Annex"),
)
def test_an_id_that_a_club_made_of_parts_of_names_is_without_them(made_up: str, shown: str) -> None:
    other = {"player_id": "9", "name": "Jo Zwaluwen"}
    rows = frame(Entries, {"entrant": made_up, "player_id": "34"})
    assert withheld(ZWALUW, KOW, other).shown("raw.entries", rows)["entrant"].to_list() == [shown]


def test_the_reason_of_a_director_to_accept_differences_names_no_member() -> None:
    rows = frame(
        SessionSettings, {"files": [], "supersedes": [], "keep_both": False, "accept": "Bert Zwaluw left early"}
    )
    shown = withheld(ZWALUW, KOW).shown("raw.session_settings", rows)
    assert shown["accept"].to_list() == ["member-1 left early"]


def test_an_entrant_that_is_a_player_is_a_member_and_a_number_of_a_session_is_not() -> None:
    players = ({"player_id": "12", "public": False}, STAYS)
    of = {"scheme": "ffb", "points": 1.0, "rank": 1, "entrant": "12", "player_id": "12"}
    points = frame(AwardPoints, {**of, "of": "event"}, {**of, "of": "session"})
    shown = withheld(*players).shown("awards.points", points)
    assert shown.select("of", "entrant", "player_id").sort("of").rows() == [
        ("event", "member-1", "member-1"),
        ("session", "12", "member-1"),
    ]
    met = pl.DataFrame({"club": ["club"] * 2, "entrant": ["12", "7 + 12"], "other": ["7 + 12", "12"]})
    of_season = withheld(*players).shown("movements.season_scores", met)
    assert of_season.select("entrant", "other").rows() == [("7 + member-1", "member-1"), ("member-1", "7 + member-1")]
    numbers = met.select("club", "entrant", number=pl.Series([1, 2]))
    of_next = withheld(*players).shown("movements.next_seating", numbers)
    assert of_next.select("number", "entrant").rows() == [(1, "member-1"), (2, "7 + member-1")]


SEVERAL = ("41", "12, 41", "Vera Guidotti (32), 41", "Vera (41)", "Guidotti, Vera (32); 41", "Vera (41); Bo, By (12)")
NAMING: list[dict[str, Any]] = [
    {"field": "player_id", "value": "12345"},
    {"field": "name", "value": "Z. Elan"},
    {"message": "player 12345 is also named X", "arguments": {"player": "12345"}},
    {"message": "entry of zoe van der elan-quist"},
    {"value": "Zed"},
    {"field": "player_id", "value": "41"},
    *({"arguments": {"near": ids}} for ids in ("41", "1027, 41", "41, 1027 (Hugo Pradier)")),
    *({"arguments": {key: ids}} for key in ("player", "replaced", "named", "aliases") for ids in SEVERAL),
    {"field": "player_id", "value": "17, 41, 52", "arguments": {"numbers": "17, 41, 52"}},
    {"field": "player_id", "value": "12", "arguments": {"pair": "12 + 41"}},
    {"field": "partnership_id", "value": "12 + 41", "arguments": {"pair": "12 + 41"}},
]
NAMING_NOBODY: list[dict[str, Any]] = [
    {"value": "2025", "message": "a date"},
    {"field": "board", "value": "41", "message": "board 41"},
    {"field": "player_id", "value": "17, 52", "arguments": {"near": "1027, 410", "numbers": "17, 52"}},
    {"arguments": dict.fromkeys(("player", "replaced", "named", "aliases"), "Vera Guidotti (32), 410")},
    {"field": "partnership_id", "value": "12 + 52", "arguments": {"pair": "12 + 52"}},
    {"field": "entrant", "value": "41", "message": "pair 41 has Ann twice", "arguments": {"pair": "41"}},
]


@pytest.mark.parametrize("found", [*NAMING, *NAMING_NOBODY], ids=str)
def test_a_finding_about_a_member_says_that_there_is_one(found: dict[str, Any]) -> None:
    """A short id is found wherever it may be one of a person, also behind a name that others have too."""
    arguments = json.dumps(found.get("arguments", {}))
    usual = {"severity": "error", "code": "x", "value": "x", "message": str(found.get("arguments"))}
    rows = frame(Findings, usual | found | {"arguments": arguments})
    players = (
        LEFT,
        STAYS,
        {"player_id": "41", "name": "Vera", "public": False},
        {"player_id": "32", "name": "Vera Guidotti"},
    )
    shown = withheld(*players, people=({"alias": "Zed", "player_id": "12345"},)).shown("raw.findings", rows)
    if found in NAMING_NOBODY:
        assert shown.equals(rows)
        return
    about = shown.row(0, named=True)
    assert (about["value"], about["arguments"], about["code"], about["line_no"]) == (None, None, "x", 1)
    assert about["message"] == "this concerns a member who is not shown; the warehouse has the whole finding"


def test_a_place_in_the_alphabet_says_nothing() -> None:
    of_list = {"system": "kndb", "list_date": "2025-12-31", "list": "alphabetical", "rating": 1000}
    names = (("a", "Ann"), ("z", "Mia Elan"), ("y", "Zed"))
    rows = pl.DataFrame(
        [{**of_list, "position": place, "player_id": key, "name": name} for place, (key, name) in enumerate(names, 1)]
    )
    listed = frame(RatingList, *rows.with_columns(pl.col("list_date").str.to_date()).to_dicts())
    left = {"player_id": "z", "name": "Mia Elan", "public": False}
    shown = withheld({"player_id": "a"}, left, {"player_id": "y"}).shown("ratings.lists", listed)
    assert shown.sort("position").select("position", "name").rows() == [(1, "Ann"), (2, "Zed"), (3, A_MEMBER)]


def test_strength_is_shown_only_in_seasons_that_say_so_and_not_of_who_is_hidden() -> None:
    member = {**LEFT, "club": "open"}
    tables: dict[str, pl.DataFrame] = {name: schema.create_empty() for name, schema in WAREHOUSE.items()}
    tables["raw.players"] = frame(Players, member)
    rules = [competitions("open", strength={"public": True}), competitions("closed")]
    tables["raw.competitions"] = pl.concat(rules)
    strength = {"strength": 1.0, "sd": 1.0, "sessions": 1, "boards": 24, "since": dt.date(2025, 9, 2), "component": 1}
    of_clubs = [
        {**strength, "player_id": player, "club": club}
        for club in ("closed", "open")
        for player in (LEFT["player_id"], "somebody else")
    ]
    tables["strength.players"] = frame(PlayerStrengths, *of_clubs)
    assert shown_to_all(tables)["strength.players"].select("club", "player_id").rows() == [("open", "somebody else")]


def test_what_directors_write_for_themselves_is_not_shown() -> None:
    tables = {name: schema.create_empty() for name, schema in WAREHOUSE.items()}
    penalty = {"entrant": "1", "amount": -2.5, "unit": "points", "reason": "slow play"}
    tables["raw.adjustments"] = frame(Adjustments, penalty)
    tables["raw.people"] = frame(People, {"alias": "ann", "player_id": "7", "why": "divorced"})
    tables["raw.files"] = frame(
        Files, {"file_id": "competition.toml", "path": "competition.toml", "rows": 0, "settings": "# ask Ann to pay"}
    )
    unlikely = {"deal_id": "c" * 26, "contract": "1S", "tricks": 13, "double_dummy_tricks": 6, "gained": 7}
    tables["deals.lines"] = frame(DealLines, {**unlikely, "board": 1, "ns": "1", "ew": "2"})
    shown = shown_to_all(tables)
    assert shown["raw.people"].is_empty()
    assert shown["deals.lines"].is_empty()
    assert shown["raw.adjustments"].select("amount", "reason").rows() == [(-2.5, None)]
    assert shown["raw.files"].select("file_id", "settings").rows() == [("competition.toml", None)]
    assert {name: table.schema for name, table in shown.items()} == {
        name: table.schema for name, table in tables.items()
    }


# --- publications and corrections without the members who are not shown ---------------------------


GONE, THERE = {"player_id": "12", "public": False}, {"player_id": "34"}
WHEN = dt.datetime(2025, 9, 3, tzinfo=dt.UTC)
USUAL = {"published_at": WHEN, "since_at": WHEN, "until_at": WHEN, "ending": "undone", "session_id": "1"}
BY_ID = {"entrant": "12", "players": "12"}
ROWS: dict[str, list[dict[str, Any]]] = {
    "published.results": [{"entrant": "12", "players": "12 + 34"}, {"entrant": "3", "players": "12"}],
    "published.rankings": [{"list": "players", **BY_ID}, {"list": "pairs", "entrant": "12 + 34", "players": "12 + 34"}],
    "published.championships": [{"list": "individual", **BY_ID}],
    "published.awards": [{"of": "event", "entrant": "12 + 34", "player_id": "12"}],
    "published.corrections": [
        {"kind": "results", "entrant": "12", "field": "players", "published": "12", "now": "34", "players": "12"},
        {"kind": "rankings", "list": "players", "field": "ranking", "published": "70", "now": "12", **BY_ID},
        {"kind": "ratings", "player_id": "12", "field": "rating", "published": "1500", "now": "1512"},
    ],
}
ROWS["published.past_corrections"] = ROWS["published.corrections"]


def of_published(table: str) -> pl.DataFrame:
    rows = frame(WAREHOUSE[table], *({**USUAL, **row} for row in ROWS[table]))
    hides = Withheld(frame(Players, GONE, THERE), People.create_empty(), Partnerships.create_empty())
    return hides.shown(table, rows.select(name for name in rows.columns if name in WAREHOUSE[table].column_names()))


@pytest.mark.parametrize("table", ROWS)
def test_a_member_is_a_number_in_what_was_published(table: str) -> None:
    rows = of_published(table)
    for column in {"players", "player_id", "entrant"} & set(rows.columns):
        of_ids = rows.filter(pl.col("kind") != "results") if "kind" in rows.columns else rows
        if column == "entrant" and table == "published.results":
            assert rows[column].to_list() == ["12", "3"], "the number of a pair is no id"
            continue
        ids = of_ids[column] if column == "entrant" else rows[column]
        parts = set(ids.drop_nulls().str.split(" + ").explode())
        assert "member-1" in parts
        assert "12" not in parts


def test_a_correction_of_who_played_does_not_say_who() -> None:
    rows = of_published("published.corrections")
    assert rows.filter(field="players").select("published", "now").rows() == [(None, None)]
    assert rows.filter(field="ranking").select("published", "now").rows() == [("70", "12")]


def test_a_file_is_named_as_its_own_club_may_name_it() -> None:
    elsewhere = {"player_id": "8", "name": "Kees Zwaluw", "club": "b"}
    hides = withheld({"player_id": "12345", "name": "Kees Zwaluw", "public": False}, elsewhere)
    rows = frame(
        WAREHOUSE["published.corrections"],
        *({**USUAL, "kind": "results", "club": club, "files": ["zwaluw.csv"]} for club in ("b", "club")),
    )
    shown = hides.shown("published.corrections", rows)
    assert dict(shown.select("club", "files").iter_rows()) == {"b": ["zwaluw.csv"], "club": ["member-1.csv"]}
