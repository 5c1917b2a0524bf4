-- Today is counted off its orders whenever somebody asks. They lie all over the table; here they lie side by side, with
-- everything that is counted.
create index orders_of_days on orders (start) include (office_id, sub_office_id, "end", currency, payment_status,
  checked_in_at, checked_out_at, billed, commission_percent, total_price, base_price, rent_type)
  where cancelled_at is null;
