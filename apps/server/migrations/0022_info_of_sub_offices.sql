-- Whatever else there is to know about a sub-office. Adding a column that may be null rewrites nothing.
alter table sub_offices add column additional_info jsonb;
