// Money that fits no request. It is never dropped and never guessed away: a person says where it belongs.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatDay } from "#domain/days.ts";
import { formatMoney } from "#domain/money.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { Button } from "#app/ui/button.tsx";
import { inputClass } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { toast } from "#app/ui/toast.ts";
import type { Unallocated } from "../payment.ts";
import { requestsQuery, unallocatedQuery, usePaymentWork } from "../payments-data.ts";

export function UnallocatedPanel() {
  const pile = useQuery(unallocatedQuery).data ?? [];
  if (pile.length === 0) return null;
  return (
    <section aria-label="Money that fits no request" className={`${panelClass} border-danger`}>
      <header className="flex items-center gap-2 border-b border-line px-4 py-2.5">
        <Icon name="alert" className="text-danger" />
        <h2 className="text-small font-[640]">Money that fits no request</h2>
      </header>
      <ul>
        {pile.map((money) => (
          <One key={money.id} money={money} />
        ))}
      </ul>
    </section>
  );
}

function One({ money }: { money: Unallocated }) {
  const requests = useQuery(requestsQuery({ currency: money.currency }, 1, 500)).data ?? [];
  const [request, setRequest] = useState("");
  const work = usePaymentWork();
  const amount = formatMoney(money.amount_minor, money.currency);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2.5 last:border-0">
      <b className="font-semibold whitespace-nowrap">{amount}</b>
      <span className="min-w-0 grow text-caption wrap-anywhere text-muted">
        {formatDay(money.received_on)}, {money.reference ?? money.provider_id}
      </span>
      <select
        aria-label={`Request for ${amount}`}
        value={request}
        onChange={(event) => setRequest(event.target.value)}
        className={`${inputClass("compact")} w-auto! max-w-full min-w-0 text-caption`}
      >
        <option value="">Choose a request</option>
        {requests
          .filter(({ state }) => state !== "draft")
          .map(({ id, number, title, account_name }) => (
            <option key={id} value={id}>
              {number} {title}, {account_name}
            </option>
          ))}
      </select>
      <Button
        variant="line"
        size="compact"
        disabled={request === "" || work.isPending}
        onClick={() =>
          work.mutate(
            { work: { what: "allocate", payment: money.id, request }, done: `${amount} given to its request` },
            { onError: (error) => toast({ title: "That did not work", text: messageOf(error), tone: "danger" }) },
          )
        }
      >
        Give it to the request
      </Button>
    </li>
  );
}
