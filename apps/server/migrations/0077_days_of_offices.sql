-- no transaction
-- In the index of the constraint, a day of an office is spread over a page for each unit. Here it is in one place, because
-- rows are ordered by their start. Rows of more than 24 hours are rare, and have an index of their own.
create index concurrently if not exists occupancy_of_office on occupancy (office_id, lower(during))
  where upper(during) - lower(during) <= interval '24 hours';
create index concurrently if not exists occupancy_long on occupancy using gist (office_id, during)
  where upper(during) - lower(during) > interval '24 hours';
