-- Makes the roles Matchloom needs in the database this connects to, and may run again at any time.
-- Run it as a superuser, or as an administrator with CREATEROLE who owns the database:
--   createdb --template=template0 --encoding=UTF8 --locale=C.UTF-8 matchloom
--   psql -d matchloom -f scripts/database/roles.sql
--   psql -d matchloom -c '\password matchloom_owner' -c '\password matchloom_web' -c '\password matchloom_backup'

-- matchloom_owner owns the tables and migrates them (MIGRATE_URL). matchloom_web is the server's login (DATABASE_URL).
-- matchloom_app is the role all work of members runs in: row-level security binds it, and it cannot log in.
do $$ declare name text; begin
  foreach name in array array['matchloom_owner', 'matchloom_web', 'matchloom_app'] loop
    if not exists (select from pg_roles where rolname = name) then
      execute format('create role %I nocreatedb nocreaterole', name);
    end if;
  end loop;
end $$;
alter role matchloom_owner login;
alter role matchloom_web login;
alter role matchloom_app nologin;
grant matchloom_app to matchloom_web;

-- An administrator who is no superuser must be a member of the roles that own things, to hand them over.
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant matchloom_owner, matchloom_web to %I', current_user);
  end if;
end $$;

-- The job queue keeps its own tables in a schema of the server's login.
create schema if not exists pgboss authorization matchloom_web;
do $$ begin
  execute format('alter database %I owner to matchloom_owner', current_database());
  execute format('grant connect on database %I to matchloom_web', current_database());
end $$;

-- matchloom_backup reads every row and changes none (BACKUP_URL). Only a superuser, or an administrator who may pass by
-- row-level security, can make it.
do $$ begin
  if not exists (select from pg_roles where rolname = 'matchloom_backup') then
    create role matchloom_backup login bypassrls;
  end if;
  grant pg_read_all_data to matchloom_backup;
  alter role matchloom_backup set default_transaction_read_only = on;
exception when insufficient_privilege then
  raise warning 'matchloom_backup was not made: run this file once as a superuser, or back up as your host offers it.';
end $$;
