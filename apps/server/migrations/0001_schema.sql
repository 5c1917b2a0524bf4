-- Money is in minor units throughout (cents, agorot); credits in hundredths of a credit.
-- Secrets are sealed by the server before they get here; such columns end in _sealed.
-- Whatever hangs on an office has office_id first in its key, so that offices can be spread over machines. An id
-- is unique by itself as well: it is an identity, handed out once. No index says so, since one on the id alone
-- could not be spread.
-- version, updated_at and updated_by: whoever changes a row names the version they read, and a stale one is refused.

create extension if not exists btree_gist;
create extension if not exists pg_trgm;
create extension if not exists citext;

-- From a moment up to, not including, another: ranges that touch do not overlap, and none goes on for ever.
create function is_half_open(range tstzrange) returns boolean immutable
  return lower_inc(range) and not upper_inc(range) and not upper_inf(range)
    and isfinite(lower(range)) and isfinite(upper(range));

-- Names such as Asia/Jerusalem, or UTC. PostgreSQL would also take 'Anything3' for three hours west of Greenwich;
-- such inventions need a figure, so names with figures are refused.
create function is_time_zone(name text) returns boolean immutable language plpgsql as $$
begin
  perform timestamptz '2000-01-01 00:00+00' at time zone name;
  return name = 'UTC' or name ~ '^[A-Z][A-Za-z_-]+(/[A-Z][A-Za-z_-]+)+$';
exception when invalid_parameter_value then
  return false;
end $$;

-- People ---------------------------------------------------------------------------------------------------

create table users (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 200),
  -- Also unique against deleted users, so that a restored one meets no double.
  email citext not null unique check (length(email) <= 254),
  -- Google's own name for the person: an address may change hands, this never does.
  google_subject text unique,
  admin boolean not null default false,
  language text not null default 'en' check (language in ('en', 'he')),
  -- Every session token of a user is void once this moves on.
  session_epoch integer not null default 0,
  email_confirmed_at timestamptz,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  purged_at timestamptz,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by bigint references users
);
create index users_newest on users (created_at desc, id desc);
create index users_by_name on users using gin (name gin_trgm_ops);
create index users_by_email on users using gin ((email::text) gin_trgm_ops);

create table profiles (
  user_id bigint primary key references users,
  phone text check (length(phone) <= 40),
  -- Name in the file store; the file itself is sealed.
  passport_image text,
  card_token_sealed text,
  updated_at timestamptz not null default now()
);

create table credentials (
  user_id bigint primary key references users,
  password_hash text not null,
  changed_at timestamptz not null default now()
);

create table one_time_tokens (
  -- Only the hash is kept: who reads the table cannot use the links.
  token_hash bytea primary key,
  user_id bigint not null references users,
  purpose text not null check (purpose in ('confirm_email', 'set_password', 'confirm_deletion', 'undo_deletion')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_tokens_of_user on one_time_tokens (user_id);
create index one_time_tokens_by_expiry on one_time_tokens (expires_at);

-- How often something was tried since window_started_at, counted by all servers together.
create table attempts (
  -- What is being limited, such as 'sign in' with a hash of the account or of the address it came from.
  key text primary key check (length(key) <= 200),
  count integer not null check (count > 0),
  window_started_at timestamptz not null
);
create index attempts_oldest on attempts (window_started_at);

create table deletion_requests (
  id bigint generated always as identity primary key,
  -- As typed; whether it belongs to anybody is not told to the one who typed it. The purge empties it.
  email citext,
  user_id bigint references users,
  requested_at timestamptz not null default now(),
  confirmed_at timestamptz,
  undone_at timestamptz,
  purge_after timestamptz,
  purged_at timestamptz,
  check (purge_after is null or confirmed_at is not null)
);
create unique index one_running_deletion_per_user on deletion_requests (user_id)
  where confirmed_at is not null and undone_at is null and purged_at is null;
create index deletions_to_purge on deletion_requests (purge_after) where undone_at is null and purged_at is null;

-- Places ---------------------------------------------------------------------------------------------------

create table offices (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 200),
  type text not null default 'Office',
  lat double precision not null check (lat between -90 and 90),
  lon double precision not null check (lon between -180 and 180),
  address text not null,
  time_zone text not null default 'Asia/Jerusalem' check (is_time_zone(time_zone)),
  currency text not null default 'ILS' check (currency in ('USD', 'EUR', 'ILS', 'GBP')),
  -- Wall clock, 'HH:MM'. Both null: around the clock. Close before open: past midnight.
  open_hours text check (open_hours ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  close_hours text check (close_hours ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  capacity integer check (capacity > 0),
  pictures text[] not null default '{}',
  amenities jsonb not null default '{"wifi": false, "printer": false, "parking": false, "kitchen": false}',
  phone_number text,
  email text,
  wifi_name text,
  wifi_password_sealed text,
  printer_instructions text,
  openpath_org_id text,
  openpath_entry_id text,
  pickspace_location_id text,
  pickspace_email text,
  google_calendar_type text,
  tuya_devices text[] not null default '{}',
  additional_info jsonb,
  hidden boolean not null default false,
  coming_soon boolean not null default false,
  temporarily_closed boolean not null default false,
  hide_from_all_view boolean not null default false,
  free_cancel_hours integer not null default 24 check (free_cancel_hours >= 0),
  free_cancel_minutes_after_booking integer not null default 15 check (free_cancel_minutes_after_booking >= 0),
  late_cancel_refund_percent integer not null default 50 check (late_cancel_refund_percent between 0 and 100),
  cleaning_buffer_minutes integer not null default 0 check (cleaning_buffer_minutes between 0 and 240),
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by bigint references users,
  check ((open_hours is null) = (close_hours is null))
);
create index offices_by_name on offices using gin (name gin_trgm_ops);

create table office_members (
  office_id bigint not null references offices,
  user_id bigint not null references users,
  role text not null check (role in ('member', 'manager', 'owner')),
  created_at timestamptz not null default now(),
  primary key (office_id, user_id, role)
);
create index office_members_of_user on office_members (user_id);

create table sub_offices (
  id bigint generated always as identity,
  office_id bigint not null references offices,
  name text not null check (length(name) between 1 and 200),
  type text not null default 'office'
    check (type in ('office', 'open_space', 'meeting_room', 'lecture_room', 'clinics', 'podcast_room')),
  rent_type text not null default 'hour' check (rent_type in ('hour', 'day')),
  capacity integer not null check (capacity between 1 and 10000),
  pictures text[] not null default '{}',
  price integer check (price >= 0),
  price_per_hour integer not null check (price_per_hour >= 0),
  price_per_day integer not null check (price_per_day >= 0),
  price_per_week integer not null check (price_per_week >= 0),
  price_per_month integer check (price_per_month >= 0),
  amenities jsonb not null default '{"screen": false}',
  space_amenities text[] not null default '{}',
  pickspace_room_id text,
  google_calendar_id text,
  google_calendar_room_id text,
  outlook_calendar_id text,
  nexudus_resource_id text,
  roo_room_id text,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by bigint references users,
  primary key (office_id, id)
);
create index sub_offices_id on sub_offices (id);
create index sub_offices_by_name on sub_offices using gin (name gin_trgm_ops);

-- The smallest thing one booking can take: a room, a seat, or an office without sub-offices.
create table units (
  office_id bigint not null references offices,
  id bigint generated always as identity,
  sub_office_id bigint,
  -- 1, 2, 3 … within its sub-office: the seat number of an open space.
  number integer not null default 1 check (number > 0),
  retired_at timestamptz,
  primary key (office_id, id),
  foreign key (office_id, sub_office_id) references sub_offices (office_id, id),
  unique nulls not distinct (office_id, sub_office_id, number)
);

create table closures (
  office_id bigint not null references offices,
  id bigint generated always as identity,
  -- Null: the whole office.
  sub_office_id bigint,
  during tstzrange not null check (is_half_open(during)),
  reason text not null,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  primary key (office_id, id),
  foreign key (office_id, sub_office_id) references sub_offices (office_id, id)
);

-- Connections to outside services. What identifies a place there is on the office and sub-office.
create table integrations (
  office_id bigint not null references offices,
  provider text not null check (provider in ('google', 'outlook', 'pickspace', 'nexudus', 'roo', 'openpath', 'tuya')),
  settings jsonb not null default '{}',
  credentials_sealed text,
  state text not null default 'connected' check (state in ('connected', 'failing', 'disconnected')),
  failure text,
  connected_by bigint references users,
  connected_at timestamptz not null default now(),
  primary key (office_id, provider)
);

-- Companies ------------------------------------------------------------------------------------------------

create table businesses (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 200),
  billing_email text,
  tax_id text,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by bigint references users
);

create table business_members (
  business_id bigint not null references businesses,
  user_id bigint not null references users,
  role text not null check (role in ('manager', 'employee')),
  -- Credits an employee may spend in a calendar month; null means no limit.
  monthly_limit integer check (monthly_limit >= 0),
  created_at timestamptz not null default now(),
  primary key (business_id, user_id)
);
create index business_members_of_user on business_members (user_id);

-- Orders ---------------------------------------------------------------------------------------------------

create table orders (
  office_id bigint not null references offices,
  id bigint generated always as identity,
  sub_office_id bigint,
  user_id bigint not null references users,
  business_id bigint references businesses,
  booking_type text not null default 'pre_book' check (booking_type in ('pre_book', 'on_demand')),
  rent_type text not null check (rent_type in ('hour', 'day')),
  "date" timestamptz not null default now(),
  start timestamptz not null,
  -- Null while a visit on demand is still going on.
  "end" timestamptz,
  -- All amounts as they were when the order was made.
  currency text not null check (currency in ('USD', 'EUR', 'ILS', 'GBP')),
  base_price integer not null check (base_price >= 0),
  -- Before tax. Null until a visit on demand ends and is priced.
  total_price integer check (total_price >= 0),
  tax_percent integer not null,
  commission_percent integer not null,
  paid_with_credits integer not null default 0 check (paid_with_credits >= 0),
  paid_by_card integer not null default 0 check (paid_by_card >= 0),
  refunded integer not null default 0 check (refunded >= 0),
  payment_status text not null default 'pending'
    check (payment_status in ('credits', 'part credit', 'full credit card', 'pending', 'paid')),
  checked_in_at timestamptz,
  checked_out_at timestamptz,
  cancelled_at timestamptz,
  cancelled_by bigint references users,
  note text,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by bigint references users,
  primary key (office_id, id),
  foreign key (office_id, sub_office_id) references sub_offices (office_id, id),
  check ("end" is null or "end" > start),
  check ("end" is not null or booking_type = 'on_demand'),
  constraint orders_refund_what_was_paid check (refunded <= paid_with_credits + paid_by_card)
);
create index orders_id on orders (id);
-- These two carry the rest of the key, so that far pages are counted off without reading the orders before them.
create index orders_newest on orders ("date" desc, id desc) include (office_id);
create index orders_latest_start on orders (start desc, id desc) include (office_id);
create index orders_of_user on orders (user_id, start desc);
create index orders_of_office on orders (office_id, start desc);
create index orders_of_sub_office on orders (office_id, sub_office_id, start desc);
-- Answers who is in an office at a moment by reading those orders only, however many came before or are to come.
create index orders_live on orders using gist (office_id, tstzrange(start, "end"))
  where cancelled_at is null and checked_out_at is null;

-- The timeline: what happened to an order, in order. Rows are only ever added, so details hold ids, amounts and
-- states, never names or words of people: nobody could take them out again.
create table order_events (
  office_id bigint not null,
  order_id bigint not null,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  kind text not null,
  actor_id bigint references users,
  details jsonb not null default '{}',
  primary key (office_id, order_id, id),
  foreign key (office_id, order_id) references orders (office_id, id)
);

create table occupancy (
  office_id bigint not null references offices,
  id bigint generated always as identity,
  unit_id bigint not null,
  during tstzrange not null check (is_half_open(during)),
  cause text not null check (cause in ('order', 'hold', 'closure', 'buffer', 'calendar')),
  order_id bigint,
  closure_id bigint,
  -- A hold belongs to a person and ends by being deleted after this moment.
  held_by bigint references users,
  held_until timestamptz,
  -- The event in an outside calendar that this row mirrors.
  provider text check (provider in ('google', 'outlook', 'pickspace', 'nexudus', 'roo')),
  event_id text,
  primary key (office_id, id),
  foreign key (office_id, unit_id) references units (office_id, id),
  foreign key (office_id, order_id) references orders (office_id, id),
  foreign key (office_id, closure_id) references closures (office_id, id),
  check (case cause
    when 'hold' then held_by is not null and held_until is not null
    when 'closure' then closure_id is not null
    when 'calendar' then event_id is not null
    else order_id is not null end),
  check ((provider is null) = (event_id is null)),
  -- One unit is taken by one thing at a time, however the rows got here.
  constraint occupancy_no_overlap
    exclude using gist (office_id with =, unit_id with =, during with &&)
);
create index occupancy_of_order on occupancy (office_id, order_id) where order_id is not null;
create index occupancy_of_closure on occupancy (office_id, closure_id) where closure_id is not null;
create index occupancy_holds on occupancy (held_until) where cause = 'hold';
-- An event that is told of twice is kept once.
create unique index occupancy_one_per_event on occupancy (office_id, unit_id, provider, event_id)
  where event_id is not null;

-- Looks at the order as it is at the commit, so that cancelling and freeing may come in either order.
create function refuse_cancelled_with_occupancy() returns trigger language plpgsql as $$
begin
  if exists (
    select from orders o join occupancy c on c.office_id = o.office_id and c.order_id = o.id
    where o.office_id = new.office_id and o.id = new.id and o.cancelled_at is not null
      and c.cause in ('order', 'buffer')
  ) then
    raise exception 'order % is cancelled and still takes its unit', new.id
      using errcode = 'check_violation', table = 'orders', constraint = 'cancelled_orders_take_no_unit';
  end if;
  return null;
end $$;

create constraint trigger cancelled_orders_take_no_unit after insert or update of cancelled_at on orders
  deferrable initially deferred for each row when (new.cancelled_at is not null)
  execute function refuse_cancelled_with_occupancy();

create table idempotency_keys (
  user_id bigint not null references users,
  key text not null check (length(key) between 1 and 200),
  request_hash bytea not null,
  status integer,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_oldest on idempotency_keys (created_at);

-- Credits --------------------------------------------------------------------------------------------------

create table credit_packs (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 200),
  description text,
  credits_amount integer not null check (credits_amount > 0),
  price_cents integer not null check (price_cents >= 0),
  currency text not null default 'USD' check (currency in ('USD', 'EUR', 'ILS', 'GBP')),
  is_active boolean not null default true,
  -- Null: the credits never expire.
  duration_days integer check (duration_days > 0),
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by bigint references users
);

create table credit_lots (
  id bigint generated always as identity primary key,
  user_id bigint references users,
  business_id bigint references businesses,
  credit_pack_id bigint references credit_packs,
  granted integer not null check (granted > 0),
  -- Always the sum of the lot's ledger rows; kept here so that a row lock guards it.
  remaining integer not null check (remaining >= 0 and remaining <= granted),
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  check (num_nonnulls(user_id, business_id) = 1)
);
create index credit_lots_of_user on credit_lots (user_id, expires_at) where remaining > 0;
create index credit_lots_of_business on credit_lots (business_id, expires_at) where remaining > 0;

create table credit_ledger (
  id bigint generated always as identity primary key,
  lot_id bigint not null references credit_lots,
  -- Positive into the lot, negative out of it.
  amount integer not null check (amount <> 0),
  kind text not null check (kind in ('grant', 'purchase', 'spend', 'refund', 'expire')),
  office_id bigint,
  order_id bigint,
  description text check (length(description) <= 255),
  actor_id bigint references users,
  at timestamptz not null default now(),
  foreign key (office_id, order_id) references orders (office_id, id),
  -- Half an order is none: the foreign key alone would let it pass.
  check ((office_id is null) = (order_id is null)),
  check (order_id is not null or kind not in ('spend', 'refund'))
);
create index credit_ledger_of_lot on credit_ledger (lot_id, id);
create index credit_ledger_of_order on credit_ledger (office_id, order_id) where order_id is not null;

-- Access ---------------------------------------------------------------------------------------------------

create table home_assistants (
  office_id bigint not null references offices,
  id bigint generated always as identity,
  url text not null,
  token_sealed text not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by bigint references users,
  primary key (office_id, id)
);
create index home_assistants_id on home_assistants (id);

create table devices (
  office_id bigint not null references offices,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 200),
  home_assistant_id text not null,
  type text not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by bigint references users,
  primary key (office_id, id)
);
create index devices_id on devices (id);

-- The right of one order to open doors and read the Wi-Fi details for a time.
create table grants (
  office_id bigint not null,
  order_id bigint not null,
  during tstzrange not null check (is_half_open(during)),
  door_code_sealed text,
  state text not null default 'requested' check (state in ('requested', 'installed', 'failed', 'removed')),
  failure text,
  updated_at timestamptz not null default now(),
  primary key (office_id, order_id),
  foreign key (office_id, order_id) references orders (office_id, id)
);

create table grant_devices (
  office_id bigint not null,
  order_id bigint not null,
  device_id bigint not null,
  state text not null default 'requested' check (state in ('requested', 'installed', 'failed', 'removed')),
  failure text,
  updated_at timestamptz not null default now(),
  primary key (office_id, order_id, device_id),
  foreign key (office_id, order_id) references grants (office_id, order_id),
  -- An order opens doors of its own office only.
  foreign key (office_id, device_id) references devices (office_id, id)
);

-- The office -----------------------------------------------------------------------------------------------

create table contact_messages (
  id bigint generated always as identity primary key,
  email text not null check (length(email) <= 254),
  message text not null check (length(message) between 1 and 10000),
  created_at timestamptz not null default now(),
  read_at timestamptz,
  is_handled boolean not null default false,
  priority text not null default 'normal' check (priority in ('high', 'normal', 'low')),
  tags text[] not null default '{}',
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by bigint references users
);
create index contact_messages_newest on contact_messages (created_at desc, id desc);

-- Details hold ids, amounts and states, never names or words of people: nobody could take them out again.
-- One row: a word sealed with the key of this installation, by which a server with another key is found out.
create table installation (
  id boolean primary key default true check (id),
  key_check_sealed text not null
);

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id bigint,
  action text not null,
  subject text not null,
  subject_id bigint,
  details jsonb not null default '{}',
  request_id text
);
create index audit_log_of_subject on audit_log (subject, subject_id, at desc, id desc);
create index audit_log_of_actor on audit_log (actor_id, id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

create trigger audit_log_is_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();
create trigger credit_ledger_is_append_only before update or delete or truncate on credit_ledger
  for each statement execute function refuse_change();
create trigger order_events_are_append_only before update or delete or truncate on order_events
  for each statement execute function refuse_change();
