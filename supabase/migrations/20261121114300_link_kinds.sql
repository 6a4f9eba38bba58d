-- Each module names the kinds of links that its token pages open, so a new page needs no change of this table.
alter table private.access_links drop constraint "kind of a link";
alter table private.access_links add constraint "kind of a link" check (kind ~ '^[a-z_]{1,40}$');
