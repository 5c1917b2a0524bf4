-- Bookings that repeat. Each date is an order of its own, and names the series it belongs to.

create table series (
  office_id bigint not null references offices,
  id bigint generated always as identity,
  user_id bigint not null references users,
  -- How the dates came about, for showing it: the orders say what is booked.
  repeat jsonb not null,
  created_at timestamptz not null,
  primary key (office_id, id)
);

-- Locks orders: for a moment. The column is empty, so nothing is written or checked.
alter table orders add column series_id bigint;
alter table orders add constraint orders_in_series
  foreign key (office_id, series_id) references series (office_id, id) not valid;
