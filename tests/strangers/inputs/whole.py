"""Files that are not what they say of themselves."""

from official.pbn_evenings import evening
from strangers.inputs import SETTINGS, Stranger

_EVENING = evening().encode()
_ACCEPTED = SETTINGS + '[[session]]\nfiles = ["evening.pbn"]\naccept = "the last rounds were lost in a fire"\n'


def _cut(share: float) -> dict[str, bytes | str]:
    return {"evening.pbn": _EVENING[: int(len(_EVENING) * share)]}


def _one_percent_more() -> bytes:
    """The first percentage of the result list, changed by hand."""
    head, list_of_results, rest = _EVENING.partition(b"[TotalScoreTable")
    columns, first, others = rest.split(b"\n", 2)
    rank, pair, points, percentage, names = first.split(b" ", 4)
    changed = b" ".join([rank, pair, points, b"%.2f" % (float(percentage) + 1), names])
    return head + list_of_results + b"\n".join([columns, changed, others])


STRANGERS: dict[str, Stranger] = {
    "a PBN that is whole": Stranger({"evening.pbn": _EVENING}, sessions=1),
    "a PBN cut at 30 %": Stranger(_cut(0.3), code="official.differs", sessions=1),
    "a PBN cut at 60 %": Stranger(_cut(0.6), code="official.differs", sessions=1),
    "a PBN cut at 95 %": Stranger(_cut(0.95), code="official.differs", sessions=1),
    "a percentage changed by hand": Stranger(
        {"evening.pbn": _one_percent_more()}, code="official.differs", severity="warning", sessions=1
    ),
    "an accept that nothing needs": Stranger(
        {"evening.pbn": _EVENING}, code="official.nothing_to_accept", severity="warning", sessions=1, settings=_ACCEPTED
    ),
}
