-- The service works as a role that can read and write rows as its verbs do, and nothing else: no
-- schema changes, no deletes but of agreement rules, no update of what is history.

-- An administrator may have made the role and granted it already; then neither right is asked for.
do $$
begin
  if not exists (select from pg_roles where rolname = 'partsdesk_service') then
    create role partsdesk_service nologin;
  end if;
exception
  when duplicate_object or unique_violation then null;
end
$$;

do $$
declare
  needed text := case
    when current_setting('server_version_num')::integer >= 160000 then 'set'
    else 'member'
  end;
begin
  if not pg_has_role(current_user, 'partsdesk_service', needed) then
    execute format('grant partsdesk_service to %I', current_user);
  end if;
end
$$;

grant usage on schema public to partsdesk_service;
grant select, insert, update on accounts, api_keys, offers, orders to partsdesk_service;
grant select, insert on order_lines to partsdesk_service;
grant select, insert, update, delete on agreement_rules to partsdesk_service;
grant select, insert on conditions, units_of_measure to partsdesk_service;

-- After a large import the service refreshes the statistics; before PostgreSQL 17 only the owner
-- may.
do $$
begin
  if current_setting('server_version_num')::integer >= 170000 then
    execute 'grant maintain on offers to partsdesk_service';
  end if;
end
$$;
