-- Each office has its own tax rate. Orders keep the one of the day they were booked, as before.
-- Locks offices for a moment.

alter table offices add column if not exists tax_percent integer not null default 18
  check (tax_percent between 0 and 100);
