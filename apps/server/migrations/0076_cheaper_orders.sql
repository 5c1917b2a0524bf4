-- Locks orders: for a moment, because two triggers change.

-- A booking inserts one order, and a statement that groups a list of one takes several times as long as one that writes its
-- values. Sums stay the same: the job adds the rows up anyway.
create function tally_new_order() returns trigger language plpgsql as $$
begin
  insert into order_tallies (kind, key, payment_status, count) values
    ('date', home_day(new."date"), new.payment_status, 1),
    ('start', home_day(new.start), new.payment_status, 1),
    ('space', coalesce(new.sub_office_id, -new.office_id), new.payment_status, 1),
    ('user', new.user_id, new.payment_status, 1);
  return null;
end $$;
create or replace trigger orders_are_tallied after insert on orders for each row execute function tally_new_order();
drop function tally_new_orders();

create function note_new_order() returns trigger language plpgsql as $$
declare
  first_day integer := home_day(new.start);
  last_day integer := home_day(coalesce(new."end" - interval '1 microsecond', new.start));
begin
  if first_day = last_day then
    insert into insight_changes values (first_day);
  else
    insert into insight_changes select generate_series(first_day, last_day);
  end if;
  return null;
end $$;
create or replace trigger orders_change_insight after insert on orders for each row execute function note_new_order();
drop function note_new_orders();

-- A booking takes credits from one lot. Statements for several users still lock balances in the order of the users, so that
-- they cannot deadlock.
create or replace function keep_balances() returns trigger language plpgsql as $$
declare
  moved record;
begin
  if tg_op = 'INSERT' then
    perform move_balances(array_agg(user_id), array_agg(remaining)) from added;
  elsif tg_op = 'DELETE' then
    perform move_balances(array_agg(user_id), array_agg(-remaining)) from removed;
  else
    select count(*) as lots, min(added.user_id) as user_id, sum(added.remaining - removed.remaining) as amount,
        bool_and(added.user_id is not distinct from removed.user_id) as by_same_user
      into moved from added join removed using (id);
    if moved.lots = 1 and moved.by_same_user then
      -- Without an update, no list of users is told to reload.
      if moved.user_id is not null and moved.amount <> 0 then
        update credit_balances set hundredths = hundredths + moved.amount where user_id = moved.user_id;
      end if;
    else
      perform move_balances(array_agg(user_id), array_agg(amount)) from (
        select user_id, remaining as amount from added union all select user_id, -remaining from removed
      ) both_ways;
    end if;
  end if;
  return null;
end $$;
