"""How evenly a movement compares all pairs, and how to make it more even. The function for notebooks is `balance`."""

from transforms.balance.quality import Quality, quality
from transforms.balance.schedule import parse_schedule

__all__ = ["Quality", "balance"]


def balance(schedule: str) -> Quality:
    r"""Return the balance of a movement, given its schedule as text. `docs/balance.md` describes the format.

    Raises:
        ScheduleError: the schedule cannot be read; the message gives the number of the faulty line.

    >>> from transforms import balance
    >>> rounds = ["1-4 A  2-3 A", "2-4 B  3-1 B", "3-4 C  1-2 C"]
    >>> found = balance.balance("\n".join(["4 2 3 3 0", *rounds]))
    >>> found.qc, found.qf, found.qo
    (100.0, 100.0, 100.0)
    """
    return quality(parse_schedule(schedule))
