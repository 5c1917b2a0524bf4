-- Companies share a pool of credits in one currency. Their managers invite people and say what each may spend.
alter table businesses
  add column currency text not null default 'ILS' check (currency in ('USD', 'EUR', 'ILS', 'GBP')),
  -- In hundredths of a credit. Managers are warned once when less is left, and again after more was there.
  add column low_at integer check (low_at >= 0),
  add column low_warned_at timestamptz;
update businesses set currency = lot.currency
from (select distinct on (business_id) business_id, currency from credit_lots
  where business_id is not null order by business_id, id desc) lot
where lot.business_id = businesses.id;

-- The types of spaces that a person may book on company credits; null means all. `monthly_limit` is in hundredths of a
-- credit.
alter table business_members add column allowed_types text[] check (cardinality(allowed_types) > 0
  and allowed_types <@ array['office', 'open_space', 'meeting_room', 'lecture_room', 'clinics', 'podcast_room']);

create table business_invitations (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses,
  email citext not null,
  role text not null check (role in ('manager', 'employee')),
  monthly_limit integer check (monthly_limit >= 0),
  allowed_types text[] check (cardinality(allowed_types) > 0),
  -- Of the link in the last mail.
  token_hash bytea not null unique,
  invited_by bigint not null references users,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz
);
create unique index business_invitations_once on business_invitations (business_id, email)
  where used_at is null and revoked_at is null;

-- Locks payments for a moment.
alter table payments add column business_id bigint references businesses;

-- What was spent of a company's credits, less what was refunded, and how many orders were made: by month of the stay on
-- the office's clock and by person (key: the user), and by month and space (key: the sub-office, or of an office that is
-- rented whole its id below zero). Rows are only added, so that nobody who books waits for somebody else; a job adds
-- them up.
create table business_usage (
  business_id bigint not null references businesses,
  kind text not null check (kind in ('person', 'space')),
  month date not null,
  key bigint not null,
  spent bigint not null,
  orders integer not null
);
create index business_usage_of_month on business_usage (business_id, kind, month, key) include (spent, orders);

create function month_of_stay(start timestamptz, office_id bigint) returns date language sql stable as $$
  select date_trunc('month', start at time zone offices.time_zone)::date from offices where offices.id = office_id
$$;

-- Refunds of an order go to its credits first.
create function note_business_usage() returns trigger language plpgsql as $$
begin
  insert into business_usage (business_id, kind, month, key, spent, orders)
  select business_id, kind, month, key, sum(spent), sum(orders) from (
    select old.business_id, month_of_stay(old.start, old.office_id), old.user_id,
      coalesce(old.sub_office_id, -old.office_id), -greatest(0, old.paid_with_credits - old.refunded), -1
    where tg_op <> 'INSERT'
    union all
    select new.business_id, month_of_stay(new.start, new.office_id), new.user_id,
      coalesce(new.sub_office_id, -new.office_id), greatest(0, new.paid_with_credits - new.refunded), 1
    where tg_op <> 'DELETE'
  ) as changes (business_id, month, user_id, space, spent, orders),
    lateral (values ('person', user_id), ('space', space)) as part (kind, key)
  where business_id is not null
  group by 1, 2, 3, 4 having sum(spent) <> 0 or sum(orders) <> 0;
  return null;
end $$;

-- Locks orders for as long as it takes to find those of companies.
create trigger orders_are_business_usage after insert on orders for each row
  when (new.business_id is not null) execute function note_business_usage();
create trigger changed_orders_are_business_usage after update on orders for each row
  when ((new.business_id is not null or old.business_id is not null)
    and (old.business_id, old.start, old.sub_office_id, old.user_id, old.paid_with_credits, old.refunded)
      is distinct from (new.business_id, new.start, new.sub_office_id, new.user_id, new.paid_with_credits, new.refunded))
  execute function note_business_usage();
create trigger deleted_orders_are_business_usage after delete on orders for each row
  when (old.business_id is not null) execute function note_business_usage();

insert into business_usage (business_id, kind, month, key, spent, orders)
select business_id, kind, month_of_stay(start, office_id), key, sum(greatest(0, paid_with_credits - refunded)), count(*)
from orders, lateral (values ('person', user_id), ('space', coalesce(sub_office_id, -office_id))) as part (kind, key)
where business_id is not null group by 1, 2, 3, 4;

-- Open pages of a company ask again when its people, invitations or credits change.
create function tell_business() returns trigger language plpgsql as $$
declare changed jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  perform pg_notify('changes', 'business ' || (changed ->> tg_argv[0]));
  if tg_table_name = 'business_members' then
    perform pg_notify('changes', 'member ' || (changed ->> 'user_id'));
  end if;
  return null;
end $$;
create trigger businesses_changed after update on businesses for each row execute function tell_business('id');
create trigger business_members_changed after insert or update or delete on business_members
  for each row execute function tell_business('business_id');
create trigger business_invitations_changed after insert or update or delete on business_invitations
  for each row execute function tell_business('business_id');
-- Locks credit_lots for a moment.
create trigger pools_changed after insert or update on credit_lots
  for each row when (new.business_id is not null) execute function tell_business('business_id');
