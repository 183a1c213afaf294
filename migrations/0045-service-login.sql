-- Works with: 0.2
-- The service signs in as partsdesk_service, or as a member of it, and owns nothing. It therefore
-- also runs the jobs with that role, whose tables have row level security.
grant select on schema_migrations to partsdesk_service;

grant usage on schema graphile_worker to partsdesk_service;
grant select, insert, update, delete on all tables in schema graphile_worker to partsdesk_service;
grant usage on all sequences in schema graphile_worker to partsdesk_service;

do $$
declare
  secured regclass;
begin
  for secured in
    select oid from pg_class where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity
  loop
    execute format('drop policy if exists service on %s', secured);
    execute format('create policy service on %s to partsdesk_service using (true)', secured);
  end loop;
  -- The embedded server, whose owner is its superuser, has no passwords.
  if (select rolsuper from pg_roles where rolname = current_user)
    and not (select rolcanlogin from pg_roles where rolname = 'partsdesk_service')
  then
    alter role partsdesk_service login;
  end if;
end
$$;
