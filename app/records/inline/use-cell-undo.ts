// Edits of cells, each of which can be taken back as long as no one changed the same fields since.
import { useRef } from "react";
import type { Entity, Field } from "#domain/entity.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { toast } from "#app/ui/toast.ts";
import { type KitRecord, titleOf } from "../entity.ts";
import type { Stored } from "../field-kinds/field-kind.ts";
import { textOf } from "../field-kinds/kinds.ts";
import { editableEntries } from "../form-values.ts";
import { type FieldsChange, isSame, readRecord, type SavedFields } from "../record-data.ts";

interface Saved {
  id: string;
  title: string;
  field: Field;
  name: string;
  /** Of every field that the edit changed: a reopened deal also loses its reason. */
  before: Record<string, Stored>;
  after: Record<string, Stored>;
}

const maxUndos = 100;

export function useCellUndo(entity: Entity, save: (change: FieldsChange) => Promise<unknown>) {
  const undos = useRef<Saved[]>([]);
  const underWay = useRef(new Set<Promise<unknown>>());

  const undo = async (entry: Saved) => {
    if (!undos.current.includes(entry)) return;
    undos.current = undos.current.filter((each) => each !== entry);
    const { id, title, name, field, before, after } = entry;
    const failed = (text: string) =>
      toast({ title: `${field.label} of ${title} was not put back`, text, topic: "cell", tone: "danger" });
    try {
      const seen = await readRecord(entity, id);
      if (!seen) return failed(`This ${entity.one} no longer exists.`);
      if (Object.keys(after).some((each) => !isSame(seen[each], after[each])))
        return failed(`It was changed since, and says "${textOf([name, field], seen) || "None"}" now.`);
      await save({ id, changes: before, seen });
      toast({ title: `${field.label} of ${title} put back`, topic: "cell" });
    } catch (error) {
      failed(messageOf(error));
    }
  };

  const undoNewest = async () => {
    await Promise.allSettled(underWay.current);
    const last = undos.current.at(-1);
    if (last) await undo(last);
  };

  return {
    /** Undo waits for edits that are being saved, so that it takes back the newest one. */
    waitFor: async (saving: Promise<unknown>) => {
      underWay.current.add(saving);
      await saving.finally(() => underWay.current.delete(saving));
    },
    remember: (name: string, field: Field, { before, saved }: SavedFields) => {
      const changed = editableEntries(entity)
        .map(([each]) => each)
        .filter((each) => !isSame(before[each], saved[each]));
      if (changed.length === 0) return;
      const valuesIn = (record: KitRecord) => Object.fromEntries(changed.map((each) => [each, record[each] as Stored]));
      const entry: Saved = {
        id: saved.id,
        title: titleOf(entity, saved),
        name,
        field,
        before: valuesIn(before),
        after: valuesIn(saved),
      };
      undos.current = [...undos.current, entry].slice(-maxUndos);
      toast({
        title: `${field.label} of ${entry.title} saved`,
        topic: "cell",
        seconds: 8,
        action: { label: "Undo", run: () => void undo(entry) },
      });
    },
    /** False when there is nothing to undo. */
    undoLast: (): boolean => {
      if (undos.current.length === 0 && underWay.current.size === 0) return false;
      void undoNewest();
      return true;
    },
  };
}
