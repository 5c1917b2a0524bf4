-- Payments for credit packs. The references lock users, credit_packs and credit_lots against writes for the moment it
-- takes to create the table.
create table payments (
  id bigint generated always as identity primary key,
  -- What the payment provider knows the payment by. Unlike the id it is never the same in two installations.
  token uuid not null unique default gen_random_uuid(),
  user_id bigint not null references users,
  way text not null check (way in ('card', 'test', 'invoice')),
  status text not null default 'open' check (status in ('open', 'paid', 'failed', 'expired')),
  -- The pack as it was when it was chosen.
  credit_pack_id bigint not null references credit_packs,
  pack_name text not null,
  credits_amount integer not null check (credits_amount > 0),
  duration_days integer check (duration_days > 0),
  -- Includes the tax.
  amount integer not null check (amount > 0),
  tax_percent integer not null check (tax_percent between 0 and 100),
  currency text not null check (currency in ('USD', 'EUR', 'ILS', 'GBP')),
  -- The provider's page, or what an admin wrote when marking it paid.
  reference text,
  checkout_url text,
  -- The provider's name of the money that was taken: what a refund refers to.
  charge_reference text unique,
  failure text,
  -- As it is on the receipt; erased with the account.
  buyer_name text,
  receipt_number bigint unique,
  lot_id bigint unique references credit_lots,
  refunded integer not null default 0 check (refunded between 0 and amount),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  paid_at timestamptz,
  -- What is paid has its credits and its receipt, and nothing else has.
  constraint payments_are_whole check (
    (status = 'paid') = (paid_at is not null)
    and (status = 'paid') = (lot_id is not null)
    and (status = 'paid') = (receipt_number is not null)
  )
);
create index payments_of_user on payments (user_id, id);
create unique index payments_one_per_page on payments (reference) where way = 'card';
create index payments_still_open on payments (expires_at) where status = 'open';

-- Events of the payment provider that were carried out. They are delivered at least once.
create table payment_events (
  id text primary key,
  type text not null,
  received_at timestamptz not null default now()
);
create index payment_events_by_age on payment_events (received_at);

-- One row. Its lock makes the numbers of receipts follow each other without gaps.
create table receipt_numbers (
  id boolean primary key default true check (id),
  last bigint not null default 0
);
insert into receipt_numbers default values;
