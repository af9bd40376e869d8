"""What lines are worth, however their sessions are scored."""

from factories import competitions, frame
from scoring.boards import results

from transforms.scoring.board_scores import board_scores
from transforms.tables.schemas import BoardScores, Sessions


def test_a_session_of_no_known_kind_scores_nothing() -> None:
    unknown = frame(Sessions, {"kind": "chess"}, {"session_id": "2", "kind": None})
    nothing = board_scores(results(420, -50), unknown, competitions())
    assert nothing.collect_schema() == BoardScores.create_empty().schema
    assert nothing.collect().is_empty()
