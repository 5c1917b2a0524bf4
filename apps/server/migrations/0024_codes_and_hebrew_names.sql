-- no transaction: nobody waits for any of this, whatever the size of the tables.

create index concurrently if not exists grant_devices_unwanted on grant_devices (unwanted_since)
  where unwanted_since is not null;

-- Whoever opens a door asks for what waits for its hub.
create index concurrently if not exists grants_failed on grants (office_id) where state = 'failed';

-- An admin's search finds either language.
create index concurrently if not exists offices_by_name_he on offices using gin (name_he gin_trgm_ops);
create index concurrently if not exists offices_by_address_he on offices using gin (address_he gin_trgm_ops);
create index concurrently if not exists sub_offices_by_name_he on sub_offices using gin (name_he gin_trgm_ops);

-- Codes that could not be taken out for a day were given up. They are tried again.
update grants set due_at = now(), tries = 0 where state = 'failed' and due_at is null;
