"""What a file says of the program, the club and the event that it comes from."""

from pathlib import Path

from each import cases

from pipelines.intake.landing.limits import Limits
from pipelines.intake.landing.workers import Job, read_all
from pipelines.intake.readers.recognise import read_with_origin
from pipelines.settings.scoring import profile_of

GAME = '[Event "Autumn  open"]\n[Site "Harbour"]\n[Board "1"]\n[Deal "N:AKQJ.AKQ.AKQ.AKQ ... ... ..."]\n'


@cases(
    (GAME, {"club": "Harbour", "event": "Autumn open"}),
    (
        "% PBN 2.1\n%Creator: BridgeComposer Version 5.9\n" + GAME.replace("Harbour", "?"),
        {"program": "BridgeComposer Version 5.9", "event": "Autumn open"},
    ),
    (
        '% <META  name=Generator content="Ruter i Norge">\n% <META name=Arranger content="Club">\n' + GAME,
        {"program": "Ruter i Norge", "club": "Club", "event": "Autumn open"},
    ),
    (
        "<USEBIO><CLUB_NAME> A\n B </CLUB_NAME><EVENT><PROGRAM_NAME/><TITLE>T</TITLE></EVENT></USEBIO>",
        {"club": "A B", "event": "T"},
    ),
    ("<USEBIO", {}),
    ("session_id,line,board,ns,ew,score\n1,A,1,1,2,50\n", {}),
    ("no format", {}),
    (f"<USEBIO><CLUB><CLUB_NAME>{'x' * 300}</CLUB_NAME></CLUB></USEBIO>", {"club": "x" * 100}),
)
def test_what_a_file_says_of_itself(content: str, origin: dict[str, str]) -> None:
    assert read_with_origin(content.encode(), "file").origin == origin


def test_it_comes_back_from_a_worker(tmp_path: Path) -> None:
    path = tmp_path / "a.pbn"
    path.write_text(GAME, encoding="utf-8")
    (answer,) = read_all([Job(path, "a.pbn")], Limits(), "pipelines.intake.readers.recognise:read_with_origin")
    assert answer.reading.origin == {"club": "Harbour", "event": "Autumn open"}


def test_the_profile_of_a_program() -> None:
    named = {
        **{"Ruter i Norge": "ruter", "EBUScore Pairs": "ebu", "TeamsScorer": "ebu", "pairsscorer": "ebu"},
        **{"Compscore3": "compscore", "BriAn 2.1": "brian", "Pianola": "pianola", "'t Fonteintje": "fonteintje"},
        **{"Adrian": None, "": None},
    }
    assert {program: profile_of(program) for program in named} == named
