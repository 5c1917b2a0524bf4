-- An office without sub-offices is rented whole, at prices of its own. 0: not offered.
alter table offices
  add column rent_type text not null default 'hour' check (rent_type in ('hour', 'day')),
  add column price_per_hour integer not null default 0 check (price_per_hour >= 0),
  add column price_per_day integer not null default 0 check (price_per_day >= 0),
  add column price_per_week integer not null default 0 check (price_per_week >= 0),
  add column price_per_month integer check (price_per_month >= 0);

-- Which units are taken at a time, over all offices: for the search.
create index occupancy_when on occupancy using gist (during);
create index units_of_sub_office on units (office_id, sub_office_id, number) where retired_at is null;
create index closures_when on closures using gist (office_id, during);
