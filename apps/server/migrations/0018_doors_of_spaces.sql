-- Which spaces a door opens. A door that names none opens for everybody who has booked in its office. A space that is
-- deleted stays named, or its lock would open for the whole office.
create table device_sub_offices (
  office_id bigint not null,
  device_id bigint not null,
  sub_office_id bigint not null,
  primary key (office_id, device_id, sub_office_id),
  foreign key (office_id, device_id) references devices (office_id, id) on delete cascade,
  -- A door opens spaces of its own office only.
  foreign key (office_id, sub_office_id) references sub_offices (office_id, id) on delete cascade
);
create index device_sub_offices_of_space on device_sub_offices (office_id, sub_office_id);
