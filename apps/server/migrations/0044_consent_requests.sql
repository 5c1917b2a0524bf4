-- An admin went to the pages of a service to connect its calendars, and comes back with this state.
create table consent_requests (
  state_hash bytea primary key,
  office_id bigint not null references offices on delete cascade,
  provider text not null check (provider in ('google', 'outlook')),
  user_id bigint not null references users on delete cascade,
  -- Only the same session can finish what it began.
  session_id text not null,
  -- Proves to the service that we are the one who asked.
  verifier_sealed text not null,
  expires_at timestamptz not null
);
create index consent_requests_of_office on consent_requests (office_id);
create index consent_requests_of_user on consent_requests (user_id);
create index consent_requests_ending on consent_requests (expires_at);
