-- Sessions that were logged out before they ran out. A row is needed until the last token of its session has expired;
-- after that it is deleted. The reference to users locks that table against writes for the moment it takes to create.
create table ended_sessions (
  id text primary key check (length(id) <= 100),
  user_id bigint not null references users,
  ended_at timestamptz not null default now()
);
create index ended_sessions_oldest on ended_sessions (ended_at);

-- Live streams of the session end with it, on every server.
create function tell_ended_session() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', 'session ' || new.user_id);
  return null;
end $$;
create trigger sessions_ended after insert on ended_sessions for each row execute function tell_ended_session();
