"""The corrections of result lists that pages of evenings mention."""

import polars as pl
from published.seasons import (
    FIRST,
    HOUR,
    after_build,
    after_publication,
    corrected_build,
    first_build,
    first_published,
    second_evening,
)

from transforms.published.noted import noted
from transforms.tables.schemas import ENTRANT


def test_a_correction_is_noted_with_its_day_and_board_and_how_many_have_another_score_or_rank() -> None:
    (note,) = noted(after_build(first_published(), corrected_build(), 2)).to_dicts()
    club, session = second_evening()
    assert (note["club"], note["session_id"], note["boards"]) == (club, session, [1])
    assert (note["build"], note["date"]) == (2, (FIRST + 2 * HOUR).date())
    was, now = (
        build["scored.session_results"].select(*ENTRANT, "rank", score=pl.col("score").round(2))
        for build in (first_build(), corrected_build())
    )
    for column, many in (("score", note["scores"]), ("rank", note["ranks"])):
        differ = now.join(was, on=[*ENTRANT, column], how="anti", nulls_equal=True)
        assert 0 < many == differ.height


def test_a_note_stays_when_the_correction_is_published_and_goes_when_it_is_undone() -> None:
    corrected = after_build(first_published(), corrected_build(), 2)
    published = after_publication(first_published(), corrected_build(), 2)
    assert noted(published).equals(noted(corrected))
    assert noted(after_build(published, corrected_build(), 3, corrected_build())).equals(noted(corrected))
    assert noted(after_build(corrected, first_build(), 3, corrected_build())).is_empty()
