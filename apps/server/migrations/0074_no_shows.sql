-- no transaction: bookings go on, and wait for single statements only, each of which is short.

-- So many minutes after its start a booking that nobody checked into is released; null: never. What goes back then: as
-- much as for a late cancellation, or nothing.
alter table offices
  add column if not exists no_show_minutes integer
    constraint offices_release_no_shows check (no_show_minutes between 10 and 240),
  add column if not exists no_show_refund text not null default 'late_cancel'
    constraint offices_refund_no_shows check (no_show_refund in ('late_cancel', 'none'));

-- The rule as it was when the order was made. Orders of the previous version have none, so they are never released.
alter table orders
  add column if not exists no_show_minutes integer,
  add column if not exists no_show_refund_percent integer,
  -- When it is released, as its reminder says; null until that is sent.
  add column if not exists no_show_release_at timestamptz,
  -- It was released because nobody came.
  add column if not exists no_show boolean not null default false;
alter table orders drop constraint if exists orders_know_no_show_terms,
  add constraint orders_know_no_show_terms
    check ((no_show_minutes is null) = (no_show_refund_percent is null)) not valid;
alter table orders drop constraint if exists orders_release_no_shows,
  add constraint orders_release_no_shows check (not no_show or cancelled_at is not null) not valid;

-- Orders of offices with such a rule that nobody has checked into.
create index concurrently if not exists orders_to_arrive on orders (start)
  where no_show_minutes is not null and checked_in_at is null and cancelled_at is null;
-- Whether somebody has tried a door for an order.
create index concurrently if not exists door_openings_of_order on door_openings (order_id) where order_id is not null;

-- How many no-shows each day had.
alter table insight_offices add column if not exists no_shows integer not null default 0;
alter table insight_payments add column if not exists no_shows integer not null default 0;
alter table insight_hours add column if not exists no_shows integer not null default 0;
alter table insight_spaces add column if not exists no_shows integer not null default 0;
