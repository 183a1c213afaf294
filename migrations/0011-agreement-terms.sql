-- What a contract line says beside its price: the account's own minimum and multiple of a part
-- (decision 67), and which import brought a rule (decision 64).

alter table agreement_rules
  add column order_min integer check (order_min between 1 and 1000000),
  add column order_multiple integer check (order_multiple between 1 and 1000000),
  -- Imports have no table to point to here; null where no import is known.
  add column run_id bigint,
  add constraint agreement_rules_order_terms check (
    scope = 'part' or (order_min is null and order_multiple is null)
  );
