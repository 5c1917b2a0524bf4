-- Files that came with a message. Their content is in the file store, encrypted.
create table message_attachments (
  id bigint generated always as identity primary key,
  message_id bigint not null references contact_messages on delete cascade,
  name text not null,
  content_type text not null,
  bytes integer not null check (bytes > 0),
  file text not null unique
);
create index message_attachments_of_message on message_attachments (message_id, id);
