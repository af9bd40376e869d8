import hashlib
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pipelines.reports.page_names import lasting, names_ever, page_name

AWKWARD = [
    *("a", "A", "../../x", "..", "", ".", "con", "CON", "é", "É", "a b", "a-b", "a/b", "a\\b", "x" * 61, "日本", " "),
    *("a.", "a ", "a\n", "ｃｏｎ", "com¹", "lpt9", "ratings", "\u00df", "\u017f", "\u212a", "e\u0301", "\udce9"),
    *("index", "a-0123456789", f"a-{'a' * 32}"),
]
COLLIDING = ("Ann 210553", "Ann 780751")
ids = st.one_of(st.text(st.characters(exclude_categories=[]), max_size=12), st.sampled_from(AWKWARD))


@pytest.mark.parametrize("plain", ["p001", "2025-09-02", "10", "club_1", "alderhaven"])
def test_a_plain_id_is_its_own_name(plain: str) -> None:
    assert page_name(plain) == plain


def test_letters_with_accents_and_strokes_are_written_without() -> None:
    for name, begins in [
        *((name, "oscar-penalba") for name in ("Óscar Peñalba", "O\u0301scar Pen\u0303alba", "ÓSCAR PEÑALBA")),
        *(("Łucja Wałęsa", "lucja-walesa"), ("Søren Æbelø", "soren-aebelo"), ("Ǿre Ǽgir", "ore-aegir")),
        *(("Þóra Friðriksdóttir", "thora-fridriksdottir"), ("Çınarlı İzmir", "cinarli-izmir")),
        *(("Großmann Œuvre", "grossmann-oeuvre"), ("Đorđe Petrović", "dorde-petrovic"), ("Иван Ó", "o")),
        *(("№ 5 ℌans", "no-5-hans"), ("日本", "id")),
    ]:
        assert re.sub(r"-[a-z2-7]{32}$", "", page_name(name)) == begins


@given(ids)
def test_a_name_is_safe_on_every_file_system(identifier: str) -> None:
    name = page_name(identifier)
    assert re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,59}", name)
    assert name not in {"con", "prn", "aux", "nul", "com1", "lpt1"}


@given(ids)
def test_a_name_is_no_name_of_another_id(identifier: str) -> None:
    name = page_name(identifier)
    assert name == identifier or page_name(name) != name


@given(ids, ids)
@example("Ann", page_name("Ann").removeprefix("ann-"))
def test_two_ids_never_share_a_name_and_what_an_id_was_ever_called_is_no_name_of_another(one: str, other: str) -> None:
    assert (page_name(one) == page_name(other)) == (one == other)
    assert (lasting(page_name(other)) in names_ever(one)) == (one == other)
    assert (lasting(page_name(one)) == lasting(page_name(other))) == (one == other)


def test_what_lasts_of_an_address_is_all_but_the_letters_before_a_hash() -> None:
    old, now = "scar-pe-alba", "oscar-penalba"
    said = "caf-{0}/a-b/{1}-{0}.html"
    assert lasting(said.format("a2" * 16, old)) == lasting(said.format("a2" * 16, now))
    assert lasting("cup/2025-09-04/a-cards.html") == "cup/2025-09-04/a-cards.html"


def test_the_two_ids_that_shared_an_address_no_longer_do() -> None:
    """Found by trying ids: the first ten digits of their SHA-256 are the same."""
    one, other = COLLIDING
    assert hashlib.sha256(one.encode()).hexdigest()[:10] == hashlib.sha256(other.encode()).hexdigest()[:10]
    assert page_name(one) != page_name(other)


def test_a_hash_is_too_long_to_find_two_ids_of_one_and_no_id_takes_an_address_that_somebody_once_had() -> None:
    (digest,) = re.findall(r"-([a-z2-7]+)$", page_name("Ann"))
    assert len(digest) * 5 == 160
    assert page_name("ann-0123456789") != "ann-0123456789"
