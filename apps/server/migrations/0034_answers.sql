-- no transaction
-- The admin who takes care of a message, the office it is about, and the language of the form it was sent with.
-- Locks contact_messages: for as long as it takes to read it once. Users and offices can be read meanwhile.
alter table contact_messages add column if not exists assignee_id bigint references users on delete set null,
  add column if not exists office_id bigint references offices on delete set null,
  add column if not exists language text not null default 'he' check (language in ('en', 'he'));
create index concurrently if not exists contact_messages_of_assignee on contact_messages
  (assignee_id, created_at desc, id desc) where assignee_id is not null;
create index concurrently if not exists contact_messages_of_assignee_by_priority on contact_messages
  (assignee_id, (case priority when 'high' then 1 when 'normal' then 2 else 3 end), created_at desc, id desc)
  where assignee_id is not null;
create index concurrently if not exists contact_messages_of_office on contact_messages (office_id)
  where office_id is not null;

-- What was written about a message later: the answers of admins and the replies of the visitor.
create table if not exists message_posts (
  id bigint generated always as identity primary key,
  message_id bigint not null references contact_messages on delete cascade,
  kind text not null check (kind in ('answer', 'reply')),
  author_id bigint references users on delete set null,
  from_email text,
  text text not null,
  -- The Message-ID of the mail. A mail that arrives twice, even at the same time, is kept once.
  mail_id text not null constraint message_posts_one_per_mail unique,
  created_at timestamptz not null default now(),
  constraint message_posts_have_a_writer check (
    (kind = 'reply') = (from_email is not null) and (kind = 'answer' or author_id is null))
);
create index concurrently if not exists message_posts_of_message on message_posts (message_id, created_at, id);
create index concurrently if not exists message_posts_of_author on message_posts (author_id) where author_id is not null;
create index concurrently if not exists message_posts_of_sender on message_posts (lower(from_email))
  where from_email is not null;

create table if not exists canned_answers (
  id bigint generated always as identity primary key,
  title text not null,
  text text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by bigint references users on delete set null
);
create or replace trigger canned_answers_changed after insert or update or delete on canned_answers
  for each statement execute function tell_lists('messages');
