-- A line that takes away an order which has moved to another space or month says so.
-- Locks statement_lines: for the moment it takes to read its rows.
alter table statement_lines drop constraint statement_lines_kind_check;
alter table statement_lines add constraint statement_lines_kind_check
  check (kind in ('order', 'change', 'move', 'correction'));
