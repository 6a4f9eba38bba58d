// One line in plain words becomes a task. What was understood is washed while typing and repeated below as chips; a chip that is
// taken away makes its words plain text again.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { forgetDraft, keepDraft, readDraft } from "#app/lib/drafts.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { newId } from "#app/lib/new-id.ts";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { FieldError } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { toast } from "#app/ui/toast.ts";
import { understoodWords } from "../due-words.ts";
import { type Tag, readTask } from "./read-task.ts";
import { useSaveTask } from "../task-actions-data.ts";
import { Understood } from "./understood.tsx";
import { colleaguesQuery, namedRecordQuery, officeTodayQuery } from "../tasks-data.ts";

/** The record a new task is about unless the words name another. */
export interface About {
  table: string;
  id: string;
}

export function QuickAdd({
  about = null,
  onAdded,
  draftKey,
  focused = false,
}: {
  about?: About | null;
  onAdded?: () => void;
  /** What was typed survives a reload under this name. */
  draftKey: string;
  /** Has the focus when its dialog opens. */
  focused?: boolean;
}) {
  const [text, setText] = useState(() => readDraft<string>(draftKey) ?? "");
  const [plain, setPlain] = useState<ReadonlySet<string>>(new Set());
  const [error, setError] = useState<string | null>(null);
  const today = useQuery(officeTodayQuery).data ?? null;
  const { read, person, record, unknown } = useRead(text, today, plain);
  const save = useSaveTask();
  // Chosen with the first try: sent twice after a lost answer, it is still one task.
  const [id, setId] = useState(newId);

  const change = (typed: string) => {
    const line = typed.replaceAll(/[\r\n]+/g, " ").slice(0, 500);
    setText(line);
    setError(null);
    if (line.trim()) keepDraft(draftKey, line);
    else forgetDraft(draftKey);
  };
  const add = () => {
    if (save.isPending) return;
    if (!today || !read) return setError("The office's day is not known yet. Try again in a moment.");
    if (!read.title) return setError("Write what is to be done.");
    const target = record ?? about;
    save.mutate(
      {
        seen: null,
        task: {
          id,
          title: read.title,
          due_on: read.day,
          due_time: read.time,
          priority: read.priority ?? "medium",
          ...(person && { assignee_id: person.user_id }),
          ...(target && { [idColumn(target.table)]: target.id }),
        },
      },
      {
        onSuccess: () => {
          toast({
            title: "Task added",
            text: `${read.title}${read.day ? ` (${understoodWords(read.day, read.time, today)})` : ""}`,
          });
          change("");
          setPlain(new Set());
          setId(newId());
          onAdded?.();
        },
        onError: (failure) => setError(`The task was not added. ${messageOf(failure)}`),
      },
    );
  };

  return (
    <section
      aria-label="Quick add"
      className="@container rounded-1 rounded-br-[1.25rem] border border-control bg-surface focus-within:outline-2 focus-within:outline-focus"
    >
      <form
        className="grid grid-cols-[1.25rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 py-1.5 pr-2 pl-4 @max-sm:grid-cols-[1.25rem_minmax(0,1fr)] @max-sm:px-3.5 @max-sm:pb-3"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <Icon name="plus" />
        <Line {...{ text, focused }} tags={read?.tags ?? []} onChange={change} onEnter={add} />
        <Button type="submit" size="compact" className="@max-sm:col-span-2 max-sm:min-h-11">
          Add
          <kbd className="text-[0.6875rem] max-sm:hidden">Enter</kbd>
        </Button>
      </form>
      <Understood
        {...{ read, person, record, unknown, today }}
        onPlain={(tag) => setPlain((words) => new Set([...words, tag.text.toLowerCase()]))}
      />
      {error && (
        <div role="alert" className="px-4 pb-3">
          <FieldError>{error}</FieldError>
        </div>
      )}
    </section>
  );
}

const idColumn = (table: string) => `${table === "inquiries" ? "inquiry" : table.replace(/s$/, "")}_id`;

/** The words, and the person and record they name. A name that is no one's stays in the title. */
function useRead(text: string, today: string | null, plain: ReadonlySet<string>) {
  const colleagues = useQuery(colleaguesQuery).data;
  const first = today === null ? null : readTask(text, today, plain);
  const person =
    first?.person && colleagues
      ? (colleagues.find(({ name }) => name.toLowerCase().startsWith(first.person!.toLowerCase())) ?? null)
      : null;
  const named = useQuery(namedRecordQuery(first?.record ?? null));
  const record = first?.record ? (named.data ?? null) : null;
  const unknown = [
    ...(first?.person && colleagues && !person ? [`@${first.person}`] : []),
    ...(first?.record && named.data === null ? [`#${first.record}`] : []),
  ];
  const read =
    today !== null && unknown.length > 0
      ? readTask(text, today, new Set([...plain, ...unknown.map((word) => word.toLowerCase())]))
      : first;
  return { read, person, record, unknown };
}

/** A field whose understood words lie on a wash: the same text, unseen, is behind it. */
function Line({
  text,
  tags,
  focused,
  onChange,
  onEnter,
}: {
  text: string;
  tags: readonly Tag[];
  focused: boolean;
  onChange: (text: string) => void;
  onEnter: () => void;
}) {
  const type = "py-2 text-[0.9375rem] leading-6 whitespace-pre-wrap wrap-anywhere";
  const pieces = tags.flatMap(({ from, to }, index) => [
    text.slice(tags[index - 1]?.to ?? 0, from),
    <mark key={from} className="rounded-xs bg-nil text-transparent shadow-[0_0_0_2px_var(--nil)]">
      {text.slice(from, to)}
    </mark>,
  ]);
  return (
    <div className="relative min-w-0">
      <div aria-hidden="true" className={classNames(type, "min-h-10 text-transparent")}>
        {pieces}
        {text.slice(tags.at(-1)?.to ?? 0)}
        {"\u200b"}
      </div>
      <textarea
        aria-label="New task"
        rows={1}
        value={text}
        data-autofocus={focused ? "" : undefined}
        placeholder="Call Maren friday 10:00"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
          event.preventDefault();
          onEnter();
        }}
        className={classNames(
          type,
          "absolute inset-0 size-full resize-none overflow-hidden bg-transparent outline-none",
        )}
      />
    </div>
  );
}
