-- The codes that the ATA Aviation Marketplace uses besides ours, and the words that files use for
-- conditions. What an operator added with the same code stays as it is.

update conditions set name = 'repaired or repairable' where code = 'RP' and name = 'repaired';

do $$
declare
  added record;
  place smallint;
begin
  for added in
    select * from (values
      (1, 'NU', 'new, unused', 'NS'),
      (2, 'US', 'used, may be unserviceable', 'AR'),
      (3, 'CR', 'core', 'US'),
      (4, 'EX', 'defined by the vendor', 'CR'),
      (5, 'ST', 'defined by the vendor', 'EX')
    ) as codes (position, code, name, best_after) order by position
  loop
    continue when exists (select from conditions where code = added.code);
    select rank + 1 into strict place from conditions where code = added.best_after;
    update conditions set rank = rank + 1 where rank >= place;
    insert into conditions (code, name, rank) values (added.code, added.name, place);
  end loop;
end $$;

-- A synonym is in capitals, its words separated by one space. Codes come before synonyms.
create table condition_synonyms (
  synonym text primary key
    check (char_length(synonym) between 1 and 40 and synonym = upper(synonym)),
  condition text not null references conditions
);

insert into condition_synonyms (synonym, condition)
select * from (values
  ('NEW', 'NE'), ('FACTORY NEW', 'NE'), ('FN', 'NE'),
  ('NEW SURPLUS', 'NS'),
  ('OVERHAULED', 'OH'), ('OVERHAUL', 'OH'), ('OVHL', 'OH'), ('OHC', 'OH'),
  ('SERVICEABLE', 'SV'), ('SERV', 'SV'), ('SVC', 'SV'),
  ('REPAIRED', 'RP'), ('REPAIRABLE', 'RP'),
  ('AS REMOVED', 'AR')
) as synonyms (synonym, condition)
where not exists (select from conditions where code = synonym);

grant select, insert, update (condition), delete on condition_synonyms to partsdesk_service;
