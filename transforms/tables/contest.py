"""The contest of rating systems: how well each predicts the results of evenings (docs/contest.md)."""

from typing import Literal, get_args

import dataframely as dy

from transforms.tables.shared import InCompetition, one_of, warehouse_table

Who = Literal["all", "known", "newcomers"]
Measure = Literal["rmse", "r2", "ordered", "log_loss"]
WHO: tuple[Who, ...] = get_args(Who)
MEASURES: tuple[Measure, ...] = get_args(Measure)


@warehouse_table("strength.contest")
class Contest(InCompetition):
    """One row per system, group of entrants and measure: how well the system predicted the evenings of the season.

    Only evenings after the run-in count: the first 15 evenings of a competition, over all its seasons, are left out.
    """

    system = dy.String(primary_key=True, min_length=1)
    who = one_of(*WHO, primary_key=True)
    """Whose results are predicted. known: every player had played at least five sessions before; newcomers: the others;
    all: both. A comparison is one of `known` if both entrants are known."""
    measure = one_of(*MEASURES, primary_key=True)
    """rmse: the root of the mean squared error of the expected score, in percent; r2: the share of the squared distance
    from 50 % that the system explains; ordered: of every 100 comparisons of two entrants of a field with different
    scores, how many it puts in the right order, equal forecasts counting half; log_loss: the mean of minus the natural
    logarithm of the probability that it gave the order that came."""
    evenings = dy.Int32(min=1, description="How many evenings have such results or comparisons.")
    number = dy.Int64(min=1, description="How many results, or comparisons for `ordered` and `log_loss`.")
    value = dy.Float64(nullable=True, description="The measure; null if it cannot be computed.")
    low = dy.Float64(nullable=True)
    """The lower end of the interval in which the measure lies in 95 of 100 draws of the evenings; null with fewer than
    five evenings."""
    high = dy.Float64(nullable=True, description="The upper end of that interval.")
    more = dy.Float64(nullable=True, description="`value` minus that of the system `model`; null for that system.")
    more_low = dy.Float64(nullable=True, description="The lower end of the interval of `more`, in the same draws.")
    more_high = dy.Float64(nullable=True, description="The upper end of that interval.")
