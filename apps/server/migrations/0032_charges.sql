-- no transaction: those who book wait for the first statements only, which are instant.

-- Orders that wait for their card payment keep their space until then.
alter table orders add column if not exists pay_until timestamptz,
  -- What a visit without an end costs is charged to the saved card at check-out.
  add column if not exists on_saved_card boolean not null default false;
alter table profiles add column if not exists has_card boolean not null default false;

-- Money that is reserved on customers' cards, or was taken, for orders.
create table if not exists charges (
  id bigint generated always as identity primary key,
  -- What the payment provider knows it by.
  token uuid not null unique default gen_random_uuid(),
  office_id bigint not null,
  order_id bigint not null,
  user_id bigint not null references users,
  way text not null check (way in ('card', 'test')),
  -- `order`: what an order owes. `change`: what a longer stay will cost; without that change it is given back.
  purpose text not null check (purpose in ('order', 'change')),
  -- The saved card; null when the customer enters one on the page of the provider.
  card text,
  status text not null default 'open'
    check (status in ('open', 'authorised', 'captured', 'released', 'failed', 'expired')),
  amount integer not null check (amount > 0),
  -- What the order keeps of it. The rest is not taken, or was given back.
  kept integer not null check (kept between 0 and amount),
  currency text not null check (currency in ('USD', 'EUR', 'ILS', 'GBP')),
  tax_percent integer not null check (tax_percent between 0 and 100),
  -- The provider's page, and the provider's name of the money.
  reference text unique,
  checkout_url text,
  charge_reference text unique,
  failure text,
  -- As it is on the receipt; erased with the account.
  buyer_name text,
  receipt_number bigint unique,
  -- The amount that the provider was told to take; it cannot be changed from then on.
  capturing integer check (capturing between 1 and amount),
  capture_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  authorised_at timestamptz,
  captured_at timestamptz,
  foreign key (office_id, order_id) references orders (office_id, id),
  constraint charges_are_whole check (
    (status = 'captured') = (captured_at is not null)
    and (status = 'captured') = (receipt_number is not null)
    and (status in ('open', 'failed', 'expired') or authorised_at is not null)
  )
);
create index concurrently if not exists charges_of_order on charges (office_id, order_id, id);
create index concurrently if not exists charges_of_user on charges (user_id, id);
create index concurrently if not exists charges_still_open on charges (expires_at) where status = 'open';
create index concurrently if not exists charges_to_settle on charges (capture_at) where status = 'authorised';
create index concurrently if not exists orders_waiting_for_payment on orders (pay_until) where pay_until is not null;

-- What goes back to cards after it was taken.
create table if not exists charge_refunds (
  id bigint generated always as identity primary key,
  -- What the payment provider knows our refund by.
  token uuid not null unique default gen_random_uuid(),
  charge_id bigint not null references charges,
  -- Our order, somebody on the pages of the provider, or the customer's bank, which disputes the charge.
  cause text not null check (cause in ('order', 'provider', 'dispute')),
  amount integer not null check (amount > 0),
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed')),
  -- Of the provider; null until it has answered.
  reference text unique,
  created_at timestamptz not null default now()
);
create index concurrently if not exists charge_refunds_of_charge on charge_refunds (charge_id);
create index concurrently if not exists charge_refunds_pending on charge_refunds (created_at) where status = 'pending';
