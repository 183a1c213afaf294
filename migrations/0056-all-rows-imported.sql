-- Works with: 0.2
-- Rows are no longer left out of an import: nothing reads `excluded`. What a check listed of such
-- rows goes, and a file that was checked without some rows is checked again before it is imported.
delete from import_changed_rows where excluded;
update import_runs set file_id = null
where excluded <> '[]' and state in ('previewed', 'stopped');

-- What the values of a vendor mean is remembered with the columns of its files: nothing reads
-- `vendor_values`.
with known as (
  select vendor, jsonb_agg(jsonb_build_array(field, meanings) order by field) as meanings
  from (
    select vendor, field,
      jsonb_agg(jsonb_build_array(written, meaning) order by written) as meanings
    from vendor_values group by vendor, field
  ) fields
  group by vendor
),
stored as (
  select m.ctid as place, known.meanings,
    case when m.mapping = '' then '[[], []]' else m.mapping end::jsonb as parts
  from import_mappings m join known using (vendor)
)
update import_mappings m
set mapping = (
    jsonb_build_array(
      parts -> 0, parts -> 1, coalesce(parts -> 2, 'null'), coalesce(parts -> 3, 'null'), meanings
    ) || case when parts -> 5 is null then '[]' else jsonb_build_array(parts -> 5) end
  )::text
from stored where m.ctid = stored.place;
