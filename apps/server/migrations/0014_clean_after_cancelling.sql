-- Whoever was in leaves a space to be cleaned, also when their order is cancelled: only its time is given back.
create or replace function refuse_cancelled_with_occupancy() returns trigger language plpgsql as $$
begin
  if exists (
    select from orders o join occupancy c on c.office_id = o.office_id and c.order_id = o.id
    where o.office_id = new.office_id and o.id = new.id and o.cancelled_at is not null and c.cause = 'order'
  ) then
    raise exception 'order % is cancelled and still takes its unit', new.id
      using errcode = 'check_violation', table = 'orders', constraint = 'cancelled_orders_take_no_unit';
  end if;
  return null;
end $$;
