-- Lists that an account saves are not deleted by age.
alter table quick_orders add column is_saved boolean not null default false;

create index quick_orders_saved on quick_orders (account_id) where is_saved;
