-- Consent, append only: what was asked in which words, what was decided and when. The latest row of an address and purpose
-- counts. The page that confirms is opened by a link of kind 'consent'.
create table public.consents (
  id uuid primary key default uuidv7(),
  -- Null once the person is erased.
  email_key text,
  contact_id uuid references public.contacts (id) on delete set null,
  purpose text not null constraint "purpose of a consent" check (purpose in ('newsletter', 'manifesto')),
  state text not null constraint "state of a consent" check (state in ('asked', 'given', 'withdrawn')),
  wording text not null,
  asked_at timestamptz not null default now(),
  decided_at timestamptz,
  inquiry_id uuid references public.inquiries (id) on delete set null,
  -- The form it was asked in.
  form text,
  expires_at timestamptz,
  constraint "what is decided has its time" check ((state = 'asked') = (decided_at is null))
);

create index consents_email_key_idx on public.consents (email_key, purpose, id desc);

create index consents_contact_idx on public.consents (contact_id) where contact_id is not null;

create index consents_inquiry_idx on public.consents (inquiry_id) where inquiry_id is not null;

alter table public.consents enable row level security;

create table public.free_mail_hosts (host text primary key constraint "host is in small letters" check (host = lower(host)));

insert into public.free_mail_hosts (host)
select unnest(string_to_array(
  'gmail.com googlemail.com outlook.com outlook.de outlook.fr hotmail.com hotmail.co.uk hotmail.de hotmail.fr hotmail.it live.com '
  || 'live.co.uk msn.com yahoo.com yahoo.co.uk yahoo.de yahoo.fr yahoo.co.in yahoo.co.jp ymail.com rocketmail.com icloud.com me.com '
  || 'mac.com aol.com gmx.de gmx.net gmx.com gmx.at gmx.ch web.de t-online.de freenet.de mail.com email.com proton.me protonmail.com '
  || 'pm.me tutanota.com tuta.io tuta.com posteo.de posteo.net mailbox.org fastmail.com fastmail.fm hey.com zoho.com zohomail.com '
  || 'yandex.ru yandex.com mail.ru bk.ru inbox.ru list.ru rambler.ru qq.com 163.com 126.com sina.com naver.com daum.net hanmail.net '
  || 'orange.fr wanadoo.fr free.fr laposte.net sfr.fr libero.it virgilio.it tiscali.it alice.it bluewin.ch hispeed.ch telenet.be '
  || 'ziggo.nl kpnmail.nl xs4all.nl comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net earthlink.net '
  || 'btinternet.com sky.com virginmedia.com ntlworld.com talktalk.net walla.co.il walla.com uol.com.br bol.com.br terra.com.br '
  || 'seznam.cz centrum.cz wp.pl o2.pl onet.pl interia.pl rediffmail.com duck.com', ' '));

alter table public.free_mail_hosts enable row level security;
