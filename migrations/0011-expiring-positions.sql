-- Positions of single offers expire, so that the order of changes does not grow for ever.

-- Positions recorded before 0010 are as old as their next reader must assume: they expire later.
update catalog_changes set recorded_at = clock_timestamp() where recorded_at is null;
alter table catalog_changes alter recorded_at set not null;

-- The last position that expired. A reader that is behind it has missed changes.
alter table catalog_epoch add expired_position bigint not null default 0;

-- Deletes some positions of single offers and of codes that were recorded more than 30 days ago;
-- returns how many. Those of runs and of new offers stay: a reader that starts from 0 finds all
-- offers by them. So does the newest: it says how far the order has come.
create function expire_catalog_changes() returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last_expired bigint;
  deleted integer;
begin
  with expired as (
    delete from catalog_changes where position in (
      select position from catalog_changes
      where run_id is null and action is distinct from 'created'
        and recorded_at < now() - interval '30 days'
        and position < (select max(position) from catalog_changes)
      order by position limit 10000
    )
    returning position
  )
  select max(position), count(*) into last_expired, deleted from expired;
  if deleted > 0 then
    update catalog_epoch set expired_position = greatest(expired_position, last_expired);
  end if;
  return deleted;
end
$$;
revoke execute on function expire_catalog_changes() from public;
grant execute on function expire_catalog_changes() to partsdesk_service;
