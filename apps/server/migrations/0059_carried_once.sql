-- no transaction
create unique index concurrently if not exists statement_lines_carry_once on statement_lines (office_id, words)
  where kind = 'carried';
alter table statement_lines validate constraint statement_lines_kind_check;
alter table statement_lines validate constraint statement_lines_are_whole;
alter table payouts validate constraint payouts_state_check;
alter table payouts validate constraint payouts_have_a_date;
