-- Somebody who has asked for an account. There is no user before the link in the mail is used, so that nobody can
-- take an address by signing up with it, and no sign-up touches an account that exists.
create table sign_ups (
  -- Only the hash is kept: who reads the table cannot use the links.
  token_hash bytea primary key,
  name text not null check (length(name) between 1 and 200),
  email citext not null check (length(email) <= 254),
  password_hash text not null,
  language text not null check (language in ('en', 'he')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Kept until it expires, so that a second click is answered like the first.
  used_at timestamptz
);
create index sign_ups_by_expiry on sign_ups (expires_at);
create index sign_ups_of_address on sign_ups (email);

-- Links that set a password are the only ones that are good for one use, so they are all that needs a table.
drop table one_time_tokens;
create table password_links (
  token_hash bytea primary key,
  user_id bigint not null references users,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_links_of_user on password_links (user_id);
create index password_links_by_expiry on password_links (expires_at);

-- Whether a typed address belongs to anybody is looked up before a request is written: nothing else is kept of it.
delete from deletion_requests where user_id is null;
alter table deletion_requests drop column email, alter column user_id set not null;
create index deletion_requests_of_user on deletion_requests (user_id);

create index contact_messages_of_sender on contact_messages (lower(email));

-- The ledger is only ever added to, but for one thing: the words in it may name a person, and go when they do.
create function refuse_all_but_forgetting() returns trigger language plpgsql as $$
begin
  if new.description is null and to_jsonb(new) - 'description' = to_jsonb(old) - 'description' then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
drop trigger credit_ledger_is_append_only on credit_ledger;
create trigger credit_ledger_is_append_only before delete or truncate on credit_ledger
  for each statement execute function refuse_change();
create trigger credit_ledger_forgets_only_words before update on credit_ledger
  for each row execute function refuse_all_but_forgetting();
