"""Findings on the lines of one file: the first of each kind by name, and how many more there are."""

from collections import Counter

from pipelines.intake.readers.reading import Finding, error

_MOST_ALIKE = 50


class Told:
    """Errors in the order in which they were found; of each kind only the first are kept, and the others counted."""

    def __init__(self) -> None:
        self._findings: list[Finding] = []
        self._count: Counter[str] = Counter()
        self._more: dict[str, Finding] = {}
        self._rows: Counter[str] = Counter()

    def error(
        self, code: str, sentence: str, /, *, line_no: int, value: str, field: str | None = None, **gaps: object
    ) -> None:
        """Add an error; `rows` among the gaps says how many rows it stands for, or else it is one.

        Args:
            code: the name of the sentence.
            sentence: what is wrong, and how to mend it.
            line_no: the line in the file.
            value: what stands there.
            field: the table.
            gaps: what stands in the gaps of the sentence.
        """
        self._count[code] += 1
        if self._count[code] <= _MOST_ALIKE:
            self._findings.append(error(code, sentence, line_no=line_no, field=field, value=value[:200], **gaps))
            return
        self._rows[code] += int(str(gaps.get("rows", 1)))
        if code not in self._more:
            self._more[code] = Finding(line_no, "error", field, value[:200], "", code, None)

    def __bool__(self) -> bool:
        return bool(self._findings)

    def findings(self) -> list[Finding]:
        """All findings, with one for each kind that has more."""
        more = [
            error(
                "pbn.more",
                "as on the {named} lines before ({kind}), from here on ({lines} more); rows are left out (how many:"
                " {rows}): mend them likewise",
                line_no=first.line_no,
                field=first.field,
                value=first.value,
                named=_MOST_ALIKE,
                kind=kind,
                lines=self._count[kind] - _MOST_ALIKE,
                rows=self._rows[kind],
            )
            for kind, first in self._more.items()
        ]
        return [*self._findings, *more]
