-- no transaction
-- A day of an office: in the index of the constraint, which goes by unit, it lies on a page for each unit. By start it is in
-- one place. What lasts longer than a day is rare, and is found by itself.
create index concurrently if not exists occupancy_of_office on occupancy (office_id, lower(during))
  where upper(during) - lower(during) <= interval '1 day';
create index concurrently if not exists occupancy_long on occupancy using gist (office_id, during)
  where upper(during) - lower(during) > interval '1 day';
