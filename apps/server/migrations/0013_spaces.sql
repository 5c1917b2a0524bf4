-- Each server has in mind what all offices offer, and reads an office anew once it has changed. This tells which have:
-- whoever remembers what was running when they last looked finds everything that was committed since.
create table office_changes (
  office_id bigint primary key,
  -- The last transaction that changed the office, one of its sub-offices or one of their units.
  changed_in xid8 not null
);
create index office_changes_latest on office_changes (changed_in);

create function note_change_of(office bigint) returns void language sql as $$
  insert into office_changes as known values (office, pg_current_xact_id())
  on conflict (office_id) do update set changed_in = excluded.changed_in
  where known.changed_in <> excluded.changed_in
$$;

create function note_office_change() returns trigger language plpgsql as $$
begin
  perform note_change_of(case tg_op when 'DELETE' then old.id else new.id end);
  return null;
end $$;
create function note_change_in_office() returns trigger language plpgsql as $$
begin
  perform note_change_of(case tg_op when 'DELETE' then old.office_id else new.office_id end);
  return null;
end $$;

create trigger office_changes_are_noted after insert or update or delete on offices
  for each row execute function note_office_change();
create trigger sub_office_changes_are_noted after insert or update or delete on sub_offices
  for each row execute function note_change_in_office();
create trigger unit_changes_are_noted after insert or update or delete on units
  for each row execute function note_change_in_office();

insert into office_changes select id, pg_current_xact_id() from offices;

-- What is taken at a time, over all offices, is read off the index alone.
drop index occupancy_when;
create index occupancy_when on occupancy using gist (during) include (unit_id, held_until);
