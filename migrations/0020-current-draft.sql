-- The draft to which a person adds parts. Not a reference: it counts only while the order is a
-- draft of the person's account, and an order that is removed leaves nothing to be done.

alter table users add column draft_id uuid;
