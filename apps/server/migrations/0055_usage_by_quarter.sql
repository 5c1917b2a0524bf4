-- A report over many months adds up quarters instead of months: for 2,000 people, a third of the rows. `month` is then the
-- first of the quarter.
-- Locks orders for as long as it takes to add up the usage, so that no order is noted without its quarter.
lock table orders, business_usage in share row exclusive mode;

create or replace function note_business_usage() returns trigger language plpgsql as $$
begin
  insert into business_usage (business_id, kind, month, key, spent, orders)
  select business_id, part.kind, part.month, part.key, sum(spent), sum(orders) from (
    select old.business_id, month_of_stay(old.start, old.office_id), old.user_id,
      coalesce(old.sub_office_id, -old.office_id), -greatest(0, old.paid_with_credits - old.refunded), -1
    where tg_op <> 'INSERT'
    union all
    select new.business_id, month_of_stay(new.start, new.office_id), new.user_id,
      coalesce(new.sub_office_id, -new.office_id), greatest(0, new.paid_with_credits - new.refunded), 1
    where tg_op <> 'DELETE'
  ) as changes (business_id, stayed, user_id, space, spent, orders),
    lateral (values ('person', stayed, user_id), ('person in quarter', date_trunc('quarter', stayed)::date, user_id),
      ('space', stayed, space)) as part (kind, month, key)
  where business_id is not null
  group by 1, 2, 3, 4 having sum(spent) <> 0 or sum(orders) <> 0;
  return null;
end $$;

insert into business_usage (business_id, kind, month, key, spent, orders)
select business_id, 'person in quarter', date_trunc('quarter', month)::date, key, sum(spent), sum(orders)
from business_usage where kind = 'person' group by 1, 2, 3, 4;
