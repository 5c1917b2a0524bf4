-- no transaction
-- An event that collides with an order takes what is left of its time, so it may have several pieces.
create index concurrently if not exists occupancy_of_event on occupancy (office_id, provider, event_id)
  where event_id is not null;
drop index concurrently if exists occupancy_one_per_event;

alter table occupancy drop constraint if exists occupancy_provider_check, add constraint occupancy_provider_check
  check (provider in ('google', 'outlook', 'pickspace', 'nexudus', 'roo', 'ics')) not valid;
alter table occupancy validate constraint occupancy_provider_check;
