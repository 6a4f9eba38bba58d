-- Why a message waits or did not leave is a code; the screens have the sentence (domain/gate-reasons.ts). What a provider said, or the
-- name of a file, is the detail beside it.
alter table public.outbox rename column gate_reason to gate_detail;
alter table public.outbox add column gate_code text;

update public.outbox set gate_code = known.code, gate_detail = null
from (values
  ('safe_mode', 'Safe mode: would have sent'),
  ('paused', 'Sending is paused'),
  ('no_consent', 'There is no consent'),
  ('unsubscribed', 'They unsubscribed'),
  ('address_bounced', 'The address bounced'),
  ('complained', 'They complained'),
  ('stop_list', 'On the stop list'),
  ('not_released', 'It was not released in time'),
  ('too_late', 'it could not be sent in time'),
  ('waits_for_hours', 'Waits for its hours'),
  ('day_limit', 'The limit of the day is reached: it leaves later'),
  ('hour_limit', 'This address got several messages within the hour'),
  ('own_address', 'This is one of our own addresses'),
  ('unknown_sender', 'The sender is none of our addresses'),
  ('open_tag', 'A tag was left open'),
  ('no_open_proposal', 'A tag was left open: no proposal waits for an answer from this person'),
  ('no_unsubscribe', 'There is no way to unsubscribe in it'),
  ('unreadable_invitation', 'An invitation cannot be read'),
  ('no_provider', 'Nobody is set up to take this'),
  ('never_received', 'The provider never had it'),
  ('server_stopped', 'the server stopped while it was sending'),
  ('cancelled_by_hand', 'Cancelled by hand'),
  ('taken_back', 'Taken back'),
  ('contact_deleted', 'The contact was deleted'),
  ('contact_restored', 'The contact was brought back'),
  ('erased', 'The person was erased'),
  ('spam', 'The inquiry is spam'),
  ('consent_withdrawn', 'Consent was withdrawn'),
  ('request_cancelled', 'The request was cancelled'),
  ('paid', 'It was paid'),
  ('disputed', 'The payment is disputed'),
  ('proposal_accepted', 'The proposal was accepted'),
  ('proposal_declined', 'The proposal was declined'),
  ('proposal_expired', 'The proposal has expired'),
  ('proposal_withdrawn', 'The proposal was withdrawn'),
  ('proposal_revised', 'A newer version is being prepared'),
  ('proposal_bounced', 'The mail with the proposal bounced'),
  ('sequence_paused', 'The sequence is paused'),
  ('enrolment_paused', 'The person is paused in the sequence'),
  ('not_enrolled', 'The person is no longer in the sequence')
) as known (code, sentence) where gate_detail = known.sentence;

update public.outbox set gate_code = 'sequence_stopped', gate_detail = substr(gate_detail, 27)
where gate_code is null and gate_detail like 'The sequence was stopped: %';

update public.outbox set gate_code = 'provider' where gate_code is null and gate_detail is not null;

alter table public.outbox add constraint "a detail belongs to a code" check (gate_detail is null or gate_code is not null);
