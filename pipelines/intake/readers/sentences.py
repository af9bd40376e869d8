"""The sentences of readers' findings, by code, with placeholders for the arguments of a finding.

A code that has several sentences has a variant for each, as `code/variant`. A sentence explains what is wrong, what
happens to the row or file, and how to fix it.
"""

SENTENCES = {
    "acbl.date": (
        "the date is missing, or is not written with the year first: give it under [[session]] in competition.toml"
    ),
    "acbl.left_out/alone": (
        "some entries of {list} belong to nothing in this file, so they are left out ({rows} in all): save the "
        "page again"
    ),
    "acbl.left_out/elsewhere": (
        "some results are in an unexpected place in the file, so they are left out ({rows} in all): save the page again"
    ),
    "acbl.left_out/hand_records": (
        "hand records without a board number or cards are left out ({records} in all): add a PBN file with the deals"
    ),
    "acbl.left_out/no_results": ("this page has no results of boards: save the page of a single game, with its boards"),
    "acbl.left_out/page": "this page does not contain its results, or it is cut off: save it again",
    "acbl.left_out/scoring": "this scoring is not known, so the game is left out: export it as PBN or USEBIO",
    "acbl.left_out/two_scores": (
        "the two sides have different scores, so the row is left out: add a ruling, such as s420_-100"
    ),
    "acbl.left_out/type": (
        "only pairs events are read from ACBL pages, so this one is left out: export it as PBN or USEBIO"
    ),
    "bws.entered_again": (
        "this result was entered again later, and the last entry counts ({entries} in all): check that it is the "
        "right one"
    ),
    "bws.not_read/damaged": "the results in this file are damaged ({reason}): copy it again, or export the session as"
    " PBN",
    "bws.not_read/encrypted": (
        "this file has a password or is damaged, so it is not read: copy it again, or export the session as PBN "
        "and remove this file"
    ),
    "bws.not_read/no_results": (
        "this file has no results, perhaps because it was copied before the session ended: copy it again"
    ),
    "bws.not_read/other": (
        "this Access file has no table ReceivedData, so it is not a Bridgemate file: export the results as PBN"
    ),
    "bws.not_read/too_large": (
        "this file has {size} bytes, more than the {most} allowed, so it is not opened: export the session as PBN"
    ),
    "bws.remark/odd": (
        "this remark is not understood, so the contract counts: check whether the director ruled otherwise"
    ),
    "bws.remark/score_elsewhere": (
        "the director gave a score that is not in this file, so the row is left out: add the score by hand"
    ),
    "bws.table/damaged": (
        "this table is damaged ({reason}). The results are read, but players may be missing: copy the file again, "
        "and check the players"
    ),
    "bws.table/too_many_rows": (
        "this table has {rows} rows, more than the {most} that a session may have, so it is ignored: copy the file "
        "again"
    ),
    "bws.table/without_number": (
        "rows that lack one of {columns} are left out ({rows} in all): copy the file again, or export it as PBN"
    ),
    "cells.and_others": (
        "from this row on, more rows have the same fault in this column ({lines} in all): correct them in the same way"
    ),
    "cells.left_out": "this is not understood, so the row is left out: write {wanted}",
    "cells.left_out/date": "this is not understood, so the session is left out: write {wanted}",
    "cells.left_out/date_nearly": (
        "this is not understood, so the session is left out: write {nearly} if you mean that, or otherwise {wanted}"
    ),
    "cells.left_out/date_no_day": (
        "there is no such date, so the session is left out: write a valid date, such as {last}"
    ),
    "cells.left_out/nearly": (
        "this is not understood, so the row is left out: write {nearly} if you mean that, or otherwise {wanted}"
    ),
    "cells.left_out/no_day": "there is no such date, so the row is left out: write a valid date, such as {last}",
    "cells.missing": "this cell is missing or empty, so the row is left out: write {wanted}",
    "cells.score_counts": "this is not understood, so the score {score} of the row counts: write {wanted}",
    "cells.score_counts/nearly": (
        "this is not understood, so the score {score} of the row counts: write {nearly} if you mean that, or "
        "otherwise {wanted}"
    ),
    "cells.taken_as_empty": "this is not understood, so it counts as empty: write {wanted}",
    "cells.taken_as_empty/date": "this is not understood, so it counts as empty: write {wanted}",
    "cells.taken_as_empty/date_nearly": (
        "this is not understood, so it counts as empty: write {nearly} if you mean that, or otherwise {wanted}"
    ),
    "cells.taken_as_empty/date_no_day": (
        "there is no such date, so it counts as empty: write a valid date, such as {last}"
    ),
    "cells.taken_as_empty/nearly": (
        "this is not understood, so it counts as empty: write {nearly} if you mean that, or otherwise {wanted}"
    ),
    "cells.taken_as_empty/no_day": ("there is no such date, so it counts as empty: write a valid date, such as {last}"),
    "csv.open_quote": (
        "a quotation mark is opened here but not closed on this line, so the row is left out: close it, or remove it"
    ),
    "csv.too_wide": (
        "the first row has {cells} cells, more than the {most} allowed: name the columns in the first row"
    ),
    "decoding.code_page": (
        "some letters are wrong, as in {words} (rows: {lines}): correct them, and save the file as UTF-8 (Excel: "
        "CSV UTF-8)"
    ),
    "decoding.letters/damaged": (
        "some letters of this file are damaged, the first of them on this line: save it again as UTF-8"
    ),
    "decoding.letters/mixed": (
        "this line is not in UTF-8 like the rest of the file, so it is read as Latin-1 ({lines} in all): save the "
        "file as UTF-8"
    ),
    "decoding.letters/references": (
        "references to characters that do not exist are read as � ({references} in all): correct the names"
    ),
    "decoding.letters/zeros": (
        "zero bytes in this file are ignored ({zeros} in all, the first on this line): save the file again"
    ),
    "games.doubtful/met_twice": (
        "these two also meet in the same round on line {line}: remove one of the games if they are the same"
    ),
    "games.doubtful/number_of_two": (
        "number {number} is also given to {name} (line {line}), an opponent of this player, so both are identified "
        "by their names: correct the number"
    ),
    "games.doubtful/one_number": (
        "number {number} is also given to {name} (line {line}), so both count as one player: if they are two "
        "people, give each a different number"
    ),
    "games.left_out/again": (
        "this game has the same tags and moves as the one on line {line}, so it counts once: delete it here"
    ),
    "games.left_out/all": "this file has no game with tags: export it again",
    "games.left_out/black": "the player with Black is missing, so the game is left out: name that player",
    "games.left_out/day": (
        "the date of the game is not known, so the game is left out: write a date such as 2015.06.27"
    ),
    "games.left_out/not_played": (
        "this tag says that the game was not played, so it is not rated: delete the tag if the game was played"
    ),
    "games.left_out/odd_result": (
        "this is not the result of a game worth 1 or 2 points, so the game is left out: write 1-0, 1/2-1/2, 0-1, "
        "2-0, 1-1 or 0-2"
    ),
    "games.left_out/other_game": (
        "this is neither chess nor draughts, so the game is left out: if it is one of them, write 0 for chess or "
        "20 for draughts"
    ),
    "games.left_out/result": "the game has no result, so it is left out: add the result",
    "games.left_out/white": "the player with White is missing, so the game is left out: name that player",
    "games.passed_over/comment": (
        "some lines of this comment look like tags, but they are not read ({lines} in all): close the comment "
        "before them with }}"
    ),
    "games.passed_over/open_comment": (
        "this comment is not closed, so the text after it is read as games: close it with }}"
    ),
    "games.passed_over/tag": 'this is not a valid tag, so it is ignored: write it as [White "Name"]',
    "games.passed_over/tag_twice": (
        "the game has this tag twice, and the first one counts: delete one; or, if these are two games, put the "
        "moves between them"
    ),
    "json.left_out": (
        "this is not an object, so it is left out ({rows} in all): write each entry as an object with keys"
    ),
    "json.left_out/key": "{key} is not a known key of {of}, so it is ignored: see the keys in {document}",
    "json.left_out/list": "this is not a list, so nothing is read from it: write a list of objects",
    "json.left_out/sessions": (
        "this file has no list of sessions, so no results are read: write its sessions as a list"
    ),
    "json.left_out/version": (
        "this version of the format is not 1, but the file is read as version 1: check whether anything is missing"
    ),
    "json.not_sound": "the JSON is cut off or invalid here ({reason}), so the file is not read: export it again",
    "json.not_sound/nested": "the JSON is nested too deeply, so nothing in the file is read: export it again",
    "parquet.not_read/damaged": (
        "this file cannot be read as Parquet, because it is damaged or cut off: export it again, or export it as CSV"
    ),
    "parquet.not_read/too_large": (
        "this file has more than {cells} cells or {most} MB (rows: {rows}, columns: {columns}, MB when unpacked: "
        "{size}), so it is not read: split it"
    ),
    "pbn.cut_off": "the file is cut off in the middle of this tag: export it again, or copy all of it",
    "pbn.cut_off/row": (
        "the file is cut off in this row, so this row and any rows below it are missing: export the file again, or "
        "copy all of it"
    ),
    "pbn.doubtful/columns": (
        "the score table of board {board} lacks {columns}, which other boards have: export all columns"
    ),
    "pbn.doubtful/dates": (
        "this file has the date {date} (times: {dates}), which counts, but also {other} (times: {others}): correct "
        "the wrong dates"
    ),
    "pbn.doubtful/last_board": "only the last board has no results: if the file was cut off, export it again",
    "pbn.doubtful/names": (
        "the names of pair {pair} differ from those in its first row, which count: add a substitute, or correct "
        "the number"
    ),
    "pbn.doubtful/no_result": (
        "this game has names, but no contract or score, so it is not read as a result ({rows} in all): add the "
        "score, unless the board was not played"
    ),
    "pbn.doubtful/penalty": (
        "the director gave or took points, but the file does not say how many: add them to a table adjustments"
    ),
    "pbn.doubtful/share": (
        "this board has no contract and no score, so it counts as not played, although it has {share} %: add the "
        "score or the ruling"
    ),
    "pbn.doubtful/two_scores": (
        "board {board}: the scores {ns} for North-South and {ew} for East-West contradict each other; {score} for "
        "North-South counts ({lines} in all): correct the wrong score, or leave it empty"
    ),
    "pbn.doubtful/unfinished": (
        "this game has a contract, but no tricks or score, so it is not read as a result ({rows} in all): add the "
        "tricks or the score"
    ),
    "pbn.left_out/beside_tables": (
        "this result is given in tags, but other games have score tables, so it is left out ({rows} in all): add "
        "it to the score table of its board"
    ),
    "pbn.left_out/board": (
        "there is no [Board] before this, so it is left out ({rows} in all): write [Board] before it"
    ),
    "pbn.left_out/cells": (
        "number of cells: {cells} instead of {columns}, so the row is left out: put cells with spaces between quotes"
    ),
    "pbn.left_out/columns": ("{table} lacks {columns}, so its rows are left out ({rows} in all): export these columns"),
    "pbn.left_out/contract": "this game has tricks, but no contract or score, so it is left out: add [Contract]",
    "pbn.left_out/direction": (
        "two pairs have the number {pair}, so this one is left out: add a column Direction to tell them apart"
    ),
    "pbn.left_out/nobody": (
        "this result does not name its players, so it is left out: export the tags North, East, South and West"
    ),
    "pbn.left_out/stray": (
        "these lines follow a tag that has no table, so they are left out ({rows} in all): add the tag of their "
        "table, or write ; before a remark"
    ),
    "pbn.left_out/table_like": (
        "[{written}] is not a known table, so its rows are left out ({rows} in all): did you mean {nearest}?"
    ),
    "pbn.left_out/tag": ('this tag is not understood, so its rows are left out ({rows} in all): write [Name "value"]'),
    "pbn.left_out/two_scores": (
        "board {board}: the scores {ns} for North-South and {ew} for East-West contradict each other, and no "
        "contract shows which is right, so the row is left out: correct one of them, or give the ruling {split} in "
        "a table results"
    ),
    "pbn.more": (
        "from here on, more lines have the same fault as the {named} lines before ({kind}): {lines} in all (rows "
        "left out: {rows}). Correct them in the same way"
    ),
    "pbn.no_names": "this file has no usable TotalScoreTable, so no names are known: export the result list too",
    "pbn.no_results": (
        "this file has no usable ScoreTable, so it gives no results: export the results, not only the deals"
    ),
    "pbn.no_results/cumulative": (
        "this file has no usable ScoreTable, and its result list adds up several sessions, so it is left out (rows: "
        "{rows}): export the results of this session, or give its own list in a table totals"
    ),
    "pbn.no_results/with_list": (
        "this file has no usable ScoreTable, so only its result list counts (rows: {rows}): export the results too "
        "if boards were entered"
    ),
    "pbn.passed_over/column": "{column} is not a known column, so its cells are left out: did you mean {nearest}?",
    "pbn.passed_over/comment": (
        "this comment is never closed, so it is taken to end with this line: write a closing brace at its end"
    ),
    "pbn.passed_over/double_dummy": (
        "this double-dummy table does not give the tricks of all 20 contracts, so it is ignored ({tables} in all): "
        "ignore this warning, because Barometer solves the deal itself"
    ),
    "pbn.passed_over/table": (
        "[{written}] is not a known table, so its rows are ignored ({lines} in all): if it contains results, name "
        "it ScoreTable or TotalScoreTable"
    ),
    "pbn.scoring": (
        "this scoring is not known, so boards are scored {how}: write MatchPoints, IMP;Cross or IMP;Butler"
    ),
    "pbn.scoring/competition": (
        "this kind of competition is not known, so it is read as pairs, scored {how}: write Pairs, Teams or Individuals"
    ),
    "pbn.scoring/missing": (
        "nothing in the file shows how the boards are scored, so they are scored at matchpoints: write [Scoring "
        '"MatchPoints"], or IMP;Cross or IMP;Butler'
    ),
    "pbn.scoring/mixed": (
        "some boards ({boards}) have this scoring, but most have {most}, and all are scored {how}: correct the "
        "tags, or put these boards into a separate file"
    ),
    "pbn.scoring/no_individuals": (
        "the rows name pairs, so they are read as pairs, scored {how}: write Pairs, or give the numbers of both "
        "players, such as 3+7"
    ),
    "pbn.scoring/no_teams": (
        "no two teams meet twice on a board, so this is read as pairs, scored {how}: write Pairs, or give the "
        "numbers of the teams at both tables"
    ),
    "pbn.scoring/of_teams": (
        "matches of teams can be scored by IMPs or point-a-board; these are scored by IMPs: write IMP or BAM"
    ),
    "pbn.scoring/only_of_teams": (
        "this scoring is for teams, but pairs play, so boards are scored {how}: write MatchPoints, IMP;Cross or "
        "IMP;Butler, or write Teams as the Competition"
    ),
    "pbn.scoring/other_matchpoints": (
        "{word} gives matchpoints by rules of its own, which are not computed here, so boards are scored at usual "
        "matchpoints: compare the result list with that of your program, and write MatchPoints if they agree"
    ),
    "pbn.scoring/other_points": (
        "boards with this scoring cannot be compared, so the session is left out (results: {rows}): if it is one "
        "of these, write MatchPoints, IMP;Cross or IMP;Butler"
    ),
    "pbn.scoring/which_imps": (
        "IMPs may mean cross-IMPs or Butler; they are read as cross-IMPs: write IMP;Cross or IMP;Butler"
    ),
    "pbn.session_of_event": (
        "this is session {number} of {sessions} of one event: to add the sessions up, write a [[session]] for each "
        'of them in competition.toml, with event = "{event}" and the name of the session, here session = '
        '"{session}"'
    ),
    "pbn.session_of_event/later": (
        "this is session {number} of {sessions} of one event, and the result list gives the totals of several "
        "sessions, so only its SessionPercentage is compared, if it has one: to add the sessions up here, write a "
        '[[session]] for each of them in competition.toml, with event = "{event}" and the name of the session, '
        'here session = "{session}"'
    ),
    "players.nameless": (
        "a player of pair {pair} has no name or number, so this player is left out; a known partner still counts: "
        "add a name or a number"
    ),
    "players.nameless/one_name": (
        "{number} players of pair {pair} have the same name and no number, so they are left out: give each player "
        "a different name or number, here or in a table entries (session_id, line, entrant, player_id)"
    ),
    "players.nameless/places": (
        "this name has no number and occurs in several pairs ({places}), so it is left out; a known partner still "
        "counts: give each player a different name or number, here or in a table entries (session_id, line, "
        "entrant, player_id)"
    ),
    "players.nameless/several": (
        "{number} players of pair {pair} have no usable name or number ({names}), so they are left out: give each "
        "player a name or number, here or in a table entries (session_id, line, entrant, player_id)"
    ),
    "players.nameless/word": (
        "this is not a name, so this player of pair {pair} is left out; a known partner still counts: give a name "
        "or number, here or in a table entries (session_id, line, entrant, player_id)"
    ),
    "players.number_shared": (
        "several names have the number {number} ({names}), so the names are used as ids, even if the table players "
        "has the number: give each person a different number"
    ),
    "remarks.passed_over": (
        "this remark, which Barometer wrote, is damaged, so it is ignored: export the session again"
    ),
    "remarks.passed_over/changed": (
        "this remark, which Barometer wrote, is about a row of {table} that has changed since, so it is ignored: "
        "export the session again, or delete the remark"
    ),
    "tables.ambiguous_date": ("this date is read as {day} ({dates} such dates in all): to make it clear, write {date}"),
    "tables.below_title": (
        "the columns of {table} are named in row {names_line} of {source}, not in the first row, so the table is "
        "not read: delete the rows above that row"
    ),
    "tables.cells/decimal": (
        "number of cells: {cells} instead of {columns}, so the row is left out: {written} counts as two cells, so "
        "write {number}, or put it between quotes"
    ),
    "tables.cells/fewer": (
        "number of cells: {cells} instead of {columns}, so the row is left out: add the missing cells with their "
        "separators"
    ),
    "tables.cells/more": (
        "number of cells: {cells} instead of {columns}, so the row is left out: delete extra separators, and put a "
        "cell that contains one, such as a decimal comma, between quotes"
    ),
    "tables.cells/most": (
        "number of cells: {cells} instead of {columns}, as in most rows, so these rows are left out: name every "
        "column in the first row, and put numbers with a decimal comma between quotes"
    ),
    "tables.cells/public": (
        "number of cells: {cells} instead of {columns}, so the row is left out: add a cell, which may be empty, "
        "for the column public. To hide a few people, a second file with player_id and public is enough"
    ),
    "tables.cells/separator": (
        'the separator is "{found}", but in the first row it is "{separator}", so the row is left out: write '
        '"{separator}"'
    ),
    "tables.column/differs": (
        "{table} has this column twice, with different values (rows: {lines}), and the first one counts: remove "
        "one of them"
    ),
    "tables.column/misspelt": (
        "{table} has no such column, so it is ignored; did you mean {nearest}? Allowed columns: {columns}"
    ),
    "tables.column/no_heading": ("column {column} has no heading, so it is ignored (rows: {lines}): give it a heading"),
    "tables.column/of_season": (
        "in a list with norms, this column gives the games of one season, so it is ignored and the total numbers "
        "of games are not known: add these as a column games_total, or export the list again"
    ),
    "tables.column/twice": "{table} has this column twice, and the first one counts: remove one of them",
    "tables.column/unknown": "{table} has no such column, so it is ignored. Allowed columns: {columns}",
    "tables.cut_off": (
        "the file is cut off in the middle of this row, so this row and any rows below it are missing: export the "
        "file again, or copy all of it; if this was the last row, complete it"
    ),
    "tables.cut_off_session": (
        "the file is cut off in the middle of this row, so this row and any rows below it are missing, and the "
        "session {session} is marked as incomplete: export the file again, or copy all of it; if this was the last "
        "row, complete it"
    ),
    "tables.error_empty": (
        "the spreadsheet could not compute this cell, so it counts as empty: correct the formula, or write the value"
    ),
    "tables.error_empty/hides": (
        "the spreadsheet could not compute this cell, so it counts as false: correct the formula, or write true or "
        "false"
    ),
    "tables.error_lost": (
        "the spreadsheet could not compute this cell, so the row is left out: correct the formula, or write the value"
    ),
    "tables.hiding/nobody": (
        "the table players has no such column, so it hides nobody: if it shows who must not be named, call it "
        "public, with false for these people and true for the others; otherwise remove it"
    ),
    "tables.hiding/unclear": (
        "the table players has no such column. It may mean the opposite of public, so everybody in this table is "
        "hidden: call it public, with false for those who must not be named and true for the others"
    ),
    "tables.lacks": "{source} looks like the table {table}, but lacks {missing}, so it is left out (rows: {lines}):"
    " add {missing} to its columns",
    "tables.lacks/renamed": "{source} looks like the table {table}, but lacks {missing}, so it is left out (rows:"
    " {lines}): rename {renames}",
    "tables.no_cells": (
        "the column {column} of {table} in {source} has the type {dtype}, which cannot be read, so the table is "
        "left out (rows: {lines}): write text, numbers or dates"
    ),
    "tables.no_table": (
        "{source} has no columns that Barometer knows, so it is ignored (rows after the first: {lines}): see {document}"
    ),
    "tables.no_table/no_lines": (
        "the table {table} has no rows below the names of its columns: fill it in, or remove it"
    ),
    "tables.no_table/nothing": (
        "nothing in this file could be used: give it the column names of one of Barometer's tables"
    ),
    "tables.perhaps_not_hidden": (
        "some rows of this table players are not read, so people in them who must not be named (public) may be "
        "shown: correct these rows before you publish the site"
    ),
    "tables.present": (
        '{source} is a list of the people present, for the command "barometer lines", so it is ignored here: '
        "move it out of the folders with results"
    ),
    "tables.public/beside": (
        "the table players has no such column, so it hides nobody: if it shows who must not be named, write false "
        "for these people in the column public"
    ),
    "tables.public/misspelt": (
        "the table players has no such column. It is read as public, so that nobody is named by mistake: write public"
    ),
    "tables.public/word": (
        "the column public can only be true or false, and this word counts as false (rows: {lines}): write true "
        "for those who may be named, and false for the others"
    ),
    "tables.notation": (
        "{letter} may mean {one} or {other} in this column, and no other letter in it shows which, so the column is not"
        " read: write English letters (C, D, H, S and NT for contracts, N, E, S and W for seats)"
    ),
    "tables.hidden": (
        "{source} is hidden, so its table {table} is left out (rows: {lines}): unhide the sheet if it counts, else "
        "delete it"
    ),
    "tables.second": (
        "{source} contains a second table {table}, which is left out (rows: {lines}): put its rows below those of "
        "the first"
    ),
    "tables.tricks/by_score": (
        "this is read as +{tricks}, because that fits the score ({lines} in all): write the number of "
        "tricks won, or +{tricks} as text"
    ),
    "tables.tricks/exchanged": (
        "all contracts show that the columns tricks and score are swapped (rows: {lines}), so each is read as the "
        "other: swap their names"
    ),
    "tables.tricks/unclear": (
        "this may be the number of tricks won, or +{tricks} that a spreadsheet turned into a number, so it does "
        "not count: write the number of tricks won, or +{tricks} as text"
    ),
    "tables.vulnerable": (
        "this is not understood, so the vulnerability is taken from the board number: write None, NS, EW or All"
    ),
    "tables.vulnerable/computed": (
        "the vulnerability of a board with this number is {due}. No scores are given, so they are computed with "
        "the vulnerability written here: correct the number or the vulnerability, or give the scores"
    ),
    "tables.vulnerable/given": (
        "the vulnerability of a board with this number is {due}; the scores count as given: correct the number or "
        "the vulnerability"
    ),
    "unread.other_kind/again": "this is {kind_of_file}, so it is not read: copy or export it again, or remove it",
    "unread.other_kind/club_settings": (
        "this file contains {kind_of_file}, but not in the right place, so they are not used: move it to the "
        "folder above as club.toml, or copy its content into the club.toml there"
    ),
    "unread.other_kind/elsewhere": "this is {kind_of_file}: put the file itself here, and remove this one",
    "unread.other_kind/empty": "the file is empty: export it again, fill it in, or remove it",
    "unread.other_kind/export": "this is {kind_of_file}, so it is not read: move it away; export its results from your"
    " scoring program as PBN, USEBIO XML, XLSX or CSV",
    "unread.other_kind/page": "this is {kind_of_file}, so it is not read: save the page again, as HTML only",
    "unread.other_kind/save_as_xlsx": (
        "this is {kind_of_file}, so it is not read: save it here as CSV, or as XLSX without a password, and remove "
        "this file"
    ),
    "unread.other_kind/settings": (
        "this file contains {kind_of_file}, so they are not used: name it competition.toml and put it into the "
        "folder of its competition, or move it away"
    ),
    "unread.other_kind/unpack": (
        "this is {kind_of_file}, so it is not read: unpack it here, and move the packed file away"
    ),
    "unread.unknown": (
        "this is not PBN, USEBIO XML, a Bridgemate file, an Excel file or a table, so it is not read: export it as "
        "one of these (chess or draughts: PGN or PDN), or move it away. The first row of a table names its "
        "columns, such as player_id,name,member"
    ),
    "unread.words_abroad": (
        "this looks like the table {table}, but its columns have other names, so it is not read: rename them "
        "({renames}). Possible columns: {columns}. Needed: {needed}"
    ),
    "unread.words_of_table": (
        "by its file name, this is the table {table}, but its first row does not name the columns, so it is not "
        "read: name them there. Possible columns: {columns}. Needed: {needed}"
    ),
    "usebio.doubtful/boards": (
        "the file says that {stated} boards were played, but nobody has results of more than {most}: check what is "
        "missing"
    ),
    "usebio.doubtful/only_matches": (
        "this file has no results of boards, only matches ({rows} in all), which count: export the travellers too "
        "if boards were entered"
    ),
    "usebio.left_out/director": (
        "elements with this name may contain decisions of the director, but they are not read ({elements} in all): "
        "give a penalty in a table adjustments, and a weighted score as SCORE (w30:420/70:-50)"
    ),
    "usebio.left_out/element": (
        "{written} is not a known element, so it is left out with everything in it ({rows} in all): did you mean "
        "{nearest}?"
    ),
    "usebio.left_out/elements": (
        "some elements {tag} are outside any session, so they are left out ({rows} in all): check where they are"
    ),
    "usebio.left_out/empty_session": (
        "sessions without results, matches or people are left out ({sessions} in all): export the file again"
    ),
    "usebio.left_out/lost": (
        "{rows} of {whole} elements {tag} could not be read, because the file is damaged: export it again"
    ),
    "usebio.left_out/names": (
        "more elements have unknown names, so they are left out with everything in them (names: {names}, elements: "
        "{rows}): correct their names"
    ),
    "usebio.left_out/result": (
        "{written} has a SCORE, but is not a known element, so everything in it is left out ({rows} in all): write "
        "{nearest}, with NS_PAIR_NUMBER and EW_PAIR_NUMBER in it"
    ),
    "usebio.left_out/twice": "{name} occurs twice in this result, so the result is left out: remove the wrong one",
    "usebio.no_result_lines": "this file has no results of boards: export the travellers too",
    "usebio.no_result_lines/with_list": (
        "this file has no results of boards, so only its result list counts (rows: {rows}): export the travellers too "
        "if boards were entered"
    ),
    "usebio.scoring/event_type": (
        "the type of event and the scoring are not known, so the session is left out: write PAIRS, TEAMS or "
        "INDIVIDUAL, and add BOARD_SCORING_METHOD"
    ),
    "usebio.scoring/event_type_as_scored": (
        "this type of event is not known, so its boards are scored {how}: write PAIRS, TEAMS or INDIVIDUAL"
    ),
    "usebio.scoring/individual": (
        "some results of this individual do not name the players, so they count for pairs ({lines} in all): add "
        "the four elements from N_PLAYER_NUMBER to W_PLAYER_NUMBER"
    ),
    "usebio.scoring/matches": (
        "the scoring of these matches is not known, so their boards are read, but not their scores: correct "
        "MATCH_SCORING_METHOD"
    ),
    "usebio.scoring/method": (
        "this scoring is not known, so the session is left out: write MATCH_POINTS, CROSS_IMPS or BUTLER"
    ),
    "usebio.scoring/method_as_lines": (
        "this scoring is not known, so boards are scored {how}, which fits the points: write MATCH_POINTS, "
        "CROSS_IMPS or BUTLER"
    ),
    "usebio.scoring/method_of_matchpoints": (
        "this scoring gives matchpoints by rules of its own, which are not computed here, so boards are scored at "
        "usual matchpoints: compare the result list with that of your program, and write MATCH_POINTS if they agree"
    ),
    "usebio.scoring/no_method": "the file does not say how boards are scored, so they are read as matchpoints: add"
    " BOARD_SCORING_METHOD",
    "usebio.scoring/two_winners": (
        "the file gives one winner, but two pairs have each of the numbers {numbers}, so it is read as two "
        "winners: write WINNER_TYPE 2"
    ),
    "usebio.scoring/which_imps": (
        "IMPs may mean cross-IMPs or Butler; they are read as cross-IMPs: write CROSS_IMPS or BUTLER"
    ),
    "usebio.taken_as_empty/cell": (
        "{written} is not a known element, so its text is ignored ({rows} in all): did you mean {nearest}?"
    ),
    "usebio.taken_as_empty/long": (
        "{name} has {characters} characters, too many for a name or number, so it counts as empty: correct it"
    ),
    "workbook.hidden_rows": (
        "sheet {sheet} has hidden rows, which count as the others do ({rows} in all, this one is the first): unhide "
        "them, and delete those that do not count"
    ),
    "workbook.merged": (
        "cells of sheet {sheet} are merged ({cells}), so only the first of them has a value: unmerge them, and "
        "fill in each cell"
    ),
    "workbook.not_read": (
        "this file cannot be read as an XLSX workbook, because it is damaged or cut off: save it again as XLSX or CSV"
    ),
    "workbook.not_read/entities": (
        "this workbook defines its own XML entities, so it is not read: save it again as XLSX or CSV"
    ),
    "workbook.not_read/packed": "this workbook is packed in an unusual way, so it is not read: save it again as XLSX"
    " or CSV",
    "workbook.not_read/password": "this workbook is protected by a password, so it is not read: save it without one",
    "workbook.outside": (
        "sheet {sheet} has cells to the right of the last heading (rows: {lines}; here in column {column}): give "
        "the column a heading, or delete the cells"
    ),
    "workbook.sheet/damaged": (
        "sheet {sheet} is damaged or cut off after this row, so only the rows up to here are read: save the "
        "workbook again"
    ),
    "workbook.sheet/missing": (
        "the cells of sheet {sheet} are not in this workbook, so the sheet is left out: save the workbook again"
    ),
    "workbook.sheet/not_listed": (
        "some sheets are missing from the workbook's list of sheets, so they are not read ({sheets} in all: "
        "{parts}): save the workbook again"
    ),
    "workbook.too_large": "the workbook would unpack to more than {most} MB: save the tables as CSV",
    "workbook.too_large/letters": (
        "the cells contain more than the {most} letters allowed, so the workbook is not read: save the tables as CSV"
    ),
    "workbook.too_large/parts": (
        "this packed file has {parts} parts, more than the {most} allowed, so it is not read: save the tables as CSV"
    ),
    "workbook.too_large/sheet": (
        "sheet {sheet} is too large (columns: {columns}, rows: {lines}): name the columns in the first row, and "
        "delete everything outside the table"
    ),
    "workbook.too_large/sheets": (
        "this workbook has {sheets} sheets, more than the {most} allowed, so it is not read: remove some sheets"
    ),
    "xml.left_out": "the file defines its own XML entities, so it is not read: export it again",
    "xml.left_out/attributes": (
        "this element has too many attributes ({attributes}), so they are ignored: export the file again"
    ),
    "xml.not_sound": (
        "the XML is invalid from column {column} of this line on, so only the part before it is read: export the "
        "file again"
    ),
    "xml.not_sound/breaks_off": (
        "the file is cut off here, so only the part before it is read: export the file again, or copy all of it"
    ),
}
CONTRADICTING = (
    *("acbl.left_out/two_scores", "pbn.doubtful/two_scores", "pbn.left_out/two_scores", "usebio.left_out/twice"),
    *("pbn.doubtful/dates", "pbn.doubtful/names", "pbn.scoring/mixed", "tables.column/differs"),
)
"""The sentences that say that the results of a file contradict each other; they cast doubt on the session."""
