// Retainers of a company, on its page.
import { useQuery } from "@tanstack/react-query";
import type { PanelProps } from "#domain/module.ts";
import { RecordPanel } from "#app/records/page/record-panel.tsx";
import { RetainerItem } from "./retainer-rows.tsx";
import { retainersQuery } from "./retainers-data.ts";

export default function RetainersOfAccount({ record: { id } }: PanelProps) {
  const query = useQuery(retainersQuery(id));
  return (
    <RecordPanel
      title="Retainers"
      query={query}
      count={query.data?.length}
      rows={query.data?.map((row) => (
        <RetainerItem key={row.id} row={row} withCompany={false} />
      ))}
      all={[{ label: "All retainers", to: "/admin/retainers" }]}
    />
  );
}
