"""What strangers hand in: each input is handed in by a club of its own, next to a healthy club."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

SETTINGS = '[[season]]\nname = "2025-26"\nstart = 2025-09-01\nend = 2026-08-31\n'


@dataclass(frozen=True)
class Stranger:
    """An input, and what must be said about it.

    Args:
        files: name in the folder of the competition -> content.
        write: whatever a mapping cannot say, such as links and pipes: called with the folder of the competition.
        code: of the finding that must be there; None where there must be no error.
        severity: of that finding.
        sessions: how many sessions must be in nevertheless; None: not asked.
        settings: the competition.toml; None for none, or where `files` has one.
    """

    files: Mapping[str, bytes | str] = field(default_factory=dict)
    write: Callable[[Path], object] | None = None
    code: str | None = None
    severity: str = "error"
    sessions: int | None = None
    settings: str | None = SETTINGS

    def hand_in(self, folder: Path) -> None:
        folder.mkdir(parents=True)
        if self.settings is not None and "competition.toml" not in self.files:
            (folder / "competition.toml").write_text(self.settings, encoding="utf-8")
        for name, content in self.files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)
        if self.write is not None:
            self.write(folder)
