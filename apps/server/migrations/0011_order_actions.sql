-- What admins do to an order.

alter table orders
  -- Money that came another way than by credits or card: cash, a bank transfer. It goes back by hand.
  add column paid_otherwise integer not null default 0 check (paid_otherwise >= 0),
  -- An order never leaves its office: in another one it goes on as a new order. This is the number that it was booked by.
  add column began_as bigint;
create index orders_that_went_on on orders (began_as) where began_as is not null;
alter table orders
  drop constraint orders_refund_what_was_paid,
  add constraint orders_refund_what_was_paid check (refunded <= paid_with_credits + paid_by_card + paid_otherwise);

-- Words of admins: notes, where a payment is found, why an order was cancelled. The timeline and the audit log hold no
-- words, since nobody could take them out again. These go with the customer.
create table order_notes (
  office_id bigint not null,
  order_id bigint not null,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  author_id bigint not null references users,
  -- Null once they are forgotten.
  words text check (length(words) between 1 and 2000),
  primary key (office_id, order_id, id),
  foreign key (office_id, order_id) references orders (office_id, id)
);

create function refuse_all_but_forgetting_words() returns trigger language plpgsql as $$
begin
  if new.words is null and to_jsonb(new) - 'words' = to_jsonb(old) - 'words' then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger order_notes_are_append_only before delete or truncate on order_notes
  for each statement execute function refuse_change();
create trigger order_notes_forget_only_words before update on order_notes
  for each row execute function refuse_all_but_forgetting_words();
