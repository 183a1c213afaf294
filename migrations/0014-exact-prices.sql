-- A unit price may have fractions of a minor unit (decision 29): prices become decimal numbers of
-- minor units. Prices of today are whole numbers, and stay as they are.

alter table offers
  alter list_price type numeric,
  add constraint offers_list_price_scale
    check (scale(list_price) = min_scale(list_price) and scale(list_price) <= 7);

-- A function that reads a column keeps its type, so it is created again, unchanged.
drop function has_contract_price(uuid, text, text, text, date);

alter table agreement_rules
  alter unit_price type numeric,
  add constraint agreement_rules_unit_price_scale
    check (scale(unit_price) = min_scale(unit_price) and scale(unit_price) <= 7);

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

-- A line total is rounded once, half up, and is 0 only if the price is 0.
alter table order_lines
  alter list_price type numeric,
  alter unit_price type numeric,
  drop constraint order_lines_total,
  add constraint order_lines_total
    check (line_total = greatest(round(unit_price * quantity), sign(unit_price)));

alter table quick_order_rows alter unit_price type numeric;

drop function amount_text(bigint, integer);

-- A price of minor units in major units: with the currency's digits or, if they are not enough, at
-- least 4, as src/price.ts has it.
create function price_text(minor numeric, digits integer) returns text
  language sql immutable parallel safe
  return case
    when scale(trim_scale(minor)) = 0 then trim_scale(minor) * ('1e-' || digits)::numeric
    else round(
      trim_scale(minor) * ('1e-' || digits)::numeric,
      greatest(scale(trim_scale(minor)) + digits, 4)
    )
  end::text;
