-- no transaction
-- How often a copy has failed in a row: each time the pause before the next try is longer.
alter table order_copies add column if not exists tries integer not null default 0;
create index concurrently if not exists outside_events_by_end on outside_events (upper(during));
-- Only if a conflict has changed: they are looked through every minute.
create or replace trigger calendar_conflicts_changed after insert or update or delete on calendar_conflicts
  for each row execute function tell_lists('conflicts');
