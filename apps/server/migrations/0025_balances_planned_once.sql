-- PostgreSQL plans a function in SQL again for every statement that calls it, and one in PL/pgSQL once per connection.
-- This one runs for every booking that is paid with credits.
create or replace function move_balances(user_ids bigint[], amounts bigint[]) returns void language plpgsql as $$
begin
  with moved as (
    select user_id, sum(amount) as amount from unnest(user_ids, amounts) as one (user_id, amount)
    where user_id is not null group by user_id having sum(amount) <> 0
  ), taken as (
    select user_id from credit_balances where user_id = any(user_ids) order by user_id for no key update
  )
  update credit_balances set hundredths = hundredths + moved.amount
  from moved join taken using (user_id)
  where credit_balances.user_id = any(user_ids) and credit_balances.user_id = moved.user_id;
end $$;
