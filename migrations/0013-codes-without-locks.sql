-- Two foreign keys took a quarter of what a new offer costs, for codes that nobody can delete and
-- that every import looks up before it takes a row. A trigger keeps the codes from going.
alter table offers
  drop constraint offers_condition_fkey, drop constraint offers_unit_of_measure_fkey;

create function keep_codes() returns trigger language plpgsql as $$
begin
  raise exception 'the code % stays: offers may have it', old.code
    using errcode = 'foreign_key_violation';
end
$$;

create trigger conditions_stay before delete or update of code on conditions
  for each row execute function keep_codes();
create trigger units_stay before delete or update of code on units_of_measure
  for each row execute function keep_codes();
