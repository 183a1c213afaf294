-- Offers of a name are read best first: of each condition by price, so that reading can stop at
-- what is answered.
drop index offers_name;
create index offers_name on offers (name_key, condition, list_price, offer_id);

-- The words of the offers that are there, each with its condition and price class, as
-- src/catalog/searchWords.ts places them; plurals and abbreviations come with the next import.
-- No reader has seen these offers yet, so this takes no place in the order of changes.
select set_config('partsdesk.run', 'migration', true);

create function pg_temp.class_of(list_price bigint) returns integer language sql as $$
  select case when list_price = 0 then 0
    else least(51, 2 * octave + (list_price::numeric ^ 2 >= 2::numeric ^ (2 * octave + 1))::integer)
  end
  from (select 64 - position('1' in list_price::bit(64)::text) as octave) halves
$$;

update offers set search = array_to_tsvector(words || array(
    select condition || '.' || pg_temp.class_of(list_price) || '.' || word from unnest(words) word
  ))
from (
  select offer_id as id, array_remove(tsvector_to_array(search), '') as words from offers
) plain
where offer_id = id and not exists (select from unnest(words) word where word like '%.%');

drop function pg_temp.class_of(bigint);
