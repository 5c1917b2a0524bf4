-- Admins' lists change under their eyes, whoever changes them and on whichever server. Told once a transaction.
create function tell_lists() returns trigger language plpgsql as $$
declare
  list text;
begin
  foreach list in array tg_argv loop
    perform pg_notify('changes', list);
  end loop;
  return null;
end $$;

create trigger users_changed
  after insert or delete or update of name, email, admin, created_at, deleted_at, purged_at, version on users
  for each statement execute function tell_lists('users');
create trigger phones_changed after insert or delete or update of phone on profiles
  for each statement execute function tell_lists('users');
create trigger memberships_changed after insert or update or delete on office_members
  for each statement execute function tell_lists('users');
create trigger offices_changed after insert or update or delete on offices
  for each statement execute function tell_lists('offices');
create trigger sub_offices_changed after insert or update or delete on sub_offices
  for each statement execute function tell_lists('offices');
create trigger integrations_changed after insert or update or delete on integrations
  for each statement execute function tell_lists('offices');
-- An office shows which doors it has.
create trigger devices_changed after insert or update or delete on devices
  for each statement execute function tell_lists('devices', 'offices');
create trigger home_assistants_changed after insert or update or delete on home_assistants
  for each statement execute function tell_lists('home_assistants', 'offices');
create trigger credit_packs_changed after insert or update or delete on credit_packs
  for each statement execute function tell_lists('credit_packs');

-- Whoever is listening as somebody who may not any more.
create function tell_session() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', 'session ' || new.id);
  return null;
end $$;

create trigger sessions_changed after update of session_epoch, admin, deleted_at on users for each row
  when ((old.session_epoch, old.admin, old.deleted_at) is distinct from (new.session_epoch, new.admin, new.deleted_at))
  execute function tell_session();

-- What is left of everybody's lots, so that a list can be sorted by it and searched for it. Lots that have expired
-- count until they are written off, which is done before anybody sorts or searches.
create table credit_balances (
  user_id bigint primary key references users,
  -- Always the sum of what is left of the user's lots; the database keeps it so.
  hundredths bigint not null default 0 check (hundredths >= 0),
  -- As people read and type it, without its commas.
  shown text not null generated always as (hundredths / 100 || '.' || lpad((hundredths % 100)::text, 2, '0')) stored
);
insert into credit_balances (user_id, hundredths)
  select users.id, coalesce(sum(credit_lots.remaining), 0)
  from users left join credit_lots on credit_lots.user_id = users.id group by users.id;
create index credit_balances_in_order on credit_balances (hundredths, user_id);

create trigger balances_changed after update on credit_balances
  for each statement execute function tell_lists('users');

create function open_balances() returns trigger language plpgsql as $$
begin
  insert into credit_balances (user_id) select id from added;
  return null;
end $$;
create trigger users_have_a_balance after insert on users referencing new table as added
  for each statement execute function open_balances();

-- Rows are taken in the order of the users, so that two who move the credits of many do it in turn.
create function move_balances(user_ids bigint[], amounts bigint[]) returns void language sql as $$
  with moved as (
    select user_id, sum(amount) as amount from unnest(user_ids, amounts) as one (user_id, amount)
    where user_id is not null group by user_id having sum(amount) <> 0
  ), taken as (
    select user_id from credit_balances where user_id in (select user_id from moved) order by user_id for no key update
  )
  update credit_balances set hundredths = hundredths + moved.amount
  from moved join taken using (user_id) where credit_balances.user_id = moved.user_id
$$;

create function keep_balances() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform move_balances(array_agg(user_id), array_agg(remaining)) from added;
  elsif tg_op = 'DELETE' then
    perform move_balances(array_agg(user_id), array_agg(-remaining)) from removed;
  else
    perform move_balances(array_agg(user_id), array_agg(amount)) from (
      select user_id, remaining as amount from added union all select user_id, -remaining from removed
    ) moved;
  end if;
  return null;
end $$;
create trigger lots_added after insert on credit_lots referencing new table as added
  for each statement execute function keep_balances();
create trigger lots_removed after delete on credit_lots referencing old table as removed
  for each statement execute function keep_balances();
create trigger lots_moved after update on credit_lots referencing old table as removed new table as added
  for each statement execute function keep_balances();

-- What a search for people looks through, in one piece and one case. The line between keeps name and address apart.
alter table users add column words text not null
  generated always as (lower(name || E'\n' || email::text)) stored;
drop index users_by_name, users_by_email;
create index users_by_words on users using gin (words gin_trgm_ops);

-- Far pages are counted off without reading the users before them; an index answers from an expression alone only
-- when it also has what the expression is made of.
drop index users_in_name_order;
create index users_in_name_order on users (lower(name), id) include (name);
create index users_in_email_order on users (email, id);
