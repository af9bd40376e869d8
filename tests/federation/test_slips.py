"""Slips in federation.toml: what is left out, what stays, and what the findings say."""

from pathlib import Path

from pipelines.settings.federation import federation_of
from transforms.tables.federation import Federation

SEASON = '[[season]]\nname = "{}"\nstart = {}-09-01\nend = {}-08-31\n'
FIRST, LATER = SEASON.format("one", 2025, 2026), SEASON.format("two", 2026, 2027)


def read(folder: Path, text: str) -> Federation:
    (folder / "federation.toml").write_text(text, encoding="utf-8")
    return federation_of(folder)


def messages(found: Federation) -> list[str]:
    return found.findings["message"].to_list()


def test_a_season_stays_without_its_faulty_key(tmp_path: Path) -> None:
    for slip in ('schemes = ["fbf"]', 'shemes = ["ffb"]', 'schemes = "ffb"'):
        found = read(tmp_path, FIRST + slip + "\n" + LATER)
        assert found.seasons.select("place", "name").rows() == [(1, "one"), (2, "two")], slip
        assert found.seasons["schemes"].to_list() == [[], []]
        assert found.findings["line_no"].to_list() == [5]
    without_a_start = FIRST.replace("start", "strat") + LATER
    assert read(tmp_path, without_a_start).seasons["name"].to_list() == ["two"]
    backwards = FIRST.replace("2026", "2024") + "note = 1\n"
    assert read(tmp_path, backwards).findings.height == 2


def test_a_proposed_scheme_is_one_that_may_be_written(tmp_path: Path) -> None:
    (message,) = messages(read(tmp_path, FIRST + 'schemes = ["fbf"]\n'))
    near = message.partition("did you mean ")[2].partition("?")[0]
    assert not near or near in message.partition("Write one of ")[2]


def test_an_answer_stays_without_a_key_that_does_not_exist(tmp_path: Path) -> None:
    found = read(tmp_path, '[[person]]\nids = ["a/1", "b/2"]\nnote = "x"\n[[person]]\nidz = ["a/3", "b/4"]\n')
    assert found.people.select("club", "player_id", "line_no").rows() == [("a", "1", 1), ("b", "2", 1)]
    assert found.findings["code"].to_list() == ["settings.unknown_key", "settings.unknown_key"]


def test_one_id_is_too_few(tmp_path: Path) -> None:
    (message,) = messages(read(tmp_path, '[[person]]\nids = ["a/1"]\n'))
    assert "at least two" in message


def test_answers_that_contradict_each_other_do_not_count(tmp_path: Path) -> None:
    one = '[[person]]\nids = ["a/1", "b/2"]\n'
    found = read(tmp_path, one + '[[person]]\ndistinct = ["b/2", "a/1"]\n[[person]]\nids = ["a/3", "c/3"]\n')
    assert found.people["player_id"].to_list() == ["3", "3"]
    assert found.findings.select("field", "line_no").rows() == [("person.2", 3)]
    (message,) = messages(found)
    assert message.startswith("b/2 and a/1 are different people here, but one person by line 1")
    by_others = one + '[[person]]\nids = ["c/3", "b/2"]\n[[person]]\ndistinct = ["c/3", "x/9", "a/1"]\n'
    found = read(tmp_path, by_others)
    assert found.people.is_empty()
    assert "by line 1, 3" in messages(found)[0]
    alike = one + '[[person]]\ndistinct = ["a/1", "x/9"]\n'
    assert read(tmp_path, alike).findings.is_empty()


def test_seasons_that_overlap_are_both_named_and_none_counts(tmp_path: Path) -> None:
    found = read(tmp_path, FIRST + LATER.replace("2026-09", "2026-08"))
    assert found.seasons.is_empty()
    (message,) = messages(found)
    assert message.startswith("seasons one (line 1) and two (line 5) overlap, so no season of this file counts")
    (message,) = messages(read(tmp_path, FIRST + LATER.replace("two", "one")))
    assert message.startswith("the season on line 1 has this name too, so no season of this file counts")
