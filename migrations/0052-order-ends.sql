-- Works with: 0.2
-- People name an order by the end of its purchase order number.
create index orders_po_end on orders ((reverse(lower(po_number)) collate "C"), order_id desc)
  where po_number is not null;
