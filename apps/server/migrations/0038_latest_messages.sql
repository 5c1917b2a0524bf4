-- no transaction
-- The inbox is sorted by what visitors wrote last: their message or their latest reply.
alter table contact_messages add column if not exists replied_at timestamptz;
update contact_messages set replied_at = latest.at
  from (select message_id, max(created_at) as at from message_posts where kind = 'reply' group by message_id) as latest
  where id = message_id and replied_at is null;

create index concurrently if not exists contact_messages_latest on contact_messages
  (coalesce(replied_at, created_at) desc, id desc);
create index concurrently if not exists contact_messages_latest_unread on contact_messages
  (coalesce(replied_at, created_at) desc, id desc) where read_at is null;
create index concurrently if not exists contact_messages_latest_read on contact_messages
  (coalesce(replied_at, created_at) desc, id desc) where read_at is not null;
create index concurrently if not exists contact_messages_latest_of_assignee on contact_messages
  (assignee_id, coalesce(replied_at, created_at) desc, id desc) where assignee_id is not null;
create index concurrently if not exists contact_messages_latest_by_priority on contact_messages
  ((case priority when 'high' then 1 when 'normal' then 2 else 3 end), coalesce(replied_at, created_at) desc, id desc);
create index concurrently if not exists contact_messages_latest_unread_by_priority on contact_messages
  ((case priority when 'high' then 1 when 'normal' then 2 else 3 end), coalesce(replied_at, created_at) desc, id desc)
  where read_at is null;
create index concurrently if not exists contact_messages_latest_read_by_priority on contact_messages
  ((case priority when 'high' then 1 when 'normal' then 2 else 3 end), coalesce(replied_at, created_at) desc, id desc)
  where read_at is not null;
create index concurrently if not exists contact_messages_latest_of_assignee_by_priority on contact_messages
  (assignee_id, (case priority when 'high' then 1 when 'normal' then 2 else 3 end),
    coalesce(replied_at, created_at) desc, id desc) where assignee_id is not null;
-- Few messages are unread, so a search among them need not look at all that have the word.
create index concurrently if not exists contact_messages_unread_by_words on contact_messages
  using gin (words gin_trgm_ops) where read_at is null;
drop index concurrently if exists contact_messages_newest;
drop index concurrently if exists contact_messages_unread;
drop index concurrently if exists contact_messages_read;
drop index concurrently if exists contact_messages_of_assignee;
drop index concurrently if exists contact_messages_by_priority;
drop index concurrently if exists contact_messages_unread_by_priority;
drop index concurrently if exists contact_messages_read_by_priority;
drop index concurrently if exists contact_messages_of_assignee_by_priority;
-- The notice of unread messages finds replies by the message now.
drop index concurrently if exists message_posts_replies;

-- An answer whose mail was refused, or could not be delivered for a day.
alter table message_posts add column if not exists undelivered_at timestamptz;

-- A file came with the message, or with this reply to an answer.
alter table message_attachments add column if not exists post_id bigint references message_posts on delete cascade;
create index concurrently if not exists message_attachments_of_post on message_attachments (post_id)
  where post_id is not null;
