-- Addresses under which calendar programs read when a sub-office is taken. A new number makes a new address.
create table calendar_feeds (
  id bigint generated always as identity primary key,
  office_id bigint not null,
  sub_office_id bigint not null,
  created_at timestamptz not null default now(),
  created_by bigint references users on delete set null,
  foreign key (office_id, sub_office_id) references sub_offices (office_id, id) on delete cascade,
  constraint calendar_feeds_one_per_space unique (office_id, sub_office_id)
);
create index calendar_feeds_of_maker on calendar_feeds (created_by) where created_by is not null;
