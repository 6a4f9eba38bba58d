-- Facts of records: mail that left, and answers that are surely theirs.
create function private.facts_of_mail(kind text, ids uuid[]) returns setof jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if kind not in ('accounts', 'contacts') then return; end if;
  return query execute format($query$
    select jsonb_build_object('id', %1$I, 'contact_at', max(sent_at), 'contact_kind', 'mail')
    from public.outbox where %1$I = any ($1) and channel = 'email' and class <> 'system' and state in ('sent', 'delivered', 'complained') and sent_at is not null
    group by %1$I
    union all
    select jsonb_build_object('id', %1$I, 'contact_at', max(received_at), 'contact_kind', 'reply')
    from public.mail_replies where %1$I = any ($1) and not is_automatic and doubt is null group by %1$I
  $query$, left(kind, -1) || '_id') using ids;
end
$$;

select private.register_hook('facts of records', 'private.facts_of_mail(text, uuid[])');

-- Most of what happens to a message is no contact: only that it left is.
select private.feed_facts('public.outbox',
  'case when $row.state in (''sent'', ''delivered'', ''complained'') then $row.sent_at end, $row.account_id, $row.contact_id',
  'contacts', 'contact_id', 'accounts', 'account_id');

select private.feed_facts('public.mail_replies', '$row.doubt, $row.account_id, $row.contact_id', 'contacts', 'contact_id', 'accounts', 'account_id');
