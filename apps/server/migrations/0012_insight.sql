-- What the orders of each day come to, so that a year of them is added up without reading them. Days are those of the
-- product's own clock. Of each day there is one sum by office, one by payment and one by hour of the week on the clock of
-- each office (0 is Sunday from midnight to one); all of them by type of space and by currency.
-- What an order brings counts on the day it starts; booked_ms and there_ms on the days they lie in.
create table insight_offices (
  day integer not null,
  office_id bigint not null,
  type text not null,
  currency text not null,
  orders integer not null,
  revenue bigint not null,
  net bigint not null,
  booked_ms bigint not null,
  there_ms bigint not null,
  primary key (day, office_id, type, currency)
);
create table insight_payments (
  day integer not null,
  payment_status text not null,
  type text not null,
  currency text not null,
  orders integer not null,
  revenue bigint not null,
  net bigint not null,
  booked_ms bigint not null,
  there_ms bigint not null,
  primary key (day, payment_status, type, currency)
);
create table insight_hours (
  day integer not null,
  hour smallint not null check (hour between 0 and 167),
  type text not null,
  currency text not null,
  orders integer not null,
  revenue bigint not null,
  net bigint not null,
  booked_ms bigint not null,
  there_ms bigint not null,
  primary key (day, hour, type, currency)
);

-- The days whose sums are not right any more. Rows are only added, in the transaction that changes an order, so that nobody
-- who books waits for somebody else who does; a job counts those days anew and takes the rows away that it could see.
-- Until then whoever asks for such a day counts it themselves.
create table insight_changes (day integer not null);
create index insight_changes_by_day on insight_changes (day);

create function days_of_stay(start timestamptz, "end" timestamptz) returns setof integer immutable
  return generate_series(home_day(start), home_day(coalesce("end" - interval '1 microsecond', start)));

create function note_new_orders() returns trigger language plpgsql as $$
begin
  insert into insight_changes select distinct days_of_stay(start, "end") from added;
  return null;
end $$;

create function note_changed_order() returns trigger language plpgsql as $$
begin
  insert into insight_changes
  select days_of_stay(old.start, old."end") union select days_of_stay(new.start, new."end") where tg_op = 'UPDATE';
  return null;
end $$;

create trigger orders_change_insight after insert on orders referencing new table as added
  for each statement execute function note_new_orders();
create trigger changed_orders_change_insight after update on orders for each row
  when ((old.start, old."end", old.office_id, old.sub_office_id, old.currency, old.billed, old.commission_percent,
      old.payment_status, old.checked_in_at, old.checked_out_at, old.cancelled_at)
    is distinct from (new.start, new."end", new.office_id, new.sub_office_id, new.currency, new.billed,
      new.commission_percent, new.payment_status, new.checked_in_at, new.checked_out_at, new.cancelled_at))
  execute function note_changed_order();
create trigger deleted_orders_change_insight after delete on orders
  for each row execute function note_changed_order();

-- A space that becomes one of another kind takes its past along, and so does an office that gets another clock.
create function note_changed_type() returns trigger language plpgsql as $$
begin
  insert into insight_changes select distinct days_of_stay(start, "end") from orders
  where office_id = new.office_id and sub_office_id = new.id;
  return null;
end $$;
create trigger types_change_insight after update of type on sub_offices for each row
  when (old.type <> new.type) execute function note_changed_type();

create function note_changed_clock() returns trigger language plpgsql as $$
begin
  insert into insight_changes select distinct days_of_stay(start, "end") from orders where office_id = new.id;
  return null;
end $$;
create trigger clocks_change_insight after update of time_zone on offices for each row
  when (old.time_zone <> new.time_zone) execute function note_changed_clock();

-- Stays are looked for from the day before on; those that last longer are found by themselves.
create index orders_long on orders using gist (tstzrange(start, "end")) where "end" - start > interval '1 day';

insert into insight_changes select distinct days_of_stay(start, "end") from orders;
