-- Screens at doors, and the codes with which people identify themselves there.

create table panels (
  office_id bigint not null references offices (id),
  id bigint generated always as identity,
  -- Null: the office as a whole.
  sub_office_id bigint,
  name text not null check (name <> ''),
  -- Whoever knows the address of a screen may read when its space is taken, so only its hash is stored.
  token_hash bytea not null,
  language text not null check (language in ('en', 'he')),
  theme text not null check (theme in ('device', 'light', 'dark')),
  created_at timestamptz not null default now(),
  created_by bigint references users (id) on delete set null,
  revoked_at timestamptz,
  -- Written every few minutes.
  last_seen_at timestamptz,
  primary key (office_id, id),
  foreign key (office_id, sub_office_id) references sub_offices (office_id, id),
  constraint panels_one_per_token unique (office_id, token_hash)
);
create index panels_of_maker on panels (created_by) where created_by is not null;

-- One for each person, for a few minutes.
create table panel_codes (
  user_id bigint primary key references users (id) on delete cascade,
  code_hash bytea not null,
  expires_at timestamptz not null,
  constraint panel_codes_differ unique (code_hash)
);
create index panel_codes_by_expiry on panel_codes (expires_at);
