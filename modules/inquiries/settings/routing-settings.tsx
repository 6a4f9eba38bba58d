// Settings, Inquiries: what each subject of the contact form leads to, and who is blocked.
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formatMoment } from "#app/lib/formats.ts";
import { messageOf, unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { useRecordsContext } from "#app/records/records-context.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Button } from "#app/ui/button.tsx";
import { checkboxClass, inputClass } from "#app/ui/field.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { toast } from "#app/ui/toast.ts";
import { staffQuery } from "../inquiries-data.ts";

interface Subject {
  key: string;
  label: string;
  service_line: string;
  makes_deal: boolean;
  owner_id: string | null;
  task_title: string;
  is_default: boolean;
}

const subjectsQuery = queryOptions({
  queryKey: ["inquiries", "subjects"],
  queryFn: async () =>
    unwrap(
      await supabase()
        .from("subjects")
        .select("key, label, service_line, makes_deal, owner_id, task_title, is_default")
        .is("archived_at", null)
        .order("sort"),
    ),
});

/** Lines of business, by which an open deal of the same company is joined. */
const lines = { advisory: "Advisory", education: "Education", build: "Build", products: "Products" };

export default function RoutingSettings() {
  const subjects = useQuery(subjectsQuery);
  return (
    <div className="grid gap-5">
      <section aria-label="Routing of subjects" className={panelClass}>
        <header className="border-b border-line px-4 py-3">
          <h2 className="text-small font-[640]">What a subject leads to</h2>
          <p className="text-caption text-muted">
            A message with this subject gets this owner and this task, due on the second working day. In a task’s title{" "}
            {"{name}"}, {"{company}"} and {"{subject}"} are filled in. A change is saved when you leave the field.
          </p>
        </header>
        {subjects.isPending && <LoadingRows rows={6} />}
        {subjects.isError && (
          <p role="alert" className="flex flex-wrap items-center gap-3 px-4 py-3 text-danger">
            Failed to load the subjects. {messageOf(subjects.error)}
            <Button variant="line" size="compact" onClick={() => void subjects.refetch()}>
              Try again
            </Button>
          </p>
        )}
        {subjects.data && (
          <table className="w-full text-left max-lg:block">
            <thead className="text-caption text-muted max-lg:sr-only">
              <tr>
                {["Subject", "Line of business", "Owner", "Title of the task", "Deal"].map((heading) => (
                  <th key={heading} scope="col" className="px-4 py-2 font-normal">
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="max-lg:block">
              {subjects.data.map((subject) => (
                <SubjectRow key={subject.key} subject={subject} />
              ))}
            </tbody>
          </table>
        )}
      </section>
      <BlockedSenders />
    </div>
  );
}

function SubjectRow({ subject }: { subject: Subject }) {
  const queries = useQueryClient();
  const staff = useQuery(staffQuery).data ?? [];
  const [title, setTitle] = useState(subject.task_title);
  const save = useMutation({
    mutationFn: async (change: Partial<Subject>) =>
      unwrap(await supabase().from("subjects").update(change).eq("key", subject.key).select("key")),
    onSuccess: () => toast({ title: `${subject.label} saved`, topic: "routing" }),
    onError: (error) => {
      setTitle(subject.task_title);
      toast({ title: `Failed to save ${subject.label}`, text: messageOf(error), tone: "danger" });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: subjectsQuery.queryKey }),
  });
  const cell = "max-lg:block px-4 py-2 lg:py-1.5";
  const { isOn } = useRecordsContext();
  const named = (what: string) => `${what}, ${subject.label}`;
  const owners = staff.filter(({ active, user_id }) => active || user_id === subject.owner_id);
  return (
    <tr className="border-t border-line align-middle max-lg:block max-lg:py-2">
      <th scope="row" className={`${cell} font-semibold`}>
        {subject.label}
        {subject.is_default && (
          <span className="block text-xs font-normal text-muted">Whatever is typed otherwise goes here</span>
        )}
      </th>
      <td className={cell}>
        <select
          aria-label={named("Line of business")}
          className={inputClass("compact")}
          value={subject.service_line}
          onChange={(event) => save.mutate({ service_line: event.target.value })}
        >
          {Object.entries(lines).map(([key, name]) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
          {!(subject.service_line in lines) && <option value={subject.service_line}>{subject.service_line}</option>}
        </select>
      </td>
      <td className={cell}>
        <select
          aria-label={named("Owner")}
          className={inputClass("compact")}
          value={subject.owner_id ?? ""}
          onChange={(event) => save.mutate({ owner_id: event.target.value || null })}
        >
          <option value="">Nobody</option>
          {owners.map(({ user_id, name }) => (
            <option key={user_id} value={user_id}>
              {name}
            </option>
          ))}
        </select>
      </td>
      <td className={cell}>
        <input
          aria-label={named("Title of the task")}
          className={inputClass("compact")}
          maxLength={200}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
          onBlur={() => {
            const next = title.trim();
            if (next === "") setTitle(subject.task_title);
            else if (next !== subject.task_title) save.mutate({ task_title: next });
          }}
          onKeyDown={(event) => {
            if (event.key === "Enter") event.currentTarget.blur();
          }}
        />
      </td>
      <td className={cell}>
        <label className="inline-flex min-h-8 items-center gap-2 text-caption">
          <input
            type="checkbox"
            aria-label={named("Makes a deal")}
            checked={subject.makes_deal}
            onChange={(event) => save.mutate({ makes_deal: event.target.checked })}
            className={`${checkboxClass} size-4.5`}
          />
          <span className="lg:sr-only">{isOn("deals") ? "Makes a deal" : "Makes a deal, once deals are on"}</span>
        </label>
      </td>
    </tr>
  );
}

const blockedQuery = queryOptions({
  queryKey: ["inquiries", "blocked"],
  queryFn: async () =>
    unwrap(
      await supabase()
        .from("blocked_senders")
        .select("key, until, blocked_at")
        .order("blocked_at", { ascending: false })
        .limit(200),
    ),
});

function BlockedSenders() {
  const queries = useQueryClient();
  const blocked = useQuery(blockedQuery);
  const unblock = useMutation({
    mutationFn: async (key: string) =>
      unwrap(await supabase().from("blocked_senders").delete().eq("key", key).select("key")),
    onSuccess: () => toast({ title: "No longer blocked" }),
    onError: (error) => toast({ title: "Failed to unblock", text: messageOf(error), tone: "danger" }),
    onSettled: () => queries.invalidateQueries({ queryKey: blockedQuery.queryKey }),
  });
  return (
    <section aria-label="Blocked senders" className={panelClass}>
      <header className="border-b border-line px-4 py-3">
        <h2 className="text-small font-[640]">Blocked senders</h2>
        <p className="text-caption text-muted">What they send goes to Spam, and is kept there for 30 days.</p>
      </header>
      {blocked.isError && <p className="px-4 py-3 text-danger">Failed to load. {messageOf(blocked.error)}</p>}
      {blocked.data?.length === 0 && <p className="px-4 py-3 text-muted">Nobody is blocked.</p>}
      <ul>
        {blocked.data?.map(({ key, blocked_at }) => (
          <li key={key} className="flex items-center gap-3 border-b border-line px-4 py-2 last:border-0">
            <span className="min-w-0 flex-1 wrap-anywhere">{key.replace(/^(?:email|host):/, "")}</span>
            <time dateTime={blocked_at} className="text-caption text-muted max-sm:hidden">
              {formatMoment(blocked_at)}
            </time>
            <Button variant="line" size="compact" disabled={unblock.isPending} onClick={() => unblock.mutate(key)}>
              Unblock<span className="sr-only"> {key.replace(/^(?:email|host):/, "")}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
