-- Instant: nothing is rewritten. Grants, grant_devices and devices are locked for that moment.

-- Which server is working on the locks of an order, and until when it is taken to be alive, by the database's clock.
alter table grants
  add column lease_owner text,
  add column leased_until timestamptz;

alter table grant_devices
  -- The hub or cloud that has the code; null when that is not known.
  add column hub_kind text,
  add column hub_id bigint,
  -- Since when the code should be out of the lock; null while it belongs there, and once it is out.
  add column unwanted_since timestamptz,
  add column tried_at timestamptz;

-- Until then no code is put into this lock, and those that are in it are taken out.
alter table devices add column codes_paused_until timestamptz;

-- On which days admins were sent the list of codes that are still in locks.
create table lock_code_mails (day date primary key);

create trigger unwanted_codes_changed after update on grant_devices for each row
  when ((old.unwanted_since, old.failure, old.tried_at) is distinct from (new.unwanted_since, new.failure, new.tried_at)
    and coalesce(old.unwanted_since, new.unwanted_since) is not null)
  execute function tell_lists('lock_codes');
create trigger unwanted_codes_forgotten after delete on grant_devices for each row
  when (old.unwanted_since is not null)
  execute function tell_lists('lock_codes');
