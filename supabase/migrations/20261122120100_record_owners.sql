-- Companies and people have an owner, as deals do: the colleague who added them, until someone says otherwise.
alter table public.accounts add column owner_id uuid default auth.uid() references public.staff (user_id) on delete restrict;

alter table public.contacts add column owner_id uuid default auth.uid() references public.staff (user_id) on delete restrict;

create index accounts_owner_idx on public.accounts (owner_id) where owner_id is not null;
create index contacts_owner_idx on public.contacts (owner_id) where owner_id is not null;
