-- The list of all orders: found, sorted and counted without reading them.

-- What the customer is charged, as the list words it: the agreed price, otherwise the base price for so many hours or
-- days, and tax. Nothing while a visit goes on.
alter table orders add column billed bigint not null generated always as (
  case when "end" is null then 0 else
    coalesce(total_price, round(base_price * extract(epoch from "end" - start) / case rent_type when 'day' then 86400 else 3600 end))
    + round(coalesce(total_price, round(base_price * extract(epoch from "end" - start) / case rent_type when 'day' then 86400 else 3600 end))
      * tax_percent / 100)
  end
) stored;

-- The day of a moment on the product's own clock, counted from 1970.
create function home_day(moment timestamptz) returns integer immutable
  return (moment at time zone 'Asia/Jerusalem')::date - date '1970-01-01';

-- Carries what the filters ask for, so that they are answered on it alone.
drop index orders_newest;
create index orders_newest on orders ("date" desc, id desc)
  include (office_id, sub_office_id, user_id, payment_status, start);
-- A place in some days, and what starts on some days in the order in which it was booked.
create index orders_of_office_newest on orders (office_id, "date" desc, id desc)
  include (sub_office_id, user_id, payment_status);
create index orders_of_start_day on orders (home_day(start), "date" desc, id desc);
create index orders_in_user_order on orders (user_id, id);
create index orders_in_billed_order on orders (billed, id);
create index orders_in_payment_order on orders (payment_status, id);
create index orders_of_whole_offices on orders (id) where sub_office_id is null;
create index sub_offices_in_name_order on sub_offices (lower(name), id);
create index users_by_id_figures on users using gin ((id::text) gin_trgm_ops);

-- How many orders there are of a kind: made or starting on a day, of a space (of an office as a whole: its id below
-- zero), of a user. Rows are only added, so that nobody who books waits for somebody else who does; a job adds them up.
create table order_tallies (
  kind text not null check (kind in ('date', 'start', 'space', 'user')),
  key bigint not null,
  payment_status text not null,
  count integer not null
);
create index order_tallies_of_key on order_tallies (kind, key) include (payment_status, count);

create function tally_new_orders() returns trigger language plpgsql as $$
begin
  insert into order_tallies
  select kind, key, payment_status, count(*) from added, lateral (values ('date', home_day("date")::bigint),
    ('start', home_day(start)), ('space', coalesce(sub_office_id, -office_id)), ('user', user_id)) as tally (kind, key)
  group by 1, 2, 3;
  return null;
end $$;

create function tally_changed_order() returns trigger language plpgsql as $$
begin
  insert into order_tallies
  select kind, key, payment_status, sum(count) from (
    values ('date', home_day(old."date")::bigint, old.payment_status, -1), ('start', home_day(old.start), old.payment_status, -1),
      ('space', coalesce(old.sub_office_id, -old.office_id), old.payment_status, -1), ('user', old.user_id, old.payment_status, -1)
    union all select * from (
      values ('date', home_day(new."date")::bigint, new.payment_status, 1), ('start', home_day(new.start), new.payment_status, 1),
        ('space', coalesce(new.sub_office_id, -new.office_id), new.payment_status, 1), ('user', new.user_id, new.payment_status, 1)
    ) as now_there where tg_op = 'UPDATE'
  ) as changes (kind, key, payment_status, count)
  group by 1, 2, 3 having sum(count) <> 0;
  return null;
end $$;

create trigger orders_are_tallied after insert on orders referencing new table as added
  for each statement execute function tally_new_orders();
create trigger changed_orders_are_tallied after update on orders for each row
  when ((old."date", old.start, old.office_id, old.sub_office_id, old.user_id, old.payment_status)
    is distinct from (new."date", new.start, new.office_id, new.sub_office_id, new.user_id, new.payment_status))
  execute function tally_changed_order();
create trigger deleted_orders_are_tallied after delete on orders
  for each row execute function tally_changed_order();

insert into order_tallies
select kind, key, payment_status, count(*) from orders, lateral (values ('date', home_day("date")::bigint),
  ('start', home_day(start)), ('space', coalesce(sub_office_id, -office_id)), ('user', user_id)) as tally (kind, key)
group by 1, 2, 3;
