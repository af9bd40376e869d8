#!/bin/sh
# The two roles and their databases, in a Postgres that is empty; psql connects as its environment says.
set -eu
psql --set ON_ERROR_STOP=1 --username postgres --dbname postgres \
    --set lake="$LAKE_PASSWORD" --set history="$DAGSTER_PASSWORD" <<'SQL'
create role barometer login password :'lake';
create role dagster login password :'history';
-- A machine that is gone without a word is missed after half a minute; by itself a server asks after two hours.
alter role barometer set tcp_keepalives_idle = 15;
alter role barometer set tcp_keepalives_interval = 5;
alter role barometer set tcp_keepalives_count = 3;
alter role barometer set tcp_user_timeout = 30000;
create database lake owner barometer;
create database dagster owner dagster;
SQL
