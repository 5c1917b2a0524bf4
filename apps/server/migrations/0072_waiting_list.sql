-- People who wait for a time that is taken.
-- Locks occupancy: a new column, and a trigger.
-- Locks units: a trigger.

create table waiting_entries (
  office_id bigint not null references offices,
  id bigint generated always as identity,
  sub_office_id bigint,
  user_id bigint not null references users (id),
  during tstzrange not null check (is_half_open(during)),
  -- The stay as it was asked for, on the office's clock.
  times jsonb not null,
  -- Until then it can be booked, and is waited for.
  until timestamptz not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'offered', 'booked', 'lapsed', 'left', 'over')),
  offered_until timestamptz,
  joined_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (office_id, id),
  foreign key (office_id, sub_office_id) references sub_offices (office_id, id),
  check (state <> 'offered' or offered_until is not null)
);
-- A person waits once for the same stay.
create unique index waiting_entries_once
  on waiting_entries (user_id, office_id, sub_office_id, during) nulls not distinct
  where state in ('waiting', 'offered');
create index waiting_entries_of_user on waiting_entries (user_id, changed_at);
-- Who waits for a time, and who comes first.
create index waiting_entries_during on waiting_entries using gist (office_id, during)
  where state in ('waiting', 'offered');
create index waiting_entries_waiting on waiting_entries (until) where state = 'waiting';
create index waiting_entries_offered on waiting_entries (offered_until) where state = 'offered';

-- Spaces in which a time has become free that somebody waits for. A job looks at them and removes the rows.
create table waiting_openings (
  office_id bigint not null references offices,
  id bigint generated always as identity,
  sub_office_id bigint,
  primary key (office_id, id)
);

-- Of a hold: who it was offered to.
alter table occupancy add column waiting_id bigint;
alter table occupancy add constraint occupancy_waiting_fkey
  foreign key (office_id, waiting_id) references waiting_entries (office_id, id) not valid;

create function note_freed_time() returns trigger language plpgsql as $$
declare freed units;
begin
  select * into freed from units where office_id = old.office_id and id = old.unit_id;
  -- Cleaning after the stay takes up to four hours, and has to be free as well.
  if old.waiting_id is not null or exists (
    select from waiting_entries e
    where e.office_id = old.office_id and e.state = 'waiting'
      and e.sub_office_id is not distinct from freed.sub_office_id
      and e.during && tstzrange(lower(old.during) - interval '4 hours', upper(old.during))
  ) then
    insert into waiting_openings (office_id, sub_office_id) values (old.office_id, freed.sub_office_id);
    perform pg_notify('changes', 'openings');
  end if;
  return null;
end $$;
create trigger freed_time_is_noted after delete on occupancy for each row execute function note_freed_time();

create function note_new_unit() returns trigger language plpgsql as $$
begin
  if exists (
    select from waiting_entries e
    where e.office_id = new.office_id and e.state = 'waiting'
      and e.sub_office_id is not distinct from new.sub_office_id
  ) then
    insert into waiting_openings (office_id, sub_office_id) values (new.office_id, new.sub_office_id);
    perform pg_notify('changes', 'openings');
  end if;
  return null;
end $$;
create trigger new_units_are_noted after insert or update of retired_at on units
  for each row when (new.retired_at is null) execute function note_new_unit();

create function tell_waiting() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', 'waiting ' || new.user_id);
  return null;
end $$;
create trigger waiting_entries_changed after insert or update of state on waiting_entries
  for each row execute function tell_waiting();
