// On the dashboard, only while there is something to settle: messages of which nobody knows whether they left.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { countOf } from "#app/lib/formats.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { tabOf } from "./message.ts";
import { outboxQuery } from "./outbox-data.ts";
import { StateBadge } from "./state-badge.tsx";

const view = { tab: tabOf("uncertain"), search: "", origin: null, class: null, contact: null, size: 5 };

export default function UncertainTile() {
  const { data } = useQuery(outboxQuery(view));
  if (!data || data.rows.length === 0) return null;
  return (
    <section aria-label="Uncertain messages" className={panelClass}>
      <header className="flex items-center justify-between gap-3 border-b border-line px-4 py-2">
        <h2 className="text-small font-[640]">Did these leave?</h2>
        <Link to="/admin/outbox?tab=uncertain" className={buttonClass({ variant: "line", size: "desk" })}>
          All uncertain
        </Link>
      </header>
      <ul>
        {data.rows.map((message) => (
          <li
            key={message.id}
            className="flex items-center justify-between gap-3 border-b border-line px-4 py-2 last:border-0"
          >
            <p className="min-w-0">
              <Link
                to={`/admin/outbox?tab=uncertain&open=${message.id}`}
                dir="auto"
                className="block truncate text-left font-[560] hover:underline"
              >
                {message.subject}
              </Link>
              <small className="block truncate text-caption text-muted">
                {message.contact?.name ?? message.to_address}
              </small>
            </p>
            <StateBadge state={message.state} />
          </li>
        ))}
      </ul>
      {data.more && <p className="px-4 py-2.5 text-muted">{countOf(data.rows.length, "message")} and more</p>}
    </section>
  );
}
