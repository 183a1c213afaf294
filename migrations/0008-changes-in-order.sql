-- Every change of an offer has a place in one growing order. The lock is held until the commit, so
-- places are taken in the order of the commits: who has read up to a place has missed nothing
-- before it, and never will.
create sequence catalog_places;

create table catalog_changes (
  place bigint primary key,
  -- All that a run changed, or one offer.
  run_id integer,
  offer_id bigint,
  action text check (action in ('created', 'updated', 'deleted')),
  constraint catalog_changes_subject check (
    (run_id is null) = (offer_id is not null) and (run_id is null) = (action is not null)
  )
);

create function record_change(run_id integer, offer_id bigint, action text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('catalog changes', 0));
  insert into catalog_changes values (nextval('catalog_places'), $1, $2, $3);
end
$$;

-- A change outside a run is recorded by itself, whoever makes it. A run of a million rows says so
-- in `partsdesk.run` and takes one place, when it is committed.
create function record_offer_change() returns trigger language plpgsql as $$
begin
  case tg_op
    when 'INSERT' then perform record_change(null, new.offer_id, 'created');
    when 'UPDATE' then perform record_change(null, new.offer_id, 'updated');
    else perform record_change(null, old.offer_id, 'deleted');
  end case;
  return null;
end
$$;

-- Deferred, so that the lock is taken when all rows are had: two orders cannot stop each other.
create constraint trigger offer_changed after insert or update or delete on offers
  deferrable initially deferred
  for each row when (coalesce(current_setting('partsdesk.run', true), '') = '')
  execute function record_offer_change();

create function record_run() returns trigger language plpgsql as $$
begin
  perform record_change(new.run_id, null, null);
  return null;
end
$$;

create trigger run_committed after update of state on import_runs
  for each row when (new.state = 'committed' and new.kind <> 'agreement')
  execute function record_run();

-- What was there before the order began.
insert into catalog_changes
select nextval('catalog_places'), null, offer_id, 'created' from offers;

grant select on catalog_changes to partsdesk_service;
revoke execute on function record_change(integer, bigint, text) from public;
grant execute on function record_change(integer, bigint, text) to partsdesk_service;
