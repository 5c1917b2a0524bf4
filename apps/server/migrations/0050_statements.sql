-- What an office is owed for a month. Statements and their lines are only added. The references lock offices, sub_offices,
-- orders and users against writes for the moment it takes to create the tables.

-- How far the statements of each office go. The row is locked while the next ones are issued.
create table statement_series (
  office_id bigint primary key references offices,
  -- The last month that was issued, whether anything was in it or not.
  month text check (month ~ '^\d{4}-\d{2}$'),
  -- Of the last statement; 0 and null before the first one.
  number integer not null default 0,
  hash text
);

create table statements (
  office_id bigint not null references offices,
  number integer not null check (number > 0),
  id bigint generated always as identity,
  -- Null: the office is rented whole.
  sub_office_id bigint,
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  -- As they were when it was issued.
  office_name text not null,
  office_name_he text,
  space_name text,
  space_name_he text,
  time_zone text not null,
  currency text not null check (currency in ('USD', 'EUR', 'ILS', 'GBP')),
  lines integer not null check (lines > 0),
  price bigint not null,
  tax bigint not null,
  commission bigint not null,
  corrections bigint not null,
  net bigint not null,
  issued_at timestamptz not null,
  previous_hash text,
  hash text not null,
  primary key (office_id, number),
  foreign key (office_id, sub_office_id) references sub_offices (office_id, id),
  constraint statements_add_up check (net = price - commission + corrections),
  constraint statements_one_per_month unique nulls not distinct (office_id, sub_office_id, month, currency)
);
create index statements_id on statements (id);
create index statements_newest on statements (month desc, id desc);

-- Entered by admins. Each becomes a line of the next statement of its space.
create table statement_corrections (
  office_id bigint not null references offices,
  id bigint generated always as identity,
  sub_office_id bigint,
  currency text not null check (currency in ('USD', 'EUR', 'ILS', 'GBP')),
  amount integer not null check (amount <> 0),
  words text not null,
  added_at timestamptz not null default now(),
  added_by bigint not null references users,
  primary key (office_id, id),
  foreign key (office_id, sub_office_id) references sub_offices (office_id, id)
);

create table statement_lines (
  office_id bigint not null,
  number integer not null,
  position integer not null check (position > 0),
  kind text not null check (kind in ('order', 'change', 'correction')),
  sub_office_id bigint,
  currency text not null,
  -- In which the order starts, on the clock of the office.
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  order_id bigint,
  start timestamptz,
  "end" timestamptz,
  is_cancelled boolean not null default false,
  price integer not null default 0,
  tax integer not null default 0,
  commission integer not null default 0,
  net integer not null,
  correction_id bigint,
  words text,
  primary key (office_id, number, position),
  -- Lines come first: once their statement is there, no line can be added.
  foreign key (office_id, number) references statements deferrable initially deferred,
  foreign key (office_id, order_id) references orders (office_id, id),
  foreign key (office_id, correction_id) references statement_corrections (office_id, id),
  constraint statement_lines_are_whole check (
    case kind when 'correction' then correction_id is not null and words is not null and order_id is null
      and (price, tax, commission) = (0, 0, 0)
    else order_id is not null and start is not null and correction_id is null and net = price - commission end
  )
);
create unique index statement_lines_correct_once on statement_lines (office_id, correction_id)
  where correction_id is not null;

create function refuse_lines_of_issued() returns trigger language plpgsql as $$
begin
  if exists (select from added join statements using (office_id, number)) then
    raise exception 'an issued statement gets no more lines' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;

create trigger statement_lines_come_first after insert on statement_lines referencing new table as added
  for each statement execute function refuse_lines_of_issued();
create trigger statements_are_append_only before update or delete or truncate on statements
  for each statement execute function refuse_change();
create trigger statement_lines_are_append_only before update or delete or truncate on statement_lines
  for each statement execute function refuse_change();
create trigger statement_corrections_are_append_only before update or delete or truncate on statement_corrections
  for each statement execute function refuse_change();

-- What an admin notes about the money of a statement.
create table payouts (
  office_id bigint not null,
  number integer not null,
  state text not null default 'open' check (state in ('open', 'scheduled', 'paid')),
  date date,
  reference text,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by bigint references users,
  primary key (office_id, number),
  foreign key (office_id, number) references statements,
  constraint payouts_have_a_date check (state = 'open' or date is not null)
);
create index payouts_not_paid on payouts (state, office_id, number) where state <> 'paid';
create trigger payouts_changed after insert or update on payouts
  for each statement execute function tell_lists('statements');
