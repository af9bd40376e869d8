"""A law of many like things as one test, which reports each that breaks it."""

from collections.abc import Callable, Iterable
from typing import TypeVar

import pytest

T = TypeVar("T")


def each(
    cases: Iterable[T], name: Callable[[T], str] = str
) -> Callable[[Callable[[T], None]], Callable[[pytest.Subtests], None]]:
    """Make one test of a law: `@each(FILES, name=...)` in place of an item for each of hundreds.

    Args:
        cases: what the law is of; there must be some.
        name: what a case is called where it breaks the law.
    """

    def test_of(law: Callable[[T], None]) -> Callable[[pytest.Subtests], None]:
        def test(subtests: pytest.Subtests) -> None:
            all_cases = list(cases)
            assert all_cases
            for case in all_cases:
                with subtests.test(name(case)):
                    law(case)

        test.__name__, test.__doc__, test.__module__ = law.__name__, law.__doc__, law.__module__
        return test

    return test_of
