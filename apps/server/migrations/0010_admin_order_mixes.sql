-- What was booked on some days, in the order in which it starts, and the reverse. PostgreSQL answers on the index alone
-- only where what the day is of is in it too.
create index orders_of_order_day on orders (home_day("date"), start desc, id desc) include ("date");
drop index orders_of_start_day;
create index orders_of_start_day on orders (home_day(start), "date" desc, id desc) include (start);

-- What a place has billed is found among all that is billed.
drop index orders_in_billed_order;
create index orders_in_billed_order on orders (billed, id) include (office_id);
