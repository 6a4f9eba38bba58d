-- Zones that calendar programs name in their own ways were read as UTC: every entry of a calendar file is read again.
update public.calendar_entries set etag = null
where calendar_id in (select id from public.calendars where kind in ('caldav', 'ics'));
update public.calendars set sync_token = null, etag = null, compared_at = null, next_try_at = now() where kind in ('caldav', 'ics');
