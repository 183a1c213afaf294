-- Works with: 0.2
-- What a buyer asked for with a line or a row, as facts beside the remark, which is the buyer's own
-- text. Until now the program wrote them into the remark.
alter table order_lines
  -- The part number as it was listed, if another one is ordered.
  add column requested_part text,
  -- As asked, in its own unit, if something else is ordered.
  add column requested_quantity numeric check (requested_quantity > 0),
  add column requested_unit text,
  -- Codes, any of which is enough.
  add column requested_conditions text[],
  add column requested_certificates text[],
  -- What of a list was not read, as it was written: {"condition", "certificate", "day"}.
  add column requested_unread jsonb;

alter table quick_order_rows
  -- The quantity before it was converted to the unit of its offer.
  add column requested_quantity numeric check (requested_quantity > 0),
  add column requested_unit text,
  -- As in order_lines.
  add column unread jsonb;

-- The facts of a remark of which every part is a sentence of the program, each kind once; null for
-- any other remark, which may be the buyer's. What was cut ends with an ellipsis.
create function pg_temp.read_facts(remark text) returns jsonb language sql immutable as $$
  select case when count(kind) = count(*) and count(distinct kind) = count(*)
    then jsonb_object_agg(kind, written) filter (where kind is not null) end
  from unnest(string_to_array(remark, '; ')) part
    left join (values
      ('part', '^Listed as ([^…]+)$'),
      ('certificates', '^Certificate requested: ([^…]+)$'),
      ('conditions', '^Condition requested: ([^…]+)$'),
      ('quantity', '^([1-9][0-9,]*) requested, [1-9][0-9,]* ordered$'),
      ('measure', '^([0-9]{1,7}(?:[.,][0-9]{1,2})? ?[[:alpha:]]+)\.? requested \([0-9,]+ [A-Z]{2}\)$'),
      ('day', '^needed by: ([^…]+)$'),
      ('unread certificate', '^certificate: ([^…]+)$'),
      ('unread condition', '^condition requested: ([^…]+)$')
    ) sentence(kind, pattern) on part ~ pattern
    left join lateral (select substring(part from pattern) as written) found on true
$$;

create function pg_temp.list_codes(written text) returns text[] language sql immutable as $$
  select array(
    select case name when 'FAA 8130-3' then '8130-3' when 'Certificate of Conformance' then 'CoC'
      else name end
    from unnest(string_to_array(written, ' or ')) with ordinality one(name, place) order by place
  )
  where written is not null
$$;

create function pg_temp.read_unread(facts jsonb) returns jsonb language sql immutable as $$
  select nullif(jsonb_strip_nulls(jsonb_build_object(
    'condition', facts -> 'unread condition', 'certificate', facts -> 'unread certificate',
    'day', facts -> 'day')), '{}')
$$;

-- Of drafts that people created. What was confirmed stays as it was sent.
update order_lines l
set remark = null,
  requested_part = facts ->> 'part',
  requested_quantity = coalesce(
    replace(substring(facts ->> 'measure' from '^[0-9.,]+'), ',', '.'),
    replace(facts ->> 'quantity', ',', ''))::numeric,
  requested_unit = case when facts ? 'measure'
    then substring(facts ->> 'measure' from '[[:alpha:]]+')
    when facts ? 'quantity' then l.unit_of_measure end,
  requested_conditions = pg_temp.list_codes(facts ->> 'conditions'),
  requested_certificates = pg_temp.list_codes(facts ->> 'certificates'),
  requested_unread = pg_temp.read_unread(facts)
from (
  select order_id, line_number, pg_temp.read_facts(remark) as facts
  from order_lines join orders using (order_id)
  where status = 'draft' and user_id is not null and remark is not null
) found
where found.facts is not null
  and l.order_id = found.order_id and l.line_number = found.line_number;

-- Rows have part number, quantity, conditions and certificates in their own columns.
update quick_order_rows r
set remark = null,
  requested_quantity =
    replace(substring(facts ->> 'measure' from '^[0-9.,]+'), ',', '.')::numeric,
  requested_unit = substring(facts ->> 'measure' from '[[:alpha:]]+'),
  unread = pg_temp.read_unread(facts)
from (
  select quick_order_id, row_number, pg_temp.read_facts(remark) as facts
  from quick_order_rows where remark ~ ' requested \(|needed by: |certificate: |condition requested: '
) found
where found.facts is not null
  and not found.facts ?| array['part', 'quantity', 'conditions', 'certificates']
  and r.quick_order_id = found.quick_order_id and r.row_number = found.row_number;

drop function pg_temp.read_facts, pg_temp.list_codes, pg_temp.read_unread;
