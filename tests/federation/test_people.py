"""People across clubs: one person only if a number or an answer makes it certain, and a finding where they disagree."""

from typing import Any

import dataframely as dy
import polars as pl
from factories import frame
from federation.games import NO_GAMES

from transforms.federation.findings import federation_findings
from transforms.federation.people import federation_people
from transforms.privacy.hidden_people import A_MEMBER
from transforms.privacy.withheld import Withheld, withheld
from transforms.tables.federation import (
    ANSWERS,
    NO_SETTINGS,
    Federation,
    FederationPeople,
    FederationSeasons,
    Identities,
    Simultaneous,
)
from transforms.tables.schemas import (
    WAREHOUSE,
    Competitions,
    FederationAwards,
    Findings,
    Players,
    Sessions,
    SimultaneousResults,
)

NO_EVENTS = {"simultaneous": frame(Simultaneous), "sessions": frame(Sessions), "competitions": frame(Competitions)}
Row = tuple[str, str, str | None, str | None]  # club, player_id, federation_id, name


def players(*rows: Row) -> dy.DataFrame[Players]:
    columns = ("club", "player_id", "federation_id", "name")
    return frame(Players, *(dict(zip(columns, row, strict=True)) for row in rows))


def persons(*rows: Row, federation: Federation = NO_SETTINGS) -> dict[str, tuple[str, str]]:
    """The person and the reason of each `club/player_id`."""
    made = federation_people(players(*rows), federation)
    identities = Identities.validate(made.identities.collect())
    FederationPeople.validate(made.people.collect())
    return {f"{club}/{player}": (person, why) for club, player, person, why in identities.rows()}


def findings(*rows: Row, federation: Federation = NO_SETTINGS) -> dy.DataFrame[Findings]:
    identities = federation_people(players(*rows), federation).identities
    return Findings.validate(
        federation_findings(
            players(*rows), frame(FederationSeasons), identities, federation=federation, **NO_EVENTS, **NO_GAMES
        ).collect()
    )


def answers(*rows: tuple[int, str, str, bool]) -> Federation:
    return Federation(people=pl.DataFrame([(*row, 7) for row in rows], ANSWERS, orient="row"))


def test_a_number_makes_one_person_if_the_names_share_a_word() -> None:
    assert persons(("a", "1", "F1", "Ann Ames"), ("b", "5", "F1", "AMES, A."), ("c", "7", "F1", None)) == {
        **{"a/1": ("F1", "number"), "b/5": ("F1", "number"), "c/7": ("F1", "number")}
    }
    assert persons(("a", "1", None, "Ann Ames"), ("b", "5", None, "Ann Ames")) == {
        **{"a/1": ("a/1", "club"), "b/5": ("b/5", "club")}
    }


def test_a_number_used_twice_joins_nobody_and_a_finding_names_all_of_them() -> None:
    twice = (("a", "1", "F1", "Ann Ames"), ("b", "5", "F1", "Bob Blue"), ("c", "7", "F1", "Ann Ames"))
    assert persons(*twice) == {one: (one, "club") for one in ("a/1", "b/5", "c/7")}
    found = findings(*twice)
    assert found.select("club", "code", "value").rows() == [
        (club, "federation.number_of_several", "F1") for club in "abc"
    ]
    assert "Ann Ames (a/1), Bob Blue (b/5), Ann Ames (c/7)" in found["message"][0]


def test_numbers_exchanged_in_a_club_join_nobody() -> None:
    exchanged = (
        *(("a", "1", "F1", "Ann Ames"), ("a", "2", "F2", "Bob Blue")),
        *(("b", "1", "F2", "Ann Ames"), ("b", "2", "F1", "Bob Blue")),
    )
    assert {person for person, _ in persons(*exchanged).values()} == {"a/1", "a/2", "b/1", "b/2"}
    assert findings(*exchanged).height == 4


def test_an_id_that_is_a_number_elsewhere_is_that_person_if_the_name_is() -> None:
    rows = (("a", "1", "F1", "Ann Ames"), ("b", "F1", None, "Ann Ames-Smith"), ("c", "F1", None, "Cy Dee"))
    assert persons(*rows) == {"a/1": ("F1", "number"), "b/F1": ("F1", "id"), "c/F1": ("c/F1", "club")}
    assert findings(*rows).select("club", "code", "value").rows() == [("b", "federation.number_as_id", "F1")]


def test_answers_join_people_and_keep_them_apart() -> None:
    rows = (("a", "1", "F1", "Ann Ames"), ("b", "5", None, "A. Ames"), ("c", "7", "F1", "Bob Blue"))
    one = answers((1, "b", "5", False), (1, "a", "1", False), (2, "c", "7", True), (2, "a", "9", True))
    assert persons(*rows, federation=one) == {
        **{"a/1": ("F1", "answer"), "a/9": ("a/9", "answer"), "b/5": ("F1", "answer"), "c/7": ("c/7", "answer")}
    }
    assert findings(*rows, federation=one).select("club", "code", "value", "file_id", "line_no").rows() == [
        (None, "federation.unknown_id", "a/9", "federation.toml", 7)
    ]
    two = answers((1, "b", "5", False), (1, "x", "2", False), (2, "x", "2", False), (2, "y", "3", False))
    assert {person for person, _ in persons(("b", "5", None, "Ann"), federation=two).values()} == {"b/5"}


def test_a_club_that_names_who_is_hidden_elsewhere_by_an_answer_is_told() -> None:
    hidden: dict[str, Any] = {"club": "ash", "player_id": "1024", "name": "Ann Ames", "public": False}
    named: dict[str, Any] = {"club": "alder", "player_id": "1023", "name": "Ann Ames"}
    answer = answers((1, "alder", "1023", False), (1, "ash", "1024", False))

    def found(*rows: dict[str, Any]) -> list[tuple[str, str, str | None, str]]:
        given = frame(Players, *rows)
        identities = federation_people(given, answer).identities
        of_all = federation_findings(
            given, frame(FederationSeasons), identities, federation=answer, **NO_EVENTS, **NO_GAMES
        )
        return Findings.validate(of_all.collect()).select("club", "code", "value", "message").rows()

    ((club, code, value, message),) = found(named, hidden)
    assert (club, code, value) == ("alder", "federation.hidden_elsewhere", "1023")
    assert "ash/1024" in message
    assert "Ames" not in message
    assert found(named | {"public": False}, hidden) == []
    assert found(named | {"federation_id": "F1"}, hidden | {"federation_id": "F1"}) == []
    assert found(named, hidden | {"public": None}) == []


def test_people_have_their_names_and_clubs() -> None:
    made = federation_people(
        players(("a", "1", "F1", "Ann Ames"), ("b", "5", "F1", "ANN AMES"), ("c", "7", "F1", "Ann Ames")), NO_SETTINGS
    )
    assert made.people.collect().rows() == [
        ("F1", "F1", "Ann Ames", "ANN AMES; Ann Ames", 3, "a/1, b/5, c/7", "number")
    ]


def test_who_is_hidden_in_one_club_is_hidden_under_all_ids_that_an_answer_joins() -> None:
    hidden = {"club": "ash", "player_id": "1024", "name": "Ann Ames", "public": False}
    rows = frame(Players, {"club": "alder", "player_id": "1023", "name": "Anna Ames"}, hidden)
    answer = answers((1, "alder", "1023", False), (1, "ash", "1024", False))
    identities = federation_people(rows, answer).identities.collect()
    seated = {"simultaneous": "autumn", "season": "2025-26", "entrant": "1", "players": "1023 + 7"}
    lists = frame(SimultaneousResults, *({"club": club, **seated} for club in ("alder", "birch")))
    tables = {"raw.players": rows, "federation.identities": identities}
    over_all = withheld(lambda name: tables.get(name, WAREHOUSE[name].create_empty()))
    assert over_all.shown("raw.players", rows)["name"].to_list() == [A_MEMBER, A_MEMBER]
    shown = over_all.shown("federation.simultaneous_results", lists)
    assert shown["players"].to_list() == ["member-1 + 7", "1023 + 7"]


def test_who_is_hidden_in_one_club_is_hidden_over_all() -> None:
    hidden = {"club": "b", "player_id": "F1", "name": "Ann Ames", "public": False}
    rows = frame(Players, {"club": "a", "player_id": "1", "federation_id": "F1", "name": "Ann Ames"}, hidden)
    identities = federation_people(rows, NO_SETTINGS).identities.collect()
    nobody = WAREHOUSE["raw.people"].create_empty(), WAREHOUSE["raw.partnerships"].create_empty()
    award = {"scheme": "ffb", "season": "2025-26", "person": "F1", "federation_id": "F1", "name": "Ann Ames"}
    totals = {"clubs": 2, "events": 2, "awarded": 2, "points": 3.0, "rank": 1}
    shown = Withheld(rows, *nobody, identities=identities).shown(
        "awards.federation", frame(FederationAwards, {**award, **totals})
    )
    assert shown.select("person", "federation_id", "name").rows() == [("b/member-1", None, A_MEMBER)]
