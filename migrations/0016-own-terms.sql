-- What this distributor's customers call parts, beside and in place of the standard terms (decision
-- 170). A term without meanings switches a standard term off.

create table own_terms (
  -- The words of `written`, folded as names are.
  term_key text primary key check (char_length(term_key) between 1 and 400),
  written text not null check (char_length(written) between 1 and 100),
  meanings text[] not null check (cardinality(meanings) <= 10),
  updated_at timestamptz not null
);

-- Replicas read the terms when the codes of the catalog change.
create trigger own_terms_changed after insert or update or delete or truncate on own_terms
  for each statement execute function record_codes();

grant select, insert, update (written, meanings, updated_at), delete on own_terms
  to partsdesk_service;
