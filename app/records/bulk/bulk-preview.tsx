// What an edit of many records would do: how many and which change, have it already, or cannot.
import { useState } from "react";
import type { Entity, FieldEntry } from "#domain/entity.ts";
import { may } from "#app/lib/access.ts";
import { countOf, formatNumber } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { Button } from "#app/ui/button.tsx";
import { toast } from "#app/ui/toast.ts";
import { type KitRecord, titleOf } from "../entity.ts";
import { textOf } from "../field-kinds/kinds.ts";
import { maxListed, type Outcome, useSavePlan } from "./bulk-edit-data.ts";
import { edited, type FieldEdit } from "./field-edit.ts";

export function BulkPreview({
  entity,
  entry,
  ids,
  edit,
  title,
  planned,
  records,
}: {
  entity: Entity;
  entry: FieldEntry;
  ids: readonly string[];
  edit: FieldEdit;
  title: string;
  planned: Outcome;
  records: ReadonlyMap<string, KitRecord>;
}) {
  const file = useSavePlan(entity);
  const [written, setWritten] = useState("");
  const { changed, same, gone, refused } = planned;
  const changing = planned.ids.flatMap((id) => records.get(id) ?? []);
  const sentence = [
    `${formatNumber(changed)} of ${countOf(ids.length, entity.one, entity.many)} will change`,
    same > 0 && `${formatNumber(same)} already ${same === 1 ? "has" : "have"} it`,
    gone > 0 && `${formatNumber(gone)} no longer there`,
  ].filter((part) => part !== false);
  return (
    <div className="grid gap-4">
      <output className="font-semibold">{sentence.join(", ")}.</output>
      {refused.map(({ reason, count, ids: named }) => (
        <div key={reason} className="grid gap-1 rounded-1 bg-dev-bg px-3 py-2.5 text-dev">
          <p className="font-semibold wrap-anywhere">
            {formatNumber(count)} cannot: {reason}
          </p>
          <p className="text-caption wrap-anywhere">
            {named
              .slice(0, 10)
              .map((id) => records.get(id))
              .flatMap((record) => (record ? [titleOf(entity, record)] : []))
              .join(", ")}
            {count > 10 && ` and ${formatNumber(count - 10)} more`}
          </p>
        </div>
      ))}
      {changing.length > 0 && (
        <>
          <section
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so a keyboard must reach it
            tabIndex={0}
            aria-label="What changes"
            className="max-h-72 overflow-auto rounded-1 border border-line"
          >
            <table className="w-full border-separate border-spacing-0 text-caption">
              <thead>
                <tr className="text-left text-muted *:sticky *:top-0 *:border-b *:border-line *:bg-surface *:px-3 *:py-2 *:font-[560]">
                  <th scope="col">{entity.fields[entity.title]?.column ?? "Name"}</th>
                  <th scope="col">From</th>
                  <th scope="col">To</th>
                </tr>
              </thead>
              <tbody>
                {changing.map((record) => (
                  <tr key={record.id} className="*:border-b *:border-line *:px-3 *:py-2 *:align-top last:*:border-b-0">
                    <td className="font-semibold wrap-anywhere">{titleOf(entity, record)}</td>
                    <td className="wrap-anywhere text-muted">{textOf(entry, record) || "None"}</td>
                    <td className="wrap-anywhere">{textOf(entry, edited(entry, record, edit, title)) || "None"}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-caption text-muted">
            {changed > maxListed && `The first ${maxListed} of ${formatNumber(changed)}.`}
            {may(entity.area, "export") && (
              <Button
                variant="line"
                size="compact"
                icon="download"
                disabled={file.isPending}
                onClick={() =>
                  file.mutate(
                    {
                      entry,
                      ids,
                      edit,
                      title,
                      onProgress: (done, all) => setWritten(`${formatNumber(done)} of ${formatNumber(all)}`),
                    },
                    {
                      onError: (error) =>
                        toast({ title: "The file was not written", text: messageOf(error), tone: "danger" }),
                    },
                  )
                }
              >
                {file.isPending ? `Writing ${written}` : "All of them as CSV"}
              </Button>
            )}
          </p>
        </>
      )}
    </div>
  );
}
