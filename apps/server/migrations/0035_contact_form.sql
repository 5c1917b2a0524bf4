-- no transaction
-- A hash of the message and the Idempotency-Key that it was sent with: a repeated call keeps one message.
alter table contact_messages add column if not exists sending_key bytea;
create unique index concurrently if not exists contact_messages_sent_once on contact_messages (sending_key)
  where sending_key is not null;

-- One row. Its lock makes sure that one server at a time tells the admins of new messages.
create table if not exists message_notices (
  id boolean primary key default true check (id),
  told_until timestamptz not null,
  sent_at timestamptz
);
insert into message_notices (told_until) select coalesce(max(created_at), 'epoch') from contact_messages
  on conflict do nothing;
