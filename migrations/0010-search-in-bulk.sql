-- A million new offers have a dozen words each. Put into the index word by word they took two
-- thirds of an import; gathered and put in together they take a tenth. What is gathered is put in
-- by the import at its end, and for changes one by one by autovacuum.
alter index offers_search set (fastupdate = on);

-- Only the owner of an index may do this.
create function settle_search() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform gin_clean_pending_list('offers_search');
end
$$;

revoke execute on function settle_search() from public;
grant execute on function settle_search() to partsdesk_service;
