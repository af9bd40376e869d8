"""Results of clubs of the ACBL, as a member saves them from the browser: the page, or the JSON that is in it.

The JSON is that of a whole game: an event, its sessions, their sections, and of these boards with their results and
pairs with their players. Only pairs are read: of teams and individuals nothing public says how they are written. Rows
are counted from 1 in the order of the file.
"""

from typing import Any

from pipelines.intake.readers.acbl import deals, people, results, sessions
from pipelines.intake.readers.acbl.page import document_of, is_acbl, may_be_acbl
from pipelines.intake.readers.acbl.parts import parts_of, text_of
from pipelines.intake.readers.people import with_player_ids
from pipelines.intake.readers.reading import Finding, Sheets, error

__all__ = ["is_acbl", "may_be_acbl", "read"]

_LETTERS_TOLD = 80


def read(text: str, session_id: str) -> Sheets:
    """Read one page or JSON; several sessions have the ids `session_id-1`, `-2` and so on."""
    document, findings = document_of(text)
    if document is None:
        return Sheets({}, findings)
    parts, alone = parts_of(document)
    findings += alone
    kind, told = _kind(document)
    findings += told
    if kind is None:
        return Sheets({}, findings)
    if not parts["board_results"]:
        said = "no results of boards in this file: save the page of one game, with its boards"
        return Sheets({}, [*findings, error("acbl.no_results", said, field="board_results")])
    named, past_z = sessions.sessions_of(parts, session_id)
    heads, without_day = sessions.rows_of(parts, named, kind)
    lines, two_scores = results.rows_of(parts["board_results"], named, kind)
    dealt, no_cards = deals.deals_of(parts, named)
    seated, nameless = with_player_ids(people.people_of(parts["players"], named))
    return Sheets(
        {
            "sessions": heads,
            "results": lines,
            "official_results": people.official_results_of(parts["pair_summaries"], named, kind),
            "deals": dealt,
            "entries": seated.unique(["session_id", "line", "entrant", "player_id"], keep="first", maintain_order=True),
            "players": seated.unique("player_id", keep="first", maintain_order=True),
        },
        [*findings, *past_z, *without_day, *two_scores, *no_cards, *nameless],
    )


def _kind(event: dict[str, Any]) -> tuple[str | None, list[Finding]]:
    form, method = ((text_of(event, key) or "").upper() for key in ("type", "board_scoring_method"))
    if "TEAM" in form or "INDIVIDUAL" in form:
        said = "only games of pairs are read from ACBL pages, so this one is left out: export it as PBN or USEBIO"
        return None, [error("acbl.type", said, field="type", value=form[:_LETTERS_TOLD])]
    if "MATCH" in method or method == "MP":
        return "pairs", []
    if "IMP" in method:
        return "cross_imp", []
    said = "this way of scoring is not known, so the game is left out: export it as PBN or USEBIO"
    return None, [error("acbl.scoring", said, field="board_scoring_method", value=method[:_LETTERS_TOLD])]
