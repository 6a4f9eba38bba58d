// On a company's page: introductions of and by its people.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { formatDay } from "#domain/days.ts";
import type { PanelProps } from "#domain/module.ts";
import { RecordPanel } from "#app/records/page/record-panel.tsx";
import { introductionsQuery, isMining } from "../relationships-data.ts";

export default function IntroducedPanel({ record }: PanelProps) {
  return isMining() ? <Introduced account={record.id} /> : null;
}

function Introduced({ account }: { account: string }) {
  const introductions = useQuery(introductionsQuery({ account }));
  return (
    <RecordPanel
      title="Introductions"
      query={introductions}
      count={introductions.data?.length || undefined}
      empty="None known"
      rows={introductions.data?.map((one) => (
        <li key={one.id} className="border-b border-line px-4 py-2.5 text-caption last:border-0">
          <b className="font-semibold">{one.by_name}</b> introduced{" "}
          <Link to={`/admin/crm/contacts/${one.contact_id}`} className="font-semibold hover:underline">
            {one.contact_name}
          </Link>
          <span className="block text-muted">on {formatDay(one.on_day)}</span>
        </li>
      ))}
    />
  );
}
