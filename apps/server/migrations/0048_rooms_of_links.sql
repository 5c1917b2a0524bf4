-- Of Google: a room of a Workspace, which is booked by inviting it. The type of the office says what new links are.
alter table calendar_links add column is_room boolean not null default false;
update calendar_links link set is_room = true from offices
where offices.id = link.office_id and offices.google_calendar_type = 'rooms' and link.provider = 'google';
