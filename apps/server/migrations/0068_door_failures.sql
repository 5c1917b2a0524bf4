-- Doors that cannot be opened from here, and since when: one row for each that fails now.

create table door_failures (
  office_id bigint not null,
  device_id bigint not null,
  reason text not null,
  since timestamptz not null,
  primary key (office_id, device_id),
  foreign key (office_id, device_id) references devices (office_id, id) on update cascade on delete cascade
);
