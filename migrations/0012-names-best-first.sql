-- Offers of a name are read best first: of each condition by price, so that reading can stop at
-- what is answered.
drop index offers_name;
create index offers_name on offers (name_key, condition, list_price, offer_id);
