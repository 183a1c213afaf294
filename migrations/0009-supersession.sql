-- What stands for what: chains of supersession, parts that may be used instead, and the
-- certificates that vendors name in many ways.

-- The keys are what the numbers beside them are compared by, as of a part number (decision 14);
-- null where there is none, so that an offer without any is no larger than before.
alter table offers
  add superseded_by_key text collate "C" check (superseded_by_key <> ''),
  add alternate_keys text[] collate "C",
  add interchangeable text[] not null default '{}',
  add interchangeable_keys text[] collate "C";

-- The key as the import makes it, but for a few letters outside ASCII; the next import of the
-- offer settles those.
create function pg_temp.key_of(part_number text) returns text language sql as $$
  select normalize(upper(btrim(regexp_replace(
    regexp_replace(part_number, '[\u00ad\u2010-\u2015\u2212\ufe58\ufe63\uff0d]', '-', 'g'),
    '\s+', ' ', 'g'))), nfc)
$$;

-- No reader has seen these offers yet, so this takes no place in the order of changes.
select set_config('partsdesk.run', 'migration', true);

update offers set
  superseded_by_key = nullif(pg_temp.key_of(superseded_by), ''),
  alternate_keys = nullif(array(select pg_temp.key_of(number) from unnest(alternates) number), '{}')
where superseded_by is not null or alternates <> '{}';

drop function pg_temp.key_of(text);

-- From a part to those whose rows name it as interchangeable; rows without any are not in it.
create index offers_interchangeable on offers using gin (interchangeable_keys)
  with (fastupdate = off) where interchangeable_keys is not null;

create table certificates (
  code catalog_text primary key check (char_length(code) between 1 and 40 and code !~ '[|;]'),
  name catalog_text not null,
  synonyms text[] not null default '{}'
);

insert into certificates (code, name, synonyms) values
  ('8130-3', 'FAA authorized release certificate',
    '{8130,FAA 8130,FAA 8130-3,Form 8130-3,FAA Form 8130,FAA Form 8130-3}'),
  ('EASA Form 1', 'EASA authorised release certificate',
    '{EASA F1,EASA Form One,EASA 1,Form 1,Form One}'),
  ('CoC', 'certificate of conformance',
    '{C of C,Cert of Conformance,Certificate of Conformance,Certificate of Conformity}');

-- A new condition takes a place among the others: those after it move up in one statement, which
-- is judged when it ends.
alter table conditions drop constraint conditions_rank_key;
alter table conditions add constraint conditions_rank_key unique (rank) deferrable;

grant select, insert on certificates to partsdesk_service;
grant update (rank) on conditions to partsdesk_service;
