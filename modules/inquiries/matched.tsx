// The strip of what an inquiry led to: person, company, task, each with how it was found.
import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatMoment } from "#app/lib/formats.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import type { Inquiry } from "./inquiries-data.ts";

export function Matched({ inquiry }: { inquiry: Inquiry }) {
  const { contact, account, task, made } = inquiry;
  if (!contact && !account && !task)
    return <p className="text-caption text-muted">No contact, company or task belongs to it.</p>;
  const isNew = (what: string) => Boolean(made[`${what}_id`] ?? made[what]);
  return (
    <dl className="grid rounded-1 rounded-br-turn-sm border border-line sm:grid-flow-col sm:auto-cols-fr sm:divide-x sm:divide-line max-sm:divide-y max-sm:divide-line">
      {contact && (
        <Part
          icon="user"
          name="Contact"
          note={isNew("contact") ? "New. Made from this message" : "Matched by mail address"}
        >
          <Link to={`/admin/crm/contacts/${contact.id}`} className={link}>
            {contact.name}
          </Link>
        </Part>
      )}
      {account && (
        <Part
          icon="people"
          name="Account"
          note={
            isNew("account")
              ? "New. Made from this message"
              : isNew("contact")
                ? "Matched by mail domain"
                : "The contact’s own"
          }
        >
          <Link to={`/admin/crm/accounts/${account.id}`} className={link}>
            {account.name}
          </Link>
        </Part>
      )}
      {task && (
        <Part
          icon="task"
          name="Task"
          note={task.done_at ? "Done" : task.due_at ? `Due ${formatMoment(task.due_at)}` : "Open"}
        >
          <Link to="/admin/tasks" className={link}>
            {task.title}
          </Link>
        </Part>
      )}
    </dl>
  );
}

const link = "font-semibold wrap-anywhere underline decoration-control underline-offset-3";

function Part({ icon, name, note, children }: { icon: IconName; name: string; note: string; children: ReactNode }) {
  return (
    <div className="min-w-0 px-3.5 py-2.5">
      <dt className="flex items-center gap-1.5 text-xs text-muted">
        <Icon name={icon} className="size-4" />
        {name}
      </dt>
      <dd className="mt-0.5 grid">
        {children}
        <span className="text-xs text-muted">{note}</span>
      </dd>
    </div>
  );
}
