-- Meetings in the client's area: what the guest's own page says, without answers of others, notes and reasons.
create view private.client_meetings with (security_barrier) as
  select meetings.id, meetings.account_id, meetings.reference, meetings.title, meetings.starts_at, meetings.ends_at, meetings.zone, meetings.guest_zone, meetings.place,
    meetings.place_detail, meetings.state, pages.slug
  from private.client_scope('meetings') as mine
  join public.meetings on meetings.account_id = mine.account_id and (mine.scope = 'all' or meetings.contact_id = mine.contact_id)
  left join public.booking_pages as pages on pages.id = meetings.page_id and pages.state = 'live'
  where meetings.held_because = '{}' and meetings.erased_at is null and private.module_is_live('meetings');

-- Pages that clients can book on: their own ones and those that anyone may find.
create view private.client_booking_pages with (security_barrier) as
  select pages.id, pages.slug, pages.title, pages.minutes, pages.visibility
  from public.booking_pages as pages
  where pages.state = 'live' and pages.visibility in ('clients', 'public') and private.module_is_live('meetings') and exists (select from private.client_scope('meetings'));

grant select on private.client_meetings, private.client_booking_pages to authenticated;
