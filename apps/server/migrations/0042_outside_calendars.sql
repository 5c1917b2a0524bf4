-- Sub-offices are linked to calendars of outside services: our orders are copied there, their events take our units.

-- What a sub-office is linked to, and how far we have read it. The link fields of the sub-office say what is wanted.
create table calendar_links (
  id bigint generated always as identity primary key,
  office_id bigint not null,
  sub_office_id bigint not null,
  provider text not null check (provider in ('google', 'outlook', 'nexudus', 'pickspace', 'roo', 'ics')),
  -- Theirs: of a calendar, a room or a resource. For an .ics address, its host.
  calendar_id text not null,
  calendar_name text,
  -- Of an .ics file: the address is a secret.
  address_sealed text check ((address_sealed is not null) = (provider = 'ics')),
  state text not null default 'linked' check (state in ('linked', 'missing', 'unreachable')),
  failure text,
  failing_since timestamptz,
  -- Where the service says to go on reading.
  next_reading text,
  -- Events up to then are known.
  known_until timestamptz,
  read_at timestamptz,
  due_at timestamptz not null default now(),
  -- How long the last event that came in had waited.
  lag_ms integer,
  -- Until then one server reads it.
  leased_until timestamptz,
  -- The service tells us of changes under this id and secret, until then.
  channel_id text unique,
  channel_ref text,
  channel_secret_sealed text,
  channel_until timestamptz,
  linked_at timestamptz not null default now(),
  linked_by bigint references users on delete set null,
  foreign key (office_id, sub_office_id) references sub_offices (office_id, id) on delete cascade,
  constraint calendar_links_one_per_provider unique (office_id, sub_office_id, provider)
);
-- One calendar belongs to one sub-office: another one would be blocked by the orders of the first.
create unique index calendar_links_one_per_calendar on calendar_links (office_id, provider, calendar_id)
  where provider <> 'ics';
create index calendar_links_due on calendar_links (due_at);
create index calendar_links_of_linker on calendar_links (linked_by) where linked_by is not null;

-- Events of others, as last read.
create table outside_events (
  link_id bigint not null references calendar_links on delete cascade,
  event_id text not null,
  during tstzrange not null check (is_half_open(during)),
  title text,
  primary key (link_id, event_id)
);
create index outside_events_when on outside_events using gist (link_id, during);

-- Our orders as events in their calendars.
create table order_copies (
  link_id bigint not null references calendar_links on delete cascade,
  office_id bigint not null,
  order_id bigint not null,
  -- Theirs; null until it is written.
  event_id text,
  -- As last written.
  during tstzrange check (is_half_open(during)),
  -- How often it was deleted there: an id that was used once stays taken.
  generation integer not null default 0,
  state text not null default 'due' check (state in ('due', 'written', 'refused', 'failing')),
  failure text,
  changed_at timestamptz not null default now(),
  primary key (link_id, order_id),
  foreign key (office_id, order_id) references orders (office_id, id)
);
create index order_copies_of_order on order_copies (office_id, order_id);

-- An event and an order that want the same time. Kept after they are answered.
create table calendar_conflicts (
  id bigint generated always as identity primary key,
  office_id bigint not null,
  sub_office_id bigint not null,
  order_id bigint not null,
  provider text not null,
  link_id bigint references calendar_links on delete set null,
  -- Null if the service refused our order and does not say why.
  event_id text,
  event_title text,
  event_during tstzrange,
  -- `overlap`: their event came in. `refused`: they did not take our order.
  kind text not null check (kind in ('overlap', 'refused')),
  answer text check (answer in ('ours', 'theirs', 'moved', 'over')),
  found_at timestamptz not null default now(),
  answered_at timestamptz,
  answered_by bigint references users on delete set null,
  foreign key (office_id, order_id) references orders (office_id, id),
  check ((answer is null) = (answered_at is null))
);
create unique index calendar_conflicts_once on calendar_conflicts (order_id, provider, coalesce(event_id, ''))
  where answer is null;
create index calendar_conflicts_open on calendar_conflicts (found_at, id) where answer is null;
create index calendar_conflicts_of_order on calendar_conflicts (office_id, order_id);
create index calendar_conflicts_of_link on calendar_conflicts (link_id) where link_id is not null;
create index calendar_conflicts_of_answerer on calendar_conflicts (answered_by) where answered_by is not null;
