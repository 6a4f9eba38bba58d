import { useQuery } from "@tanstack/react-query";
import type { ComponentType } from "react";
import type { Entity } from "#domain/entity.ts";
import { countOf, formatMoment, formatNumber } from "#app/lib/formats.ts";
import { Button } from "#app/ui/button.tsx";
import { EditWords } from "../bulk/edit-words.tsx";
import { type PastImport, pastImportsQuery } from "./import-steps.ts";
import { useUndoImport } from "./undo-import.ts";

/** The last imports, each of which can be taken back as a whole. */
export const PastImports = ({ entity }: { entity: Entity }) => (
  <Past entity={entity} title="Past imports" was="import" Words={ImportWords} />
);

/** Edits of many records of the last thirty days. */
export const PastEdits = ({ entity }: { entity: Entity }) => (
  <Past entity={entity} title="Past edits" was="edit" Words={PastEditWords} />
);

interface WordsProps {
  entity: Entity;
  past: PastImport;
}

const ImportWords = ({ entity, past: { added, changed } }: WordsProps) => (
  <>
    {countOf(added, entity.one, entity.many)}
    {changed > 0 && `, ${formatNumber(changed)} changed`}
  </>
);

const PastEditWords = ({ entity, past: { edit, changed } }: WordsProps) =>
  edit && (
    <>
      <EditWords entity={entity} edit={edit} />, {countOf(changed, entity.one, entity.many)}
    </>
  );

function Past({
  entity,
  title,
  was,
  Words,
}: {
  entity: Entity;
  title: string;
  was: "import" | "edit";
  Words: ComponentType<WordsProps>;
}) {
  const undo = useUndoImport(entity);
  const shown = useQuery(pastImportsQuery(entity)).data?.filter(({ edit }) => (edit === null) === (was === "import"));
  if (!shown?.length) return null;
  return (
    <section aria-label={title} className="grid gap-2 border-t border-line pt-4">
      <h3 className="font-semibold">{title}</h3>
      <ul className="grid gap-2">
        {shown.slice(0, 5).map((past) => (
          <li key={past.id} className="flex items-center justify-between gap-3">
            <span className="min-w-0 wrap-anywhere">
              <Words entity={entity} past={past} />, {formatMoment(past.imported_at)}
            </span>
            <Button
              variant="line"
              size="compact"
              disabled={undo.isPending}
              onClick={() => undo.mutate({ id: past.id, was })}
            >
              Undo
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
