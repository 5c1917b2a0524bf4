-- What a search over all columns looks through: everything that the list of offices shows, a line for each column, so
-- that nothing is found across two. Never the Wi-Fi password.
alter table offices add column words text not null generated always as (
  id::text || e'\n' || name || e'\n' || address || e'\n' || lat::text || e'\n' || lon::text
  || e'\n' || coalesce(open_hours, '') || e'\n' || coalesce(close_hours, '')
  || e'\n' || coalesce(wifi_name, '') || e'\n' || coalesce(printer_instructions, '')
  || e'\n' || coalesce(openpath_org_id, '') || e'\n' || coalesce(openpath_entry_id, '')
) stored;
create index offices_by_words on offices using gin (words gin_trgm_ops);
create index offices_by_wifi_name on offices using gin (wifi_name gin_trgm_ops);

-- The list of offices in each of its orders; hours that there are not come last both ways.
create index offices_newest on offices (created_at desc, id desc);
create index offices_in_name_order on offices (lower(name), id);
create index offices_in_lat_order on offices (lat, id);
create index offices_in_lon_order on offices (lon, id);
create index offices_by_opening on offices (open_hours, id);
create index offices_by_opening_down on offices (open_hours desc nulls last, id desc);
create index offices_by_closing on offices (close_hours, id);
create index offices_by_closing_down on offices (close_hours desc nulls last, id desc);

-- Which pictures somebody still refers to, for the sweep over the files.
create index offices_pictures on offices using gin (pictures);
create index sub_offices_pictures on sub_offices using gin (pictures);
create index profiles_passport_image on profiles (passport_image) where passport_image is not null;
