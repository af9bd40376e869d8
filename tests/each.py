"""A law of many like things, and examples in a table under a test, which reports every one that breaks it."""

import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import partial, wraps
from inspect import signature
from typing import Any, ClassVar, Generic, TypeVar

import pytest

T = TypeVar("T")
Runs = Sequence[Callable[[], None]]
"""The examples of a test, each ready to run."""


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


def cases(
    *rows: Any, within: Callable[[Runs], AbstractContextManager[None]] = lambda _: nullcontext()
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make one test of examples: `@cases((1, 2), (3, 4))`, each the values of the last parameters of the function.

    All examples share what fixtures give, so an example must not change it. A row of one value need be no tuple.

    Args:
        rows: the examples.
        within: a context in which all examples run. It is given the examples before they run.
    """

    def test_of(asked: Callable[..., None]) -> Callable[..., None]:
        examples = [_values(row) for row in rows]
        whole = signature(asked)
        names = _last_names(asked, examples[0])

        @wraps(asked)
        def test(*test_class: object, subtests: pytest.Subtests, **fixtures: object) -> None:
            named = (dict(zip(names, example, strict=True)) for example in examples)
            runs = [partial(asked, *test_class, **fixtures, **values) for values in named]
            with within(runs):
                for example, run in zip(examples, runs, strict=True):
                    with subtests.test(repr(example)):
                        run()

        of_pytest = signature(test, follow_wrapped=False).parameters["subtests"]
        fixtures = [of_all for name, of_all in whole.parameters.items() if name not in names]
        setattr(test, "__signature__", whole.replace(parameters=[*fixtures, of_pytest]))  # noqa: B010 - pytest reads it
        return test

    return test_of


class Together(Generic[T]):
    """A function that examples of `cases_at_once` call. What all of them ask for is made in one call of `make`.

    This saves time where `make` takes about as long for many examples as for one, such as one build of many clubs.

    Args:
        make: returns one result for each of many calls, given the arguments of each call.
    """

    _asked: ClassVar[dict[tuple[Any, bytes], tuple[Any, ...]] | None] = None
    _made: ClassVar[dict[tuple[Any, bytes], Any]] = {}

    def __init__(self, make: Callable[[Sequence[tuple[Any, ...]]], Sequence[T]]) -> None:
        self._make = make

    def __call__(self, *arguments: Any) -> T:
        """Return the result for these arguments, which is made now if it was not made before."""
        key = (self, pickle.dumps(arguments))
        if Together._asked is not None:
            Together._asked[key] = arguments
            raise _AskedOnceError
        made: T = self._made[key] if key in self._made else self._make([arguments])[0]
        return made

    @staticmethod
    @contextmanager
    def at_once(runs: Runs) -> Iterator[None]:
        """Run each example up to its first call, and make the results of all these calls; then run the examples."""
        asked: dict[tuple[Together[Any], bytes], tuple[Any, ...]] = {}
        Together._asked = asked
        try:
            for run in runs:
                with suppress(_AskedOnceError):
                    run()
        finally:
            Together._asked = None
        try:
            for one in {one for one, _ in asked}:
                of_one = {key: arguments for key, arguments in asked.items() if key[0] is one}
                Together._made |= dict(zip(of_one, one._make([*of_one.values()]), strict=True))
            yield
        finally:
            Together._made = {}


cases_at_once = partial(cases, within=Together.at_once)
"""`cases` of which each calls one `Together`; the results of their first calls are made at once."""


class _AskedOnceError(Exception):
    """An example has made its first call."""


def items(*rows: Any, **options: Any) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make a test of each example, with fixtures of its own: `cases` where an example changes what fixtures give.

    Args:
        rows: as of `cases`; one of `pytest.param` may have marks.
        options: those of `pytest.mark.parametrize`.
    """

    def tests_of(asked: Callable[..., None]) -> Callable[..., None]:
        names = _last_names(asked, _values(rows[0]))
        made: Callable[..., None] = pytest.mark.parametrize(",".join(names), rows, **options)(asked)
        return made

    return tests_of


def _values(row: Any) -> tuple[Any, ...]:
    values = getattr(row, "values", row)
    return values if isinstance(values, tuple) else (row,)


def _last_names(asked: Callable[..., None], values: tuple[Any, ...]) -> list[str]:
    return [*signature(asked).parameters][-len(values) :]
