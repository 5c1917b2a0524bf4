-- no transaction
-- What a search for messages looks through, in one piece and one case. Every word follows a space, so that the index also
-- finds the beginnings of words.
create or replace function message_words(email text, message text, tags text[]) returns text
  language sql immutable parallel safe as $$
  select ' ' || regexp_replace(lower(email || ' ' || message || ' ' || array_to_string(tags, ' ')), '\s+', ' ', 'g')
$$;
-- Locks contact_messages while it is rewritten: a second or two for a hundred thousand messages.
alter table contact_messages add column if not exists words text not null
  generated always as (message_words(email, message, tags)) stored;
create index concurrently if not exists contact_messages_by_words on contact_messages using gin (words gin_trgm_ops);

create index concurrently if not exists contact_messages_unread on contact_messages (created_at desc, id desc)
  where read_at is null;
create index concurrently if not exists contact_messages_read on contact_messages (created_at desc, id desc)
  where read_at is not null;
create index concurrently if not exists contact_messages_by_priority on contact_messages
  ((case priority when 'high' then 1 when 'normal' then 2 else 3 end), created_at desc, id desc);
create index concurrently if not exists contact_messages_unread_by_priority on contact_messages
  ((case priority when 'high' then 1 when 'normal' then 2 else 3 end), created_at desc, id desc) where read_at is null;
create index concurrently if not exists contact_messages_read_by_priority on contact_messages
  ((case priority when 'high' then 1 when 'normal' then 2 else 3 end), created_at desc, id desc) where read_at is not null;

create or replace trigger contact_messages_changed after insert or update or delete on contact_messages
  for each statement execute function tell_lists('messages');
