#!/bin/sh
# Gives the roles of scripts/database/roles.sql their passwords when the database of compose.yaml is made.
set -eu
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" \
  -v owner="$OWNER_PASSWORD" -v web="$WEB_PASSWORD" -v backup="$BACKUP_PASSWORD" <<'SQL'
alter role matchloom_owner password :'owner';
alter role matchloom_web password :'web';
alter role matchloom_backup password :'backup';
SQL
