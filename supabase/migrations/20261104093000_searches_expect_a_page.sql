-- What a search hands over is joined with the companies. Expecting a hundred rows, PostgreSQL read all 10,000 companies for
-- that (4 ms); expecting a page, it looks up the few it needs.
alter function public.search_accounts(text, text, text, boolean, integer, integer, timestamptz, uuid) rows 20;
alter function public.search_contacts(text, uuid, text, boolean, integer, integer, timestamptz, uuid) rows 20;
