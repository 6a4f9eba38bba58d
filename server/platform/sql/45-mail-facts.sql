-- Facts of records: mail that left, and answers that are surely theirs.
select private.tell_facts('last contact', 'outbox', array['accounts', 'contacts'], $query$
  select $id, max(sent_at), 'mail'::text from public.outbox
  where $id = any (ids) and channel = 'email' and class <> 'system' and state in ('sent', 'delivered', 'complained') and sent_at is not null group by $id
$query$);

select private.tell_facts('last contact', 'replies', array['accounts', 'contacts'], $query$
  select $id, max(received_at), 'reply'::text from public.mail_replies where $id = any (ids) and not is_automatic and doubt is null group by $id
$query$);

-- Most of what happens to a message is no contact: only that it left is.
select private.feed_facts('mail', 'public.outbox',
  'case when $row.state in (''sent'', ''delivered'', ''complained'') then $row.sent_at end, $row.account_id, $row.contact_id',
  'contacts', 'contact_id', 'accounts', 'account_id');

select private.feed_facts('mail', 'public.mail_replies', '$row.doubt, $row.account_id, $row.contact_id', 'contacts', 'contact_id', 'accounts', 'account_id');
