-- The firm: who offers, who is paid and who signs. What is null has not been said yet: names and addresses then come from content/,
-- and there are no bank details.
create table public.firm (
  id boolean primary key default true constraint "there is one firm" check (id),
  legal_name text constraint "legal name has 1 to 200 characters" check (char_length(legal_name) between 1 and 200),
  street text constraint "street has 1 to 200 characters" check (char_length(street) between 1 and 200),
  postal_code text constraint "postal code has 1 to 20 characters" check (char_length(postal_code) between 1 and 20),
  city text constraint "city has 1 to 100 characters" check (char_length(city) between 1 and 100),
  region text constraint "region has 1 to 100 characters" check (char_length(region) between 1 and 100),
  country text constraint "country is a code of two letters" check (country ~ '^[A-Z]{2}$'),
  tax_number text constraint "tax number has 1 to 60 characters" check (char_length(tax_number) between 1 and 60),
  -- A data address: it is small, goes into pages and PDFs as it is, and is in every backup.
  logo text constraint "logo is a PNG or JPEG of at most 200 KB"
    check (logo ~ '^data:image/(png|jpeg);base64,[A-Za-z0-9+/]+=*$' and octet_length(logo) <= 280000),
  email text constraint "public address is a mail address" check (email ~ '^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$' and char_length(email) <= 254),
  -- 'Name <address>', as mail programs write it.
  sender text constraint "sender is a mail address, with or without a name"
    check (sender ~ '^([^<>[:cntrl:]]+ )?<?[^@\s<>]+@[^@\s<>]+\.[^@\s<>]+>?$' and char_length(sender) <= 300),
  signature text constraint "signature has 1 to 500 characters" check (char_length(signature) between 1 and 500),
  bank_holder text constraint "holder has 1 to 200 characters" check (char_length(bank_holder) between 1 and 200),
  bank_name text constraint "bank has 1 to 200 characters" check (char_length(bank_name) between 1 and 200),
  bank_account text constraint "account has 4 to 60 characters" check (char_length(bank_account) between 4 and 60),
  bank_bic text constraint "BIC has 8 or 11 characters" check (bank_bic ~ '^[A-Z0-9]{8}([A-Z0-9]{3})?$'),
  bank_changed_at timestamptz,
  changed_at timestamptz,
  changed_by uuid,
  constraint "bank details have a holder and an account" check ((bank_holder is null) = (bank_account is null))
);

insert into public.firm default values;
alter table public.firm enable row level security;

alter table public.staff add column picture text
  constraint "picture is a PNG, JPEG or WebP of at most 60 KB"
  check (picture ~ '^data:image/(png|jpeg|webp);base64,[A-Za-z0-9+/]+=*$' and octet_length(picture) <= 84000);

-- Steps of the first run that someone put aside; 'all' is the list on the dashboard. What is done is known from the settings themselves.
create table public.skipped_steps (
  step text primary key constraint "step of the first run" check (step in ('you', 'firm', 'office', 'modules', 'mail', 'publishing', 'team', 'all')),
  skipped_at timestamptz not null default now(),
  skipped_by uuid
);

alter table public.skipped_steps enable row level security;
