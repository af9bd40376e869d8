#!/bin/sh
# The two roles and their databases, in a Postgres that is empty; psql connects as its environment says.
set -eu
psql --set ON_ERROR_STOP=1 --username postgres --dbname postgres \
    --set lake="$LAKE_PASSWORD" --set history="$DAGSTER_PASSWORD" <<'SQL'
create role barometer login password :'lake';
create role dagster login password :'history';
create database lake owner barometer;
create database dagster owner dagster;
SQL
