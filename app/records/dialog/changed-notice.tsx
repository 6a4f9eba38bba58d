// Someone saves a record while it is being edited here: said at once. What is typed stays, and saving compares the two.
import { useLastChange } from "#app/lib/use-live.ts";
import { useRecordsContext } from "../records-context.ts";

export function ChangedNotice({ table, id, one }: { table: string; id: string; one: string }) {
  const { userId } = useRecordsContext();
  const change = useLastChange(table, id);
  if (!change || change.op === "insert") return null;
  const who = change.by === userId ? "you in another window" : change.name || "someone else";
  return (
    <output className="mb-4 block rounded-1 bg-dev-bg px-3 py-2 text-dev">
      {change.op === "delete"
        ? `This ${one} was deleted by ${who} just now. Your text is still here.`
        : `Changed by ${who} just now. Your text is still here; when you save, you see what differs.`}
    </output>
  );
}
