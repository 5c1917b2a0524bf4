-- Addresses of other systems that are told of events, with the secret that signs what is sent.
create table webhooks (
  id bigint generated always as identity primary key,
  name text not null,
  url text not null,
  kinds text[] not null check (cardinality(kinds) > 0),
  -- Null once the webhook is deleted.
  secret_sealed text,
  old_secret_sealed text,
  old_secret_until timestamptz,
  is_active boolean not null default true,
  off_reason text check (off_reason in ('gone', 'failing')),
  last_success_at timestamptz,
  failing_since timestamptz,
  -- One server at a time sends to a webhook, so that events arrive in their order.
  leased_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by bigint references users on delete set null,
  version integer not null default 1,
  deleted_at timestamptz,
  constraint webhooks_in_use_have_a_secret check (secret_sealed is not null or deleted_at is not null)
);

-- What happened, as it is sent. `json` keeps the order of the fields.
create table webhook_events (
  id uuid primary key,
  kind text not null,
  data json not null,
  created_at timestamptz not null
);
create index webhook_events_by_age on webhook_events (created_at);

create table webhook_deliveries (
  id bigint generated always as identity primary key,
  event_id uuid not null references webhook_events on delete cascade,
  webhook_id bigint not null references webhooks,
  kind text not null,
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed')),
  tries integer not null default 0,
  next_try_at timestamptz,
  status_code integer,
  failure text,
  answer text check (char_length(answer) <= 500),
  duration_ms integer,
  created_at timestamptz not null,
  finished_at timestamptz,
  constraint webhook_deliveries_once_per_event unique (event_id, webhook_id),
  constraint webhook_deliveries_are_tried_or_finished check (
    (status = 'pending') = (next_try_at is not null) and (status = 'pending') = (finished_at is null))
);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_try_at, id) where status = 'pending';
create index webhook_deliveries_failed on webhook_deliveries (webhook_id, id) where status = 'failed';
create index webhook_deliveries_of_webhook on webhook_deliveries (webhook_id, id desc);
create index webhook_deliveries_by_status on webhook_deliveries (status, id desc);
create index webhook_deliveries_by_kind on webhook_deliveries (kind, id desc);

create trigger webhooks_changed after insert or update or delete on webhooks
  for each statement execute function tell_lists('webhooks');
create trigger webhook_deliveries_changed after insert or update or delete on webhook_deliveries
  for each statement execute function tell_lists('webhooks');
