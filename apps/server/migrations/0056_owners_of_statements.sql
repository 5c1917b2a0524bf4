-- Who owned the office when a statement was issued: they read it and hear of its payout, also after they lost the role.
-- Locks statements: for the moment it takes to note the owners of those that exist; and users, while the table is made.
create table statement_owners (
  office_id bigint not null,
  number integer not null,
  user_id bigint not null references users,
  primary key (office_id, number, user_id),
  foreign key (office_id, number) references statements
);
create index statement_owners_of_user on statement_owners (user_id);

-- In the database, so that no server issues a statement without its owners, not even one of the version before.
create function note_owners_of_statements() returns trigger language plpgsql as $$
begin
  insert into statement_owners (office_id, number, user_id)
  select office_id, number, user_id from issued join office_members using (office_id) where role = 'owner';
  return null;
end $$;

create trigger statements_have_owners after insert on statements referencing new table as issued
  for each statement execute function note_owners_of_statements();

-- Nobody knows who owned an office earlier.
insert into statement_owners (office_id, number, user_id)
select office_id, number, user_id from statements join office_members using (office_id) where role = 'owner';

create trigger statement_owners_are_append_only before update or delete or truncate on statement_owners
  for each statement execute function refuse_change();
