// On the dashboard, only while there is something to settle: messages of which no one knows whether they left.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { countOf } from "#app/lib/formats.ts";
import { DashboardTile } from "#app/records/dashboard/dashboard-tile.tsx";
import { tabOf } from "./message.ts";
import { outboxQuery } from "./outbox-data.ts";
import { StateBadge } from "./message/state-badge.tsx";

const view = { tab: tabOf("uncertain"), search: "", origin: null, class: null, contact: null, size: 5 };

export default function UncertainTile() {
  const { data } = useQuery(outboxQuery(view));
  if (!data || data.rows.length === 0) return null;
  return (
    <DashboardTile
      name="Uncertain messages"
      title="Did these leave?"
      all={{ label: "All uncertain", to: "/admin/outbox?tab=uncertain" }}
    >
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
    </DashboardTile>
  );
}
