-- An offer may have no list price: its price is on request (decision 152). Then it may have no
-- currency either.

-- `wire` as in 0003, but for a price that may be null. One statement, so the table is written once.
alter table offers
  alter list_price drop not null,
  alter currency drop not null,
  add constraint offers_priced check (list_price is null or currency is not null),
  alter wire set expression as (
    offer_id::text || chr(1)
    || '"part_number":' || json_text(part_number)
    || ',"part_name":' || json_text(part_name)
    || ',"title":' || json_text(title)
    || ',"description":' || json_text(description)
    || ',"condition":"' || condition || '","unit_of_measure":"' || unit_of_measure
    || '","available_stock":' || greatest(received - shipped - allocated, 0)::text
    || ',"price":' || coalesce(
      '{"amount":"' || amount_text(list_price, currency_digits(currency))
        || '","currency":"' || currency || '"}',
      'null'
    )
    || ',"status":"' || status || '","vendor":' || json_text(vendor) || '}'
  );

-- A line at a contract price copies no list price if its offer has none.
alter table order_lines
  alter list_price drop not null,
  alter list_currency drop not null,
  add constraint order_lines_list check ((list_price is null) = (list_currency is null));

alter table quick_order_rows
  drop constraint quick_order_rows_state_check,
  add constraint quick_order_rows_state_check check (
    state in
      ('waiting', 'ready', 'ambiguous', 'not_found', 'short', 'bad_quantity', 'not_orderable',
        'on_request', 'unreadable', 'added')
  );

-- Whether an account has a price of its own for an offer on a day, from any quantity on. The price
-- itself is decided in src/pricing; a test compares the two. The cost makes a query check for a
-- list price first.
create function has_contract_price(
  account uuid, number_key text, of_vendor text, in_condition text, day date
) returns boolean language sql stable parallel safe cost 1000
  return exists (
    select from agreement_rules r
    where r.account_id = account and r.scope = 'part' and r.part_number_key = number_key
      and r.unit_price is not null
      and (r.vendor is null or r.vendor = of_vendor)
      and (r.condition is null or r.condition = in_condition)
      and r.valid_from <= day and (r.valid_to is null or r.valid_to >= day)
      -- Of two rules that differ only in their first day, the later one replaces the other.
      and not exists (
        select from agreement_rules l
        where l.account_id = r.account_id and l.scope = 'part'
          and l.part_number_key = r.part_number_key and l.min_quantity = r.min_quantity
          and l.vendor is not distinct from r.vendor
          and l.condition is not distinct from r.condition
          and l.valid_from > r.valid_from
          and l.valid_from <= day and (l.valid_to is null or l.valid_to >= day)
      )
  );

-- The words of an offer that move from the lowest class of prices to the last, where those without
-- a price rank (src/catalog/search/searchWords.ts).
create function pg_temp.without_price(search tsvector) returns tsvector language sql immutable
  return array_to_tsvector(array(
    select regexp_replace(word, '^([A-Z0-9]{1,4})\.0\.', '\1.51.')
    from unnest(tsvector_to_array(search)) words(word)
  ));

-- Until now a file could not say whether 0 meant "free of charge" or "no price". It becomes no
-- price, since a sale at 0.00 cannot be taken back. The rows that a revert would restore follow.
update offer_changes
set before = before || jsonb_build_object(
  'list_price', null,
  'search', pg_temp.without_price((before ->> 'search')::tsvector)::text
)
where before ->> 'list_price' = '0';

-- The offers themselves change by a run, so that history and the order of changes have it, and
-- reverting it restores the prices of 0, then free of charge.
do $$
declare
  run integer;
  changed integer;
begin
  if not exists (select from offers where list_price = 0) then
    return;
  end if;
  insert into import_runs (kind, mode, started_by, is_dry, started_at)
  values ('catalog', 'edit', 'upgrade', false, clock_timestamp())
  returning run_id into run;
  perform set_config('partsdesk.run', run::text, true);
  with moved as (
    update offers
    set list_price = null, search = pg_temp.without_price(search), updated_at = clock_timestamp()
    where list_price = 0
    returning old.offer_id, old.received - old.shipped as stock,
      to_jsonb(old) - '{wire,available_stock}'::text[] as before
  )
  insert into offer_changes (offer_id, run_id, action, stock_before, stock_after, before)
  select offer_id, run, 'updated', stock, stock, before from moved;
  get diagnostics changed = row_count;
  update import_runs
  set state = 'committed', ended_at = clock_timestamp(),
    report = json_build_object(
      'counts', json_build_object('updated', changed), 'stops', '[]'::json,
      'refusals', '[]'::json, 'groups', '[]'::json,
      'warnings', json_build_array(
        'The price of these offers was 0. It is on request now, so they cannot be ordered. '
          || 'If they are all free of charge, revert this run; if some are, edit those.'
      )
    )
  where run_id = run;
  perform set_config('partsdesk.run', '', true);
end
$$;

drop function pg_temp.without_price(tsvector);
