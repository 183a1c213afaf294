-- What replicas of the catalog need to follow it (decision 160).

-- When a change was recorded: two histories with the same positions differ in it.
alter table catalog_changes add recorded_at timestamptz;
alter table catalog_changes alter recorded_at set default clock_timestamp();

-- A position without run and offer: the codes of conditions, units, certificates or currencies.
alter table catalog_changes drop constraint catalog_changes_subject;
alter table catalog_changes add constraint catalog_changes_subject check (
  (offer_id is null) = (action is null) and (run_id is null or offer_id is null)
);

create or replace function record_change(run_id integer, offer_id bigint, action text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('catalog changes', 0));
  insert into catalog_changes values (nextval('catalog_positions'), $1, $2, $3);
  notify catalog_changed;
end
$$;

create function record_codes() returns trigger language plpgsql as $$
begin
  perform record_change(null, null, null);
  return null;
end
$$;

create trigger conditions_changed after insert or update or delete or truncate on conditions
  for each statement execute function record_codes();
create trigger units_changed after insert or update or delete or truncate on units_of_measure
  for each statement execute function record_codes();
create trigger certificates_changed after insert or update or delete or truncate on certificates
  for each statement execute function record_codes();

-- A migration that rewrites offers without changing them one by one adds 1, so that every replica
-- is rebuilt.
create table catalog_epoch (
  is_only boolean primary key default true check (is_only),
  epoch integer not null
);
insert into catalog_epoch (epoch) values (1);
grant select on catalog_epoch to partsdesk_service;
