"""The description of each column of the views `questions.<name>`, with its unit."""

import re
from collections.abc import Iterable

from pipelines.warehouse.questions import QUESTIONS
from transforms.tables.column_words import COLUMN_WORDS

_POINTS = "Points of declarer's side: matchpoints, IMPs, or points of a board, as `scoring` says."
_SCORE = "The score of the contract, seen from North-South."
_PERCENTAGE_OR_IMPS = "percentage (0 to 100) at matchpoints and point_a_board, IMPs a board at butler and cross_imps"
_NAMES = "The names of its players, joined by ` & `; the id of a player without a name."
_BEYOND = "Tricks a board that {} won beyond double dummy, or fell short of it if negative; null: no board."
_CHANCE = (
    "How far that may be chance, in tricks a board: twice the standard error of the mean, 2 * sd / sqrt(boards); null"
    " for fewer than two boards."
)

_WORDS_IN = {
    "who_sat_where": {"players": _NAMES, "how_many": "How many players it had."},
    "standings_now": {
        "ranking": "The rolling ranking after that session, in ranking points.",
        "since": "The day of the last session that the player played in the season.",
        "sessions_counted": "How many sessions the ranking counts.",
        "place": "Place by ranking in the season, 1 the highest; equal rankings share one.",
    },
    "latest_results": {
        "field": "The entrants who are compared: a line, lines scored together, or one direction of these.",
        "players": _NAMES,
        "score": f"The result: {_PERCENTAGE_OR_IMPS}, victory points a match at imps; null: no board.",
    },
    "attendance": {
        "players": "How many people sat down.",
        "substitutes": "How many of them stood in for somebody.",
    },
    "progress": {
        "sessions": "How many sessions the player played in the season.",
        "first": "The ranking after the first of them, in ranking points.",
        "last": "The ranking after the last of them, in ranking points.",
        "gain": "`last` less `first`, in ranking points.",
    },
    "pairs_together": {
        "one": "Id of the player whose id comes first.",
        "other": "Id of the other player; of a team, every two have a row.",
        "sessions": "How many sessions both played for the same entrant.",
        "mean_score": f"The mean of their results: {_PERCENTAGE_OR_IMPS}, victory points a match at imps.",
    },
    "contracts": {
        "contract": "Level, strain and doubling, as `4SX`; without boards passed out.",
        "played": "On how many result lines it was played, of which the tricks are known.",
        "made": "How many of them were made.",
        "mean_tricks": "The mean of the tricks that declarer won, 0 to 13.",
    },
    "declarers": {
        "score": _SCORE,
        "entrant": "Number of the pair or team of declarer.",
        "player_id": "Id of the player who declared.",
        "name": "The name of that player.",
        "defenders": "Number of the pair or team that defended.",
        "defending_players": "The names of its players, of a team all of them, joined by ` & `.",
        "points": _POINTS,
        "top": "The most points that a side could earn on this line; null at IMPs.",
    },
    "tricks_of_players": {
        "declared": "Boards declared, of which double dummy is known.",
        "declarer_gained": _BEYOND.format("the player as declarer"),
        "declarer_chance": _CHANCE,
        "defended": "Boards defended, of which double dummy is known.",
        "defence_gained": _BEYOND.format("the defence"),
        "defence_chance": _CHANCE,
        "few": "Whether these are so few boards that chance outweighs skill.",
    },
    "levels_bid": {
        "kind": "part score, game, small slam or grand slam: the level of the contract played.",
        "bid": "On how many result lines such a contract was played, of which double dummy is known.",
        "can_be_made": "How many of them can be made, double dummy.",
        "made": "How many of them were made.",
        "more_was_there": "On how many of them declarer's side had a contract of a higher level that brings more.",
    },
    "opening_leads": {
        "lead": "The card led, as `SQ`.",
        "against": "no trump, or suit: what it was led against.",
        "led": "How many times.",
        "gained": "The mean of the tricks that the defence won beyond double dummy, or fell short of it if negative.",
    },
    "swingiest_boards": {
        "results": "How many scores there are.",
        "deviation": "Their standard deviation, in points of the score: that of all results, divided by their number.",
        "lowest": "The lowest of them, seen from North-South.",
        "highest": "The highest of them, seen from North-South.",
    },
    "champions": {
        "championship": "individual, or pairs.",
        "rank": "Place among those eligible, 1 the best; equal averages share one.",
        "who": "Id of the player, or of the pair or trio.",
        "names": "The name of the player, or those of the pair or trio joined by ` & `; an id without a name as it is.",
        "average": "The mean of the results that count, in ranking points.",
    },
    "what_to_mend": {
        "code": "The name of what is said, the same for every finding of its kind.",
        "times": "How many findings of this kind there are.",
        "first_file": "The file of one of them, the first by name.",
        "message": "One of them in English, the first by its letters: what is wrong, and how to mend it.",
    },
}
"""View -> column -> its description; other columns mean what they mean in every table."""


_COLUMN = re.compile(r'column "questions"\."(\w+)"\."(\w+)"')


def comments_of_questions(known: Iterable[str]) -> dict[str, str]:
    """`column "questions"."champions"."who"` -> what is said of it: the views, and their columns among those known.

    Raises:
        KeyError: a column has no description.
    """
    said = {f'view "questions"."{name}"': question.asked for name, question in QUESTIONS.items()}
    for what in known:
        if found := _COLUMN.fullmatch(what):
            view, column = found.groups()
            own = _WORDS_IN.get(view, {})
            said[what] = own[column] if column in own else COLUMN_WORDS[column]
    return said
