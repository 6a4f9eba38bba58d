import { useQuery } from "@tanstack/react-query";
import type { Entity } from "#domain/entity.ts";
import { countOf, formatMoment, formatNumber } from "#app/lib/formats.ts";
import { Button } from "#app/ui/button.tsx";
import { pastImportsQuery } from "./import-steps.ts";
import { useUndoImport } from "./undo-import.ts";

/** The last imports, each of which can be taken back as a whole. */
export function PastImports({ entity }: { entity: Entity }) {
  const imports = useQuery(pastImportsQuery(entity));
  const undo = useUndoImport(entity);
  if (!imports.data?.length) return null;
  return (
    <section aria-label="Past imports" className="grid gap-2 border-t border-line pt-4">
      <h3 className="font-semibold">Past imports</h3>
      <ul className="grid gap-2">
        {imports.data.map(({ id, added, changed, imported_at }) => (
          <li key={id} className="flex items-center justify-between gap-3">
            <span>
              {countOf(added, entity.one, entity.many)}
              {changed > 0 && `, ${formatNumber(changed)} changed`}, {formatMoment(imported_at)}
            </span>
            <Button variant="line" size="compact" disabled={undo.isPending} onClick={() => undo.mutate(id)}>
              Undo
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
