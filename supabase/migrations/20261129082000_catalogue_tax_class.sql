-- Which taxes a service has; null: the usual class. After the tables of taxes, which are younger than the catalogue's.
alter table public.services add column tax_class_id uuid references public.tax_classes (id) on delete restrict;
create index services_tax_class_idx on public.services (tax_class_id) where tax_class_id is not null;
