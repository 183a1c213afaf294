-- The manufacturer is part of what identifies an offer (decision 16). No table is rewritten, and no
-- offer changes: offers that were unique without the manufacturer are unique with it.

-- What identifies a manufacturer: its CAGE code, else its name without case, accents, punctuation
-- and the form of the company; empty if none is stated. `src/catalog/identity/manufacturer.ts`
-- computes the same.
create function manufacturer_key(cage text, manufacturer text) returns text
  language sql immutable parallel safe
  return coalesce(cage, lower(regexp_replace(
    normalize(manufacturer, NFKD) collate "C",
    '(?:[\s.,&]+(?:incorporated|inc|corporation|corp|company|co|limited|ltd|llc|l\.l\.c|lp|plc|gmbh'
      || '|ag|kg|oy|ab|pty|pte|bv|b\.v|nv|n\.v|sarl|sas|s\.a\.s|sa|s\.a|srl|s\.r\.l|spa|s\.p\.a))+'
      || '[\s.,]*$|^\s*the\s+'
      || '|[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u0300-\u036f\u2000-\u206f]+',
    '', 'gi'
  )), '') collate "C";

alter table offers drop constraint offers_identity;
create unique index offers_identity on offers (
  part_number_key, vendor, condition, unit_of_measure, manufacturer_key(cage, manufacturer)
);
