-- Amounts in the history are facts: {"amount_minor": 1725500, "currency": "EUR"} instead of "EUR 17,255.00", which always had all decimals
-- of its currency.
update public.events set changes = changes || jsonb_build_object('amount', (
  select jsonb_agg(case when side #>> '{}' ~ '^[A-Z]{3} -?[0-9,]+([.][0-9]+)?$'
      then jsonb_build_object('amount_minor', translate(substr(side #>> '{}', 5), ',.', '')::bigint, 'currency', left(side #>> '{}', 3))
      else side end order by place)
  from jsonb_array_elements(changes -> 'amount') with ordinality as sides (side, place)))
where jsonb_typeof(changes -> 'amount') = 'array' and changes ->> 'amount' ~ '"[A-Z]{3} -?[0-9]';
