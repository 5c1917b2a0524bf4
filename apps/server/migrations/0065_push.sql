-- Messages to the devices of people.
-- Locks installation, which has one row, for a moment.

create table push_subscriptions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  -- Whoever knows the address of a device may send to it, so it is stored encrypted and found by its hash.
  endpoint_hash bytea not null unique,
  subscription_sealed text not null,
  -- Of the session that subscribed last: the device is forgotten with it.
  session_id text not null,
  session_epoch integer not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index push_subscriptions_of_user on push_subscriptions (user_id);
create index push_subscriptions_of_session on push_subscriptions (session_id);

-- The kinds that somebody has turned off.
create table push_choices (
  user_id bigint primary key references users (id),
  off text[] not null
);

-- Our private key to push services, made on the first start.
alter table installation add column push_key_sealed text;
