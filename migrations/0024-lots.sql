-- How many lots or bins of a vendor an offer is the sum of; null if its file does not say.
alter table offers add column lots integer check (lots between 1 and 1000000);
