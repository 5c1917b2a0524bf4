-- no transaction
alter table occupancy validate constraint occupancy_waiting_fkey;
create unique index concurrently if not exists occupancy_one_per_offer on occupancy (office_id, waiting_id)
  where waiting_id is not null;
