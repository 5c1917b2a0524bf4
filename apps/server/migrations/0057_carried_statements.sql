-- Of a statement below 0 nothing is paid out: its amount is carried over, as a line of the next statement of its space.
-- Locks statement_lines and payouts: for a moment, because no row is read. 0059 checks the rows.
alter table statement_lines drop constraint statement_lines_kind_check;
alter table statement_lines add constraint statement_lines_kind_check
  check (kind in ('order', 'change', 'move', 'correction', 'carried')) not valid;
alter table statement_lines drop constraint statement_lines_are_whole;
-- The words of what is carried over are the number of the statement that was below 0.
alter table statement_lines add constraint statement_lines_are_whole check (
  case kind when 'correction' then correction_id is not null and words is not null and order_id is null
    and (price, tax, commission) = (0, 0, 0)
  when 'carried' then correction_id is null and words is not null and order_id is null
    and (price, tax, commission) = (0, 0, 0) and net < 0
  else order_id is not null and start is not null and correction_id is null and net = price - commission end
) not valid;

alter table payouts drop constraint payouts_state_check;
alter table payouts add constraint payouts_state_check
  check (state in ('open', 'scheduled', 'paid', 'carried')) not valid;
alter table payouts drop constraint payouts_have_a_date;
alter table payouts add constraint payouts_have_a_date
  check (state in ('open', 'carried') or date is not null) not valid;

-- In the database, because servers of the version before issue statements too. Payouts from before stay open: nobody knows
-- which of them were settled.
create function carry_over_below_zero() returns trigger language plpgsql as $$
begin
  if new.state = 'open' and exists (select from statements
      where office_id = new.office_id and number = new.number and net < 0) then
    new.state := 'carried';
  end if;
  return new;
end $$;

create trigger payouts_carry_over_below_zero before insert on payouts
  for each row execute function carry_over_below_zero();
