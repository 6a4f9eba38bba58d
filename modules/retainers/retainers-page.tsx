// /admin/retainers: what is billed again and again, what runs first.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { site } from "#content/site.ts";
import { may } from "#app/lib/access.ts";
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Art } from "#app/ui/art.tsx";
import { Button } from "#app/ui/button.tsx";
import { AreaHead } from "#app/ui/compact/area-head.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { useShortcut } from "#app/ui/use-shortcut.ts";
import { NewRetainerDialog } from "./new-retainer-dialog.tsx";
import { RetainerItem } from "./retainer-rows.tsx";
import { retainersQuery } from "./retainers-data.ts";

export default function RetainersPage() {
  const list = useQuery(retainersQuery());
  const [making, setMaking] = useState(false);
  const mayAdd = may("retainers", "add");
  useShortcut("n", () => mayAdd && setMaking(true));
  const running = list.data?.filter(({ state }) => state === "active").length ?? 0;
  const add = mayAdd && (
    <Button size="compact" icon="plus" onClick={() => setMaking(true)}>
      New Retainer
    </Button>
  );
  return (
    <>
      <title>{`Retainers | ${site.name} admin`}</title>
      <AreaHead title="Retainers" note={list.data && `${countOf(list.data.length, "retainer")}, ${running} running.`}>
        {add}
      </AreaHead>
      <section aria-label="Retainers" className={`${panelClass} rounded-br-turn-dialog`}>
        {list.isPending && <LoadingRows />}
        {list.isError && <FailedRow what="retainers" why={messageOf(list.error)} onRetry={() => void list.refetch()} />}
        {list.data?.length === 0 ? (
          <EmptyState art={<Art name="still" />} title="No retainers yet">
            <p className="max-w-96 text-muted">
              A retainer makes one invoice for each period. Accepting a line that recurs begins one as a draft.
            </p>
            {add}
          </EmptyState>
        ) : (
          <ul>
            {list.data?.map((row) => (
              <li key={row.id} className="border-b border-line last:border-0">
                <RetainerItem row={row} />
              </li>
            ))}
          </ul>
        )}
      </section>
      {making && <NewRetainerDialog onClose={() => setMaking(false)} />}
    </>
  );
}
