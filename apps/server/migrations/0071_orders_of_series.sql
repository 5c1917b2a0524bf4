-- no transaction
create index concurrently if not exists orders_of_series on orders (office_id, series_id, start)
  where series_id is not null;
