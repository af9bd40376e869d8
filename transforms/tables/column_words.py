"""One-line descriptions of columns: by name if the column means the same in every table, else by table and name.

A description in the schema, or the docstring below a column, takes precedence.
"""

from transforms.tables.shared import METHODS

COLUMN_WORDS = {
    "club": "Id of the club: the name of its folder.",
    "competition": "Id of the competition within its club: the name of its folder.",
    "season": "Name of the season, as in competition.toml; a season of ratings is named after both its years.",
    "session_id": "Id of the session within its competition.",
    "date": "The day on which it was played.",
    "line": "Letter of the line, a group of entrants who play the same boards against each other.",
    "played_in": "Letter of the line in which they played, or were to play, in the last session that names its pairs.",
    "entrant": "Number of the pair, team or single player on its line.",
    "player_id": "Id of the player within the competition.",
    "partner_id": "Id of the other player of the pair.",
    "third_id": "Id of the third of the trio; null for a pair.",
    "partnership_id": "Id of the pair or trio that competes together.",
    "file_id": "The file that says so: its path within the folder of the competition.",
    "line_no": (
        "Number of the line in that file, or of the row in its table, from 1; null if it is about the file as a whole."
    ),
    "round": "Round of the session, from 1 (in some files from 0); null if the file does not give it.",
    "board": "Number of the board.",
    "table_no": "The table at which it was played, as named in the file.",
    "ns": "The entrant that sat North-South.",
    "ew": "The entrant that sat East-West.",
    "contract": "Level, strain and doubling, as `4SX`; or PASS.",
    "declarer": "The seat that declared: N, E, S or W.",
    "tricks": "Tricks that declarer won, 0 to 13.",
    "lead": "The card led, as `SQ`; null where it is not known.",
    "ruling": (
        "The director's decision: reversed, not_played, average, a60_40 (shares in percent, or + and -), "
        "w30:420/70:-50 (weighted), s420_-100 (split); null if there is none."
    ),
    "subfield": "The form of a fouled board that was played there; null where there is one form.",
    "ns_points": "Points of North-South: matchpoints, IMPs, or points at point-a-board.",
    "ew_points": "Points of East-West: matchpoints, IMPs, or points at point-a-board.",
    "scoring": "How it is scored: matchpoints, butler, cross_imps, imps, point_a_board, or vp (pairs by matches).",
    "maximum": "The most points that could be won.",
    "rank": "Place, 1 the best; equal results share one.",
    "team": "Number of the team.",
    "opponent": "The opponent: the entrant that this one met.",
    "event": "The event or tournament of several sessions to which it belongs.",
    "scheme": "The scheme of federation points.",
    "list_date": "The day of the rating list.",
    "system": "The rating system.",
    "game_id": "Id of the game within the competition.",
    "opponent_id": "Id of the opponent.",
    "rating_before": "The rating on the list before.",
    "norm": "Points that the ratings made likely.",
    "performance": "The rating that the results by themselves would make.",
    "k": "By how much a point above the norm changes the rating.",
    "change": "The rating less the rating before.",
    "dealer": "The seat that dealt: N, E, S or W.",
    "vulnerable": "Who was vulnerable: none, ns, ew or both.",
    "deal_id": "Known by the cards: the same deal has the same id everywhere. A digit says who has the next two cards.",
    "name": "The name, as the files give it.",
    "ranking": "Rolling ranking, in ranking points.",
    "substitute_ranking": "The ranking points that count for sessions not yet played.",
    "played": "How many sessions were played.",
    "counted": "How many of the sessions played count.",
    "dropped": "How many of the worst results were left out.",
    "eligible": "Whether the player or pair may become champion and has played enough for it.",
    "sessions_needed": "Number of sessions still to be played to become eligible.",
    "counts": "Whether it counts in the standing.",
    "severity": "error: something was left out; warning: something deserves a look.",
    "message": "What is wrong, and how to fix it.",
    "sha256": "Of the bytes of the file.",
    "method": "The method by which results become ranking points.",
    "field": (
        "The entrants who are compared: a line (`A`), lines scored together (`A+C`), or one direction of these"
        " (`A NS`)."
    ),
    "score": "The score of the contract, seen from North-South.",
    "average": "The mean of the results that count.",
    "events": "How many events were ranked.",
}
"""The descriptions of columns that mean the same in every table, by name."""

_SIDE: str = "The entrant that sat {}; `-` if a line with a result names only one side (null in raw.results)."
_OF_GAMES = {
    "games": (
        "Games that count: by norms those of the season against rated opponents, by performance (a newcomer, or fewer"
        " than 25 games before the season) those of all seasons so far; null: none."
    ),
    "points": "Points won in the games that count, which by performance are those of all seasons so far.",
}

WORDS_IN: dict[str, dict[str, str]] = {
    **{
        table: {"ns": _SIDE.format("North-South"), "ew": _SIDE.format("East-West")}
        for table in ("scored.board_scores", "scored.control_sheet")
    },
    "report.methods": {
        **{f"{method}_place": f"The place by the method `{method}`." for method in METHODS},
        **{f"{method}_ranking": f"The ranking by the method `{method}`." for method in METHODS},
    },
    "report.other_lines": {f"{method}_line": f"The line by the method `{method}`." for method in METHODS},
    "ratings.elo": _OF_GAMES,
    "ratings.lists": _OF_GAMES,
}
