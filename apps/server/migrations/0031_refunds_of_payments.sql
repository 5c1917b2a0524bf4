-- no transaction: those who pay with credits wait for the second last statement only, which is instant.

-- Money that goes back to buyers, with the credits that were taken back for it.
create table if not exists payment_refunds (
  id bigint generated always as identity primary key,
  -- What the payment provider knows our refund by.
  token uuid not null unique default gen_random_uuid(),
  payment_id bigint not null references payments,
  -- An admin here, somebody on the pages of the provider, or the buyer's bank, which disputes the payment.
  cause text not null check (cause in ('admin', 'provider', 'dispute')),
  amount integer not null check (amount > 0),
  -- In hundredths. A refund that fails gives them back.
  credits integer not null check (credits >= 0),
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed')),
  -- Of the provider; null until it has answered.
  reference text unique,
  reason text,
  actor_id bigint references users,
  created_at timestamptz not null default now()
);
create index concurrently if not exists payment_refunds_of_payment on payment_refunds (payment_id);
create index concurrently if not exists payment_refunds_pending on payment_refunds (created_at) where status = 'pending';

create or replace trigger payments_changed after insert or update on payments
  for each statement execute function tell_lists('payments');

-- Credits that are taken back with their price, or given back when that fails.
alter table credit_ledger drop constraint if exists credit_ledger_kind_check,
  add constraint credit_ledger_kind_check
    check (kind in ('grant', 'purchase', 'payback', 'spend', 'refund', 'expire', 'correct')) not valid;
alter table credit_ledger validate constraint credit_ledger_kind_check;
