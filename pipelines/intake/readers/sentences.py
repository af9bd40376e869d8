"""What the findings of readers say: one table of sentences by code, with gaps for the arguments of a finding.

A code that has several sentences has a variant for each, as `code/variant`. A sentence says what is wrong, what happens
to the row or file, and how to fix it.
"""

SENTENCES = {
    "acbl.date": "no date written year first: give the date in [[session]] of competition.toml",
    "acbl.left_out/alone": "what belongs to nothing in this file is left out (of {list}: {rows}): save it again",
    "acbl.left_out/elsewhere": "results stand elsewhere in the file, so they are left out ({rows}): save it again",
    "acbl.left_out/hand_records": "hand records without board or cards are left out (how many: {records}): add a PBN",
    "acbl.left_out/no_results": "no results of boards in this file: save the page of one game, with its boards",
    "acbl.left_out/page": "the results of this page are not in it, or it breaks off: save it again",
    "acbl.left_out/scoring": "this way of scoring is not known, so the game is left out: export it as PBN or USEBIO",
    "acbl.left_out/two_scores": "the scores of the sides differ, so the row is left out: add a ruling (s420_-100)",
    "acbl.left_out/type": "only pairs are read from ACBL pages, so this is left out: export it as PBN or USEBIO",
    "bws.boards_without_result": "boards of the movement without a result, this one first: {boards}; enter them where"
    " they were played",
    "bws.entered_again": "entered again later (entries like it: {entries}); the last entry counts: see that it is the"
    " right one",
    "bws.not_read/damaged": "the results in this file are damaged ({reason}): copy it again, or export the session as"
    " PBN",
    "bws.not_read/encrypted": "this file has a password or is damaged, so it is not read: copy it again, or export the"
    " session as PBN and remove this one",
    "bws.not_read/no_results": "no results in this file: was it copied before the session ended? copy it again",
    "bws.not_read/other": "an Access file, but not one of Bridgemate: it has no such table; export the results as PBN",
    "bws.not_read/too_large": "{size} bytes, more than the {most} allowed, so it is not opened: export the session as"
    " PBN",
    "bws.remark/odd": "a remark that is not understood; the contract counts: see if the director ruled otherwise",
    "bws.remark/score_elsewhere": "the director gave a score that this file does not hold, so the row is left out: add"
    " it by hand",
    "bws.table/damaged": "this table is damaged ({reason}); the results are in, but check the players: copy the file"
    " again",
    "bws.table/too_many_rows": "{rows} rows, more than the {most} that a session may have, so they are passed over:"
    " copy it again",
    "bws.table/without_number": "rows without one of {columns} are left out: {rows}; copy the file again, or export it"
    " as PBN",
    "cells.and_others": "more rows of this file have the same fault here ({lines}): fix these first, then all of them",
    "cells.left_out": "not understood; the row is left out: write {wanted}",
    "cells.left_out/date": "not understood, so the session is left out: write {wanted}",
    "cells.left_out/date_nearly": "not understood, so the session is left out: if it means {nearly}, write that; else"
    " write {wanted}",
    "cells.left_out/date_no_day": "there is no such day, so the session is left out: write another, as {last}",
    "cells.left_out/nearly": "not understood; the row is left out: if it means {nearly}, write that; else write"
    " {wanted}",
    "cells.left_out/no_day": "there is no such day; the row is left out: write another, as {last}",
    "cells.missing": "missing; the row is left out: write {wanted}",
    "cells.score_counts": "not understood; the score {score} of the row counts: write {wanted}",
    "cells.score_counts/nearly": "not understood; the score {score} of the row counts: if it means {nearly}, write"
    " that; else write {wanted}",
    "cells.taken_as_empty": "not understood; taken as empty: write {wanted}",
    "cells.taken_as_empty/date": "not understood; taken as empty: write {wanted}",
    "cells.taken_as_empty/date_nearly": "not understood; taken as empty: if it means {nearly}, write that; else write"
    " {wanted}",
    "cells.taken_as_empty/date_no_day": "there is no such day; taken as empty: write another, as {last}",
    "cells.taken_as_empty/nearly": "not understood; taken as empty: if it means {nearly}, write that; else write"
    " {wanted}",
    "cells.taken_as_empty/no_day": "there is no such day; taken as empty: write another, as {last}",
    "csv.open_quote": "a quote is opened here and not closed on this line, so the row is left out: close it, or take"
    " it out",
    "csv.too_wide": "the first row has {cells} cells, more than the {most} allowed: begin with the names of the"
    " columns",
    "decoding.code_page": "letters of names are misread, as in {words} (rows like this: {lines}): correct them, and"
    " save the file as UTF-8 (Excel: CSV UTF-8)",
    "decoding.letters/damaged": "letters of this file are damaged, from this line on: save it again as UTF-8",
    "decoding.letters/mixed": "not UTF-8, as the rest is, so read as Latin-1 (lines read so: {lines}): save it as"
    " UTF-8",
    "decoding.letters/references": "references to no character are read as � ({references}): fix the names",
    "decoding.letters/zeros": "zero bytes ({zeros} of them, first on this line) are passed over: save the file again",
    "games.doubtful/met_twice": "these two meet in the same round on line {line} too: take one out if it is the same"
    " game",
    "games.doubtful/number_of_two": "number {number} is also that of {name} (line {line}), whom this player meets;"
    " both go by their names: fix it",
    "games.doubtful/one_number": "number {number} is also that of {name} (line {line}); both are read as one player:"
    " give each a number if not",
    "games.left_out/all": "no game with tags in this file: export it again",
    "games.left_out/black": "the game is left out: name the player of Black",
    "games.left_out/day": "the game is left out, since its day is not known: write it as 2015.06.27",
    "games.left_out/not_played": "a game that was not played is not rated: delete this tag if it was played",
    "games.left_out/odd_result": "not the result of a game worth 1 or 2 points, so it is left out: write 1-0, 1/2-1/2,"
    " 0-1, 2-0, 1-1 or 0-2",
    "games.left_out/other_game": "neither chess nor draughts, so the game is left out: write 0 for chess or 20 for"
    " draughts, if it is one",
    "games.left_out/result": "the game has no result, so it is left out: add it",
    "games.left_out/white": "the game is left out: name the player of White",
    "games.passed_over/comment": "lines of this comment look like tags, and are not read ({lines}): end it before them"
    " with }}",
    "games.passed_over/open_comment": "this comment has no end; what follows is read as games: end it with }}",
    "games.passed_over/tag": 'not a tag, so it is passed over: write it as [White "Name"]',
    "games.passed_over/tag_twice": "the game has this tag twice, and the first counts: delete one, or put the moves"
    " between the games",
    "json.left_out": "this is no object, so it is left out (how many: {rows}): write each as an object with keys",
    "json.left_out/key": "{key} is not a known key of {of}, so it is ignored: see the keys in {document}",
    "json.left_out/list": "this is no list, so nothing is read from it: write a list of objects",
    "json.left_out/sessions": "this file has no sessions, so no results are read: write its sessions as a list",
    "json.left_out/version": "this version of the format is not 1; it is read as that: see what is missing",
    "json.not_sound": "the JSON breaks off or is not sound here ({reason}), so it is not read: export the file again",
    "json.not_sound/nested": "the JSON is nested deeper than any results are; nothing of it is read: export the file"
    " again",
    "parquet.not_read/damaged": "not readable as a Parquet file, since it is damaged or cut off: export it again, or"
    " as CSV",
    "parquet.not_read/too_large": "more than {cells} cells or {most} MB (rows: {rows}, columns: {columns}, MB when"
    " unpacked: {size}), so it is not read: split it",
    "pbn.cut_off": "the file stops in the middle of this tag: export it again, or copy all of it",
    "pbn.cut_off/row": "the file stops in this row, which is left out with all below it: export it again, or copy all"
    " of it",
    "pbn.doubtful/columns": "the score table of board {board} lacks {columns}, which others have: export all columns",
    "pbn.doubtful/dates": "this file also has the date {other} (times: {others}); {date} counts (times: {dates}):"
    " correct the wrong ones",
    "pbn.doubtful/last_board": "only the last board has no results: if the file was cut off, export it again",
    "pbn.doubtful/names": "pair {pair} has other names than in its first row, which count: add a substitute, or fix"
    " the number",
    "pbn.doubtful/no_result": "a game with names, but without contract or score, is no result, though others are"
    " (games: {rows}): add the score, unless it was not played",
    "pbn.doubtful/penalty": "points given or taken by the director, but not how many: add them to the adjustments",
    "pbn.doubtful/share": "no contract and no score, so it is not played, but it has {share} %: add the score or"
    " ruling",
    "pbn.doubtful/two_scores": "board {board}: {ns} for North-South and {ew} for East-West are no opposites; {score}"
    " from North-South counts (rows like it: {lines}): fix the other, or leave it empty",
    "pbn.doubtful/unfinished": "a game with a contract, but without tricks or score, is not a result (games like it:"
    " {rows}): add what was scored",
    "pbn.left_out/beside_tables": "a result in tags is left out, since other games have score tables (number: {rows}):"
    " add it to the table of its board",
    "pbn.left_out/board": "no [Board] stands before this, so it is left out (how many: {rows}): write it before",
    "pbn.left_out/cells": "cells: {cells}, columns: {columns}; the row is left out: quote cells with spaces",
    "pbn.left_out/columns": "{table} lacks {columns}, so its rows are left out ({rows}): export these columns",
    "pbn.left_out/contract": "a game with tricks, but without contract or score, is left out: add [Contract]",
    "pbn.left_out/direction": "two pairs have the number {pair}, so this one is left out: add a column Direction",
    "pbn.left_out/nobody": "a result without its players is left out: export North, East, South and West",
    "pbn.left_out/stray": "lines below a tag that has none are left out ({rows}): add the tag of their table, or ;"
    " before a remark",
    "pbn.left_out/table_like": "[{written}] is no known table, so its rows are left out ({rows}): is it {nearest}?",
    "pbn.left_out/tag": 'this tag is not understood, so its rows are left out ({rows}): write [Name "value"]',
    "pbn.left_out/two_scores": "board {board}: {ns} for North-South and {ew} for East-West are no opposites, and no"
    " contract decides, so the row is left out: fix one, or give the ruling {split} in a table results",
    "pbn.more": "as on the {named} lines before ({kind}) on {lines} more from here (rows left out: {rows}): fix them"
    " likewise",
    "pbn.no_names": "no usable TotalScoreTable in this file, so nobody's name is known: export the result list too",
    "pbn.no_results": "no usable ScoreTable, so the file brings no results: export the results, not only the deals",
    "pbn.no_results/with_list": "no usable ScoreTable, so the result list is left out (rows: {rows}): export the"
    " results, not only the deals",
    "pbn.passed_over/column": "{column} is no known column, so its cells are left out: did you mean {nearest}?",
    "pbn.passed_over/comment": "a comment that is never closed ends with this line: write a closing brace at its end",
    "pbn.passed_over/double_dummy": "a double-dummy table without tricks for 20 contracts is ignored (number:"
    " {tables}); the deal is solved here",
    "pbn.passed_over/table": "[{written}] is no known table, so its rows are passed over ({lines}): write ScoreTable"
    " or TotalScoreTable for results",
    "pbn.scoring": "this scoring is not known; boards are scored {how}: write MatchPoints, IMP;Cross or IMP;Butler",
    "pbn.scoring/competition": "this kind of competition is unknown; read as pairs, scored {how}: write Pairs, Teams"
    " or Individuals",
    "pbn.scoring/mixed": "some boards ({boards}) say this, most say {most}; all are scored {how}: fix the tags, or"
    " make these boards a file of their own",
    "pbn.scoring/no_individuals": "the rows name pairs, so they are read as pairs, scored {how}: write Pairs, or"
    " number players as 3+7",
    "pbn.scoring/no_teams": "no two teams meet twice on a board; read as pairs, scored {how}: write Pairs, or give"
    " both tables the numbers of the teams",
    "pbn.scoring/of_teams": "matches of teams are scored by IMPs or a point a board, these by IMPs: write IMP or BAM",
    "pbn.scoring/only_of_teams": "this scoring is for teams, but pairs play; boards are scored {how}: write"
    " MatchPoints, IMP;Cross or IMP;Butler, or Teams as Competition",
    "pbn.scoring/other_points": "boards scored so are not compared, so the session is left out (results: {rows}):"
    " write MatchPoints, IMP;Cross or IMP;Butler, if it is one of them",
    "pbn.scoring/which_imps": "IMPs may be cross-IMPs or Butler; read as cross-IMPs: write IMP;Cross or IMP;Butler",
    "players.nameless": "a player of pair {pair} without name or number is left out; a known partner counts: add"
    " either",
    "players.nameless/one_name": "{number} players of pair {pair} with one name and no number are left out: give each"
    " player a name or number of their own, here or in a table entries (session_id, line, entrant, player_id)",
    "players.nameless/places": "this name without a number sits in several places (pairs {places}), so it is left out;"
    " a known partner counts: give each player a name or number of their own, here or in a table entries"
    " (session_id, line, entrant, player_id)",
    "players.nameless/several": "{number} players of pair {pair} without name or number ({names}) are left out: give"
    " each player a name or number of their own, here or in a table entries (session_id, line, entrant, player_id)",
    "players.nameless/word": "this names nobody, so this player of pair {pair} is left out; a known partner counts:"
    " give a name or number, here or in a table entries (session_id, line, entrant, player_id)",
    "players.number_shared": "the number {number} stands next to several names ({names}), which are the ids, even"
    " where the table players has the number: give each person one number",
    "remarks.passed_over": "this remark of Barometer is not sound, so it is passed over: export the session again",
    "remarks.passed_over/changed": "this remark of Barometer is about a row of {table} that has changed, so it is"
    " passed over: export the session again, or delete it",
    "tables.ambiguous_date": "read as {day} (dates like it: {dates}): write {date}",
    "tables.below_title": "the columns of {table} are named in row {names_line} of {source}, not in the first, so it"
    " is not read: delete the rows above",
    "tables.cells/decimal": "cells: {cells}, columns: {columns}; the row is left out: {written} is two cells: write"
    " {number}, or quote it",
    "tables.cells/fewer": "cells: {cells}, columns: {columns}; the row is left out: add the missing cells with their"
    " separators",
    "tables.cells/more": "cells: {cells}, columns: {columns}; the row is left out: delete extra separators; put a cell"
    " with one, such as a decimal comma, between quotes",
    "tables.cells/most": "cells: {cells}, columns: {columns}, as in most rows, which are left out: name each cell in"
    " the first row, and quote numbers with a decimal comma",
    "tables.cells/public": "cells: {cells}, columns: {columns}; the row is left out: add a cell for public, which may"
    " be empty; to hide a few people, a second file with player_id and public is enough",
    "tables.cells/separator": 'the separator is "{found}", in the first row "{separator}"; the row is left out: write'
    ' "{separator}"',
    "tables.column/differs": "{table} has this column twice, with other values (rows: {lines}); the first counts: take"
    " one out",
    "tables.column/misspelt": "{table} has no such column, so it is passed over; did you mean {nearest}? allowed:"
    " {columns}",
    "tables.column/no_heading": "column {column} has no heading, so it is passed over (rows: {lines}): name it",
    "tables.column/twice": "{table} has this column twice; the first counts: take one of them out",
    "tables.column/unknown": "{table} has no such column, so it is passed over; allowed: {columns}",
    "tables.cut_off": "the file stops in the middle of this row, which is left out, and all below it: export it again,"
    " or copy all of it; if nothing stood below it, complete the row",
    "tables.cut_off_session": "the file stops in the middle of this row, which is left out, and all below it, and the"
    " session {session} is marked: export it again, or copy all of it; if nothing stood below it, complete the row",
    "tables.error_empty": "the spreadsheet did not work this out, so it counts as empty: fix it, or write the value",
    "tables.error_empty/hides": "the spreadsheet did not work this out, so it counts as false: fix it, or write it",
    "tables.error_lost": "the spreadsheet did not work this out, so the row is left out: fix it, or write the value",
    "tables.hiding/nobody": "players has no such column, so it hides nobody: if it says who is not to be named, name"
    " it public, with false for them and true for the others; else take it away",
    "tables.hiding/unclear": "players has no such column, which may mean the opposite of public, so everybody here is"
    " hidden: name it public, with false for those who are not to be named and true for the others",
    "tables.lacks": "{source} looks like the table {table}, but lacks {missing}, so it is left out (rows: {lines}):"
    " add {missing} to its columns",
    "tables.lacks/renamed": "{source} looks like the table {table}, but lacks {missing}, so it is left out (rows:"
    " {lines}): rename {renames}",
    "tables.no_cells": "the column {column} of {table} in {source} has the type {dtype}, so the table is left out"
    " (rows: {lines}): write text, numbers or dates",
    "tables.no_table": "no columns of a landing table in {source}, so it is passed over (rows below its first:"
    " {lines}): see {document}",
    "tables.no_table/no_lines": "the table {table} has no row below the names of its columns: fill it in, or take it"
    " away",
    "tables.no_table/nothing": "nothing of this file could be used: give it the column names of a landing table",
    "tables.perhaps_not_hidden": "some rows of this table of players are not read, so people in them who are not to be"
    " named (public) may be shown: fix them before the site is published",
    "tables.present": "{source} lists who is present, for barometer lines, and is passed over: move it out of the"
    " folders with results",
    "tables.public/beside": "players has no such column, so it hides nobody: if it says who is not to be named, write"
    " false for them in public",
    "tables.public/misspelt": "players has no such column; it counts as public, so that nobody is named by a slip:"
    " write public",
    "tables.public/word": "public says yes or no, and this word counts as false (rows: {lines}): write true for those"
    " who may be named, and false for the others",
    "tables.second": "a second table of {table} in {source} is left out (rows: {lines}): put them below those of the"
    " first",
    "tables.tricks/by_score": "taken as +{tricks}, as the score shows (rows like it: {lines}): write the tricks won,"
    " or +{tricks} as text",
    "tables.tricks/exchanged": "the columns tricks and score are swapped, as all contracts show ({lines}), and are"
    " read so: swap their names",
    "tables.tricks/unclear": "this may be the tricks won, or +{tricks} that a spreadsheet made a number, so it does"
    " not count: write the tricks won, or +{tricks} as text",
    "tables.vulnerable": "not understood, so the board number says who is vulnerable: write None, NS, EW or All",
    "tables.vulnerable/computed": "a board of this number has {due} vulnerable; no scores are given, so they are"
    " computed as this says: correct the number or the vulnerability, or give the scores",
    "tables.vulnerable/given": "a board of this number has {due} vulnerable; scores count as given: correct the number"
    " or the vulnerability",
    "unread.other_kind/again": "this is {kind_of_file}, so it is not read: copy or export it again, or take it away",
    "unread.other_kind/club_settings": "this holds {kind_of_file}, so they are not used: move it one folder up as"
    " club.toml, or copy it into the club.toml there",
    "unread.other_kind/elsewhere": "this is {kind_of_file}: put the file itself here, and take this one away",
    "unread.other_kind/empty": "the file is empty: export it again, fill it in, or take it away",
    "unread.other_kind/export": "this is {kind_of_file}, so it is not read: move it away; export its results from your"
    " scoring program as PBN, USEBIO XML, XLSX or CSV",
    "unread.other_kind/page": "this is {kind_of_file}, so it is not read: save the page again, as HTML only",
    "unread.other_kind/save_as_xlsx": "this is {kind_of_file}, which is not read: save it here as CSV, or as XLSX"
    " without a password, and remove this one",
    "unread.other_kind/settings": "this holds {kind_of_file}, so they are not used: name it competition.toml in its"
    " folder, or move it away",
    "unread.other_kind/unpack": "this is {kind_of_file}, so it is not read: unpack it here, and move it out",
    "unread.unknown": "neither PBN, USEBIO XML, a Bridgemate file, an Excel file nor a table: export it as one of"
    " those (chess or draughts: PGN or PDN), or move it away; the first row of a table names its columns, such as"
    " player_id,name,member",
    "unread.words_abroad": "this looks like the table {table}, but its first row does not name its columns, so it is"
    " not read: rename them, {renames}; its columns are {columns} (needed: {needed})",
    "unread.words_of_table": "by its name this is the table {table}, but its first row does not name the columns, so"
    " it is not read: write them there, {columns} (needed: {needed})",
    "usebio.doubtful/boards": "the file says that {stated} boards were played, but nobody has more than {most}: check"
    " what is missing",
    "usebio.doubtful/only_matches": "no results, only matches ({rows}), which count: export the travellers if boards"
    " were entered",
    "usebio.left_out/director": "elements of this name may hold decisions of the director, and are not read"
    " ({elements}): give a penalty in a table adjustments, and a weighted score as SCORE (w30:420/70:-50)",
    "usebio.left_out/element": "{written} is not a known element, so it is left out with everything in it (number:"
    " {rows}): did you mean {nearest}?",
    "usebio.left_out/elements": "elements {tag} belong to no session, so they are left out (number: {rows}): check"
    " where they are",
    "usebio.left_out/empty_session": "sessions without results, matches or people are left out ({sessions}): export"
    " the file again",
    "usebio.left_out/lost": "{rows} of {whole} elements {tag} are lost in this damaged file: export it again",
    "usebio.left_out/names": "more elements with unknown names ({names}) are left out with everything in them (number:"
    " {rows}): correct their names",
    "usebio.left_out/result": "{written} has a SCORE, but is no known element, so all in it is left out ({rows}):"
    " write {nearest}, with NS_PAIR_NUMBER and EW_PAIR_NUMBER in it",
    "usebio.left_out/twice": "{name} stands twice in this result, which is left out: take the wrong one out",
    "usebio.no_result_lines": "no results in this file: export the travellers too",
    "usebio.scoring/event_type": "an unknown type of event and scoring, so the session is left out: write PAIRS, TEAMS"
    " or INDIVIDUAL, and state BOARD_SCORING_METHOD",
    "usebio.scoring/event_type_as_scored": "this type of event is unknown; its boards are scored {how}: write PAIRS,"
    " TEAMS or INDIVIDUAL",
    "usebio.scoring/individual": "results of an individual without players count for pairs ({lines}): add"
    " N_PLAYER_NUMBER to W_PLAYER_NUMBER",
    "usebio.scoring/matches": "the points of these matches are unknown: their boards are read, their scores are not",
    "usebio.scoring/method": "unknown, so the session is left out: write MATCH_POINTS, CROSS_IMPS or BUTLER",
    "usebio.scoring/method_as_lines": "this scoring is unknown; boards are scored {how}, as the points show: write"
    " MATCH_POINTS, CROSS_IMPS or BUTLER",
    "usebio.scoring/no_method": "the file does not say how boards are scored, so they are read as matchpoints: add"
    " BOARD_SCORING_METHOD",
    "usebio.scoring/two_winners": "one winner, but two pairs have each of the numbers {numbers}; read as two winners:"
    " write WINNER_TYPE 2",
    "usebio.scoring/which_imps": "IMPs may be cross-IMPs or Butler; read as cross-IMPs: state CROSS_IMPS or BUTLER",
    "usebio.taken_as_empty/cell": "{written} is not a known element, so its text is ignored (number: {rows}): did you"
    " mean {nearest}?",
    "usebio.taken_as_empty/long": "{characters} characters in {name} are no name or number; taken as empty: fix it",
    "workbook.merged": "cells of sheet {sheet} are merged ({cells}), so all but the first are empty: unmerge them, and"
    " fill each",
    "workbook.not_read": "not readable as an XLSX workbook, since it is damaged or cut off: save it again as XLSX or"
    " CSV",
    "workbook.not_read/entities": "this workbook declares entities of its own, so it is not read: save it again as"
    " XLSX or CSV",
    "workbook.not_read/packed": "this workbook is packed in an unusual way, so it is not read: save it again as XLSX"
    " or CSV",
    "workbook.not_read/password": "this workbook is protected by a password, so it is not read: save it without one",
    "workbook.outside": "sheet {sheet} has cells right of the last heading (rows: {lines}; here column {column}): name"
    " it, or delete them",
    "workbook.sheet/damaged": "sheet {sheet} is damaged or cut off after this row; only what stands above is read:"
    " save it again",
    "workbook.sheet/missing": "the cells of sheet {sheet} are not in this workbook, so it is left out: save it again",
    "workbook.sheet/not_listed": "sheets with cells are not in the list of sheets ({sheets}: {parts}): save it again",
    "workbook.too_large": "the workbook would unpack to more than {most} MB: save the tables as CSV",
    "workbook.too_large/letters": "the cells hold more than the {most} letters allowed: save the tables as CSV",
    "workbook.too_large/parts": "a packed file with {parts} parts, more than the {most} allowed: save the tables as"
    " CSV",
    "workbook.too_large/sheet": "sheet {sheet} is too large (columns: {columns}, rows: {lines}): begin with the names"
    " of the columns, and delete all outside the table",
    "workbook.too_large/sheets": "a workbook with {sheets} sheets, more than the {most} allowed, so it is not read:"
    " take some out",
    "xml.left_out": "the file declares entities of its own, so it is not read: export it again",
    "xml.left_out/attributes": "{attributes} attributes of one element are passed over: export the file again",
    "xml.not_sound": "no sound XML from column {column} of this line on; what stands before is read: export it again",
    "xml.not_sound/breaks_off": "the file breaks off here; what stands before is read: export it again, or copy all of"
    " it",
}
