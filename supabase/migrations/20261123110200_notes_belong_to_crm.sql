-- Notes are of the area of companies and people.
update public.deletions set area = 'crm' where kind = 'notes';
