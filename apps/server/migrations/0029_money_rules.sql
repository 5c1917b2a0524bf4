-- no transaction: bookings go on, and wait for single statements only, each of which is short.

-- The terms of cancellation as they were when the order was made, and what they keep of the price and tax of a cancelled
-- order. The defaults are for existing rows.
alter table orders
  add column if not exists free_cancel_hours integer not null default 24,
  add column if not exists free_cancel_minutes_after_booking integer not null default 15,
  add column if not exists late_cancel_refund_percent integer not null default 50,
  add column if not exists kept integer not null default 0;
alter table orders drop constraint if exists orders_keep_no_less_than_nothing,
  add constraint orders_keep_no_less_than_nothing check (kept >= 0) not valid;

-- An order that is added without terms, as servers of the previous version add them, gets those of its office.
create or replace function take_terms_of_office() returns trigger language plpgsql as $$ begin
  select free_cancel_hours, free_cancel_minutes_after_booking, late_cancel_refund_percent
  into new.free_cancel_hours, new.free_cancel_minutes_after_booking, new.late_cancel_refund_percent
  from offices where id = new.office_id; return new; end $$;
create or replace trigger orders_have_terms before insert on orders for each row
  when (new.free_cancel_hours is null) execute function take_terms_of_office();
alter table orders
  alter column free_cancel_hours drop default,
  alter column free_cancel_minutes_after_booking drop default,
  alter column late_cancel_refund_percent drop default;
-- The terms of orders that are over decide nothing any more.
update orders set free_cancel_hours = office.free_cancel_hours,
  free_cancel_minutes_after_booking = office.free_cancel_minutes_after_booking,
  late_cancel_refund_percent = office.late_cancel_refund_percent
from offices office where office.id = orders.office_id and cancelled_at is null and ("end" is null or "end" > now())
  and (office.free_cancel_hours, office.free_cancel_minutes_after_booking, office.late_cancel_refund_percent)
    <> (24, 15, 50)
  and (orders.free_cancel_hours, orders.free_cancel_minutes_after_booking, orders.late_cancel_refund_percent)
    = (24, 15, 50);

-- What is kept of a cancelled order is revenue.
create or replace trigger changed_orders_change_insight after update on orders for each row
  when ((old.start, old."end", old.office_id, old.sub_office_id, old.currency, old.billed, old.commission_percent,
      old.payment_status, old.checked_in_at, old.checked_out_at, old.cancelled_at, old.kept)
    is distinct from (new.start, new."end", new.office_id, new.sub_office_id, new.currency, new.billed,
      new.commission_percent, new.payment_status, new.checked_in_at, new.checked_out_at, new.cancelled_at, new.kept))
  execute function note_changed_order();
update orders set kept = paid_with_credits + paid_by_card + paid_otherwise - refunded
where cancelled_at is not null and kept = 0
  and paid_with_credits + paid_by_card + paid_otherwise - refunded > 0;

-- How many bookings a person may leave unpaid in an office. 0: they are paid when they are made.
alter table offices add column if not exists unpaid_bookings_allowed integer not null default 1
  constraint offices_allow_unpaid check (unpaid_bookings_allowed >= 0);
-- Orders that somebody still has to pay for. The code has the same condition.
create index concurrently if not exists orders_owing on orders (user_id, office_id)
  where (case when cancelled_at is not null then kept when "end" is null then base_price else billed end)
    > paid_with_credits + paid_by_card + paid_otherwise - refunded;

-- Corrections of credits that were added by mistake.
alter table credit_ledger drop constraint if exists credit_ledger_kind_check,
  add constraint credit_ledger_kind_check
  check (kind in ('grant', 'purchase', 'spend', 'refund', 'expire', 'correct')) not valid;
-- When the person was told that the lot is about to expire.
alter table credit_lots add column if not exists warned_at timestamptz;
-- Lots expire at the end of a day, in UTC.
update credit_lots set expires_at = (date_trunc('day', expires_at at time zone 'UTC') + interval '1 day') at time zone 'UTC'
where remaining > 0 and expires_at > now()
  and expires_at <> date_trunc('day', expires_at at time zone 'UTC') at time zone 'UTC';
