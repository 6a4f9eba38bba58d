create index events_restored_at_idx on public.events (at) where record_type = 'deal' and kind in ('archived', 'restored');

-- What a deal was worth before a change of its amount, which the history tells as "USD 1,250.00": all digits are minor units. Of
-- another currency only what was noted with the last move is known.
create index events_amount_idx on public.events (record_id, id) where record_type = 'deal' and changes ? 'amount';
create index events_amount_at_idx on public.events (at) where record_type = 'deal' and changes ? 'amount';
create index deals_closed_at_idx on public.deals (closed_at);

-- What was forecast for each month when it began: deals open then that were expected to close in it. When they were expected is
-- read from the history, because a day that was put off would otherwise make every old forecast look right.
create index events_expected_close_idx on public.events (at) where record_type = 'deal' and changes ? 'expected_close';
create index deals_expected_close_idx on public.deals (expected_close);

-- Deals closed in a period, once for each open stage they had been in, which is read from the index alone.
create index deal_stage_events_passed_idx on public.deal_stage_events (deal_id, to_stage) where to_kind = 'open';

create index deal_stage_events_left_idx on public.deal_stage_events (from_stage, at) include (deal_id, to_stage, to_kind, seconds_in_from)
  where from_kind = 'open';

create index deals_updated_at_idx on public.deals (updated_at desc, id desc) where archived_at is null;
