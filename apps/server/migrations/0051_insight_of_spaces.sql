-- What the orders of each day come to by space, like insight_offices. Without a sub-office: an office that is rented whole.
create table insight_spaces (
  day integer not null,
  office_id bigint not null,
  sub_office_id bigint,
  currency text not null,
  orders integer not null,
  revenue bigint not null,
  net bigint not null,
  booked_ms bigint not null,
  there_ms bigint not null
);
create index insight_spaces_by_day on insight_spaces (day);
create index insight_spaces_of_office on insight_spaces (office_id, day);

-- All days are counted anew.
insert into insight_changes select distinct day from insight_offices;
