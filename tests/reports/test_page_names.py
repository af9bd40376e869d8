import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.reports.page_names import page_name

AWKWARD = [
    "a",
    "A",
    "../../x",
    "..",
    "",
    ".",
    "con",
    "CON",
    "é",
    "É",
    "a b",
    "a-b",
    "a/b",
    "a\\b",
    "x" * 61,
    "日本",
    " ",
]
ids = st.one_of(st.text(max_size=12), st.sampled_from(AWKWARD))


@pytest.mark.parametrize("plain", ["p001", "2025-09-02", "10", "club_1", "alderhaven"])
def test_a_plain_id_is_its_own_name(plain: str) -> None:
    assert page_name(plain) == plain


@given(ids)
def test_a_name_is_safe_on_every_file_system(identifier: str) -> None:
    name = page_name(identifier)
    assert re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,63}", name)
    assert name not in {"con", "prn", "aux", "nul", "com1", "lpt1"}


@given(ids, ids)
def test_two_ids_never_share_a_name(one: str, other: str) -> None:
    assert (page_name(one) == page_name(other)) == (one == other)


@given(ids)
def test_a_name_is_no_name_of_another_id(identifier: str) -> None:
    name = page_name(identifier)
    assert name == identifier or page_name(name) != name
