-- What people who read Hebrew see in place of the name and the address. Instant: nothing is rewritten.
alter table offices add column name_he text, add column address_he text;
alter table sub_offices add column name_he text;
