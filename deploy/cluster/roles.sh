#!/bin/sh
# The roles and their databases, in a Postgres that is empty; psql (15 or later) connects as its environment says, and takes
# the passwords out of it, where no list of processes shows them. With READER_PASSWORD there is a role that only reads the
# lake.
set -eu
: "${LAKE_PASSWORD:?}" "${DAGSTER_PASSWORD:?}"
psql --set ON_ERROR_STOP=1 --username postgres --dbname postgres <<'SQL'
\getenv lake LAKE_PASSWORD
\getenv history DAGSTER_PASSWORD
\getenv reader READER_PASSWORD
create role barometer login password :'lake';
create role dagster login password :'history';
-- A machine that is gone without a word is missed after half a minute; by itself a server asks after two hours.
alter role barometer set tcp_keepalives_idle = 15;
alter role barometer set tcp_keepalives_interval = 5;
alter role barometer set tcp_keepalives_count = 3;
alter role barometer set tcp_user_timeout = 30000;
create database lake owner barometer;
create database dagster owner dagster;
\if :{?reader}
create role reader login password :'reader';
\connect lake
alter default privileges for role barometer grant select on tables to reader;
\endif
SQL
