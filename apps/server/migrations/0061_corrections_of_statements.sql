-- The statement that a correction was entered on. Its line is for the owners to whom that was issued, and waits while they
-- do not own the office. Null: entered before this was noted.
-- Locks statement_corrections, which is small, and statements: for a moment.
alter table statement_corrections add column number integer,
  add foreign key (office_id, number) references statements (office_id, number);
