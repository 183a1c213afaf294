-- What an account pays: its contract lines for parts, rules for vendors and general discount
-- (decision 28).

create table agreement_rules (
  rule_id bigint generated always as identity primary key,
  account_id uuid not null references accounts,
  scope text not null check (scope in ('part', 'vendor', 'account')),
  part_number text,
  part_number_key text collate "C",
  vendor text,
  condition text references conditions,
  min_quantity integer not null default 1 check (min_quantity between 1 and 1000000),
  unit_price bigint check (unit_price >= 0),
  currency text check (currency ~ '^[A-Z]{3}$'),
  discount integer check (discount between 0 and 10000),
  valid_from date not null,
  valid_to date check (valid_to >= valid_from),
  updated_at timestamptz not null,
  constraint agreement_rules_scope check (
    case scope
      when 'part' then part_number is not null and part_number_key is not null
      when 'vendor' then part_number_key is null and vendor is not null and condition is null
      else part_number_key is null and vendor is null and condition is null
    end
  ),
  constraint agreement_rules_term check (
    case
      when unit_price is not null then scope = 'part' and currency is not null and discount is null
      else currency is null and discount is not null
    end
  ),
  constraint agreement_rules_identity unique nulls not distinct
    (account_id, scope, part_number_key, vendor, condition, min_quantity, valid_from)
);
