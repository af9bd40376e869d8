"""The evening that `barometer live` follows in a competition's folder. A build leaves it out until it has ended.

The state of the evening is one small file in the folder of the competition, which is replaced as a whole. It is a
document of results (docs/results.md) with more keys: `source`, the name of what is followed; `followed`, its path in
the folder, if it lies there; and what a source keeps for itself.
"""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from pipelines.intake.landing.walking import Found
from pipelines.intake.readers.reading import error
from pipelines.intake.readers.results_json import FORMAT, VERSION
from pipelines.machine.files import put_whole

STATE = ".live.json"
_MARK, _START = b'content="Barometer live"', 4096
State = dict[str, Any]


def state_of(competition: Path) -> State | None:
    """Return the state of the evening that is followed in this folder; None if there is none."""
    try:
        state = json.loads((competition / STATE).read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValueError):
        state = None
    return state if isinstance(state, dict) else {}


def keep(competition: Path, state: State) -> None:
    """Write the state of the evening that is followed in this folder."""
    document: State = {"format": FORMAT, "version": VERSION, "sessions": []} | state
    put_whole(competition / STATE, json.dumps(document, ensure_ascii=False, indent=0))


def is_handed_over(state: State | None) -> bool:
    """Return whether the evening has ended, and only its page has still to be built."""
    return bool(state and state.get("handed_over"))


def take_away_page(competition: Path) -> None:
    """Delete the provisional page of an evening. It may name somebody hidden; whoever follows the evening writes it."""
    page = Path(str((state_of(competition) or {}).get("page") or competition))
    with suppress(OSError):
        if page.is_file():
            with page.open("rb") as file:  # the path comes from a file that anybody may have handed in
                is_ours = is_provisional(file.read(_START))
            if is_ours:
                page.unlink()


def is_provisional(page: bytes) -> bool:
    """Return whether a page was written by `barometer live`."""
    return _MARK in page


def without_followed(competition: Path, files: dict[str, Found]) -> dict[str, Found]:
    """Return the files of a competition, with an error on those of the evening that is still followed."""
    state = state_of(competition)
    if state is None or not (own := state.get("followed")):
        return files
    return {
        file_id: found.with_finding(error("landing.live")) if f"{file_id}/".startswith(f"{own}/") else found
        for file_id, found in files.items()
    }
