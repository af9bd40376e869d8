"""One-line descriptions of columns: by name where that means the same in every table, else by table and name.

Where a schema describes a column itself, in the docstring below it, that docstring replaces the description here.
"""

from transforms.tables.shared import METHODS

COLUMN_WORDS = {
    "club": "Id of the club: the name of its folder.",
    "competition": "Id of the competition within its club: the name of its folder.",
    "season": "Name of the season, as in competition.toml; a season of ratings is named after both its years.",
    "session_id": "Id of the session within its competition.",
    "date": "The day on which it was played.",
    "line": "Letter of the line: the group of entrants that plays the same boards among themselves.",
    "played_in": "Letter of the line in which they played, or were to play, in the last session that tells its pairs.",
    "entrant": "Number of the pair, team or single player on its line.",
    "player_id": "Id of the player within the competition.",
    "partner_id": "Id of the other player of the pair.",
    "third_id": "Id of the third of the trio; null for a pair.",
    "partnership_id": "Id of the pair or trio that competes together.",
    "file_id": "The file that says so: its path within the folder of the competition.",
    "line_no": "Line of that file, or row of its table, from 1; null where it is the file as a whole.",
    "round": "Round of the session, from 1 (in some files from 0); null where the file does not say.",
    "board": "Number of the board.",
    "table": "The table at which it was played, as the file names it.",
    "table_no": "The table at which it was played, as the file names it.",
    "ns": "The entrant that sat North-South.",
    "ew": "The entrant that sat East-West.",
    "contract": "Level, strain and doubling, as `4SX`; or PASS.",
    "declarer": "The seat that declared: N, E, S or W.",
    "tricks": "Tricks that declarer won, 0 to 13.",
    "lead": "The card led, as `SQ`; null where it is not known.",
    "ruling": (
        "What a director decided: reversed, not_played, average, a60_40 (shares in percent, or + and -),"
        " w30:420/70:-50 (weighted), s420_-100 (split); null for a board simply played."
    ),
    "subfield": "The form of a fouled board that was played there; null where there is one form.",
    "ns_points": "Points of North-South: matchpoints, IMPs, or points of a board.",
    "ew_points": "Points of East-West: matchpoints, IMPs, or points of a board.",
    "scoring": "How the boards are scored: matchpoints, butler, cross_imps, imps or point_a_board.",
    "maximum": "The most points that could be won.",
    "rank": "Place, 1 the best; equal results share one.",
    "team": "Number of the team.",
    "opponent": "The entrant that was met.",
    "event": "The event of several sessions, or the tournament, to which it belongs.",
    "scheme": "The scheme of federation points.",
    "list_date": "The day of the rating list.",
    "system": "The rating system.",
    "game_id": "Id of the game within the competition.",
    "opponent_id": "Id of the player met.",
    "rating_before": "The rating on the list before.",
    "norm": "Points that the ratings made likely.",
    "performance": "The rating that the results by themselves would make.",
    "k": "By how much a point above the norm changes the rating.",
    "change": "The rating less the rating before.",
    "dealer": "The seat that dealt: N, E, S or W.",
    "vulnerable": "Who was vulnerable: none, ns, ew or both.",
    "deal_id": "Known by the cards: the same deal has the same id everywhere. A digit says who has the next two cards.",
    "name": "The name, as files give it.",
    "ranking": "Rolling ranking, in ranking points.",
    "substitute_ranking": "Ranking that stands in for sessions not yet played.",
    "played": "How many were played.",
    "counted": "How many of those played count.",
    "dropped": "How many were left out as the worst.",
    "eligible": "Whether enough was played to be champion, by whoever may be.",
    "sessions_needed": "Sessions still to play to be eligible.",
    "counts": "Whether it counts in the standing.",
    "severity": "error: something was left out; warning: something deserves a look.",
    "message": "What is wrong, and how to mend it.",
    "sha256": "Of the bytes of the file.",
}
"""Column -> its description. Names with different meanings in different tables are not here."""

_FIELD = (
    "The entrants who are compared: a line (`A`), lines scored together (`A+C`), or one direction of these (`A NS`)."
)
_SCORE = "The score of the contract, seen from North-South."
_SIDE = "The entrant that sat {}; `-` (in raw.results null) where a line with a result names one side only."
_METHOD = "The method by which results become ranking points."
_COUNTED = (
    "Games that count: by norms those of the season against rated opponents, by performance (a newcomer, or fewer than "
    "25 games before the season) those of all seasons so far"
)
_WON_IN_THEM = "Points won in the games that count, which by performance are those of all seasons so far."
_AVERAGE = "The mean of the results that count."
_EVENTS = "How many events were ranked."
_BOARDS = "How many boards were played in the match."

_OF_CORRECTIONS = {
    "list": "The list on which it stands; null where its kind has none.",
    "of": "Of awards: whether of a session, or of an event of several; else null.",
    "after": "The last session that is in it; null where its kind has none.",
    "published_build": "The number of the build whose numbers were published; null for one without a number.",
}

_OF_CHANGED_LINES = {
    "published": "What the line said when it was published; null: there was none.",
    "now": "What it says; null: there is none.",
}

_DECLARERS = {"n": "North", "e": "East", "s": "South", "w": "West"}
_STRAINS = {"nt": "no trump", "s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}

WORDS_IN: dict[str, dict[str, str]] = {
    "raw.competitions": {
        "club_name": "Name of the club.",
        "competition_name": "Name of the competition.",
        "language": "The language of the club's pages; null for the usual one.",
        "start": "First day of the season.",
        "end": "Last day of the season.",
        "profile": "The scoring profile: a named set of the rules that follow.",
        "not_played": "How a board with fewer results than expected is scored.",
        "average": "What a line with an average counts as for the others.",
        "assigned": "What a percentage that the director gave counts as for the others.",
        "expected": "How many results are expected on a board.",
        "line_decimals": "Decimals to which the points of a result line are rounded; null: they are not.",
        "rounded": "Whether the points of lines are rounded, or the totals.",
        "average_plus": "Percent for an average plus.",
        "average_minus": "Percent for an average minus.",
        "shown": "What a result file prints beside a line; it changes no result.",
        "split": "What a line with a split score counts as for the others.",
        "few_results": "How a board with few results is scored.",
        "sit_out": "What a sit-out brings.",
        "datum_drop": "At Butler: how many scores are left out of the datum at each end.",
        "datum_trim": "At Butler: the share of scores left out of the datum at each end.",
        "datum_round_to": "At Butler: the datum is rounded to a multiple of this.",
        "cross_imps": "What cross-IMPs of a board are divided by.",
        "cross_imp_totals": "Whether totals of cross-IMPs are as played, or for a full set of boards.",
        "average_plus_imps": "IMPs for an average plus.",
        "average_minus_imps": "IMPs for an average minus.",
        "victory_points": "The scale from IMPs to victory points.",
        "method": _METHOD,
        "lines": "How many lines the competition has.",
        "top": "The highest ranking points of the best line.",
        "average_a": (
            "The ranking points of an average score in line A, where the rules name them; `top` then follows from it."
        ),
        "width": "Ranking points between the highest and the lowest of a line.",
        "step": "Ranking points between the highest of a line and of the next.",
        "top_score_pairs": "The percentage that earns the highest ranking points of a line.",
        "top_score_butler": "The IMPs a board that earn the highest ranking points of a line.",
        "top_score_teams": "The victory points a match that earn the highest ranking points of a line.",
        "window": "How many of the last sessions a ranking counts.",
        "round_stretch": "Whether width and step are rounded where they are stretched.",
        "hand_on": "Whether players start the season from their final rankings of the last season they played.",
        "individual_min": (
            "Sessions that must count in the individual championship; null where a share of the evenings must."
        ),
        "individual_min_share": (
            "The percentage of the evenings of the season so far that must count there; null where a number is given."
        ),
        "individual_drop": "How many of the worst beyond them may be dropped.",
        "individual_show": "Whether pages and downloads have the individual championship.",
        "pairs_together": (
            "Results together that must count in the pairs championship; null where a share of the evenings must."
        ),
        "pairs_together_share": (
            "The percentage of the evenings of the season so far that must count there; null where a number is given."
        ),
        "pairs_substitutes": "How many results with a substitute may fill them up.",
        "pairs_drop": "How many of the worst may be dropped.",
        "pairs_show": "Whether pages and downloads have the championship of pairs and trios.",
    },
    "raw.looks": {
        "colour": "The colour of links on light pages, as `#rrggbb`; null for the usual one.",
        "colour_in_the_dark": "The colour of links on dark pages, as `#rrggbb`; null for the usual one.",
        "mark_format": "What kind of picture the mark of the club is; null where it has none.",
        "mark": "The bytes of that picture, in base64.",
    },
    "raw.files": {
        "path": "The path within the landing folder.",
        "format": "The format that was recognised.",
        "ingested_at": "When it was read.",
        "rows": "How many rows it gave.",
        "findings": "How many findings it gave.",
        "settings": (
            "The text of a competition.toml as it counts: while it cannot be used, as it was before; null for others."
        ),
    },
    "raw.sessions": {
        "kind": "How it was played: pairs, butler, cross_imp or teams.",
        "title": "Its name, if it has one.",
        "team_scoring": "How a board between two teams is scored; null counts as imps.",
        "carry": "The fraction of this session's result that counts in its event; null counts as 1.",
    },
    "raw.entries": {
        "seat": (
            "The seat in which this player began: N, E, S or W; null where it is not told. A pair that changes"
            " direction changes between N and E, and between S and W."
        )
    },
    "raw.results": {
        "official_ns_points": "The points of North-South that the file prints; null where it prints none.",
        "official_ew_points": "The points of East-West that the file prints; null where it prints none.",
    },
    "raw.official_results": {"points": "The total that the file prints."},
    "raw.stated": {"value": "How many, as the file says."},
    "raw.adjustments": {"amount": "What is gained, or lost if negative.", "reason": "Why, in the director's words."},
    "raw.matches": {
        "boards": _BOARDS,
        "imps": "IMPs won in the match, or lost if negative.",
        "vp": "Victory points of the match, as the file gives them.",
    },
    "raw.people": {"alias": "The name or id under which the person is also found."},
    "raw.players": {
        "member": "Whether a member; null where that is not told.",
        "nationality": "Country, in letters.",
        "federation_id": (
            "The federation's id of this person, the same in all clubs; null: other clubs of this person are not known."
        ),
        "birth_year": "Year of birth, for rating systems that rate juniors otherwise; null: not told.",
        "namesake_of": "Who asks in this competition not to be named, and has the same name in any file; null: nobody.",
    },
    "raw.games": {"points": "Points of the player, of 2.", "opponent_points": "Points of the player met, of 2."},
    "raw.ratings": {"rating": "The rating on that list.", "games": "Games played up to that list; null: not known."},
    "raw.rating_seasons": {
        "start": "First day of the rating season.",
        "established_games": "With so many games before the season a player is rated by norms, else by performance.",
        "games_if_unknown": "The games of a player whose rating is given without their number.",
        "k_points": "The points in a game on the scale for which K is stated.",
        "first_rating_games": (
            "Games against rated opponents that a first rating takes; only such games count in a performance. Null: any"
            " number of games, and newcomers who met are solved together."
        ),
        "k_steps": "K by games, rating and age: the first step that applies to a player gives it.",
        "turbo_k": "K after a season in which the performance was far from the old rating; null: there is none.",
        "turbo_deviation": "For that, performance and old rating must be further apart than this.",
        "turbo_min_games": "For that, a season needs so many rated games.",
        "turbo_performance": "Whether the performance counts before or after it is rounded.",
        "rounded": "What is rounded to a whole number: the rating, or its change.",
        "difference_cap": "A larger difference in rating counts as this one; null: there is no cap.",
        "difference_at_100": "What a score of 100 % adds to the opponents' rating, and 0 % takes off.",
        "max_gain_over_performance": "How far above the performance a gain may lift a rating; null: as far as it does.",
        "k_games_cap": "The most that K times games may be; null: there is no cap.",
        "overshoot_beyond": "Players whose K times games is more than this are flagged.",
        "nationalities": "Of these, players are on the ranking list even if they are no members; null: all are.",
        "list_games": "Games in total that the ranking list asks for.",
        "list_recent_games": "Games in this season and the one before that the ranking list asks for.",
    },
    "raw.awards": {"points": "The points awarded."},
    "raw.award_choices": {
        "whole_points": "Whether points are rounded to whole ones.",
        "ties": "mean: entrants who tie share the awards of their places; rank: each has that of the best of them.",
    },
    "scored.board_scores": {"score": _SCORE, "ns": _SIDE.format("North-South"), "ew": _SIDE.format("East-West")},
    "scored.session_results": {"club_points": "Points of the club's own, by the place in the result list."},
    "scored.session_rounds": {
        "points": "Points that the entrant won in the round against this opponent.",
        "direction": "The direction in which the entrant sat.",
    },
    "scored.match_results": {"boards": _BOARDS},
    "scored.event_results": {
        "points": "The points of its sessions, added up.",
        "boards": "How many boards brought points.",
        "sessions": "How many of its sessions the entrant played.",
    },
    "scored.control_sheet": {
        **{"field": _FIELD, "score": _SCORE},
        **{"ns": _SIDE.format("North-South"), "ew": _SIDE.format("East-West")},
    },
    "scored.boards": {
        "field": _FIELD,
        "top": "The most points that a side could earn on the board; null at IMPs.",
        "datum": "At Butler: the score with which the scores are compared.",
    },
    "scored.frequencies": {"field": _FIELD, "score": _SCORE},
    "scored.official_differences": {
        "value": "Which value differs.",
        "official": "As the file gives it.",
        "computed": "As it follows from the result lines.",
        "reason": "The rule that explains it, or what it may be.",
    },
    "scored.doubts": {"differing": "How many of these values differ."},
    "deals.double_dummy": {
        f"{seat}_{strain}": f"Tricks of {declarer} as declarer in {name}."
        for seat, declarer in _DECLARERS.items()
        for strain, name in _STRAINS.items()
    },
    "deals.lines": {"score": _SCORE},
    "movements.session_balance": {"rounds": "How many rounds were played."},
    "rankings.player_rankings": {
        "ranking_before": "The ranking before the session.",
        "sessions_counted": "How many sessions the ranking counts.",
    },
    "rankings.partnerships": {"declared": "Whether the club declared the pair; else it sat down together."},
    "rankings.next_lines": {"place": "The place among those present, by their rankings."},
    "rankings.regular_lines": {"place": "The place among those present, by their rankings."},
    **{f"rankings.{table}": {"method": _METHOD} for table in ("backtest", "other_methods", "other_lines")},
    "report.methods": {
        **{f"{method}_place": f"The place by the method {method}." for method in METHODS},
        **{f"{method}_ranking": f"The ranking by the method {method}." for method in METHODS},
    },
    "report.other_lines": {f"{method}_line": f"The line by the method {method}." for method in METHODS},
    "championships.individual_sessions": {"points": "Ranking points earned in the session."},
    "championships.individual": {"average": _AVERAGE},
    "championships.pair_sessions": {"points": "Ranking points earned in the session."},
    "championships.pairs": {"average": _AVERAGE},
    "ratings.elo": {
        "method": "norm: rated by norms; performance: by the performance over all games; null without games.",
        "games": f"{_COUNTED}; null: none.",
        "points": _WON_IN_THEM,
        "rating": "The rating on the list; null: the player has none yet.",
    },
    "ratings.lists": {
        "list": "ranking: the list of active members; alphabetical: the list of all.",
        "games": f"{_COUNTED}; null: none.",
        "points": _WON_IN_THEM,
        "norm": "The points expected in them; null for anyone who is rated by performance, or has no games.",
        "rating": "The rating on the list.",
    },
    "ratings.games": {
        "rating": "The player's rating at the start of the season; null: none.",
        "opponent_rating": "That of the player met.",
        "points": "Points won in the game, of 2.",
    },
    "ratings.calibration": {"games": "How many games there were.", "expected": "The expected percentage."},
    "ratings.foretelling": {"games": "How many games there were."},
    "ratings.published": {"rating": "The rating as published.", "games_total": "Games played up to that list."},
    "ratings.corrections": {"difference": "The rating as computed now less the published one."},
    "awards.points": {"points": "The points won.", "of": "Whether the event is a session, or several together."},
    "awards.totals": {"events": _EVENTS, "points": "All points won, added up."},
    "awards.federation": {
        "events": _EVENTS,
        "points": "All points won in all clubs, added up.",
        "federation_id": "The federation's id of the person; null where no club gives one.",
        "clubs": "In how many clubs the person played.",
        "awarded": "Events that brought points.",
    },
    "published.results": {"club_points": "Points of the club's own, as published."},
    "published.rankings": {"list": "Which list it is."},
    "published.changed_results": _OF_CHANGED_LINES,
    "published.past_changed_results": {
        **_OF_CHANGED_LINES,
        "until_at": "When it was published so.",
        "until_build": "The number of the build that was published then.",
    },
    "published.championships": {"list": "Which list it is."},
    "published.ratings": {"rating": "The rating as published.", "games_total": "Games played up to that list."},
    "published.corrections": _OF_CORRECTIONS,
    "published.past_corrections": {
        **_OF_CORRECTIONS,
        "until_at": "When a build first showed that it had ended.",
        "until_build": "The number of that build.",
    },
    "operations.file_history": {"rows": "How many rows the file gave.", "format": "The format that was recognised."},
    "operations.builds": {
        "started_at": "When it began, by the clock of the machine.",
        "finished_at": "When it ended, by the clock of the machine.",
        "landing": "The landing folder that was built.",
        "reports": "The folder of the site.",
        "errors": "Findings of severity error, of all clubs.",
        "warnings": "Findings of severity warning, of all clubs.",
    },
    "operations.groups": {"group_name": "The group in which Dagster builds the club."},
    "operations.steps": {"table_name": "The table, or `raw`, `reports.site` or `failed`."},
}
