-- who_sat_where: Who played for which entrant? One row per entrant, with the names of its players.
--   players: The names of its players, joined by ` & `; the id of a player without a name.
--   how_many: How many players it had.
select club, competition, season, session_id, line, entrant,
    string_agg(coalesce(name, player_id), ' & ' order by player_id) as players, count(*) as how_many
from raw.entries left join raw.players using (club, competition, player_id)
group by all
order by all

-- standings_now: Where does everybody stand now? The ranking after the last session that each player played.
--   ranking: The rolling ranking after that session, in ranking points.
--   last_played: The day of the last session that the player played in the season.
--   sessions_counted: How many sessions count in this ranking.
--   rank: Rank by this ranking in the season, 1 the highest; equal rankings share one.
select club, competition, season, player_id, name, r.person, ranking, "date" as last_played, sessions_counted,
    rank() over (partition by club, competition, season order by round(ranking, 9) desc) as "rank"
from (
    from rankings.player_rankings
    qualify row_number() over (
        partition by club, competition, season, player_id
        order by "date" desc, natural(session_id) desc, session_id desc) = 1
) r left join raw.players using (club, competition, player_id)
order by club, competition, season, "rank", player_id

-- latest_results: What is the result list of the last session of each competition?
--   field: The entrants who are compared: a line, lines scored together, or one direction of these.
--   players: The names of its players, joined by ` & `; the id of a player without a name.
--   score: The result: percentage (0 to 100) at matchpoints and point_a_board, IMPs a board at butler and
--     cross_imps, victory points a match at imps; null: no board.
select r.club, r.competition, r.season, r.session_id, s."date", r.line, r.field, r."rank", r.entrant,
    e.players, r.score, r.scoring
from scored.session_results r
join (
    select * from raw.sessions
    qualify row_number() over (
        partition by club, competition
        order by "date" desc, natural(session_id) desc, session_id desc) = 1
) s using (club, competition, season, session_id)
left join questions.who_sat_where e using (club, competition, season, session_id, line, entrant)
order by r.club, r.competition, r.field, r."rank", r.entrant

-- results_of_players: What did every player score, session by session, and who is it over all clubs?
--   federation_season: The season of the federation to which the season belongs.
--   score: The result of the entrant: percentage (0 to 100) at matchpoints and point_a_board, IMPs a board at butler
--     and cross_imps, victory points a match at imps; null: no board.
select club, competition, season, f.federation_season, session_id, s."date", line, entrant, player_id, p.name, e.person,
    r.score, r."rank", r.scoring
from raw.entries e
join raw.sessions s using (club, competition, season, session_id)
join scored.session_results r using (club, competition, season, session_id, line, entrant)
left join raw.players p using (club, competition, player_id)
left join federation.seasons f using (club, competition, season)
order by club, competition, s."date", session_id, line, entrant, player_id

-- clubs: Which clubs are there, how many people play in them, and how strong are they?
--   club_name: The name of the club, in its last season.
--   competitions: How many competitions it has.
--   sessions: How many sessions it played, over all competitions and seasons.
--   first_day: The day of the first of them.
--   last_day: The day of the last of them.
--   people: How many people sat down in them.
--   level: How many percent points a mean player of the club is stronger than a mean player of all linked clubs; null
--     if that is not known.
--   error: The standard error of `level`.
with named as (
    select club, arg_max(club_name, "start") as club_name, count(distinct competition) as competitions
    from raw.competitions
    group by club
),
played as (
    select club, count(*) as sessions, min("date") as first_day, max("date") as last_day from raw.sessions group by club
),
seated as (select club, count(distinct player_id) as people from raw.entries group by club)
select club, club_name, competitions, coalesce(sessions, 0) as sessions, first_day, last_day,
    coalesce(s.people, 0) as people, l.level, l.error
from named
left join played using (club)
left join seated s using (club)
left join federation.levels l using (club)
order by club

-- simultaneous_events: What are the result lists of simultaneous events, over all clubs and in each of them?
--   simultaneous: The name of the event, or else its day and first session.
--   rank: Rank among the entrants of all clubs, 1 the best; equal results share one.
--   players: The names of its players, joined by ` & `; the id of a player without a name.
--   score: The result in the field of all clubs: a percentage at matchpoints, IMPs a board at butler and cross_imps.
--   club_rank: Rank in the list of the club, where the same results are compared within the club only.
--   club_score: The result in that list.
select simultaneous, f."rank", club, competition, season, session_id, line, entrant, e.players, f.score,
    r."rank" as club_rank, r.score as club_score, f.scoring
from federation.simultaneous_results f
join scored.session_results r using (club, competition, season, session_id, line, entrant)
left join questions.who_sat_where e using (club, competition, season, session_id, line, entrant)
order by simultaneous, f."rank", club, competition, season, session_id, line, entrant

-- attendance: How many people come? Players of each session, and how many of them stood in for somebody.
--   players: How many people played.
--   substitutes: How many of them stood in for somebody.
select club, competition, season, session_id, s."date", count(e.player_id) as players,
    count(e.substitutes_for) as substitutes
from raw.sessions s left join raw.entries e using (club, competition, season, session_id)
group by all
order by club, competition, s."date", session_id

-- progress: Who rose and who fell in a season, after the first full window? Players with more sessions than a window.
--   sessions: How many sessions the player played in the season.
--   first: The ranking after the first session that fills the window, so that nothing of it is a substitute ranking.
--   last: The ranking after the last session of the player, in ranking points.
--   gain: `last` less `first`, in ranking points.
--   error: The standard error of `gain`: how far it goes up or down by chance, if the sessions of the player are
--     independent. With w sessions in a window, m of them in `last` and not in `first`, and d the difference between
--     the ranking points of one session and the next, it is sqrt(m * mean of d * d) / w.
with played as (
    select club, competition, season, player_id, r.person, r.ranking, r.sessions_counted, c."window" as w,
        row_number() over in_turn as turn, p.points - lag(p.points) over in_turn as d
    from rankings.player_rankings r
    join rankings.ranking_points p using (club, competition, season, session_id, player_id)
    join raw.competitions c using (club, competition, season)
    window in_turn as (
        partition by club, competition, season, player_id order by r."date", natural(session_id), session_id)
)
select club, competition, season, player_id, name, played.person, count(*) as sessions,
    arg_min(ranking, turn) filter (sessions_counted = w) as first, arg_max(ranking, turn) as last,
    last - first as gain, sqrt(least(w, count(*) - w) * avg(d * d)) / w as error
from played left join raw.players using (club, competition, player_id)
group by club, competition, season, player_id, name, played.person, w
having count(*) > w
order by club, competition, season, round(gain, 9) desc, player_id

-- pairs_together: Which two played together, how often, and with what mean score?
--   player_id: Id of the player whose id comes first; of a team, every two have a row.
--   partner_name: The name of the other player; null without one.
--   partner_person: The other player's `person`, which is the same in all clubs.
--   sessions: How many sessions both played for the same entrant.
--   mean_score: The mean of their results: percentage (0 to 100) at matchpoints and point_a_board, IMPs a board
--     at butler and cross_imps, victory points a match at imps.
with together as (
    select club, competition, season, a.player_id, a.person, b.player_id as partner_id, b.person as partner_person,
        count(*) as sessions, avg(r.score) as mean_score, r.scoring
    from raw.entries a
    join raw.entries b using (club, competition, season, session_id, line, entrant)
    join scored.session_results r using (club, competition, season, session_id, line, entrant)
    where a.player_id < b.player_id
    group by all
)
select t.club, t.competition, t.season, t.player_id, p.name, t.person, t.partner_id, o.name as partner_name,
    t.partner_person, t.sessions, t.mean_score, t.scoring
from together t
left join raw.players p on (t.club, t.competition, t.player_id) = (p.club, p.competition, p.player_id)
left join raw.players o on (t.club, t.competition, t.partner_id) = (o.club, o.competition, o.player_id)
order by t.club, t.competition, t.season, t.sessions desc, t.player_id, t.partner_id, t.scoring

-- contracts: Which contracts are played, how often, and how often are they made?
--   contract: Level, strain and doubling, as `4SX`; without boards passed out.
--   played: On how many result lines with known tricks it was played.
--   made: How many of them were made.
--   mean_tricks: The mean of the tricks that declarer won, 0 to 13.
select club, competition, season, contract, count(*) as played,
    count(*) filter (where tricks >= try_cast(contract[1] as integer) + 6) as made, avg(tricks) as mean_tricks
from scored.board_scores
where contract is not null and contract <> 'PASS' and tricks is not null
group by all
order by club, competition, season, played desc, contract

-- declarers: Who declared, and against whom? One row per result line whose declarer is known.
--   score: The score of the contract, seen from North-South.
--   entrant: Number of the pair or team of declarer.
--   player_id: Id of the player who declared.
--   name: The name of that player.
--   defenders: Number of the pair or team that defended.
--   defending_players: The names of its players, of a team all of them, joined by ` & `.
--   points: Points of declarer's side: matchpoints, IMPs, or points of a board, as `scoring` says.
--   top: The most points that a side could earn on this line; null at IMPs.
with sitting as (
    select club, competition, season, session_id, line, entrant, declarer, any_value(player_id) as player_id,
        any_value(person) as person
    from (
        select e.*, unnest(case
            when s.kind = 'teams' then [seat] when seat in ('N', 'E') then ['N', 'E'] else ['S', 'W']
        end) as declarer
        from raw.entries e join raw.sessions s using (club, competition, season, session_id)
        window of_entrant as (partition by club, competition, season, session_id, line, entrant)
        qualify count(*) over of_entrant <= if(s.kind = 'teams', 4, 2) and count(rounds) over of_entrant = 0
    )
    where declarer is not null
    group by all
    having count(*) = 1
),
played as (
    select *, (declarer in ('N', 'S')) <> coalesce(ruling = 'reversed', false) as by_ns,
        if(by_ns, ns, ew) as entrant, if(by_ns, ew, ns) as defenders
    from scored.board_scores
    where contract <> 'PASS' and declarer is not null
)
select b.club, b.competition, b.season, b.session_id, b.line, b.round, b.table_no, b.board, b.contract,
    b.declarer, b.tricks, b.score, b.entrant, player_id, p.name, sitting.person, b.defenders,
    d.players as defending_players, if(b.by_ns, b.ns_points, b.ew_points) as points, b.top, b.scoring
from played b
join sitting using (club, competition, season, session_id, line, entrant, declarer)
left join raw.players p using (club, competition, player_id)
left join questions.who_sat_where d on (b.club, b.competition, b.season, b.session_id, b.line, b.defenders)
    = (d.club, d.competition, d.season, d.session_id, d.line, d.entrant)
order by b.club, b.competition, b.season, b.session_id, b.line, b.board, b.ns, b.ew

-- tricks_of_players: Who gains most as declarer, and in defence? Tricks a board beyond double dummy, and chance.
--   declared: Number of boards declared for which the double-dummy table is known.
--   declarer_gained: Tricks a board that the player as declarer won beyond double dummy, or fell short of it if
--     negative; null: no board.
--   declarer_chance: How far that may be chance, in tricks a board: twice the standard error of the mean, 2 * sd
--     / sqrt(boards); null for fewer than two boards.
--   defended: Number of boards defended for which the double-dummy table is known.
--   defence_gained: Tricks a board that the defence won beyond double dummy, or fell short of it if negative;
--     null: no board.
--   defence_chance: How far that may be chance, in tricks a board: twice the standard error of the mean, 2 * sd /
--     sqrt(boards); null for fewer than two boards.
--   few: Whether these are so few boards that chance outweighs skill.
select club, competition, season, player_id, name, d.person, declared, declarer_gained,
    2 * declarer_sd / sqrt(declared) as declarer_chance, defended, defence_gained,
    2 * defence_sd / sqrt(defended) as defence_chance, few
from deals.players d left join raw.players using (club, competition, player_id)
order by club, competition, season, round(declarer_gained, 9) desc nulls last, player_id

-- levels_bid: Are games and slams bid too often? How many were bid, could be made double dummy, and were made.
--   kind: part score, game, small slam or grand slam: the level of the contract played.
--   bid: On how many result lines with known double dummy such a contract was played.
--   can_be_made: How many of them can be made, double dummy.
--   made: How many of them were made.
--   more_was_there: On how many of them declarer's side had a contract of a higher level that brings more.
with bid as (
    select *, try_cast(contract[1] as integer) + 6 as wanted, contract[:2] as own,
        regexp_extract(missed, '[1-7][NSHDC]') as best
    from deals.lines
    where declarer is not null and tricks is not null
),
k as (
    select *, case when own[1] = '7' then 4 when own[1] = '6' then 3
            when try_cast(own[1] as integer) >= map {'N': 3, 'S': 4, 'H': 4, 'D': 5, 'C': 5}[own[2]] then 2
            else 1 end as kind_no,
        case when best[1] = '7' then 4 when best[1] = '6' then 3
            when try_cast(best[1] as integer) >= map {'N': 3, 'S': 4, 'H': 4, 'D': 5, 'C': 5}[best[2]] then 2
            else 1 end as best_no
    from bid
)
select club, competition, season, ['part score', 'game', 'small slam', 'grand slam'][kind_no] as kind,
    count(*) as bid, count(*) filter (double_dummy_tricks >= wanted) as can_be_made,
    count(*) filter (tricks >= wanted) as made, count(*) filter (best_no > kind_no) as more_was_there
from k
group by all
order by all

-- opening_leads: Which leads work? Tricks of the defence beyond double dummy, by card, against suits and no trump.
--   lead: The card led, as `SQ`.
--   against: no trump, or suit: what it was led against.
--   led: How many times.
--   gained: The mean of the tricks that the defence won beyond double dummy, or fell short of it if negative.
select club, competition, season, lead, if(contract[2] = 'N', 'no trump', 'suit') as against, count(*) as led,
    avg(-gained) as gained
from deals.lines
where lead is not null and gained is not null
group by all
order by club, competition, season, led desc, lead, against

-- swingiest_boards: On which boards do the results differ most? The standard deviation of the scores of each board.
--   results: How many scores there are.
--   deviation: Their standard deviation, in points of the score: that of all results, divided by their number.
--   lowest: The lowest of them, seen from North-South.
--   highest: The highest of them, seen from North-South.
select club, competition, season, session_id, board, count(score) as results, stddev_pop(score) as deviation,
    min(score) as lowest, max(score) as highest
from scored.board_scores
where score is not null
group by all
order by round(deviation, 9) desc, club, competition, season, session_id, board

-- champions: Who wins the championships of each season, as they stand? The first three of both.
--   championship: individual, or pairs.
--   rank: Rank among those eligible, 1 the best; equal averages share one.
--   entrant: Id of the player, or of the pair or trio.
--   players: The name of the player, or those of the pair or trio joined by ` & `; an id without a name as it is.
--   average: The mean of the results that count, in ranking points.
select club, competition, season, 'individual' as championship, "rank", player_id as entrant,
    coalesce(name, player_id) as players, average
from championships.individual left join raw.players using (club, competition, player_id)
where "rank" <= 3
union all by name
select club, competition, season, 'pairs' as championship, "rank", partnership_id as entrant,
    string_agg(coalesce(name, player_id), ' & ' order by player_id) as players, average
from championships.pairs
left join rankings.partnerships using (club, competition, season, partnership_id)
left join raw.players using (club, competition, player_id)
where "rank" <= 3
group by all
order by club, competition, season, championship, "rank", entrant

-- past_champions: Who won the championships of the seasons that are over and were published?
--   championship: individual, or pairs.
--   entrant: Id of the player, or of the pair or trio.
--   players: The name of the player, or those of the pair or trio joined by ` & `; an id without a name as it is.
--   average: The mean of the results that count, in ranking points, as published.
--   published_at: When the season was published as a whole.
select club, competition, season, list as championship, entrant,
    string_agg(coalesce(name, player_id), ' & ' order by player_id) as players, average, published_at
from (
    select c.* exclude (published_at, build), s.published_at,
        unnest(string_split(coalesce(c.players, c.entrant), ' + ')) as player_id
    from published.championships c join published.seasons s using (club, competition, season)
    where c."rank" = 1
) left join raw.players using (club, competition, player_id)
group by all
order by season desc, club, competition, championship, entrant

-- needs_fixing: What is wrong with the files? Findings by kind, with the first sentence of each.
--   code: The name of what is said, the same for every finding of its kind.
--   variant: Which sentence of its kind it is; null where there is one.
--   times: How many findings of this kind there are.
--   first_file: The file of one of them, the first by name.
--   message: One of them in English, the first by its letters: what is wrong, and how to correct it.
select
    club, severity, code, nullif(regexp_extract(arguments, '"variant": "([^"]*)"', 1), '') as variant,
    count(*) as times, min(file_id) as first_file, min(message) as message
from (
    from raw.findings union all from scored.findings union all from deals.findings
    union all from awards.findings union all from federation.findings union all from operations.findings
)
group by club, severity, code, variant
order by severity, times desc, club, code, variant
