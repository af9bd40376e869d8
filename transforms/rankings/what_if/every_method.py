"""Every season by each method of ranking points: what it foretells, and who would stand where, from one computation."""

from typing import NamedTuple

import dataframely as dy

from transforms.rankings.what_if.backtest import backtest
from transforms.rankings.what_if.each_method import by_each_method
from transforms.rankings.what_if.side_by_side import other_methods
from transforms.tables.schemas import (
    Backtest,
    Competitions,
    Entries,
    Frame,
    MatchResults,
    OtherMethods,
    Players,
    SessionResults,
    Sessions,
)


class EveryMethod(NamedTuple):
    """Each season by each method, whatever the competition's own method is."""

    backtest: dy.LazyFrame[Backtest]
    other_methods: dy.LazyFrame[OtherMethods]


def every_method(
    session_results: Frame[SessionResults],
    entries: Frame[Entries],
    sessions: Frame[Sessions],
    competitions: Frame[Competitions],
    *,
    players: Frame[Players],
    match_results: Frame[MatchResults],
) -> EveryMethod:
    """What each method foretells, and who would stand where by it."""
    by_method = list(
        by_each_method(session_results, entries, sessions, competitions, players=players, match_results=match_results)
    )
    return EveryMethod(backtest(by_method, session_results, entries, competitions), other_methods(by_method, players))
