-- Why an enrolment ended is a code; the screens have the sentence (domain/gate-reasons.ts). What a person wrote stays.
update public.enrolments set stop_reason = known.code
from (values
  ('erased', 'The person was erased'), ('contact_merged', 'The contact was merged'), ('sequence_archived', 'The sequence was archived'),
  ('stopped_by_hand', 'Stopped by hand'), ('task_deleted', 'Its task was deleted'), ('no_address', 'There is no address')
) as known (code, sentence)
where enrolments.stop_reason = known.sentence;
