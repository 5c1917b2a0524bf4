-- Whether an admin has closed a time: then owners do not open it, whatever becomes of that admin.
-- Locks closures: for the moment it takes to look up who made them.
alter table closures add column by_admin boolean not null default false;
update closures set by_admin = true from users where users.id = closures.created_by and users.admin;

-- In the database, because servers of the version before close times too.
create function note_admin_of_closure() returns trigger language plpgsql as $$
begin
  new.by_admin := new.by_admin or exists (select from users where id = new.created_by and admin);
  return new;
end $$;

create trigger closures_know_admins before insert on closures
  for each row execute function note_admin_of_closure();
