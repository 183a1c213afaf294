-- Works with: 0.2
-- Of an order placed by the API with an Idempotency-Key: its request with offers for part_ids, which
-- are another text in each second. A repeated request is recognized by it. Orders of older versions
-- have only the hash of the body.
alter table orders add column request text;
