-- no transaction
create index concurrently if not exists calendar_links_of_channel on calendar_links (channel_ref)
  where channel_ref is not null;
create index concurrently if not exists order_copies_due on order_copies (link_id, changed_at)
  where state in ('due', 'failing');
create index concurrently if not exists order_copies_of_event on order_copies (link_id, event_id)
  where event_id is not null;
create index concurrently if not exists calendar_conflicts_answered on calendar_conflicts (answered_at, id)
  where answer is not null;

create or replace trigger calendar_conflicts_changed after insert or update or delete on calendar_conflicts
  for each statement execute function tell_lists('conflicts');
