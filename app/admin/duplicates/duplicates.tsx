// Companies and people that may be the same, with the reason: merged here, or remembered as two.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { capitalised, type Entity } from "#domain/entity.ts";
import { allModules } from "#app/admin/areas.ts";
import { PageHead, panelClass } from "#app/admin/shell/page-head.tsx";
import { countOf, formatMoment } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { pageOf } from "#app/records/entity.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { useAddress } from "#app/records/list/use-address.ts";
import { CompareRecords } from "#app/records/merge/compare-records.tsx";
import {
  duplicatePairsQuery,
  maxPairs,
  type Pair,
  reasonWords,
  useNotDuplicates,
} from "#app/records/merge/merge-data.ts";
import { Art } from "#app/ui/art.tsx";
import { Chip } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Tabs } from "#app/ui/tabs.tsx";

const merged = allModules.flatMap(({ entity }) => (entity?.mergeable ? [entity] : []));

export default function Duplicates() {
  const { params, change } = useAddress();
  const chosen = merged.find(({ table }) => table === params.get("kind")) ?? merged[0];
  return (
    <>
      <PageHead title="Duplicates" note="Records that may be the same. Nothing is merged by itself." />
      <Tabs
        label="Duplicates"
        tone="ink"
        selected={chosen?.table ?? ""}
        onSelect={(kind) => change({ kind })}
        tabs={merged.map((entity) => ({
          id: entity.table,
          label: capitalised(entity.many),
          panel: entity === chosen && <Pairs entity={entity} />,
        }))}
      />
    </>
  );
}

function Pairs({ entity }: { entity: Entity }) {
  const pairs = useQuery(duplicatePairsQuery(entity.table));
  const apart = useNotDuplicates(entity);
  const [comparing, setComparing] = useState<Pair | null>(null);
  return (
    <section aria-label={`Duplicate ${entity.many}`} aria-busy={pairs.isFetching} className={panelClass}>
      {pairs.isPending ? (
        <LoadingRows />
      ) : pairs.isError && !pairs.data ? (
        <EmptyState title="Failed to load duplicates">
          <p className="text-muted">{messageOf(pairs.error)}</p>
          <Button variant="line" size="compact" onClick={() => void pairs.refetch()}>
            Try again
          </Button>
        </EmptyState>
      ) : pairs.data.length === 0 ? (
        <EmptyState art={<Art name="still" />} title="No duplicates found.">
          <p className="text-muted">
            {capitalised(entity.many)} with the same or a similar name, email or domain are listed here.
          </p>
        </EmptyState>
      ) : (
        <>
          <p className="border-b border-line px-4 py-2.5 text-caption text-muted">
            {pairs.data.length >= maxPairs
              ? `The first ${maxPairs} pairs, the surest first. Further ones follow when these are decided.`
              : `${countOf(pairs.data.length, "pair")}, the surest first.`}
          </p>
          <ul aria-label={`Pairs of ${entity.many}`}>
            {pairs.data.map((pair) => (
              <li
                key={`${pair.one_id} ${pair.other_id}`}
                className="grid items-start gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-b-0 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
              >
                <Side
                  entity={entity}
                  id={pair.one_id}
                  title={pair.one_title}
                  detail={pair.one_detail}
                  at={pair.one_created}
                />
                <Side
                  entity={entity}
                  id={pair.other_id}
                  title={pair.other_title}
                  detail={pair.other_detail}
                  at={pair.other_created}
                />
                <div className="flex flex-wrap items-center gap-2 max-sm:[&>button]:min-h-11">
                  <Chip>{reasonWords[pair.reason]}</Chip>
                  <Button variant="line" size="compact" onClick={() => setComparing(pair)}>
                    Compare and merge
                  </Button>
                  <Button variant="line" size="compact" disabled={apart.isPending} onClick={() => apart.mutate(pair)}>
                    Not a duplicate
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      {comparing && (
        <CompareRecords
          entity={entity}
          keepId={comparing.one_id}
          goneId={comparing.other_id}
          onClose={() => setComparing(null)}
        />
      )}
    </section>
  );
}

function Side({
  entity,
  id,
  title,
  detail,
  at,
}: {
  entity: Entity;
  id: string;
  title: string;
  detail: string | null;
  at: string;
}) {
  return (
    <div className="min-w-0">
      <Link
        to={pageOf(entity, { id })}
        dir="auto"
        className="block truncate font-semibold hover:underline"
        title={title}
      >
        {title}
      </Link>
      {detail && (
        <p dir="auto" className="truncate" title={detail}>
          {detail}
        </p>
      )}
      <p className="text-caption text-muted">Created {formatMoment(at)}</p>
    </div>
  );
}
