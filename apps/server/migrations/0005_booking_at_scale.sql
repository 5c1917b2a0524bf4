-- What runs every minute or hour reads what is due, not what was.
create index orders_open on orders (office_id, id)
  where "end" is null and checked_out_at is null and cancelled_at is null;
create index credit_lots_by_expiry on credit_lots (expires_at, id) where remaining > 0 and expires_at is not null;

-- Whoever books makes room by ending holds: of the units of one space, and their own.
create index occupancy_holds_of_unit on occupancy (office_id, unit_id) where cause = 'hold';
create index occupancy_holds_of_user on occupancy (held_by) where cause = 'hold';
