-- Each balance is moved by a statement whose plan lasts. The one statement for all of them took lists, so PostgreSQL
-- planned it again for every booking. Still in the order of the users.
create or replace function move_balances(user_ids bigint[], amounts bigint[]) returns void language plpgsql as $$
declare moved record;
begin
  for moved in
    select user_id, sum(amount) as amount from unnest(user_ids, amounts) as one (user_id, amount)
    where user_id is not null group by user_id having sum(amount) <> 0 order by user_id
  loop
    update credit_balances set hundredths = hundredths + moved.amount where user_id = moved.user_id;
  end loop;
end $$;

-- Every row has a unit, and the unit refers to the office.
alter table occupancy drop constraint occupancy_office_id_fkey;

-- What `is_half_open` says, written out: PostgreSQL reads and plans a function in a check again for every insert.
alter table occupancy drop constraint occupancy_during_check, add constraint occupancy_during_check
  check (lower_inc(during) and not upper_inc(during) and not upper_inf(during)
    and isfinite(lower(during)) and isfinite(upper(during)));
alter table grants drop constraint grants_during_check, add constraint grants_during_check
  check (lower_inc(during) and not upper_inc(during) and not upper_inf(during)
    and isfinite(lower(during)) and isfinite(upper(during)));

-- Whoever has a code in an office has it alone, at any time: there are 900,000, and a plain index is far cheaper than one
-- that compares times. Two old grants with one code at different times keep working; only the later one stays unique.
-- Locks grants for a moment: only those that are not over are in the index.
alter table grants drop constraint grants_codes_differ;
update grants set door_code_hash = null
where state <> 'removed' and exists (
  select from grants other where other.office_id = grants.office_id and other.door_code_hash = grants.door_code_hash
    and other.state <> 'removed' and other.order_id > grants.order_id);
create unique index grants_codes_differ on grants (office_id, door_code_hash) where state <> 'removed';
