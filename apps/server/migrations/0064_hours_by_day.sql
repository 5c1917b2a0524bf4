-- Hours of single weekdays, and holidays. `open_hours` and `close_hours` hold on all other days.
-- Locks offices, which is small, for a moment.

create function is_open_hours(hours jsonb) returns boolean language sql immutable strict parallel safe as $$
  select jsonb_typeof(hours) = 'null' or (jsonb_typeof(hours) = 'object'
    and coalesce(hours->>'open_hours' ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$', false)
    and coalesce(hours->>'close_hours' ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$', false))
$$;

-- Each weekday once, from Sunday, 0, to Saturday, 6.
create function is_week_hours(days jsonb) returns boolean language sql immutable strict parallel safe as $$
  select case when jsonb_typeof(days) <> 'array' then false else
    coalesce((select bool_and(coalesce(day->>'weekday' ~ '^[0-6]$' and is_open_hours(day->'hours'), false))
      and count(*) = count(distinct day->>'weekday') from jsonb_array_elements(days) as day), true) end
$$;

-- By date, none on a day of the one before. Dates as text sort by date.
create function is_holidays(holidays jsonb) returns boolean language sql immutable strict parallel safe as $$
  select case when jsonb_typeof(holidays) <> 'array' then false else
    coalesce((select bool_and(coalesce(
        day->>'first_day' ~ '^2[0-9]{3}-[0-9]{2}-[0-9]{2}$' and day->>'last_day' ~ '^2[0-9]{3}-[0-9]{2}-[0-9]{2}$'
        and day->>'first_day' <= day->>'last_day' and day->>'name' <> '' and is_open_hours(day->'hours')
        and (before is null or before < (day->>'first_day')), false))
      from (select day, lag(day->>'last_day') over (order by place) as before
        from jsonb_array_elements(holidays) with ordinality as listed (day, place)) as one), true) end
$$;

alter table offices
  add column week_hours jsonb not null default '[]',
  add column holidays jsonb not null default '[]',
  add check (is_week_hours(week_hours)),
  add check (is_holidays(holidays));
