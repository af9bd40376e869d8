"""federation.toml: what it may say, and what becomes of a slip in it."""

import datetime as dt
from pathlib import Path

import pytest

from pipelines.settings.federation import contents_hash, federation_of, read_federation_settings
from pipelines.settings.problems import SettingsError

WHOLE = """\
name = "Lowlands"
time_zone = "Europe/Brussels"

[[season]]
name = "2025-26"
start = 2025-09-01
end = 2026-08-31
schemes = ["ffb"]

[[person]]
ids = ["harbour/1001", "lake/a/b"]

[[person]]
distinct = ["harbour/2", "lake/2"]

[rating]
system = "fide"
"""


def written(folder: Path, text: str) -> Path:
    (folder / "federation.toml").write_text(text, encoding="utf-8")
    return folder


def test_every_key_is_read(tmp_path: Path) -> None:
    assert contents_hash(tmp_path) == ""
    assert federation_of(tmp_path).seasons.is_empty()
    found = federation_of(written(tmp_path, WHOLE))
    assert (found.name, found.time_zone) == ("Lowlands", "Europe/Brussels")
    season = (1, "2025-26", dt.date(2025, 9, 1), dt.date(2026, 8, 31), ["ffb"])
    assert found.seasons.rows() == [season]
    assert found.people.rows() == [
        *[(1, "harbour", "1001", False, 10), (1, "lake", "a/b", False, 10)],
        *[(2, "harbour", "2", True, 13), (2, "lake", "2", True, 13)],
    ]
    assert found.rating is not None
    assert found.rating["system"] == "fide"
    assert found.findings.is_empty()
    assert contents_hash(tmp_path) != ""


def test_a_slip_leaves_out_its_entry_alone_and_is_a_finding(tmp_path: Path) -> None:
    slips = {
        'time_zone = "Europe/Brussels"': ('time_zone = "Brussels"', "time_zone", 2),
        "end = 2026-08-31": ("end = 2025-08-31", "season.1", 4),
        '"lake/a/b"': '"lake"',
        'distinct = ["harbour/2", "lake/2"]': "",
        'system = "fide"': 'system = "fida"',
    }
    for right, wrong in slips.items():
        text = WHOLE.replace(right, wrong if isinstance(wrong, str) else wrong[0])
        found = federation_of(written(tmp_path, text))
        (finding,) = found.findings.rows(named=True)
        assert (finding["file_id"], finding["severity"]) == ("federation.toml", "error")
        assert isinstance(wrong, str) or (finding["field"], finding["line_no"]) == wrong[1:]
        assert found.name == "Lowlands"
        assert len(found.seasons) == (not right.startswith("end"))
        assert found.people["place"].n_unique() == 2 - right.startswith(('"lake', "distinct"))
    unknown = federation_of(written(tmp_path, f"nome = 1\n{WHOLE}"))
    assert unknown.findings["code"].to_list() == ["settings.unknown_key"]
    assert len(unknown.seasons) == 1
    ends = federation_of(written(tmp_path, f"{WHOLE}[season_end]\npublish = true\n"))
    assert ends.findings["code"].to_list() == ["settings.unknown_key"], "nothing would read it"


def test_seasons_that_overlap_do_not_count(tmp_path: Path) -> None:
    again = '[[season]]\nname = "2025-26"\nstart = 2026-08-31\nend = 2027-08-30\n'
    found = federation_of(written(tmp_path, WHOLE + again))
    assert found.seasons.is_empty()
    assert found.findings["code"].to_list() == ["settings.value", "settings.value"]


def test_a_file_that_is_no_toml_stops_nothing(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"federation\.toml:1"):
        read_federation_settings(written(tmp_path, "name = Lowlands") / "federation.toml")
    found = federation_of(tmp_path)
    assert found.name is None
    assert found.findings["line_no"].to_list() == [1]
