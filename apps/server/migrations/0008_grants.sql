-- What a grant waits for: whoever looks at it next does so at `due_at`, and it is null when there is nothing left to do.
alter table grants
  -- Higher with every change of what is wanted, so that work that began before is not taken for done.
  add column version integer not null default 1,
  add column due_at timestamptz,
  -- How often in a row it went wrong.
  add column tries integer not null default 0,
  -- Tells codes apart without telling them.
  add column door_code_hash text;
create index grants_due on grants (due_at) where due_at is not null;

-- Whoever is in an office has a code of their own there.
alter table grants add constraint grants_codes_differ
  exclude using gist (office_id with =, door_code_hash with =, during with &&) where (state <> 'removed');

alter table grant_devices
  -- Where in the lock the code is, or may be. A place is taken by one code at a time.
  add column slot integer check (slot between 1 and 254),
  -- By which the code is taken out again.
  add column code_ref text;
create unique index grant_devices_slots on grant_devices (office_id, device_id, slot) where slot is not null;
create index grant_devices_of_device on grant_devices (office_id, device_id);

-- Each time a door was told to open by a call. One at a time, so that many taps are one opening.
create table door_openings (
  office_id bigint not null,
  id bigint generated always as identity,
  device_id bigint not null,
  -- Null when an admin opened it.
  order_id bigint,
  actor_id bigint not null references users,
  -- What the caller named the attempt by; forgotten when it failed, so that it can be tried again.
  key text,
  began_at timestamptz not null default now(),
  ended_at timestamptz,
  -- How the door stood then; null when it did not open.
  state text,
  failure text,
  -- It failed, and may have opened all the same.
  may_have_worked boolean not null default false,
  primary key (office_id, id),
  foreign key (office_id, device_id) references devices (office_id, id) on update cascade,
  foreign key (office_id, order_id) references orders (office_id, id)
);
create unique index door_openings_one_at_a_time on door_openings (office_id, device_id) where ended_at is null;
create unique index door_openings_by_key on door_openings (actor_id, key) where key is not null;
create index door_openings_of_device on door_openings (office_id, device_id, began_at desc);
create index door_openings_by_age on door_openings (began_at);

-- Those who have booked before get what everybody gets who books from now on.
insert into grants (office_id, order_id, during)
  select orders.office_id, orders.id,
    tstzrange(orders.start - interval '10 minutes', coalesce(orders."end", upper(occupancy.during)))
  from orders join occupancy
    on occupancy.office_id = orders.office_id and occupancy.order_id = orders.id and occupancy.cause = 'order'
  where orders.cancelled_at is null and orders.checked_out_at is null
    and coalesce(orders."end", upper(occupancy.during)) > now()
  on conflict do nothing;
update grants set due_at = case state when 'installed' then upper(during) else lower(during) end
  where state <> 'removed';
